//! Compares sequences of operations on two frames with a list of the stored values and of the byte ranges in use.

use super::values::{Finds, Id, Kind};
use crate::ranges::Ranges;
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::region::{Boxed, DoubleFrame, Frame, FrameScope, Inline, Scope, Stats, Storage};
use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Bytes of each frame.
const BYTES: usize = 300;

/// A frame of one of the two kinds.
trait Frames: Finds {
    type Storage: Storage;
    /// The number of frames in which a value is found.
    const LIVES: usize;
    fn enter(&mut self) -> FrameScope<'_, Self::Storage>;
    fn begin(&mut self) -> FrameScope<'_, Self::Storage>;
    fn next(&mut self);
    fn clear(&mut self);
    fn stats(&self) -> Stats;
    /// Bytes in use, padding among them, the most bytes ever used, and free bytes.
    fn counts(&self) -> (usize, usize, usize, usize);
}

macro_rules! frames {
    ($($frame:ident, $lives:literal, $next:ident;)*) => {$(
        impl<S: Storage> Frames for $frame<S> {
            type Storage = S;
            const LIVES: usize = $lives;

            fn enter(&mut self) -> FrameScope<'_, S> {
                self.enter()
            }

            fn begin(&mut self) -> FrameScope<'_, S> {
                self.begin()
            }

            fn next(&mut self) {
                self.$next();
            }

            fn clear(&mut self) {
                self.reset();
            }

            fn stats(&self) -> Stats {
                self.stats()
            }

            fn counts(&self) -> (usize, usize, usize, usize) {
                (self.used(), self.padding(), self.high_water_mark(), self.remaining_capacity())
            }
        }
    )*};
}

frames!(Frame, 1, reset; DoubleFrame, 2, flip;);

/// A step in a scope.
#[derive(Clone, Debug)]
enum Step {
    Store(Kind),
    Alloc(usize, u32),
    Overwrite(u16),
    Inner(Vec<(usize, u32)>),
}

#[derive(Clone, Copy, Debug)]
enum End {
    Drop,
    Forget,
    Panic,
}

#[derive(Clone, Debug)]
enum Operation {
    Scope { next: bool, steps: Vec<Step>, end: End },
    Overwrite(u16),
    Next,
    Clear,
    Move,
    Swap,
}

fn sequences() -> impl Strategy<Value = Vec<(usize, Operation)>> {
    let kind = prop_oneof![
        Just(Kind::Nothing),
        Just(Kind::Byte),
        Just(Kind::Word),
        Just(Kind::Long),
        Just(Kind::Quad),
        (0..80_usize).prop_map(Kind::Slice),
        (0..80_usize).prop_map(Kind::List),
    ];
    let piece = || (0..BYTES / 3, 0..=12_u32);
    let step = prop_oneof![
        6 => kind.prop_map(Step::Store),
        3 => piece().prop_map(|(size, shift)| Step::Alloc(size, shift)),
        2 => any::<u16>().prop_map(Step::Overwrite),
        1 => proptest::collection::vec(piece(), 0..4).prop_map(Step::Inner),
    ];
    let end = prop_oneof![2 => Just(End::Drop), 2 => Just(End::Forget), 1 => Just(End::Panic)];
    let operation = prop_oneof![
        6 => (proptest::bool::weighted(0.2), proptest::collection::vec(step, 0..8), end)
            .prop_map(|(next, steps, end)| Operation::Scope { next, steps, end }),
        1 => any::<u16>().prop_map(Operation::Overwrite),
        1 => Just(Operation::Next),
        1 => Just(Operation::Clear),
        1 => Just(Operation::Move),
        1 => Just(Operation::Swap),
    ];
    proptest::collection::vec((0..2_usize, operation), 1..miri_or(8, 40))
}

/// The expected contents of a frame, wherever it is.
#[derive(Clone, Debug, Default)]
struct Model {
    /// The number of frames so far.
    frame: usize,
    /// Every id with the seed of its value and the number of its frame.
    stored: Vec<(Id, u16, usize)>,
    /// Bytes in use, and padding among them, of the current frame and of the one before.
    now: (usize, usize),
    before: (usize, usize),
    most: usize,
    /// How often an allocation found no room.
    full: u64,
}

impl Model {
    fn next<F: Frames>(&mut self) {
        self.frame += 1;
        self.before = std::mem::take(&mut self.now);
    }

    fn clear<F: Frames>(&mut self) {
        self.frame += F::LIVES;
        self.now = (0, 0);
    }

    fn is_found<F: Frames>(&self, of: usize) -> bool {
        self.frame - of < F::LIVES
    }

    /// Checks that exactly the expected values are found, and returns their ranges.
    fn check<F: Frames>(&self, place: &impl Finds) -> Ranges {
        let mut ranges = Ranges::new(0, usize::MAX);
        for &(id, seed, of) in &self.stored {
            let found = id.found(place, seed);
            assert_eq!(
                found.is_some(),
                self.is_found::<F>(of),
                "{id:?} of frame {of}, in frame {}",
                self.frame
            );
            if let Some((address, size)) = found {
                ranges.insert(address, size, 1);
            }
        }
        ranges
    }

    fn overwrite<F: Frames>(&mut self, place: &mut impl Finds, pick: u16, seed: u16) {
        let Some(last) = self.stored.len().checked_sub(1) else { return };
        // Usually one of the newest.
        let pick = last - usize::from(pick) % (last.min(7) + 1);
        let (id, _, of) = self.stored[pick];
        let found = id.overwrite(place, seed);
        assert_eq!(found, self.is_found::<F>(of));
        if found {
            self.stored[pick].1 = seed;
        }
    }
}

/// A scope and its expected state.
struct Run<'m> {
    model: &'m mut Model,
    /// The address of the first byte.
    start: usize,
    used: usize,
    padding: usize,
    /// The bytes that stay in use if the scope is forgotten.
    kept: (usize, usize),
    /// All ranges in use, in both blocks of a double frame.
    ranges: Ranges,
    /// The ranges that this scope allocated in the block.
    block: Ranges,
    full: u64,
}

impl<'m> Run<'m> {
    fn new<F: Frames>(model: &'m mut Model, scope: &FrameScope<'_, F::Storage>) -> Self {
        let ranges = model.check::<F>(scope);
        let (used, padding) = model.now;
        assert_eq!(
            (scope.used(), scope.padding(), scope.remaining_capacity()),
            (used, padding, BYTES - used)
        );
        let block = Ranges::new(0, 0);
        let mut run = Run { start: 0, used, padding, kept: (used, padding), ranges, block, full: 0, model };
        if used < BYTES {
            let first = scope.alloc_layout(Layout::new::<u8>()).unwrap();
            run.start = first.addr().get() - used;
            run.block = Ranges::new(run.start, BYTES);
            run.insert(first.addr().get(), Layout::new::<u8>());
        }
        run
    }

    /// Checks whether a piece should fit, and counts it if it does.
    fn cut(&mut self, layout: Layout, piece: Option<usize>) {
        if layout.size() == 0 {
            assert_eq!(piece.map(|address| address % layout.align()), Some(0));
            return;
        }
        let top = self.start + self.used;
        let padding = top.next_multiple_of(layout.align()) - top;
        let fits = self.used < BYTES && self.used + padding + layout.size() <= BYTES;
        assert_eq!(piece, fits.then_some(top + padding), "{layout:?} after {} bytes", self.used);
        if let Some(address) = piece {
            self.insert(address, layout);
            self.padding += padding;
        } else {
            self.full += 1;
        }
    }

    fn insert(&mut self, address: usize, layout: Layout) {
        self.ranges.insert(address, layout.size(), layout.align());
        self.block.insert(address, layout.size(), layout.align());
        self.used = self.block.used();
    }

    fn store<F: Frames>(&mut self, scope: &FrameScope<'_, F::Storage>, kind: Kind, seed: u16) {
        let layout = kind.layout();
        // An iterator stores the values that fit even if not all fit. This model does not cover that.
        if matches!(kind, Kind::List(_)) && layout.size() + layout.align() > BYTES - self.used {
            return;
        }
        let id = Id::store(scope, kind, seed);
        self.cut(layout, id.map(|id| id.found(scope, seed).expect("just stored").0));
        if let Some(id) = id {
            self.model.stored.push((id, seed, self.model.frame));
            if layout.size() > 0 {
                self.kept = (self.used, self.padding);
            }
        }
    }

    /// Allocates bytes and writes to all of them.
    fn alloc(&mut self, scope: &Scope<'_>, size: usize, align: usize) {
        let layout = Layout::from_size_align(size, align).unwrap();
        let piece = match align {
            // The slice stays readable, and its pattern stays until somebody else writes there.
            1 => {
                scope.alloc_slice_fill_with(size, |index| index as u8).ok().map(|piece| piece.as_ptr().addr())
            }
            _ => scope.alloc_layout(layout).ok().map(|piece| piece.addr().get()),
        };
        self.cut(layout, piece);
    }

    fn inner<F: Frames>(&mut self, scope: &mut FrameScope<'_, F::Storage>, pieces: &[(usize, u32)]) {
        let (used, padding, counts) = (self.used, self.padding, (self.ranges.count(), self.block.count()));
        // Failures in an inner scope are counted when that scope ends.
        let full = std::mem::take(&mut self.full);
        scope.scope(|inner| {
            for &(size, shift) in pieces {
                self.alloc(&inner, size, 1 << shift);
            }
            assert_eq!((inner.used(), inner.padding()), (self.used, self.padding));
            self.model.check::<F>(&inner);
        });
        self.model.most = self.model.most.max(self.used);
        self.model.full += std::mem::replace(&mut self.full, full);
        (self.used, self.padding) = (used, padding);
        self.ranges.truncate(counts.0);
        self.block.truncate(counts.1);
    }
}

/// Does the steps in a scope, and returns how the scope ended.
fn run<F: Frames>(
    mut scope: FrameScope<'_, F::Storage>,
    model: &mut Model,
    steps: &[Step],
    end: End,
    seed: u16,
) {
    let mut run = Run::new::<F>(model, &scope);
    for (step, seed) in steps.iter().zip(seed..) {
        match step {
            Step::Store(kind) => run.store::<F>(&scope, *kind, seed),
            Step::Alloc(size, shift) => run.alloc(&scope, *size, 1 << shift),
            Step::Overwrite(pick) => run.model.overwrite::<F>(&mut scope, *pick, seed),
            Step::Inner(pieces) => run.inner::<F>(&mut scope, pieces),
        }
        assert_eq!(
            (scope.used(), scope.padding(), scope.remaining_capacity()),
            (run.used, run.padding, BYTES - run.used)
        );
        run.model.check::<F>(&scope);
    }
    let Run { used, padding, kept, full, .. } = run;
    model.now = if let End::Forget = end { kept } else { (used, padding) };
    model.most = model.most.max(model.now.0);
    // The counts of a forgotten scope are lost.
    model.full += if let End::Forget = end { 0 } else { full };
    match end {
        End::Drop => drop(scope),
        End::Forget => std::mem::forget(scope),
        End::Panic => resume_unwind(Box::new(Ended)),
    }
}

struct Ended;

fn test<F: Frames>(frames: [F; 2], operations: &[(usize, Operation)]) {
    let mut frames = Vec::from(frames);
    let mut models = [Model::default(), Model::default()];
    for ((which, operation), round) in operations.iter().zip(1_u16..) {
        let (which, seed) = (*which, round * 16);
        let (frame, model) = (&mut frames[which], &mut models[which]);
        match operation {
            Operation::Scope { next, steps, end } => {
                let ended = catch_unwind(AssertUnwindSafe(|| {
                    let scope = if *next {
                        model.next::<F>();
                        frame.begin()
                    } else {
                        frame.enter()
                    };
                    run::<F>(scope, model, steps, *end, seed);
                }));
                if let Err(payload) = ended {
                    // Any other panic is a failure of the test.
                    if !payload.is::<Ended>() {
                        resume_unwind(payload);
                    }
                }
            }
            Operation::Overwrite(pick) => model.overwrite::<F>(frame, *pick, seed),
            Operation::Next => {
                model.next::<F>();
                frame.next();
            }
            Operation::Clear => {
                model.clear::<F>();
                frame.clear();
            }
            Operation::Move => {
                let frame = Box::new(frames.remove(which));
                frames.insert(which, *std::hint::black_box(frame));
            }
            Operation::Swap => {
                frames.swap(0, 1);
                models.swap(0, 1);
            }
        }
        for (frame, model) in frames.iter().zip(&models) {
            model.check::<F>(frame);
            let (used, padding) = model.now;
            assert_eq!(frame.counts(), (used, padding, model.most, BYTES - used));
            let stats = frame.stats();
            assert_eq!((stats.used, stats.padding, stats.high_water_mark), (used, padding, model.most));
            assert_eq!((stats.capacity, stats.full_count), (BYTES, model.full));
        }
        for (id, seed, _) in &models[0].stored {
            assert_eq!(id.found(&frames[1], *seed), None, "an id of the other frame");
        }
    }
}

fn config() -> ProptestConfig {
    cases(2, 256)
}

/// Memory at an odd address.
fn odd(memory: &mut [MaybeUninit<u8>; BYTES + 1]) -> &mut [MaybeUninit<u8>] {
    &mut memory[1..]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn inline(operations in sequences()) {
        test([const { Frame::<Inline<BYTES>>::new() }; 2], &operations);
    }

    #[test]
    fn boxed(operations in sequences()) {
        test([0; 2].map(|_| Frame::from(Boxed::<16>::new(BYTES))), &operations);
    }

    #[test]
    fn borrowed(operations in sequences()) {
        let mut memory = [const { [MaybeUninit::uninit(); BYTES + 1] }; 2];
        test(memory.each_mut().map(|memory| Frame::from(odd(memory))), &operations);
    }

    #[test]
    fn double_inline(operations in sequences()) {
        test([const { DoubleFrame::<Inline<BYTES>>::new() }; 2], &operations);
    }

    #[test]
    fn double_boxed(operations in sequences()) {
        test([0; 2].map(|_| DoubleFrame::from([Boxed::<16>::new(BYTES), Boxed::new(BYTES)])), &operations);
    }

    #[test]
    fn double_borrowed(operations in sequences()) {
        let mut memory = [const { [MaybeUninit::uninit(); BYTES + 1] }; 4];
        let [one, other, third, fourth] = memory.each_mut().map(odd);
        test([[one, other], [third, fourth]].map(DoubleFrame::from), &operations);
    }
}
