//! Attribute macros that change their items.

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

/// Adds the statements in its argument after the item.
#[proc_macro_attribute]
pub fn and(statements: TokenStream, item: TokenStream) -> TokenStream {
    [item, statements].into_iter().collect()
}

/// Replaces the item by its argument.
#[proc_macro_attribute]
pub fn instead(items: TokenStream, _: TokenStream) -> TokenStream {
    items
}
