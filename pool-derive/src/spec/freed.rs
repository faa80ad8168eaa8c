//! What users say of the moment after a slot of boxes was freed.

use crate::base::span_range::SpanRange;
use syn::Path;

/// The path of a function that is called then.
#[derive(Clone)]
pub(crate) struct Function(pub(crate) Path);

/// What happens when a slot was freed.
#[derive(Clone, Default)]
pub(crate) struct Freed {
    /// The place of `wait`: the slot goes to a task that waits, if any does.
    pub(crate) wait: Option<SpanRange>,
    /// The function of `on_free`.
    pub(crate) call: Option<Function>,
}
