//! Writes the files of the page into a folder, for hosts that are no server of ours: `make wasm`.

use blicket_studio::files::FILES;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("the folder to write to"));
    for file in FILES {
        let path = folder.join(if file.path.is_empty() { "index.html" } else { file.path });
        std::fs::create_dir_all(path.parent().expect("it is below the folder"))?;
        std::fs::write(path, file.text)?;
    }
    Ok(())
}
