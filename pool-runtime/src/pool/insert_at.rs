//! Insertion under a handle that somebody else gave out.

use super::Pool;
use crate::base::full::Occupied;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::track::Site;

impl<P: PoolSpec> Pool<P> {
    /// Puts `item` in the slot of a handle that another pool of this definition gave out, so that the handle
    /// names it here too. O(1) where slots are filled in the order in which a new pool hands them out, else
    /// O(free slots).
    ///
    /// It is for copies of a pool that do not see every operation: a client that mirrors a server's objects,
    /// or that removed an object which lives after all, and puts it back under its handle. What the pool
    /// gives out next follows from its own operations. So pools whose handles are to stay the same are filled
    /// in the same order, or [saved and restored](Pool::restore).
    ///
    /// The free slot is looked up in the table, so that there is no `insert_at` with `bookkeeping = free_list`.
    ///
    /// # Generations
    ///
    /// The slot takes the generation of the handle, and goes on from there.
    ///
    /// - **The handle that the slot gave out last** is valid again, as if its object had not been removed. No
    ///   other handle is.
    /// - **A later one**: the slot skips the generations in between. They count as reuses: where generations
    ///   wrap, a stale handle is accepted again after [`GENERATIONS`](Pool::GENERATIONS) reuses, the skipped
    ///   ones included.
    /// - **An earlier one** exists only under `on_wrap = retire`, and is refused: there a handle never names
    ///   two objects, unless it is passed to `insert_at` again or the pool [goes back](Pool::restore). Where
    ///   generations wrap, every other generation is a later one: the slot goes all the way round to it.
    ///   Handles that it gave out since then are accepted again as it comes to their generations.
    ///
    /// After going back, by [`restore`](Pool::restore), `clone_from` or deserialization, the pool takes the
    /// handles again that it took since the save, and the same operations give the same handles.
    ///
    /// # Errors
    ///
    /// [`Occupied`] with the item:
    ///
    /// - An object is in the slot, of whatever generation; [`handle_at`](Pool::handle_at) says which.
    /// - Under `on_wrap = retire` the slot has given out a later handle, or it is retired and this is not the
    ///   handle that it gave out last.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool, Clone, PartialEq)]
    /// #[pool(capacity = 1_000)]
    /// struct Ship {
    ///     fuel: u32,
    /// }
    ///
    /// let (mut server, mut client) = (ShipPool::new(), ShipPool::new());
    /// let gone = server.insert(Ship { fuel: 1 })?;
    /// let ship = server.insert(Ship { fuel: 2 })?;
    /// server.remove(gone);
    /// let next = server.insert(Ship { fuel: 3 })?;
    ///
    /// // The client heard of the two that are left, the later one first.
    /// client.insert_at(next, server[next].clone())?;
    /// client.insert_at(ship, server[ship].clone())?;
    /// assert!(client == server);
    /// assert!(client.insert_at(gone, Ship { fuel: 1 }).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_at(&mut self, handle: Handle<P>, item: P::Item) -> Result<(), Occupied<P::Item>>
    where
        P::Layout: Tabled + Tracked,
    {
        let site = Site::caller();
        let (index, generation) = (handle.index(), handle.generation());
        // SAFETY: 1. a handle's index is below the capacity.
        let is_live = unsafe { self.guard.is_live(index) };
        // SAFETY: 1. as above.
        if is_live || unsafe { self.guard.is_past(index, generation) } {
            return Err(Occupied(item));
        }
        // SAFETY: 1. as above.
        if unsafe { self.guard.is_retired(index) } {
            // It is not past this generation, which is then the last one. A retired slot is not on the stack.
            // SAFETY: 1. as above. 2. a slot retires when it is vacated in its last generation, which this
            // is.
            unsafe { self.guard.revive(index, generation) };
            // SAFETY: 1. as above.
            unsafe { self.guard.suspend(index) };
        } else {
            let Some(position) = self.stack.position_of(index as u32) else { return Err(Occupied(item)) };
            // SAFETY: 1. and 2. both positions are those of free indices: there is one at least, so one is at
            // the top.
            unsafe { self.stack.swap(position, self.stack.used()) };
            let taken = self.stack.pop();
            debug_assert_eq!(taken, Some(index as u32), "another index is at the top");
            // SAFETY: 1. as above. 2. the guard has no fewer generations than handles.
            unsafe { self.guard.set_generation(index, generation) };
        }
        // SAFETY: 1. the slot is neither live nor on the stack: it was just taken from there, or was retired.
        unsafe { self.fill(index, item, site) };
        Ok(())
    }
}
