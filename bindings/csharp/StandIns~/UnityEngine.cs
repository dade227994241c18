// As much of Unity as the sample uses, so that it runs without Unity.
using System;
using System.Reflection;

namespace UnityEngine
{
    public class MonoBehaviour
    {
        /// <summary>Calls Start, Update or OnDestroy, as the engine would.</summary>
        public void Send(string message)
        {
            GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(this, null);
        }
    }

    public static class Debug
    {
        public static void Log(object message) { Console.WriteLine(message); }
    }
}
