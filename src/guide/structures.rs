//! Structures: lists, trees and priority queues of objects, found by the same handles.
//!
//! Objects that refer to each other in an order are in lists and trees: the entries of a cache from the newest to the
//! oldest, the units of a cell, the parts of a scene. Written by hand, these are links in the objects, and the mistakes
//! are always the same: a neighbour that was not told, a new object in a slot that is still in the list of the old one.
//! A structure has the links beside the pool. The objects stay where they are, and do not know of it.
//!
//! | you want | use | bytes per slot |
//! |---|---|---|
//! | one order of some objects: LRU, queue, order of drawing | [`HandleList`](crate::HandleList) | 5 |
//! | a list for each of many owners: cells, prices | [`HandleLists`](crate::HandleLists) | 7, and 3 per owner |
//! | parents and ordered children: scene, parts, menus | [`HandleTree`](crate::HandleTree) | 9 |
//! | the least key first: timers, events, open nodes | [`HandleQueue`](crate::HandleQueue) | 7, and the key |
//! | the order of insertion of all objects | `marks` on the pool: [`iter_in_order`](crate::Pool::iter_in_order) | |
//! | one owner per node, without a pool that knows all | [boxes](super::boxes) | |
//! | a value, and no order | a [side table](super::side_tables) | |
//!
//! These are bytes with indices of 2 bytes, and one for the generation of the member. An index takes 1 byte up to a
//! capacity of 256, 2 up to 65,536, 3 up to 16,777,216. A structure has them for every slot of the pool, also for those
//! that are in no list: if few objects are ever members, a [`SparseHandleMap`](crate::SparseHandleMap) of links that
//! you write by hand can be smaller.
//!
//! # A list: the least recently used
//!
//! [`push_front`](crate::HandleList::push_front) adds or moves, in O(1), wherever the member was.
//!
//! ```
//! use stackpool::{HandleList, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000, handle_bytes = 4)]
//! struct Texture {
//!     bytes: Vec<u8>,
//! }
//!
//! struct Textures {
//!     pool: TexturePool,
//!     used: HandleList<Texture>, // the last one first
//! }
//!
//! impl Textures {
//!     /// A texture that is used now. `None` if it left.
//!     fn get(&mut self, texture: TextureHandle) -> Option<&[u8]> {
//!         self.used.move_to_front(texture);
//!         self.pool.get(texture).map(|texture| &*texture.bytes)
//!     }
//!
//!     fn load(&mut self, bytes: Vec<u8>) -> TextureHandle {
//!         if self.pool.is_full() {
//!             let oldest = self.used.pop_back().expect("each texture is in the list");
//!             self.pool.remove(oldest);
//!         }
//!         let texture = self.pool.insert(Texture { bytes }).ok().expect("there is room");
//!         self.used.push_front(texture);
//!         texture
//!     }
//! }
//!
//! let mut textures = Textures { pool: TexturePool::new(), used: HandleList::new() };
//! let first = textures.load(vec![1]);
//! let second = textures.load(vec![2]);
//! for number in 0..998 {
//!     textures.load(vec![3]);
//! }
//! assert_eq!(textures.get(first), Some(&[1][..])); // the second one is the oldest now
//! textures.load(vec![4]);
//! assert_eq!((textures.get(first).is_some(), textures.get(second)), (true, None));
//! ```
//!
//! # Lists with owners: the members of a cell
//!
//! The owners are objects of a pool too, of another one or the same. If the owners are numbers, such as the cells of a
//! grid, a pool of `()` has a handle for each. Moving a member to another owner is O(1), and needs no look at the owner
//! that it leaves.
//!
//! ```
//! use stackpool::{HandleLists, pool};
//!
//! pool! {
//!     Cells: [(); 256], guard = live;
//!     Units: [[f32; 2]; 1_000];
//! }
//!
//! let mut cells = CellsPool::new();
//! let grid: Vec<_> = (0..256).map(|_| cells.insert(()).unwrap()).collect();
//! let cell_of = |[x, y]: [f32; 2]| grid[16 * y as usize + x as usize];
//!
//! let mut units = UnitsPool::new();
//! let mut members = HandleLists::<Cells, Units>::new();
//! for place in [[3.5, 2.0], [3.0, 2.9], [9.0, 9.0]] {
//!     members.push_back(cell_of(place), units.insert(place).unwrap());
//! }
//!
//! // A unit walks.
//! let unit = members.first(cell_of([3.0, 2.0])).unwrap();
//! units[unit] = [4.1, 2.0];
//! members.push_back(cell_of(units[unit]), unit);
//! assert_eq!([[3.0, 2.0], [4.0, 2.0]].map(|place| members.iter(cell_of(place)).count()), [1, 1]);
//!
//! // All that is in a cell leaves. `pop_front` lets the loop change the lists.
//! while let Some(unit) = members.pop_front(cell_of([9.0, 9.0])) {
//!     units.remove(unit);
//! }
//! assert_eq!((units.len(), members.len()), (2, 2));
//! ```
//!
//! # A tree: a scene
//!
//! [`iter`](crate::HandleTree::iter) visits each node before its children: the place of the parent is known when its
//! children are moved. No walk recurses or allocates.
//!
//! ```
//! use stackpool::{HandleTree, Pool, TreeError};
//!
//! #[derive(Pool, Default)]
//! #[pool(capacity = 10_000)]
//! struct Object {
//!     offset: f32,
//!     place: f32,
//! }
//!
//! let mut objects = ObjectPool::on_heap();
//! let mut scene = HandleTree::<Object>::on_heap();
//! let mut add = |offset| objects.insert(Object { offset, ..Object::default() }).ok().unwrap();
//! let [tank, turret, gun] = [10.0, 2.0, 0.5].map(&mut add);
//! scene.append_root(tank);
//! scene.append(tank, turret)?;
//! scene.append(turret, gun)?;
//!
//! for object in scene.iter() {
//!     let above = scene.parent(object).map_or(0.0, |parent| objects[parent].place);
//!     objects[object].place = above + objects[object].offset;
//! }
//! assert_eq!(objects[gun].place, 12.5);
//!
//! // The turret leaves, with the gun.
//! for object in scene.remove(turret) {
//!     objects.remove(object);
//! }
//! assert_eq!(objects.len(), 1);
//! # Ok::<(), TreeError>(())
//! ```
//!
//! Changing a parent checks that the node is not above its new parent, in O(depth). If it is, nothing changes, and the
//! error is [`TreeError::Cycle`](crate::TreeError::Cycle). The example `scene` has such a tree with undo: a subtree
//! that was removed comes back under the handles that it had.
//!
//! # A queue: timers
//!
//! A [`HandleQueue`](crate::HandleQueue) has a key for each member, the least first. Members with equal keys come in
//! the order in which they were pushed, so a simulation does the same on every machine. A timer that is put off or
//! cancelled is found by its handle, in O(log len): nothing stale stays in the queue, as it does in a
//! `BinaryHeap` of `std`.
//!
//! ```
//! use stackpool::{HandleQueue, pool};
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Job {
//!     Blink { every: u64 },
//!     Retry { attempt: u8 },
//! }
//!
//! pool! { Timers: [Job; 100]; }
//!
//! static SCHEDULE: std::sync::Mutex<HandleQueue<Timers, u64>> = std::sync::Mutex::new(HandleQueue::new());
//!
//! let mut schedule = SCHEDULE.lock().unwrap();
//! let mut timers = TimersPool::new();
//! let blink = timers.insert(Job::Blink { every: 10 })?;
//! let retry = timers.insert(Job::Retry { attempt: 1 })?;
//! schedule.push(blink, 10);
//! schedule.push(retry, 15);
//! schedule.change_key(retry, 25); // an answer came: wait longer
//!
//! let mut log = Vec::new();
//! for now in [20, 30] {
//!     while let Some((timer, at)) = schedule.pop_if(|_timer, at| *at <= now) {
//!         log.push((at, timers[timer]));
//!         match timers[timer] {
//!             Job::Blink { every } => drop(schedule.push(timer, at + every)),
//!             Job::Retry { .. } => drop(timers.remove(timer)),
//!         }
//!     }
//! }
//! let blinks = [10, 20, 30].map(|at| (at, Job::Blink { every: 10 }));
//! assert_eq!(log, [blinks[0], blinks[1], (25, Job::Retry { attempt: 1 }), blinks[2]]);
//! // How long to sleep.
//! assert_eq!(schedule.peek(), Some((blink, &40)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`iter`](crate::HandleQueue::iter) visits all members in order and removes none. Use a queue where members leave
//! from anywhere, where its size must not grow with each change, and where the order is part of a save. A `BinaryHeap`
//! of keys and handles, which skips what is stale when it is popped, has an entry for each change. It is about three
//! times as fast without changes, and about twice as fast with four changes for each pop.
//!
//! # Objects that are gone
//!
//! A structure does not know what happens in the pool, as a [side table](super::side_tables#objects-that-are-gone) does
//! not. It keeps the generation of each member:
//!
//! - A stale handle finds nothing. `contains`, `remove`, `next` and the others treat it as an object that is in no
//!   list.
//! - A member whose object was removed stays until it is removed too, or until its slot is inserted under another
//!   handle. It then leaves its list first, so its neighbours are right. The list of an earlier owner, and the subtree
//!   of an earlier node, are cleared, and an earlier key is dropped: nothing is inherited.
//! - If handles carry no generation, or once the generations of a slot wrap, a new object in the slot is a member in
//!   place of the old one.
//!
//! So unlink when you remove. [`#[derive(SideTables)]`](trait@crate::SideTables) does it for all structures and side
//! tables of a struct, and for the lists of owners:
//!
//! ```
//! use stackpool::{HandleLists, HandleTree, Pool, SideTables};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000)]
//! struct Unit {
//!     health: i32,
//! }
//!
//! #[derive(SideTables, Default)]
//! #[tables(of = Unit)]
//! struct UnitTables {
//!     squads: HandleLists<Unit, Unit>, // the members of each leader
//!     ranks: HandleTree<Unit>,
//! }
//!
//! let (mut units, mut tables) = (UnitPool::new(), UnitTables::default());
//! let [leader, scout] = [90, 10].map(|health| units.insert(Unit { health }).ok().unwrap());
//! tables.squads.push_back(leader, scout);
//! tables.ranks.append_root(leader);
//!
//! let removed = tables.remove_from(&mut units, leader); // its list is cleared
//! assert_eq!(removed.map(|unit| unit.health), Some(90));
//! assert!(tables.squads.is_empty() && tables.ranks.is_empty() && units.contains(scout));
//! ```
//!
//! Or sweep, before slots are used again:
//!
//! ```
//! # use stackpool::{HandleList, pool};
//! # pool! { Units: [i32; 1_000]; }
//! # let mut units = UnitsPool::new();
//! # let mut order = HandleList::<Units>::new();
//! # for health in [900, 2] { order.push_back(units.insert(health).unwrap()); }
//! units.retain(|_unit, health| *health > 25);
//! order.retain(|unit| units.contains(unit));
//! assert_eq!(order.len(), 1);
//! ```
//!
//! # Worlds
//!
//! A structure is a field of a [`Snapshot`](crate::Snapshot), beside its pools: it is saved, rolled back, compared and
//! sent as deltas with them. If a pool has `changes`, a delta has the members whose links changed, and no others. A
//! restore checks the links of all members before anything changes, and in a queue that the keys ascend. Equal lists
//! have equal bytes, whatever was done to them before, and so do equal queues.
//!
//! ```
//! use stackpool::{Heap, HandleList, Snapshot, pool};
//!
//! pool! { Units: [u32; 1_000], changes; }
//!
//! #[derive(Snapshot, Default)]
//! struct World {
//!     units: Heap<UnitsPool>,
//!     turns: Heap<HandleList<Units>>,
//! }
//!
//! let mut world = World::default();
//! for health in [10, 20] {
//!     let unit = world.units.insert(health).unwrap();
//!     world.turns.push_back(unit);
//! }
//! let saved = world.save();
//! let next = world.turns.pop_front().unwrap();
//! world.units.remove(next);
//! world.restore(&saved)?;
//! assert!(world.turns.first() == Some(next) && world.units.contains(next));
//! # Ok::<(), stackpool::SnapshotError>(())
//! ```
