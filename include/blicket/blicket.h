/*
 * blicket: learns the rules of a small language from a handful of examples, and applies them exactly.
 *
 * This header is the library's manual. SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * LINKING
 *   With pkg-config:  cc host.c $(pkg-config --cflags --libs blicket)
 *   With CMake:       find_package(blicket CONFIG REQUIRED)
 *                     target_link_libraries(host PRIVATE blicket::blicket)   (or blicket::static)
 *   C++ programs include <blicket/blicket.hpp>, which wraps everything below.
 *
 *   The static library shows nothing but the functions below, so it may stand beside other static libraries of Rust.
 *
 * A FIRST PROGRAM
 *   blicket_grammar *grammar = NULL;
 *   blicket_evaluation *evaluation = NULL;
 *   blicket_error *error = NULL;
 *   if (blicket_grammar_parse(blicket_str_of("dax -> RED\nu1 fep -> [u1] [u1]"), &grammar, &error)) {
 *     blicket_str why = blicket_error_message(error);
 *     fprintf(stderr, "%.*s\n", (int)why.len, why.data);
 *     blicket_error_free(error);
 *     return 1;
 *   }
 *   blicket_grammar_apply(grammar, blicket_str_of("dax fep"), &evaluation, NULL);
 *   blicket_str text = blicket_evaluation_text(evaluation);     // RED RED
 *   blicket_evaluation_free(evaluation);
 *   blicket_grammar_free(grammar);
 *
 * LEARNING A GRAMMAR FROM EXAMPLES
 *   blicket_example support[] = {
 *     {blicket_str_of("dax"), blicket_str_of("RED")},
 *     {blicket_str_of("lug"), blicket_str_of("BLUE")},
 *     {blicket_str_of("dax fep"), blicket_str_of("RED RED RED")},
 *   };
 *   blicket_str query = blicket_str_of("lug fep");
 *   blicket_engine *engine = NULL;                              // one for the whole program
 *   blicket_result *result = NULL;
 *   blicket_engine_new(NULL, &engine, NULL);
 *   blicket_synthesize(engine, support, 3, &query, 1, 1000, &result, NULL);
 *   blicket_str answer = blicket_result_answer_text(result, 0); // BLUE BLUE BLUE
 *   blicket_str rules = blicket_grammar_text(blicket_result_grammar(result));
 *   blicket_result_free(result);
 *   blicket_engine_free(engine);
 *   An answer is right or refused. blicket_result_answer_has_text says which. Of one that is refused,
 *   blicket_result_answer_guess is the best guess, and blicket_result_answer_confidence how sure that is.
 *
 * A SEARCH IN THE BACKGROUND
 *   blicket_search *search = NULL;                              // with a task: blicket_task_new
 *   blicket_progress progress;
 *   blicket_search_start(engine, task, NULL, NULL, &search, NULL);
 *   while (!blicket_search_poll(search, &progress)) {
 *     draw_a_frame(progress.satisfied, progress.examples);      // blicket_search_cancel at any time
 *   }
 *   blicket_search_result(search, &result, NULL);
 *   blicket_search_free(search);
 *
 * THE LANGUAGE OF GRAMMARS
 *   A grammar is a list of rules, one a line. Words are separated by white space. To the left of -> is
 *   what a rule matches, to the right what it gives:
 *     dax -> RED                    the word dax means the token RED
 *     u1 fep -> [u1] [u1]           one word, then fep: what that word means, twice
 *     x1 kiki x2 -> [x2] [x1]       words, then kiki, then words: what the second part means, then the first
 *     lug ->                        lug means nothing: no tokens
 *   A variable stands for words on the left. Its letter says for how many, and its number tells it from
 *   others: u1 is exactly one word, x1 is one word or more, y1 is any number of words, also none. On the
 *   right, [x1] is what the words of x1 mean by the same grammar; anything else is a token. Variables take
 *   as many words as they can, from the left.
 *   To evaluate an input, the rules are tried from the first to the last, and the first that matches all
 *   its words is used. So the order of the rules is part of the meaning. If no rule matches, the evaluation
 *   is stuck on these words, and has no value.
 *   The line %numbers before the first rule makes it a grammar of numbers. Then the right side is a sum, such
 *   as  x1 thousand y1 -> [x1]*1000 + [y1]
 *   Sections read words of one kind: @lamp begins the section lamp, and x1:lamp on a left side matches words that
 *   this section reads. {x1} is the words of x1 themselves. the? is an optional word, (take|get) are alternatives.
 *   The value of a section is a slot of the evaluation: see blicket_slot.
 *   # begins a comment. A word that would read as something else (x1, ->, [a]) is
 *   written in double quotes. Words of an input are never read as notation. The file LANGUAGE.md, in docs/ of
 *   the sources and installed in share/doc/blicket, has every form with an example.
 *
 * OWNERSHIP
 *   A handle is a pointer to a type with no visible fields. The function that makes a handle writes it to an
 *   output argument. The function <type>_free frees it, and takes NULL as well. Handles do not depend on each
 *   other: free them in any order. There is one exception. A grammar that a blicket_result gives out, as const
 *   and as a return value, belongs to the result and is gone when the result is freed. Do not free it;
 *   blicket_grammar_free would leave it as it is. To keep it, make a blicket_grammar_copy.
 *   A blicket_str that a function returns belongs to the handle that it came from. It lives as long as that
 *   handle, unless the handle's description says otherwise.
 *   What you pass to a function is copied if it is kept. Nothing that you pass has to outlive the call.
 *
 * ERRORS
 *   Every call that can fail returns a blicket_status: BLICKET_OK, which is 0, or what went wrong. Its last
 *   argument, error, may be NULL. If it is not, a failing call writes a new blicket_error there, with a text
 *   for a person, and you free it. A call that succeeds does not touch it. Other outputs are written only on
 *   success. Functions that only read give an empty or zero result for NULL.
 *   The use of a handle that has been freed is usually detected: the call returns BLICKET_INVALID_HANDLE, or
 *   an empty result. Do not rely on it.
 *   A defect in blicket is caught and reported as BLICKET_PANIC. Two things end the process: an operating
 *   system that refuses memory, and an exception that leaves a callback. The file SECURITY.md, beside the
 *   licences, lists all that is promised.
 *
 * THREADS
 *   There is no global state that a host can see, and no thread-local state. A function that takes a handle as
 *   const may be called on it from any number of threads at once. While a function that takes a handle without
 *   const runs, no other call may use the same handle. Different handles never get in each other's way. A stack
 *   of 256 KiB is enough.
 *   After fork: if no other thread was in a call, the child can make an engine of its own. A search that the
 *   parent had started does not go on in the child; the child can poll, cancel and free it, and none of these
 *   waits for it. The child must not use the parent's engines, tasks and results.
 *
 * LIMITS
 *   Whatever a grammar and an input contain, an evaluation ends within its blicket_limits in time and memory,
 *   and says which limit ended it. Whatever the examples are, a search for a grammar ends within a few
 *   milliseconds after its timeout, or after it was cancelled, with the best grammar so far. There are two
 *   exceptions. The first search that needs networks may end later, by the quarter of a second that loading
 *   them takes; call blicket_engine_warm_up to load them before. Tasks with hundreds of thousands of examples
 *   or queries may end later too. SECURITY.md lists all limits.
 *
 * VERSIONS
 *   Compare blicket_abi_version() with BLICKET_ABI_VERSION when the program starts. As long as that number is
 *   the same, later versions only add: functions, members of enums, fields of JSON. No number of an enum is
 *   ever given a second meaning. So be prepared for numbers that you do not know in what a function returns.
 */


#ifndef BLICKET_BLICKET_H
#define BLICKET_BLICKET_H

/* Made by cbindgen from bindings/c/src; edit that, then run `make header`. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/**
 * The version of the ABI that this header describes. Compare it with blicket_abi_version().
 */
#define BLICKET_ABI_VERSION 1

/**
 * How a call went. Numbers are never given a second meaning; later versions may add some.
 *
 */
enum blicket_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The call did what it says, and wrote its outputs.
   */
  BLICKET_OK = 0,
  /**
   * An argument that must not be NULL was NULL.
   */
  BLICKET_NULL_ARGUMENT = 1,
  /**
   * Text was not valid UTF-8.
   */
  BLICKET_INVALID_UTF8 = 2,
  /**
   * A length or an index was out of range.
   */
  BLICKET_OUT_OF_RANGE = 3,
  /**
   * A handle was used that has been freed, or that is of another type; or that belongs to another
   * handle, and would have been changed.
   */
  BLICKET_INVALID_HANDLE = 4,
  /**
   * The text of a grammar could not be read; the error has line and column.
   */
  BLICKET_GRAMMAR = 5,
  /**
   * A device that was asked for cannot be had.
   */
  BLICKET_DEVICE_UNAVAILABLE = 6,
  /**
   * A defect in blicket: the call was abandoned. The host and all other handles are unharmed; a
   * handle that the call would have changed should be freed.
   */
  BLICKET_PANIC = 7,
  /**
   * The operating system has no thread to spare for a search.
   */
  BLICKET_THREAD_UNAVAILABLE = 8,
  /**
   * ONNX Runtime, which runs networks, was not found or cannot be used. The engine works without
   * networks, by deduction.
   */
  BLICKET_RUNTIME_UNAVAILABLE = 9,
  /**
   * A model's file is damaged, or of another version or kind than this library reads.
   */
  BLICKET_MODEL_INVALID = 10,
  /**
   * A network did not run.
   */
  BLICKET_NETWORK_FAILED = 11,
  /**
   * A task has no option with this name, or the option cannot have this value.
   */
  BLICKET_INVALID_OPTION = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_status blicket_status;
#else
typedef uint32_t blicket_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Where networks run.
 */
enum blicket_device
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The best that is there. The engine says which one it took, and why not another.
   */
  BLICKET_DEVICE_AUTO = 0,
  /**
   * The processor.
   */
  BLICKET_DEVICE_CPU = 1,
  /**
   * An NVIDIA card, by its index. Asked for explicitly, it is an error if it cannot be had.
   */
  BLICKET_DEVICE_CUDA = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_device blicket_device;
#else
typedef uint32_t blicket_device;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How an evaluation ended. Later versions may add to these.
 */
enum blicket_outcome
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The evaluation has a value: tokens, or a number.
   */
  BLICKET_OUTCOME_VALUE = 0,
  /**
   * There are words that no rule matches: see blicket_evaluation_stuck_text.
   */
  BLICKET_OUTCOME_STUCK = 1,
  /**
   * It would have cost more than the grammar's limits allow: see blicket_evaluation_limit.
   */
  BLICKET_OUTCOME_LIMIT = 2,
  /**
   * It has a value that is not worth acting on, because what the grammar was learnt from leaves open what is
   * meant: see blicket_evaluation_guess.
   */
  BLICKET_OUTCOME_REFUSED = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_outcome blicket_outcome;
#else
typedef uint32_t blicket_outcome;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The limit that ended an evaluation. Later versions may add to these.
 */
enum blicket_limit
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * None did.
   */
  BLICKET_LIMIT_NONE = 0,
  /**
   * blicket_limits.steps.
   */
  BLICKET_LIMIT_STEPS = 1,
  /**
   * blicket_limits.depth, also where a rule evaluates its own words again without end.
   */
  BLICKET_LIMIT_DEPTH = 2,
  /**
   * blicket_limits.output_tokens or output_bytes.
   */
  BLICKET_LIMIT_LENGTH = 3,
  /**
   * A number that does not fit in 64 bits.
   */
  BLICKET_LIMIT_OVERFLOW = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_limit blicket_limit;
#else
typedef uint32_t blicket_limit;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a grammar turns words into.
 */
enum blicket_domain
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A sequence of tokens.
   */
  BLICKET_DOMAIN_WORDS = 0,
  /**
   * A 64-bit integer.
   */
  BLICKET_DOMAIN_NUMBERS = 1,
  /**
   * Only for blicket_task_set_domain: whichever the examples' outputs are. No grammar has it.
   */
  BLICKET_DOMAIN_AUTO = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_domain blicket_domain;
#else
typedef uint32_t blicket_domain;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How far a search for a grammar came. Later versions may add to these.
 */
enum blicket_success
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The grammar satisfies every example: it was run on each of them.
   */
  BLICKET_SUCCESS_SOLVED = 0,
  /**
   * The grammar is the best that was found, and does not satisfy all of them.
   */
  BLICKET_SUCCESS_BEST = 1,
  /**
   * There is no grammar.
   */
  BLICKET_SUCCESS_NONE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_success blicket_success;
#else
typedef uint32_t blicket_success;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Why a search ended. Later versions may add to these.
 */
enum blicket_stop_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Every example is satisfied.
   */
  BLICKET_STOP_REASON_SOLVED = 0,
  /**
   * No grammar of the class that is searched satisfies all examples.
   */
  BLICKET_STOP_REASON_EXHAUSTED = 1,
  /**
   * Time was up.
   */
  BLICKET_STOP_REASON_TIMEOUT = 2,
  /**
   * The step limit was reached.
   */
  BLICKET_STOP_REASON_STEPS = 3,
  /**
   * The engine's memory limit was reached.
   */
  BLICKET_STOP_REASON_MEMORY = 4,
  /**
   * It was cancelled, by blicket_search_cancel or by its callback.
   */
  BLICKET_STOP_REASON_CANCELLED = 5,
  /**
   * It has not ended: this is the best so far of a search that still runs.
   */
  BLICKET_STOP_REASON_RUNNING = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_stop_reason blicket_stop_reason;
#else
typedef uint32_t blicket_stop_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What kind of problem a result has: what a program tells problems apart by. Each kind says which
 * data it comes with, in the order in which the functions below give them: examples and queries as
 * indices from 0, strings, and numbers. The names in quotes are those that blicket_result_json has.
 * Numbers are never given a second meaning; later versions may add some. Numbers from 1000 are reserved
 * for experiments, and no released library gives them out.
 */
enum blicket_problem_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * There is no such problem.
   */
  BLICKET_PROBLEM_KIND_NONE = 0,
  /**
   * The task has no examples.
   */
  BLICKET_PROBLEM_KIND_NO_EXAMPLES = 1,
  /**
   * Two examples have the same input and different outputs. "examples": the two. Strings: "input", then
   * "outputs", which is what the first and what the second of them wants.
   */
  BLICKET_PROBLEM_KIND_CONTRADICTION = 2,
  /**
   * An example has an input without words. "examples": that one.
   */
  BLICKET_PROBLEM_KIND_EMPTY_INPUT = 3,
  /**
   * An example is too long to be learnt from; what is learnt from the others is checked on it.
   * "examples": that one. Numbers: "most_words" and "most_tokens" that are learnt from.
   */
  BLICKET_PROBLEM_KIND_TOO_LONG = 4,
  /**
   * No one word is in the inputs of all the examples whose outputs have this token. "examples": some
   * that have it and no word in common. Strings: "token".
   */
  BLICKET_PROBLEM_KIND_UNEXPLAINED_TOKEN = 5,
  /**
   * There are more different words or tokens than the learner for such examples takes (254 for deduction);
   * others of the strategy take more. Numbers: "found", and the "most" that there may be.
   */
  BLICKET_PROBLEM_KIND_TOO_MANY_SYMBOLS = 6,
  /**
   * Every grammar of the class that deduction searches has been ruled out.
   */
  BLICKET_PROBLEM_KIND_OUTSIDE_CLASS = 7,
  /**
   * The host's callback failed, which has cancelled the search. Strings: "message".
   */
  BLICKET_PROBLEM_KIND_CALLBACK_FAILED = 8,
  /**
   * There is no network to propose grammars. Strings: "reason".
   */
  BLICKET_PROBLEM_KIND_NO_NETWORK = 9,
  /**
   * There are more different words and tokens than a network reads.
   */
  BLICKET_PROBLEM_KIND_TOO_MUCH_TO_READ = 10,
  /**
   * Some examples are taken to be wrong, and were not learnt from. "examples": these.
   */
  BLICKET_PROBLEM_KIND_GIVEN_UP = 11,
  /**
   * Some examples of number words have a rule of their own, which serves nothing else. "examples":
   * these.
   */
  BLICKET_PROBLEM_KIND_BY_HEART = 12,
  /**
   * Wrong examples were to be found in a task of numbers, which cannot be done.
   */
  BLICKET_PROBLEM_KIND_NOISE_OF_NUMBERS = 13,
  /**
   * An example of a task of numbers wants something that is no number. "examples": that one. Strings:
   * "output", which is what it wants.
   */
  BLICKET_PROBLEM_KIND_NOT_A_NUMBER = 14,
  /**
   * There are more problems like those before it: of each kind that examples have, the first hundred are
   * listed. Numbers: "count". Strings: "of", which is what there are more of, in the plural.
   */
  BLICKET_PROBLEM_KIND_MORE = 15,
  /**
   * The grammar's values for some queries are past the limits of a search, and nothing else was voted
   * for: apply the grammar to them. "queries": these.
   */
  BLICKET_PROBLEM_KIND_ANSWERS_PAST_LIMITS = 16,
  /**
   * Time or memory was up before some queries were answered: apply the grammar to them. "queries": these.
   */
  BLICKET_PROBLEM_KIND_NOT_ANSWERED = 17,
  /**
   * There is no grammar that could answer the queries. Strings: "stop", which is the name of the stop
   * reason, such as "timeout".
   */
  BLICKET_PROBLEM_KIND_NO_GRAMMAR = 18,
  /**
   * An example is probably a slip: what the other examples make of its input differs from its output in one token.
   * "examples": that one. Strings: "meant", which is what the others make of it.
   */
  BLICKET_PROBLEM_KIND_PROBABLE_SLIP = 19,
  /**
   * The grammar gives what some negative examples deny, because no grammar was found that satisfies the examples
   * and does not. Strings: "inputs", which are those of these negative examples.
   */
  BLICKET_PROBLEM_KIND_NOT_KEPT = 30,
  /**
   * A pinned rule has a part in what the grammar gives for some examples, which want something else. "examples":
   * these. Strings: "rule".
   */
  BLICKET_PROBLEM_KIND_PINNED_AGAINST = 31,
  /**
   * The pinned rules give tokens and the examples want numbers, or the other way round, so they were left out.
   * Strings: "wanted", which is "numbers" or "words".
   */
  BLICKET_PROBLEM_KIND_PINNED_UNUSABLE = 32,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_problem_kind blicket_problem_kind;
#else
typedef uint32_t blicket_problem_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a search is doing. Later versions may add to these.
 */
enum blicket_phase
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * It waits for one of the engine's workers.
   */
  BLICKET_PHASE_WAITING = 0,
  /**
   * It looks for grammars that satisfy the examples.
   */
  BLICKET_PHASE_SOLVING = 1,
  /**
   * It weighs those grammars, and they vote on the answers.
   */
  BLICKET_PHASE_RANKING = 2,
  /**
   * It is over.
   */
  BLICKET_PHASE_DONE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_phase blicket_phase;
#else
typedef uint32_t blicket_phase;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a callback returns.
 *
 */
enum blicket_flow
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Go on.
   */
  BLICKET_CONTINUE = 0,
  /**
   * Cancel the search.
   */
  BLICKET_STOP = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_flow blicket_flow;
#else
typedef uint32_t blicket_flow;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a grammar is looked for. Later versions may add some. Numbers from 1000 are reserved for
 * experiments.
 */
enum blicket_strategy
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * Deduction first. If no grammar of its class satisfies the examples, or if it takes too many steps,
   * a network proposes grammars.
   */
  BLICKET_STRATEGY_HYBRID = 0,
  /**
   * Deduction alone.
   */
  BLICKET_STRATEGY_DEDUCE = 1,
  /**
   * A network proposes grammars, and those that fail are repaired.
   */
  BLICKET_STRATEGY_NEURAL = 2,
  /**
   * The one grammar that the network finds most likely, without a search.
   */
  BLICKET_STRATEGY_GREEDY = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum blicket_strategy blicket_strategy;
#else
typedef uint32_t blicket_strategy;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * What a grammar can say about an input, for the person who typed it: which words are unknown, where the
 * input stops being a sentence, what could come there, and which sentences are near.
 *
 * Ownership: made by blicket_grammar_advise, freed by blicket_advice_free; it does not need its grammar any
 * more. Threads: may be read from any number of threads at once.
 */
typedef struct blicket_advice blicket_advice;

/**
 * What a grammar makes of many inputs: their outcomes and texts, all in one place.
 *
 * For hosts that have many inputs and want text or numbers for them. It has no tokens one by one, no slots
 * and no steps: blicket_grammar_apply and blicket_grammar_apply_many have those.
 *
 * Ownership: made by blicket_grammar_apply_batch, freed by blicket_batch_free; it does not need its grammar
 * any more. Texts that it gives out live until it is freed or used for other inputs. Used again, it keeps
 * its memory. Threads: may be read from any number of threads at once; one thread at a time may apply a
 * grammar into it.
 */
typedef struct blicket_batch blicket_batch;

/**
 * What a host sets up once and shares: it learns grammars from examples, and has the device that
 * networks run on. Running a stored grammar does not need one.
 *
 * Ownership: made by blicket_engine_new, freed by blicket_engine_free. Threads: every function that
 * takes a const engine may be called from any number of threads at once.
 */
typedef struct blicket_engine blicket_engine;

/**
 * Why a call failed, as text and as fields.
 *
 * Ownership: made by a failing call and written to its last argument, unless that is NULL; whoever
 * called frees it. Threads: may be read from any number of threads at once.
 */
typedef struct blicket_error blicket_error;

/**
 * What a grammar makes of one input.
 *
 * Ownership: made by blicket_grammar_apply, freed by blicket_evaluation_free; it does not need its
 * grammar any more. Texts that it gives out live until it is freed or used for another input. Used
 * again, it keeps its memory, so that a host's loop does not allocate; a grammar that leaves
 * something open and has examples to compare answers with does (blicket_grammar_rules_alone). Threads: may be
 * read from any number of threads at once; one thread at a time may apply a grammar into it.
 */
typedef struct blicket_evaluation blicket_evaluation;

/**
 * How a grammar evaluates one input: which rule rewrote which words to what.
 *
 * Ownership: made by blicket_grammar_explain, freed by blicket_explanation_free. Threads: may be
 * read from any number of threads at once.
 */
typedef struct blicket_explanation blicket_explanation;

/**
 * An interpretation grammar: an ordered list of rewrite rules.
 *
 * Ownership: made by blicket_grammar_parse and blicket_grammar_copy, freed by blicket_grammar_free.
 * A const grammar that a blicket_result gives out belongs to that result, goes with it, and can be
 * used like any other meanwhile; only to change its limits, or to keep it, it has to be copied.
 * Threads: every function that takes a const grammar may be called from any number of threads at
 * once; blicket_grammar_set_limits and blicket_grammar_free need it for themselves.
 */
typedef struct blicket_grammar blicket_grammar;

/**
 * How an engine is to be set up.
 *
 * Ownership: made by blicket_options_new, freed by blicket_options_free; an engine keeps what it
 * needs of them. Threads: may be handed from thread to thread; one thread at a time.
 */
typedef struct blicket_options blicket_options;

/**
 * What is probably not meant in the examples of a task: contradictions, slips of the keyboard, lines that are no
 * examples.
 *
 * Ownership: made by blicket_task_lint or blicket_engine_lint, freed by blicket_remarks_free; it does not need its task any more. Threads:
 * may be read from any number of threads at once.
 */
typedef struct blicket_remarks blicket_remarks;

/**
 * What came of a task: a grammar, the answers to the queries, and how sure they are.
 *
 * Ownership: made by blicket_solve and blicket_synthesize, freed by blicket_result_free. It needs
 * neither its task nor its engine any more. Grammars that it gives out belong to it, and live as
 * long. Threads: may be read from any number of threads at once.
 */
typedef struct blicket_result blicket_result;

/**
 * A task that is being solved in the background, on a thread of its own. All searches of an engine
 * share its workers fairly, so that any number may run at once.
 *
 * Ownership: made by blicket_search_start, freed by blicket_search_free, at any time. It needs
 * neither its task nor its engine any more: both may be freed, and the task changed, while it runs.
 * Threads: every function that takes a const search may be called from any number of threads at
 * once.
 */
typedef struct blicket_search blicket_search;

/**
 * One problem: examples to learn a grammar from, queries to be answered by it, and what that may
 * cost.
 *
 * Ownership: made by blicket_task_new, freed by blicket_task_free; it keeps copies of its texts.
 * Threads: any number of threads may solve it and read it at once. While one adds to it or sets something,
 * no other may use it.
 */
typedef struct blicket_task blicket_task;

/**
 * UTF-8 text with a length and no terminating NUL; it may contain NULs.
 *
 * As an argument it is only read during the call, and an empty text may have data NULL. As a result
 * it lives as long as the handle that gave it out, and is never NULL.
 */
typedef struct {
  /**
   * The first byte.
   */
  const char *data;
  /**
   * How many bytes there are.
   */
  size_t len;
} blicket_str;

/**
 * What one evaluation may cost. Whatever the grammar and the input, an evaluation takes time in
 * proportion to steps and to the length of its input and output, and memory likewise.
 */
typedef struct {
  /**
   * The most steps: rules tried, words compared, items of right sides run.
   */
  uint64_t steps;
  /**
   * How deep evaluations may nest.
   */
  uint32_t depth;
  /**
   * The most tokens that an output may have.
   */
  uint32_t output_tokens;
  /**
   * The most bytes that the text of an output may have.
   */
  size_t output_bytes;
} blicket_limits;

/**
 * A slot of an evaluation: a section of the grammar, the words of the input that it read, and what they
 * mean. With a rule `turn the? x1:lamp to x2:level -> ...`, the input "turn the kitchen lamp to 20" has a
 * slot of the section "lamp", with the words "kitchen lamp", and one of the section "level".
 *
 * A plain value. Its texts live as long as those of the evaluation that it came from.
 */
typedef struct {
  /**
   * The name of the section.
   */
  blicket_str section;
  /**
   * The words that it read, with a space between them.
   */
  blicket_str words;
  /**
   * What they mean: tokens with a space between them, or a number in decimal digits.
   */
  blicket_str value;
  /**
   * The value as a number; 0 where has_number is false.
   */
  int64_t number;
  /**
   * The place of the first word in the input, from 0.
   */
  size_t from;
  /**
   * The place behind the last word.
   */
  size_t to;
  /**
   * Its own index.
   */
  size_t index;
  /**
   * In how many other slots it lies.
   */
  size_t depth;
  /**
   * The slot in which it lies, by its index; SIZE_MAX where depth is 0.
   */
  size_t parent;
  /**
   * Whether there is a value. Only one that does not stand in the output can be missing, where it
   * would have cost more than the grammar's limits allow.
   */
  bool has_value;
  /**
   * Whether the value is a number.
   */
  bool has_number;
} blicket_slot;

/**
 * An example: the words of output are what the words of input mean.
 */
typedef struct {
  /**
   * Words, which white space separates.
   */
  blicket_str input;
  /**
   * Tokens, which white space separates.
   */
  blicket_str output;
} blicket_example;

/**
 * How far a search is.
 */
typedef struct {
  /**
   * What it is at.
   */
  blicket_phase phase;
  /**
   * Whether there is a grammar yet.
   */
  bool has_grammar;
  /**
   * How many examples the best grammar so far satisfies; 0 if there is none.
   */
  size_t satisfied;
  /**
   * How many examples the task has.
   */
  size_t examples;
  /**
   * Steps so far, as blicket_task_set_step_limit counts them.
   */
  uint64_t steps;
  /**
   * Complete grammars that were run on the examples so far.
   */
  uint64_t programs;
  /**
   * Seconds since it was started, until it was over.
   */
  double seconds;
} blicket_progress;

/**
 * A function of the host that a search calls: every ten milliseconds or so while it works, and a
 * last time when its phase is BLICKET_PHASE_DONE and its result can be had. It returns
 * BLICKET_CONTINUE, or BLICKET_STOP to cancel the search; from the last call that has no effect.
 *
 * It runs on the search's own thread, one call at a time, and while it runs other searches have the
 * worker: so it may take its time. The progress is only there during the call. It may call
 * everything in this header, also with its own search: blicket_search_poll, _cancel and _result as
 * from any thread; blicket_search_wait, which would wait for ever, returns at once there; and
 * blicket_search_free frees the search without waiting for its thread, which ends by itself after
 * the callback has returned and does not call it again. It must not jump out, nor throw an exception:
 * that ends the process, with a word on standard error. The callback of blicket.hpp may throw.
 */
typedef uint32_t (*blicket_callback)(const blicket_progress *progress, void *user_data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The status that the failing call returned; BLICKET_OK if error is NULL.
 */
blicket_status blicket_error_status(const blicket_error *error);

/**
 * What was wrong, where, and what would be right, in English. For a grammar's text it starts with
 * the line and the column.
 */
blicket_str blicket_error_message(const blicket_error *error);

/**
 * The line of a grammar's text that could not be read, from 1; 0 for other errors.
 */
size_t blicket_error_line(const blicket_error *error);

/**
 * The column in that line, in characters from 1; 0 for other errors.
 */
size_t blicket_error_column(const blicket_error *error);

/**
 * Frees an error. NULL is fine.
 */
void blicket_error_free(blicket_error *error);

/**
 * The version of the ABI that the loaded library speaks. A program that was compiled against
 * another BLICKET_ABI_VERSION must not go on.
 */
uint32_t blicket_abi_version(void);

/**
 * The version of the loaded library, such as "0.1.0". The text lives as long as the process.
 */
blicket_str blicket_version(void);

/**
 * Default options: device BLICKET_DEVICE_AUTO, as many threads as there are processors, 1 GiB a
 * search.
 */
blicket_status blicket_options_new(blicket_options **options, blicket_error **error);

/**
 * Sets where networks run: device is a blicket_device. The index counts cards of CUDA from 0; for
 * other devices it must be 0.
 */
blicket_status blicket_options_set_device(blicket_options *options,
                                          uint32_t device,
                                          uint32_t index,
                                          blicket_error **error);

/**
 * Sets how many threads may work at once, for all searches of the engine together; 0 for as many as
 * there are processors. What is found does not depend on it.
 */
blicket_status blicket_options_set_threads(blicket_options *options,
                                           size_t threads,
                                           blicket_error **error);

/**
 * Sets about how many bytes each search may take before it stops with the best so far; SIZE_MAX sets
 * no limit.
 */
blicket_status blicket_options_set_memory_limit(blicket_options *options,
                                                size_t bytes,
                                                blicket_error **error);

/**
 * Sets the file of ONNX Runtime, which runs networks: libonnxruntime.so.1 or the like, version 1.24 or
 * later. An empty path is the default: the environment variable BLICKET_ONNXRUNTIME, if that is
 * set, and the program has no rights that its caller lacks; otherwise it is looked for in the folder of this
 * library and in blicket/ there, in the same places beside the program and, if that is in a folder bin, in
 * ../lib, and where the system looks. A file that others could have put there is not used (SECURITY.md).
 * It is loaded when a network is first needed, once for the whole process.
 */
blicket_status blicket_options_set_runtime_path(blicket_options *options,
                                                blicket_str path,
                                                blicket_error **error);

/**
 * Sets a folder with models and their MANIFEST. Those that it lists are used instead of the ones that
 * are built in; an empty path is the default, only these.
 */
blicket_status blicket_options_set_model_path(blicket_options *options,
                                              blicket_str path,
                                              blicket_error **error);

/**
 * Frees options. NULL is fine.
 */
void blicket_options_free(blicket_options *options);

/**
 * Sets up an engine; options may be NULL for the default ones. Networks are loaded when they are first
 * needed, or by blicket_engine_warm_up; but if a card was asked for, they are loaded at once.
 *
 * Fails with BLICKET_DEVICE_UNAVAILABLE if a card was asked for that cannot be had.
 */
blicket_status blicket_engine_new(const blicket_options *options,
                                  blicket_engine **engine,
                                  blicket_error **error);

/**
 * Loads the networks now, so that the first search that needs them does not wait for that: a quarter
 * of a second of processor time, about. Once they are loaded, or cannot be, this takes no time.
 *
 * Fails with BLICKET_RUNTIME_UNAVAILABLE, with a message that lists where ONNX Runtime was looked for, with
 * BLICKET_MODEL_INVALID or with BLICKET_DEVICE_UNAVAILABLE. The engine works on without networks, by
 * deduction.
 */
blicket_status blicket_engine_warm_up(const blicket_engine *engine,
                                      blicket_error **error);

/**
 * The version of ONNX Runtime, such as "1.30.0"; empty as long as no networks are loaded.
 */
blicket_str blicket_engine_runtime_version(const blicket_engine *engine);

/**
 * What ONNX Runtime was loaded from: a file, or a name that the system knows; empty as long as no
 * networks are loaded.
 */
blicket_str blicket_engine_runtime_path(const blicket_engine *engine);

/**
 * Why there are no networks, in English, if they were needed and could not be loaded; otherwise empty.
 */
blicket_str blicket_engine_network_problem(const blicket_engine *engine);

/**
 * How many models there are that networks are loaded from; 0 if one of them is invalid, which
 * blicket_engine_warm_up says. To know them, nothing need be loaded.
 */
size_t blicket_engine_model_count(const blicket_engine *engine);

/**
 * The file of a model, by index: the name of one that is built in, or the path of another; empty past
 * the last.
 */
blicket_str blicket_engine_model_file(const blicket_engine *engine,
                                      size_t index);

/**
 * The version of a model's format; empty past the last.
 */
blicket_str blicket_engine_model_format(const blicket_engine *engine, size_t index);

/**
 * The name of the contract by which a model is asked; empty past the last.
 */
blicket_str blicket_engine_model_contract(const blicket_engine *engine, size_t index);

/**
 * The SHA-256 of a model's bytes, in hexadecimal; empty past the last.
 */
blicket_str blicket_engine_model_sha256(const blicket_engine *engine, size_t index);

/**
 * The device that networks really run on, never BLICKET_DEVICE_AUTO; the processor as long as none is
 * loaded, or if engine is NULL.
 */
blicket_device blicket_engine_device(const blicket_engine *engine);

/**
 * The index of a card of CUDA; 0 for other devices.
 */
uint32_t blicket_engine_device_index(const blicket_engine *engine);

/**
 * Why it is this device, in English.
 */
blicket_str blicket_engine_device_reason(const blicket_engine *engine);

/**
 * How many threads may work at once, for all searches together; 0 if engine is NULL.
 */
size_t blicket_engine_threads(const blicket_engine *engine);

/**
 * All of this in one line, for a log, except the models. It is another text once networks are loaded.
 */
blicket_str blicket_engine_info(const blicket_engine *engine);

/**
 * Frees an engine. NULL is fine.
 */
void blicket_engine_free(blicket_engine *engine);

/**
 * The limits that a grammar has before blicket_grammar_set_limits: ten million steps (a fraction of
 * a second), a million levels, a million tokens, 16 MiB.
 */
blicket_limits blicket_limits_default(void);

/**
 * How it ended; BLICKET_OUTCOME_STUCK if evaluation is NULL.
 */
blicket_outcome blicket_evaluation_outcome(const blicket_evaluation *evaluation);

/**
 * The value also where the outcome is BLICKET_OUTCOME_REFUSED: the best guess, for a host that asks back. Empty
 * where there is none.
 */
blicket_str blicket_evaluation_guess(const blicket_evaluation *evaluation);

/**
 * How sure the value or the guess is: the share of the weight of all that could be meant, from 0 to 1. It is 1 by a
 * grammar that leaves nothing open, and 0 where there is no value and no guess.
 */
double blicket_evaluation_confidence(const blicket_evaluation *evaluation);

/**
 * The limit that ended it; BLICKET_LIMIT_NONE if none did.
 */
blicket_limit blicket_evaluation_limit(const blicket_evaluation *evaluation);

/**
 * The value as text: the tokens with a space between them, or the number in decimal digits. Empty
 * where there is no value; but a value may be empty too, so look at the outcome.
 */
blicket_str blicket_evaluation_text(const blicket_evaluation *evaluation);

/**
 * How many tokens the value has: 1 for a number, 0 where there is no value.
 */
size_t blicket_evaluation_token_count(const blicket_evaluation *evaluation);

/**
 * One token of the value, from 0; empty past the last. Tokens are never empty.
 */
blicket_str blicket_evaluation_token(const blicket_evaluation *evaluation, size_t index);

/**
 * Writes the value of a grammar of numbers to *number and returns true; returns false and writes
 * nothing where there is none, or if number is NULL.
 */
bool blicket_evaluation_number(const blicket_evaluation *evaluation, int64_t *number);

/**
 * The words that no rule matches, with a space between them; empty where it was not stuck, and
 * where it was stuck on an empty input.
 */
blicket_str blicket_evaluation_stuck_text(const blicket_evaluation *evaluation);

/**
 * How many words it was stuck on.
 */
size_t blicket_evaluation_stuck_count(const blicket_evaluation *evaluation);

/**
 * One of the words that it was stuck on, from 0; empty past the last.
 */
blicket_str blicket_evaluation_stuck_word(const blicket_evaluation *evaluation, size_t index);

/**
 * How many steps it took.
 */
uint64_t blicket_evaluation_steps(const blicket_evaluation *evaluation);

/**
 * The evaluation as one JSON object, which is what the command `blicket apply --json` prints but for
 * the input: {"output": text or null, "stuck": [words] or null, "reason": null, or "steps", "depth",
 * "length" or "overflow", "slots": [{"section", "words", "from", "to", "value", "number", "parent"}, ...]},
 * with null where a slot has no value, no number or no parent. Later versions may add fields and reasons.
 * The text is empty if evaluation is NULL.
 */
blicket_str blicket_evaluation_json(const blicket_evaluation *evaluation);

/**
 * Frees an evaluation. NULL is fine.
 */
void blicket_evaluation_free(blicket_evaluation *evaluation);

/**
 * How many slots there are: one for each variable with a section that took words. None without a value,
 * and none by a grammar without sections.
 */
size_t blicket_evaluation_slot_count(const blicket_evaluation *evaluation);

/**
 * Writes one slot to *slot and returns true; returns false and writes nothing past the last, or if slot is
 * NULL. Slots are in the order of their words, each before those that lie in it.
 */
bool blicket_evaluation_slot(const blicket_evaluation *evaluation,
                             size_t index,
                             blicket_slot *slot);

/**
 * Writes the first slot of a section to *slot and returns true; returns false and writes nothing if the
 * section read nothing, or if slot is NULL. First is the first to be looked at: 0, or where slots of the
 * same section are gone through, one more than the index of the last one found.
 */
bool blicket_evaluation_find_slot(const blicket_evaluation *evaluation,
                                  blicket_str section,
                                  size_t first,
                                  blicket_slot *slot);

/**
 * For a person: a line a step, indented by depth, such as
 *     walk twice => WALK WALK    by x1 twice -> [x1] [x1]
 *         x1 = walk => WALK    by walk -> WALK
 */
blicket_str blicket_explanation_text(const blicket_explanation *explanation);

/**
 * For a program: one JSON object. "words" and "tokens" are the input and the output, "number" the
 * value of a grammar of numbers, "stuck" a range of words or null, "reason" a limit's name or null.
 * "steps" is a flat list in the order of the evaluation, each with "depth", "variable" (of the rule
 * above), "words" [from, to), "rule" (a key of "rules"), and "tokens" [from, to) or "number";
 * "omitted" says how many more there were.
 */
blicket_str blicket_explanation_json(const blicket_explanation *explanation);

/**
 * Frees an explanation. NULL is fine.
 */
void blicket_explanation_free(blicket_explanation *explanation);

/**
 * Reads a grammar from its text: a rule a line, such as "u1 fep -> [u1] [u1] [u1]". A line that
 * starts with # is a comment; the line %numbers before the first rule makes it a grammar of numbers.
 *
 * Fails with BLICKET_GRAMMAR if the text cannot be read; the error has line and column.
 */
blicket_status blicket_grammar_parse(blicket_str text,
                                     blicket_grammar **grammar,
                                     blicket_error **error);

/**
 * Makes another grammar with the same rules and limits, which you free: to keep a grammar longer
 * than the result that gave it out, or to have one with other limits.
 */
blicket_status blicket_grammar_copy(const blicket_grammar *grammar,
                                    blicket_grammar **copy,
                                    blicket_error **error);

/**
 * The grammar's text, as blicket_grammar_parse reads it: store it, and read it back. It is written
 * anew from the rules, so comments and blank lines are gone.
 */
blicket_str blicket_grammar_text(const blicket_grammar *grammar);

/**
 * Makes a grammar of the rules of another one, without what they leave open: it answers whatever its rules read, and
 * refuses nothing. blicket_grammar_free frees it.
 */
blicket_status blicket_grammar_rules_alone(const blicket_grammar *grammar,
                                           blicket_grammar **alone,
                                           blicket_error **error);

/**
 * What is open in a grammar: how many grammars vote on an input, because the examples that it was learnt from do not
 * tell them apart. 0 where nothing is open.
 */
size_t blicket_grammar_alternative_count(const blicket_grammar *grammar);

/**
 * The weight of one of the grammars that vote, from 0 to 1; 0 past the last.
 */
double blicket_grammar_alternative_weight(const blicket_grammar *grammar, size_t index);

/**
 * The rules of one of the grammars that vote, as text; empty past the last. It lives as long as the grammar.
 */
blicket_str blicket_grammar_alternative_text(const blicket_grammar *grammar,
                                             size_t index);

/**
 * Whether it gives tokens or numbers; BLICKET_DOMAIN_WORDS if grammar is NULL.
 */
blicket_domain blicket_grammar_domain(const blicket_grammar *grammar);

/**
 * How many rules there are, in all sections together, ready-made ones included.
 */
size_t blicket_grammar_rule_count(const blicket_grammar *grammar);

/**
 * The text of one rule, from 0, in the order in which they are tried; empty past the last.
 */
blicket_str blicket_grammar_rule(const blicket_grammar *grammar, size_t index);

/**
 * How many sections there are: at least one, which reads whole inputs and may have no name. 0 if grammar is
 * NULL.
 */
size_t blicket_grammar_section_count(const blicket_grammar *grammar);

/**
 * The name of one section, from 0; empty if it has none, and past the last.
 */
blicket_str blicket_grammar_section(const blicket_grammar *grammar, size_t section);

/**
 * How many different words a section has on the left sides of its rules, and of those of the sections that
 * it uses. Section 0 reads whole inputs: its words are all that a person may want to type.
 */
size_t blicket_grammar_word_count(const blicket_grammar *grammar,
                                  size_t section);

/**
 * One of these words, from 0, in alphabetical order; empty past the last.
 */
blicket_str blicket_grammar_word(const blicket_grammar *grammar, size_t section, size_t index);

/**
 * Applies the grammar to the words of input, which white space separates. They are never read as
 * notation: an input may well contain x1 or ->.
 *
 * evaluation points to NULL, and is given a new evaluation, or to an evaluation from an earlier
 * call, which is used again; input may be a text that it gave out. That an input is stuck or reaches
 * a limit is no failure of the call: the evaluation says so.
 */
blicket_status blicket_grammar_apply(const blicket_grammar *grammar,
                                     blicket_str input,
                                     blicket_evaluation **evaluation,
                                     blicket_error **error);

/**
 * Applies the grammar to count inputs. evaluations points to as many pointers, each as for
 * blicket_grammar_apply and none twice. blicket_grammar_apply_batch takes less where texts are all
 * that is wanted. If the call fails, none of them has changed, except with
 * BLICKET_PANIC, where some may have been written.
 */
blicket_status blicket_grammar_apply_many(const blicket_grammar *grammar,
                                          const blicket_str *inputs,
                                          size_t count,
                                          blicket_evaluation **evaluations,
                                          blicket_error **error);

/**
 * Evaluates input and tells how, as text and as JSON. The explanation of an evaluation of more than
 * 10,000 steps leaves out the rest, and says so.
 */
blicket_status blicket_grammar_explain(const blicket_grammar *grammar,
                                       blicket_str input,
                                       blicket_explanation **explanation,
                                       blicket_error **error);

/**
 * The limits of every evaluation by this grammar; the default ones if grammar is NULL.
 */
blicket_limits blicket_grammar_limits(const blicket_grammar *grammar);

/**
 * Sets the limits of every further evaluation by this grammar.
 *
 * Fails with BLICKET_INVALID_HANDLE if it belongs to a result: then copy it first.
 */
blicket_status blicket_grammar_set_limits(blicket_grammar *grammar,
                                          blicket_limits limits,
                                          blicket_error **error);

/**
 * Frees a grammar. NULL is fine. Evaluations and explanations that it made live on. A grammar that
 * belongs to a result is left as it is.
 */
void blicket_grammar_free(blicket_grammar *grammar);

/**
 * Says what there is to say about an input, with at most max_suggestions near sentences, for instance 3.
 * They are looked for within bounds, which takes some milliseconds, and longer with thousands of rules; 0
 * looks for none.
 *
 * To complete what a person is typing, ask about the words so far: if blicket_advice_reached is
 * blicket_advice_word_count, the expected words are those that may come next.
 */
blicket_status blicket_grammar_advise(const blicket_grammar *grammar,
                                      blicket_str input,
                                      size_t max_suggestions,
                                      blicket_advice **advice,
                                      blicket_error **error);

/**
 * Whether the grammar reads the input; false if advice is NULL.
 */
bool blicket_advice_is_read(const blicket_advice *advice);

/**
 * How many words the input has.
 */
size_t blicket_advice_word_count(const blicket_advice *advice);

/**
 * How many words can be the beginning of a sentence. If the input is not read, the word at this place, from
 * 0, cannot be there, or the input ends too early.
 */
size_t blicket_advice_reached(const blicket_advice *advice);

/**
 * How many words of the input no rule of the grammar names.
 */
size_t blicket_advice_unknown_count(const blicket_advice *advice);

/**
 * One of these words, from 0, as it was typed; empty past the last.
 */
blicket_str blicket_advice_unknown_word(const blicket_advice *advice, size_t index);

/**
 * The place of such a word in the input, from 0; SIZE_MAX past the last.
 */
size_t blicket_advice_unknown_place(const blicket_advice *advice, size_t index);

/**
 * How many words of the grammar could come where the input stops being a sentence, or behind it.
 */
size_t blicket_advice_expected_count(const blicket_advice *advice);

/**
 * One of these words, from 0, in alphabetical order; empty past the last.
 */
blicket_str blicket_advice_expected_word(const blicket_advice *advice, size_t index);

/**
 * How many sections could begin there. Their words are among the expected ones.
 */
size_t blicket_advice_expected_section_count(const blicket_advice *advice);

/**
 * The name of one of these sections, from 0; "integer" is one that is built in. Empty past the last.
 */
blicket_str blicket_advice_expected_section(const blicket_advice *advice,
                                            size_t index);

/**
 * Whether any word at all could come there.
 */
bool blicket_advice_expects_any_word(const blicket_advice *advice);

/**
 * How many near sentences were found, the cheapest first. None if the input is read.
 */
size_t blicket_advice_suggestion_count(const blicket_advice *advice);

/**
 * One near sentence, from 0; empty past the last.
 */
blicket_str blicket_advice_suggestion(const blicket_advice *advice, size_t index);

/**
 * What a near sentence costs: a point for each letter or space that is changed, added, taken away or swapped
 * with the next. For a word that is exchanged for one unlike it, the letters of both count; for one that only
 * has other capital letters, or punctuation around it, one point. SIZE_MAX past the last.
 */
size_t blicket_advice_suggestion_cost(const blicket_advice *advice,
                                      size_t index);

/**
 * The advice as one JSON object: {"read": true or false, "words": how many, "unknown": [{"word", "place"},
 * ...], "reached", "expected": {"complete": whether the words so far are a sentence, "words": [...],
 * "sections": [...], "any", "cut": whether it took too long to find everything}, "nearest": [{"text",
 * "cost"}, ...]}. Later versions may add fields. Empty if advice is NULL.
 */
blicket_str blicket_advice_json(const blicket_advice *advice);

/**
 * Frees an advice. NULL is fine.
 */
void blicket_advice_free(blicket_advice *advice);

/**
 * Applies the grammar to count inputs, as blicket_grammar_apply does to one.
 *
 * batch points to NULL, and is given a new batch, or to a batch from an earlier call, which is used again;
 * inputs may be texts that it gave out. That an input is stuck or reaches a limit is no failure of the call:
 * the batch says so. If the call fails, *batch has not changed, except with BLICKET_PANIC, where it may have.
 */
blicket_status blicket_grammar_apply_batch(const blicket_grammar *grammar,
                                           const blicket_str *inputs,
                                           size_t count,
                                           blicket_batch **batch,
                                           blicket_error **error);

/**
 * How many inputs it has results of.
 */
size_t blicket_batch_count(const blicket_batch *batch);

/**
 * How the evaluation of one input ended, from 0; BLICKET_OUTCOME_STUCK past the last.
 */
blicket_outcome blicket_batch_outcome(const blicket_batch *batch, size_t index);

/**
 * The limit that ended the evaluation of one input; BLICKET_LIMIT_NONE if none did.
 */
blicket_limit blicket_batch_limit(const blicket_batch *batch, size_t index);

/**
 * The value of one input as text: the tokens with a space between them, or the number in decimal digits.
 * Empty where there is no value; but a value may be empty too, so look at the outcome.
 */
blicket_str blicket_batch_text(const blicket_batch *batch,
                               size_t index);

/**
 * The words of one input that no rule matches, with a space between them; empty where it was not stuck.
 */
blicket_str blicket_batch_stuck_text(const blicket_batch *batch,
                                     size_t index);

/**
 * Writes the value of one input to *number, if it is a number, and returns true; returns false and writes
 * nothing where there is none, or if number is NULL.
 */
bool blicket_batch_number(const blicket_batch *batch,
                          size_t index,
                          int64_t *number);

/**
 * Frees a batch. NULL is fine.
 */
void blicket_batch_free(blicket_batch *batch);

/**
 * A task without examples and queries: strategy BLICKET_STRATEGY_HYBRID, domain
 * BLICKET_DOMAIN_AUTO, seed 0, 30 seconds, no limit on steps, the queries' inputs are not used, and no
 * example is taken to be wrong.
 */
blicket_status blicket_task_new(blicket_task **task,
                                blicket_error **error);

/**
 * Adds an example: the words of output, which white space separates, are what the words of input
 * mean. Examples and queries are counted from 0, in the order in which they were added.
 */
blicket_status blicket_task_add_example(blicket_task *task,
                                        blicket_str input,
                                        blicket_str output,
                                        blicket_error **error);

/**
 * Adds a query: what do the words of input mean?
 */
blicket_status blicket_task_add_query(blicket_task *task, blicket_str input, blicket_error **error);

/**
 * Adds an input that is no sentence of the language. A grammar that reads it is not returned, and does not vote, as
 * long as others satisfy the examples.
 */
blicket_status blicket_task_add_no_sentence(blicket_task *task,
                                            blicket_str input,
                                            blicket_error **error);

/**
 * Adds an output that is not the one of an input: a correction by somebody who does not know the right one. A grammar
 * that gives it is not returned, and does not vote, as long as others satisfy the examples.
 */
blicket_status blicket_task_add_wrong_output(blicket_task *task,
                                             blicket_str input,
                                             blicket_str output,
                                             blicket_error **error);

/**
 * Adds an input that questions may be about, such as what a player has typed. Where there are none, questions are
 * made of the words of the examples. The option "questions" says how many questions a result has.
 */
blicket_status blicket_task_add_question_input(blicket_task *task,
                                               blicket_str input,
                                               blicket_error **error);

/**
 * Takes an example back. Those after it then have an index that is one less. Fails with BLICKET_OUT_OF_RANGE if there
 * is no such example.
 */
blicket_status blicket_task_remove_example(blicket_task *task,
                                           size_t index,
                                           blicket_error **error);

/**
 * Has an example learnt from and checked, or not: one that is not enabled stays in its place. Fails with
 * BLICKET_OUT_OF_RANGE if there is no such example.
 */
blicket_status blicket_task_enable_example(blicket_task *task,
                                           size_t index,
                                           bool enabled,
                                           blicket_error **error);

/**
 * Puts another example in the place of one. Fails with BLICKET_OUT_OF_RANGE if there is no such example.
 */
blicket_status blicket_task_replace_example(blicket_task *task,
                                            size_t index,
                                            blicket_str input,
                                            blicket_str output,
                                            blicket_error **error);

/**
 * Sets what the outputs are: domain is a blicket_domain. With BLICKET_DOMAIN_AUTO, which is what a
 * task begins with, they are numbers if all of them are whole numbers, and tokens otherwise.
 */
blicket_status blicket_task_set_domain(blicket_task *task, uint32_t domain, blicket_error **error);

/**
 * Sets how a grammar is looked for: strategy is a blicket_strategy.
 */
blicket_status blicket_task_set_strategy(blicket_task *task,
                                         uint32_t strategy,
                                         blicket_error **error);

/**
 * Sets the seed of all random choices. The same task with the same seed gives the same result, unless time
 * ends the search.
 */
blicket_status blicket_task_set_seed(blicket_task *task,
                                     uint64_t seed,
                                     blicket_error **error);

/**
 * Sets after how many milliseconds to stop and give the best so far. 0 leaves no time at all;
 * UINT64_MAX sets no limit.
 */
blicket_status blicket_task_set_timeout_ms(blicket_task *task,
                                           uint64_t timeout_ms,
                                           blicket_error **error);

/**
 * Sets after how many steps to stop and give the best so far. Unlike time, it stops at the same point on
 * every machine. UINT64_MAX sets no limit.
 *
 * Where outputs are tokens, a step is a node of the search, or a grammar that is run on the examples. Where
 * they are numbers, a step is a sketch of a grammar that is expanded; the grammars that are tried on the way
 * are no steps, so that blicket_result_programs may be more than blicket_result_steps. Weighing the grammars
 * that were found takes steps too, and goes on past the limit.
 */
blicket_status blicket_task_set_step_limit(blicket_task *task,
                                           uint64_t step_limit,
                                           blicket_error **error);

/**
 * Sets whether the inputs of queries may be used to choose between grammars that the examples leave open. A task begins
 * with false: the grammar depends on the examples alone, no answer on the other queries, and no word is guessed at that
 * only queries have.
 */
blicket_status blicket_task_set_use_query_inputs(blicket_task *task,
                                                 bool use_query_inputs,
                                                 blicket_error **error);

/**
 * Sets whether examples may be wrong. If so, an example is given up where its output is shorter to write
 * down than the rules that a grammar needs to satisfy it. A problem of kind BLICKET_PROBLEM_KIND_GIVEN_UP
 * names these examples, and they count as not satisfied. In a task of numbers this cannot be done: its result
 * has no grammar, and a problem of kind BLICKET_PROBLEM_KIND_NOISE_OF_NUMBERS.
 */
blicket_status blicket_task_set_noise(blicket_task *task,
                                      bool noise,
                                      blicket_error **error);

/**
 * Sets an option of the task by its name. This reaches every option there is, also one for which a later
 * version has no function of its own. Options and their values:
 *
 *   domain            auto, words or numbers, as for blicket_task_set_domain
 *   strategy          hybrid, deduce, neural or greedy, as for blicket_task_set_strategy
 *   seed              a whole number, as for blicket_task_set_seed
 *   timeout_ms        a whole number, as for blicket_task_set_timeout_ms
 *   step_limit        a whole number, as for blicket_task_set_step_limit
 *   normalisation     what is done to the words of inputs before learning, and by the grammar whenever it is
 *                     applied: auto, where the examples decide (the default), none, or some of fold-case,
 *                     punctuation-split or punctuation-drop, and nfc, with commas between them
 *   use_query_inputs  true or false, as for blicket_task_set_use_query_inputs
 *   noise             true or false, as for blicket_task_set_noise
 *   questions         a whole number: how many questions the result has at most, 0 if it is not set; see
 *                     blicket_result_question_count
 *   pinned            the text of a grammar whose rules every learnt grammar keeps, or nothing: those with the
 *                     comment `# pinned` behind them, or all of them where none has it. One that contradicts an
 *                     example is kept, and a problem of kind BLICKET_PROBLEM_KIND_PINNED_AGAINST says so
 *   disabled          the indices of examples that are neither learnt from nor checked, with commas between them,
 *                     or nothing; see blicket_task_enable_example
 *
 * Fails with BLICKET_INVALID_OPTION if there is no such option, or if it cannot have this value; the
 * error says what would be right, and the task stays as it was.
 */
blicket_status blicket_task_set(blicket_task *task,
                                blicket_str name,
                                blicket_str value,
                                blicket_error **error);

/**
 * How many examples have been added.
 */
size_t blicket_task_example_count(const blicket_task *task);

/**
 * How many queries have been added.
 */
size_t blicket_task_query_count(const blicket_task *task);

/**
 * Frees the memory in which a task keeps what was worked out when it was solved, 32 MiB at most. By it, a
 * task that is solved once more, as after an undo, takes a few hundredths of the time. Results are the same with and
 * without it. Searches that run are not affected. NULL is fine.
 */
void blicket_task_forget(blicket_task *task);

/**
 * Frees a task. NULL is fine. Results that came of it live on.
 */
void blicket_task_free(blicket_task *task);

/**
 * Looks for slips in the examples of a task, and learns from them to find those that cost the grammar a rule of their
 * own: kind own_rule, with the output that would need none. It takes as long as learning.
 */
blicket_status blicket_engine_lint(const blicket_engine *engine,
                                   const blicket_task *task,
                                   blicket_remarks **remarks,
                                   blicket_error **error);

/**
 * Looks for slips in the examples of a task, without learning from them.
 */
blicket_status blicket_task_lint(const blicket_task *task,
                                 blicket_remarks **remarks,
                                 blicket_error **error);

/**
 * How many remarks there are, in the order of the examples.
 */
size_t blicket_remarks_count(const blicket_remarks *remarks);

/**
 * The text of one of the remarks, from 0, in English, for a person; empty past the last. It counts examples from 1.
 */
blicket_str blicket_remarks_text(const blicket_remarks *remarks,
                                 size_t index);

/**
 * What one of the remarks is about; empty past the last. One of contradiction, duplicate, header, brackets, case,
 * one_letter, invisible, lone_word, always_together and, by blicket_engine_lint alone, own_rule; later versions may add some.
 */
blicket_str blicket_remarks_kind(const blicket_remarks *remarks,
                                 size_t index);

/**
 * How bad it is: note (it need not be acted on), warning (a likely slip) or error (examples contradict each
 * other); empty past the last.
 */
blicket_str blicket_remarks_severity(const blicket_remarks *remarks,
                                     size_t index);

/**
 * The example that it is about, by its index in the task; SIZE_MAX past the last.
 */
size_t blicket_remarks_example(const blicket_remarks *remarks, size_t index);

/**
 * Another example that it is compared with, by its index in the task; SIZE_MAX if there is none.
 */
size_t blicket_remarks_other_example(const blicket_remarks *remarks, size_t index);

/**
 * What stands there: a word or a token, or the whole input or output; empty past the last.
 */
blicket_str blicket_remarks_found(const blicket_remarks *remarks, size_t index);

/**
 * What is probably meant; empty if nothing is suggested.
 */
blicket_str blicket_remarks_suggestion(const blicket_remarks *remarks, size_t index);

/**
 * Frees remarks. NULL is fine.
 */
void blicket_remarks_free(blicket_remarks *remarks);

/**
 * How far the search came; BLICKET_SUCCESS_NONE if result is NULL.
 */
blicket_success blicket_result_outcome(const blicket_result *result);

/**
 * Why the search stopped there; BLICKET_STOP_REASON_EXHAUSTED if result is NULL.
 */
blicket_stop_reason blicket_result_stop_reason(const blicket_result *result);

/**
 * The grammar; NULL if there is none. It belongs to the result and is freed with it. To keep it, make a
 * blicket_grammar_copy.
 */
const blicket_grammar *blicket_result_grammar(const blicket_result *result);

/**
 * How many examples the task had.
 */
size_t blicket_result_example_count(const blicket_result *result);

/**
 * How many of the task's examples the grammar satisfies; 0 if there is no grammar.
 */
size_t blicket_result_satisfied_count(const blicket_result *result);

/**
 * How many examples the grammar does not satisfy; 0 if there is no grammar.
 */
size_t blicket_result_unsatisfied_count(const blicket_result *result);

/**
 * One of the examples that the grammar does not satisfy, by its index in the task; index goes from 0, and
 * past the last this is SIZE_MAX.
 */
size_t blicket_result_unsatisfied_example(const blicket_result *result,
                                          size_t index);

/**
 * Whether the grammar gives anything for that example, which wants something else.
 */
bool blicket_result_unsatisfied_has_text(const blicket_result *result, size_t index);

/**
 * What the grammar gives instead of that example's output, cut short after 4 KiB; empty where it gives
 * nothing, or where so many examples fail that all these texts would take too much of the memory limit.
 */
blicket_str blicket_result_unsatisfied_text(const blicket_result *result,
                                            size_t index);

/**
 * How many answers there are: one for each query of the task, in the same order.
 */
size_t blicket_result_answer_count(const blicket_result *result);

/**
 * Whether query index, from 0, has an answer that is worth acting on. That may well be no tokens at all. Where there is
 * none, there may still be a guess: blicket_result_answer_has_guess.
 */
bool blicket_result_answer_has_text(const blicket_result *result,
                                    size_t index);

/**
 * The answer: the tokens with a space between them; empty where there is none. All grammars that
 * satisfy the examples vote on it, each by its probability.
 */
blicket_str blicket_result_answer_text(const blicket_result *result, size_t index);

/**
 * Whether query index, from 0, has a guess: the answer, or one that is not worth acting on because grammars that satisfy
 * the examples disagree, or because nothing like it was shown.
 */
bool blicket_result_answer_has_guess(const blicket_result *result,
                                     size_t index);

/**
 * The guess: the tokens with a space between them; empty where there is none.
 */
blicket_str blicket_result_answer_guess(const blicket_result *result, size_t index);

/**
 * Writes the answer of a task of numbers to *number and returns true; returns false and writes
 * nothing where there is none, or if number is NULL.
 */
bool blicket_result_answer_number(const blicket_result *result, size_t index, int64_t *number);

/**
 * The share of the votes that are for the guess, from 0 to 1. It is 0 where there is no guess, whatever
 * share of the grammars has none; and where a search ended before grammars had voted, so that the best
 * grammar so far answers alone.
 */
double blicket_result_answer_confidence(const blicket_result *result,
                                        size_t index);

/**
 * Whether the rules of the result's grammar give this guess too. They may not, because it is only one of the grammars
 * that vote. False where there is no guess.
 */
bool blicket_result_answer_agrees(const blicket_result *result,
                                  size_t index);

/**
 * Whether the result's grammar is stuck on the query: some of its words, or an empty query, match no
 * rule.
 */
bool blicket_result_answer_is_stuck(const blicket_result *result,
                                    size_t index);

/**
 * The words of the query on which the result's grammar is stuck, with a space between them; empty
 * where it is not stuck, and where the query has no words. If there is an answer as well, the answer is a
 * guess at the meaning of words that no example shows.
 */
blicket_str blicket_result_answer_stuck_text(const blicket_result *result,
                                             size_t index);

/**
 * How many words of the query the result's grammar is stuck on.
 */
size_t blicket_result_answer_stuck_count(const blicket_result *result, size_t index);

/**
 * One of the words that the result's grammar is stuck on, from 0; empty past the last.
 */
blicket_str blicket_result_answer_stuck_word(const blicket_result *result,
                                             size_t index,
                                             size_t word);

/**
 * How many further grammars there are that satisfy every example, the most probable first.
 */
size_t blicket_result_alternative_count(const blicket_result *result);

/**
 * One of the further grammars, from 0; NULL past the last. It belongs to the result, as
 * blicket_result_grammar says.
 */
const blicket_grammar *blicket_result_alternative_grammar(const blicket_result *result,
                                                          size_t index);

/**
 * How probable that further grammar is, from 0 to 1; 0 past the last.
 */
double blicket_result_alternative_weight(const blicket_result *result, size_t index);

/**
 * How many steps it took, as blicket_task_set_step_limit counts them. For number words there may be more
 * programs than steps.
 */
uint64_t blicket_result_steps(const blicket_result *result);

/**
 * How many complete grammars were run on the examples.
 */
uint64_t blicket_result_programs(const blicket_result *result);

/**
 * How many leaves the search had: sets of grammars that satisfy the examples.
 */
uint64_t blicket_result_leaves(const blicket_result *result);

/**
 * The seconds until there was a grammar that satisfies every example.
 */
double blicket_result_solving_seconds(const blicket_result *result);

/**
 * The seconds after there was a grammar that satisfies every example: for weighing grammars and voting
 * on answers.
 */
double blicket_result_ranking_seconds(const blicket_result *result);

/**
 * The whole result as one JSON object. The text lives as long as the result; it is empty if result is
 * NULL. These are the fields:
 *
 *   "outcome"       "solved", "best" or "none"
 *   "stop"          "solved", "exhausted", "timeout", "steps", "memory", "cancelled" or "running"
 *   "satisfied"     how many examples the grammar satisfies
 *   "support"       how many examples the task had
 *   "queries"       how many queries the task had
 *   "answers"       for each query the answer; null where there is none
 *   "guess"         for each query the best guess, also where it was refused; null where there is none
 *   "confidence"    for each query how sure the guess is, from 0 to 1; null where there is none
 *   "stuck"         for each query the words that the grammar is stuck on; null where it is not stuck
 *   "programs"      how many complete grammars were run on the examples
 *   "steps"         how many steps it took
 *   "grammar"       the text of the grammar; null where there is none
 *   "agrees"        for each query whether the grammar gives the answer too
 *   "unsatisfied"   [{"example": index from 0, "instead": what the grammar gives, or null}, ...]
 *   "alternatives"  [{"grammar": text, "weight": from 0 to 1}, ...]
 *   "problems"      [{"kind": name, "text": for a person, and its data}, ...]; the names of kinds and of
 *                   their data are those that blicket_problem_kind has, in small letters: the kind of
 *                   BLICKET_PROBLEM_KIND_GIVEN_UP is "given_up"
 *   "questions"     [{"input": text, "worth": bits, "answers": [{"text": text or null, "weight": 0 to 1,
 *                   "examples": [index, ...]}, ...]}, ...]
 *   "leaves", "solving_seconds", "ranking_seconds"
 *                   what the functions with these names give
 *
 * Later versions may add fields, kinds and names. The command prints the same: `blicket learn --json`
 * all of them, `blicket bench --json` those from "outcome" to "grammar".
 */
blicket_str blicket_result_json(const blicket_result *result);

/**
 * Frees a result, and with it the grammars that it gave out. NULL is fine.
 */
void blicket_result_free(blicket_result *result);

/**
 * How many problems there are to tell a person about: contradicting examples, for instance.
 */
size_t blicket_result_problem_count(const blicket_result *result);

/**
 * The text of one of the problems, from 0, in English, for a person; empty past the last. It counts
 * examples and queries from 1.
 */
blicket_str blicket_result_problem(const blicket_result *result, size_t index);

/**
 * The kind of one of the problems, from 0; BLICKET_PROBLEM_KIND_NONE past the last.
 */
blicket_problem_kind blicket_result_problem_kind(const blicket_result *result, size_t index);

/**
 * How many examples the problem names.
 */
size_t blicket_result_problem_example_count(const blicket_result *result, size_t index);

/**
 * One of the examples that the problem names, by its index in the task: the n-th, from 0; SIZE_MAX past
 * the last.
 */
size_t blicket_result_problem_example(const blicket_result *result,
                                      size_t index,
                                      size_t n);

/**
 * How many queries the problem names.
 */
size_t blicket_result_problem_query_count(const blicket_result *result, size_t index);

/**
 * One of the queries that the problem names, by its index in the task: the n-th, from 0; SIZE_MAX past
 * the last.
 */
size_t blicket_result_problem_query(const blicket_result *result,
                                    size_t index,
                                    size_t n);

/**
 * How many strings the problem comes with, as its kind says.
 */
size_t blicket_result_problem_string_count(const blicket_result *result, size_t index);

/**
 * One of the strings that the problem comes with: the n-th, from 0; empty past the last.
 */
blicket_str blicket_result_problem_string(const blicket_result *result, size_t index, size_t n);

/**
 * How many numbers the problem comes with, as its kind says.
 */
size_t blicket_result_problem_number_count(const blicket_result *result, size_t index);

/**
 * One of the numbers that the problem comes with: the n-th, from 0; 0 past the last.
 */
size_t blicket_result_problem_number(const blicket_result *result, size_t index, size_t n);

/**
 * How many questions there are: inputs whose answers would decide what the examples leave open, the most
 * decisive first. At most as many as the task's option "questions" says. If that is not 0 and there are none,
 * nothing is open, as far as it was looked for in the time that there was.
 */
size_t blicket_result_question_count(const blicket_result *result);

/**
 * The input that one of the questions is about, from 0; empty past the last. What a person says that it means
 * becomes an example: blicket_task_add_example, or blicket_task_add_no_sentence.
 */
blicket_str blicket_result_question(const blicket_result *result,
                                    size_t index);

/**
 * How much the answer to one of the questions would decide, in bits: 1 is a choice between two meanings that
 * are equally likely. 0 past the last.
 */
double blicket_result_question_worth(const blicket_result *result,
                                     size_t index);

/**
 * How many answers are in question, the most probable first.
 */
size_t blicket_result_question_answer_count(const blicket_result *result, size_t index);

/**
 * Whether the n-th answer, from 0, is that the input has a meaning. If not, it may be no sentence of the language.
 */
bool blicket_result_question_answer_has_text(const blicket_result *result,
                                             size_t index,
                                             size_t n);

/**
 * The n-th answer that is in question, from 0; empty if it is that the input is no sentence, and past the last.
 */
blicket_str blicket_result_question_answer(const blicket_result *result,
                                           size_t index,
                                           size_t n);

/**
 * The share of the weight of all grammars that stands behind the n-th answer, from 0 to 1; 0 past the last.
 */
double blicket_result_question_answer_weight(const blicket_result *result,
                                             size_t index,
                                             size_t n);

/**
 * How many examples are named that speak for the n-th answer.
 */
size_t blicket_result_question_answer_example_count(const blicket_result *result,
                                                    size_t index,
                                                    size_t n);

/**
 * One of these examples, by its index in the task; SIZE_MAX past the last.
 */
size_t blicket_result_question_answer_example(const blicket_result *result,
                                              size_t index,
                                              size_t n,
                                              size_t example);

/**
 * Learns a grammar from examples and answers queries by it, in one call: support points to
 * n_support examples, queries to n_queries inputs, and either may be NULL if there are none. After
 * timeout_ms milliseconds it gives the best so far; UINT64_MAX sets no limit. Everything else is as
 * blicket_task_new says.
 *
 * That no grammar satisfies the examples, or that time was up, is no failure of the call: the
 * result says so, and why.
 */
blicket_status blicket_synthesize(const blicket_engine *engine,
                                  const blicket_example *support,
                                  size_t n_support,
                                  const blicket_str *queries,
                                  size_t n_queries,
                                  uint64_t timeout_ms,
                                  blicket_result **result,
                                  blicket_error **error);

/**
 * Learns a grammar from the examples of a task and answers its queries, with the task's settings. Any number of threads may solve tasks with one
 * engine at once, also the same task.
 */
blicket_status blicket_solve(const blicket_engine *engine,
                             const blicket_task *task,
                             blicket_result **result,
                             blicket_error **error);

/**
 * Starts to solve a task in the background: what comes of it is what blicket_solve gives. The
 * callback may be NULL; user_data is given to it as it is, and has to be good until the search was
 * freed. The callback may be called before this function has returned.
 *
 * Fails with BLICKET_THREAD_UNAVAILABLE if the operating system has no thread to spare.
 */
blicket_status blicket_search_start(const blicket_engine *engine,
                                    const blicket_task *task,
                                    blicket_callback callback,
                                    void *user_data,
                                    blicket_search **search,
                                    blicket_error **error);

/**
 * Writes how far the search is to *progress, unless that is NULL, and returns whether it is over. It does not
 * wait, so that a host may call it in every frame. If search is NULL it writes nothing and returns true.
 */
bool blicket_search_poll(const blicket_search *search,
                         blicket_progress *progress);

/**
 * Waits until it is over and its callback has returned from the last call, for timeout_ms
 * milliseconds at most, without limit for UINT64_MAX; returns whether it is over. In the callback
 * itself it does not wait. Without a search it returns true at once.
 */
bool blicket_search_wait(const blicket_search *search, uint64_t timeout_ms);

/**
 * Ends it with the best so far, within a few milliseconds, and does not wait for that. NULL is fine,
 * and so is a search that is over.
 */
void blicket_search_cancel(const blicket_search *search);

/**
 * What came of it; or the best so far, if it is not over. Then the stop reason is
 * BLICKET_STOP_REASON_RUNNING, there are no alternatives, and the best grammar so far alone answers
 * the queries, with confidence 0, for a few milliseconds: the first 10,000 at most, and none of more than
 * 64 KiB; queries that are left are among the problems.
 * The result is the caller's to free, and does not change while the search goes on.
 */
blicket_status blicket_search_result(const blicket_search *search,
                                     blicket_result **result,
                                     blicket_error **error);

/**
 * Frees a search. One that still runs is cancelled first, and its thread waited for, which takes a
 * few milliseconds: afterwards its callback is not called any more, and user_data is not used. NULL
 * is fine.
 */
void blicket_search_free(blicket_search *search);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BLICKET_BLICKET_H */

#ifndef BLICKET_STR_OF
#define BLICKET_STR_OF

#ifdef __cplusplus
extern "C" {
#endif

/** The text of a NUL-terminated string; it lives as long as the string. NULL gives the empty text. */
static inline blicket_str blicket_str_of(const char *text) {
  blicket_str result;
  result.data = text;
  result.len = text ? strlen(text) : 0;
  return result;
}

#ifdef __cplusplus
}
#endif

#endif /* BLICKET_STR_OF */
