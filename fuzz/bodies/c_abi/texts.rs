//! Texts as a host may give them.

use crate::text::blicket_str;
use blicket_fuzz::Choices;
use std::ptr::null;

/// What there are grammars, inputs and outputs of.
const KNOWN: [&str; 18] = [
    "dax -> RED\nlug -> BLUE\nu1 fep -> [u1] [u1]\nx1 kiki x2 -> [x2] [x1]",
    "%numbers\none -> 1\nten -> 10\nu1 x1 -> [u1]*10 + [x1]",
    "x1 -> [x1]\n",
    "@do\ntake the? x1:thing -> [x1] {x1}\nx1:do then x2:integer -> [x1] [x2]\n@thing\ndax -> D\nx1:word -> {x1}",
    "take the dax then 7",
    "oops",
    "dax",
    "dax fep",
    "lug fep kiki dax",
    "RED",
    "RED RED",
    "BLUE BLUE RED",
    "one ten",
    "9223372036854775807",
    "7",
    "ten ten ten",
    "x1 -> \u{0} \u{2028}",
    "",
];

/// Keeps texts alive as long as the sequence of calls.
#[derive(Default)]
pub(super) struct Texts {
    kept: Vec<Box<[u8]>>,
}

/// A text as an argument.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) text: blicket_str,
    /// Whether it is one.
    pub(super) fits: bool,
}

impl Texts {
    /// Mostly a text that there may be use for; else any bytes, or none that can be read.
    pub(super) fn pick(&mut self, choices: &mut Choices<'_>) -> Text {
        match choices.below(16) {
            0..10 => self.keep(choices.pick(&KNOWN).as_bytes()),
            10..14 => self.keep(choices.bytes(60)),
            14 => {
                let len = choices.below(3);
                Text { text: blicket_str { data: null(), len }, fits: len == 0 }
            }
            _ => {
                let Text { text, .. } = self.keep(b"long");
                let len = usize::MAX - choices.below(256);
                Text { text: blicket_str { len, ..text }, fits: false }
            }
        }
    }

    pub(super) fn keep(&mut self, bytes: &[u8]) -> Text {
        self.kept.push(bytes.into());
        let bytes = &self.kept[self.kept.len() - 1];
        let text = blicket_str { data: bytes.as_ptr().cast(), len: bytes.len() };
        Text { text, fits: std::str::from_utf8(bytes).is_ok() }
    }
}
