// A program that learns without networks, then looks for ONNX Runtime, and says where it found it or why not. With an
// argument, it first maps that file as data, as a program does that only reads it.
#include <blicket/blicket.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdio>
#include <string>

int main(int count, char** arguments) {
  if (count > 1) {
    struct stat about {};
    const int file = open(arguments[1], O_RDONLY);
    if (file < 0 || fstat(file, &about) != 0) return 9;
    const auto length = static_cast<std::size_t>(about.st_size);
    if (mmap(nullptr, length, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED) return 9;
  }
  const auto engine = blicket::Engine::create();
  blicket::Task task;
  for (const char* word : {"dax", "wif"}) {
    task.add_example(word, word);
    task.add_example(std::string(word) + " fep", std::string(word) + " " + word);
  }
  task.set_strategy(blicket::Strategy::deduce);
  const auto result = engine.solve(task);
  if (!result.grammar() || result.grammar().apply("wif fep").text() != "wif wif") return 8;
  const auto warm = engine.try_warm_up();
  std::printf("%s\n", warm ? std::string(engine.runtime_path()).c_str() : warm.error().what());
}
