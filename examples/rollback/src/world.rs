//! The whole state of the game: everything on which the next frame depends, except the inputs.

use crate::actors::{
    Brick, BrickPool, Missile, MissilePool, Rock, RockHandle, RockPool, Ship, ShipPool, Shot, ShotPool,
    Spark, SparkPool,
};
use crate::random::Random;
use crate::walls::CELLS;
use bytemuck::{Pod, Zeroable, bytes_of, cast_slice};
use stackpool::layout::{Tabled, Tracked};
use stackpool::{Handle, HandleMap, Heap, Link, PoolSpec, Snapshot, checksum};

/// The world, with its objects in pools or, for the comparison, in the tables of an entity component system.
///
/// Everything is derived that a rollback needs: saves, restores, deltas, checksums, differences.
#[derive(Snapshot)]
pub(crate) struct World<S: Storage = Pools> {
    pub(crate) round: Round,
    pub(crate) ships: S::Ships,
    pub(crate) rocks: S::Rocks,
    pub(crate) bricks: S::Bricks,
    pub(crate) shots: S::Shots,
    pub(crate) missiles: S::Missiles,
    pub(crate) sparks: S::Sparks,
    /// The player who hit a rock last, of rocks that were hit.
    pub(crate) claims: S::Claims,
    /// The brick in each cell of the arena.
    pub(crate) cells: [Link<Brick>; CELLS],
}

/// The data that is in no pool.
#[derive(Snapshot, Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Round {
    pub(crate) random: Random,
    pub(crate) frame: u32,
    pub(crate) score: [u32; 2],
    /// The ship of each player.
    pub(crate) ships: [Link<Ship>; 2],
    /// The frames until a player without a ship gets one.
    pub(crate) wait: [u16; 2],
    pub(crate) ships_lost: [u16; 2],
}

/// What holds the objects.
pub(crate) trait Storage: Sized + 'static {
    type Ships: Table<Ship>;
    type Rocks: Table<Rock>;
    type Bricks: Table<Brick>;
    type Shots: Table<Shot>;
    type Missiles: Table<Missile>;
    type Sparks: Table<Spark>;
    type Claims: Claims;
}

/// The pools of the library.
#[derive(Debug)]
pub(crate) enum Pools {}

impl Storage for Pools {
    type Ships = Heap<ShipPool>;
    type Rocks = Heap<RockPool>;
    type Bricks = Heap<BrickPool>;
    type Shots = Heap<ShotPool>;
    type Missiles = Heap<MissilePool>;
    type Sparks = Heap<SparkPool>;
    type Claims = Heap<HandleMap<Rock, u32>>;
}

/// The objects of one kind, in the order of their slots.
pub(crate) trait Table<T: PoolSpec<Item = T> + Pod> {
    const CAPACITY: usize = stackpool::Pool::<T>::CAPACITY;

    fn empty() -> Self;

    /// `None` if the table is full.
    fn insert(&mut self, item: T) -> Option<Handle<T>>;

    fn remove(&mut self, handle: Handle<T>) -> Option<T>;

    fn get(&self, handle: Handle<T>) -> Option<T>;

    fn set(&mut self, handle: Handle<T>, item: T);

    fn handle_at(&self, index: usize) -> Option<Handle<T>>;

    fn len(&self) -> usize;

    /// Changes all objects, and removes those for which `keep` returns `false`.
    fn retain(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        for index in 0..Self::CAPACITY {
            let Some(handle) = self.handle_at(index) else { continue };
            let Some(mut item) = self.get(handle) else { continue };
            if keep(&mut item) {
                self.set(handle, item);
            } else {
                self.remove(handle);
            }
        }
    }

    fn handles(&self) -> impl Iterator<Item = Handle<T>> {
        (0..Self::CAPACITY).filter_map(|index| self.handle_at(index))
    }

    fn iter(&self) -> impl Iterator<Item = (Handle<T>, T)> {
        self.handles().filter_map(|handle| Some((handle, self.get(handle)?)))
    }
}

impl<T: PoolSpec<Item = T> + Pod> Table<T> for Heap<stackpool::Pool<T>>
where
    T::Layout: Tabled + Tracked,
{
    fn empty() -> Self {
        stackpool::Pool::on_heap()
    }

    fn insert(&mut self, item: T) -> Option<Handle<T>> {
        (**self).insert(item).ok()
    }

    fn remove(&mut self, handle: Handle<T>) -> Option<T> {
        (**self).remove(handle)
    }

    fn get(&self, handle: Handle<T>) -> Option<T> {
        (**self).get(handle).copied()
    }

    fn set(&mut self, handle: Handle<T>, item: T) {
        if let Some(place) = self.get_mut(handle) {
            *place = item;
        }
    }

    fn handle_at(&self, index: usize) -> Option<Handle<T>> {
        (**self).handle_at(index)
    }

    fn len(&self) -> usize {
        (**self).len()
    }

    fn retain(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        (**self).retain(|_, item| keep(item));
    }

    fn handles(&self) -> impl Iterator<Item = Handle<T>> {
        (**self).handles()
    }
}

/// Who hit a rock last.
pub(crate) trait Claims {
    fn empty() -> Self;

    fn claim(&mut self, rock: RockHandle, player: u32);

    fn of(&self, rock: RockHandle) -> Option<u32>;

    fn forget(&mut self, rock: RockHandle);
}

impl Claims for Heap<HandleMap<Rock, u32>> {
    fn empty() -> Self {
        HandleMap::on_heap()
    }

    fn claim(&mut self, rock: RockHandle, player: u32) {
        self.insert(rock, player);
    }

    fn of(&self, rock: RockHandle) -> Option<u32> {
        self.get(rock).copied()
    }

    fn forget(&mut self, rock: RockHandle) {
        self.remove(rock);
    }
}

impl<S: Storage> World<S> {
    pub(crate) fn new(seed: u64) -> Self {
        let mut world = World {
            round: Round { random: Random::new(seed), ..Round::zeroed() },
            ships: S::Ships::empty(),
            rocks: S::Rocks::empty(),
            bricks: S::Bricks::empty(),
            shots: S::Shots::empty(),
            missiles: S::Missiles::empty(),
            sparks: S::Sparks::empty(),
            claims: S::Claims::empty(),
            cells: [Link::NONE; CELLS],
        };
        world.build();
        world
    }

    pub(crate) fn alive(&self) -> usize {
        let fixed = self.ships.len() + self.rocks.len() + self.bricks.len();
        fixed + self.shots.len() + self.missiles.len() + self.sparks.len()
    }

    /// A checksum of what the rules can see, whatever holds the objects.
    pub(crate) fn sum(&self) -> u64 {
        let mut seen = bytes_of(&self.round).to_vec();
        look(&self.ships, &mut seen);
        look(&self.rocks, &mut seen);
        look(&self.bricks, &mut seen);
        look(&self.shots, &mut seen);
        look(&self.missiles, &mut seen);
        look(&self.sparks, &mut seen);
        let claims = self.rocks.handles().map(|rock| self.claims.of(rock).unwrap_or(u32::MAX));
        seen.extend(claims.flat_map(u32::to_ne_bytes));
        seen.extend(cast_slice::<_, u8>(&self.cells));
        checksum(&seen)
    }
}

fn look<T: PoolSpec<Item = T> + Pod>(table: &impl Table<T>, seen: &mut Vec<u8>) {
    for (handle, item) in table.iter() {
        seen.extend(handle.to_bits().to_ne_bytes());
        seen.extend(bytes_of(&item));
    }
}
