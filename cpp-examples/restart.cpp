// A robot learns what a person teaches it, while the person goes on talking: every new sentence
// cancels the search that runs and starts another, which begins where that one was. Without
// exceptions, as robots have it.
#include <blicket/blicket.hpp>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

using namespace std::chrono_literals;

namespace {

struct Lesson {
  std::string_view said, done;
};

constexpr Lesson lessons[] = {
    {"lift", "UP"},
    {"drop", "DOWN"},
    {"turn", "SPIN"},
    {"lift again", "UP UP"},
    {"lift and turn", "UP SPIN"},
    {"drop again and lift", "DOWN DOWN UP"},
    {"turn before drop", "DOWN SPIN"},
    {"lift and drop before turn", "SPIN UP DOWN"},
    {"turn and lift again", "SPIN UP UP"},
    {"turn before drop again", "DOWN DOWN SPIN"},
};

class Robot {
 public:
  explicit Robot(blicket::Engine engine) : engine_(std::move(engine)) {}

  // The person speaks again: what runs is out of date. The new search takes its place at once.
  bool hear(const Lesson& lesson) {
    if (search_.handle() && !search_.done()) search_.cancel();
    if (!task_.try_add_example(lesson.said, lesson.done)) return false;
    auto started = engine_.try_start(task_);
    if (!started) return false;
    search_ = *std::move(started);
    ++started_;
    return true;
  }

  // The person is silent: time to find out what was meant.
  blicket::Solution understand() {
    auto solution = search_.try_get();
    return solution ? *std::move(solution) : blicket::Solution();
  }

  bool ask(std::string_view what) { return bool(task_.try_add_query(what)); }
  int started() const { return started_; }

 private:
  blicket::Engine engine_;
  blicket::Task task_;
  blicket::Search search_;
  int started_ = 0;
};

void print(std::string_view label, std::string_view text) {
  std::printf("%.*s%.*s\n", int(label.size()), label.data(), int(text.size()), text.data());
}

}  // namespace

int main() {
  auto engine = blicket::Engine::try_create();
  if (!engine) return 1;
  Robot robot(*std::move(engine));
  constexpr std::string_view query = "drop before lift again";
  if (!robot.ask(query) || !robot.ask("drop and lift again")) return 1;

  // Nobody waits between sentences; but for a moment in the middle, when a result is asked for.
  std::size_t heard = 0;
  for (const Lesson& lesson : lessons) {
    if (!robot.hear(lesson)) return 1;
    if (++heard == 5) {
      const blicket::Solution so_far = robot.understand();
      std::printf("after %zu sentences, %zu of them understood, ", heard, so_far.satisfied_count());
      print("and \"before\" ", so_far.answer(0).is_stuck() ? "is a new word" : "is known");
      // Nobody has shown yet what is done again, so the robot stands still.
      const blicket::Answer open = so_far.answer(1);
      if (open || !open.has_guess()) return 1;
      print("drop and lift again: not sure, perhaps ", open.guess());
    }
  }
  const blicket::Solution solution = robot.understand();
  std::printf("after %d sentences and as many searches, %zu of them understood\n", robot.started(),
              solution.satisfied_count());
  print("drop before lift again: ", solution.answer(0).text());
  print("drop and lift again: ", solution.answer(1).text());
  for (std::string_view rule : solution.grammar().rules()) print("  ", rule);
  return solution.solved() && solution.answer(0).text() == "UP UP DOWN" && solution.answer(1) ? 0 : 1;
}
