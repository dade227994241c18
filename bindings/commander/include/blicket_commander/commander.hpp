// The commands of a robot: learnt from examples, taught while it runs, refused where they are not understood. Nothing here
// knows ROS; the nodes beside it are a thin layer over this class. SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef BLICKET_COMMANDER_HPP
#define BLICKET_COMMANDER_HPP

#include <blicket/blicket.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace blicket_commander {

/// What a command means; without a meaning, that it is no command.
struct Lesson {
  std::string command;
  std::optional<std::string> meaning;
};

/// What a command was understood as. Keep one a thread: used again, it keeps its memory.
class Reply {
 public:
  /// Whether to act on it. Otherwise there is no meaning, and nothing should be done.
  bool understood() const noexcept { return !denied_ && evaluation_.has_value(); }
  /// Tokens with a space between them.
  std::string_view meaning() const noexcept { return understood() ? evaluation_.text() : std::string_view(); }
  /// What it would be, where it is refused because the lessons leave open what is meant: ask back, do not act. Empty without.
  std::string_view guess() const noexcept { return evaluation_.guess(); }
  /// How sure the meaning or the guess is, from 0 to 1.
  double confidence() const noexcept { return evaluation_.confidence(); }
  /// The words that no rule reads.
  std::string_view unread() const noexcept { return evaluation_.stuck_text(); }

 private:
  friend class Commander;
  blicket::Evaluation evaluation_;
  bool denied_ = false;
};

/// What to ask a person, and what it may mean; no text where it may be no command.
struct Question {
  std::string command;
  std::vector<std::optional<std::string>> meanings;
};

/// How a commander is, for diagnostics.
struct State {
  bool ready = false;     ///< Whether there are rules.
  bool learning = false;  ///< Whether lessons are being learnt that the rules do not have yet.
  std::size_t lessons = 0;
  std::size_t unsatisfied = 0;  ///< Lessons that the rules do not satisfy.
  std::size_t rules = 0;
  std::uint64_t understood = 0;  ///< Commands since the start.
  std::uint64_t refused = 0;
  std::string problem;  ///< What a person should know; empty if nothing is wrong.
};

struct Settings {
  std::size_t threads = 0;  ///< For learning; 0 for as many as there are processors.
  std::chrono::milliseconds timeout{10000};
  std::size_t questions = 1;  ///< How many are thought of at most while learning.
};

/// Threads: any number may call anything at once, until it is destroyed.
class Commander {
 public:
  explicit Commander(const Settings& settings = Settings());
  ~Commander();
  Commander(const Commander&) = delete;
  Commander& operator=(const Commander&) = delete;

  /// What a command means, by the rules that there are now. Never waits for learning. Where the rules leave nothing open, it
  /// allocates nothing once a reply was used for longer commands. Gives reply.understood().
  bool apply(std::string_view command, Reply& reply) const;
  /// For a person whose command is refused: which words are unknown, and what was probably meant.
  std::string advice(std::string_view command) const;

  /// Lessons take the place of earlier ones for the same command; learning goes on in the background.
  void learn(const std::vector<Lesson>& lessons);
  void teach(const Lesson& lesson) { learn({lesson}); }
  /// Takes a lesson back; false if there is none for this command.
  bool forget(std::string_view command);
  /// Waits until all lessons are learnt, or for so long; whether they are.
  bool wait(std::chrono::milliseconds at_most) const;

  /// Slips of the keyboard and contradictions in the lessons, a line each; empty if there are none.
  std::string slips() const;
  /// What the lessons that are learnt leave open, the most decisive first. Does not wait.
  std::vector<Question> questions() const;

  /// The rules as text, and the lessons as lines with a TAB: into a file, and into one beside it, FILE.lessons.tsv. Each is
  /// written whole or not at all. Throws std::runtime_error with the reason.
  void store(const std::string& file) const;
  /// Reads both back; rules are there at once, and nothing is learnt anew. Without lessons beside them, rules are enough.
  void load(const std::string& file);
  /// Reads lessons alone: lines with a TAB.
  static std::vector<Lesson> read_lessons(const std::string& file);

  State state() const;
  std::string rules() const;

 private:
  /// Never changed, but exchanged, so that those who ask do not wait.
  struct Rules {
    blicket::Grammar grammar;
    /// What is no command is refused though all grammars that were found read it.
    std::set<std::string, std::less<>> denied;
  };

  void work();
  blicket::Task task() const;
  std::set<std::string, std::less<>> denied() const;
  std::shared_ptr<const Rules> current() const;
  void put(const Lesson& lesson);

  const Settings settings_;
  const blicket::Engine engine_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  // All of these under the mutex. A version counts changes of lessons.
  std::vector<Lesson> lessons_;
  std::uint64_t wanted_ = 0, learnt_ = 0;
  bool ending_ = false;
  std::shared_ptr<const Rules> rules_;
  std::size_t unsatisfied_ = 0;
  std::string problem_;
  std::vector<Question> questions_;
  mutable std::atomic<std::uint64_t> understood_{0}, refused_{0};
  std::thread worker_;
};

}  // namespace blicket_commander

#endif  // BLICKET_COMMANDER_HPP
