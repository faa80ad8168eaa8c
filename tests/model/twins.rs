//! The same operations on a pool with a table and on one with a free list, for every width of a link, every guard and items
//! of many shapes: the same handles, and the same objects.

use proptest::prelude::*;
use stackpool::layout::Tracked;
use stackpool::{Handle, Pool, PoolSpec, pool};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// An item that can be made of a number.
trait Made: Clone + PartialEq + Debug {
    fn made(number: u32) -> Self;
}

impl Made for u8 {
    fn made(number: u32) -> Self {
        number as u8
    }
}

impl Made for u16 {
    fn made(number: u32) -> Self {
        number as u16
    }
}

impl Made for [u8; 3] {
    fn made(number: u32) -> Self {
        [number as u8, (number >> 8) as u8, (number >> 16) as u8]
    }
}

impl Made for u64 {
    fn made(number: u32) -> Self {
        u64::from(number) * 0x0101_0101_0101
    }
}

/// Its second byte is padding, and the second of a link.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C)]
struct Padded(u8, u32);

impl Made for Padded {
    fn made(number: u32) -> Self {
        Padded(number as u8, number)
    }
}

/// Most of it is padding, and it has values that no link may be taken for.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
struct Aligned(bool);

impl Made for Aligned {
    fn made(number: u32) -> Self {
        Aligned(number % 3 == 0)
    }
}

/// With a destructor.
impl Made for Box<u32> {
    fn made(number: u32) -> Self {
        Box::new(number)
    }
}

#[derive(Clone, Debug)]
enum Operation {
    Insert,
    InsertWith,
    /// The constructor panics.
    InsertWithPanic,
    EntryInsert,
    EntryDrop,
    Remove(usize),
    /// So many, and how many of them are taken from the front and from the back.
    RemoveMany(usize, usize, usize),
    TryExtend(usize),
    Retain(u32),
    ExtractIf(u32, usize),
    Drain(usize, usize),
    ForgetDrain(usize),
    Clear,
    /// Both pools move.
    Move,
    /// Both are made clones of earlier ones, which are then clones of these.
    Exchange,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        30 => Just(Operation::Insert),
        4 => Just(Operation::InsertWith),
        2 => Just(Operation::InsertWithPanic),
        4 => Just(Operation::EntryInsert),
        2 => Just(Operation::EntryDrop),
        24 => any::<usize>().prop_map(Operation::Remove),
        4 => (0..12_usize, 0..4_usize, 0..4_usize).prop_map(|(n, a, b)| Operation::RemoveMany(n, a, b)),
        4 => (0..40_usize).prop_map(Operation::TryExtend),
        1 => any::<u32>().prop_map(Operation::Retain),
        1 => (any::<u32>(), 0..9_usize).prop_map(|(mask, n)| Operation::ExtractIf(mask, n)),
        1 => (0..9_usize, 0..9_usize).prop_map(|(front, back)| Operation::Drain(front, back)),
        1 => (0..9_usize).prop_map(Operation::ForgetDrain),
        1 => Just(Operation::Clear),
        4 => Just(Operation::Move),
        2 => Just(Operation::Exchange),
    ];
    prop::collection::vec(operation, 0..if cfg!(miri) { 30 } else { 300 })
}

/// Everything that operations gave: handles as bits, and objects.
type Given<T> = Vec<(u32, Option<T>)>;

struct Tested<P: PoolSpec> {
    pool: Box<Pool<P>>,
    earlier: Box<Pool<P>>,
    next: u32,
}

fn explode() -> ! {
    resume_unwind(Box::new("a bomb"))
}

impl<P: PoolSpec<Item: Made>> Tested<P>
where
    P::Layout: Tracked,
{
    fn new() -> Self {
        Tested { pool: Pool::boxed(), earlier: Pool::boxed(), next: 0 }
    }

    fn item(&mut self) -> P::Item {
        self.next += 1;
        P::Item::made(self.next)
    }

    fn apply(&mut self, operation: &Operation) -> Given<P::Item> {
        let item = self.item();
        let pool = &mut *self.pool;
        let bits = |handle: Handle<P>| handle.to_bits();
        let given = |(handle, item): (Handle<P>, P::Item)| (handle.to_bits(), Some(item));
        let is_wanted = |mask: u32, handle: Handle<P>| mask >> (handle.index() % 32) & 1 == 1;
        match *operation {
            Operation::Insert => pool.insert(item).into_iter().map(|handle| (bits(handle), None)).collect(),
            Operation::InsertWith => {
                pool.insert_with(|_| item).into_iter().map(|handle| (bits(handle), None)).collect()
            }
            Operation::InsertWithPanic => {
                let mut shown = Vec::new();
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    pool.insert_with(|handle| {
                        shown.push((bits(handle), None));
                        explode()
                    })
                }));
                shown
            }
            Operation::EntryInsert => {
                let Ok(entry) = pool.vacant_entry() else { return Vec::new() };
                let handle = bits(entry.handle());
                vec![(handle, Some(entry.insert(item).clone()))]
            }
            Operation::EntryDrop => {
                pool.vacant_entry().into_iter().map(|entry| (bits(entry.handle()), None)).collect()
            }
            Operation::Remove(which) => {
                let Some(which) = which.checked_rem(pool.len()) else { return Vec::new() };
                let handle = pool.handles().nth(which).unwrap();
                let item = pool.remove(handle);
                assert!(item.is_some() && pool.remove(handle).is_none(), "removed once");
                vec![(bits(handle), item)]
            }
            Operation::RemoveMany(count, front, back) => {
                let mut handles: Vec<_> = pool.handles().take(count).collect();
                let middle = handles.len() / 2;
                handles.rotate_left(middle);
                let mut removed = pool.remove_many(&handles).unwrap();
                let mut taken: Given<_> = removed.by_ref().take(front).map(|item| (0, Some(item))).collect();
                taken.extend(removed.by_ref().rev().take(back).map(|item| (1, Some(item))));
                taken
            }
            Operation::TryExtend(count) => {
                let mut numbers = self.next..self.next + count as u32;
                let refused = pool.try_extend(numbers.by_ref().map(P::Item::made));
                vec![(numbers.len() as u32, refused.err().map(stackpool::Full::into_inner))]
            }
            Operation::Retain(mask) => {
                pool.retain(|handle, _| is_wanted(mask, handle));
                Vec::new()
            }
            Operation::ExtractIf(mask, count) => {
                pool.extract_if(|handle, _| is_wanted(mask, handle)).take(count).map(given).collect()
            }
            Operation::Drain(front, back) => {
                let mut drain = pool.drain();
                let mut taken: Given<_> = drain.by_ref().take(front).map(given).collect();
                taken.extend(drain.by_ref().rev().take(back).map(given));
                taken
            }
            Operation::ForgetDrain(front) => {
                let mut drain = pool.drain();
                let taken = drain.by_ref().take(front).map(given).collect();
                std::mem::forget(drain);
                taken
            }
            Operation::Clear => {
                pool.clear();
                Vec::new()
            }
            Operation::Move if Pool::<P>::TOTAL_BYTES < 50_000 => {
                self.pool = replaced(&mut self.pool);
                Vec::new()
            }
            Operation::Move => {
                self.pool = self.pool.clone_boxed();
                Vec::new()
            }
            Operation::Exchange => {
                let now = self.pool.clone_boxed();
                self.pool.clone_from(&self.earlier);
                self.earlier = now;
                Vec::new()
            }
        }
    }

    /// What can be seen: how many, the next handle, and all objects.
    fn seen(&self) -> (usize, usize, Option<u32>, Given<P::Item>) {
        let entries = self.pool.iter().map(|(handle, item)| (handle.to_bits(), Some(item.clone())));
        let next = self.pool.next_handle().map(Handle::to_bits);
        (self.pool.len(), self.pool.remaining_capacity(), next, entries.collect())
    }
}

/// The pool, after it was on the stack; in a function of its own, which is not called with large ones.
#[inline(never)]
fn replaced<P: PoolSpec>(pool: &mut Pool<P>) -> Box<Pool<P>> {
    Box::new(std::mem::take(pool))
}

/// Does the same to both, and then fills them up.
fn are_alike<A: PoolSpec, B: PoolSpec<Item = A::Item>>(operations: &[Operation])
where
    A::Item: Made,
    A::Layout: Tracked,
    B::Layout: Tracked,
{
    let (mut a, mut b) = (Tested::<A>::new(), Tested::<B>::new());
    for operation in operations {
        assert_eq!(a.apply(operation), b.apply(operation), "{operation:?}");
        assert_eq!(a.seen(), b.seen(), "after {operation:?}");
    }
    for _ in 0..=Pool::<A>::CAPACITY.min(2_000) {
        assert_eq!(a.apply(&Operation::Insert), b.apply(&Operation::Insert));
    }
    assert_eq!(a.seen(), b.seen());
}

macro_rules! twins {
    ($cases:literal: $($test:ident: $stacked:ident, $listed:ident [$item:ty; $capacity:literal $($options:tt)*];)*) => {
        pool! {
            $(
                $stacked: [$item; $capacity], bookkeeping = index_stack $($options)*;
                $listed: [$item; $capacity], bookkeeping = free_list $($options)*;
            )*
        }

        proptest! {
            #![proptest_config(ProptestConfig {
                cases: if cfg!(miri) { 1 } else { $cases },
                failure_persistence: None,
                ..ProptestConfig::default()
            })]

            $(
                #[test]
                fn $test(operations in operations()) {
                    are_alike::<$stacked, $listed>(&operations);
                }
            )*
        }
    };
}

twins! {
    40:
    one: StackedOne, ListedOne [u8; 1];
    two: StackedTwo, ListedTwo [u8; 2];
    five_live: StackedFive, ListedFive [u8; 5, guard = live];
    three_retiring: StackedRetiring, ListedRetiring [u16; 3, generation_bits = 14, on_wrap = retire];
    bytes_255: StackedBytes255, ListedBytes255 [u8; 255];
    bytes_256: StackedBytes256, ListedBytes256 [u8; 256];
    bytes_256_live: StackedLive256, ListedLive256 [u8; 256, guard = live];
    shorts_257: StackedShorts257, ListedShorts257 [u16; 257, generation_bits = 9];
    padded: StackedPadded, ListedPadded [Padded; 300, guard = live];
    aligned: StackedAligned, ListedAligned [Aligned; 300];
    aligned_slots: StackedAlignedSlots, ListedAlignedSlots [[u8; 3]; 70, align = 16];
    boxes: StackedBoxes, ListedBoxes [Box<u32>; 70];
    boxes_live: StackedLiveBoxes, ListedLiveBoxes [Box<u32>; 12, guard = live];
    longs: StackedLongs, ListedLongs [u64; 40, generation_bits = 1];
}

#[cfg(not(miri))]
twins! {
    4:
    shorts_65_535: StackedShorts65535, ListedShorts65535 [u16; 65_535];
    shorts_65_536: StackedShorts65536, ListedShorts65536 [u16; 65_536, guard = live];
    threes_65_537: StackedThrees65537, ListedThrees65537 [[u8; 3]; 65_537];
    threes_300_000: StackedThrees, ListedThrees [[u8; 3]; 300_000, guard = live];
}

/// The same operations at the border of the generations, many times over.
#[test]
#[cfg_attr(miri, ignore = "tens of thousands of operations")]
fn slots_retire_alike() {
    let (mut a, mut b) = (Tested::<StackedRetiring>::new(), Tested::<ListedRetiring>::new());
    for round in 0..60_000 {
        for operation in
            [Operation::Insert, Operation::Insert, Operation::Remove(round), Operation::EntryDrop]
        {
            assert_eq!(a.apply(&operation), b.apply(&operation), "round {round}");
        }
        if round % 1_000 == 0 {
            let operation = match round % 4_000 {
                0 => Operation::Clear,
                1_000 => Operation::Drain(1, 1),
                2_000 => Operation::Exchange,
                _ => Operation::RemoveMany(3, 0, 1),
            };
            assert_eq!(a.apply(&operation), b.apply(&operation), "round {round}");
        }
        assert_eq!(a.seen(), b.seen(), "round {round}");
    }
    assert_eq!(a.pool.remaining_capacity(), 0, "all have retired");
}
