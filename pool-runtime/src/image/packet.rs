//! Packets: as many of the changed slots as a buffer has room for, each by itself.
//!
//! ```text
//!  byte  0         32         36
//!       +---------+----------+-----------------------------------------------------+
//!       | label   | number,  | slots: 1 byte (0: free, 1: live), the bits of the   |
//!       |         | u32      | handle, and of live ones the object as in an image  |
//!       +---------+----------+-----------------------------------------------------+
//! ```
//!
//! The handle of a free slot is that of generation 0. The slots ascend, from any slot on: after the last one of the
//! pool may follow those before the first one of the packet. So none comes twice.

pub(crate) mod pools;

use super::RestoreError;
use super::fingerprint::Fingerprint;
use super::header::{LABEL_BYTES, check_label, write_label};
use crate::base::cut;
use crate::base::figure::Figure;
use core::error::Error;
use core::fmt;

/// The first bytes of a packet.
const MAGIC: [u8; 8] = *b"STACKPKT";
/// The number of bytes before the slots.
pub(crate) const HEADER_BYTES: usize = LABEL_BYTES + size_of::<u32>();

/// The numbers of the packets of a pool, on one side: see
/// [`Pool::changed_packet`](crate::Pool::changed_packet). With `N` pools, those of [packets of all of
/// them](Packets#packets-of-several-pools).
///
/// The sender and each receiver have one per pool, or one for all pools that are sent together. It refuses packets that
/// are late, and lets each packet of the sender begin where the last one ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Packets<const N: usize = 1> {
    pub(crate) number: u32,
    /// The pool with which the next packet begins.
    pool: usize,
    /// The slots with which the next changes of the pools begin.
    pub(crate) slots: [usize; N],
}

impl<const N: usize> Default for Packets<N> {
    #[inline]
    fn default() -> Self {
        Packets::new(0)
    }
}

impl<const N: usize> Packets<N> {
    /// The next packet has this number, or is no earlier one.
    ///
    /// A sender begins with any number. A receiver begins with the sender's [`number`](Packets::number) at the time of
    /// the save that it got, or with the sender's first one if its pools are new.
    #[inline]
    pub const fn new(number: u32) -> Self {
        Packets { number, pool: 0, slots: [0; N] }
    }

    /// Returns the number of the next packet. It is one more than that of the last packet that was written or applied,
    /// and 0 after `u32::MAX`.
    #[must_use]
    #[inline]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Checks that a packet of this number is not late.
    #[inline]
    pub(crate) fn check(&self, number: u32) -> Result<(), PacketError> {
        // Half of the numbers are later ones.
        if number.wrapping_sub(self.number) < 1 << 31 {
            Ok(())
        } else {
            Err(PacketError::Late { expected: self.number, found: number })
        }
    }
}

/// Writes what is before the slots.
#[inline]
pub(crate) fn write_header(packet: &mut [u8], fingerprint: Fingerprint, number: u32) {
    write_label(packet, MAGIC, fingerprint);
    let (header, _) = cut::split_mut(packet, HEADER_BYTES);
    cut::copy(cut::split_mut(header, LABEL_BYTES).1, &number.to_ne_bytes());
}

/// Reads what is before the slots. Returns the number of the packet, and the bytes of the slots.
#[inline]
pub(crate) fn read_header(packet: &[u8], fingerprint: Fingerprint) -> Result<(u32, &[u8]), PacketError> {
    let shorter = || RestoreError::Length { expected: HEADER_BYTES, found: packet.len() };
    let (label, rest) = packet.split_at_checked(LABEL_BYTES).ok_or_else(shorter)?;
    check_label(label, MAGIC, fingerprint)?;
    let (number, slots) = rest.split_first_chunk().ok_or_else(shorter)?;
    Ok((u32::from_ne_bytes(*number), slots))
}

/// Whether slots ascend, from any slot on.
#[derive(Default)]
pub(crate) struct Ascent {
    first: Option<usize>,
    last: usize,
    /// Whether a slot before the first one has come.
    is_second: bool,
}

impl Ascent {
    /// Returns whether the next slot may be this one.
    #[inline]
    pub(crate) fn accepts(&mut self, slot: usize) -> bool {
        let Some(first) = self.first else {
            (self.first, self.last) = (Some(slot), slot);
            return true;
        };
        let begins_again = !self.is_second && slot < first;
        self.is_second |= begins_again;
        let ascends = begins_again || slot > self.last && (!self.is_second || slot < first);
        self.last = slot;
        ascends
    }
}

/// Why a packet was not applied, or its slots not noted. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum PacketError {
    /// The bytes are no packet of this definition, are cut off, or hold an object that is no value of its type.
    Packet(RestoreError),
    /// The packet is older than one that was applied. The sender treats it as one that was lost.
    Late {
        /// The first number that is not late.
        expected: u32,
        /// The number of the packet.
        found: u32,
    },
    /// The slots do not ascend, so one may come twice. Or the pool cannot use one of them for this handle, because it
    /// has [given out a later one](crate::Pool::insert_at) or the slot [must wait](crate::guard#strict).
    Slots,
    /// The packet is of [other pools](crate::PacketPool), or of the same ones in another order. Two pools of one
    /// definition are not told apart. All keys that decide the format of a save, such as `marks`, are the same on both
    /// sides.
    Pools,
}

impl From<RestoreError> for PacketError {
    #[inline]
    fn from(error: RestoreError) -> Self {
        PacketError::Packet(error)
    }
}

impl fmt::Display for PacketError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PacketError::Packet(RestoreError::NotSaved) => f.write_str(
                "the first bytes are wrong: this is no packet of one pool, or none of several, as the receiver expects",
            ),
            PacketError::Packet(error) => write!(f, "the packet: {error}"),
            PacketError::Late { expected, found } => {
                let [found, expected] = [found, expected].map(|&number| Figure(number as usize));
                write!(f, "the packet is late: it has number {found}, and {expected} is the next one")
            }
            PacketError::Pools => f.write_str("the packet is of other pools, or they are in another order"),
            PacketError::Slots => f.write_str(
                "the pool cannot use the slots of the packet: it is corrupt, or the pool is no mirror of the sender's",
            ),
        }
    }
}

impl Error for PacketError {}
