//! From ONNX Runtime and the models to networks that run, on the device that can be had.

use super::error::NetworkError;
use super::models::{self, FORMAT, Kind, Model};
use super::pool::Pool;
use super::{Graph, find};
use blicket_runtime::{Processor, Runtime, Session};
use std::path::PathBuf;

/// How networks are to be loaded.
#[derive(Clone, Debug, Default)]
pub(crate) struct NetworkOptions {
    /// The library of ONNX Runtime; looked for if it is not set.
    pub(crate) runtime: Option<PathBuf>,
    /// The folder of the library that this code is part of, for whoever knows it.
    pub(crate) beside: Option<PathBuf>,
    /// A folder with models instead of those that are built in.
    pub(crate) models: Option<PathBuf>,
    /// What has to run them; the best that is there if it is not set.
    pub(crate) processor: Option<Processor>,
    /// How many threads may ask at once.
    pub(crate) threads: usize,
}

/// The graphs that there are, by the contracts of `models/README.md`.
pub(crate) struct Network {
    pub(crate) words_encode: Box<dyn Graph>,
    pub(crate) words_decode: Box<dyn Graph>,
    pub(crate) numbers_encode: Box<dyn Graph>,
    pub(crate) info: NetworkInfo,
}

/// What was loaded.
#[derive(Clone, Debug)]
pub(crate) struct NetworkInfo {
    pub(crate) runtime_version: String,
    pub(crate) runtime_path: PathBuf,
    /// What really runs the networks, and why not another.
    pub(crate) processor: Processor,
    pub(crate) reason: String,
    pub(crate) models: Vec<ModelInfo>,
}

/// What a model says about itself.
#[derive(Clone, Debug)]
pub(crate) struct ModelInfo {
    pub(crate) file: String,
    pub(crate) sha256: String,
    pub(crate) contract: &'static str,
    /// How it was trained: names and values, in the order of [`TRAINING`].
    pub(crate) training: Vec<(&'static str, String)>,
}

/// What a model says of its training. The graphs of one network say the same.
const TRAINING: [&str; 7] =
    ["recipe", "recipe_sha256", "seed", "episodes", "steps", "cpu_seconds", "date"];

/// An encoder runs once a task for some milliseconds, and takes ten times as long to be made ready: so
/// searches rather wait for one another than make many.
const ENCODERS: usize = 2;

impl Network {
    pub(crate) fn load(options: &NetworkOptions) -> Result<Self, NetworkError> {
        let models = models::read(options.models.as_deref())?;
        let runtime = find::find(options.runtime.as_deref(), options.beside.as_deref())?;
        let (processor, reason, sessions) = place(runtime, &models, options.processor)?;
        let info = |(model, session)| ModelInfo::new(model, session);
        let models_info: Vec<_> =
            models.iter().zip(&sessions).map(info).collect::<Result<_, _>>()?;
        same_training(&models_info[0], &models_info[1])?;
        let runtime_path = runtime.path().to_owned();
        let info = NetworkInfo {
            runtime_version: runtime.version().to_owned(),
            runtime_path,
            processor,
            reason,
            models: models_info,
        };
        let pool = |model: Model, first, most| -> Box<dyn Graph> {
            let name = model.name.clone();
            let make = move || Session::new(runtime, &model.bytes, processor);
            Box::new(Pool::new(name, first, most, Box::new(make)))
        };
        let threads = options.threads.max(1);
        let encoders = threads.min(ENCODERS);
        let [words_encode, words_decode, numbers_encode] = models;
        let [first, second, third] = sessions;
        Ok(Self {
            words_encode: pool(words_encode, first, encoders),
            words_decode: pool(words_decode, second, threads),
            numbers_encode: pool(numbers_encode, third, encoders),
            info,
        })
    }
}

/// The first session of each model, all on one processor: the one that is asked for, or else the first
/// card if every network runs there, and the processor of the machine with the reason if not.
fn place(
    runtime: &Runtime,
    models: &[Model; 3],
    asked: Option<Processor>,
) -> Result<(Processor, String, [Session; 3]), NetworkError> {
    let on = |processor| -> Result<_, NetworkError> {
        let [a, b, c] = models;
        Ok([
            ready(runtime, a, processor)?,
            ready(runtime, b, processor)?,
            ready(runtime, c, processor)?,
        ])
    };
    let first_card = Processor::Cuda(0);
    match asked {
        Some(processor) => {
            Ok((processor, format!("{} was asked for", name(processor)), on(processor)?))
        }
        None => match on(first_card) {
            Ok(sessions) => Ok((first_card, "every network runs there".into(), sessions)),
            Err(NetworkError::Device { device, problem }) => {
                let reason = format!("{device} cannot be used: {problem}");
                Ok((Processor::Cpu, reason, on(Processor::Cpu)?))
            }
            Err(other) => Err(other),
        },
    }
}

/// A session that has run once. On a card, what goes wrong is a problem of the card.
fn ready(runtime: &Runtime, model: &Model, processor: Processor) -> Result<Session, NetworkError> {
    let make = || {
        let mut session = Session::new(runtime, &model.bytes, processor)?;
        session.warm_up()?;
        if let Processor::Cuda(_) = processor {
            let providers = session.providers()?;
            if providers.iter().all(|(name, _)| name != "CUDAExecutionProvider") {
                return Err(format!("ONNX Runtime runs it by {providers:?} all the same"));
            }
        }
        Ok(session)
    };
    make().map_err(|problem: String| match processor {
        Processor::Cpu => model.invalid(problem),
        Processor::Cuda(_) => NetworkError::Device { device: name(processor), problem },
    })
}

/// A processor as a host names it.
pub(crate) fn name(processor: Processor) -> String {
    match processor {
        Processor::Cpu => "cpu".into(),
        Processor::Cuda(index) => format!("cuda:{index}"),
    }
}

impl ModelInfo {
    /// What a model says about itself, if it is the kind of model that it should be.
    fn new(model: &Model, session: &Session) -> Result<Self, NetworkError> {
        let Kind { contract, graph, .. } = *model.kind;
        let said = |name: &str| session.metadata(&format!("blicket.{name}"));
        for (name, expected) in [("format", FORMAT), ("contract", contract), ("graph", graph)] {
            match said(name) {
                Some(actual) if actual == expected => (),
                Some(actual) => {
                    let problem = format!("its {name} is {actual:?}, and has to be {expected:?}");
                    return Err(model.invalid(problem));
                }
                None => {
                    let problem =
                        format!("it does not say its blicket.{name}, which has to be {expected:?}");
                    return Err(model.invalid(problem));
                }
            }
        }
        let training = TRAINING.map(|name| (name, said(name).unwrap_or_default()));
        let (file, sha256) = (model.name.clone(), model.sha256.clone());
        Ok(Self { file, sha256, contract, training: training.into() })
    }
}

/// Two graphs of one network have to come from one training.
fn same_training(encode: &ModelInfo, decode: &ModelInfo) -> Result<(), NetworkError> {
    let mut pairs = encode.training.iter().zip(&decode.training);
    match pairs.find(|(encode, decode)| encode != decode) {
        None => Ok(()),
        Some(((name, ours), (_, theirs))) => Err(NetworkError::Model {
            file: decode.file.clone(),
            problem: format!(
                "it was not trained together with {}: {name} is {theirs:?} there, and {ours:?} here",
                encode.file
            ),
        }),
    }
}
