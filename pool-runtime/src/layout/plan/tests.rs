//! Plans choose the smallest widths that fit, whatever is declared, and name mistakes.

use super::*;
use crate::base::complaint::complaint;
use crate::base::size::miri_or;
use std::vec::Vec;

/// Capacities around every power of two and every boundary of the width table.
fn capacities() -> Vec<i128> {
    let powers = (0..32).flat_map(|bit| [-1, 0, 1].map(|offset| (1_i128 << bit) + offset));
    let others = [
        100,
        200,
        1_000,
        10_000,
        70_000,
        140_000,
        200_000,
        16_711_680,
        16_711_681,
        MAX_CAPACITY - 1,
        MAX_CAPACITY,
    ];
    powers.chain(others).filter(|&capacity| capacity >= 1).collect()
}

/// The largest code that a handle of this plan can store.
fn largest_stored(plan: Plan) -> u64 {
    if plan.handle_has_niche() {
        largest_code_with_niche(plan.handle_bits().into())
    } else {
        (1 << plan.handle_bits()) - 1
    }
}

/// The bits of a handle, and whether it has a niche.
fn handle(plan: Plan) -> (u8, bool) {
    (plan.handle_bits(), plan.handle_has_niche())
}

/// What is saved and stored is that of the largest capacity, and what is in memory that of the capacity.
#[test]
fn a_plan_that_grows_has_the_handles_of_its_largest_capacity() {
    let capacities = capacities();
    let of_handles = |plan: Plan| (plan.index_bits(), plan.generations(), plan.cell_bits(), handle(plan));
    let of_memory =
        |plan: Plan| (plan.table_bits(), plan.live_words(), plan.mark_link_bits(), plan.start_align());
    for &capacity in capacities.iter().step_by(miri_or(9, 1)) {
        for &most in capacities.iter().filter(|&&most| most >= capacity).step_by(miri_or(9, 1)) {
            for bits in [None, Some(1), Some(2), Some(9)] {
                let with = |plan: Plan| match bits {
                    Some(bits) => plan.generation_bits(bits),
                    None => plan,
                };
                let (plan, largest) = (with(Plan::new(capacity).grows_to(most)), with(Plan::new(most)));
                assert_eq!(plan.is_valid(), largest.is_valid(), "{plan:?}");
                assert_eq!(of_handles(plan), of_handles(largest), "{plan:?}");
                assert_eq!(of_memory(plan), of_memory(with(Plan::new(capacity))), "{plan:?}");
                assert_eq!(u64::from(plan.handle_reach()), most as u64);
            }
        }
    }
    assert_eq!(Plan::new(600).handle_reach(), 0);
}

#[test]
fn every_plan_fits_together_and_wastes_nothing() {
    for capacity in capacities() {
        let declared = (0..=31).step_by(miri_or(7, 1)).map(Some).chain([None]);
        for generation_bits in declared {
            let mut plan = Plan::new(capacity);
            if let Some(bits) = generation_bits {
                plan = plan.generation_bits(bits);
            }
            if !plan.generation_bits_are_valid() {
                continue;
            }
            let slots = plan.valid_capacity();
            let generations = plan.generations();
            let code = largest_code(slots, generations);
            assert_eq!(i128::from(slots), capacity);
            assert!(generations >= 1 && code <= largest_stored(plan), "{plan:?}");
            // The guard has room for the generations.
            assert!(super::generation_bits(generations) < u32::from(plan.cell_bits()), "{plan:?}");
            // One more generation would not fit, or was not declared.
            let asked = generation_bits.map_or(128, |bits| 1_u64 << bits);
            let fits = largest_stored(plan);
            let one_more = u64::from(generations) << index_bits(slots) | u64::from(slots - 1);
            assert!(u64::from(generations) == asked || one_more > fits, "{plan:?}");
            // With declared bits of generation there are at least two generations.
            assert!(generation_bits.is_none_or(|bits| bits == 0) || generations >= 2, "{plan:?}");
            // One byte less would not hold index and generation.
            let narrower = plan.code_bits() - 8;
            let needed = index_bits(slots) + super::generation_bits(generations);
            assert!(narrower < needed || narrower == 0 || generation_bits == Some(1), "{plan:?}");
            // A niche is missing only if the indices alone use every code.
            if !plan.handle_has_niche() {
                assert_eq!(generations, 1);
                assert!(u64::from(slots) - 1 > largest_code_with_niche(plan.code_bits()));
            }
            assert!(u32::from(plan.table_bits()) >= index_bits(slots));
        }
    }
}

/// Whatever the capacity, it is the plan of the largest `generation_bits` that does not need another byte.
#[test]
fn handle_bytes_are_all_generation_bits_that_fit() {
    let parameters = |plan: Plan| {
        let of_handle = (plan.index_bits(), plan.generations(), handle(plan));
        (of_handle, plan.cell_bits(), plan.quarantine(), plan.ring_bits(), plan.table_bits(), plan.retiring())
    };
    for capacity in capacities().into_iter().step_by(miri_or(9, 1)) {
        let least = index_bits(capacity as u32).div_ceil(8).max(1);
        for bytes in 1..=4 {
            let plan = Plan::new(capacity).handle_bytes(bytes.into());
            assert_eq!(plan.is_valid(), least <= bytes, "{plan:?}");
            if !plan.is_valid() {
                assert_eq!(parameters(plan), parameters(Plan::new(capacity)), "{plan:?}");
                continue;
            }
            assert_eq!(u32::from(plan.handle_bits()), 8 * bytes, "{plan:?}");
            let fits = |bits: &i128| {
                let plan = Plan::new(capacity).generation_bits(*bits);
                plan.generation_bits_are_valid() && u32::from(plan.handle_bits()) == 8 * bytes
            };
            let most = (0..=31).rev().find(fits).expect("as many bits as are left");
            for retires in [false, true] {
                let with = |plan: Plan| if retires { plan.retire() } else { plan };
                let same = Plan::new(capacity).generation_bits(most);
                assert_eq!(parameters(with(plan)), parameters(with(same)), "{plan:?}");
            }
        }
    }
}

/// Whatever the capacity, the handle has the fewest bytes that keep the generations, and so has the cell of the guard.
#[test]
fn generations_are_kept_in_the_fewest_bytes() {
    for capacity in capacities().into_iter().step_by(miri_or(9, 1)) {
        for (count, retires) in (0..32)
            .flat_map(|bit| [-1, 0, 1].map(|offset| (1_i128 << bit) + offset))
            .flat_map(|count| [(count, false), (count, true)])
            // A slot of one generation never retires, and `on_wrap` asks for more.
            .filter(|(count, retires)| *count != 1 || !retires)
        {
            let with = |plan: Plan| if retires { plan.retire() } else { plan };
            let usable = |plan: Plan| i128::from(plan.generations()) - i128::from(retires);
            let widest = |bytes| with(Plan::new(capacity).handle_bytes(bytes));
            let keeps = |bytes: &i128| widest(*bytes).is_valid() && usable(widest(*bytes)) >= count;
            let fewest = (1..=4).find(keeps);
            let plan = with(Plan::new(capacity).generations_of(count));
            assert_eq!(plan.is_valid(), count >= 1 && fewest.is_some(), "{plan:?}");
            if !plan.is_valid() {
                continue;
            }
            let bytes = fewest.expect("a width");
            assert_eq!(i128::from(plan.handle_bits()), 8 * bytes, "{plan:?}");
            assert!(usable(plan) >= count, "{plan:?} has {}", plan.generations());
            let cell = if count + i128::from(retires) <= 1 << 7 { 8 } else { 16 };
            let cell = if count + i128::from(retires) <= 1 << 15 { cell } else { 32 };
            assert!(plan.cell_bits() <= cell, "{plan:?}");
            // The width can be said too: at least that one, and all of its generations that the cell has room for.
            for given in 1..=4 {
                let both = plan.handle_bytes(given);
                assert_eq!(both.is_valid(), given >= bytes, "{both:?}");
                if both.is_valid() {
                    assert_eq!(i128::from(both.handle_bits()), 8 * given, "{both:?}");
                    assert!(usable(both) >= count && both.cell_bits() <= cell, "{both:?}");
                }
            }
        }
    }
    let figures = |plan: Plan| (plan.handle_bits(), plan.generations(), plan.cell_bits(), plan.quarantine());
    assert_eq!(figures(Plan::new(20_000).generations_of(30_000)), (32, 1 << 15, 16, 0));
    assert_eq!(figures(Plan::new(20_000).generations_of(3)), (24, 128, 8, 32));
    assert_eq!(figures(Plan::new(20_000).generations_of(2)), (16, 2, 8, 2_048));
    assert_eq!(figures(Plan::new(40).generations_of(1)), figures(Plan::new(40)));
}

#[test]
fn the_table_is_the_smallest_of_the_defaults() {
    for (capacity, bits) in [
        (1, 8),
        (256, 8),
        (257, 16),
        (65_536, 16),
        (65_537, 18),
        (262_144, 18),
        (262_145, 24),
        (16_777_216, 24),
        (16_777_217, 32),
        (MAX_CAPACITY, 32),
    ] {
        assert_eq!(Plan::new(capacity).table_bits(), bits, "{capacity}");
    }
}

#[test]
fn links_of_a_free_list_are_the_smallest_that_hold_an_index() {
    for (capacity, bytes) in [
        (1, 1),
        (256, 1),
        (257, 2),
        (65_536, 2),
        (65_537, 3),
        (16_777_216, 3),
        (16_777_217, 4),
        (MAX_CAPACITY, 4),
    ] {
        let plan = Plan::new(capacity);
        assert_eq!(plan.link_bits(), 8 * bytes as u8, "{capacity}");
        assert_eq!(complaint(move || plan.check_free_list(bytes)), None, "{capacity}");
        assert!(complaint(move || plan.check_free_list(bytes - 1)).is_some(), "{capacity}");
    }
    assert_eq!(
        complaint(|| Plan::new(300).check_free_list(1)).as_deref(),
        Some(
            "`bookkeeping = free_list` keeps an index of 2 bytes in each free slot, and an object of this pool has 1 \
             byte: leave `bookkeeping` out for a table of free slots"
        )
    );
    // A wrong capacity is reported by another check.
    assert_eq!(complaint(|| Plan::new(0).check_free_list(0)), None);
}

#[test]
fn from_257_slots_on_a_stale_handle_is_caught_for_4_096_removals() {
    let caught = |plan: Plan| plan.generations() as usize * plan.quarantine();
    let some = [70_000, 131_072, 262_144, 300_000, 1_000_000, 16_777_216, 16_777_217, MAX_CAPACITY];
    let step = miri_or(997, 1);
    for capacity in (257..=65_536).step_by(step).chain(some) {
        let plan = Plan::new(capacity);
        assert!(caught(plan) >= 4_096, "{capacity}: {} * {}", plan.generations(), plan.quarantine());
        // Half as many slots that wait would be too few.
        assert!(plan.quarantine() == 1 || caught(plan) / 2 < 4_096, "{capacity}: {}", plan.quarantine());
    }
    for capacity in 1..=256 {
        let quarantine = Plan::new(capacity).quarantine() as i128;
        assert!(8 * quarantine <= capacity && (quarantine > 0 || capacity < 8), "{capacity}: {quarantine}");
    }
    // Generations that are enough on their own.
    for (bits, quarantine) in [(11, 2), (12, 0), (16, 0)] {
        assert_eq!(Plan::new(1_000).generation_bits(bits).quarantine(), quarantine, "{bits} bits");
    }
    // One generation, and an eighth of the capacity.
    let quarantines =
        [8, 100, 1_000, 10_000, 40_000].map(|capacity| Plan::new(capacity).guard_live().quarantine());
    assert_eq!(quarantines, [1, 8, 64, 1_024, 4_096]);
    let entries = [256, 257, 65_536, 65_537, MAX_CAPACITY].map(|capacity| Plan::new(capacity).ring_bits());
    assert_eq!(entries, [8, 16, 16, 32, 32]);
    // None, if it is not possible or not wanted.
    for plan in
        [Plan::new(10_000).guard_none(), Plan::new(10_000).boxed_stacked(), Plan::new(10_000).no_quarantine()]
    {
        assert_eq!((plan.quarantine(), plan.ring_bits()), (0, 0));
    }
    // All slots but one, if it is strict. Otherwise the default takes its place.
    assert_eq!(Plan::new(100).quarantine_of(99).strict().quarantine(), 99);
    assert_eq!(Plan::new(100).quarantine_of(100).quarantine(), 100);
    assert_eq!(Plan::new(100).quarantine_of(100).strict().quarantine(), 8);
    assert_eq!(Plan::new(1).quarantine_of(1).strict().quarantine(), 0);
}

#[test]
fn boxed_plans_track_nothing() {
    for capacity in capacities() {
        let like = Plan::new(capacity).guard_live();
        let stacked = Plan::new(capacity).boxed_stacked();
        let linked = Plan::new(capacity).boxed_linked();
        for (plan, words) in [(stacked, 0), (linked, shared_words(linked.capacity()))] {
            assert_eq!((plan.generations(), plan.shared_words(), plan.retiring()), (1, words, 0), "{plan:?}");
            assert_eq!((plan.capacity(), handle(plan)), (like.capacity(), handle(like)), "{plan:?}");
            assert!(plan.is_valid() && u32::from(plan.table_bits()) >= plan.index_bits(), "{plan:?}");
        }
        assert_eq!((stacked.table_bits(), stacked.table_words()), (like.table_bits(), like.table_words()));
    }
    assert_eq!(Plan::new(1_000).layout(12).boxed_stacked().table_bits(), 12);
    assert_eq!(Plan::new(1_000).boxed_stacked().layout(12).table_words(), 125);
}

#[test]
fn a_link_holds_the_capacity_too() {
    for (capacity, link, bits, has_niche) in [
        (1, 8, 8, true),
        (255, 8, 8, true),
        (256, 16, 8, false),
        (65_535, 16, 16, true),
        (65_536, 32, 16, false),
        (65_537, 32, 24, true),
        (16_711_680, 32, 24, true),
        (16_711_681, 32, 24, false),
        (16_777_217, 32, 32, true),
        (MAX_CAPACITY, 32, 32, true),
    ] {
        let plan = Plan::new(capacity).boxed_linked();
        assert_eq!((plan.table_bits(), plan.table_words()), (link, 0), "{capacity}");
        assert_eq!(handle(plan), (bits, has_niche), "{capacity}");
        assert!(u64::from(plan.valid_capacity()) < 1 << link, "{capacity}");
    }
    // Whatever the mistake, the parameters are those of a correct plan.
    for plan in [Plan::new(0), Plan::new(MAX_CAPACITY + 1), Plan::new(9).layout(8).align(3)] {
        assert_eq!(plan.boxed_linked().table_bits(), 8, "{plan:?}");
    }
}

#[test]
fn each_mistake_is_named_by_its_own_check_alone() {
    const CHECKS: [fn(Plan); 8] = [
        Plan::check_capacity,
        Plan::check_layout,
        Plan::check_generation_bits,
        Plan::check_on_wrap,
        Plan::check_align,
        Plan::check_handle_bytes,
        Plan::check_marks,
        Plan::check_generations,
    ];
    let [capacity, layout, generations, on_wrap, align, handle_bytes, count] = [0, 1, 2, 3, 4, 5, 7];
    let retires = |bits| {
        std::format!(
            "`on_wrap = retire` needs at least 14 bits of generation, this pool has {bits}: with fewer bits, most of \
             its slots would soon be retired; add `generation_bits = 14` or more"
        )
    };
    let right = Plan::new(1_000).layout(10).generation_bits(6).align(16);
    let retiring = Plan::new(1_000).generation_bits(14).retire();
    let kept = Plan::new(1_000).generations_of(8_192).retire();
    for plan in [right, Plan::new(256).layout(8), retiring, kept] {
        assert!(CHECKS.iter().all(|check| complaint(move || check(plan)).is_none()), "{plan:?}");
    }
    let cases: [(Plan, usize, &str); 27] = [
        (
            Plan::new(2_000).generations_of(100).handle_bytes(3).retire(),
            on_wrap,
            "`on_wrap = retire` needs at least 14 bits of generation, this pool has 7: with fewer bits, most of its \
             slots would soon be retired; write `generations = 8_192` or more, and `handle_bytes = 4`",
        ),
        (
            Plan::new(1_000).generations_of(0),
            count,
            "`generations` is 0: a handle is told apart from at least 1 generation of its slot",
        ),
        (
            Plan::new(20_000).generations_of(200_000),
            count,
            "`generations` is 200,000: a handle of 32 bits has room for at most 131,072 beside the 15 bits of an index",
        ),
        (
            Plan::new(20_000).generations_of(30_000).handle_bytes(3),
            count,
            "`generations` is 30,000: with `handle_bytes = 3`, a handle has room for at most 510 beside the 15 bits of \
             an index: write `handle_bytes = 4`, or remove it",
        ),
        (
            Plan::new(20_000).grows_to(70_000).generations_of(30_000).handle_bytes(3),
            count,
            "`generations` is 30,000: with `handle_bytes = 3`, a handle has room for at most 127 beside the 17 bits of \
             an index, which follow from `grows_to`: write `handle_bytes = 4`, or remove it",
        ),
        (
            Plan::new(200).generations_of(200).retire(),
            on_wrap,
            "`on_wrap = retire` needs at least 14 bits of generation, this pool has 8: with fewer bits, most of its \
             slots would soon be retired; write `generations = 8_192` or more",
        ),
        (Plan::new(0), capacity, "`capacity` must be at least 1: this pool would hold 0 objects"),
        (
            Plan::new(-5).layout(8).generation_bits(40),
            capacity,
            "`capacity` must be at least 1: this pool would hold -5 objects",
        ),
        (
            Plan::new(MAX_CAPACITY + 1).layout(8),
            capacity,
            "`capacity` can be at most 4,294,967,295 (2^32 - 1); it is 4,294,967,296",
        ),
        (
            Plan::new(257).layout(8),
            layout,
            "this `layout` is too narrow: 8 bits per entry hold at most 256 indices, `capacity` is 257; leave `layout` \
             out for the smallest table that fits",
        ),
        (
            Plan::new(1_000).generation_bits(23),
            generations,
            "`generation_bits` is 23: a handle of 32 bits has room for 0 to 22 beside the 10 bits of an index",
        ),
        (
            Plan::new(1).generation_bits(32),
            generations,
            "`generation_bits` is 32: a handle of 32 bits has room for 0 to 31 beside the 0 bits of an index",
        ),
        (
            Plan::new(1_000).generation_bits(-1).retire(),
            generations,
            "`generation_bits` is -1: a handle of 32 bits has room for 0 to 22 beside the 10 bits of an index",
        ),
        (Plan::new(1_000).retire(), on_wrap, &retires(6)),
        (Plan::new(65_535).retire(), on_wrap, &retires(0)),
        (Plan::new(500).generation_bits(0).retire(), on_wrap, &retires(0)),
        (
            Plan::new(1_000).handle_bytes(2).retire(),
            on_wrap,
            "`on_wrap = retire` needs at least 14 bits of generation, this pool has 6: with fewer bits, most of its \
             slots would soon be retired; write `handle_bytes = 3`",
        ),
        (
            Plan::new(2_000).handle_bytes(2).retire(),
            on_wrap,
            "`on_wrap = retire` needs at least 14 bits of generation, this pool has 5: with fewer bits, most of its \
             slots would soon be retired; write `handle_bytes = 4`",
        ),
        (
            Plan::new(1_000_000).handle_bytes(4).retire(),
            on_wrap,
            "`on_wrap = retire` needs at least 14 bits of generation, this pool has 12: with fewer bits, most of its \
             slots would soon be retired; a handle of 32 bits has no room for 14 beside the 20 bits of an index: \
             remove `on_wrap`",
        ),
        (
            Plan::new(1_000_000).handle_bytes(2).retire(),
            handle_bytes,
            "`handle_bytes` is 2: a handle of this pool needs at least 3 bytes, for the 20 bits of an index",
        ),
        (
            Plan::new(257).handle_bytes(1),
            handle_bytes,
            "`handle_bytes` is 1: a handle of this pool needs at least 2 bytes, for the 9 bits of an index",
        ),
        (
            Plan::new(1).handle_bytes(0),
            handle_bytes,
            "`handle_bytes` is 0: a handle of this pool needs at least 1 byte, for the 0 bits of an index",
        ),
        (
            Plan::new(70_000).grows_to(70_000).handle_bytes(-1),
            handle_bytes,
            "`handle_bytes` is -1: a handle of this pool needs at least 3 bytes, for the 17 bits of an index, which \
             follow from `grows_to`",
        ),
        (Plan::new(1_000).handle_bytes(5), handle_bytes, "`handle_bytes` is 5: a handle has at most 4 bytes"),
        (
            Plan::new(0).handle_bytes(9),
            capacity,
            "`capacity` must be at least 1: this pool would hold 0 objects",
        ),
        (Plan::new(1_000).align(24), align, "`align` must be a power of two from 1 to 65,536; it is 24"),
        (
            Plan::new(1_000).align(131_072),
            align,
            "`align` must be a power of two from 1 to 65,536; it is 131,072",
        ),
    ];
    for (plan, wrong, message) in cases {
        for (number, check) in CHECKS.into_iter().enumerate() {
            let expected = (number == wrong).then_some(message);
            assert_eq!(complaint(move || check(plan)).as_deref(), expected, "{plan:?}");
        }
        // Whatever the mistake, the parameters are those of a correct plan.
        assert!(plan.capacity() >= 1 && plan.generations() >= 1 && plan.slot_align().is_power_of_two());
        assert!(plan.generations() > plan.retiring() as u32);
        assert!(u32::from(plan.table_bits()) >= index_bits(plan.valid_capacity()));
        assert!(largest_code(plan.valid_capacity(), plan.generations()) <= largest_stored(plan));
    }
}

#[test]
fn links_of_marks_are_as_narrow_as_their_list() {
    let figures = |plan: Plan| (plan.mark_count(), plan.mark_link_bits());
    assert_eq!(figures(Plan::new(1_000)), (0, 0));
    for (slots, marks, bits) in [
        (1, 8, 8),
        (247, 8, 8),
        (248, 8, 16),
        (254, 1, 8),
        (255, 1, 16),
        (65_527, 8, 16),
        (65_528, 8, 32),
        (65_280, 255, 16),
        (4_294_967_287, 8, 32),
    ] {
        let plan = Plan::new(slots).marks_at_most(marks);
        assert_eq!(figures(plan), (marks as usize, bits), "{plan:?}");
        assert_eq!(complaint(move || plan.check_marks()), None);
    }
    assert_eq!(figures(Plan::new(64).marks()), (8, 8));
}

#[test]
fn changes_and_live_bits_take_a_bit_per_slot() {
    for (slots, words) in [(1, 1), (32, 1), (33, 2), (1_000, 32), (MAX_CAPACITY, 1 << 27)] {
        let plan = Plan::new(slots);
        assert_eq!((plan.change_words(), plan.live_words()), (words, words), "{slots}");
    }
}

#[test]
fn marks_that_cannot_be_are_named() {
    let message = |plan: Plan| complaint(move || plan.check_marks());
    for (count, shown) in [(0, "0"), (-3, "-3"), (256, "256")] {
        let plan = Plan::new(64).marks_at_most(count);
        let expected = "`marks` must be from 1 to 255, the most marks that can be out at once; it is ";
        assert!(message(plan).unwrap().starts_with(&std::format!("{expected}{shown}:")), "{plan:?}");
        assert_eq!((plan.mark_count(), plan.mark_link_bits()), (1, 8));
        assert_eq!(complaint(move || plan.check_max_bytes("`NodePool` takes", 100, 0)), None);
    }
    let most = Plan::new(4_294_967_295);
    assert_eq!(
        message(most.marks()).as_deref(),
        Some(
            "slots and marks together can be at most 4,294,967,295 (2^32 - 1); they are 4,294,967,295 and 8"
        )
    );
    // A wrong capacity is reported by its own check alone.
    assert_eq!(message(Plan::new(0).marks()), None);
}

#[test]
fn too_many_bytes_are_named_with_both_figures() {
    let plan = Plan::new(1_000);
    assert_eq!(complaint(move || plan.check_max_bytes("`NodePool` takes", 36_004, 36_004)), None);
    assert_eq!(
        complaint(move || plan.check_max_bytes("`NodePool` takes", 36_004, 32_768)).as_deref(),
        Some("`NodePool` takes 36,004 bytes, `max_bytes` allows 32,768")
    );
    // A pool with other mistakes has no meaningful size.
    assert_eq!(complaint(|| Plan::new(0).check_max_bytes("`NodePool` takes", 36_004, 0)), None);
}

#[test]
fn a_largest_capacity_that_cannot_be_is_named() {
    let message = |capacity, slots| complaint(move || Plan::new(capacity).grows_to(slots).check_grows_to());
    assert_eq!(complaint(|| Plan::new(100).check_grows_to()), None);
    assert_eq!([100, MAX_CAPACITY].map(|slots| message(100, slots)), [None, None]);
    assert_eq!(
        message(100, MAX_CAPACITY + 1).as_deref(),
        Some("`grows_to` is 4,294,967,296: a pool can have at most 4,294,967,295 (2^32 - 1) slots")
    );
    assert_eq!(
        message(100, 99).as_deref(),
        Some(
            "`grows_to` is 99: it is the largest number of slots that this pool will ever have, and `capacity` is \
             already 100"
        )
    );
    // A wrong capacity is reported by its own check alone.
    assert_eq!(message(0, -1), None);
    // The bits of an index are those of the largest capacity.
    assert_eq!(
        complaint(|| Plan::new(100).grows_to(70_000).generation_bits(16).check_generation_bits()).as_deref(),
        Some(
            "`generation_bits` is 16: a handle of 32 bits has room for 0 to 15 beside the 17 bits of an index, which \
             follow from `grows_to`"
        )
    );
}

#[test]
fn a_quarantine_that_cannot_be_is_named() {
    let message = |plan: Plan| complaint(move || plan.check_quarantine());
    let large = Plan::new(100_000_000);
    for plan in [
        Plan::new(100),
        Plan::new(100).no_quarantine(),
        Plan::new(100).quarantine_of(100),
        Plan::new(100).quarantine_of(99).strict(),
        large.quarantine_of(16_777_216),
        // A wrong capacity is reported by its own check alone.
        Plan::new(0).quarantine_of(5),
    ] {
        assert_eq!(message(plan), None, "{plan:?}");
    }
    for (plan, expected) in [
        (
            Plan::new(100).quarantine_of(-1),
            "`quarantine` is -1: it is the number of slots that wait before they are used again, 0 for none",
        ),
        (
            Plan::new(100).quarantine_of(101).strict(),
            "`quarantine` is 101: no more slots can wait than the pool has, and `capacity` is 100",
        ),
        (
            Plan::new(100).quarantine_of(100).strict(),
            "`quarantine` is 100, the whole `capacity`: with `strict`, no slot would be used a second time; choose at \
             most 99",
        ),
        (large.quarantine_of(16_777_217), "`quarantine` is 16,777,217: at most 16,777,216 slots can wait"),
    ] {
        assert_eq!(message(plan).as_deref(), Some(expected));
        assert!(!plan.is_valid(), "{plan:?}");
    }
}

#[test]
fn a_capacity_that_no_entry_holds_is_named() {
    let message = |capacity, bits| complaint(move || -> () { capacity_out_of_range(capacity, bits) });
    for (capacity, bits, expected) in [
        (1_000, 8, "the capacity of this pool must be 1 to 256; it is 1,000"),
        (0, 16, "the capacity of this pool must be 1 to 65,536; it is 0"),
        (
            70_000,
            16,
            "the capacity of this pool must be 1 to 65,536; it is 70,000: `Sized24` has room for up to 16,777,216 \
             objects",
        ),
        (16_777_217, 16, "the capacity of this pool must be 1 to 65,536; it is 16,777,217"),
        (0, 32, "the capacity of this pool must be 1 to 4,294,967,295; it is 0"),
    ] {
        assert_eq!(message(capacity, bits).as_deref(), Some(expected));
    }
}

/// The objects of a dense pool are sorted by entries that are whole integers.
#[test]
fn the_table_of_a_dense_pool_has_whole_integers() {
    for (capacity, bits) in [(256, 8), (257, 16), (65_536, 16), (65_537, 32), (262_145, 32), (16_777_217, 32)]
    {
        assert_eq!(Plan::new(capacity).dense().table_bits(), bits, "{capacity}");
    }
}
