//! Packets of changed slots: after losses and other orders, both sides have the same objects under the same handles.

use crate::lossy_link::{LossyLink, Peer};
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::{Tabled, Watched};
use stackpool::{Change, Handle, Heap, PacketError, Packets, Pool, PoolSpec, RestoreError, Snapshot, pool};
use std::panic::{AssertUnwindSafe, catch_unwind};

const SHIPS: usize = miri_or(20, 400);

/// The bytes before the slots of a packet.
const HEADER: usize = 36;

pool! {
    Ships: [[i32; 4]; SHIPS], changes;
    NoWait: [[i32; 4]; SHIPS], changes, quarantine = 0;
    Dense: [[i32; 4]; SHIPS], dense, changes;
    Marked: [[i32; 4]; SHIPS], marks = 2, changes;
    Live: [[i32; 4]; SHIPS], guard = live, changes;
    Packed: [[i32; 4]; 70_000], changes;
    Wide: [[i32; 4]; SHIPS], generation_bits = 20, changes;
    Retiring: [[i32; 4]; 6], generation_bits = 14, on_wrap = retire, changes, quarantine = 0;
    Quiet: [[i32; 4]; SHIPS];
    Strict: [[i32; 4]; 10], changes, quarantine = 4, strict;
    Flags: [bool; 20], changes;
    Empties: [(); 20], changes;
}

impl<P: PoolSpec<Item = [i32; 4], Layout: Watched + Tabled>> Peer<1> for Heap<Pool<P>> {
    fn play(&mut self, random: u32) {
        let chosen = (random / 8) as usize % self.len().max(1);
        let handle = self.handles().nth(chosen);
        match (random % 8, handle) {
            (0 | 1, _) => drop(self.insert([random as i32; 4])),
            (2, Some(handle)) => drop(self.remove(handle)),
            (_, Some(handle)) => self[handle][1] = random as i32,
            (_, None) => (),
        }
    }

    fn changed_packet(&mut self, packets: &mut Packets, bytes: usize) -> Vec<u8> {
        Pool::changed_packet(self, packets, &mut vec![0xA5; bytes]).unwrap().to_vec()
    }

    fn note_packet(&mut self, packet: &[u8]) {
        Pool::note_packet(self, packet).unwrap();
    }

    fn apply_packet(&mut self, packets: &mut Packets, packet: &[u8]) -> Result<(), PacketError> {
        Pool::apply_packet(self, packets, packet)
    }

    fn has_changes(&self) -> bool {
        self.changed().len() > 0
    }

    fn saved(&self) -> Vec<u8> {
        self.save()
    }
}

/// The objects in slot order, with their handles. A dense pool has them in another one.
fn objects<P: PoolSpec<Item = [i32; 4], Layout: Watched>>(pool: &Pool<P>) -> Vec<(Handle<P>, [i32; 4])> {
    let mut objects: Vec<_> = pool.iter().map(|(handle, &object)| (handle, object)).collect();
    objects.sort_by_key(|(handle, _)| handle.index());
    objects
}

/// Plays with 20 % of loss and packets that overtake others. `randoms` has a few numbers per frame.
fn play<P: PoolSpec<Item = [i32; 4], Layout: Watched + Tabled>>(number: u32, randoms: &[u32]) {
    let mut link = LossyLink::new(Pool::<P>::on_heap(), Pool::<P>::on_heap(), number);
    link.play(randoms.chunks(6), miri_or(100, 508));
    assert!(objects(&link.receiver) == objects(&link.sender));
    // The receiver is a valid pool: it can be saved and read back.
    let mut copy = Pool::<P>::on_heap();
    copy.restore(&link.receiver.save()).unwrap();
    assert!(objects(&copy) == objects(&link.sender));
}

fn randoms() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 1..miri_or(24, 1_500))
}

proptest! {
    #![proptest_config(cases(1, 15))]

    #[test]
    fn after_losses_both_sides_have_the_same_objects(randoms in randoms()) {
        play::<Ships>(0, &randoms);
        play::<NoWait>(u32::MAX - 3, &randoms);
        play::<Dense>(7, &randoms);
        play::<Marked>(i32::MAX as u32, &randoms);
        play::<Live>(1, &randoms);
        play::<Wide>(1, &randoms);
        play::<Retiring>(1, &randoms);
    }

    #[test]
    fn any_bytes_are_a_packet_or_an_error_that_changes_nothing(
        place in any::<prop::sample::Index>(),
        mask in 1_u8..,
        length in any::<prop::sample::Index>(),
    ) {
        let (_, packet) = packet_of_five();
        let mut changed = packet.clone();
        changed[place.index(packet.len())] ^= mask;
        for bytes in [&*changed, &packet[..length.index(packet.len())]] {
            let mut pool = FlagsPool::from_iter([true; 7]);
            let before = pool.save();
            let mut packets = Packets::new(0);
            match pool.apply_packet(&mut packets, bytes) {
                Ok(()) => pool.restore(&pool.save()).unwrap(),
                Err(_) => {
                    prop_assert_eq!(pool.save(), before);
                    prop_assert_eq!(packets, Packets::new(0));
                }
            }
            let mut sender = FlagsPool::new();
            if sender.note_packet(bytes).is_err() {
                prop_assert_eq!(sender.changed().len(), 0);
            }
            // Whatever was noted, a delta of it is one.
            let delta = sender.changed_delta();
            prop_assert_eq!(FlagsPool::patch(&FlagsPool::new().save(), &delta).unwrap(), sender.save());
        }
    }
}

/// A packet with four live slots and a free one.
fn packet_of_five() -> (FlagsPool, Vec<u8>) {
    let mut pool = FlagsPool::from_iter([true; 5]);
    pool.remove(pool.handles().nth(2).unwrap());
    let mut buffer = [0; 100];
    let packet = pool.changed_packet(&mut Packets::new(0), &mut buffer).unwrap().to_vec();
    (pool, packet)
}

/// Returns the error of a packet after this change.
fn error_of(change: impl FnOnce(&mut Vec<u8>)) -> PacketError {
    let (_, mut packet) = packet_of_five();
    change(&mut packet);
    let mut pool = FlagsPool::new();
    let error = pool.apply_packet(&mut Packets::new(0), &packet).unwrap_err();
    assert!(pool.is_empty());
    error
}

/// The bytes of a live slot and of a free one in a packet of flags.
const LIVE_FLAG: usize = 1 + FlagsPool::HANDLE_BYTES + 1;
const FREE_FLAG: usize = 1 + FlagsPool::HANDLE_BYTES;

#[test]
fn a_packet_has_these_bytes() {
    let (sender, packet) = packet_of_five();
    assert_eq!(packet.len(), HEADER + 4 * LIVE_FLAG + FREE_FLAG);
    let mut receiver = FlagsPool::new();
    receiver.apply_packet(&mut Packets::new(0), &packet).unwrap();
    assert!(receiver.iter().eq(sender.iter()));
    assert_eq!(receiver.len(), 4);
}

#[test]
fn wrong_bytes_are_errors() {
    let second = HEADER + LIVE_FLAG;
    assert_eq!(error_of(|packet| packet[0] = 0), PacketError::Packet(RestoreError::NotSaved));
    assert_eq!(
        error_of(|packet| packet.truncate(30)),
        PacketError::Packet(RestoreError::Length { expected: HEADER, found: 30 })
    );
    assert_eq!(
        error_of(|packet| _ = packet.pop()),
        PacketError::Packet(RestoreError::Length { expected: LIVE_FLAG, found: LIVE_FLAG - 1 })
    );
    assert_eq!(error_of(|packet| packet[second] = 2), PacketError::Slots, "neither live nor free");
    assert_eq!(error_of(|packet| packet[second + 1] = 20), PacketError::Slots, "beyond the capacity");
    assert_eq!(error_of(|packet| packet.copy_within(HEADER..second, second)), PacketError::Slots, "twice");
    let value = second + FREE_FLAG;
    assert_eq!(error_of(|packet| packet[value] = 2), PacketError::Packet(RestoreError::Value));
    // A packet of another definition.
    let mut empties = EmptiesPool::from_iter([()]);
    let mut buffer = [0; 100];
    let packet = empties.changed_packet(&mut Packets::new(0), &mut buffer).unwrap();
    let error = FlagsPool::new().apply_packet(&mut Packets::new(0), packet).unwrap_err();
    assert!(matches!(error, PacketError::Packet(RestoreError::Item(_))), "{error}");
    assert!(!error.to_string().is_empty());
}

#[test]
fn a_slot_that_comes_twice_after_the_end_is_an_error() {
    let mut pool = FlagsPool::from_iter([true; 20]);
    let (mut packets, mut buffer) = (Packets::new(0), [0; HEADER + 3 * LIVE_FLAG]);
    for _ in 0..6 {
        pool.changed_packet(&mut packets, &mut buffer).unwrap();
    }
    pool.values_mut().for_each(|flag| *flag = false);
    // Slots 18, 19 and 0.
    let packet = pool.changed_packet(&mut packets, &mut buffer).unwrap().to_vec();
    let mut mirror = FlagsPool::from_iter([true; 20]);
    mirror.apply_packet(&mut Packets::new(0), &packet).unwrap();
    assert_eq!(mirror.values().filter(|flag| !**flag).count(), 3);
    let mut twice = packet.clone();
    twice.extend_from_slice(&packet[HEADER..HEADER + LIVE_FLAG]);
    assert_eq!(mirror.apply_packet(&mut Packets::new(0), &twice), Err(PacketError::Slots));
}

#[test]
fn no_slot_starves() {
    let mut ships = ShipsPool::from_iter((0..SHIPS).map(|_| [0; 4]));
    drop(ships.take_changed());
    let (mut packets, mut buffer) = (Packets::new(0), [0; miri_or(100, 508)]);
    let in_a_packet = (buffer.len() - HEADER) / (1 + ShipsPool::HANDLE_BYTES + 16);
    let mut sent = vec![0; SHIPS];
    for _ in 0..2 * SHIPS.div_ceil(in_a_packet) {
        ships.values_mut().for_each(|ship| ship[0] += 1);
        ships.changed_packet(&mut packets, &mut buffer).unwrap();
        for handle in ships.handles().filter(|&handle| !ships.is_changed(handle)) {
            sent[handle.index()] += 1;
        }
    }
    assert!(sent.iter().all(|count| (2..=3).contains(count)), "{sent:?}");
}

#[test]
fn what_is_chosen_comes_first_and_the_rest_stays_noted() {
    let mut ships = ShipsPool::from_iter((0..10).map(|x| [x; 4]));
    let handles: Vec<_> = ships.handles().collect();
    ships.remove(handles[3]);
    let mut mirror = ShipsPool::new();
    let (mut sent, mut received, mut buffer) = (Packets::new(0), Packets::new(0), [0; 508]);
    let packet = ships.changed_packet_where(&mut sent, &mut buffer, |change| match change {
        Change::Live(handle, ship) => {
            assert_eq!(handles[ship[0] as usize], handle);
            ship[0] >= 7
        }
        Change::Free(slot) => {
            assert_eq!(slot, handles[3].index());
            false
        }
    });
    mirror.apply_packet(&mut received, packet.unwrap()).unwrap();
    assert!(mirror.handles().eq(handles[7..].iter().copied()));
    assert_eq!(ships.changed().len(), 7);
    let none = ships.changed_packet_where(&mut sent, &mut buffer, |_| false).unwrap();
    assert!(none.is_empty());
    assert_eq!(ships.changed().len(), 7);
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _ =
            ships.changed_packet_where(&mut sent, &mut [0; 508], |change| change.index() < 2 || panic!("no"));
    }));
    assert!(panicked.is_err() && ships.changed().len() == 7 && sent.number() == 1);
    mirror.apply_packet(&mut received, ships.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    assert!(mirror.iter().eq(ships.iter()));
}

#[test]
fn a_buffer_without_room_for_an_object_says_how_much_it_needs() {
    let mut ships = ShipsPool::from_iter([[1; 4]]);
    let needed = HEADER + 1 + ShipsPool::HANDLE_BYTES + 16;
    let error = ships.changed_packet(&mut Packets::new(0), &mut vec![0; needed - 1]).unwrap_err();
    assert_eq!(error.needed(), needed);
    assert_eq!(ships.changed().len(), 1);
    assert_eq!(ships.changed_packet(&mut Packets::new(0), &mut vec![0; needed]).unwrap().len(), needed);
    assert_eq!(ships.changed().len(), 0);
}

#[test]
fn an_object_in_the_slot_of_another_ends_that_one() {
    let (mut sent, mut received, mut buffer) = (Packets::new(0), Packets::new(0), [0; 508]);
    let (mut sender, mut mirror) = (MarkedPool::from_iter([[1; 4], [2; 4]]), MarkedPool::new());
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    let first = sender.handles().next().unwrap();
    let mark = mirror.mark().unwrap();
    drop(mirror.take_changed());
    sender.remove(first);
    let next = sender.next_handle_at(first.index()).unwrap();
    sender.insert_at(next, [3; 4]).unwrap();
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    assert_eq!((mirror.get(first), mirror.get(next)), (None, Some(&[3; 4])));
    assert!(mirror.iter_since(&mark).unwrap().map(|(handle, _)| handle).eq([next]), "it is the newest");
    assert_eq!(mirror.newest(), Some(next));
    assert!(mirror.changed().map(|change| change.handle()).eq([Some(next)]));
    mirror.restore(&mirror.save()).unwrap();
}

#[test]
fn a_slot_does_not_go_back_to_an_earlier_handle_under_retire() {
    let (mut sent, mut buffer) = (Packets::new(0), [0; 508]);
    let mut sender = RetiringPool::from_iter([[1; 4]]);
    let early = sender.changed_packet(&mut sent, &mut buffer).unwrap().to_vec();
    let mut mirror = RetiringPool::new();
    mirror.apply_packet(&mut Packets::new(0), &early).unwrap();
    let first = sender.handles().next().unwrap();
    sender.remove(first);
    sender.insert([2; 4]).unwrap();
    let later = sender.changed_packet(&mut sent, &mut buffer).unwrap().to_vec();
    mirror.apply_packet(&mut Packets::new(0), &later).unwrap();
    // By the numbers of another receiver, it is not late.
    assert_eq!(mirror.apply_packet(&mut Packets::new(0), &early), Err(PacketError::Slots));
    assert!(mirror.iter().eq(sender.iter()));
}

#[test]
fn a_strict_pool_refuses_a_slot_that_waits() {
    let (mut sent, mut buffer) = (Packets::new(0), [0; 508]);
    let mut sender = StrictPool::from_iter([[1; 4]]);
    let packet = sender.changed_packet(&mut sent, &mut buffer).unwrap();
    let mut mirror = StrictPool::from_iter([[1; 4]]);
    mirror.clear();
    assert_eq!(mirror.apply_packet(&mut Packets::new(0), packet), Err(PacketError::Slots));
    assert!(mirror.is_empty());
}

#[test]
fn a_receiver_needs_no_changes_and_a_full_pool_is_mirrored() {
    let mut sender = ShipsPool::from_iter((0..SHIPS as i32).map(|x| [x; 4]));
    let mut mirror = QuietPool::new();
    let (mut sent, mut received, mut buffer) = (Packets::new(5), Packets::new(5), [0; 508]);
    loop {
        let packet = sender.changed_packet(&mut sent, &mut buffer).unwrap();
        if packet.is_empty() {
            break;
        }
        mirror.apply_packet(&mut received, packet).unwrap();
    }
    assert!(mirror.is_full() && mirror.values().eq(sender.values()));
    assert!(mirror.handles().map(Handle::to_bits).eq(sender.handles().map(Handle::to_bits)));
}

#[test]
fn a_packed_table_finds_the_slots() {
    let randoms: Vec<_> = (0..miri_or(8, 2_000)).map(|random| random * 7).collect();
    let mut link = LossyLink::new(PackedPool::on_heap(), PackedPool::on_heap(), 0);
    link.play(randoms.chunks(1), 200);
    assert!(objects(&link.receiver) == objects(&link.sender));
}

#[test]
fn slots_are_noted_in_a_pool_that_was_reset() {
    let (_, packet) = packet_of_five();
    let mut pool = FlagsPool::new();
    pool.note_packet(&packet).unwrap();
    assert_eq!(pool.changed().len(), 5);
    let mut mirror = FlagsPool::from_iter([true; 5]);
    let mut buffer = [0; 100];
    mirror
        .apply_packet(&mut Packets::new(0), pool.changed_packet(&mut Packets::new(0), &mut buffer).unwrap())
        .unwrap();
    assert!(mirror.is_empty());
}

#[test]
fn objects_that_are_replaced_are_dropped() {
    use std::cell::Cell;

    thread_local!(static DROPPED: Cell<u32> = const { Cell::new(0) });

    #[derive(Pool, Snapshot)]
    #[pool(capacity = 4, changes)]
    #[snapshot(item)]
    struct Counted {
        number: u8,
    }

    impl Drop for Counted {
        fn drop(&mut self) {
            DROPPED.set(DROPPED.get() + 1);
        }
    }

    let (mut sent, mut received, mut buffer) = (Packets::new(0), Packets::new(0), [0; 100]);
    let (mut sender, mut mirror) = (CountedPool::new(), CountedPool::new());
    let handle = sender.insert(Counted { number: 1 }).ok().unwrap();
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    assert_eq!(DROPPED.get(), 0);
    sender[handle].number = 2;
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    assert_eq!((DROPPED.get(), mirror[handle].number), (1, 2));
    drop(sender.remove(handle));
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    assert_eq!((DROPPED.get(), mirror.len()), (3, 0));
}

/// A field that is kept stays with its object, and not with another one in its slot.
#[test]
fn kept_fields_stay_with_their_objects() {
    #[derive(Pool, Snapshot)]
    #[pool(capacity = 4, changes, quarantine = 0)]
    #[snapshot(item)]
    struct Unit {
        health: u8,
        #[snapshot(keep)]
        mesh: Option<Box<u32>>,
    }

    #[derive(Pool, Clone, Copy)]
    #[pool(capacity = 4, columns, dense, changes, quarantine = 0)]
    struct Row {
        health: u8,
        #[pool(keep)]
        mesh: u32,
    }

    let (mut sent, mut received, mut buffer) = ([Packets::new(0); 2], [Packets::new(0); 2], [0; 100]);
    let (mut units, mut mirror) = (UnitPool::new(), UnitPool::new());
    let (mut rows, mut columns) = (RowPool::new(), RowPool::new());
    let unit = units.insert(Unit { health: 1, mesh: None }).ok().unwrap();
    let row = rows.insert(Row { health: 1, mesh: 0 }).ok().unwrap();
    let mut send =
        |units: &mut UnitPool, mirror: &mut UnitPool, rows: &mut RowPool, columns: &mut RowPool| {
            let packet = units.changed_packet(&mut sent[0], &mut buffer).unwrap();
            mirror.apply_packet(&mut received[0], packet).unwrap();
            let packet = rows.changed_packet(&mut sent[1], &mut buffer).unwrap();
            columns.apply_packet(&mut received[1], packet).unwrap();
        };
    send(&mut units, &mut mirror, &mut rows, &mut columns);
    (mirror[unit].mesh, *columns.get_mut(row).unwrap().mesh) = (Some(Box::new(7)), 7);

    units[unit].health = 2;
    *rows.get_mut(row).unwrap().health = 2;
    send(&mut units, &mut mirror, &mut rows, &mut columns);
    assert_eq!((mirror[unit].health, mirror[unit].mesh.as_deref()), (2, Some(&7)));
    assert_eq!(columns.copy_of(row).map(|row| (row.health, row.mesh)), Some((2, 7)));

    drop((units.remove(unit), rows.remove(row)));
    let other = units.insert(Unit { health: 3, mesh: None }).ok().unwrap();
    let other_row = rows.insert(Row { health: 3, mesh: 0 }).ok().unwrap();
    assert_eq!((other.index(), other_row.index()), (unit.index(), row.index()));
    send(&mut units, &mut mirror, &mut rows, &mut columns);
    assert!(mirror[other].health == 3 && mirror[other].mesh.is_none());
    assert_eq!(columns.copy_of(other_row).map(|row| (row.health, row.mesh)), Some((3, 0)));
}
