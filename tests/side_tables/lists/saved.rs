//! Saved lists: bytes that no lists wrote are an error that changes nothing, or lists.

use crate::size::miri_or;

use super::{Cells, Live, Noted, Subject, Units, handles};
use stackpool::{Handle, HandleList, HandleLists, PoolSpec, RestoreError, Snapshot, SnapshotError, pool};

/// Changes each byte in several ways. What a restore accepts has each member once, in both directions.
fn survives<S: Subject>(lists: &S, is_consistent: impl Fn(&S)) {
    let saved = lists.save();
    let mut accepted = 0;
    for place in 0..saved.len() {
        for change in miri_or(&[1, 0xFF][..], &[1, 2, 3, 4, 8, 0x80, 0xFF]).iter().copied() {
            let mut changed = saved.clone();
            changed[place] ^= change;
            let mut restored = lists.clone();
            match restored.restore(&changed) {
                Ok(()) => {
                    assert_eq!(S::check_saved(&changed), Ok(()));
                    assert_eq!(restored.save(), changed, "byte {place}");
                    is_consistent(&restored);
                    accepted += 1;
                }
                Err(error) => {
                    assert_eq!(S::check_saved(&changed), Err(error));
                    assert_eq!(restored, *lists);
                }
            }
        }
        assert!(S::check_saved(&saved[..place]).is_err());
    }
    assert!(accepted < 4 * saved.len(), "{accepted} of {} bytes", saved.len());
}

fn filled<O: PoolSpec, P: PoolSpec>(owners: usize, members: usize) -> HandleLists<O, P> {
    let mut lists = HandleLists::new();
    let owners = handles::<O>(owners, 1);
    for (member, &owner) in handles::<P>(members, 1).into_iter().zip(owners.iter().cycle()) {
        lists.push_front(owner, member);
    }
    lists
}

fn each_once<O: PoolSpec, P: PoolSpec>(lists: &HandleLists<O, P>) {
    let mut members: Vec<_> = lists.iter_owners().flat_map(|owner| lists.iter(owner)).collect();
    members.sort_unstable();
    members.dedup();
    assert_eq!(members.len(), lists.len());
    for owner in lists.iter_owners() {
        let list: Vec<_> = lists.iter(owner).collect();
        assert!(!list.is_empty() && lists.iter(owner).rev().eq(list.iter().rev().copied()));
        assert!(list.iter().all(|&member| lists.owner_of(member) == Some(owner)));
    }
}

#[test]
fn changed_bytes_are_refused_or_lists() {
    survives(&filled::<Cells, Units>(2, 3), each_once);
    survives(&filled::<Noted, Live>(1, 3), each_once);
    let mut list = HandleList::<Units>::new();
    for member in handles(3, 1) {
        list.push_back(member);
    }
    survives(&list, |list| {
        assert_eq!((list.iter().count(), list.iter().rev().count()), (list.len(), list.len()));
    });
    survives(&HandleList::<Units>::new(), |list| assert!(list.is_empty()));
}

/// The same with slots that are free between the members.
#[test]
fn changed_bytes_of_a_sparse_list_are_refused_or_lists() {
    pool! { Many: [u8; 200], generation_bits = 2; }
    let mut list = HandleList::<Many>::new();
    for slot in [150, 3, 99, 4] {
        list.push_back(Handle::from_parts(slot, 1).unwrap());
    }
    survives(&list, |list| {
        assert_eq!((list.iter().count(), list.iter().rev().count()), (list.len(), list.len()));
    });
}

/// Writes numbers over the last ones of a save.
fn with_last(saved: &[u8], numbers: &[u32]) -> Vec<u8> {
    let mut saved = saved.to_vec();
    let start = saved.len() - size_of_val(numbers);
    saved[start..].copy_from_slice(bytemuck::cast_slice(numbers));
    saved
}

/// All lists of this many numbers below `end`.
fn all_numbers<const N: usize>(end: u32) -> impl Iterator<Item = [u32; N]> {
    (0..end.pow(N as u32))
        .map(move |number| core::array::from_fn(|place| number / end.pow(place as u32) % end))
}

/// Cycles beside the list, chains that end in each other, members that follow themselves, links to no member: the only
/// links that are accepted are those of the orders of the members.
#[test]
fn all_other_links_are_refused() {
    let error = Err(SnapshotError::from(RestoreError::Links));
    let mut list = HandleList::<Units>::new();
    for member in handles(3, 1) {
        list.push_back(member);
    }
    // The neighbours of three members, and the first one. 3 is no member.
    let accepted = all_numbers::<7>(miri_or(1, 4)).filter(|numbers| {
        let result = HandleList::<Units>::check_saved(&with_last(&list.save(), numbers));
        assert!(result.is_ok() || result == error);
        result.is_ok()
    });
    assert_eq!(accepted.count(), miri_or(0, 6));

    let mut lists = HandleLists::<Units, Units>::new();
    let [a, b, c] = handles::<Units>(3, 1)[..] else { unreachable!() };
    lists.push_back(a, b);
    lists.push_back(a, c);
    let two_members = |saved: &[u8]| {
        let accepted = all_numbers::<6>(miri_or(1, 3))
            .filter(|numbers| HandleLists::<Units, Units>::check_saved(&with_last(saved, numbers)).is_ok());
        accepted.count()
    };
    // The first member stays, and so does the order.
    assert_eq!(two_members(&lists.save()), miri_or(0, 1));
    // Of two owners, each has its member.
    lists.push_back(b, c);
    assert_eq!(two_members(&lists.save()), miri_or(0, 1));

    let empty = with_last(&HandleList::<Units>::new().save(), &[1]);
    assert_eq!(list.restore(&empty), error);
    assert_eq!(list.len(), 3);
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
    let (mut small, mut larger) = (HandleList::<Small>::new(), HandleList::<Larger>::new());
    for slot in [7, 199, 0] {
        small.push_front(Handle::from_parts(slot, 0).unwrap());
    }
    larger.restore(&small.save()).unwrap();
    assert!(larger.iter().map(Handle::index).eq([0, 199, 7]));
    larger.push_back(Handle::from_parts(299, 0).unwrap());
    assert!(small.restore(&larger.save()).is_err());
    assert_eq!(small.len(), 3);

    let mut lists = HandleLists::<Fixed, Fixed>::new();
    let [a, b] = [3, 99].map(|slot| Handle::from_parts(slot, 0).unwrap());
    lists.push_back(b, a);
    lists.push_back(b, b);
    let mut more = HandleLists::<FixedLarger, FixedLarger>::new();
    assert!(more.restore(&lists.save()).is_err());
    more.restore_resized(&lists.save()).unwrap();
    let [a, b] = [3, 99].map(|slot| Handle::from_parts(slot, 0).unwrap());
    assert!(more.iter(b).eq([a, b]));
}

/// A world with lists: it goes back as one, and says what differs.
#[test]
fn a_world_has_lists() {
    #[derive(Snapshot, Default)]
    struct World {
        members: HandleLists<Cells, Units>,
        recent: HandleList<Units>,
    }
    let mut world = World::default();
    let cell = handles::<Cells>(1, 1)[0];
    let [a, b, c] = handles::<Units>(3, 1)[..] else { unreachable!() };
    world.members.push_back(cell, a);
    world.recent.push_back(b);
    let saved = world.save();
    world.members.push_back(cell, c);
    world.recent.clear();
    let later = world.save();
    let text = World::diff(&saved, &later).unwrap().to_string();
    assert!(text.contains("members") && text.contains("recent") && text.contains("\"next\": 2"), "{text}");
    assert_eq!(World::patch(&saved, &world.delta(&saved).unwrap()).unwrap(), later);
    world.restore(&saved).unwrap();
    assert!(world.members.iter(cell).eq([a]) && world.recent.iter().eq([b]));

    let mut damaged = saved;
    *damaged.last_mut().unwrap() ^= 1;
    let error = world.restore(&damaged).unwrap_err();
    assert!(error.to_string().contains("recent"), "{error}");
}
