//! Reads docs/language.ebnf, says whether a text can be derived from it, and derives texts.

use std::collections::{BTreeSet, HashMap};

/// What stands between two parts that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// At least one space.
    Spaces,
    /// `~`: any number of spaces.
    Free,
    /// `.`: no space.
    Nothing,
}

#[derive(Debug)]
pub(crate) enum Node {
    Text(String),
    Name(String),
    /// Each part with the gap before it.
    Row(Vec<(Gap, Node)>),
    Choice(Vec<Node>),
    Optional(Box<Node>),
    /// At least once, with something between, and the gaps before and after that.
    Loop(Box<Node>, Option<Box<Node>>, Gap, Gap),
}

pub(crate) struct Ebnf {
    pub(crate) rules: HashMap<String, Node>,
}

struct Reader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut tokens = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut rest = line.trim_start();
            while let Some(first) = rest.chars().next() {
                let is_part = |c: char| c.is_alphanumeric() || c == '_';
                let end = match first {
                    '"' => 2 + rest[1..].find('"').expect(line),
                    _ if is_part(first) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
                    _ => first.len_utf8(),
                };
                tokens.push(&rest[..end]);
                rest = rest[end..].trim_start();
            }
        }
        Self { tokens, at: 0 }
    }

    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn want(&mut self, wanted: &str) {
        let found = self.take();
        assert_eq!(found, wanted, "token {}", self.at);
    }

    fn gap(&mut self) -> Gap {
        let gap = match self.peek() {
            "." => Gap::Nothing,
            "~" => Gap::Free,
            _ => return Gap::Spaces,
        };
        self.at += 1;
        gap
    }

    fn choice(&mut self) -> Node {
        let mut parts = vec![self.row()];
        while self.peek() == "|" {
            self.at += 1;
            parts.push(self.row());
        }
        if parts.len() == 1 { parts.remove(0) } else { Node::Choice(parts) }
    }

    fn row(&mut self) -> Node {
        let mut parts = Vec::new();
        while !["", "|", ")", "]", "}", "/", ";"].contains(&self.peek()) {
            let gap = self.gap();
            // A gap before what closes belongs to what stands behind that.
            if ["/", "}"].contains(&self.peek()) {
                self.at -= 1;
                break;
            }
            parts.push((gap, self.part()));
        }
        Node::Row(parts)
    }

    fn part(&mut self) -> Node {
        let token = self.take();
        match token {
            "(" => {
                let part = self.choice();
                self.want(")");
                part
            }
            "[" => {
                let part = self.choice();
                self.want("]");
                Node::Optional(Box::new(part))
            }
            "{" => {
                let part = Box::new(self.choice());
                let (mut between, mut before, mut after) = (None, Gap::Spaces, Gap::Spaces);
                if self.peek() == "/" {
                    self.at += 1;
                    before = self.gap();
                    between = Some(Box::new(self.part()));
                    after = self.gap();
                }
                self.want("}");
                let repeated = Node::Loop(part, between, before, after);
                if self.peek() == "+" {
                    self.at += 1;
                    return repeated;
                }
                Node::Optional(Box::new(repeated))
            }
            _ if token.starts_with('"') => Node::Text(token[1..token.len() - 1].to_owned()),
            _ => Node::Name(token.to_owned()),
        }
    }
}

impl Ebnf {
    pub(crate) fn read(text: &str) -> Self {
        let mut reader = Reader::new(text);
        let mut rules = HashMap::new();
        while !reader.peek().is_empty() {
            let name = reader.take().to_owned();
            reader.want("=");
            assert!(rules.insert(name, reader.choice()).is_none());
            reader.want(";");
        }
        Self { rules }
    }

    /// Whether a whole text can be derived from a rule. `terminal` says where a name without a rule may end in the rest of
    /// the text, in bytes.
    pub(crate) fn derives(
        &self,
        rule: &str,
        text: &str,
        terminal: &dyn Fn(&str, &str) -> Vec<usize>,
    ) -> bool {
        let mut matcher = Matcher { ebnf: self, text, terminal, known: HashMap::new() };
        matcher.ends(&self.rules[rule], 0).contains(&text.len())
    }
}

struct Matcher<'a> {
    ebnf: &'a Ebnf,
    text: &'a str,
    terminal: &'a dyn Fn(&str, &str) -> Vec<usize>,
    /// By rule and place, where the rule may end.
    known: HashMap<(&'a str, usize), BTreeSet<usize>>,
}

/// How far a row was read: to a place, and what has to stand before the next part that is not empty.
type Reached = (usize, Option<GapKind>);
type GapKind = u8;

impl<'a> Matcher<'a> {
    /// Where something may begin after a gap.
    fn after(&self, gap: Gap, at: usize) -> Vec<usize> {
        let rest = &self.text[at..];
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        // At the edges of a line nothing has to stand.
        let is_edge = at == 0
            || self.text[..at].ends_with('\n')
            || rest[spaces..].is_empty()
            || rest[spaces..].starts_with('\n');
        match gap {
            Gap::Nothing => vec![at],
            Gap::Spaces if spaces == 0 && !is_edge => vec![],
            Gap::Spaces | Gap::Free => vec![at + spaces],
        }
    }

    fn ends(&mut self, node: &'a Node, at: usize) -> BTreeSet<usize> {
        match node {
            Node::Text(text) => self.text[at..]
                .starts_with(&**text)
                .then_some(at + text.len())
                .into_iter()
                .collect(),
            Node::Name(name) => {
                let Some((name, rule)) = self.ebnf.rules.get_key_value(name) else {
                    let ends = (self.terminal)(name, &self.text[at..]);
                    return ends.into_iter().map(|end| at + end).collect();
                };
                if let Some(known) = self.known.get(&(&**name, at)) {
                    return known.clone();
                }
                let ends = self.ends(rule, at);
                self.known.insert((name, at), ends.clone());
                ends
            }
            Node::Choice(parts) => parts.iter().flat_map(|part| self.ends(part, at)).collect(),
            Node::Optional(part) => {
                let mut ends = self.ends(part, at);
                ends.insert(at);
                ends
            }
            Node::Row(parts) => {
                let mut reached: BTreeSet<Reached> = BTreeSet::from([(at, None)]);
                for (gap, part) in parts {
                    let mut next = BTreeSet::new();
                    for &(place, waiting) in &reached {
                        // What is empty hands the gap before it on.
                        let own = (place > at).then_some(*gap as GapKind);
                        let gap = own.into_iter().chain(waiting).min();
                        if self.ends(part, place).contains(&place) {
                            next.insert((place, gap));
                        }
                        for start in gap.map_or(vec![place], |gap| self.after(from(gap), place)) {
                            let ends = self.ends(part, start).into_iter();
                            next.extend(ends.filter(|end| *end > start).map(|end| (end, None)));
                        }
                    }
                    reached = next;
                }
                reached.into_iter().map(|(place, _)| place).collect()
            }
            Node::Loop(part, between, before, after) => {
                let mut ends = self.ends(part, at);
                let mut new: Vec<usize> = ends.iter().copied().collect();
                while let Some(place) = new.pop() {
                    let starts: Vec<usize> = match between {
                        None => self.after(Gap::Spaces, place),
                        Some(between) => {
                            let starts = self.after(*before, place).into_iter();
                            let passed: BTreeSet<usize> =
                                starts.flat_map(|start| self.ends(between, start)).collect();
                            passed.into_iter().flat_map(|end| self.after(*after, end)).collect()
                        }
                    };
                    for start in starts {
                        for end in self.ends(part, start) {
                            if ends.insert(end) {
                                new.push(end);
                            }
                        }
                    }
                }
                ends
            }
        }
    }
}

fn from(kind: GapKind) -> Gap {
    [Gap::Spaces, Gap::Free, Gap::Nothing][usize::from(kind)]
}

/// Random numbers that follow from a seed.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// A number below `most`.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Writes a text that a rule derives.
pub(crate) trait Derive {
    fn chance(&mut self) -> &mut Chance;
    /// What a name is written as, if it is not as its rule says.
    fn name(&mut self, name: &str, path: &[&str]) -> Option<String>;
}

impl Ebnf {
    pub(crate) fn derive(&self, rule: &str, by: &mut dyn Derive) -> String {
        let mut text = String::new();
        self.write(&self.rules[rule], &mut vec![rule], by, &mut text);
        text
    }

    fn write<'a>(
        &'a self,
        node: &'a Node,
        path: &mut Vec<&'a str>,
        by: &mut dyn Derive,
        text: &mut String,
    ) {
        match node {
            Node::Text(written) => text.push_str(written),
            Node::Name(name) => match by.name(name, path) {
                Some(written) => text.push_str(&written),
                None => {
                    path.push(name);
                    self.write(&self.rules[name], path, by, text);
                    path.pop();
                }
            },
            Node::Choice(parts) => {
                // What lies deep ends soon: simple parts stand first.
                let most = if path.len() > 6 { 1 } else { parts.len() };
                let chosen = by.chance().below(most);
                self.write(&parts[chosen], path, by, text);
            }
            Node::Optional(part) => {
                if by.chance().below(2) == 0 {
                    self.write(part, path, by, text);
                }
            }
            Node::Row(parts) => {
                let start = text.len();
                // The narrowest gap since something was written.
                let mut waiting: Option<Gap> = None;
                for (gap, part) in parts {
                    if text.len() > start {
                        let gap = waiting.map_or(*gap, |waiting| wider(waiting, *gap));
                        waiting = Some(gap);
                    }
                    let mut own = String::new();
                    self.write(part, path, by, &mut own);
                    if own.is_empty() {
                        continue;
                    }
                    if let Some(gap) = waiting.take() {
                        write_gap(gap, by, text);
                    }
                    text.push_str(&own);
                }
            }
            Node::Loop(part, between, before, after) => {
                self.write(part, path, by, text);
                while by.chance().below(3) == 0 {
                    match between {
                        None => write_gap(Gap::Spaces, by, text),
                        Some(between) => {
                            write_gap(*before, by, text);
                            self.write(between, path, by, text);
                            write_gap(*after, by, text);
                        }
                    }
                    self.write(part, path, by, text);
                }
            }
        }
    }
}

fn wider(one: Gap, other: Gap) -> Gap {
    from((one as GapKind).min(other as GapKind))
}

fn write_gap(gap: Gap, by: &mut dyn Derive, text: &mut String) {
    let count = match gap {
        Gap::Nothing => 0,
        Gap::Free => by.chance().below(3),
        Gap::Spaces => 1 + by.chance().below(2),
    };
    let space = if by.chance().below(8) == 0 { "\t" } else { " " };
    text.push_str(&space.repeat(count));
}
