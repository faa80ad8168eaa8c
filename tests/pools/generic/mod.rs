//! Pools in generic code: definitions with parameters, and items that borrow.

mod arena;
mod by_hand;
mod derived;
mod keyed_by;
mod keys;
mod sized;
mod tree;

use crate::drops::Drops;
use stackpool::layout::Holds;
use stackpool::{Of, Pool, PoolSpec, pool};
use tree::{NodeId, Tree};

pool! {
    Small: [(); 100];
    Large: [u64; 3_000], guard = live, bookkeeping = free_list;
    Marked: [(); 20], marks = 2, layout = u32, align = 32;
    PlainData: [u8; 40], guard = none;
}

/// A root with two children, the second with a child of its own: 0 (2 (3), 1).
fn family<S, T>(tree: &mut Tree<S, T>, mut value: impl FnMut(u32) -> T) -> (NodeId<S, T>, [NodeId<S, T>; 3])
where
    S: PoolSpec<Layout: Holds<tree::Node<S, T>>>,
{
    let root = tree.add(None, value(0)).ok().unwrap();
    let [first, second] = [1, 2].map(|n| tree.add(Some(root), value(n)).ok().unwrap());
    let third = tree.add(Some(second), value(3)).ok().unwrap();
    (root, [first, second, third])
}

#[test]
fn a_tree_of_numbers_of_both_capacities() {
    let mut small = Tree::<Small, u32>::new();
    let mut large = Tree::<Large, u32>::new();
    let (root, [.., third]) = family(&mut small, |n| n * 10);
    let (large_root, _) = family(&mut large, |n| n);
    let mut seen = Vec::new();
    small.walk(root, &mut |value| seen.push(*value));
    large.walk(large_root, &mut |value| seen.push(*value));
    assert_eq!(seen, [0, 20, 30, 10, 0, 2, 3, 1]);
    assert_eq!((small.remove(root), small.len(), small.get(third)), (Some(0), 0, None));
    assert_eq!((Tree::<Small, u32>::CAPACITY, Tree::<Small, u32>::NODE_ID_BYTES), (100, 1));
    assert_eq!((Tree::<Large, u32>::CAPACITY, Tree::<Large, u32>::NODE_ID_BYTES), (3_000, 2));
}

#[test]
fn a_tree_that_borrows() {
    let text = String::from("cat dog fox owl");
    let words: Vec<&str> = text.split(' ').collect();
    let mut tree = Tree::<Small, &str>::new();
    let (root, _) = family(&mut tree, |n| words[n as usize]);
    let mut longest = "";
    tree.walk(root, &mut |word| longest = longest.max(word));
    let cat = tree.remove(root).unwrap();
    drop(tree);
    assert_eq!((cat, longest), ("cat", "owl")); // they borrow from the text, not from the tree
}

#[test]
fn a_tree_drops_its_values_once() {
    let drops = Drops::default();
    let mut tree = Tree::<Large, _>::new();
    let (root, _) = family(&mut tree, |n| drops.token(n));
    family(&mut tree, |n| drops.token(n + 10));
    drop(tree.remove(root));
    assert_eq!(drops.alive(), [10, 11, 12, 13]);
    drop(tree);
    assert!(drops.alive().is_empty());
}

#[test]
fn a_full_tree_gives_the_value_back() {
    let mut tree = Tree::<Small, Box<u32>>::new();
    for n in 0..100 {
        assert!(tree.add(None, Box::new(n)).is_ok());
    }
    assert_eq!(*tree.add(None, Box::new(7)).unwrap_err().into_inner(), 7);
}

#[test]
fn the_widths_are_those_of_the_other_definition() {
    fn agree<S: PoolSpec<Layout: Holds<[u8; 64]>>>() {
        type Wide<S> = Pool<Of<S, [u8; 64]>>;
        assert_eq!(Wide::<S>::CAPACITY, Pool::<S>::CAPACITY);
        assert_eq!(Wide::<S>::HANDLE_BYTES, Pool::<S>::HANDLE_BYTES);
        assert_eq!(Wide::<S>::GENERATIONS, Pool::<S>::GENERATIONS);
        assert_eq!(Wide::<S>::BOOKKEEPING_BYTES, Pool::<S>::BOOKKEEPING_BYTES);
        assert!(Wide::<S>::TOTAL_BYTES >= Wide::<S>::BOOKKEEPING_BYTES + Wide::<S>::CAPACITY * 64);
    }
    agree::<Small>();
    agree::<Large>();
    agree::<Marked>();
    agree::<PlainData>();
    assert_eq!(align_of::<Pool<Of<Marked, u8>>>(), 32);
}

#[test]
fn a_slot_of_a_free_list_has_room_for_an_index_whatever_the_items_are() {
    let mut pool = Pool::<Of<Large, u8>>::new();
    let handles: Vec<_> = (0..200).map(|n| pool.insert(n).unwrap()).collect();
    for (n, handle) in handles.iter().enumerate().take(150).skip(50) {
        assert_eq!(pool.remove(*handle), Some(n as u8));
    }
    pool.extend(200..=255);
    let mut values: Vec<u8> = pool.values().copied().collect();
    values.sort_unstable();
    assert!(values.into_iter().eq((0..50).chain(150..=255)));
}

#[test]
fn handles_show_the_name_of_the_other_definition() {
    let mut pool = Pool::<Of<Small, &str>>::new();
    let handle = pool.insert("a").unwrap();
    assert!(format!("{handle:?}").starts_with("Small"), "{handle:?}");
}

#[test]
fn plain_data_needs_no_guard() {
    let mut pool = Pool::<Of<PlainData, [u16; 3]>>::new();
    let handle = pool.insert([1, 2, 3]).unwrap();
    assert_eq!((pool[handle], pool.handle_at(39).map(|last| pool[last])), ([1, 2, 3], Some([0; 3])));
}

#[test]
fn definitions_of_definitions() {
    let mut pool = Pool::<Of<Of<Small, u32>, String>>::new();
    let handle = pool.insert(String::from("x")).unwrap();
    let mark = Pool::<Of<Marked, String>>::new().mark().is_ok();
    assert_eq!((pool[handle].as_str(), mark), ("x", true));
}
