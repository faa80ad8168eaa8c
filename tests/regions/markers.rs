//! Markers of stacks and of their reference.

use super::stack_model::{Edge, Model};
use stackpool::region::{Lower, Marker, MarkerError, Stack, Storage, Upper};
use std::ptr::from_ref;

/// A stack at one of the edges of a block.
pub(crate) trait Marks {
    const EDGE: Edge;
    /// Whether the bytes of a forgotten scope are free again.
    const FORGETS: bool;

    fn marker(&mut self) -> Option<Marker>;
    /// Also returns the address of the value.
    fn marked<T: Copy>(&mut self, value: T) -> Option<(Marker, usize)>;
    fn rollback(&mut self, marker: Marker) -> Result<(), MarkerError>;
    fn reset(&mut self);
    /// Bytes in use, bytes that are free, and padding.
    fn figures(&self) -> [usize; 3];
}

macro_rules! marks {
    ($({$($generics:tt)*} $stack:ty, $edge:ident, $forgets:literal;)*) => {$(
        impl<$($generics)*> Marks for $stack {
            const EDGE: Edge = Edge::$edge;
            const FORGETS: bool = $forgets;

            fn marker(&mut self) -> Option<Marker> {
                <$stack>::marker(self).ok()
            }

            fn marked<T: Copy>(&mut self, value: T) -> Option<(Marker, usize)> {
                let (marker, value) = self.alloc_marked(value).ok()?;
                Some((marker, from_ref(value).addr()))
            }

            fn rollback(&mut self, marker: Marker) -> Result<(), MarkerError> {
                <$stack>::rollback(self, marker)
            }

            fn reset(&mut self) {
                <$stack>::reset(self);
            }

            fn figures(&self) -> [usize; 3] {
                [self.used(), self.remaining_capacity(), self.padding()]
            }
        }
    )*};
}

marks! {
    {S: Storage} Stack<S>, Low, true;
    {} Lower<'_>, Low, false;
    {} Upper<'_>, High, false;
}

/// A marker, the number of its stack, and the number of the marker in the reference.
#[derive(Debug)]
pub(crate) struct Held {
    marker: Marker,
    owner: usize,
    number: u32,
}

/// Takes a marker of the stack with number `owner`.
pub(crate) fn mark<S: Marks>(stack: &mut S, model: &mut Model, owner: usize, held: &mut Vec<Held>) {
    let number = model.marker(S::EDGE);
    let marker = stack.marker();
    assert_eq!(marker.is_some(), number.is_some());
    held.extend(marker.zip(number).map(|(marker, number)| Held { marker, owner, number }));
}

/// Allocates a value and takes the marker before it. Both succeed or both fail.
pub(crate) fn marked<S: Marks, T: Copy>(
    stack: &mut S,
    value: T,
    model: &mut Model,
    owner: usize,
    held: &mut Vec<Held>,
) {
    let high = model.high;
    let expected = model.marker(S::EDGE).and_then(|number| {
        let start = model.cut(S::EDGE, size_of::<T>(), align_of::<T>());
        if start.is_none() {
            model.rollback(S::EDGE, number);
            model.high = high;
        }
        Some((number, start?))
    });
    let found = stack.marked(value);
    assert_eq!(found.as_ref().map(|(_, start)| *start), expected.map(|(_, start)| start));
    held.extend(found.zip(expected).map(|((marker, _), (number, _))| Held { marker, owner, number }));
}

/// A valid marker rolls the stack back, a stale one does nothing, and a marker of another stack is returned.
pub(crate) fn rollback<S: Marks>(
    stack: &mut S,
    of: Held,
    model: &mut Model,
    owner: usize,
    held: &mut Vec<Held>,
) {
    let Held { marker, owner: theirs, number } = of;
    match stack.rollback(marker) {
        Ok(()) => assert!(theirs == owner && model.rollback(S::EDGE, number)),
        Err(MarkerError::Stale) => assert!(theirs == owner && !model.rollback(S::EDGE, number)),
        Err(MarkerError::Foreign(marker)) => {
            assert_ne!(theirs, owner);
            held.push(Held { marker, owner: theirs, number });
        }
    }
}
