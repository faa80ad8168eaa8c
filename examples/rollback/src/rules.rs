//! The rules of the game: what happens in a frame.

use crate::actors::{Missile, Rock, RockHandle, Ship, ShipHandle, Shot, Spark};
use crate::pilots::Input;
use crate::space::{PIXEL, SIDES, TURN, ahead, is_near, moved, plus, way};
use crate::world::{Claims, Storage, Table, World};
use stackpool::Link;

/// The rocks that there are at least.
const ROCKS: usize = 14;
/// The radius of a ship, in pixels.
const SHIP: i32 = 9;
/// How many hits a new ship survives, and its missiles.
const SHIELD: u16 = 6;
const MISSILES: u16 = 8;
/// The frames that a player waits for a new ship.
const WAIT: u16 = 60;

/// The radius of a rock in pixels, by its size.
pub(crate) fn radius(size: u16) -> i32 {
    [0, 8, 15, 26][usize::from(size)]
}

impl<S: Storage> World<S> {
    /// Plays the next frame.
    pub(crate) fn advance(&mut self, inputs: [Input; 2]) {
        self.round.frame += 1;
        for (player, input) in inputs.into_iter().enumerate() {
            match self.ship_of(player) {
                Some(ship) => self.fly(ship, player, input),
                None => self.wait(player),
            }
        }
        self.bring_rock();
        self.mend_walls();
        self.move_rocks();
        self.move_shots();
        self.move_missiles();
        self.sparks.retain(|spark| {
            spark.at = moved(spark.at, spark.speed);
            spark.speed = spark.speed.map(|axis| axis - axis / 32);
            spark.heat -= spark.heat / 24;
            spark.left = spark.left.saturating_sub(1);
            spark.left > 0
        });
    }

    pub(crate) fn ship_of(&self, player: usize) -> Option<ShipHandle> {
        self.round.ships[player].get().filter(|ship| self.ships.get(*ship).is_some())
    }

    fn wait(&mut self, player: usize) {
        if let Some(left) = self.round.wait[player].checked_sub(1) {
            self.round.wait[player] = left;
            return;
        }
        let [width, height] = SIDES;
        let ship = Ship {
            at: [width / 4 * (2 * player as i32 + 1), height / 2],
            speed: [0, 0],
            heading: TURN / 2 * player as u16,
            reload: 30,
            shield: SHIELD,
            missiles: MISSILES,
        };
        self.round.ships[player] = self.ships.insert(ship).into();
    }

    /// Moves the ship of a player, and fires.
    fn fly(&mut self, handle: ShipHandle, player: usize, input: Input) {
        let Some(mut ship) = self.ships.get(handle) else { return };
        ship.heading = (ship.heading + TURN).wrapping_add_signed(input.turn()) % TURN;
        if input.thrusts() {
            ship.speed = plus(ship.speed, ahead(ship.heading, PIXEL / 5));
            let speed = plus(ship.speed, ahead(ship.heading, -3 * PIXEL));
            let at = plus(ship.at, ahead(ship.heading, -8 * PIXEL));
            self.sparkle(at, speed, 1, PIXEL / 2, 300);
        }
        ship.speed = ship.speed.map(|axis| (axis - axis / 48).clamp(-5 * PIXEL, 5 * PIXEL));
        ship.at = moved(ship.at, ship.speed);
        ship.reload = ship.reload.saturating_sub(1);
        let muzzle = moved(ship.at, ahead(ship.heading, 14 * PIXEL));
        if ship.reload == 0 && input.launches() && ship.missiles > 0 {
            let speed = plus(ship.speed, ahead(ship.heading, 2 * PIXEL));
            let target = self.round.ships[1 - player];
            let missile = Missile { at: muzzle, speed, left: 150, owner: handle.into(), target, padding: 0 };
            self.missiles.insert(missile);
            (ship.reload, ship.missiles) = (14, ship.missiles - 1);
        } else if ship.reload == 0 && input.fires() {
            let spread = self.round.random.within(PIXEL / 3);
            let speed = plus(plus(ship.speed, ahead(ship.heading, 7 * PIXEL)), spread);
            self.shots.insert(Shot { at: muzzle, speed, left: 50, owner: handle.into() });
            ship.reload = 4;
        }
        if self.hits_wall(ship.at) {
            ship.speed = ship.speed.map(|axis| axis / 2);
        }
        self.ships.set(handle, ship);
        if let Some(rock) = self.rock_at(ship.at, SHIP) {
            self.break_rock(rock);
            self.hurt(handle, 2);
        }
    }

    /// A rock drifts in from an edge while there are few.
    fn bring_rock(&mut self) {
        let round = &mut self.round;
        if self.rocks.len() < ROCKS && round.frame % 8 == 0 {
            let speed = plus(round.random.within(PIXEL), [PIXEL / 2, 0]);
            let at = [0, round.random.below(SIDES[1] as u32) as i32];
            let size = 2 + round.random.below(2) as u16;
            self.rocks.insert(Rock { at, speed, size, armour: 2 * size });
        }
    }

    /// Rocks wear walls down.
    fn move_rocks(&mut self) {
        for index in 0..S::Rocks::CAPACITY {
            let Some(handle) = self.rocks.handle_at(index) else { continue };
            let Some(mut rock) = self.rocks.get(handle) else { continue };
            rock.at = moved(rock.at, rock.speed);
            self.rocks.set(handle, rock);
            self.hits_wall(rock.at);
        }
    }

    fn rock_at(&self, at: [i32; 2], pixels: i32) -> Option<RockHandle> {
        let is_hit = |rock: &Rock| is_near(at, rock.at, radius(rock.size) + pixels);
        self.rocks.iter().find(|(_, rock)| is_hit(rock)).map(|(handle, _)| handle)
    }

    /// The ship at a place, if it is not the owner of what is there.
    fn ship_at(&self, at: [i32; 2], owner: Link<Ship>) -> Option<ShipHandle> {
        let ships = self.round.ships.iter().filter(|link| **link != owner).filter_map(|link| link.get());
        ships
            .into_iter()
            .find(|ship| self.ships.get(*ship).is_some_and(|ship| is_near(at, ship.at, SHIP + 2)))
    }

    fn move_shots(&mut self) {
        for index in 0..S::Shots::CAPACITY {
            let Some(handle) = self.shots.handle_at(index) else { continue };
            let Some(mut shot) = self.shots.get(handle) else { continue };
            shot.left -= 1;
            shot.at = moved(shot.at, shot.speed);
            self.shots.set(handle, shot);
            if shot.left == 0 || self.hits(&shot) {
                self.shots.remove(handle);
            }
        }
    }

    fn hits(&mut self, shot: &Shot) -> bool {
        if let Some(ship) = self.ship_at(shot.at, shot.owner) {
            self.sparkle(shot.at, shot.speed.map(|axis| axis / 4), 5, PIXEL, 400);
            self.hurt(ship, 1);
            return true;
        }
        if self.hits_wall(shot.at) {
            return true;
        }
        let Some(rock) = self.rock_at(shot.at, 1) else { return false };
        self.sparkle(shot.at, shot.speed.map(|axis| -axis / 6), 3, PIXEL, 200);
        let player = self.round.ships.iter().position(|ship| *ship == shot.owner);
        if let Some(player) = player {
            self.claims.claim(rock, player as u32);
        }
        self.chip(rock);
        true
    }

    /// Takes one hit from a rock.
    fn chip(&mut self, handle: RockHandle) {
        let Some(mut rock) = self.rocks.get(handle) else { return };
        rock.armour = rock.armour.saturating_sub(1);
        self.rocks.set(handle, rock);
        if rock.armour == 0 {
            self.break_rock(handle);
        }
    }

    /// Breaks a rock into two smaller ones. Whoever hit it last gets the points.
    fn break_rock(&mut self, handle: RockHandle) {
        if let Some(player) = self.claims.of(handle) {
            self.round.score[player as usize] += 1;
            self.claims.forget(handle);
        }
        let Some(rock) = self.rocks.remove(handle) else { return };
        self.sparkle(rock.at, rock.speed, 22 * u32::from(rock.size), 2 * PIXEL, 500);
        if rock.size > 1 {
            let [x, y] = self.round.random.within(PIXEL);
            for side in [-1, 1] {
                let speed = plus(rock.speed, [side * x, side * y]);
                self.rocks.insert(Rock { speed, size: rock.size - 1, armour: 2, ..rock });
            }
        }
    }

    fn move_missiles(&mut self) {
        for index in 0..S::Missiles::CAPACITY {
            let Some(handle) = self.missiles.handle_at(index) else { continue };
            let Some(mut missile) = self.missiles.get(handle) else { continue };
            if let Some(target) = missile.target.get().and_then(|target| self.ships.get(target)) {
                let to = way(missile.at, target.at);
                let turn = |axis: usize| missile.speed[axis] + (to[axis] / 64).clamp(-PIXEL / 6, PIXEL / 6);
                missile.speed = [turn(0), turn(1)].map(|axis| axis.clamp(-5 * PIXEL, 5 * PIXEL));
            }
            missile.left -= 1;
            missile.at = moved(missile.at, missile.speed);
            self.missiles.set(handle, missile);
            self.sparkle(missile.at, missile.speed.map(|axis| axis / 4), 1, PIXEL / 3, 350);
            if missile.left == 0 || self.explodes(&missile) {
                self.missiles.remove(handle);
                self.sparkle(missile.at, [0, 0], 30, 2 * PIXEL, 700);
            }
        }
    }

    fn explodes(&mut self, missile: &Missile) -> bool {
        if let Some(ship) = self.ship_at(missile.at, missile.owner) {
            self.hurt(ship, 3);
        } else if let Some(rock) = self.rock_at(missile.at, 2) {
            self.break_rock(rock);
        } else {
            return self.hits_wall(missile.at);
        }
        true
    }

    /// Takes hits from a ship.
    fn hurt(&mut self, handle: ShipHandle, hits: u16) {
        let Some(mut ship) = self.ships.get(handle) else { return };
        ship.shield = ship.shield.saturating_sub(hits);
        self.ships.set(handle, ship);
        if ship.shield > 0 {
            return;
        }
        self.ships.remove(handle);
        self.sparkle(ship.at, ship.speed, 260, 3 * PIXEL, 900);
        if let Some(player) = self.round.ships.iter().position(|link| *link == Link::from(handle)) {
            self.round.ships_lost[player] += 1;
            self.round.wait[player] = WAIT;
            self.round.score[1 - player] += 5;
        }
    }

    pub(crate) fn sparkle(&mut self, at: [i32; 2], speed: [i32; 2], count: u32, spread: i32, heat: u16) {
        for _ in 0..count {
            let random = &mut self.round.random;
            let left = 20 + random.below(u32::from(heat) / 8) as u16;
            let way = random.below(TURN.into()) as u16;
            let speed = plus(speed, ahead(way, 1 + random.below(spread as u32) as i32));
            if self.sparks.insert(Spark { at: moved(at, [0, 0]), speed, left, heat }).is_none() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pilots;
    use crate::world::Pools;

    fn played(frames: u32) -> World {
        let mut world = World::<Pools>::new(1);
        for _ in 0..frames {
            let inputs = [0, 1].map(|player| pilots::input(&world, player));
            world.advance(inputs);
        }
        world
    }

    /// These figures are the same on every machine and in every build.
    #[test]
    fn the_same_inputs_are_the_same_game() {
        let world = played(900);
        assert_eq!((world.round.score, world.round.ships_lost, world.alive()), ([24, 29], [4, 3], 913));
    }
}
