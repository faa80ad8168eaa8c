//! The report of all pools. All tests share one list, so each looks for its own definitions.

#![cfg(all(feature = "derive", feature = "report"))]

use stackpool::{Pool, PoolKind, PoolUsage, pool, report};
use std::sync::Barrier;

/// What the report says of a definition.
fn usage_of(name: &str) -> Option<PoolUsage> {
    let mut found = report().iter().filter(|usage| usage.name == name);
    let usage = found.next();
    assert_eq!(found.next(), None, "{name} is listed twice");
    usage
}

/// Live, at most live, and refused.
fn figures_of(name: &str) -> Option<(usize, usize, u64)> {
    let stats = usage_of(name).expect("it is listed").stats?;
    Some((stats.live, stats.high_water_mark, stats.full_count))
}

#[test]
fn boxes_are_listed_from_the_first_one_on() {
    pool! {
        Letters: [u32; 3], boxed;
        Parcels: [u32; 300], boxed, exact;
        Stamps: [u32; 2], shared;
        Trays: [[u8; 10]; 2], objects, sync = local;
        Never: [u32; 8], boxed;
    }
    assert_eq!(usage_of("Letters"), None);
    let letters = [1, 2, 3].map(|number| LettersBox::new(number).unwrap());
    assert!(LettersBox::new(4).is_err());
    let parcel = ParcelsBox::new(1).unwrap();
    let stamp = StampsArc::new(1).unwrap();
    let other = stamp.clone();
    let tray = TraysObject::acquire().unwrap();
    assert_eq!(figures_of("Letters"), Some((3, 3, 1)));
    assert_eq!(figures_of("Parcels"), Some((1, 1, 0)));
    assert_eq!(figures_of("Stamps"), Some((1, 1, 0)));
    assert_eq!(figures_of("Trays"), Some((1, 1, 0)));
    let kinds = ["Letters", "Stamps", "Trays"].map(|name| usage_of(name).unwrap().kind);
    assert_eq!(kinds, [PoolKind::Boxes, PoolKind::Shared, PoolKind::Objects]);
    assert_eq!(usage_of("Stamps").unwrap().stats, Some(StampsArc::stats()));
    assert_eq!(usage_of("Stamps").unwrap().total_bytes, StampsArc::TOTAL_BYTES);
    let usage = usage_of("Letters").unwrap();
    assert_eq!((usage.capacity, usage.total_bytes), (3, LettersBox::TOTAL_BYTES));
    assert_eq!(usage.stats, Some(LettersBox::stats()));
    drop((letters, parcel, stamp, other, tray));
    assert_eq!(figures_of("Letters"), Some((0, 3, 1)));
    // One that was used later is listed later.
    let order: Vec<_> = report().iter().map(|usage| usage.name).collect();
    let place = |name| order.iter().position(|other| *other == name);
    assert!(place("Letters") < place("Parcels") && place("Parcels") < place("Trays"));
    assert_eq!(usage_of("Never"), None);
    let _ = NeverBox::CAPACITY;
}

#[test]
fn pools_show_what_they_published_last() {
    #[derive(Pool)]
    #[pool(capacity = 40)]
    struct Crate {
        _weight: u32,
    }

    #[derive(Pool)]
    #[pool(capacity = 30, columns)]
    struct Barrel {
        weight: u32,
    }

    pool! {
        Ports: [u16; 8_000..8_010];
        Colours: [&'static str = ["red", "green"]];
    }

    let taken = Crate::take_pool().unwrap();
    assert_eq!(usage_of("Crate").unwrap().kind, PoolKind::Pool);
    assert_eq!(figures_of("Crate"), None, "it published nothing so far");
    taken.extend((0..12).map(|weight| Crate { _weight: weight }));
    assert_eq!(figures_of("Crate"), None);
    taken.publish_stats();
    assert_eq!(figures_of("Crate"), Some((12, 12, 0)));
    assert_eq!(usage_of("Crate").unwrap().stats, Some(taken.stats()));
    taken.clear();
    assert_eq!(figures_of("Crate"), Some((12, 12, 0)));
    taken.publish_stats();
    assert_eq!(figures_of("Crate"), Some((0, 12, 0)));

    // A pool that is not the static one publishes too, and is listed without it.
    let mut barrels = BarrelPool::new();
    assert_eq!(usage_of("Barrel"), None);
    while barrels.insert(Barrel { weight: 1 }).is_ok() {}
    assert_eq!(barrels.slot_columns().weight.len(), 30);
    barrels.publish_stats();
    assert_eq!(figures_of("Barrel"), Some((30, 30, 1)));
    assert_eq!(usage_of("Barrel").unwrap().total_bytes, BarrelPool::TOTAL_BYTES);

    let ports = Ports::take_pool().unwrap();
    assert_eq!(ports.acquire(), Some(8_000));
    ports.publish_stats();
    assert_eq!(figures_of("Ports"), Some((1, 1, 0)));
    assert_eq!(usage_of("Ports").unwrap().kind, PoolKind::Values);
    let colours = Colours::take_pool().unwrap();
    assert_eq!(colours.len(), 0);
    let usage = usage_of("Colours").unwrap();
    assert_eq!((usage.kind, usage.capacity, usage.stats), (PoolKind::List, 2, None));
}

/// A pool that is moved out of its static, or replaced, changes nothing: its owner publishes what it has.
#[test]
fn a_pool_that_is_swapped_publishes_for_its_definition() {
    #[derive(Pool)]
    #[pool(capacity = 4)]
    struct Coin;

    let taken = Coin::take_pool().unwrap();
    let mut other = CoinPool::new();
    other.insert(Coin).map_err(drop).unwrap();
    std::mem::swap(taken, &mut other);
    taken.publish_stats();
    assert_eq!(figures_of("Coin"), Some((1, 1, 0)));
    *taken = CoinPool::new();
    taken.publish_stats();
    assert_eq!(figures_of("Coin"), Some((0, 0, 0)));
    other.publish_stats();
    assert_eq!(figures_of("Coin"), Some((0, 0, 0)));
}

#[test]
fn boxes_of_one_thread_have_no_figures_in_others() {
    pool! {
        Notes: [u32; 5], boxed, sync = local;
    }
    let note = NotesBox::new(7).unwrap();
    assert_eq!(figures_of("Notes"), Some((1, 1, 0)));
    let elsewhere = std::thread::spawn(|| figures_of("Notes")).join().expect("it does not panic");
    assert_eq!(elsewhere, cfg!(not(feature = "std")).then_some((1, 1, 0)));
    drop(note);
}

/// Without `std`, the owner of boxes of one thread panics if others come in the middle of an operation. A reader of the
/// report is not one of them.
#[test]
fn a_reader_does_not_disturb_the_owner_of_boxes() {
    use std::sync::atomic::{AtomicBool, Ordering};

    pool! {
        Memos: [u32; 5], boxed, sync = local;
    }
    // When a reader set the flag of the owner, each of ten runs found it. It takes less than a second.
    let operations = if cfg!(miri) { 60 } else { 200_000 };
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Sets the flag if the owner panics too, so that the test ends.
        struct Done<'a>(&'a AtomicBool);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let done = Done(&is_done);
        let first = MemosBox::new(0).unwrap();
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                report().iter().for_each(drop);
            }
        });
        for number in 0..operations {
            drop(MemosBox::new(number).unwrap());
        }
        drop((first, done));
    });
}

/// Threads that use definitions for the first time at once: each is listed once, and the list stays whole.
#[test]
fn threads_are_listed_at_the_same_time() {
    pool! {
        A: [u32; 9], boxed, exact;
        B: [u32; 9], boxed, exact;
        C: [u32; 9], boxed, exact;
    }

    let start = Barrier::new(6);
    std::thread::scope(|scope| {
        for turn in 0..6 {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                let boxes = (ABox::new(turn), BBox::new(turn), CBox::new(turn));
                assert!(report().iter().count() >= 3);
                drop(boxes);
            });
        }
    });
    for name in ["A", "B", "C"] {
        let (live, most, refused) = figures_of(name).unwrap();
        assert_eq!((live, refused), (0, 0));
        assert!((1..=6).contains(&most), "{name}: {most}");
    }
}

#[test]
fn advice_follows_the_high_water_mark() {
    pool! {
        Rarely: [[u8; 8]; 1_000], boxed, exact;
        Often: [[u8; 8]; 16], boxed, exact;
        Nearly: [[u8; 8]; 16], boxed, exact;
    }
    let rarely: Vec<_> = (0..80).map(|_| RarelyBox::new([0; 8]).unwrap()).collect();
    let nearly: Vec<_> = (0..15).map(|_| NearlyBox::new([0; 8]).unwrap()).collect();
    let often: Vec<_> = std::iter::from_fn(|| OftenBox::new([0; 8]).ok()).collect();
    assert_eq!((rarely.len(), nearly.len(), often.len()), (80, 15, 16));

    let rarely = usage_of("Rarely").unwrap();
    assert_eq!(rarely.suggested_capacity(), Some(91));
    assert_eq!(rarely.saved_bytes(), Some(909 * 8));
    assert!(rarely.to_string().contains("a capacity of 91 would save "), "{rarely}");
    let often = usage_of("Often").unwrap();
    assert_eq!((often.suggested_capacity(), often.saved_bytes()), (Some(21), Some(0)));
    assert!(often.to_string().ends_with("needs more: try 21"), "{often}");
    // What was refused is asked for, within limits.
    for (refused, suggested) in [(59, 16 + 60 + 1), (5_000, 16 + 256 + 1)] {
        assert!((0..refused).all(|_| OftenBox::new([0; 8]).is_err()));
        assert_eq!(usage_of("Often").unwrap().suggested_capacity(), Some(suggested));
    }
    let nearly = usage_of("Nearly").unwrap();
    assert_eq!((nearly.suggested_capacity(), nearly.saved_bytes()), (Some(16), Some(0)));
    let table = report().to_string();
    let line = table.lines().find(|line| line.starts_with("Nearly ")).expect("a line");
    let bytes = NearlyBox::TOTAL_BYTES;
    assert_eq!(
        line,
        format!(
            "Nearly                   boxes             16 {bytes:>11}          15          15           0"
        )
    );
    assert!(
        table.starts_with("name                     kind        capacity       bytes        live"),
        "{table}"
    );
}

#[test]
fn kinds_of_pools_have_names() {
    let kinds = [
        PoolKind::Pool,
        PoolKind::Values,
        PoolKind::List,
        PoolKind::Boxes,
        PoolKind::Shared,
        PoolKind::Objects,
    ];
    assert_eq!(kinds.map(|kind| kind.to_string()), ["pool", "values", "list", "boxes", "shared", "objects"]);
    pool! { Listed: [u8; 2]; }
    let pool = Listed::take_pool().unwrap();
    pool.publish_stats();
    assert!(report().into_iter().any(|usage| usage.name == "Listed"));
}

/// What says for how long handles can be trusted is published too.
#[test]
fn retired_slots_and_generations_that_begin_anew_are_shown() {
    pool! {
        Sparks: [u8; 8], generation_bits = 1, quarantine = 0;
        Tickets: [u8; 1], generation_bits = 14, on_wrap = retire, quarantine = 0;
    }
    let mut sparks = SparksPool::new();
    for _ in 0..6 {
        let spark = sparks.insert(1).unwrap();
        sparks.remove(spark);
    }
    sparks.publish_stats();
    let usage = usage_of("Sparks").unwrap();
    let stats = usage.stats.unwrap();
    assert_eq!((stats, stats.wraps()), (sparks.stats(), sparks.stats().wraps()));
    let shown = usage.to_string().ends_with("  slots began their 2 generations anew 3 times");
    assert_eq!(shown, stats.wraps().is_some(), "{usage}");

    // The last generation of the slot.
    let mut tickets = TicketsPool::new();
    let last = tickets.next_handle().unwrap().to_bits() + TicketsPool::GENERATIONS - 1;
    tickets.insert_at(stackpool::Handle::from_bits(last).unwrap(), 1).unwrap();
    tickets.clear();
    tickets.publish_stats();
    let usage = usage_of("Tickets").unwrap();
    assert_eq!(
        usage.stats.map(|stats| (stats.retired, stats.generations)),
        Some((1, TicketsPool::GENERATIONS))
    );
    assert!(usage.to_string().ends_with("  1 slots are retired"), "{usage}");
}
