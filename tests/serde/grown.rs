//! Pools through serde that are read by a definition with more slots.

use super::*;

mod first {
    stackpool::pool! {
        pub Level: [(u32, Option<LevelHandle>); 7];
        pub Kept: [(u32, Option<KeptHandle>); 200], grows_to = 100_000;
    }
}
pool! {
    Level: [(u32, Option<LevelHandle>); 2_000];
    Kept: [(u32, Option<KeptHandle>); miri_or(300, 5_000)], grows_to = 100_000;
    Fewer: [(u32, Option<FewerHandle>); 6];
}

/// Three objects, the last of which refers to the first, after some were removed.
macro_rules! level {
    ($pool:ty) => {{
        let mut pool = <$pool>::new();
        for _ in 0..3 {
            let gone = pool.insert((0, None)).unwrap();
            pool.remove(gone);
        }
        let boss = pool.insert((1, None)).unwrap();
        pool.insert((2, None)).unwrap();
        pool.insert((3, Some(boss))).unwrap();
        pool
    }};
}

/// The objects, and those that they refer to, in slot order.
macro_rules! objects {
    ($pool:expr) => {{
        let pool = &$pool;
        pool.values().map(|&(number, link)| (number, link.map(|link| pool[link].0))).collect::<Vec<_>>()
    }};
}

#[test]
fn text_is_read_at_a_larger_capacity() {
    let level = level!(first::LevelPool);
    let text = serde_json::to_string(&level).unwrap();
    let read: LevelPool = serde_json::from_str(&text).unwrap();
    assert_eq!(objects!(read), objects!(level));
    assert!(
        read.handles()
            .zip(level.handles())
            .all(|(a, b)| { (a.index(), a.generation()) == (b.index(), b.generation()) })
    );
    // A smaller pool does not read it, whatever it holds.
    let error = serde_json::from_str::<FewerPool>(&text).unwrap_err().to_string();
    assert!(error.starts_with("the data is of a pool with 7 slots, this pool has 6"), "{error}");
}

/// Bits have the generation above the index, whose width is another one there.
#[test]
fn bits_that_would_name_other_objects_are_refused() {
    let bytes = postcard::to_allocvec(&level!(first::LevelPool)).unwrap();
    // postcard does not pass messages on.
    assert!(postcard::from_bytes::<LevelPool>(&bytes).is_err());
}

#[test]
fn bits_keep_their_meaning_under_grows_to() {
    let kept = level!(first::KeptPool);
    let bytes = postcard::to_allocvec(&kept).unwrap();
    let read: KeptPool = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(objects!(read), objects!(kept));
    assert!(read.handles().map(Handle::to_bits).eq(kept.handles().map(Handle::to_bits)));
    assert_eq!(read.next_handle().map(Handle::to_bits), kept.next_handle().map(Handle::to_bits));
    // The fresh slots of the larger pool can be used, and the smaller one refuses what is beyond it.
    let mut read = read;
    while read.insert((9, None)).is_ok() {}
    assert_eq!(read.len(), KeptPool::CAPACITY);
    let bytes = postcard::to_allocvec(&read).unwrap();
    assert!(postcard::from_bytes::<first::KeptPool>(&bytes).is_err());
}
