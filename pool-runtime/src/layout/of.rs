//! A definition with the widths of another one.

use crate::layout::Holds;
use crate::layout::spec::{Brand, PoolSpec};
use core::fmt;

/// A definition with the widths of `S`, and items of type `T`.
///
/// `Pool<Of<S, T>>` works wherever the layout of `S` can hold a `T` ([`Holds`]): every layout can, except that `guard
/// = none` holds [plain data](bytemuck::Pod) only. Capacity, handle, table, guard, quarantine, marks, changes and
/// alignment are those of `S`. The items of `S` do not matter. `T` can borrow.
///
/// A library whose types are generic over their payload takes the capacity from its user in this way:
///
/// ```
/// use stackpool::layout::Holds;
/// use stackpool::{Full, Handle, Of, Pool, PoolSpec};
///
/// // In the library. `S` says how many, `T` says of what.
/// pub struct Registry<S: PoolSpec<Layout: Holds<T>>, T> {
///     entries: Pool<Of<S, T>>,
/// }
///
/// impl<S: PoolSpec<Layout: Holds<T>>, T> Registry<S, T> {
///     pub const fn new() -> Self {
///         Registry { entries: Pool::new() }
///     }
///
///     pub fn add(&mut self, entry: T) -> Result<Handle<Of<S, T>>, Full<T>> {
///         self.entries.insert(entry)
///     }
/// }
///
/// // In the program.
/// stackpool::pool! { UpTo100: [(); 100]; }
///
/// let text = String::from("a b");
/// let mut words = Registry::<UpTo100, &str>::new(); // borrows from `text`
/// for word in text.split(' ') {
///     words.add(word).expect("at most 100 words");
/// }
/// assert_eq!(words.entries.len(), 2);
/// ```
///
/// Compared with a definition of its own for items of type `T`:
///
/// - Handles belong to `Of<S, T>`: they are neither those of `S` nor those of `Of<S, U>`. They convert to those of `S`,
///   and the pool [takes both](#the-handle-of-s-as-a-key).
/// - In debug output, handles have the name of `S`.
/// - Under `bookkeeping = free_list` a slot has the size of an index at least. `max_bytes` of `S` is not checked
///   again.
/// - There is no static pool. `Pool::new` is `const`, so a static of your own needs no macro.
/// - `S` must not be `boxed`.
///
/// The [guide](https://docs.rs/stackpool/latest/stackpool/guide/generic_code/) compares the ways to write generic
/// code.
///
/// # The handle of `S` as a key
///
/// A library whose key names its private node type shows more than it has to. Let the key be `Handle<S>`, and the pool
/// inside hold nodes. Methods and `[]` of `Pool<Of<S, T>>` take a `Handle<S>` as they take a handle of the pool.
///
/// The pool gives out handles of type `Handle<Of<S, T>>`, and arrays and slices of handles hold these. `From` converts
/// them to handles of `S` and back, and a [`Link`](crate::Link) too. The slot, the generation and the bytes stay the
/// same, so a conversion compiles to no instruction. An `Option` converts by `map(Into::into)`.
///
/// ```
/// use stackpool::layout::Holds;
/// use stackpool::{Full, Handle, Of, Pool, PoolSpec};
///
/// // In the library. The key `Handle<S>` says nothing of `T`, and nothing of `Node`.
/// struct Node<S: PoolSpec, T> {
///     value: T,
///     parent: Option<Handle<S>>,
/// }
///
/// pub struct Tree<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> {
///     nodes: Pool<Of<S, Node<S, T>>>,
/// }
///
/// impl<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> Tree<S, T> {
///     pub fn add(&mut self, value: T, parent: Option<Handle<S>>) -> Result<Handle<S>, Full> {
///         let node = self.nodes.insert(Node { value, parent }).map_err(Full::without_value)?;
///         Ok(node.into())
///     }
///
///     pub fn parent(&self, key: Handle<S>) -> Option<Handle<S>> {
///         self.nodes.get(key)?.parent
///     }
///
///     pub fn remove(&mut self, key: Handle<S>) -> Option<T> {
///         Some(self.nodes.remove(key)?.value)
///     }
/// }
///
/// // In the program.
/// stackpool::pool! { Widgets: [(); 1_000]; }
///
/// let mut tree = Tree::<Widgets, &str> { nodes: Pool::new() };
/// let window: WidgetsHandle = tree.add("window", None)?;
/// let button = tree.add("button", Some(window))?;
/// assert_eq!(tree.parent(button), Some(window));
/// assert_eq!(tree.remove(button), Some("button"));
/// assert_eq!(tree.parent(button), None); // stale, as before
/// # Ok::<(), Full>(())
/// ```
///
/// Handles of pools of one definition share their type. Through `Handle<S>`, so do those of `S` and of each `Of<S, T>`.
/// In a pool that did not give it out, a handle names whatever is in its slot, or nothing. So let each pool have an `S`
/// of its own.
///
/// # Common errors
///
/// - **"cannot infer type of the type parameter `K`"** at `nodes.get(key.into())`: `nodes.get(key)`. The pool takes two
///   types of handle, so it cannot tell what to convert to. For the same reason, name the type in
///   `nodes.get(Handle::<S>::from_bits(bits)?)`.
pub struct Of<S, T>(Brand<(S, T)>);

impl<S: PoolSpec<Layout: Holds<T>>, T> PoolSpec for Of<S, T> {
    type Item = T;
    type Layout = S::Layout;
    const NAME: &'static str = S::NAME;
}

impl<S, T> fmt::Debug for Of<S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Of(..)")
    }
}
