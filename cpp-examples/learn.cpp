// A fighting game learns its command language, in C++17 with exceptions. A designer types what
// commands mean; the game finds the rules, answers commands that nobody typed, says where the
// examples leave something open, and names examples that contradict each other.
#include <blicket/blicket.hpp>

#include <chrono>
#include <cmath>
#include <exception>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// What the designer has typed. The last example does not say much.
const std::vector<blicket::Example> typed = {
    {"punch", "PUNCH"},
    {"kick", "KICK"},
    {"block", "BLOCK"},
    {"roll", "ROLL"},
    {"punch twice", "PUNCH PUNCH"},
    {"kick punch twice", "KICK PUNCH KICK PUNCH"},
    {"punch then kick", "PUNCH KICK"},
    {"kick twice then punch", "KICK KICK PUNCH"},
    {"block then roll twice", "BLOCK ROLL ROLL"},
    {"punch then kick then block", "PUNCH KICK BLOCK"},
    {"roll punch then block", "ROLL PUNCH BLOCK"},
    {"kick after kick", "KICK KICK"},
};

// What players will say.
const std::vector<std::string> commands = {
    "block twice", "roll then punch twice", "kick block twice then roll", "punch after roll", "dodge twice",
};

// All that a command could mean, by the grammars that satisfy the examples.
std::set<std::string> readings(const blicket::Solution& solution, std::string_view command) {
  std::set<std::string> texts = {std::string(solution.grammar().apply(command).guess())};
  for (const blicket::Alternative& other : solution.alternatives()) {
    texts.emplace(other.grammar.apply(command).text());
  }
  return texts;
}

// Learns from a task that the caller keeps and adds to, and tells what came of it.
blicket::Solution learn(const blicket::Engine& engine, const blicket::Task& task) {
  blicket::Solution solution = engine.solve(task);
  std::cout << "learnt from " << task.example_count() << " examples, of which "
            << solution.satisfied_count() << " are satisfied\n";
  std::size_t number = 0;
  for (blicket::Answer answer : solution.answers()) {
    const std::string& command = commands[number++];
    std::cout << "  " << command << ": ";
    if (answer) {
      std::cout << answer.text() << " (" << std::lround(100 * answer.confidence()) << "%)\n";
    } else if (!answer.has_guess()) {
      std::cout << "no answer, because of \"" << answer.stuck_text() << "\"\n";
    } else {
      std::cout << "the examples leave this open\n";
      for (const auto& text : readings(solution, command)) std::cout << "    " << text << "?\n";
    }
  }
  return solution;
}

int main() try {
  const auto engine = blicket::Engine::create();
  blicket::Task task;
  task.set_seed(1).set_timeout(std::chrono::seconds(20));
  for (const blicket::Example& example : typed) task.add_example(example.input, example.output);
  for (const std::string& command : commands) task.add_query(command);

  // "kick after kick" is the same either way, and the game notices before a player does.
  blicket::Solution solution = learn(engine, task);
  bool good = solution.solved() && !solution.answer(3).has_value();
  // A word that nobody has shown is not guessed at.
  good &= !solution.answer(4).has_value() && !solution.answer(4).has_guess();

  // So the designer shows what "after" means, and which goes first, "after" or "then"; and the new word.
  task.add_example("punch then kick after roll", "ROLL PUNCH KICK")
      .add_example("block after punch twice", "PUNCH PUNCH BLOCK")
      .add_example("dodge", "DODGE");
  std::cout << "\nthree more: ";
  solution = learn(engine, task);
  good &= solution.solved() && solution.answer(3).text() == "ROLL PUNCH";
  good &= solution.answer(4).text() == "DODGE DODGE";

  // The rules are there to be read, and to be stored with the level. A solution keeps its grammar;
  // a copy is the game's own, and runs without an engine.
  const blicket::Grammar grammar = solution.grammar().copy();
  std::cout << "\nthe rules:\n";
  for (std::string_view rule : grammar.rules()) std::cout << "  " << rule << "\n";
  std::cout << "\n" << grammar.explain("roll after kick block twice").text();
  good &= grammar.apply("roll after kick block twice").text() == "KICK BLOCK KICK BLOCK ROLL";
  const blicket::Evaluation dance = grammar.apply("dance twice");
  good &= dance.stuck_text() == "dance";
  good &= dance.json() == R"({"output":null,"stuck":["dance"],"reason":null,"slots":[]})";

  // A slip, some weeks later: "roll" has had another meaning before.
  task.add_example("roll", "JUMP");
  std::cout << "\none more, by mistake: ";
  solution = learn(engine, task);
  for (blicket::Problem problem : solution.problems()) {
    std::cout << "problem: " << problem.text() << "\n";
    good &= problem.kind() == blicket::ProblemKind::contradiction;
    good &= problem.examples().size() == 2 && problem.examples()[1] == 15;
    good &= problem.strings()[0] == "roll" && problem.queries().empty() && problem.numbers().empty();
  }
  good &= solution.json().find("{\"kind\":\"contradiction\"") != std::string_view::npos;
  // Every option can be set by its name, too.
  good &= !task.try_set("noise", "perhaps") && task.try_set("noise", "false");
  for (const blicket::Unsatisfied& example : solution.unsatisfied()) {
    std::cout << "example " << example.example + 1 << " still gives "
              << example.instead.value_or("nothing") << "\n";
    good &= example.example == 15;
  }
  good &= solution.outcome() == blicket::Success::best && solution.satisfied_count() == 15;
  return good ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
