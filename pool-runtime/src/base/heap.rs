//! Values that live on the heap and never cross the call stack: [`Heap`].

#![expect(unsafe_code, reason = "makes a value in partly zeroed memory")]

#[cfg(feature = "serde")]
mod serde;
mod traits;

use alloc::alloc::{alloc, alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// A value for which zero bytes are the empty value.
///
/// # Safety
///
/// 1. Memory whose first `ZEROED` bytes are zero is an empty value, whatever the bytes after these are, and even if
///    they are uninitialised.
/// 2. `ZEROED` is at most the size of the type.
#[diagnostic::on_unimplemented(
    message = "an empty `{Self}` cannot be made on the heap",
    label = "not made by `Default`",
    note = "pools, pools of ranges of values, side tables and regions with `Inline` storage can; a `ListPool` is made \
            with `ListPool::on_heap(|index| value)`"
)]
pub unsafe trait StartsZeroed: Sized {
    /// How many bytes at the start must be zero.
    const ZEROED: usize;

    /// Fails to compile if a user's definition contradicts itself.
    const CHECK: () = ();
}

/// A value that is cloned where the clone stays. [`clone_from`](Clone::clone_from) works in place too.
#[diagnostic::on_unimplemented(
    message = "a `Heap<{Self}>` cannot be cloned in place",
    label = "not cloned in place",
    note = "pools, pools of values and side tables can, if what they hold is `Clone`"
)]
pub trait CloneOnHeap: Clone {
    /// Makes a clone that never crosses the call stack.
    fn clone_on_heap(&self) -> Heap<Self>;
}

/// A pool, a side table or a region on the heap. It owns its value, as a [`Box`] does, and never moves it over the
/// call stack.
///
/// ```
/// use stackpool::{Heap, Pool};
///
/// #[derive(Pool, Clone)]
/// #[pool(capacity = 10_000)]
/// struct Particle {
///     position: [f32; 3],
///     ttl: f32,
/// }
///
/// #[derive(Clone, Default)]
/// struct World {
///     particles: Heap<ParticlePool>, // 8 bytes here; 192 KB on the heap
///     frame: u64,
/// }
///
/// let mut world = World::default();
/// let particle = world.particles.insert(Particle { position: [0.0; 3], ttl: 1.0 })?;
/// let earlier = world.clone(); // directly into new memory
/// for (_handle, particle) in &mut world.particles {
///     particle.ttl -= 0.5;
/// }
/// assert_eq!((world.particles[particle].ttl, earlier.particles[particle].ttl), (0.5, 1.0));
/// # assert_eq!((size_of_val(&earlier.particles), ParticlePool::TOTAL_BYTES / 1_000), (size_of::<usize>(), 192));
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
///
/// Make one with `on_heap()` of the type: [`ParticlePool::on_heap()`](crate::Pool::on_heap),
/// [`HandleMap::on_heap()`](crate::HandleMap::on_heap). All methods of the value can be called through [`Deref`].
///
/// # When to use it
///
/// Use it for a pool that is too large for the stack, and for each pool in a struct that you clone, deserialize or
/// move. A static pool, from `take_pool`, needs no heap. A struct of pools that is never moved can also be one
/// allocation, by `bytemuck::zeroed_box`: [a struct of
/// pools](https://docs.rs/stackpool/latest/stackpool/guide/firmware/#a-struct-of-pools).
///
/// Do not use `Box<Pool<P>>` for large pools. `Box::new(Pool::new())`, the clone of such a box and its
/// deserialization make the pool on the stack first and then move it. Debug builds always do this, and a pool that is
/// larger than the stack ends the program.
///
/// # Behaviour
///
/// - **Stack.** Making, cloning, collecting and deserializing a value never moves it over the call stack, in debug
///   builds too. A single item does cross it.
/// - **Writes.** Making one writes the bookkeeping and nothing else. The slots stay untouched until they are used.
/// - **Clones.** [`clone`](Clone::clone) makes one allocation. [`clone_from`](Clone::clone_from) makes none, and
///   drops the old items.
/// - **Loops.** `for x in &pool`, `for x in &mut pool` and, for pools and maps, `for x in pool` work as they do for the
///   value itself.
/// - **Traits.** `Debug`, `PartialEq`, `Hash`, `Extend`, `Send`, `Sync` and so on are those of the value.
///
/// `into_box`, `from_box` and `leak` are not methods but functions (`Heap::leak(pool)`), so that they do not hide
/// methods of the value.
///
/// [`Deref`]: core::ops::Deref
pub struct Heap<T>(Box<T>);

impl<T: StartsZeroed> Heap<T> {
    /// Makes an empty value on the heap. Only its bookkeeping is written.
    pub(crate) fn empty() -> Self {
        const { T::CHECK };
        // SAFETY: 1. by 1. of `StartsZeroed`, `ZEROED` zero bytes at the start make memory an empty value. 2. by 2.
        // of `StartsZeroed`, the type has at least that many bytes.
        Heap(unsafe { zeroed_box(T::ZEROED) })
    }
}

impl<T> Heap<T> {
    /// Takes over the value in a box. Nothing is moved. O(1).
    #[must_use]
    pub fn from_box(value: Box<T>) -> Self {
        Heap(value)
    }

    /// Returns the box with the value. Nothing is moved. O(1).
    ///
    /// This is a function and not a method: `Heap::into_box(pool)`.
    #[must_use]
    pub fn into_box(this: Self) -> Box<T> {
        this.0
    }

    /// Leaks the value: its memory is never freed. O(1).
    ///
    /// For a program that needs several pools of one definition as `&'static mut`, or a fresh one per test. The static
    /// pool, from `take_pool`, exists once.
    ///
    /// This is a function and not a method: `Heap::leak(pool)`.
    ///
    /// ```
    /// # use stackpool::{Heap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let particles: &'static mut ParticlePool = Heap::leak(ParticlePool::on_heap());
    /// assert!(particles.is_empty());
    /// # // Miri reports leaks that no static reaches.
    /// # static REACHED: std::sync::Mutex<Option<&ParticlePool>> = std::sync::Mutex::new(None);
    /// # *REACHED.lock().unwrap() = Some(particles);
    /// ```
    #[must_use]
    pub fn leak<'a>(this: Self) -> &'a mut T
    where
        T: 'a,
    {
        Box::leak(this.0)
    }
}

// Zeroed memory is free only where the allocator takes fresh pages from the operating system. Memory that was used
// before has to be cleared by the allocator: all of it, including the slots. So zeroed memory is asked for in two
// cases: all of the memory must be zero, or the block is so large that allocators do not recycle it.

/// Blocks larger than this are fresh from the operating system. glibc never keeps such blocks for later (its
/// `DEFAULT_MMAP_THRESHOLD_MAX`); musl and the heap of Windows already stop at smaller ones.
const LARGEST_RECYCLED: u64 = 32 << 20;

/// The program can zero this many bytes in negligible time, also in fresh pages.
const QUICKLY_ZEROED: u64 = 1 << 20;

/// The largest alignment for which system allocators provide zeroed memory. For a larger alignment `std` clears all
/// of the memory itself. Pools of 512 slots and more are aligned to a cache line, so their bookkeeping is written here:
/// 40 us for 1,000,000 slots in recycled memory, and a page fault per 4 KiB in fresh memory. `benches/tried.md` has the
/// figures of two allocators. Side tables get their zeros from the system.
const ZEROED_ALIGN: usize = 2 * size_of::<usize>();

/// Whether to ask the allocator for zeroed memory, where the first `zeroed` bytes must be zero.
const fn asks_for_zeros(layout: MemoryLayout, zeroed: usize) -> bool {
    let is_fresh = layout.size() as u64 > LARGEST_RECYCLED && layout.align() <= ZEROED_ALIGN;
    zeroed == layout.size() || is_fresh && zeroed as u64 > QUICKLY_ZEROED
}

/// Allocates a `T` on the heap whose first `zeroed` bytes are zero. The `T` never crosses the call stack.
///
/// The bytes after these are whatever the allocator hands out. Aborts if there is no memory.
///
/// # Safety
///
/// 1. Memory whose first `zeroed` bytes are zero is a valid `T`, whatever the bytes after these are, and even if they
///    are uninitialised.
/// 2. `zeroed` is at most `size_of::<T>()`.
pub(crate) unsafe fn zeroed_box<T>(zeroed: usize) -> Box<T> {
    const { assert!(size_of::<T>() != 0, "nothing is allocated for a type of zero size") };
    invariant!(zeroed <= size_of::<T>());
    let layout = MemoryLayout::new::<T>();
    let is_zeroed = asks_for_zeros(layout, zeroed);
    let allocate = if is_zeroed { alloc_zeroed } else { alloc };
    // SAFETY: the layout has a non-zero size, as asserted above.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    if !is_zeroed {
        // SAFETY: `layout.size()` bytes were just allocated, and `zeroed` is at most that (2.).
        unsafe { memory.write_bytes(0, zeroed) };
    }
    // SAFETY: the memory was allocated by the global allocator with the layout of a `T`. It holds a valid `T`, since
    // its first `zeroed` bytes are zero (1.).
    unsafe { Box::from_raw(memory.cast()) }
}

/// Makes a copy of a value on the heap, byte by byte. The copy never crosses the call stack. Aborts if there is no
/// memory.
///
/// # Safety
///
/// 1. A copy of the bytes of the value is a valid value beside the original: it owns nothing, and points to nothing
///    that only one of the two may point to.
pub(crate) unsafe fn copied_box<T>(value: &T) -> Box<T> {
    let mut copy = Box::new_uninit();
    // SAFETY: the memory was just allocated for a `T`, so it is not part of `value`. The caller promises that the copy
    // is a valid value beside the original (1.).
    unsafe { core::ptr::copy_nonoverlapping(value, copy.as_mut_ptr(), 1) };
    // SAFETY: all bytes were just written.
    unsafe { copy.assume_init() }
}
