//! A type that derives `Snapshot`, and the keys of its attributes.

use crate::spec::keywords::{Keyword, keyword};
use crate::spec::shape::Shape;
use syn::{Generics, Ident, Member, Path, Type};

/// A type whose values are saved to bytes.
pub(crate) struct SnapshotSpec {
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    /// The path to `stackpool`, if it is given.
    pub(crate) krate: Option<Path>,
    pub(crate) form: SavedForm,
}

/// How the values of a type are saved.
pub(crate) enum SavedForm {
    /// A struct, field by field.
    Fields(Vec<SavedField>),
    /// A struct, as its bytes in memory. The shape is that of its fields.
    Plain { shape: Shape, fields: Vec<SavedField> },
    /// A struct that can be an item of a pool: its fields, one after the other. The shape is that of its fields.
    Item { shape: Shape, fields: Vec<SavedField> },
    /// An enum of plain data. The shape is that of its variants.
    Variants { shape: Shape, variants: Vec<SavedVariant>, is_item: bool },
    /// A type whose keys have mistakes: impls that let the rest of the crate compile.
    Unclear { is_item: bool },
}

/// A field that is saved, or one of an item that is not.
pub(crate) struct SavedField {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    /// Whether it is not saved. A restored item has its default there.
    pub(crate) is_skipped: bool,
    /// Whether a restore leaves it alone in an object that stays. It is skipped too.
    pub(crate) is_kept: bool,
    /// Whether it is saved as its bytes in memory.
    pub(crate) is_plain: bool,
    /// A hash of how the source, or an earlier version of it, writes the type of a field of a struct that is saved
    /// field by field.
    pub(crate) written: u64,
    /// The name in the bytes of a struct that is saved field by field, if it is another one.
    pub(crate) saved_name: Option<String>,
}

/// A variant of an enum. All of its fields are saved.
pub(crate) struct SavedVariant {
    pub(crate) name: Ident,
    pub(crate) fields: Vec<SavedField>,
}

/// A key of `#[snapshot(..)]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Item,
    Plain,
    Skip,
    Keep,
    Name,
    Type,
    Crate,
}

/// All keys, with other words that users may try.
pub(crate) const KEYS: &[Keyword<Key>] = &[
    keyword("item", Key::Item, &["items", "entity", "object", "element", "pooled", "pool", "in_pool"]),
    keyword(
        "plain",
        Key::Plain,
        &["raw", "pod", "bytes", "plain_data", "memory", "as_bytes", "bytemuck", "copy", "transparent"],
    ),
    keyword(
        "skip",
        Key::Skip,
        &["ignore", "ignored", "skipped", "skip_saving", "transient", "omit", "exclude", "default", "none"],
    ),
    keyword(
        "keep",
        Key::Keep,
        &["kept", "keeps", "preserve", "retain", "retained", "leave", "stays", "constant"],
    ),
    keyword("name", Key::Name, &["rename", "renamed", "saved_name", "saved_as", "alias", "was", "key"]),
    keyword("type", Key::Type, &["ty", "type_name", "saved_type", "as"]),
    keyword("crate", Key::Crate, &["krate", "path", "crate_path", "crate_name"]),
];
