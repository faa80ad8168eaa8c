use super::*;
use crate::Item;
use crate::contenders::{CAPACITIES, Pools, Visitor, floor, peers};
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
