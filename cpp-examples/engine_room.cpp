// Inside a game engine, in C++17 without exceptions and RTTI: the functions try_* return a Result,
// and a subsystem keeps its grammars between calls. Numbers in words, what happens at the edge of
// 64 bits, and signals that are learnt from examples.
#include <blicket/blicket.hpp>

#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>
#include <utility>

constexpr std::string_view number_words = R"(
%numbers
one -> 1
two -> 2
three -> 3
seven -> 7
nine -> 9
ten -> 10
twenty -> 20
x1 million y1 -> [x1]*1000000 + [y1]
x1 thousand y1 -> [x1]*1000 + [y1]
x1 hundred y1 -> [x1]*100 + [y1]
u1 x1 -> [u1] + [x1]
)";

// Reads numbers from speech. A member of some engine class: default-constructed, loaded later.
class SpokenNumbers {
 public:
  // Takes a new grammar; if it cannot be read, the old one stays, and the log says why.
  bool load(std::string_view text) {
    auto grammar = blicket::Grammar::try_parse(text);
    if (!grammar) {
      std::printf("not loaded: %s\n", grammar.error().what());
      return false;
    }
    if (grammar->domain() != blicket::Domain::numbers) {
      std::printf("not loaded: the grammar gives words, and numbers are needed\n");
      return false;
    }
    grammar_ = *std::move(grammar);
    return true;
  }

  // The number, or nothing; the log says why. Allocates nothing once it is warm.
  std::optional<std::int64_t> read(std::string_view words) {
    if (auto done = grammar_.try_apply(words, evaluation_); !done) {
      std::printf("failed: %s\n", done.error().what());
      return std::nullopt;
    }
    switch (evaluation_.outcome()) {
      case blicket::Outcome::value:
        std::printf("%" PRId64 "\n", *evaluation_.number());
        break;
      case blicket::Outcome::stuck:
        for (std::string_view word : evaluation_.stuck_words()) {
          std::printf("unknown: %.*s\n", static_cast<int>(word.size()), word.data());
        }
        break;
      case blicket::Outcome::refused:  // only by a grammar that was learnt, where examples leave something open
        std::puts("not sure");
        break;
      case blicket::Outcome::limit:
        std::puts(evaluation_.limit() == blicket::Limit::overflow ? "too large for 64 bits"
                                                                  : "too much work");
        break;
    }
    return evaluation_.number();
  }

  // How much work one input may be, so that nobody's sentence costs a frame.
  bool set_steps(std::uint64_t steps) {
    blicket::Limits limits = grammar_.limits();
    limits.steps = steps;
    return bool(grammar_.try_set_limits(limits));
  }

 private:
  blicket::Grammar grammar_;
  blicket::Evaluation evaluation_;
};

// Learns a guard's signals. That the examples do not fit together would be told by the solution; a
// failure is something else, for instance text that is not UTF-8.
bool learn_signals(const blicket::Engine& engine) {
  const blicket::Example support[] = {
      {"lamp", "LIGHT"}, {"horn", "SOUND"}, {"lamp thrice", "LIGHT LIGHT LIGHT"}, {"lamp horn", "LIGHT SOUND"}};
  auto solution = engine.try_synthesize(support, {"horn thrice", "bell thrice", "horn lamp thrice"}, std::chrono::seconds(20));
  if (!solution || !solution->solved()) return false;
  // A signal that nobody showed is refused; shown, it is known in all that is said of it.
  if (solution->answer(1)) return false;
  const std::string_view unknown = solution->answer(1).stuck_text();
  std::printf("bell thrice: refused, because of %.*s\n", static_cast<int>(unknown.size()), unknown.data());
  // What the examples leave open is refused, too; a guess is there to ask back with.
  const blicket::Answer open = solution->answer(2);
  if (open || !open.has_guess()) return false;
  std::printf("horn lamp thrice: %.0f%% sure, which is not enough\n", 100 * open.confidence());
  const blicket::Example more[] = {support[0], support[1], support[2], support[3], {"bell", "RING"},
                                   {"lamp horn thrice", "LIGHT SOUND SOUND SOUND"}};
  auto taught = engine.try_synthesize(more, {"bell thrice", "horn lamp thrice"}, std::chrono::seconds(20));
  if (!taught || taught->answer(0).text() != "RING RING RING") return false;
  if (taught->answer(1).text() != "SOUND LIGHT LIGHT LIGHT") return false;
  std::printf("bell thrice, after a lesson: %.0f%% sure\n", 100 * taught->answer(0).confidence());
  const std::string_view answer = solution->answer(0).text();
  std::printf("horn thrice: %.*s\n", static_cast<int>(answer.size()), answer.data());

  blicket::Task task;
  if (!task.try_add_example("lamp", "LIGHT") || !task.try_set_step_limit(0)) return false;
  auto nothing = engine.try_solve(task);
  if (!nothing || nothing->grammar() || nothing->stop_reason() != blicket::StopReason::steps) {
    return false;
  }
  auto failed = task.try_add_query("\xff");
  if (failed) return false;
  std::printf("failed: %s\n", failed.error().what());
  return answer == "SOUND SOUND SOUND";
}

int main() {
  if (!blicket::check_abi()) return 1;

  // Running a grammar needs no engine; learning one does. Ask for the processor, and see.
  blicket::Options options;
  if (!options.try_set_device(blicket::Device::cpu)) return 1;
  auto engine = blicket::Engine::try_create(options);
  if (!engine || engine->device() != blicket::Device::cpu) return 1;
  std::puts("engine on the processor");

  SpokenNumbers numbers;
  bool good = !numbers.read("three");  // nothing is loaded yet: a failure, not a crash
  good &= !numbers.load("one -> 1\ntwo -> 2\n");
  good &= !numbers.load("%numbers\none -> 1\ntwo -> II\n");
  good &= numbers.load(number_words);
  good &= numbers.read("three hundred twenty seven") == 327;
  good &= numbers.read("two million nine hundred thousand ten") == 2900010;
  good &= numbers.read("nine million million million") == 9000000000000000000;
  good &= !numbers.read("ten million million million");
  good &= !numbers.read("three hundred umpteen");
  good &= !numbers.read("three \xff");  // not UTF-8
  good &= numbers.set_steps(10);
  good &= !numbers.read("nine hundred thousand nine hundred twenty seven");
  good &= numbers.read("seven") == 7;
  good &= learn_signals(*engine);
  return good ? 0 : 1;
}
