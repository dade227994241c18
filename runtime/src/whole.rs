//! Whether a library's file is whole. The system's loader maps what the header names without a look at
//! the length: of a file that ends too early, say a copy that was interrupted, the process dies.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

const HEADER: usize = 64;
const ENTRY: usize = 56;
/// A part of the file that is mapped into memory.
const LOAD: u32 = 1;

/// The bytes that a file has, and how many its header asks for; nothing if it is not a library of a
/// 64-bit little-endian machine, about which the loader has its own messages.
pub(crate) fn lengths(path: &Path) -> io::Result<Option<(u64, u64)>> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut header = [0; HEADER];
    if length < HEADER as u64 {
        return Ok(None);
    }
    file.read_exact(&mut header)?;
    if header[..6] != *b"\x7fELF\x02\x01" {
        return Ok(None);
    }
    let (start, size, count) = (long(&header, 32), short(&header, 54), short(&header, 56));
    let mut asked = start.saturating_add(u64::from(size) * u64::from(count));
    if usize::from(size) == ENTRY && asked <= length {
        file.seek(SeekFrom::Start(start))?;
        for _ in 0..count {
            let mut entry = [0; ENTRY];
            file.read_exact(&mut entry)?;
            if entry[..4] == LOAD.to_le_bytes() {
                asked = asked.max(long(&entry, 8).saturating_add(long(&entry, 32)));
            }
        }
    }
    Ok(Some((length, asked)))
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_whole_and_half_of_it_is_not() {
        let program = std::env::current_exe().unwrap();
        let (length, asked) = lengths(&program).unwrap().unwrap();
        assert!(asked <= length && asked > 4096, "{asked} of {length}");
        let half = program.with_extension("half");
        let bytes = std::fs::read(&program).unwrap();
        std::fs::write(&half, &bytes[..usize::try_from(asked).unwrap() - 1]).unwrap();
        assert_eq!(lengths(&half).unwrap(), Some((asked - 1, asked)));
        std::fs::write(&half, b"no library").unwrap();
        assert_eq!(lengths(&half).unwrap(), None);
        std::fs::remove_file(half).unwrap();
    }
}
