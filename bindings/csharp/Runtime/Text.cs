// Text and errors on their way between C# and the library.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Blicket
{
    /// <summary>A call that failed. The message is the library's own: what was wrong, where, what would be right.</summary>
    public sealed class BlicketException : Exception
    {
        public Status Status { get; private set; }
        /// <summary>The line of a grammar's text that could not be read, from 1; 0 for other errors.</summary>
        public int Line { get; private set; }
        /// <summary>The column in that line, in characters from 1; 0 for other errors.</summary>
        public int Column { get; private set; }

        internal BlicketException(Status status, string message, int line, int column) : base(message)
        {
            Status = status;
            Line = line;
            Column = column;
        }
    }

    /// <summary>Strings as UTF-8, for the time of a call: using (var text = new Utf8(...)) call(text[0]).</summary>
    internal sealed class Utf8 : IDisposable
    {
        // Half of a surrogate pair is no text, and is not replaced in silence.
        private static readonly Encoding Strict = new UTF8Encoding(false, true);
        private IntPtr memory;
        private readonly Str[] texts;

        public Utf8(params string[] strings)
        {
            var bytes = new byte[strings.Length][];
            var total = 0;
            for (var i = 0; i < strings.Length; i++)
            {
                if (strings[i] == null) throw new ArgumentNullException("text");
                try { bytes[i] = Strict.GetBytes(strings[i]); }
                catch (EncoderFallbackException problem)
                {
                    throw new BlicketException(Status.InvalidUtf8,
                        "the text has half of a surrogate pair at index " + problem.Index + ", which is no character", 0, 0);
                }
                total = checked(total + bytes[i].Length);
            }
            texts = new Str[strings.Length];
            memory = Marshal.AllocHGlobal(Math.Max(total, 1));
            var at = 0;
            for (var i = 0; i < bytes.Length; i++)
            {
                Marshal.Copy(bytes[i], 0, IntPtr.Add(memory, at), bytes[i].Length);
                texts[i].Data = IntPtr.Add(memory, at);
                texts[i].Length = new UIntPtr((uint)bytes[i].Length);
                at += bytes[i].Length;
            }
        }

        public Str this[int index] { get { return texts[index]; } }
        public Str[] All { get { return texts; } }

        public void Dispose()
        {
            Marshal.FreeHGlobal(memory);
            memory = IntPtr.Zero;
        }

        /// <summary>A copy of a text that the library gave out.</summary>
        public static string Read(Str text)
        {
            var length = checked((int)text.Length.ToUInt64());
            if (length == 0) return "";
            var bytes = new byte[length];
            Marshal.Copy(text.Data, bytes, 0, length);
            return Strict.GetString(bytes);
        }
    }

    internal static class Call
    {
        /// <summary>Throws what a failing call has written.</summary>
        public static void Check(Status status, IntPtr error)
        {
            if (status == Status.Ok) return;
            if (error == IntPtr.Zero) throw new BlicketException(status, "blicket failed with status " + status, 0, 0);
            try
            {
                throw new BlicketException(status, Utf8.Read(Native.blicket_error_message(error)),
                    Int(Native.blicket_error_line(error)), Int(Native.blicket_error_column(error)));
            }
            finally { Native.blicket_error_free(error); }
        }

        public static int Int(UIntPtr count) { return checked((int)count.ToUInt64()); }
        public static UIntPtr Size(int index)
        {
            if (index < 0) throw new ArgumentOutOfRangeException("index", index, "counts and indices begin at 0");
            return new UIntPtr((uint)index);
        }

        /// <summary>What is read of a handle, which is not freed meanwhile: neither by another thread nor by the collector,
        /// which takes an object whose last use is over, though a text of it is still being copied.</summary>
        public static R With<T, R>(T handle, Func<T, R> read) where T : SafeHandle
        {
            var added = false;
            handle.DangerousAddRef(ref added);
            try { return read(handle); }
            finally { if (added) handle.DangerousRelease(); }
        }

        public static string Text<T>(T handle, Func<T, Str> text) where T : SafeHandle
        {
            return With(handle, h => Utf8.Read(text(h)));
        }

        /// <summary>A handle that the rest can be called with; a disposed one is said to be.</summary>
        public static T Alive<T>(T handle, object owner) where T : SafeHandle
        {
            if (handle == null || handle.IsClosed) throw new ObjectDisposedException(owner.GetType().Name);
            return handle;
        }
    }

    /// <summary>A list that is read from the library where it is looked at.</summary>
    internal sealed class Listing<T> : IReadOnlyList<T>
    {
        private readonly Func<int> count;
        private readonly Func<int, T> item;
        public Listing(Func<int> count, Func<int, T> item)
        {
            this.count = count;
            this.item = item;
        }
        public int Count { get { return count(); } }
        public T this[int index]
        {
            get
            {
                if (index < 0 || index >= Count)
                    throw new ArgumentOutOfRangeException("index", index, "there are " + Count + ", counted from 0");
                return item(index);
            }
        }
        public IEnumerator<T> GetEnumerator()
        {
            for (var i = 0; i < Count; i++) yield return item(i);
        }
        IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }
    }
}
