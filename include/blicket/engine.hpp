/*
 * Engines, which learn grammars from examples: a part of <blicket/blicket.hpp>, which has the manual.
 * Include that one. SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef BLICKET_ENGINE_HPP
#define BLICKET_ENGINE_HPP

#include <blicket/search.hpp>
#include <blicket/solution.hpp>
#include <blicket/task.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace blicket {

/// Where networks run.
enum class Device : std::uint32_t {
  automatic = BLICKET_DEVICE_AUTO,  ///< The best that is there.
  cpu = BLICKET_DEVICE_CPU,         ///< The processor.
  cuda = BLICKET_DEVICE_CUDA,       ///< An NVIDIA card, by its index.
};

/// How an engine is to be set up. Made as the defaults, and empty until something is set. An engine
/// keeps what it needs of them. Threads: one at a time.
class Options : public detail::Handle<blicket_options, blicket_options_free> {
 public:
  using Handle::Handle;
  /// Sets where networks run. The index counts cards of CUDA; for other devices it must be 0.
  Result<void> try_set_device(Device device, std::uint32_t index = 0) {
    return detail::change<blicket_options_new>(*this, [&](auto options, auto error) {
      return blicket_options_set_device(options, static_cast<std::uint32_t>(device), index, error);
    });
  }
  /// Sets how many threads may work at once, for all searches of the engine together; 0 for as many
  /// as there are processors. What is found does not depend on it.
  Result<void> try_set_threads(std::size_t threads) {
    return detail::change<blicket_options_new>(*this, [&](auto options, auto error) {
      return blicket_options_set_threads(options, threads, error);
    });
  }
  /// Sets about how many bytes each search may take before it stops with the best so far.
  Result<void> try_set_memory_limit(std::size_t bytes) {
    return detail::change<blicket_options_new>(*this, [&](auto options, auto error) {
      return blicket_options_set_memory_limit(options, bytes, error);
    });
  }
  /// Sets the file of ONNX Runtime, which runs networks; without it, it is looked for as the C header
  /// says at blicket_options_set_runtime_path.
  Result<void> try_set_runtime_path(std::string_view path) {
    return detail::change<blicket_options_new>(*this, [&](auto options, auto error) {
      return blicket_options_set_runtime_path(options, detail::str(path), error);
    });
  }
  /// Sets a folder with models and their MANIFEST, which are used instead of those that are built in.
  Result<void> try_set_model_path(std::string_view path) {
    return detail::change<blicket_options_new>(*this, [&](auto options, auto error) {
      return blicket_options_set_model_path(options, detail::str(path), error);
    });
  }
#if BLICKET_EXCEPTIONS
  /// The operations above without try_: they throw the Error, and return these options.
  Options& set_device(Device device, std::uint32_t index = 0) {
    return try_set_device(device, index).value(), *this;
  }
  Options& set_threads(std::size_t threads) { return try_set_threads(threads).value(), *this; }
  Options& set_memory_limit(std::size_t bytes) { return try_set_memory_limit(bytes).value(), *this; }
  Options& set_runtime_path(std::string_view path) {
    return try_set_runtime_path(path).value(), *this;
  }
  Options& set_model_path(std::string_view path) { return try_set_model_path(path).value(), *this; }
#endif
};

/// A model that networks are loaded from. Its texts live as long as the Engine that it came from.
struct Model {
  std::string_view file;      ///< The name of one that is built in, or the path of another.
  std::string_view format;    ///< The version of its format.
  std::string_view contract;  ///< The name of the contract by which it is asked.
  std::string_view sha256;    ///< The SHA-256 of its bytes, in hexadecimal.
};

namespace detail {

inline std::size_t model_count(const blicket_engine* engine) noexcept {
  return blicket_engine_model_count(engine);
}
inline Model model(const blicket_engine* engine, std::size_t index) noexcept {
  return {view(blicket_engine_model_file(engine, index)),
          view(blicket_engine_model_format(engine, index)),
          view(blicket_engine_model_contract(engine, index)),
          view(blicket_engine_model_sha256(engine, index))};
}

}  // namespace detail

/// What a host sets up once and shares: it learns grammars from examples, and has the device that
/// networks run on. Running a stored grammar does not need one. Texts live as long as it does.
/// Threads: share it as const.
class Engine : public detail::Handle<blicket_engine, blicket_engine_free> {
 public:
  using Handle::Handle;
  /// The models, for range-for and for indexing.
  using Models = detail::Range<const blicket_engine*, &detail::model_count, &detail::model>;

  /// Sets one up. Networks are loaded when they are first needed, or by warm_up; but if a card is asked
  /// for, they are loaded at once. Fails with Status::device_unavailable if it cannot be had.
  static Result<Engine> try_create(const Options& options = Options()) {
    return detail::make<Engine>([&](auto output, auto error) {
      return blicket_engine_new(options.get(), output, error);
    });
  }
  /// Loads the networks now, so that the first search that needs them does not wait for that. Fails
  /// with Status::runtime_unavailable, model_invalid or device_unavailable; the engine works on
  /// without networks, by deduction.
  Result<void> try_warm_up() const {
    return detail::failure(
        [&](blicket_error** error) { return blicket_engine_warm_up(get(), error); });
  }
  /// What is probably not meant in a task's examples; by learning from them, also those that cost the grammar a
  /// rule of their own ("own_rule"). It takes as long as learning.
  Result<Remarks> try_lint(const Task& task) const {
    return with(task, [&](const blicket_task* raw) {
      return detail::make<Remarks>([&](auto remarks, auto error) {
        return blicket_engine_lint(get(), raw, remarks, error);
      });
    });
  }
  /// Learns a grammar from a task's examples, and answers its queries. That no grammar satisfies
  /// the examples, or that time was up, is no failure: the Solution says so, and why.
  Result<Solution> try_solve(const Task& task) const {
    return with(task, [&](const blicket_task* raw) {
      return detail::make<Solution>(
          [&](auto output, auto error) { return blicket_solve(get(), raw, output, error); });
    });
  }
  /// Starts to solve a task in the background; what comes of it is what solve gives. The callback is
  /// called every ten milliseconds or so, on the search's thread, and a last time when the search is
  /// over; Flow::stop cancels the search. What it throws cancels the search as well, and is thrown
  /// again by Search::get. It may use the Search, and destroy it.
  Result<Search> try_start(const Task& task, Callback callback = {}) const {
    return with(task, [&](const blicket_task* raw) {
      return Search::start(get(), raw, std::move(callback));
    });
  }
  /// Learns from examples and answers queries in one call. The support is a vector, an array, a map, a list in braces, of Example
  /// or of pairs of texts; queries are a range of texts, as for Grammar::apply_many.
  template <class Support = std::initializer_list<Example>,
            class Queries = std::initializer_list<std::string_view>>
  Result<Solution> try_synthesize(
      const Support& support, const Queries& queries,
      detail::Milliseconds timeout = std::chrono::seconds(30)) const {
    static_assert(detail::is_range_of_examples<Support>, "support is a range of examples");
    static_assert(detail::is_range_of_texts<Queries>, "queries are a range of texts");
    std::vector<blicket_example> examples;
    for (const auto& item : support) {
      const Example example = detail::example(item);
      examples.push_back({detail::str(example.input), detail::str(example.output)});
    }
    std::vector<blicket_str> texts;
    for (std::string_view query : queries) texts.push_back(detail::str(query));
    return detail::make<Solution>([&](auto output, auto error) {
      return blicket_synthesize(get(), examples.data(), examples.size(), texts.data(),
                                texts.size(), timeout.count, output, error);
    });
  }
#if BLICKET_EXCEPTIONS
  /// The operations above without try_: they throw the Error.
  static Engine create(const Options& options = Options()) { return try_create(options).value(); }
  void warm_up() const { try_warm_up().value(); }
  Remarks lint(const Task& task) const { return try_lint(task).value(); }
  Solution solve(const Task& task) const { return try_solve(task).value(); }
  Search start(const Task& task, Callback callback = {}) const {
    return try_start(task, std::move(callback)).value();
  }
  template <class Support = std::initializer_list<Example>,
            class Queries = std::initializer_list<std::string_view>>
  Solution synthesize(const Support& support, const Queries& queries,
                      detail::Milliseconds timeout = std::chrono::seconds(30)) const {
    return try_synthesize(support, queries, timeout).value();
  }
#endif
  /// How many threads may work at once, for all searches together.
  std::size_t threads() const noexcept { return blicket_engine_threads(get()); }
  /// The version of ONNX Runtime; empty as long as no networks are loaded.
  std::string_view runtime_version() const noexcept {
    return detail::view(blicket_engine_runtime_version(get()));
  }
  /// What it was loaded from; empty as long as no networks are loaded.
  std::string_view runtime_path() const noexcept {
    return detail::view(blicket_engine_runtime_path(get()));
  }
  /// Why there are no networks, in English, if they were needed and could not be loaded.
  std::string_view network_problem() const noexcept {
    return detail::view(blicket_engine_network_problem(get()));
  }
  /// The models that networks are loaded from; none if one of them is invalid, which warm_up says. To
  /// know them, nothing need be loaded.
  Models models() const noexcept { return Models(get()); }
  /// The device that networks really run on, never Device::automatic; the processor as long as none is
  /// loaded.
  Device device() const noexcept { return static_cast<Device>(blicket_engine_device(get())); }
  /// The index of a card of CUDA; 0 for other devices.
  std::uint32_t device_index() const noexcept { return blicket_engine_device_index(get()); }
  /// Why it is this device, in English.
  std::string_view device_reason() const noexcept {
    return detail::view(blicket_engine_device_reason(get()));
  }
  /// All of this in one line, for a log, except the models. It is another text once networks are loaded.
  std::string_view info() const noexcept { return detail::view(blicket_engine_info(get())); }

 private:
  /// A task to which nothing was added yet is empty: then any without examples will do.
  template <class Use>
  static auto with(const Task& task, Use use) -> decltype(use(task.get())) {
    if (task.get()) return use(task.get());
    auto blank = detail::make<Task>(blicket_task_new);
    if (!blank) return std::move(blank).error();
    return use(blank->get());
  }
};

}  // namespace blicket

#endif  // BLICKET_ENGINE_HPP
