//! What a machine showed: where everything was in the last frames, also in those that it predicted wrongly, and its
//! rollbacks.

use crate::walls;
use crate::world::{Storage, Table, World};
use std::collections::VecDeque;

/// The frames that are remembered.
const FRAMES: u32 = 150;

/// What kind of object is somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// With the number of the player.
    Ship(u16),
    Rock,
    Brick,
    Shot,
    Missile,
    Spark,
}

/// An object in a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spot {
    pub(crate) kind: Kind,
    pub(crate) id: u32,
    pub(crate) at: [i32; 2],
    /// The heading of a ship, the size of a rock, the armour of a brick, the heat of a spark.
    pub(crate) look: u16,
}

/// A frame, with its number.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Frame {
    pub(crate) number: u32,
    pub(crate) spots: Vec<Spot>,
}

/// What a machine did while one frame passed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tick {
    /// The frames that were taken back.
    pub(crate) depth: u32,
    pub(crate) has_waited: bool,
    /// The messages to the other machine that were lost.
    pub(crate) lost: u32,
}

#[derive(Default, Debug)]
pub(crate) struct Film {
    pub(crate) frames: VecDeque<Frame>,
    /// The frames that were taken back.
    pub(crate) wrong: VecDeque<Frame>,
    pub(crate) ticks: Vec<Tick>,
}

impl Film {
    pub(crate) fn tick(&mut self) {
        self.ticks.push(Tick::default());
    }

    pub(crate) fn waits(&mut self) {
        self.now(|tick| tick.has_waited = true);
    }

    pub(crate) fn lost(&mut self, lost: u32) {
        self.now(|tick| tick.lost += lost);
    }

    /// Frames after this one turn out to be wrong.
    pub(crate) fn rolls_back(&mut self, frame: u32, depth: u32) {
        self.now(|tick| tick.depth = depth);
        let right = self.frames.partition_point(|shown| shown.number <= frame);
        self.wrong.extend(self.frames.drain(right..));
    }

    fn now(&mut self, change: impl FnOnce(&mut Tick)) {
        if let Some(tick) = self.ticks.last_mut() {
            change(tick);
        }
    }

    pub(crate) fn shoot<S: Storage>(&mut self, world: &World<S>) {
        let number = world.round.frame;
        self.frames.push_back(Frame { number, spots: spots(world) });
        let is_old = |frame: Option<&Frame>| frame.is_some_and(|frame| frame.number + FRAMES < number);
        while is_old(self.frames.front()) {
            self.frames.pop_front();
        }
        while is_old(self.wrong.front()) {
            self.wrong.pop_front();
        }
    }
}

fn spots<S: Storage>(world: &World<S>) -> Vec<Spot> {
    let mut spots = Vec::with_capacity(world.alive());
    for (handle, ship) in world.ships.iter() {
        let player = u16::from(world.ship_of(1) == Some(handle));
        spots.push(Spot { kind: Kind::Ship(player), id: handle.to_bits(), at: ship.at, look: ship.heading });
    }
    let mut add = |kind, id, at, look| spots.push(Spot { kind, id, at, look });
    world.rocks.iter().for_each(|(rock, it)| add(Kind::Rock, rock.to_bits(), it.at, it.size));
    for (brick, it) in world.bricks.iter() {
        add(Kind::Brick, brick.to_bits(), walls::middle(it.cell.into()), it.armour);
    }
    world.shots.iter().for_each(|(shot, it)| add(Kind::Shot, shot.to_bits(), it.at, it.left));
    world.missiles.iter().for_each(|(missile, it)| add(Kind::Missile, missile.to_bits(), it.at, it.left));
    world.sparks.iter().for_each(|(spark, it)| add(Kind::Spark, spark.to_bits(), it.at, it.heat));
    spots
}
