//! Pools as bytes: images, deltas between them, and packets of what changed.

use crate::label::{LABEL, sign};
use crate::model::run::played;
use crate::model::{Abilities, Record};
use crate::script::Script;
use stackpool::layout::{Tabled, Tracked, Watched};
use stackpool::{PacketPool, Packets, Pool, PoolSpec, pool};
use std::collections::BTreeSet;

pool! {
    Generations: [u32; 100];
    NarrowGenerations: [u32; 70], generation_bits = 1;
    Bits: [u32; 100], guard = live;
    Retiring: [u32; 6], generation_bits = 14, on_wrap = retire;
    TwoByteLinks: [u32; 300], layout = packed(10);
    Marked: [u32; 100], marks = 1;
    MarkedList: [u32; 300], bookkeeping = free_list, guard = live, marks = 1;
    Dense: [u32; 100], dense;
    DenseMarked: [u32; 300], dense, marks = 1;
    Noted: [u32; 100], changes;
    NotedBits: [u32; 100], guard = live, changes;
    NotedRetiring: [u32; 6], generation_bits = 14, on_wrap = retire, changes;
    NotedDense: [u32; 300], dense, changes;
    NotedMarked: [u32; 100], marks = 1, changes;
}

/// Restores bytes that are, or once were, a saved pool. Either there is an error that changes nothing, or the pool
/// works and is saved as the same bytes.
///
/// # Panics
///
/// Panics if neither is true.
pub fn restore(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 9 {
        0 => restore_in::<Generations>(script, Abilities::new()),
        1 => restore_in::<NarrowGenerations>(script, Abilities::new()),
        2 => restore_in::<Bits>(script, Abilities::new()),
        3 => restore_in::<Retiring>(script, Abilities::new().retires()),
        4 => restore_in::<TwoByteLinks>(script, Abilities::new()),
        5 => restore_in::<Marked>(script, Abilities::new().marks(1)),
        6 => restore_in::<MarkedList>(script, Abilities::new().marks(1)),
        7 => restore_in::<Dense>(script, Abilities::new().dense()),
        _ => restore_in::<DenseMarked>(script, Abilities::new().marks(1).dense()),
    }
}

/// Applies bytes that are, or once were, a delta. Either there is an error that changes nothing, or the resulting
/// bytes are restored like any others.
///
/// # Panics
///
/// Panics if neither is true.
pub fn delta(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 6 {
        0 => delta_of::<Generations>(script, Abilities::new),
        1 => delta_of::<Bits>(script, Abilities::new),
        2 => delta_of::<TwoByteLinks>(script, Abilities::new),
        3 => delta_of::<Marked>(script, Abilities::new),
        4 => delta_of::<Dense>(script, || Abilities::new().dense()),
        _ => delta_of::<DenseMarked>(script, || Abilities::new().dense()),
    }
}

/// Applies bytes that are, or once were, a packet of one pool or several to others. Either there is an error that
/// changes nothing, or the pools work, and the same packet again changes nothing.
///
/// # Panics
///
/// Panics if neither is true.
pub fn packet(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 6 {
        0 => packet_of::<Noted>(script, Abilities::new),
        1 => packet_of::<NotedBits>(script, Abilities::new),
        2 => packet_of::<NotedRetiring>(script, || Abilities::new().retires()),
        3 => packet_of::<NotedDense>(script, || Abilities::new().dense()),
        4 => packet_of::<NotedMarked>(script, || Abilities::new().marks(1)),
        _ => packet_of_several(script),
    }
}

fn restore_in<P: PoolSpec<Item = u32>>(mut script: Script<'_>, abilities: Abilities<P>)
where
    P::Layout: Tracked,
{
    let mut image = pool_of(&mut script, abilities).save();
    script.change(&mut image, LABEL);
    restores_or_refuses::<P>(&image);
}

fn delta_of<P: PoolSpec<Item = u32>>(mut script: Script<'_>, abilities: fn() -> Abilities<P>)
where
    P::Layout: Tracked,
{
    let base = pool_of::<P>(&mut script, abilities()).save();
    let mut delta = pool_of::<P>(&mut script, abilities()).delta(&base).expect("a base that was just saved");
    script.change(&mut delta, LABEL);
    sign(&mut delta);
    let mut buffer = vec![7; Pool::<P>::SAVED_BYTES];
    match Pool::<P>::patch_into(&base, &delta, &mut buffer) {
        Ok(image) => restores_or_refuses::<P>(image),
        Err(_) => assert!(buffer.iter().all(|&byte| byte == 7), "an error wrote to the buffer"),
    }
}

fn packet_of<P: PoolSpec<Item = u32>>(mut script: Script<'_>, abilities: fn() -> Abilities<P>)
where
    P::Layout: Tabled + Tracked + Watched,
{
    let mut sender = pool_of::<P>(&mut script, abilities());
    let mut pool = pool_of::<P>(&mut script, abilities());
    let mut buffer = vec![0; 60 + 2 * usize::from(script.byte())];
    let packet = sender.changed_packet(&mut Packets::new(0), &mut buffer).expect("room for an object");
    let mut packet = packet.to_vec();
    script.change(&mut packet, LABEL);
    let before = pool.save();
    if pool.apply_packet(&mut Packets::new(0), &packet).is_err() {
        assert!(pool.save() == before, "an error changed the pool");
    } else {
        let after = pool.save();
        pool.apply_packet(&mut Packets::new(0), &packet).expect("a packet that was applied");
        assert!(pool.save() == after, "a packet that comes twice changed the pool");
    }
    works(&mut pool);
}

fn packet_of_several(mut script: Script<'_>) {
    let mut pools = || {
        let noted = pool_of::<Noted>(&mut script, Abilities::new());
        let retiring = pool_of::<NotedRetiring>(&mut script, Abilities::new().retires());
        (noted, retiring, pool_of::<NotedDense>(&mut script, Abilities::new().dense()))
    };
    let (mut sender, mut world) = (pools(), pools());
    let mut buffer = vec![0; 60 + 2 * usize::from(script.byte())];
    // The packet begins with any of the pools.
    let mut sent = Packets::new(0);
    let mut packet = Vec::new();
    for _ in 0..=script.byte() % 3 {
        let pools: [&mut dyn PacketPool; 3] = [&mut sender.0, &mut sender.1, &mut sender.2];
        packet = sent.changed_packet(pools, &mut buffer).expect("room for an object").to_vec();
    }
    const HEADER: usize = 20;
    script.change(&mut packet, HEADER);
    let saves = |world: &(Box<NotedPool>, Box<NotedRetiringPool>, Box<NotedDensePool>)| {
        (world.0.save(), world.1.save(), world.2.save())
    };
    let before = saves(&world);
    let apply = |world: &mut (Box<NotedPool>, Box<NotedRetiringPool>, Box<NotedDensePool>)| {
        Packets::new(0).apply_packet([&mut world.0, &mut world.1, &mut world.2], &packet)
    };
    if apply(&mut world).is_err() {
        assert!(saves(&world) == before, "an error changed a pool");
    } else {
        let after = saves(&world);
        apply(&mut world).expect("a packet that was applied");
        assert!(saves(&world) == after, "a packet that comes twice changed a pool");
    }
    works(&mut world.0);
    works(&mut world.1);
    works(&mut world.2);
}

fn restores_or_refuses<P: PoolSpec<Item = u32>>(image: &[u8])
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    pool.extend([1, 2, 3]);
    let before = pool.save();
    if pool.restore(image).is_err() {
        assert!(pool.save() == before, "an error changed the pool");
    } else {
        let saved = pool.save();
        assert!(saved == image || is_of_earlier_format(image, &saved), "the pool is saved as other bytes");
        let mut again = Pool::<P>::on_heap();
        again.restore(&saved).expect("a save");
        assert!(*again == *pool && again.save() == saved, "another pool is restored");
    }
    works(&mut pool);
}

/// Whether a pool that an image without a tail was restored into is now saved in fewer bytes, with one.
fn is_of_earlier_format(image: &[u8], saved: &[u8]) -> bool {
    let has_tail = |image: &[u8]| u16::from_ne_bytes([image[12], image[13]]) & 8 != 0;
    !has_tail(image) && has_tail(saved) && saved.len() < image.len()
}

/// A pool after some operations.
pub(crate) fn pool_of<P: PoolSpec<Item = u32>>(
    script: &mut Script<'_>,
    abilities: Abilities<P>,
) -> Box<Pool<P>>
where
    P::Layout: Tracked,
{
    let count = script.byte();
    played(abilities, (0..count).map(|_| Record::of_byte(script.byte())))
}

/// Fills the pool and empties it: every slot that is not retired must be handed out once.
pub(crate) fn works<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>)
where
    P::Layout: Tracked,
{
    let len = pool.len();
    let live: BTreeSet<usize> = pool.handles().map(|handle| handle.index()).collect();
    assert_eq!(live.len(), len);
    let room = pool.remaining_capacity();
    let mut slots = live;
    for item in 0..room as u32 {
        let handle = pool.insert(item).expect("there is room");
        assert!(slots.insert(handle.index()), "a slot was handed out twice");
    }
    assert!(pool.is_full() && pool.insert(0).is_err());
    let handles: Vec<_> = pool.handles().collect();
    assert_eq!(handles.len(), len + room);
    for handle in handles {
        pool.remove(handle).expect("a live object");
    }
    assert!(pool.is_empty());
}
