//! Arrays, and tuples, which are structs whose fields have numbers.

use super::delta::{self, PartDeltas, Written};
use super::diff::DiffReport;
use super::diff::show::{show_array, whole_field};
use super::fields::{
    self, Field, FieldDiff, FieldOf, KnownField, LENGTH_BYTES, Parts, Resize, Struct, Writer, restore_field,
};
use super::{Snapshot, SnapshotError, Then};
use crate::base::item_field::ItemField;
use crate::base::shape::shape;
use crate::image::{BufferTooSmall, DeltaError, ResizeError, RestoreError};

/// Elements of a fixed number of bytes follow each other. Other elements have a list of their lengths before them.
impl<T: Snapshot, const N: usize> Snapshot for [T; N] {
    const SAVED_BYTES: usize = length_bytes::<T>(N) + N * T::SAVED_BYTES;
    const SHAPE: u64 = shape("array", T::SHAPE.wrapping_add(N as u64));
    const FIELDS: &'static [ItemField] = match T::FIELDS {
        // Of a longer one, the report has the bytes that differ first.
        [element] if element.name.is_empty() && N <= 16 => &[whole_field::<Self>(show_array::<T>)],
        _ => &[],
    };
    const GROWS: bool = T::GROWS;
    const IS_PLAIN: bool = T::IS_PLAIN;
    const CALLS_DEFAULT: bool = T::CALLS_DEFAULT;
    const DELTA_BYTES: usize =
        if T::IS_PLAIN { 1 + Self::SAVED_BYTES } else { length_bytes::<T>(N) + N * T::DELTA_BYTES };
    const PART: PartDeltas = PartDeltas {
        write: |base, later, buffer| write_elements::<T, N>(T::PART.write, base, later, buffer),
        read: |base, delta, buffer| read_elements::<T, N>(T::PART.read, base, delta, buffer),
    };

    fn saved_len(&self) -> usize {
        if T::IS_PLAIN {
            Self::SAVED_BYTES
        } else {
            length_bytes::<T>(N) + self.iter().map(T::saved_len).sum::<usize>()
        }
    }

    fn write_saved(&self, buffer: &mut [u8]) -> usize {
        if T::IS_PLAIN {
            return self.iter().fold(0, |end, element| end + element.write_saved(&mut buffer[end..]));
        }
        let mut writer = Writer::elements(buffer, N);
        self.iter().for_each(|element| writer.field(T::write_saved, element));
        writer.finish()
    }

    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        each_saved::<T, N>(saved, |_, part| T::check_saved(part))
    }

    /// Checks every element twice. Elements that call `Default` or allocate are restored as the fields of a struct are,
    /// which takes stack for each of them.
    fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
        Self::check_saved(saved)?;
        if T::IS_PLAIN {
            return T::restore_elements(self, saved, then);
        }
        if T::CALLS_DEFAULT || T::GROWS {
            return restore_from(0, self, &mut Parts::elements(saved, N)?, then);
        }
        then()?;
        each_saved::<T, N>(saved, |index, part| self[index].restore(part))
    }

    fn restore_elements(
        elements: &mut [Self],
        saved: &[u8],
        then: &mut Then<'_>,
    ) -> Result<(), SnapshotError> {
        T::restore_elements(elements.as_flattened_mut(), saved, then)
    }

    fn changed_len(&self) -> usize {
        if T::IS_PLAIN {
            1 + Self::SAVED_BYTES
        } else {
            length_bytes::<T>(N) + self.iter().map(T::changed_len).sum::<usize>()
        }
    }

    fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
        if T::IS_PLAIN {
            return delta::write_later(Self::SAVED_BYTES, buffer, |place| self.write_saved(place));
        }
        BufferTooSmall::check(buffer, length_bytes::<T>(N))?;
        let mut writer = Writer::elements(buffer, N);
        self.iter().try_for_each(|element| writer.changed_field(T::write_changed, element))?;
        Ok(writer.finish())
    }

    fn clear_changes(&mut self) {
        self.iter_mut().for_each(T::clear_changes);
    }

    fn write_delta(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
        write_elements::<T, N>(T::write_delta, base, later, buffer)
    }

    fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
        read_elements::<T, N>(T::read_delta, base, delta, buffer)
    }

    fn write_resized(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
        if T::IS_PLAIN {
            return delta::copy(saved, buffer);
        }
        BufferTooSmall::check(buffer, length_bytes::<T>(N)).map_err(ResizeError::from)?;
        let parts = Parts::elements(saved, N).map_err(ResizeError::Saved)?;
        Writer::elements(buffer, N).each(parts, T::write_resized)
    }

    fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
        let [Ok(first), Ok(second)] = saved.map(parts::<T, N>) else { return };
        for (index, (first, second)) in first.zip(second).enumerate() {
            report.element(index, |report| T::diff_saved([first, second], report));
        }
    }
}

/// Checks the elements from `index` on, calls `then`, and restores them from the last one back.
fn restore_from<T: Snapshot>(
    index: usize,
    elements: &mut [T],
    parts: &mut Parts<'_>,
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    let Some((element, rest)) = elements.split_first_mut() else { return then() };
    let part = parts.part();
    let mut of_later_element = None;
    let restored = element.restore_then(part, &mut || {
        restore_from(index + 1, rest, parts, then).inspect_err(|error| of_later_element = Some(*error))
    });
    match of_later_element {
        Some(error) => Err(error),
        None => restored.map_err(|error| error.within_element(index)),
    }
}

/// The bytes of the lengths of this many elements.
const fn length_bytes<T: Snapshot>(elements: usize) -> usize {
    if T::IS_PLAIN { 0 } else { elements * LENGTH_BYTES }
}

/// Returns the bytes of the elements.
fn parts<T: Snapshot, const N: usize>(saved: &[u8]) -> Result<impl Iterator<Item = &[u8]>, RestoreError> {
    let expected = <[T; N]>::SAVED_BYTES;
    let mut parts = if const { !T::IS_PLAIN } {
        Some(Parts::elements(saved, N)?)
    } else if saved.len() == expected {
        None
    } else {
        return Err(RestoreError::Length { expected, found: saved.len() });
    };
    Ok((0..N).map(move |index| match &mut parts {
        Some(parts) => parts.part(),
        None => &saved[index * T::SAVED_BYTES..][..T::SAVED_BYTES],
    }))
}

/// Calls `visit` with the bytes of each element.
fn each_saved<T: Snapshot, const N: usize>(
    saved: &[u8],
    mut visit: impl FnMut(usize, &[u8]) -> Result<(), SnapshotError>,
) -> Result<(), SnapshotError> {
    parts::<T, N>(saved)?
        .enumerate()
        .try_for_each(|(index, part)| visit(index, part).map_err(|error| error.within_element(index)))
}

/// Writes the delta between two saves, with `write` for each element.
fn write_elements<T: Snapshot, const N: usize>(
    write: delta::Write,
    base: &[u8],
    later: &[u8],
    buffer: &mut [u8],
) -> Written<DeltaError> {
    if T::IS_PLAIN {
        return delta::write_whole(base, later, buffer);
    }
    BufferTooSmall::check(buffer, <[T; N]>::DELTA_BYTES).map_err(DeltaError::from)?;
    let bases = Parts::elements(base, N).map_err(DeltaError::Base)?;
    let laters = Parts::elements(later, N).map_err(DeltaError::Base)?;
    Writer::elements(buffer, N)
        .each(bases.zip(laters), |(base, later), place| delta::write_changed(write, base, later, place))
}

/// Writes the later save, with `read` for each element.
fn read_elements<T: Snapshot, const N: usize>(
    read: delta::Write,
    base: &[u8],
    delta: &[u8],
    buffer: &mut [u8],
) -> Written<DeltaError> {
    if T::IS_PLAIN {
        return delta::read_whole(base, delta, buffer);
    }
    BufferTooSmall::check(buffer, length_bytes::<T>(N)).map_err(DeltaError::from)?;
    let bases = Parts::elements(base, N).map_err(DeltaError::Base)?;
    let deltas = Parts::elements(delta, N).map_err(DeltaError::Delta)?;
    Writer::elements(buffer, N)
        .each(bases.zip(deltas), |(base, delta), place| delta::read_changed(read, base, delta, place))
}

/// Checks the values from here on, calls `then`, and restores the values from the last one back.
macro_rules! restore_all {
    ($then:ident;) => { $then() };
    ($then:ident; ($value:ident, $part:ident, $name:literal) $($rest:tt)*) => {
        restore_field(FieldOf::new($name).restore_then, $name, $value, $part, &mut || restore_all!($then; $($rest)*))
    };
}

macro_rules! tuples {
    ($(($type:ident $value:ident $part:ident $name:literal))*) => {
        impl<$($type: Snapshot),*> Struct for ($($type,)*) {
            const WHOLE: &'static [Field] = &[$(Field::of::<$type>($name)),*];
            const FIELDS: &'static [KnownField] = &fields::known_fields::<{ [$($name),*].len() }>(Self::WHOLE);
            const DELTAS: &'static [PartDeltas] = &fields::part_deltas_of::<{ [$($name),*].len() }>(Self::WHOLE);
            const RESIZES: &'static [Resize] = &fields::resizes::<{ [$($name),*].len() }>(Self::WHOLE);
            const DIFFS: &'static [FieldDiff] = &fields::diffs::<{ [$($name),*].len() }>(Self::WHOLE);
        }

        impl<$($type: Snapshot),*> Snapshot for ($($type,)*) {
            const SAVED_BYTES: usize = Self::TOTALS.saved_bytes;
            const SHAPE: u64 = Self::TOTALS.shape;
            const GROWS: bool = Self::TOTALS.grows;
            const DELTA_BYTES: usize = Self::TOTALS.delta_bytes;
            const CALLS_DEFAULT: bool = Self::TOTALS.calls_default;
            const PART: PartDeltas = fields::part_deltas::<Self>();

            fn saved_len(&self) -> usize {
                let ($($value,)*) = self;
                fields::header_bytes(<Self as Struct>::FIELDS.len()) $(+ $value.saved_len())*
            }

            fn write_saved(&self, buffer: &mut [u8]) -> usize {
                let ($($value,)*) = self;
                let mut writer = Writer::new::<Self>(buffer);
                $(writer.field($type::write_saved, $value);)*
                writer.finish()
            }

            fn changed_len(&self) -> usize {
                let ($($value,)*) = self;
                fields::delta_header_bytes(<Self as Struct>::FIELDS.len()) $(+ $value.changed_len())*
            }

            fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
                let ($($value,)*) = self;
                let mut writer = Writer::changed::<Self>(buffer)?;
                $(writer.changed_field($type::write_changed, $value)?;)*
                Ok(writer.finish_changed())
            }

            fn clear_changes(&mut self) {
                let ($($value,)*) = self;
                $($value.clear_changes();)*
            }

            fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
                fields::check::<Self>(saved)
            }

            fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
                let ($($value,)*) = self;
                let mut parts = Parts::split::<Self>(saved)?;
                $(let $part = parts.part();)*
                restore_all!(then; $(($value, $part, $name))*)
            }

            fn write_delta(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                fields::write_delta::<Self>(base, later, buffer)
            }

            fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                fields::read_delta::<Self>(base, delta, buffer)
            }

            fn write_resized(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
                fields::resize::<Self>(saved, buffer)
            }

            fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
                fields::diff::<Self>(saved, report);
            }
        }
    };
}

each_prefix! { tuples! {
    (A a a_saved "0") (B b b_saved "1") (C c c_saved "2") (D d d_saved "3") (E e e_saved "4") (F f f_saved "5")
    (G g g_saved "6") (H h h_saved "7") (I i i_saved "8") (J j j_saved "9") (K k k_saved "10") (L l l_saved "11")
    (M m m_saved "12") (N n n_saved "13") (O o o_saved "14") (P p p_saved "15")
} }
