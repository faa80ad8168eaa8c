//! A thread-local value for one pool and no other.

use core::marker::PhantomData;

/// A `T` that belongs to the definition `P`. The thread-local of one definition has another type than that of any
/// other definition, even of a subtype: `P` is invariant.
pub struct Branded<P, T> {
    content: T,
    definition: PhantomData<fn(P) -> P>,
}

impl<P, T> Branded<P, T> {
    /// Makes `content` belong to `P`.
    #[must_use]
    pub const fn new(content: T) -> Self {
        Branded { content, definition: PhantomData }
    }

    #[inline]
    pub(crate) fn get(&self) -> &T {
        &self.content
    }
}

opaque_debug!([P, T] Branded<P, T>);
