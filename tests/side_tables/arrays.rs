//! Compares packed arrays of handles with plain arrays: every width, plain and optional elements, sizes, and bytes.

use crate::size::{cases, miri_or};
use bytemuck::{Zeroable, checked};
use proptest::prelude::*;
use stackpool::handle_array::{Element, words};
use stackpool::{Handle, HandleArray, Pool, PoolSpec, handle_array, pool};
use std::panic::catch_unwind;

pool! {
    One: [u8; 1], guard = live; // no bits at all
    Two: [u8; 2], guard = live; // 1 bit, optional 2
    Three: [u8; 3], guard = live; // 2 bits, with one code to spare
    Byte: [u8; 255], guard = live; // 8 bits, with one code to spare
    Full: [u8; 256];
    Thousand: [u8; 1_000], guard = live; // 10 bits
    Odd: [u8; 5_000], guard = live; // 13 bits
    Short: [u8; 10_000]; // 14 + 2 bits
    ShortFull: [u8; 65_536]; // 16 bits, optional 17
    Seventeen: [u8; 100_000], guard = live;
    Eighteen: [u8; 262_144], guard = live; // 18 bits, optional 19
    Spare: [u8; 262_143], guard = live; // 18 bits, with one code to spare
    Generations: [u8; 262_144]; // 18 + 6 bits
    ThreeFull: [u8; 16_777_216]; // 24 bits, optional 25
    Four: [u8; 1_000], generation_bits = 22; // 32 bits, with one code to spare
    Retiring: [u8; 1_000], generation_bits = 14, on_wrap = retire;
    Aligned: [u8; 40], align = 64, guard = live;
}

/// An array has elements in blocks of 16, each of which begins in a word of its own.
const BLOCKS: usize = miri_or(1, 3);
const LEN: usize = 16 * BLOCKS;

/// The bits of the last handle.
fn last_bits<P: 'static + PoolSpec>() -> u32 {
    let generation = u64::from(Pool::<P>::GENERATIONS - 1) << Pool::<P>::INDEX_BITS;
    generation as u32 | (Pool::<P>::CAPACITY - 1) as u32
}

/// A handle of any slot and generation; the first and the last are frequent.
fn handle<P: 'static + PoolSpec>(random: u64) -> Handle<P> {
    let index = (random as u32 % Pool::<P>::CAPACITY as u32) as u64;
    let generation = u64::from((random >> 32) as u32 % Pool::<P>::GENERATIONS);
    let bits = match random % 7 {
        0 => 0,
        1 => last_bits::<P>(),
        _ => (generation << Pool::<P>::INDEX_BITS | index) as u32,
    };
    Handle::from_bits(bits).expect("a handle")
}

#[derive(Clone, Debug)]
enum Operation {
    Set(usize, u64),
    Swap(usize, usize),
    Fill(u64),
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        20 => (0..LEN, any::<u64>()).prop_map(|(index, random)| Operation::Set(index, random)),
        5 => (0..LEN, 0..LEN).prop_map(|(a, b)| Operation::Swap(a, b)),
        1 => any::<u64>().prop_map(Operation::Fill),
    ];
    prop::collection::vec(operation, 0..miri_or(12, 200))
}

fn behaves_as_a_plain_array<H, const WORDS: usize>(operations: &[Operation], zero: H, make: impl Fn(u64) -> H)
where
    H: 'static + Element + PartialEq,
{
    let mut array = HandleArray::<H, WORDS>::new();
    let mut model = [zero; LEN];
    assert_eq!((array.len(), array.is_empty()), (LEN, false));
    assert!(
        array == HandleArray::from_fn(|_| zero) && array == Zeroable::zeroed() && array == Default::default()
    );
    for operation in operations {
        match *operation {
            Operation::Set(index, random) => {
                array.set(index, make(random));
                model[index] = make(random);
            }
            Operation::Swap(a, b) => {
                array.swap(a, b);
                model.swap(a, b);
            }
            Operation::Fill(random) => {
                array.fill(make(random));
                model.fill(make(random));
            }
        }
        assert!(array.iter().eq(model));
    }
    assert!(array.iter().rev().eq(model.iter().rev().copied()));
    assert_eq!(array.iter().nth(5), Some(model[5]));
    assert_eq!(array.iter().skip(LEN - 8).len(), 8);
    assert!((0..LEN).all(|index| array.get(index) == Some(model[index])));
    assert_eq!([LEN, LEN + 1, usize::MAX].map(|index| array.get(index)), [None; 3]);
    assert_eq!(format!("{array:?}"), format!("{model:?}"));

    // Arrays are equal if all elements are equal, and differ if one element differs.
    let mut same = HandleArray::<H, WORDS>::from_fn(|index| model[index]);
    assert_eq!(same, array);
    let another = make(operations.len() as u64 | 1 << 40);
    same.set(LEN - 7, another);
    assert_eq!(same == array, another == model[LEN - 7]);

    // Cast to bytes and back.
    let bytes = bytemuck::bytes_of(&array).to_vec();
    assert_eq!(checked::try_pod_read_unaligned::<HandleArray<H, WORDS>>(&bytes), Ok(array));
}

fn behaves<P: 'static + PoolSpec, const PLAIN: usize, const OPTIONAL: usize>(operations: &[Operation]) {
    let zero = Handle::<P>::from_bits(0).expect("a handle");
    behaves_as_a_plain_array::<Handle<P>, PLAIN>(operations, zero, handle::<P>);
    let optional = |random: u64| (random % 5 != 0).then(|| handle::<P>(random / 5));
    behaves_as_a_plain_array::<Option<Handle<P>>, OPTIONAL>(operations, None, optional);
}

/// Declares the bits of an element, plain and optional, and a test against plain arrays.
macro_rules! widths {
    ($($test:ident: $pool:ident, $plain:literal, $optional:literal;)*) => {
        const _: () = {
            $(
                assert!(HandleArray::<Handle<$pool>, $plain>::BITS == $plain);
                assert!(HandleArray::<Option<Handle<$pool>>, $optional>::BITS == $optional);
                // 16 elements take as many words as one element has bits, and an array has no other content.
                assert!(words::<Handle<$pool>>(16) == $plain && words::<Handle<$pool>>(17) == 2 * $plain);
                assert!(words::<Option<Handle<$pool>>>(1) == $optional && words::<Handle<$pool>>(0) == 0);
                assert!(size_of::<handle_array![Handle<$pool>; 160]>() == 20 * $plain);
                assert!(size_of::<handle_array![Option<Handle<$pool>>; 150]>() == 20 * $optional);
                assert!(align_of::<handle_array![Handle<$pool>; 16]>() == 2);
                assert!(<handle_array![Option<Handle<$pool>>; 33]>::LEN == 48);
            )*
        };

        proptest! {
            #![proptest_config(cases(1, 32))]

            $(
                #[test]
                fn $test(operations in operations()) {
                    behaves::<$pool, { BLOCKS * $plain }, { BLOCKS * $optional }>(&operations);
                }
            )*
        }
    };
}

widths! {
    one: One, 1, 1;
    two: Two, 1, 2;
    three: Three, 2, 2;
    byte: Byte, 8, 8;
    full: Full, 8, 9;
    thousand: Thousand, 10, 10;
    odd: Odd, 13, 13;
    short: Short, 16, 16;
    short_full: ShortFull, 16, 17;
    seventeen: Seventeen, 17, 17;
    eighteen: Eighteen, 18, 19;
    spare: Spare, 18, 18;
    generations: Generations, 24, 24;
    three_full: ThreeFull, 24, 25;
    four: Four, 32, 32;
    retiring: Retiring, 24, 24;
    aligned: Aligned, 6, 6;
}

/// An empty array, a static one, and one in a struct.
#[test]
fn arrays_are_values_without_a_heap() {
    static EMPTY: handle_array![Handle<Eighteen>; 0] = HandleArray::new();
    assert_eq!((EMPTY.len(), EMPTY.is_empty(), EMPTY.get(0), size_of_val(&EMPTY)), (0, true, None, 0));
    const ASKED: usize = miri_or(100, 1_000);
    const END: usize = ASKED.next_multiple_of(16);
    static LINKS: std::sync::Mutex<handle_array![Option<Handle<Eighteen>>; ASKED]> =
        std::sync::Mutex::new(HandleArray::new());
    let mut links = LINKS.lock().unwrap();
    let last = Handle::from_bits(262_143);
    links.set(END - 1, last);
    assert_eq!(
        (links.iter().flatten().next(), links.iter().rposition(|link| link.is_some())),
        (last, Some(END - 1))
    );
}

/// Sets each element in turn to other bits. The array is accepted exactly if the bits are a handle.
fn bytes_are_checked<P: 'static + PoolSpec, const WORDS: usize>() {
    let array = HandleArray::<Handle<P>, WORDS>::from_fn(|index| handle(index as u64 * 0x1234_5678_9ABC));
    let bits = HandleArray::<Handle<P>, WORDS>::BITS as usize;
    for index in (0..LEN).step_by(miri_or(5, 1)) {
        for wrong in [last_bits::<P>().wrapping_add(1), (Pool::<P>::CAPACITY) as u32, u32::MAX, 0] {
            let wrong = wrong & ((1_u64 << bits) - 1) as u32;
            let mut words: Vec<u16> = bytemuck::cast_slice(bytemuck::bytes_of(&array)).to_vec();
            for bit in 0..bits {
                let (word, mask) = ((index * bits + bit) / 16, 1 << ((index * bits + bit) % 16));
                words[word] = words[word] & !mask | if wrong >> bit & 1 == 1 { mask } else { 0 };
            }
            let read = checked::try_pod_read_unaligned::<HandleArray<Handle<P>, WORDS>>(
                bytemuck::cast_slice(&words),
            );
            let mut expected = array;
            match Handle::from_bits(wrong) {
                Some(handle) => {
                    expected.set(index, handle);
                    assert_eq!(read, Ok(expected));
                }
                None => assert!(read.is_err(), "{wrong} at {index}"),
            }
        }
    }
}

#[test]
fn bytes_are_accepted_exactly_if_every_element_is_a_handle() {
    bytes_are_checked::<Three, { BLOCKS * 2 }>();
    bytes_are_checked::<Thousand, { BLOCKS * 10 }>();
    bytes_are_checked::<Odd, { BLOCKS * 13 }>();
    bytes_are_checked::<Short, { BLOCKS * 16 }>();
    bytes_are_checked::<Seventeen, { BLOCKS * 17 }>();
    bytes_are_checked::<Generations, { BLOCKS * 24 }>();
    bytes_are_checked::<Four, { BLOCKS * 32 }>();
}

#[test]
fn an_index_beyond_the_end_panics_and_changes_nothing() {
    let array: handle_array![Handle<Odd>; 30] = HandleArray::new();
    let some = Handle::from_bits(7).expect("a handle");
    for index in [32, 33, usize::MAX] {
        let set = catch_unwind(move || {
            let mut array = array;
            array.set(index, some);
        });
        let message = set.unwrap_err().downcast::<String>().unwrap();
        assert_eq!(*message, format!("the index is {index}, the array of handles has 32 elements"));
        for (a, b) in [(0, index), (index, 0)] {
            let swap = catch_unwind(move || {
                let mut array = array;
                array.swap(a, b);
            });
            assert!(swap.is_err());
        }
    }
}

#[test]
#[cfg(feature = "alloc")]
fn a_copy_on_the_heap_is_an_array_of_its_own() {
    type Links = handle_array![Option<Handle<Eighteen>>; 33];
    let mut array = Links::on_heap();
    let handle = Handle::from_bits(7);
    array.set(3, handle);
    let copy = array.clone();
    array.fill(None);
    assert_eq!((copy.get(3), copy.iter().flatten().count()), (Some(handle), 1));
    assert_eq!(*array, Links::new());
}
