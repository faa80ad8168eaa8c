//! Statics that start with arbitrary bytes, like one in a section that nothing clears.

extern crate std;

use super::{HasStatic, InStatic, Memory, StaticClass, Statics, Taken, take, uncleared_static_kind};
use crate::base::class::Class;
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
