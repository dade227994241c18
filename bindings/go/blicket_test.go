package blicket

import (
	"context"
	"errors"
	"math/rand"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var lessons = [][2]string{{"walk", "WALK"}, {"jump", "JUMP"}, {"walk twice", "WALK WALK"}, {"jump left", "LEFT JUMP"},
	{"walk left twice", "LEFT WALK LEFT WALK"}}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func say(text *string) string {
	if text == nil {
		return "refused"
	}
	return *text
}

func same(t *testing.T, expected, actual string) {
	t.Helper()
	if expected != actual {
		t.Fatalf("expected %q, got %q", expected, actual)
	}
}

func TestLearnsIsTaughtAndRefuses(t *testing.T) {
	engine := must[*Engine](t)(NewEngine(1))
	task := must[*Task](t)(NewTask(lessons...))
	task.Query("jump left twice")
	task.Query("hop left")
	solution := must[*Solution](t)(engine.Solve(context.Background(), task))
	same(t, "solved", solution.Outcome)
	same(t, "LEFT JUMP LEFT JUMP", say(solution.Answers[0]))
	// A word that no example shows is not guessed at.
	same(t, "refused", say(solution.Answers[1]))
	// It is taught, and wrongly; then corrected.
	task.Add("hop", "HPO")
	if err := task.Replace(5, "hop", "HOP"); err != nil {
		t.Fatal(err)
	}
	same(t, "LEFT HOP", say(must[*Solution](t)(engine.Solve(context.Background(), task)).Answers[1]))
	task.Add("hop", "JUMP")
	contradicted := must[*Solution](t)(engine.Solve(context.Background(), task))
	same(t, "contradiction", contradicted.Problems[0].Kind)
	if err := task.Remove(6); err != nil {
		t.Fatal(err)
	}
	grammar := must[*Grammar](t)(Parse(*solution.Rules))
	same(t, *solution.Rules, must[string](t)(grammar.Text()))
	same(t, "LEFT WALK", say(must[Evaluation](t)(grammar.Apply("walk left")).Output))
	same(t, "hop", must[Evaluation](t)(grammar.Apply("hop")).Stuck[0])
	same(t, "walk twice", must[Advice](t)(grammar.Advise("walk twcie", 3)).Nearest[0].Text)
}

func TestAsksWhatIsOpen(t *testing.T) {
	engine := must[*Engine](t)(NewEngine(0))
	task := must[*Task](t)(NewTask([2]string{"dax", "RED"}, [2]string{"lug", "BLUE"}, [2]string{"dax fep", "RED RED"},
		[2]string{"dax kiki lug", "BLUE RED"}))
	task.Set("questions", 2)
	solution := must[*Solution](t)(engine.Solve(context.Background(), task))
	if len(solution.Questions) == 0 || len(solution.Questions[0].Answers) < 2 {
		t.Fatal(solution.JSON)
	}
}

func TestWhatIsOpenIsRefusedWithAGuess(t *testing.T) {
	engine := must[*Engine](t)(NewEngine(0))
	task := must[*Task](t)(NewTask([2]string{"dax", "RED"}, [2]string{"lug", "BLUE"}, [2]string{"dax fep", "RED RED RED"},
		[2]string{"lug dax", "BLUE RED"}))
	task.Query("lug dax fep")
	solution := must[*Solution](t)(engine.Solve(context.Background(), task))
	same(t, "refused", say(solution.Answers[0]))
	if share := *solution.Confidence[0]; share < 0.25 || share > 0.75 {
		t.Fatal(solution.JSON)
	}
	stored := must[*Grammar](t)(Parse(*solution.Rules))
	evaluation := must[Evaluation](t)(stored.Apply("lug dax fep"))
	same(t, "refused", say(evaluation.Output))
	same(t, say(solution.Guess[0]), evaluation.Guess)
	same(t, "BLUE BLUE BLUE", say(must[Evaluation](t)(stored.Apply("lug fep")).Output))
}

func TestAContextEndsASearch(t *testing.T) {
	engine := must[*Engine](t)(NewEngine(1))
	task := must[*Task](t)(NewTask())
	random := rand.New(rand.NewSource(1))
	for i := 0; i < 40; i++ {
		words := make([]string, 36)
		for j := range words {
			words[j] = string(rune('a' + random.Intn(16)))
		}
		task.Add(strings.Join(words, " "), strings.TrimSpace(strings.Repeat("X ", 80+random.Intn(80))))
	}
	task.Set("strategy", "deduce")
	task.Set("timeout_ms", 600000)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	same(t, "cancelled", must[*Solution](t)(engine.Solve(ctx, task)).Stop)
}

func TestErrorsAndText(t *testing.T) {
	_, err := Parse("dax -> RED\nlug -> [u1]")
	var problem *Error
	if !errors.As(err, &problem) || problem.Line != 2 || !strings.HasPrefix(problem.Message, "line 2") {
		t.Fatal(err)
	}
	if _, err = Parse("\xff -> A"); !errors.As(err, &problem) || problem.Status != 2 {
		t.Fatal(err)
	}
	grammar := must[*Grammar](t)(Parse("größer -> 🤖\nu1 二 -> [u1] [u1]"))
	same(t, "🤖 🤖", say(must[Evaluation](t)(grammar.Apply("größer 二")).Output))
	grammar.Close()
	grammar.Close()
	if _, err = grammar.Apply("größer"); err == nil || err.Error() != "this grammar was closed" {
		t.Fatal(err)
	}
}

func TestGoroutinesShareAGrammar(t *testing.T) {
	grammar := must[*Grammar](t)(Parse("a -> B\nu1 twice -> [u1] [u1]"))
	var group sync.WaitGroup
	for i := 0; i < 8; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for n := 0; n < 200; n++ {
				if evaluation, err := grammar.Apply("a twice"); err != nil || say(evaluation.Output) != "B B" {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
	for i := 0; i < 100; i++ {
		Parse("a -> B")
	}
	runtime.GC()
}
