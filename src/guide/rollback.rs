//! Rollback: a pool or a world as bytes, and back.
//!
//! Use this page when machines compute the same state from the same inputs, and go back when one was guessed wrong.
//! [`save_games`](super::save_games) has what a later version reads, [`network`](super::network) what a server sends.
//!
//! A pool of plain data saves to bytes and restores from them. Equal pools with equal free order are equal bytes: the
//! history of a pool does not matter. So two machines can compare or hash the bytes to find out whether they disagree.
//! After a restore, the pool gives out the same handles as after the save.
//!
//! `Heap`, `save`, `restore_resized`, `History::new` and the `checksum` of a world need feature `alloc`:
//! `cargo add stackpool --features alloc`. Without a heap, there are `save_into` and `History::in_memory`, and
//! [`checksum`](fn@crate::checksum) takes the bytes of a save. `Pod`, as in the first example, needs
//! `cargo add bytemuck --features derive`.
//!
//! ```
//! use stackpool::{Link, Pool, PlainData};
//! use bytemuck::{Pod, Zeroable};
//!
//! #[derive(Pool, Clone, Copy, Pod, Zeroable)]
//! #[pool(capacity = 1_000)]
//! #[repr(C)]
//! struct Ship {
//!     position: [f32; 2],
//!     hull: u16,
//!     target: Link<Ship>,                  // a handle or none, as plain bytes
//! }
//!
//! let mut ships = ShipPool::new();
//! let prey = ships.insert(Ship { position: [1.0, 2.0], hull: 90, target: Link::NONE })?;
//! let hunter = ships.insert(Ship { position: [0.0; 2], hull: 100, target: prey.into() })?;
//!
//! let mut frame = [0; ShipPool::SAVED_BYTES];
//! let saved = ships.save_into(&mut frame)?; // no heap; as short as the use of the pool
//!
//! ships.remove(prey);                      // a wrong guess of what the other player does
//! ships.restore(saved)?;                   // back
//! assert_eq!(ships[hunter].target.get(), Some(prey));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What an item has to be
//!
//! [Plain data](crate::PlainData), in one of two ways:
//!
//! - **Its fields.** The struct derives `Snapshot`, with `#[snapshot(item)]`, and its enums derive `Snapshot`. Fields
//!   are numbers, `bool`s, handles, enums with or without fields, and `Option`s, arrays and tuples of these. No
//!   `#[repr]` and no other crate are needed.
//! - **Its bytes in memory.** A struct of numbers and [`Link`](crate::Link)s, `#[repr(C)]` and without padding, derives
//!   `Pod` (`cargo add bytemuck --features derive`). This is the fastest: a save copies memory, and a restore has
//!   nothing to check. One with a `bool`, a handle or an enum without fields derives `NoUninit` and
//!   `CheckedBitPattern`, and then a restore checks each object.
//!
//! The state machine of an object is an enum, field by field:
//!
//! ```
//! use stackpool::{Pool, Snapshot};
//!
//! #[derive(Snapshot, Debug, PartialEq)]
//! enum State {
//!     Idle,
//!     Hunting(WolfHandle),
//!     Fleeing { frames: u8 },
//! }
//!
//! #[derive(Pool, Snapshot)]
//! #[pool(capacity = 1_000)]
//! #[snapshot(item)]
//! struct Wolf {
//!     health: u16,
//!     state: State,
//!     last_seen: Option<[f32; 2]>,
//! }
//!
//! let mut wolves = WolfPool::new();
//! let hurt = wolves.insert(Wolf { health: 3, state: State::Fleeing { frames: 60 }, last_seen: None })?;
//! let hunter = Wolf { health: 90, state: State::Hunting(hurt), last_seen: Some([1.0, 2.0]) };
//! let hunter = wolves.insert(hunter)?;
//! let saved = wolves.save();
//! wolves[hunter].state = State::Idle;
//! wolves.restore(&saved)?;
//! assert_eq!(wolves[hunter].state, State::Hunting(hurt));
//! assert_eq!(wolves[hunter].last_seen, Some([1.0, 2.0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A world
//!
//! [`#[derive(Snapshot)]`](derive@crate::Snapshot) makes a world of several pools and values: one save, one restore
//! that changes everything or nothing, one checksum. It is for enums too, such as the phase of a match.
//!
//! ```
//! use stackpool::{Heap, History, Snapshot, pool};
//!
//! pool! {
//!     Ships: [[i32; 4]; 300];
//!     Bullets: [[i32; 4]; 4_096];
//! }
//!
//! #[derive(Snapshot)]
//! struct World {
//!     ships: Heap<ShipsPool>,
//!     bullets: Heap<BulletsPool>,
//!     random: u64,
//!     frame: u32,
//! }
//!
//! fn step(world: &mut World, input: i32) {
//!     world.frame += 1;
//!     world.random = world.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//!     let _ = world.bullets.insert([input, (world.random >> 40) as i32, 0, 0]);
//! }
//!
//! let mut world =
//!     World { ships: ShipsPool::on_heap(), bullets: BulletsPool::on_heap(), random: 1, frame: 0 };
//! // Eight frames back, in a ring of deltas that never allocates again.
//! let mut history = History::<World, 8>::new();
//! let mut inputs = [1, 1, 1, 0, 0];
//! for (frame, &input) in (0..).zip(&inputs) {
//!     history.push_frame(frame, &world); // before the step
//!     step(&mut world, input);
//! }
//!
//! // The input of the other player for frame 2 arrives late.
//! inputs[2] = 7;
//! history.rewind_to(2, &mut world)?; // an error if the history does not have this frame
//! for (frame, &input) in (0..).zip(&inputs).skip(2) {
//!     history.push_frame(frame, &world); // replaces what was guessed
//!     step(&mut world, input);
//! }
//! println!("frame {}, checksum {:016x}", world.frame, world.checksum());
//! assert_eq!((world.frame, history.frames()), (5, Some(0..=4)));
//! # Ok::<(), stackpool::HistoryError>(())
//! ```
//!
//! # What restores together
//!
//! Restore everything that stores handles together with the pool. Links inside items come back with the items, and the
//! fields of a world come back together: handles, [`HandleMap`](crate::HandleMap)s,
//! [`SparseHandleMap`](crate::SparseHandleMap)s, [`HandleArray`](crate::HandleArray)s and [lists, trees and
//! queues](super::structures) are fields of a `Snapshot`. Otherwise a stored handle may name another object later: the
//! pool went back, and may reissue handles issued after the save.
//!
//! # What is state and what is not
//!
//! State is what a restore brings back. A step of the simulation may read state only. The rest differs between a
//! machine that rolled back and one that did not.
//!
//! | of a pool | saved | what to do |
//! |---|---|---|
//! | objects, their handles, generations of all slots | yes | |
//! | the order of the free slots, those that wait in the quarantine, retired slots | yes | `next_handle` follows |
//! | [order of insertion][order], with `marks`: `oldest`, `iter_in_order` | yes | |
//! | `len`, `is_full`, the order of `iter` (that of slots) | yes | they follow from the above |
//! | the order of the objects of a dense pool, which is that of `iter` there | yes | |
//! | fields with `skip` | no | a restore gives them their default; columns in place keep theirs, dense ones get zeros |
//! | fields with [`keep`](derive@crate::Snapshot#fields-that-stay) | no | see there |
//! | free slots in the slices of columns | no | let no result depend on them |
//! | [marks] that are out | no | they end: take a mark and release it within one frame |
//! | a [cursor] that is kept between frames | no | save its number: `cursor.index()`, [`Cursor::at`][at] |
//! | [`high_water_mark`][most], [`full_count`][refused], `stats` | no | they count on: for people, not for rules |
//! | [changed slots][changes], with `changes` | no | a restore adds what it changes: for what is drawn or sent |
//! | [`live_sites`][sites] | no | all restored objects get the line of the restore |
//! | addresses of objects, the capacity of a `Vec` beside the pool | no | |
//!
//! [order]: struct@crate::Pool#order-of-insertion
//! [marks]: struct@crate::Pool#marks
//! [cursor]: crate::Cursor
//! [at]: crate::Cursor::at
//! [most]: crate::Pool::high_water_mark
//! [refused]: crate::Pool::full_count
//! [changes]: struct@crate::Pool#changes
//! [sites]: crate::Pool::live_sites
//!
//! A [`SparseHandleMap`](crate::SparseHandleMap) also saves the order of its entries, and a
//! [`ListPool`](crate::ListPool) that of its values.
//!
//! Three things copy or compare a state in other ways. A clone has all that is saved, and no marks; its counts are its
//! own. Data of `serde` has all that is saved. `==` compares objects, handles, the order of insertion and that of a
//! dense pool, but not the free slots. Compare saves if two pools must give the same handles from now on.
//!
//! # Replace the oldest when full
//!
//! Particles, decals, sounds and caches have a bound, and the newest matters most. A pool with `marks` knows its oldest
//! object in O(1), and a rollback does not change which one that is:
//!
//! ```
//! use stackpool::{Handle, Pool, pool};
//!
//! pool! { Sparks: [[f32; 2]; 3], marks; }
//!
//! fn spawn(sparks: &mut Pool<Sparks>, place: [f32; 2]) -> Handle<Sparks> {
//!     if let (true, Some(oldest)) = (sparks.is_full(), sparks.oldest()) {
//!         sparks.remove(oldest);
//!     }
//!     sparks.insert(place).expect("a slot was just freed")
//! }
//!
//! let mut sparks = SparksPool::new();
//! for x in 0..4 {
//!     spawn(&mut sparks, [x as f32, 0.0]);
//! }
//! let saved = sparks.save();
//! let guess = spawn(&mut sparks, [9.0, 9.0]);
//! sparks.restore(&saved)?; // a wrong guess
//!
//! assert_eq!(spawn(&mut sparks, [4.0, 0.0]), guess); // in place of the same one
//! assert!(sparks.iter_in_order().map(|(_spark, place)| place[0]).eq([2.0, 3.0, 4.0]));
//! # Ok::<(), stackpool::SnapshotError>(())
//! ```
//!
//! If a use of an object should keep it, remove the object and insert it again. It is then the newest, under a new
//! handle.
//!
//! A full pool reuses the slot at once, so the quarantine does not help: only generations tell a replaced object from
//! the new one. If something keeps handles of such objects, ask for more generations. `generation_bits = 8` catches a
//! stale handle for 255 objects in its slot. At a capacity of 200 there is one generation by default.
//!
//! # When two machines disagree
//!
//! Compare [`checksum`](fn@crate::checksum)s of the saves. If they differ, one machine sends its save, and
//! [`Snapshot::diff`](crate::Snapshot::diff) says what differs: the field of the world, the slot, and the field of the
//! object if it derives `Snapshot` with `#[snapshot(item)]` or `#[snapshot(plain)]` on the struct, or is in columns.
//!
//! ```
//! # use stackpool::{Snapshot, checksum, pool};
//! # pool! { Ships: [[i32; 4]; 300]; }
//! # #[derive(Snapshot)] struct World { ships: ShipsPool }
//! # let mine = World { ships: ShipsPool::new() }.save();
//! # let theirs = World { ships: ShipsPool::from_iter([[1; 4]]) }.save();
//! if checksum(&mine) != checksum(&theirs) {
//!     println!("{}", World::diff(&mine, &theirs)?);
//! }
//! # assert_ne!(mine, theirs);
//! # Ok::<(), stackpool::SnapshotError>(())
//! ```
//!
//! ```text
//! ships[17].fuel     120  118
//! bullets[3]         live  free
//! bullets free[0]    9    3
//! random             6364136223846793005  18125322221823871578
//! ```
//!
//! With rollback, compare confirmed frames only. A frame is confirmed when the inputs of all players have arrived. A
//! predicted frame may differ, and that is no mistake.
//!
//! # A sync test
//!
//! A sync test finds most mistakes on one machine. It saves a frame, plays a few frames, goes back, plays the same
//! inputs again, and compares. A difference has one of two reasons: the save lacks some state, or a step depends on
//! something that is not state.
//!
//! ```
//! use stackpool::{Snapshot, SnapshotError, pool};
//!
//! pool! { Ships: [[i32; 2]; 300]; }
//!
//! #[derive(Snapshot)]
//! struct World {
//!     ships: ShipsPool,
//!     random: u64,
//! }
//! # impl World {
//! #     fn step(&mut self, input: i32) {
//! #         self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
//! #         let _ = self.ships.insert([input, (self.random >> 33) as i32]);
//! #     }
//! # }
//!
//! /// Plays the inputs twice from the same state. An error names what differs.
//! fn sync_test(world: &mut World, inputs: &[i32]) -> Result<(), SnapshotError> {
//!     let start = world.save();
//!     inputs.iter().for_each(|&input| world.step(input));
//!     let first = world.save();
//!     world.restore(&start)?;
//!     inputs.iter().for_each(|&input| world.step(input));
//!     let second = world.save();
//!     assert!(first == second, "{}", World::diff(&first, &second)?);
//!     Ok(())
//! }
//!
//! let mut world = World { ships: ShipsPool::new(), random: 7 };
//! for frame in 0..60 {
//!     sync_test(&mut world, &[frame, -frame, 2])?;
//! }
//! # Ok::<(), SnapshotError>(())
//! ```
//!
//! One process does not show all mistakes. A `HashMap` draws its order when it is made, and keeps it. If it is made
//! once and not restored, both replays see the same order, and only another machine sees another one. The same holds
//! for addresses and for the number of threads. So also start the program twice with the same inputs, and compare the
//! saves of some frames, or their checksums. In steps, use `BTreeMap`, side tables, or a hasher without random numbers.
//!
//! # Types of other crates
//!
//! | the type | as a field of an item or a world |
//! |---|---|
//! | `Pod`, or `NoUninit` and `CheckedBitPattern`: `fixed`, `glam` with its feature `bytemuck`, `Wrapping` | as it is |
//! | `heapless::String`, `Vec`, `Deque`, `arrayvec::ArrayString`, `ArrayVec` | with the feature of that name |
//! | anything else | a struct of yours around it, with [`FieldBytes`](crate::FieldBytes) |
//! | a `String`, a `Vec` or a `VecDeque` of plain data | in a world, with the feature `alloc` |
//! | a map, or a `Vec` of something else | in a world: a struct around it with [`Snapshot`](crate::Snapshot) by hand |
//!
//! In an item, a list or a text has a bound. In a world it need not have one:
//!
//! | in a world | use | bytes in a save |
//! |---|---|---|
//! | a list or a text without a bound | `Vec<T>`, `VecDeque<T>` or `String` | those of its elements |
//! | a list of handles with a bound | `heapless::Vec<ShipHandle, N>` or `ArrayVec` | 4, and `N` times 1 to 4 |
//! | lines of text | `VecDeque<Line>`; a `Line` is an item with an `ArrayString<N>` | 4, and `N`, for each line |
//! | one of handles that come once each | a [`HandleList`](crate::HandleList) of the pool | 84, and 12 per member |
//! | events between two frames | `heapless::Deque<Event, N>` | 4, and `N` times those of an event |
//! | text of the player | `heapless::String<N>` or `ArrayString<N>` | 4, and `N` |
//! | thousands of values, of which few are there at a time | a [pool](struct@crate::Pool) | those of the live ones |
//!
//! An event is an enum or a struct with `Snapshot`. The types with an `N` have the bytes of `N` elements in every save,
//! and their memory is in the world itself: put a world with long lists in a `Box`.
//!
//! A `Vec` is checked as all else is: hostile bytes cannot name more elements than they have. A restore keeps its
//! memory, and allocates if that is too small. But it has no longest save. So the world
//! [grows](crate::Snapshot::GROWS): a buffer of `SAVED_BYTES` can be too small, and a [`History`](crate::History) needs
//! [`with_delta_bytes`](crate::History::with_delta_bytes). A delta has the whole of a list that changed.
//!
//! ```
//! # #[cfg(feature = "heapless")] {
//! # use stackpool::__private::heapless;
//! use stackpool::{Pool, Snapshot};
//!
//! #[derive(Pool, Snapshot)]
//! #[pool(capacity = 300)]
//! #[snapshot(item)]
//! struct Ship {
//!     health: u8,
//! }
//!
//! #[derive(Snapshot, Debug, PartialEq)]
//! enum Event {
//!     Hit { ship: ShipHandle, damage: u8 },
//!     Won,
//! }
//!
//! #[derive(Snapshot)]
//! struct World {
//!     ships: ShipPool,
//!     selected: heapless::Vec<ShipHandle, 16>,
//!     events: heapless::Deque<Event, 32>,
//!     player: heapless::String<24>,
//! }
//!
//! let mut ships = ShipPool::new();
//! let ship = ships.insert(Ship { health: 9 }).ok().unwrap();
//! let (events, player) = (heapless::Deque::new(), "Ada".try_into().unwrap());
//! let mut world = World { ships, selected: [ship].into(), events, player };
//! world.events.push_back(Event::Hit { ship, damage: 3 }).unwrap(); // the next frame takes it
//! # let mut buffer = [0; World::SAVED_BYTES];
//! let saved = world.save_into(&mut buffer).unwrap();
//! world.events.clear();
//! world.player.clear();
//!
//! world.restore(saved).unwrap();
//! assert_eq!(world.events.pop_front(), Some(Event::Hit { ship, damage: 3 }));
//! assert_eq!((world.selected[0], &*world.player), (ship, "Ada"));
//! # let _ = Event::Won;
//! # }
//! ```
//!
//! A generator of random numbers is part of the state. Save it by its public parts (seed and position), or by `serde`:
//!
//! ```
//! use rand_chacha::ChaCha8Rng;
//! use rand_chacha::rand_core::{RngCore, SeedableRng};
//! use rand_pcg::Pcg32;
//! use stackpool::{FieldBytes, Snapshot};
//!
//! struct Weather(ChaCha8Rng);
//!
//! impl FieldBytes for Weather {
//!     const BYTES: usize = 32 + 8 + 16;
//!
//!     fn write(&self, bytes: &mut [u8]) {
//!         bytes[..32].copy_from_slice(&self.0.get_seed());
//!         bytes[32..40].copy_from_slice(&self.0.get_stream().to_le_bytes());
//!         bytes[40..].copy_from_slice(&self.0.get_word_pos().to_le_bytes());
//!     }
//!
//!     fn read(bytes: &[u8]) -> Option<Self> {
//!         let mut random = ChaCha8Rng::from_seed(bytes[..32].try_into().ok()?);
//!         random.set_stream(u64::from_le_bytes(bytes[32..40].try_into().ok()?));
//!         let place = u128::from_le_bytes(bytes[40..].try_into().ok()?);
//!         random.set_word_pos(place);
//!         (random.get_word_pos() == place).then_some(Weather(random)) // no bits that mean nothing
//!     }
//! }
//!
//! struct Dice(Pcg32);
//!
//! impl FieldBytes for Dice {
//!     const BYTES: usize = 20; // two varints of up to 10 bytes
//!
//!     fn write(&self, bytes: &mut [u8]) {
//!         postcard::to_slice(&self.0, bytes).expect("two numbers");
//!     }
//!
//!     fn read(bytes: &[u8]) -> Option<Self> {
//!         let dice = Dice(postcard::from_bytes(bytes).ok()?);
//!         let mut written = [0; Self::BYTES];
//!         dice.write(&mut written);
//!         (written == bytes).then_some(dice) // one form of each state
//!     }
//! }
//!
//! #[derive(Snapshot)]
//! struct World {
//!     weather: Weather,
//!     dice: Dice,
//! }
//!
//! let mut world = World { weather: Weather(ChaCha8Rng::from_seed([1; 32])), dice: Dice(Pcg32::new(1, 2)) };
//! world.weather.0.next_u32();
//! let saved = world.save();
//! let next = (world.weather.0.next_u32(), world.dice.0.next_u32());
//! world.restore(&saved)?;
//! assert_eq!(next, (world.weather.0.next_u32(), world.dice.0.next_u32()));
//! # Ok::<(), stackpool::SnapshotError>(())
//! ```
//!
//! # Prefabs and levels
//!
//! [`insert_copies`](crate::Pool::insert_copies) brings the objects of one pool into another, and
//! [`relink`](crate::Pool::relink) makes the handles in them name the copies, in one pool or in several.
//!
//! # What to draw again
//!
//! A rollback takes the pool back by some frames and simulates these again. Most objects end up as they were. With
//! `changes` in its attribute, the pool notes which slots changed. `restore` compares before it overwrites. It notes a
//! slot only if the slot is live in just one of the two states, or has another generation or other bytes. So the
//! renderer calls [`take_changed`](crate::Pool::take_changed) once per frame, after all rollbacks, and touches nothing
//! else. The comparison has its price: such a restore takes several times as long as one without `changes`.
//!
//! ```
//! use stackpool::{Change, pool};
//! # use std::collections::BTreeMap;
//!
//! pool! { Ships: [[i32; 2]; 1_000], changes; }
//!
//! let mut ships = ShipsPool::new();
//! # let mut sprites = BTreeMap::new();
//! let still = ships.insert([1, 1])?;
//! let moving = ships.insert([2, 2])?;
//! let saved = ships.save();
//! ships[moving][0] += 1;
//! let shot = ships.insert([9, 9])?; // a wrong guess of what the other player does
//! drop(ships.take_changed()); // all of it was drawn
//!
//! ships.restore(&saved)?;
//! ships[moving][0] += 5;
//! let mut drawn = Vec::new();
//! for change in ships.take_changed() {
//!     match change {
//!         Change::Live(ship, place) => {
//!             sprites.insert(ship.index(), *place);
//!             drawn.push(ship);
//!         }
//!         Change::Free(slot) => drop(sprites.remove(&slot)),
//!     }
//! }
//! assert_eq!(drawn, [moving]); // not `still`
//! # let _ = (still, shot);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The noted changes are not part of the state: images, checksums and `==` ignore them. An object counts as changed
//! when `get_mut`, `iter_mut`, `retain` or `join_mut` lends it for writing, even if nobody writes to it. A frame that
//! is simulated again lends its objects again. So the renderer draws again what the simulation borrowed, not the whole
//! pool. To write to a few objects, read first, and borrow those alone: collect their handles from `iter` or `join`, or
//! walk by a [`cursor`](crate::Pool::cursor), and use `get_mut`. [`ColumnPool`](crate::ColumnPool) counts every slot of
//! a slice that it lends for writing.
//!
//! # Determinism
//!
//! The handles that a pool gives out depend on the operations alone: the same on every machine, in debug and release
//! builds, with every set of features, before and after a save. Fields of type `usize` and `isize` have other bytes on
//! machines of another word width: use `u32` or `u64` in a world that machines compare.
//!
//! What you compute with floats is up to you. Additions, products, quotients and square roots are the same on every
//! machine. `sin`, `powf` and their like are not, so take those of a crate (`libm`), or fixed point. A save compares
//! bits: 0.0 and -0.0 differ, and so do two NaNs, whose bits machines may choose as they like.
//!
//! The package `rollback` under `examples/` is a game on `ggrs` that does all of this.
