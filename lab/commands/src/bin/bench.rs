//! Scores sets of episodes: right, refused and wrong in per cent, and
//! processor time, over three seeds.

use commands::numbers::{NumberReader, NumberTools};
use commands::search::Effort;
use commands::standin::{english::English, sums::Sums};

struct Episode {
    name: String,
    support: Vec<(String, String)>,
    queries: Vec<(String, Option<String>)>,
}

fn text(v: &serde_json::Value) -> Option<String> {
    match v {
        serde_json::Value::Null => None,
        serde_json::Value::String(s) => Some(s.split_whitespace().collect::<Vec<_>>().join(" ")),
        v => Some(v.as_array()?.iter().filter_map(|t| t.as_str()).collect::<Vec<_>>().join(" ")),
    }
}

fn load(file: &str) -> Vec<Episode> {
    let content = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    content
        .lines()
        .filter(|l| !l.trim().is_empty())
        .map(|line| {
            let v: serde_json::Value = serde_json::from_str(line).expect("json");
            let pairs = |k: &str| {
                v[k].as_array()
                    .unwrap()
                    .iter()
                    .map(|p| (text(&p[0]).unwrap(), text(&p[1])))
                    .collect::<Vec<_>>()
            };
            Episode {
                name: v["name"].as_str().unwrap_or("").to_owned(),
                support: pairs("support").into_iter().map(|(a, b)| (a, b.unwrap())).collect(),
                queries: pairs("queries"),
            }
        })
        .collect()
}

/// Processor time of this thread in milliseconds.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
}

#[derive(Default, Clone)]
struct Score {
    count: [usize; 3],
    times: Vec<f64>,
    queries: (f64, usize),
    episodes: Vec<String>,
    /// Right, refused and wrong in the episodes of few examples.
    small: [usize; 3],
    /// Bits of the shortest grammars: how good the search is.
    bits: Vec<f64>,
    lines: Vec<String>,
}

/// Episodes of at most so many examples are small.
const SMALL: usize = 30;

struct Options {
    half: bool,
    wrong: bool,
    features: bool,
    one: bool,
    ordered: bool,
    show: bool,
    seeds: Vec<u64>,
    only: Option<usize>,
    effort: Effort,
}

fn run(file: &str, options: &Options) -> Score {
    let mut score = Score::default();
    for (number, episode) in load(file).iter().enumerate() {
        if options.only.is_some_and(|o| o != number) {
            continue;
        }
        let mut whole = [0; 3];
        for &seed in &options.seeds {
            let support: Vec<&(String, String)> = episode
                .support
                .iter()
                .enumerate()
                .filter(|(i, _)| !options.half || i % 2 == 0)
                .map(|x| x.1)
                .collect();
            let pairs: Vec<(Vec<&str>, Vec<&str>)> = support
                .iter()
                .map(|(a, b)| {
                    (a.split(' ').collect(), b.split(' ').filter(|t| !t.is_empty()).collect())
                })
                .collect();
            let effort = Effort { seed, ..options.effort.clone() };
            let ready: &[&dyn NumberReader] = &[&English];
            let tools = NumberTools { learner: Some(&Sums), ready };
            let before = cpu();
            let learnt = commands::learn(&pairs, &tools, &effort, &|| false);
            score.times.push(cpu() - before);
            score.bits.push(learnt.models.first().map_or(0.0, |m| m.bits));
            if options.show {
                println!("--- {} {:.0} bits", episode.name, learnt.models[0].bits);
                println!("{}", show(&learnt));
            }
            let single = options.one.then(|| learnt.in_order(0));
            let written: Vec<_> = (0..learnt.models.len())
                .filter(|_| options.ordered)
                .map(|model| learnt.in_order(model))
                .collect();
            let before = cpu();
            for (input, want) in &episode.queries {
                let words: Vec<&str> = input.split(' ').collect();
                // half of the examples cannot tell what a word means that only the others have
                let shown = |w: &&str| support.iter().any(|s| s.0.split(' ').any(|x| x == *w));
                if options.half && !words.iter().all(shown) {
                    continue;
                }
                let answer = learnt.answer(&words, ready);
                let one =
                    single.as_ref().map(|g| learnt.read_in_order(g, &words).map(|t| t.join(" ")));
                let said = answer.tokens.as_ref().filter(|_| answer.sure).map(|t| t.join(" "));
                let said = match one {
                    Some(one) => one,
                    None if options.ordered => vote_in_order(&learnt, &written, &words),
                    None => said,
                };
                let result = match (&said, want) {
                    (None, None) => 0,
                    (None, Some(_)) => 1,
                    (Some(a), Some(b)) if a == b => 0,
                    _ => 2,
                };
                whole[result] += 1;
                if options.features && answer.tokens.is_some() {
                    let right =
                        want.is_some() && answer.tokens.as_ref().map(|t| t.join(" ")) == *want;
                    let e = &answer.evidence;
                    let values = [
                        e.cover,
                        e.share,
                        e.tree,
                        e.runs,
                        e.least_tree,
                        e.least_runs,
                        e.backward,
                        e.forward,
                        e.tokens,
                        e.arguments,
                        e.inside,
                        e.no_filler,
                        e.few_fillers,
                        e.length,
                        e.cut_off,
                    ];
                    score.lines.push(format!(
                        "FEATURES {} {} {} {}",
                        episode.name,
                        u8::from(right),
                        u8::from(e.new_words),
                        values.map(|v| format!("{v:.3}")).join(" ")
                    ));
                }
                if options.wrong && result > 0 {
                    let guess = answer.tokens.as_ref().map(|t| t.join(" ")).unwrap_or_default();
                    let line = format!(
                        "  {} {} | {input} => {:.2} {guess} || {:?}   WANT {}",
                        ["", "REFUSED", "WRONG"][result],
                        episode.name,
                        answer.confidence,
                        answer
                            .others
                            .iter()
                            .map(|o| format!("{:.2} {}", o.1, o.0.join(" ")))
                            .collect::<Vec<_>>(),
                        want.as_deref().unwrap_or("-")
                    );
                    score.lines.push(line);
                }
            }
            score.queries.0 += cpu() - before;
            score.queries.1 += episode.queries.len();
        }
        (0..3).for_each(|i| score.count[i] += whole[i]);
        if episode.support.len() <= SMALL {
            (0..3).for_each(|i| score.small[i] += whole[i]);
        }
        score.episodes.push(
            whole.map(|n| (n as f64 / options.seeds.len() as f64).round().to_string()).join("/"),
        );
    }
    score
}

/// What the written grammars agree on, each read by its order: no chart and no doubt but the vote.
fn vote_in_order(
    learnt: &commands::answer::Learnt,
    written: &[commands::order::InOrder],
    words: &[&str],
) -> Option<String> {
    let mut votes: Vec<(String, f64)> = vec![];
    let (mut reading, mut all) = (0.0, 0.0);
    for (i, grammar) in written.iter().enumerate() {
        let weight = learnt.weight(i);
        all += weight;
        let Some(tokens) = learnt.read_in_order(grammar, words) else { continue };
        let output = tokens.join(" ");
        reading += weight;
        match votes.iter_mut().find(|v| v.0 == output) {
            Some(vote) => vote.1 += weight,
            None => votes.push((output, weight)),
        }
    }
    let best = votes.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    (best.1 >= 0.6 * reading && best.1 >= 0.2 * all).then_some(best.0)
}

fn show(learnt: &commands::answer::Learnt) -> String {
    let ordered = learnt.in_order(0);
    format!(
        "{}# by heart: {}\n",
        commands::readable::text(&ordered, &learnt.task.texts),
        ordered.by_heart
    )
}

fn main() {
    let mut options = Options {
        half: false,
        wrong: false,
        features: false,
        one: false,
        ordered: false,
        show: false,
        seeds: vec![1, 2, 3],
        only: None,
        effort: Effort::default(),
    };
    let mut files = vec![];
    let mut threads = 2;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|a| a.parse::<u64>().ok()).expect("a number");
        match arg.as_str() {
            "--half" => options.half = true,
            "--ordered" => options.ordered = true,
            "--one" => options.one = true,
            "--features" => options.features = true,
            "-w" => options.wrong = true,
            "-g" => options.show = true,
            "-s" => options.seeds = (1..=number()).collect(),
            "-e" => options.only = Some(number() as usize),
            "-j" => threads = number() as usize,
            "--work" => options.effort.work = number(),
            "--again" => options.effort.again = number(),
            "--starts" => options.effort.starts = number() as usize,
            "--searched" => options.effort.searched = number() as usize,
            "--kept" => options.effort.kept = number() as usize,
            file => files.push(file.to_owned()),
        }
    }
    println!(
        "{:<14} {:>6} {:>7} {:>6} {:>8} {:>8} {:>8} {:>6}",
        "set", "right", "refused", "wrong", "median", "most ms", "query us", "bits"
    );
    let next = std::sync::atomic::AtomicUsize::new(0);
    let scores = std::sync::Mutex::new(vec![None; files.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(file) = files.get(i) else { break };
                    let score = run(file, &options);
                    scores.lock().unwrap()[i] = Some(score);
                }
            });
        }
    });
    let scores = scores.into_inner().unwrap();
    let mut groups: Vec<(&str, [f64; 3], f64, Vec<f64>, Vec<f64>)> = vec![];
    for (file, score) in files.iter().zip(scores) {
        let mut score = score.expect("scored");
        let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".jsonl");
        score.lines.iter().for_each(|l| println!("{l}"));
        score.times.sort_by(f64::total_cmp);
        let all: usize = score.count.iter().sum();
        let share = score.count.map(|n| 100.0 * n as f64 / all.max(1) as f64);
        let few: usize = score.small.iter().sum();
        let small = score.small.map(|n| 100.0 * n as f64 / few.max(1) as f64);
        println!(
            "{name:<14} {:>6.1} {:>7.1} {:>6.1} {:>8.0} {:>8.0} {:>8.0} {:>6.0}  {}",
            share[0],
            share[1],
            share[2],
            score.times[score.times.len() / 2],
            score.times[score.times.len() - 1],
            score.queries.0 * 1000.0 / score.queries.1.max(1) as f64,
            score.bits.iter().sum::<f64>() / score.bits.len().max(1) as f64,
            score.episodes.join(" ")
        );
        let kind = if name.ends_with("-open") {
            "open"
        } else if name.ends_with("-out") {
            "out"
        } else {
            "determined"
        };
        let mut count = |kind, share: [f64; 3]| {
            if !groups.iter().any(|g| g.0 == kind) {
                groups.push((kind, [0.0; 3], 0.0, vec![], vec![]));
            }
            let group = groups.iter_mut().find(|g| g.0 == kind).unwrap();
            (0..3).for_each(|i| group.1[i] += share[i]);
            group.2 += 1.0;
            group.3.extend(&score.times);
            group.4.extend(score.bits.iter().map(|b| b.max(1.0).log2()));
        };
        count(kind, share);
        if few > 0 && kind == "determined" {
            count("small", small);
        }
    }
    for (kind, sums, n, mut times, logs) in groups {
        times.sort_by(f64::total_cmp);
        println!(
            "mean {kind:<10} {:>6.1} {:>7.1} {:>6.1}   median {:.0} ms, {:.1} bits",
            sums[0] / n,
            sums[1] / n,
            sums[2] / n,
            times[times.len() / 2],
            2f64.powf(logs.iter().sum::<f64>() / logs.len().max(1) as f64)
        );
    }
}
