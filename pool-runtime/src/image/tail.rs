//! The end of an image: the generations of the free slots that it has no links for.
//!
//! ```text
//!  +------+------+------------------------------------------+
//!  | end  | runs | the cell of each slot, or of each run    |     the slots from the extent of the image up to `end`
//!  |      |      | the slot after it (u32), and its cell in |
//!  |      |      | the first of 4 bytes                     |
//!  +------+------+------------------------------------------+
//!   u32    u32: 0
//!          if cells
//! ```
//!
//! These slots are free, do not wait, and are taken after all others, in ascending order. So there is nothing to say of
//! their order. After a pool was full and then cleared, they have one generation, which is one *run* of equal cells.
//!
//! An image has a tail if it is shorter with it, and runs if they are shorter than cells. The cell of a free slot is
//! its generation, so guards without generations have no tail. Images of up to 255 slots have none either: there is
//! little to gain, and a microcontroller would pay for it with 1 to 2 KB of code.

use super::RestoreError;
use crate::base::cut;
use crate::guard::Unit;
use core::ops::Range;

/// The bytes before the cells or the runs.
pub(super) const START_BYTES: usize = 8;
/// The bytes of a run.
const RUN_BYTES: usize = 8;
/// The bytes that a [delta](super::delta) has of a tail in addition. They count, so that tails make no delta longer.
pub(super) const KEPT_BYTES: usize = 4;

/// Whether images of pools of this capacity, or that of `grows_to`, can have tails under this guard.
#[inline]
pub(super) const fn has_tails(capacity: u32, guard: Unit) -> bool {
    capacity > u8::MAX as u32 && has_cells(guard)
}

/// Which slots an image has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// The slots with a cell and a link, among them all that are not free.
    pub(crate) slots: usize,
    /// The slot after those of the tail. If there is none, it is `slots`.
    pub(crate) end: usize,
    /// The number of runs in the tail. 0 if it has cells.
    runs: usize,
}

impl Extent {
    /// The slots of an image without a tail.
    #[inline]
    pub(super) const fn without_tail(slots: usize) -> Self {
        Extent { slots, end: slots, runs: 0 }
    }

    /// The slots of the image of a pool. The slots of the range are free and come last, in ascending order. The last
    /// one, at least, is not as in a new guard, and all after it are. `cells` are those of the range, and `parts` are
    /// what a slot has in an image.
    #[inline]
    pub(super) fn new(range: Range<usize>, cells: &[u8], parts: [Unit; 3]) -> Self {
        let mut count = RunCount::new(range.len(), parts[0]);
        count.add(cells);
        Self::with_runs(range, &count, parts)
    }

    /// The same, for cells that were counted.
    #[inline]
    pub(super) fn with_runs(
        Range { start, end }: Range<usize>,
        RunCount { runs, .. }: &RunCount,
        parts: [Unit; 3],
    ) -> Self {
        let (slots, runs) = (end.saturating_sub(start), *runs);
        let runs = if runs * RUN_BYTES < slots * parts[0].bytes { runs } else { 0 };
        let extent = Extent { slots: start, end, runs };
        let whole = slots * parts.map(|part| part.bytes).iter().sum::<usize>();
        let is_shorter = slots > 0 && extent.tail_bytes(parts[0]) + KEPT_BYTES <= whole;
        if has_cells(parts[0]) && is_shorter { extent } else { Self::without_tail(end.max(start)) }
    }

    #[inline]
    pub(super) const fn has_tail(&self) -> bool {
        self.end > self.slots
    }

    /// The number of bytes of the tail.
    #[inline]
    pub(super) const fn tail_bytes(&self, guard: Unit) -> usize {
        if self.has_tail() { START_BYTES + self.payload_bytes(guard) } else { 0 }
    }

    /// The number of bytes of the cells or runs.
    #[inline]
    pub(super) const fn payload_bytes(&self, guard: Unit) -> usize {
        if self.runs > 0 { self.runs * RUN_BYTES } else { (self.end - self.slots) * guard.bytes }
    }

    /// The first bytes of the tail.
    #[inline]
    pub(super) fn start(&self) -> [u8; START_BYTES] {
        bytemuck::cast([self.end as u32, self.runs as u32])
    }

    /// Reads the first bytes of a tail, which begins at slot `slots` of a pool of this capacity.
    #[inline]
    pub(super) fn read(
        start: &[u8],
        slots: usize,
        (guard, capacity): (Unit, u32),
    ) -> Result<Self, RestoreError> {
        let numbers: [u32; 2] = bytemuck::try_pod_read_unaligned(start).unwrap_or_default();
        // No pool has as many slots as do not fit a `usize`.
        let [end, runs] = numbers.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let is_tail = has_cells(guard) && slots < end && end <= capacity as usize;
        // Runs are not longer than cells.
        if is_tail && runs as u64 * RUN_BYTES as u64 <= (end - slots) as u64 * guard.bytes as u64 {
            Ok(Extent { slots, end, runs })
        } else {
            Err(RestoreError::Count)
        }
    }
}

/// Whether slots have cells, which hold generations.
#[inline]
const fn has_cells(guard: Unit) -> bool {
    guard.slots == 1 && guard.bytes > 0
}

/// Returns the number of bytes of the first run of cells of this size.
#[inline]
fn first_run(cells: &[u8], size: usize) -> usize {
    let next = cut::from(cells, size);
    // Each cell is compared with the next one: a few, then many at once, and fewer where the run ends.
    let mut equal = cells.iter().zip(next).take(16).take_while(|(byte, next)| byte == next).count();
    if equal == 16 {
        for block in [4096, 64, 1] {
            let blocks = |equal: usize| cells.get(equal..equal + block).zip(next.get(equal..equal + block));
            while blocks(equal).is_some_and(|(cells, next)| cells == next) {
                equal += block;
            }
        }
    }
    // A cell has bytes.
    let size = size.max(1);
    equal / size * size + size
}

/// The bytes of a cell, and zeros after them.
type CellBytes = [u8; 4];

/// The slot after a run.
#[inline]
fn slot(bytes: [u8; 4]) -> usize {
    u32::from_ne_bytes(bytes) as usize
}

/// The cell of a run.
#[inline]
fn cell_of(run: &[u8], size: usize) -> CellBytes {
    let mut cell = CellBytes::default();
    cut::copy(cut::first_mut(&mut cell, size), cut::first(run, size));
    cell
}

/// Counts the runs of cells, until they are not shorter than cells.
pub(super) struct RunCount {
    size: usize,
    most: usize,
    runs: usize,
    last: Option<CellBytes>,
}

impl RunCount {
    #[inline]
    pub(super) const fn new(slots: usize, guard: Unit) -> Self {
        let size = if has_cells(guard) { guard.bytes } else { 0 };
        RunCount { size, most: (slots * size).div_ceil(RUN_BYTES), runs: 0, last: None }
    }

    /// Counts the next cells.
    #[inline]
    pub(super) fn add(&mut self, cells: &[u8]) {
        let mut rest = cells;
        while !rest.is_empty() && self.runs < self.most {
            let cell = Some(cell_of(rest, self.size));
            self.runs += usize::from(self.last != cell);
            self.last = cell;
            rest = cut::from(rest, first_run(rest, self.size));
        }
    }
}

/// Writes a tail from cells.
pub(super) struct TailWriter<'p> {
    extent: Extent,
    size: usize,
    /// The slot after the cells that it got.
    slot: usize,
    /// The cell of the run that has not ended.
    run: Option<CellBytes>,
    /// The runs that have not begun.
    left: usize,
    places: &'p mut [u8],
}

impl<'p> TailWriter<'p> {
    /// Writes to the places of a tail.
    #[inline]
    pub(super) fn new(extent: Extent, guard: Unit, tail: &'p mut [u8]) -> Self {
        let (slot, left) = (extent.slots, extent.runs);
        let mut writer = TailWriter { extent, size: guard.bytes, slot, run: None, left, places: tail };
        if extent.has_tail() {
            writer.put(&extent.start());
        }
        writer
    }

    /// Takes the next cells, if there is a tail.
    #[inline]
    pub(super) fn write(&mut self, cells: &[u8]) {
        if self.extent.runs == 0 {
            let is_there = self.extent.has_tail();
            return self.put(if is_there { cells } else { &[] });
        }
        let mut rest = cells;
        // The last run has all cells that follow. They were looked at when the runs were counted.
        while !rest.is_empty() && self.left > 0 {
            let cell = cell_of(rest, self.size);
            if self.run != Some(cell) {
                self.end_run();
                self.run = Some(cell);
                self.left -= 1;
            }
            if self.left > 0 {
                let run = first_run(rest, self.size);
                self.slot += run / self.size.max(1);
                rest = cut::from(rest, run);
            }
        }
    }

    /// Ends the tail.
    #[inline]
    pub(super) fn finish(mut self) {
        self.slot = self.extent.end;
        self.end_run();
        invariant!(self.places.is_empty(), "a tail of another length");
    }

    #[inline]
    fn end_run(&mut self) {
        if let Some(cell) = self.run {
            self.put(&(self.slot as u32).to_ne_bytes());
            self.put(&cell);
        }
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let (place, others) = cut::split_mut(core::mem::take(&mut self.places), bytes.len());
        cut::copy(place, bytes);
        self.places = others;
    }
}

/// The tail of an image, if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail<'a> {
    extent: Extent,
    guard: Unit,
    /// The cells or the runs.
    payload: &'a [u8],
}

impl<'a> Tail<'a> {
    /// The tail of an image of `slots` slots that has none.
    #[inline]
    pub(super) const fn none(slots: usize) -> Self {
        Tail { extent: Extent::without_tail(slots), guard: Unit::slot(0), payload: &[] }
    }

    /// Reads what an image of `slots` slots has after its first `before` bytes: a tail, and nothing else.
    #[inline]
    pub(super) fn read(
        image: &'a [u8],
        before: usize,
        slots: usize,
        (guard, capacity): (Unit, u32),
    ) -> Result<Self, RestoreError> {
        let length = |expected| RestoreError::Length { expected, found: image.len() };
        let payload = image.get(before + START_BYTES..).ok_or(length(before + START_BYTES))?;
        let extent =
            Extent::read(cut::first(cut::from(image, before), START_BYTES), slots, (guard, capacity))?;
        let expected = before + extent.tail_bytes(guard);
        if image.len() == expected { Ok(Tail { extent, guard, payload }) } else { Err(length(expected)) }
    }

    /// The slots of the image.
    #[inline]
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The bytes after the first ones.
    #[inline]
    pub(super) fn payload(&self) -> &'a [u8] {
        self.payload
    }

    /// Whether a pool has written it. `are_free` is asked for cells.
    pub(super) fn is_valid(&self, parts: [Unit; 3], are_free: impl Fn(&[u8]) -> bool) -> bool {
        let (Extent { slots, end, runs }, size) = (self.extent, self.guard.bytes);
        let mut count = RunCount::new(end - slots, self.guard);
        if runs == 0 {
            count.add(self.payload);
        }
        let (mut next, mut last) = (slots, None);
        let are_runs = self.runs().iter().all(|&[run_end, cell]| {
            let run_end = slot(run_end);
            let is_run = next < run_end && last != Some(cell) && cell[size..].iter().all(|&byte| byte == 0);
            (next, last) = (run_end, Some(cell));
            count.runs += 1;
            is_run && are_free(&cell[..size])
        });
        let has_end = runs == 0 && are_free(self.payload) || are_runs && next == end;
        has_end
            && self.cell(end - 1) != CellBytes::default()
            && Extent::with_runs(slots..end, &count, parts) == self.extent
    }

    /// The slots after the runs, and their cells.
    #[inline]
    fn runs(&self) -> &'a [[CellBytes; 2]] {
        cut::cast(if self.extent.runs > 0 { self.payload } else { &[] })
    }

    /// The cell of a slot from the extent on. Beyond the tail, it is that of a new guard.
    #[inline]
    pub(super) fn cell(&self, slot: usize) -> CellBytes {
        let mut cell = CellBytes::default();
        self.save_cells(slot, cut::first_mut(&mut cell, self.guard.bytes));
        cell
    }

    /// The generation of a slot from the extent on.
    #[inline]
    pub(super) fn generation(&self, slot: usize) -> u32 {
        let cell = self.cell(slot);
        match self.guard.bytes {
            2 => u16::from_ne_bytes([cell[0], cell[1]]).into(),
            4 => u32::from_ne_bytes(cell),
            // Or there is no tail.
            _ => cell[0].into(),
        }
    }

    /// Writes cells of slots from `first` on, which is not before the extent. Places beyond the tail keep what is
    /// there.
    #[inline]
    pub(super) fn save_cells(&self, first: usize, cells: &mut [u8]) {
        let (Extent { slots, end, runs }, size) = (self.extent, self.guard.bytes);
        if first >= end {
            return;
        }
        let bytes = cells.len().min((end - first) * size);
        let cells = cut::first_mut(cells, bytes);
        if runs == 0 {
            return cut::copy(cells, cut::first(cut::from(self.payload, (first - slots) * size), bytes));
        }
        let runs = self.runs();
        let mut start = 0;
        for &[run_end, cell] in cut::from(runs, runs.partition_point(|&[run_end, _]| slot(run_end) <= first))
        {
            let next = bytes.min(slot(run_end).min(end).saturating_sub(first) * size);
            if start == bytes {
                return;
            }
            let run = cut::split_mut(cut::first_mut(cells, next.max(start)), start).1;
            match size {
                1 => run.fill(cell[0]),
                _ => run
                    .chunks_exact_mut(size.max(1))
                    .for_each(|place| cut::copy(place, cut::first(&cell, size))),
            }
            start += run.len();
        }
    }
}
