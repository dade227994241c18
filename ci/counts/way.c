/*
 * Runs a program and writes down when it comes to functions for the first time.
 *
 *   way FUNCTIONS VISITS PROGRAM [ARGUMENT...]
 *
 * FUNCTIONS has a line a function: its address (in hexadecimal digits), and 1 if all of its calls are to be counted, or 0.
 * VISITS gets a line a first visit, in their order; then a line a function that was called: #, its address, how often that was
 * noticed. The program is one without PIE. For Linux on x86-64: a function is noticed by a breakpoint at its first byte.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct function {
  uint64_t address;
  int is_counted;
  unsigned char first_byte;
  long visits;
};

static struct function *functions;
static size_t count;
static int memory;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int by_address(const void *a, const void *b) {
  uint64_t x = ((const struct function *)a)->address, y = ((const struct function *)b)->address;
  return (x > y) - (x < y);
}

static void put(uint64_t address, unsigned char byte) {
  if (pwrite(memory, &byte, 1, (off_t)address) != 1) fail("pwrite");
}

enum { BREAKPOINT = 0xCC };

/* A thread has come to a breakpoint: it is taken away, unless all calls count. */
static void visit(pid_t thread, FILE *visits) {
  struct user_regs_struct registers;
  ptrace(PTRACE_GETREGS, thread, 0, &registers);
  struct function here = {.address = registers.rip - 1};
  struct function *function = bsearch(&here, functions, count, sizeof here, by_address);
  if (!function) return;
  if (function->visits++ == 0) fprintf(visits, "%lx\n", (unsigned long)function->address);
  put(function->address, function->first_byte);
  registers.rip = function->address;
  ptrace(PTRACE_SETREGS, thread, 0, &registers);
  if (!function->is_counted) return;
  ptrace(PTRACE_SINGLESTEP, thread, 0, 0);
  waitpid(thread, NULL, __WALL);
  put(function->address, BREAKPOINT);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  FILE *wanted = fopen(argv[1], "r"), *visits = fopen(argv[2], "w");
  if (!wanted || !visits) fail("fopen");
  unsigned long address;
  int is_counted;
  while (fscanf(wanted, "%lx %d", &address, &is_counted) == 2) {
    functions = realloc(functions, (count + 1) * sizeof *functions);
    functions[count++] = (struct function){address, is_counted, 0, 0};
  }
  qsort(functions, count, sizeof *functions, by_address);

  pid_t program = fork();
  if (program == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(argv[3], argv + 3);
    fail(argv[3]);
  }
  waitpid(program, NULL, 0);
  ptrace(PTRACE_SETOPTIONS, program, 0, PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", program);
  if ((memory = open(path, O_RDWR)) < 0) fail(path);
  for (size_t i = 0; i < count; i++) {
    if (pread(memory, &functions[i].first_byte, 1, (off_t)functions[i].address) != 1) fail("pread");
    put(functions[i].address, BREAKPOINT);
  }
  ptrace(PTRACE_CONT, program, 0, 0);

  int status, ended = 0;
  pid_t thread;
  while (!ended && (thread = waitpid(-1, &status, __WALL)) > 0) {
    if (!WIFSTOPPED(status)) {
      ended = thread == program;
      continue;
    }
    /* A thread that begins stops as well, and so does the one that has begun it. */
    int sent = WSTOPSIG(status), is_ours = sent == SIGTRAP || sent == SIGSTOP;
    if (status >> 8 == SIGTRAP) visit(thread, visits);
    ptrace(PTRACE_CONT, thread, 0, is_ours ? 0 : sent);
  }
  for (size_t i = 0; i < count; i++)
    if (functions[i].visits) fprintf(visits, "# %lx %ld\n", (unsigned long)functions[i].address, functions[i].visits);
  if (fclose(visits)) fail(argv[2]);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
