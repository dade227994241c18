using System;
using System.Collections.Generic;

namespace Blicket
{
    /// <summary>The words that a section of the grammar read, and what they mean.</summary>
    public sealed class Slot
    {
        public string Section { get; internal set; }
        public string Words { get; internal set; }
        /// <summary>Null where it would have cost too much to work out.</summary>
        public string Value { get; internal set; }
        public long? Number { get; internal set; }
        /// <summary>The places of its words in the input: the first, and the one behind the last.</summary>
        public int From { get; internal set; }
        public int To { get; internal set; }
        /// <summary>In how many other slots it lies.</summary>
        public int Depth { get; internal set; }
    }

    /// <summary>What a grammar makes of one input. Act on it only where <see cref="HasValue"/> says so. For one thread at a
    /// time.</summary>
    public sealed class Evaluation : IDisposable
    {
        private readonly EvaluationHandle handle = new EvaluationHandle();
        internal Evaluation() { }

        public Outcome Outcome { get { return Native.blicket_evaluation_outcome(Alive); } }
        public bool HasValue { get { return Outcome == Outcome.Value; } }
        public Limit Limit { get { return Native.blicket_evaluation_limit(Alive); } }

        /// <summary>The tokens with a space between them; null where there is no value.</summary>
        public string Text { get { return HasValue ? Call.Text(Alive, h => Native.blicket_evaluation_text(h)) : null; } }

        /// <summary>The value also where <see cref="Outcome"/> is Refused, because what the grammar was learnt from leaves open
        /// what is meant: to ask back. Empty where there is none.</summary>
        public string Guess { get { return Call.Text(Alive, h => Native.blicket_evaluation_guess(h)); } }
        /// <summary>How sure the value or the guess is, from 0 to 1.</summary>
        public double Confidence { get { return Native.blicket_evaluation_confidence(Alive); } }

        public IReadOnlyList<string> Tokens
        {
            get
            {
                return new Listing<string>(() => Call.Int(Native.blicket_evaluation_token_count(Alive)),
                    index => Call.Text(Alive, h => Native.blicket_evaluation_token(h, Call.Size(index))));
            }
        }

        /// <summary>The value of a grammar of numbers.</summary>
        public long? Number
        {
            get
            {
                long number;
                return Native.blicket_evaluation_number(Alive, out number) ? number : (long?)null;
            }
        }

        /// <summary>The words that no rule reads.</summary>
        public IReadOnlyList<string> StuckWords
        {
            get
            {
                return new Listing<string>(() => Call.Int(Native.blicket_evaluation_stuck_count(Alive)),
                    index => Call.Text(Alive, h => Native.blicket_evaluation_stuck_word(h, Call.Size(index))));
            }
        }

        public IReadOnlyList<Slot> Slots
        {
            get { return new Listing<Slot>(() => Call.Int(Native.blicket_evaluation_slot_count(Alive)), ReadSlot); }
        }

        /// <summary>All of it as JSON: blicket_evaluation_json in the header has the fields.</summary>
        public string Json { get { return Call.Text(Alive, h => Native.blicket_evaluation_json(h)); } }

        public override string ToString() { return Text ?? "(no value)"; }
        public void Dispose() { handle.Dispose(); }

        internal void Fill(GrammarHandle grammar, Str input)
        {
            if (handle.IsClosed) throw new ObjectDisposedException("Evaluation");
            Call.With(handle, h =>
            {
                IntPtr error;
                var native = h.DangerousGetHandle();
                var first = native == IntPtr.Zero;
                Call.Check(Native.blicket_grammar_apply(grammar, input, ref native, out error), error);
                if (first) h.Take(native);
                return native;
            });
        }

        private EvaluationHandle Alive { get { return Call.Alive(handle, this); } }

        private Slot ReadSlot(int index)
        {
            return Call.With(Alive, h =>
            {
                NativeSlot slot;
                Native.blicket_evaluation_slot(h, Call.Size(index), out slot);
                return new Slot
                {
                    Section = Utf8.Read(slot.Section),
                    Words = Utf8.Read(slot.Words),
                    Value = slot.HasValue ? Utf8.Read(slot.Value) : null,
                    Number = slot.HasNumber ? slot.Number : (long?)null,
                    From = Call.Int(slot.From),
                    To = Call.Int(slot.To),
                    Depth = Call.Int(slot.Depth),
                };
            });
        }
    }
}
