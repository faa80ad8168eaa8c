//! The reference of stacks: the address of a block, and the pieces in use at its edges. So it knows to the byte
//! whether an allocation fits, and its address.

use super::ranges::Ranges;
use stackpool::region::MARKER_BYTES;

/// An edge of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Edge {
    Low,
    High,
}

/// The pieces and markers at an edge.
#[derive(Clone, Debug, Default)]
struct Side {
    used: usize,
    padding: usize,
    /// Address, size and alignment.
    pieces: Vec<(usize, usize, usize)>,
    /// The valid markers: their number, and the state before each.
    markers: Vec<(u32, Back)>,
}

/// The state to which an edge is rolled back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Back {
    used: usize,
    padding: usize,
    pieces: usize,
}

/// The reference: a block with two edges.
#[derive(Debug)]
pub(crate) struct Model {
    first: usize,
    len: usize,
    sides: [Side; 2],
    ranges: Ranges,
    /// The most bytes that were in use.
    pub(crate) high: usize,
    /// Whether `high` must be exact. It need not be after something was forgotten.
    pub(crate) exact_high: bool,
    markers: u32,
}

impl Model {
    pub(crate) fn new(first: usize, len: usize) -> Self {
        let ranges = Ranges::new(first, len);
        Model { first, len, sides: Default::default(), ranges, high: 0, exact_high: true, markers: 0 }
    }

    pub(crate) fn used(&self, edge: Edge) -> usize {
        self.sides[edge as usize].used
    }

    pub(crate) fn padding(&self, edge: Edge) -> usize {
        self.sides[edge as usize].padding
    }

    pub(crate) fn remaining_capacity(&self) -> usize {
        self.len - self.used(Edge::Low) - self.used(Edge::High)
    }

    /// Bytes in use at an edge, bytes that are free, and padding.
    pub(crate) fn figures(&self, edge: Edge) -> [usize; 3] {
        [self.used(edge), self.remaining_capacity(), self.padding(edge)]
    }

    /// Checks that the ranges in use are the pieces, and end at the expected places.
    pub(crate) fn check_ranges(&self) {
        let [low, high] = &self.sides;
        assert_eq!(self.ranges.count(), low.pieces.len() + high.pieces.len());
        if high.used == 0 {
            assert_eq!(self.ranges.used(), low.used);
        }
    }

    /// The free addresses.
    fn free(&self) -> (usize, usize) {
        (self.first + self.used(Edge::Low), self.first + self.len - self.used(Edge::High))
    }

    /// The most bytes that fit at an alignment, from the first aligned address to the end of the free range.
    pub(crate) fn most(&self, align: usize) -> Option<usize> {
        let (from, to) = self.free();
        to.checked_sub(from.next_multiple_of(align))
    }

    /// The address of a piece; `None` if it does not fit.
    fn place(&self, edge: Edge, size: usize, align: usize) -> Option<usize> {
        if size == 0 {
            return Some(align);
        }
        let (from, to) = self.free();
        let start = match edge {
            Edge::Low => from.next_multiple_of(align),
            Edge::High => to.checked_sub(size)? / align * align,
        };
        (from <= start && start.checked_add(size)? <= to).then_some(start)
    }

    pub(crate) fn cut(&mut self, edge: Edge, size: usize, align: usize) -> Option<usize> {
        let start = self.place(edge, size, align)?;
        self.ranges.insert(start, size, align);
        if size == 0 {
            return Some(start);
        }
        let (from, to) = self.free();
        let side = &mut self.sides[edge as usize];
        let taken = match edge {
            Edge::Low => start + size - from,
            Edge::High => to - start,
        };
        side.used += taken;
        side.padding += taken - size;
        side.pieces.push((start, size, align));
        self.high = self.high.max(self.len - self.remaining_capacity());
        Some(start)
    }

    pub(crate) fn back(&self, edge: Edge) -> Back {
        let side = &self.sides[edge as usize];
        Back { used: side.used, padding: side.padding, pieces: side.pieces.len() }
    }

    pub(crate) fn fall(&mut self, edge: Edge, back: Back) {
        let side = &mut self.sides[edge as usize];
        (side.used, side.padding) = (back.used, back.padding);
        side.pieces.truncate(back.pieces);
        self.ranges.truncate(0);
        for (start, size, align) in self.sides.iter().flat_map(|side| &side.pieces) {
            self.ranges.insert(*start, *size, *align);
        }
    }

    pub(crate) fn marker(&mut self, edge: Edge) -> Option<u32> {
        let back = self.back(edge);
        self.cut(edge, MARKER_BYTES, 1)?;
        self.markers += 1;
        self.sides[edge as usize].markers.push((self.markers, back));
        Some(self.markers)
    }

    /// Returns whether the marker was valid.
    pub(crate) fn rollback(&mut self, edge: Edge, marker: u32) -> bool {
        let markers = &mut self.sides[edge as usize].markers;
        let Some(position) = markers.iter().position(|(number, _)| *number == marker) else {
            return false;
        };
        let (_, back) = markers[position];
        markers.truncate(position);
        self.fall(edge, back);
        true
    }

    pub(crate) fn reset(&mut self, edge: Edge) {
        self.sides[edge as usize].markers.clear();
        self.fall(edge, Back { used: 0, padding: 0, pieces: 0 });
    }
}
