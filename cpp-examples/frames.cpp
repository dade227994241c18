// A game that learns while it draws: the search runs in the background, and the frame loop asks how
// far it is. Nothing here waits, so no frame is late because of it. A command with a word that no example
// shows is refused, and so is one that the examples leave open; when the player says what they mean, that is learnt
// while the game goes on.
#include <blicket/blicket.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;

namespace {

const std::initializer_list<blicket::Example> examples = {
    {"attack", "ATTACK"},
    {"hide", "HIDE"},
    {"run", "RUN"},
    {"attack twice", "ATTACK ATTACK"},
    {"hide run twice", "HIDE RUN HIDE RUN"},
    {"run then hide", "RUN HIDE"},
    {"attack twice then run", "ATTACK ATTACK RUN"},
    {"hide after attack", "ATTACK HIDE"},
};

// The game. How many frames there are depends on the machine, so only what they show is printed.
struct Game {
  std::size_t frames = 0;
  std::size_t satisfied = 0;

  void draw(const blicket::Progress& progress) {
    ++frames;
    // A bar that never goes back: the best so far does not get worse.
    if (progress.satisfied < satisfied) throw std::runtime_error("the bar went back");
    satisfied = progress.satisfied;
    std::this_thread::sleep_for(1ms);
  }
};

// Examples that keep a search busy for seconds: all outputs are of one token, so that nearly every
// grammar could be the one, and of random lengths, so that none is.
blicket::Task hard_task() {
  std::uint32_t state = 1;
  const auto below = [&](std::uint32_t n) {
    state = (state * 1103515245u + 12345u) & 0x7fffffffu;
    return (state >> 16) % n;
  };
  blicket::Task task;
  for (int i = 0; i < 12; ++i) {
    std::string input, output = "X";
    for (int word = 0; word < 12; ++word) input.append({char('a' + below(8)), ' '});
    for (std::uint32_t left = 19 + below(40); left > 0; --left) output.append(" X");
    task.add_example(input, output);
  }
  return task;
}

}  // namespace

int main() try {
  const auto engine = blicket::Engine::create();
  blicket::Task task;
  for (const blicket::Example& example : examples) {
    task.add_example(example.input, example.output);
  }
  task.add_query("run after hide").add_query("dodge after hide").add_query("run then attack after hide").set_timeout(20s);

  Game game;
  const blicket::Search search = engine.start(task);
  do {
    game.draw(search.poll());
  } while (!search.done());
  game.draw(search.poll());

  const blicket::Solution solution = search.get();
  std::cout << "drew frames until " << game.satisfied << " of " << solution.example_count()
            << " examples were satisfied\n";
  std::cout << "run after hide: " << solution.answer(0).text() << "\n";

  // Nothing is guessed: the player is asked, and the next search begins where this one was.
  const blicket::Answer refused = solution.answer(1);
  if (!refused) std::cout << "dodge after hide: not understood, because of \"" << refused.stuck_text() << "\"\n";
  const blicket::Answer open = solution.answer(2);
  if (!open) std::cout << "run then attack after hide: not sure, perhaps " << open.guess() << "\n";
  task.add_example("dodge", "DODGE").add_example("run then hide after attack", "ATTACK RUN HIDE");
  game.satisfied = 0;
  const blicket::Search lesson = engine.start(task);
  while (!lesson.done()) game.draw(lesson.poll());
  const blicket::Solution taught = lesson.get();
  std::cout << "dodge after hide: " << taught.answer(1).text() << "\n";
  std::cout << "run then attack after hide: " << taught.answer(2).text() << "\n";

  // The same with a deadline in mind: a frame may wait for a while, if there is nothing to draw.
  const blicket::Search other = engine.start(task);
  std::size_t waits = 1;
  while (other.wait_for(16ms) == blicket::Waited::timeout) ++waits;
  const blicket::Solution again = other.get();
  const bool same = again.grammar().text() == taught.grammar().text();
  std::cout << "a second search found " << (same ? "the same" : "another") << " grammar\n";

  // A search is stopped by its callback, too, and what that throws comes out where it is waited for.
  const blicket::Task hard = hard_task();
  const blicket::Search watched = engine.start(hard, [](const blicket::Progress& progress) {
    return progress.steps < 1 ? blicket::Flow::go_on : blicket::Flow::stop;
  });
  const blicket::StopReason reason = watched.get().stop_reason();
  std::cout << (reason == blicket::StopReason::cancelled ? "stopped by its callback\n" : "it ended\n");
  const blicket::Search thrown = engine.start(hard, [](const blicket::Progress&) -> blicket::Flow {
    throw std::runtime_error("the player has left");
  });
  try {
    thrown.get();
    std::cout << "nothing was thrown\n";
  } catch (const std::runtime_error& error) {
    std::cout << "thrown by its callback: " << error.what() << "\n";
  }
  return solution.solved() && taught.solved() && !refused && !open && open.has_guess() && same && game.frames > 1 && waits > 0 ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
