//! The same as `learning`, by what networks propose.

use crate::{learning, seeds};
use blicket::{Engine, Strategy};
use std::sync::LazyLock;

/// The bytes are those of `learning`. Without ONNX Runtime it is left out, and says so; or fails where
/// nothing may be left out.
pub fn run(bytes: &[u8]) {
    if let Some(engines) = &*ENGINES {
        learning::learn(bytes, &[Strategy::Neural, Strategy::Greedy, Strategy::Hybrid], engines);
    }
}

static ENGINES: LazyLock<Option<[Engine; 2]>> = LazyLock::new(|| {
    let path = seeds::root().join("build/runtime/libonnxruntime.so.1");
    if !path.exists() {
        let message =
            format!("LEFT OUT: {} is not there; `make runtime` fetches it", path.display());
        assert!(std::env::var_os("BLICKET_NOTHING_LEFT_OUT").is_none(), "{message}");
        eprintln!("*** {message} ***");
        return None;
    }
    let engines = learning::engines(&path);
    for engine in &engines {
        engine.warm_up().expect("networks can be loaded");
    }
    Some(engines)
});
