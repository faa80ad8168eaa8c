//! The bytes of columns: column by column, see [`saved`](crate::columns::saved).

use super::{ColumnCells, ListOf};
use crate::base::item_field::{ItemField, Show};
use crate::base::word::Word;
use crate::columns::{Columns, SavedList};
use crate::image::fingerprint::Items;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::seats::Seats;
use crate::store::saved::{Former, SavedStore};

// SAFETY: 1. the functions of a list access the elements of the live slots of a word, or of those that it is asked for
// (1. of `SavedList`). `make_room` writes to elements of no objects, or to skipped ones of those that are kept, which
// it may access: the store is mutably borrowed. 2. all elements of the live slots were written by `make_room` or
// before, and `load` writes those that are saved. `put_saved` does the same with one place.
unsafe impl<P: PoolSpec<Item: Columns<List: SavedList>>> SavedStore<P> for ColumnCells<P> {
    const ITEMS: Items = Items::of_columns::<P::Item>();
    const KEEPS: bool = ListOf::<P>::KEEPS;

    fn fields() -> (&'static [ItemField], Option<Show>) {
        (P::Item::FIELDS, None)
    }

    fn are_objects(mut lengths: impl Iterator<Item = usize>, bytes: &[u8]) -> bool {
        ListOf::<P>::has_any_bytes()
            || lengths.try_fold(bytes, |bytes, length| ListOf::<P>::check(length, bytes)).is_some()
    }

    #[inline]
    unsafe fn save<'b>(this: *const Self, word: Word<'_>, bytes: &'b mut [u8]) -> &'b mut [u8] {
        // SAFETY: 1. the caller promises places below the capacity, and a store for reads. 2. objects are elements that
        // were written.
        unsafe { ListOf::<P>::save::<P::Layout, ()>(Self::cells(this), word, bytes) }
    }

    unsafe fn make_room(this: *mut Self, filled: &mut u32, slots: u32, live: usize) {
        let cells = Self::cells_mut(this);
        if *filled < slots {
            // SAFETY: 1. the caller promises at most as many slots as the capacity, and a store for writes.
            unsafe { ListOf::<P>::zero::<P::Layout, ()>(cells, *filled as usize..slots as usize) };
            *filled = slots;
        }
        if <P::Layout as Layout>::Seats::ARE_DENSE && ListOf::<P>::SKIPS {
            // SAFETY: 1. the caller promises at most as many live slots as the capacity, and a store for writes. 2.
            // there are no more of them than slots, whose elements were written above or before.
            unsafe { ListOf::<P>::zero_unsaved::<P::Layout, ()>(cells, 0..live, false) };
        }
    }

    unsafe fn loader() -> impl for<'b> FnMut(*mut Self, Word<'_>, &mut u64, &'b [u8]) -> &'b [u8] {
        |this, word, objects, bytes| {
            if const { Self::KEEPS } {
                let others = Word { live: word.live & !*objects, ..word };
                others.each_run(|first, count| {
                    let (cells, slots) = (Self::cells_mut(this), first..first + count);
                    // SAFETY: 1. the caller promises places below the capacity, and a store for writes. 2. `make_room`
                    // filled all places.
                    unsafe { ListOf::<P>::zero_unsaved::<P::Layout, ()>(cells, slots, true) };
                });
                *objects |= others.live;
            }
            // SAFETY: 1. the caller promises places below the capacity, and a store for writes. 2. `make_room` filled
            // all places. 3. the caller promises bytes that were checked.
            unsafe { ListOf::<P>::load::<P::Layout, ()>(Self::cells_mut(this), word, bytes) }
        }
    }

    unsafe fn put_saved(this: *mut Self, filled: &mut u32, place: usize, former: Former, bytes: &[u8]) {
        let cells = Self::cells_mut(this);
        match former {
            Former::Same => {}
            Former::Other if !Self::KEEPS => {}
            // SAFETY: 1. the caller promises a place below the capacity, and a store for writes. 2. it has an object.
            Former::Other => unsafe {
                ListOf::<P>::zero_unsaved::<P::Layout, ()>(cells, place..place + 1, true);
            },
            Former::None => {
                let unfilled = (*filled as usize).min(place)..place + 1;
                // SAFETY: 1. the caller promises a place below the capacity, and a store for writes. No object is at
                // these places: those from `filled` on have none.
                unsafe { ListOf::<P>::zero::<P::Layout, ()>(cells, unfilled) };
                *filled = (*filled).max(place as u32 + 1);
            }
        }
        let word = Word { first: place, live: 1, places: None };
        // SAFETY: 1. the place is the first of the word, and the only live one. The caller promises that it is below
        // the capacity, and a store for writes. 2. it has an object, or was just filled. 3. the caller promises bytes
        // that were checked.
        let rest = unsafe { ListOf::<P>::load::<P::Layout, ()>(cells, word, bytes) };
        invariant!(rest.is_empty(), "an object of other bytes");
    }

    #[inline]
    unsafe fn differing<'b>(
        this: *const Self,
        word: Word<'_>,
        asked: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]) {
        // SAFETY: 1. the caller promises places below the capacity, and a store for reads. 2. the caller promises that
        // the slots that are asked for are live and have objects, which are elements that were written.
        unsafe { ListOf::<P>::differing::<P::Layout, ()>(Self::cells(this), word, asked, bytes) }
    }
}
