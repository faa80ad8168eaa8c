//! What was said of one key, and that it was said once.

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;

/// A value, and where it stands.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) value: T,
    /// The key, `=`, and the value.
    pub(crate) whole: SpanRange,
    /// The value.
    pub(crate) span: SpanRange,
    /// The value as text.
    pub(crate) text: String,
    /// Whether there is another one, a mistake that has been reported: either may be the one that was meant.
    pub(crate) twice: bool,
}

/// What was said of one key.
#[derive(Clone)]
pub(crate) enum Setting<T> {
    /// Nothing.
    Empty,
    /// Something with a mistake that has been reported: what would follow from it is not the user's mistake.
    Wrong,
    Given(Given<T>),
}

impl<T> Setting<T> {
    pub(crate) fn given(&self) -> Option<&Given<T>> {
        match self {
            Setting::Given(given) => Some(given),
            Setting::Empty | Setting::Wrong => None,
        }
    }

    pub(crate) fn value(&self) -> Option<&T> {
        self.given().map(|given| &given.value)
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Setting::Empty)
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
            *self = Setting::Wrong;
        }
    }

    /// Takes in a reading of the key `word`, or says what is wrong with it. A key that takes no value has no text.
    pub(crate) fn fill(&mut self, word: &str, at: SpanRange, read: Read<T>, errors: &mut Errors) {
        match (read.value, &mut *self) {
            (_, Setting::Given(first)) => {
                first.twice = true;
                let text = &first.text;
                let span = at.to(read.span);
                let message = if text.is_empty() {
                    format!("`{word}` is given twice: remove one of the two")
                } else {
                    format!("`{word}` is given twice: it is already `{word} = {text}`; remove one of the two")
                };
                errors.add(span, message);
            }
            (Err((span, message)), _) => {
                errors.add(span, message);
                self.set_wrong();
            }
            (Ok(_), Setting::Wrong) => {}
            (Ok(value), Setting::Empty) => {
                *self = Setting::Given(Given {
                    value,
                    whole: at.to(read.span),
                    span: read.span,
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
    pub(crate) span: SpanRange,
    pub(crate) text: String,
}
