//! What a sprite is: what of it goes to the graphics card, and what makes it move.

use bytemuck::{Pod, Zeroable};

/// The most sprites that a container holds. A handle of a pool takes 3 bytes: 17 bits of index, and 7 of
/// generation.
pub(crate) const CAPACITY: usize = 70_000;

/// What the graphics card gets of a sprite, in the layout of its buffer.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Instance {
    /// Its middle: metres to the right, up from the water, and away from the viewer.
    pub(crate) place: [f32; 3],
    /// Half of its width and of its height, in metres.
    pub(crate) size: [f32; 2],
    /// The light that comes from it: that of the night and that of flames.
    pub(crate) light: [f32; 2],
    /// The part of the light from behind that it takes away.
    pub(crate) opacity: f32,
    /// One of [`Shape`].
    pub(crate) shape: u32,
}

/// How the pixels of a sprite are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Of paper, with a flame in it.
    Lantern,
    /// In water with ripples.
    Mirrored,
    /// Brightest in the middle, nothing at the edge.
    Soft,
}

impl Shape {
    pub(crate) const ALL: [Shape; 3] = [Shape::Lantern, Shape::Mirrored, Shape::Soft];
}

/// The kinds of sprites, each with rules of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Lantern,
    /// The image of a lantern in the water.
    Image,
    /// The light of a lantern that waves spread in the water.
    Shimmer,
    /// A spark that falls from a lantern.
    Ember,
    Haze,
}

/// What makes a sprite move. Nobody who draws needs it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Motion {
    /// Metres per step.
    pub(crate) velocity: [f32; 3],
    /// In steps.
    pub(crate) age: f32,
    pub(crate) life: f32,
    /// How bright it is at its best; of haze, how opaque.
    pub(crate) strength: f32,
    pub(crate) kind: Kind,
}

/// A sprite, as it comes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sprite {
    pub(crate) instance: Instance,
    pub(crate) motion: Motion,
    /// Counts the sprites that ever were: no two have the same number.
    pub(crate) number: u32,
}

/// The key by which sprites are sorted: those that are far away come first. No two have the same key, so that
/// the order is the same in all containers.
pub(crate) fn back_to_front(instance: &Instance, number: u32) -> u64 {
    // The bits of positive numbers are in the order of the numbers.
    u64::from(!instance.place[2].to_bits()) << 32 | u64::from(number)
}

#[cfg(test)]
impl Sprite {
    /// A lantern that hovers.
    pub(crate) fn at(place: [f32; 3], number: u32) -> Self {
        let (size, light, opacity, shape) = ([1.0; 2], [0.0, 1.0], 1.0, Shape::Lantern as u32);
        let motion = Motion { velocity: [0.0; 3], age: 0.0, life: 100.0, strength: 1.0, kind: Kind::Lantern };
        Sprite { instance: Instance { place, size, light, opacity, shape }, motion, number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_sprites_come_first_and_no_two_are_equal() {
        let key = |z, number| back_to_front(&Sprite::at([0.0, 0.0, z], number).instance, number);
        let sorted = [key(400.0, 7), key(30.5, 9), key(30.5, 10), key(30.0, 1), key(0.5, 0)];
        assert!(sorted.is_sorted_by(|a, b| a < b));
    }
}
