use bytemuck::{Pod, Zeroable};
use stackpool::layout::Tracked;
use stackpool::{Link, PlainData, Pool, PoolSpec};

#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 100)]
#[repr(C)]
struct Node {
    value: u8,
    parent: Link<Node>,
}

fn restored<P: PoolSpec>(saved: &[u8]) -> Option<Pool<P>>
where
    P::Item: PlainData,
    P::Layout: Tracked,
{
    let mut pool = Pool::new();
    pool.restore(saved).ok()?;
    Some(pool)
}

/// What is `Pod` is plain data.
fn bytes<P: PoolSpec>(pool: &Pool<P>) -> Vec<u8>
where
    P::Item: Pod,
    P::Layout: Tracked,
{
    pool.save()
}

pub fn main() {
    let mut nodes = NodePool::new();
    let root = nodes.insert(Node { value: 1, parent: Link::NONE }).ok();
    let node = nodes.insert(Node { value: 2, parent: Link::new(root) }).unwrap();
    let nodes = restored::<Node>(&bytes(&nodes)).unwrap();
    assert_eq!(nodes[node].parent.get(), root);
}
