/*
 * blicket for C++17: move-only classes over <blicket/blicket.h>, whose manual holds here too.
 *
 * This header is all there is; link as for C. SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * A FIRST PROGRAM
 *   const auto grammar = blicket::Grammar::parse("dax -> RED\nu1 fep -> [u1] [u1]");
 *   blicket::Evaluation evaluation;
 *   grammar.apply("dax fep", evaluation);
 *   for (std::string_view token : evaluation.tokens()) { ... }     // RED, RED
 *
 * ERRORS
 *   Every operation that can fail exists twice: parse throws blicket::Error, try_parse returns a
 *   Result<Grammar> and throws nothing, except std::bad_alloc. Without exceptions (-fno-exceptions)
 *   the functions that throw, and Result::value, do not exist. Nothing needs RTTI; but a program
 *   that has files with and without it must not use dynamic_cast or typeid on an Error.
 *   That an input is stuck or reaches a limit is no error: the Evaluation says so.
 *
 * OWNERSHIP
 *   An object owns its handle and frees it. A default-constructed or moved-from object is empty: it
 *   can be assigned, destroyed, and asked: it answers as the C header says for NULL, and what needs
 *   a handle fails with Status::null_argument. Objects do not depend on each other.
 *   A std::string_view in a result belongs to the object that gave it out, or to the one which that
 *   was moved to, and lives as long; those of an Evaluation only until it is used again. Arguments
 *   are read during the call and not kept; a const char * among them must not be NULL.
 *
 * THREADS
 *   Const member functions may be called from any number of threads at once; others need the object
 *   for themselves. Different objects never get in each other's way.
 */
#ifndef BLICKET_BLICKET_HPP
#define BLICKET_BLICKET_HPP

#include <blicket/blicket.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// 1 where the functions that throw exist, 0 where they do not.
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define BLICKET_EXCEPTIONS 1
#else
#define BLICKET_EXCEPTIONS 0
#endif

namespace blicket {

/// How a call went. Later versions may add to these.
enum class Status : std::uint32_t {
  ok = BLICKET_OK,
  null_argument = BLICKET_NULL_ARGUMENT,            ///< Mostly: an object was empty.
  invalid_utf8 = BLICKET_INVALID_UTF8,              ///< Text was not valid UTF-8.
  out_of_range = BLICKET_OUT_OF_RANGE,              ///< A length or an index was out of range.
  invalid_handle = BLICKET_INVALID_HANDLE,          ///< A handle had been freed behind our back.
  grammar = BLICKET_GRAMMAR,                        ///< Not a grammar; see Error::line and column.
  device_unavailable = BLICKET_DEVICE_UNAVAILABLE,  ///< A device was asked for by name in vain.
  panic = BLICKET_PANIC,                            ///< A defect in blicket; the host is unharmed.
};

/// Where networks run.
enum class Device : std::uint32_t {
  automatic = BLICKET_DEVICE_AUTO,  ///< The best that is there.
  cpu = BLICKET_DEVICE_CPU,         ///< The processor.
  cuda = BLICKET_DEVICE_CUDA,       ///< An NVIDIA card, by its index.
};

/// How an evaluation ended.
enum class Outcome : std::uint32_t {
  value = BLICKET_OUTCOME_VALUE,  ///< With tokens, or a number.
  stuck = BLICKET_OUTCOME_STUCK,  ///< On words that no rule matches.
  limit = BLICKET_OUTCOME_LIMIT,  ///< By one of the grammar's limits.
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
};

/// What one evaluation may cost: steps, depth, output_tokens and output_bytes, as in the C header.
/// They start as the library's defaults, so set what you mean to change. A plain value.
struct Limits : blicket_limits {
  Limits() noexcept : blicket_limits(blicket_limits_default()) {}
  Limits(const blicket_limits& limits) noexcept : blicket_limits(limits) {}
};

/// Why a call failed: what() says what was wrong, where, and what would be right, in English.
/// Thrown, or held by a Result; a value of its own, and copying it does not throw.
class Error : public std::runtime_error {
 public:
  /// An error of the host's own making, for instance to test how it handles one.
  Error(Status status, const std::string& message, std::size_t line = 0, std::size_t column = 0)
      : std::runtime_error(message), status_(status), line_(line), column_(column) {}

  /// What kind of failure it was; never Status::ok for an error of the library.
  Status status() const noexcept { return status_; }
  /// The line of a grammar's text that could not be read, from 1; 0 for other errors.
  std::size_t line() const noexcept { return line_; }
  /// The column in that line, in characters from 1; 0 for other errors.
  std::size_t column() const noexcept { return column_; }

 private:
  Status status_;
  std::size_t line_, column_;
};

/// What a call gave, or why it failed; like std::expected<T, Error>. Look at it before you use it.
/// A Result<void> only tells of success or failure; any other can be taken for one.
template <class T = void>
class Result;

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() noexcept = default;
  Result(std::optional<Error> error) noexcept : error_(std::move(error)) {}

  /// Whether the call succeeded.
  explicit operator bool() const noexcept { return !error_; }
  bool has_value() const noexcept { return !error_; }
  /// Why the call failed. Only to be asked if it did.
  const Error& error() const& noexcept { return *error_; }
  Error error() && noexcept { return *error_; }
#if BLICKET_EXCEPTIONS
  /// Throws the error, if there is one.
  void value() const {
    if (error_) throw Error(*error_);
  }
#endif

 private:
  std::optional<Error> error_;
};

template <class T>
class [[nodiscard]] Result : public Result<void> {
 public:
  Result(T&& value) noexcept : value_(std::move(value)) {}
  Result(Error error) noexcept : Result<void>(std::move(error)) {}

  /// The value; of a failed call an empty one, safe and useless. *std::move(result) moves it out.
  T& operator*() & noexcept { return value_; }
  const T& operator*() const& noexcept { return value_; }
  T&& operator*() && noexcept { return std::move(value_); }
  /// A member of the value; not of a temporary Result, which nobody can have looked at.
  T* operator->() & noexcept { return &value_; }
  const T* operator->() const& noexcept { return &value_; }
  const T* operator->() const&& = delete;
#if BLICKET_EXCEPTIONS
  /// The value; throws the error if there is none.
  T& value() & { return Result<void>::value(), value_; }
  const T& value() const& { return Result<void>::value(), value_; }
  T value() && { return Result<void>::value(), std::move(value_); }
#endif

 private:
  T value_;
};

/// What the classes below are made of. Not for hosts, except through them.
namespace detail {

/// Text from the C header, and for it.
inline std::string_view view(blicket_str text) noexcept { return {text.data, text.len}; }
inline blicket_str str(std::string_view text) noexcept { return {text.data(), text.size()}; }

/// Owns a handle of the C header. Const goes through to the handle, and with it the thread rule.
template <class C, void (*Free)(C*)>
class Handle {
 public:
  /// Empty.
  Handle() noexcept = default;
  /// Takes over a handle that came from the C header; NULL makes it empty.
  explicit Handle(C* handle) noexcept : handle_(handle) {}
  /// The handle, still owned by this object, for calls of the C header; NULL if empty.
  C* get() noexcept { return handle_.get(); }
  const C* get() const noexcept { return handle_.get(); }

 private:
  struct Deleter {
    void operator()(C* handle) const noexcept { Free(handle); }
  };
  std::unique_ptr<C, Deleter> handle_;
};

/// Runs a call of the C header that can fail, and tells whether it did.
template <class Call>
std::optional<Error> failure(Call call) {
  blicket_error* output = nullptr;
  const blicket_status status = call(&output);
  if (status == BLICKET_OK) return std::nullopt;
  const Handle<blicket_error, blicket_error_free> error(output);
  std::string message(view(blicket_error_message(error.get())));
  for (char& byte : message) byte = byte ? byte : ' ';  // what() would end at a NUL
  return Error(static_cast<Status>(status), message, blicket_error_line(error.get()),
               blicket_error_column(error.get()));
}

/// Texts that a handle gives out one by one: a light view for range-for and for indexing, which
/// allocates nothing. It lives as long as the object that it came from, or was moved to.
template <class C, std::size_t (*Count)(const C*), blicket_str (*At)(const C*, std::size_t)>
class Texts {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = std::string_view;
    using reference = std::string_view;
    using pointer = void;

    iterator() noexcept = default;
    iterator(const C* handle, std::size_t index) noexcept : handle_(handle), index_(index) {}
    std::string_view operator*() const noexcept { return view(At(handle_, index_)); }
    iterator& operator++() noexcept { return ++index_, *this; }
    iterator operator++(int) noexcept { return {handle_, index_++}; }
    friend bool operator==(iterator a, iterator b) noexcept { return a.index_ == b.index_; }
    friend bool operator!=(iterator a, iterator b) noexcept { return a.index_ != b.index_; }

   private:
    const C* handle_ = nullptr;
    std::size_t index_ = 0;
  };
  using const_iterator = iterator;
  using value_type = std::string_view;

  explicit Texts(const C* handle) noexcept : handle_(handle) {}
  iterator begin() const noexcept { return {handle_, 0}; }
  iterator end() const noexcept { return {handle_, size()}; }
  std::size_t size() const noexcept { return Count(handle_); }
  bool empty() const noexcept { return size() == 0; }
  /// The text with this index, from 0; empty past the last.
  std::string_view operator[](std::size_t index) const noexcept { return view(At(handle_, index)); }

 private:
  const C* handle_;
};

/// Whether the items of a range can be kept as string_views while the range lives.
template <class Range, class Item = decltype(*std::begin(std::declval<const Range&>()))>
constexpr bool is_range_of_texts =
    std::is_convertible_v<Item, std::string_view> &&
    (std::is_reference_v<Item> || std::is_pointer_v<Item> ||
     std::is_same_v<std::remove_cv_t<Item>, std::string_view>);

/// Runs a call of the C header that makes a handle for a T.
template <class T, class Call>
Result<T> make(Call call) {
  auto handle = T().get();
  auto failed = failure([&](blicket_error** error) { return call(&handle, error); });
  T value(handle);
  if (failed) return *std::move(failed);
  return value;
}

}  // namespace detail

/// What a grammar makes of one input. Made empty, or by Grammar::apply; used again for further
/// inputs, it keeps its memory, so that a host's loop does not allocate. Nothing here fails. Texts
/// live until it is destroyed or used again. Threads: many may read it, or one apply into it.
class Evaluation : public detail::Handle<blicket_evaluation, blicket_evaluation_free> {
 public:
  using Handle::Handle;
  using Tokens =
      detail::Texts<blicket_evaluation, blicket_evaluation_token_count, blicket_evaluation_token>;
  using StuckWords = detail::Texts<blicket_evaluation, blicket_evaluation_stuck_count,
                                   blicket_evaluation_stuck_word>;

  /// How it ended; stuck, on no words, if empty.
  Outcome outcome() const noexcept {
    return static_cast<Outcome>(blicket_evaluation_outcome(get()));
  }
  /// Whether it has a value. The value may well be no tokens at all.
  bool has_value() const noexcept { return outcome() == Outcome::value; }
  explicit operator bool() const noexcept { return has_value(); }
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
  std::size_t token_count() const noexcept { return blicket_evaluation_token_count(get()); }
  /// One token, from 0; empty past the last.
  std::string_view token(std::size_t index) const noexcept {
    return detail::view(blicket_evaluation_token(get(), index));
  }
  /// The words that no rule matches, with a space between them, and one by one; none if not stuck.
  std::string_view stuck_text() const noexcept {
    return detail::view(blicket_evaluation_stuck_text(get()));
  }
  StuckWords stuck_words() const& noexcept { return StuckWords(get()); }
  StuckWords stuck_words() const&& = delete;
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

/// An interpretation grammar: an ordered list of rewrite rules. Made by parse. Texts live as long
/// as it does. Threads: share it as const; set_limits needs it for itself.
class Grammar : public detail::Handle<blicket_grammar, blicket_grammar_free> {
 public:
  using Handle::Handle;
  using Rules = detail::Texts<blicket_grammar, blicket_grammar_rule_count, blicket_grammar_rule>;

  /// Reads a grammar from its text. Fails with Status::grammar and where, if it cannot be read.
  static Result<Grammar> try_parse(std::string_view text) {
    return detail::make<Grammar>([&](auto output, auto error) {
      return blicket_grammar_parse(detail::str(text), output, error);
    });
  }
  /// The grammar's text, as parse reads it: store it, and read it back.
  std::string_view text() const noexcept { return detail::view(blicket_grammar_text(get())); }
  /// Whether it gives tokens or numbers.
  Domain domain() const noexcept { return static_cast<Domain>(blicket_grammar_domain(get())); }
  /// The rules' texts, in the order in which they are tried. Not of a temporary Grammar.
  Rules rules() const& noexcept { return Rules(get()); }
  Rules rules() const&& = delete;
  std::size_t rule_count() const noexcept { return blicket_grammar_rule_count(get()); }
  /// One rule's text, from 0; empty past the last.
  std::string_view rule(std::size_t index) const noexcept {
    return detail::view(blicket_grammar_rule(get(), index));
  }

  /// Applies the grammar to the words of input, which white space separates.
  Result<Evaluation> try_apply(std::string_view input) const {
    return detail::make<Evaluation>([&](auto output, auto error) {
      return blicket_grammar_apply(get(), detail::str(input), output, error);
    });
  }
  /// The same with the memory of an evaluation, which may be empty. The input may be a text that it
  /// gave out. If the call fails, it keeps what it has; after Status::panic it is empty.
  Result<void> try_apply(std::string_view input, Evaluation& evaluation) const {
    blicket_evaluation* handle = evaluation.get();
    auto failed = detail::failure([&](blicket_error** error) {
      return blicket_grammar_apply(get(), detail::str(input), &handle, error);
    });
    if (handle != evaluation.get()) evaluation = Evaluation(handle);
    if (failed && failed->status() == Status::panic) evaluation = Evaluation();
    return failed;
  }
  /// Applies it to each of inputs: a vector, an array, a span, a list in braces, of anything that
  /// is a std::string_view or becomes one. The evaluations are in the same order.
  template <class Inputs = std::initializer_list<std::string_view>>
  Result<std::vector<Evaluation>> try_apply_many(const Inputs& inputs) const {
    static_assert(detail::is_range_of_texts<Inputs>, "inputs are a range of texts that stay alive");
    std::vector<blicket_str> texts;
    for (std::string_view input : inputs) texts.push_back(detail::str(input));
    std::vector<Evaluation> evaluations(texts.size());
    std::vector<blicket_evaluation*> handles(texts.size());
    auto failed = detail::failure([&](blicket_error** error) {
      return blicket_grammar_apply_many(get(), texts.data(), texts.size(), handles.data(), error);
    });
    for (std::size_t i = 0; i < handles.size(); ++i) evaluations[i] = Evaluation(handles[i]);
    if (failed) return *std::move(failed);
    return evaluations;
  }
  /// Evaluates input and tells how.
  Result<Explanation> try_explain(std::string_view input) const {
    return detail::make<Explanation>([&](auto output, auto error) {
      return blicket_grammar_explain(get(), detail::str(input), output, error);
    });
  }

  /// The limits of every evaluation by this grammar.
  Limits limits() const noexcept { return blicket_grammar_limits(get()); }
  /// Sets the limits of every further one. Fails only if the grammar is empty.
  Result<void> try_set_limits(const Limits& limits) {
    return detail::failure([&](blicket_error** error) {
      return blicket_grammar_set_limits(get(), limits, error);
    });
  }

#if BLICKET_EXCEPTIONS
  /// The same operations, which throw the Error instead.
  static Grammar parse(std::string_view text) { return try_parse(text).value(); }
  Evaluation apply(std::string_view input) const { return try_apply(input).value(); }
  /// Returns evaluation.
  Evaluation& apply(std::string_view input, Evaluation& evaluation) const {
    return try_apply(input, evaluation).value(), evaluation;
  }
  template <class Inputs = std::initializer_list<std::string_view>>
  std::vector<Evaluation> apply_many(const Inputs& inputs) const {
    return try_apply_many(inputs).value();
  }
  Explanation explain(std::string_view input) const { return try_explain(input).value(); }
  void set_limits(const Limits& limits) { try_set_limits(limits).value(); }
#endif
};

/// How an engine is to be set up. Made as the defaults, and empty until something is set. An engine
/// keeps what it needs of them. Threads: one at a time.
class Options : public detail::Handle<blicket_options, blicket_options_free> {
 public:
  using Handle::Handle;
  /// Sets where networks run. The index counts cards of CUDA; for other devices it must be 0.
  Result<void> try_set_device(Device device, std::uint32_t index = 0) {
    if (!get()) {
      auto made = detail::make<Options>(blicket_options_new);
      if (!made) return made;
      *this = *std::move(made);
    }
    return detail::failure([&](blicket_error** error) {
      return blicket_options_set_device(get(), static_cast<std::uint32_t>(device), index, error);
    });
  }
#if BLICKET_EXCEPTIONS
  /// The same, which throws the Error instead, and returns these options.
  Options& set_device(Device device, std::uint32_t index = 0) {
    return try_set_device(device, index).value(), *this;
  }
#endif
};

/// What a host sets up once and shares: the device that networks run on. Running a stored grammar
/// does not need one. Texts live as long as it does. Threads: share it as const.
class Engine : public detail::Handle<blicket_engine, blicket_engine_free> {
 public:
  using Handle::Handle;
  /// Sets one up. Fails with Status::device_unavailable if the options' device cannot be had.
  static Result<Engine> try_create(const Options& options = Options()) {
    return detail::make<Engine>([&](auto output, auto error) {
      return blicket_engine_new(options.get(), output, error);
    });
  }
#if BLICKET_EXCEPTIONS
  static Engine create(const Options& options = Options()) { return try_create(options).value(); }
#endif
  /// The device that really runs, never Device::automatic.
  Device device() const noexcept { return static_cast<Device>(blicket_engine_device(get())); }
  /// The index of a card of CUDA; 0 for other devices.
  std::uint32_t device_index() const noexcept { return blicket_engine_device_index(get()); }
  /// Why it is this device, in English.
  std::string_view device_reason() const noexcept {
    return detail::view(blicket_engine_device_reason(get()));
  }
  /// All of this in one line, for a log.
  std::string_view info() const noexcept { return detail::view(blicket_engine_info(get())); }
};

/// The version of the loaded library, such as "0.1.0"; the text lives as long as the process.
inline std::string_view version() noexcept { return detail::view(blicket_version()); }
/// The version of the ABI that the loaded library speaks.
inline std::uint32_t abi_version() noexcept { return blicket_abi_version(); }
/// Whether that is the one that this program was compiled for. If not, it must not go on.
[[nodiscard]] inline bool check_abi() noexcept { return abi_version() == BLICKET_ABI_VERSION; }

}  // namespace blicket

#endif  // BLICKET_BLICKET_HPP
