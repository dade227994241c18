//! `blicket_options`.

use crate::boundary;
use crate::error::{Error, blicket_error};
use crate::handle::{self, Handle};
use crate::status::blicket_status;
use crate::text::blicket_str;
use core::{Device, EngineOptions};
use std::num::NonZero;
use std::path::PathBuf;

/// Where networks run.
#[allow(non_camel_case_types)]
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum blicket_device {
    /// The best that is there. The engine says which one it took, and why not another.
    Auto = 0,
    /// The processor.
    Cpu = 1,
    /// An NVIDIA card, by its index. Asked for explicitly, it is an error if it cannot be had.
    Cuda = 2,
}

mirror! { blicket_device: Auto, Cpu, Cuda }

/// How an engine is to be set up.
///
/// Ownership: made by blicket_options_new, freed by blicket_options_free; an engine keeps what it
/// needs of them. Threads: may be handed from thread to thread; one thread at a time.
#[allow(non_camel_case_types)]
pub struct blicket_options {
    _opaque: [u8; 0],
}

impl Handle for EngineOptions {
    type Opaque = blicket_options;
    const KIND: usize = 2;
}

/// Default options: device BLICKET_DEVICE_AUTO, as many threads as there are processors, 1 GiB a
/// search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_options_new(
    options: *mut *mut blicket_options,
    error: *mut *mut blicket_error,
) -> blicket_status {
    // SAFETY: the header asks for pointers that are NULL or can be written.
    unsafe {
        boundary::run(error, || boundary::give("options", options, || Ok(EngineOptions::default())))
    }
}

/// Changes options in a way that can fail.
///
/// # Safety
/// `options` is NULL or a handle that nobody else uses, and `error` NULL or can be written.
unsafe fn change(
    options: *mut blicket_options,
    error: *mut *mut blicket_error,
    change: impl FnOnce(&mut EngineOptions) -> Result<(), Error>,
) -> blicket_status {
    let call = || {
        // SAFETY: the caller's promise.
        let options = unsafe { handle::get_mut::<EngineOptions>(options) };
        change(options.map_err(|status| Error::argument("options", status))?)
    };
    // SAFETY: the caller's promise.
    unsafe { boundary::run(error, call) }
}

/// Sets where networks run: device is a blicket_device. The index counts cards of CUDA from 0; for
/// other devices it must be 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_options_set_device(
    options: *mut blicket_options,
    device: u32,
    index: u32,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |options: &mut EngineOptions| {
        let known = Device::from_number(device, index);
        // A device that is there with another index has an index that is wrong.
        let out_of_range = || match Device::from_number(device, 0) {
            Some(_) => Error::out_of_range("index", index, "0: only cards of CUDA have an index"),
            None => Error::out_of_range("device", device, "a blicket_device"),
        };
        options.device = known.ok_or_else(out_of_range)?;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(options, error, set) }
}

/// Sets how many threads may work at once, for all searches of the engine together; 0 for as many as
/// there are processors. What is found does not depend on it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_options_set_threads(
    options: *mut blicket_options,
    threads: usize,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |options: &mut EngineOptions| {
        options.threads = NonZero::new(threads);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(options, error, set) }
}

/// Sets about how many bytes each search may take before it stops with the best so far; SIZE_MAX sets
/// no limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_options_set_memory_limit(
    options: *mut blicket_options,
    bytes: usize,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |options: &mut EngineOptions| {
        options.memory_limit = Some(bytes);
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(options, error, set) }
}

/// A path that a caller gave; none if it is empty.
///
/// # Safety
/// `path` points to bytes that nobody changes during the call.
unsafe fn read_path(path: blicket_str) -> Result<Option<PathBuf>, Error> {
    // SAFETY: the caller's promise.
    let path = unsafe { path.read() }.map_err(|status| Error::argument("path", status))?;
    if path.contains('\0') {
        return Err(Error::out_of_range("path", "a NUL byte", "a path without one"));
    }
    Ok(Some(path).filter(|path| !path.is_empty()).map(PathBuf::from))
}

/// Sets the file of ONNX Runtime, which runs networks: libonnxruntime.so.1 or the like, version 1.24 or
/// later. An empty path is the default: the environment variable BLICKET_ONNXRUNTIME, if that is
/// set, and the program has no rights that its caller lacks; otherwise it is looked for in the folder of this
/// library and in blicket/ there, in the same places beside the program and, if that is in a folder bin, in
/// ../lib, and where the system looks. A file that others could have put there is not used (SECURITY.md).
/// It is loaded when a network is first needed, once for the whole process.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_options_set_runtime_path(
    options: *mut blicket_options,
    path: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |options: &mut EngineOptions| {
        // SAFETY: the header asks for text that lives during the call.
        options.runtime_path = unsafe { read_path(path) }?;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(options, error, set) }
}

/// Sets a folder with models and their MANIFEST. Those that it lists are used instead of the ones that
/// are built in; an empty path is the default, only these.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_options_set_model_path(
    options: *mut blicket_options,
    path: blicket_str,
    error: *mut *mut blicket_error,
) -> blicket_status {
    let set = |options: &mut EngineOptions| {
        // SAFETY: the header asks for text that lives during the call.
        options.model_path = unsafe { read_path(path) }?;
        Ok(())
    };
    // SAFETY: the header asks for a live handle that no other thread uses.
    unsafe { change(options, error, set) }
}

/// Frees options. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blicket_options_free(options: *mut blicket_options) {
    // SAFETY: the header asks for a handle that nobody uses any more.
    boundary::read((), || unsafe { handle::free::<EngineOptions>(options) });
}
