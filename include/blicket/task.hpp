/*
 * Tasks, which grammars are learnt from: a part of <blicket/blicket.hpp>, which has the manual.
 * Include that one. SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef BLICKET_TASK_HPP
#define BLICKET_TASK_HPP

#include <blicket/grammar.hpp>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

namespace blicket {

/// How a grammar is looked for. Later versions may add to these.
enum class Strategy : std::uint32_t {
  hybrid = BLICKET_STRATEGY_HYBRID,  ///< Deduction and, where that does not do, a network.
  deduce = BLICKET_STRATEGY_DEDUCE,  ///< Deduction alone.
  neural = BLICKET_STRATEGY_NEURAL,  ///< A network proposes grammars, and what fails is repaired.
  greedy = BLICKET_STRATEGY_GREEDY,  ///< The grammar that the network finds most likely, no search.
};

/// An example: the words of output are what the words of input mean. It points to texts that
/// somebody else keeps.
struct Example {
  std::string_view input;   ///< What is said.
  std::string_view output;  ///< What it means.
};

namespace detail {

inline Example example(const Example& example) noexcept { return example; }
template <class Input, class Output>
Example example(const std::pair<Input, Output>& pair) noexcept {
  return {pair.first, pair.second};
}

/// Whether the items of a range are examples that can be kept while the range lives.
template <class Range, class Item = decltype(*std::begin(std::declval<const Range&>()))>
constexpr bool is_range_of_examples =
    std::is_reference_v<Item> || std::is_same_v<std::remove_cv_t<Item>, Example>;

/// A time in any unit, as the C header takes it: whole milliseconds, rounded up. One that is too long
/// to be counted, such as hours::max(), is no limit; to convert it would overflow.
struct Milliseconds {
  std::uint64_t count;

  template <class Rep, class Period>
  Milliseconds(const std::chrono::duration<Rep, Period>& time) noexcept : count(0) {
    const long double exact =
        std::chrono::duration<long double, std::milli>(time).count();
    constexpr long double too_long = 9223372036854775808.0L;
    if (exact >= too_long) count = UINT64_MAX;
    else if (exact > 0) count = static_cast<std::uint64_t>(std::ceil(exact));
  }
};

}  // namespace detail

/// Something that is probably not meant in an example. Its texts live as long as the Remarks that it is of.
struct Remark {
  std::string_view text;        ///< For a person.
  std::string_view kind;        ///< Such as "one_letter": blicket_remarks_kind in the C header lists them.
  std::string_view severity;    ///< "note", "warning" or "error".
  std::size_t example;          ///< By its index in the task.
  std::size_t other_example;    ///< That it is compared with; SIZE_MAX if there is none.
  std::string_view found;       ///< What stands there.
  std::string_view suggestion;  ///< What is probably meant; empty if nothing is suggested.
};

namespace detail {
inline Remark remark_at(const blicket_remarks* remarks, std::size_t index) noexcept {
  return {view(blicket_remarks_text(remarks, index)),     view(blicket_remarks_kind(remarks, index)),
          view(blicket_remarks_severity(remarks, index)), blicket_remarks_example(remarks, index),
          blicket_remarks_other_example(remarks, index),  view(blicket_remarks_found(remarks, index)),
          view(blicket_remarks_suggestion(remarks, index))};
}
}  // namespace detail

/// What is probably not meant in the examples of a Task. Threads: share it as const.
class Remarks : public detail::Handle<blicket_remarks, blicket_remarks_free> {
 public:
  using Handle::Handle;
  /// Remarks, one by one.
  using All = detail::Range<const blicket_remarks*, blicket_remarks_count, &detail::remark_at>;

  /// Every remark, in the order of the examples.
  All all() const& noexcept { return All(get()); }
  All all() const&& = delete;
};

/// One problem: examples to learn a grammar from, queries to be answered by it, and what that may
/// cost. Made without any, with the settings that the C header lists at blicket_task_new. It keeps
/// copies of its texts. Threads: share it as const.
class Task : public detail::Handle<blicket_task, blicket_task_free> {
 public:
  using Handle::Handle;

  /// Adds an example: the words of output are what the words of input mean.
  Result<void> try_add_example(std::string_view input, std::string_view output) {
    return change([&](auto task, auto error) {
      return blicket_task_add_example(task, detail::str(input), detail::str(output), error);
    });
  }
  /// Adds a query: what do the words of input mean?
  Result<void> try_add_query(std::string_view input) {
    return change([&](auto task, auto error) {
      return blicket_task_add_query(task, detail::str(input), error);
    });
  }
  /// Adds an input that is no sentence of the language: a grammar that reads it is not returned, and does not
  /// vote, as long as others satisfy the examples.
  Result<void> try_add_no_sentence(std::string_view input) {
    return change([&](auto task, auto error) {
      return blicket_task_add_no_sentence(task, detail::str(input), error);
    });
  }
  /// Adds an output that is not the one of an input, likewise.
  Result<void> try_add_wrong_output(std::string_view input, std::string_view output) {
    return change([&](auto task, auto error) {
      return blicket_task_add_wrong_output(task, detail::str(input), detail::str(output), error);
    });
  }
  /// Adds an input that questions may be about, such as what a player has typed.
  Result<void> try_add_question_input(std::string_view input) {
    return change([&](auto task, auto error) {
      return blicket_task_add_question_input(task, detail::str(input), error);
    });
  }
  /// Takes an example back; those after it then have an index that is one less.
  Result<void> try_remove_example(std::size_t index) {
    return change([&](auto task, auto error) {
      return blicket_task_remove_example(task, index, error);
    });
  }
  /// Has an example learnt from and checked, or not: one that is not enabled stays in its place.
  Result<void> try_enable_example(std::size_t index, bool enabled = true) {
    return change([&](auto task, auto error) {
      return blicket_task_enable_example(task, index, enabled, error);
    });
  }
  /// Sets the rules that every learnt grammar keeps, as the text of a grammar: those with the comment
  /// `# pinned` behind them, or all of them where none has it. An empty text pins none.
  Result<void> try_pin(std::string_view rules) { return try_set("pinned", rules); }
  /// Puts another example in the place of one.
  Result<void> try_replace_example(std::size_t index, std::string_view input,
                                   std::string_view output) {
    return change([&](auto task, auto error) {
      return blicket_task_replace_example(task, index, detail::str(input), detail::str(output),
                                          error);
    });
  }
  /// Sets how many questions the solution is to have at most; 0 is what a task begins with.
  Result<void> try_set_questions(std::size_t count) {
    return try_set("questions", std::to_string(count));
  }
  /// Sets what the outputs are. With automatic, which is what a task begins with, they are numbers if all of
  /// them are whole numbers, and tokens otherwise.
  Result<void> try_set_domain(Domain domain) {
    return change([&](auto task, auto error) {
      return blicket_task_set_domain(task, static_cast<std::uint32_t>(domain), error);
    });
  }
  /// Sets how a grammar is looked for.
  Result<void> try_set_strategy(Strategy strategy) {
    return change([&](auto task, auto error) {
      return blicket_task_set_strategy(task, static_cast<std::uint32_t>(strategy), error);
    });
  }
  /// Sets what random choices follow from.
  Result<void> try_set_seed(std::uint64_t seed) {
    return change([&](auto task, auto error) { return blicket_task_set_seed(task, seed, error); });
  }
  /// Sets when to stop and give the best so far: a time in any unit of std::chrono.
  Result<void> try_set_timeout(detail::Milliseconds timeout) {
    return change([&](auto task, auto error) {
      return blicket_task_set_timeout_ms(task, timeout.count, error);
    });
  }
  /// Sets after how many steps to stop; unlike time, the same point on every machine. What a step is is
  /// said at blicket_task_set_step_limit in the C header.
  Result<void> try_set_step_limit(std::uint64_t steps) {
    return change([&](auto task, auto error) {
      return blicket_task_set_step_limit(task, steps, error);
    });
  }
  /// Sets whether the queries' inputs help to tell grammars apart that the examples leave open. A task begins with
  /// false: no answer depends on the other queries.
  Result<void> try_set_use_query_inputs(bool use) {
    return change([&](auto task, auto error) {
      return blicket_task_set_use_query_inputs(task, use, error);
    });
  }
  /// Sets whether examples may be wrong; those that are given up are named by the solution.
  Result<void> try_set_noise(bool noise) {
    return change([&](auto task, auto error) {
      return blicket_task_set_noise(task, noise, error);
    });
  }

  /// Sets an option by its name, such as "noise" to "true": blicket_task_set in the C header lists them.
  Result<void> try_set(std::string_view name, std::string_view value) {
    return change([&](auto task, auto error) {
      return blicket_task_set(task, detail::str(name), detail::str(value), error);
    });
  }

#if BLICKET_EXCEPTIONS
  /// The operations above, which throw the Error instead, and return this task.
  Task& add_example(std::string_view input, std::string_view output) {
    return try_add_example(input, output).value(), *this;
  }
  Task& add_query(std::string_view input) { return try_add_query(input).value(), *this; }
  Task& add_no_sentence(std::string_view input) {
    return try_add_no_sentence(input).value(), *this;
  }
  Task& add_wrong_output(std::string_view input, std::string_view output) {
    return try_add_wrong_output(input, output).value(), *this;
  }
  Task& add_question_input(std::string_view input) {
    return try_add_question_input(input).value(), *this;
  }
  Task& remove_example(std::size_t index) { return try_remove_example(index).value(), *this; }
  Task& enable_example(std::size_t index, bool enabled = true) {
    return try_enable_example(index, enabled).value(), *this;
  }
  Task& pin(std::string_view rules) { return try_pin(rules).value(), *this; }
  Task& replace_example(std::size_t index, std::string_view input, std::string_view output) {
    return try_replace_example(index, input, output).value(), *this;
  }
  Task& set_questions(std::size_t count) { return try_set_questions(count).value(), *this; }
  Task& set_domain(Domain domain) { return try_set_domain(domain).value(), *this; }
  Task& set_strategy(Strategy strategy) { return try_set_strategy(strategy).value(), *this; }
  Task& set_seed(std::uint64_t seed) { return try_set_seed(seed).value(), *this; }
  Task& set_timeout(detail::Milliseconds timeout) {
    return try_set_timeout(timeout).value(), *this;
  }
  Task& set_step_limit(std::uint64_t steps) { return try_set_step_limit(steps).value(), *this; }
  Task& set_use_query_inputs(bool use) { return try_set_use_query_inputs(use).value(), *this; }
  Task& set_noise(bool noise) { return try_set_noise(noise).value(), *this; }
  Task& set(std::string_view name, std::string_view value) {
    return try_set(name, value).value(), *this;
  }
#endif

  /// What is probably not meant in the examples: contradictions, slips of the keyboard. Nothing is learnt for it.
  Result<Remarks> try_lint() const {
    return detail::make<Remarks>([&](auto remarks, auto error) {
      return blicket_task_lint(get(), remarks, error);
    });
  }
#if BLICKET_EXCEPTIONS
  /// The same; throws an Error if it fails.
  Remarks lint() const { return try_lint().value(); }
#endif

  /// How many examples have been added.
  std::size_t example_count() const noexcept { return blicket_task_example_count(get()); }
  /// How many queries have been added.
  std::size_t query_count() const noexcept { return blicket_task_query_count(get()); }
  /// Forgets what was worked out when it was solved before: up to 32 MiB, by which a task that gets
  /// another example is solved again in a fraction of the time, and not any differently.
  void forget() noexcept { blicket_task_forget(get()); }

 private:
  template <class Call>
  Result<void> change(Call call) {
    return detail::change<blicket_task_new>(*this, call);
  }
};

}  // namespace blicket

#endif  // BLICKET_TASK_HPP
