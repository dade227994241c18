/*
 * Learning a small language from examples, in C11: one call. Then the grammar is kept and used
 * without the result and the engine. A word that no example shows is refused, and taught; what the
 * examples leave open is asked; and examples from which nothing can be learnt say why.
 */
#include <blicket/blicket.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { EXAMPLES = 9, QUERIES = 3 };

/* What a lamp's owner says, and what the lamp then shows. */
static const char *const examples[EXAMPLES][2] = {
    {"dax", "RED"},
    {"lug", "BLUE"},
    {"wif", "GREEN"},
    {"lug fep", "BLUE BLUE BLUE"},
    {"wif dax fep", "GREEN RED GREEN RED GREEN RED"},
    {"dax kiki lug", "BLUE RED"},
    {"lug fep kiki wif", "GREEN BLUE BLUE BLUE"},
    {"lug kiki wif fep", "GREEN GREEN GREEN BLUE"},
    {"dax kiki lug kiki wif", "GREEN BLUE RED"},
};
static const char *const queries[QUERIES] = {"wif fep", "wif kiki dax fep", "dax fep kiki lug fep"};

static void print(const char *before, blicket_str text) {
  printf("%s%.*s\n", before, (int)text.len, text.data);
}

/* Prints an error and frees it. */
static void report(blicket_error *error) {
  print("error: ", blicket_error_message(error));
  blicket_error_free(error);
}

/* Learns from all of the examples; gives the grammar, which the caller frees, or NULL. */
static blicket_grammar *learn(const blicket_engine *engine) {
  blicket_example support[EXAMPLES];
  for (size_t i = 0; i < EXAMPLES; i++) {
    support[i].input = blicket_str_of(examples[i][0]);
    support[i].output = blicket_str_of(examples[i][1]);
  }
  blicket_str inputs[QUERIES];
  for (size_t i = 0; i < QUERIES; i++) inputs[i] = blicket_str_of(queries[i]);

  blicket_result *result = NULL;
  blicket_error *error = NULL;
  blicket_grammar *grammar = NULL;
  if (blicket_synthesize(engine, support, EXAMPLES, inputs, QUERIES, 20000, &result, &error)) {
    report(error);
    return NULL;
  }
  /* That nothing was found would not be an error: the result says how far it came. */
  if (blicket_result_outcome(result) == BLICKET_SUCCESS_SOLVED) {
    /* The result owns this one; the copy is ours. */
    const blicket_grammar *found = blicket_result_grammar(result);
    printf("%zu rules from %d examples\n", blicket_grammar_rule_count(found), EXAMPLES);
    for (size_t i = 0; i < blicket_grammar_rule_count(found); i++) {
      print("  ", blicket_grammar_rule(found, i));
    }
    for (size_t i = 0; i < blicket_result_answer_count(result); i++) {
      blicket_str answer = blicket_result_answer_text(result, i);
      double confidence = blicket_result_answer_confidence(result, i);
      printf("%s: %.*s (%.0f%%)\n", queries[i], (int)answer.len, answer.data, 100 * confidence);
    }
    if (blicket_grammar_copy(found, &grammar, &error)) report(error);
  }
  blicket_result_free(result);
  return grammar;
}

/* A lamp needs no engine to run what was learnt. */
static bool use(const blicket_grammar *grammar) {
  static const char expected[] = "GREEN GREEN GREEN RED BLUE BLUE BLUE";
  blicket_evaluation *evaluation = NULL;
  blicket_str input = blicket_str_of("lug fep kiki dax kiki wif fep");
  if (blicket_grammar_apply(grammar, input, &evaluation, NULL) != BLICKET_OK) return false;
  blicket_str text = blicket_evaluation_text(evaluation);
  print("later: ", text);
  bool good = text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
  blicket_evaluation_free(evaluation);
  return good;
}

/* Solves a task, and prints what it makes of the only query; true if that has an answer. */
static bool ask(const blicket_engine *engine, const blicket_task *task, const char *query) {
  blicket_result *result = NULL;
  blicket_error *error = NULL;
  if (blicket_solve(engine, task, &result, &error) != BLICKET_OK) {
    report(error);
    return false;
  }
  bool answered = blicket_result_answer_has_text(result, 0);
  blicket_str text = answered ? blicket_result_answer_text(result, 0)
                              : blicket_result_answer_stuck_word(result, 0, 0);
  printf("%s: %s%.*s\n", query, answered ? "" : "not understood, because of ", (int)text.len, text.data);
  blicket_result_free(result);
  return answered;
}

/* A lamp that is taught: a task is kept, and gets one more example. */
static bool teach(const blicket_engine *engine) {
  const char *const query = "zup fep";
  blicket_task *task = NULL;
  bool good = blicket_task_new(&task, NULL) == BLICKET_OK;
  for (size_t i = 0; good && i < EXAMPLES; i++) {
    good = blicket_task_add_example(task, blicket_str_of(examples[i][0]),
                                    blicket_str_of(examples[i][1]), NULL) == BLICKET_OK;
  }
  good = good && blicket_task_add_query(task, blicket_str_of(query), NULL) == BLICKET_OK;
  good = good && !ask(engine, task, query);
  /* The owner shows it, and slips; then takes that back. */
  good = good && blicket_task_add_example(task, blicket_str_of("zup"), blicket_str_of("PNIK"), NULL) == 0;
  good = good && blicket_task_replace_example(task, EXAMPLES, blicket_str_of("zup"),
                                              blicket_str_of("PINK"), NULL) == BLICKET_OK;
  good = good && ask(engine, task, query);
  blicket_task_free(task);
  return good;
}

/* Too few examples: what they leave open is said, instead of chosen in silence. */
static bool doubt(const blicket_engine *engine) {
  const char *const query = "lug kiki lug fep";
  blicket_task *task = NULL;
  bool good = blicket_task_new(&task, NULL) == BLICKET_OK;
  static const size_t few[] = {0, 1, 3, 5};
  for (size_t i = 0; good && i < sizeof few / sizeof *few; i++) {
    good = blicket_task_add_example(task, blicket_str_of(examples[few[i]][0]),
                                    blicket_str_of(examples[few[i]][1]), NULL) == BLICKET_OK;
  }
  good = good && blicket_task_add_query(task, blicket_str_of(query), NULL) == BLICKET_OK;
  good = good && blicket_task_set(task, blicket_str_of("questions"), blicket_str_of("1"), NULL) == BLICKET_OK;
  blicket_result *result = NULL;
  good = good && blicket_solve(engine, task, &result, NULL) == BLICKET_OK;
  /* By how much the grammars that satisfy the examples agree; and what to ask a person. */
  good = good && blicket_result_answer_confidence(result, 0) < 0.95;
  good = good && blicket_result_question_answer_count(result, 0) > 1;
  printf("%s: the examples leave this open\n", query);
  blicket_result_free(result);
  blicket_task_free(task);
  return good;
}

/* One word, two meanings: no grammar satisfies both, and the result says which do not fit. */
static bool contradict(const blicket_engine *engine) {
  const blicket_example support[] = {
      {blicket_str_of("dax"), blicket_str_of("RED")},
      {blicket_str_of("lug"), blicket_str_of("BLUE")},
      {blicket_str_of("dax"), blicket_str_of("PINK")},
  };
  blicket_result *result = NULL;
  blicket_error *error = NULL;
  if (blicket_synthesize(engine, support, 3, NULL, 0, 20000, &result, &error) != BLICKET_OK) {
    report(error);
    return false;
  }
  printf("%zu of %zu satisfied\n", blicket_result_satisfied_count(result),
         blicket_result_example_count(result));
  for (size_t i = 0; i < blicket_result_problem_count(result); i++) {
    print("problem: ", blicket_result_problem(result, i));
  }
  /* The same for a program: a kind with its data, or all of the result as JSON. */
  bool good = blicket_result_problem_kind(result, 0) == BLICKET_PROBLEM_KIND_CONTRADICTION &&
              blicket_result_problem_example_count(result, 0) == 2 &&
              blicket_result_problem_example(result, 0, 1) == 2;
  print("in question: ", blicket_result_problem_string(result, 0, 0));
  good = good && blicket_result_json(result).len > 0;
  good = good && blicket_result_outcome(result) == BLICKET_SUCCESS_BEST &&
              blicket_result_unsatisfied_count(result) == 1 &&
              blicket_result_unsatisfied_example(result, 0) == 2;
  blicket_result_free(result);
  return good;
}

/* What is wrong with the arguments themselves is an error, and names the one. */
static bool refuse(const blicket_engine *engine) {
  const blicket_example support[] = {{blicket_str_of("dax"), blicket_str_of("\xff")}};
  blicket_result *result = NULL;
  blicket_error *error = NULL;
  blicket_status status = blicket_synthesize(engine, support, 1, NULL, 0, 1000, &result, &error);
  report(error);
  return status == BLICKET_INVALID_UTF8 && result == NULL;
}

int main(void) {
  if (blicket_abi_version() != BLICKET_ABI_VERSION) {
    fprintf(stderr, "learn was compiled for another version of blicket\n");
    return 1;
  }
  blicket_engine *engine = NULL; /* one for the whole program, and all its threads */
  blicket_error *error = NULL;
  if (blicket_engine_new(NULL, &engine, &error) != BLICKET_OK) {
    report(error);
    return 1;
  }
  blicket_grammar *grammar = learn(engine);
  bool good = grammar != NULL && teach(engine) && doubt(engine) && contradict(engine) && refuse(engine);
  blicket_engine_free(engine);
  good = good && use(grammar);
  blicket_grammar_free(grammar);
  return good ? 0 : 1;
}
