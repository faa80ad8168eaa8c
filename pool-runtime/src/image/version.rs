//! The formats of images, by number.

/// The format of everything that has no order of insertion.
pub(crate) const VERSION: u16 = 2;
/// The format of pools with an order of insertion.
pub(crate) const WITH_INSERTIONS: u16 = 3;
/// The format of dense pools without an order of insertion.
pub(crate) const DENSE: u16 = 4;
/// The format of dense pools with one.
pub(crate) const DENSE_WITH_INSERTIONS: u16 = 5;

/// Is added to the format of an image that has a [tail](super::tail).
pub(super) const WITH_TAIL: u16 = 8;

/// Whether images of a format have an order of insertion.
#[inline]
pub(crate) const fn has_insertions(version: u16) -> bool {
    matches!(version, WITH_INSERTIONS | DENSE_WITH_INSERTIONS)
}

/// Whether images of a format have positions.
#[inline]
const fn has_positions(version: u16) -> bool {
    matches!(version, DENSE | DENSE_WITH_INSERTIONS)
}

/// Whether a pool of one format reads images of another one.
#[inline]
pub(crate) const fn reads(own: u16, saved: u16) -> bool {
    saved <= own && has_positions(saved) == has_positions(own)
}
