//! Weak pointers: copies without a count.

#![expect(unsafe_code, reason = "a weak pointer adds an owner while there is one")]

use super::counter::Counter;
use super::counts::Weakens;
use super::memory::counter;
use super::word::Word;
use super::{SharedBox, SharedSpec};
use crate::base::full::Full;
use crate::boxes::pool_box::{SentBoxes, Vacant};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use core::fmt;
use core::marker::PhantomData;
use core::sync::atomic::Ordering;

/// A pointer to an object of [`SharedBox`]es that does not keep it. It is `Copy`, and at most 4 bytes larger than a
/// shared box.
///
/// ```
/// # use stackpool::{Full, Pool};
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, shared)]
/// struct Sound {
///     volume: u8,
/// }
///
/// let bell = SoundArc::new(Sound { volume: 9 })?;
/// let weak: SoundWeak = SoundArc::downgrade(&bell);
/// assert_eq!(weak.upgrade().map(|bell| bell.volume), Some(9));
/// drop(bell); // drops the object, and frees its slot
/// assert!(weak.upgrade().is_none());
/// assert_eq!(size_of::<Option<SoundWeak>>(), 4);
/// # Ok::<(), Full<Sound>>(())
/// ```
///
/// It is the index of a slot and a generation, as a handle is. It has 3 bytes up to a capacity of 256, 4 up to 65,536,
/// 5 up to 16,777,216, and 8 above.
///
/// # Stale pointers
///
/// A weak pointer whose object is gone returns `None`. A slot has [`GENERATIONS`](WeakBox::GENERATIONS) (2,048)
/// generations. It moves to the next one when the weak pointers to its object become stale: the object leaves, or its
/// weak pointers are [revoked](SharedBox::revoke_weak). Objects without weak pointers use up no generations. After
/// 2,048 moves, an old weak pointer points to the object that is in the slot then. This is a mistake of the program,
/// but never undefined behaviour.
///
/// # Threads
///
/// A weak pointer is `Send` and `Sync` if shared boxes are.
///
/// Under `sync = threads` and `sync = critical_section`, only objects that are `Send` and `Sync` have weak pointers: a
/// stale one could reach an object that another thread made. (So rustc says at `downgrade` that a `Cell` "cannot be
/// shared between threads safely".) Under `sync = local`, all objects have them with feature `std`, where one thread
/// makes all objects. Without `std` none have, because the pool does not know its thread.
pub struct WeakBox<P: SharedSpec<Item = T>, T = <P as PoolSpec>::Item> {
    handle: Handle<P>,
    /// In bytes, which have an alignment of 1.
    generation: [u8; 2],
    /// A pointer, so that `Send` and `Sync` do not follow from the object.
    names: PhantomData<*const T>,
}

/// A definition of shared boxes that have weak pointers. Generic code names it as a bound:
///
/// ```
/// use stackpool::{SharedBox, WeakBox, WeakSpec};
///
/// /// Where a node of any tree comes from.
/// struct Parent<P: WeakSpec>(Option<WeakBox<P>>);
///
/// impl<P: WeakSpec> Parent<P> {
///     fn of(node: &SharedBox<P>) -> Self {
///         Parent(Some(SharedBox::downgrade(node)))
///     }
/// }
/// # stackpool::pool! { Nodes: [u32; 8], shared; }
/// # let node = NodesArc::new(7).unwrap();
/// # assert_eq!(Parent::of(&node).0.and_then(|weak| weak.upgrade()).as_deref(), Some(&7));
/// ```
///
/// It is implemented for every definition whose items may be [on other threads](WeakBox#threads), and cannot be
/// implemented for another one.
pub trait WeakSpec: SharedSpec + sealed::MayWeaken {}

impl<P: SharedSpec> WeakSpec for P where P::Mode: Weakens<P::Item> {}

mod sealed {
    use super::{SharedSpec, Weakens};

    /// Weak pointers rest on the bound. A definition whose item is known not to be on other threads could have a second
    /// implementation of the public trait, in addition to that for all definitions.
    pub trait MayWeaken {}

    impl<P: SharedSpec> MayWeaken for P where P::Mode: Weakens<P::Item> {}
}

/// # Weak pointers
impl<P: SharedSpec> SharedBox<P> {
    /// Makes an object that has a weak pointer to itself. O(1).
    ///
    /// `make` gets the weak pointer, and makes the object. Until it returns, [`upgrade`](WeakBox::upgrade) gives
    /// `None`.
    ///
    /// ```
    /// # use stackpool::{Full, Pool};
    /// #[derive(Pool)]
    /// #[pool(capacity = 100, shared)]
    /// struct Gadget {
    ///     me: GadgetWeak,
    /// }
    ///
    /// let gadget = GadgetArc::new_cyclic(|me| Gadget { me })?;
    /// assert!(GadgetArc::ptr_eq(&gadget.me.upgrade().expect("it was made"), &gadget));
    /// # Ok::<(), Full>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free. Then `make` is not called.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](SharedBox::new) does. If `make` panics, the slot is free again.
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_cyclic(make: impl FnOnce(WeakBox<P>) -> P::Item) -> Result<Self, Full>
    where
        P: WeakSpec,
    {
        let site = Site::caller();
        let vacant = Vacant::<P>::acquire()?;
        let handle = vacant.handle();
        // SAFETY: 1. the slot belongs to this call, and is not shared.
        let word = unsafe { counter(handle).get() }.first_weak();
        // SAFETY: 1. the slot belongs to this call, and is not shared. The word has no owner, so no object is needed.
        unsafe { counter(handle).start(word) };
        let value = make(WeakBox::of(handle, word));
        // SAFETY: the slot belongs to this call and is aligned. Weak pointers do not reach it while there is no owner.
        unsafe { vacant.as_ptr().write(value) };
        // `Release`, because a weak pointer that another thread got from `make` finds the object by this word.
        // SAFETY: 1. the slot is not shared yet.
        let started = unsafe { counter(handle).update(Ordering::Release, |word| Some(word.made())) };
        invariant!(started == Ok(word), "the word of an object changed before the object was made");
        Self::list();
        // SAFETY: 1. the count is 1, for this box.
        Ok(unsafe { Self::of(vacant.into_handle(site)) })
    }

    /// Returns a weak pointer to the object. O(1).
    ///
    /// From then on [`get_mut`](SharedBox::get_mut) returns `None`, until [`revoke_weak`](SharedBox::revoke_weak).
    #[inline]
    #[must_use]
    pub fn downgrade(this: &Self) -> WeakBox<P>
    where
        P: WeakSpec,
    {
        // `Release`, because a stale weak pointer of another thread whose generation has come again may find this word.
        // It must see what the only owner did to the object before.
        let change = |word: Word| (!word.is_weak()).then_some(word.with_weak());
        // SAFETY: 1. this box is an owner.
        let word = unsafe { counter(this.handle).update(Ordering::Release, change) };
        // It is an error if there are weak pointers of this generation already.
        let (Ok(word) | Err(word)) = word;
        WeakBox::of(this.handle, word)
    }

    /// Makes all weak pointers to the object stale. O(1).
    ///
    /// Then [`get_mut`](SharedBox::get_mut) returns the object, if this is its only shared box.
    #[inline]
    pub fn revoke_weak(this: &Self) {
        let change = |word: Word| word.is_weak().then_some(word.without_weak());
        // It is an error if there are none. Nothing has to be ordered, because an owner stays.
        // SAFETY: 1. this box is an owner.
        let _ = unsafe { counter(this.handle).update(Ordering::Relaxed, change) };
    }
}

impl<P: SharedSpec> WeakBox<P> {
    /// The number of generations of a slot: 2,048.
    pub const GENERATIONS: usize = Word::GENERATIONS as usize;

    /// Returns a shared box of the object. O(1).
    ///
    /// `None` if the object is gone, or if it has [`MAX_COUNT`](SharedBox::MAX_COUNT) shared boxes.
    #[inline]
    #[must_use]
    pub fn upgrade(self) -> Option<SharedBox<P>>
    where
        P: WeakSpec,
    {
        let change = |word| if self.is_of(word) { word.one_more() } else { None };
        // SAFETY: 1. this is a weak pointer, and `WeakSpec` allows it.
        let owner = unsafe { counter(self.handle).update(Ordering::Acquire, change) };
        // SAFETY: 1. there was an owner, and one more was counted, which is this box.
        owner.is_ok().then(|| unsafe { SharedBox::of(self.handle) })
    }

    /// Returns the number of shared boxes of the object, 0 if it is gone. Other threads may change it at any time.
    /// O(1).
    #[inline]
    #[must_use]
    pub fn strong_count(self) -> usize
    where
        P: WeakSpec,
    {
        // SAFETY: 1. this is a weak pointer, and `WeakSpec` allows it.
        let word = unsafe { counter(self.handle).get() };
        if self.is_of(word) { word.owners() as usize } else { 0 }
    }

    /// Returns whether two weak pointers are to the same object.
    #[inline]
    #[must_use]
    pub fn ptr_eq(self, other: Self) -> bool {
        self == other
    }

    /// A weak pointer of the generation of this word.
    #[inline]
    fn of(handle: Handle<P>, word: Word) -> Self {
        WeakBox { handle, generation: word.generation().to_ne_bytes(), names: PhantomData }
    }

    #[inline]
    fn is_of(self, word: Word) -> bool {
        word.is_weak() && word.generation().to_ne_bytes() == self.generation
    }
}

// Two weak pointers are equal if they are to the same object.
copy_with_key!([P: SharedSpec] WeakBox<P>, |this| (this.handle, this.generation));

impl<P: SharedSpec> fmt::Debug for WeakBox<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(Weak)")
    }
}

#[cfg(feature = "defmt")]
impl<P: SharedSpec> defmt::Format for WeakBox<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "(Weak)");
    }
}

// SAFETY: it is an index and a generation. On the thread that it goes to, it becomes a shared box of its object; or of
// another one, if it is stale. That one may be of a third thread. By the bounds, shared boxes of all objects of this
// definition may be on any thread.
unsafe impl<P: SharedSpec<Item = T> + SentBoxes, T: Send + Sync> Send for WeakBox<P, T> {}
// SAFETY: a reference to a weak pointer gives a copy of it, so the bounds are those of `Send`.
unsafe impl<P: SharedSpec<Item = T> + SentBoxes, T: Send + Sync> Sync for WeakBox<P, T> {}
