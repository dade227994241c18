/*
 * What the classes of <blicket/blicket.hpp> are made of: errors, results, handles, ranges. Include
 * that one. SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef BLICKET_BASICS_HPP
#define BLICKET_BASICS_HPP

/* Compilers of Microsoft say the standard by a macro of their own. */
#if defined(_MSVC_LANG)
#if _MSVC_LANG < 201703L
#error "blicket needs C++17 or later: /std:c++17"
#endif
#elif __cplusplus < 201703L
#error "blicket needs C++17 or later: -std=c++17. The C header <blicket/blicket.h> works with any standard."
#endif

#include <blicket/blicket.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

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
  thread_unavailable = BLICKET_THREAD_UNAVAILABLE,  ///< No thread could be had for a search.
  runtime_unavailable = BLICKET_RUNTIME_UNAVAILABLE,  ///< ONNX Runtime cannot be used.
  model_invalid = BLICKET_MODEL_INVALID,              ///< A model's file is not what it should be.
  network_failed = BLICKET_NETWORK_FAILED,            ///< A network did not run.
  invalid_option = BLICKET_INVALID_OPTION,  ///< No such option of a task, or not with this value.
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

/// Success, or why a call failed.
template <>
class [[nodiscard]] Result<void> {
 public:
  /// Success.
  Result() noexcept = default;
  /// Success without an error, failure with one.
  Result(std::optional<Error> error) noexcept : error_(std::move(error)) {}

  /// Whether the call succeeded.
  explicit operator bool() const noexcept { return !error_; }
  /// The same.
  bool has_value() const noexcept { return !error_; }
  /// Why the call failed. Only to be asked if it did.
  const Error& error() const& noexcept { return *error_; }
  /// The same of a temporary Result.
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

/// What a call gave, or why it failed; like std::expected<T, Error>. Look at it before you use it.
template <class T>
class [[nodiscard]] Result : public Result<void> {
 public:
  /// Success, with this value.
  Result(T&& value) noexcept : value_(std::move(value)) {}
  /// Failure.
  Result(Error error) noexcept : Result<void>(std::move(error)) {}

  /// The value; of a failed call an empty one, safe and useless. Of a Result that is moved, it can be moved out.
  T& operator*() & noexcept { return value_; }
  /// The same of a const Result.
  const T& operator*() const& noexcept { return value_; }
  /// The value, to be moved from.
  T&& operator*() && noexcept { return std::move(value_); }
  /// A member of the value; not of a temporary Result, which nobody can have looked at.
  T* operator->() & noexcept { return &value_; }
  /// The same of a const Result.
  const T* operator->() const& noexcept { return &value_; }
  const T* operator->() const&& = delete;
#if BLICKET_EXCEPTIONS
  /// The value; throws the error if there is none.
  T& value() & { return Result<void>::value(), value_; }
  /// The same of a const Result.
  const T& value() const& { return Result<void>::value(), value_; }
  /// The same of a temporary Result: the value is moved out.
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
  /// The same of a const object.
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

/// Items that a handle gives out one by one: a light view for range-for and for indexing, which
/// allocates nothing. It lives as long as the object that it came from, or was moved to.
template <class From, std::size_t (*Count)(From), auto At>
class Range {
 public:
  /// What it gives out.
  using value_type = decltype(At(std::declval<From>(), std::size_t()));

  /// Goes from item to item, as a range-for does.
  class iterator {
   public:
    // As the standard library wants it.
    using iterator_category = std::input_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = Range::value_type;
    using reference = value_type;
    using pointer = void;

    iterator() noexcept = default;
    iterator(From from, std::size_t index) noexcept : from_(from), index_(index) {}
    value_type operator*() const noexcept { return At(from_, index_); }
    iterator& operator++() noexcept { return ++index_, *this; }
    iterator operator++(int) noexcept { return {from_, index_++}; }
    friend bool operator==(iterator a, iterator b) noexcept { return a.index_ == b.index_; }
    friend bool operator!=(iterator a, iterator b) noexcept { return a.index_ != b.index_; }

   private:
    From from_{};
    std::size_t index_ = 0;
  };
  /// Items are not changed through it.
  using const_iterator = iterator;

  /// The items of what gives them out.
  explicit Range(From from) noexcept : from_(from) {}
  /// The first item.
  iterator begin() const noexcept { return {from_, 0}; }
  /// Behind the last item.
  iterator end() const noexcept { return {from_, size()}; }
  /// How many items there are.
  std::size_t size() const noexcept { return Count(from_); }
  /// Whether there are none.
  bool empty() const noexcept { return size() == 0; }
  /// The item with this index, from 0; an empty one past the last.
  value_type operator[](std::size_t index) const noexcept { return At(from_, index); }

 private:
  From from_;
};

template <class C, blicket_str (*At)(const C*, std::size_t)>
std::string_view text_at(const C* handle, std::size_t index) noexcept {
  return view(At(handle, index));
}

/// A range of texts.
template <class C, std::size_t (*Count)(const C*), blicket_str (*At)(const C*, std::size_t)>
using Texts = Range<const C*, Count, &text_at<C, At>>;

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

/// Runs a call of the C header that changes an object; an empty one is made first, by New.
template <auto New, class T, class Call>
Result<void> change(T& object, Call call) {
  if (!object.get()) {
    auto made = make<T>(New);
    if (!made) return made;
    object = *std::move(made);
  }
  return failure([&](blicket_error** error) { return call(object.get(), error); });
}

}  // namespace detail

}  // namespace blicket

#endif  // BLICKET_BASICS_HPP
