//! The counts of a region, and the figures that they give: how much of it is used, and was used. All zeros are an empty
//! region.

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
/// assert_eq!((stats.used, stats.padding, stats.full_count), (2408, 2, 1));
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
    /// The largest number of bytes in use at one time. For a forgotten scope, only the bytes that stay in use count.
    #[doc(alias = "peak")]
    pub high_water_mark: usize,
    /// How often there was no room. Forgotten scopes do not count, and neither do allocations while an iterator or a
    /// text held all free bytes. Each count (of a region, an end or a frame) stops at
    /// 4,294,967,295.
    pub full_count: u64,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { capacity, used, padding, high_water_mark, full_count } = self;
        write!(
            f,
            "{used} of {capacity} bytes in use, {padding} of them padding, {high_water_mark} at most, full "
        )?;
        match full_count {
            1 => f.write_str("once"),
            times => write!(f, "{times} times"),
        }
    }
}

/// The counts of a region that is used from one end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// Bytes in use, from the beginning of the storage.
    pub(super) used: usize,
    /// The bytes in use that hold no value, because alignment skipped them.
    pub(super) padding: usize,
    /// The largest `used` that was recorded so far.
    pub(super) high_water_mark: usize,
    /// How often there was no room.
    pub(super) full_count: u32,
    /// Whether all free bytes are [cut off](super::end::End::cut_rest) for a slice or a text of unknown length.
    pub(super) is_lent: bool,
}

impl Header {
    pub(super) const EMPTY: Self =
        Header { used: 0, padding: 0, high_water_mark: 0, full_count: 0, is_lent: false };

    /// Frees everything.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.used = 0;
        self.padding = 0;
    }

    /// The figures of a region of `capacity` bytes.
    pub(super) fn stats(&self, capacity: usize) -> Stats {
        Stats {
            capacity,
            used: self.used,
            padding: self.padding,
            high_water_mark: self.high_water_mark,
            full_count: self.full_count.into(),
        }
    }
}

/// The functions that say how many bytes are in use, free, or without a value, each with its doc.
macro_rules! bytes_in_use {
    (
        [$($generics:tt)*] $type:ty, |$this:ident| $used:expr, $free:expr, $padding:expr,
        $doc_of_used:literal, $doc_of_free:literal, $doc_of_padding:literal
    ) => {
        impl<$($generics)*> $type {
            #[doc = $doc_of_used]
            #[doc(alias = "allocated_bytes")]
            #[inline]
            #[must_use]
            pub fn used(&self) -> usize {
                let $this = self;
                $used
            }

            #[doc = $doc_of_free]
            #[doc(alias("available", "remaining", "chunk_capacity"))]
            #[inline]
            #[must_use]
            pub fn remaining_capacity(&self) -> usize {
                let $this = self;
                $free
            }

            #[doc = $doc_of_padding]
            #[inline]
            #[must_use]
            pub fn padding(&self) -> usize {
                let $this = self;
                $padding
            }
        }
    };
}

/// The figures of a region whose counts are one header. `$used` is the doc of `used`, `$header` the path of the
/// header.
macro_rules! figures {
    ($region:ident, $used:literal, $($header:ident).+) => {
        $crate::region::counts::bytes_in_use!(
            [S: $crate::region::Storage] $region<S>,
            |this| this.$($header).+.used, this.capacity() - this.used(), this.$($header).+.padding,
            $used,
            "Free bytes. O(1).",
            "Bytes in use that hold no value: alignment skipped them. O(1)."
        );

        impl<S: $crate::region::Storage> $region<S> {
            /// The largest number of bytes that were ever in use. O(1).
            #[doc(alias = "peak")]
            #[inline]
            #[must_use]
            pub fn high_water_mark(&self) -> usize {
                self.$($header).+.high_water_mark
            }

            /// Returns all figures, which display as one line. O(1).
            #[must_use]
            pub fn stats(&self) -> $crate::region::Stats {
                self.$($header).+.stats(self.capacity())
            }
        }
    };
}

pub(super) use {bytes_in_use, figures};
