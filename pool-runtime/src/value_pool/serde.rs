//! Value pools through `serde`.
//!
//! ```text
//!  capacity   how many values there are
//!  out        those handed out, in the order of their numbers
//!  free       the others in the order in which they are handed out next, but for those at the end that are in the order
//!             of their numbers: they are what is not named
//! ```

mod read;

use super::{ValuePool, ValueSpec};
use crate::base::record::read_record;
use crate::layout::{Layout, Tracked};
use core::fmt;
use read::Reading;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// What is out and the order of the rest survive: the pool that comes back hands out the values that this one would have.
///
/// As a struct of `capacity`, `out` (the values that are out) and `free` (the values that are handed out next, in their
/// order; those at the end that are in the order of their numbers are left out).
///
/// ```
/// # use stackpool::pool;
/// pool! { Letters: [char; 'a'..='z']; }
///
/// let mut letters = LettersPool::new();
/// letters.acquire_exact('c')?;
/// let json = serde_json::to_string(&letters)?;
/// // `a` stands where `c` stood, behind `b`.
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
    /// The number of the value that is handed out when as many are out as `position` says.
    fn number(&self, position: u32) -> u32 {
        assert!(position < <V::Layout as Layout>::CAPACITY, "a position beyond the capacity");
        // SAFETY: 1. asserted above.
        unsafe { self.0.stack.index_at(position) }
    }

    /// The first position of those that are left out: from it on numbers ascend.
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

impl<V: ValueSpec> ValuePool<V>
where
    V::Layout: Tracked,
{
    /// Makes this pool the one that was serialized, in place: no move of the pool, no memory besides. O(capacity).
    ///
    /// The seed for pools within other data is `&mut ValuePool<V>` itself: it is a [`DeserializeSeed`].
    ///
    /// # Errors
    ///
    /// Those of the deserializer, and when the data is of no pool of these values: another capacity, a value that is none
    /// of them, one that is there twice. Nothing is then handed out, as in a new pool.
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

    /// The pool that was serialized, on the heap: made there, it never crosses the call stack. O(capacity).
    ///
    /// # Errors
    ///
    /// As [`deserialize_from`](ValuePool::deserialize_from).
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

/// A value, which passes over the stack: for a large pool use `deserialize_boxed` or
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

/// As [`ValuePool::deserialize_from`].
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

/// Why data is of no pool of these values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    /// It is of one of so many values.
    Capacity(u64),
    /// One is none of the pool's; the first is number 0 of its list.
    OutOfRange(u32),
    /// One is there twice.
    Twice(u32),
    /// There are more than the pool has.
    TooMany,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Capacity(values) => write!(f, "this is a pool of {values} values"),
            Mistake::OutOfRange(position) => {
                write!(f, "the value at position {position} is none of the pool's")
            }
            Mistake::Twice(position) => write!(f, "the value at position {position} is there twice"),
            Mistake::TooMany => f.write_str("there are more values than the pool has"),
        }
    }
}
