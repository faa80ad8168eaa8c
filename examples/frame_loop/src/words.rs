//! Lines and words of a scene, and what is wrong with them.

use crate::vector::Vec3;
use std::fmt;

/// A line of a scene: its words, one after the other. `#` and what follows it is for people.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) number: u32,
    rest: &'t str,
}

/// The lines in which there is a word.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        let words = line.split('#').next().unwrap_or_default();
        Line { number, rest: words.trim() }
    });
    lines.filter(|line| !line.rest.is_empty())
}

/// No number of a scene is larger.
const LARGEST: f32 = 10_000.0;

impl<'t> Line<'t> {
    /// The next word, or what is missing.
    pub(crate) fn word(&mut self, what: &'static str) -> Result<&'t str, SceneError<'t>> {
        self.optional().ok_or(self.error(Mistake::Missing(what)))
    }

    pub(crate) fn optional(&mut self) -> Option<&'t str> {
        let (word, rest) = match self.rest.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim_start()),
            None => (self.rest, ""),
        };
        self.rest = rest;
        Some(word).filter(|word| !word.is_empty())
    }

    /// This word, and no other.
    pub(crate) fn keyword(&mut self, keyword: &'static str) -> Result<(), SceneError<'t>> {
        match self.word(keyword)? {
            word if word == keyword => Ok(()),
            word => Err(self.error(Mistake::Expected(keyword, word))),
        }
    }

    /// A number from `low` to `high`.
    pub(crate) fn number(&mut self, what: &'static str, low: f32, high: f32) -> Result<f32, SceneError<'t>> {
        let word = self.word(what)?;
        let number = word.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or(self.error(Mistake::Number { what, low, high, word }))
    }

    /// A whole number from `low` to `high`.
    pub(crate) fn count(&mut self, what: &'static str, low: u16, high: u16) -> Result<u16, SceneError<'t>> {
        let word = self.word(what)?;
        let number = word.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or(self.error(Mistake::Number { what, low: low.into(), high: high.into(), word }))
    }

    /// Three numbers.
    pub(crate) fn vector(&mut self, what: &'static str) -> Result<Vec3, SceneError<'t>> {
        let mut part = || self.number(what, -LARGEST, LARGEST);
        Ok(Vec3::new(part()?, part()?, part()?))
    }

    /// Linear light, no part of which is less than none.
    pub(crate) fn colour(&mut self) -> Result<Vec3, SceneError<'t>> {
        let mut part = || self.number("a colour of three parts", 0.0, 100.0);
        Ok(Vec3::new(part()?, part()?, part()?))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// No more words.
    pub(crate) fn end(&mut self) -> Result<(), SceneError<'t>> {
        match self.optional() {
            None => Ok(()),
            Some(word) => Err(self.error(Mistake::Unexpected(word))),
        }
    }

    pub(crate) fn error(&self, mistake: Mistake<'t>) -> SceneError<'t> {
        SceneError { line: self.number, mistake }
    }
}

/// What is wrong with a scene, and in which line. It borrows the words: no memory is taken for it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SceneError<'t> {
    pub(crate) line: u32,
    pub(crate) mistake: Mistake<'t>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Mistake<'t> {
    Missing(&'static str),
    Expected(&'static str, &'t str),
    Unexpected(&'t str),
    Number {
        what: &'static str,
        low: f32,
        high: f32,
        word: &'t str,
    },
    /// A kind of thing, and a name that none of them has.
    Unknown(&'static str, &'t str),
    /// A kind of thing, and a name that two of them have.
    Twice(&'static str, &'t str),
    /// What a level has once, and the level.
    Again(&'static str, &'t str),
    /// No name for a file.
    FileName(&'t str),
    /// A statement and where it belongs.
    Misplaced(&'t str, &'static str),
    /// A level or a terrain without this.
    Without(&'static str, &'t str),
    /// The rows of a terrain are not of one length.
    Uneven(&'t str),
    /// No height: neither a digit nor a small letter.
    Height(char, &'t str),
    /// A region has no room for the level.
    NoRoom(&'static str),
}

impl fmt::Display for SceneError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.mistake {
            Mistake::Missing(what) => write!(f, "the line ends where {what} should be"),
            Mistake::Expected(keyword, word) => write!(f, "`{word}` where `{keyword}` should be"),
            Mistake::Unexpected(word) => write!(f, "`{word}` is too much"),
            Mistake::Number { what, low, high, word } => {
                write!(f, "`{word}` where {what} should be, from {low} to {high}")
            }
            Mistake::Unknown(kind, name) => write!(f, "there is no {kind} `{name}`"),
            Mistake::Twice(kind, name) => write!(f, "there is a {kind} `{name}` already"),
            Mistake::Again(what, name) => write!(f, "`{name}` has its {what} already"),
            Mistake::FileName(name) => {
                write!(f, "`{name}` is not of letters, digits, `-` and `_`: files are named by it")
            }
            Mistake::Misplaced(word, place) => write!(f, "`{word}` belongs {place}"),
            Mistake::Without(what, name) => write!(f, "`{name}` has no {what}"),
            Mistake::Uneven(row) => write!(f, "the row `{row}` is not as long as the first one"),
            Mistake::Height(height, row) => {
                write!(f, "`{height}` in the row `{row}` is no height, 0 to 9 or a to z")
            }
            Mistake::NoRoom(memory) => write!(f, "the memory of {memory} is full"),
        }
    }
}

impl std::error::Error for SceneError<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_and_remarks_left_out() {
        let mut lines = lines("# nothing\n\n  sun \t 1 2 3 # of the evening\nsky#\n");
        let mut line = lines.next().unwrap();
        assert_eq!((line.number, line.word("a word")), (3, Ok("sun")));
        assert_eq!(line.vector("a place"), Ok(Vec3::new(1.0, 2.0, 3.0)));
        assert_eq!(line.end(), Ok(()));
        let mut line = lines.next().unwrap();
        assert_eq!((line.number, line.word("a word"), line.is_over()), (4, Ok("sky"), true));
        assert_eq!(
            line.word("light").unwrap_err().to_string(),
            "line 4: the line ends where light should be"
        );
        assert!(lines.next().is_none());
    }

    #[test]
    fn what_is_no_number_is_named() {
        for word in ["NaN", "inf", "1e9", "-3", "two", "1,5"] {
            let message = lines(word).next().unwrap().number("a speed", 0.0, 50.0).unwrap_err().to_string();
            assert_eq!(message, format!("line 1: `{word}` where a speed should be, from 0 to 50"));
        }
        let message = lines("\n7.5").next().unwrap().count("sides", 3, 32).unwrap_err().to_string();
        assert_eq!(message, "line 2: `7.5` where sides should be, from 3 to 32");
    }
}
