//! How the words of an input are brought into the form in which a grammar has them. It is stored with the grammar, so
//! that whoever applies it does what whoever wrote or learnt it did.
//!
//! Where a word begins and ends is decided on the input itself, so that copies and messages show what was typed. Its form
//! is only for finding it in the vocabulary.

use super::vocabulary::{Vocabulary, Word};

/// What is done with punctuation in an input.
///
/// Punctuation is `. , ; : ! ? …`, quotation marks, round, square and curly brackets, and their forms in other scripts. Where
/// letters or digits stand on both sides, it is part of the word: `20.5`, `3:30`, `example.com`. Hyphens and apostrophes
/// are always part of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Punctuation {
    /// It is part of the word at which it stands.
    #[default]
    Keep,
    /// Each character is a word of its own.
    Split,
    /// It is left out.
    Drop,
}

/// What is done to the words of an input before a grammar sees them. By default nothing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Normalisation {
    /// Whether capital and small letters are the same.
    pub fold_case: bool,
    /// What is done with punctuation.
    pub punctuation: Punctuation,
    /// Whether a letter with a mark is the same however it is encoded, as one character or as two (Unicode's form NFC).
    /// Without the feature `unicode` nothing is done about it.
    pub compose: bool,
}

impl Normalisation {
    /// Nothing is done.
    pub const NONE: Self =
        Self { fold_case: false, punctuation: Punctuation::Keep, compose: false };

    /// Whether nothing is done.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The words of a text, as they stand in it.
    ///
    /// ```
    /// use blicket::{Normalisation, Punctuation};
    ///
    /// let mut normalisation = Normalisation::default();
    /// normalisation.punctuation = Punctuation::Split;
    /// let words: Vec<&str> = normalisation.words("Wait, Anna! (it's 3:30.)").collect();
    /// assert_eq!(words, ["Wait", ",", "Anna", "!", "(", "it's", "3:30", ".", ")"]);
    /// ```
    pub fn words(self, text: &str) -> Words<'_> {
        Words { rest: text, punctuation: self.punctuation }
    }

    /// Adds the words of a text to which nothing is done to `to`, as a vocabulary has them.
    ///
    /// Nearly all words are short ones of ASCII with one space behind them: those are read eight bytes at a time.
    pub(crate) fn read_as_is(text: &str, vocabulary: &Vocabulary, to: &mut Vec<Word>) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(next) = eight_bytes(bytes, at) {
            let length = graphic_bytes(next);
            let end = at + length as usize;
            let ends = bytes.get(end).is_none_or(|byte| *byte == b' ');
            if !ends || length == 0 {
                // It begins with white space, or is long, or has other letters.
                let mut words = Self::NONE.words(&text[at..]);
                let Some(word) = words.next() else { return };
                to.push(vocabulary.find(word));
                at = bytes.len() - words.rest.len();
            } else {
                let bits = next & u64::MAX >> (64 - 8 * length);
                to.push(vocabulary.find_short(bits, length));
                at = end;
            }
            at += usize::from(bytes.get(at) == Some(&b' '));
        }
        to.extend(Self::NONE.words(&text[at..]).map(|word| vocabulary.find(word)));
    }

    /// The form in which a grammar has a word, made in `buffer` where it differs.
    pub fn form<'a>(self, word: &'a str, buffer: &'a mut String) -> &'a str {
        if word
            .bytes()
            .all(|byte| byte.is_ascii() && !(self.fold_case && byte.is_ascii_uppercase()))
        {
            return word;
        }
        buffer.clear();
        match self.fold_case {
            true => fold(word, buffer),
            false => buffer.push_str(word),
        }
        // Last, because folding takes some letters with marks apart.
        #[cfg(feature = "unicode")]
        if self.compose && !unicode_normalization::is_nfc(buffer) {
            *buffer = unicode_normalization::UnicodeNormalization::nfc(buffer.as_str()).collect();
        }
        buffer
    }

    /// A text with its words in the form in which a grammar has them, a space between them.
    ///
    /// ```
    /// use blicket::{Normalisation, Punctuation};
    ///
    /// let mut normalisation = Normalisation::default();
    /// normalisation.fold_case = true;
    /// normalisation.punctuation = Punctuation::Drop;
    /// assert_eq!(normalisation.apply("  Turn ON, please!"), "turn on please");
    /// ```
    pub fn apply(self, text: &str) -> String {
        let mut normal = String::with_capacity(text.len());
        self.apply_into(text, &mut normal, &mut String::new());
        normal
    }

    /// Writes such a text to memory that is used again.
    pub(crate) fn apply_into(self, text: &str, normal: &mut String, buffer: &mut String) {
        normal.clear();
        for word in self.words(text) {
            if !normal.is_empty() {
                normal.push(' ');
            }
            normal.push_str(self.form(word, buffer));
        }
    }

    /// Whether an input can have this as one word.
    pub(super) fn is_one_word(self, text: &str) -> bool {
        self.words(text).eq([text])
    }

    /// What it is called that nothing is done.
    pub(crate) const NOTHING: &'static str = "none";

    /// Its name among the options of a task: the directives without their signs, with commas between them.
    pub fn name(self) -> String {
        let names = self.directives().map(|directive| directive[1..].replace(' ', "-"));
        let names = names.collect::<Vec<_>>().join(",");
        if names.is_empty() { Self::NOTHING.to_owned() } else { names }
    }

    /// The normalisation of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut found = Self::NONE;
        for part in name.split(',').filter(|_| name != Self::NOTHING) {
            match part {
                "fold-case" => found.fold_case = true,
                "punctuation-split" => found.punctuation = Punctuation::Split,
                "punctuation-drop" => found.punctuation = Punctuation::Drop,
                "nfc" => found.compose = true,
                _ => return None,
            }
        }
        Some(found)
    }

    /// The directives that say this in a grammar's text, a line each.
    pub(super) fn directives(self) -> impl Iterator<Item = &'static str> {
        let fold_case = self.fold_case.then_some(FOLD_CASE);
        let punctuation = match self.punctuation {
            Punctuation::Keep => None,
            Punctuation::Split => Some("%punctuation split"),
            Punctuation::Drop => Some("%punctuation drop"),
        };
        let compose = self.compose.then_some(NFC);
        [fold_case, punctuation, compose].into_iter().flatten()
    }
}

/// The directive by which capital and small letters are the same.
pub(super) const FOLD_CASE: &str = "%fold-case";
/// The directive that says what is done with punctuation.
pub(super) const PUNCTUATION: &str = "%punctuation";
/// The directive by which it does not matter how letters with marks are encoded.
pub(super) const NFC: &str = "%nfc";

/// Adds a word in which capital and small letters are the same. By way of capital letters, because the two small forms of
/// the Greek sigma have one, and the German ß has two.
fn fold(word: &str, to: &mut String) {
    to.extend(word.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase));
}

/// The words of a text, as [`Normalisation::words`] gives them.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rest: &'a str,
    punctuation: Punctuation,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        loop {
            // One space is usual between words, and quickly left out.
            self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
            if !self.rest.as_bytes().first().is_some_and(is_graphic) {
                self.rest = self.rest.trim_start();
            }
            if self.punctuation == Punctuation::Keep {
                let (word, after) = self.rest.split_at(end_at_white_space(self.rest));
                self.rest = after;
                return (!word.is_empty()).then_some(word);
            }
            let first = self.rest.chars().next()?;
            let (word, after) = match is_punctuation(first) {
                true => self.rest.split_at(first.len_utf8()),
                false => self.rest.split_at(end_of_word(self.rest)),
            };
            self.rest = after;
            if self.punctuation != Punctuation::Drop || !is_punctuation(first) {
                return Some(word);
            }
        }
    }
}

/// The next eight bytes as one number, the first one lowest, with zeros past the end; none if there are no eight at all,
/// or nothing is left.
#[inline(always)]
fn eight_bytes(bytes: &[u8], at: usize) -> Option<u64> {
    if let Some(chunk) = bytes.get(at..)?.first_chunk() {
        return Some(u64::from_le_bytes(*chunk));
    }
    let rest = bytes.len() - at;
    let last = u64::from_le_bytes(*bytes.last_chunk()?);
    (rest > 0).then(|| last >> (64 - 8 * rest))
}

/// How many of eight bytes, from the lowest on, are characters of their own that are no white space.
#[inline(always)]
fn graphic_bytes(bytes: u64) -> u32 {
    const EACH: u64 = u64::MAX / 255;
    // The highest bit of each: whether the other seven are more than a space, and it is no part of another character.
    let above_space = (bytes & (EACH * 0x7f)) + EACH * (0x7f - 0x20);
    let ends = (!above_space | bytes) & (EACH * 0x80);
    ends.trailing_zeros() / 8
}

/// Whether a byte is a character of its own that is seen, and no white space therefore.
#[inline]
fn is_graphic(byte: &u8) -> bool {
    byte.is_ascii_graphic()
}

/// Where the first white space of `text` is, or its end.
#[inline]
fn end_at_white_space(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (chunks, _) = bytes.as_chunks();
    let full = chunks.iter().take_while(|chunk| graphic_bytes(u64::from_le_bytes(**chunk)) == 8);
    let at = 8 * full.count();
    let at = at
        + match eight_bytes(bytes, at) {
            Some(next) => graphic_bytes(next) as usize,
            None => bytes[at..].iter().take_while(|byte| is_graphic(byte)).count(),
        };
    match bytes.get(at) {
        None | Some(b' ') => at,
        // Other white space, or letters of other alphabets.
        Some(_) => text[at..].find(char::is_whitespace).map_or(text.len(), |further| at + further),
    }
}

/// Where the word ends that `text` begins with: before white space, or before punctuation that is not inside it.
fn end_of_word(text: &str) -> usize {
    // Mostly there is nothing but letters and digits before a space.
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let inside = text.bytes().take_while(is_inside).count();
    if inside > 0 && matches!(text.as_bytes().get(inside), None | Some(b' ')) {
        return inside;
    }
    let mut before = None;
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        if c.is_whitespace() {
            return at;
        }
        let after = characters.peek().map(|(_, c)| *c);
        let inside =
            before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric);
        if is_punctuation(c) && !inside {
            return at;
        }
        before = Some(c);
    }
    text.len()
}

fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '…'
            | '"'
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '“'
            | '”'
            | '„'
            | '‟'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '¿'
            | '¡'
            | '。'
            | '，'
            | '、'
            | '；'
            | '：'
            | '！'
            | '？'
            | '「'
            | '」'
            | '『'
            | '』'
            | '（'
            | '）'
            | '،'
            | '؛'
            | '؟'
            | '।'
            | '·'
            | '։'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(fold_case: bool, punctuation: Punctuation) -> Normalisation {
        Normalisation { fold_case, punctuation, ..Normalisation::NONE }
    }

    #[test]
    fn nothing_is_done_by_default() {
        let text = "  Turn\tON , \u{a0} “it's”. ";
        let words: Vec<&str> = Normalisation::NONE.words(text).collect();
        assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
        assert_eq!(Normalisation::NONE.apply("Turn  ON"), "Turn ON");
    }

    /// Against reading word by word: short and long words, white space of all kinds, other letters, every end of a text.
    #[test]
    fn words_are_read_as_they_are_found_one_by_one() {
        let parts = [
            "a",
            "walk",
            "opposite",
            "thrice!",
            "I_TURN_LEFT",
            "straße",
            "\u{7f}",
            "\0",
            "é",
            "größer",
            "x\0",
        ];
        let spaces = [" ", "  ", "\t", "\u{a0}", " \n", "\u{3000}"];
        let mut vocabulary = Vocabulary::new();
        for part in &parts[..parts.len() - 2] {
            vocabulary.intern(part).unwrap();
        }
        let mut state = 1_u32;
        let mut pick = |count: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % count
        };
        for _ in 0..3000 {
            let mut text = String::new();
            for _ in 0..pick(6) {
                for part in [spaces[pick(4) * pick(2)], parts[pick(parts.len())]] {
                    text.push_str(part);
                }
            }
            text.push_str(["", " ", "\n "][pick(3)]);
            let mut read = Vec::new();
            Normalisation::read_as_is(&text, &vocabulary, &mut read);
            let found: Vec<Word> =
                text.split_whitespace().map(|word| vocabulary.find(word)).collect();
            assert_eq!(read, found, "{text:?}");
        }
    }

    #[test]
    fn punctuation_inside_a_word_is_part_of_it() {
        let words = |punctuation, text| with(false, punctuation).words(text).collect::<Vec<_>>();
        let text = "twenty-one, 20.5. don't (x,y) ... 'a'";
        assert_eq!(
            words(Punctuation::Split, text),
            ["twenty-one", ",", "20.5", ".", "don't", "(", "x,y", ")", ".", ".", ".", "'a'"]
        );
        assert_eq!(words(Punctuation::Drop, text), ["twenty-one", "20.5", "don't", "x,y", "'a'"]);
        assert_eq!(words(Punctuation::Drop, " , . "), [""; 0]);
    }

    #[test]
    fn letters_fold_in_every_script() {
        let fold = |text| with(true, Punctuation::Keep).apply(text);
        assert_eq!(fold("ÄRGER Straße STRASSE"), "ärger strasse strasse");
        assert_eq!(fold("ΟΔΟΣ οδος"), "οδοσ οδοσ");
        assert_eq!(fold("ЁЖ"), "ёж");
    }

    #[test]
    fn what_is_normal_stays_as_it_is() {
        for text in
            ["Turn ON, please!", "„Ja“, sagte İ ŉ ǅ", "a.b .c d. ..", "e\u{301}A\u{300} \u{390}"]
        {
            for punctuation in [Punctuation::Keep, Punctuation::Split, Punctuation::Drop] {
                for fold_case in [false, true] {
                    let mut normalisation = with(fold_case, punctuation);
                    for compose in [false, true] {
                        normalisation.compose = compose;
                        let once = normalisation.apply(text);
                        assert_eq!(normalisation.apply(&once), once, "{text} {compose}");
                    }
                }
            }
        }
    }

    #[cfg(feature = "unicode")]
    #[test]
    fn marks_on_letters_are_composed() {
        let compose = Normalisation { compose: true, ..Normalisation::NONE };
        assert_eq!(compose.apply("cafe\u{301}"), "café");
        let both = Normalisation { fold_case: true, ..compose };
        assert_eq!(both.apply("CAFE\u{301}"), "café");
    }
}
