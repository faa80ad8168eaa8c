//! Boxes: owning pointers of 1 to 4 bytes.
//!
//! The objects live in a static of the definition, so a box is only the index of its slot.
//!
//! Invariant: a slot is free ([`Mode`](crate::boxes::sync::Mode) knows it), or one box owns it and it holds an object, or somebody
//! is about to make or drop one there: user code (constructors, `Clone`, `Drop`) runs while the slot is neither free nor
//! owned, and it is freed afterwards, on unwinding too.

#![expect(unsafe_code, reason = "a box owns the object in its slot")]

mod memory;
mod traits;

pub(crate) use memory::state;
pub use memory::{BoxCaches, BoxSlots, BoxSpec, BoxState, BoxStatics, box_static_kind};

use crate::base::full::Full;
use crate::base::message::Message;
use crate::base::stats::Stats;
use crate::boxes::sync::{Mode, Usage, cache_size};
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::statics::LARGEST;
use crate::track::{LiveSites, Site};
use bytemuck::Zeroable;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};
use core::pin::Pin;

/// Never implemented: its message is what it is for.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` are owned by boxes: there is no pool to take",
    label = "this is a boxed definition",
    note = "`{Self}Box::new(value)` puts a value into the static of the definition (unless `box = ..` names the alias)",
    note = "leave `boxed` out for a pool with handles"
)]
pub trait TakesPool<'pool> {}

/// An owning pointer of 1 to 4 bytes: a `Box` whose object lives in the static of the definition `P`.
///
/// `#[derive(Pool)]` with `boxed` and `pool!` with `boxed` print an alias each, as `NodeBox` for `PoolBox<Node>`. The box
/// is the index of a slot and nothing else; it derefs to the object, and gives the slot back when it is dropped. There is
/// nothing to check: a use after free, or a second free, cannot be written.
///
/// ```
/// use stackpool::{Full, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 65_535, boxed)]
/// struct Node {
///     key: u32,
///     left: Option<NodeBox>,
///     right: Option<NodeBox>,
/// }
///
/// # fn main() -> Result<(), Full<Node>> {
/// let mut root = NodeBox::new(Node { key: 7, left: None, right: None })?;
/// root.left = Some(NodeBox::new(Node { key: 3, left: None, right: None })?);
/// assert_eq!(root.left.as_ref().map(|left| left.key), Some(3));
/// assert_eq!((size_of::<Option<NodeBox>>(), size_of::<Node>()), (2, 8));
/// # assert!(root.right.is_none());
/// # Ok(())
/// # }
/// ```
///
/// # Sizes
///
/// A box is as large as a [`Handle`] of the same capacity, and `Option` costs nothing but at the capacities 256, 65,536 and
/// from 16,711,681 to 16,777,216. A zero-sized object takes a byte, or as many
/// as its alignment says, so that every box has an address of its own.
///
/// # Threads
///
/// `sync = ..` says who may make and drop boxes:
///
/// | `sync` | boxes are made and dropped by | bookkeeping a slot | `Send` |
/// |---|---|---|---|
/// | `threads` (default) | any thread, without locks | a link: 1, 2 or 4 bytes, up to 255, 65,535, 4,294,967,295 slots | as `Box<T>` |
/// | `local` | one thread; with feature `std` without atomic exchanges | an entry of the table, as in a [`Pool`](crate::Pool) | never |
/// | `critical_section` | anything, interrupt handlers too, in a section of the crate `critical-section` (feature `critical-section`) | likewise | as `Box<T>` |
///
/// All of them are `Sync` where the object is.
///
/// **Under `threads`** each thread keeps a few free slots to itself, with feature `std` and from a capacity of 256 on: a
/// 64th of the capacity, 32 at most ([`CACHE`](PoolBox::CACHE)). What one thread keeps, another does not see:
///
/// - [`Full`] is exact where no other living thread has made or dropped boxes of this pool. Otherwise at most so many slots
///   for each of them may be free and unseen. Before a thread is told so it calls them in: every other thread gives its
///   slots back when it next makes or drops a box. So the same attempt may succeed a moment later.
/// - A thread that ends gives its slots back, before `join` on it returns (`std::thread::scope` by itself does not wait for
///   that); [`flush_thread_cache`](PoolBox::flush_thread_cache) does it at any time.
/// - `sync = threads, exact` keeps none, nor does a build without feature `std`, nor one for Android, OpenHarmony, QNX, OpenBSD
///   or illumos, whose thread-locals end in any order: `Full` is exact there. Every box takes two
///   atomic exchanges, which is slower than the heap of a good allocator: what it buys is memory, and exactness.
/// - The free slots are a lock-free stack, whose head has a **tag of 32 bits** against ABA: it counts the
///   exchanges of the head. A thread that is stopped between reading the head and exchanging it notices every
///   change, unless exactly 2^32 exchanges happen meanwhile, or a multiple of that, and the same slot is on
///   top again. Then a slot could get two owners. At 13 ns for an exchange, the best that was measured, 2^32
///   of them take a minute of nothing else; where threads keep slots, an exchange moves up to 16. `local` and
///   `critical_section` have no tag and need none.
///
/// **Under `local`** with feature `std`, the first thread that makes a box owns the pool for ever; any other one that tries
/// panics. (On the five systems named above, so may a box that a thread-local of its owner drops.)
///
/// Without `std` nothing knows threads. A flag is set for as long as an operation takes, which is an atomic exchange for each;
/// a target without compare-and-swap (Cortex-M0) sets it in a critical section, for which the program provides an
/// implementation of the crate `critical-section`. Another core, or an interrupt handler, that comes in the middle of an
/// operation panics there: a box that was being dropped takes its slot for ever then. One that comes between two operations
/// is not noticed, and does no harm. Where interrupt handlers make and drop boxes `critical_section` is the mode, and takes
/// no more memory.
///
/// Either way tests that share a pool are a trap: each runs in a thread of its own.
///
/// # Moving out
///
/// `*node` moves nothing out, as it does of a `Box`: [`PoolBox::into_inner(node)`](PoolBox::into_inner) does; of a field that
/// is an `Option`, `node.left.take()`. There are no boxes of unsized objects (`dyn Shape`). A structure of boxes is copied
/// node by node, with [`new`](PoolBox::new) or [`try_clone`](PoolBox::try_clone), since each copy may find the pool full.
/// What was [leaked](PoolBox::leak), or forgotten, takes a slot for ever.
///
/// # Dropping long lists
///
/// As with `Box`, dropping a box drops what is in it: a list of 65,535 nodes, or a tree that has become one, takes as many
/// nested calls, which may overflow the stack. Take such a structure apart in a loop:
///
/// ```
/// # use stackpool::{Full, Pool};
/// #[derive(Pool)]
/// #[pool(capacity = 65_535, boxed)]
/// struct Link {
///     next: Option<LinkBox>,
/// }
///
/// struct List(Option<LinkBox>);
///
/// impl Drop for List {
///     fn drop(&mut self) {
///         while let Some(mut link) = self.0.take() {
///             self.0 = link.next.take();
///         }
///     }
/// }
///
/// # fn main() -> Result<(), Full<Link>> {
/// let mut list = List(None);
/// for _ in 0..LinkBox::CAPACITY {
///     list.0 = Some(LinkBox::new(Link { next: list.0.take() })?);
/// }
/// drop(list);
/// # Ok(())
/// # }
/// ```
///
/// # Addresses
///
/// An object stays where it is until its box is dropped, whoever owns the box: [`pin`](PoolBox::pin),
/// [`into_raw`](PoolBox::into_raw), [`leak`](PoolBox::leak). Feature `stable_deref_trait` says so to other crates: boxes are
/// `StableDeref`, as the DMA transfers of hardware abstraction layers ask of a buffer.
///
/// The functions that are no methods (`PoolBox::leak(node)`, not `node.leak()`) are so as those of `Box` are: a method
/// would hide one of the object.
///
/// The type of the object is a parameter only so that `Borrow` can be implemented: `PoolBox<Node>` says all.
#[repr(transparent)]
pub struct PoolBox<P: BoxSpec<Item = T>, T = <P as PoolSpec>::Item> {
    handle: Handle<P>,
    owns: PhantomData<T>,
}

/// A slot that is neither free nor owned; freed when this is dropped.
struct Vacant<P: BoxSpec>(Handle<P>);

impl<P: BoxSpec> Vacant<P> {
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    fn acquire() -> Option<Self> {
        let index = P::Mode::acquire::<P>()?;
        debug_assert!(index < <P::Layout as Layout>::CAPACITY, "a slot beyond the capacity was free");
        // SAFETY: 1. of `Mode`. 2. the generation is 0.
        Some(Vacant(unsafe { Handle::new(index, 0) }))
    }

    #[inline]
    fn as_ptr(&self) -> *mut P::Item {
        memory::slot::<P>(self.0)
    }

    /// Makes it that of a box, for a caller at `site`.
    ///
    /// # Safety
    ///
    /// 1. The slot holds an object.
    #[inline]
    unsafe fn occupied(self, site: Site) -> PoolBox<P> {
        memory::sites::<P>().store(self.0.index(), site);
        PoolBox { handle: ManuallyDrop::new(self).0, owns: PhantomData }
    }
}

impl<P: BoxSpec> Drop for Vacant<P> {
    #[inline]
    fn drop(&mut self) {
        memory::sites::<P>().store_none(self.0.index());
        // SAFETY: 1. it came from `acquire`, or from a box, and is released by this alone.
        unsafe { P::Mode::release::<P>(index(self.0)) };
    }
}

impl<P: BoxSpec> PoolBox<P> {
    /// Objects that are owned by boxes at most.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of a box: 1 to 4.
    pub const BOX_BYTES: usize = size_of::<Self>();

    /// Free slots that each thread keeps to itself at most, see [Threads](#threads): a 64th of the capacity, 32 at most,
    /// and 0 where threads keep none.
    pub const CACHE: usize = cache_size::<P::Mode>(<P::Layout as Layout>::CAPACITY);

    /// Bytes of everything but the objects: the free slots, and counts.
    pub const BOOKKEEPING_BYTES: usize = memory::state_bytes::<P>();

    /// Bytes of the statics, without the caches of threads.
    pub const TOTAL_BYTES: usize = memory::total_bytes::<P>() as usize;

    /// Fails to compile where the layout does not fit together, or is not of boxes, or has no statics.
    pub(crate) const CHECK: () = {
        let () = <P::Layout as Layout>::CHECK;
        assert!(<P::Layout as Layout>::OWNED, "the layout is not that of a boxed pool");
        if !P::STATICS.is_present() {
            Message::new()
                .text("the boxes of `")
                .text(P::NAME)
                .text("` take ")
                .number(memory::total_bytes::<P>() as i128)
                .text(" bytes, statics at most ")
                .number(LARGEST as i128)
                .panic();
        }
    };

    /// Moves `value` into a slot. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value, if no slot is free: see [Threads](#threads) for how exact that is.
    ///
    /// # Panics
    ///
    /// Under `sync = local`, in a thread that does not own the pool; without feature `std`, in the middle of an operation that
    /// this one interrupts. So does every function here that makes or drops a box. With debug assertions the panic names the
    /// line that called a function which makes one.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new(value: P::Item) -> Result<Self, Full<P::Item>> {
        const { Self::CHECK };
        let site = Site::caller();
        let Some(vacant) = Vacant::<P>::acquire() else {
            return Err(Full(value));
        };
        // SAFETY: the slot is that of this call, and aligned.
        unsafe { vacant.as_ptr().write(value) };
        // SAFETY: 1. just written.
        Ok(unsafe { vacant.occupied(site) })
    }

    /// Makes an object in its slot: a large one need not pass over the stack. O(1).
    ///
    /// `make` gets the memory, and returns the object that it made there. If it panics, the slot is free again; what it
    /// wrote there before is not dropped. ([`new_zeroed`](PoolBox::new_zeroed) makes plain data without the stack, too.)
    ///
    /// It is not for objects of zero size, and does not compile for them: [`new`](PoolBox::new) makes those.
    ///
    /// ```
    /// # use stackpool::{Full, Pool};
    /// #[derive(Pool)]
    /// #[pool(capacity = 4, boxed)]
    /// struct Chunk([u16; 4096]);
    ///
    /// let chunk = ChunkBox::new_with(|slot| slot.write(Chunk([7; 4096])))?; // optimised builds write it in place
    /// assert_eq!(chunk.0[4095], 7);
    /// # Ok::<(), Full>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`], if no slot is free; `make` is not called then.
    ///
    /// # Panics
    ///
    /// As [`new`](PoolBox::new); and if `make` returns another object than the one in the memory that it got.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_with(make: impl FnOnce(&mut MaybeUninit<P::Item>) -> &mut P::Item) -> Result<Self, Full> {
        const {
            assert!(
                size_of::<P::Item>() != 0,
                "`new_with` is for objects that take memory: `new` makes those of zero size"
            );
        }
        const { Self::CHECK };
        let site = Site::caller();
        let vacant = Vacant::<P>::acquire().ok_or(Full(()))?;
        let slot = vacant.as_ptr();
        // SAFETY: the slot is that of this call, and aligned, and any bytes are a `MaybeUninit`.
        let made: *mut P::Item = make(unsafe { &mut *slot.cast() });
        assert!(core::ptr::eq(made, slot), "`new_with` must return the object that it made in the slot");
        // SAFETY: 1. there was a reference to an object in it. It is no other object, as one of zero size behind another
        // could be: this one takes memory, which only `make` had.
        Ok(unsafe { vacant.occupied(site) })
    }

    /// An object of zero bytes, which are written in its slot. O(size of the object).
    ///
    /// # Errors
    ///
    /// [`Full`], if no slot is free.
    ///
    /// # Panics
    ///
    /// As [`new`](PoolBox::new).
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_zeroed() -> Result<Self, Full>
    where
        P::Item: Zeroable,
    {
        const { Self::CHECK };
        let site = Site::caller();
        let vacant = Vacant::<P>::acquire().ok_or(Full(()))?;
        // SAFETY: the slot is that of this call, and aligned.
        unsafe { vacant.as_ptr().write_bytes(0, 1) };
        // SAFETY: 1. just written, and zero bytes are an object.
        Ok(unsafe { vacant.occupied(site) })
    }

    /// [`new`](PoolBox::new), and the object is pinned.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value, if no slot is free.
    ///
    /// # Panics
    ///
    /// As [`new`](PoolBox::new).
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn pin(value: P::Item) -> Result<Pin<Self>, Full<P::Item>> {
        const { Self::CHECK };
        // (Not `map`: what is called from there has another caller.)
        Ok(Self::into_pin(Self::new(value)?))
    }

    /// The same box, and the object is pinned: it is where it stays until it is dropped.
    #[inline]
    #[must_use]
    pub fn into_pin(boxed: Self) -> Pin<Self> {
        // SAFETY: the object does not move when the box does, and its slot is used for another only after it was dropped.
        unsafe { Pin::new_unchecked(boxed) }
    }

    /// Moves the object out, and frees its slot. O(1).
    #[inline]
    #[must_use]
    pub fn into_inner(boxed: Self) -> P::Item {
        let vacant = Vacant(Self::into_handle(boxed));
        // SAFETY: the box owned the object in the slot, which is free after this.
        unsafe { vacant.as_ptr().read() }
    }

    /// A reference to the object for ever: it is not dropped, and its slot is not freed.
    ///
    /// [`from_raw`](PoolBox::from_raw) makes it that of a box again, once the reference and all that were
    /// made of it are no longer used.
    #[inline]
    #[must_use]
    pub fn leak(boxed: Self) -> &'static mut P::Item {
        // SAFETY: the box owned the object in the slot, and nobody else does. Definitions, and their items, are `'static`.
        unsafe { &mut *Self::into_raw(boxed) }
    }

    /// The object as a pointer. It is not dropped, and its slot is not freed, until
    /// [`from_raw`](PoolBox::from_raw) makes it that of a box again. What the pointer may be used for is what
    /// [`as_mut_ptr`](PoolBox::as_mut_ptr) says.
    #[inline]
    #[must_use = "the object leaks"]
    pub fn into_raw(boxed: Self) -> *mut P::Item {
        let mut boxed = ManuallyDrop::new(boxed);
        Self::as_mut_ptr(&mut boxed)
    }

    /// The box that [`into_raw`](PoolBox::into_raw) or [`leak`](PoolBox::leak) took apart. O(1).
    ///
    /// # Safety
    ///
    /// 1. **Origin.** `raw` is the address that one of these functions gave for a box of this definition. A
    ///    pointer from another definition with the same item type is not.
    /// 2. **One owner.** No box was made of that object since, by this function or by
    ///    [`from_handle`](PoolBox::from_handle): each box that was taken apart is put together once.
    /// 3. **An object.** The slot holds the object, or another one that was written in its place: not what is
    ///    left after the object was moved out or dropped.
    /// 4. **No references.** No reference to the object is used from here on, except those that this box
    ///    lends. Pointers are used as [`as_ptr`](PoolBox::as_ptr) and [`as_mut_ptr`](PoolBox::as_mut_ptr)
    ///    allow.
    /// 5. **Threads.** The item is `Send`, or the object has never left this thread. What other threads did
    ///    with it happened before this call: they handed the pointer over by a channel, a lock, a `join` or
    ///    an atomic with `Release` and `Acquire`. An interrupt handler counts as another thread.
    /// 6. **`sync = local`.** This is the thread in which the box was, whatever the item is.
    /// 7. **Pins.** If the object was pinned and is not `Unpin`, the box is pinned again
    ///    ([`into_pin`](PoolBox::into_pin)) before anything else is done with it.
    #[inline]
    #[must_use]
    pub unsafe fn from_raw(raw: *mut P::Item) -> Self {
        let index = memory::index_of::<P>(raw);
        debug_assert!(index < <P::Layout as Layout>::CAPACITY, "a pointer that is not into the static");
        // SAFETY: 1. the pointer is that of a slot (1.), so that this is its index. 2. the generation is 0.
        let handle = unsafe { Handle::new(index, 0) };
        debug_assert!(core::ptr::eq(memory::slot::<P>(handle), raw), "a pointer that is not to a slot");
        PoolBox { handle, owns: PhantomData }
    }

    /// The box as a handle: a `Copy` token of the same size. The object is not dropped, and its slot is not freed, until
    /// [`from_handle`](PoolBox::from_handle) makes it that of a box again.
    #[inline]
    #[must_use = "the object leaks"]
    pub fn into_handle(boxed: Self) -> Handle<P> {
        ManuallyDrop::new(boxed).handle
    }

    /// The box that [`into_handle`](PoolBox::into_handle) took apart. O(1).
    ///
    /// A handle is `Copy`, and goes to any thread, whatever the item is. The box that is made of it does not,
    /// so that the contract is that of [`from_raw`](PoolBox::from_raw):
    ///
    /// # Safety
    ///
    /// 1. **Origin.** `handle` names the slot of a box that was taken apart, by
    ///    [`into_handle`](PoolBox::into_handle), [`into_raw`](PoolBox::into_raw) or [`leak`](PoolBox::leak).
    ///    The handle itself may come from anywhere: from [`handle`](PoolBox::handle), or from its
    ///    [bits](Handle::from_bits).
    /// 2. **One owner.** No box was made of that object since, by this function or by `from_raw`: each box
    ///    that was taken apart is put together once, however many copies of its handle there are.
    /// 3. **An object.** The slot holds the object, or another one that was written in its place: not what is
    ///    left after the object was moved out or dropped.
    /// 4. **No references.** No reference to the object is used from here on, except those that this box
    ///    lends. Pointers are used as [`as_ptr`](PoolBox::as_ptr) and [`as_mut_ptr`](PoolBox::as_mut_ptr)
    ///    allow.
    /// 5. **Threads.** The item is `Send`, or the object has never left this thread. What other threads did
    ///    with it happened before this call: they handed the handle over by a channel, a lock, a `join` or an
    ///    atomic with `Release` and `Acquire`. An interrupt handler counts as another thread.
    /// 6. **`sync = local`.** This is the thread in which the box was, whatever the item is.
    /// 7. **Pins.** If the object was pinned and is not `Unpin`, the box is pinned again
    ///    ([`into_pin`](PoolBox::into_pin)) before anything else is done with it.
    ///
    /// ```
    /// # use stackpool::{Full, Pool};
    /// # use std::sync::mpsc;
    /// # #[derive(Pool)] #[pool(capacity = 64, boxed)] struct Job { number: u32 }
    /// // A queue of handles, which are 1 byte each.
    /// let (sender, receiver) = mpsc::channel();
    /// let worker = std::thread::spawn(move || {
    ///     for handle in receiver {
    ///         // SAFETY: 1. and 2. the sender took a box apart for each handle, and sends each once.
    ///         // 3. and 4. it does nothing else with the objects. 5. a `Job` is `Send`, and the channel
    ///         // synchronises. 6. the mode is `threads`. 7. no job is pinned.
    ///         let job = unsafe { JobBox::from_handle(handle) };
    ///         assert_eq!(job.number, 7);
    ///     }
    /// });
    /// sender.send(JobBox::into_handle(JobBox::new(Job { number: 7 })?)).expect("the worker is there");
    /// drop(sender);
    /// worker.join().expect("the worker ends");
    /// # Ok::<(), Full<Job>>(())
    /// ```
    #[inline]
    #[must_use]
    pub unsafe fn from_handle(handle: Handle<P>) -> Self {
        PoolBox { handle, owns: PhantomData }
    }

    /// The handle of the slot: its [`index`](Handle::index) tells objects apart, as an address would.
    #[inline]
    #[must_use]
    pub fn handle(boxed: &Self) -> Handle<P> {
        boxed.handle
    }

    /// The address of the object. It may be read there as long as the box is not dropped, and nobody changes it.
    #[inline]
    #[must_use]
    pub fn as_ptr(boxed: &Self) -> *const P::Item {
        memory::slot(boxed.handle)
    }

    /// The address of the object. It may be read and written there as long as the box is not dropped.
    #[inline]
    #[must_use]
    pub fn as_mut_ptr(boxed: &mut Self) -> *mut P::Item {
        memory::slot(boxed.handle)
    }

    /// A box for a clone of the object. `Clone` is not there, because this can fail.
    ///
    /// If `clone` panics, the slot is free again.
    ///
    /// # Errors
    ///
    /// [`Full`], if no slot is free; nothing is cloned then.
    ///
    /// # Panics
    ///
    /// As [`new`](PoolBox::new).
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn try_clone(boxed: &Self) -> Result<Self, Full>
    where
        P::Item: Clone,
    {
        let site = Site::caller();
        let vacant = Vacant::<P>::acquire().ok_or(Full(()))?;
        let clone = P::Item::clone(boxed);
        // SAFETY: the slot is that of this call, and aligned.
        unsafe { vacant.as_ptr().write(clone) };
        // SAFETY: 1. just written.
        Ok(unsafe { vacant.occupied(site) })
    }

    /// Slots that are in use. O(1).
    ///
    /// Where threads keep slots to themselves (see [Threads](#threads)) this is an upper bound: those that they keep are
    /// among them. It changes when a thread takes a batch of up to 16 slots, or gives one back.
    ///
    /// # Panics
    ///
    /// Under `sync = local` with feature `std`, where another thread owns the pool: its counts are that thread's. So do
    /// [`high_water_mark`](PoolBox::high_water_mark) and [`exhausted_count`](PoolBox::exhausted_count).
    #[must_use]
    pub fn len() -> usize {
        Self::usage().live as usize
    }

    /// The most slots that were in use at once, since the start of the program. O(1). An upper bound as
    /// [`live`](PoolBox::live) is.
    #[must_use]
    pub fn high_water_mark() -> usize {
        Self::usage().most_live as usize
    }

    /// How often a box was refused because no slot was free, since the start of the program. O(1).
    ///
    /// Where threads keep slots to themselves, some of these refusals were with slots free that the thread did not see.
    #[must_use]
    pub fn exhausted_count() -> u64 {
        Self::usage().exhausted
    }

    /// All figures at once, to be shown as a line. O(1). What is [live](PoolBox::live), and was at most, is an upper bound;
    /// the bytes are those of the statics, without the caches of threads.
    ///
    /// ```
    /// # use stackpool::{Full, Pool};
    /// #[derive(Pool)]
    /// #[pool(capacity = 64, boxed, sync = local)]
    /// struct Node {
    ///     key: u32,
    /// }
    ///
    /// let root = NodeBox::new(Node { key: 7 })?;
    /// assert!(NodeBox::stats().to_string().starts_with("1 of 64 live, 1 at most, 63 free, full 0 times; "));
    /// # assert_eq!(root.key, 7);
    /// # Ok::<(), Full<Node>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// As [`live`](PoolBox::live).
    #[must_use]
    pub fn stats() -> Stats {
        let Usage { live, most_live, exhausted } = Self::usage();
        Stats {
            live: live as usize,
            free: Self::CAPACITY - live as usize,
            capacity: Self::CAPACITY,
            high_water_mark: most_live as usize,
            exhausted,
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: Self::BOOKKEEPING_BYTES,
        }
    }

    /// The objects that boxes own, by the lines that made the boxes, with feature `track` in builds with debug assertions; see
    /// [`LiveSites`].
    ///
    /// The line is that of the call of `new`, `new_with`, `new_zeroed`, `pin` or `try_clone`. What was [leaked](PoolBox::leak)
    /// or forgotten is there too. While other threads make and drop boxes, this is no picture of one moment.
    #[must_use]
    pub fn live_sites() -> LiveSites<'static> {
        LiveSites::new(memory::sites::<P>().cells())
    }

    /// Gives back the free slots that this thread keeps to itself, for others to use. O(1).
    ///
    /// A thread that will make and drop no boxes for a while can do so. Where threads keep none, it does nothing.
    pub fn flush_thread_cache() {
        P::Mode::flush::<P>();
    }

    fn usage() -> Usage {
        P::Mode::usage::<P>()
    }
}

/// The number of the slot: all bits of the handle, since its generation is 0.
#[inline]
fn index<P: BoxSpec>(handle: Handle<P>) -> u32 {
    debug_assert!(handle.generation() == 0, "a box with a generation");
    handle.to_bits()
}

/// Drops the object, then frees its slot, also where dropping the object panics.
impl<P: BoxSpec<Item = T>, T> Drop for PoolBox<P, T> {
    #[inline]
    fn drop(&mut self) {
        let vacant = Vacant(self.handle);
        // SAFETY: the box owns the object in the slot, and is gone after this.
        unsafe { vacant.as_ptr().drop_in_place() };
    }
}
