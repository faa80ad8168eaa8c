//! The types that saves know by another name: `#[snapshot(name = ..)]` counts where other types name such a type.
//!
//! The shape of an item is a hash of how the source writes the types of its fields. What is generated asks for each of
//! these types whether it, or what it links to, was renamed.

use super::Snapshot;
use crate::base::shape::{FNV_OFFSET, FieldText, Renamed, mix_text};
use core::marker::PhantomData;

/// The new name of a type, if it has one. As for [`ByHand`](crate::image::field_bytes::ByHand), the constant of the
/// type itself comes before that of [`NotRenamed`]. No trait of a user has a constant of this name, which would be
/// another candidate.
#[derive(Debug)]
pub struct RenamedOf<T: ?Sized>(PhantomData<T>);

impl<T: Snapshot> RenamedOf<T> {
    /// The type itself, or the object that it names.
    pub const RENAMED_IN_SAVES: Option<Renamed> = T::RENAMED;
}

/// The answer for all other types.
pub trait NotRenamed {
    /// Saves know it by its name.
    const RENAMED_IN_SAVES: Option<Renamed> = None;
}

impl<T: ?Sized> NotRenamed for RenamedOf<T> {}

/// Of the elements of lists.
#[cfg(any(feature = "arrayvec", feature = "heapless"))]
macro_rules! lists {
    ($([$($generics:tt)*] $list:ty;)*) => {$(
        impl<$($generics)*> RenamedOf<$list> {
            /// The type of the elements, or the objects that they name.
            pub const RENAMED_IN_SAVES: Option<Renamed> = T::RENAMED;
        }
    )*};
}

#[cfg(feature = "arrayvec")]
lists! { [T: Snapshot, const N: usize] arrayvec::ArrayVec<T, N>; }

#[cfg(feature = "heapless")]
lists! {
    [T: Snapshot, L: heapless::LenType, const N: usize] heapless::Vec<T, N, L>;
    [T: Snapshot, const N: usize] heapless::Deque<T, N>;
}

/// The shape of these texts, which is `written` if no type in them was renamed.
#[must_use]
pub const fn shape_of_texts(written: u64, texts: &[FieldText]) -> u64 {
    let (mut shape, mut at, mut is_renamed) = (FNV_OFFSET, 0, false);
    while at < texts.len() {
        is_renamed |= texts[at].has_renamed();
        at += 1;
    }
    if !is_renamed {
        return written;
    }
    at = 0;
    while at < texts.len() {
        shape = mix_text(shape, &texts[at]);
        at += 1;
    }
    shape
}
