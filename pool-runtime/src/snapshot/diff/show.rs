//! How the bytes of values are shown: by `Debug` where the type is known, otherwise as bytes.

use super::DiffReport;
use crate::base::cut;
use crate::base::item_field::{ItemField, Show, show, show_bytes};
use crate::base::shape::{FNV_OFFSET, mix};
use crate::image::diff::SlotState;
use crate::image::item_form::{Leaf, PlainPart, ShowField};
use crate::snapshot::Snapshot;
use bytemuck::{CheckedBitPattern, NoUninit};
use core::fmt;
use core::marker::PhantomData;

/// Shows some bytes of a value of an unknown type, with the first that differs.
#[derive(Clone, Copy)]
pub(in crate::snapshot) struct Window<'a> {
    start: usize,
    bytes: &'a [u8],
}

impl<'a> Window<'a> {
    /// The bytes that are shown.
    const BYTES: usize = 16;

    #[inline]
    pub(in crate::snapshot) fn of(saved: [&'a [u8]; 2]) -> [Self; 2] {
        let equal = saved[0].iter().zip(saved[1]).take_while(|(left, right)| left == right).count();
        let start = equal / Self::BYTES * Self::BYTES;
        saved.map(|bytes| Window { start, bytes: cut::from(bytes, start) })
    }
}

impl fmt::Display for Window<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start > 0 {
            write!(f, "[{}..] ", self.start)?;
        }
        show_bytes(self.bytes, f)
    }
}

/// Shows a value, and its bytes too if another one looks the same: two NaNs, for example.
#[derive(Clone, Copy)]
pub(in crate::snapshot) struct Shown<'a> {
    bytes: &'a [u8],
    show: Show,
    with_bytes: bool,
}

impl<'a> Shown<'a> {
    #[inline]
    pub(in crate::snapshot) fn of(bytes: &'a [u8], show: Show) -> Self {
        Shown { bytes, show, with_bytes: false }
    }

    /// Two values whose bytes differ.
    #[inline]
    pub(in crate::snapshot) fn pair(values: [&'a [u8]; 2], show: Show) -> [Self; 2] {
        let shown = values.map(|bytes| Shown::of(bytes, show));
        let with_bytes = TextHash::of(&shown[0]) == TextHash::of(&shown[1]);
        shown.map(|shown| Shown { with_bytes, ..shown })
    }
}

impl fmt::Display for Shown<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.show)(self.bytes, f)?;
        if self.with_bytes {
            f.write_str(" ")?;
            show_bytes(self.bytes, f)?;
        }
        Ok(())
    }
}

/// A hash of a text, to compare two of them without a heap.
#[derive(PartialEq)]
struct TextHash(u64);

impl TextHash {
    #[inline]
    fn of(value: &dyn fmt::Display) -> Self {
        let mut hash = TextHash(FNV_OFFSET);
        // A value that fails to be shown fails again in the report.
        let _ = fmt::write(&mut hash, format_args!("{value}"));
        hash
    }
}

impl fmt::Write for TextHash {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = mix(self.0, byte.into());
        }
        Ok(())
    }
}

impl fmt::Debug for Shown<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Shows the state of a slot, and its generation.
pub(super) struct State(pub(super) SlotState);

impl fmt::Display for State {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State(SlotState { is_live, is_retired, generation }) = *self;
        if is_retired {
            return f.write_str("retired");
        }
        f.write_str(if is_live { "live" } else { "free" })?;
        if generation == 0 { Ok(()) } else { write!(f, ", generation {generation}") }
    }
}

/// Shows the slot at a position of an order.
pub(super) struct FreeSlot(pub(super) Option<u32>);

impl fmt::Display for FreeSlot {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(slot) => slot.fmt(f),
            None => f.write_str("none"),
        }
    }
}

/// How the values of a type are shown: by `Debug` if it is plain data with `Debug`, otherwise as bytes. The macros ask
/// for `ShowAs::<T>::SHOW` of a type, and the constant of the type itself comes before that of [`ShowBytes`].
#[derive(Debug)]
pub struct ShowAs<T>(PhantomData<T>);

impl<T: NoUninit + CheckedBitPattern + fmt::Debug> ShowAs<T> {
    /// Shows a value by `Debug`.
    pub const SHOW: Show = show::<T>;
}

/// The other types.
pub trait ShowBytes {
    /// Shows the bytes of a value.
    const SHOW: Show = show_bytes;
}

impl<T> ShowBytes for ShowAs<T> {}

impl<F> ShowBytes for ShowField<F> {}

/// The one field without a name of a value that is shown as a whole.
#[inline]
pub(in crate::snapshot) const fn whole_field<T>(show: Show) -> ItemField {
    ItemField { name: "", column: 0, bytes: size_of::<T>(), shape: 0, show }
}

/// Shows the elements of an array. Each has one field without a name.
#[inline]
pub(in crate::snapshot) fn show_array<T: Snapshot>(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [element] = T::FIELDS else { return show_bytes(bytes, f) };
    let elements = bytes.chunks_exact(element.bytes.max(1)).map(|bytes| Shown::of(bytes, element.show));
    f.debug_list().entries(elements).finish()
}

/// Reports where two saves of a type differ.
pub(in crate::snapshot) type DiffSaved = fn([&[u8]; 2], &mut DiffReport<'_>);

/// How fields of type `T` report differences: `Option`s by `Debug` of their values, other types by their own
/// `diff_saved`. The macros ask for `DiffOf::<T>::DIFF`; as for [`ShowAs`].
#[derive(Debug)]
pub struct DiffOf<T: ?Sized>(PhantomData<T>);

impl<T: PlainPart + fmt::Debug> DiffOf<Option<T>> {
    /// Shows the value, or that there is none.
    pub const DIFF: Option<DiffSaved> = Some(|saved, report| report.bytes(saved, show_option::<T>));
}

impl<T: PlainPart + fmt::Debug, const N: usize> DiffOf<[Option<T>; N]> {
    /// Shows the elements that differ.
    pub const DIFF: Option<DiffSaved> = Some(|saved, report| {
        let elements = saved.map(|bytes| bytes.chunks_exact(Option::<T>::SAVED_BYTES));
        let [first, second] = elements;
        for (index, (first, second)) in first.zip(second).enumerate() {
            report.element(index, |report| report.bytes([first, second], show_option::<T>));
        }
    });
}

/// The other types.
pub trait DiffAsSaved {
    /// That of the type.
    const DIFF: Option<DiffSaved> = None;
}

impl<T: ?Sized> DiffAsSaved for DiffOf<T> {}

/// Shows the value of an `Option`, after the byte that says whether there is one.
#[inline]
fn show_option<T: PlainPart + fmt::Debug>(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match bytes {
        [1, value @ ..] => {
            f.write_str("Some(")?;
            ShowField::<Leaf<T>>::SHOW(value, f)?;
            f.write_str(")")
        }
        _ => f.write_str("None"),
    }
}

/// The fields of a type by their names, if it derives `Snapshot`. The macros ask for `FieldsOf::<T>::FIELDS_IN_SAVES`.
#[derive(Debug)]
pub struct FieldsOf<T: ?Sized>(PhantomData<T>);

impl<T: Snapshot> FieldsOf<T> {
    /// The fields that the derive lists.
    pub const FIELDS_IN_SAVES: &'static [ItemField] = T::FIELDS;
}

/// The other types.
pub trait NoFields {
    /// No field is known.
    const FIELDS_IN_SAVES: &'static [ItemField] = &[];
}

impl<T: ?Sized> NoFields for FieldsOf<T> {}
