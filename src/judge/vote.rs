//! How all grammars that satisfy the examples vote on the answers.

use super::check::{A_MOMENT, VOTING};
use super::found::Candidate;
use super::voters::{Voters, bytes};
use crate::arrange::Arrange;
use crate::budget::{Budget, parallel};
use crate::grammar::doubt::{Judged, Jury, SURE};
use crate::grammar::{Evaluation, Grammar};
use crate::prepare::{OF_QUERY, Prepared};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Variants that are tried of the grammar that is returned.
const VARIANTS: usize = 24;
/// Grammars whose answers are had at a time, before they are counted: so many, as long as their answers
/// together do not seem to take more than a few megabytes, but enough for several threads, if there is
/// memory for them.
const AT_A_TIME: usize = 64;
const AT_LEAST: usize = 4;
const BYTES_AT_A_TIME: usize = 4 << 20;
/// Votes that weigh less than this change nothing.
const LEAST_WEIGHT: f64 = 1e-9;

/// The votes of weighed grammars on each query, as far as there is time.
pub(crate) fn ballots(
    prepared: &Prepared<'_>,
    weighed: &[(Candidate, f64)],
    budget: &Budget,
) -> Vec<Ballot> {
    let mut ballots: Vec<Ballot> = prepared.queries().map(|_| Ballot::default()).collect();
    let voters = Voters::new(prepared, budget);
    // The weightiest first: if time is up, the others could not have changed much.
    let mut weighed: Vec<_> = weighed.iter().filter(|(_, w)| *w > LEAST_WEIGHT).collect();
    weighed.arrange_by(|a, b| b.1.total_cmp(&a.1));
    if ballots.is_empty() {
        return ballots;
    }
    let control = budget.control();
    let (mut left, mut at_a_time, mut largest) = (&weighed[..], 1, 1);
    while !left.is_empty() {
        let (some, others) = left.split_at(at_a_time.min(left.len()));
        let votes = parallel::map(budget, some, |_, (candidate, _), ticker| {
            voters.answers(candidate, control, ticker)
        });
        // What comes after one that is missing is left out, however many threads there are.
        let mut is_missing = false;
        for ((_, weight), votes) in some.iter().zip(votes) {
            let Some(votes) = votes.flatten() else {
                is_missing = true;
                continue;
            };
            for (vote, ballot) in votes.iter().zip(&mut ballots).filter(|_| !is_missing) {
                control.keep(ballot.add(vote.as_deref(), *weight));
            }
            let bytes = votes.iter().map(bytes).sum();
            control.release(bytes);
            largest = largest.max(bytes);
        }
        if is_missing {
            return ballots;
        }
        // Twice as many at most: others may have answers where these had none.
        at_a_time = (BYTES_AT_A_TIME / largest).clamp(AT_LEAST, AT_A_TIME).min(2 * at_a_time);
        at_a_time = (control.memory_left() / (2 * largest)).clamp(1, at_a_time);
        left = others;
    }
    ballots
}

/// What a jury says to each query, as far as there is time.
pub(crate) fn judged(
    prepared: &Prepared<'_>,
    grammar: &Grammar,
    jury: &Jury,
    budget: &Budget,
) -> Vec<Ballot> {
    let some: Vec<&[String]> = prepared.task.queries.chunks(AT_A_TIME).collect();
    let control = budget.control();
    let judged = parallel::map(budget, &some, |_, queries, ticker| {
        let mut evaluation = Evaluation::within(A_MOMENT);
        let mut ballots = Vec::new();
        for query in *queries {
            let judged = jury.judge(grammar, query, &mut evaluation);
            let bytes = judged.text.as_ref().map_or(0, String::len);
            control.keep(bytes);
            if ticker.is_over() {
                control.release(bytes);
                break;
            }
            ballots.push(Ballot::judged(judged));
        }
        ballots
    });
    // What comes after one that is missing is left out, however many threads there are.
    let mut ballots: Vec<Ballot> = Vec::new();
    for (judged, queries) in judged.into_iter().zip(&some) {
        let judged = judged.unwrap_or_default();
        let is_whole = judged.len() == queries.len();
        ballots.extend(judged);
        if !is_whole {
            break;
        }
    }
    ballots
}

/// The form of the chosen grammar that agrees with the most votes: the one that is given, or one of its
/// variants.
pub(crate) fn agreeing(
    prepared: &Prepared<'_>,
    chosen: Grammar,
    variants: &mut dyn FnMut() -> Option<Candidate>,
    ballots: &[Ballot],
    budget: &Budget,
) -> Grammar {
    let mut evaluation = Evaluation::within(VOTING);
    let winners: Vec<Option<&str>> = ballots.iter().map(Ballot::winner).collect();
    let mut agreement = |grammar: &Grammar| {
        let mut agreeing = 0;
        for (query, winner) in prepared.queries().zip(&winners) {
            if budget.interrupted() {
                break;
            }
            grammar.apply_words(query, &mut evaluation);
            agreeing += usize::from(evaluation.text() == *winner);
        }
        agreeing
    };
    let mut best = chosen;
    let mut most = agreement(&best);
    for _ in 0..VARIANTS {
        if most == winners.len() || budget.interrupted() {
            break;
        }
        let Some(variant) = variants() else { break };
        let grammar = variant.returned(prepared);
        let agreeing = agreement(&grammar);
        if agreeing > most {
            (best, most) = (grammar, agreeing);
        }
    }
    best
}

/// The votes on one query. A thousand grammars may each have an answer of thousands of tokens: so there is
/// the text of the one that leads, and of all others what tells them apart.
#[derive(Debug, Default)]
pub(crate) struct Ballot {
    /// Answers with their weights, in the order in which they came.
    answers: Vec<(Option<Digest>, f64)>,
    /// Which of them leads, and its text. To come to lead it takes a vote, and a vote has the text.
    leader: Option<(usize, Box<str>)>,
    /// The most bytes that it has ever held.
    most: u32,
    /// Whether the answer is worth acting on, if a jury has decided that.
    verdict: Option<bool>,
}

// What a query takes is counted when it is read.
const _: () = assert!(size_of::<Ballot>() + 96 <= OF_QUERY);

/// The length and the hash of an answer.
type Digest = (usize, u64);

fn digest(text: &str) -> Digest {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    (text.len(), hasher.finish())
}

impl Ballot {
    /// Adds a vote, and says by how many bytes the ballot has become larger than it ever was.
    #[must_use = "what is kept counts"]
    pub(crate) fn add(&mut self, answer: Option<&str>, weight: f64) -> usize {
        let digest = answer.map(digest);
        let known = self.answers.iter().position(|(known, _)| *known == digest);
        let index = known.unwrap_or_else(|| {
            self.answers.push((digest, 0.0));
            self.answers.len() - 1
        });
        self.answers[index].1 += weight;
        if let Some(text) = answer.filter(|_| self.overtakes(index)) {
            self.leader = Some((index, text.into()));
        }
        let bytes = u32::try_from(self.bytes()).unwrap_or(u32::MAX);
        let grown = bytes.saturating_sub(self.most);
        self.most += grown;
        grown as usize
    }

    /// What a jury makes of a query.
    pub(crate) fn judged(Judged { text, sure, confidence, .. }: Judged) -> Self {
        let mut ballot = Self { verdict: Some(sure), ..Self::default() };
        if let Some(text) = text {
            let _ = ballot.add(Some(&text), confidence);
            let _ = ballot.add(None, 1.0 - confidence);
        }
        ballot
    }

    /// Whether there is to be no answer, whatever grammars say. Where nobody has voted, nobody has refused.
    pub(crate) fn is_refused(&self) -> bool {
        let is_sure = self.verdict.unwrap_or(self.answers.is_empty() || self.share() >= SURE);
        !is_sure
    }

    /// Whether anybody has voted, or a jury has decided.
    pub(crate) fn has_votes(&self) -> bool {
        self.verdict.is_some() || !self.answers.is_empty()
    }

    /// Whether an answer leads that did not before. Of equal ones, the first does.
    fn overtakes(&self, index: usize) -> bool {
        let Some((leader, _)) = self.leader else { return true };
        let (weight, most) = (self.answers[index].1, self.answers[leader].1);
        weight > most || (weight == most && index < leader)
    }

    /// The answer with the most weight; that there is none counts only if nobody has one.
    pub(crate) fn winner(&self) -> Option<&str> {
        self.leader.as_ref().map(|(_, text)| &**text)
    }

    /// Takes out the answer with the most weight, to be kept: its bytes have been counted.
    pub(crate) fn take_winner(&mut self) -> Option<String> {
        self.leader.as_mut().map(|(_, text)| std::mem::take(text).into_string())
    }

    /// The winner's share of the votes.
    pub(crate) fn share(&self) -> f64 {
        let total: f64 = self.answers.iter().map(|(_, weight)| weight).sum();
        let weight = self.leader.as_ref().map_or(0.0, |(index, _)| self.answers[*index].1);
        if total > 0.0 { weight / total } else { 0.0 }
    }

    fn bytes(&self) -> usize {
        let text = self.leader.as_ref().map_or(0, |(_, text)| text.len());
        self.answers.len() * size_of::<(Option<Digest>, f64)>() + text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_weightiest_answer_wins_and_of_equal_ones_the_first() {
        let mut ballot = Ballot::default();
        assert_eq!((ballot.winner(), ballot.share()), (None, 0.0));
        let _ = ballot.add(None, 4.0);
        assert_eq!((ballot.winner(), ballot.share()), (None, 0.0));
        let _ = ballot.add(Some("A"), 1.0);
        let _ = ballot.add(Some("B B"), 1.0);
        assert_eq!((ballot.winner(), ballot.share()), (Some("A"), 1.0 / 6.0));
        let _ = ballot.add(Some("B B"), 2.0);
        assert_eq!((ballot.winner(), ballot.share()), (Some("B B"), 3.0 / 8.0));
        let _ = ballot.add(Some("A"), 2.0);
        assert_eq!((ballot.winner(), ballot.share()), (Some("A"), 3.0 / 10.0));
    }

    /// Refusals count in the share, however many there are, and never win over an answer.
    #[test]
    fn refusals_lower_the_share_of_the_winner() {
        let mut ballot = Ballot::default();
        let _ = ballot.add(Some("A"), 0.25);
        let _ = ballot.add(None, 0.5);
        let _ = ballot.add(None, 0.25);
        assert_eq!((ballot.winner(), ballot.share()), (Some("A"), 0.25));
        assert_eq!(ballot.take_winner().as_deref(), Some("A"));
    }

    /// No output is an answer too, and none at all is not.
    #[test]
    fn an_empty_answer_is_not_a_refusal() {
        let mut ballot = Ballot::default();
        let _ = ballot.add(None, 1.0);
        let _ = ballot.add(Some(""), 1.0);
        assert_eq!((ballot.winner(), ballot.share()), (Some(""), 0.5));
    }

    /// Of equal ones, the first, whoever got there first: B had led before A came level again.
    #[test]
    fn a_tie_is_for_the_answer_that_came_first() {
        let mut ballot = Ballot::default();
        for (answer, weight) in [("A", 1.0), ("B", 2.0), ("A", 1.0)] {
            let _ = ballot.add(Some(answer), weight);
        }
        assert_eq!((ballot.winner(), ballot.share()), (Some("A"), 0.5));
    }

    #[test]
    fn votes_without_weight_have_no_share() {
        let mut ballot = Ballot::default();
        let _ = ballot.add(Some("A"), 0.0);
        assert_eq!((ballot.winner(), ballot.share()), (Some("A"), 0.0));
    }

    /// As if all texts were kept, and looked over at the end.
    #[test]
    fn the_winner_is_that_of_a_count_of_all_texts() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut ballot = Ballot::default();
            let mut all: Vec<(Option<String>, f64)> = Vec::new();
            for _ in 0..random.below(30) {
                let tokens = random.below(5);
                let answer = (tokens > 0).then(|| "RED ".repeat(tokens));
                let weight = (1 + random.below(4)) as f64;
                let _ = ballot.add(answer.as_deref(), weight);
                match all.iter_mut().find(|(known, _)| *known == answer) {
                    Some(entry) => entry.1 += weight,
                    None => all.push((answer, weight)),
                }
            }
            let total: f64 = all.iter().map(|(_, weight)| weight).sum();
            let real = all.iter().filter(|(answer, _)| answer.is_some());
            let best = real.reduce(|best, entry| if best.1 >= entry.1 { best } else { entry });
            assert_eq!(ballot.winner(), best.and_then(|(answer, _)| answer.as_deref()));
            assert_eq!(ballot.share(), best.map_or(0.0, |(_, weight)| weight / total));
        }
    }

    /// A thousand long answers take little more than one.
    #[test]
    fn only_one_text_is_kept() {
        let mut ballot = Ballot::default();
        let long = |number: usize| format!("{number} {}", "X ".repeat(5000));
        let bytes: usize = (0..1000).map(|number| ballot.add(Some(&long(number)), 1.0)).sum();
        assert!(bytes < 50_000, "{bytes} bytes");
        assert_eq!(ballot.winner(), Some(&*long(0)));
    }

    /// What is let go of and had again is counted once.
    #[test]
    fn a_lead_that_changes_is_not_counted_again() {
        let mut ballot = Ballot::default();
        let long = "X ".repeat(5000);
        let votes = (0..1000)
            .map(|number| ballot.add(Some(if number % 2 == 0 { &long } else { "Y" }), 1.5));
        let bytes: usize = votes.sum();
        assert_eq!(ballot.add(Some("Y"), 1.0), 0);
        assert_eq!(ballot.winner(), Some("Y"));
        assert!(bytes < 11_000, "{bytes} bytes");
    }
}
