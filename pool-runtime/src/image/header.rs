//! The first 64 bytes of a saved pool.
//!
//! ```text
//!  byte  0           8           12          16         20            24       28        32                      64
//!       +-----------+-----------+-----------+----------+-------------+--------+---------+-----------------------+
//!       | STACKPUL  | 0x1020304 | version 1 | capacity | fingerprint | extent | waiting | 8 starts              |
//!       +-----------+-----------+-----------+----------+-------------+--------+---------+-----------------------+
//!        bytes       u32, shows  u32         u32        u32           u32:     u32:      u32 each: where the
//!                    the byte                           of all else   slots    free      eight parts of the order
//!                    order                                            in the   slots     of the free slots begin
//!                                                                     image    in the
//!                                                                              quarantine
//!       <---------------------------- label ----------------------->
//! ```
//!
//! Numbers are in the byte order of the machine that wrote them, as the items are.

use super::RestoreError;
use super::fingerprint::Fingerprint;
use super::free_order::Starts;

/// The contents of the header of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// The number of slots that the image has.
    pub(crate) extent: u32,
    /// The number of free slots that wait in the quarantine.
    pub(crate) waiting: u32,
    /// Where the walks over the free slots begin.
    pub(crate) starts: Starts,
}

/// The first bytes of a saved pool.
pub(crate) const MAGIC: [u8; 8] = *b"STACKPUL";
/// A number whose bytes show the byte order.
const BYTE_ORDER: u32 = 0x0102_0304;
/// The format that this module describes.
const VERSION: u32 = 1;

/// The number of bytes of a label.
pub(crate) const LABEL_BYTES: usize = 24;

/// Writes the label, with which images and deltas begin.
pub(crate) fn write_label(bytes: &mut [u8], magic: [u8; 8], fingerprint: Fingerprint) {
    bytes[..8].copy_from_slice(&magic);
    bytes[8..12].copy_from_slice(&BYTE_ORDER.to_ne_bytes());
    bytes[12..16].copy_from_slice(&VERSION.to_ne_bytes());
    bytes[16..20].copy_from_slice(&fingerprint.capacity.to_ne_bytes());
    bytes[20..24].copy_from_slice(&fingerprint.rest.to_ne_bytes());
}

/// Checks the label of an image or a delta, which has at least `LABEL_BYTES` bytes.
pub(crate) fn check_label(
    bytes: &[u8],
    magic: [u8; 8],
    fingerprint: Fingerprint,
) -> Result<(), RestoreError> {
    if bytes[..8] != magic {
        return Err(RestoreError::NotSaved);
    }
    match number(bytes, 8) {
        BYTE_ORDER => {}
        other if other == BYTE_ORDER.swap_bytes() => return Err(RestoreError::ByteOrder),
        _ => return Err(RestoreError::NotSaved),
    }
    match number(bytes, 12) {
        VERSION => {}
        version => return Err(RestoreError::Version(version)),
    }
    let (saved, rest) = (number(bytes, 16), number(bytes, 20));
    if saved != fingerprint.capacity {
        return Err(RestoreError::Capacity {
            expected: fingerprint.capacity as usize,
            found: saved as usize,
        });
    }
    if rest == fingerprint.rest { Ok(()) } else { Err(RestoreError::Layout) }
}

impl Header {
    pub(crate) const BYTES: usize = 64;

    pub(crate) fn write(&self, bytes: &mut [u8], fingerprint: Fingerprint) {
        write_label(bytes, MAGIC, fingerprint);
        bytes[24..28].copy_from_slice(&self.extent.to_ne_bytes());
        bytes[28..32].copy_from_slice(&self.waiting.to_ne_bytes());
        bytes[32..64].copy_from_slice(bytemuck::bytes_of(&self.starts));
    }

    /// Reads the header of an image of this layout, whatever follows it.
    pub(crate) fn read(image: &[u8], fingerprint: Fingerprint) -> Result<Self, RestoreError> {
        let length = RestoreError::Length { expected: Self::BYTES, found: image.len() };
        let bytes = image.get(..Self::BYTES).ok_or(length)?;
        check_label(bytes, MAGIC, fingerprint)?;
        let extent = number(bytes, 24);
        if extent > fingerprint.capacity {
            return Err(RestoreError::Count);
        }
        Ok(Header {
            extent,
            waiting: number(bytes, 28),
            starts: bytemuck::pod_read_unaligned(&bytes[32..64]),
        })
    }
}

/// Returns the number at `start`.
fn number(bytes: &[u8], start: usize) -> u32 {
    bytemuck::pod_read_unaligned(&bytes[start..start + 4])
}
