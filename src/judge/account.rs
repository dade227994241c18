//! What a grammar costs in bits, and the examples that it does not give.

use super::check::VOTING;
use super::found::{Candidate, Choice, Found};
use super::slips::is_slip;
use crate::budget::Budget;
use crate::grammar::{Evaluation, Grammar, Section};
use crate::language::groups;
use crate::language::rule::{Pattern, Piece, Right, Rule, Term};
use crate::language::vocabulary::Word;
use crate::length::align::Links;
use crate::length::cost::{Prices, log2};
use crate::length::digits::is_digits;
use crate::length::example::{Brackets, SymbolExample};
use crate::length::hash::FastSet;
use crate::length::symbol::{Symbol, Texts};
use crate::prepare::Prepared;
use crate::solution::StopReason;

/// The most examples by which prices are made; of more, the first.
const MOST: usize = 300;
/// Bits of ready-made rules: their name.
const READY_MADE: f64 = 10.0;
/// Bits of a number in a sum.
const NUMBER: f64 = 8.0;

/// Prices that come from the examples of a task.
pub(crate) struct Ledger<'a> {
    prepared: &'a Prepared<'a>,
    texts: Texts,
    links: Links,
    brackets: Brackets,
    prices: Prices,
    /// All examples by heart.
    by_heart: f64,
}

/// What a learner makes of the examples, and how many bits it takes to say it.
pub(crate) struct Account {
    bits: f64,
    /// Bits, as a share of those of all examples by heart.
    share: f64,
    /// Whether it lists words that are copied, where another account may say that any are.
    lists_copies: bool,
    /// Whether it fails examples.
    fails: bool,
    pub(crate) choice: Choice,
    /// Why the learner's turn ended.
    pub(crate) stop: StopReason,
}

/// An account has to be so much shorter than one before it to be believed instead.
const SHORTER: f64 = 0.87;
/// It may be so much longer than one that lists copies if it lists none itself: `5 -> 5` and `7 -> 7` say nothing about 6.
const LONGER: f64 = 1.5;
/// From so many words on, not in digits, it is no chance that they are their own outputs.
const COPIES: usize = 2;

impl Account {
    /// One that nothing is known of, and that is not believed.
    pub(crate) fn nothing(choice: Choice, stop: StopReason) -> Account {
        let (bits, share) = (f64::INFINITY, f64::INFINITY);
        Account { bits, share, lists_copies: false, fails: true, choice, stop }
    }

    /// Its bits as a share of those of all examples by heart; all of them, if others may say more about what is copied.
    pub(crate) fn share(&self) -> f64 {
        if self.lists_copies { self.share.max(1.0) } else { self.share }
    }

    /// Whether it takes examples for wrong.
    pub(crate) fn fails(&self) -> bool {
        self.fails
    }

    /// Whether it is to be believed instead of an earlier one.
    pub(crate) fn is_shorter_than(&self, earlier: &Account) -> bool {
        let says_more = earlier.lists_copies && !self.lists_copies;
        let share = match says_more {
            true => LONGER,
            // That it satisfies examples that the other one does not is enough.
            false if earlier.fails && !self.fails => 1.0,
            false => SHORTER,
        };
        self.bits < share * earlier.bits
    }

    /// The bits below which a later one may be believed instead.
    pub(crate) fn to_beat(&self) -> f64 {
        let share = if self.lists_copies { LONGER } else { SHORTER };
        share * self.bits
    }
}

/// Whether a grammar of the paper's class lists numbers, or several words, that are their own outputs. Its class cannot
/// say that any such word is copied; sections can.
fn lists_copies(grammar: &Grammar) -> bool {
    let [section] = grammar.sections() else { return false };
    let vocabulary = grammar.vocabulary();
    let copied = section.rules.iter().filter_map(|rule| match (&rule.left[..], &rule.right) {
        ([Pattern::Word(word)], Right::Tokens(pieces)) => match pieces[..] {
            [Piece::Token(token)] if vocabulary.text(token) == vocabulary.text(*word) => {
                Some(vocabulary.text(token))
            }
            _ => None,
        },
        _ => None,
    });
    let copied: Vec<&str> = copied.collect();
    copied.len() >= COPIES || copied.iter().any(|text| is_digits(text))
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(prepared: &'a Prepared<'a>) -> Ledger<'a> {
        let vocabulary = &prepared.vocabulary;
        let mut texts = Texts::default();
        let mut side = |side: &[Word]| -> Vec<Symbol> {
            side.iter().map(|word| texts.intern(vocabulary.text(*word))).collect()
        };
        let examples: Vec<SymbolExample> = prepared
            .examples()
            .take(MOST)
            .map(|(input, output, _)| SymbolExample { input: side(input), output: side(output) })
            .collect();
        let brackets = Brackets::find(&texts);
        let links = Links::learn(&examples, &texts);
        let kinds = |side: fn(&SymbolExample) -> &Vec<Symbol>| {
            examples.iter().flat_map(side).collect::<FastSet<_>>().len()
        };
        let prices = Prices::new(kinds(|e| &e.input), kinds(|e| &e.output));
        let by_heart: f64 =
            examples.iter().map(|e| prices.rule(&links, &brackets, &e.input, &e.output)).sum();
        let by_heart = by_heart * prepared.pairs.len() as f64 / examples.len().max(1) as f64;
        Ledger { prepared, texts, links, brackets, prices, by_heart }
    }

    /// What a grammar comes to, with the pairs that it fails.
    pub(crate) fn account(
        &self,
        grammar: Grammar,
        failing: &[usize],
        mut choice: Choice,
        stop: StopReason,
    ) -> Account {
        let bits = self.with_failing(&grammar, failing);
        let fails = !failing.is_empty();
        choice.insists = fails;
        let lists_copies = lists_copies(&grammar);
        choice.chosen.get_or_insert(Candidate::Any(grammar));
        Account { bits, share: bits / self.by_heart.max(1.0), lists_copies, fails, choice, stop }
    }

    /// The bits of a grammar's rules and of the pairs that it fails.
    pub(crate) fn with_failing(&self, grammar: &Grammar, failing: &[usize]) -> f64 {
        let mut evaluation = Evaluation::within(VOTING);
        let failed = failing.iter().map(|pair| self.failed(*pair, grammar, &mut evaluation));
        self.bits(grammar) + failed.sum::<f64>()
    }

    /// A pair that a grammar fails: by heart, or as a slip in what the grammar makes of it, which is the example, the place in it,
    /// and the token.
    fn failed(&self, pair: usize, grammar: &Grammar, evaluation: &mut Evaluation) -> f64 {
        let by_heart = self.pair(pair);
        let (pairs, pair) = (self.prepared.pairs.len(), &self.prepared.pairs[pair]);
        grammar.apply_words(self.prepared.input(pair), evaluation);
        let given = evaluation.text().map(|text| text.split_whitespace().collect::<Vec<_>>());
        let output = self.prepared.output(pair).iter();
        let output: Vec<&str> = output.map(|token| self.prepared.vocabulary.text(*token)).collect();
        match given.is_some_and(|given| is_slip(&output, &given)) {
            true => {
                let place = log2(pairs) + log2(output.len() + 1);
                by_heart.min(self.prices.rule + place + self.prices.token)
            }
            false => by_heart,
        }
    }

    /// A pair by heart.
    fn pair(&self, pair: usize) -> f64 {
        let pair = &self.prepared.pairs[pair];
        let side = |side: &[Word]| -> Vec<Symbol> {
            side.iter().map(|word| self.symbol(self.prepared.vocabulary.text(*word))).collect()
        };
        let (input, output) = (side(self.prepared.input(pair)), side(self.prepared.output(pair)));
        self.prices.rule(&self.links, &self.brackets, &input, &output)
    }

    /// A word that no example shows costs what any other does.
    fn symbol(&self, text: &str) -> Symbol {
        self.texts.find(text).unwrap_or(Symbol::text(u32::MAX >> 1))
    }

    /// A candidate as it is returned.
    pub(crate) fn grammar(&self, candidate: &Candidate) -> Grammar {
        candidate.clone().returned(self.prepared)
    }

    /// The bits of a grammar's rules.
    pub(crate) fn bits(&self, grammar: &Grammar) -> f64 {
        grammar.sections().iter().map(|section| self.section(section, grammar)).sum()
    }

    fn section(&self, section: &Section, grammar: &Grammar) -> f64 {
        let rules: f64 = section.rules.iter().map(|rule| self.rule(rule, grammar)).sum();
        rules + READY_MADE * section.uses.len() as f64
    }

    /// A rule with alternatives costs what they would cost as rules.
    fn rule(&self, rule: &Rule, grammar: &Grammar) -> f64 {
        let lefts = match rule.left.iter().any(|item| matches!(item, Pattern::Group(_))) {
            true => groups::expand(&rule.left).unwrap_or_default(),
            false => vec![rule.left.clone()],
        };
        lefts.iter().map(|left| self.plain(left, &rule.right, grammar)).sum()
    }

    fn plain(&self, left: &[Pattern], right: &Right, grammar: &Grammar) -> f64 {
        // That parts are put together is what all languages of the paper's class share.
        let is_untyped = |item: &Pattern| matches!(item, Pattern::Variable(_));
        let is_given = |piece: &Piece| matches!(piece, Piece::Variable(_));
        if let Right::Tokens(pieces) = right
            && left.iter().all(is_untyped)
            && pieces.iter().all(is_given)
        {
            return 0.0;
        }
        let vocabulary = grammar.vocabulary();
        let text = |word: Word| self.symbol(vocabulary.text(word));
        let words: Vec<Symbol> = left
            .iter()
            .map(|item| match item {
                Pattern::Word(word) => text(*word),
                _ => Symbol::slot(0),
            })
            .collect();
        let (tokens, numbers): (Vec<Symbol>, usize) = match right {
            Right::Tokens(pieces) => {
                let token = |piece: &Piece| match piece {
                    Piece::Token(word) => text(*word),
                    Piece::Variable(_) | Piece::Copy(_) => Symbol::slot(0),
                };
                (pieces.iter().map(token).collect(), 0)
            }
            // A word that is worth a number says it like one that gives it.
            Right::Sum(terms) if matches!(terms[..], [Term::Number(_, None)]) => {
                let number = |term: &Term| match term {
                    Term::Number(number, _) => Some(self.symbol(&number.to_string())),
                    Term::Variable(..) => None,
                };
                (terms.iter().filter_map(number).collect(), 0)
            }
            Right::Sum(terms) => {
                let variables = terms.iter().filter(|term| matches!(term, Term::Variable(..)));
                (variables.map(|_| Symbol::slot(0)).collect(), terms.len())
            }
        };
        // A number that is copied is no more to be said than that numbers are.
        if let ([word], [token]) = (&words[..], &tokens[..])
            && word == token
            && !word.is_slot()
            && is_digits(self.texts.of(*word))
        {
            return self.prices.integer;
        }
        self.prices.rule(&self.links, &self.brackets, &words, &tokens) + NUMBER * numbers as f64
    }
}

impl Found<'_> {
    /// Whether the solution that was just found has so few symbols that no prices are needed to call it short.
    pub(crate) fn says_little(&self, prepared: &Prepared<'_>, budget: &Budget) -> bool {
        let rule = |rule: &Rule| 1 + rule.left.len() + rule.right_len();
        let section = |section: &Section| section.all_rules().map(rule).sum::<usize>();
        let symbols = |grammar: &Grammar| match lists_copies(grammar) {
            true => usize::MAX,
            false => grammar.sections().iter().map(section).sum::<usize>(),
        };
        let said = match &self.choice.chosen {
            Some(Candidate::Any(grammar)) => symbols(grammar),
            Some(of_class) => symbols(&of_class.clone().returned(prepared)),
            None => budget.control().best().map_or(usize::MAX, |best| symbols(&best.grammar)),
        };
        let shown = prepared.examples().map(|(input, output, _)| 1 + input.len() + output.len());
        said.saturating_mul(2) <= shown.sum()
    }

    /// What the choice that a learner has just made comes to. What is to be voted with goes with it.
    pub(crate) fn account(
        &mut self,
        ledger: &Ledger<'_>,
        stop: StopReason,
        budget: &mut Budget,
    ) -> Account {
        let choice = std::mem::take(&mut self.choice);
        let best = || budget.control().best().map(|best| best.grammar.clone());
        let first = || choice.weighed.first().map(|(first, _)| ledger.grammar(first));
        let chosen = choice.chosen.as_ref().map(|chosen| ledger.grammar(chosen));
        let grammar = match stop {
            StopReason::Solved => chosen.or_else(best),
            _ => chosen.or_else(first),
        };
        let Some(grammar) = grammar else { return Account::nothing(choice, stop) };
        let failing = match stop {
            StopReason::Solved => Some(Vec::new()),
            _ => self.failing(&grammar, usize::MAX, budget),
        };
        match failing {
            Some(failing) => ledger.account(grammar, &failing, choice, stop),
            None => Account::nothing(choice, stop),
        }
    }

    /// Makes the choice of an account the one that is voted with. Why the search ended then.
    pub(crate) fn choose(&mut self, account: Account) -> StopReason {
        self.choice = account.choice;
        account.stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Watch;
    use crate::engine::Engine;
    use crate::task::Task;

    const LAMPS: [(&str, &str); 6] = [
        ("light the lamp", "LIGHT ( lamp )"),
        ("light the torch", "LIGHT ( torch )"),
        ("light the stove", "LIGHT ( stove )"),
        ("drop the lamp", "DROP ( lamp )"),
        ("drop the torch", "DROP ( torch )"),
        ("drop the stove", "DROP ( stove )"),
    ];
    const BY_SECTIONS: &str = "light the x1:thing -> LIGHT ( [x1] )
drop the x1:thing -> DROP ( [x1] )
@thing
lamp -> lamp
torch -> torch
stove -> stove";

    /// What `ask` is told of a ledger over the examples of lamps.
    fn with_ledger<T>(ask: impl FnOnce(&Ledger<'_>) -> T) -> T {
        let mut task = Task::new();
        LAMPS.iter().for_each(|(input, output)| task.add_example(*input, *output));
        let control = Engine::new(&Default::default()).unwrap().control(&task);
        let budget = Budget::new(Watch::new(control, None));
        ask(&Ledger::new(&Prepared::new(&task, &budget)))
    }

    fn grammar(text: &str) -> Grammar {
        Grammar::parse(text).unwrap()
    }

    fn by_heart(pairs: &[(&str, &str)]) -> Grammar {
        let lines: Vec<String> = pairs.iter().map(|(a, b)| format!("{a} -> {b}")).collect();
        grammar(&lines.join("\n"))
    }

    #[test]
    fn copies_that_are_listed_are_noticed() {
        assert!(lists_copies(&grammar("wait -> WAIT\n5 -> 5\nu1 x1 -> [u1] [x1]")));
        assert!(lists_copies(&grammar(
            "take -> TAKE\nlamp -> lamp\nkey -> key\nu1 x1 -> [u1] [x1]"
        )));
        assert!(!lists_copies(&grammar("dax -> RED\nlug -> BLUE\nx1 fep -> [x1] [x1]")));
        assert!(!lists_copies(&grammar(BY_SECTIONS)));
    }

    #[test]
    fn examples_by_heart_cost_what_they_cost_by_heart() {
        with_ledger(|ledger| {
            let bits = ledger.bits(&by_heart(&LAMPS));
            assert!((bits - ledger.by_heart).abs() < 1e-9, "{bits} and {}", ledger.by_heart);
        });
    }

    #[test]
    fn rules_that_share_words_say_it_in_fewer_bits() {
        with_ledger(|ledger| {
            let stop = StopReason::Solved;
            let account = |it| ledger.account(it, &[], Choice::default(), stop);
            let (short, long) = (account(grammar(BY_SECTIONS)), account(by_heart(&LAMPS)));
            assert!(short.share() < long.share());
            assert!(short.is_shorter_than(&long) && !long.is_shorter_than(&short));
            // To be believed instead, being as long is not enough.
            assert!(!long.is_shorter_than(&account(by_heart(&LAMPS))));
        });
    }

    #[test]
    fn a_pair_that_fails_costs_what_it_costs_by_heart_and_the_choice_insists() {
        with_ledger(|ledger| {
            let five = || by_heart(&LAMPS[..5]);
            let stop = StopReason::Exhausted;
            let whole = ledger.account(by_heart(&LAMPS), &[], Choice::default(), stop);
            let failing = ledger.account(five(), &[5], Choice::default(), stop);
            assert!((whole.bits - failing.bits).abs() < 1e-9);
            assert!(failing.choice.insists && !whole.choice.insists);
        });
    }

    #[test]
    fn alternatives_cost_what_they_would_as_rules() {
        with_ledger(|ledger| {
            let folded = ledger.bits(&grammar("(light|drop) the lamp -> lamp"));
            let listed = ledger.bits(&grammar("light the lamp -> lamp\ndrop the lamp -> lamp"));
            assert!((folded - listed).abs() < 1e-9, "{folded} and {listed}");
        });
    }

    #[test]
    fn that_parts_are_put_together_is_free_and_so_is_nothing_else() {
        with_ledger(|ledger| {
            assert_eq!(ledger.bits(&grammar("x1 x2 -> [x1] [x2]")), 0.0);
            assert!(ledger.bits(&grammar("x1 and x2 -> [x1] [x2]")) > 0.0);
            assert!(ledger.bits(&grammar("lamp -> lamp")) > 0.0);
        });
    }

    #[test]
    fn what_nothing_is_known_of_is_not_believed() {
        with_ledger(|ledger| {
            let nothing = Account::nothing(Choice::default(), StopReason::Exhausted);
            let known =
                ledger.account(by_heart(&LAMPS), &[], Choice::default(), StopReason::Solved);
            assert!(known.is_shorter_than(&nothing) && !nothing.is_shorter_than(&known));
        });
    }
}
