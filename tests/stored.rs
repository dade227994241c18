//! Doubt that ships: a grammar that was learnt, printed and read again says to every query what the learnt one says.

use blicket::{
    Engine, EngineOptions, Evaluation, Grammar, Outcome, ReadyMade, Solution, Strategy, Task,
};
use blicket::{check_grammar, format_grammar};
use blicket_lab::episode::{Episode, EpisodeReader};
use blicket_lab::sample::{EpisodeSampler, EpisodeSettings, MetaGrammar, episode_seeds};

/// What is said to a query: the answer, the guess, and how sure it is.
type Said = (Option<String>, Option<String>, Option<f64>);

fn said(grammar: &Grammar, query: &str, evaluation: &mut Evaluation) -> Said {
    grammar.apply_into(query, evaluation);
    let own = |text: Option<&str>| text.map(str::to_owned);
    (own(evaluation.text()), own(evaluation.guess()), evaluation.confidence())
}

fn learnt(episode: &Episode, steps: u64) -> Solution {
    let mut task = Task::new();
    task.support.clone_from(&episode.support);
    task.queries = episode.queries.iter().map(|(input, _)| input.clone()).collect();
    task.domain = episode.domain;
    task.step_limit = steps;
    Engine::new(&EngineOptions::default()).unwrap().solve(&task)
}

/// Whether learning, the grammar, and the grammar that was stored agree on every query. Whether something is open.
fn agrees(episode: &Episode, steps: u64) -> bool {
    let solution = learnt(episode, steps);
    let Some(grammar) = &solution.grammar else { return false };
    let text = grammar.to_string();
    let stored = Grammar::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(stored.to_string(), text, "what is printed reads back");
    assert_eq!(
        format_grammar(&text, &ReadyMade::new()).unwrap(),
        text,
        "and is in the common form"
    );
    let mut evaluation = Evaluation::new();
    for ((query, _), answer) in episode.queries.iter().zip(&solution.answers) {
        let from_stored = said(&stored, query, &mut evaluation);
        assert_eq!(from_stored, said(grammar, query, &mut evaluation), "{query}\n{text}");
        assert_eq!(from_stored.0, answer.text, "{query}\n{text}");
        if let (Some(guess), Some(confidence)) = (&from_stored.1, from_stored.2) {
            assert_eq!(answer.guess(), Some(guess.as_str()), "{query}\n{text}");
            assert_eq!(answer.confidence, confidence, "{query}\n{text}");
        }
    }
    grammar.alternatives().len() > 0
}

fn sampled(meta: MetaGrammar, settings: EpisodeSettings, count: usize) -> Vec<Episode> {
    let mut sampler = EpisodeSampler::new(meta, settings).unwrap();
    episode_seeds(19).take(count).map(|seed| sampler.sample(seed).unwrap()).collect()
}

fn open_ones(episodes: &[Episode], steps: u64) -> usize {
    episodes.iter().filter(|episode| agrees(episode, steps)).count()
}

#[test]
fn what_is_stored_of_miniscan_answers_as_what_was_learnt() {
    let few = EpisodeSettings { support: 10..=10, ..EpisodeSettings::miniscan() };
    let open = open_ones(&sampled(MetaGrammar::miniscan(), few, 12), 20_000);
    assert!(open >= 8, "{open} of 12 leave something open");
    let many = MetaGrammar { rules: 5..=9, words: 17, ..MetaGrammar::miniscan() };
    let open = open_ones(&sampled(many, EpisodeSettings::miniscan(), 4), 20_000);
    assert!(open >= 2, "{open} of 4 leave something open");
}

#[test]
fn what_is_stored_of_scan_answers_as_what_was_learnt() {
    open_ones(&sampled(MetaGrammar::scan(), EpisodeSettings::scan(), 3), 20_000);
}

#[test]
fn what_is_stored_of_commands_answers_as_what_was_learnt() {
    for name in ["inform", "ha-en-open", "timer-out"] {
        let path = format!("{}/data/commands/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let mut episode = EpisodeReader::new(file).next().unwrap().unwrap();
        episode.support.truncate(20);
        assert!(agrees(&episode, 3_000), "{name} leaves something open");
    }
}

#[test]
fn number_words_too() {
    let numbers =
        [("wan", 1), ("tu", 2), ("san", 3), ("wan ten", 10), ("tu ten", 20), ("tu ten wan", 21)];
    let support = numbers.map(|(words, number)| (words.to_owned(), number.to_string())).to_vec();
    let queries = ["san ten tu", "ten", "tu ten san", "san san", "ten ten"];
    let queries = queries.map(|query| (query.to_owned(), None)).to_vec();
    let episode = Episode { name: "n".to_owned(), domain: None, support, queries, grammar: None };
    assert!(agrees(&episode, 20_000), "some of it is open");
}

/// What the alternatives of a grammar say, each run by itself: the first of the weightiest answers, and its share.
fn counted(grammar: &Grammar, input: &str) -> Option<(String, f64)> {
    let mut votes: Vec<(String, f64)> = Vec::new();
    let mut all = 0.0;
    for (alternative, weight) in grammar.alternatives() {
        all += weight;
        let evaluation = alternative.apply(input);
        let Some(text) = evaluation.text() else { continue };
        match votes.iter_mut().find(|(known, _)| known == text) {
            Some(vote) => vote.1 += weight,
            None => votes.push((text.to_owned(), weight)),
        }
    }
    let most = votes.iter().map(|vote| vote.1).fold(0.0, f64::max);
    let (text, weight) = votes.into_iter().find(|vote| vote.1 >= most)?;
    Some((text, weight / all))
}

/// Alternatives that do the same are run once for all: it must not show.
#[test]
fn votes_are_those_of_all_alternatives_one_by_one() {
    let few = EpisodeSettings { support: 8..=12, ..EpisodeSettings::miniscan() };
    let many = MetaGrammar { rules: 5..=9, words: 17, ..MetaGrammar::miniscan() };
    let mut episodes = sampled(MetaGrammar::miniscan(), few, 8);
    episodes.extend(sampled(many, EpisodeSettings::miniscan(), 4));
    let (mut evaluation, mut open, mut stuck) = (Evaluation::new(), 0, 0);
    for episode in &episodes {
        let Some(grammar) = learnt(episode, 10_000).grammar else { continue };
        let inputs = episode.support.iter().map(|(input, _)| input.as_str());
        let words: Vec<&str> = inputs.flat_map(str::split_whitespace).collect();
        let mut state = 1_usize;
        for length in (1..=12).cycle().take(200) {
            let mut input = String::new();
            for _ in 0..length {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                input += words[(state >> 33) % words.len()];
                input += if state >> 60 == 0 { " zup " } else { " " };
            }
            let (_, guess, confidence) = said(&grammar, &input, &mut evaluation);
            let Some((text, share)) = counted(&grammar, &input) else {
                stuck += usize::from(grammar.alternatives().len() > 0 && guess.is_none());
                continue;
            };
            open += usize::from(share < 1.0);
            if confidence != Some(1.0) || share == 1.0 {
                assert_eq!((guess, confidence), (Some(text), Some(share)), "{input}\n{grammar}");
            }
        }
    }
    assert!(open > 100 && stuck > 100, "{open} inputs are open, {stuck} are stuck");
}

/// Whether brackets close, by themselves and in each other.
fn closes(text: &str) -> bool {
    let mut open = Vec::new();
    let closes = |letter| match letter {
        '(' | '[' | '{' => {
            open.push(letter);
            true
        }
        ')' => open.pop() == Some('('),
        ']' => open.pop() == Some('['),
        '}' => open.pop() == Some('{'),
        _ => true,
    };
    text.chars().all(closes) && open.is_empty()
}

/// Where all examples have balanced brackets, so has every answer: of what was learnt, and of what was stored.
#[test]
fn no_answer_leaves_a_bracket_open() {
    let call = |words: [(&str, &str); 6]| words.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec();
    let apart = [
        ("dax end", "( A )"),
        ("lug end", "( B )"),
        ("wif end", "( C )"),
        ("dax fep end", "( A A )"),
        ("lug fep end", "( B B )"),
        ("zup", "D"),
    ];
    let inside = [
        ("call dax", "f(A)"),
        ("call lug", "f(B)"),
        ("name :)", "n(:) )"),
        ("say hello", "say: hello"),
        ("say bye", "say: bye"),
        ("say thanks", "say: thanks"),
    ];
    let mut episodes = Vec::new();
    for support in [call(apart), call(inside)] {
        let mut queries: Vec<(String, Option<String>)> = Vec::new();
        for first in
            ["dax", "lug", "end", "zup", "say (", "say )", "say [", "call", "name (", "fep"]
        {
            for second in ["", "fep", "end", "end end", "dax", "(", "fep fep end", "zup"] {
                queries.push((format!("{first} {second}"), None));
            }
        }
        let name = "brackets".to_owned();
        episodes.push(Episode { name, domain: None, support, queries, grammar: None });
    }
    for name in ["timer-out", "ha-en-open"] {
        let path = format!("{}/data/commands/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let mut episode = EpisodeReader::new(file).next().unwrap().unwrap();
        episode.support.truncate(15);
        let cut = |(input, _): &(String, Option<String>)| {
            let words: Vec<&str> = input.split_whitespace().collect();
            (words[..words.len() / 2].join(" ") + " (", None)
        };
        let cut: Vec<_> = episode.queries.iter().map(cut).collect();
        episode.queries.extend(cut);
        episodes.push(episode);
    }
    let (mut given, mut broken) = (0, 0);
    for episode in &episodes {
        let is_balanced = episode.support.iter().all(|(_, output)| closes(output));
        for strategy in [Strategy::Hybrid, Strategy::Deduce] {
            let mut task = Task::new();
            task.support.clone_from(&episode.support);
            task.queries = episode.queries.iter().map(|(input, _)| input.clone()).collect();
            (task.strategy, task.step_limit) = (strategy, 3_000);
            let solution = Engine::new(&EngineOptions::default()).unwrap().solve(&task);
            let Some(grammar) = &solution.grammar else { continue };
            let stored = Grammar::parse(&grammar.to_string()).unwrap();
            assert_eq!(stored.to_string(), grammar.to_string());
            for ((query, _), answer) in episode.queries.iter().zip(&solution.answers) {
                let evaluation = stored.apply(query);
                assert_eq!(evaluation.text(), answer.text.as_deref(), "{query}\n{grammar}");
                if let Some(text) = evaluation.text().filter(|_| is_balanced) {
                    assert!(closes(text), "{query} -> {text}\n{grammar}");
                    given += 1;
                }
                let guess = stored.rules_alone().apply(query);
                broken += usize::from(guess.text().is_some_and(|text| !closes(text)));
            }
        }
    }
    assert!(given > 20 && broken > 3, "{given} answers, {broken} that rules would leave open");
}

#[test]
fn brackets_that_have_to_close_are_stored() {
    let text = "begin x1 -> ( [x1]\nend -> )\nu1 x1 -> [u1] [x1]\n\n%doubt\n%balanced () [] {}\n";
    let grammar = Grammar::parse(text).unwrap();
    assert_eq!(grammar.to_string(), text);
    assert_eq!(check_grammar(text, &ReadyMade::new()), []);
    let right = grammar.apply("begin end");
    assert_eq!((right.text(), right.confidence()), (Some("( )"), None));
    let wrong = grammar.apply("begin begin end");
    assert_eq!((wrong.outcome(), wrong.guess()), (Outcome::Refused, Some("( ( )")));
    assert_eq!(wrong.confidence(), Some(0.0));
    assert_eq!(grammar.alternatives().len(), 0);
    let tokens = text.replace("%balanced", "%balanced-tokens").replace("end -> )", "end -> :) )");
    let grammar = Grammar::parse(&tokens).unwrap();
    assert_eq!(grammar.apply("begin end").text(), Some("( :) )"));
    for wrong in ["", " (]", " ()[]", " () x"] {
        let error = Grammar::parse(&format!("a -> A\n%doubt\n%balanced{wrong}")).unwrap_err();
        assert!(error.line == 3 && error.expected.contains("of brackets"), "{error}");
    }
}

const OPEN: &str = "\
dax -> RED
lug -> BLUE
x1 fep -> [x1] [x1]
u1 x1 -> [u1] [x1]

%doubt
%alternative 0.6
%alternative 0.4
%rules 1-2
u1 fep -> [u1] [u1]
%rules 4
";

#[test]
fn a_stored_grammar_says_what_is_open_in_it() {
    let grammar = Grammar::parse(OPEN).unwrap();
    assert_eq!(grammar.to_string(), OPEN);
    assert_eq!(grammar.alternatives().map(|(_, weight)| weight).collect::<Vec<_>>(), [0.6, 0.4]);
    let evaluation = grammar.apply("dax lug fep");
    assert_eq!(evaluation.outcome(), Outcome::Refused);
    assert_eq!((evaluation.text(), evaluation.guess()), (None, Some("RED BLUE RED BLUE")));
    assert_eq!(evaluation.confidence(), Some(0.6));
    let votes = grammar.votes("dax lug fep");
    assert_eq!(votes[0], (Some("RED BLUE RED BLUE".to_owned()), 0.6));
    assert_eq!(votes[1], (Some("RED BLUE BLUE".to_owned()), 0.4));
    let sure = grammar.apply("dax fep");
    assert_eq!((sure.text(), sure.confidence()), (Some("RED RED"), Some(1.0)));
    let alone = grammar.rules_alone();
    assert_eq!(alone.apply("dax lug fep").text(), Some("RED BLUE RED BLUE"));
    assert!(!alone.to_string().contains("%doubt") && alone.alternatives().len() == 0);
    assert_eq!(check_grammar(OPEN, &ReadyMade::new()), []);
}

#[test]
fn what_is_wrong_with_an_alternative_is_said_at_its_line() {
    for (wrong, line, expected) in [
        ("%doubt x", 1, "nothing more"),
        ("%doubt\ndax -> RED", 2, "%shown, %known, %not, %balanced, %alternative or %last-resort"),
        ("%doubt\n%alternative 2", 2, "a weight from 0 to 1"),
        ("%doubt\n%alternative", 2, "a weight from 0 to 1"),
        ("%doubt\n%alternative 0.5 1", 2, "an alternative above"),
        ("%doubt\n%alternative 0.5\n%rules 2", 3, "which has 1-1"),
        ("%doubt\n%alternative 0.5\n%rules 1\nu1 fep -> [u2]", 4, "a variable of the left side"),
        ("%doubt\n%alternative 0.5\n@a\n@a", 4, "each section once"),
        ("%doubt\n%shown dax RED", 2, "`->` and an output"),
        ("%doubt\n%last-resort 0.5", 2, "an %alternative before"),
    ] {
        let errors = Grammar::parse_with(&format!("dax -> RED\n{wrong}"), &ReadyMade::new());
        let error = errors.unwrap_err().first().clone();
        assert!(error.line == line + 1 && error.expected.contains(expected), "{wrong}: {error}");
    }
    let many = "%alternative 0.1\n".repeat(65);
    let error = Grammar::parse(&format!("dax -> RED\n%doubt\n{many}")).unwrap_err();
    assert!(error.line == 67 && error.expected.contains("at most 64"), "{error}");
}
