//! SCAN by winnow: a parser of combinators that makes a tree of each command, and the actions from that.

use winnow::ModalResult;
use winnow::Parser;
use winnow::combinator::{alt, eof, opt, preceded, terminated};

struct Phrase {
    verb: &'static str,
    /// The turn, how often, and whether the verb comes after each of them.
    turn: Option<(&'static str, u8, bool)>,
    times: u8,
}

/// Writes the actions of a command.
pub fn apply(command: &str, made: &mut String) -> bool {
    made.clear();
    let Ok((first, second)) = terminated(sentences, eof).parse(command) else { return false };
    let (first, second) = match second {
        Some((second, true)) => (second, Some(first)),
        Some((second, false)) => (first, Some(second)),
        None => (first, None),
    };
    write(&first, made);
    second.iter().for_each(|phrase| write(phrase, made));
    made.pop();
    true
}

/// The second phrase with whether it comes first.
fn sentences(input: &mut &str) -> ModalResult<(Phrase, Option<(Phrase, bool)>)> {
    let join = alt((" and ".value(false), " after ".value(true)));
    let second = opt((join, sentence)).map(|second| second.map(|(first, phrase)| (phrase, first)));
    (sentence, second).parse_next(input)
}

fn sentence(input: &mut &str) -> ModalResult<Phrase> {
    let turn = opt(alt((
        preceded(" opposite ", direction).map(|turn| (turn, 2, false)),
        preceded(" around ", direction).map(|turn| (turn, 4, true)),
        preceded(" ", direction).map(|turn| (turn, 1, false)),
    )));
    let times = opt(alt((" twice".value(2), " thrice".value(3)))).map(|times| times.unwrap_or(1));
    (verb, turn, times).map(|(verb, turn, times)| Phrase { verb, turn, times }).parse_next(input)
}

fn verb(input: &mut &str) -> ModalResult<&'static str> {
    alt((
        "walk".value("I_WALK "),
        "look".value("I_LOOK "),
        "run".value("I_RUN "),
        "jump".value("I_JUMP "),
        "turn".value(""),
    ))
    .parse_next(input)
}

fn direction(input: &mut &str) -> ModalResult<&'static str> {
    alt(("left".value("I_TURN_LEFT "), "right".value("I_TURN_RIGHT "))).parse_next(input)
}

fn write(phrase: &Phrase, made: &mut String) {
    let start = made.len();
    match phrase.turn {
        None => made.push_str(phrase.verb),
        Some((turn, times, with_verb)) => {
            for _ in 0..times {
                made.push_str(turn);
                if with_verb {
                    made.push_str(phrase.verb);
                }
            }
            if !with_verb {
                made.push_str(phrase.verb);
            }
        }
    }
    let end = made.len();
    (1..phrase.times).for_each(|_| made.extend_from_within(start..end));
}
