//! The bytes of items: those of the live slots, one after the other, without the padding between slots.

use crate::base::cut;
use crate::base::item_field::{ItemField, Show};
use crate::base::ones::ones;
use crate::base::runs;
use crate::base::word::Word;
use crate::image::fingerprint::Items;
use crate::image::item_form::{FieldForm, FormOf, Reader, Source, Writer};
use crate::image::plain_data::{self, PlainData};
use crate::layout::Layout;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::seats::Seats;
use crate::store::Store;
use crate::store::saved::{Former, SavedStore};

type FormIn<P> = <<P as PoolSpec>::Item as PlainData>::Form;

/// Does something with the place of each live slot, by a loop that costs no call without optimisation.
macro_rules! each_live {
    ($word:ident, |$place:ident| $body:block) => {
        let mut live = $word.live;
        while live != 0 {
            let $place = $word.place(live.trailing_zeros() as usize);
            live &= live - 1;
            $body
        }
    };
}

/// Calls `visit` with the first place and the length of runs of live slots: long ones if items are adjacent in memory,
/// otherwise one slot at a time.
#[inline(always)]
fn each_run<P: PoolSpec>(word: Word<'_>, mut visit: impl FnMut(usize, usize)) {
    if const { Slots::<P>::STRIDE == size_of::<P::Item>() } {
        word.each_run(visit);
    } else {
        ones(word.live).for_each(|slot| visit(word.place(slot), 1));
    }
}

// SAFETY: 1. the places that are read, written and compared are those of the live slots of the word, or of those that
// are asked for, or the one place of `put_saved`. 2. each live slot is in one run, or is visited by itself, and its
// item is written, as that of `put_saved` is.
unsafe impl<P: PoolSpec<Item: PlainData>> SavedStore<P> for Slots<P> {
    const ITEMS: Items = Items::of::<P>();
    const KEEPS: bool = <FormIn<P> as FieldForm>::KEEPS;

    fn fields() -> (&'static [ItemField], Option<Show>) {
        // The definition of a generic item does not know whether the item has fields.
        let fields = if P::FIELDS.is_empty() { FormIn::<P>::FIELDS } else { P::FIELDS };
        (fields, FormIn::<P>::show())
    }

    fn are_objects(lengths: impl Iterator<Item = usize>, bytes: &[u8]) -> bool {
        plain_data::are_valid::<P::Item>(lengths.sum(), bytes)
    }

    #[inline]
    unsafe fn save<'b>(this: *const Self, word: Word<'_>, bytes: &'b mut [u8]) -> &'b mut [u8] {
        let len = word.live.count_ones() as usize * Self::ITEMS.bytes;
        let Some((bytes, others)) = bytes.split_at_mut_checked(len) else {
            invariant!(false, "no room for the items of a word");
            return &mut [];
        };
        if const { !<FormIn<P> as FormOf<P::Item>>::IS_MEMORY } {
            let mut writer = Writer::new(bytes);
            each_live!(word, |place| {
                // SAFETY: 1. and 2. the caller promises a store for reads, and that the places of live slots are below
                // the capacity and have items. (The code that hands the bytes to the writer is safe, whoever wrote it,
                // and gets no pointer to the slots.)
                FormIn::<P>::put(unsafe { Self::lend(this, place) }, &mut writer.part(Self::ITEMS.bytes));
            });
            return others;
        }
        let mut saved = bytes.as_mut_ptr();
        each_run::<P>(word, |first, count| {
            let count = count * size_of::<P::Item>();
            // SAFETY: 1. the caller promises that the places of live slots are below the capacity.
            let items = unsafe { Self::item(this, first) };
            // SAFETY: 1. The slots hold items, which are initialised bytes, since they are `NoUninit` (`Memory` is the
            // form of no other types); several items are adjacent (`each_run`). `bytes` has room for the items of all
            // live slots, each of which is in one run, and does not overlap the slots, since it is borrowed mutably.
            // Bytes need no alignment.
            unsafe { runs::copy::<P::Item>(items.cast(), saved, count) };
            // SAFETY: `bytes` has this many bytes, as above, so the pointer stays within it, or at its end.
            saved = unsafe { saved.add(count) };
        });
        invariant_eq!(saved.cast_const(), bytes.as_ptr_range().end, "not the bytes of all items");
        others
    }

    unsafe fn loader() -> impl for<'b> FnMut(*mut Self, Word<'_>, &mut u64, &'b [u8]) -> &'b [u8] {
        let reader = FormIn::<P>::reader();
        move |this, word, objects, bytes| {
            let len = word.live.count_ones() as usize * Self::ITEMS.bytes;
            let Some((bytes, others)) = bytes.split_at_checked(len) else {
                // The caller promises the bytes of all items (2.).
                invariant!(false, "the bytes of fewer items");
                return &[];
            };
            if const { Self::KEEPS } {
                let mut source = Source::new(bytes);
                for slot in ones(word.live) {
                    let (place, mut source) = (word.place(slot), source.part(Self::ITEMS.bytes));
                    if *objects >> slot & 1 != 0 {
                        // SAFETY: 1. the caller promises a store for writes, and a place below the capacity. 2. it has
                        // the object that is kept.
                        reader.read_over(unsafe { Self::lend_mut(this, place) }, &mut source);
                        continue;
                    }
                    let item = reader.read(&mut source);
                    // SAFETY: 1. the caller promises a store for writes, a place below the capacity, and that what it
                    // holds is forgotten: its object is not kept. 2. `filled` is `()`.
                    unsafe { Self::put(this, &mut (), place, item) };
                    *objects |= 1 << slot;
                }
                return others;
            }
            if const { !<FormIn<P> as FormOf<P::Item>>::IS_MEMORY } {
                let mut source = Source::new(bytes);
                each_live!(word, |place| {
                    // It can be code of a user, and may panic: the slot is written after that.
                    let item = reader.read(&mut source.part(Self::ITEMS.bytes));
                    // SAFETY: 1. the caller promises a store for writes, a place below the capacity, and that what it
                    // holds is forgotten. 2. `filled` is `()`.
                    unsafe { Self::put(this, &mut (), place, item) };
                });
                return others;
            }
            let mut saved = bytes.as_ptr();
            each_run::<P>(word, |first, count| {
                let count = count * size_of::<P::Item>();
                // SAFETY: 1. the caller promises that the places of live slots are below the capacity.
                let items = unsafe { Self::item_mut(this, first) };
                // SAFETY: 1. `bytes` has those of the items of all live slots, each of which is in one run. The slots
                // can be written, are adjacent if there are several, and do not overlap `bytes`. The caller promises
                // that the bytes are items.
                unsafe { runs::copy::<P::Item>(saved, items.cast(), count) };
                // SAFETY: `bytes` has this many bytes, as above, so the pointer stays within it, or at its end.
                saved = unsafe { saved.add(count) };
            });
            invariant_eq!(saved, bytes.as_ptr_range().end, "not the bytes of all items");
            others
        }
    }

    unsafe fn put_saved(this: *mut Self, filled: &mut (), place: usize, former: Former, bytes: &[u8]) {
        if const { <FormIn<P> as FormOf<P::Item>>::IS_MEMORY } || Self::KEEPS && former == Former::Same {
            // Nothing is dropped: items that are memory are `Copy`, and the others stay.
            let word = Word { first: place, live: 1, places: None };
            // SAFETY: 1. the place is the only live one of the word. The caller promises that it is below the capacity,
            // a store for writes, which needs no room, and an object that may be kept. 2. the caller promises bytes
            // that were checked.
            let mut load = unsafe { Self::loader() };
            let rest = load(this, word, &mut u64::from(former == Former::Same), bytes);
            invariant!(rest.is_empty(), "an item of other bytes");
            return;
        }
        let item = plain_data::reader::<P::Item>()(bytes);
        // The old object is dropped at the end, when the place has the new one. SAFETY: 1. the caller promises the rule
        // of stores. 2. the place has an object then, which this one replaces.
        let _old = (former != Former::None).then(|| unsafe { Self::take(this, place) });
        // SAFETY: 1. and 2. the caller promises the same conditions.
        unsafe { Self::put(this, filled, place, item) };
    }

    #[inline]
    unsafe fn differing<'b>(
        this: *const Self,
        word: Word<'_>,
        asked: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]) {
        let (bytes, others) = cut::split(bytes, word.live.count_ones() as usize * Self::ITEMS.bytes);
        // In a world at rest, most words are equal as a whole.
        if !<P::Layout as Layout>::Seats::ARE_DENSE
            && asked == word.live
            && asked & asked.wrapping_add(1) == 0
            // SAFETY: 1. the slots are asked for, so they have items below the capacity.
            && unsafe { item_bytes(this, word.first, asked.trailing_ones() as usize) } == Some(bytes)
        {
            return (0, others);
        }
        let differing = word.each_asked(asked, Self::ITEMS.bytes, bytes, |place, saved| {
            // SAFETY: 1. and 2. the caller promises a store for reads, and that the places of slots that are asked for
            // are below the capacity and have items.
            !plain_data::is_saved_as(unsafe { Self::lend(this, place) }, saved)
        });
        (differing, others)
    }
}

/// Returns the bytes of adjacent items, if they are saved as these bytes, and are adjacent in memory too.
///
/// # Safety
///
/// 1. The `count` slots from `first` on are below the capacity and have items, which can be read for `'a`.
unsafe fn item_bytes<'a, P: PoolSpec>(slots: *const Slots<P>, first: usize, count: usize) -> Option<&'a [u8]>
where
    P::Item: PlainData + 'a,
{
    let is_memory = const { <FormIn<P> as FormOf<P::Item>>::IS_MEMORY };
    if !is_memory || const { Slots::<P>::STRIDE != size_of::<P::Item>() } {
        return None;
    }
    invariant!(first + count <= <P::Layout as Layout>::CAPACITY as usize, "slots beyond the capacity");
    // SAFETY: 1. the caller promises slots below the capacity.
    let items = unsafe { Slots::item(slots, first) };
    // SAFETY: the slots hold items, which are initialised bytes, since they are `NoUninit` (`Memory` is the form of no
    // other types), and several items are adjacent, as checked above. The caller promises that they can be read for 'a.
    Some(unsafe { core::slice::from_raw_parts(items.cast(), count * size_of::<P::Item>()) })
}
