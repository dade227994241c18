using System;
using System.Collections.Generic;

namespace Blicket
{
    /// <summary>What a grammar says about an input that a person typed.</summary>
    public sealed class Advice
    {
        /// <summary>Whether the grammar reads it.</summary>
        public bool IsRead { get; internal set; }
        public IReadOnlyList<string> UnknownWords { get; internal set; }
        /// <summary>Words that could come where the input stops being a sentence, or behind it.</summary>
        public IReadOnlyList<string> ExpectedWords { get; internal set; }
        /// <summary>Near sentences, the nearest first.</summary>
        public IReadOnlyList<string> Suggestions { get; internal set; }
    }

    /// <summary>Rules that were learnt or written. Any number of threads may use one at once. Store <see cref="Text"/>, and
    /// read it back by <see cref="Parse"/>.</summary>
    public sealed class Grammar : IDisposable
    {
        private readonly GrammarHandle handle;
        private Grammar(GrammarHandle handle) { this.handle = handle; }

        /// <summary>Throws a <see cref="BlicketException"/> with line and column if the text cannot be read.</summary>
        public static Grammar Parse(string text)
        {
            IntPtr error;
            GrammarHandle grammar;
            using (var utf8 = new Utf8(text)) Call.Check(Native.blicket_grammar_parse(utf8[0], out grammar, out error), error);
            return new Grammar(grammar);
        }

        public string Text { get { return Call.Text(Alive, h => Native.blicket_grammar_text(h)); } }
        public Domain Domain { get { return Native.blicket_grammar_domain(Alive); } }

        public IReadOnlyList<string> Rules
        {
            get
            {
                return new Listing<string>(() => Call.Int(Native.blicket_grammar_rule_count(Alive)),
                    index => Call.Text(Alive, h => Native.blicket_grammar_rule(h, Call.Size(index))));
            }
        }

        /// <summary>All words that a person may want to type, in alphabetical order.</summary>
        public IReadOnlyList<string> Words
        {
            get
            {
                return new Listing<string>(() => Call.Int(Native.blicket_grammar_word_count(Alive, UIntPtr.Zero)),
                    index => Call.Text(Alive, h => Native.blicket_grammar_word(h, UIntPtr.Zero, Call.Size(index))));
            }
        }

        /// <summary>What an input means. That it means nothing is no exception: the evaluation says so.</summary>
        public Evaluation Apply(string input)
        {
            var evaluation = new Evaluation();
            Apply(input, evaluation);
            return evaluation;
        }

        /// <summary>The same into an evaluation from an earlier call, whose memory is used again.</summary>
        public void Apply(string input, Evaluation evaluation)
        {
            using (var text = new Utf8(input)) evaluation.Fill(Alive, text[0]);
        }

        /// <summary>What each of many inputs means; null where it means nothing.</summary>
        public IReadOnlyList<string> ApplyMany(IEnumerable<string> inputs)
        {
            IntPtr error, batch = IntPtr.Zero;
            using (var texts = new Utf8(new List<string>(inputs).ToArray()))
            {
                var meanings = new string[texts.All.Length];
                Call.Check(Native.blicket_grammar_apply_batch(Alive, texts.All, Call.Size(meanings.Length), ref batch, out error), error);
                try
                {
                    for (var i = 0; i < meanings.Length; i++)
                        if (Native.blicket_batch_outcome(batch, Call.Size(i)) == Outcome.Value)
                            meanings[i] = Utf8.Read(Native.blicket_batch_text(batch, Call.Size(i)));
                }
                finally { Native.blicket_batch_free(batch); }
                return meanings;
            }
        }

        /// <summary>Which rule rewrote which words, for a person.</summary>
        public string Explain(string input)
        {
            IntPtr error;
            ExplanationHandle explanation;
            using (var text = new Utf8(input))
                Call.Check(Native.blicket_grammar_explain(Alive, text[0], out explanation, out error), error);
            using (explanation) return Utf8.Read(Native.blicket_explanation_text(explanation));
        }

        /// <summary>Unknown words, what could come next, and near sentences.</summary>
        public Advice Advise(string input, int suggestions = 3)
        {
            IntPtr error;
            AdviceHandle advice;
            using (var text = new Utf8(input))
                Call.Check(Native.blicket_grammar_advise(Alive, text[0], Call.Size(suggestions), out advice, out error), error);
            using (advice)
                return new Advice
                {
                    IsRead = Native.blicket_advice_is_read(advice),
                    UnknownWords = Copy(Native.blicket_advice_unknown_count(advice), n => Native.blicket_advice_unknown_word(advice, n)),
                    ExpectedWords = Copy(Native.blicket_advice_expected_count(advice), n => Native.blicket_advice_expected_word(advice, n)),
                    Suggestions = Copy(Native.blicket_advice_suggestion_count(advice), n => Native.blicket_advice_suggestion(advice, n)),
                };
        }

        public override string ToString() { return Text; }
        public void Dispose() { handle.Dispose(); }

        /// <summary>A copy of a grammar that belongs to a result; null for none.</summary>
        internal static Grammar CopyOf(IntPtr belonging)
        {
            if (belonging == IntPtr.Zero) return null;
            IntPtr error;
            GrammarHandle copy;
            Call.Check(Native.blicket_grammar_copy(belonging, out copy, out error), error);
            return new Grammar(copy);
        }

        private GrammarHandle Alive { get { return Call.Alive(handle, this); } }

        private static IReadOnlyList<string> Copy(UIntPtr count, Func<UIntPtr, Str> item)
        {
            var all = new string[Call.Int(count)];
            for (var i = 0; i < all.Length; i++) all[i] = Utf8.Read(item(Call.Size(i)));
            return all;
        }
    }
}
