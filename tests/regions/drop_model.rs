//! Compares the linear allocator that runs destructors with a reference that knows every byte and the order of the
//! destructors.

use crate::random::Random;
use crate::ranges::Ranges;
use crate::size::miri_or;
use crate::tokens::{Log, Token, unwind, unwinds};
use stackpool::region::{DropLinear, DropScope, Inline, Storage};
use std::mem::{MaybeUninit, forget, take};

/// The bytes that a token takes in a region.
const TOKEN: usize = size_of::<Token>() + Memory::RECORD_BYTES;

type Memory = DropLinear<Inline<1024>>;

/// The expected state of the region.
struct Expected {
    base: usize,
    capacity: usize,
    used: usize,
    padding: usize,
    ranges: Ranges,
    /// The tokens of each record.
    records: Vec<Vec<u32>>,
    /// The tokens that were dropped.
    dropped: Vec<u32>,
    next_id: u32,
    log: Log,
}

impl Expected {
    /// Compares a new piece and its record; `found` is the address of the piece.
    #[track_caller]
    fn check(&mut self, found: Option<usize>, size: usize, align: usize, record: bool) {
        let record = if record { Memory::RECORD_BYTES } else { 0 };
        let start = (self.base + self.used).next_multiple_of(align);
        let fits = start + size + record <= self.base + self.capacity;
        assert_eq!(found, fits.then_some(start), "{size} bytes, aligned to {align}");
        if fits {
            self.ranges.insert(start, size, align);
            self.ranges.insert(start + size, record, 1);
            self.padding += start - (self.base + self.used);
            self.used = start + size + record - self.base;
            assert_eq!(self.ranges.used(), self.used);
        }
    }

    /// The number of tokens that fit in one piece.
    fn room(&self) -> usize {
        let start = (self.base + self.used).next_multiple_of(align_of::<Token>());
        let bytes = (self.base + self.capacity).saturating_sub(start + Memory::RECORD_BYTES);
        bytes / size_of::<Token>()
    }

    /// The region has moved to another address.
    fn moved(&mut self, base: usize) {
        self.base = base;
        self.ranges = Ranges::new(base, self.capacity);
        self.ranges.insert(base, self.used, 1);
    }

    fn ids(&mut self, count: usize) -> std::ops::Range<u32> {
        let first = self.next_id;
        self.next_id += count as u32;
        first..self.next_id
    }

    /// Does `work` in an inner scope, which then ends.
    fn inside(&mut self, work: impl FnOnce(&mut Self)) {
        let before = (self.used, self.padding, self.ranges.count(), self.records.len());
        work(self);
        (self.used, self.padding) = (before.0, before.1);
        self.ranges.truncate(before.2);
        while self.records.len() > before.3 {
            self.dropped.extend(self.records.pop().unwrap());
        }
        assert_eq!(self.log.taken(), take(&mut self.dropped));
    }
}

/// The allocations of a scope, and their expected contents until the scope ends.
#[derive(Default)]
struct Made<'a> {
    /// Slices of tokens, and the number of their first token.
    tokens: Vec<(&'a [Token], u32)>,
    /// Slices of bytes, and the value of all their bytes.
    bytes: Vec<(&'a [u8], u8)>,
}

impl<'a> Made<'a> {
    /// Compares a slice of `len` new tokens with the expected one.
    #[track_caller]
    fn tokens(&mut self, expected: &mut Expected, found: Option<&'a [Token]>, len: usize, first: u32) {
        let address = found.map(|slice| slice.as_ptr().addr());
        if len > 0 {
            expected.check(address, len * size_of::<Token>(), align_of::<Token>(), true);
        }
        let Some(slice) = found.filter(|_| len > 0) else { return };
        expected.records.push((first..).take(len).collect());
        self.tokens.push((slice, first));
    }

    fn one<S: Storage>(&mut self, scope: &DropScope<'a, S>, expected: &mut Expected) {
        let id = expected.ids(1).start;
        let log = expected.log.clone();
        let found = scope.alloc_with(|| log.token(id)).ok();
        self.tokens(expected, found.map(|token| std::slice::from_ref(token)), 1, id);
    }

    fn slice<S: Storage>(&mut self, scope: &DropScope<'a, S>, expected: &mut Expected, len: usize) {
        let first = expected.ids(len).start;
        let log = expected.log.clone();
        let found = scope.alloc_slice_fill_with(len, |index| log.token(first + index as u32)).ok();
        self.tokens(expected, found.map(|slice| &*slice), len, first);
    }

    /// Allocates as many tokens as fit.
    fn iter<S: Storage>(&mut self, scope: &DropScope<'a, S>, expected: &mut Expected, len: usize) {
        let ids = expected.ids(len);
        let (first, room) = (ids.start, expected.room());
        let log = expected.log.clone();
        let slice = match scope.alloc_iter(ids.map(|id| log.token(id))) {
            Ok(slice) => slice,
            Err(full) => {
                let (slice, refused) = full.into_inner();
                assert_eq!((refused.id, log.taken()), (first + room as u32, vec![]));
                drop(refused);
                assert_eq!(log.taken(), [first + room as u32]);
                slice
            }
        };
        assert_eq!(slice.len(), len.min(room));
        self.tokens(expected, Some(slice), slice.len(), first);
    }

    fn plain<S: Storage>(&mut self, scope: &DropScope<'a, S>, expected: &mut Expected, len: usize) {
        let mark = self.bytes.len() as u8;
        let found = scope.plain().alloc_slice_fill_with(len, |_| mark).ok();
        if len > 0 {
            expected.check(found.as_ref().map(|slice| slice.as_ptr().addr()), len, 1, false);
        }
        self.bytes.extend(found.map(|slice| (&*slice, mark)));
    }

    fn is_unchanged(&self) -> bool {
        let tokens = self
            .tokens
            .iter()
            .all(|(slice, first)| slice.iter().zip(*first..).all(|(token, id)| token.is(id)));
        tokens && self.bytes.iter().all(|(bytes, mark)| bytes.iter().all(|byte| byte == mark))
    }
}

/// Random operations on a scope. All allocations must be unchanged afterwards.
fn operate<S: Storage>(
    scope: &mut DropScope<'_, S>,
    expected: &mut Expected,
    random: &mut Random,
    depth: usize,
) {
    let mut made = Made::default();
    for _ in 0..random.below(miri_or(5, 12)) {
        let len = random.below(6);
        match random.below(9) {
            0 | 1 => made.one(scope, expected),
            2 => made.slice(scope, expected, len),
            3 => made.iter(scope, expected, len),
            4 => made.plain(scope, expected, len * 3),
            _ if depth == 3 => {}
            how => expected.inside(|expected| inside(scope, expected, random, depth + 1, how)),
        }
        assert_eq!((scope.used(), scope.padding()), (expected.used, expected.padding));
    }
    assert!(made.is_unchanged(), "memory in use was overwritten");
}

/// Random operations in an inner scope, which ends in one of several ways.
fn inside<S: Storage>(
    scope: &mut DropScope<'_, S>,
    expected: &mut Expected,
    random: &mut Random,
    depth: usize,
    how: usize,
) {
    let mut work = |inner: &mut DropScope<'_, S>| operate(inner, expected, random, depth);
    match how {
        5 => scope.scope(|mut inner| work(&mut inner)),
        6 => scope.scope(|mut inner| {
            work(&mut inner);
            forget(inner);
        }),
        7 => unwinds(|| {
            scope.scope(|mut inner| {
                work(&mut inner);
                unwind::<()>();
            });
        }),
        _ if scope.remaining_capacity() < TOKEN + align_of::<Token>() => {}
        _ => unwinds(|| {
            scope.scope(|mut inner| {
                let id = expected.ids(1).start;
                let bomb = inner.alloc(expected.log.bomb(id)).unwrap();
                Made::default().tokens(expected, Some(std::slice::from_ref(bomb)), 1, id);
                operate(&mut inner, expected, random, depth);
            });
        }),
    }
}

/// The address of the first byte of the region.
fn base<S: Storage>(memory: &mut DropLinear<S>) -> Option<usize> {
    let used = memory.used();
    memory.scope(|scope| scope.plain().alloc(0_u8).ok().map(|top| std::ptr::from_mut(top).addr() - used))
}

fn model<S: Storage>(memory: DropLinear<S>, seed: u64) {
    let mut random = Random::new(seed);
    // The region moves between the two places.
    let mut places = [Some(memory), None];
    for _ in 0..miri_or(1, 200) {
        let [Some(memory), _] = &mut places else { unreachable!("it moved back") };
        let capacity = memory.capacity();
        let base_now = base(memory).expect("it is empty");
        let mut expected = Expected {
            base: base_now,
            capacity,
            used: 0,
            padding: 0,
            ranges: Ranges::new(base_now, capacity),
            records: Vec::new(),
            dropped: Vec::new(),
            next_id: 0,
            log: Log::default(),
        };
        expected.inside(|expected| {
            for here in [0, 1, 0, 1] {
                let memory = places[here].as_mut().unwrap();
                operate(&mut memory.enter(), expected, &mut random, 0);
                assert_eq!((memory.used(), memory.padding()), (expected.used, expected.padding));
                if memory.remaining_capacity() == 0 {
                    memory.reset();
                    places.sort_by_key(Option::is_none);
                    return;
                }
                places.swap(0, 1);
                expected.moved(base(places[1 - here].as_mut().unwrap()).unwrap());
            }
            places[0].as_mut().unwrap().reset();
        });
    }
}

#[test]
fn any_operations() {
    model(Memory::new(), 1);
    model(DropLinear::<Inline<3_001, 8>>::new(), 2);
    model(DropLinear::<Inline<400, 64>>::new(), 3);
    let mut memory = vec![MaybeUninit::uninit(); 1_000];
    model(DropLinear::from(&mut memory[3..]), 4);
    #[cfg(feature = "alloc")]
    model(DropLinear::from(stackpool::region::Boxed::<1>::new(700)), 5);
}
