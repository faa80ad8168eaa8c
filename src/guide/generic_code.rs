//! Generic code: functions over any pool, and libraries whose users choose the item or the capacity.
//!
//! Use this page when you write a function for several pools, or a type that has a pool of its user's items. A program
//! with one pool per kind of object needs nothing of it.
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
//! # A library that has a pool inside
//!
//! Who chooses the item, and who chooses the capacity?
//!
//! | item | capacity | the library has | handle |
//! |---|---|---|---|
//! | its user | the library | [a derive on a generic type](#one-capacity-a-derive-on-a-generic-type) | smallest |
//! | its user | a const parameter | [`Sized16<T, N>`](#a-const-parameter-sized16) | 4 bytes |
//! | its user | a definition of the user | [`Of<S, T>`](#the-widths-of-a-definition-of) | smallest |
//! | the library | a definition of the user | [`P: PoolSpec<Item = ..>`](#the-definition-of-the-user) | smallest |
//! | nobody | | [`Pool<()>` and side tables](#data-beside-the-pool) | smallest |
//!
//! Items can borrow in all of them, as long as what they borrow outlives the pool. Only a static (`take_pool`, boxes)
//! needs items that are `'static`.
//!
//! ## One capacity: a derive on a generic type
//!
//! The shortest way. The aliases `NodePool<T>` and `NodeHandle<T>` take the parameters of the type.
//!
//! ```
//! use stackpool::{Full, Pool};
//!
//! /// In the library: a stack of undo steps.
//! #[derive(Pool)]
//! #[pool(capacity = 1_000)]
//! struct Step<T> {
//!     action: T,
//!     before: Option<StepHandle<T>>,
//! }
//!
//! pub struct History<T> {
//!     steps: StepPool<T>,
//!     last: Option<StepHandle<T>>,
//! }
//!
//! impl<T> History<T> {
//!     pub const fn new() -> Self {
//!         History { steps: StepPool::new(), last: None }
//!     }
//!
//!     pub fn push(&mut self, action: T) -> Result<(), Full> {
//!         let step = Step { action, before: self.last };
//!         self.last = Some(self.steps.insert(step).map_err(Full::without_value)?);
//!         Ok(())
//!     }
//!
//!     pub fn undo(&mut self) -> Option<T> {
//!         let step = self.steps.remove(self.last?)?;
//!         self.last = step.before;
//!         Some(step.action)
//!     }
//! }
//!
//! // In the program.
//! let mut history = History::new();
//! history.push("paint")?;
//! history.push("erase")?;
//! assert_eq!((history.undo(), history.undo(), history.undo()), (Some("erase"), Some("paint"), None));
//! # Ok::<(), Full>(())
//! ```
//!
//! ## A const parameter: `Sized16`
//!
//! [`Sized16<T, N>`](crate::Sized16) (up to 65,536 items) and [`Sized24<T, N>`](crate::Sized24) (up to 16,777,216)
//! take the capacity as `heapless` and arrays do. Nothing has to be declared, and no bounds are needed. Stable Rust
//! computes no widths from a const parameter, so a handle always has 4 bytes.
//!
//! ```
//! use stackpool::{Full, Handle, Pool, Sized16};
//!
//! /// In the library. A node names other nodes of the same pool.
//! pub struct Node<T, const N: usize> {
//!     value: T,
//!     next: Option<NodeId<T, N>>,
//! }
//!
//! pub type NodeId<T, const N: usize> = Handle<Sized16<Node<T, N>, N>>;
//!
//! pub struct List<T, const N: usize> {
//!     nodes: Pool<Sized16<Node<T, N>, N>>,
//!     first: Option<NodeId<T, N>>,
//! }
//!
//! impl<T, const N: usize> List<T, N> {
//!     pub fn push_front(&mut self, value: T) -> Result<(), Full> {
//!         let node = Node { value, next: self.first };
//!         self.first = Some(self.nodes.insert(node).map_err(Full::without_value)?);
//!         Ok(())
//!     }
//! }
//!
//! // In the program.
//! let mut list = List::<_, 20> { nodes: Pool::new(), first: None };
//! list.push_front("b")?;
//! list.push_front("a")?;
//! let first = list.first.expect("pushed");
//! assert_eq!(list.nodes[first].value, "a");
//! # assert!(list.nodes[first].next.is_some());
//! # Ok::<(), Full>(())
//! ```
//!
//! ### The words that users read
//!
//! The handles, panics and errors of such a pool name `Sized16`, which no user of the library wrote. A definition of
//! the library has the same layout and a name of its own. And a capacity that is out of range is an error at a line of
//! this crate. An assertion in the library has the library's words, and shows the line of its user:
//!
//! ```
//! use core::marker::PhantomData;
//! use stackpool::{Full, Pool, PoolSpec, Sized16};
//!
//! /// In the library: `Sized16<T, N>` under another name.
//! pub struct SceneNode<T, const N: usize>(PhantomData<T>);
//!
//! impl<T, const N: usize> PoolSpec for SceneNode<T, N> {
//!     type Item = T;
//!     type Layout = <Sized16<T, N> as PoolSpec>::Layout;
//!     const NAME: &'static str = "SceneNode";
//! }
//!
//! pub struct Scene<T, const N: usize> {
//!     nodes: Pool<SceneNode<T, N>>,
//! }
//!
//! impl<T, const N: usize> Scene<T, N> {
//!     pub const fn new() -> Self {
//!         const { assert!(N >= 1 && N <= 65_536, "a scene has 1 to 65,536 nodes") };
//!         Scene { nodes: Pool::new() }
//!     }
//! }
//!
//! // In the program.
//! let mut scene = Scene::<_, 1>::new();
//! let root = scene.nodes.insert("root")?;
//! assert_eq!(format!("{root:?}"), "SceneNode#0v0");
//! let full = scene.nodes.insert("leaf").unwrap_err();
//! assert_eq!(full.to_string(), "the pool of `SceneNode` has no room: its capacity is 1");
//! # Ok::<(), Full<&str>>(())
//! ```
//!
//! `cargo build` evaluates the assertion where the user calls `new`; `cargo check` does not.
//!
//! ## The widths of a definition: `Of`
//!
//! [`Of<S, T>`](crate::Of) is a definition with the widths of `S` and items of type `T`. The user of the library
//! writes one line, and has the smallest handle and all keys: `guard`, `marks`, `generation_bits`. The library pays
//! with a bound: the layout of `S` must be able to hold its nodes ([`Holds`](crate::layout::Holds)).
//!
//! ```
//! use stackpool::layout::Holds;
//! use stackpool::{Full, Handle, Of, Pool, PoolSpec};
//!
//! /// In the library.
//! pub struct Node<S: PoolSpec<Layout: Holds<Self>>, T> {
//!     pub value: T,
//!     pub parent: Option<NodeId<S, T>>,
//! }
//!
//! pub type NodeId<S, T> = Handle<Of<S, Node<S, T>>>;
//!
//! pub struct Tree<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> {
//!     nodes: Pool<Of<S, Node<S, T>>>,
//! }
//!
//! impl<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> Tree<S, T> {
//!     pub const fn new() -> Self {
//!         Tree { nodes: Pool::new() }
//!     }
//!
//!     pub fn add(&mut self, value: T, parent: Option<NodeId<S, T>>) -> Result<NodeId<S, T>, Full> {
//!         self.nodes.insert(Node { value, parent }).map_err(Full::without_value)
//!     }
//!
//!     pub fn depth(&self, id: NodeId<S, T>) -> usize {
//!         self.nodes[id].parent.map_or(0, |parent| 1 + self.depth(parent))
//!     }
//! }
//!
//! // In the program: the number of nodes, and nothing about their type.
//! stackpool::pool! { Few: [(); 100]; Many: [(); 60_000], guard = live; }
//!
//! let mut tree = Tree::<Few, &str>::new();
//! let root = tree.add("root", None)?;
//! let leaf = tree.add("leaf", Some(root))?;
//! assert_eq!((tree.depth(leaf), size_of_val(&leaf)), (1, 1));
//! # let _ = (&tree.nodes[leaf].value, size_of::<Tree<Many, u8>>());
//! # Ok::<(), Full>(())
//! ```
//!
//! ### Is your public key generic?
//!
//! `NodeId<S, T>` names the item and the node type of the library. A user's type that keeps such a key is generic too.
//! Let the key be `Handle<S>` instead. The pool inside takes it wherever it takes a handle of its own, at no cost: see
//! [the example](crate::Of#the-handle-of-s-as-a-key). A user's [`HandleMap<S, V>`](crate::HandleMap) takes the same
//! key.
//!
//! The price: a tree of numbers and a tree of words have the same type of key if both are of `S`. If you use a key with
//! the wrong tree, it compiles. The key then names the object in its slot there, or nothing. Give each tree an `S` of
//! its own.
//!
//! ## The definition of the user
//!
//! Let the user of the library define the pool, and name the definition. Choose this if the user wants the static of
//! the definition, or boxes:
//!
//! ```
//! use stackpool::{Full, Handle, Pool, PoolSpec};
//!
//! /// In the library. `S` is the user's definition of a pool of nodes, which link to other nodes of the same pool.
//! pub struct Node<S: PoolSpec> {
//!     pub value: u32,
//!     pub next: Option<Handle<S>>,
//! }
//!
//! pub struct List<'pool, S: PoolSpec<Item = Node<S>>> {
//!     nodes: &'pool mut Pool<S>,
//!     first: Option<Handle<S>>,
//! }
//!
//! impl<'pool, S: PoolSpec<Item = Node<S>>> List<'pool, S> {
//!     pub const fn new(nodes: &'pool mut Pool<S>) -> Self {
//!         List { nodes, first: None }
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
//! let mut nodes = NodesPool::new(); // or the static one
//! let mut list = List::new(&mut nodes);
//! list.push_front(2)?;
//! list.push_front(1)?;
//! assert!(list.iter().eq([1, 2]));
//! # Ok::<(), stackpool::Full>(())
//! ```
//!
//! ## Data beside the pool
//!
//! A library that manages relations needs no items: a `Pool<()>` gives out the handles, and side tables
//! ([`HandleMap`](crate::HandleMap)) hold the library's data and the user's. The user can add a table without a change
//! to the library. Each table has memory for all slots.
//!
//! ```
//! use stackpool::{Full, Handle, HandleMap, Pool, PoolSpec};
//!
//! /// In the library.
//! pub struct Parents<S: PoolSpec<Item = ()>> {
//!     nodes: Pool<S>,
//!     parent: HandleMap<S, Handle<S>>,
//! }
//!
//! impl<S: PoolSpec<Item = ()>> Parents<S> {
//!     pub fn add(&mut self, parent: Option<Handle<S>>) -> Result<Handle<S>, Full> {
//!         let node = self.nodes.insert(())?;
//!         if let Some(parent) = parent {
//!             self.parent.insert(node, parent);
//!         }
//!         Ok(node)
//!     }
//! }
//!
//! // In the program.
//! stackpool::pool! { Nodes: [(); 1_000]; }
//!
//! let mut tree = Parents::<Nodes> { nodes: Pool::new(), parent: HandleMap::new() };
//! let mut names = HandleMap::<Nodes, &str>::new();
//! let root = tree.add(None)?;
//! let leaf = tree.add(Some(root))?;
//! names.insert(root, "root");
//! assert_eq!(tree.parent.get(leaf).map(|parent| names[*parent]), Some("root"));
//! # Ok::<(), Full>(())
//! ```
//!
//! # A limit at run time
//!
//! A capacity is declared. Where a user of the library or a player sets a limit, declare the largest one that is
//! allowed, and compare [`len`](crate::Pool::len) with the limit:
//!
//! ```
//! use stackpool::{Full, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 256, quarantine = 0)]
//! struct Voice {
//!     sample: u32,
//! }
//!
//! /// At most `limit` voices, and at most 256.
//! pub struct Voices {
//!     voices: VoicePool,
//!     limit: usize,
//! }
//!
//! impl Voices {
//!     pub const fn new(limit: usize) -> Self {
//!         Voices { voices: VoicePool::new(), limit }
//!     }
//!
//!     /// As [`Pool::insert`]; the error has the value.
//!     pub fn play(&mut self, voice: Voice) -> Result<VoiceHandle, Full<Voice>> {
//!         if self.voices.len() >= self.limit {
//!             return Err(Full::new(voice));
//!         }
//!         self.voices.insert(voice)
//!     }
//! }
//!
//! let mut voices = Voices::new(2);
//! voices.play(Voice { sample: 1 })?;
//! voices.play(Voice { sample: 2 })?;
//! assert_eq!(voices.play(Voice { sample: 3 }).unwrap_err().into_inner().sample, 3);
//! voices.limit = 3;
//! assert!(voices.play(Voice { sample: 3 }).is_ok());
//! # Ok::<(), Full<Voice>>(())
//! ```
//!
//! With `quarantine = 0` the pool uses no more slots than the limit, so the program touches no more memory. With a
//! quarantine, it also uses one more slot for each slot that waits.
//!
//! # Generic objects that are saved
//!
//! A pool that is saved holds plain data. For a struct with parameters, `bytemuck` derives that if the struct is
//! `#[repr(C, packed)]`, which has no padding, or `#[repr(transparent)]`. `save` needs feature `alloc`; `save_into`
//! does not:
//!
//! ```
//! use stackpool::{Pool, Snapshot, pool};
//!
//! #[derive(Snapshot, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
//! #[snapshot(plain)]
//! #[repr(C, packed)]
//! struct Timed<T> {
//!     value: T,
//!     frames: u16,
//! }
//!
//! pool! {
//!     Effects: [Timed<f32>; 100];
//! }
//!
//! let mut effects = EffectsPool::new();
//! effects.insert(Timed { value: 0.5, frames: 3 }).ok();
//! let saved = effects.save();
//! effects.clear();
//! effects.restore(&saved)?;
//! assert_eq!(effects.len(), 1);
//! # Ok::<(), stackpool::SnapshotError>(())
//! ```
//!
//! # Traits of layouts
//!
//! The module [`layout`](crate::layout) has the bounds: [`Tracked`](crate::layout::Tracked) (knows which slots are
//! live), [`Tabled`](crate::layout::Tabled) (has a table of free slots), [`Marked`](crate::layout::Marked) (has
//! marks), [`Watched`](crate::layout::Watched) (notes changes) and [`Holds<T>`](crate::layout::Holds) (can hold items
//! of type `T`).
