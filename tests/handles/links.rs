//! Links. Every byte pattern is a valid link: either a handle in range or none. The tests include links in items that
//! are saved.

use crate::size::{IS_SMALL, miri_or};
use bytemuck::{Pod, Zeroable, bytes_of, cast, pod_read_unaligned};
use stackpool::{Handle, Link, Pool, PoolSpec, pool};
use std::collections::HashSet;

pool! {
    One: [u8; 1]; // 1 byte; the index has no bits
    Byte: [u8; 100]; // 2 generations
    ByteLive: [u8; 255], guard = live;
    Short: [u8; 10_000]; // 4 generations
    ShortOdd: [u8; 16_384]; // 3 generations: the niche takes the place of the fourth
    ShortLive: [u8; 65_535], guard = live;
    Three: [u8; 262_144]; // 63 generations
    Four: [u8; 1_000], generation_bits = 22;
    // Handles that use every code, so that `Option<Handle>` is larger.
    ByteFull: [u8; 256];
    ShortFull: [u8; 65_536];
    ThreeFull: [u8; 16_777_216], guard = live;
}

fn is_as_small_as_an_option<P: 'static + PoolSpec>(handle: usize, option: usize) {
    assert_eq!((size_of::<Handle<P>>(), size_of::<Option<Handle<P>>>()), (handle, option));
    assert_eq!((size_of::<Link<P>>(), align_of::<Link<P>>()), (option, align_of::<Handle<P>>()));
}

#[test]
fn a_link_has_the_size_and_the_alignment_of_an_optional_handle() {
    is_as_small_as_an_option::<One>(1, 1);
    is_as_small_as_an_option::<Byte>(1, 1);
    is_as_small_as_an_option::<Short>(2, 2);
    is_as_small_as_an_option::<Three>(3, 3);
    is_as_small_as_an_option::<Four>(4, 4);
    is_as_small_as_an_option::<ByteFull>(1, 2);
    is_as_small_as_an_option::<ShortFull>(2, 4);
    is_as_small_as_an_option::<ThreeFull>(3, 4);
}

/// A handle that was put in a link comes back, and the bytes of the link are the bytes of the handle.
fn comes_back<P: 'static + PoolSpec>(bits: u32) {
    let handle = Handle::<P>::from_bits(bits).expect("a handle");
    let link = Link::from(handle);
    assert_eq!((link.get(), link.is_some(), link.is_none()), (Some(handle), true, false));
    assert!(link == handle);
    assert!(handle == link);
    let (of_handle, rest) = bytes_of(&link).split_at(size_of::<Handle<P>>());
    assert_eq!(of_handle, bytes_of(&handle));
    assert_eq!(rest.iter().map(|byte| usize::from(*byte)).sum::<usize>(), usize::from(!rest.is_empty()));
    assert_eq!(link, Link::new(Some(handle)));
    assert_eq!(link, Link::from(Some(handle)));
    assert_ne!(link, Link::NONE);
    assert_eq!(format!("{link:?}"), format!("{handle:?}"));
}

#[test]
fn every_handle_comes_back() {
    let every = |capacity: u32, generations: u32, index_bits: u32| {
        let step = miri_or(4_001, 1);
        let generations = 0..generations;
        generations.flat_map(move |g| (0..capacity).step_by(step).map(move |index| g << index_bits | index))
    };
    every(1, 128, 0).for_each(comes_back::<One>);
    every(100, 2, 7).for_each(comes_back::<Byte>);
    every(255, 1, 8).for_each(comes_back::<ByteLive>);
    every(10_000, 4, 14).for_each(comes_back::<Short>);
    every(16_384, 3, 14).for_each(comes_back::<ShortOdd>);
    for bits in [0, 1, 262_143, 1 << 18, 262_143 | 62 << 18] {
        comes_back::<Three>(bits);
    }
    for bits in [0, 1, 999, 1 << 10, 999 | ((1 << 22) - 1) << 10] {
        comes_back::<Four>(bits);
    }
    every(256, 1, 8).for_each(comes_back::<ByteFull>);
    every(65_536, 1, 16).for_each(comes_back::<ShortFull>);
    for bits in [0, 1, 255, 256, 16_711_680, 16_777_215] {
        comes_back::<ThreeFull>(bits);
    }
}

fn zero_is_none<P: 'static + PoolSpec>() {
    let zero = Link::<P>::zeroed();
    assert_eq!((zero.get(), zero.is_some(), zero.is_none()), (None, false, true));
    let first = Handle::from_bits(0).expect("a handle");
    assert_ne!(zero, first);
    assert_ne!(first, zero);
    assert!(zero == Link::NONE && zero == Link::default() && zero == Link::new(None));
    assert_eq!(zero, Link::from(None));
    assert!(bytes_of(&Link::<P>::NONE).iter().all(|byte| *byte == 0));
    assert_eq!(format!("{zero:?}"), "None");
}

#[test]
fn zero_bytes_are_no_handle() {
    zero_is_none::<One>();
    zero_is_none::<Byte>();
    zero_is_none::<ByteLive>();
    zero_is_none::<Short>();
    zero_is_none::<ShortOdd>();
    zero_is_none::<Three>();
    zero_is_none::<Four>();
    zero_is_none::<ByteFull>();
    zero_is_none::<ShortFull>();
    zero_is_none::<ThreeFull>();
}

/// Counts the patterns that are a handle. Each must be the handle whose bits are the inverted pattern.
fn handles<P: 'static + PoolSpec, B: Pod>(
    patterns: impl Iterator<Item = (B, u32)>,
    capacity: usize,
) -> usize {
    let mut handles = 0;
    for (pattern, inverted) in patterns {
        let link: Link<P> = cast(pattern);
        // The inverted pattern of the niche is all ones, which are the bits of no handle.
        let expected = Handle::from_bits(inverted);
        assert_eq!(link.get(), expected, "{inverted:#x}");
        assert!(link.get().is_none_or(|handle| handle.index() < capacity), "{inverted:#x}");
        assert_eq!(bytes_of(&link), bytes_of(&pattern), "a link keeps its bytes");
        handles += usize::from(!link.is_none());
    }
    handles
}

#[test]
fn every_pattern_of_1_and_2_bytes_is_a_handle_in_range_or_none() {
    let bytes = || (0..=u8::MAX).map(|byte| (byte, u32::from(!byte)));
    // 128 generations of one slot would leave no code for the niche.
    assert_eq!(handles::<One, _>(bytes(), 1), OnePool::GENERATIONS as usize);
    assert_eq!(handles::<Byte, _>(bytes(), 100), 100 * 2);
    assert_eq!(handles::<ByteLive, _>(bytes(), 255), 255);
    let step = miri_or(4_001, 1);
    let shorts = || (0..=u16::MAX).step_by(step).map(|short| (short, u32::from(!short)));
    let counts = [
        handles::<Short, _>(shorts(), 10_000),
        handles::<ShortOdd, _>(shorts(), 16_384),
        handles::<ShortLive, _>(shorts(), 65_535),
    ];
    assert!(IS_SMALL || counts == [10_000 * 4, 16_384 * 3, 65_535], "{counts:?}");
}

#[test]
fn patterns_of_3_and_4_bytes_are_a_handle_in_range_or_none() {
    for bytes in [[0, 0, 0], [1, 2, 0], [255, 255, 0]] {
        assert!(cast::<[u8; 3], Link<Three>>(bytes).is_none(), "{bytes:?}");
    }
    assert_ne!(cast::<[u8; 3], Link<Three>>([1, 2, 0]), Link::NONE, "equal when the bytes are");
    let spread = (0..miri_or(20, 100_000_u32)).map(|i| i.wrapping_mul(0x9E37_79B9));
    for pattern in spread.chain([1, 1 << 10, u32::MAX]) {
        let four: Link<Four> = cast(pattern);
        assert_eq!(four.get(), Handle::from_bits(!pattern));
        let [a, b, c, _] = pattern.to_le_bytes();
        let three: Link<Three> = cast([a, b, c]);
        assert_eq!(three.get(), Handle::from_bits(!pattern & 0xFF_FFFF));
    }
}

/// A code, and a number that is 1 if there is a handle.
#[test]
fn patterns_of_handles_that_use_every_code_are_a_handle_or_none() {
    for code in (0..=u8::MAX).step_by(miri_or(85, 1)) {
        let link = |is_some: u8| cast::<[u8; 2], Link<ByteFull>>([code, is_some]);
        assert_eq!(link(1).get().map(Handle::index), Some(code.into()));
        assert!((0..=u8::MAX).filter(|is_some| *is_some != 1).all(|is_some| link(is_some).is_none()));
    }
    for is_some in [0, 1, 2, 256, u16::MAX] {
        let link: Link<ShortFull> = cast([65_535, is_some]);
        assert_eq!(link.get().map(Handle::index), (is_some == 1).then_some(65_535));
    }
    for is_some in [0, 1, 2, u8::MAX] {
        let link: Link<ThreeFull> = cast([1, 2, 3, is_some]);
        assert_eq!(link.get().map(Handle::index), (is_some == 1).then_some(0x03_02_01));
    }
}

#[test]
fn links_are_plain_data() {
    fn is_plain<T: Pod + Send + Sync + Unpin + Eq + std::hash::Hash>() {}
    is_plain::<Link<Byte>>();
    is_plain::<[Link<Three>; 4]>();
    is_plain::<Link<ShortFull>>();

    let handle = Handle::<Short>::from_bits(9_999);
    let links = [Link::new(handle), Link::NONE];
    let bytes: [u8; 4] = cast(links);
    assert_eq!(bytes, [(!9_999_u16).to_ne_bytes(), [0; 2]].concat()[..]);
    assert_eq!(pod_read_unaligned::<[Link<Short>; 2]>(&bytes), links);
    assert_eq!(HashSet::from([links[0], links[0], links[1], Link::default()]).len(), 2);
}

/// An item with a link to an item of the same pool.
#[derive(Pool, Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[pool(capacity = 1_000)]
#[repr(C)]
struct Node {
    value: u16,
    parent: Link<Node>,
    children: [Link<Node>; 2],
}

/// An item with a link to its own pool and a link to another pool, declared by the names of the pools.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
struct Item {
    next: Link<Items>,
    node: Link<Node>,
    owner: Link<Owners>,
}

/// The smallest item with a link, under a guard that needs plain data, and with a free list in the slots.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(transparent)]
struct Owner(Link<Owners>);

pool! {
    Items: [Item; 300];
    Owners: [Owner; 500], guard = none;
    Listed: [Linked; 500], bookkeeping = free_list;
}

#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
struct Linked {
    next: Link<Listed>,
}

/// A binary tree of this many nodes. The value of each node is its number.
fn tree(count: u16) -> (NodePool, Vec<NodeHandle>) {
    let mut nodes = NodePool::new();
    let mut handles = Vec::new();
    for value in 0..count {
        let parent = value.checked_sub(1).map(|below| handles[usize::from(below / 2)]);
        let node = Node { value, parent: parent.into(), children: [Link::NONE; 2] };
        let handle = nodes.insert(node).expect("room");
        if let Some(parent) = parent {
            nodes[parent].children[usize::from((value - 1) % 2)] = handle.into();
        }
        handles.push(handle);
    }
    (nodes, handles)
}

fn is_a_tree(nodes: &NodePool, root: NodeHandle, count: u16) {
    let mut seen = HashSet::new();
    let mut open = vec![root];
    while let Some(handle) = open.pop() {
        let node = nodes[handle];
        assert!(seen.insert(node.value), "{} twice", node.value);
        for (side, child) in node.children.iter().enumerate() {
            let Some(child) = child.get() else { continue };
            assert_eq!(nodes[child].parent.get(), Some(handle));
            assert_eq!(usize::from(nodes[child].value), 2 * usize::from(node.value) + 1 + side);
            open.push(child);
        }
    }
    assert_eq!(seen.len(), usize::from(count));
}

#[test]
fn links_of_a_restored_pool_name_the_same_objects() {
    let count = miri_or(20, 700);
    let (mut nodes, handles) = tree(count);
    let mut buffer = vec![0; NodePool::SAVED_BYTES];
    let saved = nodes.save_into(&mut buffer).expect("room");
    // A rollback. Objects that are inserted afterwards use other slots, and the generations continue.
    for &handle in &handles {
        nodes.remove(handle);
    }
    nodes.extend((0..count / 2).map(|_| Node::zeroed()));
    nodes.restore(saved).expect("a saved pool");
    is_a_tree(&nodes, handles[0], count);
    // A saved game.
    let mut loaded = NodePool::new();
    loaded.restore(saved).expect("a saved pool");
    is_a_tree(&loaded, handles[0], count);
    assert_eq!(loaded, nodes);
    // A link to a removed object is a stale handle.
    nodes.remove(handles[0]);
    let stale = nodes[handles[1]].parent;
    assert_eq!((stale.get(), nodes.get(handles[0])), (Some(handles[0]), None));
}

#[test]
fn pools_link_each_other() {
    let (mut nodes, mut items, mut owners) = (NodePool::new(), ItemsPool::new(), OwnersPool::new());
    let owner = owners.insert_with(|me| Owner(me.into())).expect("room");
    let node = nodes.insert(Node::zeroed()).expect("room");
    let last = Item { next: Link::NONE, node: node.into(), owner: owner.into() };
    let last = items.insert(last).expect("room");
    let first = items.insert(Item { next: last.into(), ..Item::zeroed() }).expect("room");

    let mut buffer = vec![0; ItemsPool::SAVED_BYTES];
    let saved = items.save_into(&mut buffer).expect("room");
    items.clear();
    items.restore(saved).expect("a saved pool");
    let item = items[items[first].next.get().expect("a next one")];
    assert_eq!((item.next, item.node.get(), item.owner.get()), (Link::NONE, Some(node), Some(owner)));
    assert_eq!(owners[owner].0.get(), Some(owner));
}

#[test]
fn a_free_list_is_in_the_bytes_of_links() {
    let mut list = ListedPool::new();
    let mut head = Link::NONE;
    for _ in 0..10 {
        head = list.insert(Linked { next: head }).expect("room").into();
    }
    let saved = list.clone();
    let mut left = 0;
    while let Some(linked) = head.get().and_then(|handle| list.remove(handle)) {
        head = linked.next;
        left += 1;
    }
    assert_eq!((left, list.len(), saved.len()), (10, 0, 10));
}

#[test]
fn a_link_is_taken_once() {
    let mut units = BytePool::new();
    let handle = units.insert(1).unwrap();
    let mut link = Link::from(handle);
    assert_eq!(Option::from(link), Some(handle));
    assert_eq!((link.take(), link.take()), (Some(handle), None));
    assert_eq!(Option::<Handle<Byte>>::from(link), None);
}
