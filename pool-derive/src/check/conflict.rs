//! A conflict between keys, which a rule finds.

use crate::base::span_range::SpanRange;
use crate::spec::keys::{Key, Keys};

/// Keys that do not go together, or a key that is missing.
#[derive(Debug)]
pub(crate) struct Conflict {
    pub(crate) at: SpanRange,
    pub(crate) message: String,
    /// The keys that the user may remove or change to resolve the conflict.
    pub(crate) disputed: Vec<Key>,
}

impl Conflict {
    pub(crate) fn new(at: SpanRange, message: impl Into<String>, disputed: &[Key]) -> Self {
        Conflict { at, message: message.into(), disputed: disputed.to_vec() }
    }
}

/// Adds a conflict if `key` was given. The place is the key with its value.
pub(crate) fn refuse(
    keys: &Keys,
    key: Key,
    disputed: &[Key],
    message: impl Into<String>,
    found: &mut Vec<Conflict>,
) {
    if let Some(at) = keys.of(key).whole() {
        found.push(Conflict::new(at, message, disputed));
    }
}
