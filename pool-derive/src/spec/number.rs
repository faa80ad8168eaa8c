//! Numbers that users give. Their values are rustc's to find.

use proc_macro2::TokenStream;

/// A constant integer expression.
#[derive(Clone)]
pub(crate) struct Integer {
    /// As the user wrote it.
    pub(crate) tokens: TokenStream,
    /// Whether it consists of literals without a suffix, which would be `i32`s if nothing said otherwise.
    pub(crate) untyped: bool,
    /// Its value, where it is a literal.
    pub(crate) literal: Option<u64>,
}

/// How many marks there are.
#[derive(Clone)]
pub(crate) enum Marks {
    /// As many as the runtime says.
    Default,
    Given(Integer),
}

/// Bits of a table entry.
#[derive(Clone, Copy)]
pub(crate) struct TableBits(pub(crate) u32);
