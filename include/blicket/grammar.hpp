/*
 * Grammars and what they make of inputs: a part of <blicket/blicket.hpp>, which has the manual.
 * Include that one. SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef BLICKET_GRAMMAR_HPP
#define BLICKET_GRAMMAR_HPP

#include <blicket/basics.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace blicket {

/// How an evaluation ended.
enum class Outcome : std::uint32_t {
  value = BLICKET_OUTCOME_VALUE,  ///< With tokens, or a number.
  stuck = BLICKET_OUTCOME_STUCK,  ///< On words that no rule matches.
  limit = BLICKET_OUTCOME_LIMIT,  ///< By one of the grammar's limits.
  refused = BLICKET_OUTCOME_REFUSED,  ///< With a value that is not worth acting on: Evaluation::guess.
};

/// The limit that ended an evaluation.
enum class Limit : std::uint32_t {
  none = BLICKET_LIMIT_NONE,          ///< None did.
  steps = BLICKET_LIMIT_STEPS,        ///< Limits::steps.
  depth = BLICKET_LIMIT_DEPTH,        ///< Limits::depth.
  length = BLICKET_LIMIT_LENGTH,      ///< Limits::output_tokens or output_bytes.
  overflow = BLICKET_LIMIT_OVERFLOW,  ///< A number that does not fit in 64 bits.
};

/// What a grammar turns words into.
enum class Domain : std::uint32_t {
  words = BLICKET_DOMAIN_WORDS,      ///< A sequence of tokens.
  numbers = BLICKET_DOMAIN_NUMBERS,  ///< A 64-bit integer.
  automatic = BLICKET_DOMAIN_AUTO,   ///< For a Task: whichever the outputs are. No grammar has it.
};

/// What one evaluation may cost: steps, depth, output_tokens and output_bytes, as in the C header.
/// They start as the library's defaults, so set what you mean to change. A plain value.
struct Limits : blicket_limits {
  /// The library's defaults.
  Limits() noexcept : blicket_limits(blicket_limits_default()) {}
  /// Those of the C header.
  Limits(const blicket_limits& limits) noexcept : blicket_limits(limits) {}
};

/// A slot of an Evaluation: a section of the grammar, the words of the input that it read, and what
/// they mean. Its texts live as long as those of the Evaluation.
struct Slot {
  std::string_view section;               ///< The name of the section.
  std::string_view words;                 ///< The words that it read, with a space between them.
  std::optional<std::string_view> value;  ///< What they mean; none if that would cost too much.
  std::optional<std::int64_t> number;     ///< The value, if the section gives numbers.
  std::size_t from;                       ///< The place of its first word in the input, from 0.
  std::size_t to;                         ///< The place behind its last word.
  std::size_t depth;                      ///< In how many other slots it lies.
  std::optional<std::size_t> parent;      ///< The slot in which it lies, by its index.
};

namespace detail {

inline Slot slot(const blicket_slot& slot) noexcept {
  Slot result{view(slot.section), view(slot.words), {}, {}, slot.from, slot.to, slot.depth, {}};
  if (slot.has_value) result.value = view(slot.value);
  if (slot.has_number) result.number = slot.number;
  if (slot.depth > 0) result.parent = slot.parent;
  return result;
}
inline Slot slot_at(const blicket_evaluation* evaluation, std::size_t index) noexcept {
  blicket_slot found{};
  blicket_evaluation_slot(evaluation, index, &found);
  return slot(found);
}

}  // namespace detail

/// What a grammar makes of one input. Made empty, or by Grammar::apply; used again for further
/// inputs, it keeps its memory, so that a host's loop does not allocate; a grammar that leaves
/// something open and has examples to compare answers with does (Grammar::rules_alone). Nothing here fails.
/// Texts live until it is destroyed or used again. Threads: many may read it, or one apply into it.
class Evaluation : public detail::Handle<blicket_evaluation, blicket_evaluation_free> {
 public:
  using Handle::Handle;
  /// The tokens of a value, one by one.
  using Tokens =
      detail::Texts<blicket_evaluation, blicket_evaluation_token_count, blicket_evaluation_token>;
  /// The words that no rule matches, one by one.
  using StuckWords = detail::Texts<blicket_evaluation, blicket_evaluation_stuck_count,
                                   blicket_evaluation_stuck_word>;

  /// Slots, one by one.
  using Slots = detail::Range<const blicket_evaluation*, blicket_evaluation_slot_count,
                              &detail::slot_at>;

  /// How it ended; stuck, on no words, if empty.
  Outcome outcome() const noexcept {
    return static_cast<Outcome>(blicket_evaluation_outcome(get()));
  }
  /// Whether it has a value that is worth acting on. The value may well be no tokens at all.
  bool has_value() const noexcept { return outcome() == Outcome::value; }
  /// The same.
  explicit operator bool() const noexcept { return has_value(); }
  /// The value also where it was refused: the best guess, for a host that asks back. Empty without one.
  std::string_view guess() const noexcept { return detail::view(blicket_evaluation_guess(get())); }
  /// How sure the value or the guess is: the share of the weight of all that could be meant, from 0 to 1.
  /// 1 by a grammar that leaves nothing open, 0 without a value and without a guess.
  double confidence() const noexcept { return blicket_evaluation_confidence(get()); }
  /// The limit that ended it.
  Limit limit() const noexcept { return static_cast<Limit>(blicket_evaluation_limit(get())); }
  /// The value as text: tokens with a space between them, or decimal digits. Empty without a value.
  std::string_view text() const noexcept { return detail::view(blicket_evaluation_text(get())); }
  /// The value of a grammar of numbers.
  std::optional<std::int64_t> number() const noexcept {
    std::int64_t value = 0;
    if (!blicket_evaluation_number(get(), &value)) return std::nullopt;
    return value;
  }
  /// The tokens of the value: 1 for a number, none without a value. Not of a temporary Evaluation,
  /// which would be gone before a loop over its tokens began.
  Tokens tokens() const& noexcept { return Tokens(get()); }
  Tokens tokens() const&& = delete;
  /// How many tokens the value has.
  std::size_t token_count() const noexcept { return blicket_evaluation_token_count(get()); }
  /// One token, from 0; empty past the last.
  std::string_view token(std::size_t index) const noexcept {
    return detail::view(blicket_evaluation_token(get(), index));
  }
  /// The words that no rule matches, with a space between them; none if not stuck.
  std::string_view stuck_text() const noexcept {
    return detail::view(blicket_evaluation_stuck_text(get()));
  }
  /// The same words one by one.
  StuckWords stuck_words() const& noexcept { return StuckWords(get()); }
  StuckWords stuck_words() const&& = delete;
  /// Which section read which words, and what they mean: in the order of the words, each slot before
  /// those that lie in it. None without a value, and none by a grammar without sections.
  Slots slots() const& noexcept { return Slots(get()); }
  Slots slots() const&& = delete;
  /// The first slot of a section, if it read any words.
  std::optional<Slot> slot(std::string_view section) const& noexcept {
    blicket_slot found{};
    if (!blicket_evaluation_find_slot(get(), detail::str(section), 0, &found)) return std::nullopt;
    return detail::slot(found);
  }
  std::optional<Slot> slot(std::string_view section) const&& = delete;
  /// The evaluation as one JSON object, described at blicket_evaluation_json in the C header.
  std::string_view json() const noexcept { return detail::view(blicket_evaluation_json(get())); }
  /// How many steps it took, as Limits::steps counts them.
  std::uint64_t steps() const noexcept { return blicket_evaluation_steps(get()); }
};

/// How a grammar evaluates one input. Made by Grammar::explain. Texts live as long as it does.
class Explanation : public detail::Handle<blicket_explanation, blicket_explanation_free> {
 public:
  using Handle::Handle;
  /// For a person: a line a step, indented by depth.
  std::string_view text() const noexcept { return detail::view(blicket_explanation_text(get())); }
  /// For a program: one JSON object, described in the C header.
  std::string_view json() const noexcept { return detail::view(blicket_explanation_json(get())); }
};

/// A sentence that is near to an input that is not read. It lives as long as its Advice.
struct Suggestion {
  std::string_view text;  ///< The sentence.
  std::size_t cost;       ///< What it costs, as blicket_advice_suggestion_cost says.
};

/// A word that no rule names. It lives as long as its Advice.
struct UnknownWord {
  std::string_view word;  ///< As it was typed.
  std::size_t place;      ///< Where in the input, from 0.
};

namespace detail {

inline Suggestion suggestion(const blicket_advice* advice, std::size_t index) noexcept {
  return {view(blicket_advice_suggestion(advice, index)),
          blicket_advice_suggestion_cost(advice, index)};
}
inline UnknownWord unknown(const blicket_advice* advice, std::size_t index) noexcept {
  return {view(blicket_advice_unknown_word(advice, index)),
          blicket_advice_unknown_place(advice, index)};
}

}  // namespace detail

/// What a grammar can say about an input, for the person who typed it. Made by Grammar::advise. Texts live
/// as long as it does.
class Advice : public detail::Handle<blicket_advice, blicket_advice_free> {
 public:
  using Handle::Handle;
  /// Words that the grammar does not have, one by one.
  using Unknown =
      detail::Range<const blicket_advice*, blicket_advice_unknown_count, &detail::unknown>;
  /// Words that could come next, one by one.
  using Words =
      detail::Texts<blicket_advice, blicket_advice_expected_count, blicket_advice_expected_word>;
  /// Names of sections that could come next, one by one.
  using Sections = detail::Texts<blicket_advice, blicket_advice_expected_section_count,
                                 blicket_advice_expected_section>;
  /// Near sentences, one by one.
  using Suggestions =
      detail::Range<const blicket_advice*, blicket_advice_suggestion_count, &detail::suggestion>;

  /// Whether the grammar reads the input.
  bool is_read() const noexcept { return blicket_advice_is_read(get()); }
  /// How many words the input has.
  std::size_t word_count() const noexcept { return blicket_advice_word_count(get()); }
  /// How many of them can be the beginning of a sentence.
  std::size_t reached() const noexcept { return blicket_advice_reached(get()); }
  /// The words that no rule of the grammar names. Neither this nor the others of a temporary Advice.
  Unknown unknown() const& noexcept { return Unknown(get()); }
  Unknown unknown() const&& = delete;
  /// The words that could come where the input stops being a sentence, or behind it.
  Words expected() const& noexcept { return Words(get()); }
  Words expected() const&& = delete;
  /// The sections that could begin there.
  Sections expected_sections() const& noexcept { return Sections(get()); }
  Sections expected_sections() const&& = delete;
  /// Whether any word at all could come there.
  bool expects_any_word() const noexcept { return blicket_advice_expects_any_word(get()); }
  /// The nearest sentences, the cheapest first. None if the input is read.
  Suggestions suggestions() const& noexcept { return Suggestions(get()); }
  Suggestions suggestions() const&& = delete;
  /// The advice as one JSON object, described at blicket_advice_json in the C header.
  std::string_view json() const noexcept { return detail::view(blicket_advice_json(get())); }
};

/// What a grammar makes of many inputs: outcomes and texts, all in one place. Made empty, or by
/// Grammar::apply_batch; used again, it keeps its memory. Inputs are counted from 0; past the last,
/// they are stuck, on no words. Texts live until it is destroyed or used again. Threads: many may
/// read it, or one apply into it.
class Batch : public detail::Handle<blicket_batch, blicket_batch_free> {
 public:
  using Handle::Handle;

  /// How many inputs it has results of.
  std::size_t size() const noexcept { return blicket_batch_count(get()); }
  /// How the evaluation of one input ended.
  Outcome outcome(std::size_t index) const noexcept {
    return static_cast<Outcome>(blicket_batch_outcome(get(), index));
  }
  /// Whether it has a value.
  bool has_value(std::size_t index) const noexcept { return outcome(index) == Outcome::value; }
  /// The limit that ended it.
  Limit limit(std::size_t index) const noexcept {
    return static_cast<Limit>(blicket_batch_limit(get(), index));
  }
  /// The value as text: tokens with a space between them, or decimal digits. Empty without a value.
  std::string_view text(std::size_t index) const noexcept {
    return detail::view(blicket_batch_text(get(), index));
  }
  /// The value by a grammar of numbers.
  std::optional<std::int64_t> number(std::size_t index) const noexcept {
    std::int64_t value = 0;
    if (!blicket_batch_number(get(), index, &value)) return std::nullopt;
    return value;
  }
  /// The words that no rule matches, with a space between them; empty if it was not stuck.
  std::string_view stuck_text(std::size_t index) const noexcept {
    return detail::view(blicket_batch_stuck_text(get(), index));
  }
};

class Grammar;

namespace detail {

/// What can be asked of a grammar, whoever owns it. Self has a get() const.
template <class Self>
class GrammarOperations {
 public:
  /// Texts of rules, one by one.
  using Rules = Texts<blicket_grammar, blicket_grammar_rule_count, blicket_grammar_rule>;

  /// The grammar's text, as Grammar::parse reads it: store it, and read it back.
  std::string_view text() const noexcept { return view(blicket_grammar_text(handle())); }
  /// What is open in it: how many grammars vote on an input, because the examples that it was learnt from
  /// do not tell them apart. 0 where nothing is open.
  std::size_t alternative_count() const noexcept {
    return blicket_grammar_alternative_count(handle());
  }
  /// The rules of one of them, from 0; empty past the last.
  std::string_view alternative_text(std::size_t index) const noexcept {
    return view(blicket_grammar_alternative_text(handle(), index));
  }
  /// Its weight; 0 past the last.
  double alternative_weight(std::size_t index) const noexcept {
    return blicket_grammar_alternative_weight(handle(), index);
  }
  /// A grammar of the same rules without what they leave open: it refuses nothing that they read.
  Result<Grammar> try_rules_alone() const;
  /// Whether it gives tokens or numbers.
  Domain domain() const noexcept { return static_cast<Domain>(blicket_grammar_domain(handle())); }
  /// How many rules it has.
  std::size_t rule_count() const noexcept { return blicket_grammar_rule_count(handle()); }
  /// One rule's text, from 0; empty past the last.
  std::string_view rule(std::size_t index) const noexcept {
    return view(blicket_grammar_rule(handle(), index));
  }
  /// The limits of every evaluation by this grammar.
  Limits limits() const noexcept { return blicket_grammar_limits(handle()); }

  /// Applies the grammar to the words of input, which white space separates.
  Result<Evaluation> try_apply(std::string_view input) const {
    return make<Evaluation>([&](auto output, auto error) {
      return blicket_grammar_apply(handle(), str(input), output, error);
    });
  }
  /// Applies the grammar with the memory of an evaluation, which may be empty. The input may be a text
  /// that it gave out. If the call fails, it keeps what it has; after Status::panic it is empty.
  Result<void> try_apply(std::string_view input, Evaluation& evaluation) const {
    blicket_evaluation* output = evaluation.get();
    auto failed = failure([&](blicket_error** error) {
      return blicket_grammar_apply(handle(), str(input), &output, error);
    });
    if (output != evaluation.get()) evaluation = Evaluation(output);
    if (failed && failed->status() == Status::panic) evaluation = Evaluation();
    return failed;
  }
  /// Applies it to each of inputs: a vector, an array, a span, a list in braces, of anything that
  /// is a std::string_view or becomes one. The evaluations are in the same order.
  template <class Inputs = std::initializer_list<std::string_view>>
  Result<std::vector<Evaluation>> try_apply_many(const Inputs& inputs) const {
    static_assert(is_range_of_texts<Inputs>, "inputs are a range of texts that stay alive");
    std::vector<blicket_str> texts;
    for (std::string_view input : inputs) texts.push_back(str(input));
    std::vector<Evaluation> evaluations(texts.size());
    std::vector<blicket_evaluation*> handles(texts.size());
    auto failed = failure([&](blicket_error** error) {
      return blicket_grammar_apply_many(handle(), texts.data(), texts.size(), handles.data(),
                                        error);
    });
    for (std::size_t i = 0; i < handles.size(); ++i) evaluations[i] = Evaluation(handles[i]);
    if (failed) return *std::move(failed);
    return evaluations;
  }
  /// Applies it to each of inputs, which are as for try_apply_many, with the memory of a batch, which
  /// may be empty. Takes less than try_apply_many, and has less to say. If the call fails, the batch
  /// keeps what it has; after Status::panic it is empty.
  template <class Inputs = std::initializer_list<std::string_view>>
  Result<void> try_apply_batch(const Inputs& inputs, Batch& batch) const {
    static_assert(is_range_of_texts<Inputs>, "inputs are a range of texts that stay alive");
    std::vector<blicket_str> texts;
    for (std::string_view input : inputs) texts.push_back(str(input));
    blicket_batch* output = batch.get();
    auto failed = failure([&](blicket_error** error) {
      return blicket_grammar_apply_batch(handle(), texts.data(), texts.size(), &output, error);
    });
    if (output != batch.get()) batch = Batch(output);
    if (failed && failed->status() == Status::panic) batch = Batch();
    return failed;
  }
  /// Evaluates input and tells how.
  Result<Explanation> try_explain(std::string_view input) const {
    return make<Explanation>([&](auto output, auto error) {
      return blicket_grammar_explain(handle(), str(input), output, error);
    });
  }
  /// Says what there is to say about an input, with at most so many near sentences; 0 looks for none. To
  /// complete what is being typed: if reached() is word_count(), expected() may come next.
  Result<Advice> try_advise(std::string_view input, std::size_t max_suggestions = 3) const {
    return make<Advice>([&](auto output, auto error) {
      return blicket_grammar_advise(handle(), str(input), max_suggestions, output, error);
    });
  }
  /// The names of the sections; that of the first may be empty.
  std::vector<std::string_view> sections() const {
    std::vector<std::string_view> names(blicket_grammar_section_count(handle()));
    for (std::size_t i = 0; i < names.size(); ++i) {
      names[i] = view(blicket_grammar_section(handle(), i));
    }
    return names;
  }
  /// The words of a section, by its index, and of those that it uses, in alphabetical order. Section 0
  /// reads whole inputs: its words are all that a person may want to type.
  std::vector<std::string_view> words(std::size_t section = 0) const {
    std::vector<std::string_view> words(blicket_grammar_word_count(handle(), section));
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = view(blicket_grammar_word(handle(), section, i));
    }
    return words;
  }
  /// Another grammar with the same rules and limits, which stands on its own.
  Result<Grammar> try_copy() const;

#if BLICKET_EXCEPTIONS
  /// The operations above without try_: they throw the Error.
  Evaluation apply(std::string_view input) const { return try_apply(input).value(); }
  /// Returns evaluation.
  Evaluation& apply(std::string_view input, Evaluation& evaluation) const {
    return try_apply(input, evaluation).value(), evaluation;
  }
  template <class Inputs = std::initializer_list<std::string_view>>
  std::vector<Evaluation> apply_many(const Inputs& inputs) const {
    return try_apply_many(inputs).value();
  }
  /// Returns batch.
  template <class Inputs = std::initializer_list<std::string_view>>
  Batch& apply_batch(const Inputs& inputs, Batch& batch) const {
    return try_apply_batch(inputs, batch).value(), batch;
  }
  Explanation explain(std::string_view input) const { return try_explain(input).value(); }
  Advice advise(std::string_view input, std::size_t max_suggestions = 3) const {
    return try_advise(input, max_suggestions).value();
  }
  Grammar rules_alone() const;
  Grammar copy() const;
#endif

 private:
  const blicket_grammar* handle() const noexcept { return static_cast<const Self*>(this)->get(); }
};

}  // namespace detail

/// An interpretation grammar: an ordered list of rewrite rules. Made by parse and by copy. Texts
/// live as long as it does. Threads: share it as const; set_limits needs it for itself.
class Grammar : public detail::Handle<blicket_grammar, blicket_grammar_free>,
                public detail::GrammarOperations<Grammar> {
 public:
  using Handle::Handle;

  /// Reads a grammar from its text. Fails with Status::grammar and where, if it cannot be read.
  static Result<Grammar> try_parse(std::string_view text) {
    return detail::make<Grammar>([&](auto output, auto error) {
      return blicket_grammar_parse(detail::str(text), output, error);
    });
  }
  /// The rules' texts, in the order in which they are tried. Not of a temporary Grammar.
  Rules rules() const& noexcept { return Rules(get()); }
  Rules rules() const&& = delete;
  /// Sets the limits of every further evaluation. Fails only if the grammar is empty.
  Result<void> try_set_limits(const Limits& limits) {
    return detail::failure([&](blicket_error** error) {
      return blicket_grammar_set_limits(get(), limits, error);
    });
  }
#if BLICKET_EXCEPTIONS
  static Grammar parse(std::string_view text) { return try_parse(text).value(); }
  void set_limits(const Limits& limits) { try_set_limits(limits).value(); }
#endif
};

/// A grammar that somebody else owns, mostly a Solution: it can do all that a const Grammar can,
/// and lives as long as its owner, or what that was moved to. copy() gives a Grammar to keep. It is
/// a pointer; pass it by value, and pass a Grammar where one is wanted.
class GrammarView : public detail::GrammarOperations<GrammarView> {
 public:
  /// Empty.
  GrammarView() noexcept = default;
  /// Of a grammar that somebody else keeps.
  GrammarView(const Grammar& grammar) noexcept : handle_(grammar.get()) {}
  /// Of a grammar from the C header; NULL makes it empty.
  explicit GrammarView(const blicket_grammar* handle) noexcept : handle_(handle) {}
  /// Whether there is a grammar.
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  /// The rules' texts, in the order in which they are tried.
  Rules rules() const noexcept { return Rules(handle_); }
  /// For calls of the C header; NULL if empty.
  const blicket_grammar* get() const noexcept { return handle_; }

 private:
  const blicket_grammar* handle_ = nullptr;
};

template <class Self>
Result<Grammar> detail::GrammarOperations<Self>::try_rules_alone() const {
  return make<Grammar>([&](auto output, auto error) {
    return blicket_grammar_rules_alone(handle(), output, error);
  });
}

template <class Self>
Result<Grammar> detail::GrammarOperations<Self>::try_copy() const {
  return make<Grammar>([&](auto output, auto error) {
    return blicket_grammar_copy(handle(), output, error);
  });
}

#if BLICKET_EXCEPTIONS
template <class Self>
Grammar detail::GrammarOperations<Self>::rules_alone() const {
  return try_rules_alone().value();
}

template <class Self>
Grammar detail::GrammarOperations<Self>::copy() const {
  return try_copy().value();
}
#endif

}  // namespace blicket

#endif  // BLICKET_GRAMMAR_HPP
