// Faults on purpose, each by its name. What looks for faults has to report these, or it is not looking:
// sanitize.py runs them first.
#include <blicket/blicket.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

void use_after_free() {
  volatile int* number = new int(1);
  delete number;
  std::printf("%d\n", *number);
}

void overflow() {
  volatile char* text = new char[10]();
  std::printf("%d\n", text[10]);
  delete[] text;
}

void leak() {
  for (int time = 0; time < 100; ++time) {
    void* volatile block = std::malloc(10);
    block = nullptr;
  }
}

void undefined() {
  volatile int number = INT_MAX;
  number = number + 1;
}

void uninitialised() {
  volatile int* number = static_cast<int*>(std::malloc(sizeof(int)));
  if (*number == 7) std::puts("seven");
  std::free(const_cast<int*>(number));
}

// One example, said to be two: it is blicket's own code that reads what is not there.
void across_the_edge() {
  auto* support = static_cast<blicket_example*>(std::malloc(sizeof(blicket_example)));
  *support = {blicket_str_of("dax"), blicket_str_of("RED")};
  blicket_engine* engine = nullptr;
  blicket_result* result = nullptr;
  blicket_engine_new(nullptr, &engine, nullptr);
  blicket_synthesize(engine, support, 2, nullptr, 0, 1000, &result, nullptr);
  blicket_result_free(result);
  blicket_engine_free(engine);
  std::free(support);
}

// Nobody frees the grammar, and its handle is forgotten.
void handle_not_freed() {
  blicket_grammar* grammar = nullptr;
  blicket_grammar_parse(blicket_str_of("dax -> RED"), &grammar, nullptr);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view what = count > 1 ? arguments[1] : "";
  if (what == "use-after-free") use_after_free();
  else if (what == "overflow") overflow();
  else if (what == "leak") leak();
  else if (what == "undefined") undefined();
  else if (what == "uninitialised") uninitialised();
  else if (what == "across-the-edge") across_the_edge();
  else if (what == "handle-not-freed") handle_not_freed();
  else if (what != "nothing") return 2;
}
