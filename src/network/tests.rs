//! The shipped models against what torch computed, and everything that can be wrong with others.

use super::*;
use crate::language::rule::Domain;

#[path = "../../runtime/tests/support/promise.rs"]
mod promise;

use promise::in_time;
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Options with the library that `make runtime` fetches. Without it, a test that needs one says so and
/// is left out, or fails where nothing may be left out.
fn options() -> Option<NetworkOptions> {
    let path = root().join("build/runtime/libonnxruntime.so.1");
    if !path.exists() {
        let message =
            format!("LEFT OUT: {} is not there; `make runtime` fetches it", path.display());
        assert!(std::env::var_os("BLICKET_NOTHING_LEFT_OUT").is_none(), "{message}");
        // The macros would keep it back, because the test passes.
        let _ = writeln!(std::io::stderr(), "*** {message} ***");
        return None;
    }
    Some(NetworkOptions { runtime: Some(path), threads: 2, ..NetworkOptions::default() })
}

/// What went wrong with loading, in time.
fn refused(options: &NetworkOptions) -> NetworkError {
    let load = || {
        Network::load(options, Domain::Words)?;
        Network::load(options, Domain::Numbers)
    };
    in_time(load).err().expect("it must not load")
}

type Named = Vec<(String, Tensor)>;

/// Inputs and outputs of a graph, from a file of vectors.
fn vectors(file: &Path, graph: &str) -> Option<(Named, Named)> {
    let text = std::fs::read_to_string(file).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let graph = value.get(graph)?;
    let tensor = |(name, value): (&String, &serde_json::Value)| {
        let shape: Vec<usize> = serde_json::from_value(value["shape"].clone()).unwrap();
        let tensor = match serde_json::from_value::<Vec<i64>>(value["data"].clone()) {
            Ok(data) => Tensor::integer(shape, data),
            Err(_) => Tensor::float(shape, serde_json::from_value(value["data"].clone()).unwrap()),
        };
        (name.clone(), tensor)
    };
    let named = |part: &str| graph[part].as_object().unwrap().iter().map(tensor).collect();
    Some((named("inputs"), named("outputs")))
}

fn files() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join("models/vectors")).unwrap();
    files
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension().is_some_and(|e| e == "json"))
        .collect()
}

/// Runs a graph and compares every output; the largest difference.
fn difference(graph: &dyn Graph, inputs: &Named, expected: &Named) -> f32 {
    let inputs: Vec<_> =
        inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
    let outputs = graph.run(&inputs, &|| false).unwrap().expect("it is not over");
    assert_eq!(outputs.len(), expected.len());
    let mut largest = 0.0_f32;
    for (name, expected) in expected {
        let (_, actual) = outputs.iter().find(|(known, _)| known == name).expect(name);
        assert_eq!(actual.shape, expected.shape, "{name}");
        let (Data::Float(actual), Data::Float(expected)) = (&actual.data, &expected.data) else {
            panic!("{name} has integers");
        };
        assert_eq!(actual.len(), expected.len(), "{name}");
        for (actual, expected) in actual.iter().zip(expected) {
            assert!(actual.is_finite() && expected.is_finite(), "{name}");
            largest = largest.max((actual - expected).abs());
        }
    }
    largest
}

#[test]
fn the_models_do_what_torch_does() {
    let Some(options) = options() else { return };
    let words = Network::load(&options, Domain::Words).unwrap();
    let numbers = Network::load(&options, Domain::Numbers).unwrap();
    let mut compared = Vec::new();
    for file in files() {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let graphs: [(&str, &dyn Graph); 2] = match name.starts_with("words-") {
            true => [("encode", &*words.encode), ("decode", words.decode())],
            false => [("encode", &*numbers.encode), ("decode", &*numbers.encode)],
        };
        for (graph, run) in graphs {
            if let Some((inputs, outputs)) = vectors(&file, graph) {
                let difference = difference(run, &inputs, &outputs);
                println!("{name} {graph}: {difference:e}");
                assert!(difference <= 1e-4, "{name} {graph}: {difference}");
                compared.push(format!("{} {graph}", name.split('-').next().unwrap()));
            }
        }
    }
    for graph in ["words encode", "words decode", "numbers encode"] {
        assert!(compared.iter().any(|name| name == graph), "no vectors of {graph}");
    }
}

#[test]
fn eight_threads_share_two_sessions_and_get_the_same() {
    let Some(options) = options() else { return };
    let runtime = find::find(options.runtime.as_deref(), None).unwrap();
    let [_, decode, _] = models::read(None).unwrap();
    let made = std::sync::Arc::new(AtomicUsize::new(0));
    let counted = made.clone();
    let make = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        blicket_runtime::Session::new(runtime, &decode.bytes, blicket_runtime::Processor::Cpu)
    };
    let pool = pool::Pool::new("decode".into(), make().unwrap(), 2, Box::new(make));
    let (inputs, _) = vectors(&root().join("models/vectors/words-scan.json"), "decode").unwrap();
    let inputs: Vec<_> =
        inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
    let expected = pool.run(&inputs, &|| false).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..100 {
                    assert_eq!(pool.run(&inputs, &|| false).unwrap(), expected);
                }
            });
        }
    });
    assert!((1..=2).contains(&made.load(Ordering::Relaxed)));
    assert_eq!(pool.count(), made.load(Ordering::Relaxed));
}

#[test]
fn a_run_that_is_not_wanted_any_more_is_given_up_and_the_next_is_fine() {
    let Some(options) = options() else { return };
    let network = Network::load(&options, Domain::Words).unwrap();
    let (inputs, _) = vectors(&root().join("models/vectors/words-scan.json"), "encode").unwrap();
    // A task as long as a network reads, so that it takes longer than a moment.
    let long = |(name, Tensor { shape, data }): &(String, Tensor)| {
        let Data::Integer(data) = data else { panic!("{name} has no integers") };
        let times = if name == "kind" { 1 } else { 256 / shape[0] };
        let shape: Vec<usize> = [&[shape[0] * times], &shape[1..]].concat();
        (name.clone(), Tensor::integer(shape, data.repeat(times)))
    };
    let inputs: Named = inputs.iter().map(long).collect();
    let inputs: Vec<_> =
        inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
    let run = |over: IsOver<'_>| network.encode.run(&inputs, over).unwrap();
    let whole = run(&|| false).expect("it is wanted");
    assert!(run(&|| true).is_none());
    // Wanted when it begins, and no more when it is first asked again.
    let asked = AtomicUsize::new(0);
    assert!(run(&|| asked.fetch_add(1, Ordering::Relaxed) > 0).is_none());
    assert_eq!(run(&|| false), Some(whole));
}

#[test]
fn inputs_that_break_the_contract_are_errors_and_the_next_run_is_fine() {
    let Some(options) = options() else { return };
    let network = Network::load(&options, Domain::Words).unwrap();
    let (good, _) = vectors(&root().join("models/vectors/words-scan.json"), "encode").unwrap();
    let run = |inputs: &Named| {
        let inputs: Vec<_> =
            inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
        network.encode.run(&inputs, &|| false)
    };
    let changed = |change: &dyn Fn(&mut Named)| {
        let mut inputs = good.clone();
        change(&mut inputs);
        run(&inputs).unwrap_err().to_string()
    };
    let missing = changed(&|inputs| drop(inputs.pop()));
    let unknown = changed(&|inputs| inputs[0].0 = "nothing".into());
    let longer = changed(&|inputs| inputs[0].1.shape[0] += 1);
    let floats = changed(&|inputs| inputs[0].1 = Tensor::float([1], vec![0.5]));
    let outside = changed(&|inputs| {
        for (_, tensor) in inputs.iter_mut() {
            if let Data::Integer(data) = &mut tensor.data {
                data.fill(1_000_000);
            }
        }
    });
    for message in [missing, unknown, longer, floats, outside] {
        assert!(message.starts_with("the model words-encode.onnx did not run: "), "{message}");
    }
    run(&good).unwrap();
}

#[test]
fn what_runs_is_said_and_why() {
    let Some(options) = options() else { return };
    let info = |device| {
        let options = NetworkOptions { device, ..options.clone() };
        let network = in_time(|| Network::load(&options, Domain::Words));
        network.map(|network| network.info().clone())
    };
    let auto = info(Device::Auto).unwrap();
    assert!(auto.runtime.version.starts_with("1."), "{}", auto.runtime.version);
    assert_eq!(Some(auto.runtime.path), options.runtime);
    // The library from PyPI is for the CPU. So auto says why not a card, and a card cannot be had.
    assert_eq!(auto.device, Device::Cpu);
    assert!(auto.reason.starts_with("cuda:0 cannot be used: "), "{}", auto.reason);
    assert!(auto.reason.contains("CUDA"), "{}", auto.reason);
    assert_eq!(info(Device::Cpu).unwrap().reason, "it was asked for");
    let error = info(Device::Cuda(1)).unwrap_err();
    let NetworkError::Device { device, problem } = &error else { panic!("{error:?}") };
    assert_eq!(*device, Device::Cuda(1));
    assert!(problem.contains("CUDA"), "{problem}");
    assert_eq!(error.to_string(), format!("networks cannot run on cuda:1: {problem}"));
}

#[test]
fn networks_are_loaded_at_first_need_and_once() {
    let Some(options) = options() else { return };
    let networks = Networks::new(options.clone());
    assert!(networks.state().is_none());
    let models = networks.models().unwrap();
    assert_eq!(models.len(), 3);
    assert!(models.iter().all(|model| model.sha256.len() == 64), "{models:?}");
    assert!(networks.state().is_none());
    for domain in [Domain::Numbers, Domain::Words] {
        let get = || networks.get(domain).unwrap();
        assert!(std::ptr::eq(get(), get()), "{domain:?}");
        assert!(networks.state().unwrap().is_ok());
    }

    let networks = Networks::new(NetworkOptions { runtime: Some("/nowhere".into()), ..options });
    assert!(networks.get(Domain::Words).is_err());
    assert!(networks.state().unwrap().is_err());
    assert_eq!(networks.models().unwrap().len(), 3);
}

#[test]
fn a_library_that_is_asked_for_is_the_only_place() {
    let path = PathBuf::from("/nowhere/libonnxruntime.so.1");
    let options = NetworkOptions { runtime: Some(path.clone()), ..NetworkOptions::default() };
    let error = refused(&options);
    let NetworkError::Runtime { looked } = &error else { panic!("{error:?}") };
    assert_eq!(looked.len(), 1);
    assert_eq!((looked[0].path.as_path(), looked[0].place), (path.as_path(), "the option"));
    assert!(
        error.to_string().contains("looked at /nowhere/libonnxruntime.so.1 (the option): "),
        "{error}"
    );
}

/// A folder with models and a manifest that says what they are.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Self {
        let folder =
            std::env::temp_dir().join(format!("blicket-models-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut manifest = String::from("# file\tbytes\tsha256\tformat\n");
        for (file, bytes) in files {
            std::fs::write(folder.join(file), bytes).unwrap();
            let digest: String =
                Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            manifest += &format!("{file}\t{}\t{digest}\t1\n", bytes.len());
        }
        std::fs::write(folder.join("MANIFEST"), manifest).unwrap();
        Self(folder)
    }

    /// Changes the text of the manifest.
    fn manifest(&self, change: impl Fn(String) -> String) {
        let path = self.0.join("MANIFEST");
        std::fs::write(&path, change(std::fs::read_to_string(&path).unwrap())).unwrap();
    }

    /// What is wrong with the models; no runtime is needed to see it.
    fn problem(&self) -> String {
        in_time(|| models::read(Some(&self.0))).unwrap_err().to_string()
    }

    /// What is wrong with them once ONNX Runtime has read them.
    fn problem_inside(&self, options: &NetworkOptions) -> String {
        refused(&NetworkOptions { models: Some(self.0.clone()), ..options.clone() }).to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn model(file: &str) -> Vec<u8> {
    std::fs::read(root().join("models").join(file)).unwrap()
}

/// A model with some bytes changed, as often as they occur.
fn patched(file: &str, old: &[u8], new: &[u8]) -> Vec<u8> {
    assert_eq!(old.len(), new.len());
    let mut bytes = model(file);
    let places: Vec<usize> = bytes
        .windows(old.len())
        .enumerate()
        .filter(|(_, part)| *part == old)
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + old.len()].copy_from_slice(new);
    }
    bytes
}

#[test]
fn files_that_are_not_what_the_manifest_says() {
    let (encode, decode) = ("words-encode.onnx", "words-decode.onnx");
    let bytes = model(decode);
    let folder = Folder::new("files", &[(decode, &bytes), (encode, &model(encode))]);
    assert!(models::read(Some(&folder.0)).is_ok());

    let path = folder.0.join(decode);
    let name = format!("the model {} cannot be used: ", path.display());
    let problem = |change: &dyn Fn()| {
        change();
        let problem = folder.problem();
        std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir(&path)).unwrap();
        std::fs::write(&path, &bytes).unwrap();
        problem.strip_prefix(&name).unwrap_or_else(|| panic!("{problem}")).to_owned()
    };
    let size = bytes.len();
    let truncated = problem(&|| std::fs::write(&path, &bytes[..1000]).unwrap());
    assert_eq!(truncated, format!("MANIFEST says {size} bytes, and it has 1000"));
    let longer = problem(&|| std::fs::write(&path, [&bytes[..], b"more"].concat()).unwrap());
    assert_eq!(longer, format!("MANIFEST says {size} bytes, and it has more"));
    let mut flipped = bytes.clone();
    flipped[size / 2] ^= 1;
    let other = problem(&|| std::fs::write(&path, &flipped).unwrap());
    assert!(other.starts_with("MANIFEST says SHA-256 "), "{other}");
    let not_a_file = problem(&|| {
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
    });
    assert_eq!(not_a_file, "it is not a file");

    folder.manifest(|text| text.replace("\t1\n", "\t2\n"));
    assert!(folder.problem().ends_with(r#"its format is "2", and this version reads "1""#));
    folder.manifest(|text| {
        text.replace("\t2\n", "\t1\n").replace(&format!("\t{size}\t"), "\tmany\t")
    });
    assert!(
        folder.problem().ends_with(r#"MANIFEST has to give its size in bytes, and gives "many""#)
    );
    // It says so before it reads: a file of holes can be as long as its manifest says.
    let huge = 20_u64 << 30;
    folder.manifest(|text| text.replace("\tmany\t", &format!("\t{huge}\t")));
    let problem = folder.problem();
    let said = format!("MANIFEST says {huge} bytes, and a model has at most {}", 256 << 20);
    assert!(problem.ends_with(&said), "{problem}");
    folder.manifest(|_| "other.onnx\t1\t00\t1\n".into());
    assert!(folder.problem().contains("it lists none of words-encode.onnx, words-decode.onnx, "));
    folder.manifest(|text| text + &"#".repeat(1 << 20));
    assert!(folder.problem().contains("it is too large: "), "{}", folder.problem());
    std::fs::remove_file(folder.0.join("MANIFEST")).unwrap();
    assert!(folder.problem().contains("No such file"), "{}", folder.problem());
}

#[test]
fn what_the_machine_lacks_is_no_fault_of_a_model() {
    let [model, ..] = models::read(None).unwrap();
    for passing in ["std::bad_alloc", "Cannot allocate memory: 36 MiB are needed"] {
        let error = model.invalid(passing.into());
        assert!(matches!(error, NetworkError::Resources { .. }), "{error}");
    }
    let error = model.invalid("it has no outputs".into());
    assert!(matches!(error, NetworkError::Model { .. }), "{error}");
}

#[test]
fn models_that_are_not_of_the_kind_that_is_asked_for() {
    let Some(options) = options() else { return };
    let (encode, decode, numbers) =
        ("words-encode.onnx", "words-decode.onnx", "numbers-encode.onnx");
    let inside = |name: &str, file: &str, bytes: Vec<u8>| {
        Folder::new(name, &[(file, &bytes)]).problem_inside(&options)
    };
    let graph = inside("graph", encode, model(decode));
    assert!(graph.ends_with(r#"its graph is "decode", and has to be "encode""#), "{graph}");
    let contract = inside("contract", encode, model(numbers));
    assert!(
        contract.ends_with(r#"its contract is "numbers-1", and has to be "words-1""#),
        "{contract}"
    );
    let key = b"blicket.format\x12\x011";
    let format = inside("format", numbers, patched(numbers, key, b"blicket.format\x12\x012"));
    assert!(format.ends_with(r#"its format is "2", and has to be "1""#), "{format}");
    let silent = inside("silent", numbers, patched(numbers, key, b"blicket.fortam\x12\x011"));
    assert!(silent.contains("it does not say its blicket.format"), "{silent}");
    let apart = inside(
        "apart",
        decode,
        patched(decode, b"blicket.date\x12\x0a20", b"blicket.date\x12\x0a19"),
    );
    assert!(
        apart.contains("it was not trained together with words-encode.onnx: date is "),
        "{apart}"
    );
    let garbage = inside("garbage", decode, vec![7; 1000]);
    assert!(garbage.contains("words-decode.onnx cannot be used: "), "{garbage}");

    // One that is good replaces what is built in, and the others stay.
    let folder = Folder::new("good", &[(numbers, &model(numbers))]);
    let with_folder = NetworkOptions { models: Some(folder.0.clone()), ..options.clone() };
    drop(Network::load(&with_folder, Domain::Numbers).unwrap());
    let folder_models = models::read(Some(&folder.0)).unwrap();
    let names: Vec<_> = folder_models.iter().map(|model| model.name.as_str()).collect();
    assert_eq!(names, [encode, decode, folder.0.join(numbers).to_str().unwrap()]);
}

/// Some runs as one, and what each is given of it.
fn run_joined(graph: &dyn Graph, join: join::Join, runs: &[&Named]) -> Vec<Outputs> {
    let sizes: Vec<_> = runs.iter().map(|inputs| join.size(inputs).unwrap()).collect();
    let joined = join.joined(runs, &sizes).unwrap();
    join.apart(&run_alone(graph, &joined), &sizes).unwrap()
}

fn run_alone(graph: &dyn Graph, inputs: &Named) -> Outputs {
    let inputs: Vec<_> =
        inputs.iter().map(|(name, tensor)| (name.as_str(), tensor.clone())).collect();
    graph.run(&inputs, &|| false).unwrap().expect("it is not over")
}

/// The graphs, each with how its runs are joined and those that the vectors have, which are of several sizes.
fn runs_of_graphs<'a>(
    words: &'a Network,
    numbers: &'a Network,
) -> Vec<(&'static str, &'a dyn Graph, join::Join, Vec<Named>)> {
    use join::Join::{Questions, Tasks};
    let runs = |domain: &str, graph: &str| -> Vec<Named> {
        let mut files = files();
        files.sort();
        let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
        files.retain(|file| name(file).starts_with(domain));
        files.iter().map(|file| vectors(file, graph).unwrap().0).collect()
    };
    let mut numbers_runs = runs("numbers", "encode");
    // Its first rows are a task as well.
    let mut short = numbers_runs[0].clone();
    for (name, Tensor { shape, data }) in &mut short {
        if let (true, Data::Integer(data)) = (name != "digit", data) {
            shape[0] /= 2;
            data.truncate(shape[0] * shape[1]);
        }
    }
    numbers_runs.push(short);
    vec![
        ("words-encode", &*words.encode, Tasks, runs("words", "encode")),
        ("words-decode", words.decode(), Questions, runs("words", "decode")),
        ("numbers-encode", &*numbers.encode, Tasks, numbers_runs),
    ]
}

/// What a search is given does not depend on others that ask at the same moment: exactly, where questions are joined;
/// where tasks are padded, sums have further zeros in them, and their last bits may be others.
#[test]
fn runs_that_are_joined_give_what_each_gives_alone() {
    let Some(options) = options() else { return };
    let words = Network::load(&options, Domain::Words).unwrap();
    let numbers = Network::load(&options, Domain::Numbers).unwrap();
    for (name, graph, join, runs) in runs_of_graphs(&words, &numbers) {
        let runs: Vec<&Named> = runs.iter().collect();
        for (inputs, together) in runs.iter().zip(run_joined(graph, join, &runs)) {
            let alone = run_alone(graph, inputs);
            if join == join::Join::Questions {
                assert_eq!(together, alone, "{name}");
                continue;
            }
            assert_eq!(together.len(), alone.len());
            for ((output, together), (_, alone)) in together.iter().zip(&alone) {
                assert_eq!(together.shape, alone.shape, "{name} {output}");
                let (Data::Float(together), Data::Float(alone)) = (&together.data, &alone.data)
                else {
                    panic!("{name} gives integers")
                };
                for (together, alone) in together.iter().zip(alone) {
                    assert!((together - alone).abs() <= 1e-4, "{name} {output}");
                }
            }
        }
    }
}

/// `make bench-together`: what runs cost together and one after the other, on the processor.
#[test]
#[ignore = "a measurement"]
fn gain_of_runs_that_are_joined() {
    let Some(options) = options() else { return };
    let words = Network::load(&options, Domain::Words).unwrap();
    let numbers = Network::load(&options, Domain::Numbers).unwrap();
    println!(
        "\nprocessor milliseconds of runs one after the other, joined into so many, and how many times less that is"
    );
    for (name, graph, join, runs) in runs_of_graphs(&words, &numbers) {
        for count in [1, 2, 4, 8, 16, 32, 64] {
            let runs: Vec<&Named> = runs.iter().cycle().take(count).collect();
            // As few runs as it fits into, in this order.
            let mut groups: Vec<Vec<&Named>> = vec![Vec::new()];
            for inputs in &runs {
                let group = groups.last_mut().unwrap();
                group.push(inputs);
                let sizes: Vec<_> = group.iter().map(|run| join.size(run).unwrap()).collect();
                if !join.fits(&sizes) {
                    group.pop();
                    groups.push(vec![inputs]);
                }
            }
            let least = |work: &dyn Fn()| {
                let time = || {
                    let start = processor_time();
                    work();
                    (processor_time() - start).as_secs_f64() * 1e3
                };
                (0..20).map(|_| time()).fold(f64::INFINITY, f64::min)
            };
            let alone = least(&|| runs.iter().for_each(|inputs| drop(run_alone(graph, inputs))));
            let together =
                least(&|| groups.iter().for_each(|runs| drop(run_joined(graph, join, runs))));
            let runs = groups.len();
            println!(
                "{name:<15} {count:>3}: {alone:8.2} {together:8.2} in {runs:>2}  {:5.2}",
                alone / together
            );
        }
    }
}

fn processor_time() -> std::time::Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    std::time::Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
