//! Number words: the paper's nine languages, fourteen more, and sampled grammars.

use crate::Arguments;
use crate::languages::{self, PAPER};
use crate::learning::Learning;
use crate::score::{SeenWords, is_right};
use crate::statistics::Accuracy;
use crate::text::{figure, milliseconds, percent};
use blicket_lab::episode::Episode;
use blicket_lab::sample::{
    LanguageSampler, LanguageSettings, NumberSampler, NumberSettings, episode_seeds,
    necessary_numbers,
};
use std::time::Duration;

/// Draws of examples a language.
const DRAWS: usize = 10;
/// Sampled grammars, and those with many examples.
const GRAMMARS: usize = 500;
const TIMEOUT: Duration = Duration::from_secs(5);
/// As many examples as are to be learnt from in milliseconds, and the queries with them.
const MANY: usize = 200;
const MANY_QUERIES: usize = 50;

/// The files of the same languages as texts have them. In four, no word has several forms.
const RAW: [&str; 9] = ["en", "es.raw", "zh", "ja", "it.raw", "el.raw", "ko", "fr.raw", "vi.raw"];
const FURTHER: [&str; 14] =
    ["ar", "da", "de", "fa", "hi", "hu", "id", "nl", "pl", "pt", "ru", "sw", "th", "tr"];

/// % of queries right that are to be reached: of all, and of those whose words were all shown.
struct Targets {
    all: Option<f64>,
    shown: Option<f64>,
}

/// Tasks of one language, or of sampled grammars.
struct Row {
    learning: Learning,
    /// Right answers. A query with a word that no example shows counts as wrong, whatever is said.
    all: Accuracy,
    /// Queries whose words were all shown.
    shown: Accuracy,
    /// Right answers among those.
    of_shown: Accuracy,
    /// Answers to the others, which should have been refused.
    guessed: usize,
}

impl Row {
    fn of(episodes: impl Iterator<Item = Episode>) -> Self {
        let mut row = Self {
            learning: Learning::new(true),
            all: Accuracy::default(),
            shown: Accuracy::default(),
            of_shown: Accuracy::default(),
            guessed: 0,
        };
        row.learning.timeout = TIMEOUT;
        episodes.for_each(|episode| row.add(&episode));
        row
    }

    fn add(&mut self, episode: &Episode) {
        let solution = self.learning.add(episode, 0);
        let words = SeenWords::of(episode, &solution);
        let (mut shown, mut right) = (0, 0);
        for ((input, wanted), answer) in episode.queries.iter().zip(&solution.answers) {
            let wanted = wanted.as_deref().expect("a sampled query has its answer");
            if words.missing(input).next().is_none() {
                shown += 1;
                right += usize::from(is_right(answer.text.as_deref(), wanted));
            } else {
                self.guessed += usize::from(answer.text.is_some());
            }
        }
        let asked = episode.queries.len();
        self.all.add(right, asked);
        self.shown.add(shown, asked);
        self.of_shown.add(right, shown);
    }

    fn print(&self, name: &str, targets: &Targets, paper: Option<f64>) {
        let (times, tally) = (&self.learning.times.all, &self.learning.voted);
        println!(
            "{name:<8} {:<11} {} {} {} {} {} {} {:>7} {} {}",
            format!("{} of {}", tally.solved, tally.episodes),
            percent(&self.all),
            figure(targets.all),
            figure(paper),
            percent(&self.shown),
            percent(&self.of_shown),
            figure(targets.shown),
            self.guessed,
            milliseconds(times, 0.5),
            milliseconds(times, 1.0),
        );
    }
}

fn header(title: &str) {
    println!("\n{title}\n");
    println!(
        "{:<8} {:<11} {:<12} {:>6} {:>6} {:<12} {:<12} {:>6} {:>7} {:>8} {:>8}",
        "",
        "solved",
        "right",
        "target",
        "paper",
        "shown",
        "right there",
        "target",
        "guessed",
        "median",
        "longest"
    );
}

/// Episodes of a language of this repository, with the paper's numbers of examples and queries or
/// with many.
fn draws(name: &str, many: bool, arguments: &Arguments) -> impl Iterator<Item = Episode> {
    let code = name.split('.').next().unwrap_or(name);
    let mut settings = LanguageSettings::paper(necessary_numbers(code));
    if many {
        (settings.support, settings.queries) = (Some(MANY..=MANY), Some(MANY_QUERIES));
    }
    let sampler =
        LanguageSampler::new(languages::read(name), settings).expect("the file has numbers enough");
    let seeds = episode_seeds(arguments.seed).take(arguments.draws.unwrap_or(DRAWS));
    seeds.map(move |seed| sampler.sample(seed))
}

fn grammars(settings: NumberSettings, arguments: &Arguments) -> impl Iterator<Item = Episode> {
    let sampler = NumberSampler::new(settings).expect("the settings make sense");
    let seeds = episode_seeds(arguments.seed).take(arguments.episodes.unwrap_or(GRAMMARS));
    seeds.map(move |seed| sampler.sample(seed))
}

pub(crate) fn tables(arguments: &Arguments) {
    println!(
        "\nNumber words: % ± standard error over draws (right: of all queries; shown: queries whose \
         words are all in\nthe examples; right there: of those; guessed: answers to others, which \
         should be refused; times in\nmilliseconds, {} s at most)",
        TIMEOUT.as_secs()
    );
    header(
        "The paper's nine languages, its basic words and 30 examples, variants of a word merged",
    );
    for (name, paper) in PAPER {
        let all = if name == "fr" { 98.5 } else { 99.5 };
        let targets = Targets { all: Some(all), shown: Some(99.8) };
        Row::of(draws(name, false, arguments)).print(name, &targets, Some(paper));
    }
    let of_shown = Targets { all: None, shown: Some(99.0) };
    header("The same as texts have them");
    for name in RAW {
        Row::of(draws(name, false, arguments)).print(name, &of_shown, None);
    }
    header(
        "Fourteen further languages as texts have them: 0-20, tens, hundreds, powers of ten, and 30 \
         examples",
    );
    for name in FURTHER {
        Row::of(draws(name, false, arguments)).print(name, &of_shown, None);
    }
    header("Sampled grammars, 60-100 examples");
    let of_all = Targets { all: Some(99.0), shown: None };
    let usual = NumberSettings::training();
    Row::of(grammars(usual.clone(), arguments)).print("sampled", &of_all, None);
    header(&format!("{MANY} examples"));
    let none = Targets { all: None, shown: None };
    let merged = PAPER.iter().map(|(name, _)| *name);
    let raw = RAW.into_iter().filter(|name| name.ends_with("raw"));
    for name in merged.chain(raw).chain(FURTHER) {
        Row::of(draws(name, true, arguments)).print(name, &none, None);
    }
    let many = NumberSettings { support: MANY..=MANY, queries: MANY_QUERIES, ..usual };
    Row::of(grammars(many, arguments)).print("sampled", &none, None);
}
