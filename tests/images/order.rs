//! The order of insertion in images, of pools with marks: format version 3, and what becomes of version 2.

use super::*;
use stackpool::ResizeError;
use stackpool::layout::Marked as HasMarks;
use std::collections::BTreeSet;

pool! {
    /// The same definitions without marks, and with more slots.
    Unmarked: [u32; 140], generation_bits = 2;
    UnmarkedLive: [u32; 140], guard = live;
    Larger: [u32; 200], generation_bits = 2, marks = 1;
    LargerUnmarked: [u32; 200], generation_bits = 2;
    /// A slot that is retired is in no order.
    MarkedRetiring: [u32; 3], generation_bits = 14, on_wrap = retire, marks = 1;
}

/// The version in the label of saved bytes.
fn version(saved: &[u8]) -> u16 {
    u16::from_ne_bytes([saved[12], saved[13]])
}

/// The items in the order of insertion.
fn items<P: PoolSpec<Item = u32, Layout: HasMarks>>(pool: &Pool<P>) -> Vec<u32> {
    pool.iter_in_order().map(|(_, item)| *item).collect()
}

/// A pool of items 0 to 7 without some, in whose slots are newer ones: their order is not that of slots.
fn mixed<P: PoolSpec<Item = u32, Layout: Tracked>>() -> Pool<P> {
    let mut pool = Pool::<P>::new();
    let handles: Vec<_> = (0..8).map(|item| pool.insert(item).unwrap()).collect();
    // A slot that waits is used again when no other is free.
    for handle in [1, 5, 2].map(|number: usize| handles[number]) {
        pool.remove(handle);
    }
    while pool.len() < Pool::<P>::CAPACITY {
        pool.insert(7 + pool.len() as u32).unwrap();
    }
    for index in 10..Pool::<P>::CAPACITY {
        pool.remove(pool.handle_at(index).unwrap());
    }
    pool
}

/// A particle system replaces its oldest particle, and a rollback is in between.
#[test]
fn the_oldest_is_the_same_after_a_restore() {
    let mut particles = MarkedFourPool::new();
    let spawn = |particles: &mut MarkedFourPool, item| {
        if particles.is_full() {
            particles.remove(particles.oldest().unwrap()).unwrap();
        }
        particles.insert(item).unwrap()
    };
    for item in 0..6 {
        spawn(&mut particles, item);
    }
    let saved = particles.save();
    let guesses: Vec<_> = (6..12).map(|item| spawn(&mut particles, item)).collect();
    particles.restore(&saved).unwrap();
    assert_eq!(items(&particles), [2, 3, 4, 5]);
    assert_eq!(particles.oldest().map(|oldest| particles[oldest]), Some(2));
    assert_eq!(particles.newest().map(|newest| particles[newest]), Some(5));
    let again: Vec<_> = (6..12).map(|item| spawn(&mut particles, item)).collect();
    assert_eq!(again, guesses);
}

#[test]
fn the_definition_decides_the_version() {
    assert_eq!([version(&mixed::<Marked>().save()), version(&mixed::<Unmarked>().save())], [3, 2]);
    // The order is in the links of live slots, which are there in any case.
    assert_eq!(MarkedPool::SAVED_BYTES, UnmarkedPool::SAVED_BYTES);
    assert_eq!(mixed::<Marked>().save().len(), mixed::<Unmarked>().save().len());
    // Marks are not part of the state.
    let mut pool = mixed::<Marked>();
    let saved = pool.save();
    let _mark = pool.mark().unwrap();
    assert_eq!(pool.save(), saved);
}

#[test]
fn another_order_is_another_image() {
    let [mut first, mut second] = [MarkedPool::new(), MarkedPool::new()];
    let handles = [1, 2].map(|item| first.insert(item).unwrap());
    second.insert_at(handles[1], 2).unwrap();
    second.insert_at(handles[0], 1).unwrap();
    assert!(first != second, "`==` compares the order");
    let (one, other) = (first.save(), second.save());
    assert_ne!(one, other);
    first.restore(&other).unwrap();
    assert_eq!((items(&first), first == second), (vec![2, 1], true));
}

/// Everything that the bookkeeping of four slots can say, of which three are live. Of the orders of insertion, each is
/// accepted once.
fn has_each_order_once<P: PoolSpec<Item = u32, Layout: Tracked + HasMarks>>() {
    let mut pool = Pool::<P>::new();
    let handles: Vec<_> = (0..4).map(|item| pool.insert(item).unwrap()).collect();
    pool.remove(handles[1]);
    let image = pool.save();
    let links = image.len() - 3 * 4 - 4;
    let first: [u32; 8] = bytemuck::pod_read_unaligned(&image[40..72]);
    assert_eq!(first, [1; 8], "the free slot is the first of the list");
    let mut orders = BTreeSet::new();
    for choice in 0..8_u32.pow(4) {
        let mut wrong = image.clone();
        for (slot, link) in wrong[links..links + 4].iter_mut().enumerate() {
            *link = (choice >> (3 * slot) & 7) as u8;
        }
        if is_error_or_equal(&mut pool, &image, &wrong) {
            let order = items(&pool);
            assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([0, 2, 3]));
            assert_eq!(pool.next_handle().map(Handle::index), Some(1));
            assert!(orders.insert(order), "two images of one order");
            pool.restore(&image).unwrap();
        }
    }
    assert_eq!(orders.len(), 3 * 2);
    // The list begins elsewhere: at a live slot, beyond the slots, or in some of its parts.
    for start in [0, 2, 3, 4, u32::MAX] {
        for part in 0..9 {
            let mut wrong = image.clone();
            let places = if part == 8 { 40..72 } else { 40 + 4 * part..44 + 4 * part };
            wrong[places].chunks_exact_mut(4).for_each(|place| place.copy_from_slice(&start.to_ne_bytes()));
            assert!(!is_error_or_equal(&mut pool, &image, &wrong));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "4,096 images")]
fn each_order_of_insertion_has_one_image() {
    has_each_order_once::<MarkedFour>();
    has_each_order_once::<MarkedListOfFour>();
}

#[test]
fn a_slot_that_the_image_would_leave_out_is_an_error() {
    // Slot 0 is live. Slot 1 is free and as in a new pool, and the list is: 1, 0.
    let mut pool = MarkedFourPool::new();
    pool.insert(5).unwrap();
    let image = pool.save();
    assert_eq!(image.len(), 72 + 1 + 1 + 4);
    let mut longer = image[..72].to_vec();
    longer.extend([image[72], 0, 0, 1]);
    longer.extend(&image[74..]);
    longer[32..36].copy_from_slice(&2_u32.to_ne_bytes());
    longer[40..72].chunks_exact_mut(4).for_each(|start| start.copy_from_slice(&1_u32.to_ne_bytes()));
    assert_eq!(pool.restore(&longer), Err(RestoreError::FreeOrder.into()));
    // With another generation, the slot has to be there.
    longer[73] = 1;
    pool.restore(&longer).unwrap();
    assert_eq!(pool.save(), longer);
}

#[test]
fn a_retired_slot_is_in_no_order() {
    // Header, 3 cells of two bytes, 3 links of one byte, items. Slot 0 is retired, 1 and 2 are live.
    let links = 72 + 6;
    let (mut pool, last) = in_the_last_generation::<MarkedRetiring>();
    pool.remove(last);
    pool.extend([1, 2]);
    let image = pool.save();
    assert_eq!(image[links..links + 3], [0, 1 ^ 2, 0]);
    // It comes in place of one of these, or in addition.
    for (first, wrong_links) in [(0_u32, [1, 0, 0]), (1, [0, 1, 0]), (0, [1, 1 ^ 2, 0]), (1, [0, 1 ^ 2, 2])] {
        let mut wrong = image.clone();
        wrong[40..72].chunks_exact_mut(4).for_each(|start| start.copy_from_slice(&first.to_ne_bytes()));
        wrong[links..links + 3].copy_from_slice(&wrong_links);
        assert_eq!(pool.restore(&wrong), Err(RestoreError::FreeOrder.into()), "{wrong_links:?}");
    }
    assert_eq!(pool.save(), image);
}

/// Saves from before there were marks in the definition, or before their order was saved.
#[test]
fn version_2_has_the_order_of_slots() {
    fn check<Old: PoolSpec<Item = u32>, New: PoolSpec<Item = u32>>()
    where
        Old::Layout: Tracked,
        New::Layout: Tracked + HasMarks,
    {
        let old = mixed::<Old>();
        let saved = old.save();
        let mut pool = mixed::<New>();
        let in_order = items(&pool);
        Pool::<New>::check_saved(&saved).unwrap();
        pool.restore(&saved).unwrap();
        let in_slots: Vec<u32> = pool.values().copied().collect();
        assert_eq!(items(&pool), in_slots);
        assert_ne!(in_slots, in_order);
        assert!(old.values().eq(pool.values()) && version(&pool.save()) == 3);
        assert_eq!(pool.next_handle().map(Handle::to_bits), old.next_handle().map(Handle::to_bits));
        // Deltas against it lead to the same save as those against one of version 3.
        pool.remove(pool.oldest().unwrap());
        pool.insert(100).unwrap();
        let delta = pool.delta(&saved).unwrap();
        assert_eq!(Pool::<New>::patch(&saved, &delta).unwrap(), pool.save());
        // Without marks, there is no order to restore.
        let mut old = Pool::<Old>::new();
        assert_eq!(old.restore(&pool.save()), Err(RestoreError::Layout.into()));
    }
    check::<Unmarked, Marked>();
    check::<Unmarked, MarkedListed>();
    check::<UnmarkedLive, MarkedLive>();
}

/// An image of version 2 has no links of live slots.
#[test]
fn an_order_in_version_2_is_an_error() {
    let mut pool = mixed::<Marked>();
    let image = pool.save();
    let mut wrong = image.clone();
    wrong[12..14].copy_from_slice(&2_u16.to_ne_bytes());
    assert_eq!(pool.restore(&wrong), Err(RestoreError::FreeOrder.into()));
    wrong[12..14].copy_from_slice(&4_u16.to_ne_bytes());
    assert_eq!(pool.restore(&wrong), Err(RestoreError::Layout.into()), "that of a dense pool");
    wrong[12..14].copy_from_slice(&6_u16.to_ne_bytes());
    assert_eq!(pool.restore(&wrong), Err(RestoreError::Version(6).into()));
    assert_eq!(pool.save(), image);
}

#[test]
fn saves_of_fewer_slots_keep_the_order() {
    let smaller = mixed::<Marked>();
    let mut larger = LargerPool::new();
    larger.restore_resized(&smaller.save()).unwrap();
    assert_eq!(items(&larger), items(&smaller));
    assert_eq!(version(&larger.save()), 3);
    // Without an order, it is that of slots, and the converted bytes are of version 2.
    let unmarked = mixed::<Unmarked>().save();
    let mut buffer = vec![0; LargerPool::SAVED_BYTES];
    assert_eq!(version(LargerPool::resize_saved(&unmarked, &mut buffer).unwrap()), 2);
    larger.restore_resized(&unmarked).unwrap();
    assert!(items(&larger).iter().eq(larger.values()));
    // A larger pool without marks has no order.
    let error = *LargerUnmarkedPool::resize_saved(&smaller.save(), &mut buffer).unwrap_err().error();
    assert_eq!(error, ResizeError::Saved(RestoreError::Layout));
}

#[test]
fn a_delta_has_the_order() {
    let mut pool = mixed::<Marked>();
    let base = pool.save();
    for round in 0..miri_or(4, 20) {
        pool.remove(pool.oldest().unwrap());
        pool.insert(round).unwrap();
        let later = pool.save();
        let delta = pool.delta(&base).unwrap();
        assert_eq!(version(&delta), 3);
        assert_eq!(MarkedPool::patch(&base, &delta).unwrap(), later);
    }
    // An order alone.
    let mut other = MarkedPool::new();
    other.restore(&base).unwrap();
    let (handle, item) = other.iter_in_order().map(|(handle, item)| (handle, *item)).next().unwrap();
    other.remove(handle);
    other.insert_at(handle, item).unwrap();
    let delta = other.delta(&base).unwrap();
    assert!(MarkedPool::patch(&base, &delta).unwrap() == other.save() && other.save() != base);
}
