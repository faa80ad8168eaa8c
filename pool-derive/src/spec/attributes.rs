//! The user's attributes, by what they are passed on to.

use syn::Attribute;

/// The user's attributes.
#[derive(Default)]
pub(crate) struct Attributes {
    /// `#[cfg(..)]`: everything.
    pub(crate) everything: Vec<Attribute>,
    /// `#[deprecated]` and `#[doc(hidden)]`: the aliases.
    pub(crate) aliases: Vec<Attribute>,
    /// `#[deprecated]` of an entry of `pool!`: `take_pool`, and the aliases, instead of the marker. What is printed names
    /// the marker, and would warn of it.
    pub(crate) deprecated: Vec<Attribute>,
    /// `#[link_section = ..]` and the like: the static.
    pub(crate) statics: Vec<Attribute>,
    /// Whether one of those names a section, which start-up code may not clear.
    pub(crate) names_section: bool,
    /// All others of an entry of `pool!`: the marker.
    pub(crate) marker: Vec<Attribute>,
}
