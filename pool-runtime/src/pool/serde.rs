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

/// Serializes the pool. The deserialized pool gives out the same handles as this one.
///
/// The data contains handles, generations, retired slots and the order of the free slots. It is a struct with these
/// fields:
///
/// - `capacity`;
/// - `entries`: `[handle, item]` of each object;
/// - `free`: the handles that the next insertions give, in their order, without the slots at the end that were never
///   used;
/// - `retired`: slots;
/// - `waiting`: the handles that slots in the quarantine will give.
///
/// The entries are in slot order. In a pool with [marks](Pool#marks), they are in the order of insertion. A
/// deserialized pool with marks takes its order of insertion from the order of the entries. In a dense pool, the
/// entries are in the order of the [slice](Pool::as_slice). In a dense pool with marks, `inserted` has the handles in
/// the order of insertion.
///
/// Text formats omit the fields at the end that are empty; `capacity` and `entries` are always there. They write a
/// handle as slot and generation: `"3v1"`. In `free` and `waiting`, three or more slots in a row with one generation
/// are `"3v1 to 9v1"` or `"9v1 to 3v1"`. Other formats write a handle as its [bits](crate::Handle#bits).
///
/// # Edited by hand
///
/// A text can be written or edited by hand. `{"capacity":1000,"entries":[]}` is an empty pool. Entries can have any
/// free slots, and any generation. If you delete an entry, its slot is treated as one whose object was just removed: it
/// waits in the quarantine, or after all other free slots if there is no room. Its handle finds nothing. In a pool with
/// generations, the slot gets a generation that is far from those of the first objects.
///
/// # Another capacity
///
/// A pool reads the data of a smaller pool, with the same handles. In text this always works. In other formats, it
/// works if an index has the same number of bits in both pools, for example with one `grows_to` for both. A pool
/// refuses the data of a larger pool. It also refuses more waiting slots than its [quarantine](crate::guard#quarantine)
/// keeps. Marks make no difference: each of the two pools may have them or not.
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
///
/// let by_hand: WordsPool = serde_json::from_str(r#"{"capacity":1000,"entries":[["1v0","b"]]}"#)?;
/// assert_eq!(by_hand[b], "b");
/// assert_eq!(by_hand.next_handle().map(|next| next.index()), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<P: PoolSpec> Serialize for Pool<P>
where
    P::Item: Serialize,
    P::Layout: Tracked,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // SAFETY: 1. the slots are those of this pool, which is borrowed.
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
    /// Replaces the content of this pool by the pool that was serialized. O(used), of this pool and of the serialized
    /// one.
    ///
    /// It works in place: it does not move the pool, and needs no other memory. It first drops the objects that the
    /// pool held. For a pool inside other data, use `&mut Pool<P>` as the seed: it is a
    /// [`DeserializeSeed`](serde::de::DeserializeSeed).
    ///
    /// # Errors
    ///
    /// - Errors of the deserializer.
    /// - The data does not fit this definition: its capacity is larger, its handles have another meaning, a value is
    ///   not a handle, a slot occurs twice, or slots are retired although slots of this pool never retire.
    ///
    /// After an error the pool is empty, like a new pool. Its generations start over, so old handles may name objects
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
