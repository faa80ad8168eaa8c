//! Pools through `serde`.
//!
//! ```text
//!  capacity   the number of slots
//!  entries    [handle, item] of each object, in slot order; in pools with marks, in the order of insertion
//!  free       the handles of the free slots, in the order in which the next insertions give them; the handles at
//!             the end that ascend and have generation 0 (slots that were never used) are left out
//!  retired    the slots that were retired
//!  waiting    the handles of the slots in the quarantine, the one that has waited longest first; only in pools that
//!             have a quarantine
//! ```
//!
//! So a pool that is read back has the handles that it had, and gives out the handles that it would have given out.
//! Slots that were never used take no room.

mod fields;
mod read;

use super::{MarksOf, Pool, StackOf};
use crate::free::FreeSlots;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::marks::Marks;
use crate::track::Site;
use core::marker::PhantomData;
use fields::PoolVisitor;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

/// All fields. Pools without a quarantine have all except the last one.
const FIELDS: &[&str] = &["capacity", "entries", "free", "retired", "waiting"];

/// Writes the pool so that the pool that is read back gives out the same handles as this one.
///
/// Handles, generations, retired slots and the order of the free slots are written. The format is a struct of
/// `capacity`, `entries` (`[handle, item]` of each object), `free` (the handles that the next insertions give, in
/// their order, without the slots at the end that were never used), `retired` (slots) and, if the pool has a
/// quarantine, `waiting` (the handles that slots in the quarantine will give).
///
/// The entries are in slot order, or in a pool with [marks](Pool#marks) in the order of insertion. A pool with marks
/// that is read back has the order of the entries.
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
/// // The slot of `a` waits, with its second generation (1 << 10).
/// assert_eq!(json, r#"{"capacity":1000,"entries":[[1,"b"]],"free":[],"retired":[],"waiting":[1024]}"#);
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
        self.serialize_with(serializer, &Entries(self))
    }
}

impl<P: PoolSpec> Pool<P> {
    /// Serializes the pool with these entries, a sequence of handles and objects.
    pub(crate) fn serialize_with<S: Serializer>(
        &self,
        serializer: S,
        entries: &impl Serialize,
    ) -> Result<S::Ok, S::Error> {
        let mut pool = serializer.serialize_struct("Pool", Self::FIELDS.len())?;
        pool.serialize_field("capacity", &<P::Layout as Layout>::CAPACITY)?;
        pool.serialize_field("entries", entries)?;
        pool.serialize_field("free", &Free(self))?;
        pool.serialize_field("retired", &Retired(self))?;
        if StackOf::<P>::QUARANTINE > 0 {
            pool.serialize_field("waiting", &Waiting(self))?;
        }
        pool.end()
    }
}

struct Entries<'a, P: PoolSpec>(&'a Pool<P>);

impl<P: PoolSpec> Serialize for Entries<'_, P>
where
    P::Item: Serialize,
    P::Layout: Tracked,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if MarksOf::<P>::KEEPS_ORDER {
            return serializer.collect_seq(self.0.in_order());
        }
        serializer.collect_seq(self.0.iter())
    }
}

struct Free<'a, P: PoolSpec>(&'a Pool<P>);

impl<P: PoolSpec> Free<'_, P> {
    /// The handles of the free slots, in the order in which insertions give them, without those at the end that were
    /// never used.
    fn handles(&self) -> impl ExactSizeIterator<Item = Handle<P>> {
        let stack = &self.0.stack;
        let count = self.0.touched() as usize - stack.used() as usize - stack.waiting().len();
        // SAFETY: 1. they are the slots of this pool, which is borrowed and writes to free slots only through its
        // stack.
        let order = unsafe { stack.order(self.0.slots.as_ptr()) };
        // SAFETY: 1. the stack hands out indices below the capacity, and none of a retired slot.
        order.take(count).map(|index| unsafe { self.0.handle_of_slot(index as usize) })
    }

    /// How many handles are written. The handles after them ascend and have generation 0.
    fn named(&self) -> usize {
        let mut named = 0;
        let mut previous = None;
        for (position, handle) in self.handles().enumerate() {
            if previous.is_some_and(|previous| previous > handle) {
                named = position;
            }
            if handle.generation() != 0 {
                named = position + 1;
            }
            previous = Some(handle);
        }
        named
    }
}

impl<P: PoolSpec> Serialize for Free<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.handles().take(self.named()))
    }
}

struct Waiting<'a, P: PoolSpec>(&'a Pool<P>);

impl<P: PoolSpec> Serialize for Waiting<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // SAFETY: 1. indices that wait are below the capacity, and none is that of a retired slot.
        let handle = |index| unsafe { self.0.handle_of_slot(index as usize) };
        serializer.collect_seq(self.0.stack.waiting().map(handle))
    }
}

struct Retired<'a, P: PoolSpec>(&'a Pool<P>);

impl<P: PoolSpec> Serialize for Retired<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let guard = &self.0.guard;
        let mut slots = serializer.serialize_seq(Some(guard.retired() as usize))?;
        if guard.retired() > 0 {
            for index in 0..self.0.fresh() {
                // SAFETY: 1. the loop ends at the capacity or before.
                if unsafe { guard.is_retired(index as usize) } {
                    slots.serialize_element(&index)?;
                }
            }
        }
        slots.end()
    }
}

impl<P: PoolSpec> Pool<P> {
    /// The fields of the serialized pool.
    const FIELDS: &'static [&'static str] =
        if StackOf::<P>::QUARANTINE > 0 { FIELDS } else { FIELDS.split_at(FIELDS.len() - 1).0 };
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
    /// [`DeserializeSeed`].
    ///
    /// # Errors
    ///
    /// - Errors of the deserializer.
    /// - The data is not of a pool of this definition: it has another capacity, a number that is not a handle, a slot
    ///   twice, or retired slots although slots of this pool never retire.
    ///
    /// After an error the pool is empty, as a new pool: its generations start over, so old handles may name objects
    /// that are inserted next.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        P::Item: Deserialize<'de>,
    {
        self.deserialize_with(deserializer, Site::caller(), |_, item| item)
    }

    /// [`deserialize_from`](Pool::deserialize_from) of data whose objects are `E`; `make` makes an item of each and
    /// of its slot.
    pub(crate) fn deserialize_with<'de, D, E, F>(
        &mut self,
        deserializer: D,
        site: Site,
        make: F,
    ) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        E: Deserialize<'de>,
        F: FnMut(usize, E) -> P::Item,
    {
        // The slots that the data names are added to the changes when they are read.
        self.renew();
        let visitor = PoolVisitor { pool: self, site, make, entries: PhantomData };
        let result = deserializer.deserialize_struct("Pool", Self::FIELDS, visitor);
        if result.is_err() {
            // It can find a mistake after the last field: then the visitor has read a pool.
            self.renew();
        }
        result
    }
}

/// Makes a value, which passes over the stack. For a large pool, deserialize a `Heap` of it, or use
/// [`deserialize_from`](Pool::deserialize_from).
impl<'de, P: PoolSpec> Deserialize<'de> for Pool<P>
where
    P::Item: Deserialize<'de>,
    P::Layout: Tracked,
{
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pool = Self::new();
        pool.deserialize_from(deserializer)?;
        Ok(pool)
    }
}

/// Does what [`Pool::deserialize_from`] does.
impl<'de, P: PoolSpec> DeserializeSeed<'de> for &mut Pool<P>
where
    P::Item: Deserialize<'de>,
    P::Layout: Tracked,
{
    type Value = ();

    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize_from(deserializer)
    }
}
