package blicket

/*
#include <blicket/blicket.h>
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// Task has examples to learn from and queries to answer.
type Task struct{ owner }

// NewTask takes pairs of input and output.
func NewTask(examples ...[2]string) (*Task, error) {
	var handle *C.blicket_task
	var err *C.blicket_error
	if e := check(C.blicket_task_new(&handle, &err), &err); e != nil {
		return nil, e
	}
	task := &Task{}
	own(&task.owner, "task", unsafe.Pointer(handle), func(p unsafe.Pointer) { C.blicket_task_free((*C.blicket_task)(p)) })
	runtime.SetFinalizer(task, func(t *Task) { t.Close() })
	for _, example := range examples {
		if e := task.Add(example[0], example[1]); e != nil {
			return nil, e
		}
	}
	return task, nil
}

type textCall func(*C.blicket_task, C.blicket_str, **C.blicket_error) C.blicket_status
type pairCall func(*C.blicket_task, C.blicket_str, C.blicket_str, **C.blicket_error) C.blicket_status

func (t *Task) withText(one string, call textCall) error {
	return t.use(func(p unsafe.Pointer) error {
		a, free := utf8(one)
		defer free()
		var err *C.blicket_error
		status := call((*C.blicket_task)(p), a, &err)
		return check(status, &err)
	})
}

func (t *Task) withPair(one, other string, call pairCall) error {
	return t.withText(one, func(task *C.blicket_task, a C.blicket_str, err **C.blicket_error) C.blicket_status {
		b, free := utf8(other)
		defer free()
		return call(task, a, b, err)
	})
}

// Add adds an example: what an input means.
func (t *Task) Add(input, output string) error {
	return t.withPair(input, output, func(task *C.blicket_task, a, b C.blicket_str, err **C.blicket_error) C.blicket_status {
		return C.blicket_task_add_example(task, a, b, err)
	})
}

// Replace puts another example in the place of one, from 0.
func (t *Task) Replace(index int, input, output string) error {
	return t.withPair(input, output, func(task *C.blicket_task, a, b C.blicket_str, err **C.blicket_error) C.blicket_status {
		return C.blicket_task_replace_example(task, C.size_t(index), a, b, err)
	})
}

// Remove takes an example back, from 0.
func (t *Task) Remove(index int) error {
	return t.use(func(p unsafe.Pointer) error {
		var err *C.blicket_error
		return check(C.blicket_task_remove_example((*C.blicket_task)(p), C.size_t(index), &err), &err)
	})
}

// Query adds an input whose meaning is asked for.
func (t *Task) Query(input string) error {
	return t.withText(input, func(task *C.blicket_task, a C.blicket_str, err **C.blicket_error) C.blicket_status {
		return C.blicket_task_add_query(task, a, err)
	})
}

// NoSentence says that an input means nothing.
func (t *Task) NoSentence(input string) error {
	return t.withText(input, func(task *C.blicket_task, a C.blicket_str, err **C.blicket_error) C.blicket_status {
		return C.blicket_task_add_no_sentence(task, a, err)
	})
}

// Wrong says that an input does not mean this.
func (t *Task) Wrong(input, output string) error {
	return t.withPair(input, output, func(task *C.blicket_task, a, b C.blicket_str, err **C.blicket_error) C.blicket_status {
		return C.blicket_task_add_wrong_output(task, a, b, err)
	})
}

// Set sets an option by its name: blicket_task_set in the header lists them.
func (t *Task) Set(name string, value any) error {
	return t.withPair(name, fmt.Sprint(value), func(task *C.blicket_task, a, b C.blicket_str, err **C.blicket_error) C.blicket_status {
		return C.blicket_task_set(task, a, b, err)
	})
}
