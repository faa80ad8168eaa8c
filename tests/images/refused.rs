//! Bytes that are not an image of the pool. Each is an error that changes nothing.

use super::*;

#[test]
fn a_flipped_byte_is_an_error_or_another_pool() {
    let masks: &[u8] = miri_or(&[0x81], &[1, 6, 0x80, 0xFF]);
    flips_are_errors_or_equal(&used::<FourSlots>(), masks);
    flips_are_errors_or_equal(&used::<MarkedFour>(), masks);
    if !IS_SMALL {
        flips_are_errors_or_equal(&used::<ListOfOneSlot>(), masks);
        flips_are_errors_or_equal(&used::<OneSlot>(), masks);
        flips_are_errors_or_equal(&used::<OneWord>(), masks);
        flips_are_errors_or_equal(&used::<Bytes>(), &masks[1..3]);
        flips_are_errors_or_equal(&used::<Live>(), &masks[1..3]);
        flips_are_errors_or_equal(&used::<Wide>(), &masks[1..3]);
        flips_are_errors_or_equal(&used::<List>(), &masks[1..3]);
        flips_are_errors_or_equal(&used::<Marked>(), &masks[1..3]);
        flips_are_errors_or_equal(&used::<MarkedListed>(), &masks[1..3]);
        flips_are_errors_or_equal(&used::<MarkedLive>(), &masks[1..3]);
        // One mask per byte, because there are many bytes.
        flips_are_errors_or_equal(&used::<FlagAlone>(), &[0xFF]);
        flips_are_errors_or_equal(&used::<TwoBytes>(), &[1]);
        flips_are_errors_or_equal(&used::<ListOfTwoBytes>(), &[0x80]);
    }
}

#[test]
fn other_lengths_are_errors() {
    let mut pool = used::<OneWord>();
    let mut image = pool.save();
    let expected = image.len();
    for found in (0..expected).step_by(miri_or(37, 1)) {
        // Without a whole header, nothing says how many slots there are; without a whole guard, how many are live.
        let expected = match found {
            ..72 => 72,
            72..120 => 72 + 2 * 48,
            _ => expected,
        };
        assert_eq!(pool.restore(&image[..found]), Err(RestoreError::Length { expected, found }.into()));
    }
    for found in expected + 1..expected + miri_or(5, 70) {
        image.push(0);
        assert_eq!(pool.restore(&image), Err(RestoreError::Length { expected, found }.into()));
    }
    assert_eq!(pool.save(), image[..expected]);
    // A buffer that is longer than what was saved to it.
    let mut buffer = vec![0; OneWordPool::SAVED_BYTES];
    let saved = pool.save_into(&mut buffer).unwrap().len();
    assert_eq!(
        pool.restore(&buffer).unwrap_err().to_string(),
        format!(
            "expected {saved} bytes, found {}: give the bytes that the save returned, without the rest of its buffer",
            OneWordPool::SAVED_BYTES
        )
    );
    assert_eq!(
        pool.restore(&buffer[..saved - 1]).unwrap_err().to_string(),
        format!("expected {saved} bytes, found {}", saved - 1)
    );
}

#[test]
fn an_image_need_not_be_aligned() {
    let image = used::<Wide>().save();
    for offset in (0..8).step_by(miri_or(3, 1)) {
        let mut bytes = vec![0; offset + image.len()];
        bytes[offset..].copy_from_slice(&image);
        let mut pool = Pool::<Wide>::on_heap();
        pool.restore(&bytes[offset..]).unwrap();
        assert_eq!(*pool.save_into(&mut bytes[offset..]).unwrap(), *image);
    }
}

#[test]
fn every_error_says_what_is_wrong() {
    // Header, 105 cells, 105 links of one byte, and the items of the live slots.
    const CELLS: usize = 72;
    const LINKS: usize = CELLS + 105;
    const ITEMS: usize = LINKS + 105;
    let mut pool = used::<Bytes>();
    let saved = pool.save();
    let live = pool.len();
    assert_eq!(saved.len(), ITEMS + 4 * live);
    let mut error_of = |change: fn(&mut Vec<u8>)| {
        let mut image = saved.clone();
        change(&mut image);
        *pool.restore(&image).unwrap_err().error()
    };
    assert_eq!(error_of(|image| image[0] ^= 1), RestoreError::NotSaved);
    assert_eq!(error_of(|image| image[8] ^= 1), RestoreError::NotSaved);
    assert_eq!(error_of(|image| image[8..12].reverse()), RestoreError::ByteOrder);
    assert_eq!(
        error_of(|image| image[12..14].copy_from_slice(&7_u16.to_ne_bytes())),
        RestoreError::Version(7)
    );
    let found = if cfg!(target_endian = "little") { 140 ^ 1 } else { 140 ^ 1 << 24 };
    assert_eq!(error_of(|image| image[16] ^= 1), RestoreError::Capacity { expected: 140, found });
    // Guard, generations, quarantine, items.
    assert_eq!(error_of(|image| image[14] ^= 1), RestoreError::OtherGuard);
    assert!(matches!(error_of(|image| image[20] ^= 1), RestoreError::Generations { .. }));
    assert!(matches!(error_of(|image| image[24] ^= 1), RestoreError::OtherQuarantine { .. }));
    assert!(matches!(error_of(|image| image[28] ^= 1), RestoreError::Item(_)));
    let (expected, found) = (ITEMS + 4 * (live - 1), ITEMS + 4 * live);
    // One slot is not live any more, and its item is there.
    assert_eq!(error_of(|image| image[CELLS] = 0), RestoreError::Length { expected, found });
    assert_eq!(error_of(|image| image[32..36].fill(0x7F)), RestoreError::Count);
    assert_eq!(error_of(|image| image[36] ^= 1), RestoreError::Count);
    assert_eq!(error_of(|image| image[CELLS + 70] |= 4), RestoreError::Guard);
    // One bit of a live flag.
    assert_eq!(error_of(|image| image[CELLS] ^= 0x80), RestoreError::Guard);
    assert_eq!(error_of(|image| image[LINKS] ^= 1), RestoreError::FreeOrder);
    // A live slot and a free one change places in the guard.
    assert_eq!(error_of(|image| image.swap(CELLS, CELLS + 1)), RestoreError::FreeOrder);
    for (error, message) in [
        (
            error_of(|image| image[0] ^= 1),
            "the first bytes are wrong: this is no save of this kind (a delta is applied to its base first)",
        ),
        (error_of(|image| image[8..12].reverse()), "written on a machine with the other byte order"),
        (
            error_of(|image| image[12..14].copy_from_slice(&7_u16.to_ne_bytes())),
            "written in format version 7, which this crate cannot read",
        ),
        (
            error_of(|image| image[LINKS] ^= 1),
            "corrupt: the order of the free slots, or that of insertion, does not have each slot exactly once, or has \
             slots that were never used",
        ),
    ] {
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn images_of_other_pools_are_refused() {
    let mut pool = Pool::<Bytes>::on_heap();
    let other_capacity = *pool.restore(&Pool::<Smaller>::on_heap().save()).unwrap_err().error();
    assert_eq!(other_capacity, RestoreError::Capacity { expected: 140, found: 139 });
    assert_eq!(
        other_capacity.to_string(),
        "saved with capacity 139, this pool has 140: `restore_resized` reads saves of smaller pools, \
         but no lists and no deltas"
    );
    let mut is = |saved: Vec<u8>| *pool.restore(&saved).unwrap_err().error();
    let generations = is(Pool::<MoreGenerations>::on_heap().save());
    assert!(
        matches!(generations, RestoreError::Generations { .. } | RestoreError::OtherGuard),
        "{generations:?}"
    );
    assert!(matches!(is(Pool::<OtherItem>::on_heap().save()), RestoreError::Item(_)));
    assert!(matches!(is(Pool::<OtherType>::on_heap().save()), RestoreError::Item(_)));
    assert_eq!(is(Pool::<BytesLive>::on_heap().save()), RestoreError::OtherGuard);
}

/// Declares an item as in one build, and as in later builds.
macro_rules! builds {
    ($($module:ident: { $($field:ident: $ty:ty),* };)*) => {$(
        mod $module {
            use bytemuck::{Pod, Zeroable};

            #[derive(stackpool::Pool, Clone, Copy, Pod, Zeroable)]
            #[pool(capacity = 10)]
            #[repr(C)]
            pub(super) struct Unit {
                $(pub(super) $field: $ty,)*
            }
        }
    )*};
}

builds! {
    first: { position: [f32; 2], health: u32, target: stackpool::Link<Unit>, spare: [u8; 3] };
    renamed: { place: [f32; 2], hp: u32, enemy: ::stackpool::Link<Unit>, spare: [u8; 3] };
    reordered: { health: u32, position: [f32; 2], target: stackpool::Link<Unit>, spare: [u8; 3] };
    retyped: { position: [f32; 2], health: i32, target: stackpool::Link<Unit>, spare: [u8; 3] };
}

#[test]
fn items_whose_fields_changed_are_refused() {
    let mut units = first::UnitPool::new();
    let unit =
        first::Unit { position: [1.0, 2.0], health: 7, target: units.next_handle().into(), spare: [0; 3] };
    let handle = units.insert(unit).ok().unwrap();
    let image = units.save();
    assert_eq!(first::UnitPool::SAVED_BYTES, reordered::UnitPool::SAVED_BYTES);
    let [reordered, retyped] =
        [reordered::UnitPool::new().restore(&image), retyped::UnitPool::new().restore(&image)]
            .map(|restored| restored.unwrap_err().to_string());
    assert_eq!(reordered, "the item differs: its fields `health`, `position` were saved in the other order");
    assert_eq!(retyped, "the item differs: its field `health` was saved as `u32`");

    let mut renamed = renamed::UnitPool::new();
    renamed.restore(&image).unwrap();
    let unit = renamed[renamed.handle_at(handle.index()).unwrap()];
    assert_eq!((unit.place, unit.hp, unit.enemy.get()), ([1.0, 2.0], 7, renamed.handles().next()));
}

proptest! {
    #![proptest_config(cases(2, 2_000))]

    /// Changes several bytes after the header, most of them by little: links to other slots, other generations, other
    /// flags.
    #[test]
    fn patched_images_are_errors_or_equal(
        past in operations(60),
        patches in prop::collection::vec(
            (32..72_usize + 64 * 3, prop_oneof![any::<u8>(), 0..4_u8, 0xF8..=0xFF_u8]),
            1..6,
        ),
    ) {
        let mut image = after::<OneWord>(&past).save();
        for (at, mask) in patches {
            let at = 32 + (at - 32) % (image.len() - 32);
            image[at] ^= mask;
        }
        let mut pool = used::<OneWord>();
        let before = pool.save();
        is_error_or_equal(&mut pool, &before, &image);
    }

    /// Any starts and links between four free slots. The bytes are one of the 24 orders of the slots, or an error.
    #[test]
    fn any_order_of_few_slots_is_an_error_or_equal(
        starts in prop::array::uniform8(0..4_u32),
        links in prop::array::uniform4(0..4_u8),
    ) {
        let mut pool = four_free_slots();
        let before = pool.save();
        let mut image = before.clone();
        image[40..72].copy_from_slice(bytemuck::cast_slice(&starts));
        image[76..80].copy_from_slice(&links);
        is_error_or_equal(&mut pool, &before, &image);
    }
}

/// A pool whose slots were all used and are free.
fn four_free_slots() -> Heap<Pool<FourSlots>> {
    let mut pool = Pool::<FourSlots>::on_heap();
    pool.extend(0..4);
    pool.clear();
    assert_eq!(pool.save().len(), 72 + 4 * (1 + 1));
    pool
}

#[test]
fn exactly_the_orders_of_the_free_slots_are_taken() {
    let mut pool = four_free_slots();
    let mut image = pool.save();
    let mut orders = std::collections::BTreeSet::new();
    for bits in (0..4_u32.pow(5)).step_by(miri_or(11, 1)) {
        let digit = |place: u32| bits / 4_u32.pow(place) % 4;
        // All starts are the same: there are fewer links than walks.
        for start in image[40..72].chunks_exact_mut(4) {
            start.copy_from_slice(&digit(4).to_ne_bytes());
        }
        for slot in 0..4 {
            image[76 + slot as usize] = digit(slot) as u8;
        }
        if pool.restore(&image).is_ok() {
            assert_eq!(pool.save(), image);
            let order: Vec<_> = (0..4).map(|i| pool.insert(i).unwrap().index()).collect();
            assert!(orders.insert(order), "two images have the same order");
        }
    }
    assert!(IS_SMALL || orders.len() == 24, "all orders of four slots are accepted");
}

/// The guard of a smaller pool is read by other code.
#[test]
fn a_wrong_guard_of_a_smaller_pool_is_an_error() {
    let mut smaller = Pool::<Smaller>::new();
    smaller.extend([1, 2, 3]);
    let second = smaller.handle_at(1).unwrap();
    smaller.remove(second).unwrap();
    let saved = smaller.save();
    let mut pool = used::<Bytes>();
    let before = pool.save();
    for slot in 0..3 {
        let cell = saved[72 + slot];
        // Of the bits above the two of a generation, all are set, or none.
        let is_wrong = |cell: &u8| ![0, 0xFC].contains(&(cell & 0xFC));
        for wrong in (0..=u8::MAX).filter(is_wrong).step_by(miri_or(29, 1)) {
            let mut saved = saved.clone();
            saved[72 + slot] = wrong;
            assert_eq!(pool.restore_resized(&saved), Err(RestoreError::Guard.into()), "{wrong} for {cell}");
        }
    }
    assert_eq!(pool.save(), before);
    pool.restore_resized(&saved).unwrap();
}
