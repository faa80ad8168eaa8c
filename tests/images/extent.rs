//! Images are as long as the last slot that was used, and no longer.

use super::*;

/// An image ends with the last slot that differs from one of a new pool.
fn is_as_short_as_its_use<P: PoolSpec<Item = u32>>()
where
    P::Layout: Tracked,
{
    // The header says how many slots the image has.
    let extent = |pool: &Pool<P>| {
        let image = pool.save();
        let extent = u32::from_ne_bytes(image[32..36].try_into().unwrap()) as usize;
        // A bit or a byte of the guard, and a link, per slot. The others are one run.
        let of_slots = image.len() - 72 - 4 * pool.len();
        assert!((extent..=3 * extent.next_multiple_of(32)).contains(&of_slots));
        extent
    };
    let has_generations = Pool::<P>::GENERATIONS > 1;
    let mut pool = Pool::<P>::new();
    assert_eq!(pool.save().len(), 72);
    let handles: Vec<_> = (0..64).map(|item| pool.insert(item).unwrap()).collect();
    assert_eq!(extent(&pool), 64);
    // Removed from the last one on, the free slots are in ascending order again, unless some wait.
    for &handle in handles[32..].iter().rev() {
        pool.remove(handle);
    }
    let waiting = Pool::<P>::QUARANTINE.min(32);
    assert_eq!(extent(&pool), if has_generations { 64 } else { 32 + waiting });
    pool.clear();
    // Of all 64 slots, those that wait are the first ones: of the first half, and if there is room, of the second.
    assert_eq!(extent(&pool), if has_generations { 64 } else { Pool::<P>::QUARANTINE.min(64) });
    pool.reset();
    assert_eq!(extent(&pool), 0);
    // Only the last slot is live, and a pool with more and with fewer slots in use is restored.
    let last = Pool::<P>::CAPACITY - 1;
    while pool.insert(7).is_ok() {}
    pool.retain(|handle, _| handle.index() == last);
    assert_eq!(extent(&pool), last + 1);
    let image = pool.save();
    let mut other = Pool::<P>::new();
    let small = other.insert(1).map(|_| other.save()).unwrap();
    other.restore(&image).unwrap();
    assert!(other == pool && other.save() == image);
    other.restore(&small).unwrap();
    assert_eq!((other.len(), other.save()), (1, small.clone()));
    assert_eq!(other.next_handle().map(Handle::index), Some(1));
}

#[test]
fn images_are_as_short_as_the_use() {
    is_as_short_as_its_use::<Bytes>();
    is_as_short_as_its_use::<List>();
    is_as_short_as_its_use::<NoneWaitLive>();
    is_as_short_as_its_use::<HalfWaitListed>();
    if !IS_SMALL {
        is_as_short_as_its_use::<Live>();
        is_as_short_as_its_use::<NoneWait>();
        is_as_short_as_its_use::<HalfWait>();
        is_as_short_as_its_use::<Packed18s>();
    }
}

#[test]
fn a_slot_that_the_image_would_leave_out_is_an_error() {
    // Header, 2 cells, 2 links of one byte, the item of slot 0. Slot 1 is as in a new pool.
    let mut pool = Pool::<OneWord>::new();
    pool.insert(5).unwrap();
    let image = pool.save();
    assert_eq!(image.len(), 72 + 6);
    let mut longer = image[..72].to_vec();
    longer.extend([image[72], 0, 0, 0]);
    longer.extend(&image[74..]);
    longer[32..36].copy_from_slice(&2_u32.to_ne_bytes());
    for start in longer[40..72].chunks_exact_mut(4) {
        start.copy_from_slice(&1_u32.to_ne_bytes());
    }
    assert_eq!(pool.restore(&longer), Err(RestoreError::FreeOrder.into()));
    // With another generation, the slot has to be there.
    longer[73] = 1;
    pool.restore(&longer).unwrap();
    assert_eq!(pool.save(), longer);
    assert_eq!(pool.next_handle().map(|next| (next.index(), next.generation())), Some((1, 1)));

    // With a bit per slot, the item comes after a link more: 4 bytes of bits, and links of one byte.
    let mut pool = Pool::<Live>::new();
    pool.insert(5).unwrap();
    let image = pool.save();
    assert_eq!(image.len(), 72 + 4 + 1 + 4);
    let mut longer = [&image[..77], &[0], &image[77..]].concat();
    longer[32..36].copy_from_slice(&2_u32.to_ne_bytes());
    for start in longer[40..72].chunks_exact_mut(4) {
        start.copy_from_slice(&1_u32.to_ne_bytes());
    }
    assert_eq!(pool.restore(&longer), Err(RestoreError::FreeOrder.into()));
    assert_eq!(pool.save(), image);
}
