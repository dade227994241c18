//! What networks cost: loading ONNX Runtime, making a model ready, running it. Time is that of the
//! processor, so that others on the machine do not count; memory is what the process grows by.
//!
//!     cargo bench -p blicket-runtime [LIBRARY]

use blicket_runtime::{Data, Processor, Session, Tensor, load};
use rustix::time::{ClockId, clock_gettime};
use std::path::{Path, PathBuf};
use std::time::Duration;

type Inputs = Vec<(String, Tensor)>;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let library = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let library =
        library.map_or_else(|| root.join("build/runtime/libonnxruntime.so.1"), PathBuf::from);
    let before = resident();
    let start = processor_time();
    let runtime = load(&library).expect("`make runtime` puts it there");
    let version = runtime.version();
    println!("ONNX Runtime {version}: {:.1} ms, {} KiB", milliseconds(start), resident() - before);
    for (file, vectors, graph) in [
        ("words-encode.onnx", "words-miniscan.json", "encode"),
        ("words-encode.onnx", "words-scan.json", "encode"),
        ("words-decode.onnx", "words-miniscan.json", "decode"),
        ("words-decode.onnx", "words-scan.json", "decode"),
        ("numbers-encode.onnx", "numbers-sampled.json", "encode"),
    ] {
        let model = std::fs::read(root.join("models").join(file)).expect("a model");
        let vectors = std::fs::read(root.join("models/vectors").join(vectors)).expect("vectors");
        println!("{file}");
        measure(
            || Session::new(runtime, &model, Processor::Cpu).expect("a session"),
            &vectors,
            graph,
        );
    }
}

/// Sessions that are made at once, to see what one takes.
const SESSIONS: usize = 8;

fn measure(make: impl Fn() -> Session, vectors: &[u8], graph: &str) {
    let (before, start) = (resident(), processor_time());
    let mut sessions: Vec<Session> = (0..SESSIONS).map(|_| make()).collect();
    let each = milliseconds(start) / SESSIONS as f64;
    println!("  a session: {each:.1} ms, {} KiB", (resident() - before) / SESSIONS as i64);
    let inputs = inputs(vectors, graph);
    let rows = inputs.last().expect("an input").1.shape[0];
    // Only what `decode` does grows with its batch.
    let batches = if graph == "decode" { vec![rows, 32, 128, 512] } else { vec![rows] };
    for batch in batches {
        let inputs: Inputs = inputs
            .iter()
            .map(|(name, tensor)| (name.clone(), repeat(name, tensor, batch)))
            .collect();
        let inputs: Vec<_> =
            inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
        for session in &mut sessions {
            session.run(&inputs).expect("it runs");
        }
        let used = (resident() - before) / SESSIONS as i64;
        let start = processor_time();
        let times = 50;
        for _ in 0..times {
            sessions[0].run(&inputs).expect("it runs");
        }
        let each = milliseconds(start) / f64::from(times);
        println!("  a run of {batch}: {each:.2} ms; a session has {used} KiB then");
    }
    // What is given back would be used for the next ones, and they would seem to take nothing.
    std::mem::forget(sessions);
}

/// An input of `decode` for a batch of another size.
fn repeat(name: &str, tensor: &Tensor, batch: usize) -> Tensor {
    let Tensor { shape, data } = tensor;
    if !["word", "previous", "literal", "state"].contains(&name) || shape[0] == batch {
        return tensor.clone();
    }
    let row: usize = shape[1..].iter().product();
    let shape: Vec<usize> = [&[batch], &shape[1..]].concat();
    match data {
        Data::Float(data) => {
            Tensor::float(shape, data.iter().copied().cycle().take(batch * row).collect())
        }
        Data::Integer(data) => {
            Tensor::integer(shape, data.iter().copied().cycle().take(batch * row).collect())
        }
    }
}

fn inputs(vectors: &[u8], graph: &str) -> Inputs {
    let vectors: serde_json::Value = serde_json::from_slice(vectors).expect("JSON");
    let inputs = vectors[graph]["inputs"].as_object().expect("inputs");
    let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    let tensor = |value: &serde_json::Value| {
        let shape: Vec<usize> = list(&value["shape"])
            .iter()
            .map(|length| length.as_u64().expect("a length") as usize)
            .collect();
        let data = list(&value["data"]);
        match data.iter().map(serde_json::Value::as_i64).collect() {
            Some(data) => Tensor::integer(shape, data),
            None => Tensor::float(
                shape,
                data.iter().map(|x| x.as_f64().expect("a number") as f32).collect(),
            ),
        }
    };
    inputs.iter().map(|(name, value)| (name.clone(), tensor(value))).collect()
}

fn milliseconds(start: Duration) -> f64 {
    (processor_time() - start).as_secs_f64() * 1e3
}

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The memory of this process, in KiB.
fn resident() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a size");
    line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).expect("a number")
}
