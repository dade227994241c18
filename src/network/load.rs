//! From ONNX Runtime and the models to networks that run, on the device that can be had.

use super::card::explained;
use super::info::{ModelInfo, NetworkInfo, RuntimeInfo};
use super::join::Join;
use super::models::{self, CheckedModel, FORMAT, GraphKind};
use super::pool::Pool;
use super::together::AskedTogether;
use super::{Graph, NetworkError, NetworkOptions, find};
use crate::device::Device;
use crate::language::rule::Domain;
use blicket_runtime::{Processor, Runtime, Session};

/// The graphs of one domain, by the contracts of `models/README.md`.
pub(crate) struct Network {
    pub(crate) encode: Box<dyn Graph>,
    /// That of words has one.
    decode: Option<Box<dyn Graph>>,
    info: NetworkInfo,
}

/// What a model says of its training. The graphs of one network say the same.
const TRAINING: [&str; 7] =
    ["recipe", "recipe_sha256", "seed", "episodes", "steps", "cpu_seconds", "date"];

/// An encoder runs once a task for some milliseconds, and takes thirty times as long to be made ready,
/// which nothing can interrupt: so searches rather wait for one another.
const ENCODERS: usize = 1;

impl Network {
    /// The models that there are to be loaded.
    pub(crate) fn models(options: &NetworkOptions) -> Result<Vec<ModelInfo>, NetworkError> {
        Ok(models::read(options.models.as_deref())?.iter().map(CheckedModel::info).collect())
    }

    /// Loads what the tasks of one domain need.
    pub(crate) fn load(options: &NetworkOptions, domain: Domain) -> Result<Self, NetworkError> {
        let [words_encode, words_decode, numbers_encode] = models::read(options.models.as_deref())?;
        let models = match domain {
            Domain::Words => vec![words_encode, words_decode],
            Domain::Numbers => vec![numbers_encode],
        };
        let runtime = find::find(options.runtime.as_deref(), options.beside.as_deref())?;
        let (device, reason, sessions) = place(runtime, &models, options.device)?;
        let trained = models.iter().zip(&sessions).map(|(model, session)| training(model, session));
        let trained: Vec<_> = trained.collect::<Result<_, _>>()?;
        if let ([encode, decode], [ours, theirs]) = (&models[..], &trained[..]) {
            same_training((encode, ours), (decode, theirs))?;
        }
        let (version, path) = (runtime.version().to_owned(), runtime.path().to_owned());
        let info = NetworkInfo { runtime: RuntimeInfo { version, path }, device, reason };
        let is_together = options.together || matches!(device, Device::Cuda(_));
        let pool = |(model, first): (CheckedModel, Session), most, join| -> Box<dyn Graph> {
            let name = model.name.clone();
            let make = move || Session::new(runtime, &model.bytes, processor(device));
            let most = if is_together { 1 } else { most };
            let pool = Box::new(Pool::new(name, first, most, Box::new(make)));
            if is_together { Box::new(AskedTogether::new(pool, join)) } else { pool }
        };
        let mut graphs = models.into_iter().zip(sessions);
        let encode = pool(graphs.next().expect("each domain has one"), ENCODERS, Join::Tasks);
        let threads = options.threads.max(1);
        let decode = graphs.next().map(|graph| pool(graph, threads, Join::Questions));
        Ok(Self { encode, decode, info })
    }

    /// The graph that makes rules of what the other one has read.
    pub(crate) fn decode(&self) -> &dyn Graph {
        self.decode.as_deref().unwrap_or(&*self.encode)
    }

    /// What runs them.
    pub(crate) fn info(&self) -> &NetworkInfo {
        &self.info
    }
}

/// The first session of each model, all on one device: the one that is asked for; or the first card if
/// every network runs there, and otherwise the processor, with the reason.
fn place(
    runtime: &Runtime,
    models: &[CheckedModel],
    asked: Device,
) -> Result<(Device, String, Vec<Session>), NetworkError> {
    let on = |device| -> Result<Vec<Session>, NetworkError> {
        models.iter().map(|model| ready(runtime, model, device)).collect()
    };
    if asked != Device::Auto {
        return Ok((asked, "it was asked for".into(), on(asked)?));
    }
    let card = Device::Cuda(0);
    match on(card) {
        Ok(sessions) => Ok((card, "every network runs there".into(), sessions)),
        Err(NetworkError::Device { device, problem }) => {
            let reason = format!("{device} cannot be used: {problem}");
            Ok((Device::Cpu, reason, on(Device::Cpu)?))
        }
        Err(other) => Err(other),
    }
}

fn processor(device: Device) -> Processor {
    match device {
        Device::Auto | Device::Cpu => Processor::Cpu,
        Device::Cuda(index) => Processor::Cuda(index),
    }
}

/// A session that has run once. On a card, what goes wrong is a problem of the card.
fn ready(runtime: &Runtime, model: &CheckedModel, device: Device) -> Result<Session, NetworkError> {
    let make = || {
        let mut session = Session::new(runtime, &model.bytes, processor(device))?;
        session.warm_up()?;
        if let Device::Cuda(_) = device {
            let providers = session.providers()?;
            if providers.iter().all(|(name, _)| name != "CUDAExecutionProvider") {
                return Err(format!("ONNX Runtime runs it by {providers:?} all the same"));
            }
        }
        Ok(session)
    };
    make().map_err(|problem: String| match device {
        Device::Auto | Device::Cpu => model.invalid(problem),
        Device::Cuda(_) => NetworkError::Device { device, problem: explained(&problem) },
    })
}

/// What a model says of its training, if it is the kind of model that it should be.
fn training(model: &CheckedModel, session: &Session) -> Result<[Option<String>; 7], NetworkError> {
    let GraphKind { contract, graph, .. } = *model.kind;
    let said = |name: &str| session.metadata(&format!("blicket.{name}"));
    for (name, expected) in [("format", FORMAT), ("contract", contract), ("graph", graph)] {
        let problem = match said(name) {
            Some(actual) if actual == expected => continue,
            Some(actual) => format!("its {name} is {actual:?}, and has to be {expected:?}"),
            None => format!("it does not say its blicket.{name}, which has to be {expected:?}"),
        };
        return Err(model.invalid(problem));
    }
    Ok(TRAINING.map(said))
}

/// Two graphs of one network have to come from one training.
fn same_training(
    (encode, ours): (&CheckedModel, &[Option<String>; 7]),
    (decode, theirs): (&CheckedModel, &[Option<String>; 7]),
) -> Result<(), NetworkError> {
    for (name, (ours, theirs)) in TRAINING.iter().zip(ours.iter().zip(theirs)) {
        if ours != theirs {
            let (ours, theirs) = (ours.as_deref().unwrap_or(""), theirs.as_deref().unwrap_or(""));
            return Err(decode.invalid(format!(
                "it was not trained together with {}: {name} is {theirs:?} here, and {ours:?} there",
                encode.name
            )));
        }
    }
    Ok(())
}
