//! Tokens, one after the other.

use proc_macro2::TokenStream;

/// All of `parts`, one after the other. Of `collect`, much more is compiled for each type of iterators.
pub(crate) fn joined(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    for part in parts {
        all.extend(part);
    }
    all
}
