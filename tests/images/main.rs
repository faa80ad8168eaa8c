//! Saved pools: a restored pool behaves like the saved one, equal states give equal bytes, and other bytes are an
//! error that changes nothing.
#![cfg(feature = "alloc")]

#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

mod checked;
mod deltas;
mod extent;
mod items;
mod lists;
mod order;
mod refused;
mod tail;
mod values;

use crate::size::{IS_SMALL, cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::Tracked;
use stackpool::{DeltaError, Handle, Heap, Pool, PoolSpec, RestoreError, pool};

pool! {
    /// Three words of slots, the last one not full, with every table.
    Bytes: [u32; 140], layout = u8, generation_bits = 2;
    Shorts: [u32; 140], layout = u16, generation_bits = 2;
    Packed9s: [u32; 140], layout = packed(9), generation_bits = 2;
    Packed18s: [u32; 140], layout = packed18, generation_bits = 2;
    Split24s: [u32; 140], layout = split24, generation_bits = 2;
    Words: [u32; 140], layout = u32, generation_bits = 2;
    List: [u32; 140], bookkeeping = free_list, generation_bits = 2;

    /// Other guards.
    FlagAlone: [u32; 255];
    Live: [u32; 140], guard = live;
    Wide: [u32; 140], generation_bits = 9;
    /// A live slot in the last generation has a cell with all bits set.
    Widest: [u32; 1], generation_bits = 31;
    Retiring: [u32; 3], generation_bits = 14, on_wrap = retire;

    /// Links of 2 and 3 bytes, and exactly one full word.
    TwoBytes: [u32; 300];
    ThreeBytes: [u32; 65_600], guard = live;
    OneWord: [u32; 64];
    OneSlot: [u32; 1];
    ListOfOneSlot: [u32; 1], bookkeeping = free_list;
    ListOfTwoBytes: [u32; 300], bookkeeping = free_list;
    ListOfRetiring: [u32; 3], generation_bits = 14, on_wrap = retire, bookkeeping = free_list;
    ListOfThreeBytes: [u32; 65_600], guard = live, bookkeeping = free_list;
    FourSlots: [u32; 4];

    /// Quarantines.
    NoneWait: [u32; 140], quarantine = 0;
    NoneWaitLive: [u32; 140], quarantine = 0, guard = live, bookkeeping = free_list;
    AllWait: [u32; 14], quarantine = 14;
    HalfWait: [u32; 300], quarantine = 150;
    HalfWaitListed: [u32; 300], quarantine = 150, bookkeeping = free_list;
    Strict: [u32; 40], quarantine = 30, strict;

    /// The order of insertion.
    Marked: [u32; 140], generation_bits = 2, marks;
    MarkedListed: [u32; 140], generation_bits = 2, bookkeeping = free_list, marks;
    MarkedHalfWait: [u32; 300], quarantine = 150, marks = 3;
    MarkedLive: [u32; 140], guard = live, marks;
    MarkedFour: [u32; 4], marks = 1;
    MarkedListOfFour: [u32; 4], bookkeeping = free_list, guard = live, marks = 1;

    /// Images with tails: cells of one and two bytes.
    Tailed: [u32; 300], quarantine = 0, generation_bits = 2;
    TailedList: [u32; 300], quarantine = 0, generation_bits = 2, bookkeeping = free_list;
    TailedMarked: [u32; 300], quarantine = 7, marks, dense;
    TailedWide: [u32; 300], quarantine = 0, generation_bits = 10;

    /// Items of sizes other than 4 bytes.
    Nothing: [(); 100];
    Odd: [[u8; 3]; 100];
    Padded: [[u8; 3]; 70], align = 8;
    OddList: [[u8; 3]; 100], bookkeeping = free_list;
    PaddedList: [[u8; 3]; 70], align = 8, bookkeeping = free_list;

    /// Definitions whose images `Bytes` refuses.
    Smaller: [u32; 139], layout = u8, generation_bits = 2;
    MoreGenerations: [u32; 140], layout = u8, generation_bits = 3;
    OtherItem: [u64; 140], layout = u8, generation_bits = 2;
    OtherType: [f32; 140], layout = u8, generation_bits = 2;
    BytesLive: [u32; 140], layout = u8, guard = live;
}

/// Whether an image has a tail: the generations of free slots that have no links.
fn has_tail(image: &[u8]) -> bool {
    u16::from_ne_bytes(image[12..14].try_into().unwrap()) & 8 != 0
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Insert(u32),
    /// Removes one of the objects, selected by this number.
    Remove(usize),
    InsertMany(usize),
    Clear,
}

fn operations(most: usize) -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        20 => any::<u32>().prop_map(Operation::Insert),
        16 => any::<usize>().prop_map(Operation::Remove),
        2 => (0..80_usize).prop_map(Operation::InsertMany),
        1 => Just(Operation::Clear),
    ];
    prop::collection::vec(operation, 0..miri_or(most.min(25), most))
}

/// The result of an operation: handles, and the removed object.
type Outcome<P> = (Vec<Handle<P>>, Option<u32>);

/// Applies an operation. Two pools of the same state must give the same result.
fn apply<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, operation: Operation) -> Outcome<P>
where
    P::Layout: Tracked,
{
    match operation {
        Operation::Insert(item) => (pool.insert(item).into_iter().collect(), None),
        Operation::Remove(which) => {
            let Some(which) = which.checked_rem(pool.len()) else { return (Vec::new(), None) };
            let handle = pool.handles().nth(which).unwrap();
            (vec![handle], pool.remove(handle))
        }
        Operation::InsertMany(count) => {
            let fits = count <= pool.remaining_capacity();
            let items = 0..if fits { count as u32 } else { 0 };
            (items.map(|item| pool.insert(item).unwrap()).collect(), None)
        }
        Operation::Clear => {
            pool.clear();
            (Vec::new(), None)
        }
    }
}

/// A pool on the heap after these operations.
fn after<P: PoolSpec<Item = u32>>(operations: &[Operation]) -> Heap<Pool<P>>
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    for &operation in operations {
        apply(&mut pool, operation);
    }
    pool
}

/// Without a quarantine, takes `count` slots and frees them in reverse order, as often as it takes until the
/// generations repeat. With one, removes the objects in a batch that fails.
fn go_round<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, count: usize)
where
    P::Layout: Tracked,
{
    if Pool::<P>::QUARANTINE > 0 {
        let twice: Vec<_> = pool.handles().rev().chain(pool.handles()).collect();
        let is_empty = pool.is_empty();
        assert_eq!(pool.remove_many(&twice).is_err(), !is_empty);
        return;
    }
    for round in 0..Pool::<P>::GENERATIONS {
        let handles: Vec<_> = (0..count.min(pool.remaining_capacity()))
            .map(|_| pool.insert(0xFFFF_0000 | round).unwrap())
            .collect();
        for handle in handles.into_iter().rev() {
            pool.remove(handle).unwrap();
        }
    }
}

/// Checks that both pools have the same objects, and behave the same from here on.
fn assert_same_future<P: PoolSpec<Item = u32>>(a: &mut Pool<P>, b: &mut Pool<P>, future: &[Operation])
where
    P::Layout: Tracked,
{
    assert!(a == b, "the same objects under the same handles");
    assert_eq!(
        (a.len(), a.remaining_capacity(), a.next_handle()),
        (b.len(), b.remaining_capacity(), b.next_handle())
    );
    for &operation in future {
        assert_eq!(apply(a, operation), apply(b, operation));
    }
    assert!(a == b);
    assert_eq!(a.save(), b.save());
}

/// Saves a pool, and restores it into a pool with another history.
fn comes_back<P: PoolSpec<Item = u32>>(
    past: &[Operation],
    other_past: &[Operation],
    future: &[Operation],
    detour: usize,
) where
    P::Layout: Tracked,
{
    let mut pool = after::<P>(past);
    let image = pool.save();
    assert!(image.len() <= Pool::<P>::SAVED_BYTES);

    let mut restored = after::<P>(other_past);
    let stale: Vec<_> = restored.handles().collect();
    restored.restore(&image).unwrap();
    assert_eq!(restored.save(), image, "the restored pool is saved as the same bytes");
    for handle in stale {
        assert_eq!(restored.get(handle), pool.get(handle), "handles are checked as in the saved pool");
    }

    // Another history that leads to the same state.
    go_round(&mut pool, detour);
    assert!(pool.save() == image, "equal states are equal bytes");
    assert_same_future(&mut pool, &mut restored, future);
}

macro_rules! come_back {
    ($($test:ident: $pool:ident, $most:expr;)*) => {$(
        proptest! {
            #![proptest_config(cases(1, 40))]

            #[test]
            fn $test(
                past in operations($most),
                other_past in operations($most),
                future in operations(200),
                detour in 0..miri_or(10_usize, 100),
            ) {
                comes_back::<$pool>(&past, &other_past, &future, detour);
            }
        }
    )*};
}

come_back! {
    u8_comes_back: Bytes, 400;
    packed18_comes_back: Packed18s, 400;
    a_list_comes_back: List, 400;
    live_comes_back: Live, 400;
    half_that_wait_come_back: HalfWait, 700;
    slots_that_must_wait_come_back: Strict, 200;
    a_list_with_an_order_comes_back: MarkedListed, 400;
    tails_come_back: Tailed, 700;
}

gate::only! {
    mod more {
        use super::*;

        come_back! {
            u16_comes_back: Shorts, 400;
            packed9_comes_back: Packed9s, 400;
            split24_comes_back: Split24s, 400;
            u32_comes_back: Words, 400;
            a_list_of_one_slot_comes_back: ListOfOneSlot, 20;
            a_list_of_two_bytes_comes_back: ListOfTwoBytes, 700;
            flag_alone_comes_back: FlagAlone, 600;
            links_of_two_bytes_come_back: TwoBytes, 700;
            one_full_word_comes_back: OneWord, 200;
            one_slot_comes_back: OneSlot, 20;
            four_slots_come_back: FourSlots, 40;
            no_quarantine_comes_back: NoneWait, 400;
            a_list_without_quarantine_comes_back: NoneWaitLive, 400;
            all_that_wait_come_back: AllWait, 60;
            a_list_of_half_that_wait_comes_back: HalfWaitListed, 700;
            an_order_of_insertion_comes_back: Marked, 400;
            an_order_and_slots_that_wait_come_back: MarkedHalfWait, 700;
            live_with_an_order_comes_back: MarkedLive, 400;
            four_slots_with_an_order_come_back: MarkedFour, 40;
            tails_of_lists_come_back: TailedList, 700;
            tails_with_orders_come_back: TailedMarked, 700;
            tails_of_two_bytes_come_back: TailedWide, 700;
        }
    }
}

proptest! {
    #![proptest_config(cases(1, 8))]

    #[test]
    fn cells_of_two_bytes_come_back(past in operations(400), other_past in operations(400), future in operations(200)) {
        comes_back::<Wide>(&past, &other_past, &future, miri_or(0, 5));
    }

    #[test]
    #[cfg_attr(miri, ignore = "65,600 slots")]
    fn links_of_three_bytes_come_back(
        past in operations(800),
        other_past in operations(800),
        future in operations(50),
    ) {
        comes_back::<ThreeBytes>(&past, &other_past, &future, 70);
        comes_back::<ListOfThreeBytes>(&past, &other_past, &future, 70);
    }

    #[test]
    fn the_table_is_no_part_of_the_image(past in operations(400)) {
        let image = after::<Bytes>(&past).save();
        assert_eq!(after::<Shorts>(&past).save(), image);
        assert_eq!(after::<Packed9s>(&past).save(), image);
        assert_eq!(after::<Packed18s>(&past).save(), image);
        assert_eq!(after::<Split24s>(&past).save(), image);
        assert_eq!(after::<Words>(&past).save(), image);
        let mut words = Pool::<Words>::on_heap();
        words.restore(&image).unwrap();
        assert_eq!(words.save(), image);
        assert_eq!(after::<List>(&past).save(), image);
        let mut list = after::<List>(&[Operation::InsertMany(33), Operation::Remove(7)]);
        list.restore(&image).unwrap();
        assert_eq!(list.save(), image);
    }
}

#[test]
fn retired_slots_stay_retired() {
    stay_retired::<Retiring>();
    stay_retired::<ListOfRetiring>();
}

#[test]
fn the_last_generation_of_a_full_cell_comes_back() {
    let last = Handle::<Widest>::from_bits(u32::MAX >> 1).unwrap();
    assert_eq!((last.index(), last.generation()), (0, Pool::<Widest>::GENERATIONS - 1));
    let mut pool = Pool::<Widest>::new();
    pool.insert_at(last, 7).unwrap();
    let mut restored = Pool::<Widest>::new();
    restored.restore(&pool.save()).unwrap();
    assert_eq!((restored.get(last), &restored), (Some(&7), &pool));
    for pool in [&mut pool, &mut restored] {
        assert_eq!((pool.remove(last), pool.get(last)), (Some(7), None));
        assert_eq!(pool.next_handle().map(|next| (next.index(), next.generation())), Some((0, 0)));
    }
    assert_eq!(restored.save(), pool.save());
}

/// A pool whose slot 0 is used for the last time: it retires with the next removal. The object is the generation.
fn in_the_last_generation<P: PoolSpec<Item = u32>>() -> (Pool<P>, Handle<P>)
where
    P::Layout: Tracked,
{
    let (mut pool, last) = (Pool::<P>::new(), Pool::<P>::GENERATIONS - 1);
    if cfg!(miri) {
        // It takes long for each operation, so the slot was not used before. Its cell is after the header.
        pool.insert(last).unwrap();
        let mut image = pool.save();
        let cell = u16::from_ne_bytes([image[72], image[73]]) | last as u16;
        image[72..74].copy_from_slice(&cell.to_ne_bytes());
        pool.restore(&image).unwrap();
    } else {
        for generation in 0..last {
            let handle = pool.insert(generation).unwrap();
            pool.remove(handle).unwrap();
        }
        pool.insert(last).unwrap();
    }
    let handle = Handle::from_parts(0, last).unwrap();
    assert_eq!(pool.get(handle), Some(&last));
    (pool, handle)
}

fn stay_retired<P: PoolSpec<Item = u32>>()
where
    P::Layout: Tracked,
{
    let masks = &[1, 0x7F, 0x80][..miri_or(1, 3)];
    let (mut pool, handle) = in_the_last_generation::<P>();
    let last = pool.save();
    pool.remove(handle).unwrap();
    let retired = pool.save();
    assert_eq!((pool.len(), pool.remaining_capacity()), (0, 2));

    let mut restored = Pool::<P>::new();
    restored.restore(&retired).unwrap();
    assert_eq!((restored.len(), restored.remaining_capacity()), (0, 2));
    assert_eq!(restored.save(), retired);
    restored.clear();
    assert_eq!((restored.next_handle().map(Handle::index), restored.save()), (Some(1), retired.clone()));
    assert_eq!(restored.get(handle), None);

    restored.restore(&last).unwrap();
    assert_eq!(
        (restored.len(), restored.remaining_capacity(), restored.get(handle)),
        (1, 2, Some(&(Pool::<P>::GENERATIONS - 1)))
    );
    flips_are_errors_or_equal::<P>(&restored, masks);
    restored.restore(&retired).unwrap();
    flips_are_errors_or_equal::<P>(&restored, masks);
}

#[test]
fn a_retired_slot_is_neither_live_nor_free() {
    // Header, 3 cells of two bytes, 3 links of one byte, items. Slot 0 is retired; 1 and 2 are free, in this order, and
    // were used before.
    let (starts, cells, links) = (40..72, 72, 78);
    let (mut pool, last) = in_the_last_generation::<Retiring>();
    pool.remove(last);
    let handles = [1, 2].map(|item| pool.insert(item).unwrap());
    pool.remove(handles[1]);
    pool.remove(handles[0]);
    let image = pool.save();
    assert_eq!(
        (&image[starts.clone()], &image[links..links + 3]),
        (bytemuck::bytes_of(&[1_u32; 8]), &[0, 1 ^ 2, 0][..])
    );

    // Slot 0 is in the order instead of slot 2, before slot 1.
    let mut wrong = image.clone();
    wrong[starts].fill(0);
    wrong[links..links + 3].copy_from_slice(&[1, 0, 0]);
    assert_eq!(pool.restore(&wrong), Err(RestoreError::FreeOrder.into()));

    // The retired slot is marked as live, and the count agrees.
    let mut wrong = image.clone();
    wrong[36..40].fill(0);
    let cell = u16::from_ne_bytes([wrong[cells], wrong[cells + 1]]) | 0xC000;
    wrong[cells..cells + 2].copy_from_slice(&cell.to_ne_bytes());
    assert_eq!(pool.restore(&wrong), Err(RestoreError::Guard.into()));
    assert_eq!(pool.save(), image);
}

#[test]
fn a_live_slot_beyond_the_image_is_an_error() {
    let mut pool = after::<Live>(&[Operation::InsertMany(70), Operation::InsertMany(69)]);
    assert_eq!(pool.remaining_capacity(), 1);
    let image = pool.save();
    // The image has 139 slots. Slot 139 is live too, and then a slot beyond the capacity.
    let mut wrong = image.clone();
    let word = 72 + 4 * 4..72 + 4 * 5;
    let bits = u32::from_ne_bytes(wrong[word.clone()].try_into().unwrap());
    assert_eq!(bits, 0x7FF);
    for bit in 11..13 {
        wrong[word.clone()].copy_from_slice(&(bits | 1 << bit).to_ne_bytes());
        assert_eq!(pool.restore(&wrong), Err(RestoreError::Guard.into()));
    }
    wrong[32..36].copy_from_slice(&141_u32.to_ne_bytes());
    assert_eq!(pool.restore(&wrong), Err(RestoreError::Count.into()));
    assert_eq!(pool.save(), image);
}

#[test]
fn items_of_other_sizes_come_back() {
    fn check<P: PoolSpec<Item: bytemuck::Pod + PartialEq + std::fmt::Debug>>(item: impl Fn(u8) -> P::Item)
    where
        P::Layout: Tracked,
    {
        let mut pool = Pool::<P>::new();
        let handles: Vec<_> =
            (0..Pool::<P>::CAPACITY as u8).map(|i| pool.insert(item(i)).ok().unwrap()).collect();
        let full = pool.save();
        for handle in handles.iter().step_by(3) {
            pool.remove(*handle);
        }
        let sparse = pool.save();
        for image in [&full, &sparse, &full] {
            let mut restored = Pool::<P>::new();
            restored.restore(image).unwrap();
            assert_eq!(restored.save(), *image);
        }
        let mut restored = Pool::<P>::new();
        restored.restore(&sparse).unwrap();
        assert!(restored == pool);
        assert_eq!(full.len(), Pool::<P>::SAVED_BYTES);
        assert_eq!(full.len() - sparse.len(), (Pool::<P>::CAPACITY - pool.len()) * size_of::<P::Item>());
        assert_eq!(restored.save(), sparse);
    }
    check::<Nothing>(|_| ());
    check::<Odd>(|i| [i, 255 - i, 1]);
    check::<Padded>(|i| [i, 255 - i, 1]);
    check::<OddList>(|i| [i, 255 - i, 1]);
    check::<PaddedList>(|i| [i, 255 - i, 1]);
    assert_eq!(size_of::<PaddedPool>() % 8, 0);
    // 70 cells, 70 links of one byte, and no padding.
    assert_eq!(PaddedPool::SAVED_BYTES, 72 + 70 + 70 + 70 * 3);
}

#[test]
fn a_buffer_that_is_too_small_is_left_alone() {
    let pool = after::<Bytes>(&[Operation::InsertMany(10)]);
    let mut buffer = vec![7; BytesPool::SAVED_BYTES + 3];
    // Ten slots were used.
    let error = pool.save_into(&mut buffer[..131]).unwrap_err();
    assert_eq!(error.needed(), 72 + 10 * (1 + 1 + 4));
    assert_eq!(error.to_string(), "the buffer has 131 bytes, 132 are needed");
    assert!(buffer.iter().all(|&byte| byte == 7));
    assert_eq!(*pool.save_into(&mut buffer).unwrap(), *pool.save());
    assert!(buffer[132..].iter().all(|&byte| byte == 7));
    let pool = after::<Bytes>(&[Operation::InsertMany(140)]);
    assert_eq!(pool.save_into(&mut buffer).unwrap().len(), BytesPool::SAVED_BYTES);
    assert_eq!(buffer[912..], [7; 3]);
}

/// A pool with live, free and reused slots.
fn used<P: PoolSpec<Item = u32>>() -> Heap<Pool<P>>
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    let handles: Vec<_> =
        (0..Pool::<P>::CAPACITY as u32 * 3 / 4).map(|i| pool.insert(i * 0x0101_0101 + 1).unwrap()).collect();
    for (i, handle) in handles.into_iter().enumerate() {
        if i % 3 == 1 || i % 16 > 12 {
            pool.remove(handle);
        }
    }
    pool
}

/// Restores a pool from these bytes. Either there is an error that changes nothing, or the restored pool is saved as
/// the same bytes.
fn is_error_or_equal<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, before: &[u8], bytes: &[u8]) -> bool
where
    P::Layout: Tracked,
{
    let checked = Pool::<P>::check_saved(bytes);
    let restored = pool.restore(bytes);
    assert_eq!(checked, restored);
    let expected = if restored.is_ok() { bytes } else { before };
    assert!(pool.save() == expected, "{restored:?}, but the pool is not the expected one");
    restored.is_ok()
}

/// Flips bits of every byte of a saved pool. In the header, flips each bit, and all bits of a byte at once.
fn flips_are_errors_or_equal<P: PoolSpec<Item = u32>>(pool: &Pool<P>, masks: &[u8])
where
    P::Layout: Tracked,
{
    let image = pool.save();
    let mut target = Pool::<P>::on_heap();
    target.insert(77).unwrap();
    let before = target.save();
    let mut accepted = 0;
    for at in 0..image.len() {
        let each = [1, 2, 4, 8, 16, 32, 64, 128, 255];
        for mask in if at < 72 && !IS_SMALL { &each } else { masks } {
            let mut wrong = image.clone();
            wrong[at] ^= mask;
            if is_error_or_equal(&mut target, &before, &wrong) {
                accepted += usize::from(at >= 72);
                // Another number of slots that wait is another state.
                let waits = (36..40).contains(&at) && Pool::<P>::QUARANTINE > 0;
                assert!(at >= 72 || waits, "a changed header was accepted, at byte {at}");
                // Go back to the state before, for the next flip.
                target.restore(&before).unwrap();
            }
        }
    }
    // Accepted are other items in live slots, and other generations of a slot.
    let items = pool.len() * 4 * masks.len();
    assert!(accepted >= items, "{accepted} accepted, and {items} bytes of items were changed");
    if Pool::<P>::GENERATIONS == 1 {
        assert_eq!(accepted, items);
    }
}
