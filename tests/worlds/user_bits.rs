//! Functions of `bytemuck` that users wrote by hand, and that panic in a restore: at the first call, at the second, and
//! so on.

#![expect(unsafe_code, reason = "implements traits of `bytemuck` by hand")]

use super::skipped::{call, stays_whole, with_panic_at};
use super::*;
use stackpool::SparseHandleMap;

/// A number that is not 0, with functions of `bytemuck` that a user wrote.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(transparent)]
struct Positive(u8);

// SAFETY: it has the layout of a `u8`, is `Copy` and has no lifetime.
unsafe impl NoUninit for Positive {}

// SAFETY: zero bytes are no valid number, but a value.
unsafe impl Zeroable for Positive {
    fn zeroed() -> Self {
        call();
        Positive(0)
    }
}

// SAFETY: any bits are a value.
unsafe impl CheckedBitPattern for Positive {
    type Bits = u8;

    fn is_valid_bit_pattern(&bits: &u8) -> bool {
        call();
        bits != 0
    }
}

#[derive(Pool, Snapshot, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 9, changes)]
#[snapshot(item)]
struct Coin {
    value: Positive,
}

pool! {
    ListedCoins: [Coin; 9], bookkeeping = free_list;
    DenseCoins: [Coin; 9], dense, changes;
    Numbers: [Positive; 9];
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 9, columns)]
struct Purse {
    #[pool(group = both)]
    coin: Positive,
    #[pool(group = both)]
    other: u8,
    #[pool(group = both, skip)]
    skipped: Positive,
}

fn coin(value: u8) -> Coin {
    Coin { value: Positive(value) }
}

/// Bytes in memory are checked once, and copied.
#[test]
fn a_check_that_panics_leaves_plain_values_as_they_were() {
    #[derive(Snapshot, Clone, Copy, Debug, NoUninit, CheckedBitPattern)]
    #[snapshot(plain)]
    #[repr(C)]
    struct Plain(Positive, bool);

    #[derive(Snapshot, Clone, Debug)]
    struct Values {
        #[snapshot(plain)]
        one: Positive,
        numbers: NumbersPool,
        purses: PursePool,
        plain: [[Plain; 2]; 2],
        map: HandleMap<Coin, Positive>,
    }
    let new = || Values {
        one: Positive(1),
        numbers: NumbersPool::new(),
        purses: PursePool::new(),
        plain: [[Plain(Positive(1), true); 2]; 2],
        map: HandleMap::new(),
    };
    let mut used = new();
    used.one.0 = 9;
    used.numbers.extend([Positive(3), Positive(4)]);
    for coin in 5..8 {
        used.purses.insert(Purse { coin: Positive(coin), other: 1, skipped: Positive(2) }).unwrap();
    }
    used.plain[1][0] = Plain(Positive(7), false);
    let saved = used.save();
    stays_whole(&mut new(), &saved);
    assert!(saved.len() > 100);
}

/// What is saved field by field is checked again when it is read.
#[test]
fn a_later_check_that_panics_leaves_a_pool_or_a_table_empty() {
    let (mut coins, mut listed) = (CoinPool::new(), ListedCoinsPool::new());
    let (mut map, mut sparse) = (HandleMap::<Coin, Coin>::new(), SparseHandleMap::<Coin, Coin, 9>::new());
    for value in 1..6 {
        let handle = coins.insert(coin(value)).unwrap();
        listed.insert(coin(value)).unwrap();
        map.insert(handle, coin(value));
        sparse.insert(handle, coin(value)).unwrap();
    }
    let saved = (coins.save(), listed.save(), map.save(), sparse.save());
    let mut empty = 0;
    for number in 1..=11 {
        for handle in coins.handles().skip(1).collect::<Vec<_>>() {
            coins.remove(handle);
            map.remove(handle);
            sparse.remove(handle);
        }
        for handle in listed.handles().skip(1).collect::<Vec<_>>() {
            listed.remove(handle);
        }
        let before = (coins.save(), listed.save(), map.save(), sparse.save());
        let restored = [
            with_panic_at(number, || coins.restore(&saved.0).unwrap()),
            with_panic_at(number, || listed.restore(&saved.1).unwrap()),
            with_panic_at(number, || map.restore(&saved.2).unwrap()),
            with_panic_at(number, || sparse.restore(&saved.3).unwrap()),
        ];
        let now = (coins.save(), listed.save(), map.save(), sparse.save());
        match number {
            1..=5 => assert!(now == before),
            11 => assert!(now == saved),
            _ => {
                assert_eq!(restored, [None; 4]);
                let lengths = [coins.len(), listed.len(), map.len(), sparse.len()];
                assert_eq!(lengths, [0; 4]);
                assert!(
                    coins.save() == CoinPool::new().save() && listed.save() == ListedCoinsPool::new().save()
                );
                empty += 1;
                // They work.
                coins.extend((1..10).map(coin));
                listed.extend((1..10).map(coin));
                assert!(coins.is_full() && listed.is_full());
                assert_eq!(listed.handles().count(), 9);
                for handle in coins.handles() {
                    map.insert(handle, coin(3));
                    sparse.insert(handle, coin(3)).unwrap();
                }
            }
        }
    }
    assert_eq!(empty, 5);
}

/// Objects that were not read to the end do not count, and what they replaced counts as changed.
#[test]
fn a_later_check_that_panics_leaves_a_dense_pool_empty() {
    let mut few = DenseCoinsPool::new();
    few.extend((1..6).map(coin));
    let second = few.handles().nth(1).unwrap();
    few.remove(second);
    let saved = few.save();
    for live in [2, 8] {
        for number in 1..=9 {
            let mut coins = DenseCoinsPool::new();
            coins.extend((1..=live).map(coin));
            let before = coins.save();
            drop(coins.take_changed());
            let restored = with_panic_at(number, || coins.restore(&saved).unwrap());
            let now = coins.save();
            match number {
                1..=4 => assert!(now == before),
                9 => assert!(now == saved && coins.values().eq(few.values())),
                _ => {
                    assert_eq!(restored, None);
                    assert!(now == DenseCoinsPool::new().save() && coins.is_empty());
                    assert_eq!(coins.high_water_mark(), live.into());
                }
            }
            assert!(DenseCoinsPool::patch(&before, &coins.changed_delta()).unwrap() == now);
            coins.clear();
            coins.extend((1..10).map(coin));
            assert!(coins.is_full() && coins.values().copied().eq((1..10).map(coin)));
            assert_eq!(coins.handles().count(), 9);
        }
    }
}
