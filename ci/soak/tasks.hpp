// Tasks whose answers are known, and one that has none.
#ifndef SOAK_TASKS_HPP
#define SOAK_TASKS_HPP

#include <blicket/blicket.hpp>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace soak {

using Strategy = blicket::Strategy;
using Pairs = std::vector<std::pair<std::string, std::string>>;

// Long enough that a clock never ends a search whose result is looked at.
constexpr std::chrono::minutes long_enough{10};

inline const Pairs miniscan = {
    {"dax", "RED"}, {"lug", "BLUE"}, {"dax fep", "RED RED RED"},
    {"dax lug fep", "RED BLUE RED BLUE RED BLUE"}, {"lug kiki dax", "RED BLUE"},
    {"dax lug kiki lug fep", "BLUE BLUE BLUE RED BLUE"}};
inline const Pairs miniscan_answers = {{"lug fep kiki dax lug", "RED BLUE BLUE BLUE BLUE"},
                                       {"dax kiki lug", "BLUE RED"}};

// Tokens of their own on the right: outside of what is deduced.
inline const Pairs sides = {{"walk", "WALK"}, {"jump", "JUMP"}, {"run", "RUN"},
                            {"walk twice", "WALK WALK"}, {"jump left", "LEFT JUMP"},
                            {"walk left", "LEFT WALK"}, {"run twice", "RUN RUN"}};
inline const Pairs sides_answers = {{"run left", "LEFT RUN"}, {"jump twice", "JUMP JUMP"}};

inline const Pairs numbers = {
    {"one", "1"}, {"two", "2"}, {"three", "3"}, {"four", "4"}, {"five", "5"}, {"six", "6"},
    {"seven", "7"}, {"eight", "8"}, {"nine", "9"}, {"ten", "10"}, {"eleven", "11"},
    {"twenty", "20"}, {"thirty", "30"}, {"forty", "40"}, {"ninety", "90"},
    {"one hundred", "100"}, {"three hundred", "300"}, {"one thousand", "1000"},
    {"twenty one", "21"}, {"thirty four", "34"}, {"one hundred and five", "105"},
    {"two hundred and twenty two", "222"}, {"seven hundred and forty", "740"},
    {"two thousand", "2000"}, {"nine thousand and sixty", "9060"}, {"sixty", "60"},
    {"three thousand four hundred and eleven", "3411"},
    {"twenty thousand five hundred", "20500"},
    {"one hundred and twenty thousand", "120000"},
    {"forty four thousand and two", "44002"}};
inline const Pairs numbers_answers = {
    {"ninety nine", "99"}, {"six hundred and thirty one", "631"},
    {"eight thousand two hundred and seven", "8207"}, {"three hundred thousand and ten", "300010"}};

constexpr const char* scan_grammar = R"(
walk -> I_WALK
look -> I_LOOK
run -> I_RUN
jump -> I_JUMP
left -> I_TURN_LEFT
right -> I_TURN_RIGHT
turn ->
x1 after x2 -> [x2] [x1]
x1 and x2 -> [x1] [x2]
x1 twice -> [x1] [x1]
x1 thrice -> [x1] [x1] [x1]
u1 opposite u2 -> [u2] [u2] [u1]
u1 around u2 -> [u2] [u1] [u2] [u1] [u2] [u1] [u2] [u1]
u1 u2 -> [u2] [u1]
)";

// Commands of SCAN: every so many of a list of all kinds, so that all words come up.
inline Pairs scan(std::size_t first, std::size_t step, std::size_t count) {
  static const auto grammar = blicket::Grammar::parse(scan_grammar);
  static const std::vector<std::string> simple = [] {
    std::vector<std::string> phrases;
    for (const char* verb : {"walk", "look", "run", "jump", "turn"}) {
      for (const char* side : {"", " left", " right", " opposite left", " around right"}) {
        if (std::string(verb) == "turn" && !*side) continue;
        for (const char* times : {"", " twice", " thrice"}) {
          phrases.push_back(std::string(verb) + side + times);
        }
      }
    }
    return phrases;
  }();
  Pairs pairs;
  for (std::size_t i = first; pairs.size() < count; i += step) {
    std::string input = simple[i % simple.size()];
    const std::size_t rest = i / simple.size() % (2 * simple.size() + 1);
    if (rest > 0) input += (rest % 2 ? " and " : " after ") + simple[(rest - 1) / 2];
    pairs.emplace_back(input, grammar.apply(input).text());
  }
  return pairs;
}

inline blicket::Task task(const Pairs& examples, const Pairs& queries,
                          Strategy strategy = Strategy::hybrid) {
  blicket::Task task;
  for (const auto& [input, output] : examples) task.add_example(input, output);
  for (const auto& [query, answer] : queries) task.add_query(query);
  task.set_strategy(strategy).set_timeout(long_enough);
  return task;
}

// Examples that keep a search busy for long: no grammar is soon ruled out, and none satisfies them.
inline blicket::Task endless() {
  blicket::Task task;
  unsigned state = 1;
  const auto below = [&](unsigned n) {
    state = (state * 1103515245u + 12345u) % (1u << 31);
    return (state >> 16) % n;
  };
  for (int example = 0; example < 12; ++example) {
    std::string input, output;
    for (int word = 0; word < 12; ++word) input += std::string(1, char('a' + below(8))) + " ";
    for (unsigned token = 20 + below(40); token > 0; --token) output += "X ";
    task.add_example(input, output);
  }
  task.add_query("a b").set_timeout(long_enough);
  return task;
}

}  // namespace soak

#endif  // SOAK_TASKS_HPP
