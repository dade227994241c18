//! The home of `ci/export/home.txt`, written by hand: what a programmer would write who needs this one language.

/// What is left of a command, by words.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// The next word; the empty text at the end.
    fn next(&self) -> &'a str {
        self.0.split(' ').next().unwrap_or("")
    }

    fn skip(&mut self) {
        self.0 = self.0.split_once(' ').map_or("", |(_, rest)| rest);
    }

    /// Takes a word if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.next() == word;
        if is_next {
            self.skip();
        }
        is_next
    }

    fn room(&mut self) -> Option<&'static str> {
        match self.next() {
            "living" => {
                self.skip();
                self.take("room").then_some("living")
            }
            "kitchen" | "galley" => {
                self.skip();
                Some("kitchen")
            }
            _ => None,
        }
    }

    fn lamp(&mut self, made: &mut String) -> bool {
        match self.next() {
            "bedside" | "night" => {
                self.skip();
                made.push_str("lamp_17");
                self.take("lamp")
            }
            "spot" => {
                self.skip();
                made.push_str("spot");
                true
            }
            _ => {
                let Some(room) = self.room() else { return false };
                made.push_str("lamp_of ");
                made.push_str(room);
                self.take("lamp")
            }
        }
    }

    fn level(&mut self, made: &mut String) -> bool {
        let level = self.next();
        self.skip();
        match level {
            "half" => made.push_str("50"),
            _ if !level.is_empty() && level.bytes().all(|byte| byte.is_ascii_digit()) => made.push_str(level),
            _ => return false,
        }
        true
    }
}

/// Writes what a command means; says whether it is one.
pub(crate) fn apply(command: &str, made: &mut String) -> bool {
    made.clear();
    let mut rest = Rest(command);
    let read = match rest.next() {
        "turn" => {
            rest.skip();
            made.push_str("SWITCH ");
            let switched = rest.take("on") || rest.take("off");
            rest.take("the");
            let read = switched && rest.lamp(made);
            rest.take("please");
            read
        }
        "set" => {
            rest.skip();
            made.push_str("LEVEL ");
            rest.take("the");
            let read = rest.lamp(made) && rest.take("to");
            made.push(' ');
            let read = read && rest.level(made);
            rest.take("percent");
            read
        }
        "dim" => {
            rest.skip();
            made.push_str("DIM");
            let everything = rest.take("everything");
            if let Some(room) = rest.room() {
                made.push(' ');
                made.push_str(room);
            }
            everything
        }
        _ => false,
    };
    read && rest.0.is_empty()
}
