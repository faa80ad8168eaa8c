//! Collections in regions: `Vec`, `Box` and `hashbrown`. Also compares the allocator interface with a reference that
//! knows every byte.
#![cfg(feature = "allocator-api2")]
#![expect(unsafe_code, reason = "an allocator is asked as a collection does")]

use crate::random::Random;
use crate::ranges::Ranges;
use crate::size::miri_or;
use allocator_api2::alloc::Allocator;
use allocator_api2::boxed::Box;
use allocator_api2::vec::Vec;
use hashbrown::HashMap;
use stackpool::region::{DoubleStack, DropLinear, Inline, Linear, Scope, Storage};
use std::alloc::Layout;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::mem::MaybeUninit;
use std::ptr::NonNull;

type Memory = Linear<Inline<4096>>;

#[test]
fn the_last_vec_grows_where_it_is() {
    let mut memory = Memory::new();
    let scope = memory.enter();
    scope.alloc(1_u8).unwrap();
    let mut numbers = Vec::with_capacity_in(1, &scope);
    numbers.push(0_u64);
    // The numbers start after the byte, at the next aligned address.
    let first = align_of::<u64>();
    let start = numbers.as_ptr();
    numbers.extend(1..500);
    assert_eq!(numbers.as_ptr(), start);
    assert!(numbers.iter().copied().eq(0..500));
    assert_eq!(scope.used(), first + numbers.capacity() * 8);
    numbers.truncate(3);
    numbers.shrink_to_fit();
    assert_eq!((scope.used(), &numbers[..]), (first + 24, &[0, 1, 2][..]));
    drop(numbers);
    assert_eq!(scope.used(), first);
    drop(scope);
    // Bytes that were freed count in the high-water mark: the `Vec` of 500 numbers doubled until it used the
    // whole region.
    assert!(memory.high_water_mark() >= first + 500 * 8);
}

#[test]
fn vecs_side_by_side() {
    let mut memory = Memory::new();
    let scope = memory.enter();
    let mut even = Vec::new_in(&scope);
    let mut odd = Vec::new_in(&scope);
    for number in 0..60_u32 {
        let half = if number % 2 == 0 { &mut even } else { &mut odd };
        half.push(std::format!("number {number}"));
    }
    assert!(even.iter().zip(&odd).enumerate().all(|(index, (even, odd))| {
        (even, odd) == (&format!("number {}", 2 * index), &format!("number {}", 2 * index + 1))
    }));
    // The vectors and their strings can be dropped in any order.
    drop(even);
    assert_eq!(odd[29], "number 59");
}

#[test]
fn full_is_an_error_value() {
    let mut memory = Linear::<Inline<64, 8>>::new();
    let scope = memory.enter();
    let mut numbers = Vec::new_in(&scope);
    numbers.try_reserve_exact(8).unwrap();
    numbers.extend(0..8_u64);
    numbers.try_reserve_exact(1).unwrap_err();
    assert!(numbers.iter().copied().eq(0..8));
    drop(numbers);
    let mut bytes: Vec<u8, _> = Vec::new_in(&scope);
    bytes.try_reserve_exact(65).unwrap_err();
    bytes.try_reserve_exact(usize::MAX).unwrap_err();
    bytes.try_reserve_exact(64).unwrap();
    drop(bytes);
    drop(scope);
    assert_eq!((memory.used(), memory.stats().full_count), (0, 2));
}

#[test]
fn boxes() {
    #[repr(align(256))]
    struct Page([u8; 256]);

    let mut memory = Memory::new();
    let scope = memory.enter();
    let name = Box::new_in(String::from("wolf"), &scope);
    let nothing = Box::new_in((), &scope);
    let page = Box::new_in(Page([7; 256]), &scope);
    assert_eq!((&raw const *page).addr() % 256, 0);
    assert!(page.0.iter().all(|byte| *byte == 7));
    assert_eq!((name.as_str(), *nothing), ("wolf", ()));
    let used = scope.used();
    drop(page);
    assert_eq!(scope.used(), used - 256);
    // A leaked box lives as long as the scope is borrowed.
    let name: &mut String = Box::leak(name);
    name.push_str(" pack");
    assert_eq!(name, "wolf pack");
    drop(std::mem::take(name));
}

/// This holds at both ends, unlike in regions with one end.
#[test]
fn neither_end_of_a_double_stack_gives_anything_back() {
    let mut memory = DoubleStack::<Inline<256, 8>>::new();
    let (mut lower, mut upper) = memory.split();
    let (low, high) = (lower.enter(), upper.enter());
    let mut ascending = Vec::with_capacity_in(4, &low);
    let mut descending = Vec::with_capacity_in(4, &high);
    let starts = (ascending.as_ptr(), descending.as_ptr());
    ascending.extend(0..5_u32);
    descending.extend((0..5_u32).rev());
    assert_eq!((low.used(), high.used()), (48, 48), "one piece of 4 numbers and one of 8");
    assert!(starts.0 != ascending.as_ptr() && starts.1 != descending.as_ptr());
    assert_eq!((&ascending[..], &descending[..]), (&[0, 1, 2, 3, 4][..], &[4, 3, 2, 1, 0][..]));
    drop((ascending, descending));
    assert_eq!((low.used(), high.used()), (48, 48));
}

type Map<'s, 'a, K, V> = HashMap<K, V, BuildHasherDefault<DefaultHasher>, &'s Scope<'a>>;

#[test]
fn a_map_in_a_frame() {
    let mut frame = Linear::<Inline<20_000>>::new();
    for round in 0..4_u32 {
        frame.reset();
        let scope = frame.enter();
        let mut counts: Map<'_, '_, u32, Vec<u32, _>> =
            HashMap::with_hasher_in(BuildHasherDefault::default(), &scope);
        for number in 0..200 {
            counts.entry(number % (20 + round)).or_insert_with(|| Vec::new_in(&scope)).push(number);
        }
        assert_eq!(counts.len() as u32, 20 + round);
        for (rest, numbers) in &counts {
            assert!(numbers.iter().copied().eq((*rest..200).step_by(20 + round as usize)));
        }
        assert_eq!(counts.remove(&3).unwrap()[0], 3);
        assert!(!counts.contains_key(&3));
    }
    assert!(frame.high_water_mark() <= 20_000);
}

#[test]
fn a_vec_in_an_inner_scope() {
    let mut memory = DropLinear::<Inline<4096>>::new();
    let mut level = memory.enter();
    let name = level.alloc(String::from("level")).unwrap();
    let used = level.used();
    let sum: usize = level.scope(|inner| {
        let mut lengths = Vec::new_in(inner.plain());
        lengths.extend((0..100).map(|index| name.len() * index));
        inner.alloc(vec![1, 2, 3]).unwrap();
        lengths.push(1);
        // The vector was no longer the last piece.
        lengths.extend(std::iter::repeat_n(1, lengths.capacity()));
        lengths.iter().sum()
    });
    assert!(sum > 5 * 4950);
    assert_eq!((level.used(), name.as_str()), (used, "level"));
}

/// The last piece of the region is freed while an iterator holds the rest of the region, which is empty.
#[test]
fn given_back_within_an_iterator() {
    let mut memory = Linear::<Inline<64>>::new();
    let scope = memory.enter();
    let first = scope.alloc([1_u8; 32]).unwrap();
    let mut last = Some(Vec::with_capacity_in(32, &scope));
    last.as_mut().unwrap().resize(32, 2_u8);
    assert_eq!(scope.remaining_capacity(), 0);
    let mut inner = None;
    let values = (0..3).map(|_| {
        drop(last.take());
        inner = inner.take().or_else(|| scope.alloc([3_u8; 8]).ok());
    });
    assert_eq!(scope.alloc_iter(values).unwrap().len(), 3);
    // No byte is given out twice.
    let inner = inner.unwrap();
    let more = scope.alloc_iter([4_u8; 100]).unwrap_err().into_inner().0;
    assert_eq!((&*first, &*inner), (&[1; 32], &[3; 8]));
    assert!(more.iter().all(|byte| *byte == 4));
    assert_eq!(scope.remaining_capacity(), 0);
}

/// The expected state of the region.
struct Expected {
    base: usize,
    capacity: usize,
    used: usize,
    blocks: std::vec::Vec<Block>,
    ranges: Ranges,
}

/// A block in use, and the byte that fills it.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: NonNull<u8>,
    layout: Layout,
    mark: u8,
}

impl Block {
    fn new(bytes: NonNull<[u8]>, layout: Layout, mark: u8) -> Self {
        assert_eq!(bytes.len(), layout.size());
        // SAFETY: the allocator just returned these bytes, so they are valid for writes of the size of the layout.
        unsafe { bytes.cast::<u8>().write_bytes(mark, layout.size()) };
        Block { start: bytes.cast(), layout, mark }
    }

    /// Whether the first `len` bytes still hold the mark.
    fn holds(&self, len: usize) -> bool {
        // SAFETY: the block is in use and was written by `new`, and `len` is at most its size.
        let bytes = unsafe { std::slice::from_raw_parts(self.start.as_ptr(), len) };
        bytes.iter().all(|byte| *byte == self.mark)
    }
}

impl Expected {
    /// The address of the next piece; `None` if it does not fit.
    fn next(&self, layout: Layout) -> Option<usize> {
        let start = (self.base + self.used).next_multiple_of(layout.align());
        (start + layout.size() <= self.base + self.capacity).then_some(start)
    }

    /// Compares a new piece with the expected one.
    #[track_caller]
    fn allocated(&mut self, found: Option<usize>, layout: Layout) {
        if layout.size() == 0 {
            return assert_eq!(found.map(|start| start % layout.align()), Some(0));
        }
        assert_eq!(found, self.next(layout), "{layout:?}");
        self.used = found.map_or(self.used, |start| start + layout.size() - self.base);
    }

    fn is_last(&self, block: &Block) -> bool {
        let size = block.layout.size();
        size > 0 && block.start.addr().get() + size == self.base + self.used
    }

    /// Compares a block after a change of its layout.
    #[track_caller]
    fn resized(&mut self, block: &Block, found: Option<usize>, new: Layout) {
        let (start, size) = (block.start.addr().get(), block.layout.size());
        let is_aligned = start % new.align() == 0;
        if is_aligned && self.is_last(block) && start + new.size() <= self.base + self.capacity {
            assert_eq!(found, Some(start), "the last piece stays where it is");
            self.used = start + new.size() - self.base;
        } else if is_aligned && new.size() <= size {
            assert_eq!(found, Some(start), "a piece is shortened in place");
        } else {
            self.allocated(found, new);
        }
    }

    fn check(&mut self, scope: &Scope<'_>) {
        assert_eq!(scope.used(), self.used);
        self.ranges.truncate(0);
        for block in &self.blocks {
            self.ranges.insert(block.start.addr().get(), block.layout.size(), block.layout.align());
            assert!(block.holds(block.layout.size()), "{block:?} was overwritten");
        }
        assert!(self.ranges.used() <= self.used && self.ranges.count() <= self.blocks.len());
    }
}

fn layout(random: &mut Random, sizes: std::ops::Range<usize>, align: usize) -> Layout {
    let size = sizes.start + random.below(sizes.len());
    Layout::from_size_align(size, align).unwrap()
}

/// One operation of an allocator, on a block in use or on a new one.
fn operate(scope: &Scope<'_>, expected: &mut Expected, random: &mut Random, mark: u8) {
    let align = 1 << random.below(9);
    let chosen = random.below(expected.blocks.len() + 1);
    let Some(&block) = expected.blocks.get(chosen) else {
        let new = layout(random, 0..120, align);
        let found = (&scope).allocate(new).ok();
        expected.allocated(found.map(|bytes| bytes.addr().get()), new);
        expected.blocks.extend(found.map(|bytes| Block::new(bytes, new, mark)));
        return;
    };
    let size = block.layout.size();
    let (kept, new, found) = match random.below(3) {
        0 => {
            let is_last = expected.is_last(&block);
            // SAFETY: the block is in use, and was allocated with this layout.
            unsafe { (&scope).deallocate(block.start, block.layout) };
            expected.used -= if is_last { size } else { 0 };
            expected.blocks.swap_remove(chosen);
            return;
        }
        1 => {
            let new = layout(random, size..size + 200, align);
            // SAFETY: the block is in use and was allocated with this layout. The new size is at least the old one.
            (size, new, unsafe { (&scope).grow(block.start, block.layout, new) })
        }
        _ => {
            let new = layout(random, 0..size + 1, align);
            // SAFETY: the block is in use and was allocated with this layout. The new size is at most the old one.
            (new.size(), new, unsafe { (&scope).shrink(block.start, block.layout, new) })
        }
    };
    let found = found.ok();
    expected.resized(&block, found.map(|bytes| bytes.addr().get()), new);
    if let Some(bytes) = found {
        assert!(Block { start: bytes.cast(), ..block }.holds(kept), "the old bytes are not kept");
        expected.blocks[chosen] = Block::new(bytes, new, mark);
    }
}

fn model<S: Storage>(mut memory: Linear<S>, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..miri_or(3, 300) {
        memory.reset();
        let base = memory.scope(|scope| std::ptr::from_mut(scope.alloc(0_u8).unwrap()).addr());
        let capacity = memory.capacity();
        let ranges = Ranges::new(base, capacity);
        let mut expected = Expected { base, capacity, used: 0, blocks: std::vec::Vec::new(), ranges };
        let scope = memory.enter();
        for mark in 0..miri_or(15, 60) {
            operate(&scope, &mut expected, &mut random, mark);
            expected.check(&scope);
        }
    }
}

#[test]
fn any_operations_of_an_allocator() {
    model(Linear::<Inline<2_000>>::new(), 1);
    model(Linear::<Inline<500, 1>>::new(), 2);
    let mut memory = [MaybeUninit::uninit(); 700];
    model(Linear::from(&mut memory[1..]), 3);
}
