//! The two players: programs that look at the world and hold keys down. They change their minds all the time, so what
//! the other machine predicts of them is often wrong.

use crate::actors::Ship;
use crate::random::Random;
use crate::space::{PIXEL, SIDES, ahead, cross, distance, dot, way};
use crate::world::{Storage, Table, World};
use serde::{Deserialize, Serialize};

/// The keys that a player holds down: the input that the session passes on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Input(u8);

impl Input {
    const LEFT: u8 = 1;
    const RIGHT: u8 = 2;
    const THRUST: u8 = 4;
    const FIRE: u8 = 8;
    const LAUNCH: u8 = 16;

    /// The steps that the ship turns to the right.
    pub(crate) fn turn(self) -> i16 {
        let held = |key| i16::from(self.0 & key != 0);
        2 * (held(Self::RIGHT) - held(Self::LEFT))
    }

    pub(crate) fn thrusts(self) -> bool {
        self.0 & Self::THRUST != 0
    }

    pub(crate) fn fires(self) -> bool {
        self.0 & Self::FIRE != 0
    }

    pub(crate) fn launches(self) -> bool {
        self.0 & Self::LAUNCH != 0
    }
}

/// What a player wants for a moment.
enum Wish {
    Rival,
    Rock,
    Place([i32; 2]),
}

/// The keys that a player holds down in the next frame.
pub(crate) fn input<S: Storage>(world: &World<S>, player: usize) -> Input {
    let Some(ship) = world.ship_of(player).and_then(|ship| world.ships.get(ship)) else { return Input(0) };
    let moment = u64::from(world.round.frame / (13 + 4 * player as u32));
    let mut mood = Random::of(&[player as u64, moment]);
    let wish = match mood.below(6) {
        0 | 1 => Wish::Rival,
        2..=4 => Wish::Rock,
        _ => Wish::Place(SIDES.map(|side| mood.below(side as u32) as i32)),
    };
    let to = way(ship.at, place(world, player, &ship, wish));
    let ahead = ahead(ship.heading, 256);
    let side = cross(ahead, to) / 256;
    let front = dot(ahead, to) / 256;
    let pixels = |pixels: i32| i64::from(pixels * PIXEL);
    let is_ahead = front > 0 && side.abs() < front / 5;
    let key = |key, is_held: bool| if is_held { key } else { 0 };
    Input(
        key(Input::LEFT, side < -pixels(4) || (front < 0 && side < 0))
            | key(Input::RIGHT, side > pixels(4) || (front < 0 && side >= 0))
            | key(Input::THRUST, front > pixels(90) || mood.below(3) == 0)
            | key(Input::FIRE, is_ahead && front < pixels(330))
            | key(Input::LAUNCH, mood.below(9) == 0),
    )
}

fn place<S: Storage>(world: &World<S>, player: usize, ship: &Ship, wish: Wish) -> [i32; 2] {
    let rival = || world.ship_of(1 - player).and_then(|ship| world.ships.get(ship)).map(|ship| ship.at);
    let nearest = || world.rocks.iter().map(|(_, rock)| rock.at).min_by_key(|at| distance(ship.at, *at));
    match wish {
        Wish::Rival => rival().or_else(nearest),
        Wish::Rock => nearest(),
        Wish::Place(place) => Some(place),
    }
    .unwrap_or(ship.at)
}
