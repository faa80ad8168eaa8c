//! Images of a smaller capacity, or of fewer generations, as images of a larger definition.
//!
//! Guard and links have other widths there, so they are written again. Items, the order of the slots and the version of
//! the format are the same: the slots that the larger pool has in addition come after those that are free, and before
//! those that wait in the quarantine.

use super::bookkeeping::MOST_STATES;
use super::fingerprint::{self, Fingerprint, Items};
use super::header::Header;
use super::tail::{Extent, RunCount, Tail, TailWriter};
use super::{Bookkeeping, BufferTooSmall, ResizeError, RestoreError};
use crate::base::cut;
use crate::base::link_bytes::{link_bits, link_bytes, write_link};
use crate::free::FreeSlots;
use crate::guard::{Guard, SavedGuard, Unit, kind};
use crate::layout::Reach;
use crate::marks::Marks;
use crate::seats::Seats;

/// The parts of an image of a smaller definition.
struct Smaller<'a> {
    header: Header,
    version: u16,
    capacity: u32,
    guard: SavedGuard<'a>,
    links: &'a [u8],
    positions: &'a [u8],
    items: &'a [u8],
    tail: Tail<'a>,
}

impl<'a> Smaller<'a> {
    /// Splits the image of a definition that fits into this one.
    #[inline]
    fn split(
        saved: &'a [u8],
        (fingerprint, item_bytes): (Fingerprint, usize),
        is_dense: bool,
    ) -> Result<Self, RestoreError> {
        let (header, definition) = Header::read_fitting(saved, fingerprint)?;
        let (extent, capacity) = (header.extent as usize, definition.capacity);
        let guard = kind::unit(definition.guard).bytes_of(extent);
        let links = Unit::slot(link_bytes(capacity)).bytes_of(extent);
        let positions = if is_dense { links } else { 0 };
        let expected = Header::BYTES + guard + links + positions;
        if saved.len() < expected {
            return Err(RestoreError::Length { expected, found: saved.len() });
        }
        let (guard, rest) = cut::split(cut::from(saved, Header::BYTES), guard);
        let (links, rest) = cut::split(rest, links);
        let (positions, items) = cut::split(rest, positions);
        let guard = SavedGuard { kind: definition.guard, generations: definition.generations, bytes: guard };
        let (mut items, mut tail) = (items, Tail::none(extent));
        if header.has_tail {
            let is_live = |&slot: &usize| guard.state(slot).is_some_and(|(is_live, _)| is_live);
            let item_bytes = (0..extent).filter(is_live).count() * item_bytes;
            let expected = expected + item_bytes;
            let length = RestoreError::Length { expected, found: saved.len() };
            items = items.get(..item_bytes).ok_or(length)?;
            tail = Tail::read(saved, expected, extent, (kind::unit(definition.guard), capacity))?;
        }
        Ok(Smaller { header, version: definition.version, capacity, guard, links, positions, items, tail })
    }

    /// Calls `take` with the cells of the tail as those of guard `G`, some at a time.
    fn each_cell<G: Guard>(&self, mut take: impl FnMut(&[u8])) -> Result<(), RestoreError> {
        let SavedGuard { kind, generations, .. } = self.guard;
        let (own, Extent { slots, end, .. }) = (kind::unit(kind), self.tail.extent());
        for first in (slots..end).step_by(64) {
            let (mut cells, mut wider, count) = ([0; MOST_STATES], [0; MOST_STATES], (end - first).min(64));
            let cells = cut::first_mut(&mut cells, own.bytes_of(count));
            let wider = cut::first_mut(&mut wider, G::UNIT.bytes_of(count));
            self.tail.save_cells(first, cells);
            let cells = SavedGuard { kind, generations, bytes: cells };
            G::recode(cells, wider).ok_or(RestoreError::Guard)?;
            take(wider);
        }
        Ok(())
    }
}

/// Writes the image of this definition for an image of a smaller one, and returns its bytes. O(extent).
///
/// It writes what a valid image becomes. [`Bookkeeping::check`] decides whether the result is valid.
#[inline]
pub(crate) fn resized<'b, G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach>(
    saved: &[u8],
    items: Items,
    buffer: &'b mut [u8],
) -> Result<&'b mut [u8], ResizeError> {
    let fingerprint = fingerprint::of::<G, S, M, D, R>(items);
    let smaller = Smaller::split(saved, (fingerprint, items.bytes), D::ARE_DENSE)?;
    // The order of the slots is copied, so it is that of the same version.
    let fingerprint = Fingerprint { version: smaller.version, ..fingerprint };
    if smaller.header.waiting > S::QUARANTINE {
        let (expected, found) = (S::QUARANTINE, smaller.header.waiting);
        return Err(RestoreError::Quarantine { expected, found }.into());
    }
    let extent = smaller.header.extent as usize;
    let whole = if smaller.header.has_tail {
        let end = smaller.tail.extent().end;
        let mut count = RunCount::new(end - extent, G::UNIT);
        smaller.each_cell::<G>(|cells| count.add(cells))?;
        Extent::with_runs(extent..end, &count, Bookkeeping::<G, S, M, D, R>::PARTS)
    } else {
        Extent::without_tail(extent)
    };
    if whole.slots != extent {
        // Cells and links of no definition are so narrow that the wider ones need no tail.
        return Err(RestoreError::Guard.into());
    }
    let start = Bookkeeping::<G, S, M, D, R>::bytes(extent);
    let tail_bytes = whole.tail_bytes(G::UNIT);
    let whole_image = BufferTooSmall::check(buffer, start + smaller.items.len() + tail_bytes)?;
    let (image, tail) = cut::split_mut(whole_image, start + smaller.items.len());
    let mut tail = TailWriter::new(whole, G::UNIT, tail);
    smaller.each_cell::<G>(|cells| tail.write(cells))?;
    tail.finish();
    let (header, rest) = cut::split_mut(image, Header::BYTES);
    let (guard, rest) = cut::split_mut(rest, G::UNIT.bytes_of(extent));
    let (rest, items) = cut::split_mut(rest, rest.len() - smaller.items.len());
    let (links, positions) = cut::split_mut(rest, Bookkeeping::<G, S, M, D, R>::LINK.bytes_of(extent));
    smaller.header.write(header, fingerprint);
    G::recode(smaller.guard, guard).ok_or(RestoreError::Guard)?;
    widen(smaller.links, [smaller.capacity, R::SLOTS], links);
    widen(smaller.positions, [smaller.capacity, R::SLOTS], positions);
    cut::copy(items, smaller.items);
    Ok(whole_image)
}

/// Writes links of a pool of one capacity as those of one of another capacity, which have as many bytes or more.
#[inline]
fn widen(links: &[u8], capacities: [u32; 2], out: &mut [u8]) {
    // A link has 1 to 4 bytes.
    let [bytes, wider] = capacities.map(|capacity| link_bytes(capacity).max(1));
    let (mut links, mut places) = (links, out);
    while let Some((link, rest)) = links.split_at_checked(bytes) {
        let Some((place, others)) = places.split_at_mut_checked(wider) else { return };
        write_link(place, link_bits(link));
        (links, places) = (rest, others);
    }
}
