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

/// The SHA-256 that a library should have, and the one that it has, if they are not the same. Said is it
/// beside the path that names it, or beside the file that the path is a link to.
pub(crate) fn difference(library: &Path) -> io::Result<Option<(String, String)>> {
    let mut should = Vec::new();
    for path in [library.to_owned(), library.canonicalize()?] {
        should.extend(said(&path)?);
    }
    if should.is_empty() {
        return Ok(None);
    }
    let is = digest(File::open(library)?)?;
    Ok(should.into_iter().find(|should| *should != is).map(|should| (should, is)))
}

/// What is said beside a library, if anything is. What is there and cannot be read is an error: somebody
/// wants to be sure.
fn said(library: &Path) -> io::Result<Option<String>> {
    let mut said = library.as_os_str().to_owned();
    said.push(SUFFIX);
    match fs::symlink_metadata(&said) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    // A pipe would keep the reader waiting, so it is not opened.
    if !fs::metadata(&said).is_ok_and(|about| about.is_file()) {
        let problem = format!("the file {SUFFIX} beside it is not a file that can be read");
        return Err(io::Error::other(problem));
    }
    let mut bytes = Vec::new();
    File::open(said)?.take(LONGEST).read_to_end(&mut bytes)?;
    // As `sha256sum` writes it, with the name behind the digits, or without.
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.split_whitespace().next().unwrap_or_default().to_lowercase()))
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
