//! Side tables: data that only some objects have, found by the same handles.
//!
//! A [`HandleMap`](crate::HandleMap) has one place for each slot of the pool, so a handle finds its value by index,
//! with no search and no hashing. It also stores the handle of each value. So the handle of a newer object in the slot
//! does not find the value of a removed object, as long as the generations of the two differ.
//!
//! Use one for data that few objects have, or that another part of the program adds. What nearly every object has is
//! better a field of it.
//!
//! ```
//! use stackpool::{HandleMap, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000)]
//! struct Monster {
//!     hp: i32,
//! }
//!
//! let mut monsters = MonsterPool::new();
//! let mut poison = HandleMap::<Monster, i32>::new();
//!
//! let boss = monsters.insert(Monster { hp: 900 })?;
//! monsters.insert(Monster { hp: 40 })?;
//! poison.insert(boss, 25);
//!
//! for (_handle, monster, damage) in monsters.join_mut(&poison) {
//!     monster.hp -= damage;
//! }
//! assert_eq!(monsters[boss].hp, 875);
//! # Ok::<(), stackpool::Full<Monster>>(())
//! ```
//!
//! [`join`](crate::Pool::join) walks two tables together in slot order, 64 slots at a time. A slot that only one of
//! them has is skipped. Joins of three tables are chains:
//!
//! ```
//! # use stackpool::{HandleMap, Pool};
//! # #[derive(Pool)] #[pool(capacity = 1_000)] struct Monster { hp: i32 }
//! # let mut monsters = MonsterPool::new();
//! # let (mut poison, mut armour) = (HandleMap::<Monster, i32>::new(), HandleMap::<Monster, i32>::new());
//! # let boss = monsters.insert(Monster { hp: 900 })?;
//! # poison.insert(boss, 25);
//! # armour.insert(boss, 5);
//! for (_handle, (monster, damage), armour) in monsters.join_mut(&poison).join(&armour) {
//!     monster.hp -= damage - armour;
//! }
//! # assert_eq!(monsters[boss].hp, 880);
//! # Ok::<(), stackpool::Full<Monster>>(())
//! ```
//!
//! # Which table
//!
//! | the data | where to keep it | bytes per slot of the pool | bytes per entry |
//! |---|---|---|---|
//! | all objects have it | a field of the object | | |
//! | many objects have it, or joins need it | [`HandleMap`](crate::HandleMap) | 1 and a value | |
//! | few objects have it | [`SparseHandleMap`](crate::SparseHandleMap) | 2 | a handle and a value |
//! | handles in an order of their own: a grid, an index buffer | [`HandleArray`](crate::HandleArray) | | a handle |
//! | objects in lists, trees or queues | [structures](super::structures) | | |
//!
//! A `SparseHandleMap` declares how many entries it has room for, at most 65,535. With handles of 2 bytes, it is
//! smaller than a `HandleMap` if that number is below this share of the capacity:
//!
//! | bytes of a value | bytes per slot of a `HandleMap` | bytes per entry of a `SparseHandleMap` | share |
//! |---|---|---|---|
//! | 1 | 2 | 3 | never |
//! | 4 | 5 | 6 | 50 % |
//! | 16 | 17 | 18 | 83 % |
//! | 64 | 65 | 66 | 95 % |
//!
//! ```
//! use stackpool::{HandleMap, SparseHandleMap, pool};
//!
//! pool! {
//!     Monsters: [[u8; 32]; 10_000];
//! }
//!
//! type Everywhere = HandleMap<Monsters, [f32; 4]>;
//! type OnAFew = SparseHandleMap<Monsters, [f32; 4], 500>;
//! assert_eq!(Everywhere::TOTAL_BYTES / 1_000, 170); // KB
//! assert_eq!(OnAFew::TOTAL_BYTES / 1_000, 29);
//! ```
//!
//! A `SparseHandleMap` also visits its values as one slice, without gaps. It has no joins: a loop over its few values
//! [does the same](crate::SparseHandleMap#joins).
//!
//! A `HandleArray` packs handles to the bits that they need. That pays under `guard = live`: 14 bits instead of 16 at
//! a capacity of 10,000. Under the default guard there is mostly nothing to gain, because the generation takes all
//! bits that the index leaves over.
//!
//! ```
//! use stackpool::{handle_array, pool};
//!
//! pool! {
//!     Tiles: [[u8; 32]; 10_000], guard = live;
//! }
//!
//! /// A map of 64 by 64 places, each with a tile or without.
//! type Map = handle_array![Option<TilesHandle>; 4_096];
//! assert_eq!(size_of::<Map>(), 4_096 * 14 / 8);
//! assert_eq!(size_of::<[Option<TilesHandle>; 4_096]>(), 4_096 * 16 / 8);
//!
//! let (mut tiles, mut map) = (TilesPool::new(), Map::new());
//! let [x, y] = [3, 5];
//! map.set(64 * y + x, Some(tiles.insert([7; 32])?));
//! let tile = map.get(64 * y + x).flatten();
//! assert_eq!(tile.and_then(|tile| tiles.get(tile)), Some(&[7; 32]));
//! # Ok::<(), stackpool::Full<[u8; 32]>>(())
//! ```
//!
//! # Objects that are gone
//!
//! A side table does not know what happens in the pool: an object that leaves the pool has to leave each table too. Put
//! the tables in a struct with [`#[derive(SideTables)]`](trait@crate::SideTables), and one call does it. A table that
//! is added later cannot be left out.
//!
//! ```
//! use stackpool::{HandleList, HandleMap, Pool, SideTables};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000)]
//! struct Monster {
//!     hp: i32,
//! }
//!
//! #[derive(SideTables)]
//! #[tables(of = Monster)]
//! struct World {
//!     monsters: MonsterPool,
//!     poison: HandleMap<Monster, i32>,
//!     turns: HandleList<Monster>,
//!     #[tables(skip)]
//!     frame: u32,
//! }
//!
//! let mut world =
//!     World { monsters: MonsterPool::new(), poison: HandleMap::new(), turns: HandleList::new(), frame: 0 };
//! let boss = world.monsters.insert(Monster { hp: 900 })?;
//! world.poison.insert(boss, 25);
//! world.turns.push_back(boss);
//!
//! world.forget(boss); // leaves the pool, the map and the list
//! assert!(world.monsters.is_empty() && world.poison.is_empty() && world.turns.is_empty());
//! # let _ = (Monster { hp: 1 }.hp, world.frame);
//! # Ok::<(), stackpool::Full<Monster>>(())
//! ```
//!
//! The struct can have the tables of several pools: `#[tables(of = (Monster, Item))]`. It can be without the pool:
//! [`tables.remove_from(&mut monsters, boss)`](crate::SideTables::remove_from) then removes the object from both and
//! returns it.
//!
//! If many objects leave the pool at once, sweep:
//! [`tables.retain_handles(..)`](crate::SideTables::retain_handles), or
//! [`retain_live`](crate::HandleMap::retain_live) of one table, which drops the values whose handles the pool does not
//! accept:
//!
//! ```
//! # use stackpool::{HandleMap, pool};
//! # pool! { Monsters: [i32; 1_000]; }
//! # let mut monsters = MonstersPool::new();
//! # let mut poison = HandleMap::<Monsters, i32>::new();
//! # let (boss, rat) = (monsters.insert(900)?, monsters.insert(2)?);
//! # poison.extend([(boss, 25), (rat, 25)]);
//! monsters.retain(|_handle, hp| *hp > 25);
//! poison.retain_live(&monsters);
//! assert!(poison.keys().eq([boss]));
//! # Ok::<(), stackpool::Full<i32>>(())
//! ```
//!
//! `retain_live` compares handles and nothing else. If a slot was reused until a newer object got the same handle
//! again, the value of the old object looks like one of the newer object, and stays. It says
//! [how often to sweep](crate::HandleMap#how-often), so that this does not happen. After a
//! [restore](super::rollback#what-restores-together) of the pool alone, no sweep helps.
//!
//! To learn of each object that ended, give the pool `changes`. Then [`take_ended`](crate::HandleMap::take_ended)
//! removes the value of an object that is gone, and returns it: to stop a sound, to free a body of a physics engine. It
//! finds the value also if the slot has a new object:
//!
//! ```
//! # use stackpool::{Change, HandleMap, pool};
//! # struct Sound(&'static str);
//! # impl Sound { fn stop(self) { assert_eq!(self.0, "squeak"); } }
//! pool! { Animals: [&'static str; 1_000], changes; }
//!
//! # let mut animals = AnimalsPool::new();
//! # let mut sounds = HandleMap::<Animals, Sound>::new();
//! # let rat = animals.insert("squeak")?;
//! # for frame in 0..2 {
//! # if frame == 1 { animals.remove(rat); }
//! // Once per frame:
//! for change in animals.take_changed() {
//!     if let Some((_animal, sound)) = sounds.take_ended(&change) {
//!         sound.stop();
//!     }
//!     if let Change::Live(animal, name) = change {
//!         sounds.entry(animal).or_insert_with(|| Sound(name));
//!     }
//! }
//! # assert_eq!(sounds.len(), animals.len());
//! # }
//! # Ok::<(), stackpool::Full<&str>>(())
//! ```
//!
//! Lists and trees name the member that ended: [`HandleList::ended`](crate::HandleList::ended).
//!
//! `insert` under a handle of a removed object stores the value, and replaces that of a newer object in the slot. If
//! the handle may be stale, insert with the pool:
//!
//! ```
//! # use stackpool::{HandleMap, pool};
//! # pool! { Monsters: [i32; 1_000]; }
//! # let mut monsters = MonstersPool::new();
//! # let mut poison = HandleMap::<Monsters, i32>::new();
//! # let rat = monsters.insert(2)?;
//! # monsters.remove(rat);
//! assert_eq!(poison.insert_live(&monsters, rat, 25), Err(25)); // the value comes back
//! # Ok::<(), stackpool::Full<i32>>(())
//! ```
