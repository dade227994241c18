//! What it takes to make networks ready, of one domain and of all.

use crate::median;
use blicket::{Engine, EngineOptions, Memo, Strategy, Task};
use rustix::time::{ClockId, clock_gettime};
use std::num::NonZero;
use std::path::Path;

/// Of all threads: ONNX Runtime has its own.
fn cpu_milliseconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 * 1e-6
}

fn engine() -> Engine {
    // Where `make runtime` puts it; another can be had by the environment variable.
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("build/runtime/libonnxruntime.so.1");
    let named = std::env::var_os("BLICKET_ONNXRUNTIME").is_some();
    let options = EngineOptions::default().with(|options| {
        options.threads = NonZero::new(1);
        options.runtime_path = (!named && runtime.exists()).then_some(runtime);
    });
    Engine::new(&options).expect("a processor can be had")
}

fn task(examples: &[(&str, &str)]) -> Task {
    let mut task = Task::new().with(|task| task.strategy = Strategy::Greedy);
    examples.iter().for_each(|(input, output)| task.add_example(*input, *output));
    task
}

/// Prints what the first task of each domain takes more than the next one, on new engines; and all networks together.
pub(crate) fn print() {
    if let Err(error) = engine().warm_up() {
        println!("no networks: {error}; `make runtime` fetches what runs them");
        return;
    }
    let words = task(&[("dax", "RED"), ("lug", "BLUE"), ("dax fep", "RED RED RED")]);
    let numbers = task(&[("one", "1"), ("ten", "10"), ("two ten", "20"), ("two ten one", "21")]);
    let measured = |work: &dyn Fn(&Engine)| {
        let once = |_| {
            let engine = engine();
            let start = cpu_milliseconds();
            work(&engine);
            cpu_milliseconds() - start
        };
        median(&mut (0..9).map(once).collect::<Vec<f64>>())
    };
    let all = measured(&|engine| engine.warm_up().expect("it was loaded before"));
    println!(
        "\nNetworks made ready, ONNX Runtime being loaded: milliseconds of processor time (median)\n"
    );
    println!("{:<44} {:>9} {:>8}", "", "ms", "x");
    println!("{:<44} {all:>9.1} {:>8.2}", "all, by warm_up", 1.0);
    for (name, task) in
        [("the first task of words", words), ("the first task of number words", numbers)]
    {
        let unknown = || task.clone().with(|task| task.memo = Memo::default());
        let first = measured(&|engine| drop(engine.solve(&unknown())));
        println!("{name:<44} {first:>9.1} {:>8.2}", first / all);
    }
}
