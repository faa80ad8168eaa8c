//! Values that live on the heap and never cross the call stack: [`Heap`].

#![expect(unsafe_code, reason = "makes a value in partly zeroed memory")]

mod block;
#[cfg(feature = "serde")]
mod serde;
mod traits;

use crate::base::zeroed::ZeroedBytes;
use alloc::boxed::Box;
use block::Block;
use bytemuck::Zeroable;

/// A value for which zero bytes are the empty value.
///
/// # Safety
///
/// 1. Memory in which the bytes of `ZEROED` are zero is an empty value, whatever its other bytes are, even
///    uninitialised ones.
/// 2. These bytes are inside the type.
#[diagnostic::on_unimplemented(
    message = "an empty `{Self}` cannot be made on the heap",
    label = "not made by `Default`",
    note = "pools, pools of ranges of values, side tables and regions with `Inline` storage can; a `ListPool` is made \
            with `ListPool::on_heap(|index| value)`"
)]
pub unsafe trait StartsZeroed: Sized {
    /// The bytes that have to be zero.
    const ZEROED: ZeroedBytes;

    /// Fails to compile if a user's definition contradicts itself.
    const CHECK: () = ();
}

/// A value that can be cloned right into the memory where the clone stays. [`clone_from`](Clone::clone_from) works in
/// place too.
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
/// allocation: [`Heap::zeroed`].
///
/// Do not use `Box<Pool<P>>` for large pools. `Box::new(Pool::new())`, the clone of such a box and its
/// deserialization make the pool on the stack first and then move it. Debug builds always do this, and a pool that is
/// larger than the stack ends the program.
///
/// # Behaviour
///
/// - **Stack.** Making, cloning, collecting and deserializing a value never moves it over the call stack, in debug
///   builds too. A single item does cross it.
/// - **Writes.** Making one writes only the bookkeeping that says which slots are live, and above 32 MiB nothing. All
///   other memory stays untouched until it is used.
/// - **Clones.** [`clone`](Clone::clone) makes one allocation. [`clone_from`](Clone::clone_from) makes none, and
///   drops the old items.
/// - **Loops.** `for x in &pool`, `for x in &mut pool` and, for pools and maps, `for x in pool` work as they do for the
///   value itself.
/// - **Traits.** `Debug`, `PartialEq`, `Hash`, `Extend`, `Send`, `Sync` and so on are those of the value.
/// - **Memory.** `shrink_to_fit` moves a pool or a map to new memory after a peak.
///
/// `into_box`, `from_box` and `leak` are not methods but functions (`Heap::leak(pool)`), so that they do not hide
/// methods of the value.
///
/// [`Deref`]: core::ops::Deref
pub struct Heap<T>(Block<T>);

impl<T: StartsZeroed> Heap<T> {
    /// Makes an empty value on the heap. Only its bookkeeping is written.
    pub(crate) fn empty() -> Self {
        const { T::CHECK };
        // SAFETY: 1. and 2. are those of `StartsZeroed`.
        Heap(unsafe { Block::zeroed(T::ZEROED) })
    }
}

impl<T: Zeroable> Heap<T> {
    /// Makes a value of zero bytes on the heap: a struct of pools and other data, without `unsafe`, and without
    /// crossing the call stack.
    ///
    /// All pools, side tables and arrays of numbers begin as zero bytes. Derive `bytemuck::Zeroable` for a struct of
    /// them. If the value is larger than 32 MiB, allocators take fresh pages of the system, and nothing is written.
    /// Smaller values are cleared entirely. `on_heap()` of one pool writes only its bookkeeping.
    ///
    /// ```
    /// use bytemuck::Zeroable;
    /// use stackpool::{HandleMap, Heap, Pool};
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 100_000)]
    /// struct Particle([f32; 8]);
    ///
    /// #[derive(Zeroable)]
    /// struct World {
    ///     particles: ParticlePool,
    ///     targets: HandleMap<Particle, f32>,
    ///     frame: u64,
    /// }
    ///
    /// let mut world: Heap<World> = Heap::zeroed(); // 4 MB, which never were on the stack
    /// let particle = world.particles.insert(Particle([0.0; 8]))?;
    /// world.targets.insert(particle, 1.0);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[must_use]
    pub fn zeroed() -> Self {
        // SAFETY: 1. zero bytes are a `T` (`Zeroable`), and all bytes are zeroed. 2. the range is that of a `T`.
        Heap(unsafe { Block::zeroed(ZeroedBytes::at_start(size_of::<T>())) })
    }
}

impl<T> Heap<T> {
    /// Makes a value in memory in which these bytes are zero.
    ///
    /// # Safety
    ///
    /// 1. Such memory is a `T`, whatever its other bytes are, or the caller makes it one before it is used in another
    ///    way.
    /// 2. These bytes are inside a `T`.
    pub(crate) unsafe fn zeroed_start(zeroed: ZeroedBytes) -> Self {
        // SAFETY: 1. and 2. The caller promises the same conditions.
        Heap(unsafe { Block::zeroed(zeroed) })
    }

    /// Makes a copy of a value, byte by byte.
    ///
    /// # Safety
    ///
    /// 1. A copy of the bytes of the value is a valid value in addition to the original: it owns nothing, and points to
    ///    nothing that only one of the two may point to.
    pub(crate) unsafe fn copy_of(value: &T) -> Self {
        // SAFETY: 1. The caller promises the same condition.
        Heap(unsafe { Block::copied(value) })
    }

    /// Takes over another value. The old value is not dropped, and its memory is freed.
    ///
    /// # Safety
    ///
    /// 1. The old value owns nothing any more.
    pub(crate) unsafe fn replace(&mut self, other: Self) {
        let old = core::mem::replace(self, other);
        // SAFETY: 1. The caller promises the same condition.
        unsafe { old.0.free_undropped() };
    }

    /// Takes over the value in a box. O(1): nothing is moved, except a value of more than 32 MiB that is aligned to
    /// more than two words. Such a value is copied, since a box has another kind of memory.
    #[must_use]
    pub fn from_box(value: Box<T>) -> Self {
        Heap(Block::from_box(value))
    }

    /// Returns the value in a box. O(1): nothing is moved, except a value of more than 32 MiB that is aligned to more
    /// than two words. Such a value is copied.
    ///
    /// This is a function and not a method: `Heap::into_box(pool)`.
    #[must_use]
    pub fn into_box(this: Self) -> Box<T> {
        this.0.into_box()
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
        // SAFETY: the block owned the value, which nothing else reaches and nobody frees any more.
        unsafe { &mut *this.0.leak() }
    }
}
