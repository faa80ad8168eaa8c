//! The bytes of side tables of plain data.
//!
//! ```text
//!  byte  0         32        40
//!       +---------+---------+---------------------+-----------------------+-------------------------+
//!       | label   | n, u64  | n handles, bits of  | n values,             | n numbers of entries,   |
//!       |         |         | 4 bytes             | in slot order or not  | 2 bytes, in slot order  |
//!       +---------+---------+---------------------+-----------------------+-------------------------+
//!                            in the order of the table                     if that is another order
//! ```
//!
//! The last part shows, without other memory, that no two entries have one slot: slots that ascend differ.

use crate::base::cut;
use crate::guard::{Guard, GuardImage};
use crate::handle::Handle;
use crate::image::fingerprint::Fingerprint;
use crate::image::header::{LABEL_BYTES, check_label, read_label, write_label};
use crate::image::known_item::KnownItem;
use crate::image::plain_data::{self, PlainData};
use crate::image::version::VERSION;
use crate::image::{BufferTooSmall, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Reach};
use core::marker::PhantomData;

pub(super) mod changed;

/// Bytes before the handles.
const HEADER_BYTES: usize = LABEL_BYTES + size_of::<u64>();

/// The bits of a handle.
pub(super) type Bits = [u8; 4];

/// The number of an entry.
type Number = [u8; 2];

/// How the side tables of one kind are saved, for the pool `P` and values of type `V`.
pub(super) struct Format<P, V> {
    /// The first bytes.
    magic: [u8; 8],
    /// Whether the entries are in slot order.
    is_sorted: bool,
    /// How many entries a table has room for.
    room: usize,
    table: PhantomData<fn(P, V)>,
}

impl<P: PoolSpec, V: PlainData> Format<P, V> {
    const FINGERPRINT: Fingerprint = Fingerprint {
        version: VERSION,
        capacity: <<P::Layout as Layout>::Reach as Reach>::SLOTS,
        guard: <<P::Layout as Layout>::Keys as GuardImage>::KIND,
        generations: <<P::Layout as Layout>::Keys as Guard>::GENERATIONS,
        quarantine: 0,
        items: Self::VALUES,
        known: &KnownItem::NONE,
    };

    /// The size of the values, and their shape if it is known.
    const VALUES: u32 = {
        let shape = plain_data::shape::<V>();
        (plain_data::saved_bytes::<V>() as u32).wrapping_add(shape as u32 ^ (shape >> 32) as u32)
    };

    /// Tables with a place for each slot, whose entries are in slot order.
    pub(super) const fn sorted(magic: [u8; 8]) -> Self {
        let room = <P::Layout as Layout>::CAPACITY as usize;
        Format { magic, is_sorted: true, room, table: PhantomData }
    }

    /// Tables with room for this many entries, which are in any order.
    pub(super) const fn unsorted(magic: [u8; 8], room: usize) -> Self {
        assert!(room <= u16::MAX as usize, "the number of an entry has 2 bytes");
        Format { magic, is_sorted: false, room, table: PhantomData }
    }

    /// The bytes of a saved table with this many entries. A number from outside can be too large for a length: the
    /// result is then a length that no bytes have.
    pub(super) const fn bytes(&self, entries: usize) -> usize {
        let number = if self.is_sorted { 0 } else { size_of::<Number>() };
        HEADER_BYTES.saturating_add(entries.saturating_mul(Self::ENTRY_BYTES + number))
    }

    /// Writes a table with these `count` entries, which fills `image`.
    ///
    /// It is inlined, so that a table in slot order does not have the code that sorts.
    #[inline(always)]
    pub(super) fn write<W: FnOnce(&mut [u8])>(
        &self,
        image: &mut [u8],
        count: usize,
        entries: impl Iterator<Item = (Bits, W)>,
    ) {
        let (bits, numbers) = self.write_in_order(image, count, entries);
        if self.is_sorted {
            return;
        }
        for (place, number) in numbers.iter_mut().zip(0_u16..) {
            *place = number.to_ne_bytes();
        }
        numbers.sort_unstable_by_key(|&number| {
            bits.get(usize::from(u16::from_ne_bytes(number))).and_then(|&bits| slot_of::<P>(bits))
        });
    }

    /// Writes a table with these entries. Returns their handles, and the place for their numbers.
    fn write_in_order<'b, W: FnOnce(&mut [u8])>(
        &self,
        image: &'b mut [u8],
        count: usize,
        entries: impl Iterator<Item = (Bits, W)>,
    ) -> (&'b [Bits], &'b mut [Number]) {
        invariant_eq!(image.len(), self.bytes(count), "an image of another length");
        let (label, rest) = cut::split_mut(image, LABEL_BYTES);
        let (saved_count, rest) = cut::split_mut(rest, size_of::<u64>());
        let (entry_bytes, numbers) = cut::split_mut(rest, count * Self::ENTRY_BYTES);
        write_label(label, self.magic, Self::FINGERPRINT);
        cut::copy(saved_count, &(count as u64).to_ne_bytes());
        let bits = Self::write_entries(entry_bytes, count, entries);
        // There are none if the entries are in slot order.
        (bits, cut::cast_mut::<Number>(numbers))
    }

    /// The bytes of the handle and the value of an entry.
    const ENTRY_BYTES: usize = size_of::<Bits>() + plain_data::saved_bytes::<V>();

    /// Writes the handles and values of `count` entries, and returns the handles.
    fn write_entries<W: FnOnce(&mut [u8])>(
        bytes: &mut [u8],
        count: usize,
        entries: impl Iterator<Item = (Bits, W)>,
    ) -> &[Bits] {
        let (bits, mut values) = cut::split_mut(bytes, count * size_of::<Bits>());
        let bits = cut::cast_mut::<Bits>(bits);
        for (place, (handle, write)) in bits.iter_mut().zip(entries) {
            *place = handle;
            let room = values.split_at_mut_checked(plain_data::saved_bytes::<V>());
            invariant!(room.is_some(), "no room for a value");
            let Some((place, rest)) = room else { break };
            write(place);
            values = rest;
        }
        bits
    }

    /// Reads a saved table of this definition, and checks it.
    pub(super) fn read<'a>(&self, saved: &'a [u8]) -> Result<Entries<'a, P, V>, RestoreError> {
        let (label, rest) = split_label(saved)?;
        check_label(label, self.magic, Self::FINGERPRINT)?;
        let entries = self.split(rest)?;
        entries.check()?;
        Ok(entries)
    }

    /// Converts a saved table of a smaller definition to one of this definition, in the first bytes of `buffer`.
    pub(super) fn resize<'b>(&self, saved: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], ResizeError> {
        let (label, rest) = split_label(saved)?;
        let definition = read_label(label, self.magic)?;
        Self::FINGERPRINT.check_fits(definition)?;
        let is_handle = |bits: &Bits| {
            let handle = Handle::<P>::from_bits(u32::from_ne_bytes(*bits))?;
            let (index, generation) = (handle.index() as u32, handle.generation());
            (index < definition.capacity && generation < definition.generations).then_some(())
        };
        self.split(rest)?.bits.iter().try_for_each(is_handle).ok_or(RestoreError::Value)?;
        let image = BufferTooSmall::check(buffer, saved.len())?;
        let (new_label, new_rest) = cut::split_mut(image, LABEL_BYTES);
        write_label(new_label, self.magic, Self::FINGERPRINT);
        cut::copy(new_rest, rest);
        Ok(image)
    }

    /// Splits the bytes after the label.
    fn split<'a>(&self, rest: &'a [u8]) -> Result<Entries<'a, P, V>, RestoreError> {
        let found = LABEL_BYTES + rest.len();
        let short = RestoreError::Length { expected: HEADER_BYTES, found };
        let (count, rest) = rest.split_at_checked(size_of::<u64>()).ok_or(short)?;
        let count = count.first_chunk().map_or(u64::MAX, |count| u64::from_ne_bytes(*count));
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        if count > self.room {
            return Err(RestoreError::Room { expected: self.room, found: count });
        }
        let expected = self.bytes(count);
        if found != expected {
            return Err(RestoreError::Length { expected, found });
        }
        let (entries, numbers) = cut::split(rest, count * Self::ENTRY_BYTES);
        let numbers = cut::cast(numbers);
        Ok(Entries { numbers, is_sorted: self.is_sorted, ..Entries::sorted(entries, count) })
    }
}

/// The methods of a side table around its bytes. The table has `FORMAT`, and `load`, which makes its entries those that
/// were saved. `$time` says how long it takes to save it.
macro_rules! saved_methods {
    ($Table:ident, $($N:ident = $room:literal,)? $time:literal) => {
        /// The most bytes that a saved table can have: those of a full one.
        pub const SAVED_BYTES: usize = Self::FORMAT.bytes(Self::CAPACITY);

        #[doc = concat!("Saves the table to the first bytes of `buffer`, and returns these. ", $time, ".")]
        ///
        /// A buffer of [`SAVED_BYTES`](Self::SAVED_BYTES) bytes is always long enough.
        $(
            #[doc = concat!("\nIt sorts the keys of the `", stringify!($N), "` entries. A program that calls it \
                             links the panic of that sort, which is never reached.")]
        )?
        ///
        /// # Errors
        ///
        /// [`BufferTooSmall`] if the buffer is shorter than the saved table. Nothing was written.
        ///
        /// ```
        #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
        /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
        /// # let mut units = UnitPool::new();
        #[doc = concat!("type Speeds = ", stringify!($Table), "<Unit, f32", $(", ", $room,)? ">;")]
        /// let archer = units.insert(Unit { health: 10 }).unwrap();
        /// let mut speeds = Speeds::from([(archer, 1.5)]);
        ///
        /// let mut buffer = [0; Speeds::SAVED_BYTES];
        /// let saved = speeds.save_into(&mut buffer)?;
        /// speeds.clear();
        /// speeds.restore(saved)?;
        /// assert_eq!(speeds.get(archer), Some(&1.5));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
            let image = BufferTooSmall::check(buffer, self.saved_len())?;
            self.write_image(image);
            Ok(image)
        }

        #[doc = concat!("Returns the saved table as a new `Vec`. ", $time, ".")]
        ///
        /// See [`save_into`](Self::save_into), which needs no heap.
        #[cfg(feature = "alloc")]
        #[must_use]
        pub fn save(&self) -> alloc::vec::Vec<u8> {
            let mut saved = alloc::vec![0; self.saved_len()];
            self.write_image(&mut saved);
            saved
        }

        fn write_image(&self, image: &mut [u8]) {
            let entries = self.iter().map(|(handle, value)| entry(handle, value));
            Self::FORMAT.write(image, self.len(), entries);
        }

        /// Brings the table back to the state that was saved. O(used).
        ///
        /// # Errors
        ///
        /// [`SnapshotError`] if the bytes are not a saved table of this pool with values of this size, or if the saved
        /// table has more values than this table has room for. The table stays as it was.
        ///
        /// # Panics
        ///
        /// Panics if the `Default` of a skipped field of the values panics (`#[snapshot(skip)]`). The table stays as it
        /// was. If that of a kept field does (`#[snapshot(keep)]`), the table is empty afterwards.
        pub fn restore(&mut self, saved: &[u8]) -> Result<(), SnapshotError> {
            self.restore_then(saved, || Ok(()))
        }

        /// Checks whether [`restore`](Self::restore) accepts these bytes. O(number of bytes).
        ///
        /// # Errors
        ///
        /// [`SnapshotError`], as for `restore`.
        pub fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
            Self::entries(saved)?;
            Ok(())
        }

        /// Converts a saved table of a smaller pool to one of this pool. Writes it to the first bytes of `buffer`, and
        /// returns these: see [`Pool::resize_saved`](crate::Pool::resize_saved).
        ///
        /// # Errors
        ///
        /// [`ResizeError`], as for `Pool::resize_saved`.
        pub fn resize_saved<'b>(
            saved: &[u8],
            buffer: &'b mut [u8],
        ) -> Result<&'b mut [u8], SnapshotError<ResizeError>> {
            Ok(Self::FORMAT.resize(saved, buffer)?)
        }

        /// The number of bytes of the saved table.
        pub(crate) fn saved_len(&self) -> usize {
            Self::FORMAT.bytes(self.len())
        }

        /// Returns the entries of a saved table.
        pub(crate) fn entries(saved: &[u8]) -> Result<Entries<'_, P, V>, RestoreError> {
            Self::FORMAT.read(saved)
        }

        /// Checks an image, calls `then`, and restores the image if `then` returns `Ok`.
        pub(crate) fn restore_then(
            &mut self,
            saved: &[u8],
            then: impl FnOnce() -> Result<(), SnapshotError>,
        ) -> Result<(), SnapshotError> {
            // A map of zero bytes did not go through a constructor of this crate.
            const { <P::Layout as $crate::layout::Layout>::CHECK };
            let entries = Self::entries(saved)?;
            let reader = <V::Form as $crate::image::item_form::FieldForm>::reader();
            then()?;
            // No code of a user runs, with the same exceptions as in the restore of a pool.
            let unloaded = EmptyOnUnwind(self);
            unloaded.0.load(&entries, &reader);
            core::mem::forget(unloaded);
            Ok(())
        }
    };
}
pub(super) use saved_methods;

/// The entries of a saved table.
pub(crate) struct Entries<'a, P, V> {
    bits: &'a [Bits],
    values: &'a [u8],
    /// The numbers of the entries in slot order, if that is another order.
    numbers: &'a [Number],
    is_sorted: bool,
    table: PhantomData<fn(P, V)>,
}

/// The bits of a handle, and the bytes of its value.
pub(super) type Entry<'a> = (Bits, &'a [u8]);

/// Returns the bits of a handle, and what writes its value to a place.
pub(super) fn entry<P: PoolSpec, V: PlainData>(
    handle: Handle<P>,
    value: &V,
) -> (Bits, impl FnOnce(&mut [u8])) {
    (handle.to_bits().to_ne_bytes(), |place| plain_data::write(value, place))
}

impl<'a, P: PoolSpec, V: PlainData> Entries<'a, P, V> {
    /// The entries that `write_entries` wrote in slot order.
    fn sorted(bytes: &'a [u8], count: usize) -> Self {
        let (bits, values) = cut::split(bytes, count * size_of::<Bits>());
        let bits = cut::cast(bits);
        Entries { bits, values, numbers: &[], is_sorted: true, table: PhantomData }
    }

    /// Checks the values and the handles, and that no two are of one slot.
    fn check(&self) -> Result<(), RestoreError> {
        if !plain_data::are_valid::<V>(self.bits.len(), self.values) {
            return Err(RestoreError::Value);
        }
        let mut next = 0;
        for bits in self.in_slot_order().map(|entry| entry.map(|(bits, _)| bits)) {
            let slot = slot_of::<P>(bits.ok_or(RestoreError::Keys)?).ok_or(RestoreError::Value)?;
            if slot < next {
                return Err(RestoreError::Keys);
            }
            next = slot + 1;
        }
        Ok(())
    }

    /// The handles and the bytes of the values, in the order of the table. The entries were checked.
    pub(super) fn saved(&self) -> impl Iterator<Item = (Handle<P>, &'a [u8])> {
        (0..self.bits.len()).map_while(|number| self.entry(number)).map_while(|(bits, value)| {
            let handle = handle_of(bits);
            invariant!(handle.is_some(), "the handles were not checked");
            Some((handle?, value))
        })
    }

    /// The slots of both saves in slot order, with the entries that they have there. The entries were checked.
    fn merged(&self, other: &Self) -> impl Iterator<Item = (usize, [Option<Entry<'a>>; 2])> {
        let slot =
            |entry: Option<&Entry<'_>>| entry.and_then(|entry| slot_of::<P>(entry.0)).unwrap_or(usize::MAX);
        let mut own = self.in_slot_order().flatten().peekable();
        let mut others = other.in_slot_order().flatten().peekable();
        core::iter::from_fn(move || {
            let slots = [slot(own.peek()), slot(others.peek())];
            let next = slots[0].min(slots[1]);
            let entries = [own.next_if(|_| slots[0] == next), others.next_if(|_| slots[1] == next)];
            (next != usize::MAX).then_some((next, entries))
        })
    }

    /// Visits the slots whose handles or values in two saves differ, in slot order, with the generations and the
    /// values. The entries were checked.
    pub(crate) fn visit_differences(
        &self,
        other: &Self,
        mut visit: impl FnMut(usize, [Option<(u32, &'a [u8])>; 2]),
    ) {
        let generation = |bits| handle_of::<P>(bits).map_or(0, Handle::generation);
        for (slot, entries) in self.merged(other).filter(|(_, [own, other])| own != other) {
            visit(slot, entries.map(|entry| entry.map(|(bits, value)| (generation(bits), value))));
        }
    }

    /// Returns the first place at which two saves have handles of different slots, and these slots.
    pub(crate) fn order_difference(&self, other: &Self) -> Option<(usize, [usize; 2])> {
        let slots =
            self.saved().zip(other.saved()).map(|((own, _), (other, _))| [own.index(), other.index()]);
        slots.enumerate().find(|(_, [own, other])| own != other)
    }

    /// The entries in slot order; `None` in place of an entry that is named but missing.
    fn in_slot_order(&self) -> impl Iterator<Item = Option<Entry<'a>>> {
        (0..self.bits.len()).map(|rank| {
            let number =
                if self.is_sorted { rank } else { usize::from(u16::from_ne_bytes(*self.numbers.get(rank)?)) };
            self.entry(number)
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.bits.len()
    }

    /// The bytes of the value in a slot. O(log(free slots before the last entry)). The entries were checked, and are in
    /// slot order.
    pub(super) fn at_slot(&self, slot: usize) -> Option<&'a [u8]> {
        invariant!(self.is_sorted, "entries in another order");
        let slot_of = |bits: &Bits| slot_of::<P>(*bits);
        // The entries before an entry are as many as the slots before it, without the free ones.
        let free = slot_of(self.bits.last()?)? + 1 - self.bits.len();
        let first = slot.saturating_sub(free);
        let near = self.bits.get(first..self.bits.len().min(slot.saturating_add(1)))?;
        let number = near.binary_search_by_key(&Some(slot), slot_of).ok()?;
        Some(self.entry(first + number)?.1)
    }

    fn entry(&self, number: usize) -> Option<Entry<'a>> {
        let size = plain_data::saved_bytes::<V>();
        Some((*self.bits.get(number)?, self.values.get(number * size..(number + 1) * size)?))
    }
}

#[inline]
fn split_label(saved: &[u8]) -> Result<(&[u8], &[u8]), RestoreError> {
    let length = RestoreError::Length { expected: HEADER_BYTES, found: saved.len() };
    saved.split_at_checked(LABEL_BYTES).ok_or(length)
}

/// The slot of a handle; `None` if these are the bits of no handle.
fn slot_of<P: PoolSpec>(bits: Bits) -> Option<usize> {
    handle_of::<P>(bits).map(Handle::index)
}

/// The handle of these bits; `None` if they are those of no handle.
fn handle_of<P: PoolSpec>(bits: Bits) -> Option<Handle<P>> {
    Handle::from_bits(u32::from_ne_bytes(bits))
}

#[cfg(test)]
mod tests {
    use super::Format;
    use crate::base::complaint::complaint;
    use crate::layout::sized::Sized16;

    type OfBytes = Format<Sized16<u8, 100>, u8>;

    /// A handle of 4 bytes and a value of 1; and a number of 2 bytes if entries are in any order.
    #[test]
    fn a_saved_table_has_the_bytes_of_its_entries() {
        let [sorted, unsorted] = [OfBytes::sorted(*b"SORTED  "), OfBytes::unsorted(*b"UNSORTED", 7)];
        assert_eq!((sorted.room, unsorted.room), (100, 7));
        assert_eq!([0, 1, 10].map(|entries| sorted.bytes(entries)), [40, 45, 90]);
        assert_eq!([0, 1, 10].map(|entries| unsorted.bytes(entries)), [40, 47, 110]);
        assert_eq!(unsorted.bytes(usize::MAX / 2), usize::MAX);
        assert_eq!(OfBytes::unsorted([0; 8], 65_535).room, 65_535);
        assert_eq!(
            complaint(|| OfBytes::unsorted([0; 8], 65_536).room).as_deref(),
            Some("the number of an entry has 2 bytes")
        );
    }
}
