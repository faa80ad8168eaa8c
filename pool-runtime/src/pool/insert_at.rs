//! Insertion under a handle that somebody else gave out.

use super::Pool;
use crate::base::full::Occupied;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::track::Site;

impl<P: PoolSpec> Pool<P> {
    /// Puts `item` in the slot of a handle that another pool of this definition gave out, so that the handle names it here: a
    /// client that mirrors a server's objects, or a pool of a larger capacity that takes over those of a smaller one by
    /// [`Handle::from_bits`]. O(1) where slots are filled in the order in which a new pool hands them out, else O(free slots).
    ///
    /// The slot becomes of the handle's generation: older handles of that generation name the object as well. What the pool
    /// gives out next follows from its own operations, so pools whose handles are to stay the same are filled in the same
    /// order, or saved and restored.
    ///
    /// The free slot is looked up in the table, so that there is no `insert_at` with `bookkeeping = free_list`.
    ///
    /// # Errors
    ///
    /// [`Occupied`] with the item when an object is in the slot, whatever its generation, or when the slot is retired.
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
        let index = handle.index();
        // SAFETY: 1. a handle's index is below the capacity.
        if unsafe { self.guard.is_live(index) } {
            return Err(Occupied(item));
        }
        // One that is neither live nor free is retired.
        let Some(position) = self.stack.position_of(index as u32) else { return Err(Occupied(item)) };
        // SAFETY: 1. and 2. both positions are those of free indices: there is one at least, so one is at the top.
        unsafe { self.stack.swap(position, self.stack.used()) };
        let taken = self.stack.pop();
        debug_assert_eq!(taken, Some(index as u32), "another index is at the top");
        // SAFETY: 1. a handle's index is below the capacity. 2. the guard has no fewer generations than handles.
        unsafe { self.guard.set_generation(index, handle.generation()) };
        // SAFETY: 1. the slot, which was free, was just taken from the stack.
        unsafe { self.fill(index, item, site) };
        Ok(())
    }
}
