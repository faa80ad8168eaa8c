//! Compares the list of slots and marks with a `Vec` of its nodes.

extern crate std;

use super::{Element, MarkList, Marks, Stamp};
use crate::base::size::{cases, miri_or};
use crate::marks::{MarkError, NoMarks};
use bytemuck::Zeroable;
use proptest::prelude::*;
use std::vec::Vec;

const SLOTS: usize = 7;
const MARKS: usize = 3;

#[derive(Clone, Copy, Debug)]
enum Operation {
    /// Inserts or removes the slot, whichever is possible.
    InsertOrRemove(usize),
    Mark,
    NewestSince(u32),
    Keep(u32),
    Clear,
    /// Removes the slot and puts it back at its place. In between, removes another slot and inserts a third, if that
    /// is possible.
    OutAndBack(usize, usize, usize),
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        8 => (0..SLOTS).prop_map(Operation::InsertOrRemove),
        3 => Just(Operation::Mark),
        2 => (0..MARKS as u32).prop_map(Operation::NewestSince),
        1 => (0..MARKS as u32).prop_map(Operation::Keep),
        1 => Just(Operation::Clear),
        4 => (0..SLOTS, 0..SLOTS, 0..SLOTS).prop_map(|(out, removed, inserted)| {
            Operation::OutAndBack(out, removed, inserted)
        }),
    ]
}

impl<L: Element, const SLOTS: usize, const MARKS: usize> MarkList<L, SLOTS, MARKS> {
    /// The nodes from the oldest on. The links in the other direction must agree, and all other nodes must have no
    /// links.
    fn nodes(&mut self) -> Vec<u32> {
        let mut nodes = Vec::new();
        let mut newer = 0;
        let mut link = self.newest;
        while let Some(node) = link.checked_sub(1) {
            assert!(nodes.len() < SLOTS + MARKS, "the list goes round");
            assert_eq!(self.links_of(link).newer.to_bits(), newer, "not linked both ways at {node}");
            nodes.push(node);
            newer = link;
            link = self.links_of(link).older.to_bits();
        }
        for node in (0..(SLOTS + MARKS) as u32).filter(|node| !nodes.contains(node)) {
            let neighbours = self.links_of(node + 1);
            assert_eq!(
                (neighbours.older.to_bits(), neighbours.newer.to_bits()),
                (0, 0),
                "{node} is not in the list"
            );
        }
        nodes.reverse();
        nodes
    }
}

/// The model: the nodes from the oldest on, the slots that are live, and the marks that are out.
#[derive(Default)]
struct Model {
    nodes: Vec<u32>,
    live: Vec<usize>,
    out: u32,
}

impl Model {
    fn mark(level: u32) -> u32 {
        SLOTS as u32 + level
    }

    fn end_marks(&mut self, level: u32) {
        self.out = self.out.min(level);
        let first = Self::mark(self.out);
        self.nodes.retain(|node| *node < first);
    }

    fn apply<L: Element>(&mut self, list: &mut MarkList<L, SLOTS, MARKS>, operation: Operation) {
        match operation {
            Operation::InsertOrRemove(index) if self.live.contains(&index) => {
                list.remove(index);
                self.live.retain(|live| *live != index);
                self.nodes.retain(|node| *node != index as u32);
            }
            Operation::InsertOrRemove(index) => {
                list.insert(index);
                self.live.push(index);
                self.nodes.push(index as u32);
            }
            Operation::Mark => {
                let ticket = list.mark();
                assert_eq!(ticket.is_some(), self.out < MARKS as u32);
                if let Some(ticket) = ticket {
                    assert_eq!(list.level(&ticket), Ok(self.out));
                    self.nodes.push(Self::mark(self.out));
                    self.out += 1;
                }
            }
            Operation::NewestSince(level) => {
                let newest = list.newest_since(level);
                if self.out <= level {
                    assert_eq!(newest, None);
                    return;
                }
                // Marks without a slot inserted since have ended on the way.
                while let Some(mark) = self.nodes.last().and_then(|node| node.checked_sub(SLOTS as u32)) {
                    if self.out == level {
                        break;
                    }
                    self.end_marks(mark);
                }
                let expected = (self.out > level).then(|| *self.nodes.last().unwrap() as usize);
                assert_eq!(newest, expected);
            }
            Operation::Keep(level) => {
                list.keep(level);
                self.end_marks(level);
            }
            Operation::Clear => {
                list.forget(SLOTS);
                self.nodes.clear();
                self.live.clear();
                self.out = 0;
            }
            Operation::OutAndBack(out, removed, inserted) => {
                if !self.live.contains(&out) {
                    return;
                }
                let mut place = list.place(out);
                list.remove(out);
                if removed != out && self.live.contains(&removed) {
                    place = list.place_without(place, removed);
                    self.apply(list, Operation::InsertOrRemove(removed));
                }
                if inserted != out && !self.live.contains(&inserted) {
                    self.apply(list, Operation::InsertOrRemove(inserted));
                }
                list.insert_at(out, place);
            }
        }
    }

    /// The slots from the oldest on.
    fn slots(&self) -> Vec<usize> {
        self.nodes.iter().map(|&node| node as usize).filter(|&node| node < SLOTS).collect()
    }
}

fn run<L: Element>(operations: &[Operation]) {
    let mut list = MarkList::<L, SLOTS, MARKS>::zeroed();
    let mut model = Model::default();
    for &operation in operations {
        model.apply(&mut list, operation);
        assert_eq!(list.nodes(), model.nodes);
        assert_eq!(list.out, model.out);
        for level in 0..model.out {
            check_order(&list, &model, level);
        }
        check_all(&list, &model.slots());
    }
}

/// The oldest slot, the newest one, and lists that are made of this one.
fn check_all<L: Element>(list: &MarkList<L, SLOTS, MARKS>, slots: &[usize]) {
    assert_eq!((list.oldest(), list.newest()), (slots.first().copied(), slots.last().copied()));
    let mut copy = MarkList::<L, SLOTS, MARKS>::zeroed();
    copy.copy_from(list);
    let nodes: Vec<u32> = slots.iter().map(|&slot| slot as u32).collect();
    assert_eq!(copy.nodes(), nodes);
    let mut linked = MarkList::<L, SLOTS, MARKS>::zeroed();
    let ends = [None].into_iter().chain(slots.iter().copied().map(Some)).chain([None]);
    let pairs: Vec<_> = ends.clone().zip(ends.skip(1)).collect();
    // In another order than that of the list.
    for &(older, newer) in pairs.iter().step_by(2).chain(pairs.iter().skip(1).step_by(2)) {
        linked.link(older, newer);
    }
    assert_eq!(linked.nodes(), nodes);
}

/// Walks over the slots since a mark, from both ends.
fn check_order<L: Element>(list: &MarkList<L, SLOTS, MARKS>, model: &Model, level: u32) {
    let mark = model.nodes.iter().position(|&node| node == Model::mark(level)).unwrap();
    let since = model.nodes[mark..].iter().map(|&node| node as usize).filter(|&node| node < SLOTS);
    let since: Vec<usize> = since.collect();
    let ends = since.first().map(|&oldest| (oldest, since[since.len() - 1]));
    assert_eq!(list.ends_since(level), ends);
    for pair in since.windows(2) {
        assert_eq!((list.newer(pair[0]), list.older(pair[1])), (Some(pair[1]), Some(pair[0])));
    }
    if let Some((_, newest)) = ends {
        assert_eq!(list.newer(newest), None);
    }
}

proptest! {
    #![proptest_config(cases(2, 300))]

    #[test]
    fn it_is_linked_both_ways(operations in prop::collection::vec(operation(), 0..miri_or(15, 60))) {
        run::<u8>(&operations);
        run::<u16>(&operations);
        run::<u32>(&operations);
    }
}

/// After 2^32 marks, the number carries over to the upper half.
#[test]
fn stamps_do_not_come_round() {
    let last = Stamp([u32::MAX, 0]);
    assert_eq!(last.next(), Stamp([0, 1]));
    assert_eq!(last.next().next(), Stamp([1, 1]));

    let mut list = MarkList::<u8, SLOTS, MARKS>::zeroed();
    list.last = Stamp([u32::MAX - 1, 0]);
    let outer = list.mark().unwrap();
    let inner = list.mark().unwrap();
    assert_eq!((list.level(&outer), list.level(&inner)), (Ok(0), Ok(1)));
}

#[test]
fn without_a_list_there_is_no_order_and_no_mark() {
    let mut none = NoMarks::zeroed();
    none.insert(3);
    none.link(Some(3), Some(5));
    assert_eq!((none.oldest(), none.newest(), none.contains(3)), (None, None, false));
    assert_eq!((none.older(5), none.newer(3)), (None, None));
    assert!(none.mark().is_none());
    let ticket = MarkList::<u8, SLOTS, MARKS>::zeroed().mark().unwrap();
    assert!(matches!(none.level(&ticket), Err(MarkError::Foreign)));
    assert_eq!((none.ends_since(0), none.newest_since(0)), (None, None));
}
