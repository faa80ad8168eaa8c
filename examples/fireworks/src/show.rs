//! The show: when and where each shell goes up, and how it bursts.

use crate::vector::{Light, Vec2};

/// Steps of the simulation in a second.
pub(crate) const STEPS_PER_SECOND: u32 = 50;

/// Seconds of a step.
pub(crate) const STEP: f32 = 1.0 / STEPS_PER_SECOND as f32;

/// Steps from one beginning of the show to the next.
pub(crate) const PERIOD: u32 = 6 * STEPS_PER_SECOND;

/// Seconds that a rocket flies.
pub(crate) const FLIGHT: f32 = 1.1;

/// How a shell bursts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Effect {
    /// A ball of stars.
    Peony,
    /// A ball whose stars begin to flicker.
    Strobe,
    /// A ring around a small ball.
    Saturn,
    /// A few comets that burst once more.
    Crossette,
    /// Many comets with long tails that fall slowly.
    Willow,
    /// A few thick comets.
    Palm,
}

/// The load of a rocket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    pub(crate) effect: Effect,
    /// The colours of its stars at the beginning and at the end.
    pub(crate) colours: [Light; 2],
    /// Radius of the burst in pixels.
    pub(crate) radius: f32,
}

/// One line of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Launch {
    /// When it bursts, in seconds of the period.
    pub(crate) burst: f32,
    /// Where it starts, and where it bursts.
    pub(crate) from: f32,
    pub(crate) to: Vec2,
    pub(crate) recipe: Recipe,
}

impl Launch {
    /// The step of the period at which the rocket starts.
    pub(crate) fn step(&self) -> u32 {
        let seconds = self.burst - FLIGHT;
        let step = (seconds * STEPS_PER_SECOND as f32) as i32;
        step.rem_euclid(PERIOD as i32) as u32
    }
}

const GOLD: Light = Light::new(1.0, 0.56, 0.16);
const AMBER: Light = Light::new(1.0, 0.34, 0.05);
const RED: Light = Light::new(1.0, 0.07, 0.06);
const ROSE: Light = Light::new(1.0, 0.16, 0.42);
const VIOLET: Light = Light::new(0.52, 0.16, 1.0);
const BLUE: Light = Light::new(0.10, 0.24, 1.0);
const TEAL: Light = Light::new(0.05, 0.85, 0.75);
const GREEN: Light = Light::new(0.12, 1.0, 0.22);
const SILVER: Light = Light::new(0.80, 0.88, 1.0);

const fn launch(
    burst: f32,
    from: f32,
    to: (f32, f32),
    effect: Effect,
    radius: f32,
    colours: [Light; 2],
) -> Launch {
    Launch { burst, from, to: Vec2::new(to.0, to.1), recipe: Recipe { effect, colours, radius } }
}

/// The program, for a picture of 480 by 270 pixels.
pub(crate) const PROGRAM: [Launch; 19] = [
    launch(0.10, 236.0, (240.0, 84.0), Effect::Willow, 92.0, [GOLD, AMBER]),
    launch(0.55, 110.0, (96.0, 96.0), Effect::Peony, 62.0, [BLUE, ROSE]),
    launch(0.80, 380.0, (392.0, 88.0), Effect::Peony, 64.0, [VIOLET, TEAL]),
    launch(1.45, 190.0, (176.0, 64.0), Effect::Crossette, 66.0, [SILVER, RED]),
    launch(1.75, 300.0, (318.0, 72.0), Effect::Saturn, 58.0, [RED, GOLD]),
    launch(2.20, 70.0, (62.0, 112.0), Effect::Palm, 70.0, [GOLD, AMBER]),
    launch(2.35, 410.0, (424.0, 116.0), Effect::Palm, 70.0, [GOLD, AMBER]),
    launch(2.70, 240.0, (240.0, 76.0), Effect::Strobe, 78.0, [GREEN, SILVER]),
    launch(3.15, 140.0, (124.0, 84.0), Effect::Saturn, 56.0, [TEAL, BLUE]),
    launch(3.40, 350.0, (360.0, 70.0), Effect::Crossette, 66.0, [GOLD, VIOLET]),
    // The finale.
    launch(4.00, 60.0, (54.0, 92.0), Effect::Peony, 60.0, [RED, GOLD]),
    launch(4.10, 420.0, (428.0, 88.0), Effect::Peony, 60.0, [GREEN, TEAL]),
    launch(4.22, 170.0, (160.0, 76.0), Effect::Peony, 66.0, [ROSE, VIOLET]),
    launch(4.32, 316.0, (326.0, 80.0), Effect::Peony, 66.0, [BLUE, SILVER]),
    launch(4.45, 240.0, (242.0, 64.0), Effect::Strobe, 84.0, [SILVER, GOLD]),
    launch(4.70, 110.0, (106.0, 116.0), Effect::Peony, 52.0, [VIOLET, BLUE]),
    launch(4.80, 372.0, (378.0, 120.0), Effect::Peony, 52.0, [AMBER, RED]),
    launch(5.00, 200.0, (206.0, 96.0), Effect::Willow, 84.0, [GOLD, AMBER]),
    launch(5.12, 280.0, (286.0, 92.0), Effect::Willow, 84.0, [SILVER, BLUE]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rockets_that_burst_early_start_in_the_period_before() {
        assert_eq!(PROGRAM[0].step(), PERIOD - STEPS_PER_SECOND);
        assert!(PROGRAM.iter().all(|launch| launch.step() < PERIOD));
    }
}
