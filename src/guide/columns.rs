//! Columns: a struct of arrays behind the handles of a pool.
//!
//! A [`ColumnPool`](crate::ColumnPool) keeps each field of its objects in an array of its own. A loop over some fields
//! reads these and nothing else, and the compiler uses vector instructions.
//!
//! ```text
//!  Pool          | pos vel ttl | pos vel ttl | pos vel ttl | ...       one array of objects
//!
//!  ColumnPool    | pos pos pos ... | vel vel vel ... | ttl ttl ttl ... |   one array per field
//!                  slot 0, 1, 2      slot 0, 1, 2      slot 0, 1, 2
//! ```
//!
//! Handles, guards, free slots, side tables, marks and saved bytes are those of every pool. A few methods differ,
//! because there are no references to whole objects: `get` returns references to the fields, and so do iterators;
//! `copy_of` gives the object, and `replace` takes another one (a pool also has `detach`, and `map_into` another pool);
//! a [`cursor`](crate::ColumnPool::cursor) goes on by `next_row`.
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10_000, columns)]
//! struct Particle {
//!     position: [f32; 3],
//!     velocity: [f32; 3],
//!     ttl: f32,
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let particles = Particle::take_pool()?; // a static `ColumnPool<Particle>`
//! particles.extend((0..1_000).map(|i| Particle { position: [0.0; 3], velocity: [i as f32; 3], ttl: 2.0 }));
//!
//! let columns = particles.slot_columns_mut();
//! let velocities = columns.velocity.as_flattened(); // all numbers of a column as one slice
//! for (position, velocity) in columns.position.as_flattened_mut().iter_mut().zip(velocities) {
//!     *position += velocity / 60.0;
//! }
//! for ttl in columns.ttl {
//!     *ttl -= 1.0 / 60.0;
//! }
//! particles.retain(|_handle, particle| *particle.ttl > 0.0);
//! # Ok(())
//! # }
//! ```
//!
//! # Which pool
//!
//! | what the program does with the objects | pool |
//! |---|---|
//! | loops over a few fields of all of them | `columns` |
//! | looks up single objects at random | [`Pool`](struct@crate::Pool): an object is in one cache line |
//! | both | `columns`, with the fields that belong together [in a group](#hot-and-cold) |
//! | has a `String` or a `Box` in them | `Pool`; or `columns`, with that field in a [side table](super::side_tables) |
//!
//! # Free slots
//!
//! The slices have free slots too, so that a loop needs no mask. A free slot holds an old value. Writing there does no
//! harm. Where a sum or a collision must not see free slots, ask which slots are live:
//!
//! ```
//! # use stackpool::Pool;
//! # #[derive(Pool)] #[pool(capacity = 1_000, columns)] struct Particle { mass: f32, age: f32 }
//! # let mut particles = ParticlePool::new();
//! # particles.extend((0..10).map(|i| Particle { mass: i as f32, age: 0.0 }));
//! # particles.retain(|handle, _| handle.index() % 2 == 0);
//! let (columns, live) = particles.slot_columns_and_live_mut();
//! let mut mass = 0.0;
//! live.for_each(|slot| mass += columns.mass[slot]); // slot by slot, 64 at a time
//! for run in live.ranges() {
//!     columns.age[run].fill(0.0); // run by run
//! }
//! # assert_eq!(mass, 20.0);
//! ```
//!
//! A loop over a column costs the slots that were used since the pool was last cleared or wait, a loop over live slots
//! what is live. Of 65,535 slots with 28 bytes of columns each, the second took 0.6 of the time of the first with one
//! slot in ten live, and 2.4 times as long with nine in ten.
//!
//! # Hot and cold
//!
//! Each column is a cache line of its own. An object that is looked up at random costs one line per field. Fields that
//! are always used together can share a column of rows:
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000, columns)]
//! struct Unit {
//!     #[pool(group = body)]
//!     position: [f32; 2],
//!     #[pool(group = body)]
//!     radius: f32,
//!     health: u16,
//! }
//!
//! let mut units = UnitPool::new();
//! let unit = units.insert(Unit { position: [1.0, 2.0], radius: 0.5, health: 10 }).unwrap();
//! let body: &UnitBody = &units.slot_columns().body[unit.index()]; // both fields, side by side
//! assert_eq!((body.position[0], body.radius), (1.0, 0.5));
//! assert_eq!(units.get(unit).unwrap().radius, &0.5); // by name, as without a group
//! ```
//!
//! # To the graphics card
//!
//! A column is a slice of plain data: `bytemuck::cast_slice(columns.position)` is its bytes, as a buffer wants them.
//! The index of a handle is the position there. Types of `glam` are fields as any others.
//!
//! # Many cores
//!
//! [`slot_columns_parts_mut`](crate::ColumnPool::slot_columns_parts_mut) splits the columns for threads, and
//! [`parts_mut`](crate::Pool::parts_mut) the objects of any pool or side table. Feature `rayon` adds `par_slot_columns_mut`,
//! `par_iter_mut` and their siblings.
//!
//! ```
//! # use stackpool::Pool;
//! # #[derive(Pool)] #[pool(capacity = 1_000, columns)] struct Particle { position: f32, velocity: f32 }
//! # let mut particles = ParticlePool::new();
//! # particles.extend((0..500).map(|i| Particle { position: 0.0, velocity: i as f32 }));
//! std::thread::scope(|scope| {
//!     for part in particles.slot_columns_parts_mut(4) {
//!         scope.spawn(move || {
//!             for (position, velocity) in part.columns.position.iter_mut().zip(&*part.columns.velocity) {
//!                 *position += velocity / 60.0;
//!             }
//!         });
//!     }
//! });
//! ```
//!
//! # Bytes
//!
//! A column pool whose fields are plain data is saved and restored as every pool is: see [rollback](super::rollback). A
//! struct with private fields needs [`#[pool(saved)]`](derive@crate::Columns#saved-fields) for that.
//! `#[pool(skip)]` keeps a field out of the bytes, for what follows from other fields or belongs to this machine.
//!
//! The bytes are as many as those of a `Pool` of the same fields. Six columns of 20 bytes together, 40,000 objects,
//! were saved in 1.2 times the time of rows (24 us) and restored in 1.6 times (38 us) when all slots were live. With a
//! random half of the slots live both took twice as long as with rows, since each run of live slots is copied once per
//! column.
