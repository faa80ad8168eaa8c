//! Lists and text that grow on the heap, as parts of a world: the elements one after the other, or the text.
//!
//! They have no length of their own. The struct, tuple or array around them has the number of their bytes. So bytes
//! from outside cannot say that there is more than they have.

use super::diff::DiffReport;
use super::{Snapshot, SnapshotError, Then};
use crate::base::item_field::ItemField;
use crate::base::shape::shape;
use crate::image::RestoreError;
use crate::image::item_form::{FormOf, check_item};
use crate::image::plain_data::{self, PlainData};
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

/// The number of bytes of a saved element.
///
/// # Panics
///
/// If it is 0: then no bytes would say how many elements there are.
const fn element_bytes<T: PlainData>() -> usize {
    let bytes = plain_data::saved_bytes::<T>();
    assert!(
        bytes > 0,
        "elements without bytes cannot be saved in a list: save how many there are in place of the list"
    );
    bytes
}

/// Checks the bytes of a list.
fn check_elements<T: PlainData>(saved: &[u8]) -> Result<(), SnapshotError> {
    let bytes = const { element_bytes::<T>() };
    let elements = saved.chunks_exact(bytes);
    let (count, rest) = (elements.len(), elements.remainder());
    if !rest.is_empty() {
        let (expected, found) = (saved.len() - rest.len(), saved.len());
        return Err(RestoreError::Length { expected, found }.into());
    }
    if plain_data::are_valid::<T>(count, saved) {
        return Ok(());
    }
    for (index, element) in elements.enumerate() {
        check_item::<T::Form>(element).map_err(|error| error.within_element(index))?;
    }
    Err(RestoreError::Value.into())
}

/// Reports which elements differ, after the numbers of elements if these differ.
fn diff_elements<T: PlainData>(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
    let [first, second] = saved.map(|saved| saved.chunks_exact(const { element_bytes::<T>() }));
    let (left, right) = (first.len(), second.len());
    if left != right {
        report.value(&format_args!("length {left}"), &format_args!("length {right}"));
    }
    let (fields, show): (&[ItemField], _) = (plain_data::fields::<T>(), T::Form::show());
    for (index, (first, second)) in first.zip(second).enumerate() {
        let saved = [first, second];
        report.element(index, |report| match show {
            _ if !fields.is_empty() => report.fields(saved, fields),
            Some(show) => report.bytes(saved, show),
            None => report.unknown(saved),
        });
    }
}

macro_rules! lists {
    ($($list:ident)*) => {$(
        /// Its bytes are those of its elements, one after the other.
        ///
        /// A restore keeps the memory that the list has. It allocates at most the memory of as many elements as there
        /// are bytes for, before anything changes. If there is no such memory, the error is
        /// [`RestoreError::Memory`](crate::RestoreError::Memory). If the code of a user panics when an element is read
        /// or dropped, the list has fewer elements.
        ///
        /// Elements without bytes, such as `()`, do not compile.
        impl<T: PlainData> Snapshot for $list<T> {
            const SAVED_BYTES: usize = 0;
            const SHAPE: u64 =
                shape("list", element_bytes::<T>() as u64).wrapping_add(plain_data::shape::<T>());
            const GROWS: bool = true;
            const CALLS_DEFAULT: bool = plain_data::calls_default::<T>();

            fn saved_len(&self) -> usize {
                self.len().saturating_mul(const { element_bytes::<T>() })
            }

            fn write_saved(&self, buffer: &mut [u8]) -> usize {
                let length = self.saved_len();
                let places = buffer[..length].chunks_exact_mut(const { element_bytes::<T>() });
                self.iter().zip(places).for_each(|(element, place)| plain_data::write(element, place));
                length
            }

            fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
                check_elements::<T>(saved)
            }

            fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
                Self::check_saved(saved)?;
                let elements = saved.chunks_exact(const { element_bytes::<T>() });
                let read = plain_data::reader::<T>();
                let more = elements.len().saturating_sub(self.len());
                self.try_reserve_exact(more).map_err(|_| RestoreError::Memory)?;
                then()?;
                self.clear();
                self.extend(elements.map(read));
                Ok(())
            }

            fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
                diff_elements::<T>(saved, report);
            }
        }
    )*};
}

lists! { Vec VecDeque }

/// Its bytes are the text in UTF-8. A restore keeps the memory that the text has, and allocates at most as many bytes
/// as the save has, before anything changes.
impl Snapshot for String {
    const SAVED_BYTES: usize = 0;
    const SHAPE: u64 = shape("text", 0);
    const GROWS: bool = true;

    fn saved_len(&self) -> usize {
        self.len()
    }

    fn write_saved(&self, buffer: &mut [u8]) -> usize {
        buffer[..self.len()].copy_from_slice(self.as_bytes());
        self.len()
    }

    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        text(saved).map(drop)
    }

    fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
        let text = text(saved)?;
        self.try_reserve_exact(text.len().saturating_sub(self.len())).map_err(|_| RestoreError::Memory)?;
        then()?;
        self.clear();
        self.push_str(text);
        Ok(())
    }

    fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
        if let [Ok(left), Ok(right)] = saved.map(text) {
            if left != right {
                report.value(&format_args!("{left:?}"), &format_args!("{right:?}"));
            }
        }
    }
}

fn text(saved: &[u8]) -> Result<&str, SnapshotError> {
    core::str::from_utf8(saved).map_err(|_| RestoreError::Value.into())
}
