//! The reference of region tests: every byte range that is in use.

use std::ops::Range;

/// The ranges of addresses that are in use, of a block of memory.
#[derive(Debug)]
pub(crate) struct Ranges {
    block: Range<usize>,
    in_use: Vec<Range<usize>>,
}

impl Ranges {
    /// None yet, of the block that `first` begins and that is `len` bytes long.
    pub(crate) fn new(first: usize, len: usize) -> Self {
        Ranges { block: first..first + len, in_use: Vec::new() }
    }

    /// A piece was allocated: it is in bounds, aligned, and disjoint from all that are in use.
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

    /// How many pieces are in use.
    pub(crate) fn count(&self) -> usize {
        self.in_use.len()
    }

    /// Only the first `count` pieces are in use any more.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.in_use.truncate(count);
    }

    /// The end of what is in use, as an offset from the beginning: 0 when nothing is.
    pub(crate) fn used(&self) -> usize {
        self.in_use.iter().map(|piece| piece.end - self.block.start).max().unwrap_or(0)
    }
}
