//! The figures of a region: how much of it is used, and was used.

use core::fmt;

/// Figures of a region, which help to choose its size. They display as one line.
///
/// [`Linear::stats`](super::Linear::stats) and the `stats` methods of other regions return them.
///
/// ```
/// use stackpool::region::{Inline, Linear};
///
/// let mut scratch = Linear::<Inline<4096>>::new();
/// let scope = scratch.enter();
/// scope.alloc_str("a name")?;
/// scope.alloc_slice_copy(&[0.5_f32; 600])?;
/// assert!(scope.alloc([0_u8; 2000]).is_err());
/// drop(scope);
///
/// let stats = scratch.stats();
/// assert_eq!((stats.used, stats.padding, stats.exhausted), (2408, 2, 1));
/// scratch.reset();
/// assert_eq!(scratch.stats().to_string(), "0 of 4096 bytes in use, 0 of them padding, 2408 at most, full once");
/// # Ok::<(), stackpool::Full>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Stats {
    /// Size of the region in bytes.
    pub capacity: usize,
    /// Bytes in use, including padding.
    #[doc(alias = "allocated_bytes")]
    pub used: usize,
    /// Bytes in use that hold no value: alignment skipped them.
    pub padding: usize,
    /// The largest number of bytes in use at one time. For a scope that was forgotten, only the bytes that stay in
    /// use count.
    #[doc(alias = "peak")]
    pub high_water_mark: usize,
    /// How often there was no room. Scopes that were forgotten are not counted. The count of a region, or of one end
    /// or frame of it, stops at 4,294,967,295.
    pub exhausted: u64,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { capacity, used, padding, high_water_mark, exhausted } = self;
        write!(
            f,
            "{used} of {capacity} bytes in use, {padding} of them padding, {high_water_mark} at most, full "
        )?;
        match exhausted {
            1 => f.write_str("once"),
            times => write!(f, "{times} times"),
        }
    }
}
