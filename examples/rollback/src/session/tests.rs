//! The session accepts the game, and detects each kind of wrong rollback.

use super::*;
use crate::actors::{Shot, ShotPool};
use bytemuck::Zeroable;

/// By this frame, objects of every kind have died.
const FRAMES: u32 = 100;

/// A world with something wrong after a restore, or in a frame.
struct Wrong {
    world: World,
    /// Called with the world, and the number of frames played so far.
    frame: fn(&mut World, u32),
    /// Called with the world before the restore and the world after it.
    restore: fn(&World, &mut World),
    played: u32,
}

impl Game for Wrong {
    fn advance(&mut self, inputs: [Input; 2]) {
        self.played += 1;
        (self.frame)(&mut self.world, self.played);
        self.world.advance(inputs);
    }

    fn save_into(&mut self, buffer: &mut [u8]) -> Result<usize, Box<dyn Error>> {
        Ok(self.world.save_into(buffer)?)
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), Box<dyn Error>> {
        let mut before = World::new(0);
        let mut now = vec![0; World::SAVED_BYTES];
        let length = self.world.save_into(&mut now)?;
        before.restore(&now[..length])?;
        self.world.restore(saved)?;
        (self.restore)(&before, &mut self.world);
        Ok(())
    }
}

fn outcome(frame: fn(&mut World, u32), restore: fn(&World, &mut World)) -> Result<(), String> {
    let mut game = Wrong { world: World::new(1), frame, restore, played: 0 };
    play(&mut game, FRAMES).map(|_| ()).map_err(|error| error.to_string())
}

#[track_caller]
fn is_caught(frame: fn(&mut World, u32), restore: fn(&World, &mut World)) {
    let error = outcome(frame, restore).unwrap_err();
    assert!(error.contains("checksum mismatch"), "{error}");
}

fn right(_: &mut World, _: u32) {}

fn whole(_: &World, _: &mut World) {}

#[test]
fn what_is_rolled_back_whole_passes() {
    assert_eq!(outcome(right, whole), Ok(()));
}

#[test]
fn frames_are_played_again_and_buffers_are_used_again() {
    let mut world = World::new(1);
    let asked = play(&mut world, FRAMES).unwrap();
    let rollbacks = u64::from(FRAMES) - DISTANCE as u64 - 1;
    assert_eq!(asked.restores.times, rollbacks);
    assert_eq!(asked.advances.times, u64::from(FRAMES) + rollbacks * DISTANCE as u64);
    assert_eq!(asked.saves.times, u64::from(FRAMES) + rollbacks * (DISTANCE as u64 - 1));
    assert_eq!(world.round.frame, FRAMES);
}

#[test]
fn a_game_that_depends_on_how_often_it_was_played_is_caught() {
    is_caught(|world, played| world.round.random = crate::random::Random::new(played.into()), whole);
}

#[test]
fn random_numbers_that_are_not_restored_are_caught() {
    is_caught(right, |before, world| world.round.random = before.round.random);
}

#[test]
fn each_pool_that_is_not_restored_is_caught() {
    is_caught(right, |before, world| world.ships.clone_from(&before.ships));
    is_caught(right, |before, world| world.drones.clone_from(&before.drones));
    is_caught(right, |before, world| world.shots.clone_from(&before.shots));
    is_caught(right, |before, world| world.debris.clone_from(&before.debris));
}

#[test]
fn objects_that_come_back_under_other_handles_are_caught() {
    is_caught(right, |_, world| {
        let mut shots = ShotPool::on_heap();
        shots.extend(world.shots.drain().map(|(_, shot)| shot));
        world.shots = shots;
    });
}

/// Uses the two slots that are taken next, and gives them back.
fn use_the_next_two(shots: &mut ShotPool) {
    let Ok([first, second]) = shots.insert_array_with(|_| [Shot::zeroed(); 2]) else { return };
    shots.remove(second);
    shots.remove(first);
}

/// The same objects under the same handles. Only the free slots differ.
#[test]
fn another_order_of_the_free_slots_is_caught() {
    let mut shots = ShotPool::on_heap();
    shots.extend([Shot::zeroed(); 5]);
    let before = shots.clone();
    use_the_next_two(&mut shots);
    assert!(
        shots.handles().eq(before.handles())
            && shots.save() != before.save()
            && shots.next_handle() != before.next_handle()
    );

    is_caught(right, |_, world| use_the_next_two(&mut world.shots));
}
