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
/// - Handles belong to `Of<S, T>`: they are neither those of `S` nor those of `Of<S, U>`.
/// - In debug output, handles have the name of `S`.
/// - Under `bookkeeping = free_list` a slot has the size of an index at least. `max_bytes` of `S` is not checked
///   again.
/// - There is no static pool. `Pool::new` is `const`, so a static of your own needs no macro.
/// - `S` must not be `boxed`.
///
/// The [guide](https://docs.rs/stackpool/latest/stackpool/guide/generic_code/) compares the ways to write generic
/// code.
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
