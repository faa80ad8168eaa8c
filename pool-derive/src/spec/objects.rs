//! What users say of objects that stay in their slots.

use crate::base::span_range::SpanRange;
use proc_macro2::TokenStream;
use syn::Ident;

/// The first value of every object.
#[derive(Clone)]
pub(crate) enum First {
    /// Zero bytes.
    Zeros,
    /// A constant expression, as the user wrote it.
    Given(TokenStream),
}

/// The method of the item that is called when an object is released.
#[derive(Clone)]
pub(crate) enum Method {
    /// `clear`.
    Default,
    Named(Ident),
}

/// What a definition with `objects` says of them.
#[derive(Clone)]
pub(crate) struct Objects {
    pub(crate) first: First,
    /// The place of `objects`.
    pub(crate) at: SpanRange,
    /// The method, with the place of the key.
    pub(crate) clear: Option<(Method, SpanRange)>,
}
