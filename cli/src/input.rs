//! What a command reads: a file, or standard input where the file is `-`.

use crate::encoding;
use crate::failure::Failure;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::Path;

/// Text to be read, with the name that messages give it.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) reader: BufReader<Box<dyn Read + Send>>,
}

impl Input {
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let (name, reader): (String, Box<dyn Read + Send>) = if path == Path::new("-") {
            ("standard input".to_owned(), Box::new(stdin()))
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| Failure::reading(&name, &error))?;
            (name, Box::new(file))
        };
        Ok(Self { name, reader: BufReader::new(reader) })
    }

    /// All of it.
    pub(crate) fn read_all(&mut self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        let read = self.reader.read_to_end(&mut bytes);
        read.map_err(|error| Failure::reading(&self.name, &error))?;
        encoding::text(&self.name, bytes).map_err(Failure::Input)
    }

    /// That it begins like text, as far as it is there.
    pub(crate) fn begins_as_text(&mut self) -> Result<(), Failure> {
        let start = self.reader.fill_buf();
        let start = start.map_err(|error| Failure::reading(&self.name, &error))?;
        match encoding::why_no_text(&self.name, start) {
            Some(problem) => Err(Failure::Input(problem)),
            None => Ok(()),
        }
    }
}
