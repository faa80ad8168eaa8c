//! Saved list pools.

use super::*;
use stackpool::ListPool;

type List = ListPool<u32, 5>;

/// A pool after these operations: 0 acquires a value, and every other number is a value that is released.
fn list(operations: &[u32]) -> List {
    let mut list = List::new([10, 20, 30, 40, 50]);
    for &operation in operations {
        match operation {
            0 => assert!(list.acquire().is_some()),
            value => list.release(value).unwrap(),
        }
    }
    list
}

/// The values that are not handed out, in order.
fn rest(list: &List) -> (usize, Vec<u32>) {
    (list.len(), list.available().to_vec())
}

#[test]
fn lists_come_back() {
    assert_eq!(List::SAVED_BYTES, 40 + 5 * 4);
    for operations in [&[][..], &[0], &[0, 0, 0, 20], &[0, 0, 20, 10], &[0, 0, 0, 0, 0]] {
        let saved = list(operations);
        let mut buffer = [7; List::SAVED_BYTES + 1];
        assert_eq!(*saved.save_into(&mut buffer).unwrap(), *saved.save());
        assert_eq!((&buffer[..List::SAVED_BYTES], buffer[List::SAVED_BYTES]), (&*saved.save(), 7));
        let mut restored = list(&[0, 0, 99]);
        restored.restore(&saved.save()).unwrap();
        assert_eq!((rest(&restored), restored.save()), (rest(&saved), saved.save()));
    }
    // Equal states give equal bytes. Values that are handed out leave nothing in the bytes.
    assert_eq!(list(&[0, 0, 20, 0]).save(), list(&[0, 0]).save());
    assert_eq!(list(&[0, 77, 0, 0]).save(), list(&[0, 0]).save());
    assert_ne!(list(&[0, 0, 10, 20]).save(), list(&[]).save());
    // If a value has no bytes, only the number of values that are out is saved.
    let mut units = ListPool::new([(); 3]);
    let image = units.save();
    units.acquire_many(2).unwrap();
    assert_eq!((units.save().len(), units.restore(&image), units.len()), (40, Ok(()), 0));
}

#[test]
fn other_bytes_are_errors_that_change_nothing() {
    let mut target = list(&[0, 99, 0, 0]);
    let (before, image) = (rest(&target), list(&[0, 0, 0, 20]).save());
    let mut accepted = 0;
    let masks = miri_or(3, 255);
    for at in 0..image.len() {
        for mask in 1..=masks {
            let mut wrong = image.clone();
            wrong[at] ^= mask;
            match target.restore(&wrong) {
                Ok(()) => {
                    assert!(target.save() == wrong, "byte {at} ^ {mask}");
                    accepted += 1;
                    target = list(&[0, 99, 0, 0]);
                }
                Err(_) => assert_eq!(rest(&target), before, "byte {at} ^ {mask}"),
            }
        }
    }
    // The three values in the pool may have any bytes. The number of values that are out may be 0 or 1 instead of 2:
    // the zero bytes in their places are then values.
    assert_eq!(accepted, 3 * 4 * usize::from(masks) + 2);

    let error_of = |change: fn(&mut Vec<u8>)| {
        let mut wrong = image.clone();
        change(&mut wrong);
        *list(&[]).restore(&wrong).unwrap_err().error()
    };
    assert_eq!(error_of(|image| image[0] = 0), RestoreError::NotSaved);
    assert_eq!(error_of(|image| image[8..12].reverse()), RestoreError::ByteOrder);
    assert_eq!(error_of(|image| image[32..40].copy_from_slice(&6_u64.to_ne_bytes())), RestoreError::Count);
    assert_eq!(error_of(|image| image[32..40].fill(0xFF)), RestoreError::Count);
    assert_eq!(error_of(|image| image[40 + 7] = 1), RestoreError::FreePlace { index: 1 });
    assert_eq!(error_of(|image| image.truncate(39)), RestoreError::Length { expected: 60, found: 39 });
    assert_eq!(error_of(|image| image.truncate(59)), RestoreError::Length { expected: 60, found: 59 });
    assert_eq!(error_of(|image| image.push(0)), RestoreError::Length { expected: 60, found: 61 });
    // Lists of another length or type, and five values that are not a list.
    pool! { Digits: [u32; 0..5]; }
    let shorter = ListPool::new([0_u32; 4]).save();
    assert_eq!(list(&[]).restore(&shorter), Err(RestoreError::Capacity { expected: 5, found: 4 }.into()));
    let error = *list(&[]).restore(&ListPool::new([0_u16; 5]).save()).unwrap_err().error();
    assert!(matches!(error, RestoreError::Item(_)), "{error:?}");
    assert_eq!(error.to_string(), "the values differ in their size or their type");
    assert_eq!(list(&[]).restore(&DigitsPool::new().save()), Err(RestoreError::Layout.into()));
    let too_small = list(&[]).save_into(&mut [0; List::SAVED_BYTES - 1]).unwrap_err();
    assert_eq!(too_small.needed(), List::SAVED_BYTES);
}

/// The bytes are those of each version of the crate: eight parts of one length, which begin where the order says.
#[test]
fn the_header_says_where_the_parts_of_the_list_begin() {
    fn starts<P: PoolSpec<Item = u32, Layout: Tracked>>(removed: usize) -> Vec<u32> {
        let mut pool = Pool::<P>::new();
        let handles: Vec<_> = (0..100).map(|item| pool.insert(item).unwrap()).collect();
        for &handle in &handles[..removed] {
            pool.remove(handle).unwrap();
        }
        pool.save()[40..72].chunks(4).map(|start| u32::from_ne_bytes(start.try_into().unwrap())).collect()
    }
    // The slot that was removed last is the first of the order: 63, 62 .. 0. A part has (64 - 1) / 8 links.
    for starts in [starts::<NoneWait>(64), starts::<NoneWaitLive>(64)] {
        assert_eq!(starts, [63, 56, 49, 42, 35, 28, 21, 14]);
    }
    for starts in [starts::<NoneWait>(9), starts::<NoneWaitLive>(9)] {
        assert_eq!(starts, [8, 7, 6, 5, 4, 3, 2, 1]);
    }
    assert_eq!(starts::<NoneWait>(8), [7; 8]);
}

/// The length is compared before anything that a list of no values does not have.
#[test]
fn a_list_of_no_values_refuses_other_lists() {
    let mut nothing = ListPool::<u32, 0>::new([]);
    let error = *nothing.restore(&list(&[0]).save()).unwrap_err().error();
    assert!(matches!(error, RestoreError::Capacity { expected: 0, found: 5 }), "{error:?}");
}
