// What a player types, in C++17 with exceptions: a grammar with sections says what was meant and which words
// meant it, so the game need not take tokens apart; and where it does not understand, it says what it would
// have understood.
#include <blicket/blicket.hpp>

#include <exception>
#include <iostream>
#include <string>
#include <string_view>

constexpr std::string_view grammar_text = R"(
%fold-case
%punctuation drop

@command                                        # the first section reads whole inputs
turn (on|off) the? x1:lamp -> SWITCH ( [x1] )
(turn|dim) the? x1:lamp to x2:level percent? -> LEVEL ( [x1] , [x2] )
(call|name) the? x1:lamp x2:words -> NAME ( [x1] , {x2} )

@lamp
kitchen lamp -> kitchen_lamp
(bedside|night) lamp -> lamp_17

@level
%numbers
x1:integer -> [x1]
half -> 50
)";

// Does what was typed, or says why not.
bool answer(blicket::GrammarView grammar, std::string_view input) {
  std::cout << "> " << input << "\n";
  const auto evaluation = grammar.apply(input);
  if (evaluation) {
    for (const auto& slot : evaluation.slots()) {
      if (slot.depth == 0) std::cout << "  " << slot.section << " = " << *slot.value << "\n";
    }
    return true;
  }
  if (!evaluation.guess().empty()) std::cout << "  Do you mean " << evaluation.guess() << "? I am not sure.\n";
  const auto advice = grammar.advise(input);
  for (const auto& unknown : advice.unknown()) {
    std::cout << "  I do not know the word \"" << unknown.word << "\".\n";
  }
  for (const auto& suggestion : advice.suggestions()) {
    std::cout << "  Did you mean: " << suggestion.text << "\n";
  }
  return false;
}

// The lamp's signals are learnt, from few examples: what they leave open it asks, and does not do.
bool signals() {
  const auto engine = blicket::Engine::create();
  blicket::Task task;
  task.add_example("blink", "BLINK").add_example("beep", "BEEP");
  task.add_example("blink thrice", "BLINK BLINK BLINK").add_example("blink beep", "BLINK BEEP");
  const auto learnt = engine.solve(task);
  const bool sure = answer(learnt.grammar(), "beep blink thrice");
  task.add_example("blink beep thrice", "BLINK BEEP BEEP BEEP");
  const auto taught = engine.solve(task);
  std::cout << "  " << taught.grammar().apply("beep blink thrice").text() << ", after an example that decides\n";
  return !sure && taught.grammar().apply("beep blink thrice").has_value();
}

int main() try {
  const auto grammar = blicket::Grammar::parse(grammar_text);
  bool good = true;

  good &= answer(grammar, "Turn the kitchen lamp to 20!");
  good &= answer(grammar, "call the night lamp Old Faithful");
  good &= !answer(grammar, "turn of the kitchen lamp");
  good &= !answer(grammar, "dim the besdide lamp to half");
  good &= !answer(grammar, "sing me a song");
  // What it was not taught it can be: the player's meaning becomes a rule of the first section.
  constexpr std::string_view section = "\n@lamp";
  std::string rules(grammar_text);
  rules.insert(rules.find(section), "(sing|hum) (me|us) a song -> SING\n");
  const auto taught = blicket::Grammar::parse(rules);
  good &= answer(taught, "Hum us a song!") && taught.apply("sing me a song").text() == "SING";
  good &= !answer(taught, "sing me a sogn");

  good &= signals();

  // A slot by its name, with its number and where it stood.
  const auto evaluation = grammar.apply("dim the bedside lamp to 35 percent");
  const auto level = evaluation.slot("level");
  good &= level && level->number == 35 && level->from == 5 && level->to == 6;
  good &= evaluation.slot("lamp")->words == "bedside lamp" && !evaluation.slot("room");

  // What may come next, for a player who presses the tabulator.
  const auto advice = grammar.advise("turn the", 0);
  good &= advice.reached() == advice.word_count();
  std::cout << "turn the ...";
  for (std::string_view word : advice.expected()) std::cout << " " << word;
  std::cout << "\nlamps:";
  for (std::string_view word : grammar.words(1)) std::cout << " " << word;
  std::cout << "\n";
  return good ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
