//! Packets: changed slots in parts that fit a datagram.

use super::{ColumnPool, SavedColumns};
use crate::body::Body;
use crate::body::packet::Chosen;
use crate::columns::Columns;
use crate::image::BufferTooSmall;
use crate::image::packet::pools::{PacketPart, PacketPool};
use crate::image::packet::{PacketError, Packets};
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked, Watched};
use crate::pool::Change;
use crate::track::Site;

/// # Packets
///
/// A packet has as many of the changed slots as a buffer has room for: see [`Pool`](crate::Pool#packets). A field with
/// `#[pool(skip)]` is not in it. For the receiver, it stays as it is while the slot is live, and a new object has zeros
/// there.
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Writes changed slots to the first bytes of `buffer`, as many as it has room for, and returns these bytes: see
    /// [`Pool::changed_packet`](crate::Pool::changed_packet). O(capacity / 64 + slots of the packet).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer has no room for one live slot. Nothing has changed.
    pub fn changed_packet<'b>(
        &mut self,
        packets: &mut Packets,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: SavedColumns,
        P::Layout: Watched,
    {
        self.body.changed_packet(packets, buffer)
    }

    /// [`changed_packet`](ColumnPool::changed_packet) of the changed slots that `is_chosen` returns `true` for: see
    /// [`Pool::changed_packet_where`](crate::Pool::changed_packet_where).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], as for `changed_packet`.
    ///
    /// # Panics
    ///
    /// If `is_chosen` panics. Nothing has changed then.
    pub fn changed_packet_where<'b, F>(
        &mut self,
        packets: &mut Packets,
        buffer: &'b mut [u8],
        mut is_chosen: F,
    ) -> Result<&'b mut [u8], BufferTooSmall>
    where
        F: FnMut(Change<P, <P::Item as Columns>::Ref<'_>>) -> bool,
        P::Item: SavedColumns,
        P::Layout: Watched,
    {
        self.body.changed_packet_where(packets, buffer, |body, index| is_chosen(body.change_at(index)))
    }

    /// This pool, for a packet of several pools that has only those changed slots for which `is_chosen` returns `true`:
    /// see [`Pool::packet_where`](crate::Pool::packet_where).
    pub fn packet_where<F>(&mut self, mut is_chosen: F) -> impl PacketPool
    where
        F: FnMut(Change<P, <P::Item as Columns>::Ref<'_>>) -> bool,
        P::Item: SavedColumns,
        P::Layout: Tabled + Tracked + Watched,
    {
        let is_chosen = move |body: &Body<P, _>, index| is_chosen(body.change_at(index));
        Chosen { body: &mut self.body, is_chosen }
    }

    /// Notes the slots of a packet as changed again, because it was lost: see
    /// [`Pool::note_packet`](crate::Pool::note_packet). O(slots of the packet).
    ///
    /// # Errors
    ///
    /// [`PacketError`] if the bytes are no packet of this definition. Nothing has changed.
    pub fn note_packet(&mut self, packet: &[u8]) -> Result<(), PacketError>
    where
        P::Item: SavedColumns,
        P::Layout: Watched,
    {
        self.body.note_packet(packet)
    }

    /// Applies a packet of the sender's pool to this one: see [`Pool::apply_packet`](crate::Pool::apply_packet).
    ///
    /// # Errors
    ///
    /// [`PacketError`]. Everything is checked first, so nothing has changed.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn apply_packet(&mut self, packets: &mut Packets, packet: &[u8]) -> Result<(), PacketError>
    where
        P::Item: SavedColumns,
        P::Layout: Tabled + Tracked,
    {
        self.body.apply_packet(packets, packet, Site::caller())
    }
}

impl<P: PoolSpec<Item: SavedColumns, Layout: Tabled + Tracked + Watched>> PacketPool for ColumnPool<P> {
    fn packet_part(&mut self) -> PacketPart<'_> {
        PacketPart(&mut self.body)
    }
}
