// What blicket does, in a minute: `make demo` builds and runs this.

#include <blicket/blicket.hpp>

#include <cmath>
#include <exception>
#include <iomanip>
#include <iostream>
#include <string>
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

// Some French, as it is written; blicket does not know which language that is.
const std::vector<blicket::Example> kFrench = {
    {"un", "1"}, {"deux", "2"}, {"trois", "3"}, {"quatre", "4"}, {"cinq", "5"}, {"six", "6"},
    {"sept", "7"}, {"huit", "8"}, {"neuf", "9"}, {"dix", "10"}, {"onze", "11"}, {"douze", "12"},
    {"vingt", "20"}, {"trente", "30"}, {"soixante", "60"}, {"cent", "100"}, {"mille", "1000"},
    {"vingt et un", "21"}, {"trente deux", "32"}, {"soixante douze", "72"},
    {"quatre vingts", "80"}, {"quatre vingt onze", "91"}, {"deux cents", "200"},
    {"cinq cent quatre", "504"}, {"mille neuf cents", "1900"}, {"trois mille cent", "3100"},
    {"deux millions", "2000000"}, {"six millions sept mille", "6007000"},
};

const std::vector<std::string_view> kLong = {
    "quatre vingt dix sept",
    "huit cent mille",
    "neuf millions soixante et onze mille",
    "trois cent quatre vingt un millions",
    "trente et un mille quatorze",
};

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

  // Without the last order that was shown, it is open which goes first, "and" or "after".
  const std::vector<blicket::Example> fewer(kShown.begin(), kShown.end() - 1);
  const std::string_view open = kShown.back().input;
  const blicket::Solution less = engine.synthesize(fewer, {open});
  const blicket::Answer doubtful = less.answer(0);
  std::cout << "\nWhat its examples leave open it refuses. Without the last one:\n\n";
  left(open) << (doubtful ? "an answer" : doubtful.has_guess() ? "refused: not sure" : "refused: unknown") << "\n";
  return solution.grammar().copy();
}

// The same for numbers.
void numbers(const blicket::Engine& engine) {
  std::cout << "\nNumbers are learnt as well. " << kFrench.size() << " of them in French:\n\n";
  std::size_t number = 0;
  for (const blicket::Example& example : kFrench) {
    std::string pair = std::string(example.input) + " " + std::string(example.output);
    const bool last = ++number % 3 == 0 || number == kFrench.size();
    if (!last) pair.resize(26, ' ');
    std::cout << (number % 3 == 1 ? "  " : "") << pair << (last ? "\n" : "");
  }
  const blicket::Solution solution = engine.synthesize(kFrench, kLong);
  std::cout << "\nBehind the single words, it finds these rules (y is any number of words):\n\n";
  for (std::string_view rule : solution.grammar().rules()) {
    if (rule.find('[') != rule.npos) std::cout << "  " << rule << "\n";
  }
  std::cout << "\nand reads numbers that it was never shown:\n\n";
  number = 0;
  for (blicket::Answer answer : solution.answers()) {
    left(kLong[number++]) << "  ";
    if (answer.number()) {
      std::cout << *answer.number() << "\n";
    } else {
      std::cout << "no answer: no example shows \"" << answer.stuck_text() << "\"\n";
    }
  }
  std::cout << "\nIt does not guess at a word that it was not shown. Shown \"quatorze\", it knows:\n\n";
  auto taught = kFrench;
  taught.push_back({"quatorze", "14"});
  const blicket::Solution again = engine.synthesize(taught, {kLong.back()});
  left(kLong.back()) << "  " << again.answer(0).text() << "\n";
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

  numbers(engine);

  std::cout << "\nMistakes are found and named, in rules and in examples:\n\n";
  const auto wrong = blicket::Grammar::try_parse("walk -> WALK\nx1 twice -> [x1] [x2]\n");
  std::cout << "  " << wrong.error().what() << "\n";
  const auto torn = engine.synthesize({{"walk", "WALK"}, {"jump", "JUMP"}, {"walk", "RUN"}}, {});
  for (std::string_view problem : torn.problems()) std::cout << "  " << problem << "\n";
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
