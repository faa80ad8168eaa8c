//! Packets of several pools: one datagram has changes of a whole world, and no pool waits for ever.

use crate::lossy_link::{LossyLink, Peer};
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::{Change, Columns, Heap, PacketError, PacketPool, Packets, RestoreError, Snapshot, pool};

/// The bytes of a packet before the slots of the first pool.
const HEADER: usize = 20;

#[derive(Columns, Clone, Copy, Debug, PartialEq, Default)]
struct Rock {
    place: [i16; 3],
    #[pool(group = kind)]
    ore: u8,
    #[pool(group = kind)]
    is_hot: bool,
}

pool! {
    Ships: [[i32; 4]; miri_or(12, 300)], changes;
    Shots: [u16; miri_or(8, 700)], dense, changes, quarantine = 0;
    Rocks: [Rock; miri_or(8, 200)], columns, changes, generation_bits = 20;
    Dust: [Rock; miri_or(8, 70)], columns, dense, changes, guard = live;
    Doors: [bool; 6], changes, generation_bits = 14, on_wrap = retire, quarantine = 0;
    Crew: [[u8; 40]; miri_or(4, 20)], marks = 2, changes;
}

const POOLS: usize = 6;

#[derive(Snapshot, Default)]
struct World {
    ships: Heap<ShipsPool>,
    shots: Heap<ShotsPool>,
    rocks: Heap<RocksPool>,
    dust: Box<DustPool>,
    doors: DoorsPool,
    crew: CrewPool,
}

/// Calls a macro with each pool, and how an item is made of a number.
macro_rules! each_pool {
    ($of_pool:ident) => {
        $of_pool! { 0, ships, |number| [number as i32; 4] }
        $of_pool! { 1, shots, |number| number as u16 }
        $of_pool! { 2, rocks, |number| Rock { ore: number as u8, place: [number as i16; 3], ..Rock::default() } }
        $of_pool! { 3, dust, |number| Rock { is_hot: number % 2 == 0, ..Rock::default() } }
        $of_pool! { 4, doors, |number| number % 2 == 0 }
        $of_pool! { 5, crew, |number| [number as u8; 40] }
    };
}

impl World {
    fn shared(&mut self) -> [&mut dyn PacketPool; POOLS] {
        let World { ships, shots, rocks, dust, doors, crew } = self;
        [ships, shots, rocks, dust, doors, crew]
    }

    /// Something happens to an object, or to free slots.
    /// Handles and objects, in slot order.
    fn objects(&self) -> Vec<(usize, u32, String)> {
        let mut objects = Vec::new();
        macro_rules! add {
            ($kind:literal, $pool:ident, $item:expr) => {
                objects.extend(self.$pool.handles().map(|handle| {
                    ($kind, handle.to_bits(), format!("{:?}", self.$pool.get(handle).unwrap()))
                }));
            };
        }
        each_pool!(add);
        objects.sort();
        objects
    }

    /// How many slots of each pool are noted.
    fn noted(&self) -> [usize; POOLS] {
        let mut noted = [0; POOLS];
        macro_rules! count {
            ($kind:literal, $pool:ident, $item:expr) => {
                noted[$kind] = self.$pool.changed().len();
            };
        }
        each_pool!(count);
        noted
    }

    /// Every slot of each pool has an object.
    fn full() -> World {
        let mut world = World::default();
        macro_rules! fill {
            ($kind:literal, $pool:ident, $item:expr) => {
                let item: fn(u32) -> _ = $item;
                while world.$pool.insert(item(1)).is_ok() {}
            };
        }
        each_pool!(fill);
        world
    }
}

impl Peer<POOLS> for World {
    fn play(&mut self, random: u32) {
        let kind = random / 8 % POOLS as u32;
        macro_rules! play {
            ($kind:literal, $pool:ident, $item:expr) => {
                if kind == $kind {
                    let item: fn(u32) -> _ = $item;
                    let chosen = (random / 64) as usize % self.$pool.len().max(1);
                    let handle = self.$pool.handles().nth(chosen);
                    match (random % 8, handle) {
                        (0..=2, _) | (_, None) => drop(self.$pool.insert(item(random))),
                        (3, Some(handle)) => drop(self.$pool.remove(handle)),
                        (_, Some(handle)) => {
                            // For the receiver, another value of the same object: the handle is the same.
                            self.$pool.remove(handle);
                            let _ = self.$pool.insert_at(handle, item(random));
                        }
                    }
                }
            };
        }
        each_pool!(play);
    }

    fn changed_packet(&mut self, packets: &mut Packets<POOLS>, bytes: usize) -> Vec<u8> {
        packets.changed_packet(self.shared(), &mut vec![0xA5; bytes]).unwrap().to_vec()
    }

    fn note_packet(&mut self, packet: &[u8]) {
        Packets::note_packet(self.shared(), packet).unwrap();
    }

    fn apply_packet(&mut self, packets: &mut Packets<POOLS>, packet: &[u8]) -> Result<(), PacketError> {
        packets.apply_packet(self.shared(), packet)
    }

    fn has_changes(&self) -> bool {
        self.noted() != [0; POOLS]
    }

    fn saved(&self) -> Vec<u8> {
        self.save()
    }
}

fn randoms() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 1..miri_or(24, 2_500))
}

proptest! {
    #![proptest_config(cases(1, 20))]

    #[test]
    fn after_losses_both_worlds_have_the_same_objects(number in any::<u32>(), randoms in randoms()) {
        let mut link = LossyLink::new(World::default(), World::default(), number);
        link.play(randoms.chunks(10), 150);
        prop_assert_eq!(link.receiver.objects(), link.sender.objects());
        // The receiver is a valid world: it can be saved and read back.
        World::default().restore(&link.receiver.save()).unwrap();
    }
}

/// A packet with slots of each pool, live ones and free ones.
fn packet_of_all() -> Vec<u8> {
    let mut world = World::default();
    macro_rules! insert {
        ($kind:literal, $pool:ident, $item:expr) => {
            let item: fn(u32) -> _ = $item;
            let handle = world.$pool.insert(item(1)).unwrap();
            world.$pool.insert(item(2)).unwrap();
            world.$pool.remove(handle);
        };
    }
    each_pool!(insert);
    let mut buffer = [0; 400];
    let packet = Packets::new(0).changed_packet(world.shared(), &mut buffer).unwrap().to_vec();
    assert_eq!(world.noted(), [0; POOLS]);
    packet
}

/// Either there is an error that changes nothing, or the world can be saved and restored.
fn applies_or_refuses(packet: &[u8], error: Option<PacketError>) {
    let mut world = World::default();
    (0..miri_or(12, 200)).for_each(|number| world.play(number * 8));
    let before = (world.save(), world.noted());
    let mut packets = Packets::new(0);
    match packets.apply_packet(world.shared(), packet) {
        Ok(()) => {
            assert_eq!(error, None);
            World::default().restore(&world.save()).unwrap();
        }
        Err(found) => {
            assert!((world.save(), world.noted()) == before && packets == Packets::new(0));
            assert_eq!(found, error.unwrap_or(found));
            assert!(!found.to_string().is_empty());
        }
    }
    let mut sender = World::default();
    if Packets::note_packet(sender.shared(), packet).is_err() {
        assert_eq!(sender.noted(), [0; POOLS]);
    }
    // Whatever was noted, a delta of it is one.
    let delta = sender.changed_delta();
    assert!(World::patch(&World::default().save(), &delta).unwrap() == sender.save());
}

#[test]
fn any_bytes_are_a_packet_or_an_error_that_changes_nothing() {
    let packet = packet_of_all();
    applies_or_refuses(&packet, None);
    for place in (0..packet.len()).step_by(miri_or(61, 1)) {
        for mask in [1, 2, 0x80] {
            let mut changed = packet.clone();
            changed[place] ^= mask;
            applies_or_refuses(&changed, None);
        }
        applies_or_refuses(&packet[..place], None);
    }
}

#[test]
fn wrong_bytes_are_errors() {
    let packet = packet_of_all();
    let after = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut packet = packet.clone();
        change(&mut packet);
        packet
    };
    let refuses = |change: &dyn Fn(&mut Vec<u8>), error| applies_or_refuses(&after(change), Some(error));
    let of_bytes = PacketError::Packet;
    refuses(&|packet| packet[0] = 0, of_bytes(RestoreError::NotSaved));
    refuses(&|packet| packet[9] = 9, of_bytes(RestoreError::NotSaved));
    refuses(&|packet| packet[8..12].reverse(), of_bytes(RestoreError::ByteOrder));
    refuses(&|packet| packet[12] ^= 1, PacketError::Pools);
    refuses(&|packet| packet.truncate(19), of_bytes(RestoreError::Length { expected: HEADER, found: 19 }));
    refuses(&|packet| packet[HEADER] = 0, PacketError::Slots); // no pool
    refuses(&|packet| packet[HEADER] = 2 + POOLS as u8, PacketError::Slots);
    refuses(&|packet| packet.push(2 + POOLS as u8), PacketError::Slots);
    refuses(&|packet| packet.push(2 + 3), PacketError::Slots); // the pool comes twice
    // Only the last of its pools is wrong.
    refuses(
        &|packet| _ = packet.pop(),
        of_bytes(RestoreError::Length {
            expected: 1 + CrewPool::HANDLE_BYTES + 40,
            found: CrewPool::HANDLE_BYTES + 40,
        }),
    );
}

#[test]
fn other_pools_and_another_order_are_refused() {
    let (mut ships, mut shots, mut buffer) = (ShipsPool::default(), ShotsPool::default(), [0; 200]);
    let (_, _) = (ships.insert([1; 4]), shots.insert(2));
    let packet = Packets::new(0).changed_packet([&mut ships, &mut shots], &mut buffer).unwrap();
    let mut received = Packets::new(0);
    assert_eq!(received.apply_packet([&mut shots, &mut ships], packet), Err(PacketError::Pools));
    assert_eq!(Packets::note_packet([&mut shots, &mut ships], packet), Err(PacketError::Pools));
    assert_eq!(Packets::new(0).apply_packet([&mut ships], packet), Err(PacketError::Pools));
    // Packets of one pool and of several are told apart.
    let error = PacketError::Packet(RestoreError::NotSaved);
    assert_eq!(ships.note_packet(packet).unwrap_err(), error);
    shots.values_mut().for_each(|shot| *shot = 7);
    let of_shots = shots.changed_packet(&mut Packets::new(0), &mut buffer).unwrap();
    assert_eq!(Packets::note_packet([&mut shots], of_shots), Err(error));
}

#[test]
fn a_packet_has_these_bytes() {
    let (mut ships, mut doors, mut buffer) = (ShipsPool::default(), DoorsPool::default(), [0; 200]);
    let ship = ships.insert([1; 4]).unwrap();
    let door = doors.insert(true).unwrap();
    doors.remove(door);
    let mut sent = Packets::new(5);
    let packet = sent.changed_packet([&mut ships, &mut doors], &mut buffer).unwrap();
    let mut expected = b"STACKPKS".to_vec();
    expected.extend(0x0102_0304_u32.to_ne_bytes());
    expected.extend(&packet[12..16]);
    expected.extend(5_u32.to_ne_bytes());
    expected.extend([2, 1]);
    expected.extend(&ship.to_bits().to_le_bytes()[..ShipsPool::HANDLE_BYTES]);
    expected.extend([1_i32; 4].iter().flat_map(|number| number.to_ne_bytes()));
    expected.extend([3, 0]);
    expected.extend(&[0; 4][..DoorsPool::HANDLE_BYTES]);
    assert_eq!(packet, expected);
}

#[test]
fn no_pool_and_no_slot_starves() {
    let mut world = World::full();
    let mut packets = Packets::new(0);
    // Room for a crew member alone, or for nine ships.
    let mut buffer = [0; 180];
    let slots = world.noted();
    let (mut sent, mut last) = ([0; POOLS], [0; POOLS]);
    const ROUNDS: usize = miri_or(24, 1_500);
    for number in 1..=ROUNDS {
        // All slots change between two packets.
        macro_rules! change {
            ($kind:literal, $pool:ident, $item:expr) => {
                for handle in world.$pool.handles().collect::<Vec<_>>() {
                    assert!(world.$pool.get_mut(handle).is_some());
                }
            };
        }
        each_pool!(change);
        assert_eq!(world.noted(), slots);
        packets.changed_packet(world.shared(), &mut buffer).unwrap();
        let noted = world.noted();
        for pool in (0..POOLS).filter(|&pool| noted[pool] < slots[pool]) {
            sent[pool] += slots[pool] - noted[pool];
            assert!(number - last[pool] <= POOLS, "pool {pool} waited for {} packets", number - last[pool]);
            last[pool] = number;
        }
    }
    assert!(last.iter().all(|&last| last + POOLS > ROUNDS), "{last:?}");
    // Each slot had its turn, since those of a pool come one after the other.
    assert!((0..POOLS).all(|pool| sent[pool] > slots[pool]), "{sent:?}");
}

#[test]
fn a_small_pool_does_not_wait_for_a_large_one() {
    let (mut shots, mut doors) = (ShotsPool::from_iter([0; miri_or(8, 700)]), DoorsPool::default());
    let (mut packets, mut buffer) = (Packets::new(0), [0; 60]);
    for door in 0..3 {
        shots.values_mut().for_each(|shot| *shot += 1);
        let _ = doors.insert(door == 0);
        for _ in 0..2 {
            packets.changed_packet([&mut shots, &mut doors], &mut buffer).unwrap();
            shots.values_mut().for_each(|shot| *shot += 1);
        }
        assert_eq!(doors.changed().len(), 0);
    }
}

#[test]
fn a_buffer_without_room_for_the_largest_object_says_how_much_it_needs() {
    let mut world = World::full();
    let noted = world.noted();
    let needed = HEADER + 1 + 1 + CrewPool::HANDLE_BYTES + 40;
    let mut packets = Packets::new(3);
    let error = packets.changed_packet(world.shared(), &mut vec![0; needed - 1]).unwrap_err();
    assert_eq!((error.needed(), packets, world.noted()), (needed, Packets::new(3), noted));
    assert!(!packets.changed_packet(world.shared(), &mut vec![0; needed]).unwrap().is_empty());
}

#[test]
fn what_is_chosen_comes_first_and_the_rest_stays_noted() {
    let (mut sender, mut receiver) = (World::full(), World::default());
    let (mut sent, mut received, mut buffer) = (Packets::new(0), Packets::new(0), [0; 400]);
    let noted = sender.noted();
    let crew: Vec<_> = sender.crew.handles().collect();
    sender.crew[crew[3]][0] = 9;
    let World { ships, shots, rocks, dust, doors, crew } = &mut sender;
    let packet = sent.changed_packet(
        [
            &mut ships.packet_where(|change| change.handle().is_some() && change.index() % 64 == 3),
            &mut shots.packet_where(|_| false),
            &mut rocks.packet_where(|change| matches!(change, Change::Live(_, rock) if *rock.ore == 9)),
            &mut dust.packet_where(|_| false),
            doors,
            &mut crew.packet_where(|change| matches!(change, Change::Live(_, member) if member[0] == 9)),
        ],
        &mut buffer,
    );
    received.apply_packet(receiver.shared(), packet.unwrap()).unwrap();
    let ships = receiver.ships.len();
    assert!(ships == miri_or(1, 5) && receiver.ships.handles().all(|ship| ship.index() % 64 == 3));
    let lens = [ships, 0, 0, 0, 6, 1];
    assert_eq!(sender.noted(), std::array::from_fn(|pool| noted[pool] - lens[pool]));
    assert_eq!(receiver.crew[sender.crew.handles().nth(3).unwrap()][0], 9);
    loop {
        let packet = sent.changed_packet(sender.shared(), &mut buffer).unwrap();
        if packet.is_empty() {
            break;
        }
        received.apply_packet(receiver.shared(), packet).unwrap();
    }
    assert_eq!(receiver.objects(), sender.objects());
}
