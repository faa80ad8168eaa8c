//! Compares the linear allocator with a reference that knows every byte: the address of each allocation, and whether
//! it fits.

use crate::random::Random;
use crate::ranges::Ranges;
use crate::size::{IS_SMALL, miri_or};
use stackpool::region::{Inline, Linear, Scope, Storage};
use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The expected state of the region.
#[derive(Debug)]
struct Expected {
    base: usize,
    capacity: usize,
    used: usize,
    padding: usize,
    high_water_mark: usize,
    ranges: Ranges,
}

impl Expected {
    fn new(base: usize, capacity: usize) -> Self {
        let ranges = Ranges::new(base, capacity);
        Expected { base, capacity, used: 0, padding: 0, high_water_mark: 0, ranges }
    }

    /// The address of the next piece; `None` if it does not fit.
    fn next(&self, size: usize, align: usize) -> Option<usize> {
        let start = (self.base + self.used).next_multiple_of(align);
        (start + size <= self.base + self.capacity).then_some(start)
    }

    /// Compares a new piece with the expected one; `found` is its address.
    #[track_caller]
    fn check(&mut self, found: Option<usize>, size: usize, align: usize) {
        if size == 0 {
            // The piece takes no room, at any address.
            let found = found.expect("a piece of no size always fits");
            return self.ranges.insert(found, 0, align);
        }
        assert_eq!(found, self.next(size, align), "{size} bytes, aligned to {align}");
        if let Some(start) = found {
            self.ranges.insert(start, size, align);
            self.padding += start - (self.base + self.used);
            self.used = start + size - self.base;
            assert_eq!(self.ranges.used(), self.used);
            self.high_water_mark = self.high_water_mark.max(self.used);
        }
    }

    #[track_caller]
    fn compare(&self, scope: &Scope<'_>) {
        assert_eq!(
            (scope.used(), scope.remaining_capacity(), scope.padding()),
            (self.used, self.capacity - self.used, self.padding)
        );
    }

    /// Does `work` in an inner scope, which then ends.
    fn inside(&mut self, work: impl FnOnce(&mut Self)) {
        let before = (self.used, self.padding, self.ranges.count());
        work(self);
        self.used = before.0;
        self.padding = before.1;
        self.ranges.truncate(before.2);
    }
}

/// A piece that can be written, and the byte that fills it.
type Piece<'a> = (&'a mut [u8], u8);

fn put<'a, T: bytemuck::Pod>(
    scope: &Scope<'a>,
    expected: &mut Expected,
    pieces: &mut Vec<Piece<'a>>,
    len: usize,
) {
    let mark = pieces.len() as u8;
    let value = bytemuck::pod_read_unaligned(&vec![mark; size_of::<T>()]);
    let mut calls = 0;
    let make = |index| {
        assert_eq!(index, calls);
        calls += 1;
        value
    };
    let found = scope.alloc_slice_fill_with::<T>(len, make).ok();
    assert_eq!(calls, if found.is_some() { len } else { 0 });
    let address = found.as_ref().map(|slice| slice.as_ptr().addr());
    expected.check(address, len * size_of::<T>(), align_of::<T>());
    pieces.extend(found.map(|slice| (bytemuck::cast_slice_mut(slice), mark)));
}

macro_rules! aligned {
    ($($name:ident $align:literal),* $(,)?) => {
        $(
            #[derive(Clone, Copy)]
            #[repr(C, align($align))]
            struct $name([u8; $align]);
        )*

        /// Allocates a value that is aligned to two to the power of `log`, 0 to 12.
        fn put_aligned<'a>(
            scope: &Scope<'a>,
            expected: &mut Expected,
            pieces: &mut Vec<Piece<'a>>,
            log: usize,
        ) {
            let mark = pieces.len() as u8;
            let (found, align) = match 1 << log {
                $($align => (scope.alloc($name([mark; $align])).ok().map(|value| &mut value.0[..]), $align),)*
                other => panic!("no type is aligned to {other}"),
            };
            expected.check(found.as_ref().map(|bytes| bytes.as_ptr().addr()), align, align);
            pieces.extend(found.map(|bytes| (bytes, mark)));
        }
    };
}

aligned!(
    A1 1, A2 2, A4 4, A8 8, A16 16, A32 32, A64 64, A128 128, A256 256, A512 512, A1024 1024, A2048 2048, A4096 4096,
);

fn put_str(scope: &Scope<'_>, expected: &mut Expected, len: usize) {
    let text = "z".repeat(len);
    let found = scope.alloc_str(&text).ok();
    assert!(found.as_ref().is_none_or(|found| **found == *text));
    expected.check(found.map(|found| found.as_ptr().addr()), len, 1);
}

fn put_fmt(scope: &Scope<'_>, expected: &mut Expected, len: usize) {
    let (first, second) = ("z".repeat(len / 3), "y".repeat(len - len / 3));
    let found = scope.alloc_fmt(format_args!("{first}{second}")).ok();
    assert!(found.as_ref().is_none_or(|found| found.strip_prefix(&first) == Some(&second)));
    expected.check(found.map(|found| found.as_ptr().addr()), len, 1);
}

/// Allocates from an iterator that yields `len` values. The values that fit become a slice.
fn put_iter<'a>(scope: &Scope<'a>, expected: &mut Expected, pieces: &mut Vec<Piece<'a>>, len: usize) {
    let mark = pieces.len() as u8;
    let value = u32::from_ne_bytes([mark; 4]);
    let mut values = std::iter::repeat_n(value, len);
    let found = scope.alloc_iter(&mut values);
    let all = found.is_ok();
    let slice = match found {
        Ok(slice) => slice,
        Err(full) => {
            let (slice, first) = full.into_inner();
            assert_eq!((first, slice.len() + 1 + values.len()), (value, len));
            slice
        }
    };
    assert_eq!(all, slice.len() == len);
    expected.check(Some(slice.as_ptr().addr()), slice.len() * 4, 4);
    assert!(all || expected.next(4, 4).is_none(), "one more would have fitted");
    pieces.push((bytemuck::cast_slice_mut(slice), mark));
}

fn put_layout(scope: &Scope<'_>, expected: &mut Expected, size: usize, align: usize) {
    let found = scope.alloc_layout(Layout::from_size_align(size, align).unwrap()).ok();
    assert!(found.is_none_or(|found| found.len() == size));
    expected.check(found.map(|found| found.addr().get()), size, align);
}

/// Random operations on a scope. All written bytes must be unchanged afterwards.
fn operate(scope: &mut Scope<'_>, expected: &mut Expected, random: &mut Random, depth: usize) {
    let mut pieces = Vec::new();
    let count = random.below(miri_or(6, 20));
    for _ in 0..count {
        let limit = 1 << random.below(9);
        let len = random.below(limit);
        match random.below(13) {
            0 => put_aligned(scope, expected, &mut pieces, random.below(13)),
            1 => put_aligned(scope, expected, &mut pieces, random.below(6)),
            2 => put::<u8>(scope, expected, &mut pieces, len),
            3 => put::<u16>(scope, expected, &mut pieces, len),
            4 => put::<[u64; 3]>(scope, expected, &mut pieces, len),
            5 => put::<()>(scope, expected, &mut pieces, len),
            6 => put_str(scope, expected, len),
            7 => put_iter(scope, expected, &mut pieces, len),
            12 => put_fmt(scope, expected, len),
            8 => put_layout(scope, expected, len * random.below(40), 1 << random.below(13)),
            _ if depth == 3 => {}
            9 => expected.inside(|expected| {
                scope.scope(|mut inner| operate(&mut inner, expected, random, depth + 1));
            }),
            10 => {
                let noted = expected.high_water_mark;
                expected.inside(|expected| {
                    scope.scope(|mut inner| {
                        operate(&mut inner, expected, random, 3);
                        std::mem::forget(inner);
                    });
                });
                // The bytes that a forgotten scope used are not counted.
                expected.high_water_mark = noted;
            }
            _ => expected.inside(|expected| {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    scope.scope(|mut inner| {
                        operate(&mut inner, expected, random, depth + 1);
                        resume_unwind(Box::new("out of a scope"));
                    })
                }));
                assert!(result.is_err());
            }),
        }
        expected.compare(scope);
    }
    for (bytes, mark) in pieces {
        assert!(bytes.iter().all(|byte| *byte == mark), "a piece was overwritten");
    }
}

/// The address of the first byte of a region. The region is empty before and after the call.
fn base<S: Storage>(region: &mut Linear<S>) -> usize {
    region.reset();
    region.scope(|scope| scope.alloc(0_u8).map_or(1, |byte| std::ptr::from_mut(byte).addr()))
}

fn model<S: Storage>(mut region: Linear<S>, seed: u64) {
    let mut random = Random::new(seed);
    let mut high_water_mark = 1;
    for _ in 0..miri_or(2, 100) {
        let mut expected = Expected::new(base(&mut region), region.capacity());
        expected.high_water_mark = high_water_mark;
        for _ in 0..3 {
            let mut scope = region.enter();
            expected.compare(&scope);
            operate(&mut scope, &mut expected, &mut random, 0);
            drop(scope);
            assert_eq!(
                (region.used(), region.remaining_capacity(), region.padding(), region.high_water_mark()),
                (
                    expected.used,
                    expected.capacity - expected.used,
                    expected.padding,
                    expected.high_water_mark
                )
            );
        }
        high_water_mark = expected.high_water_mark;
    }
}

#[test]
fn any_operations_inside_of_the_region() {
    model(Linear::<Inline<1_000, 1>>::new(), 1);
    model(Linear::<Inline<10_007>>::new(), 2);
    model(Linear::<Inline<20_000, 4096>>::new(), 3);
}

#[cfg(feature = "alloc")]
#[test]
fn any_operations_on_the_heap() {
    use stackpool::region::Boxed;
    model(Linear::from(Boxed::<1>::new(10_007)), 4);
    model(Linear::from(Boxed::<128>::new(3_000)), 5);
}

#[test]
fn any_operations_in_borrowed_memory() {
    let mut memory = vec![MaybeUninit::uninit(); 10_007];
    model(Linear::from(&mut memory[..]), 6);
    model(Linear::from(&mut memory[1..2_000]), 7);
}

fn every_size_and_alignment<const N: usize>() {
    for first in 0..=N {
        for size in 0..=N + 2 {
            for log in (0..=12).step_by(miri_or(3, 1)) {
                let mut region = Linear::<Inline<N>>::new();
                let mut expected = Expected::new(base(&mut region), N);
                let scope = region.enter();
                put_layout(&scope, &mut expected, first, 1);
                put_layout(&scope, &mut expected, size, 1 << log);
                put_layout(&scope, &mut expected, size, 1);
                expected.compare(&scope);
            }
        }
    }
}

#[test]
fn all_sizes_and_alignments_from_all_tops() {
    every_size_and_alignment::<0>();
    every_size_and_alignment::<1>();
    every_size_and_alignment::<{ miri_or(5, 9) }>();
    if !IS_SMALL {
        every_size_and_alignment::<65>();
    }
}
