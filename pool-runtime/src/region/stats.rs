//! How much of a region is used, and was.

use core::fmt;

/// Figures of a region, from [`Linear::stats`](super::Linear::stats) and its like: what to choose its size by. Shown as one
/// line.
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
#[non_exhaustive]
pub struct Stats {
    /// Bytes.
    pub capacity: usize,
    /// Bytes in use, those that alignment left unused among them.
    pub used: usize,
    /// Bytes in use that alignment left unused.
    pub padding: usize,
    /// The most bytes that were in use at once. A scope that was forgotten counts as far as its memory stays in use.
    pub high_water_mark: usize,
    /// How often there was no room, but in scopes that were forgotten. It stays at 4,294,967,295.
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
