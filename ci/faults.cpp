// A host to which something happens: no thread can be started, a callback throws, the process is forked,
// the system has no more memory, it ends while searches run. And to which nothing happens: its signals stay its own.
// faults.py runs one case a process, and says which. Exits with 0 if all is as promised.
#include <blicket/blicket.hpp>

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

namespace {

std::atomic<bool> threads_are_refused{false};
std::atomic<int> refused{0};

void must(bool is_so, const char* what) {
  if (is_so) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::_Exit(1);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

blicket::Task easy(blicket::Strategy strategy = blicket::Strategy::hybrid) {
  blicket::Task task;
  task.add_example("dax", "RED").add_example("lug", "BLUE").add_example("wif", "GREEN");
  task.add_example("dax fep", "RED RED RED").add_example("lug fep", "BLUE BLUE BLUE");
  task.add_query("wif fep").set_strategy(strategy).set_timeout(60s);
  return task;
}

void must_solve(const blicket::Solution& solution, const char* where) {
  must(solution.solved() && solution.answer(0).text() == "GREEN GREEN GREEN", where);
}

// Examples that keep a search busy for long: no grammar is soon ruled out, and none satisfies them.
blicket::Task hard() {
  blicket::Task task;
  unsigned state = 1;
  const auto below = [&](unsigned n) {
    state = (state * 1103515245u + 12345u) % (1u << 31);
    return (state >> 16) % n;
  };
  for (int example = 0; example < 12; ++example) {
    std::string input, output;
    for (int word = 0; word < 12; ++word) input += std::string(1, char('a' + below(8))) + " ";
    for (unsigned token = 20 + below(40); token > 0; --token) output += "X ";
    task.add_example(input, output);
  }
  task.set_timeout(1000s);
  return task;
}

// Whether there are networks; a runtime that is named has to work.
bool has_networks(const blicket::Engine& engine) {
  const auto warm = engine.try_warm_up();
  must(warm || !std::getenv("BLICKET_ONNXRUNTIME"), warm ? "" : warm.error().what());
  return bool(warm);
}

// Without threads a search in the background is refused, and a call that waits does the work itself.
void no_threads() {
  const auto engine = blicket::Engine::create(blicket::Options().set_threads(4));
  threads_are_refused = true;
  const auto search = engine.try_start(easy());
  must(!search && search.error().status() == blicket::Status::thread_unavailable, "a status");
  must(contains(search.error().what(), "no thread could be started"), search.error().what());
  must(contains(search.error().what(), "Resource temporarily unavailable"), search.error().what());
  must_solve(engine.solve(easy()), "solving without threads");
  int before = refused;
  const auto alone = engine.solve(hard().set_step_limit(20000));
  must(refused > before, "a search wants helpers");
  before = refused;
  if (has_networks(engine)) {
    must_solve(engine.solve(easy(blicket::Strategy::neural)), "a network without threads");
    must(refused > before, "a network wants a thread that watches it");
  }
  threads_are_refused = false;
  must_solve(engine.start(easy()).get(), "a search once there are threads again");
  const auto helped = blicket::Engine::create(blicket::Options().set_threads(4))
                          .solve(hard().set_step_limit(20000));
  must(helped.stop_reason() == alone.stop_reason() &&
           helped.grammar().text() == alone.grammar().text(), "the same with helpers and without");
}

// An exception out of a callback of the C header ends the process: nothing after it is run.
void throw_out_of_c() {
  const auto engine = blicket::Engine::create();
  const auto task = hard();
  const auto throws = [](const blicket_progress*, void*) -> std::uint32_t {
    throw std::runtime_error("thrown out of C");
  };
  blicket_search* search = nullptr;
  blicket_search_start(engine.get(), task.get(), throws, nullptr, &search, nullptr);
  blicket_search_wait(search, UINT64_MAX);
}

// An exception out of a callback of the C++ header cancels, and comes out where it is waited for.
void throw_out_of_cpp() {
  const auto engine = blicket::Engine::create();
  const auto search = engine.start(hard(), [](const blicket::Progress&) -> blicket::Flow {
    throw std::runtime_error("thrown out of C++");
  });
  std::string thrown;
  try {
    search.get();
  } catch (const std::runtime_error& error) {
    thrown = error.what();
  }
  must(thrown == "thrown out of C++", "what was thrown");
  must(search.result().stop_reason() == blicket::StopReason::cancelled, "it cancels");
}

// Also one that is thrown by the very last call, after the search is over.
void throw_at_the_end() {
  const auto engine = blicket::Engine::create();
  for (int round = 0; round < 20; ++round) {
    const auto search = engine.start(easy(), [](const blicket::Progress& progress) {
      if (progress.phase == blicket::Phase::done) throw std::runtime_error("thrown at the end");
      return blicket::Flow::go_on;
    });
    bool thrown = false;
    try {
      search.get();
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    must(thrown, "what the last call has thrown");
    must_solve(search.result(), "and what was found is there all the same");
  }
}

// A time that no clock can count is no limit, not none at all.
void wait_for_ever() {
  const auto engine = blicket::Engine::create();
  const double endless = 1e300;
  const auto waits = [&](auto time, const char* what) {
    const auto search = engine.start(easy().set_timeout(time));
    must(search.wait_for(time) == blicket::Waited::ready, what);
    must_solve(search.get(), what);
  };
  waits(std::chrono::hours::max(), "hours");
  waits(std::chrono::nanoseconds::max(), "nanoseconds");
  waits(std::chrono::duration<double>(endless), "seconds in a double");
  const auto busy = engine.start(hard());
  must(busy.wait_for(std::chrono::hours::min()) == blicket::Waited::timeout, "a negative time");
  must(busy.wait_for(std::chrono::duration<double>(-endless)) == blicket::Waited::timeout, "also");
  must(busy.wait_for(1us) == blicket::Waited::timeout, "a part of a millisecond");
}

void must_end_well(pid_t child, const char* what) {
  int status = 0;
  must(child > 0 && waitpid(child, &status, 0) == child, "a child");
  must(WIFEXITED(status) && WEXITSTATUS(status) == 0, what);
}

// A child has its own engines, and can let go of what it has inherited; the parent goes on.
void fork_and_go_on() {
  const auto engine = blicket::Engine::create(blicket::Options().set_threads(1));
  const bool networks = has_networks(engine);
  auto search = engine.start(hard());
  while (search.poll().phase == blicket::Phase::waiting) search.wait_for(1ms);
  const pid_t child = fork();
  if (child == 0) {
    const auto own = blicket::Engine::create();
    must_solve(own.solve(easy()), "solving in a child");
    must_solve(own.start(easy()).get(), "searching in a child");
    if (networks) must_solve(own.solve(easy(blicket::Strategy::neural)), "a network in a child");
    search.wait();  // returns, although no end will ever come here
    must(!search.done(), "a search of the parent is not over here");
    search.cancel();
    search = blicket::Search();
    std::_Exit(0);
  }
  must_end_well(child, "what the child found");
  must(!search.done(), "the parent's search goes on");
  search.cancel();
  must(search.get().stop_reason() == blicket::StopReason::cancelled, "and can be cancelled");
}

// A child that hangs is ended by the system, so that whoever waits for it does not.
constexpr unsigned long_seconds = 30;

// The same at moments when threads of the parent's searches have locks: whatever a child asks of a search that it
// has inherited, it does not wait for them.
void fork_among_searches() {
  const auto engine = blicket::Engine::create(blicket::Options().set_threads(2));
  const auto strategy = has_networks(engine) ? blicket::Strategy::neural : blicket::Strategy::deduce;
  blicket::Task task = hard();
  task.set_strategy(strategy);
  std::vector<blicket::Search> searches(6);
  for (int round = 0; round < 80; ++round) {
    for (auto& search : searches) {
      if (search.done()) search = engine.start(task);
    }
    std::this_thread::sleep_for(1ms);
    const pid_t child = fork();
    if (child == 0) {
      alarm(long_seconds);
      for (auto& search : searches) {
        (void)search.poll();
        search.wait();
        (void)search.result();
        search.cancel();
        search = blicket::Search();
      }
      std::_Exit(0);
    }
    must_end_well(child, "searches of the parent in a child");
  }
}

// The same while a search of the parent makes networks ready, at any moment of that: a child cannot
// finish that work, and is told so or has networks of its own, but does not wait for ever.
void fork_while_loading() {
  int loading = 0;
  for (int wait = 0; wait < 3000 && loading < 20; wait += 7) {
    // A process that has loaded nothing, for every moment.
    const pid_t cold = fork();
    if (cold == 0) {
      alarm(long_seconds);
      const auto engine = blicket::Engine::create();
      const auto search = engine.start(easy(blicket::Strategy::neural));
      std::this_thread::sleep_for(wait * 1ms);
      const bool was_done = search.done();
      const pid_t child = fork();
      if (child == 0) {
        alarm(long_seconds);
        const auto own = blicket::Engine::create();
        const auto warm = own.try_warm_up();
        if (!warm) {
          must(warm.error().status() == blicket::Status::runtime_unavailable, warm.error().what());
          must(contains(warm.error().what(), "this process was forked"), warm.error().what());
        }
        must_solve(own.solve(easy(blicket::Strategy::deduce)), "deduction in a child");
        if (warm) must_solve(own.solve(easy(blicket::Strategy::neural)), "a network in a child");
        std::_Exit(warm ? 0 : 3);
      }
      int status = 0;
      must(waitpid(child, &status, 0) == child && WIFEXITED(status), "a child that ends");
      const int code = WEXITSTATUS(status);
      must(code == 0 || code == 3, "a child that says why");
      must_solve(search.get(), "the parent's search");
      std::_Exit(was_done ? 4 : code);
    }
    int status = 0;
    must(cold > 0 && waitpid(cold, &status, 0) == cold && WIFEXITED(status), "a process");
    must(WEXITSTATUS(status) != 1, "what it found");
    if (WEXITSTATUS(status) == 4) break;  // all was ready before this moment
    loading += WEXITSTATUS(status) == 3;
  }
  must(loading > 0 || !std::getenv("BLICKET_ONNXRUNTIME"), "a moment at which networks are loaded");
}

// How many processes end in each of the cases below: `make test-exits` for a long look.
int exits() {
  const char* many = std::getenv("EXITS");
  return many ? std::atoi(many) : 12;
}

// Processes that end while something is at work, each at another moment: the runtime's destructors then run while
// searches would be inside it.
void must_exit_well(void (*at_work)(int)) {
  int dead = 0;
  for (int round = 0; round < exits(); ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(long_seconds);
      at_work(round);
      std::exit(7);
    }
    int status = 0;
    must(child > 0 && waitpid(child, &status, 0) == child, "a child");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 7) {
      ++dead;
      std::fprintf(stderr, "process %d: status %x\n", round, status);
    }
  }
  std::printf("%d of %d processes did not end as they should\n", dead, exits());
  std::fflush(stdout);
  must(dead == 0, "processes that end as they should");
}

// A moment that differs from process to process.
void wait_a_moment(int round) { std::this_thread::sleep_for(std::chrono::microseconds(10000 + round * 7919 % 50000)); }

void start_many(const blicket::Engine& engine, std::vector<blicket::Search>& searches) {
  blicket::Task task = hard();
  if (has_networks(engine)) task.set_strategy(blicket::Strategy::neural);
  for (int search = 0; search < 8; ++search) searches.push_back(engine.start(task));
}

// Nobody frees them.
void exit_among_searches() {
  must_exit_well([](int round) {
    const auto& engine = *new blicket::Engine(blicket::Engine::create());
    start_many(engine, *new std::vector<blicket::Search>);
    wait_a_moment(round);
  });
}

// C++ frees them, after the runtime's destructors have run.
void exit_frees_searches() {
  must_exit_well([](int round) {
    static const blicket::Engine engine = blicket::Engine::create();
    static std::vector<blicket::Search> searches;
    start_many(engine, searches);
    wait_a_moment(round);
  });
}

// Networks are being made ready, from before the library is loaded until after.
void exit_while_loading() {
  must_exit_well([](int round) {
    static const auto& engine = *new blicket::Engine(blicket::Engine::create());
    std::thread([] { (void)engine.try_warm_up(); }).detach();
    std::this_thread::sleep_for(std::chrono::microseconds(round * 40503LL % 400000));
  });
}

// A child that becomes another program may come from any moment.
void fork_and_exec(const char* program) {
  const auto engine = blicket::Engine::create();
  const auto search = engine.start(hard());
  const pid_t child = fork();
  if (child == 0) {
    execl(program, program, "solve", static_cast<char*>(nullptr));
    std::_Exit(9);
  }
  must_end_well(child, "what the program found");
}

// Which signals this process blocks, ignores and catches, as the system has it.
std::string signals() {
  std::ifstream status("/proc/self/status");
  std::string all;
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("SigBlk", 0) == 0 || line.rfind("SigIgn", 0) == 0 || line.rfind("SigCgt", 0) == 0) {
      all += line + "\n";
    }
  }
  must(all.size() == 3 * std::string("SigBlk:\t0000000000000000\n").size(), "three masks");
  return all;
}

// No signal is taken over or given back, whatever the host does with them.
void signals_stay() {
  std::signal(SIGINT, [](int) {});
  std::signal(SIGPIPE, SIG_IGN);
  std::thread([] {}).join();  // with its first thread, glibc takes two that are its own
  const auto before = signals();
  {
    const auto engine = blicket::Engine::create();
    must(signals() == before, "an engine");
    const bool networks = has_networks(engine);
    must(signals() == before, "networks");
    if (networks) must_solve(engine.solve(easy(blicket::Strategy::neural)), "a network");
    auto search = engine.start(hard());
    while (search.poll().phase == blicket::Phase::waiting) search.wait_for(1ms);
    must(signals() == before, "a search");
    search.cancel();
    must(search.get().stop_reason() == blicket::StopReason::cancelled, "and its end");
    must_solve(engine.solve(easy()), "solving");
  }
  must(signals() == before, "once all is freed");
}

struct Pages {
  std::size_t all = 0, resident = 0;
};

Pages pages() {
  Pages pages;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  must(file && std::fscanf(file, "%zu %zu", &pages.all, &pages.resident) == 2, "the size of this process");
  std::fclose(file);
  return pages;
}

// What many tasks took can go back to the system, although each freed handle is remembered.
void handles_are_freed() {
  const auto before = pages().resident;
  std::vector<blicket::Task> tasks;
  for (int task = 0; task < 30000; ++task) tasks.push_back(easy());
  const auto most = pages().resident;
  while (!tasks.empty()) tasks.pop_back();
  tasks.shrink_to_fit();
  malloc_trim(0);  // what the allocator keeps for itself is its own business
  const auto after = pages().resident;
  std::printf("pages: %zu, with tasks %zu, without %zu\n", before, most, after);
  std::fflush(stdout);
  must(after - before < (most - before) / 4, "memory of tasks that were freed");
}

// What a network takes for a large task goes back when it is done, not only with the engine.
void runs_are_freed() {
  const auto engine = blicket::Engine::create(blicket::Options().set_threads(1));
  if (!has_networks(engine)) return;
  must_solve(engine.solve(easy(blicket::Strategy::neural)), "a small task");
  const auto in_use = [] {
    const auto heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
  };
  const auto before = in_use();
  blicket::Task large = hard();
  for (int example = 0; example < 60; ++example) {
    std::string input, output;
    for (int word = 0; word < 20; ++word) input += "w" + std::to_string((example * 7 + word) % 40) + " ";
    for (int token = 0; token < 30; ++token) output += "T" + std::to_string((example + token) % 20) + " ";
    large.add_example(input, output);
  }
  (void)engine.solve(large.set_strategy(blicket::Strategy::neural).set_step_limit(50).set_timeout(2s));
  const auto after = in_use();
  std::printf("bytes in use: %zu, and %zu after a large task\n", before, after);
  std::fflush(stdout);
  must(after < before + (8u << 20), "memory of a run that is done");
}

// A limit of the machine that passes: what failed for it works afterwards, with the same engine.
void passing_fault() {
  rlimit before{};
  must(getrlimit(RLIMIT_NOFILE, &before) == 0, "the limit");
  const rlimit few{3, before.rlim_max};
  must(setrlimit(RLIMIT_NOFILE, &few) == 0, "a limit of open files");
  const auto engine = blicket::Engine::create();
  const auto refused = engine.try_warm_up();
  must(!refused && refused.error().status() == blicket::Status::runtime_unavailable, "a status");
  must(setrlimit(RLIMIT_NOFILE, &before) == 0, "the limit as it was");
  if (!std::getenv("BLICKET_ONNXRUNTIME")) return;
  must(contains(refused.error().what(), "may be later: "), refused.error().what());
  must(contains(refused.error().what(), "Too many open files"), refused.error().what());
  const auto later = engine.try_warm_up();
  must(bool(later), later ? "" : later.error().what());
  must_solve(engine.solve(easy(blicket::Strategy::neural)), "a network");
}

// Little memory, at each of many limits: networks are made ready and run, or it is said that there is no memory for
// them, which the runtime itself would not survive everywhere. What needs no network works on.
void little_memory() {
  if (!std::getenv("BLICKET_ONNXRUNTIME")) return;
  int refused = 0, ready = 0;
  for (rlim_t more = 1 << 20; more < (80 << 20); more += 5 << 19) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(long_seconds);
      const auto engine = blicket::Engine::create(blicket::Options().set_threads(1));
      const rlim_t size = pages().all * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + more;
      const rlimit limit{size, size};
      must(setrlimit(RLIMIT_AS, &limit) == 0, "a limit");
      const auto warm = engine.try_warm_up();
      if (!warm) {
        must(warm.error().status() == blicket::Status::runtime_unavailable, warm.error().what());
        must(contains(warm.error().what(), "may be later: "), warm.error().what());
      }
      must_solve(engine.solve(easy(blicket::Strategy::deduce)), "deduction");
      (void)engine.solve(easy(blicket::Strategy::neural));
      std::_Exit(warm ? 0 : 3);
    }
    int status = 0;
    must(child > 0 && waitpid(child, &status, 0) == child, "a child");
    if (!WIFEXITED(status)) std::fprintf(stderr, "with %zu MiB more: status %x\n", std::size_t(more >> 20), status);
    must(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 3), "a status");
    ++(WEXITSTATUS(status) == 3 ? refused : ready);
  }
  must(refused > 0 && ready > 0, "limits that are too low, and some that are not");
}

// ONNX Runtime as a host uses it for itself, by the numbers of functions in the table of its C interface, which only
// ever grows.
class HostsRuntime {
 public:
  explicit HostsRuntime(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    must(library != nullptr, "the host's own runtime");
    using Table = void* const*;
    struct Base {
      Table (*table)(std::uint32_t version);
    };
    functions_ = reinterpret_cast<Base* (*)()>(dlsym(library, "OrtGetApiBase"))()->table(20);
    const auto log = [](void*, int, const char*, const char*, const char*, const char*) { ++logged; };
    using Log = void (*)(void*, int, const char*, const char*, const char*, const char*);
    must(!function<void*(Log, void*, int, const char*, void**)>(4)(log, nullptr, 0, "host", &environment_), "its environment");
  }

  // How often the host's logger is called while a session is made.
  int session() {
    const int before = logged;
    void *options = nullptr, *made = nullptr;
    must(!function<void*(void**)>(10)(&options), "options");
    must(!function<void*(void*, const char*, void*, void**)>(7)(environment_, MODEL, options, &made), "a session");
    return logged - before;
  }

 private:
  template <class Function>
  Function* function(int number) {
    return reinterpret_cast<Function*>(functions_[number]);
  }

  static inline std::atomic<int> logged{0};
  void* const* functions_ = nullptr;
  void* environment_ = nullptr;
};

// A host that uses the same library of ONNX Runtime keeps its logger, and hears nothing of our sessions.
void hosts_logger() {
  const char* path = std::getenv("BLICKET_ONNXRUNTIME");
  if (!path) return;
  HostsRuntime host(path);
  const int before = host.session();
  must(before > 0, "a host's logger is called");
  const auto engine = blicket::Engine::create();
  must_solve(engine.solve(easy(blicket::Strategy::neural)), "a network");
  must(engine.runtime_path() == path, "the same library");
  must(host.session() >= before / 2, "its logger is called as before");
}

// Where the system refuses memory, the process ends: a budget is what a host can set instead.
void no_memory() {
  std::string rules;
  for (int rule = 0; rule < 500000; ++rule) rules += "w" + std::to_string(rule) + " -> X\n";
  const rlim_t size = pages().all * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (1 << 20);
  const rlimit limit{size, size};
  must(setrlimit(RLIMIT_AS, &limit) == 0, "a limit");
  (void)blicket::Grammar::try_parse(rules);
}

}  // namespace

// In place of the system's own: refuses when it is told to, as where the limit of threads is reached.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*run)(void*), void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (threads_are_refused) return ++refused, EAGAIN;
  return create(thread, attributes, run, argument);
}

int main(int count, char** arguments) {
  const std::string_view what = count > 1 ? arguments[1] : "";
  if (what == "solve") must_solve(blicket::Engine::create().solve(easy()), "solving");
  else if (what == "no-threads") no_threads();
  else if (what == "throw-out-of-c") throw_out_of_c();
  else if (what == "throw-out-of-cpp") throw_out_of_cpp();
  else if (what == "throw-at-the-end") throw_at_the_end();
  else if (what == "wait-for-ever") wait_for_ever();
  else if (what == "no-memory") no_memory();
  else if (what == "fork") fork_and_go_on();
  else if (what == "fork-among-searches") fork_among_searches();
  else if (what == "fork-while-loading") fork_while_loading();
  else if (what == "exit-among-searches") exit_among_searches();
  else if (what == "exit-frees-searches") exit_frees_searches();
  else if (what == "exit-while-loading") exit_while_loading();
  else if (what == "fork-exec") fork_and_exec(arguments[0]);
  else if (what == "handles") handles_are_freed();
  else if (what == "runs") runs_are_freed();
  else if (what == "passing-fault") passing_fault();
  else if (what == "little-memory") little_memory();
  else if (what == "host-logger") hosts_logger();
  else if (what == "signals") signals_stay();
  else must(false, "a case of this name");
}
