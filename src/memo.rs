//! What has been worked out: values of pure functions, kept for when they are asked for again.
//!
//! A key holds everything that a value follows from, so that nothing ever changes by what is known,
//! but how long it takes to find out.

use crate::sync::{Mutex, MutexGuard, whole};
use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::sync::Arc;

/// What has been worked out for a task, and for those that were made from it by cloning, which share
/// it. It takes up to 32 MiB. Several searches may use it at once.
#[derive(Clone, Default)]
pub struct Memo {
    tables: Arc<MemoTables>,
}

#[derive(Default)]
struct MemoTables {
    numbers: MemoTable<f64>,
    texts: MemoTable<Option<Arc<str>>>,
    names: Mutex<Names>,
    things: Mutex<HashMap<Box<[u8]>, Thing>>,
}

/// Something of a type that whoever made its key knows.
type Thing = Arc<dyn Any + Send + Sync>;

/// Small numbers that stand for longer things, as long as the epoch lasts. The things may be as long as a
/// task: so there is a digest of each, by keys that nobody knows, so that nobody makes two that are alike.
#[derive(Default)]
struct Names {
    epoch: u32,
    keys: [RandomState; 2],
    numbers: HashMap<[u64; 2], u32>,
}

/// The bytes that each kind of value may take.
const MOST_BYTES: usize = (16 << 20) - MOST_NAMES * NAME;
/// The most things that are larger, a few kilobytes each.
const MOST_THINGS: usize = 128;
/// What a name takes, about.
const NAME: usize = 2 * size_of::<([u64; 2], u32)>();
/// The most names of an epoch.
const MOST_NAMES: usize = 1 << 12;

impl Memo {
    /// Forgets everything, for all that share it.
    pub fn forget(&self) {
        lock(&self.tables.names).begin();
        self.tables.numbers.clear();
        self.tables.texts.clear();
        lock(&self.tables.things).clear();
    }

    /// The bytes that it takes, about.
    pub fn bytes(&self) -> usize {
        let names = lock(&self.tables.names).numbers.len() * NAME;
        self.tables.numbers.bytes() + self.tables.texts.bytes() + names
    }

    pub(crate) fn numbers(&self) -> &MemoTable<f64> {
        &self.tables.numbers
    }

    pub(crate) fn texts(&self) -> &MemoTable<Option<Arc<str>>> {
        &self.tables.texts
    }

    /// Something larger, of a type that whoever made the key knows.
    pub(crate) fn thing<T: Send + Sync + 'static>(&self, key: &[u8]) -> Option<Arc<T>> {
        lock(&self.tables.things).get(key)?.clone().downcast().ok()
    }

    pub(crate) fn keep_thing<T: Send + Sync + 'static>(&self, key: &[u8], thing: Arc<T>) {
        let mut things = lock(&self.tables.things);
        if things.len() >= MOST_THINGS {
            things.clear();
        }
        things.insert(key.into(), thing);
    }

    /// Begins a digest, by keys that nobody knows: whoever chooses texts cannot make two with the same.
    pub(crate) fn digest(&self) -> TaskDigest {
        let names = lock(&self.tables.names);
        let key = |number: usize| names.keys[number].hash_one(number) | 1;
        TaskDigest { keys: [key(0), key(1)], lanes: [key(1), key(0)] }
    }

    /// Numbers from 0 that stand for these, and the epoch in which they do: keys that go by the
    /// numbers must name it. `None` if there are too many.
    pub(crate) fn name(&self, all: &[&[u8]]) -> Option<(u32, Vec<u32>)> {
        if all.len() > MOST_NAMES {
            return None;
        }
        let mut names = lock(&self.tables.names);
        if names.numbers.len() + all.len() > MOST_NAMES {
            names.begin();
        }
        let Names { epoch, keys, numbers } = &mut *names;
        let number = |bytes: &&[u8]| {
            let next = numbers.len() as u32;
            let digest = keys.each_ref().map(|key| key.hash_one(bytes));
            *numbers.entry(digest).or_insert(next)
        };
        Some((*epoch, all.iter().map(number).collect()))
    }
}

/// What stands for something as long as a task.
pub(crate) struct TaskDigest {
    keys: [u64; 2],
    lanes: [u64; 2],
}

impl TaskDigest {
    /// Adds a text, whose end counts.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let (chunks, rest) = bytes.as_chunks::<8>();
        chunks.iter().for_each(|chunk| self.mix(u64::from_le_bytes(*chunk)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last));
        self.mix(bytes.len() as u64);
    }

    fn mix(&mut self, number: u64) {
        for (lane, key) in self.lanes.iter_mut().zip(self.keys) {
            let product = u128::from(*lane ^ number) * u128::from(key);
            *lane = (product as u64 ^ (product >> 64) as u64).wrapping_add(key);
        }
    }

    pub(crate) fn bytes(&self) -> impl Iterator<Item = u8> {
        self.lanes.into_iter().flat_map(u64::to_le_bytes)
    }
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl Names {
    fn begin(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        self.numbers.clear();
    }
}

/// Lists of `T` by a key. When it is full, what was not asked for lately is forgotten.
pub(crate) struct MemoTable<T> {
    /// By the hash of the key, so that threads seldom wait for each other.
    shards: [Mutex<Shard<T>>; SHARDS],
}

const SHARDS: usize = 16;
/// What an entry takes besides the key's and the value's own bytes, about.
const ENTRY: usize = 80;

type Entries<T> = HashMap<Box<[u8]>, Arc<[T]>>;

struct Shard<T> {
    /// What was asked for since the other half was begun, and what was before that.
    young: Entries<T>,
    old: Entries<T>,
    young_bytes: usize,
    old_bytes: usize,
}

impl<T> Default for MemoTable<T> {
    fn default() -> Self {
        let shard =
            || Shard { young: HashMap::new(), old: HashMap::new(), young_bytes: 0, old_bytes: 0 };
        Self { shards: [(); SHARDS].map(|()| Mutex::new(shard())) }
    }
}

impl<T: Size> MemoTable<T> {
    pub(crate) fn get(&self, key: &[u8]) -> Option<Arc<[T]>> {
        let mut shard = self.shard(key);
        if let Some(value) = shard.young.get(key) {
            return Some(value.clone());
        }
        let (key, value) = shard.old.remove_entry(key)?;
        let bytes = size(&key, &value);
        shard.old_bytes -= bytes;
        shard.put(key, value.clone(), bytes);
        Some(value)
    }

    pub(crate) fn put(&self, key: &[u8], value: Arc<[T]>) {
        let bytes = size(key, &value);
        self.shard(key).put(key.into(), value, bytes);
    }

    fn shard(&self, key: &[u8]) -> MutexGuard<'_, Shard<T>> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        lock(&self.shards[hasher.finish() as usize % SHARDS])
    }

    fn clear(&self) {
        for shard in &self.shards {
            let mut shard = lock(shard);
            (shard.young, shard.old) = (HashMap::new(), HashMap::new());
            (shard.young_bytes, shard.old_bytes) = (0, 0);
        }
    }

    fn bytes(&self) -> usize {
        let bytes = |shard: &Mutex<Shard<T>>| {
            let shard = lock(shard);
            shard.young_bytes + shard.old_bytes
        };
        self.shards.iter().map(bytes).sum()
    }
}

impl<T: Size> Shard<T> {
    fn put(&mut self, key: Box<[u8]>, value: Arc<[T]>, bytes: usize) {
        const HALF: usize = MOST_BYTES / SHARDS / 2;
        if bytes > HALF {
            return;
        }
        if self.young_bytes + bytes > HALF {
            self.old = std::mem::take(&mut self.young);
            self.old_bytes = std::mem::take(&mut self.young_bytes);
        }
        self.young_bytes += bytes;
        if let Some(before) = self.young.get(&key) {
            self.young_bytes -= size(&key, before);
        }
        self.young.insert(key, value);
    }
}

/// What a value takes.
pub(crate) trait Size {
    fn size(&self) -> usize;
}

impl Size for f64 {
    fn size(&self) -> usize {
        8
    }
}

impl Size for Option<Arc<str>> {
    fn size(&self) -> usize {
        size_of::<Self>() + self.as_ref().map_or(0, |text| text.len())
    }
}

fn size<T: Size>(key: &[u8], value: &[T]) -> usize {
    ENTRY + key.len() + value.iter().map(Size::size).sum::<usize>()
}

/// Nothing panics while it holds one of these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    whole(mutex.lock())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_for_the_same_and_count() {
        let known = Memo::default();
        let long = |number: usize| format!("{number} {}", "x ".repeat(50)).into_bytes();
        let (epoch, names) = known.name(&[&long(1), &long(2), &long(1)]).unwrap();
        assert_eq!(names, [0, 1, 0]);
        (0..3_000).for_each(|number| assert_eq!(known.name(&[&long(number)]).unwrap().0, epoch));
        assert_eq!(known.name(&[&long(2)]), Some((epoch, vec![1])));
        assert_eq!(known.bytes(), 3_000 * NAME);
        known.forget();
        assert_eq!(known.bytes(), 0);
        assert_eq!(known.name(&[&long(2)]), Some((epoch + 1, vec![0])));
    }
}
