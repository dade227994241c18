//! The values of slots that no right side asks for.

use super::reader::NO_NODE;
use super::slots::RawSlot;
use super::tokens::Value;
use super::values::NodeMachine;

impl NodeMachine<'_> {
    /// Evaluates what no right side asked for, behind the tokens of the output, and sorts the slots.
    /// A slot whose value cannot be found, say because it would cost too much, has none.
    pub(super) fn finish_slots(&mut self) {
        while let Some((slot, node)) = self.slots.as_mut().and_then(|slots| slots.next_postponed())
        {
            let Some(RawSlot { from, to, depth, .. }) =
                self.slots.as_ref().map(|slots| slots.list[slot as usize])
            else {
                break;
            };
            let start = self.memory.tokens.len() as u32;
            let value = match node {
                NO_NODE => self
                    .copy_words(from, to)
                    .map(|()| Value::Tokens(start, self.memory.tokens.len() as u32)),
                node => self.run(node, depth + 1),
            };
            if let Some(slots) = &mut self.slots {
                slots.list[slot as usize].value = value.unwrap_or(Value::Unknown);
            }
        }
        if let Some(slots) = &mut self.slots {
            slots.sort();
        }
    }
}
