//! Servers: connections, ids on the wire, caches, peaks, threads.
//!
//! A server has many objects of one kind, such as connections, sessions, orders or timers, that refer to each other, to
//! kernel objects and to clients. Use a pool if these references outlive their objects: an event of a connection that
//! was closed, a reply to a request that timed out.
//!
//! # Connections
//!
//! The handle goes into the event queue of the kernel as a number, and comes back with the event. It can be stale by
//! then: the connection was closed while its event waited, and the slot may have another one.
//!
//! ```
//! use stackpool::{Handle, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000_000, handle_bytes = 4)]
//! struct Connection {
//!     received: u64,
//! }
//!
//! let mut connections = ConnectionPool::on_heap();
//! let connection = connections.insert(Connection { received: 0 }).map_err(|_| "too many connections")?;
//! let token = u64::from(connection); // what `epoll` keeps
//!
//! // An event.
//! let found = Handle::try_from(token).ok();
//! match found.and_then(|handle| connections.get_mut(handle)) {
//!     Some(connection) => connection.received += 1,
//!     None => {} // closed meanwhile
//! }
//! # Ok::<(), &str>(())
//! ```
//!
//! `try_from` returns an error for a number that no handle has, so a random number never reaches another slot's memory.
//! Choose `handle_bytes = 4` or `generations = N` for ids that are kept: see [handles](crate::guide::handles).
//!
//! # Ids on the wire
//!
//! An id is a `u64`, or a text such as `17v3`:
//!
//! ```
//! use stackpool::{HandleError, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000, generations = 1_000)]
//! struct Order {
//!     amount: u32,
//! }
//!
//! /// Answers a client that cancels an order.
//! fn cancel(orders: &mut OrderPool, id: &str) -> Result<String, HandleError> {
//!     let order = id.parse()?;
//!     Ok(match orders.remove(order) {
//!         Some(order) => format!("{} less", order.amount),
//!         None => format!("{order} is not an order any more"),
//!     })
//! }
//!
//! let mut orders = OrderPool::new();
//! let order = orders.insert(Order { amount: 3 })?;
//! let id = order.to_string();
//! assert_eq!(cancel(&mut orders, &id)?, "3 less");
//! assert_eq!(cancel(&mut orders, &id)?, "0v0 is not an order any more");
//! assert_eq!(cancel(&mut orders, "4294967301").unwrap_err().to_string(), "slot 4294967301 of a pool with 1000 slots");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The bytes are those of [`to_bits`](crate::Handle::to_bits), in the order that the protocol has.
//!
//! A handle says which slot, and how often it was used. It is no secret, and no proof: a client can guess those of
//! others. Send it if the server checks that the object belongs to the client. For an id that must not be guessed, send
//! a random number, and keep a map from it to the handle.
//!
//! A handle of another pool of the same definition is accepted: check which pool an id is for, or use
//! [`Of`](crate::Of) with a marker type per pool.
//!
//! # Caches
//!
//! A cache has a bound, and drops the entry that nobody used for the longest time. Make it of a pool of entries, a
//! [`HandleList`](crate::HandleList) of them, the newest first, and a hash table of handles. The example `lru_cache` in
//! the repository does so for a million entries. A client can keep the handle of its entry: it finds the entry without
//! the key, and nothing after the entry left. A save is the bytes of the pool and of the list, so a server that
//! restarts has its entries and their order. It may give out again the handles that it gave out after the save: put the
//! number of the start beside a handle.
//!
//! | a million entries of 16 bytes | bytes per entry | ns per new entry | ns per request | ids of another entry |
//! |---|---:|---:|---:|---:|
//! | the example | 36.5 | 76 | 188 | 0 |
//! | the same with links in the entries, on `slab` | 42.5 | 71 | 180 | 63 % |
//! | the crate `lru`, which has no ids | 83.7 | 158 | 167 | |
//!
//! Of 2 million requests, 66 % were hits. The ids are those of the first million entries, asked after these requests.
//! The bytes of `lru` include 16 of the allocator for each entry. These are times of machine 2 of `BENCHMARKS.md`,
//! beside other programs.
//!
//! # Peaks
//!
//! A bound is where the server refuses, before all of its clients suffer. [No bound](crate::guide::no_bound) says what
//! a high one costs. After a peak, `shrink_to_fit()` of the `Heap` frees the memory, and all handles
//! stay valid. [`Stats`](crate::Stats) has the most objects that were live at once, and how many insertions were
//! refused.
//!
//! # Threads
//!
//! | what | how |
//! |---|---|
//! | objects that pass from thread to thread | [boxes](crate::guide::boxes): `boxed, sync = threads`; no lock |
//! | one pool, many threads, short operations | `Mutex<Heap<ConnectionPool>>` |
//! | one loop over all objects | [`parts_mut`](crate::Pool::parts_mut), or `par_iter_mut` with feature `rayon` |
//! | a pool per worker | an array of pools, and the number of the worker beside the handle |
//!
//! With a pool per worker, the number of the worker is a part of the id. An id is checked where it comes in:
//!
//! ```
//! # use stackpool::{Heap, Pool};
//! # #[derive(Pool)] #[pool(capacity = 64)] struct Session { user: u32 }
//! const WORKERS: u8 = 4;
//!
//! #[derive(Clone, Copy, PartialEq, Eq)]
//! struct Id {
//!     worker: u8,
//!     session: SessionHandle,
//! }
//!
//! impl From<Id> for u64 {
//!     fn from(id: Id) -> u64 {
//!         u64::from(id.session) << 8 | u64::from(id.worker)
//!     }
//! }
//!
//! impl TryFrom<u64> for Id {
//!     type Error = &'static str;
//!
//!     fn try_from(bits: u64) -> Result<Id, &'static str> {
//!         let worker = bits as u8;
//!         let session = SessionHandle::try_from(bits >> 8).map_err(|_| "no session has this id")?;
//!         if worker < WORKERS { Ok(Id { worker, session }) } else { Err("no worker has this number") }
//!     }
//! }
//!
//! let mut workers: Vec<Heap<SessionPool>> = (0..WORKERS).map(|_| SessionPool::on_heap()).collect();
//! let session = workers[2].insert(Session { user: 7 }).map_err(|_| "full")?;
//! let token = u64::from(Id { worker: 2, session });
//!
//! let id = Id::try_from(token)?;
//! assert_eq!(workers[usize::from(id.worker)][id.session].user, 7);
//! assert!(Id::try_from(token | 0xFF).is_err());
//! assert_eq!(size_of::<Id>(), 2);
//! # Ok::<(), &str>(())
//! ```
//!
//! # Handles before the objects
//!
//! A loader of assets makes objects on other threads, and others want to name them at once.
//! [`next_handles`](crate::Pool::next_handles) has the handles that the pool gives out next. Threads draw from them
//! with a counter, and the owner of the pool puts each object under the handle that it was promised,
//! [in any order](crate::Pool::insert_at):
//!
//! ```
//! use stackpool::{Handle, Pool};
//! use std::sync::{atomic::{AtomicUsize, Ordering}, mpsc};
//!
//! #[derive(Pool, Debug)]
//! #[pool(capacity = 1_000)]
//! struct Texture {
//!     name: String,
//! }
//!
//! let mut textures = TexturePool::on_heap();
//! let promised: Vec<Handle<Texture>> = textures.next_handles().take(100).collect();
//! let next = AtomicUsize::new(0);
//! let (sender, receiver) = mpsc::channel();
//! std::thread::scope(|scope| {
//!     for thread in 0..4 {
//!         let (promised, next, sender) = (&promised, &next, sender.clone());
//!         scope.spawn(move || {
//!             for file in 0..5 {
//!                 // `None`: more are wanted than were promised.
//!                 let Some(&handle) = promised.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
//!                 let name = format!("{thread}/{file}.png");
//!                 sender.send((handle, Texture { name })).expect("the owner waits for all");
//!             }
//!         });
//!     }
//! });
//! drop(sender);
//! for (handle, texture) in receiver {
//!     textures.insert_at(handle, texture)?;
//! }
//! assert_eq!(textures.len(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Until all have come, the owner draws from the same list: an insertion of its own would take the first of the
//! promised slots. A promise that is not kept costs nothing, since its slot stays free. Which thread gets which handle
//! depends on the threads. Where replays have to agree, give each task its handle before it starts. A save knows
//! nothing of promises: make it when all have been kept.
