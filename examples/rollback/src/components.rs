//! The comparison: the same objects as the components of entities, and a snapshot that is a clone of all of them, in
//! the manner of `bevy_ggrs`. That crate keeps each component in a map by entity; a `Vec` is the cheaper way to do the
//! same.
//!
//! A table has a `Vec` per component, without holes, and finds the row of an entity by its index. Entities have the
//! same numbers as the objects of the pools, so the rules play the same game: a test compares the two.

use crate::actors::{Brick, Missile, Rock, RockHandle, Ship, Shot, Spark};
use crate::world::{Claims, Storage, Table, World};
use bytemuck::Pod;
use stackpool::{Handle, Pool, PoolSpec};
use std::collections::VecDeque;

/// The tables of an entity component system.
#[derive(Debug)]
pub(crate) enum Components {}

impl Storage for Components {
    type Ships = Entities<Ship>;
    type Rocks = Entities<Rock>;
    type Bricks = Entities<Brick>;
    type Shots = Entities<Shot>;
    type Missiles = Entities<Missile>;
    type Sparks = Entities<Spark>;
    type Claims = Vec<Option<(RockHandle, u32)>>;
}

/// The place of an entity that does not exist.
const NONE: u16 = u16::MAX;

/// The entities of one kind.
#[derive(Clone)]
pub(crate) struct Entities<T: Bundle> {
    /// The entity of each row, and its components.
    rows: Vec<Handle<T>>,
    components: T::Components,
    /// The row of each entity, by its index, or `NONE`.
    places: Vec<u16>,
    numbers: Numbers,
}

/// Objects as components.
pub(crate) trait Bundle: PoolSpec<Item = Self> + Pod {
    type Components: Columns<Self>;
}

/// A `Vec` per component.
pub(crate) trait Columns<T>: Clone + Default {
    fn push(&mut self, item: T);

    fn row(&self, row: usize) -> T;

    fn set_row(&mut self, row: usize, item: T);

    fn swap_remove(&mut self, row: usize);
}

macro_rules! components {
    ($($columns:ident of $item:ident { $($name:ident: $type:ty),* })*) => {$(
        #[derive(Clone, Default)]
        pub(crate) struct $columns {
            $($name: Vec<$type>),*
        }

        impl Bundle for $item {
            type Components = $columns;
        }

        impl Columns<$item> for $columns {
            fn push(&mut self, item: $item) {
                $(self.$name.push(item.$name);)*
            }

            fn row(&self, row: usize) -> $item {
                $item { $($name: self.$name[row]),* }
            }

            fn set_row(&mut self, row: usize, item: $item) {
                $(self.$name[row] = item.$name;)*
            }

            fn swap_remove(&mut self, row: usize) {
                $(self.$name.swap_remove(row);)*
            }
        }
    )*};
}

type Vector = [i32; 2];
type ShipLink = stackpool::Link<Ship>;

components! {
    Ships of Ship { at: Vector, speed: Vector, heading: u16, reload: u16, shield: u16, missiles: u16 }
    Rocks of Rock { at: Vector, speed: Vector, size: u16, armour: u16 }
    Bricks of Brick { cell: u16, armour: u16 }
    Shots of Shot { at: Vector, speed: Vector, left: u16, owner: ShipLink }
    Missiles of Missile { at: Vector, speed: Vector, left: u16, owner: ShipLink, target: ShipLink, padding: u16 }
    Sparks of Spark { at: Vector, speed: Vector, left: u16, heat: u16 }
}

impl<T: Bundle> Entities<T> {
    fn place(&self, handle: Handle<T>) -> Option<usize> {
        let row = self.row_of(handle.index())?;
        (self.rows[row] == handle).then_some(row)
    }

    fn row_of(&self, index: usize) -> Option<usize> {
        self.places.get(index).filter(|row| **row != NONE).map(|row| usize::from(*row))
    }

    /// The bytes of what a clone copies: the components, and all that finds entities.
    fn bytes(&self) -> [usize; 2] {
        let around = size_of_val(&self.rows[..]) + size_of_val(&self.places[..]) + self.numbers.bytes();
        [self.rows.len() * size_of::<T>(), around]
    }
}

impl<T: Bundle> Table<T> for Entities<T> {
    fn empty() -> Self {
        let pool = [Self::CAPACITY, Pool::<T>::GENERATIONS as usize, Pool::<T>::QUARANTINE];
        Entities {
            rows: Vec::new(),
            components: T::Components::default(),
            places: Vec::new(),
            numbers: Numbers::new(pool),
        }
    }

    fn insert(&mut self, item: T) -> Option<Handle<T>> {
        let (index, generation) = self.numbers.take()?;
        let handle = Handle::from_bits(generation << Pool::<T>::INDEX_BITS | index)?;
        if index as usize == self.places.len() {
            self.places.push(NONE);
        }
        self.places[index as usize] = self.rows.len() as u16;
        self.rows.push(handle);
        self.components.push(item);
        Some(handle)
    }

    fn remove(&mut self, handle: Handle<T>) -> Option<T> {
        let row = self.place(handle)?;
        let item = self.components.row(row);
        self.components.swap_remove(row);
        self.rows.swap_remove(row);
        if let Some(moved) = self.rows.get(row) {
            self.places[moved.index()] = row as u16;
        }
        self.places[handle.index()] = NONE;
        self.numbers.give_back(handle.index() as u16);
        Some(item)
    }

    fn get(&self, handle: Handle<T>) -> Option<T> {
        Some(self.components.row(self.place(handle)?))
    }

    fn set(&mut self, handle: Handle<T>, item: T) {
        if let Some(row) = self.place(handle) {
            self.components.set_row(row, item);
        }
    }

    fn handle_at(&self, index: usize) -> Option<Handle<T>> {
        Some(self.rows[self.row_of(index)?])
    }

    fn len(&self) -> usize {
        self.rows.len()
    }
}

/// The numbers of entities, in the order in which a pool hands them out.
#[derive(Clone)]
struct Numbers {
    /// The generation of each number that was used.
    generations: Vec<u8>,
    free: Vec<u16>,
    waiting: VecDeque<u16>,
    /// The capacity, the number of generations, and how many numbers wait.
    limits: [usize; 3],
}

impl Numbers {
    fn new(limits: [usize; 3]) -> Self {
        Numbers { generations: Vec::new(), free: Vec::new(), waiting: VecDeque::new(), limits }
    }

    fn take(&mut self) -> Option<(u32, u32)> {
        let index = self.free.pop().or_else(|| self.fresh()).or_else(|| self.waiting.pop_front())?;
        Some((index.into(), self.generations[usize::from(index)].into()))
    }

    fn fresh(&mut self) -> Option<u16> {
        let fresh = self.generations.len();
        (fresh < self.limits[0]).then(|| {
            self.generations.push(0);
            fresh as u16
        })
    }

    fn give_back(&mut self, index: u16) {
        let [_, generations, quarantine] = self.limits;
        let generation = &mut self.generations[usize::from(index)];
        *generation = ((usize::from(*generation) + 1) % generations) as u8;
        self.waiting.push_back(index);
        if self.waiting.len() > quarantine {
            self.free.extend(self.waiting.pop_front());
        }
    }

    fn bytes(&self) -> usize {
        self.generations.len() + size_of::<u16>() * (self.free.len() + self.waiting.len())
    }
}

impl Claims for Vec<Option<(RockHandle, u32)>> {
    fn empty() -> Self {
        vec![None; Pool::<Rock>::CAPACITY]
    }

    fn claim(&mut self, rock: RockHandle, player: u32) {
        self[rock.index()] = Some((rock, player));
    }

    fn of(&self, rock: RockHandle) -> Option<u32> {
        self[rock.index()].filter(|(claimed, _)| *claimed == rock).map(|(_, player)| player)
    }

    fn forget(&mut self, rock: RockHandle) {
        if self.of(rock).is_some() {
            self[rock.index()] = None;
        }
    }
}

/// The snapshot.
impl Clone for World<Components> {
    fn clone(&self) -> Self {
        World {
            round: self.round,
            ships: self.ships.clone(),
            rocks: self.rocks.clone(),
            bricks: self.bricks.clone(),
            shots: self.shots.clone(),
            missiles: self.missiles.clone(),
            sparks: self.sparks.clone(),
            claims: self.claims.clone(),
            cells: self.cells,
        }
    }
}

impl World<Components> {
    /// The bytes of a snapshot: of the components, and of all that finds entities.
    pub(crate) fn bytes(&self) -> [usize; 2] {
        let tables = [
            self.ships.bytes(),
            self.rocks.bytes(),
            self.bricks.bytes(),
            self.shots.bytes(),
            self.missiles.bytes(),
            self.sparks.bytes(),
            [size_of_val(&self.round) + size_of_val(&self.cells), size_of_val(&self.claims[..])],
        ];
        tables.into_iter().fold([0; 2], |[values, around], table| [values + table[0], around + table[1]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pilots;
    use crate::random::Random;
    use crate::world::Pools;

    fn both<T: Bundle>(operations: u32)
    where
        stackpool::Heap<Pool<T>>: Table<T>,
    {
        let (mut pool, mut table) = (<stackpool::Heap<Pool<T>> as Table<T>>::empty(), Entities::<T>::empty());
        let mut random = Random::new(5);
        let mut given = Vec::new();
        for _ in 0..operations {
            if random.below(5) < 3 {
                let handle = Table::insert(&mut pool, T::zeroed());
                assert_eq!(table.insert(T::zeroed()), handle);
                given.extend(handle);
            } else if !given.is_empty() {
                let handle = given.swap_remove(random.below(given.len() as u32) as usize);
                let is_removed = Table::remove(&mut pool, handle).is_some();
                assert_eq!(table.remove(handle).is_some(), is_removed);
            }
        }
        assert!(Table::handles(&pool).eq(table.handles()) && Table::len(&pool) == table.len());
    }

    #[test]
    fn entities_have_the_numbers_of_objects() {
        both::<Rock>(10_000);
        both::<Missile>(10_000);
    }

    #[test]
    fn the_rules_play_the_same_game_in_both() {
        let (mut pools, mut components) = (World::<Pools>::new(2), World::<Components>::new(2));
        for frame in 0..400 {
            let inputs = [0, 1].map(|player| pilots::input(&pools, player));
            assert_eq!([0, 1].map(|player| pilots::input(&components, player)), inputs);
            pools.advance(inputs);
            components.advance(inputs);
            assert_eq!(pools.sum(), components.sum(), "frame {frame}");
        }
    }
}
