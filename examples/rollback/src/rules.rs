//! The rules of the game: what happens in a frame.

use crate::actors::{Debris, Drone, DroneHandle, Ship, ShipHandle, Shot};
use crate::players::Input;
use crate::space::{PIXEL, SIDE, distance, moved, steered, way};
use crate::world::World;
use stackpool::Link;

/// Drones that appear per frame.
const WAVE: u32 = 6;
/// Shots of a ship per frame.
const SALVO: u32 = 8;
/// Pieces of debris per drone.
const PIECES: u32 = 24;
/// The distance at which a shot hits, and at which a drone rams.
const REACH: i32 = 10 * PIXEL;

impl World {
    /// Plays the next frame.
    pub(crate) fn advance(&mut self, inputs: [Input; 2]) {
        self.round.frame += 1;
        let before = self.alive() as u64 + self.round.died;
        for (player, input) in inputs.into_iter().enumerate() {
            self.play(player, input);
        }
        self.send_drones();
        self.move_drones();
        self.move_shots();
        self.move_debris();
        self.round.spawned += self.alive() as u64 + self.round.died - before;
        self.round.most_alive = self.round.most_alive.max(self.alive() as u32);
    }

    /// Moves the ship of a player and fires its shots. A player without a ship gets one.
    fn play(&mut self, player: usize, input: Input) {
        let Some(handle) = self.round.ships[player].get().filter(|ship| self.ships.contains(*ship)) else {
            let ship = Ship { at: [SIDE / 3 * (player as i32 + 1), SIDE / 2], speed: [0, 0] };
            self.round.ships[player] = self.ships.insert(ship).ok().into();
            return;
        };
        let ship = &mut self.ships[handle];
        ship.speed = steered(ship.speed, input.thrust().map(|axis| axis * PIXEL), PIXEL / 8, 3 * PIXEL);
        ship.at = moved(ship.at, ship.speed);
        if input.fires() {
            self.fire(handle);
        }
    }

    fn fire(&mut self, ship: ShipHandle) {
        let ship = self.ships[ship];
        let nearest = self.drones.iter().min_by_key(|(_, drone)| distance(ship.at, drone.at));
        let target = Link::new(nearest.map(|(drone, _)| drone));
        for _ in 0..SALVO {
            let speed = self.round.random.within(4 * PIXEL);
            let shot = Shot { at: ship.at, speed, left: 90, target };
            self.round.refused += u64::from(self.shots.insert(shot).is_err());
        }
    }

    /// Drones come in rows: each one follows the one before it.
    fn send_drones(&mut self) {
        for _ in 0..WAVE {
            let random = &mut self.round.random;
            let leader = if random.below(8) == 0 { Link::NONE } else { self.round.last_drone };
            let prey = self.round.ships[random.below(2) as usize];
            let at = [random.below(SIDE as u32) as i32, 0];
            let drone = Drone { at, speed: random.within(PIXEL), armour: random.below(2), leader, prey };
            match self.drones.insert(drone) {
                Ok(drone) => self.round.last_drone = drone.into(),
                Err(_) => self.round.refused += 1,
            }
        }
    }

    /// Moves the drones in the order of their slots. Each drone sees the drones before it in their new places.
    fn move_drones(&mut self) {
        for index in 0..self.drones.capacity() {
            if let Some(handle) = self.drones.handle_at(index) {
                self.move_drone(handle);
            }
        }
    }

    fn move_drone(&mut self, handle: DroneHandle) {
        let mut drone = self.drones[handle];
        let leader = drone.leader.get().and_then(|leader| self.drones.get(leader));
        let prey = drone.prey.get().filter(|prey| self.ships.contains(*prey));
        if let Some(leader) = leader {
            drone.speed = steered(drone.speed, way(drone.at, leader.at), PIXEL / 8, 2 * PIXEL);
        } else if let Some(prey) = prey {
            drone.speed = steered(drone.speed, way(drone.at, self.ships[prey].at), PIXEL / 4, 3 * PIXEL);
        } else {
            drone.prey = self.round.ships[self.round.random.below(2) as usize];
        }
        drone.at = moved(drone.at, drone.speed);
        self.drones[handle] = drone;
        if let Some(prey) = prey.filter(|prey| distance(drone.at, self.ships[*prey].at) < REACH) {
            self.ships.remove(prey);
            self.round.died += 1;
            self.destroy(handle);
        }
    }

    fn move_shots(&mut self) {
        for index in 0..self.shots.capacity() {
            let Some(handle) = self.shots.handle_at(index) else { continue };
            let mut shot = self.shots[handle];
            if shot.left == 0 || self.hits(&mut shot) {
                self.shots.remove(handle);
                self.round.died += 1;
            } else {
                self.shots[handle] = shot;
            }
        }
    }

    /// Moves a shot. Returns whether it hit its target.
    fn hits(&mut self, shot: &mut Shot) -> bool {
        shot.left -= 1;
        shot.at = moved(shot.at, shot.speed);
        let target = shot.target.get().filter(|target| self.drones.contains(*target));
        let Some(target) = target else {
            shot.target = self.some_drone();
            return false;
        };
        let drone = &mut self.drones[target];
        shot.speed = steered(shot.speed, way(shot.at, drone.at), PIXEL, 6 * PIXEL);
        if distance(shot.at, drone.at) >= REACH {
            return false;
        }
        match drone.armour.checked_sub(1) {
            Some(armour) => drone.armour = armour,
            None => self.destroy(target),
        }
        true
    }

    /// A drone at a random slot, if there is one.
    fn some_drone(&mut self) -> Link<Drone> {
        let index = self.round.random.below(self.drones.capacity() as u32);
        self.drones.handle_at(index as usize).into()
    }

    /// Leaves the debris of a drone.
    fn destroy(&mut self, handle: DroneHandle) {
        let Some(drone) = self.drones.remove(handle) else { return };
        self.round.died += 1;
        for heat in 0..PIECES {
            let random = &mut self.round.random;
            let [x, y] = random.within(2 * PIXEL);
            let piece = Debris {
                at: drone.at,
                speed: [drone.speed[0] + x, drone.speed[1] + y],
                left: 30 + random.below(90),
                angle: 0,
                spin: random.below(1 << 12) as u16,
                pull: self.round.last_drone,
                heat,
            };
            self.round.refused += u64::from(self.debris.insert(piece).is_err());
        }
    }

    fn move_debris(&mut self) {
        let drones = &self.drones;
        let before = self.debris.len();
        self.debris.retain(|_, piece| {
            if let Some(pull) = piece.pull.get().and_then(|pull| drones.get(pull)) {
                piece.speed = steered(piece.speed, way(piece.at, pull.at), PIXEL / 16, 4 * PIXEL);
            }
            piece.at = moved(piece.at, piece.speed);
            piece.angle = piece.angle.wrapping_add(u32::from(piece.spin));
            piece.left = piece.left.saturating_sub(1);
            piece.left > 0
        });
        self.round.died += (before - self.debris.len()) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players;
    use crate::world::Round;

    #[test]
    fn something_is_born_and_something_dies_in_every_frame() {
        let mut world = World::new(1);
        for frame in 0..300 {
            let before = world.round;
            world.advance(players::inputs(frame));
            let now = world.round;
            assert!(now.spawned > before.spawned, "frame {frame}");
            assert!(now.died > before.died || frame < 150, "frame {frame}");
            assert_eq!(now.spawned - now.died, world.alive() as u64);
        }
    }

    /// These figures are the same on every machine and in every build.
    #[test]
    fn the_same_inputs_are_the_same_game() {
        let mut world = World::new(1);
        for frame in 0..300 {
            world.advance(players::inputs(frame));
        }
        let Round { spawned, died, refused, most_alive, .. } = world.round;
        assert_eq!((spawned, died, refused, most_alive), (22_282, 14_141, 75, 8_939));
    }
}
