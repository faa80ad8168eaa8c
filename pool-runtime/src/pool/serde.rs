//! Pools through `serde`.

#![expect(unsafe_code, reason = "free slots may be in the slots")]

use super::Pool;
use crate::body::Body;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Writes the pool so that the pool that is read back gives out the same handles as this one.
///
/// Handles, generations, retired slots and the order of the free slots are written. The format is a struct of
/// `capacity`, `entries` (`[handle, item]` of each object), `free` (the handles that the next insertions give, in
/// their order, without the slots at the end that were never used), `retired` (slots) and `waiting` (the handles that
/// slots in the quarantine will give).
///
/// The entries are in slot order, or in a pool with [marks](Pool#marks) in the order of insertion. A pool with marks
/// that is read back has the order of the entries. Those of a dense pool are in the order of its
/// [slice](Pool::as_slice); with marks, `inserted` has the handles in the order of insertion. In text, `waiting` and
/// `inserted` are left out if they are empty, and a handle is its slot and its generation: `"3v1"`. In other formats it
/// is its [bits](crate::Handle#bits).
///
/// # Another capacity
///
/// A pool reads the data of a smaller one, with the same handles: in text always, in other formats if an index has as
/// many bits in both, as it has with one `grows_to` for both. Data of a larger pool is refused, and so are more waiting
/// slots than the [quarantine](crate::guard#quarantine) keeps. With or without marks makes no difference.
///
/// ```
/// # use stackpool::{Pool, pool};
/// pool! { Words: [String; 1_000]; }
///
/// let mut words = WordsPool::new();
/// let a = words.insert("a".to_owned())?;
/// let b = words.insert("b".to_owned())?;
/// words.remove(a);
/// let json = serde_json::to_string(&words)?;
/// // The slot of `a` waits, with its second generation.
/// assert_eq!(json, r#"{"capacity":1000,"entries":[["1v0","b"]],"free":[],"retired":[],"waiting":["0v1"]}"#);
///
/// let mut restored: WordsPool = serde_json::from_str(&json)?;
/// assert_eq!(restored[b], "b");
/// assert_eq!(restored.get(a), None);
/// assert_eq!(restored.next_handle(), words.next_handle());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<P: PoolSpec> Serialize for Pool<P>
where
    P::Item: Serialize,
    P::Layout: Tracked,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // SAFETY: 1. they are the slots of this pool, which is borrowed.
        unsafe { self.body.rows.serialize::<P, S>(self.body.memory(), serializer, &Entries(self)) }
    }
}

struct Entries<'a, P: PoolSpec>(&'a Pool<P>);

impl<P: PoolSpec> Serialize for Entries<'_, P>
where
    P::Item: Serialize,
    P::Layout: Tracked,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if Body::<P, Slots<P>>::IS_LISTED_IN_ORDER {
            return serializer.collect_seq(self.0.body.iter_in_order());
        }
        serializer.collect_seq(self.0.iter())
    }
}

/// # Serialization
///
/// With feature `serde`.
impl<P: PoolSpec> Pool<P>
where
    P::Layout: Tracked,
{
    /// Replaces the content of this pool by the pool that was serialized. O(used), of this pool and of the
    /// one that was serialized.
    ///
    /// It works in place: the pool is not moved, and no other memory is needed. The objects that the pool held are
    /// dropped first. For a pool inside other data, the seed is `&mut Pool<P>` itself, which is a
    /// [`DeserializeSeed`](serde::de::DeserializeSeed).
    ///
    /// # Errors
    ///
    /// - Errors of the deserializer.
    /// - The data is not of a pool of this definition: it has a larger capacity, handles of another meaning, something
    ///   that is not a handle, a slot twice, or retired slots although slots of this pool never retire.
    ///
    /// After an error the pool is empty, as a new pool: its generations start over, so old handles may name objects
    /// that are inserted next.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        P::Item: Deserialize<'de>,
    {
        self.body.deserialize_from(deserializer, Site::caller())
    }
}

deserialize_in_place!([P: PoolSpec<Layout: Tracked>] Pool<P> where P::Item: Deserialize<'de>);
