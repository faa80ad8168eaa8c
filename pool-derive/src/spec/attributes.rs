//! The user's attributes, sorted by the part of the generated code that gets them.

use syn::Attribute;

/// The user's attributes.
#[derive(Default)]
pub(crate) struct Attributes {
    /// For everything: `#[cfg(..)]`.
    pub(crate) everything: Vec<Attribute>,
    /// For the aliases: `#[deprecated]` and `#[doc(hidden)]`.
    pub(crate) aliases: Vec<Attribute>,
    /// For `take_pool`: `#[deprecated]` of an entry of `pool!`. The marker does not get it, because the generated code
    /// uses the marker and would cause warnings.
    pub(crate) deprecated: Vec<Attribute>,
    /// For the static: `#[link_section = ..]` and others.
    pub(crate) statics: Vec<Attribute>,
    /// Whether one of those names a section. Start-up code may not clear that section.
    pub(crate) names_section: bool,
    /// For the marker: all others of an entry of `pool!`.
    pub(crate) marker: Vec<Attribute>,
}
