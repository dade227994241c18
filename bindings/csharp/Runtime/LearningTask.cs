using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;

namespace Blicket
{
    /// <summary>An example: the words of the input mean the words of the output.</summary>
    public struct Example
    {
        public readonly string Input, Output;
        public Example(string input, string output)
        {
            Input = input;
            Output = output;
        }
    }

    /// <summary>What is probably not meant in the examples: a slip of the keyboard, a contradiction.</summary>
    public sealed class Remark
    {
        public string Text { get; internal set; }
        public string Kind { get; internal set; }
        /// <summary>note, warning or error.</summary>
        public string Severity { get; internal set; }
        /// <summary>The example that it is about, from 0.</summary>
        public int Example { get; internal set; }
        public string Found { get; internal set; }
        /// <summary>What is probably meant; empty if nothing is suggested.</summary>
        public string Suggestion { get; internal set; }
        public override string ToString() { return Text; }
    }

    /// <summary>Examples to learn from and queries to answer:
    /// <c>new LearningTask { { "walk", "WALK" }, { "walk twice", "WALK WALK" } }</c>. One thread at a time may change it.</summary>
    public sealed class LearningTask : IDisposable, IEnumerable<Example>
    {
        private readonly TaskHandle handle;
        private readonly List<Example> examples = new List<Example>();

        public LearningTask()
        {
            IntPtr error;
            Call.Check(Native.blicket_task_new(out handle, out error), error);
        }

        public LearningTask(IEnumerable<Example> examples) : this()
        {
            foreach (var example in examples) Add(example.Input, example.Output);
        }

        public void Add(string input, string output)
        {
            IntPtr error;
            using (var text = new Utf8(input, output))
                Call.Check(Native.blicket_task_add_example(Alive, text[0], text[1], out error), error);
            examples.Add(new Example(input, output));
        }

        /// <summary>Puts another example in the place of one, from 0.</summary>
        public void Replace(int index, string input, string output)
        {
            IntPtr error;
            using (var text = new Utf8(input, output))
                Call.Check(Native.blicket_task_replace_example(Alive, Call.Size(index), text[0], text[1], out error), error);
            examples[index] = new Example(input, output);
        }

        /// <summary>Takes an example back, from 0.</summary>
        public void RemoveAt(int index)
        {
            IntPtr error;
            Call.Check(Native.blicket_task_remove_example(Alive, Call.Size(index), out error), error);
            examples.RemoveAt(index);
        }

        /// <summary>Has an example learnt from, or not: one that is not enabled stays in its place.</summary>
        public void Enable(int index, bool enabled)
        {
            IntPtr error;
            Call.Check(Native.blicket_task_enable_example(Alive, Call.Size(index), enabled, out error), error);
        }

        /// <summary>What does this mean? The solution has an answer for each query, in this order.</summary>
        public void AddQuery(string input)
        {
            IntPtr error;
            using (var text = new Utf8(input)) Call.Check(Native.blicket_task_add_query(Alive, text[0], out error), error);
        }

        /// <summary>This is no sentence of the language.</summary>
        public void AddNoSentence(string input)
        {
            IntPtr error;
            using (var text = new Utf8(input)) Call.Check(Native.blicket_task_add_no_sentence(Alive, text[0], out error), error);
        }

        /// <summary>It does not mean this; the right output is not known.</summary>
        public void AddWrongOutput(string input, string output)
        {
            IntPtr error;
            using (var text = new Utf8(input, output))
                Call.Check(Native.blicket_task_add_wrong_output(Alive, text[0], text[1], out error), error);
        }

        /// <summary>A question may be about this, for instance what a player has typed.</summary>
        public void AddQuestionInput(string input)
        {
            IntPtr error;
            using (var text = new Utf8(input)) Call.Check(Native.blicket_task_add_question_input(Alive, text[0], out error), error);
        }

        /// <summary>Sets any option by its name: blicket_task_set in the header lists them.</summary>
        public void Set(string name, string value)
        {
            IntPtr error;
            using (var text = new Utf8(name, value)) Call.Check(Native.blicket_task_set(Alive, text[0], text[1], out error), error);
        }

        public TimeSpan Timeout { set { Set("timeout_ms", Whole((long)value.TotalMilliseconds)); } }
        public long StepLimit { set { Set("step_limit", Whole(value)); } }
        public long Seed { set { Set("seed", Whole(value)); } }
        /// <summary>How many questions the solution has at most; none if it is not set.</summary>
        public int Questions { set { Set("questions", Whole(value)); } }
        public Domain Domain { set { Set("domain", value.ToString().ToLowerInvariant()); } }
        public Strategy Strategy { set { Set("strategy", value.ToString().ToLowerInvariant()); } }
        /// <summary>Rules that every learnt grammar keeps, as text.</summary>
        public string Pinned { set { Set("pinned", value); } }
        /// <summary>Whether examples may be wrong.</summary>
        public bool Noise { set { Set("noise", value ? "true" : "false"); } }

        public int Count { get { return Call.Int(Native.blicket_task_example_count(Alive)); } }
        public int QueryCount { get { return Call.Int(Native.blicket_task_query_count(Alive)); } }

        /// <summary>Looks for slips in the examples. Nothing is learnt for it.</summary>
        public IReadOnlyList<Remark> Lint()
        {
            IntPtr error;
            RemarksHandle remarks;
            Call.Check(Native.blicket_task_lint(Alive, out remarks, out error), error);
            using (remarks)
            {
                var all = new List<Remark>();
                for (var i = 0; i < Call.Int(Native.blicket_remarks_count(remarks)); i++)
                {
                    var at = Call.Size(i);
                    all.Add(new Remark
                    {
                        Text = Utf8.Read(Native.blicket_remarks_text(remarks, at)),
                        Kind = Utf8.Read(Native.blicket_remarks_kind(remarks, at)),
                        Severity = Utf8.Read(Native.blicket_remarks_severity(remarks, at)),
                        Example = Call.Int(Native.blicket_remarks_example(remarks, at)),
                        Found = Utf8.Read(Native.blicket_remarks_found(remarks, at)),
                        Suggestion = Utf8.Read(Native.blicket_remarks_suggestion(remarks, at)),
                    });
                }
                return all;
            }
        }

        public IEnumerator<Example> GetEnumerator() { return examples.GetEnumerator(); }
        IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }
        public void Dispose() { handle.Dispose(); }

        internal TaskHandle Alive { get { return Call.Alive(handle, this); } }
        private static string Whole(long number) { return number.ToString(CultureInfo.InvariantCulture); }
    }
}
