//! Deltas between saves.

use super::*;

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
    let mut buffer = vec![0xEE; Pool::<P>::SAVED_BYTES];
    let image = Pool::<P>::patch_into(&base, &delta, &mut buffer).unwrap();
    assert!(image == later);
    // The delta in the other direction.
    let back = after::<P>(past).delta(&later).unwrap();
    assert!(Pool::<P>::patch(&later, &back).unwrap() == base);
    let other_base = Pool::<P>::patch(&base, &back);
    assert_eq!(other_base, if later == base { Ok(base) } else { Err(DeltaError::OtherBase.into()) });
}

proptest! {
    #![proptest_config(cases(1, 40))]

    #[test]
    fn deltas_lead_to_the_later_state(past in operations(500), since in operations(30)) {
        delta_leads_to_the_later::<Bytes>(&past, &since);
        delta_leads_to_the_later::<Live>(&past, &since);
        if !IS_SMALL {
            delta_leads_to_the_later::<Wide>(&past, &since);
        }
        delta_leads_to_the_later::<TwoBytes>(&past, &since);
        delta_leads_to_the_later::<Tailed>(&past, &since);
        delta_leads_to_the_later::<TailedWide>(&past, &since);
        delta_leads_to_the_later::<OneSlot>(&past, &since);
    }

    /// A delta with a byte changed, cut off or added is an error that changes nothing.
    #[test]
    fn wrong_deltas_are_errors_or_images(
        past in operations(100),
        since in operations(20),
        at in any::<prop::sample::Index>(),
        mask in 1..=255_u8,
        length in any::<prop::sample::Index>(),
    ) {
        let mut pool = after::<Tailed>(&past);
        let base = pool.save();
        since.iter().for_each(|&operation| drop(apply(&mut pool, operation)));
        let delta = pool.delta(&base).unwrap();

        let mut wrong = delta.clone();
        wrong[at.index(delta.len())] ^= mask;
        let mut buffer = vec![7; TailedPool::SAVED_BYTES];
        prop_assert!(TailedPool::patch_into(&base, &wrong, &mut buffer).is_err());
        let cut = &delta[..length.index(delta.len())];
        let error = *TailedPool::patch_into(&base, cut, &mut buffer).unwrap_err().error();
        let is_length = matches!(error, DeltaError::Delta(RestoreError::Length { found, .. }) if found == cut.len());
        prop_assert!(is_length, "{}", error);
        let long = [&*delta, &[0]].concat();
        let (expected, found) = (delta.len(), long.len());
        let error = *TailedPool::patch_into(&base, &long, &mut buffer).unwrap_err().error();
        prop_assert_eq!(error, DeltaError::Delta(RestoreError::Length { expected, found }));
        prop_assert!(buffer.iter().all(|&byte| byte == 7), "an error wrote to the buffer");
        prop_assert!(TailedPool::patch_into(&base, &delta, &mut buffer).is_ok());
    }
}

#[test]
fn a_delta_has_what_changed() {
    // The label, two checksums, the header and two times 3 bits.
    let nothing = 32 + 2 * 8 + 72 + 2;
    // A mask and an item of 4 bytes.
    let item = 8 + 4;
    // A cell and a link of one byte per slot.
    let last_word = 12 * (1 + 1);
    let mut pool = after::<Bytes>(&[Operation::InsertMany(140)]);
    let base = pool.save();
    assert_eq!(pool.delta(&base).unwrap().len(), nothing);
    let [first, last] = [3, 139].map(|index| pool.handle_at(index).unwrap());
    pool[first] = 1_000_000;
    assert_eq!(pool.delta(&base).unwrap().len(), nothing + item);
    pool.remove(last).unwrap();
    assert_eq!(pool.delta(&base).unwrap().len(), nothing + item + last_word);
    pool.insert(7).unwrap();
    pool.clear();
    assert_eq!(pool.delta(&base).unwrap().len(), nothing + 140 * 2);
    // The buffer has room for all masks, and for the image in front of which the delta is written.
    assert_eq!(BytesPool::MAX_DELTA_BYTES, nothing + 3 * 8 + 72 + 140 * 6);
    // The words of a delta of changed slots have room there too, with an order of insertion.
    for (most, saved) in [
        (MarkedPool::MAX_DELTA_BYTES, MarkedPool::SAVED_BYTES),
        (MarkedListedPool::MAX_DELTA_BYTES, MarkedListedPool::SAVED_BYTES),
        (MarkedLivePool::MAX_DELTA_BYTES, MarkedLivePool::SAVED_BYTES),
    ] {
        assert_eq!(most, nothing + 3 * 8 + saved);
    }
}

#[test]
fn a_delta_that_is_cut_says_how_long_it_was() {
    // A removal changes the guard and the links of its word, and no item.
    let mut pool = after::<Bytes>(&[Operation::InsertMany(140)]);
    let base = pool.save();
    let last = pool.handle_at(139).unwrap();
    pool.remove(last).unwrap();
    let delta = pool.delta(&base).unwrap();
    for missing in [1, 24] {
        let found = delta.len() - missing;
        let error = DeltaError::Delta(RestoreError::Length { expected: delta.len(), found });
        assert_eq!(BytesPool::patch(&base, &delta[..found]), Err(error.into()));
    }
}

#[test]
fn a_base_of_another_length_is_an_error() {
    let pool = after::<Bytes>(&[Operation::InsertMany(100)]);
    let base = pool.save();
    let expected = base.len();
    let longer = [&*base, &[0]].concat();
    for wrong in [&base[..expected - 1], &longer] {
        let error = DeltaError::Base(RestoreError::Length { expected, found: wrong.len() });
        assert_eq!(pool.delta(wrong), Err(error.into()));
        assert_eq!(BytesPool::patch(wrong, &pool.delta(&base).unwrap()), Err(error.into()));
    }
}

#[test]
fn a_delta_between_pools_of_different_use() {
    // 10, 70 and 140 slots that were used: one, two and three words.
    let images: Vec<_> =
        [10, 70, 140].map(|count| after::<Bytes>(&[Operation::InsertMany(count)])).into_iter().collect();
    for base in &images {
        for later in &images {
            let (base, image) = (base.save(), later.save());
            assert_eq!(image.len(), 72 + 6 * later.len()); // all slots are live
            let delta = later.delta(&base).unwrap();
            assert_eq!(BytesPool::patch(&base, &delta).unwrap(), image);
            let mut small = vec![7; image.len() - 1];
            let error = *BytesPool::patch_into(&base, &delta, &mut small).unwrap_err().error();
            assert!(
                matches!(error, DeltaError::BufferTooSmall(error) if error.needed() == image.len()),
                "{error}"
            );
        }
    }
    // A word that the base does not have whole is needed.
    let (base, later) = (images[1].save(), &images[2]);
    let mut delta = later.delta(&base).unwrap();
    assert_eq!(delta[120], 0b110);
    delta[120] = 0b100;
    assert_eq!(BytesPool::patch(&base, &delta), Err(DeltaError::Slots.into()));
}

#[test]
fn errors_of_deltas_say_what_is_wrong() {
    let pool = used::<Bytes>();
    let base = Pool::<Bytes>::on_heap().save();
    let delta = pool.delta(&base).unwrap();
    let mut buffer = vec![7; BytesPool::MAX_DELTA_BYTES];
    let small = *pool.delta_into(&base, &mut buffer[1..]).unwrap_err().error();
    assert!(
        matches!(small, DeltaError::BufferTooSmall(error) if error.needed() == BytesPool::MAX_DELTA_BYTES)
    );
    let other = Pool::<Smaller>::on_heap().save();
    let other_capacity = *pool.delta_into(&other, &mut buffer).unwrap_err().error();
    assert_eq!(other_capacity, DeltaError::Base(RestoreError::Capacity { expected: 140, found: 139 }));
    assert_eq!(
        other_capacity.to_string(),
        "the base: saved with capacity 139, this pool has 140: `restore_resized` reads saves of smaller pools, \
         but no lists and no deltas"
    );
    assert!(buffer.iter().all(|&byte| byte == 7), "nothing was written");

    let error_of = |change: fn(&mut Vec<u8>)| {
        let mut delta = delta.clone();
        change(&mut delta);
        *BytesPool::patch(&base, &delta).unwrap_err().error()
    };
    assert_eq!(error_of(|delta| delta[7] = b'L'), DeltaError::Delta(RestoreError::NotSaved));
    assert_eq!(error_of(|delta| delta[8..12].reverse()), DeltaError::Delta(RestoreError::ByteOrder));
    assert!(matches!(
        error_of(|delta| delta[16] ^= 1),
        DeltaError::Delta(RestoreError::Capacity { expected: 140, .. })
    ));
    assert!(matches!(error_of(|delta| delta[20] ^= 1), DeltaError::Delta(RestoreError::Generations { .. })));
    assert_eq!(error_of(|delta| delta[32] ^= 1), DeltaError::OtherBase);
    assert_eq!(error_of(|delta| delta[40] ^= 1), DeltaError::Damaged);
    assert_eq!(error_of(|delta| *delta.last_mut().unwrap() ^= 1), DeltaError::Damaged);
    assert_eq!(error_of(|delta| delta[120] |= 8), DeltaError::Slots);
    assert_eq!(
        error_of(|delta| delta[48 + 8..48 + 12].reverse()),
        DeltaError::Delta(RestoreError::ByteOrder)
    );
    assert_eq!(error_of(Vec::clear).to_string(), "the delta: expected 120 bytes, found 0");
    assert_eq!(
        BytesPool::patch(&pool.save()[1..], &delta),
        Err(DeltaError::Base(RestoreError::NotSaved).into())
    );
}
