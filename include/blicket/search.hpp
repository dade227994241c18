/*
 * Searches in the background: a part of <blicket/blicket.hpp>, which has the manual. Include that
 * one. SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef BLICKET_SEARCH_HPP
#define BLICKET_SEARCH_HPP

#include <blicket/solution.hpp>
#include <blicket/task.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace blicket {

/// What a search is at.
enum class Phase : std::uint32_t {
  waiting = BLICKET_PHASE_WAITING,  ///< It waits for one of the engine's workers.
  solving = BLICKET_PHASE_SOLVING,  ///< It looks for grammars that satisfy the examples.
  ranking = BLICKET_PHASE_RANKING,  ///< It weighs those grammars, and they vote on the answers.
  done = BLICKET_PHASE_DONE,        ///< It is over.
};

/// How far a search is. A plain value.
struct Progress {
  Phase phase = Phase::done;   ///< What it is at.
  bool has_grammar = false;    ///< Whether there is a grammar yet.
  std::size_t satisfied = 0;   ///< How many examples the best grammar so far satisfies.
  std::size_t examples = 0;    ///< How many examples the task has.
  std::uint64_t steps = 0;     ///< Steps so far, as Task::set_step_limit counts them.
  std::uint64_t programs = 0;  ///< Complete grammars that were run on the examples so far.
  std::chrono::duration<double> elapsed{0};  ///< Since it was started, until it was over.
};

/// What a callback returns.
enum class Flow : std::uint32_t {
  go_on = BLICKET_CONTINUE,
  stop = BLICKET_STOP,  ///< Cancel the search.
};

/// What a search calls.
using Callback = std::function<Flow(const Progress&)>;

/// What came of waiting; like std::future_status.
enum class Waited { ready, timeout };

namespace detail {

inline Progress progress(const blicket_progress& from) noexcept {
  return {static_cast<Phase>(from.phase), from.has_grammar, from.satisfied,
          from.examples, from.steps, from.programs,
          std::chrono::duration<double>(from.seconds)};
}

/// What the C header is given as user_data: a callback, and what it threw. It is kept by every call,
/// so that a callback may destroy the search that it belongs to.
struct Called : std::enable_shared_from_this<Called> {
  Callback callback;
  std::mutex mutex;
  std::exception_ptr thrown;

  static std::uint32_t call(const blicket_progress* from, void* user_data) noexcept {
    const auto self = static_cast<Called*>(user_data)->shared_from_this();
#if BLICKET_EXCEPTIONS
    try {
      return static_cast<std::uint32_t>(self->callback(progress(*from)));
    } catch (...) {
      const std::lock_guard<std::mutex> lock(self->mutex);
      self->thrown = std::current_exception();
      return BLICKET_STOP;
    }
#else
    return static_cast<std::uint32_t>(self->callback(progress(*from)));
#endif
  }
};

}  // namespace detail

/// A task that is being solved in the background, on a thread of its own, as Engine::start began it.
/// Any number of them share an engine's workers fairly. It needs neither its task nor its engine any
/// more. Destroying it, or assigning another to it, cancels it and waits for its thread, which takes
/// a few milliseconds; in its own callback it does not wait. Threads: share it as const; everything
/// but assigning and destroying is const.
class Search {
 public:
  /// Empty: done, without a result.
  Search() noexcept = default;

  /// How far it is. That takes no time to speak of.
  Progress poll() const noexcept {
    blicket_progress progress{};
    progress.phase = BLICKET_PHASE_DONE;
    blicket_search_poll(handle(), &progress);
    return detail::progress(progress);
  }
  /// Whether it is over. The callback may still be in its last call.
  bool done() const noexcept { return blicket_search_poll(handle(), nullptr); }
  /// Waits until it is over and its callback has returned from the last call. In that callback, where
  /// it would take for ever, it does not wait.
  void wait() const noexcept { blicket_search_wait(handle(), UINT64_MAX); }
  /// Waits like wait, but not for longer than this.
  template <class Rep, class Period>
  Waited wait_for(const std::chrono::duration<Rep, Period>& time) const noexcept {
    const bool over = blicket_search_wait(handle(), detail::Milliseconds(time).count);
    return over ? Waited::ready : Waited::timeout;
  }
  /// Ends it with the best so far, within a few milliseconds, and does not wait for that.
  void cancel() const noexcept { blicket_search_cancel(handle()); }

  /// What came of it; or the best so far if it is not over: then the stop reason is
  /// StopReason::running, and the best grammar alone answers the queries, with confidence 0.
  Result<Solution> try_result() const {
    return detail::make<Solution>([&](auto output, auto error) {
      return blicket_search_result(handle(), output, error);
    });
  }
  /// Waits until it is over, and gives what came of it.
  Result<Solution> try_get() const { return wait(), try_result(); }
#if BLICKET_EXCEPTIONS
  /// The operations above without try_: they throw the Error; get also throws what the callback threw.
  Solution result() const { return try_result().value(); }
  Solution get() const {
    wait();
    if (state_) {
      const std::lock_guard<std::mutex> lock(state_->called->mutex);
      if (state_->called->thrown) std::rethrow_exception(state_->called->thrown);
    }
    return result();
  }
#endif

  /// The handle, still owned by this object, for calls of the C header; NULL if empty.
  const blicket_search* handle() const noexcept {
    return state_ ? std::as_const(state_->handle).get() : nullptr;
  }

 private:
  friend class Engine;
  using Handle = detail::Handle<blicket_search, blicket_search_free>;

  /// The handle goes first, and with it the thread that calls.
  struct State {
    std::shared_ptr<detail::Called> called;
    Handle handle;
  };

  static Result<Search> start(const blicket_engine* engine, const blicket_task* task,
                              Callback callback) {
    auto called = std::make_shared<detail::Called>();
    called->callback = std::move(callback);
    const auto call = called->callback ? &detail::Called::call : nullptr;
    auto handle = detail::make<Handle>([&](auto output, auto error) {
      return blicket_search_start(engine, task, call, called.get(), output, error);
    });
    if (!handle) return std::move(handle).error();
    Search search;
    search.state_.reset(new State{std::move(called), *std::move(handle)});
    return search;
  }

  std::unique_ptr<State> state_;
};

}  // namespace blicket

#endif  // BLICKET_SEARCH_HPP
