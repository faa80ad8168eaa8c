//! Guards: what a handle is checked against.
//!
//! A [`Handle`](crate::Handle) is `Copy`, so it can outlive the object that it was made for. `#[pool(guard = ..)]` says
//! what the pool knows of a slot to find that out:
//!
//! | guard | memory | handle to a free slot | handle to a slot with a newer object | item |
//! |---|---|---|---|---|
//! | `generation` (default) | 1 byte a slot | `None` | `None`, until the generations wrap | any |
//! | `live` | 1 bit a slot | `None` | names the newer object | any |
//! | `none` | nothing | names what the slot holds | names the newer object | [`Pod`](bytemuck::Pod) |
//!
//! A handle's index is below the capacity by construction, so no guard needs a bounds check. All zero bytes are the guard
//! of an empty pool.
//!
//! # `generation`
//!
//! A cell a slot: a live flag and a generation. A handle carries the generation that its slot had, in the bits that the
//! index leaves over; giving the slot back moves it on to the next.
//!
//! ```text
//!  bit      7                                 0
//!        +-----------------------+----------------+
//!        | all 1: live, 0: free  |   generation   |     a byte up to 7 bits of generation,
//!        +-----------------------+----------------+     two bytes up to 15, else four
//! ```
//!
//! - [`GENERATIONS`](crate::Pool::GENERATIONS) is 2 to the power of the spare bits, at most 128, less one where the niche
//!   of `Option<Handle>` needs it: 4 at a capacity of 10,000, 63 at 262,144, 1 at 65,535. `generation_bits = n` asks for
//!   exactly `n` bits, and widens the handle where that is needed. (In a handle of 3 bytes with fewer than 16 bits of
//!   index, which only `generation_bits` brings about, the niche takes up to a 256th of the generations.)
//! - **Not caught:** a handle kept while its slot is given back `GENERATIONS` times, or a multiple of that. With 1
//!   generation it catches what `live` catches (and takes a byte for it where `live` takes a bit, but is the faster).
//!   The slot given back last is the next to be used, so that a hot slot goes round fast. Measured on three traces of
//!   what two games allocated, with the handles of all objects freed so far tried every 20,000 events: 34, 64 and 96 %
//!   of them pass a live flag alone, 8, 13 and 24 % pass 2 bits of generation, 0.5, 0.3 and 1.5 % pass 6 bits.
//!   An insertion [under a handle](crate::Pool::insert_at) may count as several times.
//! - `on_wrap = retire` never uses a slot again whose generations are used up, and so never accepts a stale
//!   handle, unless that handle is passed to [`insert_at`](crate::Pool::insert_at), or the pool [goes
//!   back](crate::Pool::restore) to before it was given out. The pool gets smaller by it
//!   ([`remaining_capacity`](crate::Pool::remaining_capacity)), so it takes at least 14 bits of generation. The
//!   last generation is the mark of a retired slot.
//! - Generations survive [`clear`](crate::Pool::clear) and [`drain`](crate::Pool::drain).
//!
//! # `live`
//!
//! A live bit a slot, 32 to a word: slot `s` is bit `s % 32` of word `s / 32`. The smallest guard, for microcontrollers.
//!
//! - **Not caught:** a handle whose slot holds a newer object: it names that object.
//!
//! # `none`
//!
//! No memory and no check, for plain data only: every slot holds a valid value at any time, zero bytes at first.
//!
//! - **Not caught:** anything. A handle names whatever is in its slot. [`remove`](crate::Pool::remove) takes a slot that is
//!   free already as readily, as long as the pool is not empty: the slot is then handed out twice, and two handles name it.
//!   That is a mistake, but no undefined behaviour.
//! - There is no iteration, no [`contains`](crate::Pool::contains), `handles`, `retain`, `extract_if`, `drain` or `==`:
//!   nothing knows which slots are live.
//! - Handles are not plain data themselves: an item keeps one as its [`to_bits`](crate::Handle::to_bits), and makes it a
//!   handle again with [`from_bits`](crate::Handle::from_bits).

#![expect(unsafe_code, reason = "a slot is reached without a bounds check")]

mod generation;
mod image;
mod live;
mod none;
pub(crate) mod walk;

pub(crate) use generation::{Cell, CellClass, Generation};
pub(crate) use image::{GuardImage, SlotCounts};
pub(crate) use live::Live;
pub(crate) use none::NoGuard;

use bytemuck::Zeroable;

/// What became of a slot whose object is gone.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacated {
    /// It can be used again.
    Free,
    /// Its generations are used up; it is never used again.
    Retired,
}

/// The state of `CAPACITY` slots.
///
/// # Safety
///
/// 1. Where `TRACKS`, `names`, `is_live` and `live_word` say that a slot is live exactly if `occupy` was called on it
///    since the last `vacate`, and never so for a slot at or beyond the capacity.
/// 2. `generation` is below `GENERATIONS`.
#[doc(hidden)]
pub unsafe trait Guard:
    GuardImage + Zeroable + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe
{
    /// Slots.
    const CAPACITY: usize;
    /// Generations that a slot goes through before they wrap (or, where it retires, after which it does); 1 is none.
    const GENERATIONS: u32;
    /// Whether it knows which slots are live.
    const TRACKS: bool;
    /// 64-bit words of live bits.
    const WORDS: usize = Self::CAPACITY.div_ceil(64);

    /// The generation that a handle of this slot carries.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    unsafe fn generation(&self, index: usize) -> u32;

    /// Whether the slot is live and of this generation, of which the bits above those of the last are not looked at. Without
    /// `TRACKS`: always.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    unsafe fn names(&self, index: usize, generation: u32) -> bool;

    /// Whether the slot is live. Without `TRACKS`: always.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    unsafe fn is_live(&self, index: usize) -> bool;

    /// Marks a free slot as live.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    unsafe fn occupy(&mut self, index: usize);

    /// Makes a slot free and of `generation`, where it was neither live nor retired.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    /// 2. `generation < GENERATIONS`.
    #[inline]
    unsafe fn set_generation(&mut self, _index: usize, generation: u32) {
        debug_assert!(generation == 0, "this guard has one generation");
    }

    /// Marks a live slot as free and of the next generation.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[must_use = "a retired slot must not be handed out again"]
    unsafe fn vacate(&mut self, index: usize) -> Vacated;

    /// Makes a slot live again as if the last `vacate` had not been. Without `TRACKS`: nothing.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    /// 2. The slot was live, and of this generation, before it was last vacated.
    unsafe fn revive(&mut self, index: usize, generation: u32);

    /// Marks a live slot as free, and of the generation that it was. Without `TRACKS`: nothing.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    unsafe fn suspend(&mut self, index: usize);

    /// Whether the slot is retired.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline]
    unsafe fn is_retired(&self, _index: usize) -> bool {
        false
    }

    /// Whether the slot has gone on to a generation later than the one after `generation`, and never comes
    /// back: where it retires in the end. Where generations go round, no slot is past any.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline]
    unsafe fn is_past(&self, _index: usize, _generation: u32) -> bool {
        false
    }

    /// Slots that were retired.
    #[inline]
    fn retired(&self) -> u32 {
        0
    }

    /// Which of the slots `64 * word ..` are live, the first in the lowest bit. Without `TRACKS`: none.
    ///
    /// # Safety
    ///
    /// 1. `word < WORDS`.
    unsafe fn live_word(&self, word: usize) -> u64;

    /// The generations and retirements of `other`, with no slot live, in place.
    fn copy_generations(&mut self, other: &Self);

    /// The state of `other`, in place.
    fn copy_from(&mut self, other: &Self);
}

#[cfg(test)]
mod tests;
