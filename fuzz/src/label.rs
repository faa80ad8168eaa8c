//! The bytes in front of saved bytes, and the checksum of a delta, which nothing but the right one gets past.

#[path = "../../pool-runtime/src/image/checksum.rs"]
mod checksum;

/// Bytes in front that say what the rest is.
pub(crate) const LABEL: usize = 24;

/// Where the checksum of a delta's bytes is, of what follows it: behind that of its base.
const CHECKSUM: std::ops::Range<usize> = LABEL + 8..LABEL + 16;

/// Makes the checksum of a delta what its bytes are, as somebody does who wants it to be taken.
pub(crate) fn sign(delta: &mut [u8]) {
    if let Some((start, checked)) = delta.split_at_mut_checked(CHECKSUM.end) {
        start[CHECKSUM].copy_from_slice(&checksum::checksum(checked).to_ne_bytes());
    }
}
