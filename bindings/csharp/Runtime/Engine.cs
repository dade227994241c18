using System;

namespace Blicket
{
    /// <summary>Learns grammars from examples. One for the whole program: any number of threads may use it at once.
    /// Running a stored grammar does not need one.</summary>
    public sealed class Engine : IDisposable
    {
        private readonly EngineHandle handle;

        /// <param name="threads">How many threads may work at once; 0 for as many as there are processors.</param>
        /// <param name="memoryLimit">About how many bytes each search may take; 1 GiB if it is null.</param>
        /// <param name="runtimePath">The file of ONNX Runtime, which runs networks; looked for if it is null.</param>
        /// <param name="modelPath">A folder with models; those that are built in if it is null.</param>
        public Engine(int threads = 0, long? memoryLimit = null, string runtimePath = null, string modelPath = null)
        {
            var abi = Native.blicket_abi_version();
            if (abi != Native.AbiVersion)
                throw new NotSupportedException("the blicket library speaks version " + abi + " of its ABI, this is for version " +
                    Native.AbiVersion + ": take both from one release");
            IntPtr error;
            OptionsHandle options;
            Call.Check(Native.blicket_options_new(out options, out error), error);
            using (options)
            using (var paths = new Utf8(runtimePath ?? "", modelPath ?? ""))
            {
                Call.Check(Native.blicket_options_set_threads(options, Call.Size(threads), out error), error);
                if (memoryLimit.HasValue)
                    Call.Check(Native.blicket_options_set_memory_limit(options, new UIntPtr(checked((ulong)memoryLimit.Value)), out error), error);
                Call.Check(Native.blicket_options_set_runtime_path(options, paths[0], out error), error);
                Call.Check(Native.blicket_options_set_model_path(options, paths[1], out error), error);
                Call.Check(Native.blicket_engine_new(options, out handle, out error), error);
            }
        }

        /// <summary>The version of the library, such as "0.1.0".</summary>
        public static string Version { get { return Utf8.Read(Native.blicket_version()); } }

        /// <summary>Threads, device and runtime in one line, for a log.</summary>
        public string Info { get { return Call.Text(Alive, h => Native.blicket_engine_info(h)); } }

        /// <summary>Loads the networks now, so that no search waits for that. Without it, and where it throws, the engine
        /// works by deduction.</summary>
        public void WarmUp()
        {
            IntPtr error;
            Call.Check(Native.blicket_engine_warm_up(Alive, out error), error);
        }

        /// <summary>Learns, and waits for it. In a frame loop use <see cref="Start"/>.</summary>
        public Solution Solve(LearningTask task)
        {
            IntPtr error;
            ResultHandle result;
            Call.Check(Native.blicket_solve(Alive, task.Alive, out result, out error), error);
            return new Solution(result);
        }

        /// <summary>Begins to learn in the background. The task may be changed or disposed at once.</summary>
        public Search Start(LearningTask task)
        {
            IntPtr error;
            SearchHandle search;
            Call.Check(Native.blicket_search_start(Alive, task.Alive, IntPtr.Zero, IntPtr.Zero, out search, out error), error);
            return new Search(search);
        }

        public void Dispose() { handle.Dispose(); }

        private EngineHandle Alive { get { return Call.Alive(handle, this); } }
    }
}
