//! Attribute macros that change their items, and a type that changes.

use proc_macro::TokenStream;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// The type `bool`, and `u8` in the call of the number in its argument. The first call has number 0.
#[proc_macro]
pub fn once_another(number: TokenStream) -> TokenStream {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let is_it = CALLS.fetch_add(1, Ordering::Relaxed).to_string() == number.to_string();
    if is_it { "u8" } else { "bool" }.parse().unwrap()
}
