//! Puts a text into a file, so that nobody ever finds half of it.

use crate::failure::{Failure, unwritable};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the text beside the file first. A file that is there keeps its permissions, and a link stays one.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    write(path, text).map_err(|error| unwritable(path, &error))
}

/// That a file could be written now: who learns for minutes is to know it before.
pub(crate) fn can_be_replaced(path: &Path) -> Result<(), Failure> {
    try_it(path).map_err(|error| unwritable(path, &error))
}

/// That a file is none of those that are read.
pub(crate) fn is_none_of(path: &Path, read: &[Option<&Path>]) -> Result<(), Failure> {
    let Ok(own) = fs::canonicalize(path) else { return Ok(()) };
    let is_own = |read: &&Path| fs::canonicalize(read).is_ok_and(|read| read == own);
    match read.iter().flatten().any(is_own) && own.is_file() {
        true => Err(Failure::Input(format!(
            "{}: this file is read, and would be lost; expected another name to write to",
            path.display()
        ))),
        false => Ok(()),
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if is_special(path) {
        return fs::write(path, text);
    }
    let path = target(path);
    let beside = beside(&path);
    let written = File::create(&beside)
        .and_then(|mut file| {
            // Before there is anything in it: who may not read the old one does not read this one either.
            if let Ok(before) = fs::metadata(&path) {
                file.set_permissions(before.permissions())?;
            }
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&beside, &path));
    written.inspect_err(|_| drop(fs::remove_file(&beside)))
}

fn try_it(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if is_special(path) {
        return OpenOptions::new().write(true).open(path).map(drop);
    }
    let beside = beside(&target(path));
    File::create(&beside)?;
    fs::remove_file(&beside)
}

/// Whether it is a pipe, a terminal or the like, which has nothing beside it.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// What a link leads to.
fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{}.new", std::process::id()));
    PathBuf::from(name)
}
