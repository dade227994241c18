//! A table from (what, from, to) to an answer, which keeps its memory from one input to the next.

/// No answer is there.
pub(super) const ABSENT: u32 = u32::MAX - 1;

#[derive(Clone, Copy, Debug, Default)]
struct TableEntry {
    /// The first and the last place.
    span: u64,
    what: u32,
    /// The entry is there if this is the table's own.
    epoch: u32,
    answer: u32,
}

/// Open addressing with linear probing. Entries are never removed; those of earlier inputs are told
/// apart by their epoch, so that beginning anew costs nothing.
#[derive(Debug, Default)]
pub(super) struct ReadingTable {
    entries: Vec<TableEntry>,
    epoch: u32,
    used: usize,
}

impl ReadingTable {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.used = 0;
        match self.epoch.checked_add(1) {
            Some(epoch) => self.epoch = epoch,
            None => {
                self.entries.fill(TableEntry::default());
                self.epoch = 1;
            }
        }
    }

    /// The answer, or [`ABSENT`].
    #[inline]
    pub(super) fn get(&self, what: u32, from: u32, to: u32) -> u32 {
        if self.entries.is_empty() {
            return ABSENT;
        }
        let entry = &self.entries[self.find(what, from, to)];
        if entry.epoch == self.epoch { entry.answer } else { ABSENT }
    }

    /// Puts an answer in the place of whatever is there.
    #[inline]
    pub(super) fn set(&mut self, what: u32, from: u32, to: u32, answer: u32) {
        if (self.used + 1) * 8 > self.entries.len() * 5 {
            self.grow();
        }
        let index = self.find(what, from, to);
        let entry = &mut self.entries[index];
        self.used += usize::from(entry.epoch != self.epoch);
        *entry = TableEntry { span: span(from, to), what, epoch: self.epoch, answer };
    }

    /// Where the entry is, or where it would be.
    #[inline]
    fn find(&self, what: u32, from: u32, to: u32) -> usize {
        let span = span(from, to);
        let mask = self.entries.len() - 1;
        let mixed = (span ^ u64::from(what).rotate_left(40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mut index = (mixed >> 32) as usize & mask;
        loop {
            let entry = &self.entries[index];
            if entry.epoch != self.epoch || (entry.span, entry.what) == (span, what) {
                return index;
            }
            index = (index + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 2).max(64);
        let old = std::mem::replace(&mut self.entries, vec![TableEntry::default(); size]);
        if self.epoch == 0 {
            self.epoch = 1;
        }
        for entry in old.into_iter().filter(|entry| entry.epoch == self.epoch) {
            let index = self.find(entry.what, (entry.span >> 32) as u32, entry.span as u32);
            self.entries[index] = entry;
        }
    }
}

fn span(from: u32, to: u32) -> u64 {
    u64::from(from) << 32 | u64::from(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_is_there_until_the_table_is_cleared() {
        let mut table = ReadingTable::default();
        assert_eq!(table.get(0, 0, 0), ABSENT);
        for round in 0..3 {
            table.clear();
            for key in 0..1_000_u32 {
                assert_eq!(table.get(key % 7, key, key + 3), ABSENT);
                table.set(key % 7, key, key + 3, key + round);
            }
            for key in 0..1_000_u32 {
                assert_eq!(table.get(key % 7, key, key + 3), key + round);
                assert_eq!(table.get(key % 7 + 7, key, key + 3), ABSENT);
            }
        }
    }
}
