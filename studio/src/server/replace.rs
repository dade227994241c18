//! Puts a text into a file, so that nobody ever finds half of it: for the page, and for the command.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the text beside the file first. A file that is there keeps its permissions, and a link stays one.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
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

/// That a file could be written now.
pub fn can_be_replaced(path: &Path) -> io::Result<()> {
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
