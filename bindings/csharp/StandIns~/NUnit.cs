// As much of NUnit as the tests use, so that they run without Unity. Unity itself has the real one.
using System;
using System.Collections;

namespace NUnit.Framework
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class TestAttribute : Attribute { }

    public static class Assert
    {
        public static void IsTrue(bool condition) { if (!condition) throw new Exception("it should have been true"); }
        public static void IsFalse(bool condition) { if (condition) throw new Exception("it should have been false"); }

        public static void AreEqual(object expected, object actual)
        {
            if (!Same(expected, actual)) throw new Exception("expected " + Show(expected) + ", got " + Show(actual));
        }

        public static T Throws<T>(Action action) where T : Exception
        {
            try { action(); }
            catch (T expected) { return expected; }
            throw new Exception("nothing was thrown; expected " + typeof(T).Name);
        }

        private static bool Same(object expected, object actual)
        {
            var left = expected as Array;
            var right = actual as Array;
            if (left == null || right == null) return Equals(expected, actual);
            if (left.Length != right.Length) return false;
            for (var i = 0; i < left.Length; i++)
                if (!Equals(left.GetValue(i), right.GetValue(i))) return false;
            return true;
        }

        private static string Show(object value)
        {
            var items = value as Array;
            if (items == null) return value == null ? "null" : "\"" + value + "\"";
            var text = "[";
            foreach (var item in (IEnumerable)items) text += " " + Show(item);
            return text + " ]";
        }
    }
}
