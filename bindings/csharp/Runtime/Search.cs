using System;
using System.Collections;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Blicket
{
    /// <summary>How far a search is.</summary>
    public struct Progress
    {
        public Phase Phase { get; internal set; }
        public bool IsDone { get; internal set; }
        public bool HasGrammar { get; internal set; }
        /// <summary>How many examples the best grammar so far satisfies.</summary>
        public int Satisfied { get; internal set; }
        public int Examples { get; internal set; }
        public long Steps { get; internal set; }
        public double Seconds { get; internal set; }
    }

    /// <summary>A task that is being solved in the background. Ask it in every frame (<see cref="Poll"/>, which never
    /// waits), await it, or yield it from a coroutine (<see cref="WhileRunning"/>). The library never calls back into
    /// C#. Any thread may use it.</summary>
    public sealed class Search : IDisposable
    {
        private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(50);
        private readonly SearchHandle handle;
        internal Search(SearchHandle handle) { this.handle = handle; }

        public Progress Poll()
        {
            NativeProgress native;
            var done = Native.blicket_search_poll(Alive, out native);
            return new Progress
            {
                Phase = native.Phase,
                IsDone = done,
                HasGrammar = native.HasGrammar,
                Satisfied = Call.Int(native.Satisfied),
                Examples = Call.Int(native.Examples),
                Steps = (long)native.Steps,
                Seconds = native.Seconds,
            };
        }

        public bool IsDone { get { return Poll().IsDone; } }

        /// <summary>Waits for that long at most; whether it is over.</summary>
        public bool Wait(TimeSpan atMost)
        {
            return Native.blicket_search_wait(Alive, (ulong)Math.Max(0, (long)atMost.TotalMilliseconds));
        }

        /// <summary>Ends it with the best so far, soon. Does not wait for that.</summary>
        public void Cancel() { Native.blicket_search_cancel(Alive); }

        /// <summary>What came of it; or the best so far, if it is not over.</summary>
        public Solution BestSoFar()
        {
            IntPtr error;
            ResultHandle result;
            Call.Check(Native.blicket_search_result(Alive, out result, out error), error);
            return new Solution(result);
        }

        /// <summary>Waits until it is over. A cancelled token ends the search, and what is given is the best so far.</summary>
        public Solution Result(CancellationToken token = default(CancellationToken))
        {
            while (!Wait(Slice))
                if (token.IsCancellationRequested) Cancel();
            return BestSoFar();
        }

        /// <summary>The same without waiting: <c>await engine.Start(task)</c>.</summary>
        public Task<Solution> AsTask(CancellationToken token = default(CancellationToken))
        {
            return Task.Run(() => Result(token));
        }

        public TaskAwaiter<Solution> GetAwaiter() { return AsTask().GetAwaiter(); }

        /// <summary>For a coroutine of Unity: <c>yield return StartCoroutine(search.WhileRunning());</c></summary>
        public IEnumerator WhileRunning()
        {
            while (!IsDone) yield return null;
        }

        /// <summary>Cancels it if it still runs.</summary>
        public void Dispose()
        {
            // A thread that waits in Result keeps the handle for so long: it is not to wait for a search nobody wants.
            if (!handle.IsClosed) Native.blicket_search_cancel(handle);
            handle.Dispose();
        }

        private SearchHandle Alive { get { return Call.Alive(handle, this); } }
    }
}
