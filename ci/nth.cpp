// A host whose N-th allocation is refused: learns, stores, reads back and applies over the C header, and checks what it
// gets. nth.py runs it for one N a process, and says what may come of it.
//
//     nth WHAT N     WHAT: deduce, numbers, commands, networks (made ready before) or loading (made ready too); N: 0 for
//                    none, then the number of allocations is printed
//
// Exits with 0 if all went well, and with 3 if a call has said why it did not.
#include <blicket/blicket.h>

#include <dlfcn.h>
#include <execinfo.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

std::atomic<bool> is_armed{false};
std::atomic<long> allocations{0};
long refused = 0;

bool is_refused() { return is_armed && ++allocations == refused && (errno = ENOMEM, true); }

// Between these calls, which strace shows, is what the host asks of the library.
void begin() { (void)getppid(), is_armed = true; }
void end() { is_armed = false, (void)getppid(); }

// A crash says whether it came inside ONNX Runtime: of the parts that we know, whose code was called last?
void crashed(int signal, siginfo_t*, void* context) {
  void* frames[64];
  int count = backtrace(frames, 62);
#if defined(__x86_64__) && defined(__linux__)
  // Where a null pointer is called, nothing shows but where it was to return to.
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  if (registers[REG_RIP] == 0) frames[count++] = *reinterpret_cast<void* const*>(registers[REG_RSP]);
#endif
  const char* where = "elsewhere";
  for (int frame = 2; frame < count; ++frame) {
    Dl_info info{};
    if (!dladdr(frames[frame], &info) || !info.dli_fname) continue;
    // It is loaded by the number of the open file that was checked.
    if (std::strstr(info.dli_fname, "onnxruntime") || std::strstr(info.dli_fname, "/proc/self/fd")) {
      where = "inside ONNX Runtime";
      break;
    }
    if (std::strstr(info.dli_fname, "blicket")) {
      where = "inside blicket";
      break;
    }
  }
  (void)!write(2, "\nends ", 6);
  (void)!write(2, where, std::strlen(where));
  (void)!write(2, "\n", 1);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void watch_for_crashes() {
  struct sigaction action {};
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO;
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT}) sigaction(signal, &action, nullptr);
}

// A call that is refused says why. Who gets that ends here.
void ask(blicket_status status) {
  if (status == BLICKET_OK) return;
  end();
  std::printf("status %u\n", static_cast<unsigned>(status));
  std::fflush(stdout);
  std::_Exit(3);
}

void must(bool is_so, const char* what) {
  if (is_so) return;
  end();
  std::fprintf(stderr, "not so: %s\n", what);
  std::_Exit(1);
}

struct Example {
  const char *input, *output;
};

constexpr Example words[] = {{"dax", "RED"}, {"lug", "BLUE"}, {"wif", "GREEN"},
                             {"dax fep", "RED RED RED"}, {"lug fep", "BLUE BLUE BLUE"}};
constexpr Example numbers[] = {{"one", "1"}, {"two", "2"}, {"three", "3"}, {"ten", "10"}, {"twenty", "20"},
                               {"twenty one", "21"}, {"twenty three", "23"}, {"ten two", "12"}};
constexpr Example commands[] = {{"turn on the kitchen lamp", "ON ( lamp , kitchen )"},
                                {"turn off the kitchen lamp", "OFF ( lamp , kitchen )"},
                                {"turn on the hall heater", "ON ( heater , hall )"},
                                {"turn off the hall lamp please", "OFF ( lamp , hall )"},
                                {"turn on the bedroom heater", "ON ( heater , bedroom )"},
                                {"turn off the bedroom lamp please", "OFF ( lamp , bedroom )"}};

blicket_str text(std::string_view text) { return {text.data(), text.size()}; }
std::string_view view(blicket_str text) { return {text.data, text.len}; }

template <std::size_t N>
void learn(const blicket_engine* engine, const Example (&examples)[N], const char* query, const char* wanted,
           blicket_strategy strategy) {
  blicket_task* task = nullptr;
  ask(blicket_task_new(&task, nullptr));
  for (const auto& example : examples) {
    ask(blicket_task_add_example(task, text(example.input), text(example.output), nullptr));
  }
  ask(blicket_task_add_query(task, text(query), nullptr));
  ask(blicket_task_set_strategy(task, strategy, nullptr));
  ask(blicket_task_set_step_limit(task, 20000, nullptr));
  blicket_result* result = nullptr;
  ask(blicket_solve(engine, task, &result, nullptr));
  const blicket_grammar* learnt = blicket_result_grammar(result);
  // Networks that did not run have a problem that says so, and no grammar.
  if (!learnt && blicket_result_problem_count(result) > 0) ask(BLICKET_RUNTIME_UNAVAILABLE);
  must(learnt != nullptr, "a grammar");
  must(blicket_result_json(result).len > 0, "the result as data");
  // Stored, read back and applied, by each of the ways.
  blicket_grammar* stored = nullptr;
  ask(blicket_grammar_parse(blicket_grammar_text(learnt), &stored, nullptr));
  blicket_evaluation* evaluation = nullptr;
  ask(blicket_grammar_apply(stored, text(query), &evaluation, nullptr));
  must(view(blicket_evaluation_text(evaluation)) == wanted, "the answer of the grammar that was stored");
  blicket_explanation* explanation = nullptr;
  ask(blicket_grammar_explain(stored, text(query), &explanation, nullptr));
  must(blicket_explanation_text(explanation).len > 0, "an explanation");
  blicket_advice* advice = nullptr;
  ask(blicket_grammar_advise(stored, text("nothing like it"), 3, &advice, nullptr));
  blicket_search* search = nullptr;
  ask(blicket_search_start(engine, task, nullptr, nullptr, &search, nullptr));
  blicket_search_wait(search, UINT64_MAX);
  blicket_search_free(search);
  blicket_advice_free(advice);
  blicket_explanation_free(explanation);
  blicket_evaluation_free(evaluation);
  blicket_grammar_free(stored);
  blicket_result_free(result);
  blicket_task_free(task);
}

void run(std::string_view what) {
  blicket_options* options = nullptr;
  ask(blicket_options_new(&options, nullptr));
  ask(blicket_options_set_threads(options, 1, nullptr));
  // Rows without networks are about our own code. A hybrid search would ask ONNX Runtime.
  if (what != "networks" && what != "loading") ask(blicket_options_set_runtime_path(options, text("/nowhere"), nullptr));
  blicket_engine* engine = nullptr;
  ask(blicket_engine_new(options, &engine, nullptr));
  if (what == "networks") ask(blicket_engine_warm_up(engine, nullptr));
  begin();
  if (what == "deduce") learn(engine, words, "wif fep", "GREEN GREEN GREEN", BLICKET_STRATEGY_DEDUCE);
  else if (what == "numbers") learn(engine, numbers, "twenty two", "22", BLICKET_STRATEGY_DEDUCE);
  else if (what == "commands")
    learn(engine, commands, "turn on the hall lamp", "ON ( lamp , hall )", BLICKET_STRATEGY_HYBRID);
  else if (what == "networks" || what == "loading") {
    if (what == "loading") ask(blicket_engine_warm_up(engine, nullptr));
    learn(engine, words, "wif fep", "GREEN GREEN GREEN", BLICKET_STRATEGY_NEURAL);
  } else must(false, "a scenario of this name");
  end();
  blicket_engine_free(engine);
  blicket_options_free(options);
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return is_refused() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return is_refused() ? nullptr : __libc_calloc(count, size); }
void* realloc(void* old, std::size_t size) { return is_refused() ? nullptr : __libc_realloc(old, size); }
void* aligned_alloc(std::size_t align, std::size_t size) { return is_refused() ? nullptr : __libc_memalign(align, size); }
void* memalign(std::size_t align, std::size_t size) { return is_refused() ? nullptr : __libc_memalign(align, size); }
int posix_memalign(void** made, std::size_t align, std::size_t size) {
  if (is_refused()) return ENOMEM;
  *made = __libc_memalign(align, size);
  return *made ? 0 : ENOMEM;
}
}

int main(int count, char** arguments) {
  must(count == 3, "two arguments");
  // The first time it is asked, it loads a library.
  void* frames[4];
  (void)backtrace(frames, 4);
  watch_for_crashes();
  refused = std::atol(arguments[2]);
  run(arguments[1]);
  std::printf("%ld allocations\n", allocations.load());
}
