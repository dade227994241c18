//! Sessions: a model that is ready to run, on a processor.

use crate::error::LoadError;
use crate::inside::{self, KeptOut};
use crate::library::{Runtime, silence};
use crate::process;
use crate::room;
use crate::tensor::{Data, Tensor};
use ort::logging::LogLevel;
use ort::session::builder::SessionBuilder;
use ort::session::{RunOptions, Session as OrtSession, SessionInputValue};
use ort::value::{DynValue, TensorElementType, TensorRef, ValueType};
use ort::{AsPointer, ep, ortsys};
use std::ffi::CStr;
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// What runs a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    /// The processor of the machine.
    Cpu,
    /// The NVIDIA card with this index.
    Cuda(u32),
}

/// What a model gives, by name.
pub type Outputs = Vec<(String, Tensor)>;

/// How often it is asked whether a run is still wanted.
const LOOKS: Duration = Duration::from_micros(500);

/// A model that is ready to run. Errors are what ONNX Runtime says.
#[derive(Debug)]
pub struct Session(ManuallyDrop<OrtSession>);

impl Drop for Session {
    fn drop(&mut self) {
        // A process that ends has no runtime any more that could take it back.
        if let Ok(_calling) = inside::call() {
            // SAFETY: it is taken once, and not used afterwards.
            unsafe { ManuallyDrop::drop(&mut self.0) };
        }
    }
}

impl Session {
    /// Makes a model ready. The bytes have to be a model that somebody vouches for: ONNX Runtime does not
    /// promise to survive others.
    pub fn new(runtime: &Runtime, model: &[u8], processor: Processor) -> Result<Self, String> {
        let _making = inside::make().map_err(kept_out)?;
        room::ask(model.len().saturating_mul(room::COPIES).saturating_add(room::TO_MAKE))?;
        let session =
            builder(runtime, processor).and_then(|mut builder| builder.commit_from_memory(model));
        process::wait_at_the_end();
        session.map(|session| Self(ManuallyDrop::new(session))).map_err(said)
    }

    /// What the model says about itself under a name.
    pub fn metadata(&self, name: &str) -> Option<String> {
        let _calling = inside::call().ok()?;
        self.0.metadata().ok()?.custom(name)
    }

    /// Runs the model; the outputs by name.
    pub fn run(&mut self, inputs: &[(&str, Tensor)]) -> Result<Outputs, String> {
        let _calling = inside::call().map_err(kept_out)?;
        room::ask(room::TO_RUN)?;
        let options = RunOptions::new().map_err(said)?;
        self.run_with(inputs, &options).map_err(said)
    }

    /// Runs the model unless it is over before that is done: then it is given up between two of its
    /// operations, which take a part of a millisecond each.
    pub fn run_unless(
        &mut self,
        inputs: &[(&str, Tensor)],
        over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Outputs>, String> {
        let Ok(_calling) = inside::call() else { return Ok(None) };
        if over() {
            return Ok(None);
        }
        room::ask(room::TO_RUN)?;
        let options = &RunOptions::new().map_err(said)?;
        let given_up = &AtomicBool::new(false);
        let outputs = thread::scope(|scope| {
            let (done, is_done) = channel::<()>();
            let watch = move || {
                while is_done.recv_timeout(LOOKS) == Err(RecvTimeoutError::Timeout) {
                    if over() || inside::is_ending() {
                        given_up.store(true, Ordering::Relaxed);
                        // It can fail only for want of memory; then the run is not given up.
                        let _ = options.terminate();
                        break;
                    }
                }
            };
            // Without a thread to be had, nobody watches.
            let _ = thread::Builder::new().spawn_scoped(scope, watch);
            let outputs = self.run_with(inputs, options);
            drop(done);
            outputs
        });
        match outputs {
            Ok(outputs) => Ok(Some(outputs)),
            Err(_) if given_up.load(Ordering::Relaxed) => Ok(None),
            Err(error) => Err(said(error)),
        }
    }

    fn run_with(
        &mut self,
        inputs: &[(&str, Tensor)],
        options: &RunOptions,
    ) -> ort::Result<Outputs> {
        let inputs = inputs.iter().map(|(name, tensor)| Ok((*name, view(tensor)?)));
        let inputs: Vec<_> = inputs.collect::<ort::Result<_>>()?;
        let outputs = self.0.run_with_options(inputs, options)?;
        outputs.iter().map(|(name, value)| Ok((name.to_owned(), copy(&value)?))).collect()
    }

    /// Runs the model once, on the smallest tensors that it takes, all zeros. What a device cannot do
    /// shows here at the latest.
    pub fn warm_up(&mut self) -> Result<(), String> {
        let _making = inside::make().map_err(kept_out)?;
        let inputs: Vec<_> = self.0.inputs().iter().map(zeros).collect::<Result<_, _>>()?;
        let inputs: Vec<_> =
            inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
        let ran = self.run(&inputs).map(drop);
        process::wait_at_the_end();
        ran
    }

    /// What really runs the operations of the model, by ONNX Runtime's names, and how many of them.
    pub fn providers(&self) -> Result<Vec<(String, usize)>, String> {
        let _calling = inside::call().map_err(kept_out)?;
        let mut providers: Vec<(String, usize)> = Vec::new();
        for (name, operations) in self.parts().map_err(said)? {
            match providers.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += operations,
                None => providers.push((name, operations)),
            }
        }
        Ok(providers)
    }

    /// The parts that the model was divided into: what runs each, and of how many operations it is.
    fn parts(&self) -> ort::Result<Vec<(String, usize)>> {
        let (mut parts, mut count) = (ptr::null(), 0);
        // All that these calls give belongs to the session, which lives as long as it is looked at here.
        ortsys![unsafe Session_GetEpGraphAssignmentInfo(self.0.ptr(), &mut parts, &mut count)?];
        let part = |index| {
            // SAFETY: there are as many parts as the call said.
            let part = unsafe { *parts.add(index) };
            let (mut name, mut nodes, mut operations) = (ptr::null(), ptr::null(), 0);
            ortsys![unsafe EpAssignedSubgraph_GetEpName(part, &mut name)?];
            ortsys![unsafe EpAssignedSubgraph_GetNodes(part, &mut nodes, &mut operations)?];
            // SAFETY: the name is a text that ends with a zero byte.
            let name = unsafe { CStr::from_ptr(name) };
            Ok((name.to_string_lossy().into_owned(), operations))
        };
        (0..count).map(part).collect()
    }
}

fn kept_out(reason: KeptOut) -> String {
    LoadError::from(reason).to_string()
}

/// What ONNX Runtime says, without where in its own code it says it.
fn said(error: ort::Error) -> String {
    // Some have another message inside: where, then "[ONNXRuntimeError] : number : CODE : text".
    let message = error.message();
    let inner = message.split_once("[ONNXRuntimeError] : ").map(|(_, inner)| inner);
    let text = inner.and_then(|inner| inner.splitn(3, " : ").nth(2)).unwrap_or(message);
    text.trim().to_owned()
}

fn builder(runtime: &Runtime, processor: Processor) -> ort::Result<SessionBuilder> {
    // The host decides how many threads work. So each session has the thread that runs it, and none of
    // its own that waits by spinning.
    let builder = OrtSession::builder(&runtime.environment)?
        .with_intra_threads(1)?
        .with_inter_threads(1)?
        .with_intra_op_spinning(false)?
        .with_inter_op_spinning(false)?
        // What goes wrong is in the errors. The environment may be the host's, whose own sessions go on logging.
        .with_logger(silence())?
        .with_log_level(LogLevel::Fatal)?
        // Every task has its own shapes, so there is no pattern to remember.
        .with_memory_pattern(false)?
        .with_deterministic_compute(true)?
        .with_config_entry("session.record_ep_graph_assignment_info", "1")?;
    Ok(match processor {
        // Without an arena: it would keep the most that any run took, until the session goes.
        Processor::Cpu => builder.with_execution_providers([ep::CPU::default().build()])?,
        Processor::Cuda(index) => {
            let index = i32::try_from(index).unwrap_or(i32::MAX);
            let cuda = ep::CUDA::default().with_device_id(index).build();
            builder.with_execution_providers([cuda.error_on_failure()])?
        }
    })
}

fn view(tensor: &Tensor) -> ort::Result<SessionInputValue<'_>> {
    let shape = tensor.shape.as_slice();
    Ok(match &tensor.data {
        Data::Float(data) => TensorRef::from_array_view((shape, data.as_slice()))?.into(),
        Data::Integer(data) => TensorRef::from_array_view((shape, data.as_slice()))?.into(),
    })
}

fn copy(value: &DynValue) -> ort::Result<Tensor> {
    let length = |length: &i64| usize::try_from(*length).unwrap_or(0);
    if let Ok((shape, data)) = value.try_extract_tensor::<i64>() {
        return Ok(Tensor::integer(shape.iter().map(length).collect::<Vec<_>>(), data.to_vec()));
    }
    let (shape, data) = value.try_extract_tensor::<f32>()?;
    Ok(Tensor::float(shape.iter().map(length).collect::<Vec<_>>(), data.to_vec()))
}

/// Zeros for an input, one in every dimension whose length is free.
fn zeros(input: &ort::value::Outlet) -> Result<(String, Tensor), String> {
    let name = input.name().to_owned();
    let ValueType::Tensor { ty, shape, .. } = input.dtype() else {
        return Err(format!("its input {name} is not a tensor"));
    };
    let shape: Vec<usize> =
        shape.iter().map(|length| usize::try_from(*length).unwrap_or(1)).collect();
    let count = shape.iter().product();
    match ty {
        TensorElementType::Float32 => Ok((name, Tensor::float(shape, vec![0.0; count]))),
        TensorElementType::Int64 => Ok((name, Tensor::integer(shape, vec![0; count]))),
        _ => Err(format!("its input {name} has numbers of another kind than a contract names")),
    }
}
