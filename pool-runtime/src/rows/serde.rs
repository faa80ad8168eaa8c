//! Rows through `serde`: how a pool is written and read, whatever holds its objects.
//!
//! ```text
//!  capacity   the number of slots, or that of `grows_to`
//!  entries    [handle, item] of each object, in slot order; in dense pools, in the order of the objects; in other
//!             pools with marks, in the order of insertion
//!  free       the handles of the free slots, in the order in which the next insertions give them; the handles at
//!             the end that ascend and have generation 0 (slots that were never used) are left out; in text only if
//!             their slots are the last ones of the pool
//!  retired    the slots that were retired
//!  waiting    the handles of the slots in the quarantine, the one that has waited longest first
//!  inserted   the handles in the order of insertion, after `entries`: of dense pools with marks
//! ```
//!
//! In text, the fields after `entries` are left out at the end if they are empty. So a pool with another quarantine can
//! read the text, and so can one with or without marks. Handles of slots in a row are one element there:
//! `"3v1 to 9v1"`.
//!
//! So a text that a pool has written names all slots up to the last one that it names. In a text that a person has
//! edited, some slots may be missing. Their objects count as removed: each such slot waits, or if there is no room
//! comes after all other free slots. Their generations are not known. They get one that is far from those of the first
//! handles.
//!
//! A pool of a smaller capacity is read if its handles mean the same here. In text they always do: a handle is its slot
//! and its generation. In other formats it is the bits of the handle, and an index must have as many bits in both.
//!
//! So a pool that is read back has the handles that it had, and gives out the handles that it would have given out.
//! Slots that were never used take no room.

#![expect(unsafe_code, reason = "free slots may be in the slots")]

mod fields;
mod read;

use super::Rows;
use crate::free::SlotMemory;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::serde::serialize_runs;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Reach, Tracked};
use crate::marks::Marks;
use crate::seats::Seats;
use crate::track::Site;
use core::marker::PhantomData;
use fields::RowsVisitor;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

/// The fields of a serialized pool. Those after the second are left out of text if they are empty, and nothing comes
/// after them.
const FIELDS: &[&str] = &["capacity", "entries", "free", "retired", "waiting", "inserted"];

impl<L: Layout> Rows<L> {
    /// Whether the order of insertion is not that of the entries. For all others, the branch is not compiled.
    const LISTS_INSERTIONS: bool = L::Seats::ARE_DENSE && L::Marks::KEEPS_ORDER;

    /// Serializes a pool with these entries, a sequence of handles and objects.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads during the call.
    pub(crate) unsafe fn serialize<P: PoolSpec<Layout = L>, S: Serializer>(
        &self,
        slots: SlotMemory,
        serializer: S,
        entries: &impl Serialize,
    ) -> Result<S::Ok, S::Error> {
        let is_text = serializer.is_human_readable();
        let free = Free::<P> { rows: self, slots, is_text };
        // A text may have no names: no field can be left out before another one.
        let has_more = [
            !is_text || free.named() > 0,
            !is_text || self.guard.retired() > 0,
            !is_text || self.waiting().len() > 0,
            !is_text || Self::LISTS_INSERTIONS && self.len() > 0,
        ];
        let fields = 2 + has_more.iter().rposition(|&has| has).map_or(0, |last| last + 1);
        let mut pool = serializer.serialize_struct("Pool", fields)?;
        pool.serialize_field("capacity", &L::Reach::SLOTS)?;
        pool.serialize_field("entries", entries)?;
        for (field, &name) in FIELDS.iter().enumerate().skip(2) {
            match field {
                _ if field >= fields => pool.skip_field(name)?,
                2 => pool.serialize_field(name, &free)?,
                3 => pool.serialize_field(name, &Retired(self))?,
                4 => pool.serialize_field(name, &Waiting::<P>(self))?,
                _ if Self::LISTS_INSERTIONS => pool.serialize_field(name, &Inserted::<P>(self))?,
                _ => pool.serialize_field(name, &[(); 0][..])?,
            }
        }
        pool.end()
    }

    /// Reads a pool into rows that are as new. `put` makes an object of its data, an `E`, and puts it in its slot.
    ///
    /// Even after an error or a panic the rows are valid: some slots are live then.
    ///
    /// # Errors
    ///
    /// Errors of the deserializer; the data is not of a pool of this definition.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes during the call. They hold no object.
    /// 2. `put` leaves an object in the slot, and writes to no other slot that holds an object or a link.
    pub(crate) unsafe fn deserialize<'de, P, D, E>(
        &mut self,
        slots: SlotMemory,
        deserializer: D,
        site: Site,
        put: impl FnMut(usize, E),
    ) -> Result<(), D::Error>
    where
        P: PoolSpec<Layout = L>,
        D: Deserializer<'de>,
        E: Deserialize<'de>,
        L: Tracked,
    {
        // SAFETY: 1. and 2. the caller promises the same conditions.
        let mut reading = unsafe { read::Reading::<P, E, _>::new(self, slots, site, put) };
        reading.is_text = deserializer.is_human_readable();
        let visitor = RowsVisitor { reading, entries: PhantomData };
        deserializer.deserialize_struct("Pool", FIELDS, visitor)
    }
}

/// The handles of the free slots that are written: see the format above.
struct Free<'a, P: PoolSpec> {
    rows: &'a Rows<P::Layout>,
    slots: SlotMemory,
    is_text: bool,
}

impl<P: PoolSpec> Free<'_, P> {
    /// The handles of the free slots, in the order in which insertions give them, without those at the end that were
    /// never used.
    fn handles(&self) -> impl ExactSizeIterator<Item = Handle<P>> {
        // SAFETY: 1. the slots are those of this pool (1. of `serialize`), which is borrowed.
        let free_slots = unsafe { self.rows.free_slots(self.slots) };
        // SAFETY: 1. free slots are below the capacity, and none of them is retired.
        free_slots.map(|index| unsafe { self.rows.handle_of(index as usize) })
    }

    /// How many handles are written. The handles after them ascend and have generation 0, and in text they are all that
    /// the pool has from the first of them on.
    fn named(&self) -> usize {
        let (mut named, mut next) = (0, 0);
        for (position, handle) in self.handles().enumerate() {
            let index = handle.index();
            if index < next || self.is_text && index > next {
                named = position;
            }
            if handle.generation() != 0 {
                named = position + 1;
            }
            next = index + 1;
        }
        let are_last = !self.is_text || next == self.rows.touched() as usize;
        if are_last { named } else { self.handles().len() }
    }
}

impl<P: PoolSpec> Serialize for Free<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.named();
        let handles = || self.handles().take(named);
        serialize_runs(serializer, &mut handles(), &mut handles())
    }
}

/// The handles of the slots that wait.
struct Waiting<'a, P: PoolSpec>(&'a Rows<P::Layout>);

impl<P: PoolSpec> Serialize for Waiting<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // SAFETY: 1. slots that wait are below the capacity, and none of them is retired.
        let handle = |index| -> Handle<P> { unsafe { self.0.handle_of(index as usize) } };
        let handles = || self.0.waiting().map(handle);
        serialize_runs(serializer, &mut handles(), &mut handles())
    }
}

/// The handles in the order of insertion.
struct Inserted<'a, P: PoolSpec>(&'a Rows<P::Layout>);

impl<P: PoolSpec> Serialize for Inserted<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut handles = serializer.serialize_seq(Some(self.0.len() as usize))?;
        for index in self.0.order() {
            // SAFETY: 1. slots of the order are live, so they are below the capacity and not retired.
            let handle: Handle<P> = unsafe { self.0.handle_of(index) };
            handles.serialize_element(&handle)?;
        }
        handles.end()
    }
}

/// The slots that were retired.
struct Retired<'a, L: Layout>(&'a Rows<L>);

impl<L: Layout> Serialize for Retired<'_, L> {
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
