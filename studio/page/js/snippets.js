// A program with the grammar in it, in the language of whoever ships it.

/** A sign for the ends of a raw text, which the text does not have. */
function unused(word, text) {
  let sign = word;
  for (let count = 1; text.includes(`)${sign}"`); count += 1) sign = `${word}${count}`;
  return sign;
}

const sample = (tries) => JSON.stringify(tries[0] ?? "");

export function cpp(grammar, tries) {
  const sign = unused("rules", grammar);
  return `// g++ -std=c++17 main.cpp $(pkg-config --cflags --libs blicket) -o main && ./main
#include <blicket/blicket.hpp>
#include <iostream>

constexpr std::string_view rules = R"${sign}(
${grammar})${sign}";

int main() {
  const auto grammar = blicket::Grammar::parse(rules);
  blicket::Evaluation evaluation;
  if (grammar.apply(${sample(tries)}, evaluation)) {
    std::cout << evaluation.text() << "\\n";
  } else {
    std::cout << "not understood: " << evaluation.stuck_text() << "\\n";
  }
}
`;
}

export function python(grammar, tries) {
  const escaped = grammar.replace(/\\/g, "\\\\").replace(/"/g, '\\"');
  return `import blicket

RULES = """\\
${escaped}"""

grammar = blicket.Grammar(RULES)
answer = grammar.apply(${sample(tries)})
print("not understood" if answer is None else answer)
`;
}

export function csharp(grammar, tries) {
  return `// With bindings/csharp: mcs -langversion:7.2 Commands.cs Runtime/*.cs && mono Commands.exe; or in Unity.
using System;
using Blicket;

static class Commands
{
    const string Rules = @"${grammar.replace(/"/g, '""')}";

    static void Main()
    {
        using (var grammar = Grammar.Parse(Rules))
        using (var answer = grammar.Apply(${sample(tries)}))
        {
            Console.WriteLine(answer.HasValue ? answer.Text : "not understood");
        }
    }
}
`;
}
