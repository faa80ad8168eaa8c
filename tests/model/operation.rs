//! What is done to a pool.

use proptest::prelude::*;

/// Which of the handles given out so far an operation uses: mostly a late one.
pub(super) type Pick = u16;

#[derive(Clone, Debug)]
pub(super) enum Operation {
    Insert,
    InsertWith,
    EntryInsert,
    EntryDrop,
    Remove(Pick),
    RemoveLive(Pick),
    Write(Pick),
    Disjoint(Pick, Pick, Pick),
    InsertMany(usize),
    RemoveMany(Vec<Pick>),
    RemoveManyLive(usize, Pick),
    InsertAt(Pick, u32),
    TryExtend(usize),
    Retain(u32),
    ExtractIf(u32, usize),
    Drain(usize, usize),
    ForgetDrain(usize),
    Clear,
}

pub(super) fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let pick = any::<Pick>;
    let operation = prop_oneof![
        12 => Just(Operation::Insert),
        3 => Just(Operation::InsertWith),
        2 => Just(Operation::EntryInsert),
        2 => Just(Operation::EntryDrop),
        6 => pick().prop_map(Operation::Remove),
        8 => pick().prop_map(Operation::RemoveLive),
        3 => pick().prop_map(Operation::Write),
        2 => (pick(), pick(), pick()).prop_map(|(a, b, c)| Operation::Disjoint(a, b, c)),
        2 => (0..12_usize).prop_map(Operation::InsertMany),
        1 => prop::collection::vec(pick(), 0..5).prop_map(Operation::RemoveMany),
        2 => (0..6_usize, pick()).prop_map(|(count, skip)| Operation::RemoveManyLive(count, skip)),
        2 => (pick(), any::<u32>()).prop_map(|(pick, bits)| Operation::InsertAt(pick, bits)),
        1 => (0..20_usize).prop_map(Operation::TryExtend),
        1 => any::<u32>().prop_map(Operation::Retain),
        1 => (any::<u32>(), 0..9_usize).prop_map(|(mask, count)| Operation::ExtractIf(mask, count)),
        1 => (0..9_usize, 0..9_usize).prop_map(|(front, back)| Operation::Drain(front, back)),
        1 => (0..9_usize).prop_map(Operation::ForgetDrain),
        1 => Just(Operation::Clear),
    ];
    prop::collection::vec(operation, 0..if cfg!(miri) { 30 } else { 300 })
}
