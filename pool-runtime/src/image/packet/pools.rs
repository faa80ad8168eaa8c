//! Packets of several pools: one datagram with changed slots of each.
//!
//! ```text
//!  byte  0          8           12            16         20
//!       +----------+-----------+-------------+----------+---------------------------------------------+
//!       | STACKPKS | 0x1020304 | definitions | number,  | per pool: 1 byte (2 and its place in the    |
//!       |          |           |             | u32      | list), and slots as in a packet of one pool |
//!       +----------+-----------+-------------+----------+---------------------------------------------+
//!        bytes      u32, shows  u32, a hash
//!                   the byte
//!                   order
//! ```
//!
//! The slots of a pool end at the end, or at a byte that is the number of a pool: no slot begins with it. The places of
//! the pools ascend as slots do.

use super::{Ascent, PacketError, Packets};
use crate::base::cut;
#[cfg(feature = "alloc")]
use crate::base::heap::Heap;
use crate::base::shape::hash;
use crate::base::site::Site;
use crate::image::fingerprint::Fingerprint;
use crate::image::header::{BYTE_ORDER, number};
use crate::image::{BufferTooSmall, RestoreError};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

const MAGIC: [u8; 8] = *b"STACKPKS";
const HEADER_BYTES: usize = 20;

/// The first byte of the slots of the pool at place 0. Slots begin with a smaller one.
const FIRST: u8 = 2;
/// The most pools whose places fit a byte.
const MOST_POOLS: usize = (u8::MAX - FIRST) as usize + 1;

/// A pool whose changes can be sent together with those of others, in [`Packets`]: [`Pool`](crate::Pool) and
/// [`ColumnPool`](crate::ColumnPool) with `changes`, dense or not, and a `Heap`, a `Box` or a `&mut` of one.
///
/// A world lists its pools once, for both sides:
///
/// ```
/// use stackpool::{Heap, PacketPool, pool};
///
/// pool! {
///     Ships: [[i32; 4]; 400], changes;
///     Shots: [[i16; 4]; 5_000], dense, changes;
/// }
///
/// struct World {
///     ships: Heap<ShipsPool>,
///     shots: Heap<ShotsPool>,
///     camera: [f32; 2], // not sent
/// }
///
/// impl World {
///     /// What the server sends to its clients.
///     fn shared(&mut self) -> [&mut dyn PacketPool; 2] {
///         [&mut self.ships, &mut self.shots]
///     }
/// }
/// # let mut world = World { ships: ShipsPool::on_heap(), shots: ShotsPool::on_heap(), camera: [0.0; 2] };
/// # assert_eq!(world.shared().len(), world.camera.len());
/// ```
///
/// The crate implements it. Free slots are in a table, as [`insert_at`](crate::Pool::insert_at) needs it too.
#[diagnostic::on_unimplemented(
    message = "the changes of `{Self}` cannot be sent in packets",
    label = "no pool with `changes` whose objects are plain data",
    note = "a pool needs `changes`, a table of free slots, and items that can be saved",
    note = "a side table or a value is sent as a save of its own; what changes with an object belongs in the object"
)]
pub trait PacketPool {
    /// Lends the pool to the code of packets.
    #[doc(hidden)]
    fn packet_part(&mut self) -> PacketPart<'_>;
}

macro_rules! of_what_it_holds {
    ($($(#[$attribute:meta])? $holder:ty $(, $unsized:tt)?;)*) => {$(
        $(#[$attribute])?
        impl<T: PacketPool $(+ $unsized Sized)?> PacketPool for $holder {
            fn packet_part(&mut self) -> PacketPart<'_> {
                (**self).packet_part()
            }
        }
    )*};
}

of_what_it_holds! {
    #[cfg(feature = "alloc")] Heap<T>;
    #[cfg(feature = "alloc")] Box<T>, ?;
    // What is no pool gets a shorter message without it.
    #[diagnostic::do_not_recommend] &mut T, ?;
}

/// A pool without the type of its items. Only this crate can make one.
#[derive(Debug)]
pub struct PacketPart<'a>(pub(crate) &'a mut dyn PacketSlots);

/// What packets do with a pool.
pub(crate) trait PacketSlots {
    /// The definition, and the bytes of a live slot.
    fn form(&self) -> (Fingerprint, usize);

    /// Writes changed slots from `cursor` on, as many as there is room for, and moves it after the last one. They stay
    /// noted. Returns the bytes, and whether a slot had no room.
    fn write_slots(&mut self, cursor: &mut usize, place: &mut [u8]) -> (usize, bool);

    /// Takes a step with each slot at the beginning of these bytes. Returns the bytes after the slots.
    fn each_slot<'p>(&mut self, slots: &'p [u8], step: Step) -> Result<&'p [u8], PacketError>;
}

/// What happens to the slots of a packet.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Checks that they are slots of this definition.
    Check,
    /// Checks that this pool can have them.
    CheckMirror,
    /// Notes them as changed. They were checked.
    Note,
    /// They do not count as changed any more.
    Forget,
    /// Applies them. They were checked for this pool.
    Apply(Site),
}

impl core::fmt::Debug for dyn PacketSlots + '_ {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.form().0.fmt(f)
    }
}

/// # Packets of several pools
///
/// One datagram has changes of all pools of a world. Both sides name the same pools in the same order:
///
/// ```
/// use stackpool::{ColumnPool, Columns, PacketPool, Packets, pool};
///
/// #[derive(Columns, Clone, Copy)]
/// struct Rock {
///     place: [i16; 2],
///     ore: u8,
/// }
///
/// pool! {
///     Players: [[i32; 4]; 8], changes;
///     Shots: [[i16; 4]; 500], dense, changes;
///     Rocks: [Rock; 200], columns, changes;
/// }
///
/// #[derive(Default)]
/// struct World {
///     players: PlayersPool,
///     shots: ShotsPool,
///     rocks: RocksPool,
/// }
///
/// impl World {
///     fn shared(&mut self) -> [&mut dyn PacketPool; 3] {
///         [&mut self.players, &mut self.shots, &mut self.rocks]
///     }
/// }
///
/// let (mut server, mut client) = (World::default(), World::default());
/// let (mut sent, mut received) = (Packets::new(0), Packets::new(0));
/// server.players.extend([[0; 4]; 8]);
/// server.shots.extend([[0; 4]; 400]);
/// server.rocks.extend((0..200).map(|x| Rock { place: [x, 0], ore: 1 }));
///
/// for frame in 0.. {
///     let mut datagram = [0; 508];
///     let packet = sent.changed_packet(server.shared(), &mut datagram)?;
///     if packet.is_empty() {
///         break; // all changes are sent
///     }
///     if frame % 5 == 3 {
///         Packets::note_packet(server.shared(), packet)?; // it was lost
///     } else {
///         received.apply_packet(client.shared(), packet)?;
///     }
/// }
/// assert!(client.players.iter().eq(server.players.iter()));
/// assert_eq!((client.shots.len(), client.rocks.len()), (400, 200));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | a packet | |
/// |---|---|
/// | by itself | is applied without any other one, as a whole or not at all |
/// | that is lost | makes no other one useless: [`note_packet`](Packets::note_packet) sends its slots again |
/// | that comes twice, or after a later one | is refused as [`Late`](PacketError::Late), and counts as lost |
///
/// So after all losses were noted and sent again, both sides have the same handles and objects. What holds for [packets
/// of a pool](struct@crate::Pool#packets) holds for each pool here. Until then, a link may name an object of another
/// pool that has not come yet.
///
/// No pool starves. A packet begins with the first pool for which the last packet had no room. If the last packet began
/// with this pool too, it begins with the next one. So each pool has its turn within as many packets as there are
/// pools, and within a pool, each slot has its turn before another one comes again.
///
/// A pool is sent in packets of its own or together with others, and not in both: a packet that is late for the one may
/// be new for the other.
///
/// If one of the pools cannot use its slots, such as one with [`strict`](crate::guard#strict), the whole packet is
/// refused. A program that only sends has the code that applies packets too, about 2,000 bytes for each pool on a
/// Cortex-M4. If that is too much, send packets of one pool.
///
/// Only pools are sent. Give a value that must arrive, such as the score, a pool of one slot. A value of every packet,
/// such as the frame, needs no pool: write it to the datagram before the packet.
impl<const N: usize> Packets<N> {
    /// Writes changed slots of these pools to the first bytes of `buffer`, as many as it has room for, and returns
    /// these bytes. The slots do not count as changed any more. O(capacities / 64 + slots of the packet).
    ///
    /// It returns no bytes, and uses no number, if nothing has changed. A packet has 20 bytes, 1 for each pool with
    /// slots in it, and for each slot as many as in [`Pool::changed_packet`](crate::Pool::changed_packet). There can be
    /// 1 to 254 pools; other numbers do not compile.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer has no room for one live slot of each of the pools, alone. Nothing has changed.
    pub fn changed_packet<'b>(
        &mut self,
        pools: [&mut dyn PacketPool; N],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], BufferTooSmall> {
        const { assert!(N >= 1 && N <= MOST_POOLS, "a packet has 1 to 254 pools") };
        // A copy: code of a user that writes an object may panic.
        let mut packets = *self;
        let Packets { number, pool, slots } = &mut packets;
        let packet = write_packet(&mut pools.map(|pool| pool.packet_part()), pool, slots, *number, buffer)?;
        *number = number.wrapping_add(u32::from(!packet.is_empty()));
        *self = packets;
        Ok(packet)
    }

    /// Notes the slots of a packet as changed again, because it was lost. O(slots of the packet).
    ///
    /// A later packet then has them as they are at that time. To note slots that are noted does no harm. The sender
    /// keeps a packet until all receivers said that they applied it.
    ///
    /// # Errors
    ///
    /// [`PacketError`] if the bytes are no packet of these pools. Nothing has changed.
    pub fn note_packet(pools: [&mut dyn PacketPool; N], packet: &[u8]) -> Result<(), PacketError> {
        let pools = &mut pools.map(|pool| pool.packet_part())[..];
        let (_, slots) = read_header(pools, packet)?;
        each_slot(pools, slots, Step::Check)?;
        each_slot(pools, slots, Step::Note)
    }

    /// Applies a packet of the sender's pools to these: replaces, inserts and removes objects. O(slots of the packet),
    /// apart from what [`Pool::apply_packet`](crate::Pool::apply_packet) says of new objects.
    ///
    /// The receiver has one `Packets` for these pools, and tells the sender which packets it applied. What it applies
    /// is noted as changed in its own pools: for a renderer, or to send it on.
    ///
    /// # Errors
    ///
    /// [`PacketError`]. Everything is checked first, so no pool has changed.
    ///
    /// # Panics
    ///
    /// Only if code of a user does, as in [`Pool::apply_packet`](crate::Pool::apply_packet). A part of the packet has
    /// been applied then. It can be applied again.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn apply_packet(
        &mut self,
        pools: [&mut dyn PacketPool; N],
        packet: &[u8],
    ) -> Result<(), PacketError> {
        let site = Site::caller();
        let pools = &mut pools.map(|pool| pool.packet_part())[..];
        let (number, slots) = read_header(pools, packet)?;
        // First: the slots of a late one may have gone on.
        self.check(number)?;
        each_slot(pools, slots, Step::CheckMirror)?;
        each_slot(pools, slots, Step::Apply(site))?;
        self.number = number.wrapping_add(1);
        Ok(())
    }
}

/// Writes a packet that begins with the pool at place `begin`, and moves that place and the cursors on.
fn write_packet<'b>(
    pools: &mut [PacketPart<'_>],
    begin: &mut usize,
    cursors: &mut [usize],
    number: u32,
    buffer: &'b mut [u8],
) -> Result<&'b mut [u8], BufferTooSmall> {
    let most = pools.iter().map(|pool| pool.0.form().1).max().unwrap_or(0);
    BufferTooSmall::check(buffer, HEADER_BYTES + 1 + most)?;
    let (first, mut end, mut next) = ((*begin).min(pools.len()), HEADER_BYTES, None);
    for place in (first..pools.len()).chain(0..first) {
        let (Some(pool), Some(cursor)) = (pools.get_mut(place), cursors.get_mut(place)) else { break };
        let is_first = end == HEADER_BYTES;
        let room = buffer.get_mut(end + 1..).unwrap_or_default();
        let (bytes, is_cut) = pool.0.write_slots(cursor, room);
        if is_cut && next.is_none() {
            next = Some(if is_first { place + 1 } else { place });
        }
        if let (1.., Some(code)) = (bytes, buffer.get_mut(end)) {
            *code = FIRST + place as u8;
            end += 1 + bytes;
        }
    }
    if end == HEADER_BYTES {
        return Ok(&mut []);
    }
    *begin = next.unwrap_or(first);
    let packet = cut::first_mut(buffer, end);
    let words = [BYTE_ORDER, definitions(pools), number];
    cut::copy(cut::first_mut(packet, MAGIC.len()), &MAGIC);
    let (header, slots) = cut::split_mut(packet, HEADER_BYTES);
    cut::copy(cut::split_mut(header, MAGIC.len()).1, bytemuck::bytes_of(&words));
    let forgotten = each_slot(pools, slots, Step::Forget);
    invariant!(forgotten.is_ok(), "a packet that was just written");
    Ok(packet)
}

/// Returns the number of a packet of these pools, and the bytes after its header.
fn read_header<'p>(pools: &[PacketPart<'_>], packet: &'p [u8]) -> Result<(u32, &'p [u8]), PacketError> {
    let shorter = RestoreError::Length { expected: HEADER_BYTES, found: packet.len() };
    let (header, slots) = packet.split_at_checked(HEADER_BYTES).ok_or(shorter)?;
    if !header.starts_with(&MAGIC) {
        return Err(RestoreError::NotSaved.into());
    }
    match number(header, 8) {
        BYTE_ORDER => {}
        other if other == BYTE_ORDER.swap_bytes() => return Err(RestoreError::ByteOrder.into()),
        _ => return Err(RestoreError::NotSaved.into()),
    }
    if number(header, 12) == definitions(pools) {
        Ok((number(header, 16), slots))
    } else {
        Err(PacketError::Pools)
    }
}

/// A number that tells these definitions in this order from others.
fn definitions(pools: &[PacketPart<'_>]) -> u32 {
    pools.iter().fold(0, |before, pool| {
        let Fingerprint { version, capacity, guard, generations, quarantine, items, known: _ } =
            pool.0.form().0;
        let kind = u32::from(version) << 16 | u32::from(guard);
        hash(&[before, kind, capacity, generations, quarantine, items].map(u64::from))
    })
}

/// Takes a step with all slots of a packet, pool by pool.
fn each_slot(pools: &mut [PacketPart<'_>], mut slots: &[u8], step: Step) -> Result<(), PacketError> {
    let mut ascent = Ascent::default();
    while let Some((&code, rest)) = slots.split_first() {
        let place = code.checked_sub(FIRST).map(usize::from).filter(|&place| ascent.accepts(place));
        let pool = place.and_then(|place| pools.get_mut(place)).ok_or(PacketError::Slots)?;
        slots = pool.0.each_slot(rest, step)?;
    }
    Ok(())
}
