//! `blicket_engine`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::handle::{self, Handle};
use crate::options::{blicket_device, blicket_options};
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::{Device, EngineOptions};

/// What a host sets up once and shares: it learns grammars from examples, and has the device that
/// networks run on. Running a stored grammar does not need one.
///
/// Ownership: made by blicket_engine_new, freed by blicket_engine_free. Threads: every function that
/// takes a const engine may be called from any number of threads at once.
#[allow(non_camel_case_types)]
pub struct blicket_engine {
    _opaque: [u8; 0],
}

/// What an engine handle holds: the engine, and the text that it gives out.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) engine: core::Engine,
    info: String,
}

impl Handle for Engine {
    type Opaque = blicket_engine;
    const KIND: usize = 3;
}

/// Sets up an engine; options may be NULL for the default ones.
///
/// Fails with BLICKET_DEVICE_UNAVAILABLE if a device was asked for that cannot be had.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_new(
    options: *const blicket_options,
    engine: *mut *mut blicket_engine,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let make = || {
        let default = EngineOptions::default();
        let options = match options.is_null() {
            true => &default,
            // SAFETY: the header asks for a live handle.
            false => unsafe { handle::get::<EngineOptions>(options) }
                .map_err(|status| Error::argument("options", status))?,
        };
        let engine = core::Engine::new(options)?;
        let info = engine.to_string();
        Ok(Engine { engine, info })
    };
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe { boundary::run(error, || boundary::give("engine", engine, make)) }
}

/// The device that really runs, never BLICKET_DEVICE_AUTO; the processor if engine is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_device(engine: *const blicket_engine) -> blicket_device {
    boundary::read(blicket_device::Cpu, || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) }?;
        Ok(match engine.engine.device() {
            Device::Cuda(_) => blicket_device::Cuda,
            Device::Auto | Device::Cpu => blicket_device::Cpu,
        })
    })
}

/// The index of a card of CUDA; 0 for other devices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_device_index(engine: *const blicket_engine) -> u32 {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) }?;
        Ok(match engine.engine.device() {
            Device::Cuda(index) => index,
            Device::Auto | Device::Cpu => 0,
        })
    })
}

/// Why it is this device, in English.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_device_reason(
    engine: *const blicket_engine,
) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        let engine = unsafe { handle::get::<Engine>(engine) }?;
        Ok(blicket_str::new(engine.engine.device_reason()))
    })
}

/// How many threads may work at once, for all searches together; 0 if engine is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_threads(engine: *const blicket_engine) -> usize {
    boundary::read(0, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Engine>(engine) }.map(|engine| engine.engine.threads())
    })
}

/// All of this in one line, for a log.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_info(engine: *const blicket_engine) -> blicket_str {
    boundary::read(blicket_str::EMPTY, || {
        // SAFETY: the header asks for a live handle.
        unsafe { handle::get::<Engine>(engine) }.map(|engine| blicket_str::new(&engine.info))
    })
}

/// Frees an engine. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_engine_free(engine: *mut blicket_engine) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<Engine>(engine) });
}
