//! Two stacks in one block: in use at the same time, full to the byte wherever they meet, and with markers of either
//! end.

use crate::size::{cases, miri_or};
use crate::stack_model::{Edge, Model};
use crate::stack_operations::{Operation, Step, operation, step};
use crate::stacks::{Live, block, check, operate, take};
use proptest::prelude::*;
use stackpool::region::{DoubleStack, Inline, Lower, MARKER_BYTES, MarkerError, Storage, Upper};
use std::iter::from_fn;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An operation on both stacks.
#[derive(Clone, Debug)]
enum Turn {
    One(Edge, Operation),
    /// Steps in a scope of each stack at the same time. The flag says whether the scopes roll back.
    Both(Vec<(Edge, Step)>, bool),
    /// Splits the block again.
    Split,
}

fn edge() -> impl Strategy<Value = Edge> {
    prop_oneof![Just(Edge::Low), Just(Edge::High)]
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let both = prop::collection::vec((edge(), step()), 0..12);
    let turn = prop_oneof![
        6 => (edge(), operation()).prop_map(|(edge, operation)| Turn::One(edge, operation)),
        3 => (both, any::<bool>()).prop_map(|(steps, back)| Turn::Both(steps, back)),
        1 => Just(Turn::Split),
    ];
    prop::collection::vec(turn, 0..miri_or(10, 40))
}

/// Takes steps at both ends. All earlier allocations stay in use.
fn take_both(lower: &mut Lower<'_>, upper: &mut Upper<'_>, steps: &[(Edge, Step)], model: &mut Model) {
    let (mut low, mut high) = (lower.enter(), upper.enter());
    let (mut lows, mut highs) = (Live::new(), Live::new());
    for (edge, step) in steps {
        match edge {
            Edge::Low => take(&mut low, step, model, &mut lows),
            Edge::High => take(&mut high, step, model, &mut highs),
        }
    }
    check(lows);
    check(highs);
}

fn take_both_and_back(
    lower: &mut Lower<'_>,
    upper: &mut Upper<'_>,
    steps: &[(Edge, Step)],
    model: &mut Model,
) {
    let back = [Edge::Low, Edge::High].map(|edge| (edge, model.back(edge)));
    lower.scope(|mut low| {
        let mut lows = Live::new();
        upper.scope(|mut high| {
            let mut highs = Live::new();
            for (edge, step) in steps {
                match edge {
                    Edge::Low => take(&mut low, step, model, &mut lows),
                    Edge::High => take(&mut high, step, model, &mut highs),
                }
            }
            check(highs);
        });
        check(lows);
    });
    for (edge, back) in back {
        model.fall(edge, back);
    }
}

fn run<S: Storage>(mut stack: DoubleStack<S>, first: usize, turns: &[Turn]) {
    let mut model = Model::new(first, stack.capacity());
    let mut held = Vec::new();
    for turns in turns.split(|turn| matches!(turn, Turn::Split)) {
        let (mut lower, mut upper) = stack.split();
        for turn in turns {
            match turn {
                Turn::One(Edge::Low, operation) => operate(&mut lower, operation, &mut model, 0, &mut held),
                Turn::One(Edge::High, operation) => operate(&mut upper, operation, &mut model, 1, &mut held),
                Turn::Both(steps, false) => take_both(&mut lower, &mut upper, steps, &mut model),
                Turn::Both(steps, true) => take_both_and_back(&mut lower, &mut upper, steps, &mut model),
                Turn::Split => unreachable!("split there"),
            }
            let ends = [(lower.used(), lower.padding()), (upper.used(), upper.padding())];
            assert_eq!(ends, [Edge::Low, Edge::High].map(|edge| (model.used(edge), model.padding(edge))));
        }
        assert_eq!(stack.remaining_capacity(), model.remaining_capacity());
        assert_eq!(stack.used(), model.used(Edge::Low) + model.used(Edge::High));
        assert_eq!(stack.padding(), model.padding(Edge::Low) + model.padding(Edge::High));
        assert_eq!(stack.high_water_mark(), model.high);
    }
}

proptest! {
    #![proptest_config(cases(1, 300))]

    #[test]
    fn both_ends_share_what_is_free(
        turns in turns(),
        offset in 0..70_usize,
        len in prop_oneof![0..20_usize, 0..600_usize, 0..miri_or(5_000_usize, 16_000)],
    ) {
        let mut memory = Vec::new();
        let (memory, first) = block(&mut memory, offset, len);
        run(DoubleStack::from(memory), first, &turns);
    }
}

type Small = DoubleStack<Inline<64>>;

#[test]
fn they_meet_anywhere() {
    for low in (0..=64).step_by(miri_or(16, 1)) {
        let mut stack = Small::new();
        let (mut lower, mut upper) = stack.split();
        let lows = lower.enter().alloc_slice_fill_with(low, |_| 1_u8).unwrap();
        assert!(upper.enter().alloc_slice_fill_with(65 - low, |_| 2_u8).is_err());
        let highs = upper.enter().alloc_slice_fill_with(64 - low, |_| 2_u8).unwrap();
        assert_eq!(lows.iter().chain(&*highs).map(|byte| usize::from(*byte)).sum::<usize>(), 128 - low);
        assert!(lower.enter().alloc(0_u8).is_err() && upper.enter().alloc(0_u8).is_err());
        assert_eq!((stack.used(), stack.remaining_capacity(), stack.high_water_mark()), (64, 0, 64));
    }
}

#[test]
fn an_upper_value_is_as_high_as_its_alignment_lets_it() {
    // Aligned to 8 on every machine.
    #[derive(Clone, Copy)]
    #[repr(align(8))]
    struct Long([u8; 8]);

    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    let first = std::ptr::from_ref(lower.enter().alloc(0_u8).unwrap()).addr();
    upper.enter().alloc([0_u8; 3]).unwrap();
    let word = upper.enter().alloc(Long([7; 8])).unwrap();
    assert_eq!((std::ptr::from_ref(word).addr(), word.0), (first + 48, [7; 8]));
    assert_eq!((upper.used(), upper.padding(), upper.remaining_capacity()), (16, 5, 47));
}

#[test]
fn an_upper_iterator_ends_up_at_the_top() {
    for len in 0..=15 {
        let mut stack = Small::new();
        let (mut lower, mut upper) = stack.split();
        let first = std::ptr::from_ref(lower.enter().alloc(0_u8).unwrap()).addr();
        upper.enter().alloc(0_u8).unwrap();
        let words = upper.enter().alloc_iter(0..len);
        if len == 15 {
            let (words, next) = words.unwrap_err().into_inner();
            assert_eq!((words.len(), next), (14, 14));
            continue;
        }
        let words = words.unwrap();
        assert!(words.iter().copied().eq(0..len));
        let size = len as usize * 4;
        if len > 0 {
            assert_eq!(words.as_ptr().addr(), first + 60 - size);
        }
        assert_eq!((upper.used(), upper.padding()), if len == 0 { (1, 0) } else { (4 + size, 3) });
    }
}

/// While a slice is open, no other memory can be allocated, even if the other end gives bytes back: the slice may
/// still grow into them.
#[test]
fn an_open_slice_has_all_of_the_room() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    upper.enter().alloc([9_u8; 30]).unwrap();
    let before = upper.marker().unwrap();
    let mut before = Some(before);
    let scope = lower.enter();
    let mut count = 0_u32;
    let words = from_fn(|| {
        count += 1;
        match count {
            2 => upper.rollback(before.take().unwrap()).unwrap(),
            3 => upper.reset(),
            5 => return None,
            _ => {}
        }
        assert_eq!((scope.remaining_capacity(), upper.remaining_capacity()), (0, 0));
        assert!(scope.alloc(0_u8).is_err() && upper.enter().alloc(0_u8).is_err());
        assert!(upper.marker().is_err() && upper.alloc_marked(0_u8).is_err());
        assert!(upper.scope(|inner| inner.alloc(0_u8).is_err()));
        let (fitted, _) = scope.alloc_iter([0_u8]).unwrap_err().into_inner();
        assert_eq!(fitted.len(), 0);
        let (fitted, _) = upper.enter().alloc_iter([0_u8]).unwrap_err().into_inner();
        assert_eq!(fitted.len(), 0);
        Some(count)
    });
    // The slice has four words: there was room for four before the upper end gave its bytes back.
    let words = scope.alloc_iter(words).unwrap();
    assert_eq!((scope.used(), scope.remaining_capacity(), upper.used()), (16, 48, 0));
    let rest = scope.alloc([1_u8; 24]).unwrap();
    let highs = upper.enter().alloc([2_u8; 24]).unwrap();
    assert_eq!((&*words, *rest, *highs), (&[1, 2, 3, 4][..], [1; 24], [2; 24]));
    assert_eq!(stack.high_water_mark(), 64);
}

#[test]
fn an_open_slice_is_not_in_use_yet() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    upper.enter().alloc([9_u8; 40]).unwrap();
    let scope = lower.enter();
    let mut count = 0_u8;
    let bytes = from_fn(|| {
        upper.reset();
        upper.scope(|inner| assert!(inner.alloc_iter([0_u8]).is_err()));
        count += 1;
        (count <= 20).then_some(count)
    });
    let bytes = scope.alloc_iter(bytes).unwrap();
    assert_eq!((bytes[19], scope.used(), upper.used()), (20, 20, 0));
    assert_eq!(stack.high_water_mark(), 40);
}

#[test]
fn an_open_upper_slice_has_all_of_the_room() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    lower.enter().alloc([9_u8; 32]).unwrap();
    let scope = upper.enter();
    scope.alloc(0_u8).unwrap();
    let mut count = 0_u32;
    let words = from_fn(|| {
        count += 1;
        if count == 2 {
            lower.reset();
        }
        assert!(scope.alloc(0_u8).is_err() && lower.enter().alloc(0_u8).is_err());
        let (fitted, _) = scope.alloc_iter([0_u8]).unwrap_err().into_inner();
        assert_eq!(fitted.len(), 0);
        (count < 4).then_some(count)
    });
    let words = scope.alloc_iter(words).unwrap();
    assert_eq!((scope.used(), scope.padding()), (16, 3));
    let highs = scope.alloc([2_u8; 16]).unwrap();
    let lows = lower.enter().alloc([1_u8; 32]).unwrap();
    assert_eq!((&*words, *highs, *lows), (&[1, 2, 3][..], [2; 16], [1; 32]));
    assert_eq!(stack.high_water_mark(), 64);
}

#[test]
fn formatted_text_is_at_its_end() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    let number = lower.enter().alloc(7_u8).unwrap();
    let scope = upper.enter();
    let before = scope.alloc([2_u8; 3]).unwrap();
    let text = scope.alloc_fmt(format_args!("level {number} of {}", 12)).unwrap();
    scope.alloc_fmt(format_args!("{text:>48}")).unwrap_err();
    assert_eq!(scope.alloc_fmt(format_args!("{text:>47}")).unwrap().trim_start(), "level 7 of 12");
    assert_eq!((&*text, scope.used(), scope.remaining_capacity()), ("level 7 of 12", 63, 0));
    assert_eq!((text.as_ptr().addr() + text.len(), *before), (before.as_ptr().addr(), [2; 3]));
    assert_eq!(*number, 7);
}

#[test]
fn a_forgotten_inner_scope_gives_its_bytes_back() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    let outer = upper.enter().alloc(1_u8).unwrap();
    lower.scope(|mut scope| {
        let outer = scope.alloc(3_u8).unwrap();
        scope.scope(|inner| {
            inner.alloc([0_u8; 20]).unwrap();
            let _ = ManuallyDrop::new(inner);
        });
        assert_eq!((scope.used(), *outer), (1, 3));
        let _ = ManuallyDrop::new(scope);
    });
    assert_eq!((lower.used(), *outer, upper.used()), (0, 1, 1));
    // A scope of `enter` that is forgotten leaves its bytes in use.
    let scope = lower.enter();
    scope.alloc(5_u8).unwrap();
    let _ = ManuallyDrop::new(scope);
    assert_eq!((lower.used(), stack.high_water_mark()), (1, 22));
}

#[test]
fn a_panic_gives_bytes_back_at_both_ends() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    lower.enter().alloc(1_u16).unwrap();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        lower.scope(|low| {
            low.alloc([0_u8; 10]).unwrap();
            upper.scope(|high| {
                high.alloc([0_u8; 10]).unwrap();
                std::panic::resume_unwind(Box::new(()));
            });
        });
    }));
    assert!(panicked.is_err());
    assert_eq!((lower.used(), upper.used()), (2, 0));
}

#[test]
fn markers_are_of_one_end_and_outlive_a_split() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    let (low, _) = lower.alloc_marked(1_u8).unwrap();
    let (high, _) = upper.alloc_marked(1_u8).unwrap();
    assert_eq!((lower.used(), upper.used()), (MARKER_BYTES + 1, MARKER_BYTES + 1));
    let Err(MarkerError::Foreign(low)) = upper.rollback(low) else { panic!("taken") };
    let (mut lower, mut upper) = stack.split();
    upper.rollback(high).unwrap();
    assert_eq!((lower.used(), upper.used()), (MARKER_BYTES + 1, 0));
    lower.rollback(low).unwrap();
    assert_eq!(stack.used(), 0);
}

#[test]
fn a_reset_of_one_end_leaves_the_other() {
    let mut stack = Small::new();
    let (mut lower, mut upper) = stack.split();
    let low = lower.marker().unwrap();
    let high = upper.marker().unwrap();
    let value = upper.enter().alloc(3_u8).unwrap();
    lower.reset();
    assert_eq!((*value, lower.used(), upper.used()), (3, 0, MARKER_BYTES + 1));
    assert!(matches!(lower.rollback(low), Err(MarkerError::Stale)));
    upper.rollback(high).unwrap();
    let high = upper.marker().unwrap();
    stack.reset();
    assert!(matches!(stack.split().1.rollback(high), Err(MarkerError::Stale)));
}

#[test]
fn the_figures_of_two_stacks_are_their_sums() {
    let mut memory = DoubleStack::<Inline<64, 8>>::new();
    {
        let (mut lower, mut upper) = memory.split();
        let low = lower.enter();
        low.alloc(1_u8).unwrap();
        low.alloc(1_u32).unwrap();
        let high = upper.enter();
        high.alloc([0_u8; 16]).unwrap();
        assert!(low.alloc([0_u8; 64]).is_err() && high.alloc([0_u8; 64]).is_err());
    }
    let stats = memory.stats();
    assert_eq!((stats.capacity, stats.used, stats.padding), (64, 24, 3));
    assert_eq!((stats.high_water_mark, stats.full_count), (24, 2));
    assert_eq!(stats.to_string(), "24 of 64 bytes in use, 3 of them padding, 24 at most, full 2 times");
    memory.reset();
    assert_eq!((memory.stats().used, memory.stats().high_water_mark), (0, 24));
}
