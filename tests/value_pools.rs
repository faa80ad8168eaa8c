//! Value pools as the macros declare them.

#![cfg(feature = "derive")]

#[path = "../pool-runtime/src/base/size.rs"]
mod size;

use crate::size::{IS_SMALL, cases, miri_or};
use proptest::prelude::*;
use stackpool::{AcquireError, ListPool, Pool, ReleaseError, ValuePool, ValueSpec, pool};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// An empty pool: on the heap if there is one, since lines are recorded beside the larger sets.
#[cfg(feature = "alloc")]
fn new_pool<V: ValueSpec>() -> stackpool::Heap<ValuePool<V>> {
    ValuePool::on_heap()
}

/// An empty pool.
#[cfg(not(feature = "alloc"))]
fn new_pool<V: ValueSpec>() -> ValuePool<V> {
    ValuePool::new()
}

#[derive(Pool, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[pool(values)]
struct TileCoord {
    #[pool(range = 0..64)]
    x: u8,
    #[pool(range = 0..64)]
    y: u8,
    #[pool(range = 0..16)]
    page: u16,
}

#[derive(Pool, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[pool(values)]
enum Colour {
    Red = -7,
    Green = 3,
    Blue = 200,
}

const LAST: i16 = 6;

#[derive(Pool, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[pool(values, pool = Marks)]
struct Mark {
    #[pool(range = -8..8)]
    dx: i8,
    #[pool(range = 1..=LAST)]
    die: u64,
    colour: Colour,
    bold: bool,
    #[pool(range = ['a'..='f', '\u{D7FE}'..'\u{E002}'])]
    letter: char,
}

#[derive(Pool, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[pool(values)]
struct Pair(#[pool(range = 250..256)] u8, Colour);

/// A type that could be from another crate, because the macro sees only its name.
mod foreign {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(super) struct Cell<T> {
        pub(super) row: T,
        pub(super) column: i16,
        pub(super) on: bool,
    }
}

pool! {
    /// Cells of a board.
    Cells: [foreign::Cell<u8> { row: 0..19, column: -9..=9, on }], layout = packed(10);
    Ports: [u16; [8_000..8_100, 9_000..=9_010]], guard = none;
    Letters: [char; 'a'..='z'], layout = u32;
    Large: [u32; 0..1 << 20];
    Signed: [i128; [i128::MIN..i128::MIN + 3, i128::MAX..=i128::MAX]];
    Unsigned: [u128; 0x7FFF_FFFF_FFFF_FFFF_FFFF_FFFF_FFFF_FFFD..=i128::MAX];
    // Its table of 16 GiB is too large for 32-bit address spaces.
    #[cfg(target_pointer_width = "64")]
    Largest: [u32; 1..=u32::MAX];
    /// Blocks to which a device may write.
    Blocks: [u32 = BLOCKS];
    Names: [&'static str = ["Ada", "Blaise"]], pool = NameList;
}

const BLOCKS: [u32; 3] = [0x2000_0000, 0x2000_4000, 0x3000_0000];

/// Checks that numbers and values correspond one to one.
fn check_all<V: ValueSpec>()
where
    V::Item: Ord + Debug,
{
    let mut pool = new_pool::<V>();
    let mut last = None;
    for index in 0..pool.capacity() as u32 {
        let value = V::value(index);
        assert_eq!(V::index(&value), Some(index));
        assert_eq!(pool.acquire(), Some(value));
        assert!(last < Some(value), "{value:?} is not in order");
        last = Some(value);
    }
    assert_eq!(pool.acquire(), None);
}

#[test]
fn numberings_are_bijections_in_order() {
    assert_eq!(
        (TileCoordPool::CAPACITY, Marks::CAPACITY, PairPool::CAPACITY),
        (65_536, 16 * 6 * 3 * 2 * 10, 18)
    );
    assert_eq!((CellsPool::CAPACITY, PortsPool::CAPACITY, LettersPool::CAPACITY), (19 * 19 * 2, 111, 26));
    if !IS_SMALL {
        check_all::<TileCoord>();
    }
    check_all::<Pair>();
    check_all::<Cells>();
    check_all::<Ports>();
    check_all::<Letters>();
    check_all::<bool>();
    check_all::<Signed>();
    check_all::<Unsigned>();
}

/// Checks the smallest, the middle and the largest number of a set that is too large to try all.
#[test]
fn numberings_of_large_sets_are_bijections() {
    fn check<V: ValueSpec>(index: u32)
    where
        V::Item: PartialEq + Debug,
    {
        assert_eq!(V::index(&V::value(index)), Some(index));
    }
    let samples = (0..32).step_by(miri_or(5, 1)).flat_map(|bit| {
        let power = 1_u32 << bit;
        [power - 1, power, power + 1, u32::MAX - power]
    });
    for sample in samples {
        check::<Large>(sample % (1 << 20));
        #[cfg(target_pointer_width = "64")]
        check::<Largest>(sample.min(u32::MAX - 1));
        check::<Mark>(sample % Marks::CAPACITY as u32);
    }
    #[cfg(target_pointer_width = "64")]
    {
        assert_eq!((Largest::value(0), Largest::value(u32::MAX - 1)), (1, u32::MAX));
        assert_eq!(Largest::index(&0), None);
    }
}

#[test]
fn values_beyond_their_ranges_have_no_number() {
    let tile = TileCoord { x: 63, y: 63, page: 15 };
    assert_eq!(TileCoord::index(&tile), Some(65_535));
    for beyond in [TileCoord { x: 64, ..tile }, TileCoord { y: 255, ..tile }, TileCoord { page: 16, ..tile }]
    {
        assert_eq!(TileCoord::index(&beyond), None);
        assert_eq!(new_pool::<TileCoord>().release(beyond), Err(ReleaseError::OutOfRange));
        assert_eq!(new_pool::<TileCoord>().acquire_exact(beyond), Err(AcquireError::OutOfRange));
    }
    let mark = Mark { dx: -8, die: 1, colour: Colour::Red, bold: false, letter: 'a' };
    assert_eq!(Mark::index(&mark), Some(0));
    for beyond in [
        Mark { dx: -9, ..mark },
        Mark { dx: 8, ..mark },
        Mark { die: 0, ..mark },
        Mark { die: 7, ..mark },
        Mark { die: 1 << 32, ..mark },
        Mark { letter: 'g', ..mark },
        Mark { letter: '\u{D7FD}', ..mark },
        Mark { letter: '\u{E002}', ..mark },
    ] {
        assert_eq!(Mark::index(&beyond), None, "{beyond:?}");
    }
    assert_eq!((SignedPool::CAPACITY, UnsignedPool::CAPACITY), (4, 3));
    assert_eq!((Signed::index(&(i128::MIN + 3)), Signed::index(&(i128::MAX - 1))), (None, None));
    let counted = i128::MAX as u128;
    assert_eq!([counted, counted + 1, u128::MAX].map(|value| Unsigned::index(&value)), [Some(2), None, None]);
    // The surrogates are not a gap between `char`s.
    let letters: Vec<char> = (0..10).map(|index| Mark::value(index).letter).collect();
    let expected = ['a', 'b', 'c', 'd', 'e', 'f', '\u{D7FE}', '\u{D7FF}', '\u{E000}', '\u{E001}'];
    assert_eq!(letters, expected);
    assert_eq!(
        (Ports::index(&8_099), Ports::index(&8_100), Ports::index(&9_000)),
        (Some(99), None, Some(100))
    );
}

#[test]
fn sizes_follow_from_the_ranges() {
    assert_eq!(
        (TileCoordPool::TABLE_BYTES, TileCoordPool::TOTAL_BYTES),
        (128 << 10, (128 << 10) + (8 << 10) + 20)
    );
    assert_eq!(TileCoordPool::BOOKKEEPING_BYTES, TileCoordPool::TOTAL_BYTES);
    assert_eq!((PairPool::TABLE_BYTES, PortsPool::TABLE_BYTES, LettersPool::TABLE_BYTES), (18, 111, 104));
    // Without a guard there are no bits for the values.
    assert_eq!(PortsPool::BOOKKEEPING_BYTES, (20_usize + 111).next_multiple_of(4));
    assert_eq!(LargePool::TABLE_BYTES, 3 << 20);
    #[cfg(target_pointer_width = "64")]
    assert_eq!(LargestPool::TABLE_BYTES, 4 * (u32::MAX as usize));
}

#[test]
fn statics_are_taken_once() {
    let tiles: &'static mut TileCoordPool = TileCoord::take_pool().unwrap();
    assert_eq!(tiles.acquire(), Some(TileCoord { x: 0, y: 0, page: 0 }));
    let error = TileCoord::take_pool().map(|_| ()).unwrap_err().to_string();
    let remedy = if cfg!(feature = "alloc") { "on_heap()" } else { "new()" };
    assert!(error.starts_with("the static pool of `TileCoord` was taken before"), "{error}");
    assert!(error.ends_with(&format!("`ValuePool::<TileCoord>::{remedy}`")), "{error}");
    // The static has only zero bytes, so it takes no space in the program file.
    let large = Large::take_pool().unwrap();
    assert_eq!((large.acquire(), large.remaining_capacity()), (Some(0), (1 << 20) - 1));
    assert!(Cells::take_pool().unwrap().is_empty() && Cells::take_pool().is_err());
}

#[test]
fn lists_are_handed_out_as_they_are() {
    let mut blocks = Blocks::new_pool();
    assert!(std::iter::from_fn(|| blocks.acquire()).eq(BLOCKS));
    blocks.release_many(&BLOCKS).unwrap();
    assert!(blocks.acquire_many(3).unwrap().iter().rev().eq(&BLOCKS));
    let names: &'static mut NameList = Names::take_pool().unwrap();
    assert_eq!((names.acquire(), names.acquire(), names.acquire()), (Some("Ada"), Some("Blaise"), None));
    let error = Names::take_pool().map(|_| ()).unwrap_err();
    assert!(error.to_string().ends_with("make a pool per test: `Names::new_pool()`"), "{error}");
    assert!(Blocks::take_pool().is_ok());
    assert_eq!((BlocksPool::CAPACITY, NameList::CAPACITY), (3, 2));
}

#[test]
fn iterators_go_both_ways() {
    let mut pool = LettersPool::new();
    let out: Vec<char> = pool.acquire_many(26).unwrap().collect();
    for letter in out.iter().filter(|letter| "aeiou".contains(**letter)) {
        pool.release(*letter).unwrap();
    }
    let consonants: Vec<char> = ('a'..='z').filter(|letter| !"aeiou".contains(*letter)).collect();
    assert_eq!(pool.iter().collect::<Vec<_>>(), consonants);
    assert!(pool.iter().rev().eq(consonants.iter().rev().copied()));
    assert_eq!((pool.iter().len(), pool.iter().nth(3), pool.iter().last()), (21, Some('f'), Some('z')));
    let mut iter = (&pool).into_iter();
    assert_eq!(
        (iter.next(), iter.next_back(), iter.nth(1), iter.len()),
        (Some('b'), Some('z'), Some('d'), 17)
    );
    assert_eq!(iter.fold(0, |count, _| count + 1), 17);
}

/// An operation on a pool of dice and colours. Values are given by their number.
#[derive(Clone, Debug)]
enum Operation {
    Acquire,
    AcquireMany(usize),
    AcquireExact(u32),
    Release(u32),
    ReleaseMany(Vec<u32>),
    Clear,
    Clone,
}

fn operation(capacity: u32) -> impl Strategy<Value = Operation> {
    prop_oneof![
        6 => Just(Operation::Acquire),
        2 => (0..capacity as usize / 2).prop_map(Operation::AcquireMany),
        3 => (0..capacity).prop_map(Operation::AcquireExact),
        6 => (0..capacity).prop_map(Operation::Release),
        2 => prop::collection::vec(0..capacity, 0..6).prop_map(Operation::ReleaseMany),
        1 => Just(Operation::Clear),
        1 => Just(Operation::Clone),
    ]
}

/// The expected state of a pool: the values that are out, and the others in the order in which they are handed out,
/// the next one last.
struct Model<V: ValueSpec> {
    out: BTreeSet<V::Item>,
    free: Vec<V::Item>,
}

impl<V: ValueSpec> Model<V>
where
    V::Item: Ord + Debug,
{
    fn new() -> Self {
        let capacity = ValuePool::<V>::CAPACITY as u32;
        Model { out: BTreeSet::new(), free: (0..capacity).rev().map(V::value).collect() }
    }

    fn acquire(&mut self) -> Option<V::Item> {
        let value = self.free.pop()?;
        assert!(self.out.insert(value));
        Some(value)
    }

    fn acquire_exact(&mut self, value: V::Item) -> Result<(), AcquireError> {
        let position = self.free.iter().position(|free| *free == value).ok_or(AcquireError::HandedOut)?;
        let last = self.free.len() - 1;
        self.free.swap(position, last);
        self.acquire();
        Ok(())
    }

    fn release(&mut self, value: V::Item) -> Result<(), ReleaseError> {
        if !self.out.remove(&value) {
            return Err(ReleaseError::NotHandedOut);
        }
        self.free.push(value);
        Ok(())
    }

    fn check(&self, pool: &ValuePool<V>)
    where
        V::Layout: stackpool::layout::Tracked,
    {
        assert!(pool.iter().eq(self.out.iter().copied()), "{:?}", pool.iter().collect::<Vec<_>>());
        assert_eq!((pool.len(), pool.remaining_capacity()), (self.out.len(), self.free.len()));
        assert_eq!((pool.is_empty(), pool.is_full()), (self.out.is_empty(), self.free.is_empty()));
        let mut rest = pool.clone();
        assert!(rest == *pool);
        let next: Vec<_> = std::iter::from_fn(|| rest.acquire()).collect();
        assert!(next.iter().eq(self.free.iter().rev()), "{next:?}");
    }
}

fn run<V: ValueSpec>(operations: Vec<Operation>)
where
    V::Item: Ord + Debug,
    V::Layout: stackpool::layout::Tracked,
{
    let mut pool = new_pool::<V>();
    let mut model = Model::<V>::new();
    for operation in operations {
        match operation {
            Operation::Acquire => assert_eq!(pool.acquire(), model.acquire()),
            Operation::AcquireMany(count) => {
                let expected = (count <= model.free.len())
                    .then(|| (0..count).map_while(|_| model.acquire()).collect::<Vec<_>>());
                assert_eq!(pool.acquire_many(count).map(Iterator::collect), expected);
            }
            Operation::AcquireExact(index) => {
                let value = V::value(index);
                assert_eq!(pool.acquire_exact(value), model.acquire_exact(value));
            }
            Operation::Release(index) => {
                let value = V::value(index);
                assert_eq!(pool.contains(value), model.out.contains(&value));
                assert_eq!(pool.release(value), model.release(value));
            }
            Operation::ReleaseMany(indices) => {
                let values: Vec<_> = indices.into_iter().map(V::value).collect();
                let wrong = (0..values.len())
                    .find(|&at| !model.out.contains(&values[at]) || values[..at].contains(&values[at]));
                match (pool.release_many(&values), wrong) {
                    (Ok(()), None) => values.iter().for_each(|value| model.release(*value).unwrap()),
                    (Err(error), Some(position)) => {
                        assert_eq!((error.position(), error.error()), (position, ReleaseError::NotHandedOut));
                    }
                    (result, wrong) => panic!("{result:?}, not {wrong:?}"),
                }
            }
            Operation::Clear => {
                pool.clear();
                model = Model::new();
            }
            Operation::Clone => {
                let mut clone = new_pool();
                let _ = clone.acquire_many(3);
                clone.clone_from(&pool);
                pool = clone;
            }
        }
        model.check(&pool);
    }
}

proptest! {
    #![proptest_config(cases(2, 200))]

    #[test]
    fn a_pool_of_bytes_is_its_model(operations in prop::collection::vec(operation(18), 0..miri_or(12, 60))) {
        run::<Pair>(operations);
    }

    #[test]
    fn a_pool_of_packed_numbers_is_its_model(operations in prop::collection::vec(operation(722), 0..miri_or(2, 20))) {
        run::<Cells>(operations);
    }
}

#[test]
fn pools_are_compared_and_hashed_by_what_is_out() {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    let hash = |pool: &TileCoordPool| BuildHasherDefault::<DefaultHasher>::default().hash_one(pool);
    let (mut one, mut other) = (new_pool::<TileCoord>(), new_pool::<TileCoord>());
    let tiles: Vec<TileCoord> = one.acquire_many(100).unwrap().collect();
    other.acquire_many(99).unwrap();
    assert_ne!(one, other);
    assert_ne!(hash(&one), hash(&other));
    // The same values are out, but the next one differs.
    other.acquire_exact(tiles[99]).unwrap();
    let later = TileCoord { x: 63, ..tiles[0] };
    other.acquire_exact(later).unwrap();
    other.release(later).unwrap();
    assert_eq!(one, other);
    assert_eq!(hash(&one), hash(&other));
    assert_ne!(one.acquire(), other.acquire());
}

#[test]
fn parts_are_all_values_in_order() {
    stackpool::pool! { Numbers: [u32; 10..1_010]; }
    let mut numbers = NumbersPool::new();
    assert_eq!(numbers.parts(3).map(Iterator::count).sum::<usize>(), 0);
    while numbers.acquire().is_some() {}
    for number in (10..1_010).filter(|number| number % 3 == 0) {
        numbers.release(number).unwrap();
    }
    let expected: Vec<u32> = numbers.iter().collect();
    for parts in [1, 2, 3, 7, 100] {
        assert_eq!(numbers.parts(parts).len(), parts);
        assert!(numbers.parts(parts).flatten().eq(expected.iter().copied()));
    }
    assert_eq!(numbers.live_ranges().flatten().count(), expected.len());
    #[cfg(feature = "rayon")]
    {
        use rayon::iter::ParallelIterator;
        assert_eq!(numbers.par_iter().collect::<Vec<_>>(), expected);
    }
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(values, quarantine = 2, strict)]
struct Port(#[pool(range = 10..20)] u8);

#[test]
fn errors_say_what_is_wrong_with_the_value() {
    for (error, message) in [
        (AcquireError::OutOfRange, "the value is out of range: it is not in the set of the pool"),
        (AcquireError::HandedOut, "the value is handed out already"),
        (AcquireError::Waits, "the value waits: fewer others were released after it than its pool asks for"),
    ] {
        assert_eq!(error.to_string(), message);
    }
    for (error, message) in [
        (ReleaseError::OutOfRange, "the value is out of range: it is not in the set of the pool"),
        (ReleaseError::NotHandedOut, "the value is not handed out: it never was, or was released already"),
    ] {
        assert_eq!(error.to_string(), message);
    }
    let mut ports = ValuePool::<Port>::default();
    ports.acquire_exact(Port(10)).unwrap();
    let error = ports.release_many(&[Port(10), Port(30)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the value is out of range: it is not in the set of the pool, at position 1 of the batch"
    );
}

#[test]
fn values_of_a_batch_are_reached_from_both_ends() {
    let mut ports = ValuePool::<Port>::new();
    let mut batch = ports.acquire_many(6).unwrap();
    assert_eq!((batch.next_back(), batch.nth(1), batch.len()), (Some(Port(15)), Some(Port(11)), 3));
    assert_eq!(batch.clone().rev().collect::<Vec<_>>(), [14, 13, 12].map(Port));
    assert_eq!((batch.nth(3), batch.next()), (None, None));
    ports.release(Port(12)).unwrap();
    assert!(ports.live_ranges().flatten().eq([0, 1, 3, 4, 5]));
    assert_eq!((ports.iter().count(), ports.iter().skip(2).count()), (5, 3));
}

#[test]
fn a_list_is_made_of_an_array_and_knows_its_figures() {
    let mut keys = ListPool::from(["a", "b", "c"]);
    assert_eq!((keys.acquire(), keys.acquire()), (Some("a"), Some("b")));
    keys.release("a").unwrap();
    let stats = keys.stats();
    assert_eq!((stats.live, stats.free, stats.waiting, stats.capacity), (1, 2, 0, 3));
    assert_eq!((stats.high_water_mark, stats.full_count), (2, 0));
    assert_eq!(stats.total_bytes, size_of_val(&keys));
    assert!(stats.total_bytes - stats.bookkeeping_bytes >= 3 * size_of::<&str>());
}

#[cfg(feature = "alloc")]
#[test]
fn a_larger_pool_reads_the_values_of_a_smaller_one() {
    let saved = {
        pool! { Ports: [u16; 0..40]; }
        let mut ports = PortsPool::new();
        ports.acquire_exact(7).unwrap();
        ports.save()
    };
    pool! { Ports: [u16; 0..90]; }
    let mut ports = PortsPool::new();
    assert!(ports.restore(&saved).is_err());
    ports.restore_resized(&saved).unwrap();
    assert!(ports.iter().eq([7]));
}
