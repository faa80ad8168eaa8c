//! State on the wire: what a server sends its clients, or a machine another one, frame by frame.
//!
//! Use this page when another process has a copy of your pools. When both machines compute the same state, and only
//! inputs are sent, read [`rollback`](super::rollback); for files, [`save_games`](super::save_games).
//!
//! | what is sent | bytes | a lost message | what the receiver has |
//! |---|---|---|---|
//! | [a save](super::rollback) | all live objects | harmless | an equal pool |
//! | [a delta](#deltas) of two saves | what differs | the next one is refused | an equal pool |
//! | [a delta of the changes](#deltas-of-the-changes) | what changed | the next one is refused | an equal pool |
//! | [packets](#packets) | what the datagram has room for | is noted again | the same objects and handles |
//! | [single objects](#handles-from-another-machine) | what you choose | up to you | the same objects and handles |
//!
//! Items are [plain data](super::rollback#what-an-item-has-to-be), except in the last row.
//!
//! # Deltas
//!
//! [`delta`][delta] (or [`delta_into`](crate::Pool::delta_into), without feature `alloc`) writes what changed since an
//! earlier image, its base. [`patch`][patched] (or [`patch_into`](crate::Pool::patch_into)) makes the later image of
//! the base and the delta. With another base it returns an error. For players who join later, use the image of an empty
//! pool as the base: the delta is then a short save.
//!
//! It has about 122 bytes, 8 bytes for each 64 slots in which an object changed, and the objects that changed. If
//! objects came or went, it also has the bookkeeping of the 64 slots around them, 2 to 8 bytes per slot. In a world, a
//! pool whose delta would be longer than its save is saved as a whole. With `changes`, deltas take less: see the [next
//! section](#deltas-of-the-changes).
//!
//! ```
//! # stackpool::pool! { Ships: [[u16; 4]; 1_000]; }
//! # let mut ships = ShipsPool::new();
//! # ships.extend([[1; 4], [2; 4]]);
//! # ships.extend([[0; 4]; 500]);
//! let before = ships.save();
//! ships.insert([3; 4])?;
//! let delta = ships.delta(&before)?;
//! assert!(delta.len() < before.len() / 4);
//!
//! let after = ShipsPool::patch(&before, &delta)?;
//! assert_eq!(after, ships.save());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Deltas of the changes
//!
//! [`delta_into`](crate::Pool::delta_into) compares the pool with an earlier save, and looks at every slot. With
//! `changes`, [`changed_delta_into`](crate::Pool::changed_delta_into) writes the changed slots alone, and needs no
//! earlier save. The receiver has the save that was made when the changes were taken last:
//!
//! ```
//! use stackpool::{DeltaError, SaveNumber, Snapshot, pool};
//!
//! pool! { Ships: [[i32; 2]; 1_000], changes; }
//!
//! #[derive(Default, Snapshot)]
//! struct World {
//!     number: SaveNumber,
//!     ships: ShipsPool,
//! }
//!
//! // The server.
//! let mut world = World::default();
//! world.ships.extend((0..500).map(|x| [x, 0]));
//! let first = world.ships.handles().next().unwrap();
//! let mut sent = world.save(); // once, to a client that joins
//! world.clear_changes();
//!
//! for frame in 1..5 {
//!     world.ships[first][1] += 1;
//!     world.number.set(frame);
//!     let mut packet = [0; 300];
//!     let packet = world.changed_delta_into(&mut packet)?;
//!     world.clear_changes();
//!     if frame == 2 {
//!         continue; // this packet is lost
//!     }
//!
//!     // The client.
//!     match World::patch(&sent, packet) {
//!         Ok(later) => sent = later,
//!         Err(error) => {
//!             assert_eq!(*error.error(), DeltaError::OtherNumber { expected: 2, found: 1 });
//!             sent = world.save(); // it asks for a whole save
//!         }
//!     }
//!     let mut copy = World::default();
//!     copy.restore(&sent)?;
//!     assert_eq!(copy.ships, world.ships);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The pool by itself has [`changed_delta_into`](crate::Pool::changed_delta_into) too, and a
//! [`HandleMap`](crate::HandleMap) of a pool with `changes` notes its own. What does not note changes is in the packet
//! as a whole. The [`SaveNumber`](crate::SaveNumber) makes a lost packet an error. Without it, the packets after a lost
//! one lead to another world, and only a [`checksum`](crate::checksum) shows it.
//!
//! # Packets
//!
//! A delta is as long as its changes, and may not fit a datagram. [`changed_packet`](crate::Pool::changed_packet)
//! writes as many of the changed slots as a buffer has room for. The receiver applies each packet to its pool, whether
//! others were lost or not, and the sender notes the slots of a lost packet again:
//!
//! ```
//! use stackpool::{Packets, pool};
//! # use std::collections::BTreeMap;
//!
//! pool! { Ships: [[i32; 4]; 400], changes; }
//!
//! // The server.
//! let mut ships = ShipsPool::new();
//! ships.extend((0..300).map(|x| [x, 0, 0, 0]));
//! let mut sent = Packets::new(0);
//! let mut unconfirmed = BTreeMap::new();
//! // The client.
//! let mut mirror = ShipsPool::new();
//! let mut received = Packets::new(0);
//!
//! for frame in 0.. {
//!     let (number, mut datagram) = (sent.number(), [0; 508]);
//!     let packet = ships.changed_packet(&mut sent, &mut datagram)?;
//!     if packet.is_empty() {
//!         break; // nothing has changed, and nothing is lost
//!     }
//!     unconfirmed.insert(number, packet.to_vec());
//!     let is_lost = frame % 5 == 3;
//!     if is_lost {
//!         // No confirmation came in time.
//!         ships.note_packet(&unconfirmed[&number])?;
//!     } else {
//!         mirror.apply_packet(&mut received, packet)?;
//!     }
//!     unconfirmed.remove(&number);
//! }
//! assert!(mirror.iter().eq(ships.iter()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The client then has the objects and handles of the server, and an order of free slots of its own. So it does not
//! insert or remove there: its handle might name another object when the next packet comes. See
//! [packets](struct@crate::Pool#packets). What comes too late is a [`PacketError::Late`](crate::PacketError::Late), and
//! counts as lost.
//!
//! ## Several pools in one datagram
//!
//! A world lists the pools that it sends, once. [`Packets`](crate::Packets#packets-of-several-pools) then writes one
//! packet of them all, and applies it as a whole or not at all:
//!
//! ```
//! use stackpool::{Heap, PacketPool, Packets, pool};
//!
//! pool! {
//!     Ships: [[i32; 4]; 400], changes;
//!     Shots: [[i16; 4]; 5_000], dense, changes;
//!     Scores: [u32; 1], changes;
//!     Sparks: [[f32; 2]; 9_000];   // each client has its own
//! }
//!
//! #[derive(Default)]
//! struct World {
//!     ships: Heap<ShipsPool>,
//!     shots: Heap<ShotsPool>,
//!     score: ScoresPool,
//!     sparks: Heap<SparksPool>,
//!     frame: u32,
//! }
//!
//! impl World {
//!     fn shared(&mut self) -> [&mut dyn PacketPool; 3] {
//!         [&mut self.ships, &mut self.shots, &mut self.score]
//!     }
//! }
//!
//! let (mut server, mut client) = (World::default(), World::default());
//! let (mut sent, mut received) = (Packets::new(0), Packets::new(0));
//! server.ships.extend((0..300).map(|x| [x, 0, 0, 0]));
//! server.shots.extend([[0; 4]; 2_000]);
//! server.score.insert(7)?;
//!
//! for frame in 1.. {
//!     server.frame = frame;
//!     let mut datagram = [0; 1_200];
//!     let (start, rest) = datagram.split_at_mut(4);
//!     start.copy_from_slice(&frame.to_le_bytes());
//!     let packet = sent.changed_packet(server.shared(), rest)?;
//!     if packet.is_empty() {
//!         break;
//!     }
//!     if frame % 5 == 3 {
//!         Packets::note_packet(server.shared(), packet)?; // no confirmation came in time
//!         continue;
//!     }
//!
//!     // The client.
//!     received.apply_packet(client.shared(), packet)?;
//!     client.frame = u32::from_le_bytes(start.try_into()?);
//! }
//! assert!(client.ships.iter().eq(server.ships.iter()) && client.score == server.score);
//! assert_eq!(client.shots.len(), 2_000);
//! # let _ = client.sparks;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is not in the list is not sent. A value that must arrive, such as the score, is in a pool of one slot: then its
//! changes are noted, and sent again when they are lost. A value of every packet, such as the frame, is written before
//! the packet by hand. If nothing has changed, `packet` is empty: the datagram then has these values alone, and the
//! client does not call `apply_packet`.
//!
//! Other parts of a world, such as a side table or a list of chat lines, are sent as [saves](crate::Snapshot) of their
//! own: `world.chat.save()`, and `restore` of it at the client. After packets, `retain_live` removes from a side table
//! of the client what belongs to objects that are gone.
//!
//! A client that joins later gets a save of the pools, and begins with `Packets::new(sent.number())`. For several
//! clients there is one `sent`: all get the same packets, and one that was lost by any of them is noted again.
//!
//! The pools take turns, so that a large one does not keep the others waiting. If some objects matter more than others,
//! [`packet_where`](crate::Pool::packet_where) chooses them.
//!
//! # Several readers of the changes
//!
//! A pool has one set of changes, and `take_changed` empties it. If a renderer and a network both need it, take the
//! changes once per frame, and keep the delta and what the renderer reads: see [what to draw
//! again](super::rollback#what-to-draw-again).
//!
//! # Handles from another machine
//!
//! A server tells its clients the handle of an object, as [`to_bits`](crate::Handle::to_bits).
//! [`insert_at`](crate::Pool::insert_at) puts the object in the client's pool under that handle. So this pool is a
//! mirror of the server's. The objects may come in any order.
//!
//! The client's own objects, such as particles and shots that it predicts, are in a pool of a second definition. In the
//! mirror they would take slots that the server will use. With two definitions, the compiler also tells the two kinds
//! of handles apart.
//!
//! ```
//! use stackpool::pool;
//!
//! # #[derive(Clone, Debug, PartialEq)]
//! struct Shot {
//!     position: [i16; 2],
//! }
//!
//! pool! {
//!     Shots: [Shot; 1_000];    // the server's, and the mirror of these in each client
//!     Predicted: [Shot; 100];  // the client's own, until the server answers
//! }
//!
//! let mut server = ShotsPool::new();
//! let first = server.insert(Shot { position: [1, 0] })?;
//! let second = server.insert(Shot { position: [2, 0] })?;
//! let packets = [second, first].map(|shot| (shot.to_bits(), server[shot].clone()));
//!
//! // The client.
//! let (mut mirror, mut own) = (ShotsPool::new(), PredictedPool::new());
//! let predicted = own.insert(Shot { position: [1, 0] })?;
//! for (bits, shot) in packets {
//!     let handle = ShotsHandle::from_bits(bits).ok_or("not a handle of this pool")?;
//!     mirror.insert_at(handle, shot)?;
//! }
//! assert_eq!(mirror, server);
//! own.remove(predicted);       // the first shot is confirmed
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If the slot holds an object, `insert_at` returns an error with the new one: the client missed a removal.
//! [`handle_at`](crate::Pool::handle_at) says what is there.
//!
//! Handles that leave the process for longer, as ids of a service, are on the page [`servers`](super::servers).
//!
// Methods of feature `alloc`. Without it, the links lead to their pages on docs.rs.
#![cfg_attr(
    feature = "alloc",
    doc = "
[delta]: crate::Pool::delta
[patched]: crate::Pool::patch"
)]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "
[delta]: https://docs.rs/stackpool/latest/stackpool/struct.Pool.html#method.delta
[patched]: https://docs.rs/stackpool/latest/stackpool/struct.Pool.html#method.patch"
)]
