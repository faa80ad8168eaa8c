//! What differs between the items of a saved pool and those of the pool that reads it.
//!
//! An image has 32 bits for its items: a hash of their size and of the texts of the types of their fields. It follows
//! from the declaration of the item, so another declaration can be tried: one without a field that may be new, one with
//! two fields in another order, and so on. If it has the same hash, it is what was saved. This is done where the error
//! is shown: bytes that are refused cost no time.

use crate::base::item_field::ItemField;
use crate::base::shape::{FNV_OFFSET, FieldText, hash, mix_text, of_item, with_field};
use core::fmt;
use core::hash::{Hash, Hasher};

/// What is known of the items of a definition.
#[derive(Debug)]
pub(crate) struct KnownItem {
    /// How the hash is made.
    pub(crate) form: Form,
    /// The number of bytes of an item.
    pub(crate) bytes: usize,
    /// The shape of the definition, and the texts that it is made of. Without texts, it is the name of the item.
    pub(crate) definition: (u64, &'static [FieldText]),
    /// The shape of the item, and the texts that it is made of. Without texts, it is not known, or that of an enum.
    pub(crate) item: (u64, &'static [FieldText]),
    /// The fields, where each has bytes of its own.
    pub(crate) fields: &'static [ItemField],
}

/// How the hash of items is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Objects,
    Columns,
    /// Values, or nothing. They have no fields.
    Values,
}

impl KnownItem {
    /// Values, of which nothing is known.
    pub(crate) const NONE: Self =
        KnownItem { form: Form::Values, bytes: 0, definition: (0, &[]), item: (0, &[]), fields: &[] };

    /// The texts of the fields.
    #[inline]
    fn texts(&self) -> &'static [FieldText] {
        if self.definition.1.is_empty() { self.item.1 } else { self.definition.1 }
    }

    /// The field at this position, as it is now.
    #[inline]
    fn own(&self, position: usize) -> Option<Field> {
        let text = *self.texts().get(position)?;
        let (bytes, shape) = self.fields.get(position).map_or((0, 0), |field| (field.bytes, field.shape));
        Some(Field { text, bytes, shape })
    }

    /// The field at this position of an item that differs by this edit.
    #[inline]
    fn field(&self, edit: Edit, position: usize) -> Option<Field> {
        let of_type = |(_, text, bytes)| {
            let text = FieldText { name: "", text, renamed: &[] };
            Field { text, bytes, shape: 0 }
        };
        match edit {
            Edit::New { first, .. } if position < first => self.own(position),
            Edit::New { first, end } => self.own(position + end - first),
            Edit::Gone { before, ty } if position == before => Some(of_type(ty)),
            Edit::Gone { before, .. } => self.own(position - usize::from(position > before)),
            Edit::Type { at, ty } if position == at => Some(of_type(ty)),
            Edit::Type { .. } => self.own(position),
            Edit::Moved { from, to } if position == to => self.own(from),
            Edit::Moved { from, to } => {
                let other = position - usize::from(position > to);
                self.own(other + usize::from(other >= from))
            }
        }
    }

    /// Returns whether an item that differs by this edit has this hash.
    #[inline]
    fn has_hash(&self, edit: Edit, saved: u32) -> bool {
        let fields = || (0..).map_while(|position| self.field(edit, position));
        let declaration = fields().fold(FNV_OFFSET, |hash, field| mix_text(hash, &field.text));
        let definition = if self.definition.1.is_empty() { self.definition.0 } else { declaration };
        let has_bytes = |bytes: usize| {
            let parts = match self.form {
                Form::Values => return false,
                Form::Columns => [u64::MAX - 1 - bytes as u64, definition],
                Form::Objects if self.item.1.is_empty() => {
                    [bytes as u64, definition.wrapping_add(self.item.0)]
                }
                Form::Objects => {
                    let of_fields = fields().fold(0, |shape, field| with_field(shape, field.shape));
                    let item = of_item("item", declaration, bytes, of_fields);
                    [bytes as u64, definition.wrapping_add(item)]
                }
            };
            hash(&parts) == saved
        };
        match edit {
            Edit::Moved { .. } => has_bytes(self.bytes),
            _ if !self.item.1.is_empty() => has_bytes(fields().map(|field| field.bytes).sum()),
            // The bytes of each field are not known.
            _ if self.bytes <= MOST_BYTES => (0..=2 * self.bytes + LARGEST).any(has_bytes),
            _ => false,
        }
    }

    /// Finds how an item with this hash differs. If several edits make the same item, it is the first one: which one it
    /// was cannot be known.
    #[inline]
    fn edit_of(&self, saved: u32) -> Option<Edit> {
        let count = self.texts().len();
        let find = |edit: Edit| self.has_hash(edit, saved).then_some(edit);
        for fields in 1..=count {
            let found = (0..=count - fields).find_map(|first| find(Edit::New { first, end: first + fields }));
            if found.is_some() {
                return found;
            }
        }
        for from in 0..count {
            let found = (0..count).find_map(|to| find(Edit::Moved { from, to }));
            if found.is_some() {
                return found;
            }
        }
        if self.form != Form::Objects || count == 0 {
            return None;
        }
        for &ty in TYPES {
            let found = (0..count)
                .find_map(|at| find(Edit::Type { at, ty }))
                .or_else(|| (0..=count).find_map(|before| find(Edit::Gone { before, ty })));
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// An item whose fields have unknown sizes is not larger than this, if its size is tried.
const MOST_BYTES: usize = 256;

/// The bytes of the largest of the [`TYPES`].
const LARGEST: usize = 16;

/// A field of an item that is tried.
#[derive(Clone, Copy)]
struct Field {
    text: FieldText,
    bytes: usize,
    shape: u64,
}

/// A type as errors show it, its text in the shape of an item, and its bytes.
type Known = (&'static str, &'static str, usize);

/// What was done to an item after it was saved.
#[derive(Clone, Copy)]
enum Edit {
    /// These fields were added.
    New { first: usize, end: usize },
    /// A field of this type was removed, which was before this one.
    Gone { before: usize, ty: Known },
    /// This field had another type.
    Type { at: usize, ty: Known },
    /// This field was at another place.
    Moved { from: usize, to: usize },
}

macro_rules! types {
    ($($ty:ty, $shown:literal, $text:literal;)*) => {
        &[$(($shown, concat!($text, "\0,\0"), size_of::<$ty>())),*]
    };
}

/// The types that a field may have had.
const TYPES: &[Known] = types! {
    u8, "u8", "u8"; u16, "u16", "u16"; u32, "u32", "u32"; u64, "u64", "u64"; u128, "u128", "u128";
    i8, "i8", "i8"; i16, "i16", "i16"; i32, "i32", "i32"; i64, "i64", "i64"; i128, "i128", "i128";
    f32, "f32", "f32"; f64, "f64", "f64"; bool, "bool", "bool"; char, "char", "char";
    [f32; 2], "[f32; 2]", "[\0f32\0;\02\0]"; [f32; 3], "[f32; 3]", "[\0f32\0;\03\0]";
    [f32; 4], "[f32; 4]", "[\0f32\0;\04\0]";
};

/// What differs between the items of a save and those of the definition that refused it. It is found out when it is
/// shown.
#[derive(Clone, Copy)]
pub struct ItemDifference {
    own: &'static KnownItem,
    saved: u32,
}

impl ItemDifference {
    #[inline]
    pub(crate) fn new(own: &'static KnownItem, saved: u32) -> Self {
        ItemDifference { own, saved }
    }
}

impl fmt::Display for ItemDifference {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.own.texts();
        let name = |position: usize| texts.get(position).map_or("", |text| text.name);
        // Which other edits of this kind make the same item: fields beside each other can have one type.
        let fits = |edit: Edit| self.own.has_hash(edit, self.saved);
        match self.own.edit_of(self.saved) {
            Some(Edit::New { first, end }) => {
                let fields = end - first;
                let last = (first..=texts.len() - fields)
                    .rfind(|&first| fits(Edit::New { first, end: first + fields }))
                    .unwrap_or(first);
                f.write_str("the item differs: ")?;
                match (fields, last > first) {
                    (1, false) => f.write_str("its field ")?,
                    (1, true) => f.write_str("one of its fields ")?,
                    (_, false) => f.write_str("its fields ")?,
                    (_, true) => write!(f, "{fields} of its fields ")?,
                }
                write_names(f, &texts[first..last + fields])?;
                f.write_str(if fields == 1 {
                    " is new: the save does not have it"
                } else {
                    " are new: the save does not have them"
                })
            }
            Some(Edit::Type { at, ty }) => {
                write!(f, "the item differs: its field `{}` was saved as `{}`", name(at), ty.0)
            }
            Some(Edit::Gone { before, ty }) => {
                write!(f, "the item differs: it was saved with one more field of type `{}`", ty.0)?;
                match before {
                    before if fits(Edit::Gone { before: before + 1, ty }) => {}
                    0 => f.write_str(", before all others")?,
                    _ => write!(f, " after `{}`", name(before - 1))?,
                }
                f.write_str(", which is gone")
            }
            Some(Edit::Moved { from, to }) if from.abs_diff(to) == 1 => {
                f.write_str("the item differs: its fields ")?;
                write_names(f, &texts[from.min(to)..=from.max(to)])?;
                f.write_str(" were saved in the other order")
            }
            Some(Edit::Moved { from, .. }) => {
                write!(f, "the item differs: its field `{}` was saved at another place", name(from))
            }
            None if self.own.form == Form::Values => {
                f.write_str("the values differ in their size or their type")
            }
            None if texts.is_empty() => f.write_str("the item differs in its size or its type"),
            None => {
                f.write_str("the item differs: it was saved with other fields than ")?;
                write_names(f, texts)?;
                f.write_str(
                    ", or with other types of these (a handle differs if `generations`, `handle_bytes` or `grows_to` \
                     of its pool do); if a type in a field was renamed, write as it was before: \
                     `#[snapshot(name = \"..\")]` before that type, or `#[snapshot(type = \"..\")]` before the field",
                )
            }
        }
    }
}

/// Writes names of fields.
#[inline]
fn write_names(f: &mut fmt::Formatter<'_>, texts: &[FieldText]) -> fmt::Result {
    for (at, text) in texts.iter().enumerate() {
        write!(f, "{}`{}`", if at > 0 { ", " } else { "" }, text.name)?;
    }
    Ok(())
}

/// Shows the hash.
impl fmt::Debug for ItemDifference {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemDifference").field("saved", &self.saved).finish_non_exhaustive()
    }
}

/// Writes the message of `Display`.
#[cfg(feature = "defmt")]
impl defmt::Format for ItemDifference {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", defmt::Display2Format(self));
    }
}

/// Two differences are equal if the saved items are.
impl PartialEq for ItemDifference {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

impl Eq for ItemDifference {}

impl Hash for ItemDifference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.saved.hash(state);
    }
}
