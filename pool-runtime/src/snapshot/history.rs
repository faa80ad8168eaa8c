//! The last states of a world: the newest one as a save, and a delta from each state to the one before it.
//!
//! ```text
//!  memory  +-----------+-----------+-----------+-------------------------------------------+
//!          | save      | save      | delta     | deltas, in a ring                         |
//!          +-----------+-----------+-----------+-------------------------------------------+
//!           the newest, and one     that is     from the newest state back: each leads to
//!           that is made: they      made        the state before
//!           change places
//! ```
//!
//! If the world grows, the first three are in [`grown`].

mod error;
mod grown;
mod steps;

pub use self::error::HistoryError;
use self::grown::{DELTA, Grown};
use self::steps::Steps;
use super::{Snapshot, room};
use crate::image::BufferTooSmall;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;
use core::ops::RangeInclusive;

#[cfg(feature = "alloc")]
type DefaultMemory = Box<[u8]>;
#[cfg(not(feature = "alloc"))]
type DefaultMemory = &'static mut [u8];

/// The last states of a world, of which up to `N` steps can be taken back.
///
/// ```
/// use stackpool::{Heap, History, Snapshot, pool};
///
/// pool! {
///     Units: [u32; 1_000];
/// }
///
/// #[derive(Snapshot)]
/// struct World {
///     units: Heap<UnitsPool>,
///     frame: u32,
/// }
///
/// fn step(world: &mut World) {
///     world.frame += 1;
///     world.units.insert(world.frame).unwrap();
/// }
///
/// let mut world = World { units: UnitsPool::on_heap(), frame: 0 };
/// let mut history = History::<World, 8>::new();
/// for frame in 0..20 {
///     history.push_frame(frame, &world); // before its step
///     step(&mut world);
/// }
///
/// // An input of frame 17 arrives.
/// history.rewind_to(17, &mut world)?; // an error if it does not have this frame
/// assert_eq!((world.frame, world.units.len()), (17, 17));
/// for frame in 17..20 {
///     history.push_frame(frame, &world); // replayed
///     step(&mut world);
/// }
/// assert_eq!((world.frame, history.depth()), (20, 8));
/// # Ok::<(), stackpool::HistoryError>(())
/// ```
///
/// # Memory
///
/// A history allocates once, in `new` or `with_delta_bytes` (feature `alloc`). In a buffer of yours, with
/// [`in_memory`](History::in_memory), it never allocates. Its memory has two parts. The first,
/// [`FIXED_BYTES`](History::FIXED_BYTES), holds two saves and one delta of the largest size. The second holds the
/// deltas of the steps. [`ALL_STEPS`](History::ALL_STEPS) bytes are enough for the worst case; you can give fewer. When
/// the second part is full, the history forgets the oldest states. [`depth`](History::depth) returns how many steps are
/// left. [`stats`](History::stats) shows how many bytes a step takes.
///
/// A world that [`GROWS`](Snapshot::GROWS) has no largest save. Its history keeps the two saves and the delta in memory
/// of its own, which it allocates as they grow: `FIXED_BYTES` is 0. There is no worst case for the deltas either, so
/// `new` and `ALL_STEPS` do not compile (`cargo check` does not see it). Say how many bytes they have, by
/// [`with_delta_bytes`](History::with_delta_bytes).
///
/// # Frames
///
/// Each state has a frame number, and later states have larger numbers. A game that counts frames passes the number to
/// [`push_frame`](History::push_frame) and [`rewind_to`](History::rewind_to). If you push a frame again, the new state
/// replaces the old one and all states after it. So a game may push before each step or after it, and in a replay too.
/// An editor with an undo command has no frames: there, [`push`](History::push) and [`rewind`](History::rewind) count
/// steps.
///
/// # When to use it
///
/// Use it if most of the world stays the same from one step to the next. In a game in which nearly every object moves
/// in each frame, a delta had three quarters of the bytes of a whole save. There, a ring of whole saves, written with
/// [`save_into`](Snapshot::save_into) and [`restore`](Snapshot::restore), took half the time.
///
/// # Panics
///
/// No method panics, unless code of a user does: see [`Snapshot`](Snapshot#panics). A program that calls `push`,
/// `rewind`, `saved` and their like links the code of panics.
///
/// # Time
///
/// A push saves the world once, and compares it with the previous save. A rewind applies one delta per step, and
/// restores once. A push that replaces older states applies one delta for each of them.
pub struct History<W, const N: usize, M = DefaultMemory> {
    memory: M,
    grown: Grown,
    /// The lengths of the two saves, and which of them is the newest.
    saves: [usize; 2],
    newest: usize,
    /// The frame of the newest state, if there is one.
    frame: Option<i64>,
    steps: Steps<N>,
    stats: HistoryStats,
    world: PhantomData<fn(W) -> W>,
}

/// What a [`History`] has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct HistoryStats {
    /// The states that were pushed.
    pub pushed: u64,
    /// The bytes of all deltas that were made. Divided by `pushed`, this is what a step takes.
    pub delta_bytes: u64,
    /// The bytes of the largest delta.
    pub largest_delta: usize,
    /// The most steps that were taken back at once.
    pub deepest_rewind: usize,
    /// How many times steps were taken back.
    pub rewinds: u64,
    /// The states that were forgotten before `N` newer ones were pushed. The bytes for deltas were full, or too few for
    /// a single delta. If it is not 0, give more bytes: see [`ALL_STEPS`](History::ALL_STEPS).
    pub forgotten: u64,
}

impl<W: Snapshot, const N: usize, M> History<W, N, M> {
    /// The bytes that a history needs without those for deltas.
    pub const FIXED_BYTES: usize = if W::GROWS { 0 } else { 2 * W::SAVED_BYTES + delta_bytes::<W>() };

    /// The bytes for deltas that are enough for `N` steps in the worst case, when everything changes in each step. If
    /// little changes, far fewer are enough: see [`stats`](History::stats).
    ///
    /// ```
    /// # use stackpool::{History, pool};
    /// # pool! { Units: [u32; 100]; }
    /// type Rollback<'a> = History<UnitsPool, 8, &'a mut [u8]>;
    /// let mut memory = vec![0; Rollback::FIXED_BYTES + Rollback::ALL_STEPS];
    /// let mut history = Rollback::in_memory(&mut memory)?;
    /// let mut units = UnitsPool::new();
    /// for number in 0..20 {
    ///     units.clear();
    ///     units.extend([number; 100]);
    ///     history.push(&units);
    /// }
    /// assert_eq!((history.depth(), history.stats().forgotten), (8, 0));
    /// # Ok::<(), stackpool::BufferTooSmall>(())
    /// ```
    // The ring has `N` deltas, and at its end a gap into which the next delta did not fit.
    pub const ALL_STEPS: usize = {
        assert!(
            !W::GROWS,
            "a world with a `Vec`, a `VecDeque` or a `String` has no longest delta: say how many bytes the deltas of \
             its `History` have, with `History::with_delta_bytes`, or by the buffer of `History::in_memory`"
        );
        (N + 1) * W::DELTA_BYTES
    };
}

// The bounds are on the methods: so the error for a world that cannot be saved says what to do.
#[cfg(feature = "alloc")]
impl<W, const N: usize> History<W, N> {
    /// Makes an empty history with bytes for all `N` steps: [`ALL_STEPS`](History::ALL_STEPS).
    #[must_use]
    pub fn new() -> Self
    where
        W: Snapshot,
    {
        Self::with_delta_bytes(Self::ALL_STEPS)
    }

    /// Makes an empty history with this many bytes for deltas. Use it if [`stats`](History::stats) shows that a step
    /// takes few bytes.
    ///
    /// # Panics
    ///
    /// Panics if these are more bytes than a `Vec` can have.
    #[must_use]
    pub fn with_delta_bytes(bytes: usize) -> Self
    where
        W: Snapshot,
    {
        // A sum that does not fit is more than a `Vec` can have, too.
        let bytes = Self::FIXED_BYTES.saturating_add(bytes);
        Self::of(alloc::vec![0; bytes].into_boxed_slice())
    }
}

/// As [`new`](History::new).
#[cfg(feature = "alloc")]
impl<W: Snapshot, const N: usize> Default for History<W, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Snapshot, const N: usize, M: AsRef<[u8]> + AsMut<[u8]>> History<W, N, M> {
    /// Makes an empty history in this memory. The bytes beyond the first [`FIXED_BYTES`](History::FIXED_BYTES) are for
    /// deltas.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the memory has fewer bytes than [`FIXED_BYTES`](History::FIXED_BYTES).
    ///
    /// ```
    /// # use stackpool::{History, pool};
    /// # pool! { Units: [u32; 100]; }
    /// type Rollback<'a> = History<UnitsPool, 4, &'a mut [u8]>;
    /// let mut memory = [0; Rollback::FIXED_BYTES + 2_000];
    /// let mut history = Rollback::in_memory(&mut memory)?;
    /// history.push(&UnitsPool::new());
    /// assert_eq!(history.depth(), 0);
    /// # Ok::<(), stackpool::BufferTooSmall>(())
    /// ```
    pub fn in_memory(mut memory: M) -> Result<Self, BufferTooSmall> {
        BufferTooSmall::check(memory.as_mut(), Self::FIXED_BYTES)?;
        Ok(Self::of(memory))
    }

    fn of(memory: M) -> Self {
        #[cfg(not(feature = "alloc"))]
        const {
            assert!(!W::GROWS, "the `History` of a world that grows needs feature `alloc` of `stackpool`");
        };
        History {
            memory,
            grown: Grown::default(),
            saves: [0; 2],
            newest: 0,
            frame: None,
            steps: Steps::new(),
            stats: HistoryStats::default(),
            world: PhantomData,
        }
    }

    /// Adds the state of the world, as the frame after the newest one. The first frame is 0. If there are `N` older
    /// states, or if the bytes for deltas are full, forgets the oldest. After frame `i64::MAX`, a push has the same
    /// frame again, and replaces its state.
    pub fn push(&mut self, world: &W) {
        self.push_numbered(self.frame.map_or(0, |frame| frame.saturating_add(1)), world);
    }

    /// Adds the state of the world as frame `frame`. First forgets this frame and all later ones, since a replay pushes
    /// them again. You may skip frames.
    ///
    /// If there are `N` older states, or if the bytes for deltas are full, forgets the oldest.
    ///
    /// A frame is an `i32` as in GGPO and `ggrs`, a `u32`, or any other number that fits in an `i64`.
    ///
    /// ```
    /// # use stackpool::{History, Pool, pool};
    /// # pool! { Units: [u32; 100]; }
    /// let mut units = UnitsPool::new();
    /// let mut history = History::<UnitsPool, 8>::new();
    /// for frame in 100..104 {
    ///     history.push_frame(frame, &units);
    ///     units.insert(1).unwrap();
    /// }
    /// assert_eq!(history.frames(), Some(100..=103));
    ///
    /// units.clear();
    /// history.push_frame(102, &units); // instead of the old 102 and 103
    /// assert_eq!(history.frames(), Some(100..=102));
    /// ```
    pub fn push_frame(&mut self, frame: impl Into<i64>, world: &W) {
        self.push_numbered(frame.into(), world);
    }

    fn push_numbered(&mut self, frame: i64, world: &W) {
        while self.frame.is_some_and(|newest| newest >= frame) {
            // Only a `Snapshot` that contradicts itself gets here. Then no older state can be reached.
            if self.step_back().is_err() {
                self.clear();
            }
        }
        if W::GROWS {
            self.grown.make_room(self.newest ^ 1, world.saved_len());
            self.grown.make_room(DELTA, room::<W>(W::DELTA_BYTES, self.saves[self.newest]));
        }
        let Pieces { newest, made, delta, ring } =
            Pieces::of::<W>(self.memory.as_mut(), &mut self.grown, self.newest);
        let length = world.write_saved(made);
        check_length(length, made);
        self.stats.pushed += 1;
        if let Some(older_frame) = self.frame {
            let older = &newest[..self.saves[self.newest]];
            match (W::PART.write)(&made[..length], older, delta) {
                Ok(bytes) => {
                    check_length(bytes, delta);
                    self.stats.delta_bytes += bytes as u64;
                    self.stats.largest_delta = self.stats.largest_delta.max(bytes);
                    match self.steps.add(older_frame, bytes, ring.len(), &mut self.stats.forgotten) {
                        Some(place) => ring[place].copy_from_slice(&delta[..bytes]),
                        None => self.forget_older(),
                    }
                }
                Err(_) => self.forget_older(),
            }
        }
        self.newest ^= 1;
        self.saves[self.newest] = length;
        self.frame = Some(frame);
    }

    /// Takes back `steps` steps. Restores the world to the state that was pushed `steps` pushes before the newest one,
    /// and forgets the later states. With 0 steps, restores the newest state.
    ///
    /// # Errors
    ///
    /// [`HistoryError::TooFar`] if there are fewer steps: see [`depth`](History::depth). Nothing has changed.
    ///
    /// # Panics
    ///
    /// Panics if the `Default` of a skipped field of an item panics. Then the later states are forgotten, but the world
    /// has not changed. To restore it, call `rewind` again with 0 steps.
    pub fn rewind(&mut self, steps: usize, world: &mut W) -> Result<(), HistoryError> {
        self.check(steps)?;
        for _ in 0..steps {
            self.step_back()?;
        }
        self.stats.rewinds += 1;
        self.stats.deepest_rewind = self.stats.deepest_rewind.max(steps);
        let newest = Pieces::of::<W>(self.memory.as_mut(), &mut self.grown, self.newest).newest;
        world.restore(&newest[..self.saves[self.newest]]).map_err(HistoryError::Restore)
    }

    /// Restores the world to frame `frame`, and forgets the later ones. O(used) per step.
    ///
    /// # Errors
    ///
    /// [`HistoryError::NoFrame`] if the history does not have this frame: it was forgotten, left out, or not pushed
    /// yet. Nothing has changed. [`rewind_to_or_before`](History::rewind_to_or_before) takes an older frame then.
    ///
    /// ```
    /// # use stackpool::{History, Pool, pool};
    /// # pool! { Units: [u32; 100]; }
    /// # let mut units = UnitsPool::new();
    /// let mut history = History::<UnitsPool, 8>::new();
    /// for frame in 0..5 {
    ///     history.push_frame(frame, &units);
    ///     units.insert(frame as u32).unwrap();
    /// }
    /// history.rewind_to(2, &mut units)?;
    /// assert_eq!(units.len(), 2);
    /// assert!(history.rewind_to(999, &mut units).is_err());
    /// # Ok::<(), stackpool::HistoryError>(())
    /// ```
    pub fn rewind_to(&mut self, frame: impl Into<i64>, world: &mut W) -> Result<(), HistoryError> {
        let steps = self.steps_to(frame.into())?;
        self.rewind(steps, world)
    }

    /// Restores the world to frame `frame` or, if the history does not have it, to the newest one before it, and
    /// forgets the later ones. Returns the frame of the world. O(used) per step.
    ///
    /// Use it if your game skips frames when it pushes. Continue from the returned frame.
    ///
    /// # Errors
    ///
    /// [`HistoryError::NoFrame`] if all frames of the history are later: see [`frames`](History::frames). Nothing has
    /// changed.
    ///
    /// ```
    /// # use stackpool::{History, Pool, pool};
    /// # pool! { Units: [u32; 100]; }
    /// # let mut units = UnitsPool::new();
    /// let mut history = History::<UnitsPool, 8>::new();
    /// for frame in [0, 4, 8] {
    ///     history.push_frame(frame, &units);
    /// }
    /// assert_eq!(history.rewind_to_or_before(6, &mut units)?, 4);
    /// # Ok::<(), stackpool::HistoryError>(())
    /// ```
    pub fn rewind_to_or_before(&mut self, frame: impl Into<i64>, world: &mut W) -> Result<i64, HistoryError> {
        let frame = frame.into();
        let newer = self.each_frame().take_while(|&held| held > frame).count();
        let Some(found) = self.each_frame().nth(newer) else { return Err(self.no_frame(frame)) };
        self.rewind(newer, world)?;
        Ok(found)
    }

    /// Makes the state before the newest one the newest. If there is none, the history is empty.
    fn step_back(&mut self) -> Result<(), HistoryError> {
        let Some(step) = self.steps.newest() else {
            self.frame = None;
            return Ok(());
        };
        if W::GROWS {
            let grown = self.saves[self.newest].saturating_add(step.place().len());
            self.grown.make_room(self.newest ^ 1, room::<W>(W::SAVED_BYTES, grown));
        }
        let Pieces { newest, made, ring, .. } =
            Pieces::of::<W>(self.memory.as_mut(), &mut self.grown, self.newest);
        let base = &newest[..self.saves[self.newest]];
        let length = (W::PART.read)(base, &ring[step.place()], made).map_err(HistoryError::Delta)?;
        check_length(length, made);
        // Nothing fails from here on: the step is gone, and the state that it leads to is the newest.
        self.steps.pop();
        self.newest ^= 1;
        self.saves[self.newest] = length;
        self.frame = Some(step.frame);
        Ok(())
    }

    /// Returns the save of the newest state, or `None` if nothing was pushed. Use it for a
    /// [`checksum`](crate::checksum). O(1).
    #[must_use]
    pub fn newest(&self) -> Option<&[u8]> {
        let save = if W::GROWS {
            self.grown.save(self.newest)
        } else {
            &self.memory.as_ref()[self.newest * W::SAVED_BYTES..]
        };
        self.frame.map(|_| &save[..self.saves[self.newest]])
    }

    /// Returns the save of the state that was pushed this many pushes before the newest one. Use it to compare the
    /// state with another machine's. O(used) per step.
    ///
    /// # Errors
    ///
    /// [`HistoryError::TooFar`] if there are fewer steps.
    pub fn saved(&mut self, steps: usize) -> Result<&[u8], HistoryError> {
        self.check(steps)?;
        let mut length = self.saves[self.newest];
        if W::GROWS {
            // What has grown in a save is in the newest one, or in a delta from there to it.
            let deltas = (0..steps).map(|back| self.steps.back(back).place().len());
            let bytes = room::<W>(W::SAVED_BYTES, deltas.fold(length, usize::saturating_add));
            self.grown.make_room(self.newest ^ 1, bytes);
            self.grown.make_room(DELTA, bytes);
        }
        let Pieces { newest, made, delta, ring } =
            Pieces::of::<W>(self.memory.as_mut(), &mut self.grown, self.newest);
        // The newest save stays, so the older ones take turns between the two other places.
        let (mut from, mut to) = (delta, made);
        for back in 0..steps {
            let base = if back == 0 { &newest[..length] } else { &from[..length] };
            let read = (W::PART.read)(base, &ring[self.steps.back(back).place()], to);
            length = read.map_err(HistoryError::Delta)?;
            core::mem::swap(&mut from, &mut to);
        }
        Ok(if steps == 0 { &newest[..length] } else { &from[..length] })
    }

    /// Returns the save of frame `frame`. Use it to compare the state with another machine's. O(used) per step.
    ///
    /// # Errors
    ///
    /// [`HistoryError::NoFrame`] if the history does not have this frame.
    pub fn saved_frame(&mut self, frame: impl Into<i64>) -> Result<&[u8], HistoryError> {
        let steps = self.steps_to(frame.into())?;
        self.saved(steps)
    }

    /// Forgets all states but the one that is made.
    fn forget_older(&mut self) {
        if N > 0 {
            self.stats.forgotten += 1 + self.steps.count() as u64;
        }
        self.steps.clear();
    }

    fn check(&self, asked: usize) -> Result<(), HistoryError> {
        let depth = self.depth();
        if self.frame.is_none() || asked > depth {
            Err(HistoryError::TooFar { asked, depth })
        } else {
            Ok(())
        }
    }

    /// Forgets all states.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.frame = None;
    }
}

impl<W, const N: usize, M> History<W, N, M> {
    /// Returns how many steps can be taken back, at most `N`.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.steps.count()
    }

    /// Returns the oldest and the newest frame that it has, or `None` if it is empty.
    #[must_use]
    pub fn frames(&self) -> Option<RangeInclusive<i64>> {
        Some(self.each_frame().last()?..=self.frame?)
    }

    /// The frames, from the newest to the oldest.
    fn each_frame(&self) -> impl Iterator<Item = i64> {
        self.frame.into_iter().chain(self.steps.frames())
    }

    /// The steps from the newest frame back to this one.
    fn steps_to(&self, frame: i64) -> Result<usize, HistoryError> {
        self.each_frame().position(|held| held == frame).ok_or_else(|| self.no_frame(frame))
    }

    fn no_frame(&self, asked: i64) -> HistoryError {
        HistoryError::NoFrame { asked, oldest: self.each_frame().last() }
    }

    /// Returns what the history has done.
    #[must_use]
    pub fn stats(&self) -> HistoryStats {
        self.stats
    }
}

/// Another history of the same states, in a copy of the memory. `clone_from` of one in a `Box` does not allocate.
impl<W, const N: usize, M: Clone> Clone for History<W, N, M> {
    fn clone(&self) -> Self {
        let History { memory, grown, saves, newest, frame, steps, stats, world } = self;
        let (memory, grown, steps) = (memory.clone(), grown.clone(), steps.clone());
        History {
            memory,
            grown,
            saves: *saves,
            newest: *newest,
            frame: *frame,
            steps,
            stats: *stats,
            world: *world,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let History { memory, grown, saves, newest, frame, steps, stats, world: _ } = source;
        self.memory.clone_from(memory);
        self.grown.clone_from(grown);
        self.steps.clone_from(steps);
        (self.saves, self.newest, self.frame, self.stats) = (*saves, *newest, *frame, *stats);
    }
}

impl<W, const N: usize, M> fmt::Debug for History<W, N, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History")
            .field("frames", &self.frames())
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

/// A `Snapshot` that was written by hand can say anything.
#[track_caller]
#[inline]
fn check_length(length: usize, written: &[u8]) {
    assert!(length <= written.len(), "a `Snapshot` says that it wrote more bytes than there were");
}

/// The parts of the memory.
struct Pieces<'m> {
    /// The newest save, and the place for the next one.
    newest: &'m mut [u8],
    made: &'m mut [u8],
    delta: &'m mut [u8],
    ring: &'m mut [u8],
}

impl<'m> Pieces<'m> {
    /// The parts, where the save number `newest` is the newest one.
    fn of<W: Snapshot>(memory: &'m mut [u8], grown: &'m mut Grown, newest: usize) -> Self {
        let ([first, second, delta], ring) = if W::GROWS {
            (grown.places(), memory)
        } else {
            let (first, rest) = memory.split_at_mut(W::SAVED_BYTES);
            let (second, rest) = rest.split_at_mut(W::SAVED_BYTES);
            let (delta, ring) = rest.split_at_mut(delta_bytes::<W>());
            ([first, second, delta], ring)
        };
        let (newest, made) = if newest == 0 { (first, second) } else { (second, first) };
        Pieces { newest, made, delta, ring }
    }
}

/// The bytes of the place for a delta, where a save can be too.
const fn delta_bytes<W: Snapshot>() -> usize {
    if W::DELTA_BYTES < W::SAVED_BYTES { W::SAVED_BYTES } else { W::DELTA_BYTES }
}
