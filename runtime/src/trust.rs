//! Whether a library that nobody has named may be run: only if nobody could have put it there but those whose
//! programs run here anyway.

use std::path::Path;

/// Why a file that lies beside a program, or beside a library, is not to be run; nothing if it may be. `folder` is
/// that of the program or library: its owner can change that, too.
#[cfg(unix)]
pub(crate) fn distrust(file: &Path, folder: &Path) -> std::io::Result<Option<String>> {
    use crate::process;
    use std::os::unix::fs::MetadataExt;

    const WRITABLE_BY_ALL: u32 = 0o002;
    const STICKY: u32 = 0o1000;
    let mut owners = vec![0, process::user()];
    // A program with rights of its own can be linked into a folder of whoever likes.
    if !process::is_privileged() {
        owners.push(folder.metadata()?.uid());
    }
    let named = std::path::absolute(file)?;
    let real = file.canonicalize()?;
    for part in named.ancestors().chain(real.ancestors()) {
        let about = part.symlink_metadata()?;
        let who = match about.uid() {
            owner if !owners.contains(&owner) => {
                format!("{} belongs to user {owner}", part.display())
            }
            // In a sticky folder, only the owner of a file replaces it; a link cannot be written to.
            _ if about.is_symlink() => continue,
            _ if about.mode() & WRITABLE_BY_ALL != 0
                && !(about.is_dir() && about.mode() & STICKY != 0) =>
            {
                format!("everyone may write to {}", part.display())
            }
            _ => continue,
        };
        return Ok(Some(format!("others could have put it there: {who}")));
    }
    Ok(None)
}

/// Elsewhere, who may write to a file is not looked at.
#[cfg(not(unix))]
pub(crate) fn distrust(_: &Path, _: &Path) -> std::io::Result<Option<String>> {
    Ok(None)
}
