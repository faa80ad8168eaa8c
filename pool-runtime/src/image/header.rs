//! The first 72 bytes of a saved pool.
//!
//! ```text
//!  byte  0          8           12       14      16         20            24           28      32
//!       +----------+-----------+--------+-------+----------+-------------+------------+-------+
//!       | STACKPUL | 0x1020304 | format | guard | capacity | generations | quarantine | items |   the label
//!       +----------+-----------+--------+-------+----------+-------------+------------+-------+
//!        bytes      u32, shows  u16:     u16     u32        u32           u32          u32, a
//!                   the byte    2 to 5,                                                 hash
//!                   order       10 to 13
//!
//!  byte  32       36        40                    72
//!       +--------+---------+---------------------+
//!       | extent | waiting | 8 starts            |
//!       +--------+---------+---------------------+
//!        u32:     u32:      u32 each: where the
//!        slots    free      eight parts of the
//!        in the   slots in  order of the free
//!        image    the       slots begin
//!                 quarantine
//! ```
//!
//! The definition decides the format. It is 3 for pools with marks, in whose images the [order](super::slot_order) goes
//! on after the free slots with the live ones, in their order of insertion. It is 2 for everything else: then the order
//! is that of the free slots. A pool with marks reads both. In a dense pool, whose images have
//! [positions](super::positions) too, the two are 5 and 4. An image with a [tail](super::tail) has a format that is
//! larger by 8. Every pool reads both.
//!
//! Numbers are in the byte order of the machine that wrote them, as the items are.

use super::RestoreError;
use super::fingerprint::Fingerprint;
use super::known_item::KnownItem;
use super::slot_order::Starts;
use super::tail::has_tails;
use super::version::{DENSE, DENSE_WITH_INSERTIONS, VERSION, WITH_INSERTIONS, WITH_TAIL, has_insertions};
use crate::base::cut;
use crate::guard::kind;

/// The contents of the header of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// The number of slots that the image has.
    pub(crate) extent: u32,
    /// The number of free slots that wait in the quarantine.
    pub(crate) waiting: u32,
    /// Where the walks over the free slots begin. If none is free: where the walk over the live slots does.
    pub(crate) starts: Starts,
    /// Whether the order has the live slots too.
    pub(crate) has_live: bool,
    /// Whether the image has a tail.
    pub(crate) has_tail: bool,
}

/// The first bytes of a saved pool.
pub(crate) const MAGIC: [u8; 8] = *b"STACKPUL";
/// A number whose bytes show the byte order.
pub(crate) const BYTE_ORDER: u32 = 0x0102_0304;
/// The number of bytes of a label.
pub(crate) const LABEL_BYTES: usize = 32;

/// Writes the label, with which images and deltas begin.
#[inline]
pub(crate) fn write_label(bytes: &mut [u8], magic: [u8; 8], fingerprint: Fingerprint) {
    let bytes = bytes.first_chunk_mut::<LABEL_BYTES>();
    invariant!(bytes.is_some(), "no room for a label");
    let Some(bytes) = bytes else { return };
    bytes[..8].copy_from_slice(&magic);
    bytes[8..12].copy_from_slice(&BYTE_ORDER.to_ne_bytes());
    bytes[12..14].copy_from_slice(&fingerprint.version.to_ne_bytes());
    bytes[14..16].copy_from_slice(&fingerprint.guard.to_ne_bytes());
    bytes[16..20].copy_from_slice(&fingerprint.capacity.to_ne_bytes());
    bytes[20..24].copy_from_slice(&fingerprint.generations.to_ne_bytes());
    bytes[24..28].copy_from_slice(&fingerprint.quarantine.to_ne_bytes());
    bytes[28..32].copy_from_slice(&fingerprint.items.to_ne_bytes());
}

/// Reads a label of a known version from at least `LABEL_BYTES` bytes.
#[inline]
pub(crate) fn read_label(bytes: &[u8], magic: [u8; 8]) -> Result<Fingerprint, RestoreError> {
    if !bytes.starts_with(&magic) {
        return Err(RestoreError::NotSaved);
    }
    match number(bytes, 8) {
        BYTE_ORDER => {}
        other if other == BYTE_ORDER.swap_bytes() => return Err(RestoreError::ByteOrder),
        _ => return Err(RestoreError::NotSaved),
    }
    let version = half(bytes, 12);
    if ![VERSION, WITH_INSERTIONS, DENSE, DENSE_WITH_INSERTIONS].contains(&version) {
        return Err(RestoreError::Version(version.into()));
    }
    Ok(Fingerprint {
        version,
        capacity: number(bytes, 16),
        guard: half(bytes, 14),
        generations: number(bytes, 20),
        quarantine: number(bytes, 24),
        items: number(bytes, 28),
        known: &KnownItem::NONE,
    })
}

/// Checks the label of an image or a delta, which has at least `LABEL_BYTES` bytes. Returns its version, which is at
/// most that of the definition.
#[inline]
pub(crate) fn check_label(
    bytes: &[u8],
    magic: [u8; 8],
    fingerprint: Fingerprint,
) -> Result<u16, RestoreError> {
    let saved = read_label(bytes, magic)?;
    if saved.capacity != fingerprint.capacity {
        return Err(fingerprint.other_capacity(saved));
    }
    fingerprint.check_same(saved)?;
    Ok(saved.version)
}

impl Header {
    pub(crate) const BYTES: usize = LABEL_BYTES + 40;

    #[inline]
    pub(crate) fn write(&self, bytes: &mut [u8], fingerprint: Fingerprint) {
        invariant_eq!(self.has_live, has_insertions(fingerprint.version), "an order of another version");
        let tail = if self.has_tail { WITH_TAIL } else { 0 };
        write_label(bytes, MAGIC, Fingerprint { version: fingerprint.version | tail, ..fingerprint });
        let bytes = bytes.first_chunk_mut::<{ Self::BYTES }>();
        invariant!(bytes.is_some(), "no room for a header");
        let Some(bytes) = bytes else { return };
        bytes[32..36].copy_from_slice(&self.extent.to_ne_bytes());
        bytes[36..40].copy_from_slice(&self.waiting.to_ne_bytes());
        bytes[40..72].copy_from_slice(bytemuck::bytes_of(&self.starts));
    }

    /// Reads the header of an image of this layout, whatever follows it.
    #[inline]
    pub(crate) fn read(image: &[u8], fingerprint: Fingerprint) -> Result<Self, RestoreError> {
        let bytes = Self::bytes_of(image)?;
        let (label, has_tail) = without_tail(bytes, fingerprint.capacity);
        let version = check_label(&label, MAGIC, fingerprint)?;
        Self::read_rest(bytes, fingerprint.capacity, version, has_tail)
    }

    /// Reads the header of an image of a layout that [fits into](Fingerprint::check_fits) this one. Returns the
    /// fingerprint of that layout too.
    #[inline]
    pub(crate) fn read_fitting(
        image: &[u8],
        fingerprint: Fingerprint,
    ) -> Result<(Self, Fingerprint), RestoreError> {
        let bytes = Self::bytes_of(image)?;
        let (label, has_tail) = without_tail(bytes, number(bytes, 16));
        let saved = read_label(&label, MAGIC)?;
        fingerprint.check_fits(saved)?;
        Ok((Self::read_rest(bytes, saved.capacity, saved.version, has_tail)?, saved))
    }

    #[inline]
    fn bytes_of(image: &[u8]) -> Result<&[u8], RestoreError> {
        let length = RestoreError::Length { expected: Self::BYTES, found: image.len() };
        image.get(..Self::BYTES).ok_or(length)
    }

    /// Reads what follows the label, for an image of a pool of this capacity in this version.
    #[inline]
    fn read_rest(bytes: &[u8], capacity: u32, version: u16, has_tail: bool) -> Result<Self, RestoreError> {
        let extent = number(bytes, 32);
        if extent > capacity {
            return Err(RestoreError::Count);
        }
        Ok(Header {
            extent,
            waiting: number(bytes, 36),
            starts: chunk::<{ size_of::<Starts>() }>(bytes, 40).map_or_else(Starts::default, bytemuck::cast),
            has_live: has_insertions(version),
            has_tail,
        })
    }
}

/// Returns the label of an image without the mark of a tail, and whether it has the mark. It stays where no pool writes
/// it, and is then an unknown version.
#[inline]
fn without_tail(bytes: &[u8], capacity: u32) -> ([u8; LABEL_BYTES], bool) {
    let mut label = [0; LABEL_BYTES];
    cut::copy(&mut label, cut::first(bytes, LABEL_BYTES));
    let version = half(bytes, 12);
    let has_tail = has_tails(capacity, kind::unit(half(bytes, 14))) && version & WITH_TAIL != 0;
    if has_tail {
        label[12..14].copy_from_slice(&(version & !WITH_TAIL).to_ne_bytes());
    }
    (label, has_tail)
}

/// Returns the number of 32 bits at `start`.
#[inline]
pub(crate) fn number(bytes: &[u8], start: usize) -> u32 {
    chunk(bytes, start).map_or(0, u32::from_ne_bytes)
}

/// Returns the number of 16 bits at `start`.
#[inline]
fn half(bytes: &[u8], start: usize) -> u16 {
    chunk(bytes, start).map_or(0, u16::from_ne_bytes)
}

/// Returns the bytes of a number, all of which are there.
#[inline]
fn chunk<const N: usize>(bytes: &[u8], start: usize) -> Option<[u8; N]> {
    let chunk = bytes.get(start..).and_then(|bytes| bytes.first_chunk());
    invariant!(chunk.is_some(), "a header that is cut off");
    chunk.copied()
}
