//! The image of the items: `size_of::<P::Item>()` bytes per slot, without the padding between slots. Slots that are
//! not live are zero.

#![expect(unsafe_code, reason = "slots are uninitialised memory")]

use super::RestoreError;
use crate::layout::Layout;
use crate::layout::slots::{Slots, SlotsPtr};
use crate::layout::spec::PoolSpec;
use bytemuck::Pod;
use core::ops::Range;

/// The number of bytes that are zeroed before the live items among them are written. This many bytes stay in
/// the nearest cache until then, and are enough to be worth the call.
const BLOCK_BYTES: usize = 8 << 10;

/// Writes the items of the first slots, as many as `saved` has room for. `live_word` says which of the slots from `64 * word` on are live.
///
/// # Safety
///
/// 1. The slots that `live_word` names are below the capacity, and hold items. `saved` has room for all of them.
/// 2. `slots` can be read during the call.
pub(crate) unsafe fn save<P: PoolSpec<Item: Pod>>(
    slots: SlotsPtr<P>,
    live_word: impl Fn(usize) -> u64,
    saved: &mut [u8],
) {
    for (run, live) in runs::<P, _>(saved.len(), |word| Live::of(live_word(word))) {
        let saved = &mut saved[bytes_of::<P>(&run)];
        match live {
            Live::None => saved.fill(0),
            Live::All if is_dense::<P>() => {
                // SAFETY: 1. The run is below the capacity. 2. The caller promises that the slots can be read. 3. The
                // result is only read.
                let items = unsafe { slots.at(run.start) }.cast_const();
                // SAFETY: all slots of the run are live, so the caller promises that they hold items. The items are
                // adjacent (`is_dense`).
                let items = unsafe { core::slice::from_raw_parts(items, run.len()) };
                saved.copy_from_slice(bytemuck::cast_slice(items));
            }
            // SAFETY: 1. and 2. The caller promises the same. 3. `saved` has the bytes of the run, which consists of
            // whole words or ends with the last slot of the image.
            _ => unsafe { save_mixed(slots, run.start / 64, &live_word, saved) },
        }
    }
}

/// Writes the items of words in which only some slots are live, from the word `first` on.
///
/// # Safety
///
/// 1. The slots that `live_word` names are below the capacity, and hold items.
/// 2. `slots` can be read during the call.
/// 3. `saved` is the image of whole words, or ends with a slot behind which none is live.
unsafe fn save_mixed<P: PoolSpec<Item: Pod>>(
    slots: SlotsPtr<P>,
    first: usize,
    live_word: impl Fn(usize) -> u64,
    saved: &mut [u8],
) {
    let word_bytes = word_bytes::<P>();
    let block_words = (BLOCK_BYTES / word_bytes).max(1);
    let mut word = first;
    for block in saved.chunks_mut(block_words * word_bytes) {
        // Zeroes the whole block and then writes the live items. That is less work than to find the gaps. And an item
        // that crosses a cache line is slow to write if the lines are not in the cache.
        block.fill(0);
        for saved in block.chunks_mut(word_bytes) {
            // SAFETY: 1. and 2. The caller promises the same. 3. `saved` is the image of the word. If it is not whole, no
            // slot behind it is live. So all live slots have room.
            unsafe { save_live(slots, 64 * word, live_word(word), saved) };
            word += 1;
        }
    }
}

/// Writes the items of the live slots from `start` on. `live` says which these are.
///
/// # Safety
///
/// 1. The slots that `live` names are below the capacity, and hold items.
/// 2. `slots` can be read during the call.
/// 3. `saved` has room for the items of all these slots.
#[inline]
unsafe fn save_live<P: PoolSpec<Item: Pod>>(slots: SlotsPtr<P>, start: usize, live: u64, saved: &mut [u8]) {
    let bytes = size_of::<P::Item>();
    debug_assert!((64 - live.leading_zeros() as usize) * bytes <= saved.len(), "an item beyond the image");
    let saved = saved.as_mut_ptr();
    each_bit(live, |bit| {
        // SAFETY: 1. The slot is live, so the caller promises that it is below the capacity. 2. The caller promises
        // that the slots can be read. 3. The result is only read.
        let item = unsafe { slots.at(start + bit) }.cast_const();
        // SAFETY: the caller promises that `saved` has room for this item, so the pointer stays within it.
        let saved = unsafe { saved.add(bit * bytes) };
        // SAFETY: the slot holds an item: `bytes` initialised bytes, since it is plain data. `saved` has room for
        // them, and does not overlap the slots, since it is borrowed mutably. Bytes need no alignment.
        unsafe { saved.copy_from_nonoverlapping(item.cast(), bytes) };
    });
}

/// Checks that the slots that are not live are zero in the image.
pub(crate) fn check<P: PoolSpec<Item: Pod>>(
    live_word: impl Fn(usize) -> u64,
    saved: &[u8],
) -> Result<(), RestoreError> {
    // The image of zero-sized items has no words.
    for (word, saved) in saved.chunks(word_bytes::<P>().max(1)).enumerate() {
        let slots = saved.len() / size_of::<P::Item>();
        let free = !live_word(word) & u64::MAX >> (64 - slots);
        // All free slots at once: a branch per slot would often be mispredicted.
        let mut ones = [0; 2];
        if free == u64::MAX {
            ones = union(ones, saved);
        } else {
            // SAFETY: 1. The set bits of `free` are below `slots`, the number of items in `saved`.
            each_bit(free, |bit| ones = union(ones, unsafe { item::<P>(saved, bit) }));
        }
        if ones != [0; 2] {
            return Err(first_that_is_not_zero::<P>(64 * word, free, saved));
        }
    }
    Ok(())
}

/// Loads the items that `save` wrote into their slots. Slots that are not live get arbitrary bytes.
///
/// # Safety
///
/// 1. `slots` can be written during the call, and their contents may be overwritten.
pub(crate) unsafe fn load<P: PoolSpec<Item: Pod>>(
    slots: SlotsPtr<P>,
    live_word: impl Fn(usize) -> u64,
    saved: &[u8],
) {
    for (run, any_is_live) in runs::<P, _>(saved.len(), |word| live_word(word) != 0) {
        let saved = &saved[bytes_of::<P>(&run)];
        if !any_is_live {
            // Does not touch memory that was never used.
            continue;
        }
        if is_dense::<P>() {
            // SAFETY: 1. The run is below the capacity. 2. and 3. The caller promises that the slots can be written.
            let items = unsafe { slots.at(run.start) }.cast::<u8>();
            // SAFETY: the slots of the run have as many bytes as their image, one item after the other, and can be
            // written. The image is borrowed and does not overlap them. Any bytes are valid for a slot, live or not:
            // items are plain data.
            unsafe { items.copy_from_nonoverlapping(saved.as_ptr(), saved.len()) };
            continue;
        }
        for index in run.clone() {
            let item = &saved[bytes_of::<P>(&(index - run.start..index - run.start + 1))];
            // SAFETY: 1. The run is below the capacity. 2. and 3. The caller promises that the slots can be written.
            let slot = unsafe { slots.at(index) };
            // SAFETY: the slot can be written. Its old contents are plain data, which needs no drop.
            unsafe { slot.write(bytemuck::pod_read_unaligned(item)) };
        }
    }
}

/// Which slots of a word are live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Live {
    All,
    None,
    Some,
}

impl Live {
    fn of(word: u64) -> Self {
        match word {
            u64::MAX => Live::All,
            0 => Live::None,
            _ => Live::Some,
        }
    }
}

/// The slots whose items have `bytes` bytes, in runs of whole words (except the last word) for which `of_word` returns
/// the same. No runs for zero-sized items.
fn runs<P: PoolSpec, T: PartialEq>(
    bytes: usize,
    of_word: impl Fn(usize) -> T,
) -> impl Iterator<Item = (Range<usize>, T)> {
    let slots = bytes.checked_div(size_of::<P::Item>()).unwrap_or(0);
    assert!(slots <= <P::Layout as Layout>::CAPACITY as usize, "an image of more slots than the pool has");
    let words = slots.div_ceil(64);
    let mut next = 0;
    let mut of_next = (words > 0).then(|| of_word(0));
    core::iter::from_fn(move || {
        let (first, this) = (next, of_next.take()?);
        loop {
            next += 1;
            of_next = (next < words).then(|| of_word(next));
            if of_next.as_ref() != Some(&this) {
                return Some((64 * first..slots.min(64 * next), this));
            }
        }
    })
}

/// The position of the items of these slots in the image.
#[inline]
const fn bytes_of<P: PoolSpec>(slots: &Range<usize>) -> Range<usize> {
    slots.start * size_of::<P::Item>()..slots.end * size_of::<P::Item>()
}

/// The number of bytes of the image of 64 items. If it overflows, the pool has fewer items than that.
#[inline]
const fn word_bytes<P: PoolSpec>() -> usize {
    size_of::<P::Item>().saturating_mul(64)
}

/// Whether the items are adjacent in memory too.
const fn is_dense<P: PoolSpec>() -> bool {
    Slots::<P>::STRIDE == size_of::<P::Item>()
}

/// Calls `f` with the position of every bit that is set.
#[inline]
fn each_bit(mut bits: u64, mut f: impl FnMut(usize)) {
    while bits != 0 {
        f(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// Returns the error for the first of the `free` slots from `start` on whose item is not zero.
#[cold]
fn first_that_is_not_zero<P: PoolSpec<Item: Pod>>(start: usize, free: u64, saved: &[u8]) -> RestoreError {
    let is_free = |&(bit, _): &(usize, &[u8])| free >> bit & 1 != 0;
    let mut items = saved.chunks_exact(size_of::<P::Item>()).enumerate().filter(is_free);
    let first = items.find(|(_, item)| item.iter().any(|&byte| byte != 0));
    RestoreError::FreeSlot { index: start + first.map_or(0, |(bit, _)| bit) }
}

/// Returns one of the items of an image.
///
/// # Safety
///
/// 1. The image has more than `place` items.
#[inline]
unsafe fn item<P: PoolSpec>(saved: &[u8], place: usize) -> &[u8] {
    let bytes = bytes_of::<P>(&(place..place + 1));
    debug_assert!(bytes.end <= saved.len(), "an item beyond the image");
    // SAFETY: the caller promises that the image has this item, so its bytes are within the image.
    unsafe { saved.get_unchecked(bytes) }
}

/// ORs `bytes` into `all`, sixteen bytes at a time. If all bytes are 0, `all` is unchanged. There is no early exit,
/// so that the compiler handles many bytes at once.
#[inline]
fn union(all: [u64; 2], bytes: &[u8]) -> [u64; 2] {
    let or = |[a, b]: [u64; 2], [c, d]: [u64; 2]| [a | c, b | d];
    let sixteens = bytes.chunks_exact(16);
    let rest = sixteens.remainder();
    let mut all = sixteens.fold(all, |all, sixteen| or(all, bytemuck::pod_read_unaligned(sixteen)));
    if !rest.is_empty() {
        let mut last = [0_u8; 16];
        last[..rest.len()].copy_from_slice(rest);
        all = or(all, bytemuck::cast(last));
    }
    all
}
