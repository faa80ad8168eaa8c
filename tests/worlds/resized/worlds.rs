//! Worlds and side tables of a game whose capacities were raised.

use super::*;
use stackpool::SparseHandleMap;

mod versions {
    //! A game before and after its capacities were raised.

    use stackpool::{HandleMap, Heap, Link, ListPool, Pool, Snapshot, ValuePool, pool};

    macro_rules! versions {
        ($($version:ident: $units:literal, $last_port:literal, $particles:literal, $bits:literal;)*) => {$(
            pub(super) mod $version {
                use super::*;

                #[derive(Pool, Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
                #[pool(capacity = $units, generation_bits = $bits)]
                #[repr(C)]
                pub(crate) struct Unit {
                    pub(crate) health: u32,
                    pub(crate) targets: [Link<Unit>; 2],
                }

                #[derive(Pool, Clone, Copy, Debug, PartialEq)]
                #[pool(capacity = $particles, columns)]
                pub(crate) struct Particle {
                    #[pool(group = motion)]
                    pub(crate) place: [f32; 2],
                    pub(crate) life: u8,
                    #[pool(group = motion)]
                    pub(crate) speed: [f32; 2],
                }

                pool! { pub(crate) Ports: [u16; 8_000..$last_port]; }

                #[derive(Snapshot)]
                pub(crate) struct Team {
                    pub(crate) units: Heap<UnitPool>,
                    pub(crate) boss: Option<UnitHandle>,
                }

                #[derive(Snapshot)]
                pub(crate) struct Game {
                    pub(crate) frame: u64,
                    pub(crate) teams: [Team; 2],
                    pub(crate) particles: Heap<ParticlePool>,
                    pub(crate) ports: ValuePool<Ports>,
                    pub(crate) list: ListPool<u8, 4>,
                    pub(crate) speeds: HandleMap<Unit, f32>,
                    pub(crate) pair: (u8, Heap<UnitPool>),
                }

                impl Game {
                    pub(crate) fn new() -> Self {
                        let team = || Team { units: UnitPool::on_heap(), boss: None };
                        Game {
                            frame: 0,
                            teams: [team(), team()],
                            particles: ParticlePool::on_heap(),
                            ports: ValuePool::new(),
                            list: ListPool::new([1, 2, 3, 4]),
                            speeds: HandleMap::new(),
                            pair: (0, UnitPool::on_heap()),
                        }
                    }
                }
            }
        )*};
    }

    versions! {
        first: 600, 8_100, 600, 2;
        second: 1_000, 8_300, 1_000, 5;
        // What does not fit.
        more_units: 2_000, 8_300, 1_000, 5;
        fewer_particles: 1_000, 8_300, 500, 5;
        fewer_generations: 1_000, 8_300, 1_000, 1;
        wide_handles: 1_000, 8_300, 1_000, 20;
    }
}

/// A game of the first version in which something of everything lives.
fn first_game() -> versions::first::Game {
    use versions::first::{Game, Particle, Unit};
    let mut game = Game::new();
    game.frame = 7;
    game.pair.0 = 9;
    for team in &mut game.teams {
        for health in 0..9 {
            team.boss = team.units.insert(Unit { health, targets: [team.boss.into(), Link::default()] }).ok();
        }
        let removed = team.units.handle_at(4).unwrap();
        team.units.remove(removed);
        team.units.insert(Unit { health: 99, targets: [Link::default(); 2] }).unwrap();
    }
    for life in 0..40 {
        let row = Particle { place: [life.into(); 2], life, speed: [1.0; 2] };
        game.particles.insert(row).unwrap();
    }
    game.particles.retain(|_, row| *row.life % 3 == 1);
    game.ports.acquire_many(12).unwrap();
    game.ports.release(8_003).unwrap();
    let _ = game.list.acquire();
    for handle in game.teams[0].units.handles() {
        game.speeds.insert(handle, handle.index() as f32);
    }
    game
}

#[test]
fn a_world_of_everything_grows() {
    let (mut small, mut large) = (first_game(), versions::second::Game::new());
    let saved = small.save();
    assert_eq!(
        large.restore(&saved).unwrap_err().to_string(),
        "teams[0].units: saved with capacity 600, this pool has 1,000: `restore_resized` reads saves of smaller pools, \
         but no lists and no deltas"
    );
    large.restore_resized(&saved).unwrap();
    assert_eq!((large.frame, large.pair.0), (7, 9));
    for (small, large) in small.teams.iter_mut().zip(&mut large.teams) {
        assert_eq!(small.boss.map(Handle::to_bits), large.boss.map(Handle::to_bits));
        for (handle, unit) in &*small.units {
            let other = large.units[same(handle)];
            assert_eq!(other.health, unit.health);
            assert_eq!(
                other.targets[0].get().map(Handle::to_bits),
                unit.targets[0].get().map(Handle::to_bits)
            );
        }
        assert_eq!(small.units.len(), large.units.len());
        assert_eq!(
            small.units.next_handle().map(Handle::to_bits),
            large.units.next_handle().map(Handle::to_bits)
        );
    }
    assert_eq!(small.particles.len(), large.particles.len());
    for (handle, row) in &*small.particles {
        let other = large.particles.get(same(handle)).unwrap();
        assert_eq!((other.place, other.speed), (row.place, row.speed));
        assert_eq!(other.life, row.life);
    }
    assert!(small.ports.iter().eq(large.ports.iter()));
    while let Some(port) = small.ports.acquire() {
        assert_eq!(large.ports.acquire(), Some(port));
    }
    assert_eq!(large.ports.acquire(), Some(8_100));
    assert_eq!(large.list.available(), [2, 3, 4]);
    let of_small = small.speeds.iter().map(|(handle, speed)| (handle.to_bits(), *speed));
    assert!(large.speeds.iter().map(|(handle, speed)| (handle.to_bits(), *speed)).eq(of_small));
    versions::second::Game::check_saved(&large.save()).unwrap();
}

#[test]
fn the_field_that_does_not_fit_is_named() {
    #[track_caller]
    fn refuses<T: Snapshot>(mut game: T, saved: &[u8], text: &str) {
        let before = game.save();
        assert_eq!(game.restore_resized(saved).unwrap_err().to_string(), text);
        assert!(game.save() == before);
    }
    let saved = first_game().save();
    refuses(
        versions::more_units::Game::new(),
        &saved,
        "teams[0].units: saved handles have 10 bits of index, those of this pool have 11, so they would name other \
         objects: a pool of 1,023 slots or fewer can take them, and with \
         `grows_to = N`, from its first save on, one of up to N slots",
    );
    refuses(
        versions::fewer_particles::Game::new(),
        &saved,
        "particles: saved with capacity 600, this pool has 500: that pool was larger, or had `grows_to`",
    );
    refuses(
        versions::fewer_generations::Game::new(),
        &saved,
        "teams[0].units: saved with 4 generations, this pool has 2",
    );
    // Handles of 2 bytes do not fit into fields of 4: the type is another one.
    refuses(
        versions::wide_handles::Game::new(),
        &saved,
        "teams[0].boss: this field was saved with another type",
    );
    // A list does not grow.
    refuses(
        (ListPool::new([1_u8; 5]),),
        &(ListPool::new([1_u8; 4]),).save(),
        "0: saved with capacity 4, this pool has 5: `restore_resized` reads saves of smaller pools, \
         but no lists and no deltas",
    );
}

#[test]
fn hostile_worlds_are_refused_or_valid() {
    let (saved, mut large) = (first_game().save(), versions::second::Game::new());
    for at in positions(&saved) {
        for mask in [0x81, 0xFF] {
            let mut wrong = saved.clone();
            wrong[at] ^= mask;
            let restored = large.restore_resized(&wrong);
            if restored.is_ok() {
                versions::second::Game::check_saved(&large.save()).unwrap();
                large.restore_resized(&saved).unwrap();
            }
        }
        assert!(large.restore_resized(&saved[..at]).is_err());
    }
}

/// A map of a pool of 600 slots has no handle of slot 600.
#[test]
fn a_map_has_handles_of_its_smaller_pool() {
    use versions::{first, second};
    let mut map = HandleMap::<first::Unit, u8>::new();
    map.insert(Handle::from_bits(599 | 3 << 10).unwrap(), 1);
    let saved = map.save();
    let mut large = HandleMap::<second::Unit, u8>::new();
    let resize = |saved: &[u8]| {
        let mut buffer = [0; 100];
        HandleMap::<second::Unit, u8>::resize_saved(saved, &mut buffer).map(|saved| saved.to_vec())
    };
    large.restore(&resize(&saved).unwrap()).unwrap();
    assert!(large.keys().map(Handle::to_bits).eq([599 | 3 << 10]));
    for bits in [600, 999, 599 | 4 << 10, 31 << 10, 1_000, u32::MAX] {
        let mut wrong = saved.clone();
        wrong[40..44].copy_from_slice(&bits.to_ne_bytes());
        assert_eq!(resize(&wrong), Err(ResizeError::Saved(RestoreError::Value).into()), "{bits}");
    }
    let sparse =
        SparseHandleMap::<first::Unit, u8, 3>::from_iter(map.iter().map(|(handle, &value)| (handle, value)));
    let mut large = SparseHandleMap::<second::Unit, u8, 9>::new();
    Snapshot::restore_resized(&mut large, &sparse.save()).unwrap();
    assert!(large.keys().iter().map(|key| key.to_bits()).eq([599 | 3 << 10]) && large.values() == [1]);
    let small = HandleMap::<second::Unit, u8>::resize_saved(&saved, &mut [0; 9]).unwrap_err();
    assert!(matches!(small.error(), ResizeError::BufferTooSmall(error) if error.needed() == saved.len()));
}
