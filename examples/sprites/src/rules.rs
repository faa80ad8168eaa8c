//! How each kind of sprite comes, moves and fades.

use crate::sprite::{Instance, Kind, Motion, Shape};
use crate::wind::wind;
use example_support::Random;
use example_support::{smooth, wave};

/// The shortest and the longest life of a lantern, in steps.
pub(crate) const LANTERN_LIFE: [usize; 2] = [320, 480];

/// Those of an ember.
pub(crate) const EMBER_LIFE: [usize; 2] = [22, 50];

/// The steps in which the image of a lantern fades after that is gone.
const FADE: f32 = 8.0;

/// The nearest sprites and the farthest, in metres.
const NEAR: f32 = 15.0;
const FAR: f32 = 390.0;

/// The speed of a lantern in air that does not move, in metres per step.
const RISE: f32 = 0.085;

/// The halo of a lantern reaches this much farther than its paper.
pub(crate) const SPREAD: f32 = 4.0;

pub(crate) fn lantern(random: &mut Random) -> (Instance, Motion) {
    let far = random.unit();
    let z = NEAR + (FAR - NEAR) * far * (0.6 + 0.4 * far);
    // Most of them come from boats that lie in a curve, the others from all over the harbour.
    let x = if random.below(8) > 2 || z > 150.0 {
        let jitter = random.between(-1.0, 1.0) * random.unit();
        z * (0.3 * wave(0.14 + z / 420.0)) + jitter * (6.0 + 0.3 * z)
    } else {
        random.between(-1.0, 1.0) * (0.95 * z + 8.0)
    };
    let half = random.between(0.3, 0.4);
    let instance = Instance {
        place: [x, 0.9, z],
        size: [half * SPREAD, 1.18 * half * SPREAD],
        light: [0.0, 0.0],
        opacity: 0.0,
        shape: Shape::Lantern as u32,
    };
    let life = lives(LANTERN_LIFE, random);
    let strength = random.between(0.75, 1.15);
    (instance, Motion { velocity: [0.0; 3], age: 0.0, life, strength, kind: Kind::Lantern })
}

/// What the water shows of a lantern, of one of the two kinds.
pub(crate) fn mirrored(kind: Kind, lantern: &Instance) -> (Instance, Motion) {
    let instance = Instance { light: [0.0; 2], opacity: 0.0, shape: Shape::Mirrored as u32, ..*lantern };
    let strength = if kind == Kind::Image { 0.75 } else { 0.08 };
    (instance, Motion { velocity: [0.0; 3], age: 0.0, life: f32::MAX, strength, kind })
}

pub(crate) fn ember(lantern: &Instance, random: &mut Random) -> (Instance, Motion) {
    let [x, y, z] = lantern.place;
    let instance = Instance {
        place: [x + random.between(-0.3, 0.3), y - 0.5, z + random.between(-0.3, 0.3)],
        size: [0.07; 2],
        light: [0.0; 2],
        opacity: 0.0,
        shape: Shape::Soft as u32,
    };
    let velocity = [random.between(-0.03, 0.03), random.between(-0.02, 0.05), random.between(-0.03, 0.03)];
    let (life, strength) = (lives(EMBER_LIFE, random), random.between(0.5, 2.6));
    (instance, Motion { velocity, age: 0.0, life, strength, kind: Kind::Ember })
}

fn lives([shortest, longest]: [usize; 2], random: &mut Random) -> f32 {
    random.between(shortest as f32, longest as f32)
}

pub(crate) fn haze(random: &mut Random) -> (Instance, Motion) {
    let z = random.between(45.0, FAR);
    let width = random.between(7.0, 17.0) * (0.6 + z / 260.0);
    let instance = Instance {
        place: [random.between(-0.9, 0.9) * z, random.between(0.0, 4.0), z],
        size: [width, width * random.between(0.10, 0.22)],
        light: [0.0; 2],
        opacity: 0.0,
        shape: Shape::Soft as u32,
    };
    let velocity = [random.between(0.02, 0.08), 0.004, 0.0];
    let (life, strength) = (random.between(120.0, 200.0), random.between(0.05, 0.16));
    (instance, Motion { velocity, age: 0.0, life, strength, kind: Kind::Haze })
}

/// Moves a sprite by one step. `turn` is the part of the period that is over.
pub(crate) fn fly(instance: &mut Instance, motion: &mut Motion, turn: f32) {
    motion.age += 1.0;
    let (age, left) = (motion.age, motion.life - motion.age);
    match motion.kind {
        Kind::Lantern => {
            let [u, v, w] = wind(instance.place, turn);
            drift(motion, [u, v + RISE, w], 0.04);
            let flicker = 0.92 + 0.08 * wave(0.11 * age + motion.life);
            instance.light[1] = motion.strength * flicker * smooth(age / 14.0) * smooth(left / 56.0);
            instance.opacity = smooth(age / 10.0) * smooth(left / 44.0);
        }
        Kind::Ember => {
            let [u, v, w] = wind(instance.place, turn);
            drift(motion, [u, v - 0.05, w], 0.05);
            let flicker = 0.75 + 0.25 * wave(0.31 * age + motion.life);
            instance.light[1] = motion.strength * flicker * smooth(left / motion.life);
        }
        Kind::Haze => {
            instance.opacity = motion.strength * smooth(age / 50.0) * smooth(left / 50.0);
            instance.light = [0.46 * instance.opacity, 0.10 * instance.opacity];
        }
        // They are where their lanterns are: see `follow`. Without one they fade.
        Kind::Image | Kind::Shimmer => instance.light[1] *= 0.75,
    }
    for (place, way) in instance.place.iter_mut().zip(motion.velocity) {
        *place += way;
    }
    instance.place[2] = instance.place[2].clamp(NEAR - 2.0, FAR + 20.0);
}

/// Changes a velocity towards that of the air.
fn drift(motion: &mut Motion, air: [f32; 3], part: f32) {
    for (velocity, air) in motion.velocity.iter_mut().zip(air) {
        *velocity += (air - *velocity) * part;
    }
}

/// Moves an image to where the water shows its lantern. If that is gone, the image goes too, in a moment.
pub(crate) fn follow(instance: &mut Instance, motion: &mut Motion, lantern: Option<Instance>) {
    let Some(lantern) = lantern else {
        motion.life = motion.age + FADE;
        return;
    };
    let [x, height, z] = lantern.place;
    instance.place = [x, -height, z];
    instance.light[1] = motion.strength * lantern.light[1];
    if motion.kind == Kind::Shimmer {
        instance.size = [0.7 + 0.02 * height, 1.6 + 0.35 * height];
    } else {
        instance.size = [0.5, 1.0];
    }
}

pub(crate) fn stays(motion: &Motion) -> bool {
    motion.age < motion.life
}

#[cfg(test)]
mod tests {
    use super::*;
    use example_support::mixed;

    #[test]
    fn a_lantern_rises_shines_and_burns_out() {
        let (mut instance, mut motion) = lantern(&mut Random::new(mixed(1)));
        let mut brightest = 0.0;
        while stays(&motion) {
            let turn = motion.age / 40.0;
            fly(&mut instance, &mut motion, turn);
            brightest = f32::max(brightest, instance.light[1]);
        }
        assert!(motion.age >= LANTERN_LIFE[0] as f32 && motion.age <= LANTERN_LIFE[1] as f32);
        assert!(instance.place[1] > 20.0 && brightest > 0.6);
        assert!(instance.light[1] < 0.01 && instance.opacity < 0.01);
    }

    #[test]
    fn an_image_is_below_its_lantern_and_outlives_it_by_a_moment() {
        let (mut above, _) = lantern(&mut Random::new(mixed(1)));
        above.light[1] = 1.0;
        let (mut image, mut motion) = mirrored(Kind::Image, &above);
        follow(&mut image, &mut motion, Some(above));
        assert_eq!(image.place, [above.place[0], -above.place[1], above.place[2]]);
        follow(&mut image, &mut motion, None);
        let mut steps = 0;
        while stays(&motion) {
            fly(&mut image, &mut motion, 0.0);
            steps += 1;
        }
        assert!(steps == FADE as usize && image.light[1] < 0.1);
    }
}
