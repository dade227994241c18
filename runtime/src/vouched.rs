//! Whether a library is what it was when it was put there. One of the right length can have bad blocks,
//! and then kills the process that loads it.

use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// What is behind the name of the file that has a library's SHA-256, in sixty-four digits. `make install`
/// puts one beside ONNX Runtime; libraries of others have none, and are taken as they are.
const SUFFIX: &str = ".sha256";
/// More than such a file has.
const LONGEST: u64 = 4096;

/// The SHA-256 that a library should have, and the one that it has, if they are not the same.
pub(crate) fn difference(library: &Path) -> io::Result<Option<(String, String)>> {
    let mut said = library.as_os_str().to_owned();
    said.push(SUFFIX);
    match fs::metadata(&said) {
        Ok(about) if about.is_file() => {}
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut bytes = Vec::new();
    File::open(said)?.take(LONGEST).read_to_end(&mut bytes)?;
    // As `sha256sum` writes it, with the name behind the digits, or without.
    let text = String::from_utf8_lossy(&bytes);
    let should = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let is = digest(File::open(library)?)?;
    Ok((should != is).then_some((should, is)))
}

fn digest(mut file: File) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => break,
            length => digest.update(&part[..length]),
        }
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
