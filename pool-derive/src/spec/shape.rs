//! What the saves of a type know of its declaration.

use proc_macro2::TokenStream;

/// The shape of a type.
#[derive(Clone, Default, Debug)]
pub(crate) struct Shape {
    /// The hash of all texts.
    pub(crate) hash: u64,
    /// The names of the fields of a struct, and their texts: words, with a zero after each.
    pub(crate) fields: Vec<(String, String)>,
}

/// What saves know by another name or type.
#[derive(Default)]
pub(crate) struct SavedKeys {
    /// The name of a type, of a field or of a variant.
    pub(crate) name: Option<String>,
    /// The type of a field.
    pub(crate) ty: Option<TokenStream>,
}
