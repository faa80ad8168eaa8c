use stackpool::layout::Watched;
use stackpool::{Change, Columns, Of, Pool, PoolSpec, pool};

#[derive(Pool, Debug)]
#[pool(capacity = 64, changes)]
struct Sprite(u32);

#[derive(Pool)]
#[pool(changes, capacity = 70_000, guard = live, marks, bookkeeping = free_list)]
struct Node<T> {
    value: [T; 4],
}

#[derive(Columns)]
struct Unit {
    x: u8,
    // No method of this name exists: it is one of the pool.
    changed: u8,
}

pool! {
    Words: [&'static str; 64], changes;
    Units: [Unit; 64], columns, changes;
    One: [(); 1], changes, generation_bits = 14, on_wrap = retire;
}

fn count<P: PoolSpec<Layout: Watched>>(pool: &mut Pool<P>) -> usize {
    pool.iter_mut().count() + pool.changed().len() + pool.take_changed().count()
}

pub fn main() {
    let mut sprites = SpritePool::new();
    let handle = sprites.insert(Sprite(1)).unwrap();
    assert!(matches!(sprites.take_changed().next(), Some(Change::Live(other, Sprite(1))) if other == handle));
    assert_eq!(count(&mut Pool::<Of<Words, u8>>::from_iter([1, 2])), 6);
    assert_eq!(count(&mut Pool::<One>::from_iter([()])), 3);
    let mut nodes = Pool::<Node<u8>>::on_heap();
    nodes.insert(Node { value: [0; 4] }).ok();
    assert_eq!(count(&mut nodes), 3);
    let mut units = UnitsPool::from_iter([Unit { x: 1, changed: 2 }]);
    for change in units.take_changed() {
        match change {
            Change::Live(_, unit) => assert_eq!((*unit.x, *unit.changed), (1, 2)),
            Change::Free(slot) => unreachable!("{slot}"),
        }
    }
    assert_eq!(units.changed().len(), 0);
}
