//! A struct that derives `Snapshot`.

use syn::{Generics, Ident, Member, Path, Type};

/// A struct whose fields are saved to bytes.
pub(crate) struct SnapshotSpec {
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    /// The path to `stackpool`, if it is given.
    pub(crate) krate: Option<Path>,
    /// Whether the struct is saved as its bytes in memory. Then this is the shape of its fields.
    pub(crate) plain: Option<u64>,
    /// The fields that are saved, in order.
    pub(crate) fields: Vec<SavedField>,
}

/// A field that is saved.
pub(crate) struct SavedField {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    /// Whether it is saved as its bytes in memory. Then this is the shape of its type.
    pub(crate) plain: Option<u64>,
}
