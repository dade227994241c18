// Run by Unity's test runner, and without Unity by `make test-csharp`.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using NUnit.Framework;

namespace Blicket.Tests
{
    public class LibraryTests
    {
        private const string Rules = "dax -> RED\nlug -> BLUE\nu1 fep -> [u1] [u1]\n";

        /// <summary>A small language, with what is asked about it.</summary>
        private static LearningTask Walks(params string[] queries)
        {
            var task = new LearningTask
            {
                { "walk", "WALK" }, { "jump", "JUMP" }, { "walk twice", "WALK WALK" }, { "jump left", "LEFT JUMP" },
                { "walk left twice", "LEFT WALK LEFT WALK" },
            };
            foreach (var query in queries) task.AddQuery(query);
            return task;
        }

        /// <summary>Keeps a search busy for long: outputs of one token and random lengths, which no grammar explains.</summary>
        private static LearningTask Hard()
        {
            var random = new Random(1);
            var task = new LearningTask();
            for (var i = 0; i < 40; i++)
                task.Add(string.Join(" ", Enumerable.Range(0, 36).Select(_ => "abcdefghijklmnop"[random.Next(16)])),
                    string.Join(" ", Enumerable.Repeat("X", 80 + random.Next(80))));
            task.Strategy = Strategy.Deduce;
            task.Timeout = TimeSpan.FromMinutes(10);
            return task;
        }

        [Test]
        public void AGrammarIsAppliedAndStored()
        {
            using (var grammar = Grammar.Parse(Rules))
            {
                using (var evaluation = grammar.Apply("dax fep"))
                {
                    Assert.AreEqual("RED RED", evaluation.Text);
                    Assert.AreEqual(new[] { "RED", "RED" }, evaluation.Tokens.ToArray());
                    grammar.Apply("lug", evaluation);
                    Assert.AreEqual("BLUE", evaluation.Text);
                }
                using (var again = Grammar.Parse(grammar.Text)) Assert.AreEqual(grammar.Text, again.Text);
                Assert.AreEqual(3, grammar.Rules.Count);
                Assert.AreEqual("u1 fep -> [u1] [u1]", grammar.Rules[2]);
                Assert.AreEqual(new[] { "dax", "fep", "lug" }, grammar.Words.ToArray());
                Assert.AreEqual(new[] { "RED", null, "BLUE BLUE" }, grammar.ApplyMany(new[] { "dax", "wif", "lug fep" }).ToArray());
                Assert.IsTrue(grammar.Explain("dax fep").Contains("by u1 fep -> [u1] [u1]"));
            }
        }

        [Test]
        public void WhatIsNotReadHasNoValueAndAdvice()
        {
            using (var grammar = Grammar.Parse(Rules))
            {
                using (var evaluation = grammar.Apply("dax wif"))
                {
                    Assert.IsFalse(evaluation.HasValue);
                    Assert.AreEqual(Outcome.Stuck, evaluation.Outcome);
                    Assert.AreEqual(null, evaluation.Text);
                    Assert.AreEqual(new[] { "dax", "wif" }, evaluation.StuckWords.ToArray());
                }
                var advice = grammar.Advise("dax fpe");
                Assert.IsFalse(advice.IsRead);
                Assert.AreEqual(new[] { "fpe" }, advice.UnknownWords.ToArray());
                Assert.AreEqual("dax fep", advice.Suggestions[0]);
                Assert.IsTrue(advice.ExpectedWords.Contains("fep"));
            }
        }

        [Test]
        public void SlotsAndNumbersAreRead()
        {
            using (var grammar = Grammar.Parse("@do\nset the? x1:lamp to x2:level -> SET ( [x1] [x2] )\n@lamp\nred lamp -> LAMP_1\n@level\n%numbers\nx1:integer -> [x1]\n"))
            using (var evaluation = grammar.Apply("set the red lamp to 20"))
            {
                Assert.AreEqual("SET ( LAMP_1 20 )", evaluation.Text);
                var lamp = evaluation.Slots.First(slot => slot.Section == "lamp");
                Assert.AreEqual("red lamp", lamp.Words);
                Assert.AreEqual("LAMP_1", lamp.Value);
                Assert.AreEqual(null, lamp.Number);
                var level = evaluation.Slots.First(slot => slot.Section == "level");
                Assert.AreEqual(20L, level.Number);
                Assert.AreEqual(5, level.From);
                Assert.AreEqual(6, level.To);
            }
        }

        [Test]
        public void AnErrorIsTheLibrarysOwn()
        {
            var problem = Assert.Throws<BlicketException>(() => Grammar.Parse("dax -> RED\nlug -> [u1]"));
            Assert.AreEqual(Status.Grammar, problem.Status);
            Assert.AreEqual(2, problem.Line);
            Assert.IsTrue(problem.Message.StartsWith("line 2"));
            using (var task = new LearningTask())
            {
                problem = Assert.Throws<BlicketException>(() => task.Set("colour", "red"));
                Assert.AreEqual(Status.InvalidOption, problem.Status);
                Assert.IsTrue(problem.Message.Contains("timeout_ms"));
                Assert.AreEqual(Status.OutOfRange, Assert.Throws<BlicketException>(() => task.RemoveAt(3)).Status);
            }
        }

        [Test]
        public void TextIsUtf8()
        {
            using (var grammar = Grammar.Parse("größer -> 🤖\nu1 二 -> [u1] [u1]\n"))
            using (var evaluation = grammar.Apply("größer 二"))
                Assert.AreEqual("🤖 🤖", evaluation.Text);
            var problem = Assert.Throws<BlicketException>(() => Grammar.Parse("a\ud800 -> B"));
            Assert.AreEqual(Status.InvalidUtf8, problem.Status);
        }

        [Test]
        public void LearnsAndAnswers()
        {
            using (var engine = new Engine())
            using (var task = Walks("jump left twice", "hop"))
            using (var solution = engine.Solve(task))
            {
                Assert.IsTrue(solution.IsSolved);
                Assert.AreEqual(5, solution.Satisfied);
                Assert.AreEqual("LEFT JUMP LEFT JUMP", solution.Answers[0].Text);
                Assert.IsTrue(solution.Answers[0].Confidence > 0.5);
                // A word that no example shows is not guessed at.
                Assert.AreEqual(new[] { "hop" }, solution.Answers[1].StuckWords.ToArray());
                Assert.IsFalse(solution.Answers[1].HasValue);
                using (var grammar = solution.CopyGrammar())
                {
                    solution.Dispose();
                    using (var evaluation = grammar.Apply("jump left")) Assert.AreEqual("LEFT JUMP", evaluation.Text);
                }
            }
        }

        [Test]
        public void IsTaughtAndCorrected()
        {
            using (var engine = new Engine())
            using (var task = Walks("hop left"))
            {
                using (var before = engine.Solve(task)) Assert.IsFalse(before.Answers[0].HasValue);
                task.Add("hop", "HPO");
                task.Replace(5, "hop", "HOP");
                using (var after = engine.Solve(task)) Assert.AreEqual("LEFT HOP", after.Answers[0].Text);
                Assert.AreEqual(new[] { "walk", "jump" }, task.Take(2).Select(example => example.Input).ToArray());
                task.Add("hop", "JUMP");
                using (var contradicted = engine.Solve(task))
                {
                    Assert.IsFalse(contradicted.IsSolved);
                    var problem = contradicted.Problems.First(one => one.Kind == ProblemKind.Contradiction);
                    Assert.AreEqual(new[] { 5, 6 }, problem.Examples.ToArray());
                }
                Assert.IsTrue(task.Lint().Any(remark => remark.Severity == "error"));
                task.Enable(6, false);
                using (var without = engine.Solve(task)) Assert.AreEqual("LEFT HOP", without.Answers[0].Text);
            }
        }

        [Test]
        public void AsksWhatIsOpen()
        {
            using (var engine = new Engine())
            using (var task = new LearningTask { { "dax", "RED" }, { "lug", "BLUE" }, { "dax fep", "RED RED" }, { "dax kiki lug", "BLUE RED" } })
            {
                task.Questions = 3;
                using (var solution = engine.Solve(task))
                {
                    var question = solution.Questions.First();
                    Assert.IsTrue(question.Answers.Count > 1);
                    Assert.IsTrue(question.Worth > 0);
                    task.Add(question.Input, question.Answers.First(answer => answer.Text != null).Text);
                }
                Assert.AreEqual(5, task.Count);
            }
        }

        [Test]
        public void WhatIsOpenIsRefusedWithAGuess()
        {
            using (var engine = new Engine())
            using (var task = new LearningTask { { "dax", "RED" }, { "lug", "BLUE" }, { "dax fep", "RED RED RED" }, { "lug dax", "BLUE RED" } })
            {
                task.AddQuery("lug dax fep");
                using (var solution = engine.Solve(task))
                using (var grammar = solution.CopyGrammar())
                using (var evaluation = grammar.Apply("lug dax fep"))
                {
                    var answer = solution.Answers[0];
                    Assert.IsFalse(answer.HasValue);
                    Assert.AreEqual(null, answer.Text);
                    Assert.IsTrue(answer.Guess.StartsWith("BLUE RED"));
                    Assert.IsTrue(answer.Confidence > 0.25 && answer.Confidence < 0.75);
                    // The grammar refuses as its solution does, also when it is stored.
                    Assert.AreEqual(Outcome.Refused, evaluation.Outcome);
                    Assert.AreEqual(answer.Guess, evaluation.Guess);
                    using (var stored = Grammar.Parse(grammar.Text))
                    {
                        stored.Apply("lug dax fep", evaluation);
                        Assert.IsFalse(evaluation.HasValue);
                        stored.Apply("lug fep", evaluation);
                        Assert.AreEqual("BLUE BLUE BLUE", evaluation.Text);
                    }
                }
            }
        }

        [Test]
        public void IsPolledAwaitedAndCancelled()
        {
            using (var engine = new Engine(threads: 1))
            using (var task = Walks("jump twice"))
            {
                using (var search = engine.Start(task))
                {
                    var frames = 0;
                    for (var running = search.WhileRunning(); running.MoveNext(); Thread.Sleep(1)) frames++;
                    Assert.IsTrue(search.Poll().IsDone);
                    Assert.AreEqual(Phase.Done, search.Poll().Phase);
                    using (var solution = search.BestSoFar()) Assert.AreEqual("JUMP JUMP", solution.Answers[0].Text);
                }
                Assert.AreEqual("JUMP JUMP", Awaited(engine, task).Result);
            }
            using (var engine = new Engine(threads: 1))
            using (var hard = Hard())
            using (var stop = new CancellationTokenSource())
            using (var search = engine.Start(hard))
            {
                var waiting = search.AsTask(stop.Token);
                Assert.IsFalse(search.IsDone);
                stop.Cancel();
                using (var solution = waiting.Result) Assert.AreEqual(StopReason.Cancelled, solution.StopReason);
            }
        }

        private static async Task<string> Awaited(Engine engine, LearningTask task)
        {
            using (var search = engine.Start(task))
            using (var solution = await search) return solution.Answers[0].Text;
        }

        [Test]
        public void WhatIsDisposedSaysSo()
        {
            var engine = new Engine();
            var task = Walks();
            var search = engine.Start(Hard());
            var grammar = Grammar.Parse(Rules);
            var evaluation = grammar.Apply("dax");
            foreach (var one in new IDisposable[] { search, task, engine, grammar, evaluation })
            {
                one.Dispose();
                one.Dispose();
            }
            Assert.Throws<ObjectDisposedException>(() => engine.Solve(task));
            Assert.Throws<ObjectDisposedException>(() => task.Add("a", "B"));
            Assert.Throws<ObjectDisposedException>(() => search.Poll());
            Assert.Throws<ObjectDisposedException>(() => grammar.Apply("dax"));
            Assert.Throws<ObjectDisposedException>(() => evaluation.Text.ToString());
        }

        [Test]
        public void WhatNobodyDisposesIsCollected()
        {
            for (var i = 0; i < 200; i++)
            {
                var texts = new List<string>();
                foreach (var token in Grammar.Parse(Rules).Apply("dax fep").Tokens) texts.Add(token);
                Assert.AreEqual("RED", texts[1]);
                if (i % 50 == 0) GC.Collect();
            }
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        [Test]
        public void ManyThreadsShareOneEngineAndOneGrammar()
        {
            using (var engine = new Engine())
            using (var grammar = Grammar.Parse(Rules))
            {
                var wrong = 0;
                var threads = Enumerable.Range(0, 4).Select(_ => new Thread(() =>
                {
                    using (var task = Walks("jump twice"))
                    using (var solution = engine.Solve(task))
                        if (solution.Answers[0].Text != "JUMP JUMP") Interlocked.Increment(ref wrong);
                    for (var i = 0; i < 500; i++)
                        using (var evaluation = grammar.Apply("lug fep"))
                            if (evaluation.Text != "BLUE BLUE") Interlocked.Increment(ref wrong);
                })).ToList();
                threads.ForEach(thread => thread.Start());
                threads.ForEach(thread => thread.Join());
                Assert.AreEqual(0, wrong);
            }
        }
    }
}
