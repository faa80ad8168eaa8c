//! Scratch memory on the call stack: C's `alloca`, with its size checked.

use super::linear::Linear;
use super::scope::Scope;
use core::mem::MaybeUninit;

/// How much scratch memory there may be, in bytes: threads other than the first have call stacks of 2 MiB and less.
const MOST: usize = 65_536;

/// Gives `work` a scope of `N` bytes on the call stack, aligned to 16. They are gone when it returns, or panics. O(1), but for
/// `work`.
///
/// Nothing is written to the bytes first. `N` is at most 65,536, which is checked when the program is built; when they are
/// used up, allocations say so by [`Full`](crate::Full).
///
/// ```
/// use stackpool::region;
///
/// fn median(samples: &[u32]) -> Option<u32> {
///     region::scratch::<1024, _>(|scope| {
///         let sorted = scope.alloc_slice_copy(samples).ok()?;
///         sorted.sort_unstable();
///         sorted.get(sorted.len() / 2).copied()
///     })
/// }
///
/// assert_eq!(median(&[5, 1, 9]), Some(5));
/// assert_eq!(median(&[0; 257]), None); // 1028 bytes
/// ```
///
/// ```compile_fail
/// let depths = stackpool::region::scratch::<1024, _>(|scope| scope.alloc(7).unwrap());
/// ```
///
/// ```compile_fail,E0080
/// stackpool::region::scratch::<65_537, _>(|_scope| ());
/// ```
#[inline]
pub fn scratch<const N: usize, R>(work: impl FnOnce(Scope<'_>) -> R) -> R {
    const { assert!(N <= MOST, "scratch memory is at most 65,536 bytes: give a larger block a place of its own") };
    // A constant, of which no byte is written: what a function makes is moved into its place, where the compiler does not
    // optimise.
    let mut memory = const { Aligned([MaybeUninit::uninit(); N]) };
    work(Linear::from(&mut memory.0[..]).enter())
}

#[repr(align(16))]
struct Aligned<const N: usize>([MaybeUninit<u8>; N]);
