//! The same operations give the same handles: in every build, on every machine, and after `reset`.
//!
//! The expected numbers are recorded. Debug, release and big-endian builds must reproduce them, now and in later
//! versions. Whether the handles are correct is tested in `tests/model`.
#![cfg(feature = "alloc")]

use crate::size::{IS_SMALL, miri_or};
use stackpool::layout::{Tabled, Tracked};
use stackpool::{Pool, PoolSpec, pool};

/// A small generator (xorshift64*, Vigna 2016), so that the sequence is the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % below
    }
}

/// An FNV-1a hash of the handles that were given out.
struct Digest(u32);

impl Digest {
    fn add(&mut self, bits: u32) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}

/// The result of a thousand operations.
#[derive(Debug, PartialEq)]
struct Played {
    /// The hash of the handles of the first hundred operations.
    early: u32,
    /// The hash of all handles.
    late: u32,
    /// The slot of each handle.
    slots: Vec<usize>,
}

/// A thousand operations of every kind (a hundred under Miri).
fn play<P: PoolSpec<Item = u16>>(pool: &mut Pool<P>) -> Played
where
    P::Layout: Tabled + Tracked,
{
    let mut random = Random(0x5EED);
    let mut digest = Digest(0x811C_9DC5);
    let mut early = 0;
    let mut slots = Vec::new();
    for step in 0..miri_or(101, 1000) {
        if step == 100 {
            early = digest.0;
        }
        let mut given = Vec::new();
        match random.next(16) {
            0..=6 => given.extend(pool.insert(step)),
            7 => given.extend(pool.insert_with(|handle| handle.index() as u16)),
            8 => given.extend(pool.insert_many([step; 5]).into_iter().flatten()),
            9 => pool.retain(|handle, _| handle.index() % 7 != 3),
            10 => drop(pool.vacant_entry()),
            11 if step % 5 == 0 => drop(pool.drain().next()),
            _ => {
                let victims = 1 + random.next(3);
                let start = random.next(pool.len().max(1));
                let mut victims: Vec<_> = pool.handles().skip(start).take(victims).collect();
                victims.reverse();
                drop(pool.remove_many(&victims).unwrap());
            }
        }
        for handle in given {
            digest.add(handle.to_bits());
            slots.push(handle.index());
        }
    }
    Played { early, late: digest.0, slots }
}

pool! {
    Bytes: [u16; 100];
    Shorts: [u16; 1_000];
    ShortsLive: [u16; 1_000], guard = live;
    ShortsPacked: [u16; 1_000], layout = packed18;
    Large: [u16; 70_000];

    StackedBytes: [u16; 100], quarantine = 0;
    StackedShorts: [u16; 1_000], quarantine = 0;
    StackedLive: [u16; 1_000], guard = live, quarantine = 0;
    StackedPacked: [u16; 1_000], layout = packed18, quarantine = 0;
    StackedLarge: [u16; 70_000], quarantine = 0;
}

fn check<P: PoolSpec<Item = u16>>(early: u32, late: u32)
where
    P::Layout: Tabled + Tracked,
{
    let mut pool = Box::new(Pool::<P>::new());
    let played = play(&mut pool);
    assert_eq!(played.early, early, "{:#010x}", played.early);
    if IS_SMALL {
        return;
    }
    assert_eq!(played.late, late, "{:#010x}", played.late);
    assert_eq!(play(&mut Box::new(Pool::<P>::new())), played);
    // Without a quarantine, the slots are the same after `clear`, and the generations continue.
    pool.clear();
    if Pool::<P>::QUARANTINE == 0 {
        assert_eq!(play(&mut pool).slots, played.slots);
    }
    pool.reset();
    assert_eq!(play(&mut pool), played);
}

/// Runs on a large stack, because the test moves pools by value. Under feature `track` they have an additional
/// pointer per slot.
#[test]
fn the_handles_are_those_recorded() {
    let checks = std::thread::Builder::new().stack_size(32 << 20).spawn(check_all).unwrap();
    checks.join().unwrap();
}

fn check_all() {
    check::<StackedBytes>(0xD77B_3D5B, 0x7C3E_4A67);
    check::<StackedPacked>(0x7823_9537, 0x4D88_EE9F);
    check::<Bytes>(0x15AC_04B7, 0xC6E7_6C55);
    check::<ShortsPacked>(0xF60A_87B5, 0x4F09_4C34);
    if IS_SMALL {
        // An interpreter takes too long for walks over pools of this size.
        return;
    }
    check::<StackedShorts>(0x7823_9537, 0x4D88_EE9F);
    check::<StackedLive>(0x04B8_BADB, 0xE18D_DF67);
    check::<StackedLarge>(0xA709_A445, 0x43BE_3B13);
    check::<Shorts>(0xF60A_87B5, 0x4F09_4C34);
    check::<ShortsLive>(0xAA7C_3F25, 0xE964_735C);
    check::<Large>(0x5723_3A45, 0x83F9_9FD0);
}

#[test]
fn a_clone_goes_on_as_the_original() {
    let mut pool = Pool::<Bytes>::new();
    play(&mut pool);
    let mut clone = pool.clone();
    assert!(clone == pool);
    assert_eq!(play(&mut clone), play(&mut pool));
    assert!(clone == pool);
}

pool! {
    Packed17: [u16; miri_or(90, 1_000)], layout = packed(17);
    Packed20: [u16; miri_or(90, 1_000)], layout = packed(20);
    Split: [u16; miri_or(90, 1_000)], layout = split24;
    Retiring: [u16; miri_or(90, 1_000)], generation_bits = 14, on_wrap = retire;
    RetiringSoon: [u16; 4], layout = packed18, generation_bits = 14, on_wrap = retire;
}

/// A batch with a stale handle is refused as a whole. Generations, free order and the next handles stay as they were,
/// which equal images prove.
fn refuse_batches<P: PoolSpec<Item = u16>>(pool: &mut Pool<P>)
where
    P::Layout: Tracked,
{
    let handles: Vec<_> = pool.handles().collect();
    let before = pool.save();
    for &count in miri_or(&[1, 17][..], &[1, 2, 15, 16, 17, 40]).iter().chain([&handles.len()]) {
        let Some(batch @ [_, ..]) = handles.get(..count) else { continue };
        let repeated: Vec<_> = batch.iter().rev().chain([&batch[count / 2]]).copied().collect();
        assert_eq!(pool.remove_many(&repeated).unwrap_err().position(), count);
        assert_eq!(pool.save(), before);
    }
}

#[test]
fn a_batch_that_is_refused_changes_nothing() {
    fn check<P: PoolSpec<Item = u16>>()
    where
        P::Layout: Tabled + Tracked,
    {
        let mut pool = Pool::<P>::on_heap();
        refuse_batches(&mut pool);
        play(&mut pool);
        pool.extend((0..pool.remaining_capacity() as u16 / 2).rev());
        refuse_batches(&mut pool);
    }
    check::<Bytes>();
    if !IS_SMALL {
        check::<Shorts>();
        check::<ShortsLive>();
        check::<ShortsPacked>();
        check::<Packed20>();
        check::<Split>();
        check::<Retiring>();
    }
    check::<Packed17>();
}

/// Slots in their last generation would retire with the batch.
#[test]
#[cfg_attr(miri, ignore = "tens of thousands of operations")]
fn a_batch_that_is_refused_retires_nothing() {
    let mut pool = RetiringSoonPool::on_heap();
    let last = (1..RetiringSoonPool::GENERATIONS).fold(pool.insert(0).unwrap(), |handle, _| {
        pool.remove(handle).unwrap();
        pool.insert(0).unwrap()
    });
    let others = [pool.insert(1).unwrap(), pool.insert(2).unwrap()];
    refuse_batches(&mut pool);
    assert_eq!(pool.remaining_capacity(), 1);
    assert_eq!(pool.remove_many(&[others[0], last, others[1]]).unwrap().count(), 3);
    assert_eq!(pool.remaining_capacity(), 3, "one of four is retired");
}
