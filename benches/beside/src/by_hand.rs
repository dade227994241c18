//! SCAN, written by hand: what a programmer would write who needs this one language, and needs it fast.

const INPUTS: [&str; 13] = [
    "walk", "look", "run", "jump", "turn", "left", "right", "and", "after", "twice", "thrice",
    "opposite", "around",
];
const OUTPUTS: [&str; 6] = ["I_WALK", "I_LOOK", "I_RUN", "I_JUMP", "I_TURN_LEFT", "I_TURN_RIGHT"];
const TURN: u8 = 4;
const LEFT: u8 = 5;
const RIGHT: u8 = 6;
const AND: u8 = 7;
const AFTER: u8 = 8;
const TWICE: u8 = 9;
const THRICE: u8 = 10;
const OPPOSITE: u8 = 11;
const AROUND: u8 = 12;

/// Where actions go: those of [`OUTPUTS`], by number.
trait Output {
    fn action(&mut self, action: u8);
    fn len(&self) -> usize;
    /// Adds what has come since `start` once more.
    fn repeat(&mut self, start: usize);
}

impl Output for Vec<u8> {
    fn action(&mut self, action: u8) {
        self.push(action);
    }
    fn len(&self) -> usize {
        self.len()
    }
    fn repeat(&mut self, start: usize) {
        self.extend_from_within(start..);
    }
}

/// Every action has a space behind it.
impl Output for String {
    fn action(&mut self, action: u8) {
        self.push_str(OUTPUTS[action as usize]);
        self.push(' ');
    }
    fn len(&self) -> usize {
        self.len()
    }
    fn repeat(&mut self, start: usize) {
        self.extend_from_within(start..);
    }
}

/// The numbers of a command's words, or of actions.
pub(crate) fn symbols(text: &str) -> Option<Vec<u8>> {
    let number = |word| {
        let known = if text.starts_with("I_") { &OUTPUTS[..] } else { &INPUTS[..] };
        known.iter().position(|known| *known == word).map(|number| number as u8)
    };
    text.split(' ').map(number).collect()
}

/// Whether a command's actions are the wanted ones.
pub(crate) fn check(command: &[u8], wanted: &[u8], made: &mut Vec<u8>) -> bool {
    made.clear();
    sentences(command, made).is_some() && made == wanted
}

/// Writes the actions of a command.
pub(crate) fn apply(command: &str, made: &mut String) -> bool {
    made.clear();
    let mut words = [0; 16];
    let mut count = 0;
    for word in command.split_ascii_whitespace() {
        if count == words.len() {
            return false;
        }
        words[count] = match word {
            "walk" => 0,
            "look" => 1,
            "run" => 2,
            "jump" => 3,
            "turn" => TURN,
            "left" => LEFT,
            "right" => RIGHT,
            "and" => AND,
            "after" => AFTER,
            "twice" => TWICE,
            "thrice" => THRICE,
            "opposite" => OPPOSITE,
            "around" => AROUND,
            _ => return false,
        };
        count += 1;
    }
    let read = sentences(&words[..count], made).is_some();
    made.pop();
    read
}

fn sentences(words: &[u8], output: &mut impl Output) -> Option<()> {
    match words.iter().position(|word| matches!(*word, AND | AFTER)) {
        None => sentence(words, output),
        Some(place) if words[place] == AND => {
            sentence(&words[..place], output)?;
            sentence(&words[place + 1..], output)
        }
        Some(place) => {
            sentence(&words[place + 1..], output)?;
            sentence(&words[..place], output)
        }
    }
}

fn sentence(words: &[u8], output: &mut impl Output) -> Option<()> {
    let start = output.len();
    let (phrase_words, times) = match words {
        [before @ .., TWICE] => (before, 2),
        [before @ .., THRICE] => (before, 3),
        _ => (words, 1),
    };
    phrase(phrase_words, output)?;
    if times > 1 {
        let end = output.len();
        output.repeat(start);
        if times > 2 {
            output.repeat(end);
        }
    }
    Some(())
}

fn phrase(words: &[u8], output: &mut impl Output) -> Option<()> {
    let turn = |direction: u8| match direction {
        LEFT => Some(4),
        RIGHT => Some(5),
        _ => None,
    };
    let (verb, turned) = match *words {
        [verb] => (verb, None),
        [verb, direction] => (verb, Some((turn(direction)?, 1))),
        [verb, OPPOSITE, direction] => (verb, Some((turn(direction)?, 2))),
        [verb, AROUND, direction] => (verb, Some((turn(direction)?, 4))),
        _ => return None,
    };
    let verb = match verb {
        0..TURN => Some(verb),
        TURN if turned.is_some() => None,
        _ => return None,
    };
    match turned {
        None => verb.into_iter().for_each(|verb| output.action(verb)),
        Some((turn, 4)) => {
            for _ in 0..4 {
                output.action(turn);
                verb.into_iter().for_each(|verb| output.action(verb));
            }
        }
        Some((turn, times)) => {
            (0..times).for_each(|_| output.action(turn));
            verb.into_iter().for_each(|verb| output.action(verb));
        }
    }
    Some(())
}
