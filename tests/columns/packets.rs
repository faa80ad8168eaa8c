//! Packets of changed slots of column pools: the fields that are saved, for each object.

use stackpool::layout::{Tabled, Watched};
use stackpool::{Change, ColumnPool, Columns, PacketError, Packets, PoolSpec, RestoreError, pool};

#[derive(Columns, Clone, Copy, Debug, PartialEq)]
struct Rock {
    place: [i16; 3],
    #[pool(group = kind)]
    ore: u8,
    #[pool(group = kind)]
    is_hot: bool,
    #[pool(skip)]
    sprite: u32,
}

pool! {
    Rocks: [Rock; 70], columns, changes;
    DenseRocks: [Rock; 70], columns, dense, changes;
}

fn rock(number: i16) -> Rock {
    Rock { place: [number; 3], ore: number as u8, is_hot: number % 2 == 1, sprite: 9 }
}

/// What the packets have of an object.
fn saved<P: PoolSpec<Item = Rock>>(pool: &ColumnPool<P>) -> Vec<(u32, Rock)>
where
    P::Layout: Tabled + Watched,
{
    let mut rocks: Vec<_> = pool
        .handles()
        .map(|handle| (handle.to_bits(), Rock { sprite: 0, ..pool.copy_of(handle).unwrap() }))
        .collect();
    rocks.sort_by_key(|rock| rock.0);
    rocks
}

fn both_sides_have_the_same_objects<P: PoolSpec<Item = Rock>>()
where
    P::Layout: Tabled + Watched,
{
    let (mut sender, mut mirror) = (ColumnPool::<P>::new(), ColumnPool::<P>::new());
    let (mut sent, mut received) = (Packets::new(0), Packets::new(0));
    for round in 0..90_i16 {
        let _ = sender.insert(rock(round));
        let handle = sender.handles().nth(round as usize * 7 % sender.len()).unwrap();
        if round % 3 == 1 {
            sender.remove(handle);
        } else {
            *sender.get_mut(handle).unwrap().ore += 1;
        }
        let mut buffer = [0; 60];
        let packet = sender.changed_packet(&mut sent, &mut buffer).unwrap();
        if round % 5 == 2 {
            let lost = packet.to_vec();
            sender.note_packet(&lost).unwrap();
        } else {
            mirror.apply_packet(&mut received, packet).unwrap();
        }
    }
    loop {
        let mut buffer = [0; 60];
        let packet = sender.changed_packet(&mut sent, &mut buffer).unwrap();
        if packet.is_empty() {
            break;
        }
        mirror.apply_packet(&mut received, packet).unwrap();
    }
    assert_eq!(saved(&mirror), saved(&sender));
}

#[test]
fn the_receiver_has_the_objects_of_the_sender() {
    both_sides_have_the_same_objects::<Rocks>();
    both_sides_have_the_same_objects::<DenseRocks>();
}

#[test]
fn a_field_that_is_not_sent_stays_while_its_object_lives() {
    let mut sender = RocksPool::from_iter([rock(1), rock(2)]);
    let (mut mirror, mut buffer) = (RocksPool::new(), [0; 100]);
    let (mut sent, mut received) = (Packets::new(0), Packets::new(0));
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    let [first, second] = [0, 1].map(|slot| mirror.handle_at(slot).unwrap());
    assert_eq!(mirror.slot_sprite(), [0, 0]);
    *mirror.get_mut(first).unwrap().sprite = 5;
    *mirror.get_mut(second).unwrap().sprite = 6;
    sender.get_mut(first).unwrap().place[0] = 8;
    sender.remove(second);
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    assert_eq!(mirror.copy_of(first), Some(Rock { place: [8, 1, 1], sprite: 5, ..rock(1) }));
    let third = sender.next_handles().find(|handle| handle.index() == second.index()).unwrap();
    sender.insert_at(third, rock(3)).unwrap();
    mirror.apply_packet(&mut received, sender.changed_packet(&mut sent, &mut buffer).unwrap()).unwrap();
    assert_eq!(mirror.copy_of(mirror.handle_at(1).unwrap()), Some(Rock { sprite: 0, ..rock(3) }));
}

#[test]
fn a_slot_far_behind_the_others_is_filled() {
    let (mut sender, mut mirror) = (RocksPool::from_iter((0..70).map(rock)), RocksPool::new());
    let mut buffer = [0; 100];
    let far = |change: Change<Rocks, RockRef<'_>>| change.index() == 65;
    let packet = sender.changed_packet_where(&mut Packets::new(0), &mut buffer, far).unwrap();
    mirror.apply_packet(&mut Packets::new(0), packet).unwrap();
    assert_eq!(mirror.len(), 1);
    assert_eq!(mirror.slot_place()[..65], [[0; 3]; 65], "zeros, where no object was");
    assert_eq!(mirror.slot_place()[65], [65; 3]);
    // The last byte is that of a `bool`.
    let mut wrong = packet.to_vec();
    *wrong.last_mut().unwrap() = 2;
    let before = mirror.clone();
    let error = mirror.apply_packet(&mut Packets::new(0), &wrong).unwrap_err();
    assert_eq!(error, PacketError::Packet(RestoreError::Value));
    assert!(mirror == before);
}
