//! Value pools through `serde`.
//!
//! ```text
//!  capacity   how many values there are
//!  out        the values that are handed out, in the order of their numbers
//!  free       the other values, in the order in which they are handed out next; the values at the end that are in the
//!             order of their numbers are left out
//! ```

mod read;

use super::{ValuePool, ValueSpec};
use crate::base::record::read_record;
use crate::layout::{Layout, Tracked};
use core::fmt;
use read::Reading;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// Writes the pool so that the pool that is read back hands out the same values as this one.
///
/// The values that are handed out, and the order of the free values, are written. The format is a struct of
/// `capacity`, `out` (the values that are handed out) and `free` (the values that are handed out next, in their
/// order, without those at the end that are in the order of their numbers).
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
        pool.serialize_field("out", &Out(self))?;
        pool.serialize_field("free", &Free(self))?;
        pool.end()
    }
}

struct Out<'a, V: ValueSpec>(&'a ValuePool<V>);

impl<V: ValueSpec> Serialize for Out<'_, V>
where
    V::Item: Serialize,
    V::Layout: Tracked,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

struct Free<'a, V: ValueSpec>(&'a ValuePool<V>);

impl<V: ValueSpec> Free<'_, V> {
    /// The number of the value that is handed out when `position` values are handed out.
    fn number(&self, position: u32) -> u32 {
        assert!(position < <V::Layout as Layout>::CAPACITY, "a position beyond the capacity");
        // SAFETY: 1. asserted above: `position` is below the capacity.
        unsafe { self.0.stack.index_at(position) }
    }

    /// The position after the last free value that is written. From there on the numbers ascend.
    fn end(&self) -> u32 {
        let mut end = <V::Layout as Layout>::CAPACITY;
        let mut next = None;
        while end > self.0.stack.used() {
            let number = self.number(end - 1);
            if next.is_some_and(|next| number > next) {
                break;
            }
            next = Some(number);
            end -= 1;
        }
        end
    }
}

impl<V: ValueSpec> Serialize for Free<'_, V>
where
    V::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.0.stack.used()..self.end();
        serializer.collect_seq(named.map(|position| V::value(self.number(position))))
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
    /// seed is `&mut ValuePool<V>` itself, which is a [`DeserializeSeed`].
    ///
    /// # Errors
    ///
    /// - Errors of the deserializer.
    /// - The data is not of a pool of these values: it has another capacity, a value that is not in the set, or a
    ///   value twice.
    ///
    /// After an error nothing is handed out, as in a new pool.
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        V::Item: Deserialize<'de>,
    {
        self.clear();
        let mut reading = Reading::new(self);
        read_record(&mut reading, "ValuePool", deserializer)?;
        reading.finish();
        Ok(())
    }

    /// Makes the pool that was serialized, on the heap. O(capacity).
    ///
    /// The pool never crosses the call stack.
    ///
    /// # Errors
    ///
    /// As for [`deserialize_from`](ValuePool::deserialize_from).
    #[cfg(feature = "alloc")]
    pub fn deserialize_boxed<'de, D>(deserializer: D) -> Result<alloc::boxed::Box<Self>, D::Error>
    where
        D: Deserializer<'de>,
        V::Item: Deserialize<'de>,
    {
        let mut pool = Self::boxed();
        pool.deserialize_from(deserializer)?;
        Ok(pool)
    }
}

/// Makes a value, which passes over the stack. For a large pool use `deserialize_boxed` or
/// [`deserialize_from`](ValuePool::deserialize_from).
impl<'de, V: ValueSpec> Deserialize<'de> for ValuePool<V>
where
    V::Item: Deserialize<'de>,
    V::Layout: Tracked,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pool = Self::new();
        pool.deserialize_from(deserializer)?;
        Ok(pool)
    }
}

/// Does what [`ValuePool::deserialize_from`] does.
impl<'de, V: ValueSpec> DeserializeSeed<'de> for &mut ValuePool<V>
where
    V::Item: Deserialize<'de>,
    V::Layout: Tracked,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize_from(deserializer)
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
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Capacity(values) => {
                write!(f, "this pool has another capacity: the data has {values} values")
            }
            Mistake::OutOfRange(position) => {
                write!(f, "the value at position {position} is not in the set of the pool")
            }
            Mistake::Twice(position) => write!(f, "the value at position {position} occurs twice"),
            Mistake::TooMany => f.write_str("the data has more values than the pool"),
        }
    }
}
