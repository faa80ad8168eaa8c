//! Boxes: owning pointers of 1 to 4 bytes.
//!
//! The objects live in a static of the definition, so a box is only the index of its slot.
//!
//! Invariant: every slot is in one of three states.
//!
//! - It is free, and [`Mode`](crate::boxes::spec::Mode) has its index.
//! - One box owns it, and it holds an object.
//! - An object is being made or dropped in it. User code (constructors, `Clone`, `Drop`) runs only in this state. The
//!   slot is freed afterwards, on unwinding too.

#![expect(unsafe_code, reason = "a box owns the object in its slot")]

// The modules are in the order in which the documentation shows their functions.
mod basics;

mod raw;

mod stats;

#[cfg(feature = "serde")]
mod serde;
mod traits;

pub use basics::CloneBoxes;
pub(crate) use traits::SentBoxes;

use crate::base::full::{Except, Full, Holder};
use crate::boxes::spec::{BoxSpec, Mode, index, sites, slot};
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};

/// Never implemented. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "the objects of `{Self}` are owned by boxes: there is no pool to take",
    label = "this is a boxed definition",
    note = "`{Self}Box::new(value)` puts a value into the static of the definition (unless `box = ..` names the alias)",
    note = "leave `boxed` out for a pool with handles"
)]
pub trait TakesPool<'pool> {}

/// Never implemented. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "the objects of `{Self}` are owned by shared boxes: there is no pool to take",
    label = "this is a shared definition",
    note = "`{Self}Arc::new(value)`, or `{Self}Rc::new(value)` under `sync = local`, puts a value into the static of \
            the definition (unless `box = ..` names the alias)",
    note = "leave `shared` out for a pool with handles"
)]
pub trait TakesPoolOfShared<'pool> {}

/// Never implemented. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "the objects of `{Self}` stay in a static, and are lent by boxes: there is no pool to take",
    label = "this is a definition with `objects`",
    note = "`{Self}Object::acquire()` returns a box with an object (unless `box = ..` names the alias)",
    note = "leave `objects` out for a pool with handles"
)]
pub trait TakesPoolOfObjects<'pool> {}

/// An owning pointer of 1 to 4 bytes: a `Box` whose object lives in a static of the definition `P`.
///
/// ```
/// use stackpool::{Full, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, boxed)]
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
/// `#[pool(.., boxed)]` and `boxed` in `pool!` generate an alias of the box, here `NodeBox` for `PoolBox<Node>`. The
/// box is the index of a slot and nothing else. It dereferences to the object, and frees the slot when it is dropped.
/// Nothing has to be checked, because use after free and double free do not compile.
///
/// # Common errors
///
/// What the compiler says, and what to write:
///
/// - **"cannot move out of dereference of `PoolBox`"** at `let node = *boxed`:
///   [`NodeBox::into_inner(boxed)`](PoolBox::into_inner); for an `Option` in a field, `boxed.left.take()`.
/// - **"cannot find type `NodeBox`"**: the definition needs the key `boxed`.
/// - **"cannot find type `NodePool`"** of a definition with `boxed`: the boxes own the objects, and there is no pool.
///   `NodeBox::new(value)` makes a box. For a pool with handles, leave out `boxed`.
/// - **"`?` couldn't convert the error to `Full`"** at `NodeBox::new(node)?`: the error has the object in it. Return
///   `Full<Node>`, or write [`NodeBox::new(node).map_err(Full::without_value)?`](crate::Full::without_value).
/// - **"the boxes of `Node` are not `Clone`"**, or **"the method `clone` exists for struct `PoolBox`, but its trait
///   bounds were not satisfied"**: the key [`clone`](#clone) (`boxed, clone`), or [`try_clone`](PoolBox::try_clone).
///   With `derive(Clone)` on the item alone, `boxed.clone()` is a clone of the item, not a box.
/// - **"`PoolBox: StableDeref` is not satisfied"**: feature `stable_deref_trait` of this crate. rustc advises `&node`,
///   which compiles, and is wrong for DMA: the box can be dropped while the transfer runs. `defmt::Format`: feature
///   `defmt`, `Serialize`: feature `serde`.
/// - **"overflow evaluating the requirement `<Nodes as PoolSpec>::Item == _`"** at an entry of `pool!` whose item has
///   boxes of the same pool, but is no struct or enum of yours (`[Option<NodesBox>; 8]`): give the item a name,
///   `struct Node(u32, Option<NodesBox>);`.
/// - **A test fails with `Full`**, or panics under `sync = local`, because of other tests: a definition per test, as
///   in [Tests](#tests).
///
/// # When to use it
///
/// Use boxes when each object has one owner: the nodes of a list or a tree, or a buffer that is passed on. Use a
/// [`Pool`](crate::Pool) with handles when several places refer to an object, when you iterate over all objects, or
/// when you save and restore them. The [guide on boxes](https://docs.rs/stackpool/latest/stackpool/guide/boxes/)
/// compares both.
///
/// # Sizes
///
/// A box is as large as a [`Handle`] of the same capacity. `Option` of a box has the same size, except at the
/// capacities 256, 65,536 and 16,711,681 to 16,777,216. An object of zero size takes 1 byte, or as many as its
/// alignment, so that every box has an address of its own.
///
/// # Clone
///
/// With the key `clone` in addition to `boxed`, a box is `Clone` if its object is. A clone takes a slot, so `clone`
/// panics if the pool is full. [`try_clone`](PoolBox::try_clone) needs no key and returns an error instead; but the
/// boxes inside of an object are cloned by the `Clone` of that object.
///
/// ```
/// # use stackpool::Pool;
/// #[derive(Pool, Clone)]
/// #[pool(capacity = 100, boxed, clone)]
/// struct Node {
///     key: u32,
///     next: Option<NodeBox>,
/// }
///
/// let list = NodeBox::new(Node { key: 1, next: NodeBox::new(Node { key: 2, next: None }).ok() })?;
/// let copy = list.clone(); // two more slots
/// assert_eq!((NodeBox::len(), copy.next.as_ref().map(|node| node.key)), (4, Some(2)));
/// # assert_eq!(copy.key, 1);
/// # Ok::<(), stackpool::Full<Node>>(())
/// ```
///
/// Without the key, `node.clone()` clones the object out of its box.
///
/// # Other differences from `Box`
///
/// There are no boxes of unsized objects (`dyn Shape`).
///
/// An object that was [leaked](PoolBox::leak) or forgotten takes its slot for ever.
///
/// # Threads
///
/// `sync = ..` says which code may make and drop boxes:
///
/// | `sync` | boxes are made and dropped by | bookkeeping per slot | `Send` |
/// |---|---|---|---|
/// | `threads` (default) | any thread, without locks | 1 byte up to 255 slots, 2 up to 65,535, 4 above | as `Box<T>` |
/// | `threads, exact` | the same; no thread keeps free slots for itself | the same | as `Box<T>` |
/// | `local` | one thread; with feature `std` without atomic exchanges | a table entry, as in a pool | never |
/// | `critical_section` | any code, also interrupts (feature `critical-section`) | a table entry | as `Box<T>` |
///
/// A box is `Sync` if its object is.
///
/// Under `threads`, the bookkeeping ([`BOOKKEEPING_BYTES`](PoolBox::BOOKKEEPING_BYTES)) takes more bytes, because some
/// words lie in cache lines of their own: 192 bytes with feature `std`, 576 under `exact`, and without `std` 128 where
/// a target has 64-bit atomics. The total is a multiple of 64 bytes there. Cortex-M3 and above take 16 bytes more.
/// Other targets without 64-bit atomics take one bit per slot and 12 bytes more.
///
/// ## `sync = threads`
///
/// With feature `std` and from a capacity of 256 on, each thread keeps a few free slots for itself: a 64th of the
/// capacity, and at most 32 ([`CACHE`](PoolBox::CACHE)). Other threads do not see those slots.
///
/// - **Full.** [`Full`](crate::Full) is exact if no other living thread has made or dropped boxes of this pool.
///   Otherwise up to `CACHE` slots per such thread may be free without being seen. Before a call returns `Full`, it
///   asks the other threads for these slots. Each of them gives its slots back when it next makes or drops a box. So
///   the same call may succeed a moment later.
/// - **Ending threads.** A thread that ends gives its slots back, before `join` on it returns. (`std::thread::scope`
///   by itself does not wait for that.) [`flush_thread_cache`](PoolBox::flush_thread_cache) gives them back at any
///   time.
/// - **Exact.** No thread keeps slots under `sync = threads, exact`, below a capacity of 256, without feature `std`,
///   and on systems where thread-locals may end in any order. (They end in a known order on Windows, the systems of
///   Apple, FreeBSD, NetBSD, DragonFly, Fuchsia, WebAssembly, and Linux except OpenHarmony and x32.) Then `Full` is
///   exact: at one moment during the call, every slot was in use. Every box takes two atomic exchanges, which is
///   slower than the heap of a good allocator: such boxes save memory and are exact, but they do not save time.
/// - **Exact, with `std`.** Where there are 64-bit atomics, the free slots of `sync = threads, exact` are on eight
///   stacks. Each thread pushes to one of them, and pops from it first. So threads that make and drop boxes at once
///   seldom wait for each other. The heads take 576 bytes.
/// - **ABA.** The free slots are a lock-free stack, or eight. A head has a **tag of 32 bits**, which counts the
///   exchanges of the head. A thread may stop between reading and exchanging the head. It then notices every change,
///   with one exception: exactly 2^32 exchanges, or a multiple of that, happened meanwhile, and the same slot is on top
///   again. Then a slot could get two owners. The fastest exchange measured takes 13 ns, so 2^32 of them take about a
///   minute without any other work. If threads keep slots, one exchange moves up to 16 of them. `local` and
///   `critical_section` need no tag.
///
/// ## `sync = local`
///
/// With feature `std`, the first thread that makes a box owns the pool for ever. Another thread that makes a box
/// panics. On the systems named above, dropping a box from a thread-local of its owner may panic too.
///
/// Without `std` there are no threads to tell apart. A flag is set during each operation, by one atomic exchange. A
/// target without compare-and-swap (Cortex-M0) sets it in a critical section, for which the program provides an
/// implementation of the crate `critical-section`. Another core or an interrupt handler that comes in the middle of an
/// operation panics; if it was dropping a box, that box takes its slot for ever. If it comes between two operations,
/// nothing detects it, and it does no harm. If interrupt handlers make and drop boxes, use `critical_section`, which
/// takes no more memory.
///
/// # Waiting
///
/// With the key `wait`, a task of an `async` program waits until a slot is free: `PacketBox::new_async(packet).await`,
/// [`new_with_async`](PoolBox::new_with_async), and [`ObjectBox::acquire_async`](crate::ObjectBox::acquire_async). It
/// works with every executor, and needs no heap.
///
/// - **Fair.** Tasks get slots in the order in which they began to wait. A slot that is freed goes to the first of them
///   before its task is woken, so no other task can take it. Only a call of [`new`](PoolBox::new) can come in between,
///   at the moment at which the slot is free.
/// - **Cancelled.** A future that is dropped leaves the queue. A slot that it got goes to the next task. A future that
///   is forgotten (`mem::forget`) while it waits takes a slot for ever.
/// - **Where.** Any thread or interrupt handler may drop a box, and wakes the task there. The waker runs after the slot
///   is free.
/// - **Cost.** The queue has two pointers and a lock: a mutex with feature `std`, otherwise a critical section (feature
///   `critical-section`). Each drop of a box takes the lock. A future has two pointers, a waker, and the value. Without
///   the key there is no queue, and nothing asks for one.
/// - **Sync.** `wait` goes with `sync = threads` and `critical_section`. No thread keeps free slots for itself, as
///   under `exact`. A task that had to wait counts as refused in [`full_count`](PoolBox::full_count).
///
/// `on_free = wake` calls the function `wake` after each time that a slot was freed, for a queue, a signal or a
/// `Condvar` of yours. (The `Drop` of an object, and `clear`, run before its slot is free.) It is called by the thread
/// or the interrupt handler that dropped the box, after `wait` did its part.
///
/// ```
/// use stackpool::pool;
/// use std::sync::{Condvar, Mutex};
///
/// pool! { Buffers: [[u8; 512]; 4], boxed, exact, on_free = wake; }
///
/// static FREED: (Mutex<()>, Condvar) = (Mutex::new(()), Condvar::new());
///
/// fn wake() {
///     let _held = FREED.0.lock();
///     FREED.1.notify_one();
/// }
///
/// /// Waits as a thread, not as a task.
/// fn buffer() -> BuffersBox {
///     let mut held = FREED.0.lock().unwrap();
///     loop {
///         match BuffersBox::new([0; 512]) {
///             Ok(buffer) => return buffer,
///             Err(_full) => held = FREED.1.wait(held).unwrap(),
///         }
///     }
/// }
///
/// let buffers = [(); 4].map(|()| buffer());
/// let waits = std::thread::spawn(|| buffer()[0]);
/// drop(buffers);
/// assert_eq!(waits.join().unwrap(), 0);
/// ```
///
/// # Tests
///
/// The tests of one program share the static, and each test runs in a thread of its own. Under `local`, the second
/// test that makes a box panics. Under the other modes, tests share the capacity and the counts. There are two ways
/// to a fresh pool per test:
///
/// - **A process per test.** `cargo nextest run` does that, and the tests stay as they are.
/// - **A definition per test.** Make the code generic over the definition. Each `pool!` has a static of its own, so
///   each test starts with an empty pool, of a capacity that suits the test:
///
/// ```
/// use stackpool::{BoxSpec, Full, PoolBox, pool};
///
/// struct Node<P: BoxSpec<Item = Node<P>>> {
///     key: u32,
///     next: Option<PoolBox<P>>,
/// }
///
/// struct Stack<P: BoxSpec<Item = Node<P>>>(Option<PoolBox<P>>);
///
/// impl<P: BoxSpec<Item = Node<P>>> Stack<P> {
///     fn push(&mut self, key: u32) -> Result<(), Full> {
///         let mut node = PoolBox::<P>::new(Node { key, next: None }).map_err(Full::without_value)?;
///         node.next = self.0.take();
///         self.0 = Some(node);
///         Ok(())
///     }
/// }
///
/// pool! {
///     Nodes: [Node<Nodes>; 4_000], boxed; // of the program
/// }
///
/// // In a module of tests, with `#[test]`:
/// fn a_full_stack_stays_as_it_is() {
///     pool! {
///         Two: [Node<Two>; 2], boxed; // of this test alone
///     }
///     let mut stack = Stack::<Two>(None);
///     assert!(stack.push(1).is_ok() && stack.push(2).is_ok() && stack.push(3).is_err());
///     assert_eq!(stack.0.map(|node| node.key), Some(2));
/// }
/// # a_full_stack_stays_as_it_is();
/// # assert!(Stack::<Nodes>(None).push(1).is_ok());
/// ```
///
/// # Dropping long lists
///
/// As with `Box`, dropping a box drops what is in it. A list of 65,535 nodes, or a tree that has become one, takes as
/// many nested calls, which may overflow the stack. Take such a structure apart in a loop:
///
/// ```
/// # use stackpool::{Full, Pool};
/// #[derive(Pool)]
/// #[pool(capacity = 50, boxed)]
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
/// An object stays at its address until its box is dropped, whoever owns the box: see [`pin`](PoolBox::pin),
/// [`into_raw`](PoolBox::into_raw) and [`leak`](PoolBox::leak). With feature `stable_deref_trait` boxes implement
/// `StableDeref`, which the DMA transfers of hardware abstraction layers ask of a buffer.
///
/// # Functions, not methods
///
/// Write `PoolBox::leak(node)`, not `node.leak()`. As with `Box`, a method would hide a method of the object.
///
/// The second type parameter exists only so that `Borrow` can be implemented: write `PoolBox<Node>`.
#[doc(alias("manage", "box_pool", "dealloc"))]
#[repr(transparent)]
pub struct PoolBox<P: BoxSpec<Item = T>, T = <P as PoolSpec>::Item> {
    handle: Handle<P>,
    owns: PhantomData<T>,
}

/// A slot that is neither free nor owned by a box. Dropping this frees the slot.
pub(crate) struct Vacant<P: BoxSpec>(Handle<P>);

impl<P: BoxSpec> Vacant<P> {
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub(crate) fn acquire() -> Result<Self, Full> {
        PoolBox::<P>::list();
        let Some(index) = P::Mode::acquire::<P>() else { return Err(PoolBox::<P>::full(())) };
        invariant!(index < <P::Layout as Layout>::CAPACITY, "a slot beyond the capacity was free");
        // SAFETY: 1. `Mode` promises indices below the capacity. 2. the generation is 0, which every layout has.
        Ok(Vacant(unsafe { Handle::new(index, 0) }))
    }

    /// The slot of a box that its owner takes apart.
    ///
    /// # Safety
    ///
    /// 1. The handle is that of a box, and nobody uses the box after this.
    #[inline(always)]
    pub(crate) unsafe fn of(handle: Handle<P>) -> Self {
        Vacant(handle)
    }

    #[inline(always)]
    pub(crate) fn handle(&self) -> Handle<P> {
        self.0
    }

    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> *mut P::Item {
        slot::<P>(self.0)
    }

    /// The handle of the slot, for a box that owns it, which a caller at `site` made.
    #[inline(always)]
    pub(crate) fn into_handle(self, site: Site) -> Handle<P> {
        sites::<P>().store(self.0.index(), site);
        ManuallyDrop::new(self).0
    }

    /// Makes a box that owns the slot, for a caller at `site`.
    ///
    /// # Safety
    ///
    /// 1. The slot holds an object.
    #[inline(always)]
    unsafe fn occupied(self, site: Site) -> PoolBox<P> {
        const { PoolBox::<P>::OWNS };
        PoolBox { handle: self.into_handle(site), owns: PhantomData }
    }
}

impl<P: BoxSpec> Vacant<P> {
    /// Moves a value into the slot, for a caller at `site`.
    #[inline(always)]
    pub(crate) fn filled(self, value: P::Item, site: Site) -> PoolBox<P> {
        // SAFETY: the slot belongs to this call, is aligned, and holds no object.
        unsafe { self.as_ptr().write(value) };
        // SAFETY: 1. the object was just written.
        unsafe { self.occupied(site) }
    }

    /// Makes an object in the slot, for a caller at `site`.
    ///
    /// # Panics
    ///
    /// Panics if `make` returns another object than the one in the memory that it got.
    #[inline(always)]
    pub(crate) fn made_with(
        self,
        make: impl FnOnce(&mut MaybeUninit<P::Item>) -> &mut P::Item,
        site: Site,
    ) -> PoolBox<P> {
        const { PoolBox::<P>::TAKES_MEMORY };
        let slot = self.as_ptr();
        // SAFETY: the slot belongs to this call and is aligned, and any bytes are a `MaybeUninit`.
        let made: *mut P::Item = make(unsafe { &mut *slot.cast() });
        assert!(core::ptr::eq(made, slot), "`new_with` must return the object that it made in the slot");
        // SAFETY: 1. `make` returned a reference to an object in the slot. It cannot be another object at the same
        // address, such as one of zero size: this object takes memory, and only `make` had that memory.
        unsafe { self.occupied(site) }
    }
}

impl<P: BoxSpec> Drop for Vacant<P> {
    #[inline]
    fn drop(&mut self) {
        sites::<P>().store_none(self.0.index());
        let index = index(self.0);
        if !cfg!(debug_assertions) {
            // SAFETY: `Mode` promises indices below the capacity, and the index came from `acquire`. So its link or its
            // bit is found without a comparison.
            unsafe { core::hint::assert_unchecked(index < <P::Layout as Layout>::CAPACITY) };
        }
        // SAFETY: 1. the index came from `acquire`, directly or by way of a box, and only this releases it.
        unsafe { P::Mode::release::<P>(index) };
        P::freed();
    }
}

impl<P: BoxSpec> PoolBox<P> {
    /// Fails to compile if objects have zero size. Functions for users evaluate it, so that the error has their line.
    pub(crate) const TAKES_MEMORY: () = assert!(
        size_of::<P::Item>() != 0,
        "`new_with` is for objects that take memory: `new` makes those of zero size"
    );

    /// Fails to compile if the objects stay in their slots, where a box would drop them.
    pub(crate) const OWNS: () = assert!(
        !P::STATICS.keep_objects(),
        "a definition with `objects` has no `PoolBox`: its objects stay in their slots, and `ObjectBox::acquire` lends \
         them"
    );
}

impl<P: BoxSpec> PoolBox<P> {
    /// Returns the error with `value`, for which no slot is free.
    #[inline]
    pub(crate) fn full<T>(value: T) -> Full<T> {
        Full::of(Self::HOLDER, value)
    }

    /// What has no room.
    const HOLDER: &'static Holder = if Self::CACHE == 0 {
        &Holder::Pool { name: P::NAME, capacity: Self::CAPACITY }
    } else {
        let except = &Except {
            capacity: Self::CAPACITY,
            before: ", and each thread keeps up to ",
            count: Self::CACHE,
            after: " free slots",
        };
        &Holder::Except { name: P::NAME, except }
    };
}

/// Drops the object and frees its slot, even if the destructor panics.
impl<P: BoxSpec<Item = T>, T> Drop for PoolBox<P, T> {
    #[inline]
    fn drop(&mut self) {
        let vacant = Vacant(self.handle);
        // SAFETY: the box owns the object in the slot, and nothing uses the box after this.
        unsafe { vacant.as_ptr().drop_in_place() };
    }
}
