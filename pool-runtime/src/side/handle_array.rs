//! Arrays of packed handles: index and generation take the bits that they need, not whole bytes.
//!
//! Entry `i` is number `i % 16` of block `i / 16`. A block of 16 entries of `BITS` bits each fills `BITS` words of 16
//! bits:
//!
//! ```text
//!  bit of a block   0        BITS     2*BITS                           16*BITS
//!                  +--------+--------+--------+------ ... ------+--------+
//!                  |   0    |   1    |   2    |                 |   15   |     BITS = 18: 36 bytes for 16 entries
//!                  +--------+--------+--------+------ ... ------+--------+
//!                  bit b is bit b % 16 of word b / 16
//! ```
//!
//! An entry is the [bits](crate::Handle#bits) of its handle. In an array of `Option`s, an entry is 0 for `None`, or
//! the bits of the handle plus 1. Zero words are valid: handles of slot 0, or `None`.
//!
//! Invariant: every entry is that of a handle, or, in an array of `Option`s, of `None`.

#![expect(unsafe_code, reason = "codes are read back as handles without a check")]

pub(crate) mod element;
mod packed;
mod plain;
#[cfg(feature = "serde")]
mod serde;

pub use element::Element;

use crate::side::iter::{into_iterator, known_length};
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use packed::{BLOCK, Words};

/// Returns how many words of 16 bits an array of at least `len` elements takes. This is the const parameter of
/// [`HandleArray`], which [`handle_array!`](crate::handle_array!) writes.
///
/// # Panics
///
/// Panics if that is more than `usize::MAX`. As a const parameter, it fails to compile instead.
#[must_use]
pub const fn words<H: Element>(len: usize) -> usize {
    match len.div_ceil(BLOCK).checked_mul(H::BITS as usize) {
        Some(words) => words,
        None => panic!("an array of handles of more than `usize::MAX` words"),
    }
}

/// The type of an array of at least `len` packed handles: `handle_array![UnitHandle; 100]` or
/// `handle_array![Option<UnitHandle>; 100]`. See [`HandleArray`](crate::HandleArray).
#[macro_export]
macro_rules! handle_array {
    ($handle:ty; $len:expr) => {
        $crate::HandleArray<$handle, { $crate::handle_array::words::<$handle>($len) }>
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write the handle and the length, with `;`: `handle_array![UnitHandle; 100]`")
    };
}

/// An array of handles or of optional handles, packed to the bits that they need.
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
/// let mut voxels = VoxelsPool::on_heap();
/// let voxel = voxels.insert([7; 8])?;
/// let mut chunk = Chunk { dirty: Default::default() };
/// chunk.dirty.set(99, Some(voxel));
/// assert_eq!(chunk.dirty.get(99), Some(Some(voxel)));
/// assert_eq!(chunk.dirty.iter().flatten().count(), 1);
/// # Ok::<(), stackpool::Full<[u8; 8]>>(())
/// ```
///
/// # Size
///
/// A handle takes [`INDEX_BITS`](crate::Pool::INDEX_BITS) plus [`GENERATION_BITS`](crate::Pool::GENERATION_BITS) bits.
/// A plain array uses whole bytes for it. Under guard `live`, a packed handle takes 10 bits instead of 16 at a capacity
/// of 1,000, and 18 bits instead of 24 at 262,144. Under guard `generation`, packing mostly saves nothing, since the
/// generation already fills the bytes of the handle, as far as the guard has room. An optional handle takes the same
/// bits, or one more if the handles use every code.
///
/// The [length](HandleArray::LEN) is the declared one, rounded up to a multiple of 16. The const parameter is the
/// size in words of 16 bits, which [`handle_array!`](crate::handle_array!) computes. The array is a value without a
/// heap. All zero bytes are a valid array: handles of slot 0 and generation 0, or `None`. So a static array is
/// `.bss`.
///
/// # Access
///
/// Elements are read and written by value. There is no `Index`, since a reference cannot point into the middle of a
/// byte.
///
/// # Bytes
///
/// Arrays are [`bytemuck::NoUninit`] and [`CheckedBitPattern`](bytemuck::CheckedBitPattern). Their bytes are their
/// words, in the byte order of the machine. A cast from bytes succeeds if every element is a handle (or `None`).
/// Element `i` is in block `i / 16`, which has one word for each bit of an element. It starts at bit `i % 16 * BITS` of
/// the block, counted from the lowest. An element is the [bits](crate::Handle#bits) of its handle. An optional element
/// is these bits plus 1, or 0 for `None`. This is a stable contract.
#[derive(PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct HandleArray<H: Element, const WORDS: usize> {
    words: Words<WORDS>,
    elements: PhantomData<fn() -> H>,
}

impl<H: Element, const WORDS: usize> HandleArray<H, WORDS> {
    /// The number of bits of an element.
    pub const BITS: u32 = H::BITS;

    /// The number of elements, a multiple of 16.
    pub const LEN: usize = WORDS / Self::WORDS_OF_BLOCK * BLOCK;

    const WORDS_OF_BLOCK: usize = H::BITS as usize;

    /// Fails to compile if the layout of the handles is wrong, or the number of words.
    const CHECK: () = {
        let () = H::CHECK;
        assert!(
            WORDS % Self::WORDS_OF_BLOCK == 0,
            "the number of words does not match: use `handle_array![Handle; len]`, which computes it"
        );
    };

    /// Makes an array whose words are zero: every element is `None`, or the handle of slot 0 and generation 0.
    ///
    /// The array crosses the call stack. If it has more than 64 KiB, make it with `on_heap` (feature `alloc`), or in a
    /// `static`.
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        HandleArray { words: Words::ZERO, elements: PhantomData }
    }

    /// Makes an array from what `make` returns for each index, called in ascending order. O(len).
    #[must_use]
    pub fn from_fn(mut make: impl FnMut(usize) -> H) -> Self {
        let mut array = Self::new();
        for index in 0..Self::LEN {
            array.set(index, make(index));
        }
        array
    }

    /// Returns the number of elements, which is [`LEN`](HandleArray::LEN).
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        Self::LEN
    }

    /// Returns whether the array has no elements.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        Self::LEN == 0
    }

    /// Returns the element at `index`, or `None` if `index` is not below the length. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<H> {
        const { Self::CHECK };
        if index >= Self::LEN {
            return None;
        }
        let code = self.words.get(H::BITS, index);
        // SAFETY: 1. Every entry is the code of an element: `set` and `swap` write such codes, and so is the initial 0.
        Some(unsafe { H::from_code(code) })
    }

    /// Sets the element at `index`. O(1).
    ///
    /// # Panics
    ///
    /// Panics if `index` is not below the length.
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
    /// Panics if an index is not below the length.
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

    /// Sets all elements to `element`. O(len).
    pub fn fill(&mut self, element: H) {
        // Not by assignment, which goes over the stack in debug builds.
        for index in 0..Self::LEN {
            self.set(index, element);
        }
    }

    /// Iterates over all elements, in order.
    #[inline]
    pub fn iter(&self) -> Iter<'_, H, WORDS> {
        Iter { array: self, range: 0..Self::LEN }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn beyond_the_end(index: usize, len: usize) -> ! {
    panic!("the index is {index}, the array of handles has {len} elements")
}

impl<H: Element, const WORDS: usize> Default for HandleArray<H, WORDS> {
    /// Returns [`new`](HandleArray::new).
    fn default() -> Self {
        Self::new()
    }
}

#[expect(clippy::non_canonical_clone_impl, reason = "an assignment goes over the stack in debug builds")]
impl<H: Element, const WORDS: usize> Clone for HandleArray<H, WORDS> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }

    fn clone_from(&mut self, source: &Self) {
        self.words.0.copy_from_slice(&source.words.0);
    }
}

impl<H: Element, const WORDS: usize> Copy for HandleArray<H, WORDS> {}

impl<H: Element, const WORDS: usize> fmt::Debug for HandleArray<H, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Iterates over the elements of an array, from [`HandleArray::iter`].
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct Iter<'a, H: Element, const WORDS: usize> {
    array: &'a HandleArray<H, WORDS>,
    range: Range<usize>,
}

impl<H: Element, const WORDS: usize> Iterator for Iter<'_, H, WORDS> {
    type Item = H;

    #[inline]
    fn next(&mut self) -> Option<H> {
        self.range.next().and_then(|index| self.array.get(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<H> {
        self.range.nth(n).and_then(|index| self.array.get(index))
    }
}

impl<H: Element, const WORDS: usize> DoubleEndedIterator for Iter<'_, H, WORDS> {
    #[inline]
    fn next_back(&mut self) -> Option<H> {
        self.range.next_back().and_then(|index| self.array.get(index))
    }
}

known_length! {
    Iter<'a, H, WORDS>: ['a, H: Element, const WORDS: usize];
}

into_iterator! {
    ['a, H: Element, const WORDS: usize] &'a HandleArray<H, WORDS>: Iter<'a, H, WORDS> => H, |array| array.iter();
}
