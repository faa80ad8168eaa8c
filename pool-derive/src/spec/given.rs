//! The setting of one key, and whether it was given once.

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;

/// A value, and its place.
#[derive(Clone)]
pub(crate) struct Given<T> {
    pub(crate) value: T,
    /// The key, `=`, and the value.
    pub(crate) whole: SpanRange,
    /// The value.
    pub(crate) span: SpanRange,
    /// The value as text.
    pub(crate) text: String,
    /// Whether the key was given twice. This mistake has been reported. Either value may be the intended one.
    pub(crate) twice: bool,
}

/// The setting of one key.
#[derive(Clone)]
pub(crate) enum Setting<T> {
    /// The key was not given.
    Empty,
    /// The key was given with a mistake that has been reported. Errors that follow from it are not reported.
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

    /// The value, if it was given once and without a mistake.
    pub(crate) fn certain(&self) -> Option<&Given<T>> {
        self.given().filter(|given| !given.twice)
    }

    /// Whether the user's intention is known: one value, or the default.
    pub(crate) fn is_settled(&self) -> bool {
        self.is_empty() || self.certain().is_some()
    }

    pub(crate) fn set_wrong(&mut self) {
        if self.is_empty() {
            *self = Setting::Wrong;
        }
    }

    /// Stores a value that was read for the key `word`, or reports its mistake. A key that takes no value has no text.
    pub(crate) fn fill(&mut self, word: &str, at: SpanRange, read: Read<T>, errors: &mut Errors) {
        match (read.value, &mut *self) {
            (_, Setting::Given(first)) => {
                first.twice = true;
                errors.add(at.to(read.span), given_twice(word, &first.text));
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

fn given_twice(word: &str, text: &str) -> String {
    if text.is_empty() {
        format!("`{word}` is given twice: remove one of the two")
    } else {
        format!("`{word}` is given twice: it is already `{word} = {text}`; remove one of the two")
    }
}

/// A value as it was read.
pub(crate) struct Read<T> {
    pub(crate) value: Result<T, Mistake>,
    pub(crate) span: SpanRange,
    pub(crate) text: String,
}
