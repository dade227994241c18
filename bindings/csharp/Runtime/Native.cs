// The C functions that the rest of this folder is written over, and an owner for each kind of handle. The manual of
// all of them is include/blicket/blicket.h; here they have its names, in its order.
using System;
using System.Runtime.InteropServices;

namespace Blicket
{
    /// <summary>blicket_str: UTF-8 with a length.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Str
    {
        public IntPtr Data;
        public UIntPtr Length;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeSlot
    {
        public Str Section, Words, Value;
        public long Number;
        public UIntPtr From, To, Index, Depth, Parent;
        [MarshalAs(UnmanagedType.U1)] public bool HasValue;
        [MarshalAs(UnmanagedType.U1)] public bool HasNumber;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeProgress
    {
        public Phase Phase;
        [MarshalAs(UnmanagedType.U1)] public bool HasGrammar;
        public UIntPtr Satisfied, Examples;
        public ulong Steps, Programs;
        public double Seconds;
    }

    /// <summary>Frees what it owns once: on Dispose, a second of which does nothing, or when it is collected. While a
    /// call uses it, it is not freed.</summary>
    internal abstract class Owner : SafeHandle
    {
        protected Owner() : base(IntPtr.Zero, true) { }
        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
        protected abstract void Free(IntPtr owned);
        protected override bool ReleaseHandle()
        {
            Free(handle);
            return true;
        }
    }

    internal sealed class OptionsHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_options_free(owned); } }
    internal sealed class EngineHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_engine_free(owned); } }
    internal sealed class TaskHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_task_free(owned); } }
    internal sealed class SearchHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_search_free(owned); } }
    internal sealed class ResultHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_result_free(owned); } }
    internal sealed class GrammarHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_grammar_free(owned); } }
    internal sealed class EvaluationHandle : Owner
    {
        protected override void Free(IntPtr owned) { Native.blicket_evaluation_free(owned); }
        /// <summary>Takes what a call has made.</summary>
        public void Take(IntPtr made) { SetHandle(made); }
    }
    internal sealed class BatchHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_batch_free(owned); } }
    internal sealed class ExplanationHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_explanation_free(owned); } }
    internal sealed class AdviceHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_advice_free(owned); } }
    internal sealed class RemarksHandle : Owner { protected override void Free(IntPtr owned) { Native.blicket_remarks_free(owned); } }

    internal static class Native
    {
        public const uint AbiVersion = 1;
#if UNITY_IOS && !UNITY_EDITOR
        private const string Library = "__Internal";
#else
        private const string Library = "blicket";
#endif

        [DllImport(Library)] public static extern Str blicket_error_message(IntPtr error);
        [DllImport(Library)] public static extern UIntPtr blicket_error_line(IntPtr error);
        [DllImport(Library)] public static extern UIntPtr blicket_error_column(IntPtr error);
        [DllImport(Library)] public static extern void blicket_error_free(IntPtr error);
        [DllImport(Library)] public static extern uint blicket_abi_version();
        [DllImport(Library)] public static extern Str blicket_version();

        [DllImport(Library)] public static extern Status blicket_options_new(out OptionsHandle options, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_options_set_threads(OptionsHandle options, UIntPtr threads, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_options_set_memory_limit(OptionsHandle options, UIntPtr bytes, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_options_set_runtime_path(OptionsHandle options, Str path, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_options_set_model_path(OptionsHandle options, Str path, out IntPtr error);
        [DllImport(Library)] public static extern void blicket_options_free(IntPtr options);
        [DllImport(Library)] public static extern Status blicket_engine_new(OptionsHandle options, out EngineHandle engine, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_engine_warm_up(EngineHandle engine, out IntPtr error);
        [DllImport(Library)] public static extern Str blicket_engine_info(EngineHandle engine);
        [DllImport(Library)] public static extern void blicket_engine_free(IntPtr engine);

        [DllImport(Library)] public static extern Outcome blicket_evaluation_outcome(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern Limit blicket_evaluation_limit(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern Str blicket_evaluation_text(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern Str blicket_evaluation_guess(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern double blicket_evaluation_confidence(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern UIntPtr blicket_evaluation_token_count(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern Str blicket_evaluation_token(EvaluationHandle evaluation, UIntPtr index);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_evaluation_number(EvaluationHandle evaluation, out long number);
        [DllImport(Library)] public static extern UIntPtr blicket_evaluation_stuck_count(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern Str blicket_evaluation_stuck_word(EvaluationHandle evaluation, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_evaluation_json(EvaluationHandle evaluation);
        [DllImport(Library)] public static extern void blicket_evaluation_free(IntPtr evaluation);
        [DllImport(Library)] public static extern UIntPtr blicket_evaluation_slot_count(EvaluationHandle evaluation);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_evaluation_slot(EvaluationHandle evaluation, UIntPtr index, out NativeSlot slot);
        [DllImport(Library)] public static extern Str blicket_explanation_text(ExplanationHandle explanation);
        [DllImport(Library)] public static extern void blicket_explanation_free(IntPtr explanation);

        [DllImport(Library)] public static extern Status blicket_grammar_parse(Str text, out GrammarHandle grammar, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_grammar_copy(IntPtr grammar, out GrammarHandle copy, out IntPtr error);
        [DllImport(Library)] public static extern Str blicket_grammar_text(GrammarHandle grammar);
        [DllImport(Library, EntryPoint = "blicket_grammar_text")] public static extern Str TextOfBelonging(IntPtr grammar);
        [DllImport(Library)] public static extern Domain blicket_grammar_domain(GrammarHandle grammar);
        [DllImport(Library)] public static extern UIntPtr blicket_grammar_rule_count(GrammarHandle grammar);
        [DllImport(Library)] public static extern Str blicket_grammar_rule(GrammarHandle grammar, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_grammar_word_count(GrammarHandle grammar, UIntPtr section);
        [DllImport(Library)] public static extern Str blicket_grammar_word(GrammarHandle grammar, UIntPtr section, UIntPtr index);
        [DllImport(Library)] public static extern Status blicket_grammar_apply(GrammarHandle grammar, Str input, ref IntPtr evaluation, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_grammar_apply_batch(GrammarHandle grammar, [In] Str[] inputs, UIntPtr count, ref IntPtr batch, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_grammar_explain(GrammarHandle grammar, Str input, out ExplanationHandle explanation, out IntPtr error);
        [DllImport(Library)] public static extern void blicket_grammar_free(IntPtr grammar);
        [DllImport(Library)] public static extern Status blicket_grammar_advise(GrammarHandle grammar, Str input, UIntPtr most, out AdviceHandle advice, out IntPtr error);

        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_advice_is_read(AdviceHandle advice);
        [DllImport(Library)] public static extern UIntPtr blicket_advice_unknown_count(AdviceHandle advice);
        [DllImport(Library)] public static extern Str blicket_advice_unknown_word(AdviceHandle advice, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_advice_expected_count(AdviceHandle advice);
        [DllImport(Library)] public static extern Str blicket_advice_expected_word(AdviceHandle advice, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_advice_suggestion_count(AdviceHandle advice);
        [DllImport(Library)] public static extern Str blicket_advice_suggestion(AdviceHandle advice, UIntPtr index);
        [DllImport(Library)] public static extern void blicket_advice_free(IntPtr advice);

        [DllImport(Library)] public static extern Outcome blicket_batch_outcome(IntPtr batch, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_batch_text(IntPtr batch, UIntPtr index);
        [DllImport(Library)] public static extern void blicket_batch_free(IntPtr batch);

        [DllImport(Library)] public static extern Status blicket_task_new(out TaskHandle task, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_add_example(TaskHandle task, Str input, Str output, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_add_query(TaskHandle task, Str input, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_add_no_sentence(TaskHandle task, Str input, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_add_wrong_output(TaskHandle task, Str input, Str output, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_add_question_input(TaskHandle task, Str input, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_remove_example(TaskHandle task, UIntPtr index, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_replace_example(TaskHandle task, UIntPtr index, Str input, Str output, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_enable_example(TaskHandle task, UIntPtr index, [MarshalAs(UnmanagedType.U1)] bool enabled, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_task_set(TaskHandle task, Str name, Str value, out IntPtr error);
        [DllImport(Library)] public static extern UIntPtr blicket_task_example_count(TaskHandle task);
        [DllImport(Library)] public static extern UIntPtr blicket_task_query_count(TaskHandle task);
        [DllImport(Library)] public static extern void blicket_task_free(IntPtr task);
        [DllImport(Library)] public static extern Status blicket_task_lint(TaskHandle task, out RemarksHandle remarks, out IntPtr error);
        [DllImport(Library)] public static extern UIntPtr blicket_remarks_count(RemarksHandle remarks);
        [DllImport(Library)] public static extern Str blicket_remarks_text(RemarksHandle remarks, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_remarks_kind(RemarksHandle remarks, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_remarks_severity(RemarksHandle remarks, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_remarks_example(RemarksHandle remarks, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_remarks_found(RemarksHandle remarks, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_remarks_suggestion(RemarksHandle remarks, UIntPtr index);
        [DllImport(Library)] public static extern void blicket_remarks_free(IntPtr remarks);

        [DllImport(Library)] public static extern Success blicket_result_outcome(ResultHandle result);
        [DllImport(Library)] public static extern StopReason blicket_result_stop_reason(ResultHandle result);
        [DllImport(Library)] public static extern IntPtr blicket_result_grammar(ResultHandle result);
        [DllImport(Library)] public static extern UIntPtr blicket_result_example_count(ResultHandle result);
        [DllImport(Library)] public static extern UIntPtr blicket_result_satisfied_count(ResultHandle result);
        [DllImport(Library)] public static extern UIntPtr blicket_result_answer_count(ResultHandle result);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_result_answer_has_text(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_result_answer_text(ResultHandle result, UIntPtr index);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_result_answer_has_guess(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_result_answer_guess(ResultHandle result, UIntPtr index);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_result_answer_number(ResultHandle result, UIntPtr index, out long number);
        [DllImport(Library)] public static extern double blicket_result_answer_confidence(ResultHandle result, UIntPtr index);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_result_answer_agrees(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_result_answer_stuck_count(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_result_answer_stuck_word(ResultHandle result, UIntPtr index, UIntPtr word);
        [DllImport(Library)] public static extern UIntPtr blicket_result_alternative_count(ResultHandle result);
        [DllImport(Library)] public static extern IntPtr blicket_result_alternative_grammar(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern double blicket_result_alternative_weight(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern Str blicket_result_json(ResultHandle result);
        [DllImport(Library)] public static extern void blicket_result_free(IntPtr result);
        [DllImport(Library)] public static extern UIntPtr blicket_result_problem_count(ResultHandle result);
        [DllImport(Library)] public static extern Str blicket_result_problem(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern ProblemKind blicket_result_problem_kind(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_result_problem_example_count(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_result_problem_example(ResultHandle result, UIntPtr index, UIntPtr n);
        [DllImport(Library)] public static extern UIntPtr blicket_result_question_count(ResultHandle result);
        [DllImport(Library)] public static extern Str blicket_result_question(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern double blicket_result_question_worth(ResultHandle result, UIntPtr index);
        [DllImport(Library)] public static extern UIntPtr blicket_result_question_answer_count(ResultHandle result, UIntPtr index);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_result_question_answer_has_text(ResultHandle result, UIntPtr index, UIntPtr n);
        [DllImport(Library)] public static extern Str blicket_result_question_answer(ResultHandle result, UIntPtr index, UIntPtr n);
        [DllImport(Library)] public static extern double blicket_result_question_answer_weight(ResultHandle result, UIntPtr index, UIntPtr n);

        [DllImport(Library)] public static extern Status blicket_solve(EngineHandle engine, TaskHandle task, out ResultHandle result, out IntPtr error);
        [DllImport(Library)] public static extern Status blicket_search_start(EngineHandle engine, TaskHandle task, IntPtr callback, IntPtr data, out SearchHandle search, out IntPtr error);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_search_poll(SearchHandle search, out NativeProgress progress);
        [DllImport(Library)] [return: MarshalAs(UnmanagedType.U1)]
        public static extern bool blicket_search_wait(SearchHandle search, ulong milliseconds);
        [DllImport(Library)] public static extern void blicket_search_cancel(SearchHandle search);
        [DllImport(Library)] public static extern Status blicket_search_result(SearchHandle search, out ResultHandle result, out IntPtr error);
        [DllImport(Library)] public static extern void blicket_search_free(IntPtr search);
    }
}
