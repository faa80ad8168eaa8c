//! The operations, each as a function that does it this many times. The containers have room for 10,000 objects of 48
//! bytes and hold [`OBJECTS`].

use slotmap::{DefaultKey, SecondaryMap, SlotMap};
use stackpool::{Handle, HandleMap, Heap, Pool, pool};
use std::hint::black_box;

/// An item of 48 bytes.
type Item = [u64; 6];

const ITEM: Item = [1, 2, 3, 4, 5, 6];

/// The objects in a container.
pub(crate) const OBJECTS: usize = 1_000;

pool! {
    Units: [Item; 10_000];
    Nodes: [Item; 10_000], boxed, sync = local;
    Ports: [u16; 0..10_000];
}

/// Three columns, of 48 bytes together.
#[derive(Pool, Clone, Copy, Debug)]
#[pool(capacity = 10_000, columns)]
struct Body {
    position: [u64; 3],
    speed: [u64; 2],
    mass: u64,
}

const BODY: Body = Body { position: [1; 3], speed: [2; 2], mass: 3 };

fn units() -> (Heap<Pool<Units>>, Vec<Handle<Units>>) {
    let mut pool = UnitsPool::on_heap();
    let handles = (0..OBJECTS).map(|_| pool.insert(ITEM).expect("there is room")).collect();
    (pool, handles)
}

fn bodies() -> (Heap<BodyPool>, Vec<BodyHandle>) {
    let mut pool = BodyPool::on_heap();
    let handles = (0..OBJECTS).map(|_| pool.insert(BODY).expect("there is room")).collect();
    (pool, handles)
}

fn ports() -> (Heap<PortsPool>, Vec<u16>) {
    let mut pool = PortsPool::on_heap();
    let ports = (0..OBJECTS).map(|_| pool.acquire().expect("there is room")).collect();
    (pool, ports)
}

/// A pool, and a side table with a value for each of its objects.
type Named = (Heap<Pool<Units>>, Heap<HandleMap<Units, u64>>);

/// The same of `slotmap`.
type NamedSlots = (SlotMap<DefaultKey, Item>, SecondaryMap<DefaultKey, u64>);

fn named() -> (Named, Vec<Handle<Units>>) {
    let (pool, handles) = units();
    let mut names = HandleMap::on_heap();
    for &handle in &handles {
        names.insert(handle, 7);
    }
    ((pool, names), handles)
}

fn slots() -> (SlotMap<DefaultKey, Item>, Vec<DefaultKey>) {
    let mut map = SlotMap::with_capacity(10_000);
    let keys = (0..OBJECTS).map(|_| map.insert(ITEM)).collect();
    (map, keys)
}

fn named_slots() -> (NamedSlots, Vec<DefaultKey>) {
    let (map, keys) = slots();
    let mut names = SecondaryMap::with_capacity(10_000);
    for &key in &keys {
        names.insert(key, 7);
    }
    ((map, names), keys)
}

fn slab() -> (slab::Slab<Item>, Vec<usize>) {
    let mut slab = slab::Slab::with_capacity(10_000);
    let keys = (0..OBJECTS).map(|_| slab.insert(ITEM)).collect();
    (slab, keys)
}

/// A setup after which the container is not new any more: each of its objects was removed twice, and inserted again. So
/// the quarantine of a pool is full.
macro_rules! worn {
    ($name:ident of $setup:ident: $setup_type:ty, |$container:ident, $key:ident| $replace:expr) => {
        fn $name() -> $setup_type {
            let (mut $container, mut keys) = $setup();
            for $key in (0..2).flat_map(|_| 0..OBJECTS) {
                let $key = &mut keys[$key];
                $replace
            }
            ($container, keys)
        }
    };
}

worn!(worn_units of units: (Heap<Pool<Units>>, Vec<Handle<Units>>), |pool, key| {
    let item = pool.remove(*key).unwrap();
    *key = pool.insert(item).unwrap();
});
worn!(worn_bodies of bodies: (Heap<BodyPool>, Vec<BodyHandle>), |pool, key| {
    let body = pool.remove(*key).unwrap();
    *key = pool.insert(body).unwrap();
});
worn!(worn_ports of ports: (Heap<PortsPool>, Vec<u16>), |pool, port| {
    pool.release(*port).unwrap();
    *port = pool.acquire().unwrap();
});
worn!(worn_slots of slots: (SlotMap<DefaultKey, Item>, Vec<DefaultKey>), |map, key| {
    let item = map.remove(*key).unwrap();
    *key = map.insert(item);
});
worn!(worn_slab of slab: (slab::Slab<Item>, Vec<usize>), |slab, key| {
    let item = slab.remove(*key);
    *key = slab.insert(item);
});

fn nothing() -> ((), Vec<u32>) {
    ((), vec![0; OBJECTS])
}

/// The operation, the container, and a function that does the operation this many times.
pub(crate) type Row = (&'static str, &'static str, fn(usize));

/// A function that does something with a container and one of its keys after the other.
macro_rules! each {
    ($setup:ident, |$container:pat_param, $key:pat_param| $body:expr) => {
        |turns| {
            let (mut container, mut keys) = $setup();
            for turn in 0..turns {
                let ($container, $key) = (&mut container, &mut keys[turn % OBJECTS]);
                black_box($body);
            }
        }
    };
}

/// A function that walks over a container, a step per turn.
macro_rules! walk {
    ($setup:ident, |$container:pat_param| $steps:expr) => {
        |turns| {
            let (mut container, _keys) = $setup();
            for _ in 0..turns / OBJECTS {
                let $container = &mut container;
                for step in $steps {
                    black_box(step);
                }
            }
        }
    };
}

/// A turn in which nothing is done. It is subtracted from the others.
pub(crate) const NOTHING: [fn(usize); 2] = [each!(nothing, |_, _| ()), walk!(nothing, |_| 0..OBJECTS)];

/// Operations on one object, in turn.
pub(crate) const OPERATIONS: &[Row] = &[
    ("get", "pool", each!(units, |pool, key| pool.get(*key))),
    ("get", "slotmap", each!(slots, |map, key| map.get(*key))),
    ("get", "slab", each!(slab, |slab, key| slab.get(*key))),
    ("get", "columns", each!(bodies, |pool, key| pool.get(*key).map(|body| body.mass))),
    ("get_mut", "pool", each!(units, |pool, key| pool.get_mut(*key))),
    ("get_mut", "slotmap", each!(slots, |map, key| map.get_mut(*key))),
    ("get_mut", "slab", each!(slab, |slab, key| slab.get_mut(*key))),
    ("get_mut", "columns", each!(bodies, |pool, key| pool.get_mut(*key).map(|body| body.mass))),
    (
        "remove_insert",
        "pool",
        each!(worn_units, |pool, key| {
            let item = pool.remove(*key).unwrap();
            *key = pool.insert(item).unwrap();
        }),
    ),
    (
        "remove_insert",
        "slotmap",
        each!(worn_slots, |map, key| {
            let item = map.remove(*key).unwrap();
            *key = map.insert(item);
        }),
    ),
    (
        "remove_insert",
        "slab",
        each!(worn_slab, |slab, key| {
            let item = slab.remove(*key);
            *key = slab.insert(item);
        }),
    ),
    (
        "remove_insert",
        "columns",
        each!(worn_bodies, |pool, key| {
            let body = pool.remove(*key).unwrap();
            *key = pool.insert(body).unwrap();
        }),
    ),
    (
        "remove_insert",
        "values",
        each!(worn_ports, |pool, port| {
            pool.release(*port).unwrap();
            *port = pool.acquire().unwrap();
        }),
    ),
    ("map_get", "handle_map", each!(named, |(_, names), key| names.get(*key))),
    ("map_get", "slotmap", each!(named_slots, |(_, names), key| names.get(*key))),
    ("new_drop", "pool_box", each!(nothing, |_, _| NodesBox::new(ITEM).unwrap())),
    ("new_drop", "box", each!(nothing, |_, _| Box::new(ITEM))),
];

/// Loops over all objects: instructions of a step.
pub(crate) const LOOPS: &[Row] = &[
    ("for", "pool", walk!(units, |pool| &**pool)),
    ("for", "slotmap", walk!(slots, |map| &*map)),
    ("for", "slab", walk!(slab, |slab| &*slab)),
    ("for", "columns", walk!(bodies, |pool| pool.iter())),
    ("for_mut", "pool", walk!(units, |pool| &mut **pool)),
    ("for_mut", "slotmap", walk!(slots, |map| &mut *map)),
    ("for_mut", "slab", walk!(slab, |slab| &mut *slab)),
    ("for_mut", "columns", walk!(bodies, |pool| pool.iter_mut())),
    ("values", "pool", walk!(units, |pool| pool.values())),
    ("values", "slotmap", walk!(slots, |map| map.values())),
    ("join", "pool", walk!(named, |(pool, names)| pool.join(&**names))),
    (
        "join",
        "slotmap",
        walk!(named_slots, |(map, names)| {
            map.iter().filter_map(|(key, item)| Some((key, item, names.get(key)?)))
        }),
    ),
];
