//! The lines and words of a scene, and the errors in it.

use crate::vector::Vec3;
use std::fmt;

/// A line of a scene: its words, one after the other. `#` begins a comment.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) number: u32,
    rest: &'t str,
}

/// The lines that contain a word.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        let words = line.split('#').next().unwrap_or_default();
        Line { number, rest: words.trim() }
    });
    lines.filter(|line| !line.rest.is_empty())
}

/// The largest number in a scene.
const LARGEST: f32 = 10_000.0;

impl<'t> Line<'t> {
    /// The next word. `what` says what is missing if there is none.
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

    /// Reads this word and no other.
    pub(crate) fn keyword(&mut self, keyword: &'static str) -> Result<(), SceneError<'t>> {
        match self.word(keyword)? {
            word if word == keyword => Ok(()),
            word => Err(self.error(Mistake::Expected(keyword, word))),
        }
    }

    /// Reads a number from `low` to `high`.
    pub(crate) fn number(&mut self, what: &'static str, low: f32, high: f32) -> Result<f32, SceneError<'t>> {
        let word = self.word(what)?;
        let number = word.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or(self.error(Mistake::Number { what, low, high, word }))
    }

    /// Reads a whole number from `low` to `high`.
    pub(crate) fn count(&mut self, what: &'static str, low: u16, high: u16) -> Result<u16, SceneError<'t>> {
        let word = self.word(what)?;
        let number = word.parse().ok().filter(|number| (low..=high).contains(number));
        number.ok_or(self.error(Mistake::Number { what, low: low.into(), high: high.into(), word }))
    }

    /// Reads three numbers.
    pub(crate) fn vector(&mut self, what: &'static str) -> Result<Vec3, SceneError<'t>> {
        let mut part = || self.number(what, -LARGEST, LARGEST);
        Ok(Vec3::new(part()?, part()?, part()?))
    }

    /// Reads linear light, whose parts are not negative.
    pub(crate) fn colour(&mut self) -> Result<Vec3, SceneError<'t>> {
        let mut part = || self.number("a colour of three parts", 0.0, 100.0);
        Ok(Vec3::new(part()?, part()?, part()?))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.rest.is_empty()
    }

    /// Checks that there are no more words.
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

/// An error in a scene, and its line. It borrows the words, so it allocates nothing.
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
    /// A kind of thing, and a name that nothing of this kind has.
    Unknown(&'static str, &'t str),
    /// A kind of thing, and a name that is used twice.
    Twice(&'static str, &'t str),
    /// A statement that a level can have once, and the level.
    Again(&'static str, &'t str),
    /// A name that cannot be a file name.
    FileName(&'t str),
    /// A statement, and where it belongs.
    Misplaced(&'t str, &'static str),
    /// Something that is required, and the level, rider or terrain that lacks it.
    Without(&'static str, &'t str),
    /// The rows of a terrain have different lengths.
    Uneven(&'t str),
    /// A character that is not a height: neither a digit nor a lower-case letter.
    Height(char, &'t str),
    /// A region has no room for the level.
    NoRoom(&'static str),
}

impl fmt::Display for SceneError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.mistake {
            Mistake::Missing(what) => write!(f, "the line ends where {what} is expected"),
            Mistake::Expected(keyword, word) => write!(f, "expected `{keyword}`, found `{word}`"),
            Mistake::Unexpected(word) => write!(f, "unexpected `{word}` at the end of the line"),
            Mistake::Number { what, low, high, word } => {
                write!(f, "expected {what} from {low} to {high}, found `{word}`")
            }
            Mistake::Unknown(kind, name) => write!(f, "there is no {kind} `{name}`"),
            Mistake::Twice(kind, name) => write!(f, "there is already a {kind} `{name}`"),
            Mistake::Again(what, name) => write!(f, "`{name}` already has a `{what}` statement"),
            Mistake::FileName(name) => {
                write!(f, "`{name}` is used in file names: only letters, digits, `-` and `_` are allowed")
            }
            Mistake::Misplaced(statement, place) => write!(f, "{statement} belongs {place}"),
            Mistake::Without(what, name) => write!(f, "`{name}` needs {what}"),
            Mistake::Uneven(row) => write!(f, "the row `{row}` is not as long as the first one"),
            Mistake::Height(height, row) => {
                write!(f, "`{height}` in the row `{row}` is not a height: 0 to 9 or a to z")
            }
            Mistake::NoRoom(memory) => write!(f, "the memory for {memory} is full"),
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
            "line 4: the line ends where light is expected"
        );
        assert!(lines.next().is_none());
    }

    #[test]
    fn what_is_no_number_is_named() {
        for word in ["NaN", "inf", "1e9", "-3", "two", "1,5"] {
            let message = lines(word).next().unwrap().number("a speed", 0.0, 50.0).unwrap_err().to_string();
            assert_eq!(message, format!("line 1: expected a speed from 0 to 50, found `{word}`"));
        }
        let message = lines("\n7.5").next().unwrap().count("sides", 3, 32).unwrap_err().to_string();
        assert_eq!(message, "line 2: expected sides from 3 to 32, found `7.5`");
    }
}
