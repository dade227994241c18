// What blicket does, in a minute: `make demo` builds and runs this.

#include <blicket/blicket.hpp>

#include <cmath>
#include <exception>
#include <iomanip>
#include <iostream>
#include <string_view>
#include <vector>

namespace {

// What a robot was told, and what it was then shown to do.
const std::vector<blicket::Example> kShown = {
    {"walk", "WALK"},
    {"jump", "JUMP"},
    {"walk left", "LEFT WALK"},
    {"jump right", "RIGHT JUMP"},
    {"walk left twice", "LEFT WALK LEFT WALK"},
    {"jump and walk twice", "JUMP WALK WALK"},
    {"jump right and walk", "RIGHT JUMP WALK"},
    {"walk twice after jump right", "RIGHT JUMP WALK WALK"},
    {"walk and jump after walk left", "LEFT WALK WALK JUMP"},
};

const std::vector<std::string_view> kNew = {
    "jump left twice",
    "walk right after jump left twice",
    "jump left and walk right twice",
    "jump left and walk twice after jump",
};

const char* const kFrench = R"(
%numbers
un -> 1
deux -> 2
trois -> 3
quatre -> 4
dix -> 10
sept -> 7
vingt -> 20
soixante -> 60
x1 million y1 -> [x1]*1000000 + [y1]
mille y1 -> 1000 + [y1]
x1 mille y1 -> [x1]*1000 + [y1]
cent y1 -> 100 + [y1]
x1 cent y1 -> [x1]*100 + [y1]
quatre vingt y1 -> 80 + [y1]
u1 x1 -> [u1] + [x1]
)";

// The left column of a table.
std::ostream& left(std::string_view text) {
  return std::cout << "  " << std::left << std::setw(38) << text;
}

void answer(blicket::GrammarView grammar, std::string_view input) {
  const blicket::Evaluation evaluation = grammar.apply(input);
  if (evaluation) {
    left(input) << evaluation.text() << "\n";
  } else {
    left(input) << "no answer: no rule matches \"" << evaluation.stuck_text() << "\"\n";
  }
}

// From examples to rules, and from rules to answers.
blicket::Grammar learn(const blicket::Engine& engine) {
  std::cout << kShown.size()
            << " orders, and what a robot does. blicket knows none of the words:\n\n";
  for (const blicket::Example& example : kShown) left(example.input) << example.output << "\n";

  const blicket::Solution solution = engine.synthesize(kShown, kNew);
  std::cout << "\nIt finds rules that explain all of them (u is one word, x one or more, and\n"
               "brackets are what those words mean; the first rule that fits is used):\n\n";
  for (std::string_view rule : solution.grammar().rules()) std::cout << "  " << rule << "\n";

  std::cout << "\nSo it can answer orders that it was never shown, and says how sure it is:\n\n";
  std::size_t number = 0;
  for (blicket::Answer answer : solution.answers()) {
    left(kNew[number++]) << std::setw(33) << answer.text()
                         << std::lround(100 * answer.confidence()) << "%\n";
  }
  return solution.grammar().copy();
}

}  // namespace

int main() try {
  std::cout << "blicket " << blicket::version() << ", linked from C++\n\n";
  const auto engine = blicket::Engine::create();
  const auto robot = learn(engine);

  std::cout << "\nRules are text: to read, to store, to run without learning again. They are\n"
               "applied exactly, and every answer can be explained:\n\n";
  answer(robot, "jump twice and walk right twice");
  answer(robot, "walk left and dance twice");
  std::cout << "\n" << robot.explain("walk twice after jump left").text();

  const auto french = blicket::Grammar::parse(kFrench);
  std::cout << "\nRules can be written by hand as well, also for numbers. French, from "
            << french.rule_count() << " rules:\n\n";
  answer(french, "quatre vingt dix sept");
  answer(french, "deux million trois cent mille quatre");

  std::cout << "\nMistakes are found and named, in rules and in examples:\n\n";
  const auto wrong = blicket::Grammar::try_parse("walk -> WALK\nx1 twice -> [x1] [x2]\n");
  std::cout << "  " << wrong.error().what() << "\n";
  const auto torn = engine.synthesize({{"walk", "WALK"}, {"jump", "JUMP"}, {"walk", "RUN"}}, {});
  for (std::string_view problem : torn.problems()) std::cout << "  " << problem << "\n";
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
