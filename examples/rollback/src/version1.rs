//! The world of an earlier version of the game, whose pools were smaller, and its save file.

use crate::actors;
use crate::walls::CELLS;
use crate::world::{self, Round};
use bytemuck::{Pod, Zeroable, cast};
use stackpool::layout::{Tabled, Tracked};
use stackpool::{Handle, HandleMap, Heap, Link, Pool, PoolSpec, Snapshot};
use std::error::Error;

#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 8, generation_bits = 12)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Ship {
    at: [i32; 2],
    speed: [i32; 2],
    heading: u16,
    reload: u16,
    shield: u16,
    missiles: u16,
}

#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 300)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Rock {
    at: [i32; 2],
    speed: [i32; 2],
    size: u16,
    armour: u16,
}

#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 1_200)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Brick {
    cell: u16,
    armour: u16,
}

#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 600)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Shot {
    at: [i32; 2],
    speed: [i32; 2],
    left: u16,
    owner: Link<Ship>,
}

#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 300)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Missile {
    at: [i32; 2],
    speed: [i32; 2],
    left: u16,
    owner: Link<Ship>,
    target: Link<Ship>,
    padding: u16,
}

#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 4_500)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Spark {
    at: [i32; 2],
    speed: [i32; 2],
    left: u16,
    heat: u16,
}

#[derive(Snapshot)]
pub(crate) struct World {
    round: Round,
    ships: Heap<ShipPool>,
    rocks: Heap<RockPool>,
    bricks: Heap<BrickPool>,
    shots: Heap<ShotPool>,
    missiles: Heap<MissilePool>,
    sparks: Heap<SparkPool>,
    claims: Heap<HandleMap<Rock, u32>>,
    cells: [Link<Brick>; CELLS],
}

impl World {
    /// The objects of a world of today under their handles, as the earlier version would have had them.
    pub(crate) fn of(today: &world::World) -> Result<Self, Box<dyn Error>> {
        let mut claims = HandleMap::on_heap();
        for (rock, player) in &*today.claims {
            claims.insert(same::<actors::Rock, Rock>(rock)?, *player);
        }
        Ok(World {
            round: today.round,
            ships: moved(&today.ships)?,
            rocks: moved(&today.rocks)?,
            bricks: moved(&today.bricks)?,
            shots: moved(&today.shots)?,
            missiles: moved(&today.missiles)?,
            sparks: moved(&today.sparks)?,
            claims,
            cells: cast(today.cells),
        })
    }
}

/// The same number as a handle of the other definition.
fn same<P: PoolSpec, Q: PoolSpec>(handle: Handle<P>) -> Result<Handle<Q>, Box<dyn Error>> {
    let there = Handle::from_bits(handle.to_bits());
    Ok(there.ok_or_else(|| format!("version 1 has no {}", handle.to_bits()))?)
}

fn moved<P, Q>(today: &Pool<P>) -> Result<Heap<Pool<Q>>, Box<dyn Error>>
where
    P: PoolSpec<Item: Pod, Layout: Tracked>,
    Q: PoolSpec<Item: Pod, Layout: Tabled + Tracked>,
{
    let mut pool = Pool::<Q>::on_heap();
    for (handle, item) in today {
        let place = same::<P, Q>(handle)?;
        pool.insert_at(place, cast(*item)).map_err(|_| "version 1 has the slot in use")?;
    }
    Ok(pool)
}
