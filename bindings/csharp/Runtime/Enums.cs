// The enums of the C header, with its numbers; make test-csharp compares them. Be prepared for numbers that are not here:
// later versions of the library may add some.
namespace Blicket
{
    /// <summary>What went wrong, in a <see cref="BlicketException"/>.</summary>
    public enum Status : uint
    {
        Ok = 0, NullArgument = 1, InvalidUtf8 = 2, OutOfRange = 3, InvalidHandle = 4, Grammar = 5, DeviceUnavailable = 6,
        Panic = 7, ThreadUnavailable = 8, RuntimeUnavailable = 9, ModelInvalid = 10, NetworkFailed = 11, InvalidOption = 12,
    }

    /// <summary>How an evaluation ended.</summary>
    public enum Outcome : uint { Value = 0, Stuck = 1, Limit = 2, Refused = 3 }

    /// <summary>The limit that ended an evaluation.</summary>
    public enum Limit : uint { None = 0, Steps = 1, Depth = 2, Length = 3, Overflow = 4 }

    /// <summary>What a grammar turns words into. Auto is for tasks only: whichever the examples' outputs are.</summary>
    public enum Domain : uint { Words = 0, Numbers = 1, Auto = 2 }

    /// <summary>How far a search for a grammar came.</summary>
    public enum Success : uint { Solved = 0, Best = 1, None = 2 }

    /// <summary>Why a search ended.</summary>
    public enum StopReason : uint
    {
        Solved = 0, Exhausted = 1, Timeout = 2, Steps = 3, Memory = 4, Cancelled = 5, Running = 6,
    }

    /// <summary>What kind of problem a solution has. The header says which examples each kind names.</summary>
    public enum ProblemKind : uint
    {
        None = 0, NoExamples = 1, Contradiction = 2, EmptyInput = 3, TooLong = 4, UnexplainedToken = 5, TooManySymbols = 6,
        OutsideClass = 7, CallbackFailed = 8, NoNetwork = 9, TooMuchToRead = 10, GivenUp = 11, ByHeart = 12,
        NoiseOfNumbers = 13, NotANumber = 14, More = 15, AnswersPastLimits = 16, NotAnswered = 17, NoGrammar = 18,
        ProbableSlip = 19,
        NotKept = 30, PinnedAgainst = 31, PinnedUnusable = 32,
    }

    /// <summary>What a search is doing.</summary>
    public enum Phase : uint { Waiting = 0, Solving = 1, Ranking = 2, Done = 3 }

    /// <summary>How a grammar is looked for.</summary>
    public enum Strategy : uint { Hybrid = 0, Deduce = 1, Neural = 2, Greedy = 3 }
}
