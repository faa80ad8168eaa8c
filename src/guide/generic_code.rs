//! Generic code: functions and libraries over any pool.
//!
//! `P: PoolSpec` stands for the definition of a pool: the item type under the derive, the marker type under
//! [`pool!`](crate::pool). `Pool<P>` is the pool, `Handle<P>` its handle.
//!
//! ```
//! use stackpool::layout::Tracked;
//! use stackpool::{Pool, PoolSpec};
//!
//! /// For a bar on the screen: 0 is empty, 1 is full.
//! fn fill_level<P: PoolSpec>(pool: &Pool<P>) -> f32 {
//!     pool.len() as f32 / pool.capacity() as f32
//! }
//!
//! /// A walk needs a guard that knows which slots are live: every guard except `none`.
//! fn total<P: PoolSpec<Item = u32>>(pool: &Pool<P>) -> u32
//! where
//!     P::Layout: Tracked,
//! {
//!     pool.values().sum()
//! }
//!
//! stackpool::pool! { Scores: [u32; 8]; }
//! let scores = ScoresPool::from_iter([1, 2, 3, 4]);
//! assert_eq!((fill_level(&scores), total(&scores)), (0.5, 10));
//! ```
//!
//! # A library whose users choose the capacity
//!
//! Let the user of the library define the pool, and name the definition:
//!
//! ```
//! use stackpool::{Full, Handle, Pool, PoolSpec};
//!
//! /// In the library. `S` is the user's definition of a pool of nodes, which links to other nodes of the same pool.
//! pub struct Node<S: PoolSpec> {
//!     pub value: u32,
//!     pub next: Option<Handle<S>>,
//! }
//!
//! pub struct List<S: PoolSpec<Item = Node<S>>> {
//!     nodes: Pool<S>,
//!     first: Option<Handle<S>>,
//! }
//!
//! impl<S: PoolSpec<Item = Node<S>>> List<S> {
//!     pub const fn new() -> Self {
//!         List { nodes: Pool::new(), first: None }
//!     }
//!
//!     pub fn push_front(&mut self, value: u32) -> Result<(), Full> {
//!         let node = Node { value, next: self.first };
//!         self.first = Some(self.nodes.insert(node).map_err(Full::without_value)?);
//!         Ok(())
//!     }
//!
//!     pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
//!         let mut next = self.first;
//!         core::iter::from_fn(move || {
//!             let node = &self.nodes[next?];
//!             next = node.next;
//!             Some(node.value)
//!         })
//!     }
//! }
//!
//! // In the program.
//! stackpool::pool! { Nodes: [Node<Nodes>; 100]; }
//!
//! let mut list = List::<Nodes>::new();
//! list.push_front(2)?;
//! list.push_front(1)?;
//! assert!(list.iter().eq([1, 2]));
//! # Ok::<(), stackpool::Full>(())
//! ```
//!
//! # Traits of layouts
//!
//! The module [`layout`](crate::layout) has the bounds: [`Tracked`](crate::layout::Tracked) (knows which slots are
//! live), [`Tabled`](crate::layout::Tabled) (has a table of free slots), [`Marked`](crate::layout::Marked) (has
//! marks) and [`Holds<T>`](crate::layout::Holds) (can hold items of type `T`).
