use super::*;
use crate::Item;
use crate::contenders::{CAPACITIES, Dense, IterableVisitor, Pools, Visitor, beside_dense, floor, peers};
use crate::figures::Role;

/// Removes and inserts repeatedly, and checks every object in between.
struct Exercise {
    capacity: usize,
    names: Vec<&'static str>,
}

impl<T: Payload> Visitor<T> for Exercise {
    fn visit<C: Container<T>>(&mut self, name: &'static str, _: Role) {
        let live = self.capacity / 2;
        let (mut container, mut keys) = scattered::<T, C>(self.capacity, live);
        let before: Vec<_> = keys.iter().map(|key| container.get(key).unwrap().first()).collect();
        for (key, &number) in keys.iter_mut().zip(&before) {
            assert_eq!(container.remove(key).unwrap().first(), number, "{name}");
            *key = container.insert(T::of(number + 1));
        }
        for (key, &number) in keys.iter().zip(&before) {
            assert_eq!(container.get(key).unwrap().first(), T::of(number + 1).first(), "{name}");
        }
        self.names.push(name);
    }
}

#[test]
fn all_containers_give_back_what_they_were_given() {
    // The capacity differs from that of the other test, because boxes under `sync = local` belong to one thread.
    let mut exercise = Exercise { capacity: 4_096, names: Vec::new() };
    <Item as Pools>::visit(4_096, &mut exercise);
    peers::<Item>(&mut exercise);
    floor::<Item>(&mut exercise);
    <[u64; 32]>::visit(4_096, &mut exercise);
    assert_eq!(exercise.names.len(), 9 + 5 + 1 + 2, "{:?}", exercise.names);
}

impl<T: Payload> IterableVisitor<T> for Exercise {
    fn visit<C: Container<T> + Iterable<T>>(&mut self, name: &'static str, role: Role) {
        Visitor::<T>::visit::<C>(self, name, role);
        let (mut container, keys) = scattered::<T, C>(self.capacity, self.capacity / 2);
        container.values_mut().for_each(Payload::count);
        let sum = |sum: u64, item: &T| sum.wrapping_add(item.first());
        let by_keys = keys.iter().map(|key| container.get(key).unwrap()).fold(0, sum);
        assert_eq!(container.values().fold(0, sum), by_keys, "{name}");
    }
}

#[test]
fn dense_containers_give_back_what_they_were_given() {
    let mut exercise = Exercise { capacity: 3_000, names: Vec::new() };
    // All of them have room for more.
    Six::dense(60_000, &mut exercise);
    beside_dense::<Six>(&mut exercise);
    assert_eq!(exercise.names.len(), 3 + 4, "{:?}", exercise.names);
}

#[test]
fn a_vector_with_tables_knows_which_keys_are_stale() {
    let (mut container, mut keys) = scattered::<Item, Swapped<Item>>(100, 50);
    let mut removed = keys[7];
    assert!(container.remove(&mut removed).is_some());
    keys[7] = container.insert(Item::of(1_000));
    assert!(container.get(&removed).is_none() && container.remove(&mut removed).is_none());
    let numbers = |container: &Swapped<Item>| -> Vec<_> {
        keys.iter().map(|key| container.get(key).unwrap().first()).collect()
    };
    let before = numbers(&container);
    container.sort_by_first();
    assert!(container.slice().is_sorted_by_key(Payload::first));
    assert_eq!(numbers(&container), before);
    container.slice_mut().reverse();
    container.sort_by_cached_first();
    assert!(container.slice().is_sorted_by_key(Payload::first));
}

#[test]
fn every_capacity_has_pools() {
    struct Names(usize);
    impl<T: Payload> Visitor<T> for Names {
        fn visit<C: Container<T>>(&mut self, _: &'static str, _: Role) {
            self.0 += 1;
        }
    }
    for (capacity, _) in CAPACITIES {
        let mut names = Names(0);
        u32::visit(capacity, &mut names);
        <[u64; 8]>::visit(capacity, &mut names);
        assert_eq!(names.0, 4);
    }
}

/// The places of objects that were inserted one after the other, as distances in memory from the first.
fn places<C: Container<Item>>(container: &mut C, count: u64) -> Vec<usize> {
    let keys: Vec<_> = (0..count).map(|number| container.insert(Item::of(number))).collect();
    let addresses = keys.iter().map(|key| (&raw const *container.get(key).unwrap()).addr());
    let addresses: Vec<_> = addresses.collect();
    addresses.iter().map(|address| address - addresses[0]).collect()
}

#[test]
fn renewed_containers_give_places_out_in_order() {
    struct Order(usize);
    impl Visitor<Item> for Order {
        fn visit<C: Container<Item>>(&mut self, name: &'static str, _: Role) {
            let mut container = renewed::<Item, C>(256);
            assert!(places(&mut container, 100).is_sorted(), "{name}");
            self.0 += 1;
        }
    }
    let mut order = Order(0);
    <Item as Pools>::visit(256, &mut order);
    peers(&mut order);
    floor(&mut order);
    assert_eq!(order.0, 12);
}
