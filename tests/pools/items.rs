//! Items of every kind: zero-sized, over-aligned, uninhabited, with destructors, structs, enums, and items that hold
//! their own handle.

use crate::drops::{Drops, Token};
use stackpool::layout::Tracked;
use stackpool::{Full, Pool, PoolSpec, pool};
use std::convert::Infallible;

mod shapes {
    use stackpool::Pool;

    pub(crate) const MAX: u16 = 12;

    #[derive(Pool, Debug, PartialEq)]
    #[pool(capacity = MAX)]
    pub(crate) enum Shape {
        Empty,
        Circle(f32),
        Polygon { corners: u8, next: Option<ShapeHandle> },
    }

    #[derive(Pool)]
    #[pool(capacity = 64 * 64)]
    pub(crate) struct Pair(pub(crate) u32, pub(crate) Option<PairHandle>);

    #[derive(Pool, Clone, Copy, Debug, PartialEq)]
    #[pool(capacity = 3, handle = UnitId, pool = Units)]
    pub(super) struct Unit;

    mod inner {
        use stackpool::Pool;

        #[derive(Pool)]
        #[pool(capacity = 2)]
        struct Private(#[expect(dead_code, reason = "held, not read")] u8);

        #[test]
        fn a_private_type_in_a_private_module() {
            let mut pool = PrivatePool::new();
            let handle: PrivateHandle = pool.insert(Private(1)).ok().unwrap();
            assert!(pool.contains(handle));
        }
    }
}

use shapes::{Pair, PairPool, Shape, ShapeHandle, ShapePool, Unit, UnitId, Units};

#[test]
fn enums_tuple_structs_and_unit_structs() {
    let mut shapes = ShapePool::new();
    let circle: ShapeHandle = shapes.insert(Shape::Circle(1.0)).unwrap();
    let polygon = shapes.insert(Shape::Polygon { corners: 5, next: Some(circle) }).unwrap();
    let Shape::Polygon { next: Some(next), corners: 5 } = shapes[polygon] else { panic!("another shape") };
    assert_eq!(shapes[next], Shape::Circle(1.0));
    shapes.extend((0..10).map(|_| Shape::Empty));
    assert!(shapes.is_full());

    let mut pairs = PairPool::new();
    let first = pairs.insert(Pair(1, None)).ok().unwrap();
    let second = pairs.insert_with(|me| Pair(2, Some(me))).unwrap();
    assert_eq!((pairs[second].1, pairs[first].0 + pairs[second].0), (Some(second), 3));

    let mut units = Units::new();
    let unit: UnitId = units.insert(Unit).unwrap();
    assert_eq!(units.remove(unit), Some(Unit));
}

#[test]
fn zero_sized_items_are_counted_and_have_no_address() {
    let mut units = Units::new();
    let handles: Vec<UnitId> = (0..3).map(|_| units.insert(Unit).unwrap()).collect();
    assert_eq!(units.insert(Unit).unwrap_err().into_inner(), Unit);
    assert_eq!(units.handle_of(&units[handles[1]]), None);
    assert_eq!(units.iter().map(|(handle, _)| handle).collect::<Vec<_>>(), handles);
    assert_eq!(units.remove_many(&handles).unwrap().count(), 3);
    assert!(units.is_empty());
}

thread_local! {
    static ZERO_SIZED_DROPS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

/// A zero-sized item with a destructor.
#[derive(Pool)]
#[pool(capacity = 300)]
struct Signal;

impl Drop for Signal {
    fn drop(&mut self) {
        ZERO_SIZED_DROPS.set(ZERO_SIZED_DROPS.get() + 1);
    }
}

#[test]
fn zero_sized_items_are_dropped() {
    let mut signals = SignalPool::new();
    signals.extend((0..300).map(|_| Signal));
    signals.retain(|handle, _| handle.index() >= 100);
    assert_eq!(ZERO_SIZED_DROPS.get(), 100);
    drop(signals.drain().nth(9));
    assert_eq!(ZERO_SIZED_DROPS.get(), 300);
}

#[repr(align(128))]
#[derive(Clone, Debug, PartialEq)]
struct CacheLines([u8; 130]);

pool! {
    OverAligned: [CacheLines; 5];
    Raised: [u8; 5], align = 64;
    RaisedHuge: [[u8; 3]; 2], align = 65_536;
    RaisedUnits: [(); 4], align = 16;
    Never: [Infallible; 4];
    Boxes: [Box<u32>; 100];
    Slices: [&'static str; 3];
    Arrays: [[u16; 3]; 3];
    Functions: [fn(u32) -> u32; 2];
    Large: [[u8; 100_000]; 2];
    Lines: [[u64; 8]; 512];
    HalfLines: [[u32; 8]; 700];
    FewLines: [[u64; 8]; 511];
    BoxedLines: [[u64; 8]; 512], boxed;
}

#[test]
fn every_slot_has_the_alignment_of_the_item_or_more() {
    fn check<P: PoolSpec>(make: impl Fn(u8) -> P::Item, align: usize) {
        let mut pool = Box::new(Pool::<P>::new());
        let room = pool.remaining_capacity() as u8;
        let handles: Vec<_> = (0..room).map(|i| pool.insert(make(i)).ok().unwrap()).collect();
        for handle in handles {
            let item = &pool[handle];
            assert_eq!(std::ptr::from_ref(item).addr() % align, 0);
            assert!(size_of::<P::Item>() == 0 || pool.handle_of(item) == Some(handle));
        }
    }
    check::<OverAligned>(|i| CacheLines([i; 130]), 128);
    check::<Raised>(|i| i, 64);
    check::<RaisedHuge>(|i| [i; 3], 65_536);
    check::<RaisedUnits>(|_| (), 16);
}

#[test]
fn items_of_a_large_pool_do_not_lie_across_cache_lines() {
    fn check<P: PoolSpec>(pool: &mut Pool<P>, item: P::Item, align: usize) {
        let handle = pool.insert(item).ok().unwrap();
        assert_eq!(std::ptr::from_ref(&pool[handle]).addr() % align, 0);
        assert!(align_of::<Pool<P>>() >= align);
    }
    check(&mut Box::new(LinesPool::new()), [1; 8], 64);
    check(&mut Box::new(HalfLinesPool::new()), [1; 8], 64);
    check(&mut Box::new(LinesPool::default().clone()), [1; 8], 64);
    let boxed = BoxedLinesBox::new([1; 8]).unwrap();
    assert_eq!(std::ptr::from_ref(&*boxed).addr() % 64, 0);
    // Few slots fit in the nearest cache, and have no padding before them.
    assert_eq!(align_of::<FewLinesPool>(), align_of::<u64>());
    const { assert!(LinesPool::TOTAL_BYTES < LinesPool::BOOKKEEPING_BYTES + 512 * 64 + 128) };
}

#[test]
fn over_aligned_items_keep_their_values() {
    let mut pool = OverAlignedPool::new();
    let handles: Vec<_> = pool.insert_many((0..5).map(|i| CacheLines([i; 130]))).unwrap().collect();
    assert_eq!(pool.clone()[handles[3]], CacheLines([3; 130]));
    assert_eq!(pool.remove(handles[4]), Some(CacheLines([4; 130])));
    assert!(pool.values().zip(0..).all(|(item, i)| item.0 == [i; 130]));
}

#[test]
fn a_pool_of_what_cannot_exist_stays_empty() {
    let mut never = NeverPool::new();
    assert_eq!((never.len(), never.capacity(), never.iter().count()), (0, 4, 0));
    never.retain(|_, item| match *item {});
    assert_eq!(never.drain().len(), 0);
    assert!(never.next_handle().is_some_and(|handle| never.get(handle).is_none()));
}

#[test]
fn foreign_and_unnamed_types() {
    let mut boxes = BoxesPool::new();
    let handle = boxes.insert(Box::new(7)).unwrap();
    *boxes[handle] += 1;
    assert_eq!(boxes.remove(handle), Some(Box::new(8)));
    assert_eq!(SlicesPool::from_iter(["a", "b"]).values().copied().collect::<String>(), "ab");
    assert_eq!(ArraysPool::from_iter([[1, 2, 3]]).values().next(), Some(&[1, 2, 3]));
    let functions: FunctionsPool =
        [u32::swap_bytes as fn(u32) -> u32, u32::reverse_bits].into_iter().collect();
    assert_eq!(functions.values().fold(1, |value, function| function(value)), 1 << 7);
}

#[test]
fn addresses_elsewhere_have_no_handle() {
    let mut pool = Pool::<Boxes>::new();
    let other = Pool::<Boxes>::from_iter([Box::new(1)]);
    let handle = pool.insert(Box::new(1)).unwrap();
    assert_eq!(pool.handle_of(other.values().next().unwrap()), None);
    assert_eq!(pool.handle_of(&Box::new(1)), None);
    assert_eq!(pool.handle_of(&pool[handle]), Some(handle));
}

/// A pool that is drained by `for_each` is as one that is drained by a loop.
fn drains_alike<P: PoolSpec<Item = u32>>()
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::new();
    for round in 0..3 {
        let handles: Vec<_> = std::iter::from_fn(|| pool.insert(round).ok()).collect();
        for &handle in handles.iter().skip(round as usize).step_by(3) {
            pool.remove(handle);
        }
        let mut other = pool.clone();
        let (mut drained, mut looped) = (Vec::new(), Vec::new());
        pool.drain().for_each(|entry| drained.push(entry));
        for entry in other.drain() {
            looped.push(entry);
        }
        assert_eq!(drained, looped);
        assert_eq!((pool.len(), pool.remaining_capacity()), (0, other.remaining_capacity()));
        assert!(handles.iter().all(|&handle| pool.get(handle).is_none()));
        assert_eq!(pool.high_water_mark(), Pool::<P>::CAPACITY);
        let again = |pool: &mut Pool<P>| std::iter::from_fn(|| pool.insert(7).ok()).collect::<Vec<_>>();
        assert_eq!(again(&mut pool), again(&mut other));
        // What is taken out of a pool by value.
        let owned: Vec<_> = pool.clone().into_iter().collect();
        assert!(owned.into_iter().eq(pool.iter().map(|(handle, &item)| (handle, item))));
        assert_eq!(pool.drain().fold(0, |count, _| count + 1), other.len());
        other.clear();
    }
}

#[test]
fn drains_by_a_closure_and_by_a_loop_are_alike() {
    pool! {
        Generational: [u32; 70];
        Stacked: [u32; 70], quarantine = 0;
        Live: [u32; 70], guard = live;
        Listed: [u32; 70], bookkeeping = free_list;
        Marked: [u32; 70], marks;
        Retiring: [u32; 9], generation_bits = 14, on_wrap = retire;
    }
    drains_alike::<Generational>();
    drains_alike::<Listed>();
    drains_alike::<Retiring>();
    if !cfg!(miri) {
        drains_alike::<Stacked>();
        drains_alike::<Live>();
        drains_alike::<Marked>();
    }
}

#[test]
fn items_are_dropped_once_wherever_they_go() {
    pool! {
        Tokens: [Token; 100];
    }
    let drops = Drops::default();
    let mut pool = TokensPool::new();
    let mut handles = Vec::new();
    for id in 0..100 {
        handles.push(pool.insert(drops.token(id)).ok().unwrap());
    }
    assert_eq!(pool.insert(drops.token(100)).map_err(Full::into_inner).unwrap_err().id, 100);
    assert_eq!(drops.alive().len(), 100);
    assert_eq!(pool.remove(handles[5]).unwrap().id, 5);
    pool.retain(|_, token| token.id >= 50);
    assert!(drops.alive().into_iter().eq(50..100));
    drop(pool.remove_many(&handles[50..60]).unwrap());
    assert_eq!(pool.drain().take(10).count(), 10);
    assert_eq!(drops.alive(), [0_u32; 0]);
    for id in 200..210 {
        pool.insert(drops.token(id)).ok().unwrap();
    }
    drop(pool);
    assert_eq!(drops.alive(), [0_u32; 0]);
}

fn hash_of(hashed: &impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    BuildHasherDefault::<DefaultHasher>::default().hash_one(hashed)
}

#[test]
fn collections_traits() {
    let mut pool = BoxesPool::default();
    pool.extend([1, 2, 3].map(Box::new));
    let handles: Vec<_> = pool.handles().collect();
    assert_eq!(format!("{pool:?}"), "{Boxes#0v0: 1, Boxes#1v0: 2, Boxes#2v0: 3}");
    let mut other = pool.clone();
    assert_eq!(pool, other);
    assert_eq!(hash_of(&pool), hash_of(&other));
    *other[handles[0]] = 9;
    assert_ne!(pool, other);
    assert_ne!(hash_of(&pool), hash_of(&other));
    assert_eq!(other.iter().map(|(handle, item)| (handle, **item)).next(), Some((handles[0], 9)));
    for (_, item) in &mut other {
        **item += 1;
    }
    assert_eq!(other.values().map(|item| **item).sum::<u32>(), 10 + 3 + 4);
    // Pools with equal values under other handles are not equal.
    let mut moved = BoxesPool::default();
    let gone = moved.insert(Box::new(0)).unwrap();
    moved.extend([1, 2, 3].map(Box::new));
    moved.remove(gone);
    assert_eq!(moved.len(), 3);
    assert_ne!(moved, pool);
    assert_ne!(hash_of(&moved), hash_of(&pool));
    // Pools with the same values under the same handles are equal, whatever happened before.
    moved.reset();
    moved.extend([1, 2, 3].map(Box::new));
    moved.insert(Box::new(4)).unwrap();
    let mut later = moved.clone();
    let [first, .., last] = [0, 1, 2, 3].map(|index| later.handle_at(index).unwrap());
    later.remove(last);
    moved.remove(last);
    assert_eq!((&later, hash_of(&later)), (&moved, hash_of(&moved)));
    later.remove(first);
    assert_ne!(hash_of(&later), hash_of(&moved));
}

#[test]
fn pools_and_handles_cross_threads() {
    fn send<T: Send>() {}
    fn sync<T: Sync>() {}
    fn unwind_safe<T: std::panic::UnwindSafe + std::panic::RefUnwindSafe + Unpin>() {}
    pool! {
        Shared: [std::rc::Rc<u8>; 4];
        Cells: [std::cell::Cell<u8>; 4];
    }
    // Handles are `Send` and `Sync` for every item type.
    send::<SharedHandle>();
    sync::<SharedHandle>();
    sync::<CellsHandle>();
    unwind_safe::<CellsHandle>();
    send::<BoxesPool>();
    sync::<BoxesPool>();
    send::<CellsPool>();
    unwind_safe::<BoxesPool>();

    let mut pool = BoxesPool::new();
    let handle = pool.insert(Box::new(1)).unwrap();
    let pool = std::thread::spawn(move || {
        *pool[handle] += 1;
        pool
    });
    assert_eq!(*pool.join().unwrap()[handle], 2);
}

#[test]
fn pools_inside_functions_and_of_local_types() {
    const LOCAL_MAX: usize = 3;

    #[derive(Pool, Debug, PartialEq)]
    #[pool(capacity = LOCAL_MAX)]
    struct Local(u32);

    pool! {
        Locals: [Local; LOCAL_MAX + 1];
    }

    let mut first = LocalPool::new();
    let mut second = LocalsPool::new();
    first.extend((0..3).map(Local));
    second.extend((0..4).map(Local));
    assert!(first.is_full() && second.is_full());
}
