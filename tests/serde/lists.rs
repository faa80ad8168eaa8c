//! Pools with a free list through `serde`. They write the same data as pools with a table, and each reads data of the
//! other.

use crate::size::{cases, miri_or};
use proptest::prelude::*;
use serde_json::Value;
use stackpool::layout::Tracked;
use stackpool::{Handle, Pool, PoolSpec, pool};

/// Three quarters of them are more than the window of a packed table holds.
const MANY: usize = miri_or(44, 200);

pool! {
    Stacked: [String; 40];
    Listed: [String; 40], bookkeeping = free_list;
    StackedLive: [String; miri_or(70, 300)], guard = live;
    ListedLive: [String; miri_or(70, 300)], guard = live, bookkeeping = free_list;
    StackedPacked: [String; MANY], layout = packed18;
    Listed200: [String; MANY], bookkeeping = free_list;
    StackedRetiring: [String; 4], generation_bits = 14, on_wrap = retire;
    ListedRetiring: [String; 4], generation_bits = 14, on_wrap = retire, bookkeeping = free_list;
}

/// A pool after insertions, removals and clears. Each number in `steps` selects one of them.
fn used<P: PoolSpec<Item = String>>(steps: &[usize]) -> Pool<P>
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::new();
    for &step in steps {
        match step % 8 {
            0 if step % 5 == 0 => pool.clear(),
            0..=4 => drop(pool.insert(step.to_string())),
            _ => {
                let handle = pool.handles().nth(step / 8 % pool.len().max(1));
                drop(handle.and_then(|handle| pool.remove(handle)));
            }
        }
    }
    pool
}

/// The handles that a pool gives out until it is full.
fn future<P: PoolSpec<Item = String>>(pool: &mut Pool<P>) -> Vec<u32> {
    std::iter::from_fn(|| pool.insert(String::new()).ok()).map(Handle::to_bits).collect()
}

fn reads_what_the_other_wrote<A, B>(steps: &[usize])
where
    A: PoolSpec<Item = String, Layout: Tracked>,
    B: PoolSpec<Item = String, Layout: Tracked>,
{
    let (mut a, b) = (used::<A>(steps), used::<B>(steps));
    let json = serde_json::to_string(&b).unwrap();
    assert_eq!(json, serde_json::to_string(&a).unwrap());
    // The fields may come in another order, and the pool may have been used before.
    let value: Value = serde_json::from_str(&json).unwrap();
    let fields = value.as_object().unwrap();
    assert!(!fields.contains_key("waiting") || Pool::<B>::QUARANTINE > 0);
    let backwards = ["waiting", "retired", "free", "entries", "capacity"]
        .map(|key| fields.get(key).map(|value| format!("{key:?}:{value}")));
    let backwards = format!("{{{}}}", backwards.into_iter().flatten().collect::<Vec<_>>().join(","));
    let expected = future(&mut a);
    for json in [json, backwards] {
        let mut read = used::<B>(&[1, 2, 3, 7, 1]);
        read.deserialize_from(&mut serde_json::Deserializer::from_str(&json)).unwrap();
        assert!(read == b);
        assert_eq!(serde_json::to_string(&read).unwrap(), serde_json::to_string(&b).unwrap());
        assert_eq!(future(&mut read), expected);
    }
    // A format that stores the number of elements.
    let bytes = postcard::to_allocvec(&b).unwrap();
    let mut read: Pool<B> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(future(&mut read), expected);
    // Truncated data is an error, and leaves an empty pool that works.
    let mut read = Pool::<B>::new();
    assert!(postcard::from_bytes::<Pool<B>>(&bytes[..bytes.len() - 1]).is_err());
    let cut = serde_json::to_string(&b).unwrap();
    let cut = &cut[..cut.len() - 2];
    read.deserialize_from(&mut serde_json::Deserializer::from_str(cut)).unwrap_err();
    assert!(read.is_empty());
    assert_eq!(future(&mut read), future(&mut Pool::<A>::new()));
}

proptest! {
    #![proptest_config(cases(1, 60))]

    #[test]
    fn generations(steps in prop::collection::vec(0..1_000_usize, 0..miri_or(30, 200))) {
        reads_what_the_other_wrote::<Stacked, Listed>(&steps);
    }

    #[test]
    fn live_flags(steps in prop::collection::vec(0..1_000_usize, 0..miri_or(30, 600))) {
        reads_what_the_other_wrote::<StackedLive, ListedLive>(&steps);
    }
}

/// More free slots than the window of a packed table holds, in no regular order.
#[test]
fn many_free_slots() {
    let steps: Vec<usize> =
        (0..MANY).map(|_| 1).chain((0..MANY * 3 / 4).map(|step| 5 + 8 * (7 * step % 50))).collect();
    assert_eq!(used::<Listed200>(&steps).len(), MANY / 4);
    reads_what_the_other_wrote::<StackedPacked, Listed200>(&steps);
    reads_what_the_other_wrote::<Listed200, StackedPacked>(&steps);
}

#[test]
#[cfg_attr(miri, ignore = "tens of thousands of operations")]
fn retired_slots() {
    // 2^14 generations of the first slot.
    let wear: Vec<usize> = (0..1 << 14).flat_map(|_| [1, 7]).chain([1, 1, 7, 1, 1]).collect();
    reads_what_the_other_wrote::<StackedRetiring, ListedRetiring>(&wear);
    assert_eq!(used::<ListedRetiring>(&wear).remaining_capacity(), 0);
}

/// The free slots at the end that ascend, as those do that were never used, are not written.
#[test]
fn slots_that_were_never_used_take_no_room() {
    pool! { NoneWaits: [String; 40], guard = live, quarantine = 0; }
    let mut pool = NoneWaitsPool::new();
    let text = |pool: &NoneWaitsPool| serde_json::to_string(pool).unwrap();
    assert_eq!(text(&pool), r#"{"capacity":40,"entries":[]}"#);
    let handles = ["a", "b", "c"].map(|item| pool.insert(item.to_owned()).unwrap());
    let entries = r#"{"capacity":40,"entries":[["0","a"],["1","b"],["2","c"]]}"#;
    assert_eq!(text(&pool), entries);
    pool.remove(handles[0]).unwrap();
    assert_eq!(pool.next_handle(), Some(handles[0]));
    pool.remove(handles[2]).unwrap();
    // The next ones are 2, 0, 3, 4 ..
    let entries = r#"{"capacity":40,"entries":[["1","b"]],"free":["2","0"]}"#;
    assert_eq!(text(&pool), entries);
    pool.reset();
    assert_eq!(text(&pool), r#"{"capacity":40,"entries":[]}"#);
}

/// Slots that were never used, before one that is live, are on the list of the pool that is read.
#[test]
fn free_slots_before_a_live_one() {
    fn of<P: PoolSpec<Item = String>>() -> Vec<(usize, u32)>
    where
        P::Layout: Tracked,
    {
        let mut stacked = Pool::<Stacked>::new();
        stacked.insert_at(Handle::from_parts(5, 0).unwrap(), "c".to_owned()).unwrap();
        let text = r#"{"capacity":40,"entries":[["5v0","c"]],"free":["1v0 to 4v0","0v0"]}"#;
        assert_eq!(serde_json::to_string(&stacked).unwrap(), text);
        let pool: Pool<P> = serde_json::from_str(text).unwrap();
        let bytes = postcard::to_allocvec(&pool).unwrap();
        let mut read: Pool<P> = postcard::from_bytes(&bytes).unwrap();
        assert!(read == pool && read.next_handle() == pool.next_handle());
        read = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        let inserted = (0..7).map(|_| read.insert(String::new()).unwrap());
        inserted.map(|handle| (handle.index(), handle.generation())).collect()
    }
    let expected: Vec<_> = [1, 2, 3, 4, 0, 6, 7].map(|slot| (slot, 0)).into();
    assert_eq!([of::<Stacked>(), of::<Listed>()], [&*expected; 2]);
}

/// An entry that a person deletes is removed: its slot waits, and its handle finds nothing for a long time.
#[test]
fn entries_that_were_deleted_by_hand() {
    let text = r#"{"capacity":40,"entries":[["0v0","a"],["3v1","d"],["5v0","f"]],"free":["2v1"]}"#;
    let mut pool: Pool<Listed> = serde_json::from_str(text).unwrap();
    assert_eq!(
        serde_json::to_string(&pool).unwrap(),
        r#"{"capacity":40,"entries":[["0v0","a"],["3v1","d"],["5v0","f"]],"free":["2v1"],"retired":[],"#
            .to_owned()
            + r#""waiting":["1v2","4v2"]}"#
    );
    let next: Vec<_> = pool.next_handles().take(4).map(Handle::index).collect();
    assert_eq!(next, [2, 6, 7, 8]);
    let deleted = Handle::from_parts(4, 0).unwrap();
    for _ in 0..100 {
        let new = pool.insert(String::new()).unwrap();
        assert!(new != deleted && !pool.contains(deleted));
        if new.index() == 4 {
            break;
        }
        pool.remove(new);
    }
    // Without a quarantine, it comes after all others.
    pool! { NoneWait: [String; 8], quarantine = 0; }
    let text = r#"{"capacity":8,"entries":[["0v0","a"],["4v0","e"]],"free":["3v1"]}"#;
    let pool: NoneWaitPool = serde_json::from_str(text).unwrap();
    let next: Vec<_> = pool.next_handles().map(Handle::index).collect();
    assert_eq!(next, [3, 5, 6, 7, 1, 2]);
    // Written by hand, with as little as possible.
    let pool: Pool<Stacked> = serde_json::from_str(r#"{"capacity":40,"entries":[["0v0","a"]]}"#).unwrap();
    assert_eq!(pool.next_handle().map(Handle::index), Some(1));
    let error = serde_json::from_str::<Pool<Stacked>>(r#"{"capacity":40}"#).unwrap_err().to_string();
    assert!(error.contains("missing field `entries`"), "{error}");
}

/// Of 20,000 slots of which one is live, the others are two elements.
#[test]
fn free_slots_in_a_row_are_one_element() {
    pool! { Bullets: [u16; 20_000], quarantine = 100; }
    if cfg!(miri) {
        return;
    }
    let mut bullets = BulletsPool::on_heap();
    bullets.extend(0..20_000);
    let text = |bullets: &BulletsPool| serde_json::to_string(bullets).unwrap();
    bullets.retain(|_, bullet| *bullet == 7);
    let few = text(&bullets);
    let expected =
        r#"{"capacity":20000,"entries":[["7v0",7]],"free":["19899v1 to 8v1","6v1 to 0v1"],"retired":[],"#;
    assert_eq!(few, expected.to_owned() + r#""waiting":["19900v1 to 19999v1"]}"#);
    bullets.clear();
    let none = text(&bullets);
    let expected = r#"{"capacity":20000,"entries":[],"free":["0v1 to 6v1","8v1 to 19900v1"],"retired":[],"#;
    assert_eq!(none, expected.to_owned() + r#""waiting":["19901v1 to 19999v1","7v1"]}"#);
    let mut read = BulletsPool::on_heap();
    for text in [few, none] {
        read.deserialize_from(&mut serde_json::Deserializer::from_str(&text)).unwrap();
        assert!(serde_json::to_string(&*read).unwrap() == text);
    }
    let of = |run: &str| {
        format!(r#"{{"capacity":20000,"entries":[["7v0",7]],"free":["{run}","0v1","1v1","0v1"]}}"#)
    };
    for (run, why) in [
        ("101v1 to 20000v1", "the slot and the generation of a handle of `Bullets`, such as"),
        ("101v1 to 19999v2", "or those of the first and the last slot of several, such as"),
        ("101v1..19999v1", "of several, such as"),
        ("101v1 to", "of several, such as"),
        ("101v1 to 19999v1", "slot 0 occurs twice"),
        ("101v1 to 1v1", "slot 7 occurs twice"),
        ("0v1 to 0v1", "slot 0 occurs twice"),
    ] {
        let error = read.deserialize_from(&mut serde_json::Deserializer::from_str(&of(run))).unwrap_err();
        assert!(error.to_string().contains(why), "{run}: {error}");
    }
}
