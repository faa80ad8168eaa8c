//! Pools on the heap never cross the call stack, and making one writes no more of its memory than the bookkeeping.
#![cfg(feature = "alloc")]

#[path = "../../pool-runtime/src/base/size.rs"]
#[expect(dead_code, reason = "there are no properties")]
mod size;

mod arrays;
mod rubbish;
mod shrink;
mod traits;

use crate::size::miri_or;
use rubbish::{written, zeroed};
use stackpool::layout::Tracked;
#[cfg(feature = "regions")]
use stackpool::region::{DoubleFrame, DoubleStack, DropLinear, Frame, Inline, Linear, Stack};
use stackpool::{HandleMap, Heap, Pool, PoolSpec, pool};
use std::ops::DerefMut;
#[derive(Clone, PartialEq, Debug)]
struct Chunk([u64; 256]);

const NAMES: usize = miri_or(70, 1_000);

/// With this many chunks a pool takes a gigabyte.
const CHUNKS: usize = 1 << 19;

pool! {
    /// One gigabyte plus the bookkeeping.
    Chunks: [Chunk; CHUNKS];
    LiveChunks: [Chunk; CHUNKS], guard = live;
    /// 64 MB of plain data.
    Samples: [u64; 8 << 20], guard = none;
    Names: [String; NAMES];
}

/// Runs `action` on a thread with a stack of 64 KiB.
fn on_a_small_stack(action: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(action).unwrap();
    thread.join().unwrap();
}

fn a_gigabyte<P: PoolSpec<Item = Chunk>>() {
    assert!(Pool::<P>::TOTAL_BYTES > 1 << 30);
    let mut chunks = Pool::<P>::on_heap();
    for i in 0..CHUNKS as u64 {
        chunks.insert(Chunk([i; 256])).ok().unwrap();
    }
    assert!(chunks.is_full());
    let first = chunks.handle_at(0).unwrap();
    chunks.remove(first);
    let mut clone = chunks.clone();
    drop(chunks);
    assert_eq!(clone.len(), CHUNKS - 1);
    for index in (1..CHUNKS).step_by(1000) {
        let handle = clone.handle_at(index).unwrap();
        assert_eq!(clone[handle], Chunk([index as u64; 256]));
    }
    assert_eq!(clone.insert(Chunk([0; 256])).unwrap().index(), 0);
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
        let mut samples = Pool::<Samples>::on_heap();
        for i in 0..1000 {
            samples.insert(i).unwrap();
        }
        let clone = samples.clone();
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
        let mut now = LargePool::on_heap();
        let mut earlier = LargePool::on_heap();
        let handle = now.insert([7; 8]).unwrap();
        earlier.clone_from(&now);
        now.clear();
        now.clone_from(&earlier);
        assert_eq!((now[handle], now.len()), ([7; 8], 1));
        // Also through a reference, as for a static pool.
        let static_like: &mut LargePool = &mut now;
        static_like.clone_from(&earlier);
    });
}

/// The bytes of a pool before its slots.
fn before_the_slots<P: PoolSpec>() -> usize {
    size_of::<Pool<P>>() - Pool::<P>::CAPACITY * size_of::<P::Item>()
}

#[test]
#[cfg_attr(miri, ignore = "looks at each of 100,000 bytes")]
fn a_pool_in_recycled_memory_writes_no_slot_and_no_table() {
    pool! {
        /// Slots that begin at a cache line.
        Lines: [[u64; 8]; 2_048];
        Halves: [[u64; 4]; 2_048], bookkeeping = free_list;
        /// Slots with the alignment of a pointer.
        OddFew: [[u64; 7]; 500];
        OddLive: [[u64; 7]; 2_048], guard = live;
        OddLinked: [[u64; 7]; 2_048], bookkeeping = free_list;
        OddMarked: [[u64; 7]; 2_048], marks = 2;
        OddWide: [[u64; 7]; 2_048], layout = packed18, generation_bits = 20;
    }
    fn check<P: PoolSpec>() {
        // Padding before the slots is not written either.
        let bookkeeping = before_the_slots::<P>() - Pool::<P>::TABLE_BYTES;
        let written = written(Pool::<P>::on_heap);
        assert!(
            (bookkeeping - 63..=bookkeeping).contains(&written),
            "{}: {written}, not {bookkeeping}",
            P::NAME
        );
        assert_eq!(zeroed(Pool::<P>::on_heap).0, 0, "{}: memory that the allocator clears", P::NAME);
    }
    assert!(align_of::<LinesPool>() == 64 && align_of::<OddFewPool>() == 8);
    check::<Lines>();
    check::<Halves>();
    check::<OddFew>();
    check::<OddLive>();
    check::<OddLinked>();
    check::<OddMarked>();
    check::<OddWide>();
}

#[test]
#[cfg_attr(miri, ignore = "looks at each of 100,000 bytes")]
fn a_side_table_in_recycled_memory_writes_its_keys_alone() {
    pool! {
        Words: [u64; 2_048];
        WordsLive: [u64; 2_048], guard = live;
        WordsBare: [u64; 2_048], guard = none;
    }
    fn check<P: PoolSpec, V>() {
        let keys = size_of::<HandleMap<P, V>>() - HandleMap::<P, V>::CAPACITY * size_of::<V>();
        assert_eq!(written(HandleMap::<P, V>::on_heap), keys, "{}", P::NAME);
        assert_eq!(zeroed(HandleMap::<P, V>::on_heap).0, 0, "{}: memory that the allocator clears", P::NAME);
    }
    check::<Words, u64>();
    check::<Words, Aligned>();
    check::<WordsLive, String>();
    check::<WordsBare, [u8; 3]>();
}

#[cfg(feature = "regions")]
#[test]
#[cfg_attr(miri, ignore = "looks at each of 100,000 bytes")]
fn a_region_in_recycled_memory_writes_its_counts_alone() {
    const COUNTS: usize = 200;
    assert!(written(Linear::<Inline<100_000>>::on_heap) <= COUNTS);
    assert!(written(Linear::<Inline<100_000, 64>>::on_heap) <= COUNTS);
    assert!(written(Frame::<Inline<100_000>>::on_heap) <= COUNTS);
    assert!(written(DoubleFrame::<Inline<100_000>>::on_heap) <= COUNTS);
    assert!(written(Stack::<Inline<100_000>>::on_heap) <= COUNTS);
    assert!(written(DoubleStack::<Inline<100_000>>::on_heap) <= COUNTS);
    assert!(written(DropLinear::<Inline<100_000>>::on_heap) <= COUNTS);
}

#[test]
#[cfg_attr(miri, ignore = "looks at each of 100,000 bytes")]
fn pools_without_uninitialised_slots_are_zeroed_memory() {
    pool! {
        /// Without a guard, every slot always holds an item.
        Samples: [[u64; 7]; 2_048], guard = none;
    }
    let (bytes, samples) = zeroed(SamplesPool::on_heap);
    assert_eq!(bytes, size_of::<SamplesPool>());
    assert!((0..2_048).all(|index| samples[samples.handle_at(index).unwrap()] == [0; 7]));
}

#[test]
#[cfg_attr(miri, ignore = "58 MB")]
fn what_comes_fresh_from_the_system_is_zeroed_memory_if_that_is_cheaper() {
    pool! {
        /// `std` would clear a block with the alignment of its slots, all of it. So the block has another one.
        ManyLines: [[u64; 8]; 1 << 20];
        /// A pool with little bookkeeping to zero.
        Few: [[u64; 2_001]; 1 << 12];
        Keys: [(); 1_250_000];
    }
    assert!(align_of::<ManyLinesPool>() == 64 && align_of::<FewPool>() == 64);
    assert_eq!(zeroed(ManyLinesPool::on_heap).0, size_of::<ManyLinesPool>() + 64);
    assert_eq!(zeroed(FewPool::on_heap).0, 0);
    // 1.25 MB of keys. The system zeroes their pages when they are first used.
    assert_eq!(zeroed(HandleMap::<Keys, [u64; 7]>::on_heap).0, size_of::<HandleMap<Keys, [u64; 7]>>());
}

#[test]
fn a_block_of_its_own_kind_is_moved_to_a_box_and_back() {
    pool! {
        /// 33 MB.
        ManyLines: [[u64; 8]; 1 << 19];
    }
    let mut lines = ManyLinesPool::on_heap();
    assert_eq!((&raw const *lines).addr() % 64, 0);
    let line = lines.insert([7; 8]).unwrap();
    let boxed: Box<ManyLinesPool> = Heap::into_box(lines);
    let mut lines = Heap::from_box(boxed);
    assert_eq!((lines[line], lines.len()), ([7; 8], 1));
    assert_eq!(lines.remove(line), Some([7; 8]));
    let another = lines.clone();
    assert!(lines.is_empty() && another.is_empty());
}

#[test]
fn structs_of_zero_bytes_and_types_without_bytes_are_on_the_heap_too() {
    #[derive(bytemuck::Zeroable)]
    #[repr(C)]
    struct World {
        names: NamesPool,
        sizes: HandleMap<Names, u64>,
        frame: u64,
    }
    let mut world: Heap<World> = Heap::zeroed();
    let name = world.names.insert("a".to_owned()).unwrap();
    world.sizes.insert(name, 1);
    assert_eq!((world.names[name].as_str(), world.sizes[name], world.frame), ("a", 1, 0));
    let nothing: Heap<()> = Heap::from_box(Box::new(()));
    assert_eq!((*nothing, *Heap::<()>::zeroed(), *Heap::into_box(nothing)), ((), (), ()));
}

#[test]
#[cfg_attr(miri, ignore = "looks at each of 100,000 bytes")]
fn a_clone_without_a_guard_writes_every_slot_once() {
    pool! { Samples: [[u64; 7]; 2_048], guard = none; }
    let mut samples = SamplesPool::on_heap();
    let handle = samples.insert([7; 7]).unwrap();
    let (bytes, clone) = zeroed(|| samples.clone());
    assert_eq!(bytes, 0, "slots are cleared although they are copied afterwards");
    assert_eq!((clone[handle], clone.len()), ([7; 7], 1));
    assert!((1..2_048).all(|index| clone[clone.handle_at(index).unwrap()] == [0; 7]));
}

#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
struct Aligned(u8);

#[test]
fn rubbish_in_the_memory_is_not_taken_for_objects() {
    pool! {
        Lines: [[u64; 8]; 300];
        Listed: [[u64; 8]; 300], bookkeeping = free_list;
        Flagged: [[u64; 8]; 300], guard = live, marks = 2;
        Unguarded: [[u64; 8]; 300], guard = none;
        Words: [u64; 300];
    }
    fn starts_empty<P: PoolSpec<Item: Copy + PartialEq + core::fmt::Debug>>(
        mut pool: impl DerefMut<Target = Pool<P>>,
        item: P::Item,
    ) where
        P::Layout: Tracked,
    {
        assert_eq!((pool.len(), pool.values().count(), pool.high_water_mark()), (0, 0, 0));
        let handles: Vec<_> = std::iter::from_fn(|| pool.insert(item).ok()).collect();
        assert_eq!(handles.len(), pool.capacity());
        assert!(
            handles
                .iter()
                .enumerate()
                .all(|(index, &handle)| handle.index() == index && pool[handle] == item)
        );
    }
    starts_empty(LinesPool::on_heap(), [7; 8]);
    starts_empty(ListedPool::on_heap(), [7; 8]);
    starts_empty(FlaggedPool::on_heap(), [7; 8]);
    starts_empty(WordsPool::on_heap(), 7);
    let unguarded = UnguardedPool::on_heap();
    assert!((0..300).all(|index| unguarded[unguarded.handle_at(index).unwrap()] == [0; 8]));

    let mut words = Pool::<Words>::on_heap();
    let word = words.insert(7).unwrap();
    let mut values = HandleMap::<Words, Aligned>::on_heap();
    assert_eq!((values.len(), values.get(word), values.iter().count()), (0, None, 0));
    assert_eq!(values.insert(word, Aligned(7)), None);
    assert_eq!(values.iter().collect::<Vec<_>>(), [(word, &Aligned(7))]);
}

#[cfg(feature = "regions")]
#[test]
fn rubbish_in_the_memory_is_not_in_a_new_region() {
    let mut region = Linear::<Inline<1_000, 64>>::on_heap();
    assert_eq!(region.used(), 0);
    region.scope(|scope| assert_eq!(scope.alloc(7_u64), Ok(&mut 7)));
}

#[test]
fn a_pool_on_the_heap_is_collected_there() {
    let names: Heap<NamesPool> = (0..10).map(|i| i.to_string()).collect();
    assert_eq!(names.values().map(String::as_str).collect::<String>(), "0123456789");
}

#[test]
fn clones_own_their_items_and_give_the_same_handles() {
    let mut names = NamesPool::on_heap();
    let handles: Vec<_> = names.insert_many((0..miri_or(40, 100)).map(|i| i.to_string())).unwrap().collect();
    for handle in handles.iter().step_by(3) {
        names.remove(*handle);
    }
    let mut clone = names.clone();
    assert_eq!(clone, names);
    for name in clone.values_mut() {
        name.push('!');
    }
    assert_eq!(names[handles[1]], "1");
    assert_eq!(clone[handles[1]], "1!");
    let mut rolled_back = NamesPool::on_heap();
    rolled_back.extend((0..NAMES).map(|i| i.to_string()));
    rolled_back.clone_from(&names);
    assert_eq!(rolled_back, names);
    assert_eq!(rolled_back.next_handle(), names.next_handle());
    for _ in 0..miri_or(10, 50) {
        assert_eq!(clone.insert(String::new()).unwrap(), names.insert(String::new()).unwrap());
    }
}
