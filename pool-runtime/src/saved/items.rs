//! The image of the items: `size_of::<P::Item>()` bytes a slot, without the padding between slots; those of slots that are
//! not live are zero.

#![expect(unsafe_code, reason = "slots are uninitialised memory")]

use super::RestoreError;
use crate::layout::Layout;
use crate::slots::{Slots, SlotsPtr};
use crate::spec::PoolSpec;
use bytemuck::Pod;
use core::ops::Range;

/// Writes the items of all slots. `live_word` says which of the slots `64 * word ..` are live.
///
/// # Safety
///
/// 1. The slots that `live_word` names are below the capacity, and hold items.
/// 2. `slots` can be read during the call.
pub(crate) unsafe fn save<P: PoolSpec<Item: Pod>>(
    slots: SlotsPtr<P>,
    live_word: impl Fn(usize) -> u64,
    saved: &mut [u8],
) {
    for (run, live) in runs::<P>(&live_word) {
        let saved = &mut saved[bytes_of::<P>(&run)];
        match live {
            Live::None => saved.fill(0),
            Live::All if is_dense::<P>() => {
                // SAFETY: 1. and 2. promised by the caller. 3. it is only read.
                let items = unsafe { slots.at(run.start) }.cast_const();
                // SAFETY: all slots of the run hold items, promised by the caller, and these are one after the other.
                let items = unsafe { core::slice::from_raw_parts(items, run.len()) };
                saved.copy_from_slice(bytemuck::cast_slice(items));
            }
            _ => {
                for start in run.clone().step_by(64) {
                    let slots_left = run.end.min(start + 64);
                    let saved = &mut saved[bytes_of::<P>(&(start - run.start..slots_left - run.start))];
                    // SAFETY: 1. and 2. promised by the caller.
                    unsafe { save_word(slots, start, live_word(start / 64), saved) };
                }
            }
        }
    }
}

/// Writes the items of the slots from `start` on, of which `live` says which are live.
///
/// # Safety
///
/// 1. The slots that `live` names are below the capacity, and hold items.
/// 2. `slots` can be read during the call.
#[inline]
unsafe fn save_word<P: PoolSpec<Item: Pod>>(slots: SlotsPtr<P>, start: usize, live: u64, saved: &mut [u8]) {
    // All of it, and then the live ones over it: that is less work than to find out what is in between.
    saved.fill(0);
    each_bit(live, |bit| {
        // SAFETY: 1. and 2. promised by the caller. 3. it is only read.
        let item = unsafe { slots.at(start + bit) }.cast_const();
        // SAFETY: the slot holds an item, promised by the caller.
        let item = unsafe { &*item };
        saved[bytes_of::<P>(&(bit..bit + 1))].copy_from_slice(bytemuck::bytes_of(item));
    });
}

/// Checks that the slots that are not live were saved as zero.
pub(crate) fn check<P: PoolSpec<Item: Pod>>(
    live_word: impl Fn(usize) -> u64,
    saved: &[u8],
) -> Result<(), RestoreError> {
    for (run, live) in runs::<P>(&live_word) {
        // What is not zero is looked for slot by slot.
        if live == Live::All || live == Live::None && union(&saved[bytes_of::<P>(&run)]) == 0 {
            continue;
        }
        for start in run.clone().step_by(64) {
            let slots = run.end.min(start + 64) - start;
            let word = &saved[bytes_of::<P>(&(start..start + slots))];
            let free = !live_word(start / 64) & u64::MAX >> (64 - slots);
            // All of them together: a branch for each would be foretold wrong more often than right.
            let mut ones = 0;
            each_bit(free, |bit| ones |= union(&word[bytes_of::<P>(&(bit..bit + 1))]));
            if ones != 0 {
                return Err(first_that_is_not_zero::<P>(start, free, word));
            }
        }
    }
    Ok(())
}

/// Puts the items that `save` wrote in their slots. What slots hold that are not live is not said.
///
/// # Safety
///
/// 1. `slots` can be written during the call.
pub(crate) unsafe fn load<P: PoolSpec<Item: Pod>>(
    slots: SlotsPtr<P>,
    live_word: impl Fn(usize) -> u64,
    saved: &[u8],
) {
    for (run, live) in runs::<P>(&live_word) {
        let saved = &saved[bytes_of::<P>(&run)];
        if live == Live::None {
            // Memory that was never used stays untouched.
            continue;
        }
        if is_dense::<P>() {
            // SAFETY: 1. a run is below the capacity. 2. and 3. promised by the caller.
            let items = unsafe { slots.at(run.start) }.cast::<u8>();
            // SAFETY: the run's slots are as many bytes as the image of them, one item after the other, and can be written;
            // the image is borrowed apart from them. A slot, live or not, may hold any bytes: items are plain data.
            unsafe { items.copy_from_nonoverlapping(saved.as_ptr(), saved.len()) };
            continue;
        }
        for index in run.clone() {
            let item = &saved[bytes_of::<P>(&(index - run.start..index - run.start + 1))];
            // SAFETY: 1. a run is below the capacity. 2. and 3. promised by the caller.
            let slot = unsafe { slots.at(index) };
            // SAFETY: the slot can be written, and what it held, plain data, needs no dropping.
            unsafe { slot.write(bytemuck::pod_read_unaligned(item)) };
        }
    }
}

/// How many slots of a word are live.
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

/// All slots, as runs of whole words (but for the last one) that are alike.
fn runs<P: PoolSpec>(live_word: impl Fn(usize) -> u64) -> impl Iterator<Item = (Range<usize>, Live)> {
    let capacity = <P::Layout as Layout>::CAPACITY as usize;
    let words = capacity.div_ceil(64);
    let mut next = 0;
    core::iter::from_fn(move || {
        let first = next;
        if first == words {
            return None;
        }
        let live = Live::of(live_word(first));
        next += 1;
        while next < words && Live::of(live_word(next)) == live {
            next += 1;
        }
        Some((64 * first..capacity.min(64 * next), live))
    })
}

/// Where the items of these slots are in the image.
#[inline]
const fn bytes_of<P: PoolSpec>(slots: &Range<usize>) -> Range<usize> {
    slots.start * size_of::<P::Item>()..slots.end * size_of::<P::Item>()
}

/// Whether the items are one after the other in memory too.
const fn is_dense<P: PoolSpec>() -> bool {
    Slots::<P>::STRIDE == size_of::<P::Item>()
}

/// Calls `f` with every bit that is set.
#[inline]
fn each_bit(mut bits: u64, mut f: impl FnMut(usize)) {
    while bits != 0 {
        f(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The error of the first of the `free` slots from `start` on whose item is not zero.
#[cold]
fn first_that_is_not_zero<P: PoolSpec<Item: Pod>>(start: usize, free: u64, word: &[u8]) -> RestoreError {
    let mut first = None;
    each_bit(free, |bit| {
        if union(&word[bytes_of::<P>(&(bit..bit + 1))]) != 0 {
            first = first.or(Some(start + bit));
        }
    });
    RestoreError::FreeSlot { index: first.unwrap_or(start) }
}

/// The bits that are set in any eight bytes: 0 where all bytes are 0. Without an exit, so that many are looked at at a
/// time.
#[inline]
fn union(bytes: &[u8]) -> u64 {
    let eights = bytes.chunks_exact(8);
    let rest = eights.remainder().iter().fold(0, |all, byte| all | byte);
    eights.fold(u64::from(rest), |all, eight| all | bytemuck::pod_read_unaligned::<u64>(eight))
}
