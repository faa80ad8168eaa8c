//! Worlds, items, structs of plain data and enums that are saved.

use stackpool::{HandleMap, Pool, SideTables, Snapshot};

#[derive(Pool, Snapshot, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 10)]
#[snapshot(item)]
pub struct gen {
    pub gen: u8,
    pub r#dyn: Option<genHandle>,
    pub r#try: r#async,
    #[snapshot(skip)]
    pub r#async: u8,
}

#[derive(Snapshot, Clone, Copy, Debug, PartialEq)]
pub enum r#async {
    gen,
    r#try { gen: u8, r#async: (bool, genHandle) },
    r#dyn(u16),
}

#[derive(Snapshot, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[snapshot(plain)]
#[repr(C)]
pub struct r#dyn {
    gen: u8,
    r#dyn: u8,
}

#[derive(Snapshot, SideTables)]
#[tables(of = gen)]
pub struct r#try {
    gen: genPool,
    r#try: HandleMap<gen, u16>,
    #[tables(skip)]
    r#dyn: r#dyn,
    #[snapshot(name = "dyn_")]
    #[tables(skip)]
    r#async: [r#async; 2],
}

pub fn test() {
    let mut pool = genPool::new();
    let first = pool.insert(gen { gen: 1, r#dyn: None, r#try: r#async::gen, r#async: 0 }).ok().unwrap();
    let item = gen {
        gen: 2,
        r#dyn: Some(first),
        r#try: r#async::r#try { gen: 3, r#async: (true, first) },
        r#async: 0,
    };
    let second = pool.insert(item).ok().unwrap();
    let mut map = HandleMap::new();
    map.insert(first, 7);
    let both = [r#async::r#dyn(4), r#async::gen];
    let mut world = r#try { gen: pool, r#try: map, r#dyn: r#dyn { gen: 5, r#dyn: 6 }, r#async: both };
    let mut buffer = [0; r#try::SAVED_BYTES];
    let saved = world.save_into(&mut buffer).unwrap();
    world.gen.clear();
    world.r#dyn.r#dyn = 0;
    world.r#async[1] = r#async::r#dyn(1);
    world.restore(saved).unwrap();
    assert_eq!(world.gen[second], item);
    assert_eq!((world.r#dyn.gen, world.r#dyn.r#dyn, world.r#async), (5, 6, both));
    assert!(world.forget(second) && !world.gen.contains(second));
}
