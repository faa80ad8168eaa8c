//! Scratch memory on the call stack: `alloca` of C, with a size that is checked.

use super::linear::Linear;
use super::scope::Scope;
use core::mem::MaybeUninit;

/// The largest size in bytes. Threads other than the first one have call stacks of 2 MiB or less.
const MOST: u64 = 65_536;

/// Gives `work` a scope with `N` bytes on the call stack, aligned to 16.
///
/// The bytes are gone when `work` returns or panics. They are not initialised first. O(1), plus `work`.
///
/// `N` is at most 65,536; the build fails otherwise. When the bytes are used up, allocations return
/// [`Full`](crate::Full).
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
/// Nothing that is allocated can leave the closure, and `N` is limited. These do not compile:
///
/// ```compile_fail
/// let depths = stackpool::region::scratch::<1024, _>(|scope| scope.alloc(7).unwrap());
/// ```
///
/// ```compile_fail,E0080
/// stackpool::region::scratch::<65_537, _>(|_scope| ());
/// ```
#[doc(alias("alloca", "with_scratch"))]
#[inline]
pub fn scratch<const N: usize, R>(work: impl FnOnce(Scope<'_>) -> R) -> R {
    const {
        assert!(
            N as u64 <= MOST,
            "scratch memory is on the call stack, so it has at most 65,536 bytes: use a `Static` or the heap for more"
        );
    };
    // A constant, of which no byte is written. In a build without optimisation, the result of a function would be
    // moved into its place.
    let mut memory = const { Aligned([MaybeUninit::uninit(); N]) };
    work(Linear::from(&mut memory.0[..]).enter())
}

#[repr(align(16))]
struct Aligned<const N: usize>([MaybeUninit<u8>; N]);
