// A program with the grammar in it, in the language of whoever ships it. It answers as the page does: with the doubt that the
// examples leave, what is not sure is asked back. For each of the commands it prints a line.

/** Compilers of Microsoft's take no longer texts in one piece. */
const LONGEST = 8000;

/** The lines of a text, in pieces that are not too long. */
function pieces(text) {
  const pieces = [""];
  for (const line of text.split(/(?<=\n)/)) {
    if (pieces.at(-1) && pieces.at(-1).length + line.length > LONGEST) pieces.push("");
    pieces[pieces.length - 1] += line;
  }
  return pieces;
}

/** A sign for the ends of a raw text, which the text does not have. */
function unused(word, text) {
  let sign = word;
  for (let count = 1; text.includes(`)${sign}"`); count += 1) sign = `${word}${count}`;
  return sign;
}

const list = (commands, indent, ending = "") => commands.map((command) => `\n${indent}${JSON.stringify(command)}${ending},`).join("");

export function cpp(grammar, commands) {
  const sign = unused("rules", grammar);
  const texts = pieces(`\n${grammar}`).map((piece) => `R"${sign}(${piece})${sign}"`);
  return `// g++ -std=c++17 main.cpp $(pkg-config --cflags --libs blicket) -o main && ./main
#include <blicket/blicket.hpp>
#include <iostream>
#include <string_view>

using namespace std::string_view_literals;

constexpr std::string_view rules = ${texts.join("\n    ")};

int main() {
  const auto grammar = blicket::Grammar::parse(rules);
  blicket::Evaluation evaluation;
  for (const std::string_view command : {${list(commands, "           ", "sv")}
       }) {
    std::cout << command;
    if (grammar.apply(command, evaluation)) {
      std::cout << " -> " << evaluation.text() << "\\n";
    } else if (!evaluation.guess().empty()) {
      std::cout << ": not sure, perhaps " << evaluation.guess() << "\\n";
    } else {
      std::cout << ": not understood\\n";
    }
  }
}
`;
}

export function python(grammar, commands) {
  const escaped = grammar.replace(/\\/g, "\\\\").replace(/"/g, '\\"');
  return `import blicket

RULES = """\\
${escaped}"""

grammar = blicket.Grammar(RULES)
for command in [${list(commands, "    ")}
]:
    answer = grammar.evaluate(command)
    if answer:
        print(f"{command} -> {answer.text}")
    elif answer.guess:
        print(f"{command}: not sure, perhaps {answer.guess}")
    else:
        print(f"{command}: not understood")
`;
}

export function csharp(grammar, commands) {
  return `// With bindings/csharp: mcs -langversion:7.2 Commands.cs Runtime/*.cs && mono Commands.exe; or in Unity.
using System;
using Blicket;

static class Commands
{
    const string Rules = @"${grammar.replace(/"/g, '""')}";

    static void Main()
    {
        using (var grammar = Grammar.Parse(Rules))
        {
            foreach (var command in new[] {${list(commands, "                ")}
            })
            {
                using (var answer = grammar.Apply(command))
                {
                    if (answer.HasValue) Console.WriteLine(command + " -> " + answer.Text);
                    else if (answer.Guess != "") Console.WriteLine(command + ": not sure, perhaps " + answer.Guess);
                    else Console.WriteLine(command + ": not understood");
                }
            }
        }
    }
}
`;
}
