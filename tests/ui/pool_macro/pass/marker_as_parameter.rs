use stackpool::{Handle, PoolSpec, pool};
use std::collections::BTreeSet;
use std::collections::HashSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Target<P: PoolSpec>(Option<Handle<P>>);

#[derive(Debug, Clone, PartialEq)]
struct Node<P: PoolSpec> {
    value: u8,
    next: Option<Handle<P>>,
}

pool! {
    Small: [Node<Small>; 8];
    Large: [Node<Large>; 300], guard = live;
    #[derive(std::fmt::Debug, Clone)]
    #[derive(Hash)]
    #[cfg_attr(not(any()), derive(PartialEq))]
    Custom: [Target<Small>; 3];
}

fn push<P: PoolSpec<Item = Node<P>>>(nodes: &mut stackpool::Pool<P>, value: u8) -> Option<Handle<P>>
where
    Node<P>: std::fmt::Debug,
{
    nodes.insert(Node { value, next: None }).ok()
}

pub fn main() {
    let mut nodes = SmallPool::new();
    let first = push(&mut nodes, 1);
    let second = nodes.insert(Node { value: 2, next: first }).unwrap();
    assert_eq!(nodes[second].clone(), Node { value: 2, next: first });
    let target: Target<Small> = Target(first);
    let copy = target;
    assert!(target == copy && target < Target(Some(second)));
    assert_eq!(BTreeSet::from([target, copy]).len(), 1);
    assert_eq!(HashSet::from([Target::<Custom>(None)]).len(), 1);
    assert_eq!(LargePool::new().insert(Node { value: 3, next: None }).map(|_| ()).ok(), Some(()));
}
