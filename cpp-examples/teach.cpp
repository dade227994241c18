// A game whose players teach it new words while it runs. What it does not understand it does not guess at: it
// asks, and what the player says becomes an example. What is wrong is corrected, and what is no command is said to
// be none. Here the players are a script, so that the transcript is a test.
#include <blicket/blicket.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

class Game {
 public:
  Game() : engine_(blicket::Engine::create()) {}

  // What a command means, if the game is sure enough to act on it.
  std::optional<std::string> understand(std::string_view command) {
    blicket::Task asked = task();
    asked.add_query(command);
    const auto solution = engine_.solve(asked);
    const auto answer = solution.answer(0);
    if (!answer.has_value()) return std::nullopt;
    return std::string(answer.text());
  }

  void teach(std::string command, std::string meaning) {
    for (auto& known : lessons_) {
      if (known.first == command) return void(known.second = std::move(meaning));
    }
    lessons_.emplace_back(std::move(command), std::move(meaning));
  }
  void deny(std::string command) { denied_.push_back(std::move(command)); }
  void forget_last() {
    if (!lessons_.empty()) lessons_.pop_back();
  }

  // What the game would like to know: a sentence, and what it might mean.
  void wonder() {
    const auto solution = engine_.solve(task());
    if (solution.questions().size() == 0) {
      std::cout << "game:   I have no question.\n";
      return;
    }
    const auto question = solution.questions()[0];
    std::cout << "game:   What is \"" << question.input() << "\"?";
    for (const auto& answer : question.answers()) {
      std::cout << " [" << answer.text().value_or("no command") << "]";
    }
    std::cout << "\n";
  }

  // All that it was taught.
  blicket::Task task() const {
    blicket::Task task;
    task.set_timeout(20s).set_questions(1);
    for (const auto& [command, meaning] : lessons_) task.add_example(command, meaning);
    for (const auto& command : denied_) task.add_no_sentence(command);
    return task;
  }

 private:
  blicket::Engine engine_;
  std::vector<std::pair<std::string, std::string>> lessons_;
  std::vector<std::string> denied_;
};

void play(Game& game, const std::string& command) {
  std::cout << "player: " << command << "\n";
  const auto meaning = game.understand(command);
  if (meaning) std::cout << "game:   " << *meaning << "\n";
  else std::cout << "game:   I do not understand that.\n";
}

// Slips of the keyboard are noticed before anything is learnt from them.
void look_for_slips(const Game& game) {
  const auto remarks = game.task().lint();
  for (const auto& remark : remarks.all()) {
    if (remark.severity == "note") continue;
    std::cout << "game:   Example " << remark.example + 1 << ": did you mean " << remark.suggestion
              << " by " << remark.found << "?\n";
  }
}

void tell(Game& game, const std::string& command, const std::string& meaning) {
  std::cout << "player: \"" << command << "\" means " << meaning << "\n";
  game.teach(command, meaning);
}

}  // namespace

int main() try {
  Game game;
  for (const auto& [command, meaning] : std::vector<std::pair<std::string, std::string>>{
           {"take the sword", "TAKE ( sword )"},
           {"take the lamp", "TAKE ( lamp )"},
           {"drop the sword", "DROP ( sword )"},
           {"drop the rope", "DROP ( rope )"},
           {"look", "LOOK"},
           {"look then take the rope", "LOOK ; TAKE ( rope )"},
           {"drop the lamp then look", "DROP ( lamp ) ; LOOK"},
       }) {
    game.teach(command, meaning);
  }
  // Nobody showed this sentence.
  play(game, "take the rope then drop the sword");
  // A word that nobody showed is not guessed at.
  play(game, "polish the sword");
  tell(game, "polish the sword", "POLISH ( sword )");
  tell(game, "polish the lamp", "POLISH ( lamp )");
  play(game, "polish the rope then look");
  // A slip is noticed, and taken back.
  tell(game, "grab the lamp", "TAKE ( lmap )");
  look_for_slips(game);
  std::cout << "player: no, forget that\n";
  game.forget_last();
  tell(game, "grab the lamp", "TAKE ( lamp )");
  tell(game, "grab the sword", "TAKE ( sword )");
  play(game, "grab the rope");
  // A sentence that is cut off is refused.
  play(game, "take the");
  game.wonder();
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
