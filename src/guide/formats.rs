//! Formats of saves: bytes by this crate, or data by `serde`.
//!
//! Both restore a pool with the same handles and the same order of free slots. Bytes are for rollback, networks and
//! save games. `serde` is for files that people read, for tools, and for items that own memory, such as a `String`.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use stackpool::{Pool, Snapshot};
//!
//! #[derive(Pool, Snapshot, Serialize, Deserialize, Debug, PartialEq)]
//! #[pool(capacity = 100)]
//! #[snapshot(item)]
//! struct Ship {
//!     fuel: u16,
//!     target: Option<ShipHandle>,
//! }
//!
//! let mut ships = ShipPool::new();
//! let prey = ships.insert(Ship { fuel: 9, target: None })?;
//! ships.insert(Ship { fuel: 7, target: Some(prey) })?;
//!
//! let bytes = ships.save();
//! let json = serde_json::to_string(&ships)?;
//! let binary = postcard::to_allocvec(&ships)?;
//! assert_eq!(
//!     json,
//!     r#"{"capacity":100,"entries":[["0v0",{"fuel":9,"target":null}],["1v0",{"fuel":7,"target":"0v0"}]]}"#
//! );
//!
//! let mut from_bytes = ShipPool::new();
//! from_bytes.restore(&bytes)?;
//! let from_json: ShipPool = serde_json::from_str(&json)?;
//! let from_binary: ShipPool = postcard::from_bytes(&binary)?;
//! for restored in [from_bytes, from_json, from_binary] {
//!     assert_eq!(restored, ships);
//!     assert_eq!(restored.next_handle(), ships.next_handle());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which one
//!
//! | | bytes: `save`, `save_into` | `serde` (feature `serde`) |
//! |---|---|---|
//! | items | [plain data](super::rollback#what-an-item-has-to-be), by memory or by fields | any that is `Serialize` |
//! | needs a heap | no: `save_into`, `restore` | what the format needs |
//! | deltas, [`History`](crate::History), [`checksum`](fn@crate::checksum), [`diff`][diff] | yes | no |
//! | equal states are equal bytes | yes, with the free order | depends on the format |
//! | wrong data changes nothing | yes | a new pool is made |
//! | a field of an item that is new or gone | an error that names it | as the attributes of `serde` say |
//! | another capacity | with [`grows_to`](super::save_games), or `restore_resized` | a smaller pool's data is read |
//! | people can read it | no | in text formats |
//! | a world of several pools | `#[derive(Snapshot)]` | `#[derive(Serialize, Deserialize)]` |
//!
//! # What is in the bytes
//!
//! | call | has | read by |
//! |---|---|---|
//! | `save`, `save_into` of a pool | header, generations, free order, items | `restore` |
//! | the same of a world | a save of each field, and the names of the fields | `restore` |
//! | `delta`, `delta_into` | what differs from an earlier save | `patch`, `patch_into`, with that save |
//! | `changed_delta`, `changed_delta_into` | the slots that changed (key `changes`) | the same |
//! | `changed_packet` | as many of these as there is room for, without the free order | `apply_packet` |
//!
//! All numbers have the byte order of the machine that wrote them. A machine with the other one refuses the save. A
//! save has the version of its format in its first 16 bytes. It follows from the definition:
//!
//! | version | is for |
//! |---|---|
//! | 2 | pools, pools of values, side tables |
//! | 3 | pools with `marks` |
//! | 4 | dense pools |
//! | 5 | dense pools with `marks` |
//! | 6 | structs: worlds |
//! | 10 to 13 | pools of versions 2 to 5, of 256 slots or more, whose free slots come last in order, as after `clear` |
//!
//! A save is as long as the use of the pool. Of the free slots that are taken last, in ascending order, it has the
//! generations alone, as runs or one by one. After a million objects and a `clear`, a pool of ten objects has a save of
//! 2,336 bytes with 16 bytes per object; 2,048 of them are for the slots in the quarantine. Slots that were never used
//! have no bytes.
//!
//! Every release reads all versions from 2 on: see [what later versions
//! read](super::save_games#what-later-versions-read).
//!
//! # What is in the data of `serde`
//!
//! A pool is a struct:
//!
//! | field | has |
//! |---|---|
//! | `capacity` | the number of slots, or that of `grows_to` |
//! | `entries` | `[handle, item]` of each object, in slot order; of dense pools in the order of the slice |
//! | `free` | the handles of free slots, in the order of the next insertions, without slots that were never used |
//! | `retired` | the slots that `on_wrap = retire` has retired |
//! | `waiting` | the handles of the slots in the quarantine |
//! | `inserted` | the handles in the order of insertion, of dense pools with `marks` |
//!
//! In text a handle is its slot and its generation, `"3v1"`, so it can be a key of a map. Free slots in a row are one
//! element: `"3v1 to 9v1"`. Empty fields at the end are omitted. So JSON of one object of 20,000, after the others were
//! removed, has 133 bytes. A person can edit such a file:
//! see [`Pool`](struct@crate::Pool#impl-Serialize-for-Pool<P>). In other formats a handle is the number of
//! [`to_bits`](crate::Handle::to_bits). A [`Heap`](struct@crate::Pool#where-a-pool-lives) is read in place, without a
//! copy on the call stack.
//!
//! # Limits
//!
//! - Neither format has a checksum of a save. Store [`checksum`](fn@crate::checksum) beside a file.
//! - Neither says which definition wrote it: another pool of the same shape can restore it.
//! - Some formats of `serde`, such as `postcard`, store no field names, and read the fields in their order. If you add
//!   a field to an item, they cannot read earlier data.
//! - Boxes are written as their objects, and get other slots when they are read.
//!
//! [diff]: crate::Snapshot::diff
