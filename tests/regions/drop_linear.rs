//! The linear allocator that runs destructors: each once, the newest first, also if the region has moved, or
//! something panics or is forgotten.

use crate::tokens::{Log, Token, unwind, unwinds};
use stackpool::region::{DropLinear, DropScope, Inline, Linear, Static, Storage, Undropped};
use std::cell::Cell;
use std::mem::{MaybeUninit, forget, swap};

/// The bytes that a token takes in a region.
const TOKEN: usize = size_of::<Token>() + Memory::RECORD_BYTES;

type Memory = DropLinear<Inline<1024>>;

#[test]
fn reset_drops_newest_first() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let scope = memory.enter();
    scope.alloc(log.token(1)).unwrap();
    scope.alloc_slice_fill_with(3, |index| log.token(2 + index as u32)).unwrap();
    drop(scope);
    let scope = memory.enter();
    scope.alloc_iter([5, 6].map(|id| log.token(id))).unwrap();
    scope.alloc_with(|| log.token(7)).unwrap();
    drop(scope);
    assert_eq!(log.taken(), []);
    memory.reset();
    assert_eq!(log.taken(), [7, 5, 6, 2, 3, 4, 1]);
    assert_eq!((memory.used(), memory.padding()), (0, 0));
    memory.reset();
    assert_eq!(log.taken(), []);
}

#[test]
fn dropping_the_region_drops_newest_first() {
    let (log, mut memory) = (Log::default(), Memory::new());
    memory.enter().alloc(log.token(1)).unwrap();
    memory.enter().alloc(log.token(2)).unwrap();
    drop(memory);
    assert_eq!(log.taken(), [2, 1]);
}

#[test]
#[cfg_attr(miri, ignore = "leaks")]
fn a_forgotten_region_leaks() {
    let (log, mut memory) = (Log::default(), Memory::new());
    memory.enter().alloc(log.token(1)).unwrap();
    forget(memory);
    assert_eq!(log.taken(), []);
}

#[test]
fn values_are_used_and_changed() {
    let mut memory = Memory::new();
    let scope = memory.enter();
    let name = scope.alloc(String::from("wolf")).unwrap();
    let path = scope.alloc_iter((0..4).map(|index| vec![index; 3])).unwrap();
    name.push_str(" pack");
    path[2].push(9);
    path.swap(0, 2);
    assert_eq!((name.as_str(), &path[0], &path[2]), ("wolf pack", &vec![2, 2, 2, 9], &vec![0; 3]));
}

#[test]
fn what_values_take() {
    struct Nothing;
    impl Drop for Nothing {
        fn drop(&mut self) {}
    }

    let (log, mut memory) = (Log::default(), Memory::new());
    let scope = memory.enter();
    let mut used = 0;
    let mut takes = |bytes: usize| {
        used += bytes;
        assert_eq!(scope.used(), used);
    };
    scope.alloc(7_u64).unwrap();
    takes(8);
    scope.alloc_slice_fill_with(3, |_| 7_u64).unwrap();
    takes(24);
    scope.alloc_slice_fill_with(0, |_| log.token(0)).unwrap();
    scope.alloc_iter([(); 100]).unwrap();
    takes(0);
    scope.alloc(log.token(1)).unwrap();
    takes(TOKEN);
    scope.alloc_slice_fill_with(3, |_| log.token(2)).unwrap();
    takes(3 * size_of::<Token>() + Memory::RECORD_BYTES);
    scope.alloc_iter([3, 4].map(|id| log.token(id))).unwrap();
    takes(2 * size_of::<Token>() + Memory::RECORD_BYTES);
    scope.alloc(Nothing).unwrap();
    takes(Memory::RECORD_BYTES);
    scope.alloc_slice_fill_with(9, |_| Nothing).unwrap();
    takes(Memory::RECORD_BYTES);
    scope.alloc_iter([Nothing, Nothing]).unwrap();
    takes(Memory::RECORD_BYTES);
    assert_eq!(scope.padding(), 0);
}

#[test]
fn full_to_the_byte() {
    const ROOM: usize = 2 * size_of::<Token>() + Memory::RECORD_BYTES;
    let log = Log::default();

    let mut exact = DropLinear::<Inline<ROOM>>::new();
    exact.enter().alloc_slice_fill_with(2, |index| log.token(index as u32)).unwrap();
    assert_eq!(exact.remaining_capacity(), 0);
    exact.reset();
    assert_eq!(exact.enter().alloc_iter([2, 3].map(|id| log.token(id))).unwrap().len(), 2);
    assert_eq!(log.taken(), [0, 1]);

    let mut short = [MaybeUninit::uninit(); ROOM + 8];
    let start = short.as_ptr().align_offset(align_of::<Token>());
    let mut short = DropLinear::from(&mut short[start..start + ROOM - 1]);
    let scope = short.enter();
    scope.alloc_slice_fill_with(2, |_| -> Token { panic!("called without room") }).unwrap_err();
    let (fitted, second) = scope.alloc_iter([4, 5, 6].map(|id| log.token(id))).unwrap_err().into_inner();
    assert_eq!((fitted.len(), fitted[0].id, second.id, log.taken()), (1, 4, 5, vec![6]));
    assert_eq!(scope.alloc(log.token(7)).unwrap_err().into_inner().id, 7);
    scope.alloc_with(|| -> Token { panic!("called without room") }).unwrap_err();
    assert_eq!(log.taken(), [7]);
    scope.alloc_slice_fill_with(usize::MAX, |_| -> Token { panic!("called without room") }).unwrap_err();
    scope.alloc_slice_fill_with(usize::MAX / 8, |_| 0_u64).unwrap_err();
    drop(scope);
    assert_eq!((short.used(), short.stats().full_count), (TOKEN, 6));
    drop(short);
    drop(second);
    assert_eq!(log.taken(), [4, 5]);
}

#[test]
fn no_room_for_a_record() {
    let log = Log::default();
    let mut memory = DropLinear::<Inline<{ TOKEN - 1 }>>::new();
    let scope = memory.enter();
    let (fitted, first) = scope.alloc_iter([log.token(1)]).unwrap_err().into_inner();
    assert_eq!((fitted.len(), first.id, scope.used()), (0, 1, 0));
    let fitted = scope.alloc_iter([(); 5]).unwrap();
    assert_eq!(fitted.len(), 5);
}

#[test]
fn a_region_moves_with_its_values() {
    let log = Log::default();
    let mut memory = Memory::new();
    memory.enter().alloc(log.token(1)).unwrap();
    let mut other = Box::new(Memory::new());
    other.enter().alloc(log.token(2)).unwrap();
    swap(&mut memory, &mut other);
    memory.enter().alloc(log.token(3)).unwrap();

    let mut regions = vec![memory];
    regions.extend([*other, Memory::new()]);
    regions.insert(0, Memory::new());
    regions[2].enter().alloc(log.token(4)).unwrap();
    regions[1].reset();
    assert_eq!(log.taken(), [3, 2]);
    drop(regions);
    assert_eq!(log.taken(), [4, 1]);
}

#[test]
fn another_thread_drops_them() {
    let log = Log::default();
    let mut memory = Memory::new();
    memory.enter().alloc(log.token(1)).unwrap();
    std::thread::spawn(move || memory.reset()).join().unwrap();
    assert_eq!(log.taken(), [1]);
}

thread_local! {
    /// The sum of the bytes that were dropped.
    static SUM: Cell<u32> = const { Cell::new(0) };
}

/// A value with a destructor and an alignment of 1.
#[derive(Debug)]
struct Byte(u8);

impl Drop for Byte {
    fn drop(&mut self) {
        SUM.set(SUM.get() + u32::from(self.0));
    }
}

#[test]
fn records_are_at_any_address() {
    let mut regions = Vec::new();
    for count in 1..10 {
        let mut memory = DropLinear::<Inline<300, 1>>::new();
        let scope = memory.enter();
        scope.plain().alloc_slice_fill_with(count, |_| 0_u8).unwrap();
        scope.alloc_iter((0..count).map(|_| Byte(1))).unwrap();
        scope.alloc(Byte(100)).unwrap();
        drop(scope);
        assert_eq!((memory.used(), memory.padding()), (2 * count + 1 + 2 * Memory::RECORD_BYTES, 0));
        // The regions have different addresses, which change as the vector grows.
        regions.push((memory, 0_u8));
    }
    assert_eq!(SUM.get(), 0);
    drop(regions);
    assert_eq!(SUM.take(), 45 + 900);
}

/// A value of large alignment, which its destructor checks.
#[derive(Debug)]
#[repr(align(512))]
struct Lane(Token);

impl Drop for Lane {
    fn drop(&mut self) {
        assert_eq!(std::ptr::from_ref(self).addr() % 512, 0, "{:?} is dropped misaligned", self.0);
    }
}

#[test]
fn values_of_large_alignment() {
    fn check<S: Storage>(mut memory: DropLinear<S>) {
        let log = Log::default();
        memory.enter().plain().alloc(1_u8).unwrap();
        memory.enter().alloc(Lane(log.token(1))).unwrap();
        let mut moved = Box::new(memory);
        moved.enter().alloc_slice_fill_with(2, |index| Lane(log.token(2 + index as u32))).unwrap();
        moved.reset();
        assert_eq!(log.taken(), [2, 3, 1]);
    }
    let mut memory = vec![MaybeUninit::uninit(); 3001];
    check(DropLinear::from(&mut memory[1..]));
    check(DropLinear::<Inline<3000, 512>>::new());
    #[cfg(feature = "alloc")]
    check(DropLinear::from(stackpool::region::Boxed::<16>::new(3000)));
}

/// A value of no size and large alignment, also for a region that moves and has a smaller alignment.
#[repr(align(512))]
struct Corner;

impl Drop for Corner {
    fn drop(&mut self) {
        assert_eq!(std::ptr::from_ref(self).addr() % 512, 0, "dropped misaligned");
        SUM.set(SUM.get() + 1);
    }
}

#[test]
fn values_of_no_size_and_large_alignment() {
    let mut memory = DropLinear::<Inline<300, 1>>::new();
    let scope = memory.enter();
    scope.plain().alloc(1_u8).unwrap();
    let corner: *const Corner = scope.alloc(Corner).unwrap();
    let corners = scope.alloc_slice_fill_with(3, |_| Corner).unwrap();
    assert_eq!((corner.addr() % 512, corners.as_ptr().addr() % 512, corners.len()), (0, 0, 3));
    assert_eq!(scope.alloc_iter([Corner, Corner]).unwrap().len(), 2);
    assert_eq!((scope.used(), scope.padding()), (1 + 3 * Memory::RECORD_BYTES, 0));
    drop(scope);
    drop(Box::new(memory));
    assert_eq!(SUM.take(), 6);
}

#[test]
fn scopes_drop_their_values_when_they_end() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let mut level = memory.enter();
    let outer = level.alloc(log.token(1)).unwrap();
    let used = level.used();
    let id = level.scope(|mut encounter| {
        encounter.alloc(log.token(2)).unwrap();
        encounter.scope(|hit| hit.alloc(log.token(3)).unwrap().id);
        assert_eq!(log.taken(), [3]);
        encounter.alloc(log.token(4)).unwrap().id
    });
    assert_eq!((id, log.taken(), level.used()), (4, vec![4, 2], used));
    assert!(outer.is(1));
    level.alloc(log.token(5)).unwrap();
    drop(level);
    memory.scope(|scope| scope.alloc(log.token(6)).map(drop)).unwrap();
    assert_eq!((log.taken(), memory.used()), (vec![6], 2 * TOKEN));
    drop(memory);
    assert_eq!(log.taken(), [5, 1]);
}

#[test]
fn scopes_drop_their_values_when_they_unwind() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let mut level = memory.enter();
    let outer = level.alloc(log.token(1)).unwrap();
    unwinds(|| {
        level.scope(|mut inner| {
            inner.alloc(log.token(2)).unwrap();
            inner.scope(|innermost| -> u8 {
                innermost.alloc(log.token(3)).unwrap();
                unwind()
            })
        })
    });
    assert_eq!((log.taken(), outer.id, level.used()), (vec![3, 2], 1, TOKEN));
    drop(level);
    memory.reset();
    assert_eq!(log.taken(), [1]);
}

#[test]
fn scopes_drop_the_values_of_a_forgotten_scope() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let mut level = memory.enter();
    level.scope(|inner| {
        inner.alloc(log.token(1)).unwrap();
        forget(inner);
    });
    assert_eq!((log.taken(), level.used()), (vec![1], 0));
    // The outer scope is forgotten too: the bytes that the inner scopes used are not kept.
    level.scope(|inner| inner.alloc(log.token(2)).map(drop)).unwrap();
    forget(level);
    assert_eq!((log.taken(), memory.used(), memory.padding()), (vec![2], 0, 0));
    assert_eq!(memory.high_water_mark(), TOKEN);
}

#[test]
fn a_forgotten_borrowing_keeps_what_is_dropped_later() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let scope = memory.enter();
    scope.plain().alloc(7_u8).unwrap();
    scope.alloc(log.token(1)).unwrap();
    let kept = scope.used();
    // Nothing refers to this value afterwards.
    scope.plain().alloc([8_u8; 100]).unwrap();
    forget(scope);
    assert_eq!(
        (memory.used(), memory.padding(), memory.high_water_mark()),
        (kept, align_of::<Token>() - 1, kept)
    );
    let room = memory.remaining_capacity();
    memory.enter().plain().alloc_slice_fill_with(room, |_| 0xff_u8).unwrap();
    memory.reset();
    assert_eq!(log.taken(), [1]);
}

#[test]
fn the_others_run_where_a_destructor_panics() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let fill = |memory: &mut Memory| {
        let scope = memory.enter();
        scope.alloc(log.token(1)).unwrap();
        scope.alloc_iter([log.token(2), log.bomb(3), log.token(4)]).unwrap();
        scope.alloc(log.token(5)).unwrap();
    };
    fill(&mut memory);
    unwinds(|| memory.reset());
    assert_eq!(log.taken(), [5, 2, 3, 4, 1]);
    assert_eq!((memory.used(), memory.padding()), (0, 0));
    memory.reset();
    assert_eq!(log.taken(), []);

    fill(&mut memory);
    unwinds(|| drop(memory));
    assert_eq!(log.taken(), [5, 2, 3, 4, 1]);
}

#[test]
fn the_others_run_where_a_destructor_of_a_scope_panics() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let mut level = memory.enter();
    let outer = level.alloc(log.token(1)).unwrap();
    unwinds(|| {
        level.scope(|mut inner| {
            inner.alloc(log.token(2)).unwrap();
            inner.scope(|innermost| {
                innermost.alloc(log.token(3)).unwrap();
                innermost.alloc(log.bomb(4)).unwrap();
                innermost.alloc(log.token(5)).unwrap();
                // The result of the closure is dropped too.
                log.token(6)
            })
        })
    });
    assert_eq!((log.taken(), outer.id, level.used()), (vec![5, 4, 3, 6, 2], 1, TOKEN));
    level.alloc(log.token(7)).unwrap();
    drop(level);
    assert_eq!(memory.used(), 2 * TOKEN);
    memory.reset();
    assert_eq!(log.taken(), [7, 1]);
}

#[test]
fn closures_and_iterators_that_panic() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let scope = memory.enter();
    let third = |index: usize| if index == 2 { unwind() } else { log.token(index as u32) };
    unwinds(|| scope.alloc_with(|| third(2)));
    assert_eq!((log.taken(), scope.used()), (vec![], TOKEN));
    unwinds(|| scope.alloc_slice_fill_with(4, third).map(drop));
    assert_eq!(log.taken(), [0, 1]);
    let used = scope.used();
    unwinds(|| scope.alloc_iter((0..4).map(third)).is_ok());
    assert_eq!((log.taken(), scope.used()), (vec![0, 1], used));
    drop(scope);
    memory.reset();
    assert_eq!(log.taken(), []);
}

#[test]
fn what_a_closure_allocates_is_older() {
    let (log, mut memory) = (Log::default(), Memory::new());
    let scope = memory.enter();
    scope
        .alloc_with(|| {
            scope.alloc(log.token(1)).unwrap();
            log.token(2)
        })
        .unwrap();
    scope
        .alloc_slice_fill_with(2, |index| {
            scope.alloc(log.token(3 + index as u32)).unwrap();
            log.token(5 + index as u32)
        })
        .unwrap();
    // While the iterator runs, only values of no size can be allocated.
    let values = (7..9).map(|id| {
        assert_eq!(scope.alloc(log.token(100)).unwrap_err().into_inner().id, 100);
        assert_eq!(scope.alloc_iter([(), ()]).unwrap().len(), 2);
        log.token(id)
    });
    scope.alloc_iter(values).unwrap();
    forget(scope);
    assert_eq!(log.taken(), [100, 100]);
    memory.reset();
    assert_eq!(log.taken(), [7, 8, 5, 6, 4, 3, 2, 1]);
}

/// A static region. Every destructor of this thread can reach a scope of it.
static REACHED: Static<DropLinear<Inline<256>>> = Static::new();
/// The region that holds that scope.
static HOLDER: Static<Linear<Inline<256>>> = Static::new();

type Reached = DropScope<'static, Inline<256>>;

thread_local! {
    static SCOPE: Cell<Option<&'static Reached>> = const { Cell::new(None) };
}

/// Allocates when it is dropped.
struct Allocates([u64; 2]);

impl Drop for Allocates {
    fn drop(&mut self) {
        let scope = SCOPE.get().unwrap();
        let room = scope.remaining_capacity();
        scope.plain().alloc_slice_fill_with(room, |_| 0xff_u8).unwrap();
        assert_eq!(self.0, [3, 4], "its memory was given away while it was dropped");
    }
}

#[test]
fn destructors_of_a_panicking_iterator_that_allocate() {
    let scope = Undropped::new(REACHED.take().unwrap().enter());
    let scope: &'static Reached = HOLDER.take().unwrap().enter().alloc(scope).ok().unwrap();
    SCOPE.set(Some(scope));
    let values = (0..4).map(|index| if index == 2 { unwind() } else { Allocates([3, 4]) });
    unwinds(|| scope.alloc_iter(values).is_ok());
    assert_eq!(scope.used(), 0);
}

#[test]
fn all_zero_bytes_are_empty() {
    #[cfg(feature = "alloc")]
    {
        let log = Log::default();
        let mut memory = Memory::on_heap();
        memory.enter().alloc(log.token(1)).unwrap();
        drop(memory);
        assert_eq!(log.taken(), [1]);
        let mut memory = DropLinear::<stackpool::region::Boxed>::with_capacity(TOKEN);
        memory.enter().alloc(log.token(2)).unwrap();
        assert_eq!(memory.remaining_capacity(), 0);
        drop(memory);
        assert_eq!(log.taken(), [2]);
    }
    assert_eq!(Memory::default().stats(), Memory::new().stats());
}
