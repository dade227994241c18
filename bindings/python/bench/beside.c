/* The C half of `make bench-python`: how long the C calls take for the same grammar and the same sentences.
 *
 *     beside GRAMMAR SENTENCES apply|batch TIMES
 *
 * prints the CPU nanoseconds that one sentence takes. Every value is read, as a host does. */

#include <blicket/blicket.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(2);
  }
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*length + 1);
  if (!text || fread(text, 1, *length, file) != *length) exit(2);
  text[*length] = 0;
  fclose(file);
  return text;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void check(blicket_status status) {
  if (status != BLICKET_OK) {
    fprintf(stderr, "status %u\n", (unsigned)status);
    exit(1);
  }
}

int main(int count, char **arguments) {
  if (count != 5) {
    fputs("usage: beside GRAMMAR SENTENCES apply|batch TIMES\n", stderr);
    return 2;
  }
  size_t length;
  const char *text = read_file(arguments[1], &length);
  blicket_grammar *grammar = NULL;
  check(blicket_grammar_parse((blicket_str){text, length}, &grammar, NULL));
  char *lines = read_file(arguments[2], &length);
  size_t most = 0;
  for (size_t place = 0; place < length; place++) most += lines[place] == '\n';
  blicket_str *inputs = malloc(most * sizeof *inputs);
  if (!inputs) return 2;
  size_t sentences = 0;
  for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
    inputs[sentences++] = (blicket_str){line, strlen(line)};
  }
  const int times = atoi(arguments[4]), batched = !strcmp(arguments[3], "batch");
  blicket_evaluation *evaluation = NULL;
  blicket_batch *batch = NULL;
  double least = 1e300;
  size_t bytes = 0;
  for (int time = 0; time < times; time++) {
    const double start = seconds();
    if (batched) {
      check(blicket_grammar_apply_batch(grammar, inputs, sentences, &batch, NULL));
      for (size_t index = 0; index < sentences; index++) bytes += blicket_batch_text(batch, index).len;
    } else {
      for (size_t index = 0; index < sentences; index++) {
        check(blicket_grammar_apply(grammar, inputs[index], &evaluation, NULL));
        bytes += blicket_evaluation_text(evaluation).len;
      }
    }
    const double took = seconds() - start;
    least = took < least ? took : least;
  }
  printf("%.2f %zu\n", least / (double)sentences * 1e9, bytes / (size_t)times);
  blicket_batch_free(batch);
  blicket_evaluation_free(evaluation);
  blicket_grammar_free(grammar);
  return 0;
}
