//! The number of a save, which a delta of what changed has too: so it is applied to no other save.
//!
//! ```text
//!  a delta of what changed:  | 2 | number of the base, u32 | number of the later save, u32 |
//! ```
//!
//! It is a field of a world, so pools, side tables and their deltas know nothing of it. Other deltas of it are those of
//! any value: the later save, or one byte. They belong to something that has a checksum of its base.

#![expect(unsafe_code, reason = "it is zeroable")]

use super::delta::{self, Written};
use super::diff::DiffReport;
use super::{Snapshot, SnapshotError, Then};
use crate::base::item_field::show;
use crate::base::shape::shape;
use crate::image::{BufferTooSmall, DeltaError, RestoreError};

/// The number of a save, so that a lost delta is an error.
///
/// [`changed_delta_into`](Snapshot::changed_delta_into) writes what changed without its base, and so its delta does not
/// know the base. If a delta is lost, the next ones lead to wrong saves without an error. With a number in the world,
/// the delta has the number of its base, and [`patch_into`](Snapshot::patch_into) refuses every other save.
///
/// The sender sets the number before each delta. The number of a frame serves. Put the number in front of the other
/// fields: then its error comes before those of fields that do not fit.
///
/// ```
/// use stackpool::{DeltaError, SaveNumber, Snapshot, pool};
///
/// pool! { Ships: [[i32; 2]; 300], changes; }
///
/// #[derive(Snapshot)]
/// struct World {
///     number: SaveNumber,
///     ships: ShipsPool,
/// }
///
/// let mut world = World { number: SaveNumber::new(0), ships: ShipsPool::new() };
/// let ship = world.ships.insert([0, 0])?;
/// let mut received = world.save(); // to a client that joins
/// world.clear_changes();
/// for frame in 1..4 {
///     world.ships[ship][0] += 1;
///     world.number.set(frame);
///     let delta = world.changed_delta();
///     world.clear_changes();
///     if frame == 2 {
///         continue; // this packet is lost
///     }
///     // The client.
///     match World::patch(&received, &delta) {
///         Ok(later) => received = later,
///         Err(error) => {
///             assert_eq!(*error.error(), DeltaError::OtherNumber { expected: 2, found: 1 });
///             received = world.save(); // it asks for a whole save
///         }
///     }
///     assert_eq!(received, world.save());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A single pool or side table gets a number in a tuple. The tuple may borrow it:
///
/// ```
/// # use stackpool::{SaveNumber, Snapshot, pool};
/// # pool! { Ships: [[i32; 2]; 300], changes; }
/// let (mut number, mut ships) = (SaveNumber::new(0), ShipsPool::new());
/// let first = (&mut number, &mut ships).save();
/// (&mut number, &mut ships).clear_changes();
///
/// ships.insert([1, 1])?;
/// number.set(1);
/// let delta = (&mut number, &mut ships).changed_delta();
/// (&mut number, &mut ships).clear_changes();
/// let second = <(SaveNumber, ShipsPool)>::patch(&first, &delta)?;
/// assert_eq!(second, (number, ships).save());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What it is
///
/// The number is part of the state: it is saved, restored, and compared by `==`. Beside it, the value notes the number
/// at the last [`clear_changes`](Snapshot::clear_changes), which is the base of the next delta. This note is not part
/// of the state, as what a pool notes is not. A restore changes the number and keeps the note.
///
/// Two saves that differ need two numbers. The number may wrap around. Nobody compares which number is greater.
#[derive(Clone, Copy, Default, Debug)]
pub struct SaveNumber {
    number: u32,
    /// The number of the save against which the next delta of what changed is written.
    base: u32,
}

// SAFETY: both fields are integers, for which zero bytes are a value.
unsafe impl bytemuck::Zeroable for SaveNumber {}

impl SaveNumber {
    /// The number of the first save, which is also the base of the first delta.
    #[must_use]
    #[inline]
    pub const fn new(number: u32) -> Self {
        SaveNumber { number, base: number }
    }

    /// Returns the number.
    #[must_use]
    #[inline]
    pub const fn get(self) -> u32 {
        self.number
    }

    /// Sets the number of the next save.
    #[inline]
    pub const fn set(&mut self, number: u32) {
        self.number = number;
    }
}

/// The base of the next delta is not compared.
impl PartialEq for SaveNumber {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for SaveNumber {}

/// The number of bytes of a saved number.
const BYTES: usize = size_of::<u32>();
/// The number of bytes of a delta of what changed.
const CHANGED_BYTES: usize = 1 + 2 * BYTES;
/// Its first byte. Other deltas begin with 0 or 1.
const CHANGED: u8 = 2;

/// Reads a saved number.
#[inline]
fn read(saved: &[u8]) -> Result<u32, RestoreError> {
    let bytes = saved.try_into().map_err(|_| RestoreError::Length { expected: BYTES, found: saved.len() })?;
    Ok(u32::from_ne_bytes(bytes))
}

impl Snapshot for SaveNumber {
    const SAVED_BYTES: usize = BYTES;
    const SHAPE: u64 = shape("SaveNumber", 0);

    #[inline]
    fn saved_len(&self) -> usize {
        BYTES
    }

    #[inline]
    fn write_saved(&self, buffer: &mut [u8]) -> usize {
        buffer[..BYTES].copy_from_slice(&self.number.to_ne_bytes());
        BYTES
    }

    #[inline]
    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        Ok(read(saved).map(drop)?)
    }

    #[inline]
    fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
        let number = read(saved)?;
        then()?;
        self.number = number;
        Ok(())
    }

    #[inline]
    fn changed_len(&self) -> usize {
        CHANGED_BYTES
    }

    #[inline]
    fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
        let delta = BufferTooSmall::check(buffer, CHANGED_BYTES)?;
        delta[0] = CHANGED;
        delta[1..].copy_from_slice(bytemuck::bytes_of(&[self.base, self.number]));
        Ok(CHANGED_BYTES)
    }

    #[inline]
    fn clear_changes(&mut self) {
        self.base = self.number;
    }

    #[inline]
    fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
        let [CHANGED, numbers @ ..] = delta else { return delta::read_whole(base, delta, buffer) };
        let Some((expected, later)) = numbers.split_first_chunk() else {
            return Err(DeltaError::Damaged.into());
        };
        let (expected, found) = (u32::from_ne_bytes(*expected), read(base).map_err(DeltaError::Base)?);
        if expected != found {
            return Err(DeltaError::OtherNumber { expected, found }.into());
        }
        read(later).map_err(DeltaError::Delta)?;
        delta::copy_bytes(later, buffer)
    }

    #[inline]
    fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
        report.bytes(saved, show::<u32>);
    }
}
