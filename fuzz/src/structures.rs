//! Lists, trees and queues as bytes: saves, deltas between them, and deltas of what changed.

use crate::script::Script;
use crate::world::{LABEL, sign};
use stackpool::{Handle, HandleList, HandleLists, HandleQueue, HandleTree, Snapshot, pool};
use std::collections::BTreeSet;

pool! {
    Units: [u32; 40], generation_bits = 2, changes;
    Cells: [u32; 9], guard = live;
}

/// The fields of `Structures`.
const FIELDS: usize = 4;

#[derive(Snapshot, Clone, PartialEq, Debug, Default)]
struct Structures {
    list: HandleList<Units>,
    lists: HandleLists<Cells, Units>,
    tree: HandleTree<Units>,
    queue: HandleQueue<Units, u8>,
}

/// Restores bytes that are, or once were, saved structures, or a delta. Either there is an error that changes
/// nothing, or each member is there once, in both directions, and the structures are saved as the same bytes.
///
/// # Panics
///
/// Panics if neither is true.
pub fn structures(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 3 {
        0 => restore(script),
        1 => delta(script),
        _ => changed_delta(script),
    }
}

impl Structures {
    /// Structures after some operations.
    fn of(script: &mut Script<'_>) -> Self {
        let mut structures = Structures::default();
        for _ in 0..script.byte() % 64 {
            structures.apply(script);
        }
        structures.check();
        structures
    }

    fn apply(&mut self, script: &mut Script<'_>) {
        let step = script.byte();
        let [one, other] = [script.byte(), script.byte()];
        let (Some(unit), Some(place)) = (Handle::from_bits(one.into()), Handle::from_bits(other.into()))
        else {
            return;
        };
        let owner = Handle::from_bits(u32::from(other) % 9).expect("the index of a cell");
        match step % 20 {
            0 => drop(self.list.push_back(unit)),
            1 => drop(self.list.push_front(unit)),
            2 => drop(self.list.insert_before(place, unit)),
            3 => drop(self.list.insert_after(place, unit)),
            4 => drop(self.list.remove(unit)),
            5 => drop(self.lists.push_back(owner, unit)),
            6 => drop(self.lists.push_front(owner, unit)),
            7 => drop(self.lists.insert_before(place, unit)),
            8 => drop(self.lists.remove(unit)),
            9 => self.lists.clear_list(owner),
            10 => drop(self.tree.append_root(unit)),
            11 | 12 => drop(self.tree.append(place, unit)),
            13 => drop(self.tree.insert_before(place, unit)),
            14 => drop(self.tree.detach(unit)),
            15 => drop(self.tree.remove(unit).count()),
            16 | 17 => drop(self.queue.push(unit, other % 8)),
            18 => drop(self.queue.remove(unit)),
            _ => drop(self.queue.pop()),
        }
    }

    /// Each member is there once, and its neighbours agree.
    fn check(&self) {
        let list: Vec<_> = self.list.iter().collect();
        assert!(self.list.iter().rev().eq(list.iter().rev().copied()));
        is_each_once(&list, self.list.len(), |member| self.list.contains(member));

        let mut members = Vec::new();
        for owner in self.lists.iter_owners() {
            let list: Vec<_> = self.lists.iter(owner).collect();
            assert!(!list.is_empty() && self.lists.iter(owner).rev().eq(list.iter().rev().copied()));
            assert!(list.iter().all(|&member| self.lists.owner_of(member) == Some(owner)));
            members.extend(list);
        }
        is_each_once(&members, self.lists.len(), |member| self.lists.contains(member));

        let queue: Vec<_> = self.queue.iter().collect();
        assert!(self.queue.iter().rev().eq(queue.iter().rev().copied()));
        assert!(queue.is_sorted_by_key(|(_, key)| *key) && self.queue.peek() == queue.first().copied());
        let members: Vec<_> = queue.into_iter().map(|(member, _)| member).collect();
        is_each_once(&members, self.queue.len(), |member| self.queue.contains(member));

        let nodes: Vec<_> = self.tree.iter().collect();
        is_each_once(&nodes, self.tree.len(), |node| self.tree.contains(node));
        assert!(self.tree.roots().all(|root| self.tree.parent(root).is_none()));
        for node in nodes {
            let children: Vec<_> = self.tree.children(node).collect();
            assert!(self.tree.children(node).rev().eq(children.iter().rev().copied()));
            assert!(children.into_iter().all(|child| self.tree.parent(child) == Some(node)));
            assert!(self.tree.ancestors(node).count() < self.tree.len());
        }
    }

    /// They can be changed and taken apart.
    fn works(mut self, script: &mut Script<'_>) {
        self.check();
        for _ in 0..8 {
            self.apply(script);
        }
        self.check();
        while self.list.pop_front().is_some() {}
        while self.queue.pop().is_some() {}
        let owners: Vec<_> = self.lists.iter_owners().collect();
        for owner in owners {
            assert!(self.lists.pop_back(owner).is_some());
            while self.lists.pop_front(owner).is_some() {}
        }
        let roots: Vec<_> = self.tree.roots().collect();
        for root in roots {
            assert!(self.tree.remove(root).count() > 0);
        }
        assert!(
            self.list.is_empty() && self.lists.is_empty() && self.tree.is_empty() && self.queue.is_empty()
        );
    }
}

/// The members are different ones, as many as are counted.
fn is_each_once(members: &[Handle<Units>], len: usize, contains: impl Fn(Handle<Units>) -> bool) {
    let slots: BTreeSet<usize> = members.iter().map(|member| member.index()).collect();
    assert_eq!((slots.len(), members.len()), (len, len));
    assert!(members.iter().all(|&member| contains(member)));
}

fn restore(mut script: Script<'_>) {
    let mut saved = Structures::of(&mut script).save();
    let before = Structures::of(&mut script);
    script.change(&mut saved, LABEL);
    restores_or_refuses(&saved, before, script);
}

fn restores_or_refuses(saved: &[u8], before: Structures, mut script: Script<'_>) {
    let mut structures = before.clone();
    let checked = Structures::check_saved(saved);
    let restored = structures.restore(saved);
    assert_eq!(checked, restored);
    if restored.is_err() {
        assert!(
            structures == before && structures.save() == before.save(),
            "an error changed the structures"
        );
    } else {
        assert!(structures.save() == saved, "the structures are saved as other bytes");
    }
    structures.works(&mut script);
}

fn delta(mut script: Script<'_>) {
    let before = Structures::of(&mut script);
    let base = before.save();
    let now = Structures::of(&mut script);
    let delta = now.delta(&base).expect("a base that was just saved");
    assert!(Structures::patch(&base, &delta).expect("a delta of this base") == now.save());
    patches_or_refuses(&base, delta, before, script);
}

/// What changed since the structures were new.
fn changed_delta(mut script: Script<'_>) {
    let before = Structures::default();
    let base = before.save();
    let now = Structures::of(&mut script);
    let delta = now.changed_delta();
    assert!(Structures::patch(&base, &delta).expect("a delta of what changed") == now.save());
    patches_or_refuses(&base, delta, before, script);
}

fn patches_or_refuses(base: &[u8], mut delta: Vec<u8>, before: Structures, mut script: Script<'_>) {
    script.change(&mut delta, LABEL);
    sign(&mut delta, FIELDS);
    if let Ok(saved) = Structures::patch(base, &delta) {
        restores_or_refuses(&saved, before, script);
    }
}
