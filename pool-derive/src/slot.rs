//! What was said of one key, and that it was said once.

use crate::errors::Errors;
use crate::keywords::Key;
use crate::region::Region;
use crate::value::Mistake;

/// A value, and where it stands.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) value: T,
    /// The key, `=`, and the value.
    pub(crate) whole: Region,
    /// The value.
    pub(crate) region: Region,
    /// The value as text.
    pub(crate) text: String,
    /// Whether there is another one, a mistake that has been reported: either may be the one that was meant.
    pub(crate) twice: bool,
}

/// What was said of one key.
#[derive(Clone)]
pub(crate) enum Slot<T> {
    /// Nothing.
    Empty,
    /// Something with a mistake that has been reported: what would follow from it is not the user's mistake.
    Wrong,
    Given(Given<T>),
}

impl<T> Slot<T> {
    pub(crate) fn given(&self) -> Option<&Given<T>> {
        match self {
            Slot::Given(given) => Some(given),
            Slot::Empty | Slot::Wrong => None,
        }
    }

    pub(crate) fn value(&self) -> Option<&T> {
        self.given().map(|given| &given.value)
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Slot::Empty)
    }

    /// The value, where it was given once and read well.
    pub(crate) fn certain(&self) -> Option<&Given<T>> {
        self.given().filter(|given| !given.twice)
    }

    /// Whether it is known what the user asked for, be it the default.
    pub(crate) fn is_settled(&self) -> bool {
        self.is_empty() || self.certain().is_some()
    }

    pub(crate) fn set_wrong(&mut self) {
        if self.is_empty() {
            *self = Slot::Wrong;
        }
    }

    /// Takes in a reading of `key`, or says what is wrong with it.
    pub(crate) fn fill(&mut self, key: Key, at: Region, read: Read<T>, errors: &mut Errors) {
        match (read.value, &mut *self) {
            (_, Slot::Given(first)) => {
                first.twice = true;
                let (word, text) = (key.word(), &first.text);
                let region = at.to(read.region);
                let message = if key.is_flag() {
                    format!("`{word}` is given twice: remove one of the two")
                } else {
                    format!("`{word}` is given twice: it is already `{word} = {text}`; remove one of the two")
                };
                errors.add(region, message);
            }
            (Err((region, message)), _) => {
                errors.add(region, message);
                self.set_wrong();
            }
            (Ok(_), Slot::Wrong) => {}
            (Ok(value), Slot::Empty) => {
                *self = Slot::Given(Given {
                    value,
                    whole: at.to(read.region),
                    region: read.region,
                    text: read.text,
                    twice: false,
                });
            }
        }
    }
}

/// A value as it was read.
pub(crate) struct Read<T> {
    pub(crate) value: Result<T, Mistake>,
    pub(crate) region: Region,
    pub(crate) text: String,
}
