// What a host does with the library, a piece at a time. A piece that goes wrong throws.
#ifndef SOAK_WORK_HPP
#define SOAK_WORK_HPP

#include "tasks.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

namespace soak {

using namespace std::chrono_literals;
using blicket::StopReason;
using Random = std::mt19937;

inline void must(bool is_so, const std::string& what) {
  if (!is_so) throw std::runtime_error("not so: " + what);
}

// What all threads share.
struct Host {
  blicket::Engine engine = blicket::Engine::create();
  bool networks = bool(engine.try_warm_up());
  std::atomic<std::size_t> searches{0};

  // A result has to be the one that the same task had before, to the last bit of its confidences.
  void must_be_as_before(const std::string& name, const blicket::Solution& solution) {
    std::string text(solution.grammar().text());
    for (const auto& answer : solution.answers()) {
      char confidence[40];
      std::snprintf(confidence, sizeof confidence, " %a\n", answer.confidence());
      text.append(answer.text()).append(confidence);
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto& before = results_.emplace(name, text).first->second;
    must(text == before, name + " gives the same again, and now it is\n" + text + "and was\n" + before);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> results_;
};

inline void must_answer(Host& host, const std::string& name, const blicket::Solution& solution,
                        const Pairs& answers) {
  must(solution.grammar().get() && solution.answers().size() == answers.size(), name + " is solved");
  for (std::size_t i = 0; i < answers.size(); ++i) {
    must(solution.answer(i).text() == answers[i].second,
         name + ": " + answers[i].first + " is " + std::string(solution.answer(i).text()));
  }
  host.must_be_as_before(name, solution);
}

// Solves a task whose answers are known, in one of the two ways.
inline void solve(Host& host, const std::string& name, const blicket::Task& task,
                  const Pairs& answers, Random& random) {
  ++host.searches;
  const bool in_background = random() % 2;
  const auto solution = in_background ? host.engine.start(task).get() : host.engine.solve(task);
  must(solution.solved(), name + " is solved");
  must_answer(host, name, solution, answers);
}

inline void by_deduction(Host& host, Random& random) {
  const auto strategy = random() % 2 ? Strategy::deduce : Strategy::hybrid;
  solve(host, "MiniSCAN", task(miniscan, miniscan_answers, strategy), miniscan_answers, random);
}

inline void scan_commands(Host& host, Random& random) {
  const std::size_t draw = random() % 5;
  const auto answers = scan(draw + 7, 131, 10);
  const auto examples = scan(draw, 37, 60);
  solve(host, "SCAN " + std::to_string(draw), task(examples, answers), answers, random);
}

inline void number_words(Host& host, Random& random) {
  solve(host, "numbers", task(numbers, numbers_answers), numbers_answers, random);
}

// One example is wrong, and has to be the one that is given up.
inline void wrong_example(Host& host, Random&) {
  ++host.searches;
  auto examples = scan(0, 37, 40);
  examples[20].second = "I_LOOK I_LOOK";
  const auto answers = scan(3, 131, 5);
  const auto solution = host.engine.solve(task(examples, answers).set_noise(true));
  must(solution.unsatisfied().size() == 1 && solution.unsatisfied()[0].example == 20,
       "the wrong example is found");
  must_answer(host, "noise", solution, answers);
}

inline void by_networks(Host& host, Random& random) {
  if (!host.networks) return;
  const unsigned which = random() % 4;
  if (which == 0) {
    solve(host, "neural", task(miniscan, miniscan_answers, Strategy::neural), miniscan_answers, random);
  } else if (which == 1) {
    solve(host, "outside", task(sides, sides_answers), sides_answers, random);
  } else if (which == 2) {
    const auto examples = task(numbers, numbers_answers, Strategy::neural);
    solve(host, "numbers by networks", examples, numbers_answers, random);
  } else {
    ++host.searches;
    const auto greedy = host.engine.solve(task(miniscan, miniscan_answers, Strategy::greedy));
    host.must_be_as_before("greedy", greedy);
  }
}

// A task that gets one example after the other, and keeps what is known of it.
inline void one_more_example(Host& host, Random& random) {
  auto growing = task({}, miniscan_answers);
  for (std::size_t i = 0; i < miniscan.size(); ++i) {
    ++host.searches;
    growing.add_example(miniscan[i].first, miniscan[i].second);
    host.must_be_as_before("growing " + std::to_string(i), host.engine.solve(growing));
    if (random() % 4 == 0) growing.forget();
  }
}

// Ended by somebody before it can end by itself, in all the ways there are.
inline void ended(Host& host, Random& random) {
  ++host.searches;
  const auto soon = std::chrono::milliseconds(random() % 8);
  auto hard = endless();
  hard.set_strategy(host.networks && random() % 3 == 0 ? Strategy::neural : Strategy::deduce);
  switch (random() % 8) {
    case 0: {
      const auto search = host.engine.start(hard);
      std::this_thread::sleep_for(soon);
      search.cancel();
      must(search.get().stop_reason() == StopReason::cancelled, "a cancelled search says so");
      break;
    }
    case 1:
      must(host.engine.solve(hard.set_timeout(soon)).stop_reason() == StopReason::timeout,
           "a search whose time is up says so");
      break;
    case 2: {
      const auto search = host.engine.start(hard.set_timeout(soon + 1s));
      must(search.wait_for(soon) == blicket::Waited::timeout, "it still runs");
      break;  // freed while it runs
    }
    case 3: {
      const auto search = host.engine.start(hard, [](auto&) { return blicket::Flow::stop; });
      must(search.get().stop_reason() == StopReason::cancelled, "a callback stops a search");
      break;
    }
    case 4: {
      const auto search = host.engine.start(hard, [](auto&) -> blicket::Flow { throw 7; });
      int thrown = 0;
      try {
        search.get();
      } catch (int what) {
        thrown = what;
      }
      must(thrown == 7, "what a callback throws comes out");
      break;
    }
    case 5: {
      const auto search = host.engine.start(hard, [](auto&) { return blicket::Flow::go_on; });
      std::this_thread::sleep_for(soon);
      const auto so_far = search.result();
      must(so_far.stop_reason() == StopReason::running, "the best so far says that it runs");
      break;
    }
    case 6: {
      hard.set_strategy(Strategy::deduce).set_step_limit(100 + random() % 3 * 100);
      const auto stop = host.engine.solve(hard);
      must(stop.stop_reason() == StopReason::steps, "a search that is out of steps says so");
      break;
    }
    case 7: {
      const auto small = blicket::Engine::create(blicket::Options().set_memory_limit(1000));
      const auto stop = small.solve(task(scan(0, 37, 60), {}));
      must(stop.stop_reason() == StopReason::memory, "a search that is out of memory says so");
      break;
    }
  }
}

// An engine of its own; few of them load networks, which takes a quarter of a second.
inline void engines(Host& host, Random& random) {
  auto engine = blicket::Engine::create(blicket::Options().set_threads(1 + random() % 4));
  if (host.networks && random() % 50 == 0) engine.warm_up();
  ++host.searches;
  auto search = engine.start(task(miniscan, miniscan_answers, Strategy::deduce));
  engine = blicket::Engine();
  must_answer(host, "MiniSCAN", search.get(), miniscan_answers);
}

inline void grammars(Host&, Random& random) {
  const auto grammar = blicket::Grammar::parse(scan_grammar);
  auto again = blicket::Grammar::parse(grammar.text()).copy();
  blicket::Evaluation evaluation;
  for (const auto& [input, output] : scan(random() % 1000, 61, 50)) {
    must(again.apply(input, evaluation).text() == output, input + " is " + output);
  }
  must(!grammar.explain("walk around left twice").json().empty(), "an explanation has a text");
  must(again.apply("walk and fly").stuck_text() == "fly", "an unknown word is named");
  blicket::Limits limits;
  limits.steps = 10;
  again.set_limits(limits);
  must(again.apply("walk and walk and walk and walk").limit() == blicket::Limit::steps, "a limit");
}

inline void wrong_calls(Host& host, Random&) {
  using blicket::Status;
  const auto unread = blicket::Grammar::try_parse("a -> A\nb -> [x1]");
  must(!unread && unread.error().status() == Status::grammar && unread.error().line() == 2,
       "a grammar's error has a line");
  must(blicket::Grammar::try_parse("a\xff -> A").error().status() == Status::invalid_utf8, "UTF-8");
  must(blicket::Engine().try_solve(endless()).error().status() == Status::null_argument, "no engine");
  blicket::Task none;
  must(none.try_set_domain(static_cast<blicket::Domain>(9)).error().status() == Status::out_of_range,
       "a domain that there is not");
  const auto other = reinterpret_cast<blicket_task*>(host.engine.get());
  must(blicket_task_set_seed(other, 1, nullptr) == BLICKET_INVALID_HANDLE, "another type");
  const auto empty = host.engine.solve(none);
  must(empty.outcome() == blicket::Success::none && empty.problems().size() == 1, "no examples");
}

struct Kind {
  const char* name;
  void (*run)(Host&, Random&);
  unsigned often;  // of all weights
};

constexpr Kind kinds[] = {
    {"by deduction", by_deduction, 6}, {"SCAN", scan_commands, 2}, {"number words", number_words, 1},
    {"a wrong example", wrong_example, 1}, {"by networks", by_networks, 2},
    {"one more example", one_more_example, 3}, {"ended from outside", ended, 4},
    {"engines", engines, 3}, {"grammars", grammars, 4}, {"wrong calls", wrong_calls, 4}};

}  // namespace soak

#endif  // SOAK_WORK_HPP
