//! Value pools through `serde`.
//!
//! ```text
//!  capacity   how many values there are
//!  out        the values that are handed out, in the order of their numbers
//!  free       the other values, in the order in which they are handed out next; the values at the end that are in the
//!             order of their numbers are left out
//!  waiting    the values in the quarantine, the one that has waited longest first; only in pools that have one
//! ```

use super::{ValuePool, ValueSpec};
use crate::base::record::{Record, each, read_record};
use crate::free::{FreeSlots, SlotMemory};
use crate::layout::{Layout, Tracked};
use crate::rows::Rows;
use crate::rows::naming::Naming;
use crate::track::Site;
use core::fmt;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// All fields. Pools without a quarantine have all except the last one.
const FIELDS: &[&str] = &["capacity", "out", "free", "waiting"];

/// Writes the pool so that the pool that is read back hands out the same values as this one.
///
/// The format is a struct with these fields: `capacity`; `out`, the values that are handed out; and `free`, the free
/// values, the next one first. `free` leaves out the values at its end that are in the order of their numbers.
///
/// ```
/// # use stackpool::pool;
/// pool! { Letters: [char; 'a'..='z']; }
///
/// let mut letters = LettersPool::new();
/// letters.acquire_exact('c')?;
/// let json = serde_json::to_string(&letters)?;
/// // `a` is now where `c` was, after `b`.
/// assert_eq!(json, r#"{"capacity":26,"out":["c"],"free":["b"]}"#);
///
/// let mut restored: LettersPool = serde_json::from_str(&json)?;
/// assert!(restored.contains('c') && !restored.contains('b'));
/// assert_eq!([restored.acquire(), restored.acquire()], [Some('b'), Some('a')]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<V: ValueSpec> Serialize for ValuePool<V>
where
    V::Item: Serialize,
    V::Layout: Tracked,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pool = serializer.serialize_struct("ValuePool", Reading::<V>::FIELDS.len())?;
        pool.serialize_field("capacity", &<V::Layout as Layout>::CAPACITY)?;
        pool.serialize_field("out", &Values(|| self.iter()))?;
        pool.serialize_field("free", &Values(|| self.free().take(self.named()).map(V::value)))?;
        if <V::Layout as Layout>::FreeSlots::QUARANTINE > 0 {
            pool.serialize_field("waiting", &Values(|| self.rows.waiting().map(V::value)))?;
        }
        pool.end()
    }
}

/// The values of an iterator that the function makes.
struct Values<F>(F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Values<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

impl<V: ValueSpec> ValuePool<V> {
    /// The numbers of the free values, in the order in which they are handed out, without those at the end that were
    /// never handed out.
    fn free(&self) -> impl ExactSizeIterator<Item = u32> {
        // SAFETY: 1. there are no slots.
        unsafe { self.rows.free_slots(SlotMemory::NONE) }
    }

    /// How many of the free values are written. Those after them are in the order of their numbers.
    fn named(&self) -> usize {
        let pairs = self.free().zip(self.free().skip(1)).enumerate();
        pairs.filter(|(_, (number, next))| number > next).last().map_or(0, |(position, _)| position + 1)
    }
}

/// # Serialization
///
/// With feature `serde`.
impl<V: ValueSpec> ValuePool<V>
where
    V::Layout: Tracked,
{
    /// Replaces the content of this pool by the pool that was serialized. O(capacity).
    ///
    /// It works in place: the pool is not moved, and no other memory is needed. For a pool inside other data, the
    /// seed is `&mut ValuePool<V>` itself, which is a
    /// [`DeserializeSeed`](serde::de::DeserializeSeed).
    ///
    /// # Errors
    ///
    /// - Errors of the deserializer.
    /// - The data is not of a pool of these values: it has another capacity, a value that is not in the set, or a
    ///   value twice.
    ///
    /// After an error nothing is handed out, as in a new pool.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        V::Item: Deserialize<'de>,
    {
        let (site, tally) = (Site::caller(), self.rows.tally);
        self.reset();
        /// Empties the pool if it was not read to the end.
        struct Unread<'a, V: ValueSpec>(&'a mut ValuePool<V>);
        impl<V: ValueSpec> Drop for Unread<'_, V> {
            fn drop(&mut self) {
                self.0.reset();
            }
        }
        let unread = Unread(self);
        let result = read_record(&mut Reading::<V>::new(&mut unread.0.rows, site), "ValuePool", deserializer);
        match result {
            Ok(()) => core::mem::forget(unread),
            Err(_) => drop(unread),
        }
        self.rows.tally = tally;
        result
    }
}

deserialize_in_place!([V: ValueSpec<Layout: Tracked>] ValuePool<V> where V::Item: Deserialize<'de>);

/// A pool that is being read.
struct Reading<'a, V: ValueSpec> {
    naming: Naming<'a, V::Layout>,
    site: Site,
}

impl<'a, V: ValueSpec> Reading<'a, V> {
    /// The fields of the serialized pool.
    const FIELDS: &'static [&'static str] = if <V::Layout as Layout>::FreeSlots::QUARANTINE > 0 {
        FIELDS
    } else {
        FIELDS.split_at(FIELDS.len() - 1).0
    };

    /// Begins to read, into rows as new.
    fn new(rows: &'a mut Rows<V::Layout>, site: Site) -> Self {
        // SAFETY: 1. there are no slots.
        let naming = unsafe { Naming::new(rows, SlotMemory::NONE) };
        Reading { naming, site }
    }

    /// Names the value at a position of its sequence.
    fn name(&mut self, value: V::Item, position: u32) -> Result<usize, Mistake> {
        let index = ValuePool::<V>::index_of(&value).ok_or(Mistake::OutOfRange(position))?;
        if !self.naming.name(index, 0) {
            return Err(Mistake::Twice(position));
        }
        Ok(index)
    }
}

impl<'de, V: ValueSpec> Record<'de> for Reading<'_, V>
where
    V::Item: Deserialize<'de>,
    V::Layout: Tracked,
{
    const FIELDS: &'static [&'static str] = Self::FIELDS;

    fn read<D: Deserializer<'de>>(&mut self, field: usize, deserializer: D) -> Result<(), D::Error> {
        match field {
            0 => match u32::deserialize(deserializer)? {
                capacity if capacity == <V::Layout as Layout>::CAPACITY => Ok(()),
                other => Err(D::Error::custom(Mistake::Capacity(other.into()))),
            },
            1 => each(deserializer, |value, position| {
                let index = self.name(value, position)?;
                // SAFETY: 1. the row was just named, and holds nothing.
                unsafe { self.naming.live(index, self.site) };
                Ok::<(), Mistake>(())
            }),
            2 => each(deserializer, |value, position| {
                let index = self.name(value, position)?;
                // SAFETY: 1. the row was just named.
                unsafe { self.naming.free(index) };
                Ok::<(), Mistake>(())
            }),
            _ => each(deserializer, |value, position| {
                let index = self.name(value, position)?;
                // SAFETY: 1. the row was just named.
                let waits = unsafe { self.naming.wait(index) };
                let most = <V::Layout as Layout>::FreeSlots::QUARANTINE;
                if waits { Ok(()) } else { Err(Mistake::TooManyWait(most)) }
            }),
        }
    }
}

/// Why data is not of a pool of these values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    /// The data is of a pool with this many values.
    Capacity(u64),
    /// The value at this position of its sequence, counted from 0, is not in the set.
    OutOfRange(u32),
    /// The value at this position of its sequence occurs twice.
    Twice(u32),
    /// The data has more values than the pool.
    TooMany,
    /// In the data, more values wait than the quarantine of this pool holds.
    TooManyWait(u32),
}

impl fmt::Display for Mistake {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Capacity(values) => {
                write!(f, "this pool has another capacity: the data has {values} values")
            }
            Mistake::OutOfRange(position) => {
                write!(f, "the value at position {position} is not in the set of the pool")
            }
            Mistake::Twice(position) => write!(f, "the value at position {position} occurs twice"),
            Mistake::TooManyWait(most) => {
                write!(
                    f,
                    "more values wait in the data than the quarantine of this pool holds, which are {most}"
                )
            }
            Mistake::TooMany => f.write_str("the data has more values than the pool"),
        }
    }
}
