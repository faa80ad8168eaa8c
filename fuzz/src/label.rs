//! The label at the start of saved bytes, and the checksum of a delta. Only a delta with the right checksum is read
//! further.

/// The length of the label, which says what the other bytes are.
pub(crate) const LABEL: usize = 32;

/// The place of the checksum over the content of a delta: after the checksum of its base.
const CHECKSUM: std::ops::Range<usize> = LABEL + 8..LABEL + 16;

/// Sets the checksum of a delta to match its bytes, like somebody who forges a delta.
pub(crate) fn sign(delta: &mut [u8]) {
    if let Some((start, checked)) = delta.split_at_mut_checked(CHECKSUM.end) {
        start[CHECKSUM].copy_from_slice(&stackpool::checksum(checked).to_ne_bytes());
    }
}
