use super::*;
use crate::links::Boxes;
use crate::order::{Numbers, Words};
use crate::random::Random;
use stackpool::{BoxSpec, PoolBox, pool};
use std::collections::BTreeSet;

// Pools are statics, and tests run on their own threads, so each test has its own pool.

type Numbered<L> = OrderedSet<L, Numbers>;

/// The keys of a subtree, after its order and its priorities were checked.
fn checked<L: Links>(node: &Node<L>) -> Vec<Key> {
    let subtree = |child: &Place<L>| match child.as_deref() {
        Some(child) => {
            assert!(priority(child.key) < priority(node.key), "{} is above {}", node.key, child.key);
            checked(child)
        }
        None => Vec::new(),
    };
    let keys: Vec<_> = [subtree(&node.left), vec![node.key], subtree(&node.right)].concat();
    assert!(keys.is_sorted(), "{keys:?}");
    keys
}

fn is_as_a_btree_set<L: Links>() {
    let mut random = Random::new(3);
    let mut set = Numbered::<L>::new(Numbers);
    let mut model = BTreeSet::new();
    for step in 0..4_000 {
        let key = random.below(200);
        // The set grows and shrinks in turn.
        if random.below(4) < 1 + 2 * (step / 500 % 2) {
            assert_eq!(set.insert(key), Ok(model.insert(key)));
        } else {
            assert_eq!(set.remove(key), model.remove(&key));
        }
        assert_eq!(set.len(), model.len());
        let key = random.below(200);
        assert_eq!(set.contains(key), model.contains(&key));
        if step % 50 == 0 {
            assert!(set.iter().eq(model.iter().copied()));
            assert!(set.root.as_deref().map_or(Vec::new(), checked).into_iter().eq(model.iter().copied()));
        }
    }
    assert!(model.len() > 50);
}

#[test]
fn sets_on_boxes_are_as_btree_sets() {
    is_as_a_btree_set::<Boxes>();
}

#[test]
fn sets_on_pools_are_as_btree_sets() {
    pool! {
        Mine: [Node<Mine>; 65_535], boxed, sync = local;
        Anyones: [Node<Anyones>; 200], boxed;
    }
    is_as_a_btree_set::<Mine>();
    is_as_a_btree_set::<Anyones>();
    assert_eq!(MineBox::len(), 0);
    assert_eq!(AnyonesBox::len(), 0);
}

#[test]
fn the_shape_is_that_of_the_keys_whatever_came_before() {
    let sorted: Vec<Key> = (0..10_000).collect();
    let mut shuffled = sorted.clone();
    Random::new(1).shuffle(&mut shuffled);
    let [one, other] = [sorted, shuffled].map(|keys| {
        let mut set = Numbered::<Boxes>::new(Numbers);
        (20_000..20_500).for_each(|key| assert_eq!(set.insert(key), Ok(true)));
        keys.iter().for_each(|key| assert_eq!(set.insert(*key), Ok(true)));
        (20_000..20_500).for_each(|key| assert!(set.remove(key)));
        set
    });
    let depths = |set: &Numbered<Boxes>| set.walk().map(|(_, depth)| depth).collect::<Vec<_>>();
    assert_eq!(depths(&one), depths(&other));
    // A random tree of this size has an expected height of about 31; the minimum is 14.
    assert!((14..45).contains(&one.height()), "{}", one.height());
}

#[test]
fn the_order_is_that_of_the_words() {
    let mut words = Words::new();
    let keys = ["pear", "fig", "apple"].map(|word| words.push(word));
    let mut set = OrderedSet::<Boxes, _>::new(&words);
    keys.into_iter().for_each(|key| assert_eq!(set.insert(key), Ok(true)));
    assert_eq!(set.iter().collect::<Vec<_>>(), [2, 1, 0]);
    assert!(set.remove(1));
    assert_eq!(set.iter().collect::<Vec<_>>(), [2, 0]);
}

#[test]
fn a_full_pool_leaves_the_set_as_it_was() {
    pool! { Three: [Node<Three>; 3], boxed; }
    let mut set = Numbered::<Three>::new(Numbers);
    [5, 7, 3].into_iter().for_each(|key| assert_eq!(set.insert(key), Ok(true)));
    // Keys of all priorities: at the root, at leaves and in between.
    for key in (0..50).filter(|key| ![3, 5, 7].contains(key)) {
        assert!(set.insert(key).is_err());
        assert_eq!(set.root.as_deref().map(checked), Some(vec![3, 5, 7]));
    }
    assert_eq!(set.insert(7), Ok(false));
    assert!(set.remove(5));
    assert_eq!(set.insert(9), Ok(true));
    assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (3, vec![3, 7, 9]));
}

/// A tree with as many nodes as a pool of 2-byte links holds, in which each node has one child.
fn chain<L: Links>(is_left: impl Fn(Key) -> bool) -> Numbered<L> {
    let mut set = Numbered::new(Numbers);
    for key in 0..65_535 {
        let below = set.root.take();
        let (left, right) = if is_left(key) { (below, None) } else { (None, below) };
        set.root = L::link(Node { key, left, right }).ok();
    }
    set
}

/// Makes and drops chains on a call stack that has one byte for each of their nodes.
fn drops_chains<L: Links>() {
    drop(chain::<L>(|_| true));
    drop(chain::<L>(|_| false));
    drop(chain::<L>(|key| key % 2 == 0));
    drop(chain::<L>(|key| key < 30_000));
}

fn on_a_small_stack(action: fn()) {
    std::thread::Builder::new().stack_size(64 << 10).spawn(action).unwrap().join().unwrap();
}

#[test]
fn degenerate_trees_of_boxes_are_dropped_without_recursion() {
    on_a_small_stack(drops_chains::<Boxes>);
}

#[test]
fn degenerate_trees_of_pool_boxes_are_dropped_without_recursion() {
    pool! {
        Mine: [Node<Mine>; 65_535], boxed, sync = local;
        Anyones: [Node<Anyones>; 65_535], boxed, exact;
    }
    fn drops_chains_of_all_nodes<P: BoxSpec<Item = Node<P>>>() {
        drops_chains::<P>();
        assert_eq!((PoolBox::<P>::len(), PoolBox::<P>::high_water_mark()), (0, 65_535));
        assert_eq!(PoolBox::<P>::full_count(), 0);
    }
    on_a_small_stack(drops_chains_of_all_nodes::<Mine>);
    on_a_small_stack(drops_chains_of_all_nodes::<Anyones>);
}
