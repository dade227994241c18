// Runs every test of an assembly: Runner tests. Or plays the sample as Unity would, frame by frame: Runner sample.
using System;
using System.Linq;
using System.Reflection;
using System.Threading;
using NUnit.Framework;

internal static class Runner
{
    private static int Main(string[] arguments)
    {
        return arguments[0] == "tests" ? Tests() : Sample();
    }

    private static int Tests()
    {
        int passed = 0, failed = 0;
        foreach (var method in Assembly.GetExecutingAssembly().GetTypes().SelectMany(type => type.GetMethods())
            .Where(method => method.GetCustomAttributes(typeof(TestAttribute), false).Length > 0))
        {
            try
            {
                method.Invoke(Activator.CreateInstance(method.DeclaringType), null);
                passed++;
                Console.WriteLine("ok      " + method.Name);
            }
            catch (TargetInvocationException problem)
            {
                failed++;
                Console.WriteLine("FAILED  " + method.Name + "\n" + problem.InnerException);
            }
        }
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 && passed > 0 ? 0 : 1;
    }

    private static int Sample()
    {
        var scene = new LampScene();
        scene.Send("Start");
        scene.Type("turn off the lamp then turn on the radio");
        scene.Type("turn on the microwave");
        scene.Type("turn on the lmap");
        Frames(scene);
        scene.Teach("turn on the microwave", "ON MICROWAVE");
        scene.Type("wait then turn off the microwave");
        Frames(scene);
        scene.Send("OnDestroy");
        return 0;
    }

    private static void Frames(LampScene scene)
    {
        do
        {
            scene.Send("Update");
            Thread.Sleep(1);
        } while (!scene.IsReady);
        scene.Send("Update");
    }
}
