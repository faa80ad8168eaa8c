//! Insertion under a handle that another pool gave out.

use super::Pool;
use crate::base::full::Occupied;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::track::Site;

/// # Insertion under a given handle
impl<P: PoolSpec> Pool<P> {
    /// Puts `item` in the slot of `handle`, which another pool of this definition gave out.
    ///
    /// Afterwards the handle names the item in this pool too. In a pool with [marks](Pool#marks), it is the newest.
    ///
    /// Use it for copies of a pool that do not see every operation: a client that mirrors the objects of a server, or
    /// a client that removed an object too early and puts it back under its handle. The handles that this pool gives
    /// out next follow from its own operations. If they have to be those of the other pool too, fill both pools in
    /// the same order, or [save and restore](Pool::restore).
    ///
    /// A pool cannot be collected from pairs of handle and item, because a slot may be taken. A loop says what happens
    /// then: `for (handle, item) in pairs { pool.insert_at(handle, item)?; }`.
    ///
    /// It takes O(1) in a pool that only inserted since it was new or [cleared](Pool::clear), in whatever order: so a
    /// mirror can be rebuilt as the packets come.
    ///
    /// After removals, a slot may have to be searched, beginning with those that became free last: O(free slots), up to
    /// 0.15 ms with a million of them. Objects that this pool inserts and removes by itself make that more frequent, so
    /// give them a pool of another definition. In a dense pool a search is O(1) amortised: it notes what it passes. A
    /// slot in the quarantine is taken out of it, in O([`QUARANTINE`](Pool::QUARANTINE)).
    ///
    /// The search needs the table, so this method does not exist with `bookkeeping = free_list`.
    ///
    /// # Generations
    ///
    /// The slot takes the generation of the handle and continues from there.
    ///
    /// - **The handle that the slot gave out last** is valid again, as if its object had not been removed. No other
    ///   handle becomes valid.
    /// - **A later handle**: the slot skips the generations in between. They count as reuses: if generations wrap, a
    ///   stale handle is accepted again after [`GENERATIONS`](Pool::GENERATIONS) reuses, the skipped ones included.
    /// - **An earlier handle** exists only under `on_wrap = retire`, and is refused. There a handle never names two
    ///   objects, unless it is passed to `insert_at` again or the pool [goes back](Pool::restore). If generations
    ///   wrap, every other generation is a later one: the slot goes all the way round to it. Handles that the slot
    ///   gave out since then are accepted again when it reaches their generations.
    ///
    /// After [`restore`](Pool::restore), `clone_from` or deserialization, the pool accepts again the handles that it
    /// accepted when it was saved, and the same operations give the same handles.
    ///
    /// # An object that is out for a while
    ///
    /// [`detach`](Pool::detach) takes an object out and keeps its slot, as long as the pool is borrowed. `remove` and
    /// `insert_at` can lie any time apart, in another pool of the definition too. In between the slot is free. It is
    /// not used until [`QUARANTINE`](Pool::QUARANTINE) others were given back, as long as another one is free. If it
    /// was used, the error gives the object back. Under `strict` that is so too while the slot waits.
    ///
    /// # Errors
    ///
    /// [`Occupied`] with the item:
    ///
    /// - The slot holds an object, of any generation. [`handle_at`](Pool::handle_at) returns its handle.
    /// - Under `on_wrap = retire`, the slot has given out a later handle; or the slot is retired, and this is not the
    ///   handle that it gave out last.
    /// - Under [`strict`](crate::guard#strict), the slot waits. In a mirror that removes objects in an order of its
    ///   own, other slots wait than in the pool that it mirrors, so an object may be refused. Mirror a pool without
    ///   `strict`.
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
    pub fn insert_at(&mut self, handle: Handle<P>, item: P::Item) -> Result<(), Occupied<P::Item>>
    where
        P::Layout: Tabled + Tracked,
    {
        self.body.insert_at(handle, item, Site::caller())
    }
}
