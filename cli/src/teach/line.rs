//! What a person types: a line that is a command of the conversation, an example, or something to try.

/// One line of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing was typed.
    Nothing,
    /// Something to try, as a player would type it.
    Try(String),
    /// An example.
    Example(String, String),
    /// What the last thing that was tried or asked means.
    Means(String),
    /// One of the answers that the question offers, from 1.
    Choose(usize),
    /// The last thing that was tried or asked is no sentence.
    NoSentence,
    /// The answer to the last thing that was tried is wrong; the right one is not known.
    Wrong,
    /// The answer to the last thing that was tried is right.
    Right,
    Why,
    Ask,
    Undo,
    Examples,
    Remove(usize),
    /// An example is not learnt from for now, or is again.
    Disable(usize),
    Enable(usize),
    /// A rule that every grammar keeps, or not any more.
    Pin(String),
    Unpin(String),
    Rules,
    Lint,
    Help,
    Quit,
    /// What cannot be understood, and what would be right.
    Unknown(String),
}

/// What `:help` prints.
pub(super) const HELP: &str = "\
Type a command of your language to see what it means.
  = OUTPUT           the last one means OUTPUT: it becomes an example
  INPUT -> OUTPUT    a new example
  :ask               be asked what would help most; answer by a number, by = OUTPUT or by :no
  :yes               the answer is right: it becomes an example
  :wrong             the answer is wrong, and you do not know the right one
  :no                the last one is no command of the language
  :why               how the last answer came about
  :examples          all examples, with their numbers
  :remove N          take example N back
  :disable N         do not learn from example N for now; :enable N takes that back
  :pin RULE          keep a rule, whatever is learnt: u1 twice -> [u1] [u1]; :unpin RULE lets go of it
  :undo              take the last change back
  :rules             the grammar that was learnt
  :lint              what looks like a slip in the examples
  :quit              leave (or Ctrl-D)
";

impl Line {
    pub(super) fn read(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            return Self::Nothing;
        }
        if let Some(command) = text.strip_prefix(':') {
            return Self::command(command);
        }
        if let Some(output) = text.strip_prefix('=').filter(|rest| starts_apart(rest)) {
            return Self::Means(output.trim().to_owned());
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 2 {
            return Self::Choose(text.parse().unwrap_or(0));
        }
        let parts = text.split_once('\t').or_else(|| text.split_once(" -> "));
        let parts = parts.or_else(|| Some((text.strip_suffix(" ->")?, "")));
        match parts {
            Some((input, output)) => {
                Self::Example(input.trim().to_owned(), output.trim().to_owned())
            }
            None => Self::Try(text.to_owned()),
        }
    }

    fn command(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let (name, rest) = (words.next().unwrap_or(""), words.next());
        let rule =
            || text.trim_start().split_once(char::is_whitespace).map(|(_, rule)| rule.trim());
        match (name, rest) {
            ("yes", None) => Self::Right,
            ("wrong", None) => Self::Wrong,
            ("no", None) => Self::NoSentence,
            ("why", None) => Self::Why,
            ("ask", None) => Self::Ask,
            ("undo", None) => Self::Undo,
            ("examples", None) => Self::Examples,
            ("rules", None) => Self::Rules,
            ("lint", None) => Self::Lint,
            ("help", None) => Self::Help,
            ("quit", None) => Self::Quit,
            ("remove" | "disable" | "enable", Some(number)) => match (number.parse(), name) {
                (Ok(number), "remove") if number > 0 => Self::Remove(number),
                (Ok(number), "disable") if number > 0 => Self::Disable(number),
                (Ok(number), "enable") if number > 0 => Self::Enable(number),
                _ => Self::Unknown(format!(
                    ":{name} {number}: expected the number of an example, as :examples shows it"
                )),
            },
            ("pin", Some(_)) => Self::Pin(rule().unwrap_or_default().to_owned()),
            ("unpin", Some(_)) => Self::Unpin(rule().unwrap_or_default().to_owned()),
            ("remove" | "disable" | "enable", None) => Self::Unknown(format!(
                ":{name} needs the number of an example, as :examples shows it: :{name} 1"
            )),
            ("pin" | "unpin", None) => Self::Unknown(format!(
                ":{name} needs a rule, as :rules shows them: :{name} u1 twice -> [u1] [u1]"
            )),
            _ => Self::Unknown(format!("there is no :{text}; :help lists what there is")),
        }
    }
}

/// `= OUTPUT`, but not `==`: an input may begin with that.
fn starts_apart(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let example = |a: &str, b: &str| Line::Example(a.to_owned(), b.to_owned());
        assert_eq!(Line::read("  "), Line::Nothing);
        assert_eq!(Line::read("turn on the lamp"), Line::Try("turn on the lamp".to_owned()));
        assert_eq!(Line::read("look -> LOOK"), example("look", "LOOK"));
        assert_eq!(Line::read("look\tLOOK AROUND"), example("look", "LOOK AROUND"));
        assert_eq!(Line::read("please ->"), example("please", ""));
        assert_eq!(Line::read("= LOOK"), Line::Means("LOOK".to_owned()));
        assert_eq!(Line::read("="), Line::Means(String::new()));
        assert_eq!(Line::read("== x"), Line::Try("== x".to_owned()));
        assert_eq!(Line::read("2"), Line::Choose(2));
        assert_eq!(Line::read(":remove 3"), Line::Remove(3));
        assert_eq!(Line::read(":ask"), Line::Ask);
        assert_eq!(Line::read(":disable 2"), Line::Disable(2));
        assert_eq!(Line::read(":pin  a b -> A"), Line::Pin("a b -> A".to_owned()));
        for wrong in
            [":pin", ":enable x", ":remove 0", ":remove x", ":remove", ":teach", ":", ":ask me"]
        {
            assert!(matches!(Line::read(wrong), Line::Unknown(_)), "{wrong}");
        }
    }

    #[test]
    fn help_names_every_command() {
        for name in [
            "yes", "wrong", "no", "why", "ask", "undo", "examples", "remove", "disable", "enable",
            "pin", "unpin", "rules", "lint", "quit",
        ] {
            assert!(HELP.contains(&format!(":{name}")), "{name}");
        }
    }
}
