// A text adventure, in C++17 with exceptions: what players type becomes actions of the game. That a
// grammar does not cover a sentence is something to tell the player, not an error; that a grammar
// cannot be read is one.
#include <blicket/blicket.hpp>

#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

constexpr std::string_view grammar_text = R"(
x1 and then x2 -> [x1] ; [x2]
give x1 to x2 -> give ( [x1] , [x2] )
put x1 in x2 -> put ( [x1] , [x2] )
pick up x1 -> take ( [x1] )
take x1 -> take ( [x1] )
go u1 -> go ( [u1] )
the x1 -> [x1]
my x1 -> [x1]
rusty sword -> sword_17
sword -> sword_4
troll -> troll
chest -> chest
north -> north
south -> south
)";

// Answers one command; returns whether the grammar covers it.
bool answer(blicket::GrammarView grammar, std::string_view command,
            blicket::Evaluation& evaluation) {
  std::cout << "> " << command << "\n";
  if (grammar.apply(command, evaluation)) {
    std::cout << "  " << evaluation.text() << "\n";
  } else if (!evaluation.guess().empty()) {
    std::cout << "  I am not sure. Do you mean \"" << evaluation.guess() << "\"?\n";
  } else {
    std::cout << "  I do not understand \"" << evaluation.stuck_text() << "\".\n";
  }
  return evaluation.has_value();
}

// Counts the actions of an evaluation: its tokens, split at the semicolons.
int actions(const blicket::Evaluation& evaluation) {
  int count = 1;
  for (std::string_view token : evaluation.tokens()) count += token == ";";
  return count;
}

// Rules by hand say what everything means. Rules that are learnt say as much as their examples: what those leave open
// is not acted on, but asked, until an example decides.
bool asks_in_doubt(blicket::Evaluation& evaluation) {
  const auto engine = blicket::Engine::create();
  std::vector<blicket::Example> shown = {
      {"knock", "knock"}, {"shout", "shout"}, {"knock thrice", "knock knock knock"}, {"knock shout", "knock shout"}};
  auto learnt = engine.synthesize(shown, {});
  bool good = !answer(learnt.grammar(), "shout knock thrice", evaluation);
  good &= !evaluation.guess().empty() && evaluation.confidence() < 1;
  shown.push_back({"knock shout thrice", "knock shout shout shout"});
  learnt = engine.synthesize(shown, {});
  return answer(learnt.grammar(), "shout knock thrice", evaluation) && good;
}

// A level designer's slip is caught when the level is loaded, and told where it is.
bool refuses_a_bad_level() {
  try {
    blicket::Grammar::parse("north -> north\ngo u1 -> go ( [u2] )\n");
  } catch (const blicket::Error& error) {
    std::cout << "level 2 is broken: " << error.what() << "\n";
    return error.status() == blicket::Status::grammar && error.line() == 2 && error.column() == 15;
  }
  return false;
}

int main() try {
  const auto grammar = blicket::Grammar::parse(grammar_text);
  blicket::Evaluation evaluation;
  bool good = true;

  good &= answer(grammar, "take the rusty sword", evaluation);
  good &= evaluation.text() == "take ( sword_17 )";
  good &= answer(grammar, "pick up my sword and then go north", evaluation);
  good &= actions(evaluation) == 2;
  good &= answer(grammar, "give the sword to the troll and then go south", evaluation);
  good &= evaluation.text() == "give ( sword_4 , troll ) ; go ( south )";
  good &= !answer(grammar, "take the sword and then eat the troll", evaluation);
  good &= evaluation.stuck_text() == "eat the troll";

  // A slip is no reason to do something else: the game says what it would have understood.
  const auto advice = grammar.advise("tkae the sword");
  std::cout << "> tkae the sword\n  Did you mean \"" << advice.suggestions()[0].text << "\"?\n";
  good &= !advice.is_read() && advice.suggestions()[0].text == "take the sword";
  // And what it did not know it can be taught: one more rule. teach.cpp has it learn that by itself.
  const auto taught = blicket::Grammar::parse(std::string(grammar.text()) + "\neat x1 -> eat ( [x1] )\n");
  good &= answer(taught, "take the sword and then eat the troll", evaluation);

  good &= asks_in_doubt(evaluation);

  // Why does the game do that? The explanation names every rule, and for which words.
  const auto explanation = grammar.explain("put my rusty sword in the chest");
  std::cout << "\n" << explanation.text() << "\n";

  // Many commands at once, for instance the test script of a level.
  const std::vector<std::string_view> script = {"go north", "take the chest", "go home"};
  const std::vector<blicket::Evaluation> results = grammar.apply_many(script);
  for (const auto& result : results) std::cout << (result ? result.text() : "nothing") << "\n";
  good &= results.size() == 3 && results[1].has_value() && !results[2].has_value();

  // The same where texts are all that is wanted, with one buffer for all of them.
  blicket::Batch batch;
  grammar.apply_batch(script, batch);
  good &= batch.size() == 3 && batch.text(1) == results[1].text() && !batch.has_value(2);

  good &= refuses_a_bad_level();
  return good ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
