use stackpool::{Pool, pool};

const WIDE: u8 = 4;

#[derive(Pool)]
#[pool(capacity = 1_000_000, handle_bytes = WIDE)]
struct Particle(f32);

/// One layout for all items, so the capacity is a number.
#[derive(Pool)]
#[pool(capacity = 300, handle_bytes = 3)]
struct Node<T> {
    item: T,
    next: Option<NodeHandle<T>>,
}

#[derive(Pool)]
#[pool(capacity = 1_000, columns, dense, changes, handle_bytes = 4)]
struct Row {
    place: u32,
}

#[derive(Pool)]
#[pool(capacity = 1_000, handle_bytes = Self::BYTES)]
struct Named;

impl Named {
    const BYTES: usize = 3;
}

pool! {
    Few: [u8; 20], handle_bytes = 4, marks = 2;
    Exact: [u8; 20], handle_bytes = 1;
}

pub fn main() {
    assert_eq!((ParticlePool::HANDLE_BYTES, ParticlePool::GENERATION_BITS), (4, 12));
    assert_eq!((NodePool::<u8>::HANDLE_BYTES, NodePool::<String>::GENERATION_BITS), (3, 15));
    assert_eq!((RowPool::HANDLE_BYTES, RowPool::GENERATIONS), (4, 1 << 22));
    assert_eq!((NamedPool::HANDLE_BYTES, FewPool::GENERATION_BITS, ExactPool::GENERATION_BITS), (3, 27, 3));

    let mut nodes = NodePool::new();
    let last = nodes.insert(Node { item: 1, next: None }).ok();
    let first = nodes.insert(Node { item: 2, next: last }).ok().expect("room");
    assert_eq!(nodes[nodes[first].next.expect("linked")].item, 1);
    let mut rows = RowPool::new();
    let row = rows.insert(Row { place: 7 }).ok().expect("room");
    assert_eq!(rows.place()[0], 7);
    assert_eq!(rows.remove(row).map(|row| row.place), Some(7));
    assert_eq!(Particle(1.0).0, 1.0);
}
