using System;
using System.Collections.Generic;

namespace Blicket
{
    /// <summary>The answer to a query. Act on it only where <see cref="HasValue"/> says so.</summary>
    public sealed class Answer
    {
        /// <summary>Whether there is an answer that is worth acting on. It may well be no tokens at all.</summary>
        public bool HasValue { get; internal set; }
        /// <summary>The tokens with a space between them; null where there is no answer.</summary>
        public string Text { get; internal set; }
        /// <summary>The answer of a task of numbers.</summary>
        public long? Number { get; internal set; }
        /// <summary>The best guess, also where there is no answer because the examples leave open what is meant: to ask back.
        /// Null where there is none.</summary>
        public string Guess { get; internal set; }
        /// <summary>The share of the votes for the guess, from 0 to 1.</summary>
        public double Confidence { get; internal set; }
        /// <summary>Whether the solution's grammar gives this answer too.</summary>
        public bool Agrees { get; internal set; }
        /// <summary>The words of the query that the grammar is stuck on; empty where it is not. An answer to such a query
        /// is a guess at words that no example shows.</summary>
        public IReadOnlyList<string> StuckWords { get; internal set; }
        public override string ToString() { return Text ?? "(no answer)"; }
    }

    /// <summary>What a person should be told about the examples.</summary>
    public sealed class Problem
    {
        public ProblemKind Kind { get; internal set; }
        public string Text { get; internal set; }
        /// <summary>The examples that it names, from 0.</summary>
        public IReadOnlyList<int> Examples { get; internal set; }
        public override string ToString() { return Text; }
    }

    /// <summary>What a question's input may mean.</summary>
    public sealed class PossibleAnswer
    {
        /// <summary>Null: it may be no sentence of the language.</summary>
        public string Text { get; internal set; }
        public double Weight { get; internal set; }
    }

    /// <summary>An input whose meaning would decide what the examples leave open: ask a person, and add the answer to the
    /// examples.</summary>
    public sealed class Question
    {
        public string Input { get; internal set; }
        /// <summary>How much the answer would decide, in bits.</summary>
        public double Worth { get; internal set; }
        public IReadOnlyList<PossibleAnswer> Answers { get; internal set; }
    }

    /// <summary>Another grammar that satisfies every example.</summary>
    public sealed class Alternative
    {
        public string Grammar { get; internal set; }
        public double Weight { get; internal set; }
    }

    /// <summary>What came of a task. It may be read from any number of threads at once.</summary>
    public sealed class Solution : IDisposable
    {
        private readonly ResultHandle handle;
        internal Solution(ResultHandle handle) { this.handle = handle; }

        public Success Success { get { return Native.blicket_result_outcome(Alive); } }
        public bool IsSolved { get { return Success == Success.Solved; } }
        public StopReason StopReason { get { return Native.blicket_result_stop_reason(Alive); } }
        public int Examples { get { return Call.Int(Native.blicket_result_example_count(Alive)); } }
        public int Satisfied { get { return Call.Int(Native.blicket_result_satisfied_count(Alive)); } }
        /// <summary>All of it as JSON: blicket_result_json in the header has the fields.</summary>
        public string Json { get { return Call.Text(Alive, h => Native.blicket_result_json(h)); } }

        /// <summary>A copy of the grammar, to keep and to dispose; null where there is none.</summary>
        public Grammar CopyGrammar()
        {
            return Call.With(Alive, h => Grammar.CopyOf(Native.blicket_result_grammar(h)));
        }

        /// <summary>One for each query of the task, in the same order.</summary>
        public IReadOnlyList<Answer> Answers
        {
            get { return new Listing<Answer>(() => Call.Int(Native.blicket_result_answer_count(Alive)), ReadAnswer); }
        }

        public IReadOnlyList<Problem> Problems
        {
            get { return new Listing<Problem>(() => Call.Int(Native.blicket_result_problem_count(Alive)), ReadProblem); }
        }

        /// <summary>The most decisive first. At most as many as the task asked for.</summary>
        public IReadOnlyList<Question> Questions
        {
            get { return new Listing<Question>(() => Call.Int(Native.blicket_result_question_count(Alive)), ReadQuestion); }
        }

        /// <summary>The most probable first.</summary>
        public IReadOnlyList<Alternative> Alternatives
        {
            get { return new Listing<Alternative>(() => Call.Int(Native.blicket_result_alternative_count(Alive)), ReadAlternative); }
        }

        public void Dispose() { handle.Dispose(); }

        private ResultHandle Alive { get { return Call.Alive(handle, this); } }

        private Answer ReadAnswer(int index)
        {
            var at = Call.Size(index);
            long number;
            var has = Native.blicket_result_answer_has_text(Alive, at);
            var hasNumber = Native.blicket_result_answer_number(Alive, at, out number);
            return new Answer
            {
                HasValue = has,
                Text = has ? Call.Text(Alive, h => Native.blicket_result_answer_text(h, at)) : null,
                Guess = Native.blicket_result_answer_has_guess(Alive, at)
                    ? Call.Text(Alive, h => Native.blicket_result_answer_guess(h, at)) : null,
                Number = hasNumber ? number : (long?)null,
                Confidence = Native.blicket_result_answer_confidence(Alive, at),
                Agrees = Native.blicket_result_answer_agrees(Alive, at),
                StuckWords = Copy(Native.blicket_result_answer_stuck_count(Alive, at),
                    n => Call.Text(Alive, h => Native.blicket_result_answer_stuck_word(h, at, n))),
            };
        }

        private Problem ReadProblem(int index)
        {
            var at = Call.Size(index);
            return new Problem
            {
                Kind = Native.blicket_result_problem_kind(Alive, at),
                Text = Call.Text(Alive, h => Native.blicket_result_problem(h, at)),
                Examples = Copy(Native.blicket_result_problem_example_count(Alive, at),
                    n => Call.Int(Native.blicket_result_problem_example(Alive, at, n))),
            };
        }

        private Question ReadQuestion(int index)
        {
            var at = Call.Size(index);
            return new Question
            {
                Input = Call.Text(Alive, h => Native.blicket_result_question(h, at)),
                Worth = Native.blicket_result_question_worth(Alive, at),
                Answers = Copy(Native.blicket_result_question_answer_count(Alive, at), n => new PossibleAnswer
                {
                    Text = Native.blicket_result_question_answer_has_text(Alive, at, n)
                        ? Call.Text(Alive, h => Native.blicket_result_question_answer(h, at, n)) : null,
                    Weight = Native.blicket_result_question_answer_weight(Alive, at, n),
                }),
            };
        }

        private Alternative ReadAlternative(int index)
        {
            var at = Call.Size(index);
            return Call.With(Alive, h => new Alternative
            {
                Grammar = Utf8.Read(Native.TextOfBelonging(Native.blicket_result_alternative_grammar(h, at))),
                Weight = Native.blicket_result_alternative_weight(h, at),
            });
        }

        private static IReadOnlyList<T> Copy<T>(UIntPtr count, Func<UIntPtr, T> item)
        {
            var all = new T[Call.Int(count)];
            for (var i = 0; i < all.Length; i++) all[i] = item(Call.Size(i));
            return all;
        }
    }
}
