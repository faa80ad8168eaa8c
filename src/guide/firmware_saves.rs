//! A table in flash: a save that outlives a reset and an update, without a heap.
//!
//! Use this page when settings, routes or sessions must be there again after a reset, and a new version of the firmware
//! has to read what the old one wrote.
//!
//! [What a save costs](super::firmware#what-a-save-costs) has the bytes of code.
//!
//! # A page of flash
//!
//! A struct of pools and numbers that derives [`Snapshot`](derive@crate::Snapshot) is bytes. A page
//! of flash has no length and may be damaged, so write the length of the save and its [`checksum`](fn@crate::checksum)
//! before it:
//!
//! ```
//! use stackpool::{BufferTooSmall, Pool, Snapshot, checksum};
//!
//! #[derive(Pool, Snapshot)]
//! #[pool(capacity = 40, generations = 500, grows_to = 100)]
//! #[snapshot(item)]
//! struct Node {
//!     address: u16,
//!     parent: Option<NodeHandle>,
//! }
//!
//! #[derive(Snapshot)]
//! struct Table {
//!     nodes: NodePool,
//!     now: u32,
//! }
//!
//! const HEADER: usize = 12;
//! const PAGE: usize = 1_024;
//! const _: () = assert!(HEADER + Table::SAVED_BYTES <= PAGE);
//!
//! fn store(table: &Table, page: &mut [u8; PAGE]) -> Result<(), BufferTooSmall> {
//!     let saved = table.save_into(&mut page[HEADER..])?;
//!     let (length, sum) = (saved.len() as u32, checksum(saved));
//!     page[..4].copy_from_slice(&length.to_le_bytes());
//!     page[4..HEADER].copy_from_slice(&sum.to_le_bytes());
//!     Ok(())
//! }
//!
//! /// Returns whether the page has a save. If not, the table is as it was.
//! fn load(table: &mut Table, page: &[u8; PAGE]) -> bool {
//!     let (header, rest) = page.split_at(HEADER);
//!     let length = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
//!     let Some(saved) = rest.get(..length) else { return false };
//!     checksum(saved).to_le_bytes() == header[4..] && table.restore(saved).is_ok()
//! }
//!
//! let mut page = [0xFF; PAGE]; // erased
//! let mut table = Table { nodes: Pool::new(), now: 0 };
//! assert!(!load(&mut table, &page));
//! let root = table.nodes.insert(Node { address: 1, parent: None })?;
//! let leaf = table.nodes.insert(Node { address: 2, parent: Some(root) })?;
//! store(&table, &mut page)?;
//!
//! let mut table = Table { nodes: Pool::new(), now: 0 }; // after a reset
//! assert!(load(&mut table, &page));
//! assert_eq!(table.nodes[leaf].parent, Some(root));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/firmware` does this with its table of nodes, and QEMU runs it.
//!
//! # An update with a larger table
//!
//! `grows_to = 100` above is for it: write the key in the first release. Then any
//! capacity up to 100 reads the saves of all others, as far as their entries fit, and handles keep their meaning. So
//! the update has `capacity = 60`, and `load` stays as it is:
//!
//! ```
//! use stackpool::{Pool, Snapshot, SnapshotError};
//! # mod released {
//! #     use stackpool::{Pool, Snapshot};
//! #     #[derive(Pool, Snapshot)]
//! #     #[pool(capacity = 40, generations = 500, grows_to = 100)]
//! #     #[snapshot(item)]
//! #     pub struct Node { pub address: u16, pub parent: Option<NodeHandle> }
//! #     #[derive(Snapshot)]
//! #     pub struct Table { pub nodes: NodePool, pub now: u32 }
//! #     pub fn saved(page: &mut [u8]) -> &[u8] {
//! #         let mut table = Table { nodes: Pool::new(), now: 9 };
//! #         let mut parent = None;
//! #         for address in 0..40 {
//! #             parent = table.nodes.insert(Node { address, parent }).ok();
//! #         }
//! #         table.save_into(page).unwrap()
//! #     }
//! # }
//!
//! #[derive(Pool, Snapshot)]
//! #[pool(capacity = 60, generations = 500, grows_to = 100)] // the released firmware: capacity = 40
//! #[snapshot(item)]
//! struct Node {
//!     address: u16,
//!     parent: Option<NodeHandle>,
//! }
//!
//! #[derive(Snapshot)]
//! struct Table {
//!     nodes: NodePool,
//!     now: u32,
//! }
//!
//! # let mut page = [0; 1_024];
//! # let saved = released::saved(&mut page);
//! let mut table = Table { nodes: Pool::new(), now: 0 };
//! table.restore(saved)?; // 40 nodes, of the released firmware
//! assert_eq!((table.nodes.len(), table.nodes.remaining_capacity(), table.now), (40, 20, 9));
//! # let last = table.nodes.iter().last().unwrap();
//! # assert_eq!((last.1.address, last.1.parent.map(|parent| table.nodes[parent].address)), (39, Some(38)));
//! # Ok::<(), SnapshotError>(())
//! ```
//!
//! # An update without that key
//!
//! [`resize_saved`](crate::Snapshot::resize_saved) converts a save from one buffer to
//! another, if handles keep their meaning. That is so up to one slot below the next power of two: 40 slots to 63.
//!
//! ```
//! use stackpool::{ResizeError, SnapshotError, pool};
//!
//! mod released {
//!     stackpool::pool! { pub Nodes: [u32; 40], generations = 500; }
//! }
//! pool! { Nodes: [u32; 60], generations = 500; }
//!
//! # let mut nodes = released::NodesPool::new();
//! # let last = (0..40).filter_map(|number| nodes.insert(number).ok()).last().unwrap();
//! # let mut page = [0; 1_024];
//! # let saved = nodes.save_into(&mut page).unwrap();
//! let mut buffer = [0; NodesPool::SAVED_BYTES];
//! let resized = NodesPool::resize_saved(saved, &mut buffer)?;
//! let mut nodes = NodesPool::new();
//! assert!(nodes.restore(resized).is_ok() && nodes.len() == 40);
//! # assert_eq!(nodes.get(NodesHandle::from_bits(last.to_bits()).unwrap()), Some(&39));
//! # Ok::<(), SnapshotError<ResizeError>>(())
//! ```
//!
//! [Save games](super::save_games) has what else a later version reads, and what to do if an item changes.
