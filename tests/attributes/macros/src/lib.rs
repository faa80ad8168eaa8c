//! Attribute macros that change what they stand on.

use proc_macro::TokenStream;

/// Leaves the item as it is.
#[proc_macro_attribute]
pub fn nothing(_: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Removes the item.
#[proc_macro_attribute]
pub fn remove(_: TokenStream, _: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// Adds the statements in its argument behind the item.
#[proc_macro_attribute]
pub fn and(statements: TokenStream, item: TokenStream) -> TokenStream {
    [item, statements].into_iter().collect()
}

/// Puts its argument in the item's place.
#[proc_macro_attribute]
pub fn instead(items: TokenStream, _: TokenStream) -> TokenStream {
    items
}
