// One grammar for eight threads, in C++17: it is shared as const, without a lock. Each thread has
// an evaluation of its own, which it uses for all of its commands. What it does not know, "fly", is refused
// everywhere, until it is taught; and what rules that were learnt leave open is refused in all threads.
#include <blicket/blicket.hpp>

#include <array>
#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

constexpr std::string_view grammar_text = R"(
x1 and x2 -> [x1] [x2]
x1 after x2 -> [x2] [x1]
x1 twice -> [x1] [x1]
x1 thrice -> [x1] [x1] [x1]
u1 left -> LEFT [u1]
u1 right -> RIGHT [u1]
walk -> WALK
run -> RUN
jump -> JUMP
)";

constexpr std::size_t thread_count = 8, commands_per_thread = 4000;

// One half of a command, and what the grammar makes of it: nothing for "fly", which is unknown.
struct Part {
  std::string words, tokens;
};

Part part(std::size_t number) {
  static constexpr std::array<std::string_view, 4> verbs = {"walk", "run", "jump", "fly"};
  static constexpr std::array<std::string_view, 4> verb_tokens = {"WALK", "RUN", "JUMP", ""};
  static constexpr std::array<std::string_view, 3> sides = {"", " left", " right"};
  static constexpr std::array<std::string_view, 3> side_tokens = {"", "LEFT ", "RIGHT "};
  static constexpr std::array<std::string_view, 3> times = {"", " twice", " thrice"};
  const std::size_t verb = number % 4, side = number / 4 % 3, time = number / 12 % 3;

  Part part;
  part.words.append(verbs[verb]).append(sides[side]).append(times[time]);
  if (verb_tokens[verb].empty()) return part;
  for (std::size_t i = 0; i <= time; ++i) {
    part.tokens.append(i ? " " : "").append(side_tokens[side]).append(verb_tokens[verb]);
  }
  return part;
}

// What one thread saw.
struct Tally {
  std::size_t values = 0, stuck = 0, tokens = 0, wrong = 0;
};

Tally work(const blicket::Grammar& grammar, std::size_t thread) {
  Tally tally;
  blicket::Evaluation evaluation;
  for (std::size_t i = 0; i < commands_per_thread; ++i) {
    const Part a = part(thread + i), b = part(thread + i / 36);
    const bool in_order = i % 2 == 0, known = !a.tokens.empty() && !b.tokens.empty();
    grammar.apply(a.words + (in_order ? " and " : " after ") + b.words, evaluation);
    if (evaluation) {
      const std::string expected = in_order ? a.tokens + " " + b.tokens : b.tokens + " " + a.tokens;
      ++tally.values;
      tally.tokens += evaluation.token_count();
      tally.wrong += !known || evaluation.text() != expected;
    } else {
      ++tally.stuck;
      tally.wrong += known || evaluation.stuck_text() != "fly";
    }
  }
  return tally;
}

// Two examples more than words leave open which of them "thrice" is of: how many of the threads act on it.
std::size_t sure_of(const blicket::Engine& engine, const blicket::Task& task, std::string_view command) {
  const auto solution = engine.solve(task);
  const blicket::Grammar grammar = solution.grammar().copy();
  std::array<bool, thread_count> sure{};
  std::array<std::thread, thread_count> threads;
  for (std::size_t i = 0; i < thread_count; ++i) {
    threads[i] = std::thread([&, i] { sure[i] = grammar.apply(command).has_value(); });
  }
  for (std::thread& thread : threads) thread.join();
  std::size_t count = 0;
  for (const bool one : sure) count += one;
  return count;
}

int main() {
  const auto grammar = blicket::Grammar::parse(grammar_text);
  std::array<Tally, thread_count> tallies;
  std::array<std::thread, thread_count> threads;
  for (std::size_t i = 0; i < thread_count; ++i) {
    threads[i] = std::thread([&, i] { tallies[i] = work(grammar, i); });
  }
  for (std::thread& thread : threads) thread.join();

  Tally sum;
  for (std::size_t i = 0; i < thread_count; ++i) {
    const Tally& tally = tallies[i];
    std::cout << "thread " << i << ": " << tally.values << " values, " << tally.stuck
              << " stuck, " << tally.tokens << " tokens\n";
    sum.values += tally.values;
    sum.stuck += tally.stuck;
    sum.tokens += tally.tokens;
    sum.wrong += tally.wrong;
  }
  std::cout << sum.values + sum.stuck << " commands: " << sum.values << " values, " << sum.stuck
            << " stuck, " << sum.tokens << " tokens, " << sum.wrong << " wrong\n";
  // Taught while others run what they have: a grammar is not changed, but exchanged for another.
  const auto taught = blicket::Grammar::parse(std::string(grammar.text()) + "\nfly -> FLY\n");
  std::cout << "fly left twice: " << (grammar.apply("fly left twice") ? "known" : "refused") << ", then "
            << taught.apply("fly left twice").text() << "\n";

  const auto engine = blicket::Engine::create();
  blicket::Task task;
  task.add_example("walk", "WALK").add_example("jump", "JUMP");
  task.add_example("walk thrice", "WALK WALK WALK").add_example("walk jump", "WALK JUMP");
  const std::size_t before = sure_of(engine, task, "jump walk thrice");
  task.add_example("walk jump thrice", "WALK JUMP JUMP JUMP");
  const std::size_t after = sure_of(engine, task, "jump walk thrice");
  std::cout << "jump walk thrice, which the examples leave open: " << before << " threads are sure, then " << after << "\n";
  return before == 0 && after == thread_count && sum.wrong == 0 && sum.values + sum.stuck == thread_count * commands_per_thread ? 0 : 1;
}
