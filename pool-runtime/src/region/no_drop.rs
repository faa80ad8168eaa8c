//! The values that a region without destructors accepts.

use core::mem::ManuallyDrop;
use core::ops::{Deref, DerefMut};

/// A type that needs no dropping. Every `Copy` type is one; other types can declare it.
///
/// A region without destructors forgets its values, so a value with a destructor would leak. The compiler refuses such
/// a value. If its type is not `NoDrop`, `cargo check` reports that. If its type implements `NoDrop` but has a
/// destructor, the build fails.
///
/// A type of your own that is not `Copy`, such as an iterator, declares it in one line:
///
/// ```
/// use stackpool::region::{Inline, Linear, NoDrop};
///
/// struct Cursor {
///     at: usize,
/// }
///
/// impl NoDrop for Cursor {}
///
/// let mut memory = Linear::<Inline<64>>::new();
/// let scope = memory.enter();
/// let cursor = scope.alloc(Cursor { at: 7 })?;
/// cursor.at += 1;
/// assert_eq!(cursor.at, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0277
/// # use stackpool::region::{Inline, Linear};
/// # let mut memory = Linear::<Inline<64>>::new();
/// # let scope = memory.enter();
/// scope.alloc(vec![1, 2, 3]); // the `Vec` would never be dropped
/// ```
#[diagnostic::on_unimplemented(
    message = "a region never drops its values, but `{Self}` is not known to need no dropping",
    label = "this value would never be dropped",
    note = "use `DropLinear`, which drops its values when it is reset",
    note = "or wrap the value in `Undropped::new(value)`, if it need not be dropped, as `&mut` and `Cell` need not",
    note = "or write `impl NoDrop for ..` for a type of your own that needs no dropping and is not `Copy`"
)]
pub trait NoDrop {}

#[diagnostic::do_not_recommend]
impl<T: Copy> NoDrop for T {}

/// Wraps a value so that its destructor does not run, and a region accepts it.
///
/// It works like `ManuallyDrop`: the value leaks what it owns, unless you take it out with
/// [`into_inner`](Undropped::into_inner). Types such as `Cell`, `Range` and `&mut` leak nothing: they need no dropping,
/// but are not `Copy`.
///
/// ```
/// use core::cell::Cell;
/// use stackpool::region::{Inline, Linear, Undropped};
///
/// let mut memory = Linear::<Inline<64>>::new();
/// let scope = memory.enter();
/// let hits = scope.alloc(Undropped::new(Cell::new(0)))?;
/// hits.set(hits.get() + 1);
/// assert_eq!(hits.get(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ManuallyDrop")]
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct Undropped<T>(ManuallyDrop<T>);

impl<T> NoDrop for Undropped<T> {}

impl<T> Undropped<T> {
    /// Wraps a value, so that its destructor does not run.
    #[inline]
    #[must_use]
    pub const fn new(value: T) -> Self {
        Undropped(ManuallyDrop::new(value))
    }

    /// Returns the value. Its destructor runs when the value is dropped.
    #[inline]
    #[must_use]
    pub fn into_inner(self) -> T {
        ManuallyDrop::into_inner(self.0)
    }
}

impl<T> Deref for Undropped<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Undropped<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// Fails to compile for a type that implements [`NoDrop`] and has a destructor.
#[track_caller]
pub(super) const fn check<T: NoDrop>() {
    assert!(
        !core::mem::needs_drop::<T>(),
        "a type implements `NoDrop` but needs to be dropped: remove the impl, and use `DropLinear` or `Undropped`"
    );
}
