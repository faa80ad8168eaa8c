//! Uses both macros in a crate with the strictest lints.

#![no_std]
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, missing_debug_implementations, missing_copy_implementations, unreachable_pub)]
#![deny(
    unused,
    unused_qualifications,
    unnameable_types,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts
)]
#![deny(
    rust_2018_idioms,
    future_incompatible,
    nonstandard_style,
    let_underscore,
    keyword_idents,
    variant_size_differences
)]
#![deny(
    unused_results,
    elided_lifetimes_in_paths,
    redundant_lifetimes,
    non_ascii_idents,
    meta_variable_misuse
)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::cargo)]
#![allow(clippy::cargo_common_metadata, reason = "this crate is not published")]
#![allow(clippy::redundant_pub_crate, reason = "this crate tests visibilities of every kind")]

/// Items whose names generated code might use.
pub mod shadows {
    #![allow(dead_code, missing_docs, reason = "names that collide with generated code")]
    #![allow(missing_debug_implementations, reason = "names that collide with generated code")]
    #![allow(missing_copy_implementations, reason = "names that collide with generated code")]
    #![allow(non_camel_case_types, clippy::pedantic, reason = "names that collide with generated code")]
    #![allow(non_upper_case_globals, reason = "names that collide with generated code")]
    use ::renamed::Pool as DerivePool;

    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct Plan;
    pub struct Fixed;
    pub struct SlotCount;
    pub struct Unguarded;
    pub struct Result;
    pub trait PoolSpec {}
    pub mod core {}
    pub mod std {}
    pub mod stackpool {}
    pub type Item = u8;
    pub type Layout = u16;
    pub type Pool = u32;
    pub type Handle = u64;
    pub type usize = u8;
    pub type u8 = i8;
    pub const TAKEN: i32 = 5;
    pub const MEMORY: i32 = 6;
    pub const CAPACITY: i32 = 7;
    pub struct PoolBox;
    pub struct Mode;
    pub struct Local;
    pub const STATE: i32 = 100;
    pub const SLOTS: i32 = 200;
    pub const MAGAZINE: i32 = 300;
    pub const CLOSE: i32 = 4;

    /// Its capacity is a constant with the name of a static in generated code.
    #[derive(DerivePool)]
    #[pool(capacity = TAKEN + MEMORY + CAPACITY, crate = ::renamed)]
    pub struct Shadowed;

    ::renamed::pool! {
        #![pool(crate = ::renamed)]
        /// An entry in the module with the colliding names.
        pub Shadows: [Item; CAPACITY];
        /// An entry in the module with the colliding names, without a table.
        pub Linked: [Item; CAPACITY], bookkeeping = free_list;
        /// An entry in the module with the colliding names, with marks.
        pub Levels: [Item; CAPACITY], marks = TAKEN;
    }

    const _: () = ::core::assert!(ShadowedPool::CAPACITY == 18 && ShadowsPool::CAPACITY == 7);
    const _: () = ::core::assert!(LinkedPool::CAPACITY == 7 && LinkedPool::TABLE_BYTES == 0);
    const _: () = ::core::assert!(LevelsPool::BOOKKEEPING_BYTES > ShadowsPool::BOOKKEEPING_BYTES);

    /// Its capacity is a constant with the name of a static in generated code.
    #[cfg(target_has_atomic = "64")]
    #[derive(DerivePool)]
    #[pool(capacity = STATE + SLOTS + MAGAZINE + CLOSE, boxed, crate = ::renamed)]
    pub struct Boxed;

    ::renamed::pool! {
        #![pool(crate = ::renamed)]
        /// An entry in the module with the colliding names. Any thread may make its boxes.
        #[cfg(target_has_atomic = "64")]
        pub Kept: [Item; MAGAZINE], boxed, exact;
        /// An entry in the module with the colliding names. One thread makes its boxes.
        pub Stacked: [Item; CLOSE], boxed, sync = local;
    }

    const _: () = ::core::assert!(StackedBox::CAPACITY == 4);

    pub struct Ranges;
    pub struct ValueRange;
    pub struct Count;
    pub struct Digits;
    pub struct ValuePool;
    pub trait ValueSpec {}
    pub const value: i32 = 3;
    pub const index: i32 = 8;
    pub const digits: i32 = 2;

    /// Its ranges are constants with the names of variables in generated code.
    #[derive(DerivePool, Clone, Copy)]
    #[pool(values, crate = ::renamed)]
    pub struct Numbered {
        #[pool(range = value..index)]
        pub value: u16,
        #[pool(range = [0..=digits, 4..5])]
        pub digits: char_like,
    }

    pub type char_like = u64;

    ::renamed::pool! {
        #![pool(crate = ::renamed)]
        /// An entry in the module with the colliding names.
        pub Numbers: [Numbered { value: value..index, digits: digits..=3 }];
        /// An entry in the module with the colliding names.
        pub Places: [char_like; value..TAKEN], guard = none;
    }

    const _: () = ::core::assert!(NumberedPool::CAPACITY == 20 && NumbersPool::CAPACITY == 10);
    const _: () = ::core::assert!(PlacesPool::CAPACITY == 2);
}

use ::core::convert::From;
use ::core::iter::Iterator;

mod private {
    use ::core::option::Option;
    use ::renamed::Pool;

    /// Private, and never used.
    #[derive(Debug, Clone, Copy, Pool)]
    #[pool(capacity = 8, crate = ::renamed)]
    pub(super) struct Link {
        pub(super) next: Option<LinkHandle>,
    }

    pub(super) mod deeper {
        use ::renamed::Pool;

        /// Visible to the parent of the parent module.
        #[derive(Debug, Clone, Copy, Pool)]
        #[pool(capacity = 300, crate = ::renamed, handle = DeepId, pool = Depths)]
        pub(in crate::private) enum Deep {
            /// One variant.
            One,
            /// The other variant.
            Other(u32),
        }
    }

    /// Uses the items that are visible here.
    pub(super) fn depth() -> u32 {
        let mut depths = deeper::Depths::new();
        let id: ::core::result::Result<deeper::DeepId, _> = depths.insert(deeper::Deep::Other(3));
        let one = depths.insert(deeper::Deep::One).is_ok();
        match id.map(|id| depths.remove(id)) {
            ::core::result::Result::Ok(Option::Some(deeper::Deep::Other(depth))) if one => depth,
            _ => 0,
        }
    }
}

/// A public item.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 64 * 64)]
#[pool(guard = live, max_bytes = 1 << 20)]
#[pool(crate = ::renamed)]
#[non_exhaustive]
pub struct Public {
    /// A field.
    pub x: u16,
}

/// Uses every kind of bookkeeping: no table, and marks.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 30, bookkeeping = free_list, marks, crate = ::renamed)]
pub struct Marked {
    /// A link to another item of the pool.
    pub next: ::core::option::Option<MarkedHandle>,
    /// A number.
    pub number: u16,
}

/// A raw identifier as a name.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = (4), crate = ::renamed)]
pub struct r#Type(pub u8);

/// An item in boxes that any thread makes.
#[cfg(target_has_atomic = "64")]
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 300, boxed, crate = ::renamed, max_bytes = 1 << 16)]
pub struct Threads(pub u32);

/// An item in boxes that any thread makes, where no thread keeps free slots.
#[cfg(target_has_atomic = "64")]
#[derive(Debug, ::renamed::Pool)]
#[pool(capacity = 300, boxed, exact, crate = ::renamed)]
pub struct Exact {
    /// A link.
    pub next: ::core::option::Option<ExactBox>,
}

/// An item in boxes that stay in their thread.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 300, boxed, sync = local, layout = packed(9), box = LocalPtr, crate = ::renamed)]
pub enum Local {
    /// One variant.
    One,
    /// The other variant.
    Other(u32),
}

/// An item in boxes that interrupt handlers make too.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 300, boxed, sync = critical_section, crate = ::renamed)]
pub struct Shared(pub u32);

::renamed::pool! {
    #![pool(crate = ::renamed)]

    /// A documented marker of boxed values.
    #[cfg(target_has_atomic = "64")]
    pub BoxedTuples: [(u8, u16); 5], boxed;
    /// Private and boxed.
    HiddenBoxed: [u8; 5], boxed, sync = critical_section;

    /// A documented marker.
    pub Documented: [Public; { 10 }];
    /// Private.
    Hidden: [(u8, u16); 5];
}

/// What an object does.
#[expect(variant_size_differences, reason = "its variants have fields and none")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ::renamed::Snapshot)]
#[snapshot(crate = ::renamed)]
pub enum Order {
    /// Nothing.
    Wait,
    /// It moves.
    Move {
        /// The way.
        way: [i16; 2],
        /// Whether it is in a hurry.
        fast: bool,
    },
    /// It follows another one.
    Follow(::renamed::Handle<Saved>),
}

/// An item that is saved field by field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ::renamed::Pool, ::renamed::Snapshot)]
#[pool(capacity = 20, changes, crate = ::renamed)]
#[snapshot(item, crate = ::renamed)]
pub struct Saved {
    /// What it does.
    pub order: Order,
    /// A target.
    pub target: ::core::option::Option<::renamed::Handle<Self>>,
    /// A pair.
    pub pair: (u8, i8),
}

/// Rows that are kept in columns.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 20, columns, crate = ::renamed)]
pub struct Row {
    /// A number.
    pub number: u32,
    /// Another one.
    #[pool(group = pair)]
    pub first: u8,
    /// The other one.
    #[pool(group = pair)]
    pub second: u8,
}

/// Everything that is saved.
#[derive(Debug, ::renamed::Snapshot)]
#[snapshot(crate = ::renamed)]
pub struct World {
    /// Objects.
    pub saved: SavedPool,
    /// Rows.
    pub rows: RowPool,
    /// What all of them do.
    pub order: Order,
    /// Not saved.
    #[snapshot(skip)]
    pub frame: u32,
}

/// Saves a world, and restores it.
#[must_use]
pub fn saves() -> usize {
    let mut buffer = [0; <World as ::renamed::Snapshot>::SAVED_BYTES];
    let (mut saved, mut rows) = (SavedPool::new(), RowPool::new());
    let order = Order::Move { way: [1, 2], fast: true };
    let first = saved.insert(Saved { order, target: ::core::option::Option::None, pair: (1, 2) }).ok();
    let second = rows.insert(Row { number: 1, first: 2, second: 3 }).ok();
    let mut world = World { saved, rows, order: Order::Wait, frame: 0 };
    let kept = ::renamed::Snapshot::save_into(&world, &mut buffer).map(|bytes| bytes.len());
    let removed = first.and_then(|first| world.saved.remove(first)).is_some();
    let restored = kept.is_ok_and(|kept| ::renamed::Snapshot::restore(&mut world, &buffer[..kept]).is_ok());
    let known = second.and_then(|second| world.rows.get(second)).is_some_and(|row| *row.number == 1);
    usize::from(removed) + usize::from(restored) + usize::from(known) + world.saved.len()
}

/// What is forgotten with its objects.
#[derive(Debug, ::renamed::SideTables)]
#[tables(of = (Saved, Row), crate = ::renamed)]
pub struct Tables<'a, T> {
    /// Objects.
    pub saved: SavedPool,
    /// Names of rows.
    pub names: ::renamed::HandleMap<Row, &'a str>,
    /// Rows of objects.
    pub owned: ::renamed::HandleLists<Saved, Row>,
    /// Not forgotten.
    #[tables(skip)]
    pub other: T,
}

/// Forgets an object.
#[must_use]
pub fn forgets() -> bool {
    let mut saved = SavedPool::new();
    let item = Saved { order: Order::Wait, target: ::core::option::Option::None, pair: (1, 2) };
    let first = saved.insert(item).ok();
    let mut tables = Tables {
        saved,
        names: ::renamed::HandleMap::new(),
        owned: ::renamed::HandleLists::new(),
        other: 0_u32,
    };
    let forgotten = first.is_some_and(|first| ::renamed::SideTables::forget(&mut tables, first));
    forgotten && tables.saved.is_empty() && tables.other == 0
}

/// An item with several owners.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 30, shared, sync = critical_section, crate = ::renamed)]
pub struct Owned(pub u32);

/// A buffer that stays in its slot.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(capacity = 4, objects = Self { length: 0, bytes: [0; 16] }, clear, sync = local, crate = ::renamed)]
pub struct Packet {
    length: u8,
    bytes: [u8; 16],
}

impl Packet {
    const fn clear(&mut self) {
        self.length = 0;
    }

    /// The bytes in use.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or_default()
    }
}

/// Makes boxes that are shared, and borrows an object.
#[must_use]
pub fn owners() -> usize {
    let length = PacketObject::acquire().map_or(0, |packet| packet.bytes().len());
    let owned = OwnedArc::new(Owned(1)).ok();
    let weak = owned.as_ref().map(OwnedArc::downgrade);
    weak.and_then(::renamed::WeakBox::upgrade).map_or(length, |owned| owned.0 as usize + length)
}

/// Values of every type of field.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(values, crate = ::renamed, max_bytes = 1 << 16)]
pub struct Tile {
    #[pool(range = -8..(8))]
    x: i8,
    #[pool(range = ['a'..='c', 'x'..='z'])]
    letter: char,
    side: Side,
    on: bool,
}

/// Values of an enum without fields.
#[derive(Debug, Clone, Copy, ::renamed::Pool)]
#[pool(values, guard = none, crate = ::renamed)]
#[non_exhaustive]
pub enum Side {
    /// One variant.
    Left,
    /// The other variant.
    Right = 7,
}

::renamed::pool! {
    #![pool(crate = ::renamed)]
    /// Documented.
    pub Ports: [u16; 8_000..8_100];
    /// Private.
    Coordinates: [Coordinate { 0: 0..5, 1: -1..=1 }];
    /// Documented.
    pub Keys: [&'static str = ["one", "other"]];
    /// Private and never used.
    Lists: [Coordinate = ([Coordinate(1, 2); 4])];
}

#[derive(Debug, Clone, Copy)]
struct Coordinate(u8, i8);

/// Hands out values.
#[must_use]
pub fn values() -> usize {
    let mut tiles = TilePool::new();
    let tile = tiles.acquire();
    let released = tile
        .is_some_and(|tile| tile.on || ::core::matches!(tiles.release(tile), ::core::result::Result::Ok(())));
    let coordinates = CoordinatesPool::new().acquire_many(15).is_some();
    let keys = Keys::new_pool().acquire().is_some();
    usize::from(released)
        + usize::from(keys)
        + usize::from(coordinates)
        + PortsPool::CAPACITY
        + SidePool::TOTAL_BYTES
}

/// Makes boxes in one thread and in a critical section.
#[must_use]
pub fn boxes() -> usize {
    let local = LocalPtr::new(Local::Other(2)).is_ok_and(|boxed| ::core::matches!(*boxed, Local::Other(2)));
    let shared = SharedBox::new(Shared(3)).is_ok_and(|boxed| boxed.0 == 3);
    usize::from(local) + usize::from(shared) + usize::from(HiddenBoxedBox::new(1).is_ok())
}

/// Makes boxes of pools for any thread.
#[cfg(target_has_atomic = "64")]
#[must_use]
pub fn boxes_of_threads() -> usize {
    let threads = ThreadsBox::new(Threads(1)).is_ok_and(|boxed| boxed.0 == 1);
    let exact = ExactBox::new(Exact { next: ::core::option::Option::None });
    let exact = exact.is_ok_and(|boxed| boxed.next.is_none());
    usize::from(threads) + usize::from(exact) + usize::from(BoxedTuplesBox::new((1, 2)).is_ok())
}

/// Marks a pool, and releases the objects inserted since.
#[must_use]
pub fn levels() -> usize {
    let mut pool = MarkedPool::new();
    let first = pool.insert(Marked { next: ::core::option::Option::None, number: 1 }).ok();
    let released = pool.mark().map_or(0, |mark| {
        let second = pool.insert(Marked { next: first, number: 2 }).is_ok();
        usize::from(second && ::core::matches!(pool.release_since(mark), ::core::result::Result::Ok(1)))
    });
    let kept =
        first.and_then(|first| pool.get(first)).is_some_and(|kept| kept.number == 1 && kept.next.is_none());
    released + usize::from(kept)
}

/// Uses every definition.
#[must_use]
pub fn total_bytes() -> usize {
    let link = private::Link { next: ::core::option::Option::None };
    let mut links = private::LinkPool::new();
    let inserted = links.insert(link).is_ok() && links.values().all(|link| link.next.is_none());
    PublicPool::TOTAL_BYTES
        + TypePool::TOTAL_BYTES
        + DocumentedPool::TOTAL_BYTES
        + usize::from(inserted)
        + private::depth() as usize
}

/// A group of fields of a type that is going away, and one with a field that was to go before.
pub mod going_away {
    use ::core::primitive::u32;

    /// An item of old pools.
    #[derive(::renamed::Columns, Debug, Clone, Copy)]
    #[pool(crate = ::renamed)]
    #[deprecated(since = "2.0.0", note = "use `Kept`")]
    pub struct Old {
        /// The first of a pair.
        #[pool(group = pair)]
        pub first: u32,
        /// The second.
        #[pool(group = pair)]
        pub second: u32,
    }

    /// An item of new pools.
    #[derive(::renamed::Columns, Debug, Clone, Copy)]
    #[pool(crate = ::renamed)]
    pub struct Kept {
        /// The first of a pair.
        #[deprecated = "use `second`"]
        #[pool(group = pair)]
        pub first: u32,
        /// The second.
        #[pool(group = pair)]
        pub second: u32,
    }
}

/// Constants that every type has here. Generated code asks types for constants of its own.
pub mod constants {
    use super::going_away;
    use ::core::primitive::{bool, u8, u32};

    /// A trait of every type.
    pub trait Everywhere {
        /// A name that generated code might ask for.
        const NAMES: u32 = 1;
        /// A name that generated code might ask for.
        const FIELDS: u32 = 2;
        /// A name that generated code might ask for.
        const IS: bool = true;
        /// A name that generated code might ask for.
        const RENAMED: u32 = 3;
    }

    impl<T: ?::core::marker::Sized> Everywhere for T {}

    /// A type that is not saved.
    #[derive(Debug, Clone, Copy)]
    pub struct Unsaved;

    /// An item with a field of it, and with one whose type is going away.
    #[derive(::renamed::Pool, Debug, Clone, Copy)]
    #[pool(capacity = 4, crate = ::renamed)]
    #[allow(deprecated, reason = "this crate tests what is going away")]
    pub struct Holder {
        /// It is not saved.
        pub unsaved: Unsaved,
        /// It is going away.
        pub old: going_away::Old,
    }

    ::renamed::pool! {
        #![pool(crate = ::renamed)]
        /// A pool of it.
        pub Others: [Unsaved; 4];
        /// Its item is saved by hand.
        pub Numbers: [u8; 4];
    }

    /// A world whose fields are saved in several ways.
    #[derive(::renamed::Snapshot, Debug)]
    #[snapshot(crate = ::renamed)]
    pub struct World {
        /// It is saved by its form.
        pub number: ::core::option::Option<u32>,
        /// It is saved by hand.
        pub range: ::core::ops::Range<u32>,
        /// It is a pool.
        pub numbers: NumbersPool,
    }

    const _: () = ::core::assert!(HolderPool::CAPACITY == 4 && OthersPool::CAPACITY == 4);
}
