//! Handles as bytes: the traits of `bytemuck`.

use super::Handle;
use crate::layout::Layout;
use crate::layout::code::{Code, Niche};
use crate::layout::spec::PoolSpec;
use bytemuck::{CheckedBitPattern, NoUninit, Pod, PodInOption, Zeroable, ZeroableInOption};
use core::marker::PhantomData;

pub(super) type CodeOf<P> = <<P as PoolSpec>::Layout as Layout>::Code;

// SAFETY: a handle is a transparent struct around its code and a marker without bytes. The code has no padding, by 2.
// of `Code`. It has no pointer and no interior mutability, and at least one value.
unsafe impl<P: PoolSpec + 'static> NoUninit for Handle<P> {}

/// Returns the bytes of a handle. `NoUninit` gives the same bytes, but only for definitions that are `'static`.
#[inline]
pub(super) fn bytes_of<P: PoolSpec>(handle: Handle<P>) -> <CodeOf<P> as Code>::Bits {
    const {
        assert!(
            size_of::<CodeOf<P>>() == size_of::<<CodeOf<P> as Code>::Bits>(),
            "a code and its bits differ"
        );
    }
    // SAFETY: a code has the size of its `Bits` and no padding, by 2. of `Code`. So its bytes are initialised, and any
    // bytes are a value of `Bits`, which is `Pod`.
    unsafe { core::mem::transmute_copy(&handle.code) }
}

// SAFETY: a handle is a transparent struct around its code, which has the size and the alignment of its `Bits`, by 2.
// of `Code`. Accepted bytes are a stored code, by 3. of `Code`. `from_bits` accepts that code: its slot and
// generation exist in the layout, which is all that a handle needs.
unsafe impl<P: PoolSpec> CheckedBitPattern for Handle<P> {
    type Bits = <CodeOf<P> as Code>::Bits;

    #[inline]
    fn is_valid_bit_pattern(bits: &Self::Bits) -> bool {
        const {
            let () = <P::Layout as Layout>::CHECK;
            assert!(size_of::<Self>() == size_of::<Self::Bits>(), "a handle and its bits differ in size");
            assert!(
                align_of::<Self>() == align_of::<Self::Bits>(),
                "a handle and its bits differ in alignment"
            );
        }
        <CodeOf<P> as Code>::read(*bits).is_some_and(|code| Self::from_bits(code).is_some())
    }
}

// SAFETY: a handle is a transparent struct around its code, and zero bytes are the `None` of an `Option` of the code,
// by 1. of `Niche`.
unsafe impl<P: PoolSpec> ZeroableInOption for Handle<P> where CodeOf<P>: Niche {}

/// The bytes of the handles of `P`, for [`PlainBytes`].
#[derive(Debug)]
pub struct HandleBytes<P>(PhantomData<P>);

/// Nothing implements this trait. It exists for its message, because we cannot change that of [`Pod`].
///
/// The bound below is on `HandleBytes`, not on `Handle`: rustc shows the message of a bound only if it is on another
/// type than the one that lacks `Pod`.
#[diagnostic::on_unimplemented(
    message = "a handle is not plain data, because some bytes are no handle",
    label = "a `bytemuck::Pod` type holds a handle as a `stackpool::Link`",
    note = "write `Link<Node>` in place of `NodeHandle` or `Option<NodeHandle>`: `Link::from(handle)` makes a link, \
            and `link.get()` checks its bytes and returns the handle",
    note = "or derive `bytemuck::NoUninit` and `CheckedBitPattern` in place of `Pod` and `Zeroable`: such a type can \
            have a `NodeHandle`, though no `Option` of it, and a restore checks it"
)]
pub trait PlainBytes {}

// SAFETY: there is no such handle, because nothing implements `PlainBytes`.
#[doc(hidden)]
unsafe impl<P: PoolSpec + 'static> PodInOption for Handle<P>
where
    HandleBytes<P>: PlainBytes,
    Self: ZeroableInOption,
{
}

// SAFETY: there is no such handle, because nothing implements `PlainBytes`.
#[doc(hidden)]
unsafe impl<P: PoolSpec + 'static> Zeroable for Handle<P> where HandleBytes<P>: PlainBytes {}

// SAFETY: there is no such handle, because nothing implements `PlainBytes`.
#[doc(hidden)]
unsafe impl<P: PoolSpec + 'static> Pod for Handle<P> where HandleBytes<P>: PlainBytes {}
