//! Saved value pools.

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, stackpool::Pool)]
#[pool(values)]
struct Cell {
    #[pool(range = 0..10)]
    x: u8,
    #[pool(range = -7..7)]
    y: i8,
}

/// A value pool after these operations. The remainder by 3 selects the operation, the quotient the value.
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
    #![proptest_config(cases(1, 100))]

    #[test]
    fn pools_of_values_come_back(
        past in prop::collection::vec(any::<u16>(), 0..miri_or(40, 400)),
        other_past in prop::collection::vec(any::<u16>(), 0..miri_or(40, 400)),
        at in any::<prop::sample::Index>(),
        mask in 1..=255_u8,
    ) {
        let mut cells = handed_out(&past);
        let image = cells.save();
        // Header, a bit per value in words of 32, a link of one byte per value.
        let extent = u32::from_ne_bytes(image[32..36].try_into().unwrap()) as usize;
        prop_assert_eq!(image.len(), 72 + extent.div_ceil(32) * 4 + extent);
        prop_assert!(image.len() <= CellPool::SAVED_BYTES && CellPool::SAVED_BYTES == 72 + 5 * 4 + 140);
        let mut restored = handed_out(&other_past);
        let base = restored.save();

        let mut wrong = image.clone();
        wrong[at.index(image.len())] ^= mask;
        // There are no items and no generations, so no image differs from another in only one byte.
        let error = restored.restore(&wrong).unwrap_err();
        prop_assert_eq!(CellPool::check_saved(&wrong), Err(error));
        prop_assert_eq!(restored.save(), base.clone());

        let mut buffer = vec![0; CellPool::MAX_DELTA_BYTES];
        let delta = cells.delta_into(&base, &mut buffer).unwrap();
        prop_assert_eq!(&*cells.delta(&base).unwrap(), &*delta);
        let mut later = vec![0; CellPool::SAVED_BYTES];
        prop_assert_eq!(&*CellPool::patch_into(&base, delta, &mut later).unwrap(), &*image);
        prop_assert_eq!(&CellPool::patch(&base, delta).unwrap(), &image);

        CellPool::check_saved(&image).unwrap();
        restored.restore(&image).unwrap();
        prop_assert!(restored.iter().eq(cells.iter()));
        prop_assert_eq!(restored.save(), image);
        while let Some(cell) = cells.acquire() {
            prop_assert_eq!(restored.acquire(), Some(cell));
        }
        prop_assert_eq!(restored.acquire(), None);
    }
}

/// An object pool whose image has the same parts: its objects have no bytes.
#[test]
fn a_pool_of_values_is_not_one_of_objects() {
    pool! { Objects: [(); 140], guard = live; }

    let (mut cells, mut objects) = (CellPool::new(), ObjectsPool::new());
    assert_eq!(CellPool::SAVED_BYTES, ObjectsPool::SAVED_BYTES);
    cells.acquire_many(7).unwrap();
    objects.extend([(); 7]);
    let (of_cells, of_objects) = (cells.save(), objects.save());
    assert_eq!(cells.restore(&of_objects), Err(RestoreError::Layout.into()));
    assert_eq!(objects.restore(&of_cells), Err(RestoreError::Layout.into()));

    let mut buffer = vec![0; CellPool::MAX_DELTA_BYTES];
    assert_eq!(
        cells.delta_into(&of_objects, &mut buffer),
        Err(DeltaError::Base(RestoreError::Layout).into())
    );
    let delta = objects.delta(&of_objects).unwrap();
    assert_eq!(CellPool::patch(&of_cells, &delta), Err(DeltaError::Delta(RestoreError::Layout).into()));
    assert_eq!((cells.save(), objects.save()), (of_cells, of_objects));
}

#[test]
fn each_byte_flipped_and_each_length_is_an_error() {
    let (mut cells, image) = (handed_out(&[7]), handed_out(&[0, 0, 3, 6, 2, 9, 5, 0, 8]).save());
    let before = cells.save();
    for at in (0..image.len()).step_by(miri_or(37, 1)) {
        for &mask in miri_or(&[1, 128][..], &[1, 2, 4, 8, 16, 32, 64, 128, 255]) {
            let mut wrong = image.clone();
            wrong[at] ^= mask;
            assert!(cells.restore(&wrong).is_err(), "byte {at} ^ {mask}");
        }
        // Without a whole header, nothing says how long the image is.
        let length =
            |found| RestoreError::Length { expected: if found < 72 { 72 } else { image.len() }, found };
        assert_eq!(cells.restore(&image[..at]), Err(length(at).into()));
        let long = [&*image, &vec![0; at + 1]].concat();
        assert_eq!(cells.restore(&long), Err(length(long.len()).into()));
    }
    assert_eq!(cells.save(), before);
    assert_eq!((cells.restore(&image), cells.save()), (Ok(()), image));
}
