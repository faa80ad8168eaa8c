//! Pools on the heap never cross the call stack.
#![cfg(feature = "alloc")]

use stackpool::{Pool, PoolSpec, pool};

#[derive(Clone, PartialEq, Debug)]
struct Chunk([u64; 128]);

pool! {
    /// A gigabyte and the bookkeeping.
    Chunks: [Chunk; 1 << 20];
    LiveChunks: [Chunk; 1 << 20], guard = live;
    /// 64 MB of plain data.
    Samples: [u64; 8 << 20], guard = none;
    Names: [String; 1_000];
}

/// Runs on a thread with a stack of 64 KiB.
fn on_a_small_stack(action: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(action).unwrap();
    thread.join().unwrap();
}

fn a_gigabyte<P: PoolSpec<Item = Chunk>>() {
    assert!(Pool::<P>::TOTAL_BYTES > 1 << 30);
    let mut chunks = Pool::<P>::boxed();
    for i in 0..1 << 20 {
        chunks.insert(Chunk([i; 128])).ok().unwrap();
    }
    assert!(chunks.is_full());
    let first = chunks.handle_at(0).unwrap();
    chunks.remove(first);
    let mut clone = chunks.clone_boxed();
    drop(chunks);
    assert_eq!(clone.len(), (1 << 20) - 1);
    for index in (1..1 << 20).step_by(1000) {
        let handle = clone.handle_at(index).unwrap();
        assert_eq!(clone[handle], Chunk([index as u64; 128]));
    }
    assert_eq!(clone.insert(Chunk([0; 128])).unwrap().index(), 0);
    clone.clear();
    assert!(clone.is_empty());
}

#[test]
#[cfg_attr(miri, ignore = "a gigabyte")]
fn a_gigabyte_is_made_filled_and_cloned_on_a_small_stack() {
    on_a_small_stack(|| {
        a_gigabyte::<Chunks>();
        a_gigabyte::<LiveChunks>();
    });
}

#[test]
#[cfg_attr(miri, ignore = "64 MB")]
fn plain_data_is_cloned_as_bytes() {
    on_a_small_stack(|| {
        let mut samples = Pool::<Samples>::boxed();
        for i in 0..1000 {
            samples.insert(i).unwrap();
        }
        let clone = samples.clone_boxed();
        assert_eq!(clone.len(), 1000);
        assert!((0..1000).all(|i| clone[clone.handle_at(i).unwrap()] == i as u64));
        assert_eq!(clone[clone.handle_at((8 << 20) - 1).unwrap()], 0);
    });
}

#[test]
#[cfg_attr(miri, ignore = "64 MB")]
fn a_clone_in_place_never_crosses_the_stack() {
    pool! {
        Large: [[u64; 8]; 1 << 20];
    }
    on_a_small_stack(|| {
        let mut now = LargePool::boxed();
        let mut earlier = LargePool::boxed();
        let handle = now.insert([7; 8]).unwrap();
        earlier.clone_from(&now);
        now.clear();
        now.clone_from(&earlier);
        assert_eq!((now[handle], now.len()), ([7; 8], 1));
        // By reference too, as for a static pool.
        let static_like: &mut LargePool = &mut now;
        static_like.clone_from(&earlier);
    });
}

#[test]
fn a_pool_on_the_heap_is_collected_there() {
    let names: Box<NamesPool> = (0..10).map(|i| i.to_string()).collect();
    assert_eq!(names.values().map(String::as_str).collect::<String>(), "0123456789");
}

#[test]
fn clones_own_their_items_and_give_the_same_handles() {
    let mut names = NamesPool::boxed();
    let handles: Vec<_> = names.insert_many((0..100).map(|i| i.to_string())).unwrap().collect();
    for handle in handles.iter().step_by(3) {
        names.remove(*handle);
    }
    let mut clone = names.clone_boxed();
    assert_eq!(clone, names);
    for name in clone.values_mut() {
        name.push('!');
    }
    assert_eq!(names[handles[1]], "1");
    assert_eq!(clone[handles[1]], "1!");
    let mut rolled_back = NamesPool::boxed();
    rolled_back.extend((0..1_000).map(|i| i.to_string()));
    rolled_back.clone_from(&names);
    assert_eq!(rolled_back, names);
    assert_eq!(rolled_back.next_handle(), names.next_handle());
    for _ in 0..50 {
        assert_eq!(clone.insert(String::new()).unwrap(), names.insert(String::new()).unwrap());
    }
}
