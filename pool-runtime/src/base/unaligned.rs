//! A value at a place of any alignment.

#![expect(unsafe_code, reason = "bytes are values of a type without alignment")]

use bytemuck::{Pod, Zeroable};

/// A value without the alignment of its type. A read or a write of the field is a plain move, which costs no call in
/// builds without optimisation, where the functions of `core` and `bytemuck` do.
#[derive(Clone, Copy)]
#[repr(C, packed)]
pub(crate) struct Unaligned<T>(pub(crate) T);

// SAFETY: the only field is `Zeroable`.
unsafe impl<T: Zeroable> Zeroable for Unaligned<T> {}

// SAFETY: the only field is `Pod`, and a packed struct has no padding.
unsafe impl<T: Pod> Pod for Unaligned<T> {}
