//! Capacities that are const parameters.

use crate::size::miri_or;
use stackpool::{Full, Handle, HandleMap, Pool, PoolSpec, Sized16, Sized24};

/// A first-in, first-out queue of a library: `N` is its user's.
struct Queue<T, const N: usize> {
    waiting: Pool<Sized16<Waiting<T, N>, N>>,
    ends: Option<[Handle<Sized16<Waiting<T, N>, N>>; 2]>,
}

struct Waiting<T, const N: usize> {
    value: T,
    next: Option<Handle<Sized16<Waiting<T, N>, N>>>,
}

impl<T, const N: usize> Queue<T, N> {
    const fn new() -> Self {
        Queue { waiting: Pool::new(), ends: None }
    }

    fn push(&mut self, value: T) -> Result<(), Full<T>> {
        let waiting = Waiting { value, next: None };
        let last = self.waiting.insert(waiting).map_err(|full| full.map(|node| node.value))?;
        self.ends = Some(match self.ends {
            Some([first, before]) => {
                self.waiting[before].next = Some(last);
                [first, last]
            }
            None => [last, last],
        });
        Ok(())
    }

    fn pop(&mut self) -> Option<T> {
        let [first, last] = self.ends?;
        let waiting = self.waiting.remove(first)?;
        self.ends = waiting.next.map(|next| [next, last]);
        Some(waiting.value)
    }
}

#[test]
fn a_queue_of_any_capacity() {
    fn play<const N: usize>() {
        let mut queue = Queue::<String, N>::new();
        for round in 0..3 {
            let accepted = (0..N + 1).filter(|n| queue.push(format!("{round} {n}")).is_ok()).count();
            assert_eq!(accepted, N);
            assert!((0..N).all(|n| queue.pop() == Some(format!("{round} {n}"))));
            assert_eq!(queue.pop(), None);
        }
    }
    play::<1>();
    play::<2>();
    play::<40>();
}

fn widths<P: PoolSpec>() -> [usize; 4] {
    let bookkeeping = Pool::<P>::BOOKKEEPING_BYTES;
    [Pool::<P>::HANDLE_BYTES, Pool::<P>::CAPACITY, Pool::<P>::TABLE_BYTES, bookkeeping]
}

#[test]
fn widths_do_not_depend_on_the_capacity() {
    // Handle, capacity, table, and with the guard, five counters of 4 bytes and the quarantine all bookkeeping.
    assert_eq!(widths::<Sized16<u8, 1>>()[..3], [4, 1, 2]);
    assert_eq!(widths::<Sized16<u8, 1_000>>(), [4, 1_000, 2_000, 2_000 + 2_000 + 20]);
    assert_eq!(widths::<Sized16<u8, 65_536>>()[..3], [4, 65_536, 131_072]);
    assert_eq!(widths::<Sized24<u8, 1_000>>(), [4, 1_000, 3_000, 3_000 + 1_000 + 20 + 140]);
    assert_eq!(widths::<Sized24<u8, 16_777_216>>()[..3], [4, 1 << 24, 3 << 24]);
    assert_eq!(Pool::<Sized16<u8, 7>>::GENERATIONS, 32_768);
    assert_eq!(Pool::<Sized24<u8, 7>>::GENERATIONS, 128);
    assert_eq!(size_of::<Option<Handle<Sized16<String, 65_536>>>>(), 4);
    assert_eq!(size_of::<Option<Handle<Sized24<String, 16_777_216>>>>(), 4);
}

#[cfg(feature = "alloc")]
#[test]
fn the_largest_capacities_hold_this_many() {
    fn fill<P: PoolSpec<Item = u8, Layout: stackpool::layout::Tracked>>(pool: &mut Pool<P>) {
        let mut last = None;
        while let Ok(handle) = pool.insert(pool.len() as u8) {
            assert_eq!(handle.index(), pool.len() - 1);
            last = Some(handle);
        }
        let last = last.unwrap();
        assert_eq!((pool.len(), last.index()), (Pool::<P>::CAPACITY, Pool::<P>::CAPACITY - 1));
        assert_eq!(Handle::from_bits(last.to_bits()), Some(last));
        assert_eq!(pool.remove(last), Some((last.index()) as u8));
        assert!(!pool.contains(last));
    }
    fill(&mut Pool::<Sized16<u8, { miri_or(40, 65_536) }>>::on_heap());
    // Indices with a third byte.
    fill(&mut Pool::<Sized24<u8, { miri_or(40, 70_000) }>>::on_heap());
}

#[test]
fn the_last_generation_is_followed_by_the_first() {
    let mut pool = Pool::<Sized24<u32, 1>>::new();
    let mut map: HandleMap<Sized24<u32, 1>, u32> = HandleMap::new();
    let first = pool.insert(0).unwrap();
    let mut handle = first;
    for n in 1..128 {
        map.insert(handle, n);
        pool.remove(handle);
        handle = pool.insert(n).unwrap();
        assert_eq!((pool.get(first), pool[handle], map.get(handle)), (None, n, None));
    }
    pool.remove(handle);
    assert_eq!(pool.insert(128).unwrap(), first);
}

#[test]
fn a_pool_in_a_static_is_made_without_a_macro() {
    static NAMES: std::sync::Mutex<Pool<Sized16<&str, 4>>> = std::sync::Mutex::new(Pool::new());
    let mut names = NAMES.lock().unwrap();
    let handle = names.insert("Ada").unwrap();
    assert_eq!(names[handle], "Ada");
}

/// The number of removals until a stale handle names another object, if the slots are reused as soon as possible.
fn removals_until_accepted<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, most: u32) -> u32 {
    let stale = pool.insert(0).unwrap();
    pool.remove(stale);
    for removals in 1..most {
        let handle = pool.insert(removals).unwrap();
        if pool.get(stale).is_some() {
            return removals;
        }
        pool.remove(handle);
    }
    most
}

#[test]
fn a_stale_handle_is_caught_for_at_least_4_096_removals() {
    let most = miri_or(200, 100_000);
    let removals = removals_until_accepted(&mut Pool::<Sized16<u32, 40>>::new(), most);
    assert_eq!(removals, most.min(32_768));
    let removals = removals_until_accepted(&mut Pool::<Sized24<u32, 40>>::new(), most);
    // Behind the 32 slots that wait, one is on top of the stack.
    assert_eq!(removals, most.min(33 * 128));
}

#[test]
fn fewer_slots_than_the_quarantine_has_room_for() {
    let mut pool = Pool::<Sized24<u32, 5>>::new();
    let handles: Vec<_> = (0..5).map(|n| pool.insert(n).unwrap()).collect();
    assert!(pool.insert(5).is_err());
    for handle in &handles {
        pool.remove(*handle);
    }
    // All wait. The one that waited longest comes first.
    let handles: Vec<_> = (0..5).map(|n| pool.insert(n).unwrap()).collect();
    assert!(handles.iter().map(|handle| handle.index()).eq(0..5));
    pool.remove(handles[3]);
    pool.remove(handles[1]);
    let mut buffer = vec![0; Pool::<Sized24<u32, 5>>::SAVED_BYTES];
    let image = pool.save_into(&mut buffer).unwrap();
    let mut other = Pool::<Sized24<u32, 5>>::new();
    other.restore(image).unwrap();
    for pool in [&mut pool, &mut other] {
        let added: Vec<_> = pool.insert_many([7, 8]).unwrap().map(Handle::index).collect();
        assert_eq!((added.as_slice(), pool.len()), (&[3, 1][..], 5));
    }
}
