//! Arrays of handles, packed: index and generation take the bits that they need, not whole bytes.
//!
//! Entry `i` is number `i % 16` of block `i / 16`. A block of 16 entries of `BITS` bits each is `BITS` words of 16 bits,
//! all of which are used:
//!
//! ```text
//!  bit of a block   0        BITS     2*BITS                           16*BITS
//!                  +--------+--------+--------+------ ... ------+--------+
//!                  |   0    |   1    |   2    |                 |   15   |     BITS = 18: 36 bytes for 16 entries
//!                  +--------+--------+--------+------ ... ------+--------+
//!                  bit b is bit b % 16 of word b / 16
//! ```
//!
//! An entry is the [bits](crate::Handle#bits) of its handle; one that may be `None` is 0 for that, or the bits of the
//! handle plus 1. Zero words are valid: handles of slot 0, or `None`.
//!
//! Invariant: every entry is that of a handle, or of `None` where the array is of `Option`s.

#![expect(unsafe_code, reason = "what is read back is a handle that was put in")]

mod element;
mod iter;
mod packed;
mod plain;
#[cfg(feature = "serde")]
mod serde;

pub use element::Element;
pub use iter::Iter;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use packed::{BLOCK, Words};

/// The words of 16 bits that an array of at least `len` elements takes: the const parameter of [`HandleArray`], which
/// [`handle_array!`](crate::handle_array!) writes.
///
/// # Panics
///
/// When that is more than `usize::MAX`: as a const parameter, at compile time.
#[must_use]
pub const fn words<H: Element>(len: usize) -> usize {
    match len.div_ceil(BLOCK).checked_mul(H::BITS as usize) {
        Some(words) => words,
        None => panic!("an array of handles of more than `usize::MAX` words"),
    }
}

/// The type of an array of at least so many packed handles: `handle_array![UnitHandle; 100]` or
/// `handle_array![Option<UnitHandle>; 100]`. See [`HandleArray`](crate::HandleArray).
#[macro_export]
macro_rules! handle_array {
    ($handle:ty; $len:expr) => {
        $crate::HandleArray<$handle, { $crate::handle_array::words::<$handle>($len) }>
    };
}

/// An array of handles, or of optional ones, packed to the bits that they need, in blocks of 16.
///
/// A handle takes [`INDEX_BITS`](crate::Pool::INDEX_BITS) and [`GENERATION_BITS`](crate::Pool::GENERATION_BITS), where a
/// plain array gives it whole bytes: under guard `live` 10 bits instead of 16 at a capacity of 1,000, and 18 instead of
/// 24 at 262,144. (Under guard `generation` handles fill their bytes with as many bits of generation as there is room for.)
/// An optional one takes the same, or one bit more where its handles use every code.
///
/// The const parameter is the size in words of 16 bits, which [`handle_array!`](crate::handle_array!) computes; the
/// [length](HandleArray::LEN) is that asked for, rounded up to a multiple of 16. It is a value without heap, and all zero
/// bytes are one: handles of slot 0 and generation 0, or `None`. So a static one is `.bss`.
///
/// ```
/// use stackpool::{handle_array, pool};
///
/// pool! {
///     Voxels: [[u8; 8]; 262_144], guard = live;
/// }
///
/// type Neighbours = handle_array![VoxelsHandle; 64];
/// assert_eq!(size_of::<Neighbours>(), 64 * 18 / 8);
/// assert_eq!(size_of::<[VoxelsHandle; 64]>(), 64 * 24 / 8);
///
/// struct Chunk {
///     dirty: handle_array![Option<VoxelsHandle>; 100], // 112 entries of 19 bits
/// }
///
/// let mut voxels = VoxelsPool::boxed();
/// let voxel = voxels.insert([7; 8])?;
/// let mut chunk = Chunk { dirty: Default::default() };
/// chunk.dirty.set(99, Some(voxel));
/// assert_eq!(chunk.dirty.get(99), Some(Some(voxel)));
/// assert_eq!(chunk.dirty.iter().flatten().count(), 1);
/// # Ok::<(), stackpool::Full<[u8; 8]>>(())
/// ```
///
/// Elements are read and written by value: there is no `Index`, since no reference can be made to some bits.
///
/// Arrays are [`bytemuck::NoUninit`] and [`CheckedBitPattern`](bytemuck::CheckedBitPattern): as bytes they are their words, in
/// the byte order of the machine, and they come back if every element is a handle (or `None`). Element `i` is in block `i /
/// 16`, which has one word for each bit of an element, at bit `i % 16 * BITS` from its lowest; it is the
/// [bits](crate::Handle#bits) of its handle, or of an optional one these plus 1, and 0 for `None`. This is a stable contract.
#[repr(transparent)]
pub struct HandleArray<H: Element, const WORDS: usize> {
    words: Words<WORDS>,
    elements: PhantomData<fn() -> H>,
}

impl<H: Element, const WORDS: usize> HandleArray<H, WORDS> {
    /// Bits of an element.
    pub const BITS: u32 = H::BITS;

    /// Elements: a multiple of 16.
    pub const LEN: usize = WORDS / Self::WORDS_OF_BLOCK * BLOCK;

    const WORDS_OF_BLOCK: usize = H::BITS as usize;

    /// Fails to compile where handles or words do not fit together.
    const CHECK: () = {
        let () = H::CHECK;
        assert!(
            WORDS % Self::WORDS_OF_BLOCK == 0,
            "this is no whole number of blocks: `handle_array![Handle; len]` computes the const parameter"
        );
    };

    /// An array of zeros: of `None`, or of handles of slot 0 and generation 0.
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        HandleArray { words: Words::ZERO, elements: PhantomData }
    }

    /// An array of this element. O(len).
    #[must_use]
    pub fn filled(element: H) -> Self {
        Self::from_fn(|_| element)
    }

    /// An array of what `make` returns for each index, in ascending order. O(len).
    #[must_use]
    pub fn from_fn(mut make: impl FnMut(usize) -> H) -> Self {
        let mut array = Self::new();
        for index in 0..Self::LEN {
            array.set(index, make(index));
        }
        array
    }

    /// How many elements there are: [`LEN`](HandleArray::LEN).
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        Self::LEN
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        Self::LEN == 0
    }

    /// The element at `index`; `None` beyond the end. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<H> {
        const { Self::CHECK };
        if index >= Self::LEN {
            return None;
        }
        let code = self.words.get(H::BITS, index);
        // SAFETY: 1. every entry is the code of an element: those that were set, and 0.
        Some(unsafe { H::from_code(code) })
    }

    /// Sets the element at `index`. O(1).
    ///
    /// # Panics
    ///
    /// When `index` is beyond the end.
    #[inline]
    #[track_caller]
    pub fn set(&mut self, index: usize, element: H) {
        if index >= Self::LEN {
            beyond_the_end(index, Self::LEN);
        }
        self.words.set(H::BITS, index, element.to_code());
    }

    /// Swaps two elements. O(1).
    ///
    /// # Panics
    ///
    /// When an index is beyond the end.
    #[inline]
    #[track_caller]
    pub fn swap(&mut self, a: usize, b: usize) {
        if a.max(b) >= Self::LEN {
            beyond_the_end(a.max(b), Self::LEN);
        }
        let (code_a, code_b) = (self.words.get(H::BITS, a), self.words.get(H::BITS, b));
        self.words.set(H::BITS, a, code_b);
        self.words.set(H::BITS, b, code_a);
    }

    /// Sets all elements. O(len).
    pub fn fill(&mut self, element: H) {
        *self = Self::filled(element);
    }

    /// All elements, in order.
    #[inline]
    pub fn iter(&self) -> Iter<'_, H, WORDS> {
        Iter::new(self)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn beyond_the_end(index: usize, len: usize) -> ! {
    panic!("the index is {index}, the array of handles has {len} elements")
}

impl<H: Element, const WORDS: usize> Default for HandleArray<H, WORDS> {
    /// [`new`](HandleArray::new).
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Element, const WORDS: usize> Clone for HandleArray<H, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Element, const WORDS: usize> Copy for HandleArray<H, WORDS> {}

/// Equal elements are equal bits, and there are no others.
impl<H: Element, const WORDS: usize> PartialEq for HandleArray<H, WORDS> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl<H: Element, const WORDS: usize> Eq for HandleArray<H, WORDS> {}

impl<H: Element, const WORDS: usize> Hash for HandleArray<H, WORDS> {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.words.hash(state);
    }
}

impl<H: Element, const WORDS: usize> fmt::Debug for HandleArray<H, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
