//! Whether a library's file is whole, and for this machine. The system's loader maps what the header names without a look at
//! the length: of a file that ends too early, say a copy that was interrupted, the process dies.

use std::env::consts::ARCH;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

const HEADER: usize = 64;
const ENTRY: usize = 56;
/// A part of the file that is mapped into memory.
const LOAD: u32 = 1;

/// More than a library of ONNX Runtime has: those with CUDA have some hundred megabytes. Its file is read
/// from one end to the other where there is a hash, so it cannot be as long as it likes.
const LONGEST: u64 = 1 << 30;

/// What a library's header says of the machine that it is for: bits, order of bytes, and processor.
#[derive(Debug, PartialEq, Eq)]
struct Machine {
    class: u8,
    order: u8,
    processor: u16,
}

/// Machines whose numbers are known here, by their names in Rust.
const PROCESSORS: [(u16, &str); 8] = [
    (3, "x86"),
    (8, "mips"),
    (20, "powerpc"),
    (21, "powerpc64"),
    (22, "s390x"),
    (40, "arm"),
    (62, "x86_64"),
    (183, "aarch64"),
];

impl Machine {
    /// Of a file that begins like this; nothing if it is no library.
    fn of(header: &[u8; HEADER]) -> Option<Self> {
        let (class, order) = (header[4], header[5]);
        let of_bytes = if order == 2 { u16::from_be_bytes } else { u16::from_le_bytes };
        let processor = of_bytes([header[18], header[19]]);
        header.starts_with(b"\x7fELF").then_some(Self { class, order, processor })
    }

    /// This one, if its number is known here.
    fn own() -> Option<Self> {
        let processor = PROCESSORS.iter().find(|(_, name)| *name == ARCH)?.0;
        let class = if cfg!(target_pointer_width = "64") { 2 } else { 1 };
        let order = if cfg!(target_endian = "little") { 1 } else { 2 };
        Some(Self { class, order, processor })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = PROCESSORS.iter().find(|(number, _)| *number == self.processor);
        match known {
            Some((_, name)) => f.write_str(name)?,
            None => write!(f, "processor {}", self.processor)?,
        }
        let bits = if self.class == 1 { 32 } else { 64 };
        let order = if self.order == 2 { "big" } else { "little" };
        write!(f, " with {bits} bits, {order}-endian")
    }
}

/// What is wrong with a file, as far as its length and its first bytes show.
pub(crate) fn problem(mut file: &File) -> io::Result<Option<String>> {
    let length = file.metadata()?.len();
    if length > LONGEST {
        let problem = format!("it has {length} bytes, and a library may have {LONGEST}");
        return Ok(Some(problem));
    }
    let mut header = [0; HEADER];
    if length >= HEADER as u64 {
        file.read_exact(&mut header)?;
    }
    if let (Some(machine), Some(own)) = (Machine::of(&header), Machine::own())
        && machine != own
    {
        return Ok(Some(format!("it is for another machine: {machine}; this one is {own}")));
    }
    Ok(match lengths(file)? {
        Some((length, asked)) if length < asked => {
            Some(format!("it ends after {length} of at least {asked} bytes"))
        }
        _ => None,
    })
}

/// The bytes that a file has, and how many its header asks for; nothing if it is not a library of a
/// 64-bit little-endian machine, about which the loader has its own messages.
fn lengths(mut file: &File) -> io::Result<Option<(u64, u64)>> {
    file.rewind()?;
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
        let (length, asked) = lengths(&File::open(&program).unwrap()).unwrap().unwrap();
        assert!(asked <= length && asked > 4096, "{asked} of {length}");
        let half = program.with_extension("half");
        let bytes = std::fs::read(&program).unwrap();
        std::fs::write(&half, &bytes[..usize::try_from(asked).unwrap() - 1]).unwrap();
        assert_eq!(lengths(&File::open(&half).unwrap()).unwrap(), Some((asked - 1, asked)));
        std::fs::write(&half, b"no library").unwrap();
        assert_eq!(lengths(&File::open(&half).unwrap()).unwrap(), None);
        std::fs::remove_file(half).unwrap();
    }
}
