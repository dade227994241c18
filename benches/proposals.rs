//! `make bench-proposals`: what a network's proposals reach, and what is left of a task when examples
//! are wrong.
//!
//! Needs ONNX Runtime, which `make runtime` fetches. Episodes come from seeds below 1,000,000, which
//! training does not use; SCAN and the languages are not trained on at all.

// Their other parts are the business of other benchmarks.
#[allow(dead_code)]
#[path = "../cli/src/score.rs"]
mod score;
#[allow(dead_code)]
#[path = "../cli/src/statistics.rs"]
mod statistics;
#[allow(dead_code)]
#[path = "synthesis/text.rs"]
mod text;

use blicket::episode::Episode;
use blicket::sample::{
    EpisodeSampler, EpisodeSettings, LanguageSampler, LanguageSettings, MetaGrammar,
    NumberLanguage, Random, ScanSplit, Selection, SplitName, SplitSampler, episode_seeds,
    necessary_numbers,
};
use blicket::{
    Engine, EngineOptions, Evaluation, Grammar, Problem, Solution, Strategy, Success, Task,
};
use rustix::time::{ClockId, clock_gettime};
use score::Tally;
use statistics::{Accuracy, quantile};
use std::path::Path;
use std::time::Duration;
use text::{figure, percent};

const SEED: u64 = 700_000;
const TIMEOUT: Duration = Duration::from_secs(30);
/// As in the paper: so long a try, and then other examples.
const TRY: Duration = Duration::from_secs(20);
const MOST_TRIES: usize = 20;

/// Processor time of the whole process, in seconds.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// What became of many tasks.
#[derive(Default)]
struct Row {
    tally: Tally,
    solved: Accuracy,
    programs: Vec<f64>,
    seconds: Vec<f64>,
    /// Wrong examples that were kept, and right ones that were given up.
    missed: usize,
    alarms: usize,
}

struct Bench {
    engine: Engine,
    episodes: usize,
    draws: usize,
}

impl Bench {
    fn solve(&self, episode: &Episode, strategy: Strategy, noise: bool, row: &mut Row) -> Solution {
        let queries = episode.queries.iter().map(|(input, _)| input.clone()).collect();
        let (support, domain) = (episode.support.clone(), episode.domain);
        let timeout = if episode.queries.is_empty() { TRY } else { TIMEOUT };
        let task = Task { support, queries, domain, strategy, noise, timeout, ..Task::new() };
        let start = cpu_seconds();
        let solution = self.engine.solve(&task);
        row.seconds.push(cpu_seconds() - start);
        row.programs.push(solution.statistics.programs as f64);
        row.tally.add(episode, &solution);
        row.solved.add(usize::from(solution.success == Success::Solved), 1);
        solution
    }

    fn row(&self, episodes: impl Iterator<Item = Episode>, strategy: Strategy) -> Row {
        let mut row = Row::default();
        episodes.for_each(|episode| _ = self.solve(&episode, strategy, false, &mut row));
        row
    }

    fn miniscan(&self) {
        println!(
            "\nMiniSCAN, 30 examples, by number of higher-order rules: % ± standard error, {} \
             episodes a row\n(programs: median and 95 %; seconds of processor time: mean and most)\n",
            self.episodes
        );
        let strategy = format!("{:<12} {:<12} {:>6}", "solved", "answers", "target");
        println!("       {strategy} {}  {strategy}", COST.replace('|', " "));
        let targets = [97.5, 97.5, 97.5, 97.5, 96.0, 93.6, 92.0, 90.5, 83.5, 78.5, 77.5];
        for (rules, target) in (3..).zip(targets) {
            let meta = MetaGrammar { rules: rules..=rules, words: 17, ..MetaGrammar::miniscan() };
            let episodes = || self.sampled(meta.clone(), EpisodeSettings::miniscan());
            let neural = self.row(episodes(), Strategy::Neural);
            let greedy = self.row(episodes(), Strategy::Greedy);
            println!(
                "{rules:>5}  {} {}  {}",
                neural.accuracy(Some(target)),
                neural.cost(),
                greedy.accuracy((rules <= 4).then_some(89.0)),
            );
        }
    }

    /// What is left open by few examples: who votes better, the network or deduction's prior.
    fn few(&self) {
        println!("\nMiniSCAN, 10 examples, 2-4 higher-order rules, {} episodes\n", self.episodes);
        println!("{:<8} {:<12} {:<12} {:>6} {}", "", "solved", "answers", "", COST);
        let settings = EpisodeSettings { support: 10..=10, ..EpisodeSettings::miniscan() };
        for strategy in [Strategy::Neural, Strategy::Deduce, Strategy::Hybrid] {
            let row = self.row(self.sampled(MetaGrammar::miniscan(), settings.clone()), strategy);
            println!("{:<8} {} {}", strategy.name(), row.accuracy(None), row.cost());
        }
    }

    fn sampled(
        &self,
        meta: MetaGrammar,
        settings: EpisodeSettings,
    ) -> impl Iterator<Item = Episode> {
        let mut sampler = EpisodeSampler::new(meta, settings).expect("the settings make sense");
        let seeds = episode_seeds(SEED).take(self.episodes);
        seeds.map(move |seed| sampler.sample(seed).expect("there are such episodes"))
    }

    /// As the paper does it: tries with new examples until a grammar satisfies them, and here the whole
    /// training part too.
    fn scan(&self, selection: Selection) {
        println!(
            "\nSCAN, neural, 100 examples, drawn anew until solved: {} runs a row, the grammar on the \
             whole test part\n(paper: 34-75 s and 1,300-3,000 programs)\n",
            self.draws
        );
        println!(
            "{:<8} {:<8} {:<10} {:>6} {} {:>10}",
            "examples", "split", "perfect", "tries", COST, "a second"
        );
        for split in splits() {
            let sampler = SplitSampler::new(split.clone(), selection, 100..=100, Some(0), 0.0);
            let sampler = sampler.expect("the split has enough commands");
            let (mut all, mut perfect, mut tries) = (Row::default(), 0, 0);
            for run in episode_seeds(SEED).take(self.draws) {
                let mut row = Row::default();
                for seed in episode_seeds(run).take(MOST_TRIES) {
                    tries += 1;
                    let episode = sampler.sample(seed);
                    let solution = self.solve(&episode, Strategy::Neural, false, &mut row);
                    if is_right(solution.grammar.as_ref(), &split.train) {
                        perfect += usize::from(is_right(solution.grammar.as_ref(), &split.test));
                        break;
                    }
                }
                all.programs.push(row.programs.iter().sum());
                all.seconds.push(row.seconds.iter().sum());
            }
            let (programs, seconds): (f64, f64) =
                (all.programs.iter().sum(), all.seconds.iter().sum());
            println!(
                "{:<8} {:<8} {:<10} {:>6.2} {} {:>10.0}",
                selection.name(),
                split.name.name(),
                format!("{perfect} of {}", self.draws),
                tries as f64 / self.draws as f64,
                all.cost(),
                programs / seconds,
            );
        }
    }

    fn numbers(&self) {
        println!(
            "\nNumber words, neural, the paper's nine languages, {} draws\n",
            self.draws.min(5)
        );
        println!("{:<5} {:<12} {:<12} {:>6} {}", "", "solved", "answers", "paper", COST);
        for (code, paper) in [
            ("en", 100.0),
            ("es", 80.0),
            ("zh", 100.0),
            ("ja", 100.0),
            ("it", 100.0),
            ("el", 94.5),
            ("ko", 100.0),
            ("fr", 75.5),
            ("vi", 69.5),
        ] {
            let file = folder().join(format!("numbers/{code}.tsv"));
            let text = std::fs::read_to_string(file).expect("the repository has the languages");
            let language = NumberLanguage::parse(code, &text).expect("the file can be read");
            let settings = LanguageSettings::paper(necessary_numbers(code));
            let sampler = LanguageSampler::new(language, settings).expect("it has enough numbers");
            let seeds = episode_seeds(SEED).take(self.draws.min(5));
            let row = self.row(seeds.map(|seed| sampler.sample(seed)), Strategy::Neural);
            println!("{code:<5} {} {}", row.accuracy(Some(paper)), row.cost());
        }
    }

    /// The same inputs by grammars that are changed: a rule has a token of its own on the right, or does
    /// without one of its variables.
    fn outside(&self) {
        println!(
            "\nMiniSCAN, 30 examples, 3 rules, of which one or more outside the class, {} episodes\n",
            self.episodes
        );
        println!("{:<8} {:<12} {:<12} {:>6} {}", "", "solved", "answers", "", COST);
        let meta = MetaGrammar { rules: 3..=3, ..MetaGrammar::miniscan() };
        for strategy in [Strategy::Neural, Strategy::Deduce, Strategy::Hybrid] {
            let episodes = self.sampled(meta.clone(), EpisodeSettings::miniscan());
            let episodes =
                episodes.zip(episode_seeds(SEED)).filter_map(|(e, seed)| changed(e, seed));
            let row = self.row(episodes, strategy);
            println!("{:<8} {} {}", strategy.name(), row.accuracy(None), row.cost());
        }
    }

    fn noise(&self) {
        println!(
            "\nWrong examples (missed: wrong ones that were kept; alarms: right ones that were given \
             up; in all)\n"
        );
        println!(
            "{:<28} {:>6} {:<12} {:<12} {:>6} {:>6} {}",
            "", "wrong", "all of test", "answers", "missed", "alarms", COST
        );
        for share in [0.0, 0.05, 0.2, 0.3] {
            for split in splits() {
                let sampler = |share| {
                    SplitSampler::new(split.clone(), Selection::Uniform, 100..=100, Some(0), share)
                        .expect("the split has enough commands")
                };
                let (wrong, right) = (sampler(share), sampler(0.0));
                let episodes = episode_seeds(SEED).take(self.draws);
                let episodes = episodes.map(|seed| (wrong.sample(seed), right.sample(seed)));
                let name = format!("SCAN {}, 100", split.name.name());
                self.noise_row(&name, episodes, Some(&split.test));
            }
            for rules in [4, 8] {
                let settings = |corrupt| EpisodeSettings { corrupt, ..EpisodeSettings::miniscan() };
                let meta =
                    || MetaGrammar { rules: rules..=rules, words: 17, ..MetaGrammar::miniscan() };
                let episodes =
                    self.sampled(meta(), settings(share)).zip(self.sampled(meta(), settings(0.0)));
                self.noise_row(&format!("MiniSCAN {rules} rules, 30"), episodes, None);
            }
        }
    }

    fn noise_row(
        &self,
        name: &str,
        episodes: impl Iterator<Item = (Episode, Episode)>,
        test: Option<&[(String, String)]>,
    ) {
        let (mut row, mut perfect, mut wrong) = (Row::default(), Accuracy::default(), 0);
        for (episode, right) in episodes {
            let solution = self.solve(&episode, Strategy::Hybrid, true, &mut row);
            let given_up = solution.problems.iter().find_map(|problem| match problem {
                Problem::GivenUp(examples) => Some(examples.clone()),
                _ => None,
            });
            let given_up = given_up.unwrap_or_default();
            for (index, pair) in episode.support.iter().enumerate() {
                let (is_wrong, is_given_up) =
                    (*pair != right.support[index], given_up.contains(&index));
                wrong += usize::from(is_wrong);
                row.missed += usize::from(is_wrong && !is_given_up);
                row.alarms += usize::from(!is_wrong && is_given_up);
            }
            if let Some(test) = test {
                perfect.add(usize::from(is_right(solution.grammar.as_ref(), test)), 1);
            }
        }
        println!(
            "{name:<28} {wrong:>6} {} {} {:>6} {:>6} {}",
            percent(&perfect),
            percent(&row.tally.accuracy),
            row.missed,
            row.alarms,
            row.cost(),
        );
    }
}

/// The columns of [`Row::cost`].
const COST: &str = "programs    95 %   seconds     most";

impl Row {
    fn accuracy(&self, target: Option<f64>) -> String {
        format!("{} {} {}", percent(&self.solved), percent(&self.tally.accuracy), figure(target))
    }

    fn cost(&self) -> String {
        let at = |values: &[f64], share| quantile(values, share).unwrap_or(f64::NAN);
        let mean = self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64;
        format!(
            "{:>8.0} {:>7.0} {mean:>9.3} {:>8.3}",
            at(&self.programs, 0.5),
            at(&self.programs, 0.95),
            at(&self.seconds, 1.0)
        )
    }
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

fn splits() -> [ScanSplit; 4] {
    let generate = |name| ScanSplit::generate(name).expect("this split can be generated");
    [
        ScanSplit::read_simple(&folder().join("scan")).expect("the repository has this split"),
        generate(SplitName::Length),
        generate(SplitName::Jump),
        generate(SplitName::Right),
    ]
}

/// An episode by a changed grammar; `None` if its outputs get too long or empty.
fn changed(mut episode: Episode, seed: u64) -> Option<Episode> {
    let mut random = Random::new(seed);
    let text = episode.grammar.take().expect("a sampled episode has its grammar");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let operators = 1..lines.len() - 1;
    let operators: Vec<usize> = operators.filter(|line| lines[*line].contains('[')).collect();
    let tokens: Vec<String> = lines
        .iter()
        .filter(|line| !line.contains('['))
        .filter_map(|line| line.split_whitespace().last().map(str::to_owned))
        .collect();
    let mut changed = operators.clone();
    let count = random.within(&(1..=operators.len()));
    random.shuffle_first(&mut changed, count);
    for line in changed.into_iter().take(count) {
        let (left, right) = lines[line].split_once("->").expect("a rule has an arrow");
        let mut items: Vec<&str> = right.split_whitespace().collect();
        let first = items[0];
        let binary = items.iter().any(|item| *item != first);
        if binary && random.chance(0.4) {
            let dropped = *random.choose(&items);
            items.retain(|item| *item != dropped);
        } else {
            let place = random.below(items.len() + 1);
            items.insert(place, random.choose(&tokens).as_str());
        }
        lines[line] = format!("{left}-> {}", items.join(" "));
    }
    let grammar = Grammar::parse(&lines.join("\n")).expect("it is still a grammar");
    let output = |input: &str| {
        let text = grammar.apply(input).text().map(str::to_owned);
        text.filter(|text| (1..=10).contains(&text.split_whitespace().count()))
    };
    episode.support = episode
        .support
        .into_iter()
        .filter_map(|(input, _)| output(&input).map(|o| (input, o)))
        .collect();
    episode.queries.retain(|(input, _)| output(input).is_some());
    for (input, wanted) in &mut episode.queries {
        *wanted = output(input);
    }
    (episode.support.len() >= 25 && !episode.queries.is_empty()).then_some(episode)
}

/// Whether a grammar gives all of these.
fn is_right(grammar: Option<&Grammar>, pairs: &[(String, String)]) -> bool {
    let Some(grammar) = grammar else { return false };
    let mut evaluation = Evaluation::new();
    pairs.iter().all(|(input, output)| {
        grammar.apply_into(input, &mut evaluation);
        evaluation.text() == Some(output)
    })
}

/// A table's name, and what prints it.
type Table = (&'static str, fn(&Bench));

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let number = |name: &str, default: usize| {
        let place = arguments.iter().position(|argument| argument == name);
        let value = place.and_then(|place| arguments.get(place + 1));
        value.map_or(default, |value| value.parse().expect("a number"))
    };
    // Where `make runtime` puts it; another can be had by the environment variable.
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/runtime/libonnxruntime.so.1");
    let named = std::env::var_os("BLICKET_ONNXRUNTIME").is_some();
    let runtime_path = (!named && runtime.exists()).then_some(runtime);
    let engine = Engine::new(&EngineOptions { runtime_path, ..EngineOptions::default() });
    let engine = engine.expect("a processor can be had");
    if let Err(error) = engine.warm_up() {
        eprintln!("proposals: {error}; `make runtime` fetches it");
        std::process::exit(1);
    }
    let (episodes, draws) = (number("--episodes", 200), number("--draws", 20));
    let bench = Bench { engine, episodes, draws };
    let tables: [Table; 7] = [
        ("miniscan", Bench::miniscan),
        ("few", Bench::few),
        ("scan", |bench| bench.scan(Selection::Paper)),
        ("scan-uniform", |bench| bench.scan(Selection::Uniform)),
        ("numbers", Bench::numbers),
        ("outside", Bench::outside),
        ("noise", Bench::noise),
    ];
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let all = !tables.iter().any(|(name, _)| named(name));
    for (_, table) in tables.iter().filter(|(name, _)| all || named(name)) {
        table(&bench);
    }
}
