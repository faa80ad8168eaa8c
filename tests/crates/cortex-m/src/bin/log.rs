//! What pools, handles, boxes and errors are in a log of `defmt`. The script `run` decodes the log and compares it with
//! `log.txt`.

#![no_std]
#![no_main]
#![deny(unsafe_code)]
#![warn(missing_docs)]

// The critical sections of the logger.
use cortex_m as _;

use core::panic::PanicInfo;
use cortex_m_rt::entry;
use cortex_m_semihosting::debug;
use defmt::println;
use defmt_semihosting as _;
use stackpool::{Handle, HandleMap, Link, Pool, PoolSpec, pool};

/// An index of two bytes and a generation.
#[derive(Pool)]
#[pool(capacity = 300)]
struct Particle {
    _ttl: u8,
}

/// An owned object.
#[derive(Pool)]
#[pool(capacity = 4, boxed)]
struct Node {
    key: u8,
    next: Option<NodeBox>,
}

/// A shared object.
#[derive(Pool, defmt::Format)]
#[pool(capacity = 2, shared)]
struct Reading {
    value: i16,
}

/// By hand: the derive of `defmt` cannot do types that contain themselves.
impl defmt::Format for Node {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=u8} -> {}", self.key, self.next);
    }
}

pool! {
    Two: [u8; 2], guard = live;
    Wide: [u8; 100_000], generation_bits = 9;
    Watched: [u8; 2], changes;
    Ports: [u8; 0..4];
}

#[entry]
fn main() -> ! {
    handles();
    pools();
    boxes();
    errors();
    debug::exit(debug::EXIT_SUCCESS);
    loop {}
}

/// Logs `handle`, an optional handle, and a link.
fn log_handle<P: PoolSpec>(handle: Handle<P>) {
    println!("{} {} {} {}", handle, Some(handle), None::<Handle<P>>, Link::new(Some(handle)));
}

fn handles() {
    let mut twos = TwoPool::new();
    log_pool_full(&mut twos);
    let mut particles = ParticlePool::new();
    for _ttl in 0..=255 {
        let _ = particles.insert(Particle { _ttl });
    }
    for _ttl in 0..2 {
        let _ = particles.insert(Particle { _ttl });
    }
    if let Some(handle) = particles.handle_at(257) {
        log_handle(handle);
        particles.remove(handle);
        println!("{}", particles.remove_many(&[handle]).err());
    }
    let wide = Handle::<Wide>::from_bits((300 << 17) | 70_000);
    println!("{} {}", wide, Link::<Wide>::NONE);
}

/// Fills a pool, and logs it before and after.
fn log_pool_full(twos: &mut TwoPool) {
    let first = twos.insert(7).ok();
    println!("{}, {}", twos, twos.stats());
    if let Some(handle) = first {
        log_handle(handle);
        println!("{}", twos.get_disjoint_mut([handle, handle]).err());
        let mut map = HandleMap::<Two, u8>::new();
        map.insert(handle, 1);
        println!("{}", map);
    }
    let _ = twos.insert(8);
    println!("{} {}", twos.insert(9).err(), twos);
}

fn pools() {
    println!("{}", Particle::take_pool().map(|pool| pool.len()));
    println!("{}", Particle::take_pool().map(|pool| pool.len()));

    let mut watched = WatchedPool::new();
    if let Ok(first) = watched.insert(5) {
        let _ = watched.insert(6);
        watched.remove(first);
    }
    for change in watched.changed() {
        println!("{}", change);
    }

    let mut ports = PortsPool::new();
    let port = ports.acquire();
    println!("{} {}", port, ports);
    println!("{} {}", ports.release(3), ports.release(9));
}

fn boxes() {
    if let Ok(node) = NodeBox::new(Node { key: 1, next: NodeBox::new(Node { key: 2, next: None }).ok() }) {
        println!("{}", node);
    }
    if let Ok(reading) = ReadingArc::new(Reading { value: -3 }) {
        println!("{} {}", reading, ReadingArc::downgrade(&reading));
    }
}

fn errors() {
    let mut twos = TwoPool::new();
    let mut buffer = [0; TwoPool::SAVED_BYTES];
    println!("{}", twos.save_into(&mut buffer[..9]).err());
    if let Ok(saved) = twos.save_into(&mut buffer) {
        let length = saved.len();
        println!("{}", WatchedPool::new().restore(saved));
        println!("{} {}", twos.restore(&buffer[..length - 1]), twos.restore(&buffer[..length]));
    }
    let path =
        stackpool::SnapshotError::new(stackpool::RestoreError::Guard).within_element(2).within("teams");
    println!("{}", path);
}

#[panic_handler]
fn panic(_info: &PanicInfo<'_>) -> ! {
    debug::exit(debug::EXIT_FAILURE);
    loop {}
}
