//! What a region takes that runs no destructors.

use core::mem::ManuallyDrop;
use core::ops::{Deref, DerefMut};

/// A type that needs no dropping, as far as the compiler can be asked: one that is `Copy`, and what says so.
///
/// Regions forget their values. A value with a destructor in one of them would leak, so that it is refused: by the
/// compiler in `cargo check` already where the type is not `NoDrop`, and in a build where the type claims to be and has a
/// destructor after all.
///
/// A type of your own that is not `Copy` (an iterator, say) claims it in a line:
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
    message = "a region does not drop its values, and `{Self}` may need dropping",
    label = "would not be dropped",
    note = "`DropLinear` drops its values when it is reset",
    note = "`Undropped::new(value)` keeps a value that is never dropped; a `Copy` type needs no dropping, and a type of your own says \
            so by `impl NoDrop for ..`"
)]
pub trait NoDrop {}

#[diagnostic::do_not_recommend]
impl<T: Copy> NoDrop for T {}

/// A value whose destructor does not run: what a region takes of a type that is not [`NoDrop`].
///
/// As `ManuallyDrop`: what the value owns leaks, unless it is taken out. For values that need no dropping and are not
/// `Copy` (`Cell`, `Range`, `&mut`) nothing does.
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
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct Undropped<T>(ManuallyDrop<T>);

impl<T> NoDrop for Undropped<T> {}

impl<T> Undropped<T> {
    /// The value, whose destructor will not run.
    #[inline]
    #[must_use]
    pub const fn new(value: T) -> Self {
        Undropped(ManuallyDrop::new(value))
    }

    /// The value, whose destructor runs as any other's.
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

/// Fails to compile for a type with a destructor that claims to be [`NoDrop`].
#[track_caller]
pub(super) const fn check<T: NoDrop>() {
    assert!(!core::mem::needs_drop::<T>(), "a type that claims to be `NoDrop` needs dropping after all");
}
