//! Files that the command writes, and what it says where it cannot.

use crate::failure::{Failure, unwritable};
use blicket_studio::server;
use std::fs;
use std::path::Path;

/// Writes the text beside the file first. A file that is there keeps its permissions, and a link stays one.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    server::replace(path, text).map_err(|error| unwritable(path, &error))
}

/// That a file could be written now: who learns for minutes is to know it before.
pub(crate) fn can_be_replaced(path: &Path) -> Result<(), Failure> {
    server::can_be_replaced(path).map_err(|error| unwritable(path, &error))
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
