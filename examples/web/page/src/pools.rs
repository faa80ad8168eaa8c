//! Sparks in a pool of any definition, behind an interface that is the same for all of them: handles are numbers here.
//!
//! All that depends on a definition is in this file, since it is compiled once for each of them.

use crate::slots::Slots;
use crate::spark::{Spark, SparkColumnsMut};
use core::marker::PhantomData;
use stackpool::layout::{Dense, InPlace, Tracked};
use stackpool::{ColumnPool, Handle, Heap, PoolSpec};

/// A handle as a number, and the slot that it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    pub(crate) handle: u32,
    pub(crate) slot: usize,
}

/// A pool of sparks.
pub(crate) trait Sparks {
    /// Adds a spark, unless the pool is full.
    fn insert(&mut self, spark: Spark) -> Option<Bits>;

    /// Removes a spark, unless the handle is caught. Its place is not drawn from then on.
    fn remove(&mut self, handle: Bits) -> bool;

    /// Whether the pool has a spark for this handle.
    fn has(&self, handle: Bits) -> bool;

    fn columns_mut(&mut self) -> SparkColumnsMut<'_>;

    /// Adds the handles of sparks that are burnt out.
    fn find_burnt_out(&self, slots: &Slots, found: &mut Vec<Bits>);

    fn len(&self) -> usize;

    /// How many sparks found no room.
    fn refused(&self) -> u64;
}

/// Where the sparks of a pool are.
pub(crate) trait Place<P: PoolSpec<Item = Spark>> {
    fn columns_mut(pool: &mut ColumnPool<P>) -> SparkColumnsMut<'_>;
    fn find_burnt_out(pool: &ColumnPool<P>, slots: &Slots, found: &mut Vec<Bits>);
}

/// Sparks at the first places of the columns, without holes.
pub(crate) struct Packed;

impl<P: PoolSpec<Item = Spark, Layout: Dense + Tracked>> Place<P> for Packed {
    fn columns_mut(pool: &mut ColumnPool<P>) -> SparkColumnsMut<'_> {
        pool.columns_mut()
    }

    fn find_burnt_out(pool: &ColumnPool<P>, _slots: &Slots, found: &mut Vec<Bits>) {
        for (handle, &life) in pool.handles().zip(pool.columns().life) {
            if life <= 0.0 {
                found.push(bits(handle));
            }
        }
    }
}

/// Each spark in its slot. What is in a free slot has no life left, so it is not drawn.
pub(crate) struct InSlots;

impl<P: PoolSpec<Item = Spark, Layout: InPlace>> Place<P> for InSlots {
    fn columns_mut(pool: &mut ColumnPool<P>) -> SparkColumnsMut<'_> {
        pool.slot_columns_mut()
    }

    /// Asks the program's own record, since without a guard the pool does not know which slots are live.
    fn find_burnt_out(pool: &ColumnPool<P>, slots: &Slots, found: &mut Vec<Bits>) {
        for (slot, &life) in pool.slot_columns().life.iter().enumerate() {
            if life <= 0.0 && slots.is_live(slot) {
                found.extend(pool.handle_at(slot).map(bits));
            }
        }
    }
}

fn bits<P: PoolSpec>(handle: Handle<P>) -> Bits {
    Bits { handle: handle.to_bits(), slot: handle.index() }
}

/// A pool of the definition `P`, with its sparks at `L`.
pub(crate) struct PoolOf<P: PoolSpec<Item = Spark>, L> {
    pool: Heap<ColumnPool<P>>,
    place: PhantomData<L>,
}

impl<P: PoolSpec<Item = Spark>, L: Place<P>> PoolOf<P, L> {
    pub(crate) fn new() -> Self {
        PoolOf { pool: ColumnPool::on_heap(), place: PhantomData }
    }
}

impl<P: PoolSpec<Item = Spark>, L: Place<P>> Sparks for PoolOf<P, L> {
    fn insert(&mut self, spark: Spark) -> Option<Bits> {
        self.pool.insert(spark).ok().map(bits)
    }

    fn remove(&mut self, handle: Bits) -> bool {
        let Some(handle) = Handle::from_bits(handle.handle) else { return false };
        let Some(spark) = self.pool.get_mut(handle) else { return false };
        *spark.life = 0.0;
        self.pool.remove(handle).is_some()
    }

    fn has(&self, handle: Bits) -> bool {
        Handle::from_bits(handle.handle).is_some_and(|handle| self.pool.get(handle).is_some())
    }

    fn columns_mut(&mut self) -> SparkColumnsMut<'_> {
        L::columns_mut(&mut self.pool)
    }

    fn find_burnt_out(&self, slots: &Slots, found: &mut Vec<Bits>) {
        L::find_burnt_out(&self.pool, slots, found);
    }

    fn len(&self) -> usize {
        self.pool.len()
    }

    fn refused(&self) -> u64 {
        self.pool.full_count()
    }
}
