//! Types and constants with the names of what generated code uses.

use named::{
    Boxed, BoxedBox, DensePool, Kind, ObjectObject, Order, Particle, ParticlePool, SharedArc, Ship,
    ShipFields, ShipPool, TextsPool, TilePool, World,
};

mod named {
    use ::stackpool::{
        pool as entries, Pool as DerivePool, SideTables as DeriveTables, Snapshot as DeriveSnapshot,
    };

    macro_rules! types {
        ($($name:ident)*) => { $(#[expect(dead_code, reason = "it only has a name")] struct $name;)* };
    }

    types! {
        core std alloc stackpool bytemuck Option Some None Result Ok Err Copy Clone Default Send Sync Sized Eq
        PartialEq Debug Formatter Drop Fn FnMut FnOnce From Into Iterator PhantomData Box String str bool
        usize isize i128 u128 f32 Pool Snapshot Columns Handle PlainData FieldForm Struct Field ItemField Leaf
        Sink Source Reader Checked Moved DiffReport Then PartDeltas SnapshotError ResizeError LostHandle Item
        Layout List Ref Mut Slices SlicesMut Access Column ColumnList Fields Values Type BoxSpec ObjectSpec
        Mode Clear ClearAny SideTables IsNoTable Objects Owners T R P S N F
    }

    macro_rules! constants {
        ($($name:ident)*) => {
            $(#[expect(dead_code, reason = "it only has a name")] const $name: ::core::primitive::i64 = 1;)*
        };
    }

    constants! {
        value sink source checked found moved saved base other buffer report then elements writer parts
        value_0 part_0 item method index digits this position fields values lent clear shape plan name bytes
        len mark image handle handles key map pool at row rows column columns place refs muts slots state
        before after key_1 first last a b x keep STATICS FIRST COUNTS
    }

    macro_rules! macros {
        ($($name:ident)*) => {
            $(#[expect(unused_macros, reason = "it only has a name")] macro_rules! $name { () => {}; })*
        };
    }

    macros! { assert concat matches thread_local unreachable }

    #[derive(
        DerivePool, DeriveSnapshot, ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq,
    )]
    #[pool(capacity = 10, changes, marks)]
    #[snapshot(item)]
    pub struct Particle {
        pub value: u8,
        pub sink: [u8; 2],
        pub moved: (u8, u16),
        pub found: ::core::option::Option<ParticleHandle>,
        pub order: Order,
        #[snapshot(skip)]
        pub checked: u8,
    }

    #[derive(DeriveSnapshot, ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq)]
    pub enum Order {
        value,
        sink { value: u8, found: u16, sink: u8 },
        moved(u8, [u8; 2]),
    }

    #[derive(DerivePool, ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
    #[pool(capacity = 10, columns)]
    pub struct Ship {
        #[pool(group = hot)]
        pub value: u8,
        #[pool(group = hot)]
        pub this: u8,
        pub columns: u8,
        pub split: u16,
        pub join: u16,
    }

    #[derive(DeriveSnapshot, DeriveTables)]
    #[tables(of = (Particle, Ship))]
    pub struct World {
        pub saved: ParticlePool,
        pub buffer: ShipPool,
        #[tables(skip)]
        pub value: u8,
        #[tables(skip)]
        pub report: [Order; 2],
        #[tables(skip)]
        pub other: (u8, u16),
        pub part_0: ::stackpool::HandleMap<Particle, u8>,
        #[snapshot(skip)]
        #[tables(skip)]
        pub base: u8,
    }

    #[derive(DerivePool, ::core::clone::Clone, ::core::marker::Copy)]
    #[pool(capacity = 10, objects = Object { value: 0 }, clear = clear)]
    pub struct Object {
        pub value: u8,
    }

    impl Object {
        fn clear(&mut self) {
            self.value += 1;
        }
    }

    #[derive(DerivePool)]
    #[pool(capacity = 10, boxed)]
    pub struct Boxed {
        pub value: ::core::option::Option<BoxedBox>,
    }

    #[derive(DerivePool, ::core::clone::Clone, ::core::marker::Copy)]
    #[pool(values)]
    pub struct Tile {
        #[pool(range = 0..4)]
        pub value: u16,
        pub index: Kind,
    }

    #[derive(DerivePool, ::core::clone::Clone, ::core::marker::Copy)]
    #[pool(values)]
    pub enum Kind {
        value,
        Some,
        None,
    }

    entries! {
        pub Dense: [Ship; 10], columns, dense;
        pub Shared: [Particle; 10], shared;
        pub Texts: [&'static ::core::primitive::str = ["one", "other"]];
    }
}

pub fn test() {
    use stackpool::{HandleMap, SideTables, Snapshot};
    use std::iter::FromIterator;

    let order = Order::sink { value: 1, found: 2, sink: 3 };
    let particle = Particle { value: 4, sink: [5, 6], moved: (7, 8), found: None, order, checked: 0 };
    let mut saved = ParticlePool::new();
    let handle = saved.insert(particle).ok().unwrap();
    let ship = Ship { value: 1, this: 2, columns: 3, split: 4, join: 5 };
    let buffer = ShipPool::from_iter([ship]);
    let mut part = HandleMap::new();
    part.insert(handle, 9);
    let report = [Order::value, Order::moved(1, [2, 3])];
    let mut world = World { saved, buffer, value: 1, report, other: (2, 3), part_0: part, base: 0 };
    let mut bytes = [0; World::SAVED_BYTES];
    let kept = world.save_into(&mut bytes).unwrap();
    world.saved.clear();
    world.buffer.clear();
    world.report[1] = Order::value;
    world.restore(kept).unwrap();
    assert_eq!((world.saved[handle] == particle, world.report == report, world.base), (true, true, 0));
    assert_eq!((world.value, world.other, world.buffer.slot_split()), (1, (2, 3), &[4][..]));
    assert!(world.forget(handle) && world.saved.is_empty() && world.part_0.is_empty());

    drop(ObjectObject::acquire().unwrap());
    assert_eq!(ObjectObject::acquire().unwrap().value, 1);
    let boxed = BoxedBox::new(Boxed { value: None }).ok().unwrap();
    assert!(boxed.value.is_none() && SharedArc::new(particle).is_ok());
    let tile = TilePool::new().acquire().unwrap();
    assert!(tile.value == 0 && matches!(tile.index, Kind::value));
    assert_eq!((TextsPool::CAPACITY, DensePool::from_iter([ship]).len()), (2, 1));
}
