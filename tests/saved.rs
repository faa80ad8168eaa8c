//! Saved pools: what is restored behaves as what was saved, equal states are equal bytes, and other bytes are an error
//! that changes nothing.

use proptest::prelude::*;
use stackpool::{DeltaError, Handle, Pool, PoolSpec, RestoreError, Tracked, pool};

pool! {
    /// Three words of slots, the last one not full, in every table.
    Bytes: [u32; 140], layout = u8, generation_bits = 2;
    Shorts: [u32; 140], layout = u16, generation_bits = 2;
    Packed9s: [u32; 140], layout = packed(9), generation_bits = 2;
    Packed18s: [u32; 140], layout = packed18, generation_bits = 2;
    Split24s: [u32; 140], layout = split24, generation_bits = 2;
    Words: [u32; 140], layout = u32, generation_bits = 2;

    /// Other guards.
    FlagAlone: [u32; 255];
    Live: [u32; 140], guard = live;
    Wide: [u32; 140], generation_bits = 9;
    Retiring: [u32; 3], generation_bits = 14, on_wrap = retire;

    /// Links of 2 and 3 bytes, and one word that is full.
    TwoBytes: [u32; 300];
    ThreeBytes: [u32; 65_600], guard = live;
    OneWord: [u32; 64];
    OneSlot: [u32; 1];
    FourSlots: [u32; 4];

    /// Items beside other than 4 bytes.
    Nothing: [(); 100];
    Odd: [[u8; 3]; 100];
    Padded: [[u8; 3]; 70], align = 8;

    /// Items whose copy is not made.
    Fragile: [Glass; 10];

    /// What an image of `Bytes` is not.
    Smaller: [u32; 139], layout = u8, generation_bits = 2;
    MoreGenerations: [u32; 140], layout = u8, generation_bits = 3;
    OtherItem: [u64; 140], layout = u8, generation_bits = 2;
    BytesLive: [u32; 140], layout = u8, guard = live;
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Insert(u32),
    /// Removes one of the objects.
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
    prop::collection::vec(operation, 0..if cfg!(miri) { most.min(40) } else { most })
}

/// What an operation gave: handles, and what was removed.
type Outcome<P> = (Vec<Handle<P>>, Option<u32>);

/// Does the same to two pools of one state.
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
            (pool.insert_many((0..count as u32).collect::<Vec<_>>()).into_iter().flatten().collect(), None)
        }
        Operation::Clear => {
            pool.clear();
            (Vec::new(), None)
        }
    }
}

/// A pool on the heap on which these were done.
fn after<P: PoolSpec<Item = u32>>(operations: &[Operation]) -> Box<Pool<P>>
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::boxed();
    for &operation in operations {
        apply(&mut pool, operation);
    }
    pool
}

/// Takes `count` slots and gives them back the other way round, as often as the generations take to come back.
fn go_round<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, count: usize) {
    for round in 0..Pool::<P>::GENERATIONS {
        let handles: Vec<_> = (0..count.min(pool.remaining_capacity()))
            .map(|_| pool.insert(0xFFFF_0000 | round).unwrap())
            .collect();
        for handle in handles.into_iter().rev() {
            pool.remove(handle).unwrap();
        }
    }
}

/// Both pools hold the same, and go on alike.
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

/// A pool that is saved, and restored in one that was used for something else.
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
    assert_eq!(image.len(), Pool::<P>::SAVED_BYTES);

    let mut restored = after::<P>(other_past);
    let stale: Vec<_> = restored.handles().collect();
    restored.restore(&image).unwrap();
    assert_eq!(restored.save(), image, "what was restored is saved as the same bytes");
    for handle in stale {
        assert_eq!(
            restored.get(handle),
            pool.get(handle),
            "handles are checked as in the pool that was saved"
        );
    }

    // Another history with the same outcome.
    go_round(&mut pool, detour);
    assert!(pool.save() == image, "equal states are equal bytes");
    assert_same_future(&mut pool, &mut restored, future);
}

macro_rules! come_back {
    ($($test:ident: $pool:ident, $most:expr;)*) => {$(
        proptest! {
            #![proptest_config(ProptestConfig {
                cases: if cfg!(miri) { 2 } else { 40 },
                failure_persistence: None,
                ..ProptestConfig::default()
            })]

            #[test]
            fn $test(
                past in operations($most),
                other_past in operations($most),
                future in operations(200),
                detour in 0..100_usize,
            ) {
                comes_back::<$pool>(&past, &other_past, &future, detour);
            }
        }
    )*};
}

come_back! {
    u8_comes_back: Bytes, 400;
    u16_comes_back: Shorts, 400;
    packed9_comes_back: Packed9s, 400;
    packed18_comes_back: Packed18s, 400;
    split24_comes_back: Split24s, 400;
    u32_comes_back: Words, 400;
    flag_alone_comes_back: FlagAlone, 600;
    live_comes_back: Live, 400;
    links_of_two_bytes_come_back: TwoBytes, 700;
    one_full_word_comes_back: OneWord, 200;
    one_slot_comes_back: OneSlot, 20;
    four_slots_come_back: FourSlots, 40;
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 1 } else { 8 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn cells_of_two_bytes_come_back(past in operations(400), other_past in operations(400), future in operations(200)) {
        comes_back::<Wide>(&past, &other_past, &future, if cfg!(miri) { 0 } else { 5 });
    }

    #[test]
    #[cfg_attr(miri, ignore = "65,600 slots")]
    fn links_of_three_bytes_come_back(past in operations(800), other_past in operations(800), future in operations(50)) {
        comes_back::<ThreeBytes>(&past, &other_past, &future, 70);
    }

    #[test]
    fn the_table_is_no_part_of_the_image(past in operations(400)) {
        let image = after::<Bytes>(&past).save();
        assert_eq!(after::<Shorts>(&past).save(), image);
        assert_eq!(after::<Packed9s>(&past).save(), image);
        assert_eq!(after::<Packed18s>(&past).save(), image);
        assert_eq!(after::<Split24s>(&past).save(), image);
        assert_eq!(after::<Words>(&past).save(), image);
        let mut words = Pool::<Words>::boxed();
        words.restore(&image).unwrap();
        assert_eq!(words.save(), image);
    }
}

#[test]
#[cfg_attr(miri, ignore = "tens of thousands of operations")]
fn retired_slots_stay_retired() {
    let mut pool = Pool::<Retiring>::new();
    let mut handle = pool.insert(0).unwrap();
    for use_number in 1..Pool::<Retiring>::GENERATIONS {
        pool.remove(handle).unwrap();
        handle = pool.insert(use_number).unwrap();
    }
    let last = pool.save();
    pool.remove(handle).unwrap();
    let retired = pool.save();
    assert_eq!((pool.len(), pool.remaining_capacity()), (0, 2));

    let mut restored = Pool::<Retiring>::new();
    restored.restore(&retired).unwrap();
    assert_eq!((restored.len(), restored.remaining_capacity()), (0, 2));
    assert_eq!(restored.save(), retired);
    restored.clear();
    assert_eq!((restored.next_handle().map(Handle::index), restored.save()), (Some(1), retired.clone()));
    assert_eq!(restored.get(handle), None);

    restored.restore(&last).unwrap();
    assert_eq!(
        (restored.len(), restored.remaining_capacity(), restored.get(handle)),
        (1, 2, Some(&(Pool::<Retiring>::GENERATIONS - 1)))
    );
    flips_are_errors_or_equal::<Retiring>(&restored, &[1, 0x7F, 0x80]);
    restored.restore(&retired).unwrap();
    flips_are_errors_or_equal::<Retiring>(&restored, &[1, 0x7F, 0x80]);
}

#[test]
#[cfg_attr(miri, ignore = "tens of thousands of operations")]
fn a_retired_slot_is_neither_live_nor_free() {
    // Header, 3 cells of two bytes, 3 links of a byte, items. Of the slots 0 is retired, 1 and 2 are free, in this order.
    let (starts, cells, links) = (32..64, 64, 70);
    let mut pool = Pool::<Retiring>::new();
    while pool.remaining_capacity() == 3 {
        let handle = pool.insert(0).unwrap();
        pool.remove(handle).unwrap();
    }
    let image = pool.save();
    assert_eq!(
        (&image[starts.clone()], &image[links..links + 3]),
        (bytemuck::bytes_of(&[1_u32; 8]), &[0, 1 ^ 2, 0][..])
    );

    // In the order instead of slot 2: 0 before 1.
    let mut wrong = image.clone();
    wrong[starts].fill(0);
    wrong[links..links + 3].copy_from_slice(&[1, 0, 0]);
    assert_eq!(pool.restore(&wrong), Err(RestoreError::FreeOrder));

    // Live, with the count as it would be.
    let mut wrong = image.clone();
    wrong[28..32].fill(0);
    let cell = u16::from_ne_bytes([wrong[cells], wrong[cells + 1]]) | 0x8000;
    wrong[cells..cells + 2].copy_from_slice(&cell.to_ne_bytes());
    assert_eq!(pool.restore(&wrong), Err(RestoreError::Guard));
    assert_eq!(pool.save(), image);
}

#[test]
fn a_live_slot_beyond_the_capacity_is_an_error() {
    let mut pool = after::<Live>(&[Operation::InsertMany(70), Operation::InsertMany(69)]);
    assert_eq!(pool.remaining_capacity(), 1);
    let image = pool.save();
    // Slot 140 instead of 139, which is then neither live nor in the order: the counts fit.
    let mut wrong = image.clone();
    let word = 64 + 4 * 4..64 + 4 * 5;
    let bits = u32::from_ne_bytes(wrong[word.clone()].try_into().unwrap());
    assert_eq!(bits, 0x7FF);
    wrong[word].copy_from_slice(&(bits | 1 << 12).to_ne_bytes());
    wrong[24..28].copy_from_slice(&140_u32.to_ne_bytes());
    wrong[32..64].fill(0);
    assert_eq!(pool.restore(&wrong), Err(RestoreError::Guard));
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
        let end = sparse.len() - (Pool::<P>::CAPACITY - 1) * size_of::<P::Item>();
        if size_of::<P::Item>() > 0 {
            let mut wrong = sparse.clone();
            wrong[end - 1] = 1;
            assert_eq!(restored.restore(&wrong), Err(RestoreError::FreeSlot { index: 0 }));
        }
        assert_eq!(restored.save(), sparse);
    }
    check::<Nothing>(|_| ());
    check::<Odd>(|i| [i, 255 - i, 1]);
    check::<Padded>(|i| [i, 255 - i, 1]);
    assert_eq!(size_of::<PaddedPool>() % 8, 0);
    // 70 cells, 70 links of a byte, and no padding.
    assert_eq!(PaddedPool::SAVED_BYTES, 64 + 70 + 70 + 70 * 3);
}

#[test]
fn too_small_a_buffer_is_left_alone() {
    let pool = after::<Bytes>(&[Operation::InsertMany(10)]);
    let mut buffer = vec![7; BytesPool::SAVED_BYTES + 3];
    let error = pool.save_into(&mut buffer[..BytesPool::SAVED_BYTES - 1]).unwrap_err();
    assert_eq!(error.needed(), BytesPool::SAVED_BYTES);
    assert_eq!(error.to_string(), "904 bytes are needed, 903 were given");
    assert!(buffer.iter().all(|&byte| byte == 7));
    assert_eq!(pool.save_into(&mut buffer), Ok(BytesPool::SAVED_BYTES));
    assert_eq!((&buffer[..904], &buffer[904..]), (&*pool.save(), &[7; 3][..]));
}

/// A pool with live, free and reused slots.
fn used<P: PoolSpec<Item = u32>>() -> Box<Pool<P>>
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::boxed();
    let handles: Vec<_> =
        (0..Pool::<P>::CAPACITY as u32 * 3 / 4).map(|i| pool.insert(i * 0x0101_0101 + 1).unwrap()).collect();
    for (i, handle) in handles.into_iter().enumerate() {
        if i % 3 == 1 || i % 16 > 12 {
            pool.remove(handle);
        }
    }
    pool
}

/// Restores bytes in a pool: an error that changes nothing, or a pool that is saved as these bytes.
fn is_error_or_equal<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, before: &[u8], bytes: &[u8]) -> bool
where
    P::Layout: Tracked,
{
    let restored = pool.restore(bytes);
    let expected = if restored.is_ok() { bytes } else { before };
    assert!(pool.save() == expected, "{restored:?} and another pool");
    restored.is_ok()
}

/// Flips bits of every byte of a saved pool; all of them in the header.
fn flips_are_errors_or_equal<P: PoolSpec<Item = u32>>(pool: &Pool<P>, masks: &[u8])
where
    P::Layout: Tracked,
{
    let image = pool.save();
    let mut target = Pool::<P>::boxed();
    target.insert(77).unwrap();
    let before = target.save();
    let mut accepted = 0;
    for at in 0..image.len() {
        let all: Vec<u8> = (1..=255).collect();
        for mask in if at < 64 && !cfg!(miri) { &all } else { masks } {
            let mut wrong = image.clone();
            wrong[at] ^= mask;
            if is_error_or_equal(&mut target, &before, &wrong) {
                accepted += 1;
                assert!(at >= 64, "another header of the same pool was taken, at byte {at}");
                // For the next one.
                target.restore(&before).unwrap();
            }
        }
    }
    // The items of live slots may be anything, and the generations of a slot other ones: that is what is accepted.
    let items = pool.len() * 4 * masks.len();
    assert!(accepted >= items, "{accepted} accepted, and {items} bytes of items were changed");
    if Pool::<P>::GENERATIONS == 1 {
        assert_eq!(accepted, items);
    }
}

#[test]
fn a_flipped_byte_is_an_error_or_another_pool() {
    let masks: &[u8] = if cfg!(miri) { &[0x81] } else { &[1, 6, 0x80, 0xFF] };
    flips_are_errors_or_equal(&used::<FourSlots>(), masks);
    flips_are_errors_or_equal(&used::<OneSlot>(), masks);
    if !cfg!(miri) {
        flips_are_errors_or_equal(&used::<Bytes>(), masks);
        flips_are_errors_or_equal(&used::<Live>(), masks);
        flips_are_errors_or_equal(&used::<FlagAlone>(), masks);
        flips_are_errors_or_equal(&used::<Wide>(), masks);
        flips_are_errors_or_equal(&used::<TwoBytes>(), masks);
        flips_are_errors_or_equal(&used::<OneWord>(), masks);
    }
}

#[test]
fn other_lengths_are_errors() {
    let mut pool = used::<OneWord>();
    let mut image = pool.save();
    let expected = OneWordPool::SAVED_BYTES;
    for found in (0..expected).step_by(if cfg!(miri) { 37 } else { 1 }) {
        assert_eq!(pool.restore(&image[..found]), Err(RestoreError::Length { expected, found }));
    }
    for found in expected + 1..expected + 70 {
        image.push(0);
        assert_eq!(pool.restore(&image), Err(RestoreError::Length { expected, found }));
    }
    assert_eq!(pool.save(), image[..expected]);
}

#[test]
fn an_image_need_not_be_aligned() {
    let image = used::<Wide>().save();
    for offset in 0..8 {
        let mut bytes = vec![0; offset + image.len()];
        bytes[offset..].copy_from_slice(&image);
        let mut pool = Pool::<Wide>::boxed();
        pool.restore(&bytes[offset..]).unwrap();
        pool.save_into(&mut bytes[offset..]).unwrap();
        assert_eq!(bytes[offset..], image);
    }
}

#[test]
fn every_error_says_what_is_wrong() {
    fn error_of(change: impl FnOnce(&mut Vec<u8>)) -> RestoreError {
        let mut pool = used::<Bytes>();
        let mut image = pool.save();
        change(&mut image);
        pool.restore(&image).unwrap_err()
    }
    // Header, 140 cells, 140 links of a byte, items.
    let (cells, links, items) = (64, 64 + 140, 64 + 280);
    assert_eq!(error_of(|image| image[0] ^= 1), RestoreError::NotSaved);
    assert_eq!(error_of(|image| image[8] ^= 1), RestoreError::NotSaved);
    assert_eq!(error_of(|image| image[8..12].reverse()), RestoreError::ByteOrder);
    assert_eq!(
        error_of(|image| image[12..16].copy_from_slice(&7_u32.to_ne_bytes())),
        RestoreError::Version(7)
    );
    assert_eq!(error_of(|image| image[16] ^= 1), RestoreError::Layout);
    assert_eq!(error_of(|image| image[24] ^= 1), RestoreError::Count);
    assert_eq!(error_of(|image| image[28] ^= 1), RestoreError::Count);
    assert_eq!(error_of(|image| image[cells + 70] |= 4), RestoreError::Guard);
    assert_eq!(error_of(|image| image[cells] ^= 0x80), RestoreError::Count);
    assert_eq!(error_of(|image| image[links] ^= 1), RestoreError::FreeOrder);
    assert_eq!(error_of(|image| image[items + 4 * 139 + 3] ^= 1), RestoreError::FreeSlot { index: 139 });
    // A live slot and a free one change places in the guard.
    assert_eq!(error_of(|image| image.swap(cells, cells + 1)), RestoreError::FreeOrder);
    for error in [
        error_of(|image| image[0] ^= 1),
        error_of(|image| image[8..12].reverse()),
        error_of(|image| image[links] ^= 1),
    ] {
        assert!(error.to_string().contains("pool") || error.to_string().contains("corrupt"), "{error}");
    }
}

#[test]
fn images_of_other_pools_are_refused() {
    let mut pool = Pool::<Bytes>::boxed();
    assert_eq!(pool.restore(&Pool::<Smaller>::boxed().save()), Err(RestoreError::Layout));
    assert_eq!(pool.restore(&Pool::<MoreGenerations>::boxed().save()), Err(RestoreError::Layout));
    assert_eq!(pool.restore(&Pool::<OtherItem>::boxed().save()), Err(RestoreError::Layout));
    assert_eq!(pool.restore(&Pool::<BytesLive>::boxed().save()), Err(RestoreError::Layout));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 2_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Several bytes behind the header, most of them small: links to other slots, other generations, other flags.
    #[test]
    fn patched_images_are_errors_or_equal(
        past in operations(60),
        patches in prop::collection::vec((24..64_usize + 64 * 3, prop_oneof![any::<u8>(), 0..4_u8, Just(0x80)]), 1..6),
    ) {
        let mut image = after::<OneWord>(&past).save();
        for (at, mask) in patches {
            image[at] ^= mask;
        }
        let mut pool = used::<OneWord>();
        let before = pool.save();
        is_error_or_equal(&mut pool, &before, &image);
    }

    /// Any links at all between four free slots: of 256 to the power of 8, the 24 orders are taken.
    #[test]
    fn any_order_of_few_slots_is_an_error_or_equal(
        starts in prop::array::uniform8(0..4_u32),
        links in prop::array::uniform4(0..4_u8),
    ) {
        let mut pool = Pool::<FourSlots>::boxed();
        let before = pool.save();
        let mut image = before.clone();
        image[32..64].copy_from_slice(bytemuck::cast_slice(&starts));
        image[68..72].copy_from_slice(&links);
        is_error_or_equal(&mut pool, &before, &image);
    }
}

#[test]
fn exactly_the_orders_of_the_free_slots_are_taken() {
    let mut pool = Pool::<FourSlots>::boxed();
    let mut image = pool.save();
    let mut orders = std::collections::BTreeSet::new();
    for bits in 0..4_u32.pow(5) {
        let digit = |place: u32| bits / 4_u32.pow(place) % 4;
        // All marks are at the start: there are fewer links than walks.
        for start in image[32..64].chunks_exact_mut(4) {
            start.copy_from_slice(&digit(4).to_ne_bytes());
        }
        for slot in 0..4 {
            image[68 + slot as usize] = digit(slot) as u8;
        }
        if pool.restore(&image).is_ok() {
            assert_eq!(pool.save(), image);
            let order: Vec<_> = (0..4).map(|i| pool.insert(i).unwrap().index()).collect();
            assert!(orders.insert(order), "two images of one order");
        }
    }
    assert_eq!(orders.len(), 24, "the orders of four slots");
}

/// Two states of a pool, one after the other, and the delta between their images.
fn delta_leads_to_the_later<P: PoolSpec<Item = u32>>(past: &[Operation], since: &[Operation])
where
    P::Layout: Tracked,
{
    let mut pool = after::<P>(past);
    let base = pool.save();
    for &operation in since {
        apply(&mut pool, operation);
    }
    let later = pool.save();
    let delta = pool.delta(&base).unwrap();
    assert!(delta.len() <= Pool::<P>::MAX_DELTA_BYTES);
    let mut image = base.clone();
    Pool::<P>::apply_delta(&mut image, &delta).unwrap();
    assert!(image == later);
    // And back.
    let back = after::<P>(past).delta(&later).unwrap();
    Pool::<P>::apply_delta(&mut image, &back).unwrap();
    assert!(image == base);
    let other_base = Pool::<P>::apply_delta(&mut image, &back);
    assert_eq!(other_base, if later == base { Ok(()) } else { Err(DeltaError::OtherBase) });
    assert!(image == base);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 40 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn deltas_lead_to_the_later_state(past in operations(500), since in operations(30)) {
        delta_leads_to_the_later::<Bytes>(&past, &since);
        delta_leads_to_the_later::<Live>(&past, &since);
        delta_leads_to_the_later::<Wide>(&past, &since);
        delta_leads_to_the_later::<TwoBytes>(&past, &since);
        delta_leads_to_the_later::<OneSlot>(&past, &since);
    }

    /// A delta with bytes changed, cut off or added is an error that changes nothing, or leads to bytes that are restored as
    /// any bytes are.
    #[test]
    fn wrong_deltas_are_errors_or_images(
        past in operations(100),
        since in operations(20),
        at in any::<prop::sample::Index>(),
        mask in 1..=255_u8,
        length in any::<prop::sample::Index>(),
    ) {
        let mut pool = after::<Bytes>(&past);
        let base = pool.save();
        since.iter().for_each(|&operation| drop(apply(&mut pool, operation)));
        let delta = pool.delta(&base).unwrap();

        let mut wrong = delta.clone();
        wrong[at.index(delta.len())] ^= mask;
        let mut image = base.clone();
        match BytesPool::apply_delta(&mut image, &wrong) {
            Ok(()) => {
                let before = pool.save();
                is_error_or_equal(&mut pool, &before, &image);
            }
            Err(_) => assert_eq!(image, base),
        }

        let mut image = base.clone();
        let cut = &delta[..length.index(delta.len())];
        let error = BytesPool::apply_delta(&mut image, cut).unwrap_err();
        let is_length = matches!(error, DeltaError::Delta(RestoreError::Length { found, .. }) if found == cut.len());
        prop_assert!(is_length, "{}", error);
        let long = [&*delta, &[0]].concat();
        let (expected, found) = (delta.len(), long.len());
        let error = BytesPool::apply_delta(&mut image, &long).unwrap_err();
        prop_assert_eq!(error, DeltaError::Delta(RestoreError::Length { expected, found }));
        prop_assert_eq!(image, base);
    }
}

#[test]
fn a_delta_has_the_words_that_changed() {
    // Label, checksum and 3 bits, then the header.
    let nothing = 24 + 8 + 1 + 64;
    // A cell, a link of a byte and 4 bytes of item each.
    let word = 64 * (1 + 1 + 4);
    let last_word = 12 * (1 + 1 + 4);
    let mut pool = after::<Bytes>(&[Operation::InsertMany(140)]);
    let base = pool.save();
    assert_eq!(pool.delta(&base).unwrap().len(), nothing);
    let [first, last] = [3, 139].map(|index| pool.handle_at(index).unwrap());
    pool[first] = 1_000_000;
    assert_eq!(pool.delta(&base).unwrap().len(), nothing + word);
    pool.remove(last).unwrap();
    assert_eq!(pool.delta(&base).unwrap().len(), nothing + word + last_word);
    pool.clear();
    assert_eq!(pool.delta(&base).unwrap().len(), BytesPool::MAX_DELTA_BYTES);
    assert_eq!(BytesPool::MAX_DELTA_BYTES, nothing + 2 * word + last_word);
}

#[test]
fn errors_of_deltas_say_what_is_wrong() {
    let pool = used::<Bytes>();
    let base = Pool::<Bytes>::boxed().save();
    let delta = pool.delta(&base).unwrap();
    let mut buffer = vec![7; BytesPool::MAX_DELTA_BYTES];
    let small = pool.save_delta(&base, &mut buffer[1..]).unwrap_err();
    assert!(
        matches!(small, DeltaError::BufferTooSmall(error) if error.needed() == BytesPool::MAX_DELTA_BYTES)
    );
    let other = Pool::<Smaller>::boxed().save();
    assert_eq!(pool.save_delta(&other, &mut buffer), Err(DeltaError::Base(RestoreError::Layout)));
    assert!(buffer.iter().all(|&byte| byte == 7), "nothing was written");

    let error_of = |change: fn(&mut Vec<u8>)| {
        let mut image = base.clone();
        let mut delta = delta.clone();
        change(&mut delta);
        let error = BytesPool::apply_delta(&mut image, &delta).unwrap_err();
        assert_eq!(image, base);
        error
    };
    assert_eq!(error_of(|delta| delta[7] = b'L'), DeltaError::Delta(RestoreError::NotSaved));
    assert_eq!(error_of(|delta| delta[8..12].reverse()), DeltaError::Delta(RestoreError::ByteOrder));
    assert_eq!(error_of(|delta| delta[16] ^= 1), DeltaError::Delta(RestoreError::Layout));
    assert_eq!(error_of(|delta| delta[24] ^= 1), DeltaError::OtherBase);
    assert_eq!(error_of(|delta| delta[32] |= 8), DeltaError::Slots);
    assert_eq!(
        error_of(|delta| delta[33 + 8..33 + 12].reverse()),
        DeltaError::Delta(RestoreError::ByteOrder)
    );
    assert_eq!(error_of(Vec::clear).to_string(), "the delta: 97 bytes are expected, 0 were given");
    let mut short = base[1..].to_vec();
    assert_eq!(BytesPool::apply_delta(&mut short, &delta), Err(DeltaError::Base(RestoreError::NotSaved)));
}

/// Plain data but for a `clone` that panics, at 13.
struct Glass(u32);

impl Clone for Glass {
    fn clone(&self) -> Self {
        assert_ne!(self.0, 13, "broken");
        Glass(self.0)
    }
}

#[test]
fn a_clone_that_panics_leaves_an_empty_pool() {
    let mut whole = Pool::<Fragile>::new();
    let handles: Vec<_> = [11, 12, 13, 14].map(|item| whole.insert(Glass(item)).ok().unwrap()).into();
    whole.remove(handles[0]);
    let mut clone = Pool::<Fragile>::new();
    clone.extend([1, 2].map(Glass));
    let cloned = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| clone.clone_from(&whole)));
    assert!(cloned.is_err());
    assert_eq!((clone.len(), clone.remaining_capacity(), clone.values().count()), (0, 10, 0));
    assert!(handles.iter().all(|&handle| clone.get(handle).is_none()));
    clone.extend((20..30).map(Glass));
    assert!(clone.is_full() && clone.values().map(|glass| glass.0).eq(20..30));

    // Without the one that breaks, the clone goes on as the original.
    whole.remove(handles[2]);
    clone.clone_from(&whole);
    assert!(clone.handles().eq(whole.handles()) && clone.next_handle() == whole.next_handle());
    assert!(clone.values().map(|glass| glass.0).eq([12, 14]));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, stackpool::Pool)]
#[pool(values)]
struct Cell {
    #[pool(range = 0..10)]
    x: u8,
    #[pool(range = -7..7)]
    y: i8,
}

/// A pool of values on which these were done: the remainder by 3 says what, the rest to which.
fn handed_out(operations: &[u16]) -> CellPool {
    let mut cells = CellPool::new();
    for &operation in operations {
        let out = cells.len();
        match (operation % 3, usize::from(operation / 3).checked_rem(out)) {
            (2, Some(which)) => {
                let cell = cells.iter().nth(which).unwrap();
                cells.release(cell).unwrap();
            }
            _ => drop(cells.acquire()),
        }
    }
    cells
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 100 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn pools_of_values_come_back(
        past in prop::collection::vec(any::<u16>(), 0..400),
        other_past in prop::collection::vec(any::<u16>(), 0..400),
        at in any::<prop::sample::Index>(),
        mask in 1..=255_u8,
    ) {
        let mut cells = handed_out(&past);
        let image = cells.save();
        // Header, 140 bits in 5 words, 140 links of a byte.
        prop_assert_eq!(image.len(), 64 + 5 * 4 + 140);
        let mut restored = handed_out(&other_past);
        let base = restored.save();

        let mut wrong = image.clone();
        wrong[at.index(image.len())] ^= mask;
        // Without items and generations nothing of an image can be another's by one byte.
        prop_assert!(restored.restore(&wrong).is_err());
        prop_assert_eq!(restored.save(), base.clone());

        let mut buffer = vec![0; CellPool::MAX_DELTA_BYTES];
        let length = cells.save_delta(&base, &mut buffer).unwrap();
        let mut later = base;
        CellPool::apply_delta(&mut later, &buffer[..length]).unwrap();
        prop_assert_eq!(&later, &image);

        restored.restore(&image).unwrap();
        prop_assert!(restored.iter().eq(cells.iter()));
        prop_assert_eq!(restored.save(), image);
        while let Some(cell) = cells.acquire() {
            prop_assert_eq!(restored.acquire(), Some(cell));
        }
        prop_assert_eq!(restored.acquire(), None);
    }
}
