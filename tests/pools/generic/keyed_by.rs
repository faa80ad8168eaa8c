//! A pool of `Of<S, T>` takes handles of `S` wherever it takes its own. And any pool tells the compiler which handle it
//! takes.

#![expect(unsafe_code, reason = "tests of methods that do not ask the guard")]

use stackpool::layout::Tracked;
use stackpool::{Handle, Of, Pool, PoolSpec, pool};

pool! {
    Nodes: [(); 1_000], quarantine = 0, changes;
    InOrder: [(); 1_000], dense;
    Ordinary: [u32; 1_000];
}

struct Node {
    value: u32,
    next: Option<Handle<Nodes>>,
}

#[test]
fn links_that_do_not_name_their_item_are_followed() {
    let mut nodes = Pool::<Of<Nodes, Node>>::new();
    let last: Handle<Nodes> = nodes.insert(Node { value: 2, next: None }).ok().unwrap().into();
    let first: Handle<Nodes> = nodes.insert(Node { value: 1, next: Some(last) }).ok().unwrap().into();
    let next = nodes[first].next.unwrap();
    assert_eq!((nodes[first].value, nodes[next].value), (1, 2));
    assert_eq!(nodes.remove(next).map(|node| node.value), Some(2));
    assert!(!nodes.contains(next));
}

#[test]
fn every_method_takes_the_handle_of_the_widths() {
    let mut pool = Pool::<Of<Nodes, String>>::new();
    let own = pool.insert("a".to_owned()).unwrap();
    let key = Handle::<Nodes>::from(own);
    let other = Handle::<Nodes>::from(pool.insert("b".to_owned()).unwrap());

    assert_eq!((pool.get(key), pool.get(own)), (Some(&"a".to_owned()), pool.get(key)));
    assert_eq!((&pool[key], &pool[own]), (&"a".to_owned(), &"a".to_owned()));
    assert!(pool.contains(key) && pool.contains(own));
    // SAFETY: 1. `get` returned the object.
    assert_eq!(unsafe { pool.get_unchecked(key) }, "a");

    drop(pool.take_changed());
    assert!(!pool.is_changed(key));
    pool[key].push('1');
    assert!(pool.is_changed(key) && pool.is_changed(own) && !pool.is_changed(other));
    pool.get_mut(key).unwrap().push('2');
    // SAFETY: 1. `get_mut` returned the object.
    unsafe { pool.get_unchecked_mut(key) }.push('3');
    assert_eq!(pool[own], "a123");

    let (object, mut others) = pool.detach(key).unwrap();
    assert_eq!((others.get(key), others.contains(key)), (None, false));
    others[other].push('4');
    others.get_mut(other).unwrap().push('5');
    assert_eq!(others[other], "b45");
    assert_eq!(others.remove(other).as_deref(), Some("b45"));
    others.reattach(object);

    assert_eq!((pool.remove(key).as_deref(), pool.remove(key)), (Some("a123"), None));
    assert_eq!(pool.insert_at(key, "back".to_owned()), Ok(()));
    assert_eq!(pool.insert_at(key, "twice".to_owned()).unwrap_err().into_inner(), "twice");
    assert_eq!(pool[own], "back");
}

#[test]
fn a_dense_pool_and_one_on_the_heap_take_the_handle_of_the_widths() {
    let mut pool = Pool::<Of<InOrder, u32>>::on_heap();
    let keys = [7, 8, 9].map(|item| Handle::<InOrder>::from(pool.insert(item).unwrap()));
    pool.remove(keys[0]);
    assert_eq!(keys.map(|key| pool.position_of(key)), [None, Some(1), Some(0)]);
    pool[keys[2]] += 1;
    assert_eq!((pool.get(keys[2]), pool.as_slice()), (Some(&10), &[10, 8][..]));
}

#[test]
fn the_widths_can_be_those_of_another_item() {
    let mut pool = Pool::<Of<Of<Nodes, u8>, String>>::new();
    let own = pool.insert("a".to_owned()).unwrap();
    let key = Handle::<Of<Nodes, u8>>::from(own);
    assert_eq!(pool[key], "a");
    assert_eq!(pool.remove(key).as_deref(), Some("a"));
}

#[test]
#[should_panic = "Nodes#0v0 names no live object: its slot is free"]
fn a_panic_names_the_handle() {
    let mut pool = Pool::<Of<Nodes, u8>>::new();
    let key = Handle::<Nodes>::from(pool.insert(1).unwrap());
    pool.remove(key);
    pool[key] = 2;
}

/// What is passed has a type that only the pool can tell.
#[test]
fn a_pool_tells_which_handle_it_takes() {
    fn check<P: PoolSpec<Item = u32, Layout: Tracked> + 'static>() -> Option<()> {
        let mut pool = Pool::<P>::new();
        let handle = pool.insert(5).unwrap();
        let (bits, index, generation) = (handle.to_bits(), handle.index(), handle.generation());
        assert_eq!(pool.get(Handle::from_bits(bits)?), Some(&5));
        assert_eq!(pool[Handle::from_parts(index, generation)?], 5);
        pool[Handle::from_bits(bits)?] += 1;

        let bytes = bytemuck::bytes_of(&handle).to_vec();
        assert!(pool.contains(bytemuck::checked::pod_read_unaligned(&bytes)));
        assert_eq!(pool[bytemuck::checked::pod_read_unaligned(&bytes)], 6);

        let look_up = |handle| (pool[handle], handle.index());
        assert_eq!(look_up(handle), (6, index));
        let mut open = Vec::new();
        while let Some(handle) = open.pop() {
            assert!(!pool.contains(handle), "{}", handle.index());
        }
        open.push(handle);
        assert_eq!(open.pop().and_then(|handle| pool.remove(handle)), Some(6));
        Some(())
    }
    check::<Ordinary>().unwrap();

    let mut pool = OrdinaryPool::new();
    let handle = pool.insert(5).unwrap();
    let bits = handle.to_bits();
    assert_eq!(pool.get(Handle::from_bits(bits).unwrap()), Some(&5));
    assert_eq!(pool[Handle::from_parts(handle.index(), handle.generation()).unwrap()], 5);
    assert_eq!(pool[bytemuck::checked::pod_read_unaligned(bytemuck::bytes_of(&handle))], 5);
    let look_up = |handle| (pool[handle], handle.to_bits());
    assert_eq!(look_up(handle), (5, bits));
}
