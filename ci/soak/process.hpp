// What this process holds, as the system and the allocator count it.
#ifndef SOAK_PROCESS_HPP
#define SOAK_PROCESS_HPP

#include <malloc.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <iterator>

namespace soak {

struct Held {
  std::size_t resident_kb = 0;  // VmRSS: also what the allocator keeps for later
  double heap_kb = 0;           // what was allocated and not freed, in all arenas
  std::size_t threads = 0, files = 0;
};

inline Held held() {
  Held held;
  std::FILE* status = std::fopen("/proc/self/status", "r");
  char line[256];
  while (status && std::fgets(line, sizeof line, status)) {
    std::sscanf(line, "VmRSS: %zu", &held.resident_kb);
    std::sscanf(line, "Threads: %zu", &held.threads);
  }
  if (status) std::fclose(status);
  const auto heap = mallinfo2();
  held.heap_kb = static_cast<double>(heap.uordblks + heap.hblkhd) / 1024;
  // The folder that is read is open itself.
  const std::filesystem::directory_iterator files("/proc/self/fd");
  held.files = static_cast<std::size_t>(std::distance(begin(files), end(files))) - 1;
  return held;
}

}  // namespace soak

#endif  // SOAK_PROCESS_HPP
