//! Pools through serde: a pool that is read behaves like the one that was written, and invalid input is an error.

use super::*;
use proptest::prelude::*;
use serde::de::DeserializeSeed;
use stackpool::layout::Tracked;
use stackpool::{Heap, Pool};
use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

pool! {
    One: [String; 1];
    Bytes: [String; 100]; // 2 generations
    Live: [String; 130], guard = live;
    Shorts: [String; 300], generation_bits = 3;
    Packed: [String; 70], layout = packed18, generation_bits = 10;
    Wide: [String; 20], generation_bits = 20, layout = split24;
    Retiring: [String; 3], generation_bits = 14, on_wrap = retire;
    Dense: [String; 100], dense, quarantine = 4;
    DenseLive: [String; 130], dense, guard = live, marks;
    DenseRetiring: [String; 3], dense, generation_bits = 14, on_wrap = retire, changes;
}

#[derive(Clone, Debug)]
enum Operation {
    Insert,
    Remove(u16),
    RemoveMany(u8),
    Clear,
    /// Uses every slot in turn, many times. Slots of pools that retire slots retire.
    Wear(u16),
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        30 => Just(Operation::Insert),
        20 => any::<u16>().prop_map(Operation::Remove),
        2 => any::<u8>().prop_map(Operation::RemoveMany),
        1 => Just(Operation::Clear),
        1 => any::<u16>().prop_map(Operation::Wear),
    ];
    prop::collection::vec(operation, 0..miri_or(15, 200))
}

/// The handles that the operations give out.
fn apply<P: PoolSpec<Item = String>>(pool: &mut Pool<P>, operations: &[Operation]) -> Vec<Handle<P>>
where
    P::Layout: Tracked,
{
    let mut given = Vec::new();
    for (i, operation) in operations.iter().enumerate() {
        match *operation {
            Operation::Insert => given.extend(pool.insert(format!("item {i}"))),
            Operation::Remove(pick) => {
                let victim = pool.handles().nth(usize::from(pick) % pool.len().max(1));
                victim.map(|victim| pool.remove(victim));
            }
            Operation::RemoveMany(mask) => pool.retain(|handle, _| mask >> (handle.index() % 8) & 1 == 1),
            Operation::Clear => pool.clear(),
            Operation::Wear(times) => {
                // Often enough for a slot of the small pool to retire.
                let times = if pool.capacity() == 3 { times % 20_000 } else { times % 50 };
                for _ in 0..miri_or(1, times) {
                    let handle = pool.insert(String::new());
                    given.extend(handle.ok().into_iter().inspect(|&handle| drop(pool.remove(handle))));
                }
            }
        }
    }
    given
}

/// A pool with a history of its own, into which data is read in place.
fn used_pool<P: PoolSpec<Item = String>>() -> Pool<P>
where
    P::Layout: Tracked,
{
    let mut pool = Pool::new();
    let operations = [
        Operation::Insert,
        Operation::Remove(7),
        Operation::Insert,
        Operation::Insert,
        Operation::RemoveMany(0b0101_0101),
        Operation::Wear(30),
        Operation::Insert,
    ];
    apply(&mut pool, &operations);
    pool
}

/// A pool that was written and read in both formats behaves like the original.
fn survives<P: PoolSpec<Item = String>>(before: &[Operation], after: &[Operation])
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::new();
    let handles = apply(&mut pool, before);
    let text = serde_json::to_string(&pool).unwrap();
    let bytes = postcard::to_allocvec(&pool).unwrap();

    let mut restored = [
        serde_json::from_str::<Pool<P>>(&text).unwrap(),
        postcard::from_bytes::<Pool<P>>(&bytes).unwrap(),
        used_pool(),
        used_pool(),
    ];
    restored[2].deserialize_from(&mut serde_json::Deserializer::from_str(&text)).unwrap();
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    DeserializeSeed::deserialize(&mut restored[3], &mut deserializer).unwrap();

    let remaining = pool.remaining_capacity();
    let live: HashSet<_> = pool.handles().collect();
    let goes_on = apply(&mut pool, after);
    for mut restored in restored {
        assert_eq!(serde_json::to_string(&restored).unwrap(), text);
        assert_eq!(postcard::to_allocvec(&restored).unwrap(), bytes);
        assert_eq!(restored.remaining_capacity(), remaining);
        assert!(handles.iter().all(|&handle| restored.contains(handle) == live.contains(&handle)));
        assert_eq!(apply(&mut restored, after), goes_on);
        assert!(restored == pool);
        assert_eq!(restored.remaining_capacity(), pool.remaining_capacity());
    }
}

proptest! {
    #![proptest_config(cases(1, 24))]

    #[test]
    fn pools_go_on_as_they_were(before in operations(), after in operations()) {
        survives::<One>(&before, &after);
        survives::<Bytes>(&before, &after);
        survives::<Wide>(&before, &after);
        survives::<Retiring>(&before, &after);
        survives::<DenseLive>(&before, &after);
        if !IS_SMALL {
            survives::<Live>(&before, &after);
            survives::<Shorts>(&before, &after);
            survives::<Packed>(&before, &after);
            survives::<Dense>(&before, &after);
            survives::<DenseRetiring>(&before, &after);
        }
    }
}

#[test]
fn retired_slots_stay_retired() {
    let mut pool = Pool::<Retiring>::new();
    let kept = pool.insert("kept".to_owned()).unwrap();
    if cfg!(miri) {
        // The loop below would take it long.
        let last = Handle::from_parts(1, Pool::<Retiring>::GENERATIONS - 1).unwrap();
        pool.insert_at(last, String::new()).unwrap();
        pool.remove(last);
    }
    while pool.remaining_capacity() == 2 {
        let handle = pool.insert(String::new()).unwrap();
        pool.remove(handle);
    }
    let text = serde_json::to_string(&pool).unwrap();
    assert_eq!(text, r#"{"capacity":3,"entries":[["0v0","kept"]],"free":[],"retired":[1]}"#);
    let mut restored: Pool<Retiring> = serde_json::from_str(&text).unwrap();
    assert_eq!((restored.len(), restored.remaining_capacity(), &*restored[kept]), (1, 1, "kept"));
    assert_eq!(restored.insert(String::new()).unwrap().index(), 2);
    assert!(restored.insert(String::new()).is_err());
    restored.clear();
    assert_eq!(restored.remaining_capacity(), 2);
}

#[test]
fn only_what_was_used_takes_room() {
    let mut pool = Pool::<Shorts>::new();
    let empty = serde_json::to_string(&pool).unwrap();
    assert_eq!(empty, r#"{"capacity":300,"entries":[]}"#);
    assert_eq!(postcard::to_allocvec(&pool).unwrap().len(), 7);
    let handles: Vec<_> = (0..5).map(|i| pool.insert(i.to_string()).unwrap()).collect();
    for index in [3, 1, 4] {
        pool.remove(handles[index]);
    }
    // The handles in the slots 3, 1 and 4 wait, with the next generation. Slots that were never used come next.
    let text = serde_json::to_string(&pool).unwrap();
    assert_eq!(
        text,
        r#"{"capacity":300,"entries":[["0v0","0"],["2v0","2"]],"free":[],"retired":[],"waiting":["3v1","1v1","4v1"]}"#
    );
}

/// The entries of a pool with marks are in its order of insertion, and are read in that order.
#[test]
fn entries_have_the_order_of_insertion() {
    pool! {
        Sparks: [u32; 20], quarantine = 3, marks = 1;
        Unmarked: [u32; 20], quarantine = 3;
    }
    let mut sparks = SparksPool::new();
    let handles = [1, 2, 3].map(|item| sparks.insert(item).unwrap());
    let first = sparks.remove(handles[0]).unwrap();
    sparks.insert_at(handles[0], first).unwrap();
    let text = serde_json::to_string(&sparks).unwrap();
    assert_eq!(text, r#"{"capacity":20,"entries":[["1v0",2],["2v0",3],["0v0",1]]}"#);
    let mut read: SparksPool = serde_json::from_str(&text).unwrap();
    assert_eq!((&read, serde_json::to_string(&read).unwrap()), (&sparks, text.clone()));
    assert_eq!((read.oldest(), read.next_handle()), (sparks.oldest(), sparks.next_handle()));
    // A format that writes the number of entries first.
    let bytes = postcard::to_allocvec(&sparks).unwrap();
    read.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
    assert_eq!(read, sparks);
    // From a pool without marks, and to one.
    let unmarked: UnmarkedPool = serde_json::from_str(&text).unwrap();
    let text = serde_json::to_string(&unmarked).unwrap();
    assert!(text.contains(r#""entries":[["0v0",1],["1v0",2],["2v0",3]]"#), "{text}");
    read.deserialize_from(&mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert!(read.iter_in_order().map(|(_, item)| *item).eq([1, 2, 3]));
    // After an error, nothing is left of an order.
    let refused = read
        .deserialize_from(&mut serde_json::Deserializer::from_str(r#"{"entries":[["0v0",1],["0v0",1]]}"#));
    assert_eq!((refused.is_err(), read.oldest(), read.iter_in_order().count()), (true, None, 0));
}

/// A dense pool with marks has two orders: the entries have that of the slice.
#[test]
fn dense_pools_have_the_order_of_the_slice() {
    pool! {
        Both: [u32; 20], dense, quarantine = 3, marks = 1;
        Slice: [u32; 20], dense, quarantine = 3;
    }
    const LISTED: &str = r#"["1v0","2v0","0v0"]"#;
    let mut both = BothPool::new();
    let handles = [1, 2, 3].map(|item| both.insert(item).unwrap());
    let first = both.remove(handles[0]).unwrap();
    both.insert_at(handles[0], first).unwrap();
    let text = serde_json::to_string(&both).unwrap();
    assert_eq!(
        text,
        r#"{"capacity":20,"entries":[["2v0",3],["1v0",2],["0v0",1]],"free":[],"retired":[],"waiting":[],"inserted":"#
            .to_owned()
            + LISTED
            + "}"
    );
    let mut read: BothPool = serde_json::from_str(&text).unwrap();
    assert_eq!((read.as_slice(), &read), (&[3, 2, 1][..], &both));
    assert!(read.iter_in_order().map(|(_, item)| *item).eq([2, 3, 1]));
    let bytes = postcard::to_allocvec(&both).unwrap();
    read.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes)).unwrap();
    assert_eq!(read, both);
    // Without marks there is one order. Each reads what the other wrote, in text and in bytes.
    let slice = SlicePool::from_iter([3, 2, 1]);
    let from_text: BothPool = serde_json::from_str(&serde_json::to_string(&slice).unwrap()).unwrap();
    let from_bytes: BothPool = postcard::from_bytes(&postcard::to_allocvec(&slice).unwrap()).unwrap();
    for read in [from_text, from_bytes] {
        assert!(read.iter_in_order().map(|(_, item)| *item).eq([3, 2, 1]));
    }
    let from_text: SlicePool = serde_json::from_str(&text).unwrap();
    let from_bytes: SlicePool = postcard::from_bytes(&postcard::to_allocvec(&both).unwrap()).unwrap();
    assert_eq!([from_text.as_slice(), from_bytes.as_slice()], [[3, 2, 1]; 2]);
    // What is not listed is older than what is; what names no object is refused.
    for (list, order) in [("[]", [3, 2, 1]), (r#"["2v0"]"#, [2, 1, 3]), (r#"["1v0","2v0","1v0"]"#, [1, 3, 2])]
    {
        let read: BothPool = serde_json::from_str(&text.replace(LISTED, list)).unwrap();
        assert!(read.iter_in_order().map(|(_, item)| *item).eq(order), "{list}");
    }
    for wrong in [r#"["1v0","2v0","3v0"]"#, r#"["1v0","2v0","20v0"]"#, r#"["0v1"]"#] {
        assert!(serde_json::from_str::<BothPool>(&text.replace(LISTED, wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn fields_come_in_any_order() {
    let fields = [r#""capacity":3"#, r#""entries":[["1v1","a"]]"#, r#""free":["0v0"]"#, r#""retired":[2]"#];
    let expected = format!("{{{}}}", fields.join(","));
    for first in 0..4 {
        for step in [1, 3] {
            let order: Vec<_> = (0..4).map(|i| fields[(first + i * step) % 4]).collect();
            let restored: Pool<Retiring> = serde_json::from_str(&format!("{{{}}}", order.join(","))).unwrap();
            assert_eq!(serde_json::to_string(&restored).unwrap(), expected);
        }
    }
    // Through a tree of values, which sorts its keys in its own order.
    let tree: serde_json::Value = serde_json::from_str(&expected).unwrap();
    let restored = Pool::<Retiring>::deserialize(tree).unwrap();
    assert_eq!(serde_json::to_string(&restored).unwrap(), expected);
}

thread_local! {
    /// Items that are alive in this thread.
    static ALIVE: Cell<u32> = const { Cell::new(0) };
}

/// A counted item. 66 cannot be read, 77 panics when it is dropped, and 88 panics when it is read.
#[derive(Debug, PartialEq)]
struct Counted(u8);

impl Serialize for Counted {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        if number == 66 {
            return Err(serde::de::Error::custom("an item of 66"));
        }
        assert!(number != 88, "an item of 88");
        ALIVE.set(ALIVE.get() + 1);
        Ok(Counted(number))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
        assert!(self.0 != 77 || std::thread::panicking(), "77 dropped");
    }
}

fn counted(number: u8) -> Counted {
    ALIVE.set(ALIVE.get() + 1);
    Counted(number)
}

pool! {
    Small: [Counted; 6], generation_bits = 2;
    SmallLive: [Counted; 6], guard = live;
    SmallRetiring: [Counted; 6], generation_bits = 14, on_wrap = retire;
    SmallWaiting: [Counted; 6], quarantine = 2;
}

/// Checks that the pool works, whatever was read: it can be filled, with every slot once, and emptied.
fn is_a_pool<P: PoolSpec<Item = Counted>>(pool: &mut Pool<P>)
where
    P::Layout: Tracked,
{
    let len = pool.len();
    assert_eq!(pool.iter().count(), len);
    assert_eq!(ALIVE.get(), len as u32);
    let free = pool.remaining_capacity();
    let mut slots: Vec<_> = pool.handles().map(Handle::index).collect();
    for _ in 0..free {
        slots.push(pool.insert(counted(0)).unwrap().index());
    }
    assert!(pool.insert(counted(0)).is_err());
    slots.sort_unstable();
    slots.dedup();
    assert_eq!(slots.len(), len + free, "a slot was given out twice");
    pool.clear();
    assert_eq!((pool.len(), pool.remaining_capacity(), ALIVE.get()), (0, free + len, 0));
}

/// Invalid data is an error, and leaves an empty pool that behaves like a new one.
fn is_refused<P: PoolSpec<Item = Counted>>(text: &str, why: &str)
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::new();
    for number in 0..4 {
        let handle = pool.insert(counted(number)).unwrap();
        if number % 2 == 0 {
            pool.remove(handle);
        }
    }
    let error = pool.deserialize_from(&mut serde_json::Deserializer::from_str(text)).unwrap_err().to_string();
    assert!(error.contains(why), "{text}: {error}");
    let as_new = serde_json::to_string(&Pool::<P>::new()).unwrap();
    assert_eq!(serde_json::to_string(&pool).unwrap(), as_new, "{text}");
    assert_eq!(ALIVE.get(), 0);
    is_a_pool(&mut pool);
}

#[test]
fn hostile_data_is_an_error_and_leaves_an_empty_pool() {
    let with = |entries: &str, free: &str, retired: &str| {
        format!(r#"{{"capacity":6,"entries":[{entries}],"free":[{free}],"retired":[{retired}]}}"#)
    };
    is_refused::<Small>(&with(r#"["0v0",1],["0v0",2]"#, "", ""), "slot 0 occurs twice");
    is_refused::<Small>(&with(r#"["0v0",1],["0v1",2]"#, "", ""), "slot 0 occurs twice"); // another generation
    is_refused::<Small>(&with(r#"["0v0",1]"#, r#""0v1""#, ""), "slot 0 occurs twice");
    is_refused::<Small>(&with("", r#""1v0","2v0","1v0""#, ""), "slot 1 occurs twice");
    is_refused::<Small>(&with("", r#""1v0","2v0","1v1""#, ""), "slot 1 occurs twice");
    is_refused::<Small>(&with(r#"["6v0",1]"#, "", ""), "the slot and the generation of a handle of `Small`");
    is_refused::<Small>(
        &with(r#"["0v0",1]"#, r#""1v0","7v0""#, ""),
        "the slot and the generation of a handle of `Small`",
    );
    is_refused::<Small>(
        &with(r#"["0v0",1]"#, r#""1v0","0v4""#, ""),
        "the slot and the generation of a handle of `Small`",
    );
    is_refused::<Small>(
        &with(r#"["0v0",1]"#, r#""1v0","-1v0""#, ""),
        "the slot and the generation of a handle of `Small`",
    );
    is_refused::<Small>(&with(r#"["0v0",1],["1v0",66]"#, r#""2v0""#, ""), "an item of 66");
    is_refused::<Small>(&with(r#"["0v0",1]"#, r#""1v0""#, "2"), "slot 2 is retired");
    is_refused::<SmallLive>(&with(r#"["0v0",1]"#, r#""1v0""#, "2"), "slot 2 is retired");
    is_refused::<SmallLive>(
        &with(r#"["0v0",1],["0v1",1]"#, r#""1v0""#, ""),
        "the slot and the generation of a handle of `SmallLive`",
    );
    is_refused::<SmallRetiring>(&with(r#"["0v0",1]"#, r#""1v0""#, "2,2"), "slot 2 occurs twice");
    is_refused::<SmallRetiring>(&with(r#"["0v0",1]"#, r#""1v0""#, "1"), "slot 1 occurs twice");
    is_refused::<SmallRetiring>(&with(r#"["0v0",1]"#, r#""1v0""#, "0"), "slot 0 occurs twice");
    is_refused::<SmallRetiring>(&with(r#"["0v0",1]"#, r#""1v0""#, "6"), "slot 6 is beyond the capacity");
    is_refused::<SmallRetiring>(
        &with(r#"["0v0",1]"#, r#""1v0""#, "4294967295"),
        "slot 4294967295 is beyond the capacity",
    );
    is_refused::<SmallRetiring>(
        r#"{"retired":[1],"entries":[["1v0",2]],"free":[],"capacity":6}"#,
        "slot 1 occurs twice",
    );
    is_refused::<Small>(
        r#"{"capacity":7,"entries":[],"free":[],"retired":[]}"#,
        "the data is of a pool with 7 slots, this pool has 6",
    );
    is_refused::<Small>(
        r#"{"entries":[["0v0",1]],"free":[],"retired":[],"capacity":7}"#,
        "the data is of a pool with 7 slots, this pool has 6",
    );
    is_refused::<Small>(r#"{"capacity":6,"free":["5v0","4v0"]}"#, "missing field `entries`");
    is_refused::<Small>(r#"{"entries":[["0v0",1]],"free":[],"retired":[]}"#, "missing field `capacity`");
    is_refused::<Small>(r#"{"capacity":6,"entries":[["0v0",1]],"entries":[]}"#, "duplicate field `entries`");
    is_refused::<Small>(r#"{"capacity":6,"entries":[["0v0",1]],"colour":1}"#, "unknown field `colour`");
    is_refused::<Small>(r#"{"capacity":6,"entries":[["0v0",1],["1v0""#, "EOF");
    is_refused::<Small>("7", "a pool of `Small` with 6 slots");
    is_refused::<Small>("[6]", "invalid length 1, expected a `Pool`");
    // This mistake is found after the pool was read.
    is_refused::<Small>(r#"[6,[["0v0",1]],["2v0"],[],[],[],7]"#, "trailing characters");
    is_refused::<SmallWaiting>(r#"[6,[["0v0",1]],["2v0"],[],[],[],7]"#, "trailing characters");
    is_refused::<SmallWaiting>(
        r#"{"capacity":6,"entries":[],"free":[],"retired":[],"waiting":["0v0","1v0","2v0"]}"#,
        "more slots wait in the data than the quarantine of this pool holds, which are 2",
    );
    is_refused::<SmallWaiting>(
        r#"{"waiting":["0v0","1v0","2v0"],"entries":[["3v0",1]],"capacity":6,"free":[],"retired":[]}"#,
        "more slots wait",
    );
    is_refused::<SmallWaiting>(r#"[6,[["0v0",1]],["2v0"],[],["0v0"],[]]"#, "slot 0 occurs twice");
}

#[test]
fn panics_leave_a_pool() {
    let read = |pool: &mut Pool<Small>, text: &str| {
        catch_unwind(AssertUnwindSafe(|| {
            pool.deserialize_from(&mut serde_json::Deserializer::from_str(text)).map_err(drop)
        }))
    };
    // An item that panics while it is read.
    let mut pool = Pool::<Small>::new();
    let text =
        r#"{"free":["1v1","3v0"],"entries":[["0v0",1],["2v0",2],["4v0",88]],"capacity":6,"retired":[]}"#;
    assert!(read(&mut pool, text).is_err());
    assert_eq!(serde_json::to_string(&pool).unwrap(), serde_json::to_string(&Pool::<Small>::new()).unwrap());
    is_a_pool(&mut pool);

    // Items that panic when they are dropped because of an error after them.
    let text =
        r#"{"free":["1v1","3v0"],"entries":[["0v0",1],["2v0",77],["4v0",4]],"capacity":7,"retired":[]}"#;
    assert!(read(&mut pool, text).is_err());
    assert_eq!((pool.len(), ALIVE.get()), (1, 1));
    is_a_pool(&mut pool);

    // An item that was in the pool before and panics when it is dropped.
    pool.insert(counted(77)).unwrap();
    pool.insert(counted(1)).unwrap();
    assert!(read(&mut pool, r#"{"capacity":6,"entries":[],"free":[],"retired":[]}"#).is_err());
    is_a_pool(&mut pool);
}

/// Every byte changed to every value, and every shorter input: either an error, or a pool that is written as it was
/// read.
fn any_bytes<P: PoolSpec<Item = Counted>>(pool: &Pool<P>)
where
    P::Layout: Tracked,
{
    let alive = ALIVE.get();
    let bytes = postcard::to_allocvec(pool).unwrap();
    let mut target = Pool::<P>::new();
    let mut accepted = 0;
    let mut try_bytes = |bytes: &[u8]| {
        let result = target.deserialize_from(&mut postcard::Deserializer::from_bytes(bytes));
        if result.is_ok() {
            accepted += 1;
            // The written data may be shorter: it leaves out slots at the end that were named but not used.
            let written = postcard::to_allocvec(&target).unwrap();
            let again: Pool<P> = postcard::from_bytes(&written).unwrap();
            assert!(again == target && again.next_handle() == target.next_handle());
            assert_eq!(postcard::to_allocvec(&again).unwrap(), written);
        } else {
            assert!(target.is_empty());
        }
        let len = target.len();
        assert_eq!(ALIVE.get(), alive + len as u32);
        let mut slots: Vec<_> = target.handles().map(Handle::index).collect();
        while target.remaining_capacity() > 0 {
            slots.push(target.insert(counted(0)).unwrap().index());
        }
        slots.sort_unstable();
        slots.dedup();
        assert_eq!(slots.len(), target.len(), "a slot was given out twice");
        target.clear();
    };
    for end in 0..=bytes.len() {
        try_bytes(&bytes[..end]);
    }
    for position in 0..bytes.len() {
        let mut bytes = bytes.clone();
        for value in (0..=255_u8).step_by(miri_or(85, 1)).filter(|value| ![77, 88].contains(value)) {
            bytes[position] = value;
            try_bytes(&bytes);
        }
    }
    assert!(accepted > bytes.len(), "hardly anything was accepted");
    drop(target);
    assert_eq!(ALIVE.get(), alive);
}

#[test]
fn bytes_are_an_error_or_a_pool() {
    fn some_pool<P: PoolSpec<Item = Counted>>() -> Pool<P>
    where
        P::Layout: Tracked,
    {
        let mut pool = Pool::new();
        let handles: Vec<_> = (0..5).map(|number| pool.insert(counted(number)).unwrap()).collect();
        for index in [3, 0, 1] {
            pool.remove(handles[index]);
        }
        pool.insert(counted(9)).unwrap();
        pool
    }

    any_bytes(&some_pool::<SmallWaiting>());
    if !IS_SMALL {
        any_bytes(&some_pool::<Small>());
        any_bytes(&some_pool::<SmallLive>());
    }
    let mut retiring = some_pool::<SmallRetiring>();
    while !IS_SMALL && retiring.remaining_capacity() > 2 {
        let handle = retiring.insert(counted(1)).unwrap();
        retiring.remove(handle);
    }
    any_bytes(&retiring);
}

#[test]
fn a_length_that_lies_takes_no_memory() {
    // The capacity, and then a length of four billion entries, of which two follow.
    let mut bytes = vec![6, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 1, 1, 2];
    assert!(postcard::from_bytes::<Pool<Small>>(&bytes).is_err());
    bytes.extend([0; 20]);
    assert!(postcard::from_bytes::<Pool<Small>>(&bytes).is_err());
    assert_eq!(ALIVE.get(), 0);
}

#[cfg(feature = "alloc")]
#[test]
#[cfg_attr(miri, ignore = "6 MB")]
fn large_pools_are_made_where_they_stay() {
    pool! { Large: [Chunk; 100_000]; }

    /// An item of 64 bytes. The pool takes 6.4 MB, which is more than the stack of a test's thread.
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Chunk([u64; 8]);

    #[derive(Serialize, Deserialize)]
    struct World {
        chunks: Heap<Pool<Large>>,
    }

    let mut world = World { chunks: Pool::on_heap() };
    let handles: Vec<_> = (0..10).map(|i| world.chunks.insert(Chunk([i; 8])).unwrap()).collect();
    world.chunks.remove(handles[4]);
    let text = serde_json::to_string(&world).unwrap();
    let restored: World = serde_json::from_str(&text).unwrap();
    assert!(restored.chunks == world.chunks);
    assert_eq!(restored.chunks.next_handle(), world.chunks.next_handle());
    assert!(serde_json::from_str::<World>(&text.replace("100000", "100001")).is_err());
}

#[test]
fn a_pool_on_the_heap_is_a_seed() {
    let mut pool = BytesPool::on_heap();
    pool.insert("seven".into()).unwrap();
    let text = serde_json::to_string(&pool).unwrap();
    let mut back = BytesPool::on_heap();
    (&mut back).deserialize(&mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert_eq!(back, pool);
}
