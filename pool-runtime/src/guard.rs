//! Guards: how a pool decides whether it accepts a handle.
//!
//! A [`Handle`](crate::Handle) is `Copy`, so it can outlive its object. Such a handle is *stale*. `#[pool(guard = ..)]`
//! selects what the pool keeps about each slot. That decides which stale handles it catches:
//!
//! | guard | memory per slot | stale handle: the slot is free | stale handle: the slot holds a newer object | items |
//! |---|---|---|---|---|
//! | [`generation`](#generation) (default) | 1 byte (up to 4) | caught | caught, until the generations wrap | any |
//! | [`live`](#live) | 1 bit | caught | **not caught**, but see [quarantine](#quarantine) | any |
//! | [`none`](#none) | nothing | **not caught** | **not caught** | [`Pod`](bytemuck::Pod) |
//!
//! A handle that is caught names nothing: [`get`](crate::Pool::get) and [`remove`](crate::Pool::remove) return `None`,
//! [`contains`](crate::Pool::contains) returns `false`, and `pool[handle]` panics. A handle that is not caught names
//! the object that its slot holds now. That is never undefined behaviour. Keep the default guard unless every byte
//! counts.
//!
//! # What no guard catches
//!
//! - **A handle of another pool of the same definition.** It is checked as if this pool had given it out. (A handle
//!   of another definition is another type: it does not compile.)
//! - **A handle that was given out after a save, once the pool is restored to that save.**
//!   [`restore`](crate::Pool::restore), `clone_from` and deserialization take the pool back to an earlier state. It
//!   then gives out the same handles again, possibly for other objects. Restore everything that stores handles
//!   together with the pool.
//!
//! An index beyond the capacity cannot occur: safe code cannot make such a handle. So no guard checks bounds.
//!
//! # `generation`
//!
//! The pool keeps a cell per slot, with a live flag and a generation. The generation is a number that changes each
//! time the slot is freed. A handle carries the generation that its slot had, in the bits that the index leaves
//! over. The pool accepts a handle if its slot is live and has the same generation.
//!
//! ```text
//!  bit      7                                 0
//!        +-----------------------+----------------+
//!        | all 1: live, 0: free  |   generation   |     a cell: 1 byte up to 7 bits of generation,
//!        +-----------------------+----------------+     2 bytes up to 15 bits, 4 bytes beyond
//! ```
//!
//! The number of generations is the constant [`GENERATIONS`](crate::Pool::GENERATIONS). It is 2 to the power of the
//! spare bits, at most 128. It is one less where `Option<Handle>` needs a value for its niche. Examples: 64 at a
//! capacity of 1,000, 4 at 10,000, 63 at 262,144, 1 at 65,535. `generations = n` asks for at least `n` generations, in
//! the smallest handle and the smallest cell that keep them. `generation_bits = n` asks for exactly `n` bits, and
//! widens the handle if needed. `handle_bytes = n` asks for a handle of `n` bytes, and for all generations that fit in
//! it: 4,096 at a capacity of 1,000,000 in 4 bytes. (A handle of 3 bytes with fewer than 16 bits of index exists only
//! with one of these keys. There the niche takes up to 1/256 of the generations.)
//!
//! Choose 32,767, not 32,768: the last slot costs half the generations (2 and 1). At 16,383 there are 4, at 16,384
//! there are 3.
//!
//! **What is not caught:** a stale handle whose slot was freed `GENERATIONS` times since the handle was given
//! out, or a multiple of that, and holds an object now. The removal of the handle's own object is the first of these
//! times. With 2 generations:
//!
//! ```
//! # use stackpool::Pool;
//! #[derive(Pool)]
//! #[pool(capacity = 100, quarantine = 0)] // a handle of 1 byte: 7 bits of index, 1 bit of generation
//! struct Shot {
//!     ttl: f32,
//! }
//!
//! let mut shots = ShotPool::new();
//! assert_eq!(ShotPool::GENERATIONS, 2);
//!
//! let first = shots.insert(Shot { ttl: 1.0 })?;
//! shots.remove(first);                            // freed once
//! assert!(shots.get(first).is_none());            // caught: the slot is free
//!
//! let second = shots.insert(Shot { ttl: 2.0 })?;  // in the same slot
//! assert_eq!(second.index(), first.index());
//! assert!(shots.get(first).is_none());            // caught: the slot is of another generation
//!
//! shots.remove(second);                           // freed twice: `GENERATIONS` times
//! shots.insert(Shot { ttl: 3.0 })?;
//! assert_eq!(shots[first].ttl, 3.0);              // not caught
//! # Ok::<(), stackpool::Full<Shot>>(())
//! ```
//!
//! - With 1 generation, the guard catches what `live` catches. It takes 1 byte per slot instead of 1 bit. It is faster,
//!   since it stores a byte where `live` reads and writes a word.
//! - With `quarantine = 0` the slot that was freed last is used next, so the generations of a busy slot wrap
//!   quickly. The [quarantine](#quarantine) prevents that.
//! - [`insert_at`](crate::Pool::insert_at) moves its slot to the generation of the handle that it gets. The
//!   generations that the slot skips count as times that it was freed.
//! - [`clear`](crate::Pool::clear) and [`drain`](crate::Pool::drain) move each object's slot to its next generation, as
//!   a removal does.
//!
//! **With `on_wrap = retire`** the generations of a slot do not wrap. A slot whose generations are used up is
//! *retired*: the pool never uses it again. So a stale handle is always caught, with two exceptions: the handle was
//! passed to [`insert_at`](crate::Pool::insert_at), or the pool went back to before the handle was given out. Retired
//! slots make the pool smaller: see [`remaining_capacity`](crate::Pool::remaining_capacity). That is why `retire`
//! needs at least 14 bits of generation. One value of the generation is reserved for retired slots.
//!
//! # `live`
//!
//! The pool keeps one live bit per slot, 32 to a word: slot `s` is bit `s % 32` of word `s / 32`. The pool accepts a
//! handle if its slot is live. This is the smallest guard that knows which slots are live. Use it on
//! microcontrollers, and where no handle is kept after its object is removed.
//!
//! A slot that is freed waits under this guard too. By default it waits until 4,096 others were freed, or an
//! eighth of the capacity if that is less. So the next object does not get the slot that was freed last. `quarantine =
//! 0` gives it that slot, and saves the ring. See [quarantine](#quarantine).
//!
//! **What is not caught:** a stale handle whose slot holds an object. It names that object:
//!
//! ```
//! stackpool::pool! { Shots: [f32; 100], guard = live, quarantine = 0; }
//!
//! let mut shots = ShotsPool::new();
//! let first = shots.insert(1.0)?;
//! shots.remove(first);
//! assert!(shots.get(first).is_none());            // caught: the slot is free
//!
//! shots.insert(2.0)?;
//! assert_eq!(shots.get(first), Some(&2.0));       // not caught: the newer object in the same slot
//! # Ok::<(), stackpool::Full<f32>>(())
//! ```
//!
//! # Quarantine
//!
//! A slot that is freed is not used again at once. It waits in a ring, until
//! [`QUARANTINE`](crate::Pool::QUARANTINE) others were freed after it. If no other slot is free, the pool uses the
//! one that has waited longest. So a stale handle is caught for at least `GENERATIONS * QUARANTINE` removals, if
//! after each insertion at least `QUARANTINE` slots are free. In a nearly full pool slots come back sooner: if the pool
//! is full after each insertion, a stale handle is caught for about `GENERATIONS` removals.
//!
//! ```
//! stackpool::pool! { Shots: [f32; 100], guard = live, quarantine = 20; }
//!
//! let mut shots = ShotsPool::new();
//! let first = shots.insert(1.0)?;
//! shots.remove(first);
//! for _ in 0..20 {
//!     let shot = shots.insert(2.0)?;
//!     assert!(shots.get(first).is_none());        // caught: the slot waits
//!     shots.remove(shot);
//! }
//! # Ok::<(), stackpool::Full<f32>>(())
//! ```
//!
//! The quarantine matters more than generations do, because programs remove and insert in bursts. The table shows how
//! many stale handles name a newer object, by the number of events since the removal. It is from a trace of the
//! allocations of a game: OpenTTD, a pool of 20,522 slots with 2 generations and handles of 2 bytes.
//!
//! | quarantine | 16 | 256 | 4,096 | 65,536 |
//! |---|---|---|---|---|
//! | 2,048 (default) | 0 % | 0 % | 0 % | 25 % |
//! | 0 | 10 % | 18 % | 24 % | 33 % |
//! | 16, `generation_bits = 9` (3 bytes) | 0 % | 0 % | 0 % | 0 % |
//!
//! By default, the quarantine is the power of two at which `GENERATIONS * QUARANTINE` reaches 4,096, and at most an
//! eighth of the capacity: 64 slots at a capacity of 1,000, 1,024 at 10,000, 4,096 at 65,535, 128 at 262,144. From
//! 4,096 generations on there is none.
//! `quarantine = n` asks for `n` slots, up to the capacity; `quarantine = 0` reuses the slot that was freed last,
//! which is the fastest. The ring takes 12 bytes and 1, 2 or 4 bytes per slot that waits. Pools of boxes and pools with
//! `guard = none` have no quarantine; pools of values have one if they ask for it.
//!
//! An insertion that fails in the middle counts as a removal: a closure of [`insert_with`](crate::Pool::insert_with)
//! that panics, and a [`VacantEntry`](crate::VacantEntry) that is dropped.
//!
//! An operation that removes many objects counts as one removal for each of them. So the pool catches a stale handle
//! for as long as after single removals. [`clear`](crate::Pool::clear) and [`drain`](crate::Pool::drain) let the first
//! `QUARANTINE` slots that they free wait. Each further slot is free at once: the same operation freed at
//! least `QUARANTINE` others. At the end, the free slots that do not wait are in ascending order. To have the order of
//! a new pool again, and its handles, use [`reset`](crate::Pool::reset): handles from before it may then name newer
//! objects.
//!
//! ```
//! stackpool::pool! { Shots: [f32; 100], guard = live, quarantine = 20; }
//!
//! let mut shots = ShotsPool::new();
//! let old = shots.insert(1.0)?;
//! shots.clear();
//! for _ in 0..20 {
//!     let shot = shots.insert(2.0)?;
//!     assert!(shots.get(old).is_none());          // caught: the slot waits
//!     shots.clear();
//! }
//! # Ok::<(), stackpool::Full<f32>>(())
//! ```
//!
//! [`insert_at`](crate::Pool::insert_at) takes the slot of its handle even if the slot waits, except under `strict`.
//! Saved bytes, serialized pools and clones have the slots that wait, in their order.
//!
//! ## Strict
//!
//! By default a nearly full pool uses a slot early. With `strict` in addition to `quarantine = n`, a slot is never used
//! again before `n` others were freed after it. The pool is then full instead. Use it if something else still reads the
//! slot, such as a graphics card that is two frames behind, or a port whose last packets are still on their way.
//!
//! ```
//! stackpool::pool! { Meshes: [u32; 128], guard = live, quarantine = 28, strict; }
//!
//! let mut meshes = MeshesPool::new();
//! meshes.extend(0..128);
//! let old: Vec<_> = meshes.handles().take(28).collect();
//! for &mesh in &old {
//!     meshes.remove(mesh);
//! }
//! assert!(meshes.is_full());                      // 100 objects, and 28 slots wait
//! assert_eq!((meshes.len(), meshes.remaining_capacity(), meshes.stats().waiting), (100, 0, 28));
//! let full = meshes.insert(7).unwrap_err();
//! assert_eq!(
//!     full.to_string(),
//!     "the pool of `Meshes` has no room: its capacity is 128, and up to 28 of its free slots wait"
//! );
//!
//! let next = meshes.handles().next().unwrap();
//! meshes.remove(next);                            // the 28th other one
//! assert_eq!(meshes.insert(7)?.index(), old[0].index());
//! # Ok::<(), stackpool::Full<u32>>(())
//! ```
//!
//! So a pool of 128 slots with `quarantine = 28, strict` always has room for 100 objects, and sometimes for more: slots
//! that were never used do not wait. `n` is below the capacity.
//!
//! - **How much room there is.** `is_full`, `remaining_capacity`, `next_handle` and [`Stats::free`](crate::Stats::free)
//!   do not count slots that wait. [`Stats::waiting`](crate::Stats::waiting) is their number. `len` counts objects, as
//!   always.
//! - **Batches** take what can be used: `insert_many` and `insert_array_with` insert all objects or none, `extend` and
//!   `try_extend` as many as `remaining_capacity` says.
//! - **`insert_at`** gives its object back if the slot waits, since the slot must not be written yet.
//!   [`acquire_exact`](crate::ValuePool::acquire_exact) returns [`AcquireError::Waits`](crate::AcquireError::Waits).
//! - **`clear` and `drain`** remove last the objects whose slots will wait: `n` of `m` objects, or all `m` if these are
//!   fewer. So `n` other slots are freed after each slot that is free at once, too.
//! - **A slot that was reserved and got no object** waits: that of a [`VacantEntry`](crate::VacantEntry) that is
//!   dropped, and of a closure that panics. The slot of a [detached](crate::Pool::detach) object is its own until it is
//!   back.
//! - **Saved bytes, deltas, serialized pools, clones and `map_into`** include the slots that wait, and those continue
//!   to wait. `strict` is not part of a save: you can add or remove it, and earlier saves can still be read.
//! - **A pool that starts over** forgets which slots wait: a new pool, `reset`, a deserialization that fails, and a
//!   pool that is empty because a panic ended a clone or a restore into it.
//! - **With `on_wrap = retire`**, slots that retire do not count as freed. If at most `n` slots are neither live
//!   nor retired, all of them wait until others are removed.
//!
//! # What more generations cost
//!
//! A pool of 20,000 slots of 32 bytes, 15,000 live. A stale handle is caught for at least the number of *removals*, if
//! after each insertion at least `QUARANTINE` slots are free. *Replace* is the time to remove a random object and
//! insert another one, *look up* to read one:
//!
//! | setting | handle | guard per slot | removals | replace | look up |
//! |---|---|---|---|---|---|
//! | the default: 1 bit | 2 bytes | 1 byte | 4,096 | 1 | 1 |
//! | `generation_bits = 8` | 3 bytes | 2 bytes | 4,096 | 1.17 | 1.24 |
//! | `generation_bits = 8, quarantine = 1_024` | 3 bytes | 2 bytes | 262,144 | 1.22 | 1.25 |
//! | `generation_bits = 15, quarantine = 64` | 4 bytes | 2 bytes | 2,097,152 | 1.03 | 1.05 |
//!
//! Processors load 2 or 4 bytes at once, but not 3. So 4 bytes are the fast choice where handles may be wide; 3 bytes
//! save memory.
//!
//! # `none`
//!
//! The pool keeps nothing about its slots and checks nothing. It accepts plain data only: every slot holds a valid
//! value at any time, zero bytes at first. Use it where memory and time count more than checks, and the program
//! itself knows which objects live.
//!
//! **What is not caught:** any stale handle. A handle names whatever its slot holds. [`remove`](crate::Pool::remove)
//! also takes a slot that is free already, unless the pool is empty. The pool then hands that slot out twice, and two
//! handles name it. That is a bug in the program, but not undefined behaviour:
//!
//! ```
//! stackpool::pool! { Shots: [u32; 100], guard = none; }
//!
//! let mut shots = ShotsPool::new();
//! let (first, _second) = (shots.insert(1)?, shots.insert(2)?);
//! assert_eq!(shots.remove(first), Some(1));
//! assert_eq!(shots.get(first), Some(&1));         // not caught: the bytes of the removed object
//! assert_eq!(shots.remove(first), Some(1));       // not caught: removed twice
//! assert_eq!(shots.insert(3)?, shots.insert(4)?); // two objects in one slot
//! # Ok::<(), stackpool::Full<u32>>(())
//! ```
//!
//! - Methods that need to know which slots are live do not compile: iteration, [`contains`](crate::Pool::contains),
//!   `handles`, `retain`, `extract_if`, `drain`, `join`, `insert_at`, `==`, marks, and saving to bytes.
//! - A `Handle` is not `Pod` itself. An item stores a [`Link`](crate::Link), or [`to_bits`](crate::Handle::to_bits)
//!   and makes it a handle again with [`from_bits`](crate::Handle::from_bits).

#![expect(unsafe_code, reason = "a slot is reached without a bounds check")]

mod generation;
mod image;
pub(crate) mod kind;
mod live;
pub(crate) mod walk;
pub(crate) mod words;

pub use words::{LiveRangesIter, LiveWordsIter};

pub(crate) use generation::{Cell, Generation};
pub(crate) use image::{GuardImage, SlotCounts, Unit};
pub(crate) use kind::SavedGuard;
pub(crate) use live::Live;

use bytemuck::Zeroable;

/// Whether the processor has registers of 64 bits. Without them, words of live bits are read and walked by halves.
const HAS_64_BIT_REGISTERS: bool = !cfg!(target_pointer_width = "32") || cfg!(target_family = "wasm");

/// The state of a slot whose object was removed.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacated {
    /// The slot can be used again.
    Free,
    /// The generations of the slot are used up. It is never used again.
    Retired,
}

/// The state of `CAPACITY` slots. The default methods are those of a guard that keeps nothing, or no generations.
///
/// All zero bytes are the guard of an empty pool.
///
/// # Safety
///
/// 1. If `TRACKS`, then `names`, `is_live` and `live_word` say that a slot is live exactly if `occupy` or `revive`
///    was called on it since the last `vacate`, `vacate_word` or `suspend`. They never say so of a slot at or beyond
///    the capacity.
/// 2. `generation`, `generation_before` and `occupy` return a number below `GENERATIONS`.
#[doc(hidden)]
pub unsafe trait Guard:
    GuardImage + Zeroable + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe
{
    /// The number of slots.
    const CAPACITY: usize;
    /// The number of generations that a slot goes through before they wrap, or before the slot retires. 1: no
    /// generations.
    const GENERATIONS: u32;
    /// Whether the guard knows which slots are live.
    const TRACKS: bool;
    /// Whether slots retire. Generation `GENERATIONS - 1` then means that a slot is retired, and no live slot has it.
    const RETIRES: bool = false;
    /// The number of 64-bit words of live bits.
    const WORDS: usize = Self::CAPACITY.div_ceil(64);

    /// Returns the generation that a handle of this slot carries.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline(always)]
    unsafe fn generation(&self, _index: usize) -> u32 {
        0
    }

    /// Returns whether the slot is live and of this generation. Ignores the bits of `generation` above those of the
    /// last generation. Without `TRACKS`: returns `true`.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline(always)]
    unsafe fn names(&self, index: usize, _generation: u32) -> bool {
        // SAFETY: 1. The caller promises `index < CAPACITY`.
        unsafe { self.is_live(index) }
    }

    /// Returns whether the slot is live. Without `TRACKS`: returns `true`.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline(always)]
    unsafe fn is_live(&self, _index: usize) -> bool {
        true
    }

    /// Marks a free slot as live. Returns its generation, that of its handle.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline(always)]
    unsafe fn occupy(&mut self, _index: usize) -> u32 {
        0
    }

    /// Makes a slot that is neither live nor retired a free slot of this generation.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    /// 2. `generation < GENERATIONS`.
    #[inline]
    unsafe fn set_generation(&mut self, _index: usize, generation: u32) {
        invariant!(generation == 0, "this guard has one generation");
    }

    /// Marks a live slot as free, and moves it to the next generation.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[must_use = "a retired slot must not be handed out again"]
    #[inline(always)]
    unsafe fn vacate(&mut self, index: usize) -> Vacated {
        // SAFETY: 1. The caller promises `index < CAPACITY`.
        unsafe { self.suspend(index) };
        Vacated::Free
    }

    /// Marks the live slots from `64 * word` on as free, up to 64 of them, and moves them to the next generation. Slots
    /// that are retired by it are only counted.
    ///
    /// # Safety
    ///
    /// 1. `word < WORDS`.
    #[inline(always)]
    unsafe fn vacate_word(&mut self, _word: usize) {}

    /// Returns the generation that a slot had before it was last vacated.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline]
    unsafe fn generation_before(&self, index: usize) -> u32 {
        // SAFETY: 1. The caller promises `index < CAPACITY`.
        let generation = unsafe { self.generation(index) };
        if generation == 0 { Self::GENERATIONS - 1 } else { generation - 1 }
    }

    /// Undoes the last `vacate` of a slot. Without `TRACKS`: does nothing.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    /// 2. The slot was live and of this generation before it was last vacated.
    #[inline(always)]
    unsafe fn revive(&mut self, index: usize, _generation: u32) {
        // SAFETY: 1. The caller promises `index < CAPACITY`.
        let _ = unsafe { self.occupy(index) };
    }

    /// Marks a live slot as free without changing its generation. Without `TRACKS`: does nothing.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline(always)]
    unsafe fn suspend(&mut self, _index: usize) {}

    /// Returns whether the slot is retired.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline]
    unsafe fn is_retired(&self, index: usize) -> bool {
        // SAFETY: 1. The caller promises `index < CAPACITY`.
        Self::RETIRES && unsafe { self.generation(index) } == Self::GENERATIONS - 1
    }

    /// Returns whether the slot has moved on to a generation later than the one after `generation`, and never comes
    /// back to it. That happens only if the guard retires slots: where generations wrap, every generation comes back.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`.
    #[inline]
    unsafe fn is_past(&self, index: usize, generation: u32) -> bool {
        // SAFETY: 1. The caller promises `index < CAPACITY`.
        Self::RETIRES && generation + 1 < unsafe { self.generation(index) }
    }

    /// The number of retired slots.
    #[inline(always)]
    fn retired(&self) -> u32 {
        0
    }

    /// Returns which of the slots from `64 * word` on are live, the first slot in the lowest bit. Without `TRACKS`:
    /// returns 0.
    ///
    /// # Safety
    ///
    /// 1. `word < WORDS`.
    #[inline(always)]
    unsafe fn live_word(&self, _word: usize) -> u64 {
        0
    }

    /// Compares the slots from `64 * word` on with an image of a guard. Returns which of them are live in only one of
    /// the two, or have different generations. `saved` has the bytes of these slots, and maybe of others. Slots beyond
    /// the image count as slots of a new guard. Without `TRACKS`: returns 0.
    ///
    /// # Safety
    ///
    /// 1. `word < WORDS`.
    #[inline(always)]
    unsafe fn differing_word(&self, saved: &[u8], word: usize) -> u64 {
        // SAFETY: 1. The caller promises `word < WORDS`.
        let live = unsafe { self.live_word(word) };
        // No slot is live in a word beyond the image.
        live ^ Self::live(saved, 0)
    }

    /// Prefetches the memory of a slot's state.
    #[inline]
    fn prefetch(&self, _index: usize) {}

    /// Resets all slots to their state in a new guard. Those from `count` on are in that state already.
    #[inline(always)]
    fn clear_slots(&mut self, _count: usize) {}

    /// Copies the generations and retired slots of `other` in place. No slot is live afterwards. The slots from `count`
    /// on are as in a new guard, in both guards.
    #[inline(always)]
    fn copy_generations(&mut self, _other: &Self, count: usize) {
        self.clear_slots(count);
    }

    /// Copies the state of `other` in place. The slots from `count` on are as in a new guard, in both guards.
    #[inline(always)]
    fn copy_from(&mut self, _other: &Self, _count: usize) {}
}

/// Guard `none`: no state for `N` slots.
///
/// It is sound because items are [`Pod`](bytemuck::Pod). Every slot always holds a valid value: zero bytes at first,
/// later an object or the bytes of a removed one. No value needs to be dropped.
#[derive(Debug)]
#[repr(transparent)]
pub struct NoGuard<const N: usize>([(); N]);

// SAFETY: the type has no bytes.
unsafe impl<const N: usize> Zeroable for NoGuard<N> {}

// SAFETY: 1. `TRACKS` is `false`, so nothing is claimed about live slots. 2. The methods are those of the trait: the
// generation is always 0, and `GENERATIONS` is 1.
unsafe impl<const N: usize> Guard for NoGuard<N> {
    const CAPACITY: usize = N;
    const GENERATIONS: u32 = 1;
    const TRACKS: bool = false;
}

impl<const N: usize> GuardImage for NoGuard<N> {}

#[cfg(test)]
mod tests;
