//! A folder of models: ONNX Runtime is not even looked for before every model that the folder lists has
//! the bytes that the manifest says.

use crate::choices::Choices;
use crate::seeds;
use blicket::{Engine, EngineOptions, NetworkError};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const FILES: [&str; 3] = ["words-encode.onnx", "words-decode.onnx", "numbers-encode.onnx"];

/// The bytes are choices: three files, lines of a manifest about them, and what happens to them then.
pub fn run(bytes: &[u8]) {
    let folder = Folder::new();
    let is_right = folder.fill(&mut Choices::new(bytes));
    // There is no such library: so whoever comes as far as looking for it says so.
    let options = EngineOptions::default().with(|options| {
        options.model_path = Some(folder.0.clone());
        options.runtime_path = Some("/nowhere/libonnxruntime.so.1".into());
    });
    let engine = Engine::new(&options).unwrap();
    match engine.warm_up().unwrap_err() {
        NetworkError::Runtime { .. } => {
            folder.is_what_its_manifest_says();
            for model in engine.models().expect("they were read before") {
                let bytes = fs::read(&model.file).ok();
                assert!(bytes.is_none_or(|bytes| sha256(&bytes) == model.sha256), "{model:?}");
            }
        }
        NetworkError::Model { file, problem } => {
            assert!(!is_right, "{file}: {problem}");
            assert!(Path::new(&file).starts_with(&folder.0) && !problem.is_empty(), "{file}");
            assert!(engine.models().is_err());
        }
        other => panic!("{other}"),
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// A folder of its own for each thread, in memory where there is such a place.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let thread = std::thread::current().id();
        let name = format!("blicket-fuzz-{}-{thread:?}", std::process::id());
        let mut places = ["/dev/shm".into(), std::env::temp_dir()].into_iter();
        let made = places.find_map(|place: PathBuf| {
            let folder = place.join(&name);
            fs::remove_dir_all(&folder).ok(); // of a process that was killed
            fs::create_dir(&folder).ok().map(|()| folder)
        });
        Self(made.expect("there is a place for files"))
    }

    /// Writes files and manifest; gives whether all is as it should be.
    fn fill(&self, choices: &mut Choices<'_>) -> bool {
        let mut manifest = "# file\tbytes\tsha256\tformat\n".to_owned();
        let mut is_right = true;
        for file in FILES {
            let bytes = choices.bytes(40);
            let (size, hash) = (bytes.len(), sha256(bytes));
            let line = match choices.below(16) {
                0..7 => format!("{file}\t{size}\t{hash}\t1"),
                7 => format!("{file}\t{size}\t{hash}\t1\tand more\r"),
                other => {
                    is_right = false;
                    match other {
                        8 => format!("{file}\t{}\t{hash}\t1", choices.number()),
                        9 => format!("{file}\t{size}\t{}\t1", hash.to_uppercase()),
                        10 => format!("{file}\t{size}\t{}\t1", &hash[..choices.below(64)]),
                        11 => format!("{file}\t{size}\t{hash}\t{}", choices.byte()),
                        12 => format!("{file}\t-{size}\t{hash}\t1"),
                        13 => format!("{file}\t{size}"),
                        14 => format!("{file} {size} {hash} 1"),
                        _ => format!("{file}\t{size}\t{hash}\t1\n{file}\t0\t\t"),
                    }
                }
            };
            manifest += &line;
            manifest.push('\n');
            is_right &= self.write(file, bytes, choices);
        }
        let mut manifest = manifest.into_bytes();
        // Any bytes in any place.
        while !choices.is_over() {
            is_right = false;
            let place = usize::from(choices.byte()) * 256 + usize::from(choices.byte());
            let place = place % (manifest.len() + 1);
            let end = (place + choices.below(20)).min(manifest.len());
            manifest.splice(place..end, choices.bytes(8).iter().copied());
        }
        fs::write(self.0.join("MANIFEST"), manifest).unwrap();
        is_right
    }

    /// Writes a file, or something else; gives whether it was the file.
    fn write(&self, file: &str, bytes: &[u8], choices: &mut Choices<'_>) -> bool {
        let path = self.0.join(file);
        let mut changed = bytes.to_vec();
        match choices.below(16) {
            0..10 => {}
            10 => drop(changed.pop()),
            11 => changed.push(choices.byte()),
            12 => changed.reverse(),
            13 => changed.iter_mut().take(1).for_each(|byte| *byte ^= 1),
            14 => {
                fs::create_dir(path).unwrap();
                return false;
            }
            _ => return false,
        }
        fs::write(path, &changed).unwrap();
        changed == bytes
    }

    /// Whoever reads a manifest: for each file that it has a line for, it has the file's hash.
    fn is_what_its_manifest_says(&self) {
        let manifest = fs::read_to_string(self.0.join("MANIFEST")).unwrap();
        let is_listed = |file: &str| manifest.lines().any(|l| l.split('\t').next() == Some(file));
        let listed: Vec<&str> = FILES.into_iter().filter(|file| is_listed(file)).collect();
        assert!(!listed.is_empty(), "a folder without models");
        for file in listed {
            let bytes = fs::read(self.0.join(file)).expect("a listed file is there");
            assert!(manifest.contains(&sha256(&bytes)), "{file} is not what the manifest says");
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder in order, and folders at random.
pub fn seeds() -> Vec<Vec<u8>> {
    let in_order = b"\x05bytes\x00\x00\x03abc\x00\x00\x00\x00\x00".to_vec();
    let mut seeds = seeds::random(30, 60, &[]);
    seeds.push(in_order);
    seeds
}
