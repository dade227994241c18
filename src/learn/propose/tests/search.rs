//! The search with a network that knows nothing.

use super::super::check::Target;
use super::super::check::{FailuresFirst, Run};
use super::super::distribution::Distribution;
use super::super::search::ProposalSearch;
use super::super::words::{ReadWords, RuleBreadth, WordGraphs, WordTables};
use super::{Lesson, TASK, memory};
use crate::budget::Ticker;
use crate::budget::parallel::Beside;
use crate::grammar::{Domain, Grammar};
use crate::judge::Example;
use crate::network::{Graph, IsOver, NetworkError, Outputs, Tensor};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar};

/// A network to which everything is as likely as everything else.
pub(super) struct Clueless;

impl Graph for Clueless {
    fn run(
        &self,
        inputs: &[(&str, Tensor)],
        _: IsOver<'_>,
    ) -> Result<Option<Outputs>, NetworkError> {
        let size = |name: &str| {
            inputs.iter().find(|(known, _)| *known == name).map(|(_, tensor)| tensor.shape[0])
        };
        let zeros = |name: &str, shape: &[usize]| {
            (name.to_owned(), Tensor::float(shape, vec![0.0; shape.iter().product()]))
        };
        let nodes = size("kind").unwrap();
        Ok(Some(match size("word") {
            Some(batch) => {
                vec![zeros("logits", &[batch, 3 + nodes]), zeros("next_state", &[batch, 2])]
            }
            None => vec![
                zeros("nodes", &[nodes, 2]),
                zeros("state", &[nodes, 2]),
                zeros("type", &[nodes, 9]),
                zeros("order", &[nodes, nodes]),
                zeros("last", &[2]),
            ],
        }))
    }
}

const CLUELESS: WordGraphs<'_> =
    WordGraphs { encode: &Clueless, decode: &Clueless, over: &|| false };

fn clueless(examples: &[Example<'_>], free: bool) -> WordTables<'static> {
    let reading =
        ReadWords::new(CLUELESS, examples, true, memory(), &Ticker::never()).unwrap().unwrap();
    let breadth = RuleBreadth { free, width: 64 };
    reading.tables(CLUELESS, examples, breadth, &Ticker::never()).unwrap().unwrap()
}

/// One after the other.
pub(super) struct OneThread;

impl Beside for OneThread {
    fn alone<A>(&mut self, work: impl FnOnce(&Ticker) -> A) -> A {
        work(&Ticker::never())
    }

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&Ticker) -> A,
        second: impl FnOnce(&Ticker) -> B + Send,
    ) -> (A, B) {
        let first = first(&Ticker::never());
        (first, second(&Ticker::never()))
    }
}

/// At the same time.
struct TwoThreads;

impl Beside for TwoThreads {
    fn alone<A>(&mut self, work: impl FnOnce(&Ticker) -> A) -> A {
        work(&Ticker::never())
    }

    fn both<A, B: Send>(
        &mut self,
        first: impl FnOnce(&Ticker) -> A,
        second: impl FnOnce(&Ticker) -> B + Send,
    ) -> (A, B) {
        std::thread::scope(|scope| {
            let second = scope.spawn(|| second(&Ticker::never()));
            (first(&Ticker::never()), second.join().unwrap())
        })
    }
}

/// Searches round by round; the grammar, the programs it took, and the further grammars.
fn search(lesson: &Lesson, seed: u64, beside: &mut impl Beside) -> (String, u64, Vec<String>) {
    let examples = lesson.examples();
    let target = Target { examples: &examples, words: lesson.vocabulary.len(), seed };
    let more = |_: &Ticker| Ok(Some(clueless(&examples, true)));
    let mut search =
        ProposalSearch::new(target, memory(), clueless(&examples, false), vec![Box::new(more)]);
    while !search.is_solved() && search.programs < 100_000 {
        search.round(u64::MAX, beside).unwrap();
    }
    let (best, programs) = (search.best().unwrap(), search.programs);
    let others = search.satisfying(&mut |_, by_network| by_network, &Ticker::never());
    let others = others.iter().map(|other| lesson.text(&other.rules)).collect();
    (lesson.text(&best), programs, others)
}

#[test]
fn repair_finds_a_grammar_and_says_how_many_it_has_tried() {
    let lesson = Lesson::new(TASK);
    let (text, programs, others) = search(&lesson, 0, &mut OneThread);
    for text in others.iter().chain([&text]) {
        let grammar = Grammar::parse(text).unwrap();
        for (input, output) in TASK {
            assert_eq!(grammar.apply(input).text(), Some(output), "{text}");
        }
    }
    assert!(programs > 10, "{programs}");
    assert!(others.contains(&text), "the grammar that was found satisfies every example");
    let mut distinct = others.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), others.len());
}

#[test]
fn what_is_found_does_not_depend_on_threads_but_on_the_seed() {
    let meta = MetaGrammar { rules: 2..=2, ..MetaGrammar::miniscan() };
    let mut sampler = EpisodeSampler::new(meta, EpisodeSettings::miniscan()).unwrap();
    let mut by_seed = Vec::new();
    for seed in 0..4 {
        let episode = sampler.sample(seed).unwrap();
        let pairs = episode.support.iter().map(|(input, output)| (input.as_str(), output.as_str()));
        let lesson = Lesson::new(pairs);
        let alone = search(&lesson, 0, &mut OneThread);
        assert_eq!(alone, search(&lesson, 0, &mut TwoThreads), "{}", episode.name);
        by_seed.push(alone.1 != search(&lesson, 1, &mut OneThread).1);
    }
    assert!(by_seed.contains(&true), "another seed searches another way");
}

#[test]
fn greedy_is_one_grammar() {
    let lesson = Lesson::new(TASK);
    let examples = lesson.examples();
    let target = Target { examples: &examples, words: lesson.vocabulary.len(), seed: 0 };
    let tables = clueless(&examples, false);
    let likeliest = lesson.text(&tables.rules(&tables.likeliest()));
    let mut search = ProposalSearch::new(target, memory(), tables, Vec::new());
    search.greedy(&Ticker::never());
    assert_eq!((search.programs, search.is_solved()), (1, false));
    let best = search.best().unwrap();
    assert_eq!(lesson.text(&best), likeliest);
}

#[test]
fn a_search_that_is_told_to_stop_gives_what_it_has() {
    let lesson = Lesson::new(TASK);
    let examples = lesson.examples();
    let target = Target { examples: &examples, words: lesson.vocabulary.len(), seed: 0 };
    let mut search = ProposalSearch::new(target, memory(), clueless(&examples, false), Vec::new());
    let ticker = Ticker::after_looks(3);
    search.greedy(&ticker);
    assert!(search.best().is_some());
    assert!(
        search.satisfying(&mut |_, cost| cost, &Ticker::never()).is_empty(),
        "none satisfies every example"
    );
    search.greedy(&Ticker::after_looks(0));
    assert!(search.programs <= 2);
}

#[test]
fn a_grammar_is_run_no_further_than_it_may_cost() {
    let grammar = Grammar::parse("dax -> RED\nu1 fep -> [u1] [u1] [u1]").unwrap();
    let lesson = Lesson::of((**grammar.vocabulary()).clone(), TASK);
    let examples = lesson.examples();
    let mut checker = FailuresFirst::new(&examples, Domain::Words, lesson.vocabulary.len());
    let mut run = |most| checker.run(grammar.rules(), most, &Ticker::never());
    let Run::Whole(failing) = run(f64::INFINITY) else { panic!("it was to be run on all") };
    assert_eq!(failing.examples, [1, 3, 4, 5, 6]);
    assert_eq!(failing.price, 5.0);
    assert_eq!(run(4.5), Run::TooDear);
    assert_eq!(run(5.0), Run::Whole(failing));
    assert_eq!(checker.programs, 3);
}
