//! The errors that a program expects: `//~ part of the message` at the end of the line with the error, once per
//! error.

use super::programs::Error;

/// The errors that a source expects, by line.
pub(crate) fn expected(source: &str) -> Vec<(u64, String)> {
    let messages = |(line, text): (usize, &str)| {
        let messages = text.split("//~ ").skip(1).map(|message| message.trim().to_owned());
        messages.map(|message| (line as u64 + 1, message)).collect::<Vec<_>>()
    };
    source.lines().enumerate().flat_map(messages).collect()
}

/// Fails unless the errors of a program are exactly the expected ones.
#[track_caller]
pub(crate) fn compare(program: &str, expected: &[(u64, String)], found: &[Error]) {
    let found: Vec<_> = found.iter().filter(|error| error.program == program).collect();
    for (line, part) in expected {
        let is_found = found.iter().any(|error| error.line == *line && error.message.contains(part));
        assert!(is_found, "{program}, line {line}: no error with `{part}`: {found:#?}");
    }
    for error in &found {
        let is_expected =
            expected.iter().any(|(line, part)| error.line == *line && error.message.contains(part));
        assert!(is_expected, "{program}: an unexpected error: {error:#?}");
    }
}
