/*
 * A host whose instructions are counted, over the C ABI, so that any two builds of the library can be compared.
 *
 *   host nothing                  starts and ends
 *   host learn TASK               learns from a file: a line an example (input, tab, output) or a query (input)
 *   host parse GRAMMAR            reads a grammar a hundred times
 *   host apply GRAMMAR INPUTS     evaluates the inputs of a file, a line each (up to its first tab)
 *   host loop GRAMMAR INPUTS      the same with one evaluation, ten times
 *   host many GRAMMAR INPUTS      the same in one call for all inputs, ten times
 *   host batch GRAMMAR INPUTS     the same in one call for all inputs, in a batch, ten times
 *   host store TASK GRAMMAR       learns from a file, and writes the grammar with its doubt
 *   host vote GRAMMAR INPUTS N    evaluates the inputs N times with one evaluation, whatever comes of them
 *   host rules GRAMMAR INPUTS N   the same as vote by the rules alone, without their doubt
 */
#include <blicket/blicket.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 100000, PARSED = 100, APPLIED = 10, MILLISECONDS = 600000 };

static void fail(const char *what) {
  fprintf(stderr, "counts: %s\n", what);
  exit(1);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) fail(path);
  text[size] = 0;
  fclose(file);
  return text;
}

static char *lines[MOST_LINES];

static size_t read_lines(const char *path) {
  size_t count = 0;
  for (char *line = strtok(read_file(path), "\n"); line && count < MOST_LINES; line = strtok(NULL, "\n"))
    lines[count++] = line;
  return count;
}

static void write_file(const char *path, blicket_str text) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(text.data, 1, text.len, file) != text.len || fclose(file)) fail(path);
}

/* Learns from a file; writes the grammar to another one, if there is one. */
static void learn(const char *path, const char *grammar_path) {
  static blicket_example examples[MOST_LINES];
  static blicket_str queries[MOST_LINES];
  size_t example_count = 0, query_count = 0, count = read_lines(path);
  for (size_t i = 0; i < count; i++) {
    char *tab = strchr(lines[i], '\t');
    if (!tab) {
      queries[query_count++] = blicket_str_of(lines[i]);
      continue;
    }
    *tab = 0;
    examples[example_count].input = blicket_str_of(lines[i]);
    examples[example_count++].output = blicket_str_of(tab + 1);
  }
  blicket_options *options = NULL;
  blicket_engine *engine = NULL;
  blicket_result *result = NULL;
  if (blicket_options_new(&options, NULL) || blicket_options_set_threads(options, 1, NULL) ||
      blicket_engine_new(options, &engine, NULL))
    fail("no engine");
  blicket_synthesize(engine, examples, example_count, queries, query_count, MILLISECONDS, &result, NULL);
  if (!result || blicket_result_outcome(result) != BLICKET_SUCCESS_SOLVED) fail("not solved");
  if (grammar_path) write_file(grammar_path, blicket_grammar_text(blicket_result_grammar(result)));
  blicket_result_free(result);
  blicket_engine_free(engine);
  blicket_options_free(options);
}

static blicket_grammar *parsed(blicket_str text) {
  blicket_grammar *grammar = NULL;
  if (blicket_grammar_parse(text, &grammar, NULL)) fail("no grammar");
  return grammar;
}

static void parse(const char *path) {
  blicket_str text = blicket_str_of(read_file(path));
  for (int i = 0; i < PARSED; i++) blicket_grammar_free(parsed(text));
}

static void apply(const char *grammar_path, const char *inputs_path) {
  blicket_grammar *grammar = parsed(blicket_str_of(read_file(grammar_path)));
  size_t count = read_lines(inputs_path);
  for (size_t i = 0; i < count; i++) {
    blicket_evaluation *evaluation = NULL;
    lines[i][strcspn(lines[i], "\t")] = 0;
    if (blicket_grammar_apply(grammar, blicket_str_of(lines[i]), &evaluation, NULL)) fail(lines[i]);
    if (!blicket_evaluation_text(evaluation).len) fail(lines[i]);
    blicket_evaluation_free(evaluation);
  }
  blicket_grammar_free(grammar);
}

/* The inputs of a file, and the grammar of another. */
static size_t read_inputs(const char *grammar_path, const char *inputs_path, blicket_grammar **grammar,
                          blicket_str *inputs) {
  *grammar = parsed(blicket_str_of(read_file(grammar_path)));
  size_t count = read_lines(inputs_path);
  for (size_t i = 0; i < count; i++) {
    lines[i][strcspn(lines[i], "\t")] = 0;
    inputs[i] = blicket_str_of(lines[i]);
  }
  return count;
}

static void apply_repeatedly(const char *way, const char *grammar_path, const char *inputs_path) {
  static blicket_str inputs[MOST_LINES];
  static blicket_evaluation *evaluations[MOST_LINES];
  blicket_grammar *grammar = NULL;
  blicket_batch *batch = NULL;
  size_t count = read_inputs(grammar_path, inputs_path, &grammar, inputs);
  for (int round = 0; round < APPLIED; round++) {
    if (!strcmp(way, "many") && blicket_grammar_apply_many(grammar, inputs, count, evaluations, NULL)) fail("many");
    if (!strcmp(way, "batch") && blicket_grammar_apply_batch(grammar, inputs, count, &batch, NULL)) fail("batch");
    for (size_t i = 0; i < count; i++) {
      blicket_evaluation **evaluation = &evaluations[!strcmp(way, "many") ? i : 0];
      if (!strcmp(way, "loop") && blicket_grammar_apply(grammar, inputs[i], evaluation, NULL)) fail("loop");
      blicket_str text = strcmp(way, "batch") ? blicket_evaluation_text(*evaluation) : blicket_batch_text(batch, i);
      if (!text.len) fail(lines[i]);
      if (!strcmp(way, "many")) {
        blicket_evaluation_free(*evaluation);
        *evaluation = NULL;
      }
    }
  }
  blicket_evaluation_free(evaluations[0]);
  blicket_batch_free(batch);
  blicket_grammar_free(grammar);
}

static void vote(const char *way, const char *grammar_path, const char *inputs_path, int rounds) {
  static blicket_str inputs[MOST_LINES];
  blicket_grammar *grammar = NULL, *alone = NULL;
  blicket_evaluation *evaluation = NULL;
  size_t count = read_inputs(grammar_path, inputs_path, &grammar, inputs);
  if (blicket_grammar_rules_alone(grammar, &alone, NULL)) fail("rules alone");
  const blicket_grammar *applied = strcmp(way, "rules") ? grammar : alone;
  for (int round = 0; round < rounds; round++)
    for (size_t i = 0; i < count; i++)
      if (blicket_grammar_apply(applied, inputs[i], &evaluation, NULL)) fail(lines[i]);
  blicket_evaluation_free(evaluation);
  blicket_grammar_free(alone);
  blicket_grammar_free(grammar);
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "";
  if (!strcmp(what, "nothing")) return 0;
  if (count > 2 && !strcmp(what, "learn")) return learn(arguments[2], NULL), 0;
  if (count > 3 && !strcmp(what, "store")) return learn(arguments[2], arguments[3]), 0;
  if (count > 2 && !strcmp(what, "parse")) return parse(arguments[2]), 0;
  if (count > 3 && !strcmp(what, "apply")) return apply(arguments[2], arguments[3]), 0;
  if (count > 4) return vote(what, arguments[2], arguments[3], atoi(arguments[4])), 0;
  if (count > 3) return apply_repeatedly(what, arguments[2], arguments[3]), 0;
  fail("host nothing | learn TASK | store TASK GRAMMAR | parse GRAMMAR | apply, loop, many or batch GRAMMAR INPUTS | "
       "vote or rules GRAMMAR INPUTS N");
}
