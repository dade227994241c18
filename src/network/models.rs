//! The models: bytes that are what their manifest says. ONNX Runtime does not promise to survive
//! others, so it sees none before they are checked.

use super::error::NetworkError;
use super::info::ModelInfo;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

/// The version of the models' format that this version reads.
pub(crate) const FORMAT: &str = "1";

/// A graph, and the contract by which it is asked.
#[derive(Debug)]
pub(crate) struct GraphKind {
    pub(crate) file: &'static str,
    pub(crate) contract: &'static str,
    pub(crate) graph: &'static str,
    embedded: &'static [u8],
}

macro_rules! kind {
    ($file:literal, $contract:literal, $graph:literal) => {
        GraphKind {
            file: $file,
            contract: $contract,
            graph: $graph,
            embedded: include_bytes!(concat!("../../models/", $file)),
        }
    };
}

static WORDS_ENCODE: GraphKind = kind!("words-encode.onnx", "words-1", "encode");
static WORDS_DECODE: GraphKind = kind!("words-decode.onnx", "words-1", "decode");
static NUMBERS_ENCODE: GraphKind = kind!("numbers-encode.onnx", "numbers-1", "encode");

/// The models that there are, in the order in which they are given.
const KINDS: [&GraphKind; 3] = [&WORDS_ENCODE, &WORDS_DECODE, &NUMBERS_ENCODE];

const MANIFEST: &str = "MANIFEST";

/// More than a list of models takes.
const LONGEST_MANIFEST: u64 = 1 << 20;

/// More than a network of ours will ever have. A file is taken into memory whole, so a manifest cannot ask
/// for whatever it likes.
const LONGEST_MODEL: u64 = 256 << 20;

/// A model whose bytes have been checked.
#[derive(Clone, Debug)]
pub(crate) struct CheckedModel {
    pub(crate) kind: &'static GraphKind,
    /// The file, as a message names it.
    pub(crate) name: String,
    pub(crate) sha256: String,
    pub(crate) bytes: Cow<'static, [u8]>,
}

/// The models: those that a folder's manifest lists from there, and the others built in.
pub(crate) fn read(folder: Option<&Path>) -> Result<[CheckedModel; 3], NetworkError> {
    let manifest = folder.map(Manifest::read).transpose()?;
    let built_in =
        Manifest { folder: None, text: Cow::Borrowed(include_str!("../../models/MANIFEST")) };
    let read = |kind: &'static GraphKind| {
        let found = manifest.as_ref().and_then(|manifest| manifest.model(kind));
        found.or_else(|| built_in.model(kind)).unwrap_or_else(|| {
            Err(invalid(&kind.file, "the manifest that is built in does not list it".into()))
        })
    };
    if let Some(manifest) = &manifest {
        manifest.lists_one_of(KINDS)?;
    }
    let [a, b, c] = KINDS;
    Ok([read(a)?, read(b)?, read(c)?])
}

impl CheckedModel {
    /// What a host is told about it.
    pub(crate) fn info(&self) -> ModelInfo {
        let (file, sha256) = (self.name.clone(), self.sha256.clone());
        ModelInfo { file, sha256, format: FORMAT, contract: self.kind.contract }
    }

    /// This model, with something wrong about it.
    pub(crate) fn invalid(&self, problem: String) -> NetworkError {
        invalid(&self.name, problem)
    }
}

fn invalid(file: &dyn std::fmt::Display, problem: String) -> NetworkError {
    // A machine that lacks memory at the moment says nothing about a model.
    if blicket_runtime::is_passing(&problem) {
        return NetworkError::Resources { problem: format!("{file}: {problem}") };
    }
    NetworkError::Model { file: file.to_string(), problem }
}

/// What files should be, a line each: name, bytes, SHA-256 and format, with tabs between them.
struct Manifest<'a> {
    /// Where the files are, if they are not built in.
    folder: Option<&'a Path>,
    text: Cow<'static, str>,
}

impl<'a> Manifest<'a> {
    fn read(folder: &'a Path) -> Result<Self, NetworkError> {
        let path = folder.join(MANIFEST);
        // One byte more, so that one that is too long shows.
        let text = read_file(&path, LONGEST_MANIFEST + 1)
            .and_then(|bytes| match bytes.len() as u64 > LONGEST_MANIFEST {
                true => Err(format!(
                    "it is too large: a list of models has at most {LONGEST_MANIFEST} bytes"
                )),
                false => Ok(bytes),
            })
            .and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned()))
            .map_err(|problem| invalid(&path.display(), problem))?;
        Ok(Self { folder: Some(folder), text: Cow::Owned(text) })
    }

    fn fields(&self, file: &str) -> Option<Vec<&str>> {
        let mut lines = self.text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        lines.find(|fields| fields[0] == file)
    }

    /// A folder without any model that is asked for is not what somebody means to give.
    fn lists_one_of(&self, kinds: [&'static GraphKind; 3]) -> Result<(), NetworkError> {
        if kinds.iter().any(|kind| self.fields(kind.file).is_some()) {
            return Ok(());
        }
        let names = kinds.map(|kind| kind.file).join(", ");
        let path = self.folder.unwrap_or(Path::new("")).join(MANIFEST);
        Err(invalid(&path.display(), format!("it lists none of {names}")))
    }

    /// A model, if it is listed.
    fn model(&self, kind: &'static GraphKind) -> Option<Result<CheckedModel, NetworkError>> {
        let fields = self.fields(kind.file)?;
        let path = self.folder.map(|folder| folder.join(kind.file));
        let name = path.as_ref().map_or(kind.file.into(), |path| path.display().to_string());
        let field = |index: usize| fields.get(index).copied().unwrap_or("");
        let model = || {
            let size = field(1).parse::<u64>().map_err(|_| {
                format!("{MANIFEST} has to give its size in bytes, and gives {:?}", field(1))
            })?;
            if size > LONGEST_MODEL {
                return Err(format!(
                    "{MANIFEST} says {size} bytes, and a model has at most {LONGEST_MODEL}"
                ));
            }
            let bytes = match &path {
                // One byte more, so that a file that is too long shows.
                Some(path) => Cow::Owned(read_file(path, size + 1)?),
                None => Cow::Borrowed(kind.embedded),
            };
            let sha256 = check(&bytes, size, field(2), field(3))?;
            Ok(CheckedModel { kind, name: name.clone(), sha256, bytes })
        };
        Some(model().map_err(|problem| invalid(&name, problem)))
    }
}

/// The SHA-256 of these bytes, if they are what a manifest says.
fn check(bytes: &[u8], size: u64, sha256: &str, format: &str) -> Result<String, String> {
    if format != FORMAT {
        return Err(format!("its format is {format:?}, and this version reads {FORMAT:?}"));
    }
    let length = bytes.len() as u64;
    if length != size {
        let actual = if length > size { "more".into() } else { length.to_string() };
        return Err(format!("{MANIFEST} says {size} bytes, and it has {actual}"));
    }
    let actual = hexadecimal(&Sha256::digest(bytes));
    match actual == sha256 {
        true => Ok(actual),
        false => Err(format!("{MANIFEST} says SHA-256 {sha256:?}, and it has {actual:?}")),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// The bytes of a regular file, so that nothing keeps the reader waiting, but no more than these.
fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let problem = |error: std::io::Error| error.to_string();
    if !path.metadata().map_err(problem)?.is_file() {
        return Err("it is not a file".into());
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .map_err(problem)?
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(problem)?;
    Ok(bytes)
}
