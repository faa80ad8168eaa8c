//! Static pools: they can be taken once, are empty, and can be used in the thread that took them.
#![expect(unsafe_code, reason = "`link_section` is an unsafe attribute")]

use stackpool::{LiveSites, Pool, pool};
use std::panic::Location;

#[derive(Pool)]
#[pool(capacity = 1_000)]
struct Particle {
    ttl: u32,
}

pool! {
    /// Large enough that `take_pool` zeroes the bookkeeping: 320 KB.
    Voxels: [[u8; 4_000]; 80];
    LiveVoxels: [[u8; 4_000]; 80], guard = live;
    /// Every slot always holds a valid value.
    Samples: [[u64; 512]; 80], guard = none;
    Raced: [u32; 100];
    Named: [u32; 100];
    NotSend: [std::rc::Rc<u32>; 10];

    /// In a section of its own, which start-up code might not clear.
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".bss.stackpool_test"))]
    Placed: [u32; 300];
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".bss.stackpool_test"))]
    PlacedTiles: [u16; 8..12];
    /// In a section that cannot hold initial values: the list is written when the pool is taken.
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".bss.stackpool_test"))]
    PlacedPorts: [&'static u32 = [&80, &443]];
}

#[test]
fn a_static_pool_is_taken_once() {
    let particles = Particle::take_pool().unwrap();
    assert!(Particle::take_pool().is_err());
    assert!(particles.is_empty());
    let handle = particles.insert(Particle { ttl: 3 }).ok().unwrap();
    particles[handle].ttl -= 1;
    assert_eq!((particles[handle].ttl, particles.len()), (2, 1));
    particles.extend((0..999).map(|ttl| Particle { ttl }));
    assert!(particles.is_full());
    assert!(Particle::take_pool().is_err());
}

/// What a test prints that fails because another test took the pool.
#[test]
fn a_second_taker_learns_the_pool_and_the_remedy() {
    let (_first, line) = (Named::take_pool().unwrap(), line!());
    let error = Named::take_pool().map(|_| ()).unwrap_err();
    assert_eq!(error.name(), "Named");
    let remedy = if cfg!(feature = "alloc") { "on_heap()" } else { "new()" };
    let place = if LiveSites::IS_TRACKED { format!(", at {}:{line}:27", file!()) } else { String::new() };
    let words = format!(
        "the static pool of `Named` was taken before{place}; to share a pool with a thread or an interrupt handler, \
         put it in a mutex: see `stackpool::guide::firmware`; in tests, make a pool per test: `Pool::<Named>::{remedy}`"
    );
    assert_eq!(error.taken_at().map(Location::line), LiveSites::IS_TRACKED.then_some(line));
    assert_eq!(error.to_string(), words);
    assert_eq!(format!("{error:?}"), format!("AlreadyTaken({words})"));
}

#[test]
fn large_static_pools_are_empty_too() {
    let voxels = Voxels::take_pool().unwrap();
    assert!(Voxels::take_pool().is_err());
    const { assert!(VoxelsPool::TOTAL_BYTES > 256 << 10) };
    let handles: Vec<_> = (0..80).map(|_| voxels.insert([1; 4_000]).unwrap()).collect();
    assert!(handles.iter().map(|handle| handle.index()).eq(0..80));
    assert!(voxels.is_full() && voxels.insert([2; 4_000]).is_err());
    voxels.clear();
    assert_eq!(voxels.iter().count(), 0);

    let voxels = LiveVoxels::take_pool().unwrap();
    assert_eq!((voxels.len(), voxels.iter().count()), (0, 0));
    assert_eq!(voxels.insert([1; 4_000]).unwrap().index(), 0);
}

#[test]
fn a_large_static_pool_without_a_guard_is_zeroed() {
    let samples = Samples::take_pool().unwrap();
    assert!((0..80).all(|index| samples[samples.handle_at(index).unwrap()] == [0; 512]));
}

#[test]
fn one_of_many_threads_takes_it() {
    let takers: Vec<_> = (0..8).map(|_| std::thread::spawn(|| Raced::take_pool().is_ok())).collect();
    let taken: Vec<bool> = takers.into_iter().map(|taker| taker.join().unwrap()).collect();
    assert_eq!(taken.iter().filter(|&&taken| taken).count(), 1);
}

#[test]
fn items_that_are_not_send_stay_on_the_thread_that_took_the_pool() {
    let pool = std::thread::spawn(|| {
        let pool = NotSend::take_pool().unwrap();
        let handle = pool.insert(std::rc::Rc::new(7)).unwrap();
        *pool[handle]
    });
    assert_eq!(pool.join().unwrap(), 7);
    assert!(NotSend::take_pool().is_err());
}

#[test]
fn a_pool_in_a_section_of_its_own() {
    let placed = Placed::take_pool().unwrap();
    assert!(Placed::take_pool().is_err());
    assert_eq!(placed.try_extend(0..).unwrap_err().into_inner(), 300);
}

#[test]
fn values_in_a_section_of_their_own() {
    let tiles = PlacedTiles::take_pool().unwrap();
    assert!(PlacedTiles::take_pool().is_err());
    assert!(tiles.acquire_many(4).unwrap().eq(8..12));

    let ports = PlacedPorts::take_pool().unwrap();
    assert!(PlacedPorts::take_pool().is_err());
    assert_eq!(ports.available(), [&80, &443]);
}

#[test]
fn a_static_of_ones_own() {
    use std::sync::Mutex;
    static PARTICLES: Mutex<ParticlePool> = Mutex::new(Pool::new());
    let handle = PARTICLES.lock().unwrap().insert(Particle { ttl: 1 }).ok().unwrap();
    assert_eq!(PARTICLES.lock().unwrap()[handle].ttl, 1);
}
