//! What pools count of their use, against a model: the most that was in them, and how often they were full.

#![cfg(feature = "derive")]

use proptest::prelude::*;
use stackpool::layout::{Layout, Tabled, Tracked};
use stackpool::{Handle, ListPool, Pool, PoolBox, PoolSpec, Stats, pool};

pool! {
    Generational: [u16; 6];
    Live: [u16; 6], guard = live;
    Retiring: [u16; 6], generation_bits = 14, on_wrap = retire;
    Unguarded: [u16; 6], guard = none;
    Letters: [char; 'a'..='f'];
    Nodes: [u16; 6], boxed, sync = local;
    Exact: [u16; 6], boxed, exact;
}

#[derive(Clone, Debug)]
enum Operation {
    Insert,
    InsertMany(u16),
    InsertWith,
    Entry(bool),
    TryExtend(u16),
    Remove(usize),
    RemoveMany(usize),
    Retain(u16),
    Extract(u16),
    Drain(usize),
    Clear,
    CloneFrom,
    Restore,
    #[cfg(feature = "serde")]
    Deserialize,
}

fn operation() -> impl Strategy<Value = Operation> {
    let with_serde = {
        #[cfg(feature = "serde")]
        {
            Just(Operation::Deserialize)
        }
        #[cfg(not(feature = "serde"))]
        {
            Just(Operation::Restore)
        }
    };
    prop_oneof![
        8 => Just(Operation::Insert),
        4 => (0..8_u16).prop_map(Operation::InsertMany),
        2 => Just(Operation::InsertWith),
        2 => any::<bool>().prop_map(Operation::Entry),
        2 => (0..8_u16).prop_map(Operation::TryExtend),
        6 => (0..6_usize).prop_map(Operation::Remove),
        2 => (0..4_usize).prop_map(Operation::RemoveMany),
        1 => (1..4_u16).prop_map(Operation::Retain),
        1 => (1..4_u16).prop_map(Operation::Extract),
        1 => (0..4_usize).prop_map(Operation::Drain),
        1 => Just(Operation::Clear),
        1 => Just(Operation::CloneFrom),
        1 => Just(Operation::Restore),
        1 => with_serde,
    ]
}

/// A pool, and what it should say.
struct Model<P: PoolSpec> {
    pool: Pool<P>,
    most: usize,
    refused: u64,
}

impl<P: PoolSpec<Item = u16>> Model<P>
where
    P::Layout: Tabled + Tracked,
{
    fn new() -> Self {
        Model { pool: Pool::new(), most: 0, refused: 0 }
    }

    fn refuse(&mut self, refused: bool) {
        self.refused += u64::from(refused);
    }

    fn handles(&self, count: usize) -> Vec<Handle<P>> {
        self.pool.handles().take(count).collect()
    }

    fn apply(&mut self, operation: &Operation) {
        let free = self.pool.remaining_capacity();
        match *operation {
            Operation::Insert => self.refuse(free == 0),
            Operation::InsertWith | Operation::Entry(_) => self.refuse(free == 0),
            Operation::InsertMany(count) | Operation::TryExtend(count) => {
                self.refuse(usize::from(count) > free);
            }
            _ => {}
        }
        let pool = &mut self.pool;
        match *operation {
            Operation::Insert => drop(pool.insert(1)),
            Operation::InsertWith => drop(pool.insert_with(|handle| handle.index() as u16)),
            Operation::Entry(is_filled) => {
                if let (Ok(entry), true) = (pool.vacant_entry(), is_filled) {
                    entry.insert(2);
                }
            }
            Operation::InsertMany(count) => drop(pool.insert_many((0..count).collect::<Vec<_>>())),
            Operation::TryExtend(count) => drop(pool.try_extend(0..count)),
            Operation::Remove(nth) => {
                if let Some(handle) = pool.handles().nth(nth) {
                    pool.remove(handle).unwrap();
                }
            }
            Operation::RemoveMany(count) => {
                let handles = self.handles(count);
                drop(self.pool.remove_many(&handles).unwrap());
            }
            Operation::Retain(n) => pool.retain(|handle, _| handle.index() as u16 % n != 0),
            Operation::Extract(n) => {
                pool.extract_if(|handle, _| handle.index() as u16 % n == 0).for_each(drop);
            }
            Operation::Drain(count) => pool.drain().take(count).for_each(drop),
            Operation::Clear => pool.clear(),
            Operation::CloneFrom => {
                let mut other = Pool::new();
                other.try_extend(0..5).unwrap();
                pool.clone_from(&other);
            }
            Operation::Restore => {
                let mut other = Pool::<P>::new();
                other.try_extend(0..4).unwrap();
                let mut saved = vec![0; Pool::<P>::SAVED_BYTES];
                other.save_into(&mut saved).unwrap();
                pool.restore(&saved).unwrap();
            }
            #[cfg(feature = "serde")]
            Operation::Deserialize => {
                let mut other = Pool::<P>::new();
                other.try_extend(0..3).unwrap();
                let json = serde_json::to_string(&other).unwrap();
                pool.deserialize_from(&mut serde_json::Deserializer::from_str(&json)).unwrap();
            }
        }
    }

    /// Compares, after an operation. None of them is longer on its way than at one of its ends.
    fn check(&mut self) {
        self.most = self.most.max(self.pool.len());
        assert_eq!((self.pool.high_water_mark(), self.pool.exhausted_count()), (self.most, self.refused));
        let stats = self.pool.stats();
        assert_eq!((stats.live, stats.free), (self.pool.len(), self.pool.remaining_capacity()));
        assert_eq!((stats.high_water_mark, stats.exhausted), (self.most, self.refused));
        assert_eq!(stats.capacity, <P::Layout as Layout>::CAPACITY as usize);

        let clone = self.pool.clone();
        assert!(clone == self.pool);
        assert_eq!((clone.high_water_mark(), clone.exhausted_count()), (self.pool.len(), 0));
    }
}

fn run<P: PoolSpec<Item = u16>>(operations: &[Operation])
where
    P::Layout: Tabled + Tracked,
{
    let mut model = Model::<P>::new();
    for operation in operations {
        model.apply(operation);
        model.check();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 200 }))]

    #[test]
    fn pools_count_as_the_model_does(operations in prop::collection::vec(operation(), 0..60)) {
        run::<Generational>(&operations);
        run::<Live>(&operations);
        run::<Retiring>(&operations);
    }
}

/// The pool was never asked between the two.
#[test]
fn what_nobody_looked_at_counts() {
    let mut pool = GenerationalPool::new();
    let _ = pool.try_extend(0..4);
    drop(pool.drain());
    assert_eq!((pool.len(), pool.high_water_mark()), (0, 4));
}

#[test]
fn saved_bytes_do_not_know_of_it() {
    let mut used = LivePool::new();
    while used.insert(7).is_ok() {}
    used.clear();
    let new = LivePool::new();
    let mut images = [[0; LivePool::SAVED_BYTES], [1; LivePool::SAVED_BYTES]];
    used.save_into(&mut images[0]).unwrap();
    new.save_into(&mut images[1]).unwrap();
    assert_eq!(images[0], images[1]);
    assert!(used == new);
}

#[test]
fn without_a_guard_it_is_counted_too() {
    let mut pool = UnguardedPool::new();
    let handles: Vec<_> = pool.insert_many([1, 2, 3]).unwrap().collect();
    pool.remove(handles[0]);
    assert!(pool.insert_many([0; 5]).is_err());
    let Stats { live, free, high_water_mark, exhausted, .. } = pool.stats();
    assert_eq!((live, free, high_water_mark, exhausted), (2, 4, 3, 1));
    pool.clear();
    assert_eq!(pool.high_water_mark(), 3);
}

#[test]
fn values_are_counted() {
    let mut letters = LettersPool::new();
    let three: Vec<char> = letters.acquire_many(3).unwrap().collect();
    letters.acquire_exact('f').unwrap();
    letters.release_many(&three).unwrap();
    assert!(letters.acquire_many(6).is_none());
    assert_eq!((letters.len(), letters.high_water_mark(), letters.exhausted_count()), (1, 4, 1));

    let mut saved = [0; LettersPool::SAVED_BYTES];
    letters.save_into(&mut saved).unwrap();
    while letters.acquire().is_some() {}
    letters.restore(&saved).unwrap();
    assert_eq!((letters.len(), letters.high_water_mark(), letters.exhausted_count()), (1, 6, 2));

    let mut clone = letters.clone();
    assert_eq!((clone.high_water_mark(), clone.exhausted_count()), (1, 0));
    let _ = clone.acquire_many(4);
    clone.clear();
    assert_eq!(clone.high_water_mark(), 5);
    letters.clone_from(&clone);
    assert_eq!((letters.len(), letters.high_water_mark(), letters.exhausted_count()), (0, 6, 2));

    let stats = letters.stats();
    assert_eq!((stats.live, stats.free, stats.capacity), (0, 6, 6));
    assert_eq!((stats.total_bytes, stats.bookkeeping_bytes), (12 + 8 + 4, 12 + 8 + 4));
}

/// A pool that becomes a clone was as full as it was, and the clone that is made anew was not.
#[test]
fn clones_of_values_have_a_history_of_their_own() {
    let mut letters = LettersPool::new();
    let _ = letters.acquire_many(5);
    letters.clone_from(&LettersPool::new());
    assert_eq!((letters.len(), letters.high_water_mark()), (0, 5));
    assert_eq!(letters.clone().high_water_mark(), 0);

    let mut list = ListPool::new(['a', 'b', 'c']);
    assert_eq!(list.acquire_many(2).map(<[char]>::len), Some(2));
    assert_eq!(list.acquire_many(2), None);
    let clone = list.clone();
    assert_eq!((clone.len(), clone.high_water_mark(), clone.exhausted_count()), (2, 2, 0));
    assert_eq!((clone.available(), list.available()), (&['c'][..], &['c'][..]));
    list.clone_from(&ListPool::new(['x', 'y', 'z']));
    assert_eq!((list.len(), list.high_water_mark(), list.exhausted_count()), (0, 2, 1));
    assert_eq!(list.acquire(), Some('x'));
}

/// Free values that were read are not values that were out.
#[cfg(feature = "serde")]
#[test]
fn what_could_not_be_read_was_not_out() {
    let read = |json: &str, pool: &mut LettersPool| {
        pool.deserialize_from(&mut serde_json::Deserializer::from_str(json)).is_ok()
    };
    let mut letters = LettersPool::new();
    let _ = letters.acquire();
    assert!(!read(r#"{"capacity":6,"out":["a"],"free":["b","c","d","e","x"]}"#, &mut letters));
    assert_eq!((letters.len(), letters.high_water_mark()), (0, 1));
    let _ = letters.acquire_many(3);
    assert!(read(r#"{"capacity":6,"out":["a"],"free":["b","c","d"]}"#, &mut letters));
    assert_eq!((letters.len(), letters.high_water_mark()), (1, 3));

    let mut list = ListPool::new(['a', 'b', 'c']);
    let _ = list.acquire_many(2);
    list.deserialize_from(&mut serde_json::Deserializer::from_str(r#"{"capacity":3,"free":["a","b","c"]}"#))
        .unwrap();
    assert_eq!((list.len(), list.high_water_mark()), (0, 2));
    let saved = ListPool::new(['a', 'b', 'c'].map(u32::from));
    let mut image = [0; ListPool::<u32, 3>::SAVED_BYTES];
    saved.save_into(&mut image).unwrap();
    let mut restored = saved.clone();
    let _ = restored.acquire_many(3);
    restored.restore(&image).unwrap();
    assert_eq!((restored.len(), restored.high_water_mark()), (0, 3));
}

#[test]
fn boxes_are_counted() {
    fn figures(stats: Stats) -> [usize; 4] {
        [stats.live, stats.free, stats.capacity, stats.high_water_mark]
    }
    let mut boxes: Vec<NodesBox> = (0..6).map(|n| NodesBox::new(n).unwrap()).collect();
    assert!(NodesBox::new(6).is_err());
    boxes.truncate(2);
    assert_eq!(figures(NodesBox::stats()), [2, 4, 6, 6]);
    assert_eq!(NodesBox::stats().exhausted, 1);
    assert_eq!(NodesBox::stats().total_bytes, PoolBox::<Nodes>::TOTAL_BYTES);

    #[cfg(target_has_atomic = "64")]
    {
        let one = ExactBox::new(1).unwrap();
        assert_eq!(figures(ExactBox::stats()), [1, 5, 6, 1]);
        assert_eq!(ExactBox::stats().bookkeeping_bytes, PoolBox::<Exact>::BOOKKEEPING_BYTES);
        drop(one);
    }
}

/// Eight bytes a pool. (The cells of the guard are 6 bytes, aligned to 4.)
#[test]
fn it_is_part_of_the_bookkeeping() {
    assert_eq!(GenerationalPool::BOOKKEEPING_BYTES, 8 + (4 + 8) + 8);
    let stats = GenerationalPool::new().stats();
    assert_eq!((stats.bookkeeping_bytes, stats.total_bytes), (28, 28 + 6 * 2));
}
