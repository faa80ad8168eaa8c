//! Two players that follow a script.

use serde::{Deserialize, Serialize};

/// The keys that a player holds down: the input that the session passes on.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Input(u8);

impl Input {
    const RIGHT: u8 = 1;
    const LEFT: u8 = 2;
    const DOWN: u8 = 4;
    const UP: u8 = 8;
    const FIRE: u8 = 16;

    /// -1, 0 or 1 on each axis.
    pub(crate) fn thrust(self) -> [i32; 2] {
        let held = |button| i32::from(self.0 & button != 0);
        [held(Self::RIGHT) - held(Self::LEFT), held(Self::DOWN) - held(Self::UP)]
    }

    pub(crate) fn fires(self) -> bool {
        self.0 & Self::FIRE != 0
    }
}

/// The input of both players in a frame. One player circles and fires in bursts; the other one moves in all
/// directions and rarely rests.
pub(crate) fn inputs(frame: u32) -> [Input; 2] {
    const CIRCLE: [u8; 4] = [Input::RIGHT, Input::DOWN, Input::LEFT, Input::UP];
    let circles = CIRCLE[(frame / 24 % 4) as usize];
    let bursts = if frame % 32 < 20 { Input::FIRE } else { 0 };
    let darts = (frame / 11).wrapping_mul(0x9E37_79B9) >> 28;
    let rests = if frame % 50 < 45 { Input::FIRE } else { 0 };
    [Input(circles | bursts), Input(darts as u8 | rests)]
}
