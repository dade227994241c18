// A C++ program on the cxx bridge: Rust's own types on this side, and exceptions for errors.
//
// What it prints has to be bridge.expected, and it fails if anything is not as it should be. How to
// build it: bindings/cxx/README.md.

#include <blicket/bridge.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using namespace blicket::bridge;

void expect(bool holds, const char *what) {
  if (!holds) {
    throw std::logic_error(what);
  }
}

// A robot's orders. The order of the rules is part of their meaning.
const char *const orders = R"(
# primitives
walk -> WALK
turn ->
left -> LTURN
# what is said of them
x1 and x2 -> [x1] [x2]
x1 twice -> [x1] [x1]
u1 u2 -> [u2] [u1]
)";

const char *const numerals = R"(
%numbers
two -> 2
three -> 3
x1 thousand y1 -> [x1]*1000 + [y1]
x1 hundred y1 -> [x1]*100 + [y1]
)";

// A grammar is read once. It lives in Rust; the box destroys it.
void parse() {
  rust::Box<Grammar> grammar = Grammar::parse(orders);
  std::cout << "rules: " << grammar->rule_count() << ", the last: "
            << grammar->rule(grammar->rule_count() - 1) << "\n";
  expect(grammar->domain() == Domain::Words, "a grammar is of tokens unless it says otherwise");
  // Its text, stored and read back, is the same grammar.
  expect(Grammar::parse(grammar->text())->text() == grammar->text(), "the text reads back");
}

// One evaluation for a whole loop: it keeps its memory, and its texts are not copied.
void apply() {
  const rust::Box<Grammar> grammar = Grammar::parse(orders);
  rust::Box<Evaluation> evaluation = Evaluation::create();
  for (const char *input : {"walk left twice", "turn left and walk", "turn", "walk and hop"}) {
    grammar->apply_into(input, *evaluation);
    std::cout << input << ": ";
    switch (evaluation->outcome()) {
    case Outcome::Value:
      std::cout << evaluation->token_count() << " tokens, \"" << evaluation->text() << "\"\n";
      break;
    case Outcome::Stuck:
      std::cout << "stuck on \"" << evaluation->stuck_text() << "\"\n";
      break;
    case Outcome::Refused:
      throw std::logic_error("this grammar was written, and leaves nothing open");
    case Outcome::Limit:
      throw std::logic_error("these inputs are short");
    }
  }

  // Many at once, and tokens one by one.
  const std::array<rust::Str, 2> inputs = {"walk twice", "left"};
  for (const Evaluation &one : grammar->apply_many(rust::Slice<const rust::Str>(inputs))) {
    for (const rust::String &token : one.tokens()) {
      std::cout << "<" << token << ">";
    }
    std::cout << "\n";
  }
}

// Which rule rewrote which words to what; json() says the same to a program.
void explain() {
  const rust::Box<Explanation> explanation = Grammar::parse(orders)->explain("walk left twice");
  std::cout << explanation->text();
  const std::string json(explanation->json());
  expect(json.front() == '{' && json.back() == '}', "an explanation is a JSON object");
}

void count() {
  const rust::Box<Grammar> grammar = Grammar::parse(numerals);
  expect(grammar->domain() == Domain::Numbers, "%numbers makes a grammar of numbers");
  const rust::Box<Evaluation> evaluation = grammar->apply("two hundred three thousand two");
  expect(evaluation->has_number(), "these words are a number");
  const std::int64_t number = evaluation->number();
  std::cout << "two hundred three thousand two: " << number << "\n";
  expect(number == 203002, "thousand is tried before hundred");
}

// A grammar is data, perhaps a stranger's: whatever it says, it costs no more than its limits.
void limit() {
  rust::Box<Grammar> grammar = Grammar::parse("a -> A\nx1 a -> [x1] [x1]");
  Limits limits = default_limits();
  limits.output_tokens = 1000;
  grammar->set_limits(limits);
  expect(grammar->apply("a a a a a a a a a a")->token_count() == 512, "this is within them");
  const rust::Box<Evaluation> evaluation = grammar->apply("a a a a a a a a a a a");
  expect(evaluation->outcome() == Outcome::Limit, "this is not");
  expect(evaluation->limit() == Limit::Length, "it would be too long");
  expect(evaluation->steps() < limits.steps, "it was stopped at once");
  std::cout << "more than 1000 tokens\n";
}

// Every function throws rust::Error. what() is the library's message.
void fail() {
  try {
    Grammar::parse("walk -> WALK\nu1 twice -> [u2] [u1]");
    expect(false, "a typo is an error");
  } catch (const rust::Error &error) {
    std::cout << error.what() << "\n";
  }
  try {
    Grammar::parse("%numbers\nten -> 10")->apply("eleven")->number();
    expect(false, "a stuck evaluation has no number");
  } catch (const rust::Error &error) {
    std::cout << error.what() << "\n";
  }
  // Input that Rust's own rules would have refused is refused here.
  const rust::Box<Grammar> grammar = Grammar::parse(orders);
  rust::Box<Evaluation> evaluation = grammar->apply("walk");
  try {
    grammar->apply_into(evaluation->text(), *evaluation);
    expect(false, "an evaluation cannot be its own input");
  } catch (const rust::Error &error) {
    std::cout << error.what() << "\n";
  }
  // Text that is not UTF-8 does not reach the library: rust::Str does not take it.
  try {
    grammar->apply("\xff");
    expect(false, "text is UTF-8");
  } catch (const std::invalid_argument &) {
    std::cout << "not UTF-8\n";
  }
}

// From examples to a grammar, and to answers. That nothing fits is no error: the solution says so.
void learn() {
  const rust::Box<Engine> engine = Engine::create(default_options());
  const std::array<Example, 3> support = {
      Example{"walk", "WALK"}, Example{"jump", "JUMP"}, Example{"walk twice", "WALK WALK"}};
  const std::array<rust::Str, 1> queries = {"jump twice"};
  const rust::Box<Solution> solution =
      engine->synthesize(rust::Slice<const Example>(support),
                         rust::Slice<const rust::Str>(queries), 20000);
  expect(solution->outcome() == Success::Solved, "these examples fit together");
  expect(solution->stop_reason() == StopReason::Solved, "that is why it stopped");
  expect(solution->satisfied_count() == support.size(), "it has run all of them");
  expect(solution->statistics().programs > 0, "it counts what it runs");
  for (const Answer &answer : solution->answers()) {
    std::cout << queries[0] << ": " << answer.text << "\n";
    expect(answer.has_text && answer.confidence > 0.5, "it knows this one");
  }
  // The solution keeps its grammar; a copy is ours.
  const Grammar &lent = solution->grammar();
  const rust::Box<Grammar> grammar = lent.copy();
  expect(grammar->text() == lent.text(), "a copy has the same rules");
  for (std::size_t i = 0; i < solution->alternative_count(); ++i) {
    expect(solution->alternative(i).rule_count() > 0, "alternatives are grammars");
    expect(solution->alternative_weight(i) <= 1, "and have a weight");
  }

  // A word that no example shows is refused, and named; shown, it is known.
  rust::Box<Task> lessons = Task::create();
  for (const Example &example : support) lessons->add_example(example.input, example.output);
  lessons->add_query("hop twice");
  const rust::Vec<Answer> refused = engine->solve(*lessons)->answers();
  expect(!refused[0].has_text, "nobody said what hop means");
  lessons->add_example("hop", "HOP");
  const rust::Vec<Answer> taught = engine->solve(*lessons)->answers();
  std::cout << "hop twice: refused; taught, it is " << taught[0].text << "\n";

  // What examples leave open is refused as well, with a guess to ask back with, until one decides.
  lessons->add_example("walk jump", "WALK JUMP");
  lessons->add_query("jump hop twice");
  const Answer open = engine->solve(*lessons)->answers()[1];
  expect(!open.has_text && open.has_guess && open.confidence < 1, "nobody said what is done twice");
  lessons->add_example("walk jump twice", "WALK JUMP JUMP");
  std::cout << "jump hop twice: not sure; taught, it is " << engine->solve(*lessons)->answers()[1].text << "\n";

  rust::Box<Task> task = Task::create();
  task->add_example("walk", "WALK");
  task->add_example("jump", "JUMP");
  task->add_example("walk", "RUN");
  task->set_timeout_ms(20000);
  const rust::Box<Solution> torn = engine->solve(*task);
  expect(torn->outcome() == Success::Best, "one word cannot mean both");
  expect(torn->unsatisfied().size() == 1 && torn->unsatisfied()[0].example == 2, "not this one");
  for (const rust::String &problem : torn->problems()) {
    std::cout << problem << "\n";
  }
  const Problem problem = torn->problem_details()[0];
  expect(problem.kind == ProblemKind::Contradiction && problem.examples[1] == 2, "as data too");
  expect(problem.strings[0] == "walk" && problem.queries.empty(), "and which word it is");
  expect(std::string(torn->json()).find("\"outcome\":\"best\"") != std::string::npos, "and as JSON");
  task->set("timeout_ms", "20");
  expect(task->get("timeout_ms") == "20", "options have names");
  try {
    engine->solve(*Task::create())->grammar();
    expect(false, "nothing can be learnt from nothing");
  } catch (const rust::Error &error) {
    std::cout << error.what() << "\n";
  }
}

// A host's own class that a search calls: it stops the search, or throws.
class Impatient : public Watcher {
 public:
  explicit Impatient(bool throws) : throws_(throws) {}
  bool watch(const Progress &progress) override {
    if (throws_ && progress.phase != Phase::Done) throw std::runtime_error("the host has had enough");
    return false;
  }

 private:
  bool throws_;
};

// Searches in the background.
void search() {
  const rust::Box<Engine> engine = Engine::create(default_options());
  rust::Box<Task> task = Task::create();
  task->add_example("walk", "WALK");
  task->add_example("jump", "JUMP");
  task->add_example("walk twice", "WALK WALK");
  task->add_query("jump twice");
  const rust::Box<Search> search = engine->start(*task);
  while (!search->wait_ms(5)) expect(search->poll().examples == 3, "it says how far it is");
  expect(search->is_done() && search->poll().phase == Phase::Done, "it is over");
  expect(search->poll().satisfied == 3, "and all is well");
  std::cout << "in the background: " << search->result()->answers()[0].text << "\n";

  // Outputs of one token and of many lengths: no grammar is soon ruled out, so this takes seconds.
  for (int i = 0; i < 12; ++i) {
    std::string input, output;
    for (int j = 0; j < 12; ++j) input += std::string(1, char('a' + (i * i + 3 * j + i * j * j) % 8)) + ' ';
    for (int j = 0; j < 20 + i * 7 % 40; ++j) output += "X ";
    task->add_example(input, output);
  }
  for (bool throws : {false, true}) {
    const rust::Box<Search> stopped =
        engine->start_with(*task, std::make_unique<Impatient>(throws));
    stopped->wait();
    const rust::Box<Solution> solution = stopped->result();
    expect(solution->stop_reason() == StopReason::Cancelled, "the watcher stopped it");
    for (const rust::String &problem : solution->problems()) {
      if (throws && std::string(problem).find("callback") != std::string::npos) {
        std::cout << problem << "\n";
      }
    }
  }
  const rust::Box<Search> cancelled = engine->start(*task);
  cancelled->cancel();
  expect(cancelled->wait(), "a search that was cancelled is soon over");
}

// What networks will run on; running a grammar needs no engine.
void engine() {
  const rust::Box<Engine> engine = Engine::create(default_options());
  expect(engine->threads() > 0, "somebody has to work");
  expect(engine->device() == Device::Cpu, "this version has no network");
  expect(!engine->device_reason().empty() && !engine->info().empty(), "an engine tells what it is");
  expect(abi_version() > 0 && !version().empty(), "a library tells which it is");
}

}  // namespace

int main() {
  try {
    parse();
    apply();
    explain();
    count();
    limit();
    fail();
    learn();
    search();
    engine();
  } catch (const std::exception &error) {
    std::cerr << "not as expected: " << error.what() << "\n";
    return 1;
  }
}
