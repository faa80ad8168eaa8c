//! Regions: transfer buffers in a static region, and data of one tick in a frame.

#![expect(unsafe_code, reason = "names a section")]

use crate::checks::Checks;
use crate::model::Numbers;
use core::alloc::Layout;
use stackpool::region::{Frame, FrameId, Inline, Linear, Scope, Static};

/// Bytes of the static region.
pub const SCRATCH_BYTES: usize = 320;
/// Bytes of the frame of a tick.
pub const TICK_BYTES: usize = 96;

/// Buffers with the alignment that the bus needs.
pub type Scratch = Linear<Inline<SCRATCH_BYTES, 32>>;
/// Data that lasts one tick.
pub type Tick = Frame<Inline<TICK_BYTES, 8>>;

// In RAM that start-up code does not clear. `take` initialises what has to be initialised.
#[unsafe(link_section = ".uninit.stackpool")]
static SCRATCH: Static<Scratch> = Static::new();

/// Fills both regions.
pub fn run(checks: &mut Checks) {
    let Ok(scratch) = SCRATCH.take() else { return checks.that(false) };
    checks.that(SCRATCH.take().is_err());
    checks.equal((scratch.used(), scratch.padding(), scratch.high_water_mark()), (0, 0, 0));
    checks.equal((scratch.capacity(), scratch.stats().full_count), (SCRATCH_BYTES, 0));
    buffers(scratch, checks);
    pieces(scratch, checks);
    inner(scratch, checks);
    ticks(checks);
}

/// A transfer buffer, aligned to 32. The remaining capacity is exact to the byte.
fn buffers(scratch: &mut Scratch, checks: &mut Checks) {
    let scope = scratch.enter();
    let Ok(header) = scope.alloc_slice_copy(b"packet") else { return checks.that(false) };
    let Ok(layout) = Layout::from_size_align(64, 32) else { return checks.that(false) };
    let buffer = scope.alloc_layout(layout).map(|buffer| (buffer.len(), buffer.addr().get() % 32)).ok();
    checks.equal(buffer, Some((64, 0)));
    checks.equal((scope.used(), scope.padding()), (32 + 64, 32 - 6));
    let rest = scope.remaining_capacity();
    checks.that(scope.alloc_slice_fill_with(rest + 1, |_| 0_u8).is_err());
    checks.that(scope.alloc_slice_fill_with(rest, |_| 0xFF_u8).is_ok());
    checks.that(scope.alloc(0_u8).is_err());
    checks.equal(&*header, b"packet");
    drop(scope);
    checks.equal((scratch.remaining_capacity(), scratch.stats().full_count), (0, 2));
}

/// An allocation, and the value of all its elements.
#[derive(Clone, Copy)]
enum Piece<'a> {
    None,
    Bytes(&'a [u8], u8),
    Words(&'a [u32], u32),
}

impl Piece<'_> {
    fn is_unchanged(self) -> bool {
        match self {
            Piece::None => true,
            Piece::Bytes(bytes, mark) => bytes.iter().all(|byte| *byte == mark),
            Piece::Words(words, mark) => words.iter().all(|word| *word == mark),
        }
    }
}

/// Random numbers of bytes and words. Each piece is at the expected place, as long as there is room.
fn pieces(scratch: &mut Scratch, checks: &mut Checks) {
    let mut numbers = Numbers::new();
    for _ in 0..20 {
        scratch.reset();
        let scope = scratch.enter();
        let (mut used, mut padding) = (0_usize, 0);
        let mut made = [Piece::None; 12];
        for piece in &mut made {
            let number = numbers.next();
            let (count, is_words) = (1 + number as usize / 2 % 14, number % 2 == 0);
            let (size, align) = if is_words { (count * 4, 4) } else { (count, 1) };
            let start = used.next_multiple_of(align);
            let fits = start + size <= SCRATCH_BYTES;
            *piece = allocate(&scope, count, is_words, number);
            checks.equal(!matches!(piece, Piece::None), fits);
            if fits {
                padding += start - used;
                used = start + size;
            }
            checks.equal((scope.used(), scope.padding()), (used, padding));
        }
        checks.that(made.iter().all(|piece| piece.is_unchanged()));
    }
    checks.equal(scratch.high_water_mark(), SCRATCH_BYTES);
}

fn allocate<'a>(scope: &Scope<'a>, count: usize, is_words: bool, mark: u32) -> Piece<'a> {
    if is_words {
        let words = scope.alloc_slice_fill_with(count, |_| mark);
        return words.map_or(Piece::None, |words| Piece::Words(words, mark));
    }
    let bytes = scope.alloc_slice_fill_with(count, |_| mark as u8);
    bytes.map_or(Piece::None, |bytes| Piece::Bytes(bytes, mark as u8))
}

/// Memory that an inner scope allocates is free again when the scope ends. Allocations outside stay.
fn inner(scratch: &mut Scratch, checks: &mut Checks) {
    scratch.reset();
    let mut scope = scratch.enter();
    let Ok(kept) = scope.alloc(0x1234_5678_u32) else { return checks.that(false) };
    for round in 0..3_u32 {
        let sum = scope.scope(|scope| {
            // As many words as fit. The next one is returned.
            let full = scope.alloc_iter(round..1_000).err()?;
            let (words, refused) = full.into_inner();
            words.reverse();
            (words.len() as u32 + round == refused).then(|| words.iter().sum::<u32>())
        });
        let count = (SCRATCH_BYTES / 4 - 1) as u32;
        checks.equal(sum, Some(count * round + count * (count - 1) / 2));
        checks.equal(scope.remaining_capacity(), SCRATCH_BYTES - 4);
    }
    checks.equal(*kept, 0x1234_5678);
}

/// Values that are stored by id are found in their own tick, and in no other frame.
fn ticks(checks: &mut Checks) {
    // The id of a slice takes 16 bytes: the frame, its round, the place and the length.
    checks.equal((size_of::<FrameId<u64>>(), size_of::<Option<FrameId<[u16]>>>()), (12, 16));
    let (mut tick, mut other) = (Tick::new(), Tick::new());
    let mut last: Option<FrameId<[u16]>> = None;
    for now in 0..5_u16 {
        let scope = tick.begin();
        checks.that(last.is_none_or(|last| scope.get(last).is_none()));
        let Ok(readings) = scope.store_iter((0..10).map(|index| index * now)) else {
            return checks.that(false);
        };
        let Ok(time) = scope.store(u64::from(now) << 40) else { return checks.that(false) };
        let rest = scope.remaining_capacity();
        checks.that(scope.store_slice_copy(&[7_u8; TICK_BYTES][..rest + 1]).is_err());
        let filled = scope.store_slice_copy(&[7_u8; TICK_BYTES][..rest]).ok();
        checks.equal(filled.and_then(|filled| scope.get(filled)).map(<[u8]>::len), Some(rest));
        drop(scope);

        checks.equal((tick.used(), tick.padding()), (TICK_BYTES, 4));
        checks.equal(tick.get(readings).map(|readings| readings.iter().sum::<u16>()), Some(45 * now));
        checks.equal(tick.get(time), Some(&(u64::from(now) << 40)));
        checks.equal((other.get(time), other.get(readings)), (None, None));
        last = Some(readings);
    }
    let foreign = other.store(1_u64).ok();
    checks.equal(foreign.and_then(|id| other.get(id)), Some(&1));
    checks.equal(foreign.and_then(|id| tick.get(id)), None);
    tick.reset();
    checks.equal(last.and_then(|last| tick.get(last)), None);
    checks.equal((tick.used(), tick.high_water_mark()), (0, TICK_BYTES));
}
