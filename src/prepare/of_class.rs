//! Grammars of the paper's class, from and to the numbers that a task gives its words and tokens.

use super::Prepared;
use crate::grammar::{Domain, Grammar};
use crate::language::class::ClassGrammar;
use crate::language::rule::Rule;

impl Prepared<'_> {
    /// The grammar, without rules for words that no example shows.
    pub(crate) fn grammar(&self, of_class: &ClassGrammar) -> Grammar {
        self.grammar_of(of_class, self.shown)
    }

    /// The grammar with a guess for the words that only queries have.
    pub(crate) fn guess(&self, of_class: &ClassGrammar) -> Grammar {
        self.grammar_of(of_class, usize::MAX)
    }

    /// The grammar of the class that rules are, if they are of the class.
    #[cfg(feature = "neural")]
    pub(crate) fn of_class(&self, rules: &[Rule]) -> Option<ClassGrammar> {
        if self.too_many_symbols().is_some() {
            return None;
        }
        ClassGrammar::of_rules(
            rules,
            self.words().len(),
            |word| self.word_id(word),
            |token| self.token_id(token),
        )
    }

    /// A grammar from rules that a learner has made.
    pub fn grammar_from(&self, domain: Domain, rules: Vec<Rule>) -> Grammar {
        Grammar::new(domain, rules, self.vocabulary.clone())
            .expect("learners make rules well formed")
    }

    fn grammar_of(&self, of_class: &ClassGrammar, shown: usize) -> Grammar {
        self.grammar_from(Domain::Words, of_class.rules(self.words(), self.tokens(), shown))
    }
}
