//! Guard `none`: nothing is stored about a slot, for plain data only. [`guard`](super) says what that means for
//! handles.
//!
//! It is sound because items are [`Pod`](bytemuck::Pod). Every slot always holds a valid value: zero bytes at first,
//! later an object or the bytes of a removed one. No value needs to be dropped.

use super::{Guard, GuardImage};
use bytemuck::Zeroable;

/// No state for `N` slots.
#[derive(Debug)]
#[repr(transparent)]
pub struct NoGuard<const N: usize>([(); N]);

// SAFETY: the type has no bytes.
unsafe impl<const N: usize> Zeroable for NoGuard<N> {}

// SAFETY: 1. `TRACKS` is `false`, so nothing is claimed about live slots. 2. The methods are those of the trait: the
// generation is always 0, and `GENERATIONS` is 1.
unsafe impl<const N: usize> Guard for NoGuard<N> {
    const CAPACITY: usize = N;
    const GENERATIONS: u32 = 1;
    const TRACKS: bool = false;
}

impl<const N: usize> GuardImage for NoGuard<N> {}
