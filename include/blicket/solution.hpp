/*
 * What comes of tasks: a part of <blicket/blicket.hpp>, which has the manual. Include that one.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef BLICKET_SOLUTION_HPP
#define BLICKET_SOLUTION_HPP

#include <blicket/grammar.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace blicket {

/// How far a search for a grammar came.
enum class Success : std::uint32_t {
  solved = BLICKET_SUCCESS_SOLVED,  ///< The grammar satisfies every example.
  best = BLICKET_SUCCESS_BEST,      ///< It does not satisfy all, and is the best that was found.
  none = BLICKET_SUCCESS_NONE,      ///< There is no grammar.
};

/// Why a search ended. Later versions may add to these.
enum class StopReason : std::uint32_t {
  solved = BLICKET_STOP_REASON_SOLVED,        ///< It had what it looked for.
  exhausted = BLICKET_STOP_REASON_EXHAUSTED,  ///< All that it looks for has been ruled out.
  timeout = BLICKET_STOP_REASON_TIMEOUT,      ///< Time was up.
  steps = BLICKET_STOP_REASON_STEPS,          ///< The step limit was reached.
  memory = BLICKET_STOP_REASON_MEMORY,        ///< The engine's memory limit was reached.
  cancelled = BLICKET_STOP_REASON_CANCELLED,  ///< It was cancelled.
  running = BLICKET_STOP_REASON_RUNNING,      ///< It still runs: this is the best so far.
};

/// What kind of problem a Solution has: what a program tells problems apart by. Later versions may add
/// to these. Which data each kind comes with is said at blicket_problem_kind in the C header.
enum class ProblemKind : std::uint32_t {
  none = BLICKET_PROBLEM_KIND_NONE,                  ///< There is no such problem.
  no_examples = BLICKET_PROBLEM_KIND_NO_EXAMPLES,    ///< The task has no examples.
  contradiction = BLICKET_PROBLEM_KIND_CONTRADICTION,  ///< One input has two outputs.
  empty_input = BLICKET_PROBLEM_KIND_EMPTY_INPUT,    ///< An example has an input without words.
  too_long = BLICKET_PROBLEM_KIND_TOO_LONG,          ///< An example is too long to be learnt from.
  unexplained_token = BLICKET_PROBLEM_KIND_UNEXPLAINED_TOKEN,  ///< No one word explains a token.
  too_many_symbols = BLICKET_PROBLEM_KIND_TOO_MANY_SYMBOLS,  ///< More words than deduction takes.
  outside_class = BLICKET_PROBLEM_KIND_OUTSIDE_CLASS,  ///< No grammar that is deduced fits.
  callback_failed = BLICKET_PROBLEM_KIND_CALLBACK_FAILED,  ///< The callback ended the search.
  no_network = BLICKET_PROBLEM_KIND_NO_NETWORK,      ///< No network can propose grammars.
  too_much_to_read = BLICKET_PROBLEM_KIND_TOO_MUCH_TO_READ,  ///< More words than a network reads.
  given_up = BLICKET_PROBLEM_KIND_GIVEN_UP,          ///< Some examples are taken to be wrong.
  by_heart = BLICKET_PROBLEM_KIND_BY_HEART,          ///< Some number words are learnt by heart.
  noise_of_numbers = BLICKET_PROBLEM_KIND_NOISE_OF_NUMBERS,  ///< No wrong examples among numbers.
  not_a_number = BLICKET_PROBLEM_KIND_NOT_A_NUMBER,  ///< An example wants something else.
  more = BLICKET_PROBLEM_KIND_MORE,                  ///< There are more like those before it.
  not_kept = BLICKET_PROBLEM_KIND_NOT_KEPT,  ///< What negative examples deny is given.
  pinned_against = BLICKET_PROBLEM_KIND_PINNED_AGAINST,    ///< A pinned rule contradicts examples.
  pinned_unusable = BLICKET_PROBLEM_KIND_PINNED_UNUSABLE,  ///< The pinned rules were left out.
  answers_past_limits = BLICKET_PROBLEM_KIND_ANSWERS_PAST_LIMITS,  ///< Some answers are too long.
  not_answered = BLICKET_PROBLEM_KIND_NOT_ANSWERED,  ///< Time was up before some answers.
  no_grammar = BLICKET_PROBLEM_KIND_NO_GRAMMAR,      ///< No grammar could answer the queries.
  probable_slip = BLICKET_PROBLEM_KIND_PROBABLE_SLIP,  ///< An example is probably wrong in one token.
};

/// An example that a Solution's grammar does not satisfy.
struct Unsatisfied {
  std::size_t example;                      ///< By its index in the task.
  std::optional<std::string_view> instead;  ///< What the grammar gives, if it gives anything.
};

/// A further grammar that satisfies every example, and how probable it is.
struct Alternative {
  GrammarView grammar;  ///< The grammar.
  double weight;        ///< Its share of the weight of all, from 0 to 1.
};

namespace detail {

/// Where an answer is.
struct AnswerPlace {
  const blicket_result* result;
  std::size_t index;
};
inline std::size_t stuck_count(AnswerPlace at) noexcept {
  return blicket_result_answer_stuck_count(at.result, at.index);
}
inline std::string_view stuck_word(AnswerPlace at, std::size_t word) noexcept {
  return view(blicket_result_answer_stuck_word(at.result, at.index, word));
}

/// Where a problem is.
struct ProblemPlace {
  const blicket_result* result;
  std::size_t index;
};
template <std::size_t (*Count)(const blicket_result*, std::size_t)>
std::size_t problem_count(ProblemPlace at) noexcept {
  return Count(at.result, at.index);
}
template <std::size_t (*At)(const blicket_result*, std::size_t, std::size_t)>
std::size_t problem_item(ProblemPlace at, std::size_t n) noexcept {
  return At(at.result, at.index, n);
}
inline std::string_view problem_string(ProblemPlace at, std::size_t n) noexcept {
  return view(blicket_result_problem_string(at.result, at.index, n));
}

}  // namespace detail

/// A problem of a task or its Solution: a kind, its data, and a text. It points into the Solution that it
/// came from, and lives as long.
class Problem {
 public:
  /// Indices of examples, one by one.
  using Examples =
      detail::Range<detail::ProblemPlace,
                    &detail::problem_count<blicket_result_problem_example_count>,
                    &detail::problem_item<blicket_result_problem_example>>;
  /// Indices of queries, one by one.
  using Queries = detail::Range<detail::ProblemPlace,
                                &detail::problem_count<blicket_result_problem_query_count>,
                                &detail::problem_item<blicket_result_problem_query>>;
  /// Texts, one by one.
  using Strings = detail::Range<detail::ProblemPlace,
                                &detail::problem_count<blicket_result_problem_string_count>,
                                &detail::problem_string>;
  /// Numbers, one by one.
  using Numbers = detail::Range<detail::ProblemPlace,
                                &detail::problem_count<blicket_result_problem_number_count>,
                                &detail::problem_item<blicket_result_problem_number>>;

  /// Of a result of the C header, by its index.
  Problem(const blicket_result* result, std::size_t index) noexcept : at_{result, index} {}

  /// What kind of problem it is.
  ProblemKind kind() const noexcept {
    return static_cast<ProblemKind>(blicket_result_problem_kind(at_.result, at_.index));
  }
  /// In English, for a person. It counts examples and queries from 1.
  std::string_view text() const noexcept {
    return detail::view(blicket_result_problem(at_.result, at_.index));
  }
  /// The same text.
  operator std::string_view() const noexcept { return text(); }
  /// The examples that it names, by their indices in the task, from 0.
  Examples examples() const noexcept { return Examples(at_); }
  /// The queries that it names, by their indices in the task, from 0.
  Queries queries() const noexcept { return Queries(at_); }
  /// The texts that it comes with, in the order that the C header says.
  Strings strings() const noexcept { return Strings(at_); }
  /// The numbers that it comes with, in the order that the C header says.
  Numbers numbers() const noexcept { return Numbers(at_); }

 private:
  detail::ProblemPlace at_;
};

/// The answer to a query. It points into the Solution that it came from, and lives as long.
class Answer {
 public:
  /// Words, one by one.
  using StuckWords =
      detail::Range<detail::AnswerPlace, &detail::stuck_count, &detail::stuck_word>;

  /// Of a result of the C header, by the index of its query.
  Answer(const blicket_result* result, std::size_t index) noexcept : at_{result, index} {}

  /// Whether there is one that is worth acting on. It may well be no tokens at all.
  bool has_value() const noexcept { return blicket_result_answer_has_text(at_.result, at_.index); }
  /// The same.
  explicit operator bool() const noexcept { return has_value(); }
  /// The tokens with a space between them; empty if there is no answer. All grammars that satisfy
  /// the examples vote on it, each by its probability.
  std::string_view text() const noexcept {
    return detail::view(blicket_result_answer_text(at_.result, at_.index));
  }
  /// Whether there is a guess: the answer, or one that is not worth acting on because grammars that satisfy
  /// the examples disagree, or because nothing like it was shown.
  bool has_guess() const noexcept {
    return blicket_result_answer_has_guess(at_.result, at_.index);
  }
  /// The guess; empty without one.
  std::string_view guess() const noexcept {
    return detail::view(blicket_result_answer_guess(at_.result, at_.index));
  }
  /// The answer of a task of numbers; none in a task of words.
  std::optional<std::int64_t> number() const noexcept {
    std::int64_t number = 0;
    if (!blicket_result_answer_number(at_.result, at_.index, &number)) return std::nullopt;
    return number;
  }
  /// The share of the votes that are for the guess, from 0 to 1; 0 where there is none, and where a search
  /// ended before grammars had voted.
  double confidence() const noexcept {
    return blicket_result_answer_confidence(at_.result, at_.index);
  }
  /// Whether the rules of the solution's grammar give this guess too. They may not, being one of the voters.
  bool agrees() const noexcept { return blicket_result_answer_agrees(at_.result, at_.index); }
  /// Whether the solution's grammar is stuck on the query; on no words if the query is empty.
  bool is_stuck() const noexcept { return blicket_result_answer_is_stuck(at_.result, at_.index); }
  /// The words on which it is, with a space between them; none if it is not stuck.
  /// A value besides is a guess at words that no example shows.
  std::string_view stuck_text() const noexcept {
    return detail::view(blicket_result_answer_stuck_text(at_.result, at_.index));
  }
  /// The same words one by one.
  StuckWords stuck_words() const noexcept { return StuckWords(at_); }

 private:
  detail::AnswerPlace at_;
};

namespace detail {

/// Where a question is, and where one of the answers that are in question.
struct QuestionPlace {
  const blicket_result* result;
  std::size_t index;
};
struct PossibleAnswerPlace {
  QuestionPlace question;
  std::size_t index;
};
inline std::size_t speaking_count(PossibleAnswerPlace at) noexcept {
  return blicket_result_question_answer_example_count(at.question.result, at.question.index,
                                                      at.index);
}
inline std::size_t speaking_example(PossibleAnswerPlace at, std::size_t n) noexcept {
  return blicket_result_question_answer_example(at.question.result, at.question.index, at.index, n);
}

}  // namespace detail

/// One of the meanings that the input of a Question may have. It points into the Solution that it is of.
class PossibleAnswer {
 public:
  /// Indices of examples, one by one.
  using Examples =
      detail::Range<detail::PossibleAnswerPlace, &detail::speaking_count, &detail::speaking_example>;

  /// Of a Question.
  explicit PossibleAnswer(detail::PossibleAnswerPlace at) noexcept : at_(at) {}

  /// The meaning; without a value if the input may be no sentence of the language.
  std::optional<std::string_view> text() const noexcept {
    const auto& question = at_.question;
    if (!blicket_result_question_answer_has_text(question.result, question.index, at_.index)) {
      return std::nullopt;
    }
    return detail::view(
        blicket_result_question_answer(question.result, question.index, at_.index));
  }
  /// The share of the weight of all grammars that stands behind it, from 0 to 1.
  double weight() const noexcept {
    return blicket_result_question_answer_weight(at_.question.result, at_.question.index,
                                                 at_.index);
  }
  /// Examples that speak for it, by their index in the task.
  Examples examples() const noexcept { return Examples(at_); }

 private:
  detail::PossibleAnswerPlace at_;
};

namespace detail {
inline std::size_t possible_answer_count(QuestionPlace at) noexcept {
  return blicket_result_question_answer_count(at.result, at.index);
}
inline PossibleAnswer possible_answer_at(QuestionPlace at, std::size_t n) noexcept {
  return PossibleAnswer({at, n});
}
}  // namespace detail

/// An input whose answer would decide what the examples leave open. It points into the Solution that it is of.
class Question {
 public:
  /// Possible answers, one by one.
  using Answers = detail::Range<detail::QuestionPlace, &detail::possible_answer_count,
                                &detail::possible_answer_at>;

  /// Of a Solution.
  explicit Question(detail::QuestionPlace at) noexcept : at_(at) {}

  /// What to ask about.
  std::string_view input() const noexcept {
    return detail::view(blicket_result_question(at_.result, at_.index));
  }
  /// How much its answer would decide, in bits: 1 is a choice between two meanings that are equally likely.
  double worth() const noexcept { return blicket_result_question_worth(at_.result, at_.index); }
  /// What it may mean, the most probable first.
  Answers answers() const noexcept { return Answers(at_); }

 private:
  detail::QuestionPlace at_;
};

namespace detail {

inline Question question_at(const blicket_result* result, std::size_t index) noexcept {
  return Question({result, index});
}
inline Answer answer_at(const blicket_result* result, std::size_t index) noexcept {
  return {result, index};
}
inline Problem problem_at(const blicket_result* result, std::size_t index) noexcept {
  return {result, index};
}
inline Alternative alternative_at(const blicket_result* result, std::size_t index) noexcept {
  return {GrammarView(blicket_result_alternative_grammar(result, index)),
          blicket_result_alternative_weight(result, index)};
}
inline Unsatisfied unsatisfied_at(const blicket_result* result, std::size_t index) noexcept {
  Unsatisfied item{blicket_result_unsatisfied_example(result, index), std::nullopt};
  if (blicket_result_unsatisfied_has_text(result, index)) {
    item.instead = view(blicket_result_unsatisfied_text(result, index));
  }
  return item;
}

}  // namespace detail

/// What came of a task: a grammar, the answers to the queries, and how sure they are. Made by
/// Engine::solve, Engine::synthesize and a Search; it needs neither task nor engine any more. Nothing here
/// fails. What it gives out points into it: texts, answers, grammars and ranges live as long as it
/// does, or what it was moved to; so a temporary Solution does not give them out. Threads: share it
/// as const.
class Solution : public detail::Handle<blicket_result, blicket_result_free> {
 public:
  using Handle::Handle;
  /// Problems, one by one.
  using Problems =
      detail::Range<const blicket_result*, blicket_result_problem_count, &detail::problem_at>;
  /// Answers, one by one.
  using Answers =
      detail::Range<const blicket_result*, blicket_result_answer_count, &detail::answer_at>;
  /// Further grammars, one by one.
  using Alternatives = detail::Range<const blicket_result*, blicket_result_alternative_count,
                                     &detail::alternative_at>;
  /// Questions, one by one.
  using Questions =
      detail::Range<const blicket_result*, blicket_result_question_count, &detail::question_at>;
  /// Examples that the grammar does not satisfy, one by one.
  using UnsatisfiedExamples = detail::Range<const blicket_result*, blicket_result_unsatisfied_count,
                                     &detail::unsatisfied_at>;

  /// How far it came; none if empty.
  Success outcome() const noexcept { return static_cast<Success>(blicket_result_outcome(get())); }
  /// Whether there is a grammar that satisfies every example.
  bool solved() const noexcept { return outcome() == Success::solved; }
  /// Why it stopped there.
  StopReason stop_reason() const noexcept {
    return static_cast<StopReason>(blicket_result_stop_reason(get()));
  }
  /// The grammar; empty if there is none. grammar().copy() is one to keep.
  GrammarView grammar() const& noexcept { return GrammarView(blicket_result_grammar(get())); }
  GrammarView grammar() const&& = delete;
  /// An answer for each query of the task, in the same order.
  Answers answers() const& noexcept { return Answers(get()); }
  Answers answers() const&& = delete;
  /// One of them, by the index of its query; without a value past the last.
  Answer answer(std::size_t index) const& noexcept { return {get(), index}; }
  Answer answer(std::size_t index) const&& = delete;
  /// Further grammars that satisfy every example, the most probable first.
  Alternatives alternatives() const& noexcept { return Alternatives(get()); }
  Alternatives alternatives() const&& = delete;

  /// How many examples the task had.
  std::size_t example_count() const noexcept { return blicket_result_example_count(get()); }
  /// How many of them the grammar satisfies.
  std::size_t satisfied_count() const noexcept { return blicket_result_satisfied_count(get()); }
  /// The examples that it does not satisfy; none are listed if there is no grammar.
  UnsatisfiedExamples unsatisfied() const& noexcept { return UnsatisfiedExamples(get()); }
  UnsatisfiedExamples unsatisfied() const&& = delete;
  /// What there is to tell a person about: contradicting examples, for instance. A Problem can be taken
  /// for its text.
  Problems problems() const& noexcept { return Problems(get()); }
  Problems problems() const&& = delete;

  /// What to ask a person next, the most decisive question first; as many as Task::set_questions wants. Where
  /// it wants some and there are none, nothing is open, as far as it was looked for.
  Questions questions() const& noexcept { return Questions(get()); }
  Questions questions() const&& = delete;

  /// The whole solution as one JSON object, described at blicket_result_json in the C header.
  std::string_view json() const& noexcept { return detail::view(blicket_result_json(get())); }
  std::string_view json() const&& = delete;

  /// How many steps it took, as Task::set_step_limit counts them. For number words there may be more
  /// programs than steps.
  std::uint64_t steps() const noexcept { return blicket_result_steps(get()); }
  /// How many complete grammars were run on the examples.
  std::uint64_t programs() const noexcept { return blicket_result_programs(get()); }
  /// How many leaves the search had: sets of grammars that satisfy the examples.
  std::uint64_t leaves() const noexcept { return blicket_result_leaves(get()); }
  /// The time until there was a grammar that satisfies every example.
  std::chrono::duration<double> solving_time() const noexcept {
    return std::chrono::duration<double>(blicket_result_solving_seconds(get()));
  }
  /// The time for ranking after that.
  std::chrono::duration<double> ranking_time() const noexcept {
    return std::chrono::duration<double>(blicket_result_ranking_seconds(get()));
  }
};

}  // namespace blicket

#endif  // BLICKET_SOLUTION_HPP
