// Put this on an empty object of a scene. It learns the commands of a lamp while the game runs: nothing here waits, so
// no frame is late. What it does not understand it does not guess at: it asks, and is taught.
using System.Collections.Generic;
using Blicket;
using UnityEngine;

public class LampScene : MonoBehaviour
{
    private Engine engine;
    private LearningTask lessons;
    private Search search;
    private Grammar grammar;
    private readonly Queue<string> typed = new Queue<string>();

    /// <summary>Whether the rules are those of all lessons.</summary>
    public bool IsReady { get { return search == null && grammar != null; } }

    private void Start()
    {
        engine = new Engine();
        lessons = new LearningTask
        {
            { "turn on the lamp", "ON LAMP" },
            { "turn on the fan", "ON FAN" },
            { "turn off the lamp", "OFF LAMP" },
            { "turn off the radio", "OFF RADIO" },
            { "wait", "WAIT" },
            { "wait then turn on the radio", "WAIT ; ON RADIO" },
            { "turn off the fan then wait", "OFF FAN ; WAIT" },
        };
        search = engine.Start(lessons);
    }

    private void Update()
    {
        if (search != null)
        {
            var progress = search.Poll();
            if (!progress.IsDone) return;
            using (var solution = search.BestSoFar())
            {
                foreach (var problem in solution.Problems) Debug.Log("lamp: " + problem.Text);
                if (grammar != null) grammar.Dispose();
                grammar = solution.CopyGrammar();
            }
            search.Dispose();
            search = null;
        }
        while (grammar != null && typed.Count > 0) Answer(typed.Dequeue());
    }

    /// <summary>What the player typed; it is answered when the rules are there.</summary>
    public void Type(string command) { typed.Enqueue(command); }

    /// <summary>What the player says that a command means. It is learnt in the background.</summary>
    public void Teach(string command, string meaning)
    {
        lessons.Add(command, meaning);
        if (search != null) search.Dispose();
        search = engine.Start(lessons);
    }

    private void Answer(string command)
    {
        using (var evaluation = grammar.Apply(command))
        {
            if (evaluation.HasValue)
            {
                Debug.Log(command + " -> " + evaluation.Text);
                return;
            }
        }
        var advice = grammar.Advise(command);
        var words = advice.UnknownWords.Count > 0 ? " I do not know: " + string.Join(", ", advice.UnknownWords) + "." : "";
        var near = advice.Suggestions.Count > 0 ? " Did you mean: " + advice.Suggestions[0] + "?" : "";
        Debug.Log(command + " -> I do not understand that." + words + near);
    }

    private void OnDestroy()
    {
        if (search != null) search.Dispose();
        if (grammar != null) grammar.Dispose();
        if (lessons != null) lessons.Dispose();
        if (engine != null) engine.Dispose();
    }
}
