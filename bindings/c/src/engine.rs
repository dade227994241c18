//! `blicket_engine`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::handle::{self, Handle};
use crate::mirror;
use crate::options::{blicket_device, blicket_options};
use crate::place;
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::{EngineOptions, ModelInfo};
use std::sync::OnceLock;

/// What a host sets up once and shares: it learns grammars from examples, and has the device that
/// networks run on. Running a stored grammar does not need one.
///
/// Ownership: made by blicket_engine_new, freed by blicket_engine_free. Threads: every function that
/// takes a const engine may be called from any number of threads at once.
#[allow(non_camel_case_types)]
pub struct blicket_engine {
    _opaque: [u8; 0],
}

/// What an engine handle holds: the engine, and the text that it gives out, which is another one when
/// networks have been loaded.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) engine: core::Engine,
    info: String,
    info_with_networks: OnceLock<String>,
    runtime_path: OnceLock<String>,
    network_problem: OnceLock<String>,
}

impl Handle for Engine {
    type Opaque = blicket_engine;
    const KIND: usize = 3;
}

impl Engine {
    fn info(&self) -> Option<&str> {
        let asked = self.engine.runtime().is_some() || self.engine.network_error().is_some();
        Some(match asked {
            true => self.info_with_networks.get_or_init(|| self.engine.to_string()),
            false => &self.info,
        })
    }

    fn runtime_path(&self) -> Option<&str> {
        let path = &self.engine.runtime()?.path;
        Some(self.runtime_path.get_or_init(|| path.display().to_string()))
    }

    fn network_problem(&self) -> Option<&str> {
        let error = self.engine.network_error()?;
        Some(self.network_problem.get_or_init(|| error.to_string()))
    }

    fn model(&self, index: usize) -> Option<&ModelInfo> {
        self.engine.models().ok()?.get(index)
    }
}

/// Sets up an engine; options may be NULL for the default ones. Networks are loaded when they are first
/// needed, or by blicket_engine_warm_up; but if a card was asked for, they are loaded at once.
///
/// Fails with BLICKET_DEVICE_UNAVAILABLE if a card was asked for that cannot be had.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_new(
    options: *const blicket_options,
    engine: *mut *mut blicket_engine,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        let mut own = match options.is_null() {
            true => EngineOptions::default(),
            // SAFETY: the header asks for a live handle.
            false => unsafe { handle::get::<EngineOptions>(options) }
                .map_err(|status| Error::argument("options", status))?
                .clone(),
        };
        own.library_folder = place::folder();
        let engine = core::Engine::new(&own)?;
        let info = engine.to_string();
        let (info_with_networks, runtime_path) = (OnceLock::new(), OnceLock::new());
        Ok(Engine {
            engine,
            info,
            info_with_networks,
            runtime_path,
            network_problem: OnceLock::new(),
        })
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("engine", engine, make)) }
}

/// Loads the networks now, so that the first search that needs them does not wait for that: a quarter
/// of a second of processor time, about. Once they are loaded, or cannot be, this takes no time.
///
/// Fails with BLICKET_RUNTIME_UNAVAILABLE, with a message that lists where ONNX Runtime was looked for, with
/// BLICKET_MODEL_INVALID or with BLICKET_DEVICE_UNAVAILABLE. The engine works on without networks, by
/// deduction.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_warm_up(
    engine: *const blicket_engine,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let call = || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) };
        Ok(engine.map_err(|status| Error::argument("engine", status))?.engine.warm_up()?)
    };
    // SAFETY: the header asks for a pointer that is NULL or can be written.
    unsafe { boundary::run(error, call) }
}

/// A text of an engine, or an empty one.
///
/// # Safety
/// `engine` is NULL or a live handle.
unsafe fn read(
    engine: *const blicket_engine,
    text: impl FnOnce(&Engine) -> Option<&str>,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the caller's promise.
        let engine = unsafe { handle::get::<Engine>(engine) }?;
        Ok(text(engine).map_or(blicket_str::EMPTY, blicket_str::new))
    })
}

/// The version of ONNX Runtime, such as "1.30.0"; empty as long as no networks are loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_runtime_version(
    engine: *const blicket_engine,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, |engine| Some(&engine.engine.runtime()?.version)) }
}

/// What ONNX Runtime was loaded from: a file, or a name that the system knows; empty as long as no
/// networks are loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_runtime_path(engine: *const blicket_engine) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, Engine::runtime_path) }
}

/// Why there are no networks, in English, if they were needed and could not be loaded; otherwise empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_network_problem(
    engine: *const blicket_engine,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, Engine::network_problem) }
}

/// How many models there are that networks are loaded from; 0 if one of them is invalid, which
/// blicket_engine_warm_up says. To know them, nothing need be loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_model_count(engine: *const blicket_engine) -> usize {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) }?;
        Ok(engine.engine.models().map_or(0, <[_]>::len))
    })
}

/// The file of a model, by index: the name of one that is built in, or the path of another; empty past
/// the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_model_file(
    engine: *const blicket_engine,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, |engine| Some(&engine.model(index)?.file)) }
}

/// The version of a model's format; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_model_format(
    engine: *const blicket_engine,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, |engine| Some(engine.model(index)?.format)) }
}

/// The name of the contract by which a model is asked; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_model_contract(
    engine: *const blicket_engine,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, |engine| Some(engine.model(index)?.contract)) }
}

/// The SHA-256 of a model's bytes, in hexadecimal; empty past the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_model_sha256(
    engine: *const blicket_engine,
    index: usize,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, |engine| Some(&engine.model(index)?.sha256)) }
}

/// The device that networks really run on, never BLICKET_DEVICE_AUTO; the processor as long as none is
/// loaded, or if engine is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_device(engine: *const blicket_engine) -> blicket_device {
    boundary::read(blicket_device::Cpu, || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) }?;
        Ok(mirror::of(engine.engine.device().number(), blicket_device::Cpu))
    })
}

/// The index of a card of CUDA; 0 for other devices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_device_index(engine: *const blicket_engine) -> u32 {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) }?;
        Ok(engine.engine.device().index())
    })
}

/// Why it is this device, in English.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_device_reason(
    engine: *const blicket_engine,
) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, |engine| Some(engine.engine.device_reason())) }
}

/// How many threads may work at once, for all searches together; 0 if engine is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_threads(engine: *const blicket_engine) -> usize {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Engine>(engine) }.map(|engine| engine.engine.threads())
    })
}

/// All of this in one line, for a log, except the models. It is another text once networks are loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_info(engine: *const blicket_engine) -> blicket_str {
    // SAFETY: the header asks for a live handle.
    unsafe { read(engine, Engine::info) }
}

/// Frees an engine. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_free(engine: *mut blicket_engine) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Engine>(engine) });
}
