//! Statics that start with arbitrary bytes, like one in a section that nothing clears.

extern crate std;

use super::memory::{INITIALISED, UNINIT, kind_of_uncleared, kind_of_values, static_kind};
use super::{
    ABSENT, HasStatic, InStatic, LARGEST, LARGEST_OF_VALUES, Memory, StaticClass, Statics, Taken, take,
    too_large, uncleared_static_kind,
};
use crate::base::class::Class;
use crate::base::complaint::complaint;
use crate::layout::fixed::Fixed;
use crate::layout::groups::{Cells, HandleBits, SlotCount, TableBits, Unguarded};
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::value_pool::statics::{ListSpec, Listed};
use crate::value_pool::{ListPool, ValuePool};

/// Declares the statics of a definition, of the kind that may start with arbitrary bytes.
macro_rules! uncleared {
    ($definition:ty, $content:ty, $memory:ident) => {
        static $memory: Memory<$content, { uncleared_static_kind::<$content>() }> = Memory::new();

        impl HasStatic for $definition {
            type Content = $content;
            const STATICS: Statics<$content> = {
                static TAKEN: Taken = Taken::new();
                Statics::new(&TAKEN, &$memory)
            };
        }
    };
}

struct Item;

impl PoolSpec for Item {
    type Item = [u16; 3];
    type Layout = Fixed<SlotCount<64>, TableBits<8>, Cells<3, 8>, HandleBits<8>>;
    const NAME: &'static str = "Item";
}

struct Plain;

impl PoolSpec for Plain {
    type Item = u32;
    type Layout = Fixed<SlotCount<16>, TableBits<8>, Unguarded, HandleBits<8>>;
    const NAME: &'static str = "Plain";
}

struct Names;

impl ListSpec for Names {
    type Pool = ListPool<&'static str, 3>;
    const NAME: &'static str = "Names";
    const COMPLETE: Self::Pool = ListPool::new(["Ada", "Blaise", "Carl"]);
}

uncleared!(Item, Pool<Item>, ITEMS);
uncleared!(Plain, Pool<Plain>, PLAIN);
uncleared!(bool, ValuePool<bool>, SWITCHES);
uncleared!(Names, Listed<Names>, NAMES);

/// Fills a static with bytes that are not a pool.
fn spoil<C: InStatic, const KIND: u8>(memory: &'static Memory<C, KIND>)
where
    Class<KIND>: StaticClass,
{
    // SAFETY: the memory has the size of a pool, and the test has not taken it yet.
    unsafe { memory.as_ptr().cast::<u8>().write_bytes(0xA5, size_of::<C::Pool>()) };
}

#[test]
fn a_pool_is_empty_whatever_its_memory_held() {
    spoil(&ITEMS);
    let pool = take::<Item>().unwrap();
    assert!(take::<Item>().is_err());
    assert_eq!((pool.len(), pool.iter().count(), pool.high_water_mark()), (0, 0, 0));
    let handles: std::vec::Vec<_> = (0..64).map(|n| pool.insert([n; 3]).unwrap().index()).collect();
    assert!(handles.iter().copied().eq(0..64));
}

#[test]
fn without_a_guard_every_slot_is_zero_whatever_its_memory_held() {
    spoil(&PLAIN);
    let pool = take::<Plain>().unwrap();
    assert!((0..16).all(|index| pool[pool.handle_at(index).unwrap()] == 0));
}

#[test]
fn a_value_pool_is_complete_whatever_its_memory_held() {
    spoil(&SWITCHES);
    let switches = take::<bool>().unwrap();
    assert!(take::<bool>().is_err());
    assert_eq!((switches.acquire(), switches.acquire(), switches.acquire()), (Some(false), Some(true), None));
}

#[test]
fn a_list_is_complete_whatever_its_memory_held() {
    spoil(&NAMES);
    let names = take::<Names>().unwrap();
    assert!(take::<Names>().is_err());
    assert_eq!((names.len(), names.available()), (0, &["Ada", "Blaise", "Carl"][..]));
    assert_eq!(names.high_water_mark(), 0);
}

/// Objects of 1 KiB.
struct Blocks<const COUNT: usize>;

impl<const COUNT: usize> PoolSpec for Blocks<COUNT> {
    type Item = [u8; 1 << 10];
    type Layout = Fixed<SlotCount<COUNT>, TableBits<32>, Unguarded, HandleBits<32>>;
    const NAME: &'static str = "Block";
}

#[test]
fn the_compiler_initialises_small_statics_and_none_is_huge() {
    type OfBlocks<const COUNT: usize> = Pool<Blocks<COUNT>>;
    let kinds = [
        static_kind::<OfBlocks<250>>(),
        static_kind::<OfBlocks<256>>(),
        static_kind::<OfBlocks<1_040_000>>(),
    ];
    assert_eq!(kinds, [INITIALISED, UNINIT, UNINIT]);
    assert_eq!(static_kind::<OfBlocks<1_048_576>>(), ABSENT);
    // The values of a list are in the program in any case.
    assert_eq!(
        (static_kind::<Listed<Names>>(), uncleared_static_kind::<Listed<Names>>()),
        (INITIALISED, UNINIT)
    );
    assert_eq!(uncleared_static_kind::<OfBlocks<1>>(), UNINIT);
    assert_eq!([LARGEST, LARGEST + 1].map(kind_of_uncleared), [UNINIT, ABSENT]);
    assert_eq!([LARGEST_OF_VALUES, LARGEST_OF_VALUES + 1].map(kind_of_values), [INITIALISED, ABSENT]);
    let message = complaint(|| -> () { too_large::<OfBlocks<1_048_576>>() }).unwrap();
    let (name, bytes) = message.split_once(" takes ").unwrap();
    assert_eq!(name, "the pool of `Block`");
    let (bytes, rest) = bytes.split_once(" bytes").unwrap();
    assert_eq!(bytes.replace(',', "").parse(), Ok(OfBlocks::<1_048_576>::TOTAL_BYTES));
    assert_eq!(
        rest,
        ", a static at most 1,073,741,824: make it with `on_heap()` of the pool type (feature `alloc`)"
    );
}
