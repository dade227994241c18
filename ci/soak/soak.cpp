// A host that runs for as long as it is told, does everything that hosts do from several threads, and
// looks at what it holds whenever all of them have stopped.
//
//     soak SECONDS [--leak]     --leak: lose 256 bytes a piece, which must not pass
//
// Exits with 0 if every result was right, memory did not grow, and nothing was left behind.
#include "process.hpp"
#include "work.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t host_threads = 4;
// What is allocated may grow by this in the second half: half a pointer for each piece of work, and some
// KB that come and go. What is resident, which has the allocator's fragments too, by a twentieth and some
// MB, which is what a machine is still warming up by: the arenas of glibc's threads fill up to 112 MB in the first
// half minute, and stay there, while what is in use stays at 16 MB.
constexpr double heap_kb_per_thousand = 4, heap_kb = 8, resident_share = 0.05, resident_kb = 24576;
// Fewer looks than this say nothing.
constexpr std::size_t least_looks = 6;

struct Point {
  double pieces;  // in thousands
  soak::Held held;
};

// Volatile, or a compiler sees that nobody uses it, and loses nothing.
void* volatile lost;

struct Soak {
  bool leak = false;
  unsigned seed = 1;
  std::array<std::atomic<std::size_t>, std::size(soak::kinds)> done{};
  std::atomic<bool> failed{false};
  std::vector<Point> points;

  std::size_t pieces() const {
    std::size_t sum = 0;
    for (const auto& count : done) sum += count;
    return sum;
  }

  // One piece of work, chosen at random.
  void piece(soak::Host& host, soak::Random& random) {
    unsigned sum = 0;
    for (const auto& kind : soak::kinds) sum += kind.often;
    unsigned choice = random() % sum;
    std::size_t kind = 0;
    while (choice >= soak::kinds[kind].often) choice -= soak::kinds[kind++].often;
    soak::kinds[kind].run(host, random);
    ++done[kind];
    if (leak) lost = std::malloc(256);
  }

  void work(soak::Host& host, unsigned own_seed, Clock::time_point until) {
    soak::Random random(own_seed);
    while (Clock::now() < until && !failed) {
      try {
        piece(host, random);
      } catch (const std::exception& error) {
        failed = true;
        std::fprintf(stderr, "%s\n", error.what());
      }
    }
  }

  // Every kind a few times, so that what is kept for good is there before anything is counted; networks from
  // all threads at once, because an engine makes further sessions when the first ones are at work.
  void warm_up(soak::Host& host) {
    const auto run = [&](const soak::Kind& kind, unsigned own_seed) {
      soak::Random random(own_seed);
      for (int time = 0; time < 10; ++time) kind.run(host, random);
    };
    for (const auto& kind : soak::kinds) run(kind, 0);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < host_threads; ++i) {
      threads.emplace_back([&, i] { run({"", soak::by_networks, 0}, i); });
    }
    for (auto& thread : threads) thread.join();
  }

  // All threads at work for a while, and then none.
  void round(soak::Host& host, std::chrono::milliseconds length) {
    const auto until = Clock::now() + length;
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < host_threads; ++i) {
      threads.emplace_back([&, own = seed++] { work(host, own, until); });
    }
    for (auto& thread : threads) thread.join();
  }

  void look(const soak::Host& host, double seconds) {
    points.push_back({double(pieces()) / 1000, soak::held()});
    const auto& held = points.back().held;
    std::printf("%7.0f s %9zu pieces %9zu searches %8zu KB resident %9.1f KB heap %3zu threads %3zu files\n",
                seconds, pieces(), host.searches.load(), held.resident_kb, held.heap_kb, held.threads,
                held.files);
    std::fflush(stdout);
  }
};

// How much the heap grows in KB for a thousand pieces of work, by the second half: least squares.
double slope(const std::vector<Point>& points) {
  const std::size_t first = points.size() / 2;
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = first; i < points.size(); ++i) {
    const double a = points[i].pieces, b = points[i].held.heap_kb;
    n += 1, x += a, y += b, xx += a * a, xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

bool verdict(const char* what, bool is_so) {
  std::printf("%-7s %s\n", is_so ? "ok" : "FAILED", what);
  return is_so;
}

// Loads what stays with the process for good: ONNX Runtime, and what the system's library keeps.
bool settle() {
  const soak::Host host;
  return host.networks;
}

}  // namespace

int main(int count, char** arguments) {
  double seconds = 0;
  Soak soak;
  for (int i = 1; i < count; ++i) {
    if (!std::strcmp(arguments[i], "--leak")) soak.leak = true;
    else seconds = std::atof(arguments[i]);
  }
  if (seconds <= 0) return std::fprintf(stderr, "usage: soak SECONDS [--leak]\n"), 2;
  std::printf("%zu threads, %s networks, for %.0f s\n", host_threads, settle() ? "with" : "without", seconds);
  const auto before = soak::held();

  const auto length = std::chrono::milliseconds(std::clamp(int(seconds * 1000 / 20), 250, 5000));
  auto host = std::make_unique<soak::Host>();
  soak.warm_up(*host);
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  while (elapsed() < seconds && !soak.failed) {
    soak.round(*host, length);
    soak.look(*host, elapsed());
  }
  for (std::size_t i = 0; i < soak.done.size(); ++i) {
    std::printf("%9zu %s\n", soak.done[i].load(), soak::kinds[i].name);
  }
  host.reset();
  auto after = soak::held();
  // A thread that was waited for may still be among those of the process for a moment.
  for (int look = 0; look < 100 && after.threads > before.threads; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    after = soak::held();
  }

  const auto& points = soak.points;
  const bool enough = points.size() >= least_looks;
  bool flat = enough;
  if (enough) {
    const auto &middle = points[points.size() / 2], &last = points.back();
    const double thousands = last.pieces - middle.pieces, heap = slope(points) * thousands;
    const double most_heap = heap_kb + heap_kb_per_thousand * thousands;
    const double resident = double(last.held.resident_kb) - double(middle.held.resident_kb);
    const double most_resident = resident_kb + resident_share * double(middle.held.resident_kb);
    std::printf("in the second half: heap %+.1f KB (at most %.1f), resident %+.0f KB (at most %.0f)\n", heap,
                most_heap, resident, most_resident);
    flat = heap < most_heap && resident < most_resident;
  }
  std::printf("threads: %zu before, %zu after; files: %zu before, %zu after\n", before.threads,
              after.threads, before.files, after.files);
  bool good = verdict("every result is right, and the same as before", !soak.failed);
  good &= verdict("every kind of work was done", std::all_of(soak.done.begin(), soak.done.end(),
                                                             [](const auto& n) { return n > 0; }));
  good &= verdict("memory was looked at often enough", enough);
  if (enough) good &= verdict("memory does not grow", flat);
  good &= verdict("no thread is left", after.threads <= before.threads);
  good &= verdict("no file is left", after.files == before.files);
  return good ? 0 : 1;
}
