package blicket

/*
#include <blicket/blicket.h>
*/
import "C"

import (
	"encoding/json"
	"runtime"
	"unsafe"
)

// Grammar is rules, to apply. Store their text.
type Grammar struct{ owner }

// Parse reads rules, such as Solution.Rules.
func Parse(rules string) (*Grammar, error) {
	a, free := utf8(rules)
	defer free()
	var handle *C.blicket_grammar
	var err *C.blicket_error
	if e := check(C.blicket_grammar_parse(a, &handle, &err), &err); e != nil {
		return nil, e
	}
	grammar := &Grammar{}
	own(&grammar.owner, "grammar", unsafe.Pointer(handle), func(p unsafe.Pointer) { C.blicket_grammar_free((*C.blicket_grammar)(p)) })
	runtime.SetFinalizer(grammar, func(g *Grammar) { g.Close() })
	return grammar, nil
}

// Text is the rules.
func (g *Grammar) Text() (string, error) {
	var rules string
	err := g.use(func(p unsafe.Pointer) error {
		rules = text(C.blicket_grammar_text((*C.blicket_grammar)(p)))
		return nil
	})
	return rules, err
}

// Evaluation is what an input means: the fields of blicket_evaluation_json. Without output it is refused.
type Evaluation struct {
	Output *string  `json:"output"`
	Stuck  []string `json:"stuck"`  // the words that no rule reads
	Reason *string  `json:"reason"` // the limit that ended it
	Slots  []Slot   `json:"slots"`
	// The best guess, also where it is refused because the examples leave it open, and how sure it is.
	Guess      string  `json:"-"`
	Confidence float64 `json:"-"`
}

// Slot is a section of the grammar with the words that it read.
type Slot struct {
	Section, Words string
	Value          *string
	Number         *int64
	From, To       int
}

// Apply says what an input means. That it means nothing is no error: Output is nil.
func (g *Grammar) Apply(input string) (Evaluation, error) {
	var evaluation Evaluation
	err := g.use(func(p unsafe.Pointer) error {
		a, free := utf8(input)
		defer free()
		var handle *C.blicket_evaluation
		var err *C.blicket_error
		if e := check(C.blicket_grammar_apply((*C.blicket_grammar)(p), a, &handle, &err), &err); e != nil {
			return e
		}
		defer C.blicket_evaluation_free(handle)
		evaluation.Guess = text(C.blicket_evaluation_guess(handle))
		evaluation.Confidence = float64(C.blicket_evaluation_confidence(handle))
		return json.Unmarshal([]byte(text(C.blicket_evaluation_json(handle))), &evaluation)
	})
	return evaluation, err
}

// Advice is the fields of blicket_advice_json that a person needs most.
type Advice struct {
	Read    bool `json:"read"`
	Unknown []struct {
		Word  string `json:"word"`
		Place int    `json:"place"`
	} `json:"unknown"`
	Nearest []struct {
		Text string `json:"text"`
		Cost int    `json:"cost"`
	} `json:"nearest"`
}

// Advise says which words of an input are unknown, and which sentences are near.
func (g *Grammar) Advise(input string, suggestions int) (Advice, error) {
	var advice Advice
	err := g.use(func(p unsafe.Pointer) error {
		a, free := utf8(input)
		defer free()
		var handle *C.blicket_advice
		var err *C.blicket_error
		if e := check(C.blicket_grammar_advise((*C.blicket_grammar)(p), a, C.size_t(suggestions), &handle, &err), &err); e != nil {
			return e
		}
		defer C.blicket_advice_free(handle)
		return json.Unmarshal([]byte(text(C.blicket_advice_json(handle))), &advice)
	})
	return advice, err
}
