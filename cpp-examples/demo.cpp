// What blicket does, in a minute: `make demo` builds and runs this.

#include <blicket/blicket.hpp>

#include <iostream>

namespace {

// How a robot understands its orders. The first rule that fits a whole order is used; u stands for
// one word, x for one or more, and brackets for what those words mean.
const char* const kRobot = R"(
x1 after x2 -> [x2] [x1]
x1 and x2 -> [x1] [x2]
x1 twice -> [x1] [x1]
x1 thrice -> [x1] [x1] [x1]
u1 around u2 -> [u2] [u1] [u2] [u1] [u2] [u1] [u2] [u1]
u1 u2 -> [u2] [u1]
walk -> WALK
jump -> JUMP
left -> LEFT
right -> RIGHT
)";

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

void answer(const blicket::Grammar& grammar, std::string_view input) {
  const blicket::Evaluation evaluation = grammar.apply(input);
  std::cout << "  " << input << "\n    = ";
  if (evaluation) {
    std::cout << evaluation.text() << "\n";
  } else {
    std::cout << "no answer: no rule matches \"" << evaluation.stuck_text() << "\"\n";
  }
}

}  // namespace

int main() {
  std::cout << "blicket " << blicket::version() << ", linked from C++\n\n";

  const auto robot = blicket::Grammar::parse(kRobot);
  std::cout << "A small language is a short list of rules. These " << robot.rule_count()
            << " are a robot's:\n\n";
  for (std::string_view rule : robot.rules()) std::cout << "  " << rule << "\n";

  std::cout << "\nThey are applied exactly, to orders that nobody wrote down before:\n\n";
  answer(robot, "walk left twice");
  answer(robot, "jump around right and walk");
  answer(robot, "walk thrice after jump left twice");
  answer(robot, "walk left and dance twice");

  std::cout << "\nEvery answer can be explained:\n\n"
            << robot.explain("walk twice after jump left").text();

  std::cout << "\nThe same works for numbers. French, from "
            << blicket::Grammar::parse(kFrench).rule_count() << " rules:\n\n";
  const auto french = blicket::Grammar::parse(kFrench);
  answer(french, "quatre vingt dix sept");
  answer(french, "deux million trois cent mille soixante quatre");

  std::cout << "\nA slip of the pen in a grammar is found, and said where:\n\n";
  const auto wrong = blicket::Grammar::try_parse("walk -> WALK\nx1 twice -> [x1] [x2]\n");
  std::cout << "  " << wrong.error().what() << "\n";
}
