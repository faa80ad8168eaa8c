//! Saved queues: bytes that no queue wrote are an error that changes nothing, or a queue.

use super::{Live, Noted, Queue, Units, first, handles};
use crate::size::{IS_SMALL, miri_or};
use stackpool::{HandleQueue, PoolSpec, RestoreError, Snapshot, pool};

/// Changes each byte in several ways. What a restore accepts has each member once, in both directions, in order.
fn survives<P: PoolSpec>(queue: &Queue<P>) {
    let saved = queue.save();
    let mut accepted = 0;
    for place in 0..saved.len() {
        for change in miri_or(&[1, 0xFF][..], &[1, 2, 3, 4, 8, 0x80, 0xFF]).iter().copied() {
            let mut changed = saved.clone();
            changed[place] ^= change;
            let mut restored = queue.clone();
            match restored.restore(&changed) {
                Ok(()) => {
                    assert_eq!(Queue::<P>::check_saved(&changed), Ok(()));
                    assert_eq!(restored.save(), changed, "byte {place}");
                    assert!(restored.iter().is_sorted_by_key(|(_, key)| *key));
                    assert_eq!([restored.iter().count(), restored.iter().rev().count()], [restored.len(); 2]);
                    accepted += 1;
                }
                Err(error) => {
                    assert_eq!(Queue::<P>::check_saved(&changed), Err(error));
                    assert_eq!(restored, *queue);
                }
            }
        }
        assert!(Queue::<P>::check_saved(&saved[..place]).is_err());
    }
    assert!(accepted < 4 * saved.len(), "{accepted} of {} bytes", saved.len());
}

#[test]
fn changed_bytes_are_refused_or_a_queue() {
    pool! { Many: [u8; 200], generation_bits = 2; }
    fn filled<P: PoolSpec>(entries: &[(usize, u16)]) -> Queue<P> {
        let mut queue = HandleQueue::new();
        for &(slot, key) in entries {
            queue.push(first(slot), key);
        }
        queue
    }
    survives(&filled::<Units>(&[(1, 300)]));
    survives(&filled::<Units>(&[(0, 300), (2, 1), (1, 1)]));
    if IS_SMALL {
        return;
    }
    survives(&filled::<Noted>(&[(3, 1), (2, 2), (1, 3), (0, 4)]));
    survives(&filled::<Live>(&[]));
    // With slots that are free between the members.
    survives(&filled::<Many>(&[(150, 5), (3, 9), (99, 5), (4, 0)]));
}

/// Writes numbers over some of the bytes of a save.
fn with(saved: &[u8], place: usize, numbers: &[u32]) -> Vec<u8> {
    let mut saved = saved.to_vec();
    saved[place..place + size_of_val(numbers)].copy_from_slice(bytemuck::cast_slice(numbers));
    saved
}

/// The only tree that is accepted for an order is the one that the queue makes: of equal keys, all orders are accepted,
/// each once.
#[test]
fn all_other_trees_are_refused() {
    type Equal = HandleQueue<Units, ()>;
    const ENDS: usize = 2 * size_of::<u32>();
    let orders: &[&[usize]] = miri_or(
        &[&[0, 1], &[1, 0]],
        &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    );
    let saved_in = |order: &&[usize]| {
        let mut queue = Equal::new();
        order.iter().for_each(|&slot| assert_eq!(queue.push(first(slot), ()), None));
        queue.save()
    };
    let mut saves: Vec<_> = orders.iter().map(saved_in).collect();
    saves.sort();
    let (len, slots) = (saves[0].len(), orders[0].len() as u32);
    let ends_of = |saved: &[u8]| bytemuck::pod_read_unaligned::<[u32; 2]>(&saved[len - ENDS..]);
    let mut ends: Vec<_> = saves.iter().map(|saved| ends_of(saved)).collect();
    ends.sort_unstable();
    ends.dedup();
    let is_accepted = |saved: &Vec<u8>| {
        let result = Equal::check_saved(saved);
        assert!(result.is_ok() || result == Err(RestoreError::Links.into()));
        result.is_ok()
    };

    // The branches of the members follow each other, and then come the first member and the root.
    let numbers = 3 * slots;
    let branches = len - ENDS - numbers as usize * size_of::<u32>();
    let all = (0..slots.pow(numbers)).flat_map(|code| {
        let numbers: Vec<_> = (0..numbers).map(|place| code / slots.pow(place) % slots).collect();
        let saved = with(&saves[0], branches, &numbers);
        ends.iter().map(move |ends| with(&saved, len - ENDS, ends))
    });
    let mut accepted: Vec<_> = all.filter(is_accepted).collect();
    accepted.sort();
    assert_eq!(accepted, saves);
    for saved in &saves {
        let ends = (0..=slots).flat_map(|first| (0..=slots).map(move |root| [first, root]));
        let accepted = ends.filter(|ends| is_accepted(&with(saved, len - ENDS, ends)));
        assert!(accepted.eq([ends_of(saved)]));
    }
    let empty = Equal::new().save();
    for ends in [[1, 0], [0, 1], [1, 1]] {
        assert!(!is_accepted(&with(&empty, empty.len() - ENDS, &ends)));
    }
}

/// With `grows_to`, capacities with indices of 1 and of 2 bytes have the same bytes.
#[test]
fn a_larger_capacity_reads_a_save() {
    pool! {
        Small: [u8; 200], grows_to = 1_000;
        Larger: [u8; 300], grows_to = 1_000;
        Fixed: [u8; 100], guard = live;
        FixedLarger: [u8; 300], guard = live;
    }
    let (mut small, mut larger) = (Queue::<Small>::new(), Queue::<Larger>::new());
    for slot in [7, 199, 0] {
        small.push(first(slot), 5);
    }
    larger.restore(&small.save()).unwrap();
    assert!(larger.iter().map(|(member, _)| member.index()).eq([7, 199, 0]));
    larger.push(first(299), 1);
    assert!(small.restore(&larger.save()).is_err());
    assert_eq!(small.len(), 3);

    let mut queue = Queue::<Fixed>::new();
    queue.push(first(99), 2);
    queue.push(first(3), 1);
    let mut more = Queue::<FixedLarger>::new();
    assert!(more.restore(&queue.save()).is_err());
    more.restore_resized(&queue.save()).unwrap();
    assert!(more.iter().eq([(first(3), &1), (first(99), &2)]));
}

/// A world with queues: it goes back as one, and says what differs.
#[test]
fn a_world_has_queues() {
    #[derive(Snapshot, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[snapshot(item)]
    struct Turn {
        round: u16,
        speed: Option<u8>,
    }
    #[derive(Snapshot, Default)]
    struct World {
        timers: HandleQueue<Units, u64>,
        turns: HandleQueue<Noted, Turn>,
    }
    let mut world = World::default();
    for (member, round) in handles(3, 1).into_iter().zip([4, 2, 2]) {
        world.turns.push(member, Turn { round, speed: Some(1) });
    }
    world.timers.push(first(2), 99);
    let saved = world.save();
    world.timers.change_key(first(2), 98);
    world.turns.push(first(1), Turn { round: 3, speed: None });
    let later = world.save();
    let text = World::diff(&saved, &later).unwrap().to_string();
    assert!(text.contains("timers") && text.contains("turns") && text.contains("of key"), "{text}");
    assert!(text.contains("round"), "{text}");
    assert_eq!(World::patch(&saved, &world.delta(&saved).unwrap()).unwrap(), later);
    world.restore(&saved).unwrap();
    assert_eq!(world.turns.pop(), Some((first(1), Turn { round: 2, speed: Some(1) })));
    assert!(world.timers.iter().eq([(first(2), &99)]));

    let mut damaged = saved;
    *damaged.last_mut().unwrap() ^= 1;
    let error = world.restore(&damaged).unwrap_err();
    assert!(error.to_string().contains("turns"), "{error}");
}

#[test]
fn keys_can_have_skipped_fields() {
    #[derive(Snapshot, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[snapshot(item)]
    struct Key {
        deadline: u32,
        #[snapshot(skip)]
        seen: u8,
    }
    let mut queue = HandleQueue::<Units, Key>::new();
    queue.push(first(1), Key { deadline: 3, seen: 1 });
    queue.push(first(0), Key { deadline: 2, seen: 0 });
    let mut restored = HandleQueue::<Units, Key>::new();
    restored.restore(&queue.save()).unwrap();
    assert_eq!(restored.iter().last(), Some((first(1), &Key { deadline: 3, seen: 0 })));
}
