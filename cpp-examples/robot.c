/*
 * A robot that takes orders, in C11: a stored grammar turns sentences into moves, in a loop that
 * uses one evaluation for all of them. What it does not know it does not do; a person says what was
 * probably meant, or teaches it one more rule.
 */
#include <blicket/blicket.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char GRAMMAR[] =
    "# The first rule that matches the whole sentence is used.\n"
    "x1 and x2 -> [x1] [x2]\n"
    "x1 twice -> [x1] [x1]\n"
    "x1 thrice -> [x1] [x1] [x1]\n"
    "turn around -> LEFT LEFT\n"
    "turn left -> LEFT\n"
    "turn right -> RIGHT\n"
    "turn ->\n"
    "move -> STEP\n"
    "square -> STEP LEFT STEP LEFT STEP LEFT STEP LEFT\n";

typedef struct {
  int x, y;
  int heading; /* 0 north, 1 east, 2 south, 3 west */
} robot;

static bool is(blicket_str text, const char *other) {
  return text.len == strlen(other) && memcmp(text.data, other, text.len) == 0;
}

/* Runs the moves of an evaluation, token by token. */
static void run(robot *self, const blicket_evaluation *evaluation) {
  static const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
  for (size_t i = 0; i < blicket_evaluation_token_count(evaluation); i++) {
    blicket_str token = blicket_evaluation_token(evaluation, i);
    if (is(token, "LEFT")) self->heading = (self->heading + 3) % 4;
    if (is(token, "RIGHT")) self->heading = (self->heading + 1) % 4;
    if (is(token, "STEP")) self->x += dx[self->heading], self->y += dy[self->heading];
  }
}

/* Prints an error and frees it. The message begins with line and column, where there are any. */
static void report(blicket_error *error) {
  blicket_str message = blicket_error_message(error);
  printf("error: %.*s\n", (int)message.len, message.data);
  blicket_error_free(error);
}

/* Gives the robot its orders; true if all of them were understood, except one, on "dance". */
static bool obey(const blicket_grammar *grammar, robot *self) {
  static const char *const orders[] = {
      "move thrice",
      "turn right and move twice",
      "turn", /* an empty value, which is not the same as none */
      "move and dance twice",
      "square twice and turn around",
      "turn left twice and move",
  };
  blicket_evaluation *evaluation = NULL; /* made by the first call, used again by the others */
  blicket_error *error = NULL;
  size_t unknown = 0;
  bool good = true;
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    blicket_str order = blicket_str_of(orders[i]);
    if (blicket_grammar_apply(grammar, order, &evaluation, &error) != BLICKET_OK) {
      report(error);
      good = false;
      break;
    }
    if (blicket_evaluation_outcome(evaluation) == BLICKET_OUTCOME_VALUE) {
      blicket_str moves = blicket_evaluation_text(evaluation);
      run(self, evaluation);
      printf("%s: %.*s; now at %d,%d\n", orders[i], (int)moves.len, moves.data, self->x, self->y);
    } else {
      blicket_str word = blicket_evaluation_stuck_word(evaluation, 0);
      printf("%s: I do not know \"%.*s\"\n", orders[i], (int)word.len, word.data);
      good = good && is(word, "dance");
      unknown++;
    }
  }
  blicket_evaluation_free(evaluation);
  return good && unknown == 1;
}

/* An order with a slip: the robot stands still, and says what may have been meant. */
static bool ask_back(const blicket_grammar *grammar) {
  blicket_advice *advice = NULL;
  if (blicket_grammar_advise(grammar, blicket_str_of("turn lfet twice"), 1, &advice, NULL)) return false;
  blicket_str near = blicket_advice_suggestion(advice, 0);
  printf("turn lfet twice: did you mean \"%.*s\"?\n", (int)near.len, near.data);
  bool good = !blicket_advice_is_read(advice) && is(near, "turn left twice");
  blicket_advice_free(advice);
  return good;
}

/* Taught what "dance" is: one more rule below those that it has. */
static bool learn_to_dance(const blicket_grammar *grammar) {
  static const char rule[] = "\ndance -> LEFT STEP RIGHT STEP\n";
  char text[1024];
  blicket_str known = blicket_grammar_text(grammar);
  int length = snprintf(text, sizeof text, "%.*s%s", (int)known.len, known.data, rule);
  blicket_grammar *taught = NULL;
  blicket_evaluation *evaluation = NULL;
  if (length < 0 || (size_t)length >= sizeof text) return false;
  if (blicket_grammar_parse(blicket_str_of(text), &taught, NULL) != BLICKET_OK) return false;
  bool good = blicket_grammar_apply(taught, blicket_str_of("dance and move"), &evaluation, NULL) == BLICKET_OK;
  blicket_str moves = blicket_evaluation_text(evaluation);
  printf("dance and move: %.*s\n", (int)moves.len, moves.data);
  good = good && is(moves, "LEFT STEP RIGHT STEP STEP");
  blicket_evaluation_free(evaluation);
  blicket_grammar_free(taught);
  return good;
}

/* A grammar with a typo is refused, with line and column, for an editor to put the cursor there. */
static bool refuse_typo(void) {
  static const char typo[] =
      "move -> STEP\n"
      "x1 twice -> [x1] [x2]\n";
  blicket_grammar *grammar = NULL;
  blicket_error *error = NULL;
  if (blicket_grammar_parse(blicket_str_of(typo), &grammar, &error) != BLICKET_GRAMMAR) {
    blicket_grammar_free(grammar);
    blicket_error_free(error);
    return false;
  }
  bool good = blicket_error_line(error) == 2 && blicket_error_column(error) == 18;
  report(error);
  return good;
}

int main(void) {
  if (blicket_abi_version() != BLICKET_ABI_VERSION) {
    fprintf(stderr, "robot was compiled for another version of blicket\n");
    return 1;
  }
  blicket_grammar *grammar = NULL;
  blicket_error *error = NULL;
  if (blicket_grammar_parse(blicket_str_of(GRAMMAR), &grammar, &error) != BLICKET_OK) {
    report(error);
    return 1;
  }
  printf("%zu rules\n", blicket_grammar_rule_count(grammar));
  robot self = {0, 0, 0};
  bool good = obey(grammar, &self) && self.x == 3 && self.y == 3 && self.heading == 1;
  good = good && ask_back(grammar) && learn_to_dance(grammar);
  blicket_grammar_free(grammar);
  return good && refuse_typo() ? 0 : 1;
}
