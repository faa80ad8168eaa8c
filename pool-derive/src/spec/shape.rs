//! What the saves of a type know of its declaration.

use proc_macro2::TokenStream;

/// The shape of a type.
#[derive(Clone, Default, Debug)]
pub(crate) struct Shape {
    /// The hash of all texts.
    pub(crate) hash: u64,
    /// The fields of a struct.
    pub(crate) fields: Vec<Words>,
    /// The parts of an enum.
    pub(crate) parts: Vec<Words>,
    /// The name of the type, and the one that saves have, if it is another one.
    pub(crate) renamed: Option<(String, String)>,
}

/// What a hash is made of.
#[derive(Clone, Default, Debug)]
pub(crate) struct Words {
    /// The name of the field.
    pub(crate) name: String,
    /// Words, with a zero after each.
    pub(crate) text: String,
    /// The types in the text that may have been renamed.
    pub(crate) types: Vec<TokenStream>,
}

/// What saves know by another name or type.
#[derive(Default)]
pub(crate) struct SavedKeys {
    /// The name of a type, of a field or of a variant.
    pub(crate) name: Option<String>,
    /// The type of a field.
    pub(crate) ty: Option<TokenStream>,
}
