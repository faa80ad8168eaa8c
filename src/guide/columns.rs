//! Columns: a struct of arrays behind the handles of a pool.
//!
//! A [`ColumnPool`](crate::ColumnPool) keeps each field of its objects in an array of its own. A loop over some fields
//! reads these and nothing else, and the compiler uses vector instructions.
//!
//! Use columns for loops over a few fields of thousands of objects: particles, bullets, bodies of a physics engine. If
//! most code reads whole objects by their handles, use a [`Pool`](struct@crate::Pool), which keeps each object in
//! one place.
//!
//! ```text
//!  Pool          | pos vel ttl | pos vel ttl | pos vel ttl | ...       one array of objects
//!
//!  ColumnPool    | pos pos pos ... | vel vel vel ... | ttl ttl ttl ... |   one array per field
//! ```
//!
//! With `dense`, the arrays have the objects without holes, all in the same order. When an object is removed, the last
//! one moves to its place. Without `dense`, each object stays in its slot: see [in place](#in-place).
//!
//! Handles, guards, free slots, side tables, marks and saved bytes are those of every pool. A few methods differ,
//! because no whole object is in memory. `get` and iterators return references to the fields. `copy_of` returns a copy
//! of the object, and `replace` puts another one in its place. `detach`, `map_into`,
//! `vacant_entry`, `insert_in_place`, `insert_array_with`, `get_many` and `handle_of` are methods of `Pool` alone.
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10_000, columns, dense)]
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
//! let columns = particles.columns_mut();
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
//! | loops over a few fields of all of them | `columns, dense` |
//! | loops over most fields of all of them, or sorts them | `dense` |
//! | looks up single objects at random | [`Pool`](struct@crate::Pool): an object is in one cache line |
//! | both | `columns, dense`, with the fields that belong together [in a group](#hot-and-cold) |
//! | has a `String` or a `Box` in them | `Pool`; or `columns`, with that field in a [side table](super::side_tables) |
//!
//! # In place
//!
//! Without `dense` an object stays in its slot. So the index of a handle is its position in the slices, also in arrays
//! of your own, and a look-up reads one table less. The slices have free slots too, so their methods have `slot` in the
//! name: `slot_columns_mut`, `slot_mass_mut`. A free slot holds an old value, and a write there does no harm. So most
//! loops need no check. If a sum or a collision must not see free slots, ask which slots are live:
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
//! A loop over a column visits the slots that were used since the pool was last cleared, and those that wait. A loop
//! over live slots visits live slots only. With 65,535 slots of 28 bytes of columns, the loop over live slots took 0.6
//! of the time with one slot in ten live. With nine in ten live it took 2.4 times as long.
//!
//! # Hot and cold
//!
//! Each field of an object is in a cache line of its own. So a random look-up loads one line per field. Fields that are
//! always used together can share one column, a group:
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000, columns, dense)]
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
//! let body: &UnitBody = &units.columns().body[units.position_of(unit).unwrap()]; // both fields, side by side
//! assert_eq!((body.position[0], body.radius), (1.0, 0.5));
//! assert_eq!(units.get(unit).unwrap().radius, &0.5); // by name, as without a group
//! ```
//!
//! # To the graphics card
//!
//! A column is a slice of plain data: `bytemuck::cast_slice(columns.position)` is its bytes. Fields in one group are
//! interleaved. [Graphics cards](super::graphics) has examples.
//!
//! # Many cores
//!
//! The columns of a dense pool are slices: `chunks_mut` splits them for threads, and `rayon` has `par_chunks_mut`.
//! [`slot_columns_parts_mut`](crate::ColumnPool::slot_columns_parts_mut) splits columns in place, and
//! [`parts_mut`](crate::Pool::parts_mut) the objects of any pool or side table. Feature `rayon` adds
//! `par_slot_columns_mut`, `par_iter_mut` and their siblings.
//!
//! ```
//! # use stackpool::Pool;
//! # #[derive(Pool)] #[pool(capacity = 1_000, columns, dense)] struct Particle { position: f32, velocity: f32 }
//! # let mut particles = ParticlePool::new();
//! # particles.extend((0..500).map(|i| Particle { position: 0.0, velocity: i as f32 }));
//! std::thread::scope(|scope| {
//!     let columns = particles.columns_mut();
//!     for (positions, velocities) in columns.position.chunks_mut(128).zip(columns.velocity.chunks(128)) {
//!         scope.spawn(move || {
//!             for (position, velocity) in positions.iter_mut().zip(velocities) {
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
//! struct with private fields needs [`#[pool(saved)]`](derive@crate::Columns#saved-fields) for that. `#[pool(skip)]`
//! keeps a field out of the bytes. Use it for data that follows from other fields or belongs to this machine. A restore
//! leaves the field as it was. In a dense pool it sets the field to zeros.
//!
//! The bytes are as many as those of a `Pool` of the same fields. Six columns of 20 bytes together, 40,000 objects,
//! were saved in 1.2 times the time of rows (24 us) and restored in 1.6 times (38 us) when all slots were live. With a
//! random half of the slots live both took twice as long as with rows, since each run of live slots is copied once per
//! column.
