/*
 * blicket for C++17: move-only classes over <blicket/blicket.h>, whose manual holds here too.
 *
 * This header is all that you include; the others beside it are its parts. Link as for C.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * A FIRST PROGRAM
 *   const auto grammar = blicket::Grammar::parse("dax -> RED\nu1 fep -> [u1] [u1]");
 *   blicket::Evaluation evaluation;
 *   grammar.apply("dax fep", evaluation);
 *   for (std::string_view token : evaluation.tokens()) { ... }     // RED, RED
 *
 * LEARNING A GRAMMAR FROM EXAMPLES
 *   const auto engine = blicket::Engine::create();              // one for the whole program
 *   const auto solution = engine.synthesize(
 *       {{"dax", "RED"}, {"lug", "BLUE"}, {"dax fep", "RED RED RED"}}, {"lug fep"});
 *   for (blicket::Answer answer : solution.answers()) { answer.text() ... }    // BLUE BLUE BLUE
 *   const auto grammar = solution.grammar().copy();             // to keep; or store its text()
 *   A blicket::Task has more settings: engine.solve(task).
 *
 * A SEARCH IN THE BACKGROUND
 *   const auto search = engine.start(task);                     // with a callback, if you like
 *   while (search.wait_for(std::chrono::milliseconds(16)) == blicket::Waited::timeout) {
 *     draw(search.poll());                                      // or search.cancel()
 *   }
 *   const auto solution = search.get();                         // result() at any time: best so far
 *
 * ERRORS
 *   Every operation that can fail exists twice: parse throws blicket::Error, try_parse returns a
 *   Result<Grammar> and throws nothing, except std::bad_alloc. Without exceptions (-fno-exceptions)
 *   the functions that throw, and Result::value, do not exist. Nothing needs RTTI; but a program
 *   that has files with and without it must not use dynamic_cast or typeid on an Error.
 *   That an input is stuck or reaches a limit is no error: the Evaluation says so. Neither is it
 *   that no grammar satisfies the examples: the Solution says so.
 *
 * OWNERSHIP
 *   An object owns its handle and frees it. A default-constructed or moved-from object is empty: it
 *   can be assigned, destroyed, and asked: it answers as the C header says for NULL, and what needs
 *   a handle fails with Status::null_argument. Objects do not depend on each other, except for
 *   those that only point into a Solution: GrammarView, Answer, Problem, Alternative, Unsatisfied,
 *   ranges.
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

#include <blicket/basics.hpp>
#include <blicket/grammar.hpp>
#include <blicket/task.hpp>
#include <blicket/solution.hpp>
#include <blicket/search.hpp>
#include <blicket/engine.hpp>

#include <cstdint>
#include <string_view>

namespace blicket {

/// The version of the loaded library, such as "0.1.0"; the text lives as long as the process.
inline std::string_view version() noexcept { return detail::view(blicket_version()); }
/// The version of the ABI that the loaded library speaks.
inline std::uint32_t abi_version() noexcept { return blicket_abi_version(); }
/// Whether that is the one that this program was compiled for. If not, it must not go on.
[[nodiscard]] inline bool check_abi() noexcept { return abi_version() == BLICKET_ABI_VERSION; }

}  // namespace blicket

#endif  // BLICKET_BLICKET_HPP
