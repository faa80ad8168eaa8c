//! The operations of every container, a thousand times each, with objects of 32 bytes.

use crate::pools::{Free, Live, None, Packed18, Short, Split24, Stack, Tiny, Words};
use gungraun::{library_benchmark, library_benchmark_group};
use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use stackpool::{Heap, Pool};
use stackpool_benches::container::{Container, Iterable, Payload};
use stackpool_benches::{Item, Random};
use std::hint::black_box;

const STEPS: usize = 1_000;

/// Objects that the smallest pool holds.
const FEW: usize = 100;

/// A container and its keys in random order.
pub(crate) struct State<C: Container<Item>> {
    container: C,
    keys: Vec<C::Key>,
}

/// A container with `live` objects in random places: twice as many were inserted, and a random half of them was
/// removed.
fn with<C: Container<Item>>(live: usize) -> State<C> {
    let mut container = C::with_room(2 * live + STEPS);
    let mut keys: Vec<_> = (0..2 * live as u64).map(|i| container.insert(Item::of(i))).collect();
    Random::new().shuffle(&mut keys);
    for mut key in keys.drain(live..) {
        container.remove(&mut key);
    }
    State { container, keys }
}

fn thousand<C: Container<Item>>() -> State<C> {
    with(STEPS)
}

/// For pools of 256.
fn hundred() -> State<Heap<Pool<Tiny>>> {
    let mut container = Pool::on_heap();
    let keys = (0..FEW as u64).map(|i| Container::insert(&mut container, Item::of(i))).collect();
    State { container, keys }
}

fn room_for_keys<C: Container<Item>>() -> State<C> {
    let State { container, mut keys } = thousand::<C>();
    keys.fill_with(C::blank);
    State { container, keys }
}

#[library_benchmark]
#[bench::u16(setup = room_for_keys::<Heap<Pool<Short>>>)]
#[bench::stack(setup = room_for_keys::<Heap<Pool<Stack>>>)]
#[bench::live(setup = room_for_keys::<Heap<Pool<Live>>>)]
#[bench::none(setup = room_for_keys::<Heap<Pool<None>>>)]
#[bench::free_list(setup = room_for_keys::<Heap<Pool<Free>>>)]
#[bench::packed18(setup = room_for_keys::<Heap<Pool<Packed18>>>)]
#[bench::split24(setup = room_for_keys::<Heap<Pool<Split24>>>)]
#[bench::u32(setup = room_for_keys::<Heap<Pool<Words>>>)]
#[bench::slab(setup = room_for_keys::<Slab<Item>>)]
#[bench::slotmap(setup = room_for_keys::<SlotMap<DefaultKey, Item>>)]
fn insert<C: Container<Item>>(mut state: State<C>) -> State<C> {
    for (i, key) in (0..).zip(&mut state.keys) {
        *key = state.container.insert(Item::of(i));
    }
    state
}

#[library_benchmark]
#[bench::u16(setup = thousand::<Heap<Pool<Short>>>)]
#[bench::stack(setup = thousand::<Heap<Pool<Stack>>>)]
#[bench::live(setup = thousand::<Heap<Pool<Live>>>)]
#[bench::none(setup = thousand::<Heap<Pool<None>>>)]
#[bench::free_list(setup = thousand::<Heap<Pool<Free>>>)]
#[bench::packed18(setup = thousand::<Heap<Pool<Packed18>>>)]
#[bench::split24(setup = thousand::<Heap<Pool<Split24>>>)]
#[bench::u32(setup = thousand::<Heap<Pool<Words>>>)]
#[bench::slab(setup = thousand::<Slab<Item>>)]
#[bench::slotmap(setup = thousand::<SlotMap<DefaultKey, Item>>)]
fn remove<C: Container<Item>>(mut state: State<C>) -> (State<C>, u64) {
    let mut sum = 0_u64;
    for key in &mut state.keys {
        sum = sum.wrapping_add(state.container.remove(key).map_or(0, |item| item.first()));
    }
    (state, sum)
}

// Each step removes one object and inserts another one.
#[library_benchmark]
#[bench::u8(setup = hundred)]
#[bench::u16(setup = thousand::<Heap<Pool<Short>>>)]
#[bench::stack(setup = thousand::<Heap<Pool<Stack>>>)]
#[bench::live(setup = thousand::<Heap<Pool<Live>>>)]
#[bench::none(setup = thousand::<Heap<Pool<None>>>)]
#[bench::free_list(setup = thousand::<Heap<Pool<Free>>>)]
#[bench::packed18(setup = thousand::<Heap<Pool<Packed18>>>)]
#[bench::split24(setup = thousand::<Heap<Pool<Split24>>>)]
#[bench::u32(setup = thousand::<Heap<Pool<Words>>>)]
#[bench::slab(setup = thousand::<Slab<Item>>)]
#[bench::slotmap(setup = thousand::<SlotMap<DefaultKey, Item>>)]
fn replace<C: Container<Item>>(mut state: State<C>) -> (State<C>, u64) {
    let mut sum = 0_u64;
    for _ in 0..STEPS / state.keys.len() {
        for (i, key) in (0..).zip(&mut state.keys) {
            sum = sum.wrapping_add(state.container.remove(key).map_or(0, |item| item.first()));
            *key = state.container.insert(Item::of(i));
        }
    }
    (state, sum)
}

#[library_benchmark]
#[bench::u16(setup = thousand::<Heap<Pool<Short>>>)]
#[bench::stack(setup = thousand::<Heap<Pool<Stack>>>)]
#[bench::live(setup = thousand::<Heap<Pool<Live>>>)]
#[bench::none(setup = thousand::<Heap<Pool<None>>>)]
#[bench::packed18(setup = thousand::<Heap<Pool<Packed18>>>)]
#[bench::split24(setup = thousand::<Heap<Pool<Split24>>>)]
#[bench::u32(setup = thousand::<Heap<Pool<Words>>>)]
#[bench::slab(setup = thousand::<Slab<Item>>)]
#[bench::slotmap(setup = thousand::<SlotMap<DefaultKey, Item>>)]
fn get<C: Container<Item>>(state: State<C>) -> (State<C>, u64) {
    let mut sum = 0_u64;
    for key in &state.keys {
        sum = sum.wrapping_add(state.container.get(black_box(key)).map_or(0, |item| item.first()));
    }
    (state, sum)
}

// The pools have a capacity of 4,096, a quarter of which is in use. The other containers are half full.
#[library_benchmark]
#[bench::u16(setup = thousand::<Heap<Pool<Short>>>)]
#[bench::stack(setup = thousand::<Heap<Pool<Stack>>>)]
#[bench::live(setup = thousand::<Heap<Pool<Live>>>)]
#[bench::slab(setup = thousand::<Slab<Item>>)]
#[bench::slotmap(setup = thousand::<SlotMap<DefaultKey, Item>>)]
#[bench::dense_slotmap(setup = thousand::<DenseSlotMap<DefaultKey, Item>>)]
fn iterate<C: Container<Item> + Iterable<Item>>(state: State<C>) -> (State<C>, u64) {
    let sum = state.container.values().fold(0_u64, |sum, item| sum.wrapping_add(item.first()));
    (state, sum)
}

library_benchmark_group!(name = containers, benchmarks = [insert, remove, replace, get, iterate]);
