//! Dense pools in generic code, of generic items, and with a static; rows that are plain data; no lints.

#![forbid(unsafe_code)]
#![deny(warnings)]

use stackpool::layout::Dense;
use stackpool::{Columns, Of, Pool, PoolSpec, pool};

/// A generic item.
#[derive(Pool)]
#[pool(capacity = 1_000, dense)]
pub struct Node<T> {
    value: T,
}

/// A struct of columns.
#[derive(Columns, Clone, Copy)]
pub struct Sprite {
    /// Where it is.
    #[pool(group = instance)]
    pub position: [f32; 2],
    /// How it looks.
    #[pool(group = instance)]
    pub colour: [u8; 4],
    /// A row of these has padding.
    #[pool(group = other)]
    pub depth: u32,
    /// As above.
    #[pool(group = other)]
    pub layer: u8,
    /// A `bool` is no plain data.
    #[pool(group = flags)]
    pub is_seen: bool,
}

pool! {
    pub Sprites: [Sprite; 64], columns, dense, changes, marks = 2;
    Words: [u32; 70_000], dense, quarantine = 64;
}

fn largest<P: PoolSpec<Item: Ord + Copy, Layout: Dense>>(pool: &mut Pool<P>) -> Option<P::Item> {
    pool.sort_by_key(|&item| item);
    pool.as_slice().last().copied()
}

fn is_pod<T: bytemuck::Pod>(_: &[T]) {}

pub fn main() {
    let words = Words::take_pool().unwrap();
    words.extend([3, 9, 2]);
    assert_eq!((largest(words), WordsPool::HANDLE_BYTES), (Some(9), 3));

    let mut nodes = NodePool::<u8>::new();
    nodes.extend([Node { value: 1 }, Node { value: 2 }]);
    assert_eq!(nodes.as_slice()[1].value, 2);
    let mut others = Pool::<Of<Words, u16>>::on_heap();
    others.extend([5, 4]);
    assert_eq!(largest(&mut others), Some(5));

    let sprites = Sprites::take_pool().unwrap();
    let sprite = Sprite { position: [1.0; 2], colour: [2; 4], depth: 3, layer: 4, is_seen: true };
    assert!(sprites.insert(sprite).is_ok());
    is_pod(sprites.instance());
    assert_eq!(bytemuck::cast_slice::<_, u8>(sprites.columns().instance).len(), 12);
    assert_eq!((sprites.other()[0].depth, sprites.other()[0].layer, sprites.flags()[0].is_seen), (3, 4, true));
    sprites.instance_mut()[0].colour = [0; 4];
}
