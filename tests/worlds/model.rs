//! Worlds after random operations, and clones of them. A world that was restored is the world that was cloned: the same
//! contents, the same bytes, and the same results of all that follows.

use super::*;
use crate::size::cases;
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Changes the world, as these numbers say.
    Change(u8, u8, u16),
    /// Notes the state.
    Save,
    /// Goes back, or forward again, to one of the states that were noted.
    Restore(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => any::<(u8, u8, u16)>().prop_map(|(field, action, value)| Step::Change(field, action, value)),
        2 => Just(Step::Save),
        1 => any::<usize>().prop_map(Step::Restore),
    ];
    prop::collection::vec(step, 0..miri_or(25, 200))
}

/// Changes a field of the world. Two worlds of the same state must give the same result.
pub(super) fn change(world: &mut World, field: u8, action: u8, value: u16) -> Option<u32> {
    let number = u32::from(value);
    let which = usize::from(value);
    match field % 10 {
        0 => world.frame = world.frame.wrapping_add(number),
        field @ (1 | 2) => {
            let team = &mut world.teams[usize::from(field) - 1];
            if action < 150 {
                team.boss = team.units.insert(unit(number)).ok();
                return team.boss.map(stackpool::Handle::to_bits);
            }
            let handle = team.units.handles().nth(which % SLOTS)?;
            return team.units.remove(handle).map(|unit| unit.health);
        }
        3 => match action {
            0..150 => {
                return world.bullets.insert([f32::from(value), 1.0]).ok().map(stackpool::Handle::to_bits);
            }
            150..155 => world.bullets.clear(),
            _ => {
                let handle = world.bullets.handles().nth(which % SLOTS)?;
                return world.bullets.remove(handle).map(|[x, _]| x.to_bits());
            }
        },
        4 => match action {
            0..150 => {
                return world.particles.insert(particle(value as u8)).ok().map(stackpool::Handle::to_bits);
            }
            _ => {
                let handle = world.particles.handles().nth(which % SLOTS)?;
                return world.particles.remove(handle).map(|particle| particle.life.into());
            }
        },
        5 => match action {
            0..150 => return world.tiles.acquire().map(u32::from),
            _ => return world.tiles.release(100 + value % 40).ok().map(|()| 1),
        },
        6 => match action {
            0..150 => return world.blocks.acquire().map(u32::from),
            _ => return world.blocks.release(value).ok().map(|()| 1),
        },
        7 => {
            let handle = world.teams[0].units.handles().nth(which % SLOTS)?;
            let old = match action {
                0..150 => world.speeds.insert(handle, f32::from(value)).map(|(_, old)| old),
                _ => world.speeds.remove(handle),
            };
            return old.map(f32::to_bits);
        }
        8 => world.path.set(which % 16, world.teams[which % 2].boss),
        _ => {
            world.pair = (action % 2 == 0, char::from_u32(number).unwrap_or('?'));
            world.phase = if action < 128 { Phase::Menu } else { Phase::Match };
        }
    }
    None
}

/// Compares all that can be seen of two worlds.
fn assert_same(a: &World, b: &World) {
    assert_eq!((a.frame, a.pair, a.phase), (b.frame, b.pair, b.phase));
    for (a, b) in a.teams.iter().zip(&b.teams) {
        assert!(a.units == b.units && (a.score, a.boss) == (b.score, b.boss));
        assert_eq!(a.units.next_handle(), b.units.next_handle());
    }
    assert!(a.bullets == b.bullets && a.bullets.next_handle() == b.bullets.next_handle());
    // What is skipped is not restored.
    let rows = |world: &World| -> Vec<_> {
        world.particles.iter().map(|(handle, row)| (handle, *row.position, *row.life)).collect()
    };
    assert_eq!(rows(a), rows(b));
    assert!(a.tiles.iter().eq(b.tiles.iter()) && a.blocks.available() == b.blocks.available());
    assert!(a.speeds.iter().eq(b.speeds.iter()) && a.path == b.path);
}

proptest! {
    #![proptest_config(cases(2, 60))]

    #[test]
    fn a_restored_world_is_its_clone(steps in steps()) {
        let mut world = World::new();
        let mut known = vec![(world.clone(), world.save())];
        // Changes both from the last state that was reached, if it was reached by a restore.
        let mut twin: Option<World> = None;
        for step in steps {
            match step {
                Step::Change(field, action, value) => {
                    let result = change(&mut world, field, action, value);
                    if let Some(twin) = &mut twin {
                        prop_assert_eq!(change(twin, field, action, value), result);
                    }
                }
                Step::Save => {
                    let (_, base) = known.last().unwrap();
                    let (saved, delta) = (world.save(), world.delta(base).unwrap());
                    prop_assert!(World::patch(base, &delta).unwrap() == saved);
                    known.push((world.clone(), saved));
                }
                Step::Restore(which) => {
                    let (clone, saved) = &known[which % known.len()];
                    let back = clone.delta(&world.save()).unwrap();
                    prop_assert!(&World::patch(&world.save(), &back).unwrap() == saved);
                    world.restore(saved).unwrap();
                    twin = Some(clone.clone());
                }
            }
            if let Some(twin) = &twin {
                assert_same(&world, twin);
            }
        }
        if let Some(twin) = twin {
            prop_assert!(world.save() == twin.save() && world.checksum() == twin.checksum());
        }
        for (clone, saved) in &known {
            prop_assert!(clone.save() == *saved);
            world.restore(saved).unwrap();
            assert_same(&world, clone);
        }
    }
}
