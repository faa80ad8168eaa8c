use stackpool::{Of, Pool, pool};

const KEPT: u32 = 30_000;

/// A handle is caught until its slot was freed 30,000 times, in a full pool too.
#[derive(Pool)]
#[pool(capacity = 20_000, generations = KEPT)]
struct Bullet(f32);

#[derive(Pool)]
#[pool(capacity = 300, generations = 1 << 14)]
struct Node<T> {
    item: T,
    next: Option<NodeHandle<T>>,
}

#[derive(Pool)]
#[pool(capacity = 1_000, grows_to = 70_000, columns, dense, changes, generations = 100)]
struct Row {
    place: u32,
}

#[derive(Pool)]
#[pool(capacity = 40, generations = Self::KEPT)]
struct Peer;

impl Peer {
    const KEPT: usize = 5;
}

pool! {
    Few: [u8; 20], generations = 9, handle_bytes = 4, marks = 2;
    Ids: [u8; 1_000], generations = 8_192, on_wrap = retire;
}

pub fn main() {
    assert_eq!((BulletPool::HANDLE_BYTES, BulletPool::GENERATIONS), (4, 1 << 15));
    assert_eq!((NodePool::<u8>::HANDLE_BYTES, NodePool::<String>::GENERATIONS), (3, 32_640));
    assert_eq!((RowPool::HANDLE_BYTES, RowPool::GENERATIONS), (3, 127));
    assert_eq!((PeerPool::HANDLE_BYTES, PeerPool::GENERATIONS), (2, 128));
    assert_eq!((FewPool::HANDLE_BYTES, FewPool::GENERATIONS), (4, 128));
    assert_eq!((IdsPool::HANDLE_BYTES, IdsPool::GENERATIONS), (3, 16_319));
    assert_eq!(Pool::<Of<Peer, String>>::GENERATIONS, 128);

    // A full pool, whose one slot is freed again and again.
    let mut bullets = BulletPool::on_heap();
    let mut last = None;
    while let Ok(handle) = bullets.insert(Bullet(1.0)) {
        last = Some(handle);
    }
    let kept = last.expect("room for one");
    let mut newest = kept;
    for _ in 0..KEPT {
        assert!(bullets.remove(newest).is_some_and(|bullet| bullet.0 == 1.0));
        assert!(bullets.get(kept).is_none());
        newest = bullets.insert(Bullet(1.0)).ok().expect("room for one");
        assert!(newest.index() == kept.index() && bullets.get(kept).is_none());
    }

    let mut nodes = NodePool::new();
    let last = nodes.insert(Node { item: 1, next: None }).ok();
    let first = nodes.insert(Node { item: 2, next: last }).ok().expect("room");
    assert_eq!(nodes[nodes[first].next.expect("linked")].item, 1);
    let mut rows = RowPool::on_heap();
    let row = rows.insert(Row { place: 7 }).ok().expect("room");
    assert_eq!((rows.place()[0], rows.remove(row).map(|row| row.place)), (7, Some(7)));
}
