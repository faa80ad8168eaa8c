//! Parameters of every kind, used everywhere: bounds, defaults and `where` clauses pass through.

#![deny(warnings, missing_docs, unreachable_pub, single_use_lifetimes, unused_lifetimes)]
#![forbid(unsafe_code)]

/// As in a library.
pub mod library {
    use stackpool::{Handle, Pool};

    /// An entry.
    #[derive(Pool, Debug)]
    #[pool(capacity = 8)]
    pub struct Entry<'a, K: Ord + Copy, V: ?Sized = str>
    where
        V: ToString,
    {
        /// The key.
        pub key: K,
        /// The value.
        pub value: &'a V,
        /// The next entry.
        pub next: Option<EntryHandle<'a, K, V>>,
    }

    /// A map.
    #[derive(Debug)]
    pub struct Map<'a, K: Ord + Copy> {
        /// All entries.
        pub entries: EntryPool<'a, K>,
        /// The first entry.
        pub first: Option<EntryHandle<'a, K>>,
    }

    /// A row.
    #[derive(Pool)]
    #[pool(capacity = 64 * limits::WIDTH, guard = live, marks = 2, align = 2 * limits::WIDTH)]
    pub struct Row<const WIDTH: usize, const WRAPS: bool = true>(
        /// Its cells.
        pub [u8; WIDTH],
        /// The row above.
        pub Option<Handle<Row<WIDTH, WRAPS>>>,
    );

    mod limits {
        pub(super) const WIDTH: usize = 2;
    }

    /// A word.
    #[derive(Pool)]
    #[pool(capacity = 300, pool = Words, handle = WordId)]
    #[deprecated]
    #[allow(deprecated, reason = "inside")]
    pub enum Word<'text> {
        /// One word.
        One(&'text str),
        /// Two words.
        Two(Option<[WordId<'text>; 2]>),
    }
}

use library::{Entry, EntryPool, Map, Row, RowHandle, RowPool};

fn longest(map: &Map<'_, u8>) -> usize {
    map.entries.values().map(|entry| entry.value.len()).max().unwrap_or(0)
}

fn main() {
    let value = String::from("three");
    let mut map = Map { entries: EntryPool::new(), first: None };
    map.first = map.entries.insert(Entry { key: 3_u8, value: &*value, next: None }).ok();
    assert_eq!(longest(&map), 5);

    let mut rows = RowPool::<4>::new();
    let first: RowHandle<4> = rows.insert(Row([0; 4], None)).ok().unwrap();
    let second = rows.insert(Row([1; 4], Some(first))).ok().unwrap();
    assert_eq!((rows[second].1, RowPool::<1, false>::CAPACITY), (Some(first), 128));
}
