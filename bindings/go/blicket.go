// Package blicket learns the rules of a small command language from examples, and applies them exactly, by cgo over the C
// header. Results are what the library gives as JSON, so they have every field that is added there. Everything here may be
// used from any number of goroutines at once, except that one at a time may change a Task. What is not closed is freed by
// the collector.
package blicket

/*
#cgo pkg-config: blicket
#include <blicket/blicket.h>
#include <stdlib.h>
*/
import "C"

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"time"
	"unsafe"
)

// Error is a call that failed. The message is the library's own.
type Error struct {
	Status       int
	Message      string
	Line, Column int // of a grammar's text, from 1; 0 for other errors
}

func (e *Error) Error() string { return e.Message }

// A pointer to the error, because Go does not say whether a variable is read before or after a call beside it.
func check(status C.blicket_status, err **C.blicket_error) error {
	if status == C.BLICKET_OK {
		return nil
	}
	defer C.blicket_error_free(*err)
	return &Error{int(status), text(C.blicket_error_message(*err)),
		int(C.blicket_error_line(*err)), int(C.blicket_error_column(*err))}
}

func text(s C.blicket_str) string { return C.GoStringN(s.data, C.int(s.len)) }

// A string for the time of a call. It is copied: C may not be given a struct that points into Go's memory.
func utf8(s string) (C.blicket_str, func()) {
	data := C.CString(s)
	return C.blicket_str{data: data, len: C.size_t(len(s))}, func() { C.free(unsafe.Pointer(data)) }
}

// owner has a handle that is freed once: by Close, a second of which does nothing, or when it is collected. Calls that read
// hold the lock, so that none uses what another goroutine closes.
type owner struct {
	lock   sync.RWMutex
	kind   string
	handle unsafe.Pointer
	free   func(unsafe.Pointer)
}

func own(o *owner, kind string, handle unsafe.Pointer, free func(unsafe.Pointer)) {
	o.kind, o.handle, o.free = kind, handle, free
}

// Close frees it.
func (o *owner) Close() {
	o.lock.Lock()
	defer o.lock.Unlock()
	if o.handle != nil {
		o.free(o.handle)
		o.handle = nil
	}
}

func (o *owner) use(call func(unsafe.Pointer) error) error {
	o.lock.RLock()
	defer o.lock.RUnlock()
	if o.handle == nil {
		return fmt.Errorf("this %s was closed", o.kind)
	}
	return call(o.handle)
}

// Version is that of the library.
func Version() string { return text(C.blicket_version()) }

// Engine learns grammars: one for the whole program.
type Engine struct{ owner }

// NewEngine makes one; threads: 0 for as many as there are processors.
func NewEngine(threads int) (*Engine, error) {
	if C.blicket_abi_version() != C.BLICKET_ABI_VERSION {
		return nil, fmt.Errorf("the blicket library is of another version than the header")
	}
	var options *C.blicket_options
	var handle *C.blicket_engine
	var err *C.blicket_error
	if e := check(C.blicket_options_new(&options, &err), &err); e != nil {
		return nil, e
	}
	defer C.blicket_options_free(options)
	if e := check(C.blicket_options_set_threads(options, C.size_t(threads), &err), &err); e != nil {
		return nil, e
	}
	if e := check(C.blicket_engine_new(options, &handle, &err), &err); e != nil {
		return nil, e
	}
	engine := &Engine{}
	own(&engine.owner, "engine", unsafe.Pointer(handle), func(p unsafe.Pointer) { C.blicket_engine_free((*C.blicket_engine)(p)) })
	runtime.SetFinalizer(engine, func(e *Engine) { e.Close() })
	return engine, nil
}

// Solve learns, and waits for it. A context that ends ends the search, with the best so far.
func (e *Engine) Solve(ctx context.Context, task *Task) (*Solution, error) {
	search, err := e.Start(task)
	if err != nil {
		return nil, err
	}
	defer search.Close()
	for pause := time.Millisecond; ; pause = min(2*pause, 16*time.Millisecond) {
		progress, err := search.Poll()
		if err != nil {
			return nil, err
		}
		if progress.Done {
			return search.BestSoFar()
		}
		select {
		case <-ctx.Done():
			search.Cancel()
			time.Sleep(time.Millisecond)
		case <-time.After(pause):
		}
	}
}

func min(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}

// Start begins to learn in the background. The task may be changed at once.
func (e *Engine) Start(task *Task) (*Search, error) {
	search := &Search{}
	err := e.use(func(engine unsafe.Pointer) error {
		return task.use(func(from unsafe.Pointer) error {
			var handle *C.blicket_search
			var err *C.blicket_error
			status := C.blicket_search_start((*C.blicket_engine)(engine), (*C.blicket_task)(from), nil, nil, &handle, &err)
			own(&search.owner, "search", unsafe.Pointer(handle), func(p unsafe.Pointer) { C.blicket_search_free((*C.blicket_search)(p)) })
			return check(status, &err)
		})
	})
	if err != nil {
		return nil, err
	}
	runtime.SetFinalizer(search, func(s *Search) { s.Close() })
	return search, nil
}

// Search is a task that is being solved in the background.
type Search struct{ owner }

// Progress says how far a search is.
type Progress struct {
	Done                bool
	Satisfied, Examples int
	Seconds             float64
}

// Poll does not wait.
func (s *Search) Poll() (Progress, error) {
	var progress Progress
	err := s.use(func(p unsafe.Pointer) error {
		var native C.blicket_progress
		done := bool(C.blicket_search_poll((*C.blicket_search)(p), &native))
		progress = Progress{done, int(native.satisfied), int(native.examples), float64(native.seconds)}
		return nil
	})
	return progress, err
}

// Cancel ends it with the best so far, soon.
func (s *Search) Cancel() error {
	return s.use(func(p unsafe.Pointer) error { C.blicket_search_cancel((*C.blicket_search)(p)); return nil })
}

// Solution is what came of a task: the fields of blicket_result_json. A nil answer is a refusal.
type Solution struct {
	Outcome    string     `json:"outcome"`
	Stop       string     `json:"stop"`
	Satisfied  int        `json:"satisfied"`
	Answers    []*string  `json:"answers"`
	Guess      []*string  `json:"guess"` // the best guess, also where an answer is refused because the examples leave it open
	Confidence []*float64 `json:"confidence"`
	Stuck      [][]string `json:"stuck"`
	Problems   []Problem  `json:"problems"`
	Questions  []Question `json:"questions"`
	Rules      *string    `json:"grammar"`
	JSON       string     `json:"-"` // all of it
}

// Problem is something that a person should be told about the examples.
type Problem struct {
	Kind     string `json:"kind"`
	Text     string `json:"text"`
	Examples []int  `json:"examples"`
}

// Question is an input whose meaning would decide what the examples leave open.
type Question struct {
	Input   string  `json:"input"`
	Worth   float64 `json:"worth"`
	Answers []struct {
		Text   *string `json:"text"` // nil: it may be no sentence
		Weight float64 `json:"weight"`
	} `json:"answers"`
}

// BestSoFar is what came of it, or what there is now.
func (s *Search) BestSoFar() (*Solution, error) {
	solution := &Solution{}
	err := s.use(func(p unsafe.Pointer) error {
		var result *C.blicket_result
		var err *C.blicket_error
		if e := check(C.blicket_search_result((*C.blicket_search)(p), &result, &err), &err); e != nil {
			return e
		}
		defer C.blicket_result_free(result)
		solution.JSON = text(C.blicket_result_json(result))
		return json.Unmarshal([]byte(solution.JSON), solution)
	})
	if err != nil {
		return nil, err
	}
	return solution, nil
}
