//! Saving a body: its rows, and the objects of its store word by word.

use super::kept::load_kept;
use super::{Body, SeatsOf};
use crate::base::item_field::{ItemField, Show};
use crate::base::word::Word;
use crate::free::SlotMemory;
use crate::image::fingerprint::Items;
use crate::layout::spec::PoolSpec;
use crate::rows::saved::Saved;
use crate::rows::{ImageOf, Rows};
use crate::seats::Seats;
use crate::store::saved::SavedStore;

/// Declares a word of slots for a store. In a dense pool, `place_of` is asked for the place of each slot of `asked`.
macro_rules! word {
    ($name:ident: $number:ident, $live:ident, $asked:ident, $place_of:expr) => {
        let first = 64 * $number;
        let places = SeatsOf::<P>::ARE_DENSE.then(|| Word::places(first, $asked, $place_of));
        let $name = Word { first, live: $live, places: places.as_ref() };
    };
}

// SAFETY: 1. the memory is that of the store. 2. the loader of a store leaves an object at each place, and `word!` asks
// for the place of each live slot of a dense pool.
unsafe impl<P: PoolSpec, S: SavedStore<P>> Saved for Body<P, S> {
    type Layout = P::Layout;

    const ITEMS: Items = S::ITEMS;

    const KEEPS: bool = S::KEEPS;

    fn rows(&self) -> &Rows<P::Layout> {
        &self.rows
    }

    fn rows_and_memory(&mut self) -> (&mut Rows<P::Layout>, SlotMemory) {
        self.rows_and_memory()
    }

    fn memory(&self) -> SlotMemory {
        self.memory()
    }

    #[inline]
    fn save_word<'p>(&self, word: usize, live: u64, places: &'p mut [u8]) -> &'p mut [u8] {
        // SAFETY: 1. the slots to save are live.
        word!(word: word, live, live, |slot| unsafe { self.rows.place_of(slot) });
        // SAFETY: 1. the slots to save are live, so their places are below the capacity and have objects. The store is
        // borrowed.
        unsafe { S::save(&raw const self.store, word, places) }
    }

    fn are_objects(image: &ImageOf<'_, P::Layout>, bytes: &[u8]) -> bool {
        S::are_objects((0..image.words()).map(|word| image.live_word(word).count_ones() as usize), bytes)
    }

    unsafe fn drop_objects(&mut self) {
        // SAFETY: 1. the caller promises that the objects are forgotten: nothing uses them, or drops them again.
        unsafe { self.drop_all() };
    }

    unsafe fn loader() -> impl FnOnce(&mut Self, &ImageOf<'_, P::Layout>, &[u8]) {
        // SAFETY: 1. and 2. `load` is called only below.
        let mut load = unsafe { S::loader() };
        move |body, image, mut bytes| {
            if const { S::KEEPS } {
                // SAFETY: 1. the caller promises an image and bytes that were checked. 2. `load` is that of the store.
                return unsafe { load_kept(body, image, bytes, load) };
            }
            let Body { rows, filled, store } = body;
            // SAFETY: 1. an image was checked to have at most as many slots as the pool. The store is mutably borrowed,
            // and its objects were dropped.
            unsafe { S::make_room(store, filled, image.slots(), image.live()) };
            for word in 0..image.words() {
                let live = image.live_word(word);
                // SAFETY: 1. the caller promises that the image was loaded. The slots are live in it.
                word!(word: word, live, live, |slot| unsafe { rows.seat(image, slot) });
                // As `loader` of the store demands, which has no other caller:
                // 1. the live slots of an image are before its extent, which is at most the capacity, and in a dense
                //    pool `seat` gives each a place of its own. The store is mutably borrowed, and its objects were
                //    dropped. If reading one panics, the pool forgets all of them.
                // 2. the caller promises bytes that were checked.
                bytes = load(store, word, &mut 0, bytes);
            }
            invariant!(bytes.is_empty(), "the objects have other bytes than the image");
        }
    }

    fn add_differences(&mut self, image: &ImageOf<'_, P::Layout>, mut bytes: &[u8]) {
        let Body { rows, store, .. } = self;
        rows.add_differences_to_image(image, |rows, word, live, asked| {
            // SAFETY: 1. slots that are asked for are live.
            word!(word: word, live, asked, |slot| unsafe { rows.place_of(slot) });
            // SAFETY: 1. the slots that are asked for are live in the pool and in the image, so their places are below
            // the capacity and have objects. The store is borrowed.
            let (differing, rest) = unsafe { S::differing(store, word, asked, bytes) };
            bytes = rest;
            differing
        });
    }

    fn fields() -> (&'static [ItemField], Option<Show>) {
        S::fields()
    }
}
