//! Sections that are there from the start, as hypotheses: what no example
//! ends up using is dropped again.

use super::digits::is_digits;
use super::learner::Drafting;
use super::symbol::Symbol;

/// Words, and the tokens that they mean.
type Member = (Vec<Symbol>, Vec<Symbol>);

/// A word and a token with at least this link are a pair.
const LINKED: f32 = 0.55;

impl Drafting<'_> {
    /// All words that appear in outputs as they are, are one kind.
    pub(crate) fn seed_copied(&mut self) {
        let links = &self.task.links;
        let copied: Vec<(Symbol, Symbol)> = self
            .all_texts()
            .filter(|&w| links.between(w, w) > 0.7 && links.of_word(w) > 0.6)
            .map(|w| (w, w))
            .collect();
        if !copied.is_empty() {
            self.add_section(&copied);
        }
    }

    /// All numbers are one kind.
    pub(crate) fn seed_numbers(&mut self) {
        let links = &self.task.links;
        let is_number = |w: Symbol| {
            is_digits(self.task.texts.of(w)) && links.between(w, w) > 0.3 && links.of_word(w) > 0.3
        };
        let numbers: Vec<(Symbol, Symbol)> =
            self.all_texts().filter(|&w| is_number(w)).map(|w| (w, w)).collect();
        if !numbers.is_empty() {
            self.add_section(&numbers);
        }
    }

    fn all_texts(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.task.texts.len() as u32).map(Symbol::text)
    }

    /// What stands between the same tokens in outputs is one kind: behind
    /// `colour =` or `( room`, before `min`. Words come in by their links, runs of copies whole.
    pub(crate) fn seed_between(&mut self, before: usize, after: usize) {
        let mut groups: Vec<(Vec<Symbol>, Vec<Member>)> = vec![];
        for example in &self.task.examples {
            let mut at = 0;
            while at < example.output.len() {
                let Some((words, length)) = self.meaning_at(&example.input, &example.output, at)
                else {
                    at += 1;
                    continue;
                };
                let end = at + length;
                let mut context = example.output[at.saturating_sub(before)..at].to_vec();
                context
                    .extend_from_slice(&example.output[end..example.output.len().min(end + after)]);
                let whole = at >= before && end + after <= example.output.len();
                let member = (words, example.output[at..end].to_vec());
                at = end;
                if !whole {
                    continue;
                }
                match groups.iter_mut().find(|g| g.0 == context) {
                    Some(group) if group.1.contains(&member) => {}
                    Some(group) => group.1.push(member),
                    None => groups.push((context, vec![member])),
                }
            }
        }
        for (_, members) in groups.into_iter().filter(|g| g.1.len() > 1) {
            let section = self.grammar.sections;
            self.grammar.sections += 1;
            for (left, right) in members {
                let body = self.store.intern(self.task, &left, &right);
                self.grammar.add(section, body, 0);
            }
        }
    }

    /// The words behind an output token: a run of copies, or the linked word.
    fn meaning_at(
        &self,
        input: &[Symbol],
        output: &[Symbol],
        at: usize,
    ) -> Option<(Vec<Symbol>, usize)> {
        if self.task.brackets.is_bracket(output[at]) {
            return None;
        }
        let run =
            |i: usize| input[i..].iter().zip(&output[at..]).take_while(|(a, b)| a == b).count();
        if let Some(start) =
            (0..input.len()).max_by_key(|&i| (run(i), std::cmp::Reverse(i))).filter(|&i| run(i) > 0)
        {
            let length = run(start);
            return Some((input[start..start + length].to_vec(), length));
        }
        let links = &self.task.links;
        let word = input.iter().copied().max_by(|&a, &b| {
            links.between(a, output[at]).total_cmp(&links.between(b, output[at]))
        })?;
        (links.between(word, output[at]) > LINKED).then(|| (vec![word], 1))
    }
}
