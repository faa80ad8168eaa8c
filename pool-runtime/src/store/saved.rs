//! Saving the objects of a store: the bytes of the live ones, a word of 64 slots at a time.

use super::Store;
use crate::base::item_field::{ItemField, Show};
use crate::base::word::Word;
use crate::image::fingerprint::Items;
use crate::layout::spec::PoolSpec;

/// The former content of the place at which an object is put.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Former {
    /// No object.
    None,
    /// An object of another handle.
    Other,
    /// The object itself, as it was before.
    Same,
}

/// A store whose objects can be saved to bytes.
///
/// # Safety
///
/// 1. The functions access the objects of the live slots of their word, and nothing else but the memory of places that
///    have no object. `differing` accesses only those that it is asked for.
/// 2. The result of [`loader`](SavedStore::loader) leaves an object at the place of each live slot, and
///    [`put_saved`](SavedStore::put_saved) one at its place.
pub(crate) unsafe trait SavedStore<P: PoolSpec>: Store<P> {
    /// The objects.
    const ITEMS: Items;

    /// Whether objects have fields that a restore leaves alone, if the object is live before and after.
    const KEEPS: bool;

    /// The fields of an object, and how to show an object without fields.
    fn fields() -> (&'static [ItemField], Option<Show>);

    /// Whether the bytes are objects. `lengths` has the number of live slots of each word.
    fn are_objects(lengths: impl Iterator<Item = usize>, bytes: &[u8]) -> bool;

    /// Writes the objects of a word to the first bytes, and returns the others.
    ///
    /// # Safety
    ///
    /// 1. The places of the live slots are below the capacity, and have objects. The store is valid for reads.
    unsafe fn save<'b>(this: *const Self, word: Word<'_>, bytes: &'b mut [u8]) -> &'b mut [u8];

    /// Prepares the store for the objects of an image with this many slots, of which `live` are live.
    ///
    /// # Safety
    ///
    /// 1. Both numbers are at most the capacity. The store is valid for writes. Its objects are forgotten; if the store
    ///    [keeps](SavedStore::KEEPS) fields, it has those that are kept, at places before `live`.
    unsafe fn make_room(_this: *mut Self, _filled: &mut Self::Filled, _slots: u32, _live: usize) {}

    /// Returns a function that loads the objects of a word from the first bytes, and returns the other bytes. By then
    /// it has called, as far as possible, all that a user can implement. If it panics, the objects before are loaded,
    /// and the other places are as they were.
    ///
    /// It is told which slots of the word have objects whose fields are kept, the first slot in the lowest bit. If the
    /// store [keeps](SavedStore::KEEPS) fields, it adds each other slot as soon as that has an object.
    ///
    /// # Safety
    ///
    /// 1. The places of the live slots are below the capacity. The store is valid for writes, and `make_room` was
    ///    called. What the places hold is forgotten, except for the objects that are kept.
    /// 2. The bytes are those of objects: `are_objects` returned `true` for them.
    unsafe fn loader() -> impl for<'b> FnMut(*mut Self, Word<'_>, &mut u64, &'b [u8]) -> &'b [u8];

    /// Puts an object, of these bytes, at a place. Drops the one that is there, unless fields of it are kept. Skipped
    /// fields have the values of that object, or zeros. If user code that reads the bytes panics, the place has the
    /// former object, which may have fields of both.
    ///
    /// # Safety
    ///
    /// 1. The rule of stores.
    /// 2. `filled` is that of the store.
    /// 3. The place has an object, unless the `former` is none.
    /// 4. The bytes are those of an object: `are_objects` returned `true` for them.
    unsafe fn put_saved(
        this: *mut Self,
        filled: &mut Self::Filled,
        place: usize,
        former: Former,
        bytes: &[u8],
    );

    /// Compares objects of a word with the first bytes, which are those of its live slots. Returns which of the slots
    /// that are `asked` for differ, the first slot of the word in the lowest bit, and the other bytes.
    ///
    /// # Safety
    ///
    /// 1. The places of the slots that are asked for are below the capacity, and have objects. The slots are live in
    ///    the word. The store is valid for reads.
    unsafe fn differing<'b>(
        this: *const Self,
        word: Word<'_>,
        asked: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]);
}
