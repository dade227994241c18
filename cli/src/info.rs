//! `blicket info`: what this build is, and what runs its networks.

use crate::engine::EngineArguments;
use crate::failure::Failure;
use crate::record::to_json;
use blicket::{ABI_VERSION, Engine, Limits};
use serde::Serialize;
use std::fmt;
use std::io::{Write, stdout};

/// Show the version, the ABI, the default limits, and what runs networks and why
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

/// What a person can do who wants networks.
const GET_IT: &str = "`make runtime` in the sources of blicket fetches ONNX Runtime, and `make install` puts it beside the \
                      library; --runtime PATH names one that is elsewhere";

#[derive(Serialize)]
struct Info {
    version: &'static str,
    abi: u32,
    limits: LimitsInfo,
    threads: usize,
    device: String,
    device_reason: String,
    runtime: Option<Runtime>,
    models: Vec<Model>,
    /// Why there are no networks.
    network_problem: Option<String>,
}

#[derive(Serialize)]
struct LimitsInfo {
    steps: u64,
    depth: u32,
    output_tokens: u32,
    output_bytes: usize,
}

#[derive(Serialize)]
struct Runtime {
    version: String,
    path: String,
}

#[derive(Serialize)]
struct Model {
    file: String,
    format: &'static str,
    contract: &'static str,
    sha256: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let engine = arguments.engine.engine()?;
    let info = Info::of(&engine);
    let text = if arguments.json { to_json(&info) } else { info.to_string() };
    writeln!(stdout(), "{text}").map_err(|error| Failure::writing(&error))
}

impl Info {
    /// What an engine is once it has everything that it can have.
    fn of(engine: &Engine) -> Self {
        let network_problem = engine.warm_up().err().map(|error| error.to_string());
        let Limits { steps, depth, output, text, .. } = Limits::default();
        let runtime = engine.runtime().map(|runtime| Runtime {
            version: runtime.version.clone(),
            path: runtime.path.display().to_string(),
        });
        let models = engine.models().unwrap_or_default().iter().map(|model| Model {
            file: model.file.clone(),
            format: model.format,
            contract: model.contract,
            sha256: model.sha256.clone(),
        });
        Self {
            version: blicket::VERSION,
            abi: ABI_VERSION,
            limits: LimitsInfo { steps, depth, output_tokens: output, output_bytes: text },
            threads: engine.threads(),
            device: engine.device().to_string(),
            device_reason: engine.device_reason().to_owned(),
            runtime,
            models: models.collect(),
            network_problem,
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LimitsInfo { steps, depth, output_tokens, output_bytes } = self.limits;
        writeln!(f, "blicket {}", self.version)?;
        writeln!(f, "C ABI      {}", self.abi)?;
        writeln!(f, "threads    {}", self.threads)?;
        writeln!(f, "device     {}: {}", self.device, self.device_reason)?;
        if let Some(Runtime { version, path }) = &self.runtime {
            writeln!(f, "runtime    ONNX Runtime {version}, {path}")?;
        }
        if let Some(problem) = &self.network_problem {
            writeln!(f, "networks   none, so this works by deduction alone")?;
            // A place a line, where several were looked at.
            for (index, part) in problem.split(", ").flat_map(|it| it.split("; ")).enumerate() {
                writeln!(f, "{}{part}", if index == 0 { "           " } else { "             " })?;
            }
            writeln!(f, "           {GET_IT}")?;
        }
        for Model { file, format, contract, sha256 } in &self.models {
            writeln!(f, "model      {file}, format {format}, {contract}, SHA-256 {sha256}")?;
        }
        writeln!(f, "limits of an evaluation, unless it is given others")?;
        writeln!(f, "  steps    {steps}")?;
        writeln!(f, "  depth    {depth}")?;
        write!(f, "  output   {output_tokens} tokens, {output_bytes} bytes")
    }
}
