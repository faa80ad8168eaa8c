//! Insertion under a handle that another pool gave out.

use super::Pool;
use crate::base::full::Occupied;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::track::Site;

/// # Insertion under a given handle
impl<P: PoolSpec> Pool<P> {
    /// Puts `item` in the slot of `handle`, which another pool of this definition gave out.
    ///
    /// Afterwards the handle names the item in this pool too. In a pool with [marks](Pool#marks), the item is the
    /// newest.
    ///
    /// Use it for a copy of a pool that does not see every operation. For example, a client mirrors the objects of a
    /// server, or puts back an object that it removed too early.
    ///
    /// The handles that this pool gives out next follow from its own operations. If they must be the same as in the
    /// other pool, fill both pools in the same order, or [save and restore](Pool::restore).
    ///
    /// A pool cannot be collected from pairs of handle and item, because a slot may be taken. Write a loop, which
    /// handles that error: `for (handle, item) in pairs { pool.insert_at(handle, item)?; }`.
    ///
    /// It takes O(1) if the pool only inserted since it was new or [cleared](Pool::clear). The order of the insertions
    /// does not matter. So a client can rebuild a mirror as the packets arrive.
    ///
    /// After removals, the pool may have to search its free slots for this one: O(free slots), up to 0.15 ms with a
    /// million of them. The search begins with the slots that became free last. Objects that this pool inserts and
    /// removes by itself make searches more frequent, so keep such objects in a pool of another definition. In a dense
    /// pool a search is O(1) amortised, because it records the slots that it passes. If the slot is in the quarantine,
    /// it is taken out, in O([`QUARANTINE`](Pool::QUARANTINE)).
    ///
    /// The search needs the table, so this method does not exist with `bookkeeping = free_list`.
    ///
    /// # Generations
    ///
    /// The slot takes the generation of the handle and continues from there.
    ///
    /// - **The handle that the slot gave out last** is valid again, as if its object had not been removed. No other
    ///   handle becomes valid.
    /// - **A later handle**: the slot skips the generations in between. Skipped generations count as reuses. If
    ///   generations wrap, a stale handle is accepted again after [`GENERATIONS`](Pool::GENERATIONS) reuses, including
    ///   the skipped ones.
    /// - **An earlier handle** exists only under `on_wrap = retire`, and is refused. Under `retire` a handle never
    ///   names two objects, unless you pass it to `insert_at` again or the pool [goes back](Pool::restore). If
    ///   generations wrap, every other generation counts as later: the slot advances through all generations in
    ///   between. It accepts handles that it gave out since then again when it reaches their generations.
    ///
    /// After [`restore`](Pool::restore), `clone_from` or deserialization, the pool accepts again the handles that it
    /// accepted when it was saved. The same operations then give the same handles.
    ///
    /// # An object that is out for a while
    ///
    /// [`detach`](Pool::detach) takes an object out and keeps its slot, as long as the pool is borrowed. Between
    /// `remove` and `insert_at`, any time may pass, and the pools may be different pools of one definition. In between,
    /// the slot is free. If after each insertion at least [`QUARANTINE`](Pool::QUARANTINE) slots are free, the pool
    /// does not use it before as many others were freed. If the slot was used, the error returns the object. Under
    /// `strict`, the error also returns the object while the slot waits.
    ///
    /// # Errors
    ///
    /// [`Occupied`] with the item:
    ///
    /// - The slot holds an object, of any generation. [`handle_at`](Pool::handle_at) returns its handle.
    /// - Under `on_wrap = retire`, the slot has given out a later handle.
    /// - Under `on_wrap = retire`, the slot is retired, and this is not the handle that it gave out last.
    /// - Under [`strict`](crate::guard#strict), the slot waits. A mirror that removes objects in its own order has
    ///   other waiting slots than the pool that it mirrors, so it may refuse an object. Mirror a pool without `strict`.
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
    /// let ship = server.insert(Ship { fuel: 2 })?;
    /// let next = server.insert(Ship { fuel: 3 })?;
    ///
    /// // The client is told of the two ships that are left, the later one first.
    /// client.insert_at(next, server[next].clone())?;
    /// client.insert_at(ship, server[ship].clone())?;
    /// assert!(client == server);
    /// assert!(client.insert_at(next, Ship { fuel: 1 }).is_err()); // the slot holds an object
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "insert_at_slot")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_at<K: PoolSpec>(
        &mut self,
        handle: Handle<K>,
        item: P::Item,
    ) -> Result<(), Occupied<P::Item>>
    where
        P::Layout: Tabled + Tracked,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.insert_at(handle, item, Site::caller())
    }
}
