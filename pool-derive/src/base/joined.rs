//! Tokens and other parts, one after the other.

use proc_macro2::TokenStream;

/// All of `parts`, one after the other. Of `collect`, much more is compiled for each type of iterators.
pub(crate) fn joined(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    for part in parts {
        all.extend(part);
    }
    all
}

/// All of `parts`, for the same reason.
pub(crate) fn collected<T>(parts: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    for part in parts {
        all.push(part);
    }
    all
}
