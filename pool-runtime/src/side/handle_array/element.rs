//! The elements of an array: handles or optional handles, as numbers of as few bits as possible.

use crate::handle::Handle;
use crate::layout::plan::largest_code;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Reach};
use core::fmt;
use core::hash::Hash;

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an element of a `HandleArray`",
        label = "only the types of this crate implement the trait"
    )]
    pub trait Sealed {}
}

/// An element of a [`HandleArray`](super::HandleArray): [`Handle<P>`](Handle) or `Option<Handle<P>>`.
pub trait Element: sealed::Sealed + Copy + Eq + Hash + fmt::Debug {
    /// The number of bits that hold every code: 1 to 32.
    const BITS: u32;

    /// Fails to compile if the layout of the handles does not fit together.
    #[doc(hidden)]
    const CHECK: ();

    /// Returns the element as a number below 2 to the power of `BITS`.
    #[doc(hidden)]
    fn to_code(self) -> u32;

    /// Returns whether an element has this number.
    #[doc(hidden)]
    fn is_code(code: u32) -> bool;

    /// Returns the element with this number, without a check.
    ///
    /// # Safety
    ///
    /// 1. `is_code` returns `true` for `code`.
    #[doc(hidden)]
    unsafe fn from_code(code: u32) -> Self;
}

/// The number of bits that hold every number up to `largest`, which is below 2^32. At least 1, so that an entry has a
/// place.
#[inline]
const fn bits(largest: u64) -> u32 {
    assert!(largest <= u32::MAX as u64, "an element has at most 32 bits");
    let bits = u64::BITS - largest.leading_zeros();
    if bits == 0 { 1 } else { bits }
}

impl<P: PoolSpec> sealed::Sealed for Handle<P> {}
impl<P: PoolSpec> sealed::Sealed for Option<Handle<P>> {}

/// The code of a handle is its bits.
impl<P: PoolSpec> Element for Handle<P> {
    const BITS: u32 = bits(largest_code(
        <<P::Layout as Layout>::Reach as Reach>::SLOTS,
        <P::Layout as Layout>::GENERATIONS,
    ));
    const CHECK: () = <P::Layout as Layout>::CHECK;

    #[inline]
    fn to_code(self) -> u32 {
        self.to_bits()
    }

    #[inline]
    fn is_code(code: u32) -> bool {
        Handle::<P>::from_bits(code).is_some()
    }

    #[inline]
    unsafe fn from_code(code: u32) -> Self {
        // SAFETY: 1. The caller promises that `is_code` returns `true`: `from_bits` returns `Some`.
        unsafe { Handle::from_bits_unchecked(code) }
    }
}

/// The code of `None` is 0. The code of a handle is its bits plus 1.
impl<P: PoolSpec> Element for Option<Handle<P>> {
    const BITS: u32 = bits(
        largest_code(<<P::Layout as Layout>::Reach as Reach>::SLOTS, <P::Layout as Layout>::GENERATIONS) + 1,
    );
    const CHECK: () = <P::Layout as Layout>::CHECK;

    #[inline]
    fn to_code(self) -> u32 {
        // Does not overflow: `bits` asserts that no handle has all 32 bits set.
        self.map_or(0, |handle| handle.to_bits() + 1)
    }

    #[inline]
    fn is_code(code: u32) -> bool {
        code == 0 || Handle::<P>::is_code(code - 1)
    }

    #[inline]
    unsafe fn from_code(code: u32) -> Self {
        let bits = code.checked_sub(1)?;
        // SAFETY: 1. The caller promises that `is_code` returns `true`. For a code other than 0, that says that
        // `from_bits` returns `Some` for `code - 1`.
        Some(unsafe { Handle::from_bits_unchecked(bits) })
    }
}

#[cfg(test)]
mod tests {
    use super::bits;
    use crate::base::complaint::complaint;
    use crate::handle::Handle;
    use crate::layout::sized::Sized16;
    use crate::side::handle_array::words;

    #[test]
    fn an_element_has_as_many_bits_as_its_largest_code() {
        let largest = [0, 1, 2, 255, 256, (1 << 17) - 1, u64::from(u32::MAX)];
        assert_eq!(largest.map(bits), [1, 1, 2, 8, 9, 17, 32]);
        assert_eq!(complaint(|| bits(1 << 32)).as_deref(), Some("an element has at most 32 bits"));
    }

    /// Blocks of 16 elements each fill whole words.
    #[test]
    fn an_array_has_as_many_words_as_its_blocks() {
        type Small = Handle<Sized16<u8, 100>>;
        let in_block = words::<Small>(1);
        assert_eq!([0, 16, 17, 100].map(words::<Small>), [0, in_block, 2 * in_block, 7 * in_block]);
        assert_eq!(
            complaint(|| words::<Small>(usize::MAX)).as_deref(),
            Some("an array of handles of more than `usize::MAX` words")
        );
    }
}
