//! `#[derive(Pool)]` on types with parameters.

#![expect(clippy::multiple_bound_locations, reason = "the derives of `bytemuck` add a `where` clause")]

use crate::drops::{Drops, Token};
use crate::size::miri_or;
use stackpool::{Handle, HandleMap, Link, Pool};
use std::fmt::{Debug, Display};

#[derive(Pool)]
#[pool(capacity = 100)]
struct Node<T> {
    value: T,
    first_child: Option<NodeHandle<T>>,
    next: Option<NodeHandle<T>>,
}

/// A tree of one capacity, for values of any type.
struct Tree<T> {
    nodes: NodePool<T>,
    root: NodeHandle<T>,
}

impl<T> Tree<T> {
    fn new(value: T) -> Self {
        let mut nodes = NodePool::new();
        let root = nodes.insert(Node { value, first_child: None, next: None });
        Tree { root: root.ok().unwrap(), nodes }
    }

    fn add(&mut self, parent: NodeHandle<T>, value: T) -> Option<NodeHandle<T>> {
        let next = self.nodes.get(parent)?.first_child;
        let child = self.nodes.insert(Node { value, first_child: None, next }).ok()?;
        self.nodes[parent].first_child = Some(child);
        Some(child)
    }

    fn children(&self, parent: NodeHandle<T>) -> impl Iterator<Item = &T> {
        let mut next = self.nodes[parent].first_child;
        std::iter::from_fn(move || {
            let node = &self.nodes[next?];
            next = node.next;
            Some(&node.value)
        })
    }
}

#[test]
fn a_tree_of_values_of_any_type() {
    let mut numbers = Tree::new(1_u64);
    let child = numbers.add(numbers.root, 2).unwrap();
    numbers.add(child, 3).unwrap();
    numbers.add(numbers.root, 4).unwrap();
    assert!(numbers.children(numbers.root).eq(&[4, 2]));

    let text = String::from("root leaf");
    let (root, leaf) = text.split_once(' ').unwrap();
    let mut words = Tree::new(root);
    words.add(words.root, leaf).unwrap();
    assert!(words.children(words.root).eq([&"leaf"]));

    let drops = Drops::default();
    let mut tokens = Tree::new(drops.token(0));
    for id in 1..100 {
        assert!(tokens.add(tokens.root, drops.token(id)).is_some());
    }
    assert!(tokens.add(tokens.root, drops.token(100)).is_none());
    assert_eq!(drops.alive().len(), 100);
    drop(tokens);
    assert!(drops.alive().is_empty());
    assert_eq!((NodePool::<u64>::HANDLE_BYTES, NodePool::<Token>::HANDLE_BYTES), (1, 1));
}

/// Parameters of every kind, with bounds, defaults and a `where` clause.
#[derive(Pool, Debug)]
#[pool(capacity = 20 * 2, guard = live, marks = 2, pool = Entries, handle = EntryId)]
enum Entry<'a, K: Ord + Copy, V: ?Sized = str, const N: usize = 2, const WRAPS: bool = { 1 < 2 }>
where
    V: Display,
{
    Pair(K, &'a V, [Option<EntryId<'a, K, V, N, WRAPS>>; N]),
    Empty,
}

#[test]
fn parameters_of_every_kind() {
    let mut entries = Entries::<u8>::new();
    let empty: EntryId<'_, u8> = entries.insert(Entry::Empty).unwrap();
    let pair = entries.insert(Entry::Pair(1, "one", [Some(empty), None])).unwrap();
    let mark = entries.mark().unwrap();
    entries.insert(Entry::Empty).unwrap();
    assert_eq!(entries.release_since(mark).unwrap(), 1);
    let Entry::Pair(1, value, [Some(first), None]) = entries[pair] else { panic!("another entry") };
    assert_eq!((value.to_string().as_str(), first, entries.len()), ("one", empty, 2));

    let number = 7;
    let mut others = Entries::<'_, i64, i32, 3, false>::new();
    others.insert(Entry::Pair(-1, &number, [None; 3])).unwrap();
    assert_eq!((others.len(), Entries::<'_, i64, i32, 3, false>::CAPACITY), (1, 40));
}

/// An item that borrows, and names others of its kind.
#[derive(Pool)]
#[pool(capacity = 300, bookkeeping = free_list, max_bytes = 10_000)]
pub(crate) struct Word<'text> {
    text: &'text str,
    next: Option<WordHandle<'text>>,
}

fn chain<'text>(words: &mut WordPool<'text>, text: &'text str) -> Option<WordHandle<'text>> {
    text.split(' ').rev().fold(None, |next, text| words.insert(Word { text, next }).ok())
}

#[test]
fn words_that_borrow_their_text() {
    let text = String::from("to be or not");
    let mut words = WordPool::new();
    let mut next = chain(&mut words, &text);
    let mut found = Vec::new();
    while let Some(word) = next.and_then(|handle| words.remove(handle)) {
        found.push(word.text);
        next = word.next;
    }
    assert!(words.is_empty());
    drop(words);
    assert_eq!(found, ["to", "be", "or", "not"]);
}

#[derive(Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[pool(capacity = 50, guard = none)]
#[repr(transparent)]
struct Cell<T: bytemuck::Pod>(T);

#[test]
fn plain_data_with_a_parameter_needs_no_guard() {
    let mut cells = CellPool::<[u16; 2]>::new();
    let cell = cells.insert(Cell([1, 2])).ok().unwrap();
    assert_eq!((cells[cell].0, CellPool::<u8>::BOOKKEEPING_BYTES), ([1, 2], 50 + 5 * 4 + 2));
}

#[test]
fn handles_of_different_arguments_are_different_types() {
    fn kind<T: 'static>(_: T) -> std::any::TypeId {
        std::any::TypeId::of::<T>()
    }
    let number = NodePool::new().insert(Node { value: 1, first_child: None, next: None }).ok().unwrap();
    let word = NodePool::new().insert(Node { value: "a", first_child: None, next: None }).ok().unwrap();
    assert_ne!(kind(number), kind(word));
    assert_eq!((number.to_bits(), format!("{number:?}")), (word.to_bits(), format!("{word:?}")));
}

#[test]
fn side_tables_of_generic_definitions() {
    fn label<T: Debug>(nodes: &NodePool<T>) -> HandleMap<Node<T>, String> {
        let mut labels = HandleMap::new();
        for (handle, node) in nodes {
            labels.insert(handle, format!("{:?}", node.value));
        }
        labels
    }
    let mut nodes = NodePool::new();
    let handle: Handle<Node<Option<u8>>> =
        nodes.insert(Node { value: Some(3), first_child: None, next: None }).ok().unwrap();
    assert_eq!(label(&nodes)[handle], "Some(3)");
    assert_eq!(Link::from(handle).get(), Some(handle));
}

mod elsewhere {
    use stackpool::Pool;

    #[derive(Pool)]
    #[pool(capacity = 4)]
    pub(crate) struct Public<T: Default>(pub(crate) T);
}

#[test]
fn a_generic_pool_in_a_static() {
    static PUBLIC: std::sync::Mutex<elsewhere::PublicPool<u32>> =
        std::sync::Mutex::new(elsewhere::PublicPool::new());
    let mut pool = PUBLIC.lock().unwrap();
    let handle: elsewhere::PublicHandle<u32> = pool.insert(elsewhere::Public(8)).ok().unwrap();
    assert_eq!(pool[handle].0, 8);
}

#[test]
fn many_objects_come_and_go() {
    let mut nodes = NodePool::new();
    let mut live = Vec::new();
    for n in 0..miri_or(90_u32, 20_000) {
        if n % 3 == 2 {
            let handle = live.swap_remove(n as usize * 7 % live.len());
            let node: Option<Node<Box<u32>>> = nodes.remove(handle);
            assert!(node.is_some());
        } else if let Ok(handle) = nodes.insert(Node { value: Box::new(n), first_child: None, next: None }) {
            live.push(handle);
        }
        assert_eq!(nodes.len(), live.len());
    }
}
