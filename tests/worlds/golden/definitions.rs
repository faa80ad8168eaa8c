//! The definitions of today whose saves are in the folders beside this file, and which file is read as which of them.
//!
//! The soak test `saves` includes this file: it names nothing outside of it.

use bytemuck::{CheckedBitPattern, NoUninit};
use stackpool::{
    Handle, HandleMap, Link, ListPool, Pool, Snapshot, SparseHandleMap, ValuePool, handle_array, pool,
};

pool! {
    pub(crate) Generations: [u16; 100];
    pub(crate) Live: [u16; 100], guard = live;
    pub(crate) Retiring: [u16; 3], generation_bits = 14, on_wrap = retire;
    pub(crate) Wide: [u16; 20], generation_bits = 10;
    pub(crate) Widest: [u16; 20], generation_bits = 20;
    pub(crate) Waiting: [u16; 20], quarantine = 5, generation_bits = 4;
    pub(crate) Listed: [u64; 20], bookkeeping = free_list;
    pub(crate) Long: [u8; 300], guard = live;
    pub(crate) Objects: [(); 5];
    pub(crate) Ports: [u16; 8_000..8_050];
    pub(crate) Unhurried: [u16; 300], quarantine = 0;
    pub(crate) MarkedUnhurried: [u16; 300], quarantine = 0, marks;
    pub(crate) DenseUnhurried: [u16; 300], quarantine = 0, dense;
    pub(crate) DenseMarkedUnhurried: [u16; 300], quarantine = 0, dense, marks;
    pub(crate) Cells: [u16; 300], quarantine = 0, generation_bits = 10;
}

#[derive(Clone, Copy, Debug, PartialEq, NoUninit, CheckedBitPattern)]
#[repr(u8)]
pub(crate) enum Phase {
    Menu,
    Match,
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 70, columns)]
pub(crate) struct Body {
    #[pool(group = motion)]
    pub(crate) place: [f32; 2],
    pub(crate) mass: f64,
    #[pool(group = motion)]
    pub(crate) speed: [f32; 2],
    #[pool(skip)]
    pub(crate) name: u16,
}

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    Wait,
    Move { place: [f32; 2] },
    Attack(Handle<Generations>, bool),
}

#[derive(Snapshot, Clone)]
pub(crate) struct Squad {
    pub(crate) orders: [Order; 3],
    pub(crate) mode: Order,
}

#[derive(Snapshot, Clone)]
pub(crate) struct Game {
    pub(crate) frame: u32,
    pub(crate) sides: [Side; 2],
    pub(crate) bodies: BodyPool,
    pub(crate) numbers: (u8, i16, u64, f32, f64, bool),
    pub(crate) letter: char,
    pub(crate) wide: [u128; 1],
    pub(crate) target: Option<Handle<Generations>>,
    pub(crate) link: Link<Generations>,
    pub(crate) path: handle_array![Handle<Generations>; 16],
    #[snapshot(plain)]
    pub(crate) phase: Phase,
    #[snapshot(skip)]
    pub(crate) skipped: u64,
}

#[derive(Snapshot, Clone)]
pub(crate) struct Side {
    pub(crate) units: Pool<Generations>,
    pub(crate) speeds: HandleMap<Generations, f32>,
    pub(crate) ports: ValuePool<Ports>,
    pub(crate) list: ListPool<u8, 2>,
}

/// A game that has not begun.
pub(crate) fn game() -> Game {
    let side = || Side {
        units: Pool::new(),
        speeds: HandleMap::new(),
        ports: ValuePool::new(),
        list: ListPool::new([1, 2]),
    };
    Game {
        frame: 0,
        sides: [side(), side()],
        bodies: BodyPool::new(),
        numbers: (0, 0, 0, 0.0, 0.0, false),
        letter: 'a',
        wide: [0],
        target: None,
        link: Link::default(),
        path: Default::default(),
        phase: Phase::Menu,
        skipped: 0,
    }
}

pool! {
    pub(crate) MarkedGenerations: [u16; 100], marks;
    pub(crate) MarkedLive: [u16; 100], guard = live, marks;
    pub(crate) MarkedWaiting: [u16; 20], quarantine = 5, generation_bits = 4, marks = 1;
    pub(crate) MarkedListed: [u64; 20], bookkeeping = free_list, marks = 1;
    pub(crate) MarkedRetiring: [u16; 3], generation_bits = 14, on_wrap = retire, marks = 1;
    pub(crate) MarkedLong: [u16; 300], changes, marks = 255;
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 70, columns, marks)]
pub(crate) struct MarkedBody {
    pub(crate) place: [f32; 2],
    pub(crate) mass: f64,
}

pool! {
    pub(crate) DenseGenerations: [u16; 100], dense;
    pub(crate) DenseLive: [u16; 100], dense, guard = live;
    pub(crate) DenseWaiting: [u16; 20], dense, quarantine = 5, generation_bits = 4;
    pub(crate) DenseRetiring: [u16; 3], dense, generation_bits = 14, on_wrap = retire;
    pub(crate) DenseLong: [u16; 300], dense, changes;
    pub(crate) DenseMarked: [u16; 100], dense, marks;
    pub(crate) DenseMarkedLong: [u16; 300], dense, changes, marks = 1;
    pub(crate) Leaves: [Body; 70], columns, dense;
}

/// A side table for few objects.
pub(crate) type Sparse = SparseHandleMap<Generations, u16, 4>;

/// Gives a macro all files that are saves, each as the kind of its type, the type, and a new value.
macro_rules! each_save {
    ($with:ident) => {
        $with! {
            "2/generation" pool GenerationsPool = Pool::new();
            "2/live" pool LivePool = Pool::new();
            "2/cells_of_two_bytes" pool WidePool = Pool::new();
            "2/cells_of_four_bytes" pool WidestPool = Pool::new();
            "2/links_of_two_bytes" pool LongPool = Pool::new();
            "2/free_list" pool ListedPool = Pool::new();
            "2/objects_without_bytes" pool ObjectsPool = Pool::new();
            "2/empty" pool GenerationsPool = Pool::new();
            "2/retired" pool RetiringPool = Pool::new();
            "2/waiting" pool WaitingPool = Pool::new();
            "2/cleared" pool UnhurriedPool = Pool::new();
            "2/value_pool" values PortsPool = ValuePool::new();
            "2/list" list ListPool<u32, 3> = ListPool::new([0; 3]);
            "2/map" map HandleMap<Generations, u16> = HandleMap::new();
            "2/sparse_map" sparse Sparse = Sparse::new();
            "2/columns" columns BodyPool = BodyPool::new();
            "2/enums" squad Squad = Squad { orders: [Order::Wait; 3], mode: Order::Wait };
            "2/new_world" game Game = game();
            "2/world" game Game = game();
            // Pools that had no marks.
            "2/generation" ordered MarkedGenerationsPool = Pool::new();
            "2/live" ordered MarkedLivePool = Pool::new();
            "2/free_list" ordered MarkedListedPool = Pool::new();
            "3/generation" ordered MarkedGenerationsPool = Pool::new();
            "3/live" ordered MarkedLivePool = Pool::new();
            "3/waiting" ordered MarkedWaitingPool = Pool::new();
            "3/links_of_two_bytes" ordered MarkedLongPool = Pool::new();
            "3/free_list" ordered MarkedListedPool = Pool::new();
            "3/retired" ordered MarkedRetiringPool = Pool::new();
            "3/empty" ordered MarkedGenerationsPool = Pool::new();
            "3/columns" columns MarkedBodyPool = MarkedBodyPool::new();
            "4/generation" dense DenseGenerationsPool = Pool::new();
            "4/live" dense DenseLivePool = Pool::new();
            "4/positions_of_two_bytes" dense DenseLongPool = Pool::new();
            "4/empty" dense DenseGenerationsPool = Pool::new();
            "4/waiting" dense DenseWaitingPool = Pool::new();
            "4/retired" dense DenseRetiringPool = Pool::new();
            "4/columns" columns LeavesPool = LeavesPool::new();
            // A pool that had no marks.
            "4/generation" dense DenseMarkedPool = Pool::new();
            "5/generation" dense DenseMarkedPool = Pool::new();
            "6/enums" squad Squad = Squad { orders: [Order::Wait; 3], mode: Order::Wait };
            "6/new_world" game Game = game();
            "6/world" game Game = game();
            "10/runs" pool UnhurriedPool = Pool::new();
            "10/cells" pool CellsPool = Pool::new();
            "11/runs" ordered MarkedUnhurriedPool = Pool::new();
            "12/runs" dense DenseUnhurriedPool = Pool::new();
            "13/runs" dense DenseMarkedUnhurriedPool = Pool::new();
        }
    };
}
pub(crate) use each_save;
