//! Writes the seeds of every target as files, for `cargo fuzz`: `seeds FOLDER` (see `make fuzz`).

use blicket_fuzz::{TARGETS, c_abi_seeds};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).expect("the folder to write to");
    let c_abi: (_, fn() -> _) = ("c_abi", c_abi_seeds);
    let targets = TARGETS.iter().map(|target| (target.name, target.seeds)).chain([c_abi]);
    for (name, seeds) in targets {
        let folder = Path::new(&folder).join(name);
        std::fs::create_dir_all(&folder)?;
        for (index, seed) in seeds().iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{index:03}")), seed)?;
        }
    }
    Ok(())
}
