//! Restoring objects that have fields which are not saved, and which stay where the object is live before and after:
//! in the same slot, in the same generation.
//!
//! Such objects are not dropped. The others are removed first, then these are moved to their places in the image, then
//! the objects of the image are loaded word by word, and the rows last: until then, their guard knows which objects are
//! kept.

use super::{Body, SeatsOf};
use crate::base::ones::ones;
use crate::base::word::Word;
use crate::guard::Guard;
use crate::layout::spec::PoolSpec;
use crate::rows::{ImageOf, One};
use crate::seats::Seats;
use crate::store::drop_objects;
use crate::store::saved::SavedStore;
use core::cmp::Ordering;

/// Brings the objects of a body into the state that an image has. If code of a user panics, all objects are dropped,
/// and the rows are empty. The image is to be loaded into the rows next.
///
/// # Safety
///
/// 1. The image and the bytes of its objects were checked.
/// 2. `load` is the [loader](SavedStore::loader) of the store.
pub(super) unsafe fn load_kept<P: PoolSpec, S: SavedStore<P>>(
    body: &mut Body<P, S>,
    image: &ImageOf<'_, P::Layout>,
    mut bytes: &[u8],
    mut load: impl for<'b> FnMut(*mut S, Word<'_>, &mut u64, &'b [u8]) -> &'b [u8],
) {
    let body = remove_others(body, image);
    // SAFETY: 1. an image was checked to have at most as many slots as the pool. The store is mutably borrowed. All
    // objects are in the image, so no more than its objects, and at the first places if the pool is dense.
    unsafe { S::make_room(&raw mut body.store, &mut body.filled, image.slots(), image.live()) };
    if SeatsOf::<P>::ARE_DENSE {
        arrange(body, image);
    }
    let mut loading = Loading { body, image, word: 0, objects: 0 };
    while loading.word < image.words() {
        let word = loading.word;
        let (first, live) = (64 * word, image.live_word(word));
        loading.objects = loading.body.rows.live_word(word);
        invariant_eq!(loading.objects & !live, 0, "an object that is not in the image");
        let places = SeatsOf::<P>::ARE_DENSE.then(|| Word::places(first, live, |slot| image.place_of(slot)));
        // As `loader` of the store demands, whose result this is (2.):
        // 1. the places of an image are below its live slots, which are at most the capacity. The store is mutably
        //    borrowed, and the objects that it does not have any more were dropped. `objects` has those that are kept,
        //    which `arrange` moved to these places.
        // 2. the caller promises bytes that were checked (1.).
        let word = Word { first, live, places: places.as_ref() };
        bytes = load(&raw mut loading.body.store, word, &mut loading.objects, bytes);
        loading.word += 1;
    }
    invariant!(bytes.is_empty(), "the objects have other bytes than the image");
    core::mem::forget(loading);
}

/// Removes the objects that an image does not have in the same slots and generations.
fn remove_others<'a, P: PoolSpec, S: SavedStore<P>>(
    body: &'a mut Body<P, S>,
    image: &ImageOf<'_, P::Layout>,
) -> &'a mut Body<P, S> {
    /// Empties the pool if a destructor unwinds.
    struct Emptied<'a, P: PoolSpec, S: SavedStore<P>>(&'a mut Body<P, S>);
    impl<P: PoolSpec, S: SavedStore<P>> Drop for Emptied<'_, P, S> {
        fn drop(&mut self) {
            // SAFETY: 1. the rows are emptied next.
            unsafe { self.0.drop_all() };
            let (rows, memory) = self.0.rows_and_memory();
            // SAFETY: 1. the memory is that of this pool, whose objects were dropped.
            unsafe { rows.forget_image(memory) };
        }
    }

    let tally = body.rows.tally;
    let emptied = Emptied(&mut *body);
    for word in 0..emptied.0.rows.touched().div_ceil(64) as usize {
        let rows = &emptied.0.rows;
        // SAFETY: 1. the slots that were in use are below the capacity, so the word exists.
        let other_states = |states: &[u8]| unsafe { rows.guard.differing_word(states, word) };
        let others = rows.live_word(word) & image.with_states(word, other_states);
        for slot in ones(others) {
            // SAFETY: 1. the slot is live: it is another one than those before it. 2. no slot is taken.
            unsafe { emptied.0.release_and_drop(64 * word + slot, One) };
        }
    }
    core::mem::forget(emptied);
    // The program removed nothing.
    body.rows.tally = tally;
    body
}

/// Moves the objects of a dense pool to their places in an image that has all of them. Their slots keep the places that
/// they had; the image has the new ones.
fn arrange<P: PoolSpec, S: SavedStore<P>>(body: &mut Body<P, S>, image: &ImageOf<'_, P::Layout>) {
    let count = body.rows.seats.taken();
    let place_in_image = |body: &Body<P, S>, place| {
        // SAFETY: 1. the first places of a dense pool have objects, as many as are taken.
        image.place_of(unsafe { body.rows.slot_at(place) })
    };
    for place in 0..count {
        loop {
            let to = place_in_image(body, place);
            if to == place || to >= count {
                break;
            }
            // The object that goes to `to` stays there, so this is done once for each object.
            // SAFETY: 1. the seats are dense, and both are below the number of objects.
            unsafe { body.swap_places(place, to) };
        }
    }
    // The other objects go behind those that are already at their places.
    for place in 0..count {
        let to = place_in_image(body, place);
        if to != place {
            // SAFETY: 1. places of an image are below the capacity, and the store is mutably borrowed. 2. the place has
            // an object, which no other one was moved to: `to` is not below `count`.
            unsafe { S::shift(&raw mut body.store, place, to) };
        }
    }
}

/// A body whose objects are being loaded. It is dropped only while user code unwinds, and then drops the objects.
///
/// Invariant: of the words before `word`, all live slots of the image have objects; of the words after it, all slots
/// that are live in the rows; and of the word itself, `objects`. They are at their places in the image.
struct Loading<'a, 'i, P: PoolSpec, S: SavedStore<P>> {
    body: &'a mut Body<P, S>,
    image: &'a ImageOf<'i, P::Layout>,
    word: usize,
    objects: u64,
}

impl<P: PoolSpec, S: SavedStore<P>> Drop for Loading<'_, '_, P, S> {
    fn drop(&mut self) {
        let Loading { ref mut body, image, word: loading, objects } = *self;
        let Body { rows, store, .. } = &mut **body;
        let objects = |word: usize| match word.cmp(&loading) {
            Ordering::Less => image.live_word(word),
            Ordering::Equal => objects,
            Ordering::Greater => rows.live_word(word),
        };
        let mut places = (0..image.words())
            .flat_map(|word| ones(objects(word)).map(move |slot| image.place_of(64 * word + slot)));
        // SAFETY: 1. the store is mutably borrowed. 2. the places of an image are below the capacity, and those of
        // different slots differ. 3. they have objects, as the invariant says, and the rows are emptied next.
        unsafe { drop_objects::<P, S>(store, || places.next()) };
        let (rows, memory) = body.rows_and_memory();
        // SAFETY: 1. the memory is that of this pool, whose objects were dropped.
        unsafe { rows.forget_image(memory) };
    }
}
