//! The file of a library, opened once and looked at: what is checked is what is loaded, even if the path means
//! another file by then.

use crate::error::LoadError;
use crate::vouched::{self, Voucher};
use crate::{trust, whole};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What builds of ONNX Runtime that use a card have beside them. They look for it where they were loaded from.
const PROVIDERS: &str = match cfg!(windows) {
    true => "onnxruntime_providers_shared.dll",
    false => "libonnxruntime_providers_shared.so",
};

/// A file that can be loaded without harm, as far as can be told.
pub(crate) struct Checked {
    path: PathBuf,
    file: File,
    is_vouched: bool,
}

impl Checked {
    /// Looks at a library, which lies beside a program or another library in a folder, unless somebody has named it.
    pub(crate) fn open(path: &Path, beside: Option<&Path>) -> Result<Self, LoadError> {
        // A pipe, say, would keep the loader waiting.
        if !path.metadata().map_err(problem)?.is_file() {
            return Err(LoadError::Unreadable("it is not a file".into()));
        }
        let mut checked = Self {
            path: std::path::absolute(path).map_err(problem)?,
            file: File::open(path).map_err(problem)?,
            is_vouched: false,
        };
        if let Some(folder) = beside
            && let Some(reason) = trust::distrust(path, folder).map_err(problem)?
        {
            return Err(LoadError::Unreadable(reason));
        }
        if let Some(reason) = whole::problem(&checked.file).map_err(problem)? {
            return Err(LoadError::Unreadable(reason));
        }
        match vouched::voucher(path, &checked.file).map_err(problem)? {
            Voucher::None => {}
            Voucher::Right => checked.is_vouched = true,
            Voucher::Wrong { should, is } => {
                return Err(LoadError::Unreadable(format!(
                    "it is damaged, or another: its SHA-256 is {is}, and the file .sha256 beside it says {should}"
                )));
            }
        }
        Ok(checked)
    }

    /// Its absolute path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Its bytes, as far as that can be told.
    pub(crate) fn length(&self) -> usize {
        self.file.metadata().map_or(0, |data| usize::try_from(data.len()).unwrap_or(usize::MAX))
    }

    /// What the system's loader is to open. A file whose hash was right is the very file that was hashed, by its
    /// number in this process. Where that cannot be, it is the path, if that still means the same file.
    pub(crate) fn name_for_loader(&self) -> Result<PathBuf, LoadError> {
        if self.is_vouched
            && !self.path.with_file_name(PROVIDERS).exists()
            && let Some(name) = by_number(&self.file)
        {
            return Ok(name);
        }
        match is_at(&self.file, &self.path).map_err(problem)? {
            true => Ok(self.path.clone()),
            false => Err(LoadError::Unreadable("it was replaced while it was looked at".into())),
        }
    }
}

/// The loader remembers the names of what it has loaded, and numbers are used again: so this is spelled as nobody
/// else does.
#[cfg(unix)]
fn by_number(file: &File) -> Option<PathBuf> {
    use std::os::fd::AsRawFd;
    let name = PathBuf::from(format!("/proc/self/fd/./{}", file.as_raw_fd()));
    is_at(file, &name).ok()?.then_some(name)
}

#[cfg(not(unix))]
fn by_number(_: &File) -> Option<PathBuf> {
    None
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (a, b) = (file.metadata()?, path.metadata()?);
    Ok((a.dev(), a.ino()) == (b.dev(), b.ino()))
}

/// Elsewhere a file that is open cannot be replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

fn problem(error: io::Error) -> LoadError {
    match error.kind() {
        // A folder that is a file, say the program, has nothing in it.
        ErrorKind::NotFound | ErrorKind::NotADirectory => LoadError::Missing,
        _ => LoadError::unreadable(error.to_string()),
    }
}
