//! The operations that not every layout has.

use super::Def;
use crate::free::{Before, SlotMemory};
use crate::handle::Handle;
use crate::layout::{Layout, Tabled, Tracked};
use crate::rows::{ImageOf, Rows};
use crate::track::Site;
use std::vec::Vec;

/// A batch that promises a number of objects, and has `given` of them.
struct Batch {
    promised: usize,
    given: usize,
}

impl Iterator for Batch {
    type Item = ();

    fn next(&mut self) -> Option<()> {
        self.given = self.given.checked_sub(1)?;
        self.promised -= 1;
        Some(())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.promised, Some(self.promised))
    }
}

impl ExactSizeIterator for Batch {}

/// Fills slots, and returns them. `None` if there are too few.
fn fill<L: Tabled>(rows: &mut Rows<L>, promised: usize, given: usize) -> Option<Vec<usize>> {
    let mut filled = Vec::new();
    // SAFETY: 1. an object is one byte, and any byte is one.
    let positions = unsafe {
        rows.fill_many(Batch { promised, given }, Site::caller(), |place, ()| filled.push(place)).ok()?
    };
    // SAFETY: 1. the batch was just filled.
    let read: Vec<_> = positions.map(|position| unsafe { rows.slot_of_batch(position) }).collect();
    // SAFETY: 1. the places have objects.
    let slots: Vec<_> = filled.into_iter().map(|place| unsafe { rows.slot_at(place) }).collect();
    assert_eq!(read, slots, "the positions are of other slots");
    Some(read)
}

/// Reads serialized rows.
#[cfg(feature = "serde")]
fn read<L: Tracked>(rows: &mut Rows<L>, slots: SlotMemory, text: &[u8], put: &mut dyn FnMut(usize)) {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    // SAFETY: 1. the callers pass the slots of new rows. 2. they put an object in the slot.
    let read = unsafe {
        rows.deserialize::<Def<L>, _, ()>(slots, &mut deserializer, Site::caller(), |slot, ()| put(slot))
    };
    read.expect("serialized rows");
}

type Load<L> = unsafe fn(&mut Rows<L>, SlotMemory, &ImageOf<'_, L>, Site);

/// Each as a function, or `None`.
#[expect(clippy::type_complexity, reason = "each is named once")]
pub(super) struct Further<L: Layout> {
    pub(super) fill: Option<fn(&mut Rows<L>, usize, usize) -> Option<Vec<usize>>>,
    pub(super) take_at: Option<fn(&mut Rows<L>, Handle<Def<L>>) -> bool>,
    pub(super) undo_release_newest: Option<unsafe fn(&mut Rows<L>, u32, Before)>,
    pub(super) load: Option<Load<L>>,
    #[cfg(feature = "serde")]
    pub(super) read: Option<fn(&mut Rows<L>, SlotMemory, &[u8], &mut dyn FnMut(usize))>,
}

impl<L: Layout> Further<L> {
    pub(super) fn of_unguarded() -> Self
    where
        L: Tabled,
    {
        Further {
            fill: Some(fill),
            take_at: Some(Rows::reserve_at),
            undo_release_newest: Some(Rows::undo_release_newest),
            load: None,
            #[cfg(feature = "serde")]
            read: None,
        }
    }

    pub(super) fn of_list() -> Self
    where
        L: Tracked,
    {
        Further {
            fill: None,
            take_at: None,
            undo_release_newest: None,
            load: Some(Rows::load),
            #[cfg(feature = "serde")]
            read: Some(read),
        }
    }

    pub(super) fn of_stack() -> Self
    where
        L: Tabled + Tracked,
    {
        let Further { fill, take_at, undo_release_newest, .. } = Self::of_unguarded();
        Further { fill, take_at, undo_release_newest, ..Self::of_list() }
    }
}
