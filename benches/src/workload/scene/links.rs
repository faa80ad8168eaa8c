//! Containers of nodes that hold keys of each other.

use super::{Builder, Node};
use crate::contenders::names;
use crate::report::Role;
use generational_arena::Arena as GenerationalArena;
use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use stackpool::{Handle, Heap, Pool, PoolSpec, pool};
use thunderdome::Arena;

/// A node that holds handles of its pool.
type Pooled<P> = Node<Option<Handle<P>>>;

pool! {
    Short: [Pooled<Short>; 60_000];
    ShortLive: [Pooled<ShortLive>; 60_000], guard = live;
    ShortU32: [Pooled<ShortU32>; 60_000], layout = u32;

    Packed: [Pooled<Packed>; 250_000];
    PackedLive: [Pooled<PackedLive>; 250_000], guard = live;
    PackedU32: [Pooled<PackedU32>; 250_000], layout = u32;
    PackedU32Wide: [Pooled<PackedU32Wide>; 250_000], layout = u32, generation_bits = 7;

    Split: [Pooled<Split>; 1_000_000];
    SplitLive: [Pooled<SplitLive>; 1_000_000], guard = live;
    SplitU32: [Pooled<SplitU32>; 1_000_000], layout = u32;
    SplitU32Wide: [Pooled<SplitU32Wide>; 1_000_000], layout = u32, generation_bits = 7;
}

/// A container of nodes that gives links to them.
pub(super) trait Links: Sized + 'static {
    /// The links that nodes hold.
    type Link: Copy + PartialEq;

    /// The link to no node.
    const NONE: Self::Link;

    /// Makes an empty container with memory for this many nodes.
    fn with_room(count: usize) -> Self;

    /// Adds a node.
    fn insert(&mut self, node: Node<Self::Link>) -> Self::Link;

    /// Returns the node of a link.
    fn get(&self, link: Self::Link) -> Option<&Node<Self::Link>>;

    /// Returns the node of a link for writing.
    fn get_mut(&mut self, link: Self::Link) -> Option<&mut Node<Self::Link>>;
}

/// Passes the pools with room for this many nodes to the visitor.
pub(super) fn pools(count: usize, builder: &mut Builder) {
    macro_rules! push {
        ($($name:ident: $definition:ty),*) => {{
            $(builder.push::<Heap<Pool<$definition>>>(names::$name, Role::Ours);)*
        }};
    }
    match count {
        60_000 => push!(DEFAULT: Short, LIVE: ShortLive, U32: ShortU32),
        250_000 => push!(DEFAULT: Packed, LIVE: PackedLive, U32: PackedU32, U32_WIDE: PackedU32Wide),
        1_000_000 => push!(DEFAULT: Split, LIVE: SplitLive, U32: SplitU32, U32_WIDE: SplitU32Wide),
        _ => panic!("there is no pool of {count}"),
    }
}

/// Passes all other containers to the visitor.
pub(super) fn peers(builder: &mut Builder) {
    builder.push::<Slab<Node<u32>>>("slab", Role::Unchecked);
    builder.push::<SlotMap<DefaultKey, Node<Option<DefaultKey>>>>("slotmap", Role::Peer);
    builder.push::<DenseSlotMap<DefaultKey, Node<Option<DefaultKey>>>>("dense slotmap", Role::Peer);
    builder.push::<Arena<Node<Option<thunderdome::Index>>>>("thunderdome", Role::Peer);
    builder
        .push::<GenerationalArena<Node<Option<generational_arena::Index>>>>("generational-arena", Role::Peer);
    builder.push::<Vec<Node<u32>>>("vec", Role::Floor);
}

impl<P: 'static + PoolSpec<Item = Pooled<P>>> Links for Heap<Pool<P>> {
    type Link = Option<Handle<P>>;

    const NONE: Self::Link = None;

    fn with_room(_: usize) -> Self {
        Pool::on_heap()
    }

    fn insert(&mut self, node: Pooled<P>) -> Self::Link {
        Pool::insert(self, node).ok()
    }

    #[inline]
    fn get(&self, link: Self::Link) -> Option<&Pooled<P>> {
        Pool::get(self, link?)
    }

    fn get_mut(&mut self, link: Self::Link) -> Option<&mut Pooled<P>> {
        Pool::get_mut(self, link?)
    }
}

/// Implements `Links` for containers whose keys have a value that stands for no key.
macro_rules! keyed {
    ($($container:ty, $key:ty;)*) => {$(
        impl Links for $container {
            type Link = Option<$key>;

            const NONE: Self::Link = None;

            fn with_room(count: usize) -> Self {
                <$container>::with_capacity(count)
            }

            fn insert(&mut self, node: Node<Self::Link>) -> Self::Link {
                Some(<$container>::insert(self, node))
            }

            #[inline]
            fn get(&self, link: Self::Link) -> Option<&Node<Self::Link>> {
                <$container>::get(self, link?)
            }

            fn get_mut(&mut self, link: Self::Link) -> Option<&mut Node<Self::Link>> {
                <$container>::get_mut(self, link?)
            }
        }
    )*};
}

keyed! {
    SlotMap<DefaultKey, Node<Option<DefaultKey>>>, DefaultKey;
    DenseSlotMap<DefaultKey, Node<Option<DefaultKey>>>, DefaultKey;
    Arena<Node<Option<thunderdome::Index>>>, thunderdome::Index;
    GenerationalArena<Node<Option<generational_arena::Index>>>, generational_arena::Index;
}

impl Links for Slab<Node<u32>> {
    type Link = u32;

    const NONE: u32 = u32::MAX;

    fn with_room(count: usize) -> Self {
        Slab::with_capacity(count)
    }

    fn insert(&mut self, node: Node<u32>) -> u32 {
        Slab::insert(self, node) as u32
    }

    #[inline]
    fn get(&self, link: u32) -> Option<&Node<u32>> {
        Slab::get(self, link as usize)
    }

    fn get_mut(&mut self, link: u32) -> Option<&mut Node<u32>> {
        Slab::get_mut(self, link as usize)
    }
}

impl Links for Vec<Node<u32>> {
    type Link = u32;

    const NONE: u32 = u32::MAX;

    fn with_room(count: usize) -> Self {
        Vec::with_capacity(count)
    }

    fn insert(&mut self, node: Node<u32>) -> u32 {
        self.push(node);
        self.len() as u32 - 1
    }

    #[inline]
    fn get(&self, link: u32) -> Option<&Node<u32>> {
        <[_]>::get(self, link as usize)
    }

    fn get_mut(&mut self, link: u32) -> Option<&mut Node<u32>> {
        <[_]>::get_mut(self, link as usize)
    }
}
