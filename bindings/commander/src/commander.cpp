#include "blicket_commander/commander.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace blicket_commander {

namespace {

constexpr const char* beside = ".lessons.tsv";

blicket::Engine make_engine(const Settings& settings) {
  blicket::Options options;
  options.set_threads(settings.threads);
  return blicket::Engine::create(options);
}

std::string read(const std::string& file) {
  std::ifstream from(file, std::ios::binary);
  std::ostringstream text;
  if (!from || !(text << from.rdbuf())) throw std::runtime_error("cannot read " + file);
  return text.str();
}

// Whole or not at all: under another name first.
void write(const std::string& file, std::string_view text) {
  const std::string draft = file + ".part";
  std::ofstream to(draft, std::ios::binary);
  to.write(text.data(), static_cast<std::streamsize>(text.size()));
  to.close();
  if (!to || std::rename(draft.c_str(), file.c_str()) != 0) throw std::runtime_error("cannot write " + file);
}

std::vector<Question> questions_of(const blicket::Solution& solution) {
  std::vector<Question> questions;
  for (const auto& question : solution.questions()) {
    questions.push_back({std::string(question.input()), {}});
    for (const auto& answer : question.answers()) {
      const auto text = answer.text();
      questions.back().meanings.push_back(text ? std::optional<std::string>(*text) : std::nullopt);
    }
  }
  return questions;
}

}  // namespace

Commander::Commander(const Settings& settings)
    : settings_(settings), engine_(make_engine(settings)), worker_([this] { work(); }) {}

Commander::~Commander() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

std::shared_ptr<const Commander::Rules> Commander::current() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return rules_;
}

// Under the mutex.
std::set<std::string, std::less<>> Commander::denied() const {
  std::set<std::string, std::less<>> commands;
  for (const auto& lesson : lessons_) {
    if (!lesson.meaning) commands.insert(lesson.command);
  }
  return commands;
}

bool Commander::apply(std::string_view command, Reply& reply) const {
  const auto rules = current();
  reply.denied_ = !rules || rules->denied.count(command) > 0;
  if (rules) rules->grammar.apply(command, reply.evaluation_);
  ++(reply.understood() ? understood_ : refused_);
  return reply.understood();
}

std::string Commander::advice(std::string_view command) const {
  const auto rules = current();
  if (!rules) return "Nothing was learnt yet.";
  if (rules->denied.count(command) > 0) return "That is no command.";
  const auto evaluation = rules->grammar.apply(command);
  if (evaluation) return "";
  if (evaluation.outcome() == blicket::Outcome::refused) {
    return "Not sure; it may mean " + std::string(evaluation.guess()) + ". Show an example that decides.";
  }
  const auto advice = rules->grammar.advise(command);
  std::string text;
  for (const auto& unknown : advice.unknown()) {
    text += (text.empty() ? "Unknown: " : ", ") + std::string(unknown.word);
  }
  if (!text.empty()) text += ".";
  const auto near = advice.suggestions();
  if (near.size() > 0) text += (text.empty() ? "" : " ") + ("Did you mean: " + std::string(near[0].text)) + "?";
  return text.empty() ? "That is no command." : text;
}

void Commander::put(const Lesson& lesson) {
  for (auto& known : lessons_) {
    if (known.command == lesson.command) return void(known.meaning = lesson.meaning);
  }
  lessons_.push_back(lesson);
}

void Commander::learn(const std::vector<Lesson>& lessons) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& lesson : lessons) put(lesson);
    ++wanted_;
  }
  changed_.notify_all();
}

bool Commander::forget(std::string_view command) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    auto at = lessons_.begin();
    while (at != lessons_.end() && at->command != command) ++at;
    if (at == lessons_.end()) return false;
    lessons_.erase(at);
    ++wanted_;
  }
  changed_.notify_all();
  return true;
}

bool Commander::wait(std::chrono::milliseconds at_most) const {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, at_most, [this] { return learnt_ == wanted_; });
}

// Under the mutex.
blicket::Task Commander::task() const {
  blicket::Task task;
  task.set_timeout(settings_.timeout).set_questions(settings_.questions);
  for (const auto& lesson : lessons_) {
    if (lesson.meaning) task.add_example(lesson.command, *lesson.meaning);
    else task.add_no_sentence(lesson.command);
  }
  return task;
}

// The worker: learns whenever lessons have changed, and begins again if they change meanwhile.
void Commander::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || learnt_ != wanted_; });
    if (ending_) return;
    const std::uint64_t version = wanted_;
    std::shared_ptr<const Rules> found;
    auto none = denied();
    std::size_t unsatisfied = 0;
    std::string problem;
    std::vector<Question> questions;
    bool outdated = false;
    try {
      const auto search = engine_.start(task());
      lock.unlock();
      while (search.wait_for(std::chrono::milliseconds(20)) == blicket::Waited::timeout) {
        lock.lock();
        outdated = ending_ || version != wanted_;
        lock.unlock();
        if (outdated) search.cancel();
      }
      const auto solution = search.get();
      if (solution.grammar()) {
        found = std::make_shared<const Rules>(Rules{solution.grammar().copy(), std::move(none)});
        unsatisfied = solution.example_count() - solution.satisfied_count();
      }
      for (const auto& one : solution.problems()) problem += (problem.empty() ? "" : "\n") + std::string(one.text());
      questions = questions_of(solution);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    if (!lock.owns_lock()) lock.lock();
    if (outdated) continue;
    // Rules that were there stay where nothing was found: a wrong lesson does not silence the robot.
    if (found) rules_ = std::move(found);
    unsatisfied_ = unsatisfied;
    problem_ = std::move(problem);
    questions_ = std::move(questions);
    learnt_ = version;
    changed_.notify_all();
  }
}

std::string Commander::slips() const {
  std::unique_lock<std::mutex> lock(mutex_);
  if (lessons_.empty()) return "";
  const auto lessons = task();
  lock.unlock();
  std::string text;
  const auto remarks = lessons.lint();
  for (const auto& remark : remarks.all()) {
    if (remark.severity != "note") text += (text.empty() ? "" : "\n") + std::string(remark.text);
  }
  return text;
}

std::vector<Question> Commander::questions() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return questions_;
}

void Commander::store(const std::string& file) const {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto rules = rules_;
  std::string lessons;
  for (const auto& lesson : lessons_) {
    lessons += lesson.command;
    if (lesson.meaning) lessons += "\t" + *lesson.meaning;
    lessons += "\n";
  }
  lock.unlock();
  if (!rules) throw std::runtime_error("there are no rules to store yet");
  write(file, rules->grammar.text());
  write(file + beside, lessons);
}

std::vector<Lesson> Commander::read_lessons(const std::string& file) {
  std::vector<Lesson> lessons;
  std::istringstream lines(read(file));
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const auto tab = line.find('\t');
    if (line.empty()) continue;
    if (tab == std::string::npos) lessons.push_back({line, std::nullopt});
    else lessons.push_back({line.substr(0, tab), line.substr(tab + 1)});
  }
  return lessons;
}

void Commander::load(const std::string& file) {
  auto grammar = blicket::Grammar::parse(read(file));
  std::vector<Lesson> lessons;
  if (std::ifstream(file + beside)) lessons = read_lessons(file + beside);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    lessons_ = std::move(lessons);
    rules_ = std::make_shared<const Rules>(Rules{std::move(grammar), denied()});
    unsatisfied_ = 0;
    problem_.clear();
    questions_.clear();
    // A search that runs is of other lessons: what it finds is outdated.
    learnt_ = ++wanted_;
  }
  changed_.notify_all();
}

State Commander::state() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return {rules_ != nullptr, learnt_ != wanted_, lessons_.size(), unsatisfied_,
          rules_ ? rules_->grammar.rule_count() : 0, understood_, refused_, problem_};
}

std::string Commander::rules() const {
  const auto now = current();
  return now ? std::string(now->grammar.text()) : "";
}

}  // namespace blicket_commander
