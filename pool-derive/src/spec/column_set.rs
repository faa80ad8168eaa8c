//! The fields of a struct of columns, and the keys of their attributes.

use crate::spec::given::Setting;
use crate::spec::keywords::{Keyword, keyword};
use crate::spec::number::Integer;
use crate::spec::shape::SavedKeys;
use syn::{Attribute, Ident, Type, Visibility};

/// The fields of a struct of columns, in their order.
pub(crate) struct ColumnSet {
    pub(crate) fields: Vec<ColumnField>,
    /// Whether the struct is `#[non_exhaustive]`.
    pub(crate) non_exhaustive: Option<Attribute>,
}

/// A field as the user wrote it.
pub(crate) struct ColumnField {
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// `#[doc]` and `#[deprecated]`, which the fields of the generated types get too.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) keys: FieldKeys,
    /// How saves know it.
    pub(crate) saved: SavedKeys,
}

/// A key of `#[pool(..)]` on a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FieldKey {
    Skip,
    Keep,
    Group,
    Align,
}

/// All keys of fields, with other words that users may try.
pub(crate) const FIELD_KEYS: &[Keyword<FieldKey>] = &[
    keyword(
        "skip",
        FieldKey::Skip,
        &["skipped", "skip_saving", "ignore", "ignored", "transient", "unsaved", "no_save", "default"],
    ),
    keyword(
        "keep",
        FieldKey::Keep,
        &["kept", "keeps", "preserve", "retain", "retained", "leave", "stays", "constant"],
    ),
    keyword(
        "group",
        FieldKey::Group,
        &["groups", "grouped", "row", "rows", "with", "together", "hot", "cold"],
    ),
    keyword("align", FieldKey::Align, &["alignment", "aligned", "repr"]),
];

impl FieldKey {
    pub(crate) fn example(self) -> &'static str {
        match self {
            FieldKey::Skip => "skip",
            FieldKey::Keep => "keep",
            FieldKey::Group => "group = hot",
            FieldKey::Align => "align = 16",
        }
    }
}

/// The settings of one field.
pub(crate) struct FieldKeys {
    /// The field is not part of images.
    pub(crate) skip: Setting<()>,
    /// The field is not part of images, and a restore leaves it alone in objects that stay.
    pub(crate) keep: Setting<()>,
    /// The fields of one group are side by side in one column.
    pub(crate) group: Setting<Ident>,
    /// The alignment of the column.
    pub(crate) align: Setting<Integer>,
}

impl FieldKeys {
    pub(crate) fn new() -> Self {
        FieldKeys { skip: Setting::Empty, keep: Setting::Empty, group: Setting::Empty, align: Setting::Empty }
    }

    pub(crate) fn set_wrong(&mut self, key: FieldKey) {
        match key {
            FieldKey::Skip => self.skip.set_wrong(),
            FieldKey::Keep => self.keep.set_wrong(),
            FieldKey::Group => self.group.set_wrong(),
            FieldKey::Align => self.align.set_wrong(),
        }
    }

    pub(crate) fn is_empty(&self, key: FieldKey) -> bool {
        match key {
            FieldKey::Skip => self.skip.is_empty(),
            FieldKey::Keep => self.keep.is_empty(),
            FieldKey::Group => self.group.is_empty(),
            FieldKey::Align => self.align.is_empty(),
        }
    }
}
