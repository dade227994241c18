//! `blicket bench`: many tasks, and how many of them are solved.

use crate::attention::Attention;
use crate::failure::Failure;
use crate::input::Input;
use crate::options::Options;
use crate::record::{Record, solve, to_json};
use crate::redraw::RedrawArguments;
use crate::score::{Score, Tally, WithoutOutput};
use crate::statistics::quantile;
use crate::terminal::stdout;
use blicket_lab::episode::{Episode, EpisodeReader, ReadError};
use blicket_lab::sample::episode_seeds;
use serde::Serialize;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

/// Solve the tasks of episode files, and score the answers
///
/// Prints a line for each episode as soon as it is done, then a summary. The right outputs of
/// queries are only used to score; a query whose output is null is not of the language, and what is
/// right is to refuse it. The first episode has the seed that is given, the others ones that
/// follow from it. Exits with 0 however many tasks are solved. Ctrl-C leaves the task
/// out that is being solved, or waited for, and sums up those before it; so does a line that is no
/// episode, but it is an error.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Episodes as JSON lines, such as `blicket sample` prints; `-` for standard input
    #[arg(required = true)]
    episodes: Vec<PathBuf>,
    /// The most episodes, of all files together
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print a JSON object for each episode: {"name", "outcome", "stop", "satisfied", "support",
    /// "queries", "answers", "guess", "confidence", "stuck", "programs", "steps", "grammar", "correct", "scored",
    /// "refused", "wrong", "guessed", "seconds", "cpu_seconds"}, and {"summary": …} last
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    redraw: RedrawArguments,
    #[command(flatten)]
    options: Options,
}

/// All episodes together. What there is no figure for is null.
#[derive(Serialize)]
struct Summary {
    episodes: usize,
    solved: usize,
    query_accuracy: Option<f64>,
    query_accuracy_se: Option<f64>,
    query_refused: Option<f64>,
    query_refused_se: Option<f64>,
    query_wrong: Option<f64>,
    query_wrong_se: Option<f64>,
    query_guessed: Option<f64>,
    query_guessed_se: Option<f64>,
    calibration_error: Option<f64>,
    median_seconds: Option<f64>,
    p95_seconds: Option<f64>,
}

#[derive(Serialize)]
struct LastLine {
    summary: Summary,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = &arguments.options;
    let (engine, attention) = (options.engine()?, Attention::new()?);
    let paths = arguments.episodes.clone();
    let mut episodes = attention.unless_stopped(move || open(&paths))?.transpose()?;
    let redraw = arguments.redraw.open(options, &arguments.episodes, &attention)?;
    let mut tally = Tally::default();
    let mut seconds = Vec::new();
    let most = arguments.limit.unwrap_or(usize::MAX);
    let mut ended = Ok(());
    for seed in episode_seeds(options.seed).take(most) {
        let solved = next(&mut episodes, &attention).and_then(|episode| {
            let Some(episode) = episode else { return Ok(None) };
            if let Some(redraw) = &redraw {
                return redraw.solve(&engine, options, episode, seed, &attention).map(Some);
            }
            let refusal = WithoutOutput::WantsRefusal;
            let record = solve(&engine, options, &episode, seed, refusal, &attention)?;
            Ok(Some((episode, record)))
        });
        match solved {
            // After a Ctrl-C it would count as one that could not be solved.
            Ok(Some((episode, record))) if !attention.is_stopped() => {
                tally.add(&episode, &record.solution);
                seconds.push(record.seconds);
                print(&if arguments.json { to_json(&record.line()) } else { record.to_string() })?;
            }
            Ok(_) => break,
            // Those before it are not lost.
            Err(failure) if tally.episodes > 0 => {
                ended = Err(failure);
                break;
            }
            Err(failure) => return Err(failure),
        }
    }
    let summary = Summary {
        episodes: tally.episodes,
        solved: tally.solved,
        query_accuracy: tally.right.share(),
        query_accuracy_se: tally.right.standard_error(),
        query_refused: tally.refused.share(),
        query_refused_se: tally.refused.standard_error(),
        query_wrong: tally.wrong.share(),
        query_wrong_se: tally.wrong.standard_error(),
        query_guessed: tally.guessed.share(),
        query_guessed_se: tally.guessed.standard_error(),
        calibration_error: tally.calibration.error(),
        median_seconds: quantile(&seconds, 0.5),
        p95_seconds: quantile(&seconds, 0.95),
    };
    let last = if arguments.json { to_json(&LastLine { summary }) } else { summary.to_string() };
    let printed = print(&last);
    ended.and(printed)
}

/// What is left of all files.
type Episodes = Box<dyn Iterator<Item = Result<Episode, Failure>> + Send>;

/// All files at once, so that a wrong name shows before hours are spent on those before it.
fn open(paths: &[PathBuf]) -> Result<Episodes, Failure> {
    let inputs: Result<Vec<Input>, Failure> = paths.iter().map(|path| Input::open(path)).collect();
    Ok(Box::new(inputs?.into_iter().flat_map(|Input { name, reader }| {
        EpisodeReader::new(reader)
            .map(move |episode| episode.map_err(|error| unreadable(&name, &error)))
    })))
}

/// The next episode, if there is one and no Ctrl-C while it is waited for; after that there is none.
fn next(
    episodes: &mut Option<Episodes>,
    attention: &Attention,
) -> Result<Option<Episode>, Failure> {
    let Some(mut rest) = episodes.take() else { return Ok(None) };
    let read = attention.unless_stopped(move || (rest.next(), rest))?;
    let Some((episode, rest)) = read else { return Ok(None) };
    *episodes = Some(rest);
    episode.transpose()
}

/// Prints a line at once: whoever reads it need not wait for the next episode.
fn print(line: &str) -> Result<(), Failure> {
    let mut output = stdout();
    let written = writeln!(output, "{line}").and_then(|()| output.flush());
    written.map_err(|error| Failure::writing(&error))
}

fn unreadable(name: &str, error: &ReadError) -> Failure {
    match error {
        ReadError::Malformed(error) => Failure::Input(format!("{name}, {error}")),
        ReadError::Unreadable { line, error } => {
            Failure::reading(format!("{name}, line {line}"), error)
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, solution, score, .. } = self;
        let Score { right, refused, wrong, .. } = score;
        let (outcome, stop) = (solution.success.name(), solution.stop.name());
        let (satisfied, support) = (solution.satisfied(), solution.examples);
        let milliseconds = self.seconds * 1e3;
        write!(f, "{name:<30} {outcome:<6} {satisfied:>3}/{support} examples ")?;
        write!(f, "{right:>3}/{} queries {milliseconds:>10.2} ms", score.scored())?;
        if outcome != stop {
            write!(f, "  ({stop})")?;
        }
        if refused + wrong > 0 {
            write!(f, "  {refused} refused, {wrong} wrong")?;
        }
        if let (Some(tries), Some(examples)) = (self.tries, self.examples_used) {
            write!(f, "  {tries} tries, {examples} examples used")?;
        }
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { episodes, solved, .. } = self;
        write!(f, "\n{solved} of {episodes} episodes solved")?;
        let shares = [
            ("right", self.query_accuracy, self.query_accuracy_se),
            ("refused", self.query_refused, self.query_refused_se),
            ("wrong", self.query_wrong, self.query_wrong_se),
            ("right by the best guess", self.query_guessed, self.query_guessed_se),
        ];
        for (name, share, error) in shares {
            let Some(share) = share else { continue };
            write!(f, "\n{:.2} % of queries {name}", share * 100.0)?;
            if let Some(error) = error {
                write!(f, ", standard error {:.2}", error * 100.0)?;
            }
        }
        if let Some(error) = self.calibration_error {
            write!(f, "\ncalibration error {error:.3} (queries of words that examples have)")?;
        }
        if let (Some(median), Some(p95)) = (self.median_seconds, self.p95_seconds) {
            write!(f, "\nmedian {:.2} ms, 95 % within {:.2} ms", median * 1e3, p95 * 1e3)?;
        }
        Ok(())
    }
}
