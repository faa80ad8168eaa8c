//! Save games: how a later version of a program reads them, and the errors for what it cannot read.
//!
//! [`rollback`](super::rollback) says what an item has to be, what a world is, and what is state.
//! [`formats`](super::formats) compares bytes with `serde`.
//!
//! # A save game of an earlier version
//!
//! Only capacities can differ between a save and the world that reads it. If you add, remove or move a field of the
//! world or of an item, a restore returns an error. The error names the field:
//!
//! ```text
//! score: this field is new: the save does not have it
//! the save has the field `lives`, which is gone
//! teams[0].boss: this field was saved with another type
//! ships: the item differs: its field `armor` is new: the save does not have it
//! ships: the guard differs: `guard`, `on_wrap` or the bytes of a generation, which follow from `generation_bits`
//! ```
//!
//! The keys of a pool stay as they were, too. The item of another pool that has its handles differs if `generations`,
//! `handle_bytes` or `grows_to` do.
//!
//! A save has the names of a world's fields. Of an item it has only a hash of the types of its fields. So the restore
//! tries what may have changed, to name the field. If several things changed at once, or a field is gone whose type is
//! not a number, the error says only that the item differs.
//!
//! To read an earlier save, keep the old structs, restore into them, and move their values over. The old structs need
//! new names in the source, but the saves have the old names. Keys of [`#[snapshot(..)]`](derive@crate::Snapshot#keys)
//! give the old names:
//!
//! | what was renamed | key | why |
//! |---|---|---|
//! | an item or an enum, `Ship` | `name = "Ship"` on it | items may name it, as in `Option<ShipHandle>` |
//! | another type that a field of an item names | `type = "Tiles"` on the field | the name is in the save |
//! | a field of a world, or of columns | `name = "ships"` on it | the name is in the save |
//! | a field of an item, a world, a pool of `pool!` | none | these names are not in saves |
//!
//! `name` counts in all items and enums that name the type: in a `Link<Ship>`, in an `Option`, an array or a tuple, and
//! as the item of an entry of `pool!`. It does not count where the derive cannot know the type: in a generic struct, in
//! the parameter of another type, such as `Range<Ship>`, in `handle_array!`, and in a field of a world that is saved as
//! fields of items are (`#[snapshot(plain)]`, or a list of `heapless`). Write `type` there. So too if a field has
//! values of a type without `Snapshot`; links to such a type know its `name`.
//!
//! The example reads saves of versions 1, 2 and 3. Version 2 adds a field to the world, and enlarges the pool. Version
//! 3 changes the item, and renames the field with the pool:
//!
//! ```
//! use stackpool::{Heap, Pool, Snapshot, SnapshotError};
//! # mod shipped {
//! #     use stackpool::{Heap, Pool, Snapshot};
//! #     #[derive(Pool, Snapshot)]
//! #     #[pool(capacity = 60, grows_to = 1_000)]
//! #     #[snapshot(item)]
//! #     pub struct Ship { pub fuel: u32, pub next: Option<ShipHandle> }
//! #     #[derive(Snapshot)]
//! #     pub struct World { pub ships: Heap<ShipPool>, pub frame: u32 }
//! #     pub fn save() -> Vec<u8> {
//! #         let mut world = World { ships: ShipPool::on_heap(), frame: 9 };
//! #         let last = world.ships.insert(Ship { fuel: 7, next: None }).ok();
//! #         world.ships.insert(Ship { fuel: 8, next: last }).ok();
//! #         world.save()
//! #     }
//! # }
//!
//! // Version 3, the one of today.
//! #[derive(Pool, Snapshot)]
//! #[pool(capacity = 200, grows_to = 1_000)]
//! #[snapshot(item)]
//! struct Ship {
//!     fuel: f32,
//!     armor: u16,
//!     next: Option<ShipHandle>,
//! }
//!
//! #[derive(Snapshot)]
//! struct World {
//!     fleet: Heap<ShipPool>,
//!     frame: u32,
//!     score: u32,
//! }
//!
//! // What versions 1 and 2 had under the name `Ship`. The keys of the pool are those of today.
//! #[derive(Pool, Snapshot)]
//! #[pool(capacity = 200, grows_to = 1_000)]
//! #[snapshot(item, name = "Ship")]
//! struct OldShip {
//!     fuel: u32,
//!     next: Option<OldShipHandle>,
//! }
//!
//! #[derive(Snapshot)]
//! struct World2 {
//!     ships: Heap<OldShipPool>,
//!     frame: u32,
//!     score: u32,
//! }
//!
//! #[derive(Snapshot)]
//! struct World1 {
//!     ships: Heap<OldShipPool>,
//!     frame: u32,
//! }
//!
//! impl From<World1> for World2 {
//!     fn from(World1 { ships, frame }: World1) -> Self {
//!         World2 { ships, frame, score: 0 }
//!     }
//! }
//!
//! impl From<World2> for World {
//!     fn from(World2 { mut ships, frame, score }: World2) -> Self {
//!         let mut fleet = ShipPool::on_heap();
//!         // Other objects under the same handles, and the same slots are free.
//!         ships.map_into(&mut fleet, |_, old| Ship {
//!             fuel: old.fuel as f32,
//!             armor: 100,
//!             next: old.next.and_then(|next| ShipHandle::from_bits(next.to_bits())),
//!         });
//!         World { fleet, frame, score }
//!     }
//! }
//!
//! /// Reads a save game. The file has the version of the game before the save.
//! fn load(version: u32, saved: &[u8]) -> Result<World, SnapshotError> {
//!     let ships = OldShipPool::on_heap;
//!     if version == 1 {
//!         let mut world = World1 { ships: ships(), frame: 0 };
//!         world.restore(saved)?;
//!         return Ok(World2::from(world).into());
//!     }
//!     if version == 2 {
//!         let mut world = World2 { ships: ships(), frame: 0, score: 0 };
//!         world.restore(saved)?;
//!         return Ok(world.into());
//!     }
//!     let mut world = World { fleet: ShipPool::on_heap(), frame: 0, score: 0 };
//!     world.restore(saved)?;
//!     Ok(world)
//! }
//!
//! let saved = shipped::save(); // by version 1
//! let world = load(1, &saved)?;
//! let ships: Vec<_> = world.fleet.iter().collect();
//! assert_eq!((ships[0].1.fuel, ships[1].1.fuel, ships[1].1.armor), (7.0, 8.0, 100));
//! assert_eq!((ships[1].1.next, world.frame), (Some(ships[0].0), 9));
//! assert_eq!(load(3, &world.save())?.save(), world.save());
//!
//! let error = load(2, &saved).err().unwrap();
//! assert_eq!(error.to_string(), "score: this field is new: the save does not have it");
//! # Ok::<(), SnapshotError>(())
//! ```
//!
//! [`map_into`](crate::Pool::map_into) takes pools that differ in their items only. So `OldShip` has the capacity of
//! version 3. `grows_to` lets its pool read the saves of the smaller one. Without a version in the file, try the newest
//! struct first, then the earlier ones: a restore that fails changes nothing.
//!
//! If the field `ships` is renamed and nothing else changes, the key alone is enough, and no old struct is needed:
//! `#[snapshot(name = "ships")]` before `fleet`.
//!
//! After the capacity of a pool was raised, [`restore_resized`][resized] reads the saves of the smaller one, if handles
//! keep their meaning there.
//!
//! **Write `grows_to = N` from the first release on.** N is the largest capacity that the pool may ever have. Handles,
//! saves, deltas and serde data are then laid out for N slots, so you can raise the capacity up to N.
//! [`restore`](crate::Pool::restore) reads the saves of all these capacities, because a save does not record the
//! capacity. The costs: a handle has the bits of a larger index, links in saves have as many bytes, and a `History` has
//! room for a delta of N slots. The pool in memory stays as small. A smaller pool also reads what fits. It refuses a
//! save with more slots than it has, or with more waiting slots than its quarantine keeps.
//!
//! Without `grows_to`, a larger capacity can widen each [`Link`](crate::Link) to the pool, and so change the layout of
//! other items. `handle_bytes = N` on the definition keeps the width of its links, and a
//! [`WideLink`](crate::WideLink) in an item has 4 bytes at every capacity. Both keep the layout of the item, and not
//! the meaning of the bits: only `grows_to` keeps that.
//!
//! ```
//! use stackpool::Pool;
//!
//! mod version_1 {
//!     stackpool::pool! { pub Ships: [u32; 2_048], grows_to = 16_000; }
//! }
//! stackpool::pool! { Ships: [u32; 6_144], grows_to = 16_000; }
//!
//! let mut old = version_1::ShipsPool::new();
//! let hero = old.insert(7).unwrap();
//!
//! let mut ships = ShipsPool::new();
//! ships.restore(&old.save())?;
//! let hero = ShipsHandle::from_bits(hero.to_bits()).unwrap();
//! assert_eq!(ships[hero], 7);
//! # Ok::<(), stackpool::SnapshotError>(())
//! ```
//!
//! Without the key, handles keep their meaning while an index has as many bits and the pool has as many
//! [`GENERATIONS`](crate::Pool::GENERATIONS): mostly up to one slot below the next power of two, from 600 to 1,023. (At
//! 1,024 the last code of a handle is needed for `None`, so there is one generation less.) Under `guard = live`,
//! handles are indexes alone, and keep their meaning while a handle has as many bytes, except at capacities of 256 and
//! 65,536, which leave no code for `None`.
//!
//! Above that, handles mean something else, and the new pool cannot read the bytes. Restore into a pool of the old
//! capacity. Insert its objects in the new pool, in slot order, and replace all stored handles. Keep the new handle of
//! each object in a [`HandleMap`](crate::HandleMap) of the old pool.
//!
//! # What is not saved
//!
//! A world is saved without its fields with `skip`, and without what is outside of it. If a saved object has a handle
//! of such an object, the handle comes back with the save, and the object does not. In a new program the handle names
//! nothing, and then whatever object comes to its slot first. [`Pool::lost_links`](crate::Pool::lost_links) finds these
//! handles. Call it after the restore, before the pool that was not saved gets its first object:
//!
//! ```
//! use stackpool::{Pool, Snapshot};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10)]
//! struct Effect {
//!     name: &'static str,
//! }
//!
//! #[derive(Pool, Snapshot)]
//! #[pool(capacity = 10)]
//! #[snapshot(item)]
//! struct Ship {
//!     effect: Option<EffectHandle>,
//! }
//!
//! #[derive(Snapshot)]
//! struct World {
//!     ships: ShipPool,
//!     #[snapshot(skip)]
//!     effects: EffectPool,
//! }
//!
//! # let new = || World { ships: ShipPool::new(), effects: EffectPool::new() };
//! # let mut world = new();
//! # let smoke = world.effects.insert(Effect { name: "smoke of the ship" }).ok();
//! # let ship = world.ships.insert(Ship { effect: smoke }).ok().unwrap();
//! # let mut buffer = [0; World::SAVED_BYTES];
//! # let saved = world.save_into(&mut buffer)?;
//! let mut loaded = new(); // the next day
//! loaded.restore(saved)?;
//! let World { ships, effects } = &mut loaded;
//! let lost: Vec<_> = ships.lost_links(|effect| effects.contains(effect)).collect();
//! for lost in lost {
//!     println!("ships, {lost}"); // ships, slot 0: `effect` names no object of `Effect`
//!     ships[lost.object()].effect = None;
//! }
//! effects.insert(Effect { name: "a spark of something else" }).ok();
//! assert!(loaded.ships[ship].effect.is_none());
//! # assert_eq!(loaded.effects.values().next().unwrap().name, "a spark of something else");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A rollback in a running program has the same problem, if a pool with `skip` goes on: an effect may have ended since
//! the save. There the generations catch most of these handles, and `lost_links` finds them. It asks about one pool.
//! For handles of a pool that the program does not have, pass `|_: EffectHandle| false`.
//!
//! Column pools and the values of side tables have the same method: [`ColumnPool`](crate::ColumnPool::lost_links),
//! [`HandleMap`](crate::HandleMap::lost_links), [`SparseHandleMap`](crate::SparseHandleMap::lost_links). If the keys of
//! a side table name nothing, because the table is saved and its pool is not, `retain` removes them:
//! `trails.retain(|ship, _| ships.contains(ship))`.
//!
//! # What later versions read
//!
//! Saves of pools, side tables and structs have the version of their format in their first 16 bytes: 3 for pools with
//! `marks`, whose saves have the order of insertion, 6 for structs, whose saves have the names of their fields, and 2
//! for most else. (The table in [`formats`](super::formats#what-is-in-the-bytes) has all of them.) A pool that got
//! `marks` later reads its saves of version 2, with the order of slots as that of
//! insertion. A struct reads its saves of version 2, which have no names; a restore of such a save into another version
//! of the struct names the field if it can be found out. A later version of this crate reads the saves of all versions
//! from 2 on. A release that stops reading one is a major release, and its release notes say how to convert the saves.
//! The repository has files that this version wrote (`tests/worlds/golden`), and every version reads them in its tests.
//! A delta is useless without its base: save games are whole saves.
//!
//! # Hostile bytes
//!
//! Images (the bytes of saves) may come from a file or a peer. `restore` checks all bytes before it changes the pool. A
//! wrong image is an error, never undefined behaviour. `restore` accepts exactly the images that `save` can write. An
//! image says the shape of its pool (capacity, guard, types of the item's fields in their order), so that an image of
//! another pool is refused. It does not say the names of an item's fields, nor the fields of those types: if you change
//! the meaning of a field, change a version number of your own. A save of an earlier format is accepted too, and is
//! then written in the format of today.
//!
//! A save has no checksum. Bytes that were damaged on a disk are often a valid save of another state. Store
//! [`checksum`](fn@crate::checksum) beside the save of a file. A delta has one.
//!
// A method of feature `alloc`. Without it, the link leads to its page on docs.rs.
#![cfg_attr(feature = "alloc", doc = "\n[resized]: crate::Snapshot::restore_resized")]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "\n[resized]: https://docs.rs/stackpool/latest/stackpool/trait.Snapshot.html#method.restore_resized"
)]
