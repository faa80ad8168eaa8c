//! The reference of region tests: all byte ranges in use.

use std::ops::Range;

/// The ranges of addresses in use in a block of memory.
#[derive(Debug)]
pub(crate) struct Ranges {
    block: Range<usize>,
    in_use: Vec<Range<usize>>,
}

impl Ranges {
    /// No range is in use. The block starts at `first` and is `len` bytes long.
    pub(crate) fn new(first: usize, len: usize) -> Self {
        Ranges { block: first..first + len, in_use: Vec::new() }
    }

    /// Adds a piece, which must be in bounds, aligned, and disjoint from all others in use.
    #[track_caller]
    pub(crate) fn insert(&mut self, start: usize, len: usize, align: usize) {
        assert_eq!(start % align, 0, "{len} bytes at {start:#x} are not aligned to {align}");
        if len == 0 {
            return;
        }
        let piece = start..start + len;
        assert!(self.block.start <= piece.start && piece.end <= self.block.end, "{piece:x?} out of bounds");
        for other in &self.in_use {
            assert!(piece.end <= other.start || other.end <= piece.start, "{piece:x?} overlaps {other:x?}");
        }
        self.in_use.push(piece);
    }

    /// The number of pieces in use.
    pub(crate) fn count(&self) -> usize {
        self.in_use.len()
    }

    /// Frees all pieces except for the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.in_use.truncate(count);
    }

    /// The end of the last piece in use, as an offset from the start of the block; 0 if there is no piece.
    pub(crate) fn used(&self) -> usize {
        self.in_use.iter().map(|piece| piece.end - self.block.start).max().unwrap_or(0)
    }
}
