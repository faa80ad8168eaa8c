//! Compares lists with a `Vec` of the values that are left.

extern crate std;

use super::ListPool;
use crate::base::size::{cases, miri_or};
use proptest::prelude::*;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::vec::Vec;

fn hash_of<T: Copy + std::hash::Hash, const N: usize>(pool: &ListPool<T, N>) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(pool)
}

#[derive(Clone, Debug)]
enum Operation {
    Acquire,
    AcquireMany(usize),
    Release(u8),
    ReleaseMany(Vec<u8>),
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        Just(Operation::Acquire),
        (0..9_usize).prop_map(Operation::AcquireMany),
        any::<u8>().prop_map(Operation::Release),
        prop::collection::vec(any::<u8>(), 0..9).prop_map(Operation::ReleaseMany),
    ]
}

proptest! {
    #![proptest_config(cases(2, 200))]

    /// The model is the values in the pool. The next one is the last.
    #[test]
    fn it_is_a_stack(operations in prop::collection::vec(operation(), 0..miri_or(15, 60))) {
        const N: usize = 7;
        let mut pool = ListPool::<u8, N>::new(core::array::from_fn(|i| 10 * i as u8));
        let mut model: Vec<u8> = (0..N as u8).rev().map(|i| 10 * i).collect();
        let (mut most, mut refused) = (0, 0);
        for operation in operations {
            match operation {
                Operation::Acquire => {
                    refused += u64::from(model.is_empty());
                    assert_eq!(pool.acquire(), model.pop());
                }
                Operation::AcquireMany(count) => {
                    refused += u64::from(count > model.len());
                    let expected = (count <= model.len())
                        .then(|| (0..count).map_while(|_| model.pop()).collect::<Vec<_>>());
                    assert_eq!(pool.acquire_many(count), expected.as_deref());
                }
                Operation::Release(value) => {
                    assert_eq!(pool.release(value).is_ok(), model.len() < N);
                    if model.len() < N {
                        model.push(value);
                    }
                }
                Operation::ReleaseMany(values) => {
                    let fits = model.len() + values.len() <= N;
                    assert_eq!(pool.release_many(&values).is_ok(), fits);
                    if fits {
                        model.extend(values);
                    }
                }
            }
            assert_eq!((pool.len(), pool.remaining_capacity()), (N - model.len(), model.len()));
            assert_eq!((pool.is_empty(), pool.is_full()), (model.len() == N, model.is_empty()));
            assert!(pool.available().iter().eq(model.iter().rev()));
            most = most.max(pool.len());
            assert_eq!((pool.high_water_mark(), pool.full_count()), (most, refused));

            // A pool with another list that came to the same state another way.
            let mut twin = ListPool::new(core::array::from_fn(|i| *model.get(N - 1 - i).unwrap_or(&255)));
            assert!(twin.acquire_many(pool.len()).is_some());
            assert_eq!(pool, twin);
            assert_eq!(hash_of(&pool), hash_of(&twin));
            if twin.acquire().is_some() {
                assert_ne!(pool, twin);
            }
        }
    }
}

#[test]
fn pools_are_compared_and_hashed_by_what_is_left() {
    let (mut one, mut other) = (ListPool::new([7, 9, 11, 13]), ListPool::new([9, 7, 11, 13]));
    assert_ne!(one, other);
    assert_ne!(hash_of(&one), hash_of(&other));
    assert!(one.acquire_many(2).is_some());
    assert!(other.acquire_many(5).is_none());
    assert!(other.acquire_many(3).is_some());
    assert_ne!(one, other);
    assert_ne!(hash_of(&one), hash_of(&other));
    // Equal values are left, whichever values were handed out and how often.
    other.release(11).unwrap();
    assert_eq!(one, other);
    assert_eq!(hash_of(&one), hash_of(&other));
    // The same number of values is left, and the next one differs.
    one.release(7).unwrap();
    other.release(9).unwrap();
    assert_ne!(one, other);
    assert_ne!(hash_of(&one), hash_of(&other));
    // The same values are left, in another order.
    one.release_many(&[9]).unwrap();
    other.release_many(&[7]).unwrap();
    assert_ne!(one, other);
    assert_ne!(hash_of(&one), hash_of(&other));
}

#[test]
fn a_constant_list_is_a_constant_pool() {
    const POOL: ListPool<u32, 3> = ListPool::new([7, 9, 7]);
    let mut pool = POOL.clone();
    assert_eq!(
        (pool.acquire(), pool.acquire(), pool.acquire(), pool.acquire()),
        (Some(7), Some(9), Some(7), None)
    );
    assert_eq!(std::format!("{POOL:?}"), "ListPool { len: 0, available: [7, 9, 7] }");
    assert_eq!(ListPool::<u32, 3>::TOTAL_BYTES, 12 + 12);
    assert!(ListPool::<u8, 0>::new([]).acquire().is_none());
}
