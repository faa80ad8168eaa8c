//! Numbers that users give. Only rustc can compute their values.

use proc_macro2::TokenStream;

/// A constant integer expression.
#[derive(Clone)]
pub(crate) struct Integer {
    /// As the user wrote it.
    pub(crate) tokens: TokenStream,
    /// Whether it consists of literals without a suffix. Without a given type, rustc would take them as `i32`.
    pub(crate) untyped: bool,
    /// Its value, if it is a literal.
    pub(crate) literal: Option<u64>,
}

/// The number of marks.
#[derive(Clone)]
pub(crate) enum Marks {
    /// The default of the runtime.
    Default,
    Given(Integer),
}

/// The bits of a table entry.
#[derive(Clone, Copy)]
pub(crate) struct TableBits(pub(crate) u32);
