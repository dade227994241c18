//! Bytes as choices: what a fuzzer changes is then what is done, not whether it can be read at all.

/// Takes choices from bytes. Where there are none left, every choice is the first one.
#[derive(Debug)]
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    /// All choices are in `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Whether there are none left.
    pub fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    /// A number below `end`, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        debug_assert!((1..=256).contains(&end));
        usize::from(self.byte()) % end
    }

    /// Yes or no; no is first.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Any number, small ones and those at the edges more often.
    pub fn number(&mut self) -> u64 {
        let small = u64::from(self.byte());
        match self.below(8) {
            0..4 => small,
            4 => u64::MAX - small,
            5 => (i64::MAX as u64).wrapping_add(small),
            6 => small << 8 | u64::from(self.byte()),
            _ => self.take(8).iter().fold(small, |number, byte| number << 8 | u64::from(*byte)),
        }
    }

    /// Up to `most` bytes, at most 255.
    pub fn bytes(&mut self, most: usize) -> &'a [u8] {
        let length = self.below(most + 1);
        self.take(length)
    }

    /// All that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.bytes)
    }

    fn take(&mut self, most: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at(most.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }
}
