/* A host in plain C that loads the library, uses it in a thread, and closes it before that thread ends: what the
   thread has of the library is taken down when it ends, by code that has to be there still. */
#include <blicket/blicket.h>

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t used, closed;
static void* library;

/* A function of the library, by its name. */
#define FIND(function) *(void**)&function = dlsym(library, "blicket_" #function)

static void* use(void* ignored) {
  blicket_status (*engine_new)(const blicket_options*, blicket_engine**, blicket_error**);
  blicket_status (*task_new)(blicket_task**, blicket_error**);
  blicket_status (*task_add_example)(blicket_task*, blicket_str, blicket_str, blicket_error**);
  blicket_status (*solve)(const blicket_engine*, const blicket_task*, blicket_result**, blicket_error**);
  void (*engine_free)(blicket_engine*);
  void (*task_free)(blicket_task*);
  void (*result_free)(blicket_result*);
  blicket_engine* engine = NULL;
  blicket_task* task = NULL;
  blicket_result* result = NULL;
  const blicket_str input = {"dax", 3}, output = {"RED", 3};
  FIND(engine_new), FIND(task_new), FIND(task_add_example), FIND(solve);
  FIND(engine_free), FIND(task_free), FIND(result_free);
  if (engine_new(NULL, &engine, NULL) == BLICKET_OK && task_new(&task, NULL) == BLICKET_OK &&
      task_add_example(task, input, output, NULL) == BLICKET_OK && solve(engine, task, &result, NULL) == BLICKET_OK) {
    result_free(result);
    task_free(task);
    engine_free(engine);
  } else {
    ignored = NULL;
  }
  sem_post(&used);
  while (sem_wait(&closed) != 0) {}
  return ignored;
}

int main(int count, char** arguments) {
  pthread_t thread;
  void* result = NULL;
  if (count < 2 || !(library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL))) return 2;
  sem_init(&used, 0, 0);
  sem_init(&closed, 0, 0);
  if (pthread_create(&thread, NULL, use, &library) != 0) return 3;
  while (sem_wait(&used) != 0) {}
  if (dlclose(library) != 0) return 4;
  sem_post(&closed);
  pthread_join(thread, &result);
  puts("ended");
  return result == &library ? 0 : 5;
}
