//! The files of tasks: JSON lines, TAB-separated pairs, SCAN's own form, a language's numbers.

use crate::seeds;
use blicket_lab::episode::{Episode, EpisodeReader, ReadError, read_queries, read_support};
use blicket_lab::sample::NumberLanguage;

/// The bytes are a file, of every format.
pub fn run(bytes: &[u8]) {
    json_lines(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        pairs(text);
        language(text);
    }
}

/// What can be read is written and read back; what cannot is one line, which is named.
fn json_lines(bytes: &[u8]) {
    let lines = bytes.split(|byte| *byte == b'\n').count();
    let mut last = 0;
    for episode in EpisodeReader::new(bytes) {
        let line = match episode {
            Ok(episode) => {
                let json = episode.to_json();
                assert!(!json.contains('\n'));
                assert_eq!(Episode::from_json(&json).as_ref(), Ok(&episode));
                let mut written = Vec::new();
                episode.write_line(&mut written).unwrap();
                assert_eq!(written, format!("{json}\n").into_bytes());
                continue;
            }
            Err(ReadError::Malformed(error)) => {
                assert!(!error.problem.is_empty());
                error.line
            }
            Err(ReadError::Unreadable { line, .. }) => line,
        };
        assert!(last < line && line <= lines, "line {line} of {lines}, after {last}");
        last = line;
    }
}

/// Examples are queries too, and read back from the plainest form.
fn pairs(text: &str) {
    let (support, queries) = (read_support(text), read_queries(text));
    for error in [support.as_ref().err(), queries.as_ref().err()].into_iter().flatten() {
        assert!((1..=text.lines().count()).contains(&error.line), "{error}");
    }
    if let Ok(queries) = &queries {
        for (input, output) in queries {
            assert!(!input.is_empty() && input.trim() == input);
            assert!(output.as_ref().is_none_or(|output| output.trim() == output));
        }
    }
    let Ok(support) = support else { return };
    let as_queries: Vec<_> = support.iter().cloned().map(|(i, o)| (i, Some(o))).collect();
    assert_eq!(queries, Ok(as_queries));
    // A first line of its own, because the text's first character may be a byte order mark.
    let lines = support.iter().map(|(input, output)| format!("\n{input}\t{output}"));
    assert_eq!(read_support(&lines.collect::<String>()), Ok(support));
}

fn language(text: &str) {
    match NumberLanguage::parse("fuzz", text) {
        Ok(language) => {
            assert!(language.numbers().all(|number| language.words(number).is_some()));
        }
        Err(error) => assert!(error.line <= text.lines().count() + 1, "{error}"),
    }
}

/// The data's files, or the beginning of them.
pub fn seeds() -> Vec<Vec<u8>> {
    let beginning = |file: &str| seeds::read(file).lines().take(8).collect::<Vec<_>>().join("\n");
    let files = [
        "miniscan/human-support.tsv",
        "miniscan/human-queries.tsv",
        "scan/tasks_train_simple.txt",
        "numbers/ja.tsv",
        "commands/babyai.tsv",
    ];
    let episodes = seeds::cases(6).into_iter().map(|case| {
        let output = case.output.clone().unwrap_or_default();
        let episode = Episode {
            name: "seed".into(),
            domain: case.output.as_ref().map(|_| blicket::Domain::Words),
            support: vec![(case.input.clone(), output)],
            queries: vec![(case.input, case.output)],
            grammar: Some(case.grammar),
        };
        format!("{}\n\n[]\n", episode.to_json())
    });
    files.map(beginning).into_iter().chain(episodes).map(String::into_bytes).collect()
}
