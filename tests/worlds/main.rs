//! Worlds: structs of pools and values that are saved, restored, compared and sent as one.
#![cfg(feature = "alloc")]

#[path = "../common/lossy_link.rs"]
mod lossy_link;
#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

#[cfg(feature = "heapless")]
mod by_hand;
mod changed;
mod changed_maps;
mod composites;
mod core_types;
mod deltas;
mod dense;
mod diff;
mod earlier;
mod enums;
mod golden;
mod growing;
mod grows;
mod history;
mod hostile;
mod items;
mod kept;
mod kinds;
mod lost_links;
mod lying;
mod messages;
mod model;
mod numbers;
mod order;
mod packets;
mod relink;
mod renamed;
mod resized;
mod skipped;
mod user_bits;

use crate::golden::definitions::Phase;
use crate::size::{IS_SMALL, miri_or};
use bytemuck::{CheckedBitPattern, NoUninit, Pod, Zeroable};
use stackpool::{
    HandleMap, Heap, Link, ListPool, Pool, RestoreError, Snapshot, SnapshotError, handle_array, pool,
};

/// The number of slots of most pools: with more than one word of them natively.
const SLOTS: usize = miri_or(20, 70);

#[derive(Pool, Clone, Copy, Debug, PartialEq, Pod, Zeroable, Snapshot)]
#[pool(capacity = SLOTS)]
#[snapshot(plain)]
#[repr(C)]
struct Unit {
    health: u32,
    target: Link<Unit>,
    padding: [u8; 3],
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = SLOTS, columns)]
struct Particle {
    #[pool(group = motion)]
    position: [f32; 2],
    #[pool(group = motion)]
    velocity: [f32; 2],
    life: u8,
    #[pool(skip)]
    sprite: u16,
}

pool! {
    Bullets: [[f32; 2]; SLOTS], quarantine = 8;
    Tiles: [u16; 100..140];
}

#[derive(Snapshot, Clone)]
struct Team {
    score: u32,
    boss: Option<UnitHandle>,
    units: UnitPool,
}

/// A world with fields of most kinds.
#[derive(Snapshot, Clone)]
struct World {
    frame: u32,
    teams: [Team; 2],
    bullets: Heap<BulletsPool>,
    particles: Heap<ParticlePool>,
    tiles: TilesPool,
    blocks: ListPool<u16, 3>,
    speeds: HandleMap<Unit, f32>,
    path: handle_array![Option<UnitHandle>; 16],
    pair: (bool, char),
    #[snapshot(plain)]
    phase: Phase,
    #[snapshot(skip)]
    name: String,
}

impl World {
    fn new() -> Self {
        let team = || Team { score: 0, boss: None, units: UnitPool::new() };
        World {
            frame: 0,
            teams: [team(), team()],
            bullets: BulletsPool::on_heap(),
            particles: ParticlePool::on_heap(),
            tiles: TilesPool::new(),
            blocks: ListPool::new([10, 20, 30]),
            speeds: HandleMap::new(),
            path: Default::default(),
            pair: (false, 'a'),
            phase: Phase::Menu,
            name: String::new(),
        }
    }

    /// A world in which something of everything lives, and something was removed.
    fn used() -> Self {
        let mut world = World::new();
        world.frame = 60;
        for (number, team) in world.teams.iter_mut().enumerate() {
            for health in 0..5 + number as u32 {
                team.boss = team.units.insert(unit(health)).ok();
            }
            let removed = team.units.handle_at(1).unwrap();
            team.units.remove(removed);
            team.score = 7 + number as u32;
        }
        for number in 0..4_u8 {
            world.particles.insert(particle(number)).unwrap();
            let bullet = world.bullets.insert([1.0, number.into()]).unwrap();
            if number % 2 == 1 {
                world.bullets.remove(bullet);
            }
        }
        world.tiles.acquire_many(3).unwrap();
        world.tiles.release(101).unwrap();
        let _ = world.blocks.acquire();
        for unit in world.teams[1].units.handles() {
            world.speeds.insert(unit, 1.5);
        }
        world.path.set(3, world.teams[1].boss);
        world.pair = (true, 'é');
        world.phase = Phase::Match;
        world.name.push_str("Ada");
        world
    }
}

fn unit(health: u32) -> Unit {
    Unit { health, ..Unit::zeroed() }
}

fn particle(number: u8) -> Particle {
    let place = f32::from(number);
    Particle { position: [place; 2], velocity: [place + 0.5; 2], life: number, sprite: 9 }
}

/// The positions in some bytes at which a test changes them: all natively, a few under Miri.
fn positions(bytes: &[u8]) -> impl Iterator<Item = usize> + use<> {
    (0..bytes.len()).step_by(miri_or(bytes.len() / 4 + 1, 1))
}

/// The changes of a byte.
const MASKS: &[u8] = miri_or(&[0x81], &[1, 0x80, 0xFF]);

/// Restores a value from these bytes. Either there is an error that changes nothing, or the value is saved as the same
/// bytes. Returns whether the bytes were accepted.
#[track_caller]
fn is_error_or_equal<T: Snapshot>(value: &mut T, saved: &[u8]) -> bool {
    let before = value.save();
    let restored = value.restore(saved);
    assert_eq!(T::check_saved(saved), restored, "a check says what a restore does");
    let expected = if restored.is_ok() { saved } else { &*before };
    assert!(value.save() == expected, "{restored:?}, but the value is not the expected one");
    restored.is_ok()
}

/// Returns the error of the bytes, after this change of them.
#[track_caller]
fn error_of<T: Snapshot>(value: &T, change: impl FnOnce(&mut Vec<u8>)) -> SnapshotError {
    let mut saved = value.save();
    change(&mut saved);
    T::check_saved(&saved).unwrap_err()
}

/// Where the bytes of each field of a saved struct are.
fn fields_of(saved: &[u8]) -> Vec<std::ops::Range<usize>> {
    let count = usize::from(u16::from_ne_bytes(saved[14..16].try_into().unwrap()));
    let mut end = 24 + 8 * count;
    let lengths = saved[24..end].chunks_exact(8);
    if saved[12..14] == 6_u16.to_ne_bytes() {
        // The names of the fields.
        end += 4 + u32::from_ne_bytes(saved[end..end + 4].try_into().unwrap()) as usize;
    }
    lengths
        .map(|length| {
            let start = end;
            end += u64::from_ne_bytes(length.try_into().unwrap()) as usize;
            start..end
        })
        .collect()
}

/// Writes the length of a field of a saved struct.
fn set_length(saved: &mut [u8], field: usize, length: u64) {
    saved[24 + 8 * field..][..8].copy_from_slice(&length.to_ne_bytes());
}

/// The functions of a `Snapshot` by hand that saves its first field, with this shape.
macro_rules! saves_its_field {
    ($field:ty, $shape:literal) => {
        const SAVED_BYTES: usize = <$field as Snapshot>::SAVED_BYTES;
        const SHAPE: u64 = $shape;

        fn saved_len(&self) -> usize {
            self.0.saved_len()
        }

        fn write_saved(&self, buffer: &mut [u8]) -> usize {
            self.0.write_saved(buffer)
        }

        fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
            <$field as Snapshot>::check_saved(saved)
        }

        fn restore_then(
            &mut self,
            saved: &[u8],
            then: &mut dyn FnMut() -> Result<(), SnapshotError>,
        ) -> Result<(), SnapshotError> {
            self.0.restore_then(saved, then)
        }
    };
}
use saves_its_field;
