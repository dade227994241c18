//! The two laws of the solver, over tasks small enough to be gone through: the true grammar is in
//! exactly one leaf, and no leaf has a grammar that fails an example.

use super::*;
use crate::grammar::{Domain, Grammar};
use crate::language::class::{ClassGrammar, OperatorShape, RightSide, Role};
use crate::language::rule::{Pattern, Piece, Right, Variable, VariableKind};
use crate::language::vocabulary::{Vocabulary, Word};
use crate::random::Random;
use crate::run::limits::Limits;
use crate::run::{Evaluator, Job, Verdict};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};
use std::sync::Arc;

/// A task with its true grammar, in the solver's numbers.
struct Small {
    vocabulary: Arc<Vocabulary>,
    words: Vec<Word>,
    tokens: Vec<Word>,
    examples: Vec<NumberedExample>,
    truth: ClassGrammar,
}

/// The place of a word among all, where it is put if it is new.
fn place(all: &mut Vec<Word>, word: Word) -> usize {
    all.iter().position(|other| *other == word).unwrap_or_else(|| {
        all.push(word);
        all.len() - 1
    })
}

fn small(meta: &MetaGrammar, support: usize, seed: u64) -> Small {
    let settings =
        EpisodeSettings { support: support..=support, queries: 0, max_length: 6, corrupt: 0.0 };
    let episode = EpisodeSampler::new(meta.clone(), settings).unwrap().sample(seed).unwrap();
    let grammar = Grammar::parse(&episode.grammar.unwrap()).unwrap();
    let vocabulary = grammar.vocabulary().clone();
    let (mut words, mut tokens) = (Vec::new(), Vec::new());
    let places = |text: &str, all: &mut Vec<Word>| -> Vec<usize> {
        text.split_whitespace().map(|word| place(all, vocabulary.find(word))).collect()
    };
    let examples = episode.support.iter().map(|(input, output)| NumberedExample {
        input: places(input, &mut words).into_iter().map(WordId::at).collect(),
        output: places(output, &mut tokens).into_iter().map(TokenId::at).collect(),
    });
    let examples: Vec<NumberedExample> = examples.collect();
    let truth = truth(&grammar, &words, &tokens);
    Small { vocabulary, words, tokens, examples, truth }
}

/// The true grammar as a completion, without what the examples do not show.
fn truth(grammar: &Grammar, words: &[Word], tokens: &[Word]) -> ClassGrammar {
    let mut roles = vec![Role::Primitive(None); words.len()];
    let mut order = Vec::new();
    let mut swaps = false;
    let find = |all: &[Word], word: &Word| all.iter().position(|other| other == word);
    for rule in grammar.rules() {
        let Right::Tokens(right) = &rule.right else { unreachable!("a grammar of tokens") };
        let some = |variable: &Variable| variable.kind == VariableKind::Some;
        let (word, shape) = match rule.left.as_slice() {
            [Pattern::Word(word)] => {
                let Some(index) = find(words, word) else { continue };
                roles[index] = Role::Primitive(right.first().map(|piece| match piece {
                    Piece::Token(token) => TokenId::at(find(tokens, token).unwrap()),
                    _ => unreachable!("there is none on the left"),
                }));
                continue;
            }
            [Pattern::Variable(_), Pattern::Variable(second)] => {
                swaps = !some(second);
                continue;
            }
            [Pattern::Variable(a), Pattern::Word(word)] if some(a) => {
                (word, OperatorShape::UnarySome)
            }
            [Pattern::Variable(_), Pattern::Word(word)] => (word, OperatorShape::UnaryOne),
            [Pattern::Variable(a), Pattern::Word(word), Pattern::Variable(b)] => (
                word,
                match (some(a), some(b)) {
                    (false, false) => OperatorShape::OneOne,
                    (false, true) => OperatorShape::OneSome,
                    (true, false) => OperatorShape::SomeOne,
                    (true, true) => OperatorShape::SomeSome,
                },
            ),
            other => unreachable!("not of the class: {other:?}"),
        };
        let Some(index) = find(words, word) else { continue };
        let first = rule.variables().next().unwrap();
        let mut bits = 0;
        for (item, piece) in right.iter().enumerate() {
            bits |= u32::from(*piece != Piece::Variable(first)) << item;
        }
        roles[index] = Role::Operator(shape, RightSide { length: right.len() as u8, second: bits });
        order.push(WordId::at(index));
    }
    ClassGrammar { roles, order, swaps }
}

/// All leaves, if there are not too many to go through.
fn all_leaves(class: Assumptions, task: &Small) -> Option<Vec<Leaf>> {
    let mut solver = Solver::new(class, task.words.len(), &task.examples, Ticker::never())?;
    let mut leaves = Vec::new();
    let pace = SolverLimits {
        nodes: 20_000,
        leaves: 2_000,
        bytes: usize::MAX,
        noise: false,
        probe: false,
    };
    let (found, _) = solver.search(pace, &mut Random::new(0), Ticker::never(), &mut leaves);
    (found == SearchEnd::Everything).then_some(leaves)
}

/// Random grammars of a leaf.
fn completions(leaf: &Leaf, random: &mut Random, count: usize) -> Vec<ClassGrammar> {
    let mut completions = Vec::new();
    for _ in 0..count {
        let shapes: Vec<Option<OperatorShape>> = leaf
            .words()
            .map(|word| *random.choose(&leaf.roles(word).collect::<Vec<_>>()))
            .collect();
        let Some(order) = leaf.order(&shapes, |ready| random.below(ready)) else { continue };
        let mut roles = Vec::new();
        for (word, shape) in leaf.words().zip(&shapes) {
            roles.push(match shape {
                None => Role::Primitive(*random.choose(&leaf.meanings(word).collect::<Vec<_>>())),
                Some(shape) => {
                    let any =
                        if shape.is_binary() { RightSide::FORWARD } else { RightSide::repeat(1) };
                    let orders = leaf.rights(word).map_or(vec![any], <[RightSide]>::to_vec);
                    Role::Operator(*shape, *random.choose(&orders))
                }
            });
        }
        let swaps = !leaf.last_rules().1 || (leaf.last_rules().0 && random.chance(0.5));
        completions.push(ClassGrammar { roles, order, swaps });
    }
    completions
}

fn satisfies(task: &Small, completion: &ClassGrammar) -> bool {
    let rules = completion.rules(&task.words, &task.tokens, usize::MAX);
    let grammar = Grammar::new(Domain::Words, rules, task.vocabulary.clone()).unwrap();
    let mut evaluator = Evaluator::new();
    task.examples.iter().all(|example| {
        let input: Vec<Word> = example.input.iter().map(|w| task.words[w.index()]).collect();
        let wanted: Vec<Word> = example.output.iter().map(|t| task.tokens[t.index()]).collect();
        let job = Job { program: grammar.program(), input: &input, limits: &Limits::default() };
        evaluator.check(job, &wanted) == Verdict::Right
    })
}

/// Both laws on `tasks` tasks; how many could be gone through.
fn laws_hold(meta: &MetaGrammar, class: Assumptions, support: usize, tasks: u64) -> usize {
    let mut gone_through = 0;
    for seed in 0..tasks {
        let task = small(meta, support, seed);
        assert!(satisfies(&task, &task.truth), "the test knows the truth, seed {seed}");
        let Some(leaves) = all_leaves(class, &task) else { continue };
        gone_through += 1;
        let holding = leaves.iter().filter(|leaf| leaf.contains(&task.truth)).count();
        assert_eq!(holding, 1, "leaves with the true grammar, seed {seed}");
        let mut random = Random::new(seed);
        for leaf in &leaves {
            for completion in completions(leaf, &mut random, 10) {
                assert!(leaf.contains(&completion), "seed {seed}");
                assert!(satisfies(&task, &completion), "seed {seed}: {completion:?}");
            }
        }
    }
    gone_through
}

#[test]
fn the_laws_hold_for_miniscan() {
    let mut meta = MetaGrammar::miniscan();
    (meta.primitives, meta.rules) = (3..=4, 2..=4);
    assert!(laws_hold(&meta, Assumptions::MINISCAN, 12, 150) > 100);
    assert!(laws_hold(&meta, Assumptions::MINISCAN, 30, 50) > 40);
}

#[test]
fn the_laws_hold_for_scan() {
    let mut meta = MetaGrammar::scan();
    (meta.primitives, meta.rules) = (4..=5, 2..=3);
    assert!(laws_hold(&meta, Assumptions::SCAN, 25, 60) > 20);
}
