//! A value at a place of any alignment.

#![expect(unsafe_code, reason = "bytes are values of a type without alignment")]

use bytemuck::{Pod, Zeroable};

/// A value without the alignment of its type. Reading or writing the field is a plain move. Without optimisation it
/// costs no call, unlike the functions of `core` and `bytemuck`.
#[derive(Clone, Copy)]
#[repr(C, packed)]
pub(crate) struct Unaligned<T>(pub(crate) T);

// SAFETY: the only field is `Zeroable`.
unsafe impl<T: Zeroable> Zeroable for Unaligned<T> {}

// SAFETY: the only field is `Pod`, and a packed struct has no padding.
unsafe impl<T: Pod> Pod for Unaligned<T> {}
