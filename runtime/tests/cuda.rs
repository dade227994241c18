//! CUDA without a card: with a library that has CUDA, every way in which it cannot run is an error with a
//! reason. `BLICKET_CUDA_RUNTIME` names such a library, out of the wheel onnxruntime-gpu; NVIDIA's own
//! libraries are found by `LD_LIBRARY_PATH`, if at all.

mod support;

use blicket_runtime::{Processor, Session, load};
use std::path::Path;
use std::process::Command;

const VARIABLE: &str = "BLICKET_CUDA_RUNTIME";
const CHILD: &str = "BLICKET_TEST_CHILD";

/// A driver that answers everything with "no device", as on a machine whose card was taken out.
const STUB: &str = r#"
    #include <string.h>
    int cuInit(unsigned flags) { return 100; }
    int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
    int cuDeviceGetCount(int *count) { *count = 0; return 100; }
    int cuTensorMapEncodeTiled(void) { return 100; }
    static int none(void) { return 100; }
    static void *named(const char *name) {
        if (!strcmp(name, "cuInit")) return (void *)cuInit;
        if (!strcmp(name, "cuDriverGetVersion")) return (void *)cuDriverGetVersion;
        if (!strcmp(name, "cuDeviceGetCount")) return (void *)cuDeviceGetCount;
        return (void *)none;
    }
    int cuGetProcAddress_v2(const char *name, void **function, int version, unsigned long flags, void *found) {
        *function = strncmp(name, "cuGetProcAddress", 16) ? named(name) : (void *)cuGetProcAddress_v2;
        if (found) *(int *)found = 0;
        return 0;
    }
    int cuGetProcAddress(const char *name, void **function, int version, unsigned long flags) {
        return cuGetProcAddress_v2(name, function, version, flags, 0);
    }
"#;

#[test]
fn a_driver_without_a_card_is_an_error_with_a_reason() {
    if std::env::var_os(CHILD).is_some() {
        return child();
    }
    let Some(library) = std::env::var_os(VARIABLE) else {
        support::left_out(&format!("{VARIABLE} does not name an ONNX Runtime with CUDA"));
        return;
    };
    let folder = support::folder("driver");
    let (source, stub) = (folder.join("stub.c"), folder.join("libcuda.so.1"));
    std::fs::write(&source, STUB).unwrap();
    let compiler = std::env::var_os("CC").unwrap_or("cc".into());
    let options = ["-shared", "-fPIC", "-w", "-Wl,-soname,libcuda.so.1", "-o"];
    assert!(
        Command::new(compiler).args(options).arg(&stub).arg(&source).status().unwrap().success()
    );
    let nvidia = std::env::var("LD_LIBRARY_PATH").unwrap_or_default();
    let with_stub = format!("{}:{nvidia}", folder.display());
    for (what, path) in [("no driver", nvidia.as_str()), ("a driver without a card", &with_stub)] {
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["a_driver_without_a_card_is_an_error_with_a_reason", "--exact", "--nocapture"])
            .env(CHILD, &library)
            .env("LD_LIBRARY_PATH", path)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{what}: {output:?}");
        println!("{what}: {text}");
    }
}

/// A card cannot be had, which is said; and the processor can, in the same process.
fn child() {
    let library = std::env::var_os(CHILD).unwrap();
    let runtime = load(Path::new(&library)).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let model = std::fs::read(root.join("models/words-decode.onnx")).unwrap();
    let on_card = Session::new(runtime, &model, Processor::Cuda(0)).and_then(|mut session| {
        session.warm_up()?;
        session.providers()
    });
    let reason = on_card.expect_err("there is no card here");
    println!("{reason}");
    assert!(reason.to_lowercase().contains("cuda"), "{reason}");
    Session::new(runtime, &model, Processor::Cpu).unwrap().warm_up().unwrap();
}
