//! Saving a map to bytes, and restoring it.
//!
//! ```text
//!  byte  0         32           40
//!       +---------+------------+--------------------------------+------------------------------+
//!       | label   | n, u64     | n handles, bits of 4 bytes     | n values, size_of::<V>() each |
//!       +---------+------------+--------------------------------+------------------------------+
//! ```
//!
//! Handles and values are in slot order, so equal maps have equal bytes.

use super::{HandleMap, KeysOf};
use crate::guard::{Guard, GuardImage};
use crate::handle::Handle;
use crate::image::fingerprint::Fingerprint;
use crate::image::header::{LABEL_BYTES, check_label, read_label, write_label};
use crate::image::{BufferTooSmall, ResizeError, RestoreError};
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use bytemuck::Pod;

/// The first bytes of a saved map.
const MAGIC: [u8; 8] = *b"STACKMAP";

/// Bytes before the handles.
const HEADER_BYTES: usize = LABEL_BYTES + size_of::<u64>();

/// Bytes of a handle.
const BITS_BYTES: usize = size_of::<u32>();

/// The pairs of a saved map.
struct Pairs<'a> {
    bits: &'a [u8],
    values: &'a [u8],
}

impl<'a> Pairs<'a> {
    /// Splits the bytes after the label.
    fn split<V>(rest: &'a [u8], label: usize) -> Result<Self, RestoreError> {
        let found = label + rest.len();
        let short = RestoreError::Length { expected: HEADER_BYTES, found };
        let (count, rest) = rest.split_at_checked(size_of::<u64>()).ok_or(short)?;
        let count: u64 = bytemuck::pod_read_unaligned(count);
        let bytes = |count: u64| usize::try_from(count).ok()?.checked_mul(BITS_BYTES + size_of::<V>());
        match bytes(count) {
            Some(bytes) if bytes == rest.len() => {
                let (bits, values) = rest.split_at(count as usize * BITS_BYTES);
                Ok(Pairs { bits, values })
            }
            Some(bytes) => Err(RestoreError::Length { expected: HEADER_BYTES.saturating_add(bytes), found }),
            None => Err(RestoreError::Count),
        }
    }

    fn bits(&self) -> impl Iterator<Item = u32> {
        self.bits.chunks_exact(BITS_BYTES).map(bytemuck::pod_read_unaligned)
    }

    /// The bits of the handles, and the bytes of the values.
    fn entries<V>(&self) -> impl Iterator<Item = (u32, &'a [u8])> {
        let values = self.values;
        let entries = self.bits.chunks_exact(BITS_BYTES).enumerate();
        entries.map(move |(at, bits)| {
            (bytemuck::pod_read_unaligned(bits), &values[at * size_of::<V>()..][..size_of::<V>()])
        })
    }
}

/// # Bytes
///
/// A map of plain data saves to bytes, as its [pool](crate::Pool#bytes) does: canonical, checked, and of one byte
/// order. The bytes have the handles and the values. They identify the definition of the pool by its capacity and its
/// generations, and a value by its size.
impl<P: PoolSpec, V: Pod> HandleMap<P, V> {
    /// The most bytes that a saved map can have: those of a map with a value for each slot.
    pub const SAVED_BYTES: usize = Self::saved_bytes(<P::Layout as Layout>::CAPACITY as usize);

    const FINGERPRINT: Fingerprint = Fingerprint {
        capacity: <P::Layout as Layout>::CAPACITY,
        guard: <KeysOf<P> as GuardImage>::KIND as u16,
        generations: <KeysOf<P> as Guard>::GENERATIONS,
        quarantine: 0,
        items: size_of::<V>() as u32,
    };

    /// Returns the number of bytes of a saved map with this number of values.
    const fn saved_bytes(values: usize) -> usize {
        HEADER_BYTES + values * (BITS_BYTES + size_of::<V>())
    }

    /// Saves the map to the first bytes of `buffer`, and returns these. O(used).
    ///
    /// A buffer of [`SAVED_BYTES`](HandleMap::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the saved map. Nothing was written.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// let mut speeds = HandleMap::<Unit, f32>::new();
    /// let archer = units.insert(Unit { health: 10 }).ok().unwrap();
    /// speeds.insert(archer, 1.5);
    ///
    /// let mut buffer = [0; HandleMap::<Unit, f32>::SAVED_BYTES];
    /// let saved = speeds.save_into(&mut buffer)?;
    /// speeds.clear();
    /// speeds.restore(saved)?;
    /// assert_eq!(speeds.get(archer), Some(&1.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        let image = BufferTooSmall::check(buffer, self.saved_len())?;
        self.save_image(image);
        Ok(image)
    }

    /// Returns the saved map as a new `Vec`. O(used).
    ///
    /// See [`save_into`](HandleMap::save_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut saved = alloc::vec![0; self.saved_len()];
        self.save_image(&mut saved);
        saved
    }

    /// Brings the map back to the state that was saved. O(used).
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved map of this pool with values of this size. The map stays as it
    /// was.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError> {
        self.restore_then(saved, || Ok(()))
    }

    /// Checks whether [`restore`](HandleMap::restore) accepts these bytes. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), RestoreError> {
        Self::checked(saved).map(drop)
    }

    /// Converts a saved map of a smaller pool to one of this pool, in the first bytes of `buffer`, and returns these:
    /// see [`Pool::resize_saved`](crate::Pool::resize_saved).
    ///
    /// # Errors
    ///
    /// [`ResizeError`], as for `Pool::resize_saved`.
    pub fn resize_saved<'b>(saved: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], ResizeError> {
        let (label, rest) = Self::split_label(saved)?;
        let definition = read_label(label, MAGIC)?;
        Self::FINGERPRINT.check_fits(definition)?;
        let is_handle = |bits| {
            let handle = Handle::<P>::from_bits(bits)?;
            let (index, generation) = (handle.index() as u32, handle.generation());
            (index < definition.capacity && generation < definition.generations).then_some(())
        };
        let pairs = Pairs::split::<V>(rest, LABEL_BYTES)?;
        pairs.bits().try_for_each(is_handle).ok_or(RestoreError::Value)?;
        let image = BufferTooSmall::check(buffer, saved.len())?;
        let (new_label, new_rest) = image.split_at_mut(LABEL_BYTES);
        write_label(new_label, MAGIC, Self::FINGERPRINT);
        new_rest.copy_from_slice(rest);
        Ok(image)
    }

    /// The number of bytes of the saved map.
    pub(crate) fn saved_len(&self) -> usize {
        Self::saved_bytes(self.len())
    }

    /// Checks an image, calls `then`, and restores the image if `then` returns `Ok`.
    pub(crate) fn restore_then<E: From<RestoreError>>(
        &mut self,
        saved: &[u8],
        then: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        let pairs = Self::checked(saved)?;
        then()?;
        self.clear();
        // With values of no bytes, there are no chunks.
        let mut values = pairs.values.chunks_exact(size_of::<V>().max(1));
        for bits in pairs.bits() {
            let value = values.next().map_or_else(V::zeroed, bytemuck::pod_read_unaligned);
            let handle = Handle::from_bits(bits).expect("the handles were checked");
            self.insert(handle, value);
        }
        Ok(())
    }

    fn split_label(saved: &[u8]) -> Result<(&[u8], &[u8]), RestoreError> {
        let length = RestoreError::Length { expected: HEADER_BYTES, found: saved.len() };
        saved.split_at_checked(LABEL_BYTES).ok_or(length)
    }

    /// Checks an image of this definition.
    fn checked(saved: &[u8]) -> Result<Pairs<'_>, RestoreError> {
        let (label, rest) = Self::split_label(saved)?;
        check_label(label, MAGIC, Self::FINGERPRINT)?;
        let pairs = Pairs::split::<V>(rest, LABEL_BYTES)?;
        let mut next = 0;
        for bits in pairs.bits() {
            let index = Handle::<P>::from_bits(bits).ok_or(RestoreError::Value)?.index();
            if index < next {
                return Err(RestoreError::Keys);
            }
            next = index + 1;
        }
        Ok(pairs)
    }

    /// Writes an image, which fills `image`.
    fn save_image(&self, image: &mut [u8]) {
        let (label, rest) = image.split_at_mut(LABEL_BYTES);
        let (count, rest) = rest.split_at_mut(size_of::<u64>());
        let (bits, values) = rest.split_at_mut(self.len() * BITS_BYTES);
        write_label(label, MAGIC, Self::FINGERPRINT);
        count.copy_from_slice(&(self.len() as u64).to_ne_bytes());
        let places = bits.chunks_exact_mut(BITS_BYTES);
        for (place, handle) in places.zip(self.keys()) {
            place.copy_from_slice(&u32::to_ne_bytes(handle.to_bits()));
        }
        // With values of no bytes, there are no chunks.
        let places = values.chunks_exact_mut(size_of::<V>().max(1));
        for (place, value) in places.zip(self.values()) {
            place.copy_from_slice(bytemuck::bytes_of(value));
        }
    }

    /// Visits the keys whose values in two saves differ, in slot order. The saves were checked.
    pub(crate) fn visit_differences(
        [first, second]: [&[u8]; 2],
        mut visit: impl FnMut(usize, [Option<&[u8]>; 2]),
    ) {
        let (Ok(first), Ok(second)) = (Self::checked(first), Self::checked(second)) else { return };
        let (mut firsts, mut seconds) = (first.entries::<V>().peekable(), second.entries::<V>().peekable());
        loop {
            let slot = |entry: Option<&(u32, &[u8])>| {
                entry.and_then(|(bits, _)| Handle::<P>::from_bits(*bits)).map_or(usize::MAX, Handle::index)
            };
            let slots = [slot(firsts.peek()), slot(seconds.peek())];
            let next = slots[0].min(slots[1]);
            if next == usize::MAX {
                return;
            }
            let first = firsts.next_if(|_| slots[0] == next);
            let second = seconds.next_if(|_| slots[1] == next);
            if first != second {
                visit(next, [first, second].map(|entry| entry.map(|(_, value)| value)));
            }
        }
    }
}
