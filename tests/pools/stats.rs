//! The counts of pools, value pools and boxes: the most objects at one time, and how often the pool was full. The
//! effect of each operation on the counts is tested in `tests/model`.

#![cfg(feature = "derive")]

use stackpool::layout::{self, InPlace, Tabled, Tracked};
use stackpool::{Handle, ListPool, Pool, PoolBox, PoolSpec, Stats, pool};

pool! {
    Generational: [u16; 6];
    Live: [u16; 6], guard = live;
    Unguarded: [u16; 6], guard = none;
    Letters: [char; 'a'..='f'];
    Nodes: [u16; 6], boxed, sync = local;
    Exact: [u16; 6], boxed, exact;
    Jobs: [u16; 1_024], boxed;
    Once: [u16; 65], generation_bits = 0, quarantine = 0;
    Twice: [u16; 6], generation_bits = 1, quarantine = 2;
    Four: [u16; 70], generation_bits = 2;
    Dense: [u16; 6], generation_bits = 1, dense;
    Listed: [u16; 6], generation_bits = 1, bookkeeping = free_list;
}

/// A layout that no macro prints: a slot has one generation, and then retires.
struct Retiring;

impl PoolSpec for Retiring {
    type Item = u16;
    type Layout = layout::Fixed<
        layout::SlotCount<3>,
        layout::TableBits<8>,
        layout::Cells<2, 8, 1>,
        layout::HandleBits<16>,
        layout::Waiting<0, 0>,
    >;
    const NAME: &'static str = "Retiring";
}

/// The counts are not read between the two operations.
#[test]
fn what_nobody_looked_at_counts() {
    let mut pool = GenerationalPool::new();
    let _ = pool.try_extend(0..4);
    drop(pool.drain());
    assert_eq!((pool.len(), pool.high_water_mark()), (0, 4));
}

/// The high-water mark begins with what the pool holds, not with 0.
#[test]
fn counts_begin_again() {
    let mut pool = GenerationalPool::new();
    assert!(pool.try_extend(0..).is_err());
    pool.retain(|_, &mut number| number < 2);
    assert_eq!((pool.high_water_mark(), pool.full_count()), (6, 1));
    pool.reset_stats();
    assert_eq!((pool.high_water_mark(), pool.full_count()), (2, 0));
    let more = pool.insert(7).unwrap();
    pool.remove(more);
    assert_eq!((pool.len(), pool.high_water_mark()), (2, 3));

    let mut letters = LettersPool::new();
    assert!(letters.acquire_many(7).is_none());
    let three: Vec<char> = letters.acquire_many(3).unwrap().collect();
    letters.release_many(&three[1..]).unwrap();
    letters.reset_stats();
    assert_eq!((letters.high_water_mark(), letters.full_count()), (1, 0));

    let mut list = ListPool::new(['a', 'b', 'c']);
    assert!(list.acquire_many(4).is_none());
    let all = list.acquire_many(3).unwrap().to_vec();
    list.release_many(&all).unwrap();
    list.reset_stats();
    assert_eq!((list.high_water_mark(), list.full_count()), (0, 0));
}

#[test]
fn saved_bytes_do_not_know_of_it() {
    let mut used = LivePool::new();
    while used.insert(7).is_ok() {}
    used.clear();
    let new = LivePool::new();
    let mut buffers = [[0; LivePool::SAVED_BYTES], [1; LivePool::SAVED_BYTES]];
    let [first, second] = &mut buffers;
    assert_eq!(used.save_into(first).unwrap(), new.save_into(second).unwrap());
    assert!(used == new);
}

#[test]
fn without_a_guard_it_is_counted_too() {
    let mut pool = UnguardedPool::new();
    let handles: Vec<_> = pool.insert_many([1, 2, 3]).unwrap().collect();
    pool.remove(handles[0]);
    assert!(pool.insert_many([0; 5]).is_err());
    let Stats { live, free, high_water_mark, full_count, .. } = pool.stats();
    assert_eq!((live, free, high_water_mark, full_count), (2, 4, 3, 1));
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
    assert_eq!((letters.len(), letters.high_water_mark(), letters.full_count()), (1, 4, 1));

    let mut buffer = [0; LettersPool::SAVED_BYTES];
    let saved = letters.save_into(&mut buffer).unwrap();
    while letters.acquire().is_some() {}
    letters.restore(saved).unwrap();
    assert_eq!((letters.len(), letters.high_water_mark(), letters.full_count()), (1, 6, 2));

    let mut clone = letters.clone();
    assert_eq!((clone.high_water_mark(), clone.full_count()), (1, 0));
    let _ = clone.acquire_many(4);
    clone.clear();
    assert_eq!(clone.high_water_mark(), 5);
    letters.clone_from(&clone);
    assert_eq!((letters.len(), letters.high_water_mark(), letters.full_count()), (0, 6, 2));

    let stats = letters.stats();
    assert_eq!((stats.live, stats.free, stats.capacity), (0, 6, 6));
    assert_eq!((stats.total_bytes, stats.bookkeeping_bytes), (20 + 8 + 4, 20 + 8 + 4));
}

/// `clone_from` keeps the counts of the pool that is overwritten. A new clone starts with its own counts.
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
    assert_eq!((clone.len(), clone.high_water_mark(), clone.full_count()), (2, 2, 0));
    assert_eq!((clone.available(), list.available()), (&['c'][..], &['c'][..]));
    list.clone_from(&ListPool::new(['x', 'y', 'z']));
    assert_eq!((list.len(), list.high_water_mark(), list.full_count()), (0, 2, 1));
    assert_eq!(list.acquire(), Some('x'));
}

/// Free values in the data do not count as values that were out.
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
    assert_eq!(NodesBox::stats().full_count, 1);
    assert_eq!(NodesBox::stats().total_bytes, PoolBox::<Nodes>::TOTAL_BYTES);

    #[cfg(target_has_atomic = "64")]
    {
        let one = ExactBox::new(1).unwrap();
        assert_eq!(figures(ExactBox::stats()), [1, 5, 6, 1]);
        assert_eq!(ExactBox::stats().bookkeeping_bytes, PoolBox::<Exact>::BOOKKEEPING_BYTES);
        drop(one);
    }
}

/// The counts take 12 bytes per pool. (The cells of the guard are 6 bytes, aligned to 4.)
#[test]
fn it_is_part_of_the_bookkeeping() {
    assert_eq!(GenerationalPool::BOOKKEEPING_BYTES, 12 + (8 + 8) + 8);
    let stats = GenerationalPool::new().stats();
    assert_eq!((stats.bookkeeping_bytes, stats.total_bytes), (36, 36 + 6 * 2));
}

#[test]
fn retired_slots_are_counted_and_named() {
    let mut pool = Pool::<Retiring>::new();
    for (retired, words) in
        [(0, ""), (1, ", and some of its slots are retired"), (3, ", and all of its slots are retired")]
    {
        while pool.stats().retired < retired {
            let object = pool.insert(1).unwrap();
            pool.remove(object);
        }
        let live: Vec<_> = core::iter::from_fn(|| pool.insert(1).ok()).collect();
        let stats = pool.stats();
        assert_eq!((stats.live, stats.free, stats.retired, stats.generations), (live.len(), 0, retired, 1));
        assert_eq!(live.len(), 3 - retired);
        let expected = format!("the pool of `Retiring` has no room: its capacity is 3{words}");
        assert_eq!(pool.insert(1).unwrap_err().to_string(), expected);
        assert_eq!(pool.insert_many([1]).map(|_| ()).unwrap_err().to_string(), expected);
        assert_eq!(pool.vacant_entry().map(|_| ()).unwrap_err().to_string(), expected);
        let line = if retired == 0 {
            " 0 free, full".to_owned()
        } else {
            format!(" 0 free, {retired} retired, full")
        };
        assert!(stats.to_string().contains(&line), "{stats}");
        if retired == 0 {
            // What is live is kept: the next round retires a slot of its own.
            pool = Pool::new();
        } else {
            // These retire too.
            live.into_iter().for_each(|object| assert!(pool.remove(object).is_some()));
        }
    }
}

/// Removes objects in ways that not every pool has, and tells which handles leave.
type Others<P> = fn(&mut Pool<P>, &mut dyn FnMut(Handle<P>));

/// Removes objects in every way there is, and compares the count with the handles that left.
fn wraps_are_counted<P: PoolSpec<Item = u16, Layout: Tracked>>(others: Others<P>) {
    let mut pool = Pool::<P>::new();
    let mut left = 0;
    let mut leaves = |handle: Handle<P>| left += u64::from(handle.generation() + 1 == Pool::<P>::GENERATIONS);
    let mut rounds = 0;
    while rounds < 24 {
        while pool.insert(rounds).is_ok() {}
        match rounds % 6 {
            0 => pool.handles().for_each(&mut leaves),
            1 => pool.handles().for_each(&mut leaves),
            _ => {}
        }
        match rounds % 6 {
            0 => pool.clear(),
            1 => drop(pool.drain()),
            2 => pool.retain(|handle, _| {
                let stays = handle.index() % 2 == 0;
                if !stays {
                    leaves(handle);
                }
                stays
            }),
            3 => {
                let some: Vec<_> = pool.handles().step_by(3).collect();
                some.iter().for_each(|&handle| leaves(handle));
                assert_eq!(pool.remove_many(&some).unwrap().count(), some.len());
                // A batch that fails removes nothing.
                let rest: Vec<_> = pool.handles().chain(some.first().copied()).collect();
                assert!(pool.remove_many(&rest).is_err());
            }
            4 => {
                let one = pool.handles().next().unwrap();
                leaves(one);
                pool.remove(one);
                // An entry that is dropped uses a generation up.
                let entry = pool.vacant_entry().unwrap();
                leaves(entry.handle());
                drop(entry);
            }
            _ => others(&mut pool, &mut leaves),
        }
        rounds += 1;
    }
    let stats = pool.stats();
    assert_eq!((stats.generations, stats.retired), (Pool::<P>::GENERATIONS, 0));
    assert!(left > 0);
    if let Some(wraps) = stats.wraps() {
        assert_eq!(wraps, left);
        assert!(stats.to_string().contains(&format!(", begun anew {wraps} times: ")), "{stats}");
    }
}

#[test]
fn handles_that_are_issued_again_are_counted() {
    /// An object that goes out and back keeps its slot; one that stays out leaves.
    fn detaches<P: PoolSpec<Item = u16, Layout: Tabled + Tracked + InPlace>>(
        pool: &mut Pool<P>,
        leaves: &mut dyn FnMut(Handle<P>),
    ) {
        let handles: Vec<_> = pool.handles().collect();
        let (object, place) = pool.detach(handles[0]).unwrap();
        place.reattach(object);
        leaves(handles[1]);
        drop(pool.detach(handles[1]).unwrap());
    }
    wraps_are_counted::<Once>(detaches);
    wraps_are_counted::<Twice>(detaches);
    wraps_are_counted::<Four>(detaches);
    wraps_are_counted::<Live>(detaches);
    wraps_are_counted::<Dense>(|_, _| {});
    wraps_are_counted::<Listed>(|_, _| {});
    // Values have no handles.
    let mut letters = LettersPool::new();
    let letter = letters.acquire().unwrap();
    letters.release(letter).unwrap();
    assert_eq!((letters.stats().generations, letters.stats().wraps()), (0, None));
}

/// Slots that threads keep are free for them, and count as in use.
#[test]
fn slots_that_threads_keep_are_named() {
    let jobs: Vec<_> = (0..40).map(|number| JobsBox::new(number).unwrap()).collect();
    drop(jobs);
    let kept = JobsBox::CACHE;
    let stats = JobsBox::stats();
    assert_eq!(stats.kept_by_threads, kept);
    assert_eq!(
        stats.to_string().contains(&format!("up to {kept} of them kept by threads")),
        kept > 0,
        "{stats}"
    );
    #[cfg(feature = "std")]
    {
        std::thread::spawn(|| drop(JobsBox::new(1).unwrap())).join().unwrap();
        assert_eq!(JobsBox::stats().kept_by_threads, kept, "a thread that ended keeps none");
    }
    let all: Vec<_> = (0..1_024).map_while(|number| JobsBox::new(number).ok()).collect();
    let words = JobsBox::new(1).unwrap_err().to_string();
    let expected = format!(", and each thread keeps up to {kept} free slots");
    assert_eq!((all.len(), words.ends_with(&expected)), (1_024, kept > 0), "{words}");
}
