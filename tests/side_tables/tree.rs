//! `HandleTree`: compared with nested vectors, in all short sequences and in long random ones.

use crate::size::{IS_SMALL, cases, miri_or};
use proptest::collection::vec;
use proptest::prelude::*;
use stackpool::{Columns, Handle, HandleTree, Of, PoolSpec, RestoreError, Snapshot, TreeError, pool};
use std::collections::HashSet;

/// A node with its children.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node<P>(P, Vec<Node<P>>);

/// The roots.
type Model<P> = Vec<Node<Handle<P>>>;

/// Where a node is put.
#[derive(Clone, Copy, Debug)]
enum Place<H> {
    FirstRoot,
    LastRoot,
    First(H),
    Last(H),
    Before(H),
    After(H),
}

#[derive(Clone, Copy, Debug)]
enum Step<H> {
    Put(H, Place<H>),
    Detach(H),
    Remove(H),
    /// Takes as many nodes from the iterator of a removal, then drops it.
    RemoveSome(H, usize),
    Retain(usize),
    Clear,
}

fn pre_order<P: PoolSpec>(nodes: &[Node<Handle<P>>], visit: &mut impl FnMut(&Node<Handle<P>>, &[Handle<P>])) {
    fn visit_all<P: PoolSpec>(
        nodes: &[Node<Handle<P>>],
        above: &mut Vec<Handle<P>>,
        visit: &mut impl FnMut(&Node<Handle<P>>, &[Handle<P>]),
    ) {
        for node in nodes {
            visit(node, above);
            above.push(node.0);
            visit_all(&node.1, above, visit);
            above.pop();
        }
    }
    visit_all(nodes, &mut Vec::new(), visit);
}

fn post_order<P: PoolSpec>(nodes: &[Node<Handle<P>>], order: &mut Vec<Handle<P>>) {
    for node in nodes {
        post_order(&node.1, order);
        order.push(node.0);
    }
}

/// The nodes above one, from its parent up.
fn above<P: PoolSpec>(model: &Model<P>, wanted: Handle<P>) -> Option<Vec<Handle<P>>> {
    let mut found = None;
    pre_order(model, &mut |node, above| {
        if node.0 == wanted {
            found = Some(above.iter().rev().copied().collect());
        }
    });
    found
}

/// Takes what is in a slot out of the tree, with all below it.
fn take<P: PoolSpec>(nodes: &mut Model<P>, slot: usize) -> Option<Node<Handle<P>>> {
    if let Some(place) = nodes.iter().position(|node| node.0.index() == slot) {
        return Some(nodes.remove(place));
    }
    nodes.iter_mut().find_map(|node| take(&mut node.1, slot))
}

/// The children of a node.
fn children<P: PoolSpec>(nodes: &mut Model<P>, wanted: Handle<P>) -> Option<&mut Model<P>> {
    nodes.iter_mut().find_map(|node| match node.0 == wanted {
        true => Some(&mut node.1),
        false => children(&mut node.1, wanted),
    })
}

fn put<P: PoolSpec>(
    model: &mut Model<P>,
    node: Handle<P>,
    place: Place<Handle<P>>,
) -> Result<bool, TreeError> {
    let was_there = above(model, node).is_some();
    if let Place::First(other) | Place::Last(other) | Place::Before(other) | Place::After(other) = place {
        let is_beside = matches!(place, Place::Before(_) | Place::After(_));
        let Some(above) = above(model, other) else { return Err(TreeError::Missing) };
        if other == node {
            return if is_beside { Ok(was_there) } else { Err(TreeError::Cycle) };
        }
        if other.index() == node.index() {
            return Err(TreeError::Missing);
        }
        if above.iter().any(|above| above.index() == node.index()) {
            return Err(TreeError::Cycle);
        }
    }
    // An earlier object in the slot takes with it what is below it.
    let taken = take(model, node.index()).filter(|taken| taken.0 == node);
    let taken = taken.unwrap_or(Node(node, Vec::new()));
    let (siblings, position) = match place {
        Place::FirstRoot => (model, 0),
        Place::LastRoot => {
            let len = model.len();
            (model, len)
        }
        Place::First(parent) => (children(model, parent).unwrap(), 0),
        Place::Last(parent) => {
            let siblings = children(model, parent).unwrap();
            let len = siblings.len();
            (siblings, len)
        }
        Place::Before(sibling) | Place::After(sibling) => {
            let siblings = match above(model, sibling).unwrap().first() {
                Some(&parent) => children(model, parent).unwrap(),
                None => model,
            };
            let place_of = siblings.iter().position(|node| node.0 == sibling).unwrap();
            (siblings, place_of + usize::from(matches!(place, Place::After(_))))
        }
    };
    siblings.insert(position, taken);
    Ok(was_there)
}

fn retain<P: PoolSpec>(nodes: &mut Model<P>, odd: usize) {
    nodes.retain(|node| node.0.index() % 2 == odd);
    nodes.iter_mut().for_each(|node| retain(&mut node.1, odd));
}

/// Does a step with the tree and the model, and compares what is returned.
fn apply<P: PoolSpec>(tree: &mut HandleTree<P>, model: &mut Model<P>, step: Step<Handle<P>>) {
    match step {
        Step::Put(node, place) => {
            let expected = put(model, node, place);
            let was_there = tree.contains(node);
            let result = match place {
                Place::FirstRoot => {
                    assert_eq!(tree.prepend_root(node), was_there);
                    Ok(())
                }
                Place::LastRoot => {
                    assert_eq!(tree.append_root(node), was_there);
                    Ok(())
                }
                Place::First(parent) => tree.prepend(parent, node),
                Place::Last(parent) => tree.append(parent, node),
                Place::Before(sibling) => tree.insert_before(sibling, node),
                Place::After(sibling) => tree.insert_after(sibling, node),
            };
            assert_eq!(result.map(|()| was_there), expected);
        }
        Step::Detach(node) => {
            let is_there = above(model, node).is_some();
            if is_there {
                put(model, node, Place::LastRoot).unwrap();
            }
            assert_eq!(tree.detach(node), is_there);
        }
        Step::Remove(node) => {
            let mut removed = Vec::new();
            if above(model, node).is_some() {
                post_order(&[take(model, node.index()).unwrap()], &mut removed);
            }
            assert!(tree.remove(node).eq(removed));
        }
        Step::RemoveSome(node, count) => {
            if above(model, node).is_some() {
                take(model, node.index());
            }
            let _ = tree.remove(node).take(count).count();
        }
        Step::Retain(odd) => {
            retain(model, odd);
            tree.retain(|node| node.index() % 2 == odd);
        }
        Step::Clear => {
            model.clear();
            tree.clear();
        }
    }
}

/// Compares all that can be seen.
fn compare<P: PoolSpec>(tree: &HandleTree<P>, model: &Model<P>, handles: &[Handle<P>]) {
    let handles_of = |nodes: &[Node<Handle<P>>]| nodes.iter().map(|node| node.0).collect::<Vec<_>>();
    let mut order = Vec::new();
    let compare_siblings = |nodes: &[Node<Handle<P>>]| {
        let nodes = handles_of(nodes);
        for (place, &node) in nodes.iter().enumerate() {
            assert_eq!(tree.next_sibling(node), nodes.get(place + 1).copied());
            assert_eq!(tree.previous_sibling(node), place.checked_sub(1).map(|place| nodes[place]));
        }
    };
    compare_siblings(model);
    pre_order(model, &mut |node, above| {
        let &Node(handle, ref children) = node;
        order.push(handle);
        assert!(tree.contains(handle) && tree.ancestors(handle).eq(above.iter().rev().copied()));
        assert_eq!(tree.parent(handle), above.last().copied());
        let nodes = handles_of(children);
        assert!(tree.children(handle).eq(nodes.iter().copied()));
        assert!(tree.children(handle).rev().eq(nodes.iter().rev().copied()));
        assert_eq!(tree.first_child(handle), nodes.first().copied());
        assert_eq!(tree.last_child(handle), nodes.last().copied());
        compare_siblings(children);
        let (mut before, mut after) = (Vec::new(), Vec::new());
        pre_order(children, &mut |node, _| before.push(node.0));
        post_order(children, &mut after);
        assert!(tree.descendants(handle).eq(before) && tree.descendants_post_order(handle).eq(after));
    });
    assert!(tree.roots().eq(handles_of(model)) && tree.iter().eq(order.iter().copied()));
    assert_eq!((tree.len(), tree.is_empty()), (order.len(), order.is_empty()));
    for &node in handles.iter().filter(|node| !order.contains(node)) {
        assert!(!tree.contains(node) && tree.children(node).next().is_none());
        assert!(
            tree.descendants(node).next().is_none() && tree.descendants_post_order(node).next().is_none()
        );
        assert_eq!([tree.parent(node), tree.next_sibling(node), tree.first_child(node)], [None; 3]);
    }
}

/// Plays a step, and compares what can be seen, the bytes and their deltas.
fn play<P: PoolSpec>(
    tree: &mut HandleTree<P>,
    model: &mut Model<P>,
    step: Step<Handle<P>>,
    handles: &[Handle<P>],
) {
    let base = tree.save();
    tree.clear_changes();
    apply(tree, model, step);
    compare(tree, model, handles);

    let saved = tree.save();
    assert_eq!(HandleTree::<P>::patch(&base, &tree.changed_delta()).unwrap(), saved);
    assert_eq!(HandleTree::<P>::patch(&base, &tree.delta(&base).unwrap()).unwrap(), saved);
    // The bytes do not depend on the way to this state.
    let mut fresh = HandleTree::new();
    for node in tree.iter() {
        match tree.parent(node) {
            Some(parent) => fresh.append(parent, node).unwrap(),
            None => assert!(!fresh.append_root(node)),
        }
    }
    assert_eq!((&fresh, fresh.save()), (&*tree, saved));
    let mut restored = HandleTree::new();
    restored.restore(&fresh.save()).unwrap();
    assert_eq!(restored, *tree);
}

fn handles<P: PoolSpec>(slots: usize, generations: u32) -> Vec<Handle<P>> {
    let slots = 0..slots;
    slots
        .flat_map(|slot| (0..generations).filter_map(move |generation| Handle::from_parts(slot, generation)))
        .collect()
}

/// Plays all steps in every state of so few slots. Returns how many states there are.
fn visit_all<P: PoolSpec>(slots: usize, generations: u32) -> usize {
    let handles = handles::<P>(slots, generations);
    let mut steps = vec![Step::Clear, Step::Retain(0), Step::Retain(1)];
    for &node in &handles {
        let places = handles.iter().flat_map(|&other| {
            [Place::First(other), Place::Last(other), Place::Before(other), Place::After(other)]
        });
        steps.extend(places.chain([Place::FirstRoot, Place::LastRoot]).map(|place| Step::Put(node, place)));
        steps.extend([Step::Detach(node), Step::Remove(node), Step::RemoveSome(node, 1)]);
    }
    let mut seen = HashSet::from([Model::new()]);
    let mut rest = vec![(HandleTree::<P>::new(), Model::new())];
    while let Some((tree, model)) = rest.pop() {
        for &step in &steps {
            let (mut tree, mut model) = (tree.clone(), model.clone());
            play(&mut tree, &mut model, step, &handles);
            if seen.insert(model.clone()) {
                rest.push((tree, model));
            }
        }
    }
    seen.len()
}

#[derive(Columns, Clone, Copy)]
struct Row {
    health: u32,
}

pool! {
    Objects: [u32; 4], generation_bits = 2;
    Noted: [u32; 3], generation_bits = 2, changes;
    Live: [u32; 4], guard = live;
    Bare: [u32; 3], guard = none;
    Dense: [u32; 20], dense;
    Rows: [Row; 20], columns, changes;
    Wide: [u32; 300], generation_bits = 9;
    Many: [u32; 40], generation_bits = 2;
}

/// It takes a second: it plays 70 steps in each of some hundred states.
#[test]
fn all_sequences_are_those_of_nested_vectors() {
    // 1, 2 and 5 shapes of forests of 1, 2 and 3 nodes, in all orders of these.
    assert_eq!(visit_all::<Live>(miri_or(2, 3), 1), 1 + miri_or(2 + 4, 3 + 12 + 30));
    if IS_SMALL {
        return;
    }
    visit_all::<Bare>(2, 1);
    visit_all::<Noted>(2, 2);
    visit_all::<Objects>(3, 1);
    visit_all::<Of<Objects, [u8; 3]>>(2, 2);
}

fn random_steps<P: PoolSpec>(seed: u64, slots: usize, generations: u32) {
    let mut random = seed;
    let mut next = |end: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % end
    };
    let handles = handles::<P>(slots, generations);
    let (mut tree, mut model) = (HandleTree::new(), Model::new());
    for _ in 0..miri_or(10, 200) {
        let (node, other) = (handles[next(handles.len())], handles[next(handles.len())]);
        let step = match next(50) {
            0..8 => Step::Put(node, Place::First(other)),
            8..20 => Step::Put(node, Place::Last(other)),
            20..26 => Step::Put(node, Place::Before(other)),
            26..32 => Step::Put(node, Place::After(other)),
            32..35 => Step::Put(node, Place::FirstRoot),
            35..43 => Step::Put(node, Place::LastRoot),
            43..45 => Step::Detach(node),
            45..47 => Step::Remove(node),
            47 => Step::RemoveSome(node, next(3)),
            48 if next(4) == 0 => Step::Retain(next(2)),
            _ if next(8) == 0 => Step::Clear,
            _ => continue,
        };
        play(&mut tree, &mut model, step, &handles);
    }
}

proptest! {
    #![proptest_config(cases(1, 4))]

    #[test]
    fn random_sequences_are_those_of_nested_vectors(seeds in vec(any::<u64>(), 1)) {
        let seed = seeds[0];
        random_steps::<Rows>(seed, miri_or(6, 20), 2);
        if IS_SMALL {
            return Ok(());
        }
        random_steps::<Dense>(seed, 20, 2);
        random_steps::<Wide>(seed, 12, 3);
        random_steps::<Many>(seed, 40, 1);
    }
}

/// A chain of all slots does not recurse.
#[test]
fn a_deep_tree_needs_no_stack() {
    pool! { Deep: [u8; 70_000]; }
    let slots = miri_or(20, 70_000);
    let mut tree = HandleTree::<Deep>::on_heap();
    let node = |slot| Handle::<Deep>::from_parts(slot, 0).unwrap();
    tree.append_root(node(slots - 1));
    for slot in (1..slots).rev() {
        // Each becomes the parent of what was there: a check walks up from the new one.
        tree.append_root(node(slot - 1));
        tree.append(node(slot - 1), node(slot)).unwrap();
    }
    assert!(tree.iter().map(Handle::index).eq(0..slots));
    assert!(tree.descendants_post_order(node(0)).map(Handle::index).eq((1..slots).rev()));
    HandleTree::<Deep>::check_saved(&tree.save()).unwrap();
    let mut copy = tree.clone();
    copy.restore(&tree.save()).unwrap();
    assert_eq!(copy, tree);
    assert!(tree.remove(node(0)).map(Handle::index).eq((0..slots).rev()));
}

/// What is left after a forgotten removal is a tree.
#[test]
fn a_forgotten_removal_leaves_the_rest() {
    let [a, b, c] = handles::<Objects>(3, 1)[..] else { unreachable!() };
    let mut tree = HandleTree::<Objects>::new();
    tree.append_root(a);
    tree.append(a, b).unwrap();
    tree.append(a, c).unwrap();
    let mut removal = tree.remove(a);
    assert_eq!(removal.next(), Some(b));
    assert_eq!(format!("{removal:?}"), "RemoveSubtree { .. }");
    std::mem::forget(removal);
    assert!(tree.iter().eq([a, c]));
    assert_eq!(format!("{tree:?}"), format!("{{{a:?}: None, {c:?}: Some({a:?})}}"));
    assert_eq!(TreeError::Cycle.to_string(), "the node would be below itself in the tree");
    assert_eq!(TreeError::Missing.to_string(), "the parent or the sibling is not in the tree");
}

/// Writes numbers over the last ones of a save.
fn with_last(saved: &[u8], numbers: &[u32]) -> Vec<u8> {
    let mut saved = saved.to_vec();
    let start = saved.len() - size_of_val(numbers);
    saved[start..].copy_from_slice(bytemuck::cast_slice(numbers));
    saved
}

/// Of all numbers, those are accepted that are a tree of these nodes.
#[test]
fn all_other_links_are_refused() {
    let [a, b, c] = handles::<Live>(3, 1)[..] else { unreachable!() };
    let mut tree = HandleTree::<Live>::new();
    tree.append_root(a);
    tree.append(a, b).unwrap();
    let saved = tree.save();
    let mut accepted = HashSet::new();
    // Siblings, parent and child of 2 nodes, and the first root; 2 is no slot of a node.
    for number in 0..miri_or(50, 3_u32.pow(8) * 4) {
        let mut numbers: [u32; 9] = std::array::from_fn(|place| number / 3_u32.pow(place as u32) % 3);
        numbers[8] = number / 3_u32.pow(8);
        match tree.restore(&with_last(&saved, &numbers)) {
            Ok(()) => assert!(
                accepted.insert(tree.iter().map(|node| (node, tree.parent(node))).collect::<Vec<_>>())
            ),
            Err(error) => assert_eq!(error, RestoreError::Links.into()),
        }
        assert_eq!(tree.iter().count(), 2);
    }
    // Two roots in both orders, and each below the other.
    assert!(cfg!(miri) || accepted.len() == 4);

    // Two nodes that are each below the other, beside a root.
    tree.restore(&saved).unwrap();
    tree.append_root(c);
    let numbers = [0, 0, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2, 3];
    assert_eq!(
        HandleTree::<Live>::check_saved(&with_last(&tree.save(), &numbers)),
        Err(RestoreError::Links.into())
    );
}

/// Changes each byte of a save.
#[test]
fn changed_bytes_are_refused_or_a_tree() {
    let mut tree = HandleTree::<Many>::new();
    let nodes = handles::<Many>(40, 1);
    for &slot in &[30, 3, 17, 4, 39] {
        match tree.iter().last() {
            Some(parent) if slot != 17 => tree.append(parent, nodes[slot]).unwrap(),
            _ => assert!(!tree.append_root(nodes[slot])),
        }
    }
    let saved = tree.save();
    for place in 0..saved.len() {
        for change in miri_or(&[1, 0xFF][..], &[1, 2, 4, 0x80, 0xFF]).iter().copied() {
            let mut changed = saved.clone();
            changed[place] ^= change;
            let mut restored = tree.clone();
            if restored.restore(&changed).is_ok() {
                assert_eq!((restored.save(), restored.iter().count()), (changed, restored.len()));
            } else {
                assert_eq!(restored, tree);
            }
        }
        assert!(HandleTree::<Many>::check_saved(&saved[..place]).is_err());
    }
}
