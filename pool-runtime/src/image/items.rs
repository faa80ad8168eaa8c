//! The image of the items: those of the live slots, in slot order, one after the other, without the padding between
//! slots.

#![expect(unsafe_code, reason = "slots are uninitialised memory")]

use super::item_form::{FieldForm, FormOf, Reader, Source, Writer};
use super::plain_data::{PlainData, saved_bytes};
use crate::base::ones::ones;
use crate::base::runs;
use crate::layout::Layout;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::seats::Seats;

type SeatsOf<P> = <<P as PoolSpec>::Layout as Layout>::Seats;

/// Does something with the place of each live slot, by loops that cost no call without optimisation.
macro_rules! each_live {
    ($words:ident, ($live_word:ident, $place_of:ident), |$place:ident| $body:block) => {
        let mut word = 0;
        while word < $words {
            let mut live = $live_word(word);
            while live != 0 {
                let slot = 64 * word + live.trailing_zeros() as usize;
                let $place = if SeatsOf::<P>::ARE_DENSE { $place_of(slot) } else { slot };
                live &= live - 1;
                $body
            }
            word += 1;
        }
    };
}

/// Writes the items of the live slots. `live_word` says which of the slots from `64 * word` on are live, for the
/// `words` from 0 on, and `place_of` where the item of such a slot is in a dense pool.
///
/// # Safety
///
/// 1. The places of the slots that `live_word` names are below the capacity, and hold items.
/// 2. `slots` can be read during the call.
/// 3. `saved` has the bytes of exactly these items.
pub(crate) unsafe fn save<P: PoolSpec<Item: PlainData>>(
    slots: *const Slots<P>,
    words: usize,
    (live_word, place_of): (impl Fn(usize) -> u64, impl Fn(usize) -> usize),
    saved: &mut [u8],
) {
    if const { !is_memory::<P::Item>() } {
        let mut writer = Writer::new(saved);
        each_live!(words, (live_word, place_of), |place| {
            // SAFETY: 1. it is that of a live slot, so the caller promises that it is below the capacity.
            let item = unsafe { Slots::item(slots, place) };
            // SAFETY: the caller promises that live slots hold items, and can be read during this call. (The code that
            // hands the bytes to the writer is safe, whoever wrote it, and gets no pointer to the slots.)
            <P::Item as PlainData>::Form::put(unsafe { &*item }, &mut writer.part(saved_bytes::<P::Item>()));
        });
        return;
    }
    let mut places = saved.as_mut_ptr();
    each_run::<P>(words, (live_word, place_of), |first, count| {
        let bytes = count * size_of::<P::Item>();
        // SAFETY: 1. the slots of a run are live, so the caller promises that they are below the capacity.
        let items = unsafe { Slots::item(slots, first) };
        // SAFETY: 1. The slots hold items, which are initialised bytes, since they are `NoUninit` (`Memory` is the form
        // of no other types); several items are adjacent (`each_run`). `saved` has room for the items of all live
        // slots, each of which is in one run, and does not overlap the slots, since it is borrowed mutably. Bytes need
        // no alignment.
        unsafe { runs::copy::<P::Item>(items.cast(), places, bytes) };
        // SAFETY: `saved` has these bytes, as above, so the pointer stays within it, or at its end.
        places = unsafe { places.add(bytes) };
    });
    invariant_eq!(places.cast_const(), saved.as_ptr_range().end, "the items have other bytes than the image");
}

/// Loads the items that `save` wrote into their slots. `place_of` is asked once for each live slot of a dense pool,
/// also if items have no bytes. `reader` is that of their form. It has the defaults of skipped fields already, so it
/// calls no `Default`. It can call a `CheckedBitPattern` that was written by hand. If it panics, the items before are
/// loaded, and the other slots are as they were.
///
/// # Safety
///
/// 1. The places of the slots that `live_word` names are below the capacity, and different.
/// 2. `slots` can be written during the call, and their contents may be overwritten.
/// 3. `saved` has the bytes of exactly the items of these slots, and they are valid: see
///    [`are_valid`](super::plain_data::are_valid). What the slots held before is not dropped.
pub(crate) unsafe fn load<P: PoolSpec<Item: PlainData>>(
    slots: *mut Slots<P>,
    words: usize,
    (live_word, mut place_of): (impl Fn(usize) -> u64, impl FnMut(usize) -> usize),
    saved: &[u8],
    reader: impl Reader<P::Item>,
) {
    if const { !is_memory::<P::Item>() } {
        let mut source = Source::new(saved);
        each_live!(words, (live_word, place_of), |slot| {
            // It can be code of a user, and may panic: the slot is written after that.
            let item = reader.read(&mut source.part(saved_bytes::<P::Item>()));
            // SAFETY: 1. `live_word` names the slot, so the caller promises that it is below the capacity.
            let place = unsafe { Slots::item_mut(slots, slot) };
            // SAFETY: the caller promises that the slot can be written, and that what it holds may be overwritten.
            unsafe { place.write(item) };
        });
        return;
    }
    let mut places = saved.as_ptr();
    each_run::<P>(words, (live_word, place_of), |first, count| {
        let bytes = count * size_of::<P::Item>();
        // SAFETY: 1. the caller promises that the slots are below the capacity.
        let items = unsafe { Slots::item_mut(slots, first) };
        // SAFETY: 1. `saved` has the bytes of the items of all runs, so it has these. The slots can be written, are
        // adjacent if there are several, and do not overlap `saved`. The caller promises that the bytes are items.
        unsafe { runs::copy::<P::Item>(places, items.cast(), bytes) };
        // SAFETY: `saved` has these bytes, as above, so the pointer stays within it, or at its end.
        places = unsafe { places.add(bytes) };
    });
    invariant_eq!(places, saved.as_ptr_range().end, "the items have other bytes than the image");
}

/// Whether items are saved as their bytes in memory.
const fn is_memory<T: PlainData>() -> bool {
    <T::Form as FormOf<T>>::IS_MEMORY
}

/// Calls `visit` with the first place and the length of runs of live slots: long ones if items are adjacent in memory,
/// otherwise one slot at a time.
#[inline]
fn each_run<P: PoolSpec>(
    words: usize,
    (live_word, mut place_of): (impl Fn(usize) -> u64, impl FnMut(usize) -> usize),
    mut visit: impl FnMut(usize, usize),
) {
    // Whether the items of adjacent slots are adjacent in memory too.
    let are_adjacent = const { Slots::<P>::STRIDE == size_of::<P::Item>() } && !SeatsOf::<P>::ARE_DENSE;
    if size_of::<P::Item>() == 0 && !SeatsOf::<P>::ARE_DENSE {
        return;
    }
    invariant!(words <= (<P::Layout as Layout>::CAPACITY as usize).div_ceil(64), "words beyond the capacity");
    let mut word = 0;
    while word < words {
        let live = live_word(word);
        let start = 64 * word;
        word += 1;
        if are_adjacent && live == u64::MAX {
            // One copy for all full words in a row.
            while word < words && live_word(word) == u64::MAX {
                word += 1;
            }
            visit(start, 64 * word - start);
            continue;
        }
        if are_adjacent {
            runs::each_run(live, |first, count| visit(start + first, count));
        } else {
            ones(live).map(|slot| start + slot).for_each(|slot| {
                visit(if SeatsOf::<P>::ARE_DENSE { place_of(slot) } else { slot }, 1);
            });
        }
    }
}
