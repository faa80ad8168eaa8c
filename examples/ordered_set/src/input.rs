//! The input: lines of text, which are the keys of a set.

use crate::order::{Key, Words};
use std::collections::HashSet;
use std::error::Error;
use std::fmt;

/// The keys of a text, each once.
pub(crate) struct Input {
    pub(crate) kind: Kind,
    /// In the order of their lines.
    pub(crate) keys: Vec<Key>,
    /// The number of the line in which each key occurs first, counted from 1.
    pub(crate) line_numbers: Vec<usize>,
    /// Keys that are missing: the next key after each key, unless that one is there. At least one.
    pub(crate) misses: Vec<Key>,
    /// Lines that are not blank.
    pub(crate) lines: usize,
}

/// The kind of the keys.
pub(crate) enum Kind {
    /// All lines are numbers below 2^32.
    Numbers,
    Words(Words),
}

impl Input {
    /// Reads one key per line. Space around a key and blank lines are ignored.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, InputError> {
        let text = std::str::from_utf8(text).map_err(|error| {
            let is_line_end = |byte: &&u8| **byte == b'\n';
            InputError::NotUtf8 { line: 1 + text[..error.valid_up_to()].iter().filter(is_line_end).count() }
        })?;
        // Editors on Windows write this mark at the beginning of a text.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let lines = text.lines().map(str::trim).enumerate();
        let lines: Vec<_> =
            lines.filter(|(_, line)| !line.is_empty()).map(|(i, line)| (i + 1, line)).collect();
        if lines.is_empty() {
            return Err(InputError::Empty);
        }
        let numbers: Option<Vec<_>> =
            lines.iter().map(|(at, line)| Some((*at, line.parse().ok()?))).collect();
        Ok(numbers.map_or_else(|| Self::words(&lines), |numbers| Self::numbers(&numbers)))
    }

    fn numbers(lines: &[(usize, Key)]) -> Self {
        let mut seen = HashSet::new();
        let firsts = lines.iter().filter(|(_, number)| seen.insert(*number));
        let (line_numbers, keys): (Vec<_>, Vec<_>) = firsts.copied().unzip();
        let misses = keys.iter().map(|key| key.wrapping_add(1)).filter(|next| !seen.contains(next)).collect();
        Input { kind: Kind::Numbers, keys, line_numbers, misses, lines: lines.len() }
    }

    fn words(lines: &[(usize, &str)]) -> Self {
        let mut seen = HashSet::new();
        let firsts = lines.iter().filter(|(_, word)| seen.insert(*word));
        let (line_numbers, distinct): (Vec<_>, Vec<&str>) = firsts.copied().unzip();
        let mut words = Words::new();
        let keys = distinct.iter().map(|word| words.push(word)).collect();
        let nexts = distinct.iter().map(|word| format!("{word}~"));
        let misses =
            nexts.filter(|next| !seen.contains(next.as_str())).map(|next| words.push(&next)).collect();
        Input { kind: Kind::Words(words), keys, line_numbers, misses, lines: lines.len() }
    }
}

/// Why a text gives no keys.
#[derive(Debug, PartialEq)]
pub(crate) enum InputError {
    Empty,
    NotUtf8 { line: usize },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Empty => f.write_str("the file has no words and no numbers"),
            InputError::NotUtf8 { line } => write!(f, "line {line} is not UTF-8 text"),
        }
    }
}

impl Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Order;

    fn words(text: &str) -> (Vec<String>, Vec<String>, Vec<usize>) {
        let input = Input::parse(text.as_bytes()).unwrap();
        let Kind::Words(words) = input.kind else { panic!("{text:?} is numbers") };
        let [keys, misses] =
            [input.keys, input.misses].map(|keys| keys.iter().map(|key| words.show(*key)).collect());
        (keys, misses, input.line_numbers)
    }

    fn numbers(text: &str) -> (Vec<Key>, Vec<Key>, Vec<usize>) {
        let input = Input::parse(text.as_bytes()).unwrap();
        assert!(matches!(input.kind, Kind::Numbers), "{text:?} is words");
        (input.keys, input.misses, input.line_numbers)
    }

    #[test]
    fn each_word_is_taken_once_and_with_its_first_line() {
        let (keys, misses, lines) = words("\u{FEFF}fig\r\n\n  pear \nfig\nfig~\n\t\npear's tree");
        assert_eq!(keys, ["fig", "pear", "fig~", "pear's tree"]);
        assert_eq!(misses, ["pear~", "fig~~", "pear's tree~"]);
        assert_eq!(lines, [1, 3, 5, 7]);
        assert_eq!(Input::parse(b"fig\n\npear\nfig\n").unwrap().lines, 3);
    }

    #[test]
    fn lines_that_are_all_numbers_are_numbers() {
        assert_eq!(numbers("7\n 3\n007\n4294967295\n"), (vec![7, 3, u32::MAX], vec![8, 4, 0], vec![1, 2, 4]));
        assert_eq!(numbers("1\n0\n2\n").1, [3]);
        for text in ["7\nx\n", "4294967296\n", "-1\n", "1.5\n", "1 2\n"] {
            let count = words(text).0.len();
            assert_eq!(count, text.lines().count(), "{text:?}");
        }
    }

    #[test]
    fn a_text_without_keys_is_an_error() {
        for text in ["", "\n", " \r\n\t\n", "\u{FEFF}\n"] {
            assert_eq!(Input::parse(text.as_bytes()).err(), Some(InputError::Empty), "{text:?}");
        }
        let text = b"fig\npear\nf\xFFg\nplum\n";
        assert_eq!(Input::parse(text).err(), Some(InputError::NotUtf8 { line: 3 }));
    }
}
