//! Pools through `serde`.
//!
//! ```text
//!  capacity   the number of slots
//!  entries    [handle, item] of each object, in slot order
//!  free       the handles of the free slots in the order in which the next insertions give them, but for those at the
//!             end that were never used: they are in ascending order and of generation 0, and are what is not named
//!  retired    the slots that were retired
//! ```
//!
//! So a pool comes back with the handles that it had and those that it would have given, and what was never used takes
//! no room.

mod fields;
mod read;

use super::Pool;
use crate::free::FreeSlots;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::marks::Marks;
use crate::track::Site;
use fields::PoolVisitor;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

const FIELDS: &[&str] = &["capacity", "entries", "free", "retired"];

/// Handles, generations, retired slots and the order of the free ones survive: the pool that comes back gives out the
/// handles that this one would have.
///
/// As a struct of `capacity`, `entries` (`[handle, item]` of each object), `free` (the handles that the next insertions
/// give, in their order; slots at the end that were never used are left out) and `retired` (slots).
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
/// // The slot of `a` is the next to be used, with its second generation (1 << 10).
/// assert_eq!(json, r#"{"capacity":1000,"entries":[[1,"b"]],"free":[1024],"retired":[]}"#);
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
        let mut pool = serializer.serialize_struct("Pool", FIELDS.len())?;
        pool.serialize_field("capacity", &<P::Layout as Layout>::CAPACITY)?;
        pool.serialize_field("entries", &Entries(self))?;
        pool.serialize_field("free", &Free(self))?;
        pool.serialize_field("retired", &Retired(self))?;
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
        serializer.collect_seq(self.0.iter())
    }
}

struct Free<'a, P: PoolSpec>(&'a Pool<P>);

impl<P: PoolSpec> Free<'_, P> {
    /// The handles of the free slots, in the order in which insertions give them.
    fn handles(&self) -> impl ExactSizeIterator<Item = Handle<P>> {
        // SAFETY: 1. they are the slots of this pool, which is borrowed, and writes to no free slot but through its stack.
        let order = unsafe { self.0.stack.order(self.0.slots.as_ptr()) };
        // SAFETY: 1. the stack gives indices below the capacity, and none of a retired slot.
        order.map(|index| unsafe { self.0.handle_of_slot(index as usize) })
    }

    /// How many are named: of those behind, handles ascend, all of generation 0.
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

struct Retired<'a, P: PoolSpec>(&'a Pool<P>);

impl<P: PoolSpec> Serialize for Retired<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let guard = &self.0.guard;
        let mut slots = serializer.serialize_seq(Some(guard.retired() as usize))?;
        if guard.retired() > 0 {
            for index in 0..<P::Layout as Layout>::CAPACITY {
                // SAFETY: 1. the loop's range.
                if unsafe { guard.is_retired(index as usize) } {
                    slots.serialize_element(&index)?;
                }
            }
        }
        slots.end()
    }
}

impl<P: PoolSpec> Pool<P>
where
    P::Layout: Tracked,
{
    /// Makes this pool the one that was serialized, in place: no move of the pool, no memory besides. O(capacity).
    ///
    /// What it held is dropped first. The seed for pools within other data is `&mut Pool<P>` itself: it is a [`DeserializeSeed`].
    ///
    /// # Errors
    ///
    /// Those of the deserializer, and when the data is of no pool of this definition: another capacity, a
    /// number that is no handle, a slot that is named twice, retired slots where none retire. The pool is
    /// then left empty, as a new one: its generations start over, so that handles from before may name what
    /// is inserted next.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        P::Item: Deserialize<'de>,
    {
        let site = Site::caller();
        self.marks.forget();
        self.clear();
        self.forget_generations();
        deserializer.deserialize_struct("Pool", FIELDS, PoolVisitor { pool: self, site })
    }

    /// The pool that was serialized, on the heap: made there, it never crosses the call stack. O(capacity).
    ///
    /// In a struct: `#[serde(deserialize_with = "Pool::deserialize_boxed")]`. (`Box::deserialize` would make the pool on the
    /// stack first.)
    ///
    /// # Errors
    ///
    /// As [`deserialize_from`](Pool::deserialize_from).
    #[cfg(feature = "alloc")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn deserialize_boxed<'de, D>(deserializer: D) -> Result<alloc::boxed::Box<Self>, D::Error>
    where
        D: Deserializer<'de>,
        P::Item: Deserialize<'de>,
    {
        let mut pool = Self::boxed();
        pool.deserialize_from(deserializer)?;
        Ok(pool)
    }
}

/// A value, which passes over the stack: for a large pool use `deserialize_boxed` or
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

/// As [`Pool::deserialize_from`].
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
