//! Every width stores and returns every value at every position without touching its neighbours.

use super::window::BLOCK;
use super::{Table, TableClass, packed_words};
use crate::base::class::Class;
use crate::base::size::{IS_SMALL, cases, miri_or};
use bytemuck::Zeroable;
use proptest::prelude::*;
use std::boxed::Box;
use std::vec;
use std::vec::Vec;

/// Positions of the tables under test: three words of packed single bits, the last one not full.
const N: usize = 67;

type TestTable<const BITS: u8, const WORDS: usize> = <Class<BITS> as TableClass>::Table<N, WORDS>;

fn get<T: Table>(table: &T, position: usize) -> u32 {
    assert!(position < T::CAPACITY);
    // SAFETY: 1. `position` is below the capacity, as asserted.
    unsafe { table.get(position) }
}

fn set<T: Table>(table: &mut T, position: usize, entry: u32) {
    assert!(position < T::CAPACITY && u64::from(entry) < 1 << T::BITS);
    // SAFETY: 1. `position` is below the capacity, as asserted. 2. `entry` has at most `BITS` bits, as asserted.
    unsafe { table.set(position, entry) };
}

fn contents<T: Table>(table: &T) -> Vec<u32> {
    (0..T::CAPACITY).map(|position| get(table, position)).collect()
}

/// A value that differs per position in low and high bits.
fn pattern<T: Table>(position: usize) -> u32 {
    (0x9E37_79B9_u32.wrapping_mul(position as u32 + 1)) >> (32 - T::BITS)
}

fn largest<T: Table>() -> u32 {
    u32::MAX >> (32 - T::BITS)
}

/// Whether positions are tested under Miri: both ends of the table, and both sides of where words of 8, 16 or 32
/// entries begin.
fn is_at_an_end(position: usize) -> bool {
    [0, 1, 7, 8, 15, 16, 31, 32, N - 1].contains(&position)
}

/// Writes `values` at every position of a table full of other values.
fn store_everywhere<T: Table>(values: impl Iterator<Item = u32> + Clone) {
    let mut table = T::zeroed();
    assert_eq!(contents(&table), vec![0; N], "zero bytes are entries of 0");
    let mut expected: Vec<u32> = (0..N).map(pattern::<T>).collect();
    for (position, &value) in expected.iter().enumerate() {
        set(&mut table, position, value);
    }
    assert_eq!(contents(&table), expected);
    for position in (0..N).filter(|&position| !IS_SMALL || is_at_an_end(position)) {
        for value in values.clone() {
            set(&mut table, position, value);
            assert_eq!(get(&table, position), value);
            for neighbour in [position.wrapping_sub(1), position + 1] {
                if neighbour < N {
                    assert_eq!(get(&table, neighbour), expected[neighbour]);
                }
            }
        }
        set(&mut table, position, expected[position]);
        assert_eq!(contents(&table), expected);
        // The same with the complement around it.
        expected[position] ^= largest::<T>();
        set(&mut table, position, expected[position]);
    }
}

/// All values of a table of up to 16 bits (a few under Miri).
fn exhaustively<T: Table>() {
    let step = miri_or(1 + largest::<T>() as usize / 3, 1);
    store_everywhere::<T>((0..=largest::<T>()).step_by(step));
}

/// Every single bit, its complement, and the ends of the range.
fn by_bits<T: Table>() {
    let bits = (0..T::BITS).step_by(miri_or(8, 1));
    let values = bits.flat_map(|bit| [1 << bit, (1 << bit) ^ largest::<T>()]);
    store_everywhere::<T>(values.chain([0, largest::<T>()]));
}

fn matches_an_array<T: Table>(writes: &[(usize, u32)]) {
    let mut table = T::zeroed();
    let mut model = [0; N];
    for &(position, value) in writes {
        let value = value & largest::<T>();
        set(&mut table, position, value);
        model[position] = value;
    }
    assert_eq!(contents(&table), model);
}

/// Blocks of 16 are moved out and in as if entry by entry. The last block ends with the table. No other entries
/// change.
fn moves_blocks<T: Table>() {
    for start in (0..N).step_by(miri_or(2, 1) * BLOCK) {
        let mut table = T::zeroed();
        let mut expected: Vec<u32> = (0..N).map(pattern::<T>).collect();
        for (position, &value) in expected.iter().enumerate() {
            set(&mut table, position, value);
        }
        let in_block = start..N.min(start + BLOCK);
        let mut block = [0; BLOCK];
        // SAFETY: 1. All entries were written.
        unsafe { table.load_block(start, &mut block) };
        assert_eq!(block[..in_block.len()], expected[in_block.clone()]);
        for (entry, expected) in block.iter_mut().zip(&mut expected[in_block]) {
            *entry ^= largest::<T>();
            *expected = *entry;
        }
        // SAFETY: 1. All entries were written.
        unsafe { table.store_block(start, &block) };
        assert_eq!(contents(&table), expected);
    }
}

/// An index is found at the first of the positions that have it, and only among these.
fn finds_indices<T: Table>() {
    let mut table = T::zeroed();
    // The low bits are those of many entries, the bits above them those of one in three.
    let index = |position: usize| (position as u32 / 3 % 7) | (position as u32 % 3) << (T::BITS - 2);
    for position in 0..N {
        set(&mut table, position, index(position));
    }
    for start in (0..=N).step_by(miri_or(23, 1)) {
        for end in (start..=N).step_by(miri_or(21, 1)) {
            for wanted in (0..22).step_by(miri_or(4, 1)).map(index).chain([largest::<T>()]) {
                let expected = (start..end).find(|&position| index(position) == wanted);
                // SAFETY: 1. All entries were written.
                let found = unsafe { table.find(start..end, wanted) };
                assert_eq!(found, expected, "{wanted} in {start}..{end}");
            }
        }
    }
}

/// A number that was noted before the top is there after the top has gone up and down. It can be lost in a `flush`.
fn keeps_notes<T: Table>() {
    let mut table = T::zeroed();
    let note = |table: &mut T, position: usize, number| {
        assert!(position < N && u64::from(number) < 1 << T::BITS);
        // SAFETY: 1. and 2. As asserted.
        unsafe { table.note(position, number) };
    };
    // SAFETY: 1. It is only called with positions below the capacity.
    let noted = |table: &T, position: usize| unsafe { table.noted(position) };
    for top in 0..N {
        // SAFETY: 1. The range ends at the capacity, and the top is there.
        unsafe { table.pop(top) };
        // In the window, and where it has been.
        note(&mut table, top, pattern::<T>(top));
        note(&mut table, top / 2, pattern::<T>(top + 1));
        assert_eq!(noted(&table, top / 2), pattern::<T>(top + 1));
    }
    let expected = |position| pattern::<T>(if position < N / 2 { 2 * position + 2 } else { position });
    for top in (5..N).rev() {
        // SAFETY: 1. The top was one above it. 2. An entry of 0 has no bits.
        unsafe { table.push(top, 0) };
        for position in 0..top {
            // The last one that was noted there.
            let number = if position == N / 2 { pattern::<T>(N) } else { expected(position) };
            assert_eq!(noted(&table, position), number, "at {position}, with the top at {top}");
        }
        assert_eq!(get(&table, top), 0);
    }
}

/// A table in memory that is zero at the start only.
fn without_entries<T: Table>() -> Box<T> {
    let mut table = Box::<T>::new_uninit();
    let memory = table.as_mut_ptr().cast::<u8>();
    if !cfg!(miri) {
        // SAFETY: the memory is that of a `T`, which is allocated.
        unsafe { memory.write_bytes(0xA5, size_of::<T>()) };
    }
    // SAFETY: as above, and `ZEROED` is at most the size.
    unsafe { memory.write_bytes(0, T::ZEROED) };
    // SAFETY: the memory is a table without entries, by 2. of `Table`.
    unsafe { table.assume_init() }
}

/// In memory that is not zero, the top moves up over its own numbers, one by one and by many, down over others, and up
/// again. A copy has the same entries. (Behind the largest top, nothing is read.)
fn begins_without_entries<T: Table>() {
    for (one_by_one, many) in
        [(0, 0), (1, 0), (0, 1), (5, 3), (16, 0), (16, 17), (17, 15), (33, 16), (0, N), (40, 27)]
    {
        let mut table = without_entries::<T>();
        let end = one_by_one + many;
        for top in 0..one_by_one {
            // SAFETY: 1. Below the capacity, and all before it were written.
            unsafe { table.push_up(top) };
        }
        // SAFETY: 1. All before it were written.
        unsafe { table.number(one_by_one..end) };
        if end > 0 {
            // SAFETY: 1. One entry or more was written, and the top is not behind them.
            unsafe { table.flush() };
        }
        // SAFETY: 1. All before it were written.
        unsafe { table.restart(end) };
        let mut model: Vec<u32> = (0..end as u32).collect();
        for position in 0..end {
            // SAFETY: 1. Written above.
            assert_eq!(unsafe { table.noted(position) }, position as u32);
        }
        for top in (end / 3..end).rev() {
            model[top] = pattern::<T>(top);
            // SAFETY: 1. The top was one above it. 2. A pattern has the bits of an entry.
            unsafe { table.push(top, model[top]) };
        }
        let mut copy = without_entries::<T>();
        // SAFETY: 1. They were written, and the top is at `end / 3`.
        unsafe { copy.copy_from(&table, end) };
        for table in [&mut table, &mut copy] {
            for (top, &entry) in model.iter().enumerate().skip(end / 3) {
                // SAFETY: 1. The top is there, and the entry was written.
                assert_eq!(unsafe { table.pop(top) }, entry, "{top} of {one_by_one} and {many}");
            }
            for top in end..N {
                // SAFETY: 1. Below the capacity, and all before it were written.
                unsafe { table.push_up(top) };
            }
            for top in (end..N).rev() {
                // SAFETY: 1. The top was one above it. 2. A pattern has the bits of an entry.
                unsafe { table.push(top, pattern::<T>(top)) };
            }
            for top in end..N {
                // SAFETY: 1. The top is there, and the entry was written.
                assert_eq!(unsafe { table.pop(top) }, pattern::<T>(top));
            }
        }
    }
}

macro_rules! tables {
    ($($name:ident: $bits:literal, $bytes:literal, $check:ident;)*) => {$(
        mod $name {
            use super::*;

            type Tested = TestTable<$bits, { packed_words(N, $bits) }>;

            const _: () = assert!(size_of::<<Tested as Table>::Bare>() == $bytes);

            #[test]
            fn stores_every_value_at_every_position() {
                assert_eq!((Tested::BITS, Tested::CAPACITY), ($bits, N));
                $check::<Tested>();
            }

            #[test]
            fn moves_blocks() {
                super::moves_blocks::<Tested>();
            }

            #[test]
            fn finds_indices() {
                super::finds_indices::<Tested>();
            }

            #[test]
            fn keeps_notes() {
                super::keeps_notes::<Tested>();
            }

            #[test]
            fn begins_without_entries() {
                super::begins_without_entries::<Tested>();
            }

            proptest! {
                #![proptest_config(cases(1, 64))]

                #[test]
                fn behaves_as_an_array(writes in prop::collection::vec((0..N, any::<u32>()), 0..miri_or(50, 200))) {
                    matches_an_array::<Tested>(&writes);
                }
            }
        }
    )*};
}

tables! {
    u8: 8, 67, exhaustively;
    packed9: 9, 80, exhaustively; // 67 bytes, 1 of padding, 3 words
    packed10: 10, 88, exhaustively; // 67 + 1 + 5 words
    packed12: 12, 104, exhaustively; // 67 + 1 + 9 words
    u16: 16, 134, exhaustively;
    packed17: 17, 148, by_bits; // 134 + 3 words + 2 of padding
    packed18: 18, 156, by_bits; // 134 + 5 words + 2
    packed20: 20, 172, by_bits; // 134 + 9 words + 2
    split24: 24, 202, by_bits; // 134 + 67 + 1
    u32: 32, 268, by_bits;
}

#[test]
fn packed18_is_laid_out_as_its_source_says() {
    // Entry `sp` is in word `sp >> 4` at shift `(sp & 15) * 2`. The words come first.
    let mut table = <TestTable<18, 5> as Table>::Bare::zeroed();
    set(&mut table, 35, 0b11 << 16 | 0xABCD);
    // SAFETY: the table starts with its 5 words (`repr(C)`), which are initialised, since all its bytes were zero.
    let words = unsafe { (&raw const table).cast::<[u32; 5]>().read() };
    assert_eq!(words, [0, 0, 0b11 << ((35 & 15) * 2), 0, 0]);
}
