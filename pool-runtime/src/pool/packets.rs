//! Packets: changed slots in parts that fit a datagram.

use super::{Change, Pool};
use crate::body::Body;
use crate::body::packet::Chosen;
use crate::image::BufferTooSmall;
use crate::image::packet::pools::{PacketPart, PacketPool};
use crate::image::packet::{PacketError, Packets};
use crate::image::plain_data::PlainData;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked, Watched};
use crate::track::Site;

/// # Packets
///
/// A packet has as many of the changed slots as a buffer has room for, for example a datagram. The others stay noted
/// for the next packet. A packet that is lost makes no other one useless. The receiver applies it to its pool at once,
/// without a save.
///
/// | | [`changed_delta_into`](Pool::changed_delta_into) | [`changed_packet`](Pool::changed_packet) |
/// |---|---|---|
/// | size | that of all changes | at most that of the buffer |
/// | applied to | the save that it continues | a pool, in any order of loss |
/// | has | handles, objects and the order of free slots | handles and objects |
/// | receiver inserts by itself | as the sender would | no |
///
/// A packet has some changed slots: whether each is live, and if so its handle and its object. It does not have the
/// order of free slots. So after all packets arrived, the receiver has the live handles and the objects of the sender.
/// Its next insertions would give other handles than those of the sender, and its save has other bytes. So the receiver
/// does not insert or remove by itself: its own objects are in a pool of another definition. In a dense pool and in one
/// with marks, it has an order of its own.
///
/// Until all packets arrived, it has some objects of now and some of before. A handle in an object may name an object
/// that has not come yet.
///
/// Fields with `#[snapshot(keep)]` are not in packets. They stay in an object that is written again, and have their
/// default in one that is new or replaces another.
///
/// Several pools of a world can have [packets of all of them](Packets#packets-of-several-pools). Side tables and plain
/// values have none: what changes with an object belongs in the object.
///
/// ```
/// use stackpool::{PacketError, Packets, pool};
///
/// pool! { Ships: [[i32; 4]; 400], changes; }
///
/// let (mut server, mut client) = (ShipsPool::new(), ShipsPool::new());
/// let (mut sent, mut received) = (Packets::new(0), Packets::new(0));
/// server.extend([[0; 4]; 300]);
///
/// let mut lost = Vec::new();
/// loop {
///     let number = sent.number();
///     let mut datagram = [0; 508];
///     let packet = server.changed_packet(&mut sent, &mut datagram)?;
///     if packet.is_empty() {
///         break; // all changes are sent
///     }
///     if number == 3 {
///         lost = packet.to_vec();
///         continue;
///     }
///     client.apply_packet(&mut received, packet)?;
/// }
/// assert!(client.len() < server.len());
///
/// // The server learns that a packet was lost, and sends its slots as they are now.
/// let first = server.handles().next().unwrap();
/// server.remove(first);
/// server.note_packet(&lost)?;
/// while server.changed().next().is_some() {
///     let mut datagram = [0; 508];
///     client.apply_packet(&mut received, server.changed_packet(&mut sent, &mut datagram)?)?;
/// }
/// assert!(client.iter().eq(server.iter()));
///
/// // It comes after all. The client has newer ones, and refuses it.
/// assert!(matches!(client.apply_packet(&mut received, &lost), Err(PacketError::Late { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<P: PoolSpec> Pool<P> {
    /// Writes changed slots to the first bytes of `buffer`, as many as it has room for, and returns these bytes. The
    /// slots do not count as changed any more. O(capacity / 64 + slots of the packet).
    ///
    /// It returns no bytes, and uses no number, if nothing has changed.
    ///
    /// The slots are in slot order, from the one on after which the last packet ended. So a slot waits no longer than
    /// until all others had their turn. `packets` has that slot, and the number of the next packet. The sender has one
    /// per pool, for all receivers. A packet has 36 bytes, and for each slot 1, those of the handle and, if it is live,
    /// those of the object in a save.
    ///
    /// A pool has one set of changes. If a renderer needs them too, it takes them first
    /// ([`changed`](Pool::changed)), and the packets afterwards.
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
        P::Item: PlainData,
        P::Layout: Watched,
    {
        self.body.changed_packet(packets, buffer)
    }

    /// [`changed_packet`](Pool::changed_packet) of the changed slots that `is_chosen` returns `true` for: those that
    /// matter most. The others stay noted. Send them afterwards with `changed_packet`.
    ///
    /// It begins where `changed_packet` will begin, and does not change that place. It asks in the order of the packet,
    /// until the buffer has no room for a slot.
    ///
    /// ```
    /// # use stackpool::{Change, Packets, pool};
    /// # pool! { Ships: [[i32; 4]; 400], changes; }
    /// # let (mut ships, mut packets) = (ShipsPool::new(), Packets::new(0));
    /// ships.extend((0..300).map(|x| [x, 0, 0, 0]));
    /// let mut datagram = [0; 508];
    /// let near = ships.changed_packet_where(&mut packets, &mut datagram, |change| match change {
    ///     Change::Live(_, ship) => (100..110).contains(&ship[0]),
    ///     Change::Free(_) => true, // short, and nobody wants to see what is gone
    /// })?;
    /// assert_eq!(near.len(), 36 + 10 * (1 + ShipsPool::HANDLE_BYTES + 16));
    /// assert_eq!(ships.changed().len(), 290);
    /// # Ok::<(), stackpool::BufferTooSmall>(())
    /// ```
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
        F: FnMut(Change<P, &P::Item>) -> bool,
        P::Item: PlainData,
        P::Layout: Watched,
    {
        self.body.changed_packet_where(packets, buffer, |body, index| is_chosen(body.change_at(index)))
    }

    /// This pool, for a [packet of several pools](Packets#packets-of-several-pools) that has only those changed slots
    /// for which `is_chosen` returns `true`: those that matter most. The others stay noted.
    ///
    /// `is_chosen` is called as by [`changed_packet_where`](Pool::changed_packet_where).
    ///
    /// ```
    /// # use stackpool::{Change, Packets, pool};
    /// # pool! { Ships: [[i32; 4]; 400], changes; Shots: [[i16; 4]; 900], changes; }
    /// # let (mut ships, mut shots, mut packets) = (ShipsPool::new(), ShotsPool::new(), Packets::new(0));
    /// ships.extend((0..300).map(|x| [x, 0, 0, 0]));
    /// shots.extend([[0; 4]; 900]);
    /// let mut near = ships.packet_where(|change| match change {
    ///     Change::Live(_, ship) => ship[0] < 10,
    ///     Change::Free(_) => true,
    /// });
    /// let mut datagram = [0; 508];
    /// let packet = packets.changed_packet([&mut near, &mut shots], &mut datagram)?;
    /// assert!(packet.len() > 490); // 10 ships, and shots in the rest
    /// drop(near);
    /// assert_eq!(ships.changed().len(), 290);
    /// # Ok::<(), stackpool::BufferTooSmall>(())
    /// ```
    pub fn packet_where<F>(&mut self, mut is_chosen: F) -> impl PacketPool
    where
        F: FnMut(Change<P, &P::Item>) -> bool,
        P::Item: PlainData,
        P::Layout: Tabled + Tracked + Watched,
    {
        let is_chosen = move |body: &Body<P, _>, index| is_chosen(body.change_at(index));
        Chosen { body: &mut self.body, is_chosen }
    }

    /// Notes the slots of a packet as changed again, because it was lost. O(slots of the packet).
    ///
    /// A later packet then has them as they are at that time. To note slots that are noted does no harm. The sender
    /// keeps a packet until all receivers said that they applied it.
    ///
    /// # Errors
    ///
    /// [`PacketError`] if the bytes are no packet of this definition. Nothing has changed.
    pub fn note_packet(&mut self, packet: &[u8]) -> Result<(), PacketError>
    where
        P::Item: PlainData,
        P::Layout: Watched,
    {
        self.body.note_packet(packet)
    }

    /// Applies a packet of the sender's pool to this one: replaces, inserts and removes objects. It needs no `changes`
    /// in this pool, which can be of another definition with the same saved bytes.
    ///
    /// `packets` knows which number comes next. Packets may be missing. One that is older than the last one is refused:
    /// its slots may have newer objects. The receiver has one `Packets` per pool, and tells the sender which packets it
    /// applied.
    ///
    /// It takes O(slots of the packet). An object that is new is put in by [`insert_at`](Pool::insert_at), which may
    /// have to search the free slots. If a slot held another object, the pool keeps the slot and its handle is stale. A
    /// pool with [`strict`](crate::guard#strict) may refuse packets, since it has other slots that wait.
    ///
    /// # Errors
    ///
    /// [`PacketError`]. Everything is checked first, so nothing has changed.
    ///
    /// # Panics
    ///
    /// Only if code of a user does: the destructor of an object that is replaced or removed, or an implementation of
    /// [`CheckedBitPattern`](bytemuck::CheckedBitPattern) or [`FieldBytes`](crate::FieldBytes) that accepted the bytes
    /// before. A part of the packet has been applied then. It can be applied again.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn apply_packet(&mut self, packets: &mut Packets, packet: &[u8]) -> Result<(), PacketError>
    where
        P::Item: PlainData,
        P::Layout: Tabled + Tracked,
    {
        self.body.apply_packet(packets, packet, Site::caller())
    }
}

impl<P: PoolSpec<Item: PlainData, Layout: Tabled + Tracked + Watched>> PacketPool for Pool<P> {
    fn packet_part(&mut self) -> PacketPart<'_> {
        PacketPart(&mut self.body)
    }
}
