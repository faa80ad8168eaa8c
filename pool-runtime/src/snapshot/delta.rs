//! The delta of a value that has no parts: the later save, or one byte if nothing has changed. And that of a part: no
//! byte if nothing has changed, so that what rests in a world costs nothing.

use crate::image::{BufferTooSmall, DeltaError, ResizeError, SnapshotError, WHOLE};

/// The first byte of a delta.
const SAME: u8 = 0;
/// As for pools.
const CHANGED: u8 = WHOLE;

/// Writes a delta, and returns its length.
#[inline]
pub(super) fn write_whole(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
    let is_same = base == later;
    let later = if is_same { &[] } else { later };
    let delta = BufferTooSmall::check(buffer, 1 + later.len()).map_err(DeltaError::from)?;
    delta[0] = if is_same { SAME } else { CHANGED };
    delta[1..].copy_from_slice(later);
    Ok(delta.len())
}

/// Writes the delta of a value that nobody compares with a base, and returns its length. `write` writes the value, of
/// this many bytes.
#[inline]
pub(super) fn write_later(
    bytes: usize,
    buffer: &mut [u8],
    write: impl FnOnce(&mut [u8]) -> usize,
) -> Result<usize, BufferTooSmall> {
    let delta = BufferTooSmall::check(buffer, 1 + bytes)?;
    delta[0] = CHANGED;
    Ok(1 + write(&mut delta[1..]))
}

/// Writes the delta of a value in which nothing changed, and returns its length.
#[inline]
pub(super) fn write_same(buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
    BufferTooSmall::check(buffer, 1)?[0] = SAME;
    Ok(1)
}

/// Writes the later save, and returns its length.
#[inline]
pub(super) fn read_whole(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
    let later = match delta {
        [SAME] => base,
        [CHANGED, later @ ..] => later,
        _ => return Err(DeltaError::Damaged.into()),
    };
    copy_bytes(later, buffer)
}

/// Writes these bytes, and returns how many they are.
#[inline]
pub(super) fn copy_bytes(bytes: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
    let place = BufferTooSmall::check(buffer, bytes.len()).map_err(DeltaError::from)?;
    place.copy_from_slice(bytes);
    Ok(bytes.len())
}

/// The save of a value that has no smaller version.
#[inline]
pub(super) fn copy(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
    let place = BufferTooSmall::check(buffer, saved.len()).map_err(ResizeError::from)?;
    place.copy_from_slice(saved);
    Ok(saved.len())
}

/// The number of bytes that were written.
pub(super) type Written<E> = Result<usize, SnapshotError<E>>;

/// A function that writes a delta, or the save that it was written for.
pub(crate) type Write = fn(&[u8], &[u8], &mut [u8]) -> Written<DeltaError>;

/// What writes and reads the deltas of a part.
#[derive(Clone, Copy, Debug)]
pub struct PartDeltas {
    /// Writes the delta between two saves.
    pub write: Write,
    /// Writes the later save, from the base and the delta.
    pub read: Write,
}

/// Writes the delta of a part, and returns its length: 0 if nothing has changed.
#[inline]
pub(super) fn write_changed(
    write: Write,
    base: &[u8],
    later: &[u8],
    buffer: &mut [u8],
) -> Written<DeltaError> {
    if base == later { Ok(0) } else { write(base, later, buffer) }
}

/// Writes the later save of a part, and returns its length.
#[inline]
pub(super) fn read_changed(read: Write, base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
    if delta.is_empty() { copy_bytes(base, buffer) } else { read(base, delta, buffer) }
}
