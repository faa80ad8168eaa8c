//! Handles and links of `Of<S, T>` as those of `S`, and back.

use stackpool::layout::{Holds, Tracked};
use stackpool::{Full, Handle, HandleMap, Link, Of, Pool, PoolSpec, pool};

pool! {
    One: [(); 1];
    Byte: [(); 100], quarantine = 0;
    WholeByte: [(); 256];
    Short: [(); 1_000], quarantine = 0;
    WholeShort: [(); 65_536];
    Three: [(); 100_000];
    ThreeGrows: [(); 10], grows_to = 1 << 24;
    Four: [(); 1_000], handle_bytes = 4;
    Live: [(); 300], guard = live;
    Plain: [u8; 40], guard = none;
}

/// A library whose key is not generic in the items.
struct Tree<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> {
    nodes: Pool<Of<S, Node<S, T>>>,
}

struct Node<S: PoolSpec, T> {
    value: T,
    parent: Option<Handle<S>>,
}

impl<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> Tree<S, T> {
    fn add(&mut self, value: T, parent: Option<Handle<S>>) -> Result<Handle<S>, Full> {
        self.nodes.insert(Node { value, parent }).map(Into::into).map_err(Full::without_value)
    }

    fn remove(&mut self, key: Handle<S>) -> Option<T> {
        Some(self.nodes.remove(key)?.value)
    }

    fn get(&self, key: Handle<S>) -> Option<&T> {
        self.nodes.get(key).map(|node| &node.value)
    }

    fn parent(&self, key: Handle<S>) -> Option<Handle<S>> {
        self.nodes.get(key)?.parent
    }
}

#[test]
fn every_handle_of_one_is_a_handle_of_the_other() {
    fn check<S: PoolSpec<Layout: Holds<u64>> + 'static>() {
        type There<S> = Handle<Of<S, u64>>;
        let (slots, generations) = (Pool::<S>::CAPACITY, Pool::<S>::GENERATIONS);
        for index in [0, 1, slots / 2, slots - 1] {
            for generation in [0, 1, generations / 2, generations - 1] {
                let Some(handle) = Handle::<S>::from_parts(index, generation) else {
                    assert!(index >= slots || generation >= generations);
                    continue;
                };
                let there = There::<S>::from(handle);
                assert_eq!((there.index(), there.generation()), (index, generation));
                assert_eq!(there.to_bits(), handle.to_bits());
                assert_eq!(bytemuck::bytes_of(&there), bytemuck::bytes_of(&handle));
                assert_eq!(Handle::<S>::from(there), handle);

                let link = Link::from(handle);
                let link_there = Link::<Of<S, u64>>::from(link);
                assert_eq!((link_there.get(), Link::<S>::from(link_there)), (Some(there), link));
                assert_eq!(link.get().map(There::<S>::from), link_there.get());
            }
        }
        assert_eq!(Link::<Of<S, u64>>::from(Link::<S>::NONE).get(), None);
        assert_eq!(size_of::<Option<There<S>>>(), size_of::<Option<Handle<S>>>());
    }
    check::<One>();
    check::<Byte>();
    check::<WholeByte>();
    check::<Short>();
    check::<WholeShort>();
    check::<Three>();
    check::<ThreeGrows>();
    check::<Four>();
    check::<Live>();
    check::<Plain>();
    check::<Of<Short, u8>>();
}

/// Bytes of a link that are no handle of one definition are none of the other.
#[test]
fn a_link_that_is_no_handle_is_none_in_both() {
    let beyond: Link<Short> = bytemuck::cast(!1_000_u16);
    assert_eq!((beyond.get(), Link::<Of<Short, u8>>::from(beyond).get()), (None, None));
    assert_ne!(Link::<Of<Short, u8>>::from(beyond), Link::NONE);
}

#[test]
fn a_stale_key_stays_stale() {
    fn check<S: PoolSpec<Layout: Holds<Node<S, String>> + Tracked>>() {
        let mut tree = Tree::<S, String> { nodes: Pool::new() };
        let root = tree.add("root".to_owned(), None).unwrap();
        let old = tree.add("old".to_owned(), Some(root)).unwrap();
        assert_eq!((tree.parent(old), tree.parent(root)), (Some(root), None));
        assert_eq!(tree.remove(old).as_deref(), Some("old"));
        let new = tree.add("new".to_owned(), Some(root)).unwrap();
        assert_eq!(tree.get(old), None, "caught");
        assert_eq!(tree.remove(old), None, "caught");
        assert_eq!(tree.get(new).map(String::as_str), Some("new"));
    }
    check::<Byte>();
    check::<Short>();
    check::<Four>();
    check::<Live>(); // the slot waits
}

/// The user of a library has side tables by its key.
#[test]
fn side_tables_of_the_user_have_the_keys_of_the_library() {
    let mut tree = Tree::<Short, u32> { nodes: Pool::new() };
    let mut names = HandleMap::<Short, &str>::new();
    let root = tree.add(1, None).unwrap();
    let leaf = tree.add(2, Some(root)).unwrap();
    names.insert(root, "root");
    names.insert(leaf, "leaf");
    assert_eq!(tree.parent(leaf).and_then(|parent| names.get(parent)), Some(&"root"));
    tree.remove(root);
    names.retain(|key, _name| tree.get(key).is_some());
    assert!(names.iter().eq([(leaf, &"leaf")]));
}

/// What the documentation says of a handle that comes to another pool.
#[test]
fn a_handle_of_another_pool_names_what_is_in_its_slot_or_nothing() {
    let mut numbers = Pool::<Of<Byte, u32>>::new();
    let mut words = Pool::<Of<Byte, &str>>::new();
    let [first, second] = [5, 6].map(|number| numbers.insert(number).unwrap());
    words.insert("a").unwrap();
    let key = |handle| Handle::<Byte>::from(handle);
    assert_eq!((words.get(key(first)), words.get(key(second))), (Some(&"a"), None));
}
