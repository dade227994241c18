//! Whether a library is what it was when it was put there. One of the right length can have bad blocks,
//! and then kills the process that loads it.

use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek};
use std::path::Path;

/// What is behind the name of the file that has a library's SHA-256, in sixty-four digits. `make install`
/// puts one beside ONNX Runtime; libraries of others have none, and are taken as they are.
const SUFFIX: &str = ".sha256";
/// More than such a file has.
const LONGEST: u64 = 4096;

/// What is said about a library.
#[derive(Debug)]
pub(crate) enum Voucher {
    /// Nobody says which SHA-256 it should have.
    None,
    /// It has the one that it should have.
    Right,
    /// It has another.
    Wrong { should: String, is: String },
}

/// Whether a library has the SHA-256 that it should have. Said is it
/// beside the path that names it, or beside the file that the path is a link to. `file` is the library, open: what is
/// hashed is what is loaded, whatever the path means by then.
pub(crate) fn voucher(library: &Path, file: &File) -> io::Result<Voucher> {
    let mut should = Vec::new();
    for path in [library.to_owned(), library.canonicalize()?] {
        should.extend(said(&path)?);
    }
    if should.is_empty() {
        return Ok(Voucher::None);
    }
    let is = digest(file)?;
    Ok(match should.into_iter().find(|should| *should != is) {
        Some(should) => Voucher::Wrong { should, is },
        None => Voucher::Right,
    })
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

fn digest(mut file: &File) -> io::Result<String> {
    file.rewind()?;
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
