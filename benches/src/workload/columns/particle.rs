//! The objects, and their step.

use stackpool::{Columns, pool};

/// An object of 64 bytes, of which a step touches the first 28.
#[derive(Columns, Clone, Copy, Debug)]
pub(super) struct Particle {
    pub(super) position: [f32; 3],
    pub(super) velocity: [f32; 3],
    pub(super) ttl: f32,
    pub(super) rest: [u32; 9],
}

const _: () = assert!(size_of::<Particle>() == 64);

pool! {
    pub(super) Small: [Particle; 65_535], columns;
    pub(super) SmallRows: [Particle; 65_535];
    pub(super) Large: [Particle; 1_000_000], columns;
    pub(super) LargeRows: [Particle; 1_000_000];
    pub(super) SmallDense: [Particle; 65_535], columns, dense;
    pub(super) SmallRowsDense: [Particle; 65_535], dense;
    pub(super) LargeDense: [Particle; 1_000_000], columns, dense;
    pub(super) LargeRowsDense: [Particle; 1_000_000], dense;
}

impl Particle {
    pub(super) fn of(number: usize) -> Self {
        let number = number as f32;
        Particle { position: [number; 3], velocity: [1.0, 2.0, 3.0], ttl: 1_000.0, rest: [7; 9] }
    }

    #[inline(always)]
    pub(super) fn step(&mut self) {
        step(&mut self.position, &self.velocity, &mut self.ttl);
    }
}

/// A step of one object.
#[inline(always)]
pub(super) fn step(position: &mut [f32; 3], velocity: &[f32; 3], ttl: &mut f32) {
    for (position, velocity) in position.iter_mut().zip(velocity) {
        *position += velocity * (1.0 / 60.0);
    }
    *ttl -= 1.0 / 60.0;
}

/// A step of all objects, by slices of their fields.
#[inline(always)]
pub(super) fn step_slices(position: &mut [[f32; 3]], velocity: &[[f32; 3]], ttl: &mut [f32]) {
    for (position, velocity) in position.as_flattened_mut().iter_mut().zip(velocity.as_flattened()) {
        *position += velocity * (1.0 / 60.0);
    }
    for ttl in ttl {
        *ttl -= 1.0 / 60.0;
    }
}

/// What a contender says of its work: the place of an object that no step moved elsewhere.
pub(super) fn checksum(position: &[f32; 3]) -> u64 {
    u64::from(position[0].to_bits())
}

/// The same object for the crate `soa-rs`.
pub(super) mod by_soa_rs {
    use soa_rs::Soars;

    #[derive(Soars, Clone, Copy, Debug)]
    pub(in super::super) struct Object {
        pub(in super::super) position: [f32; 3],
        pub(in super::super) velocity: [f32; 3],
        pub(in super::super) ttl: f32,
        pub(in super::super) rest: [u32; 9],
    }

    pub(in super::super) type Objects = soa_rs::Soa<Object>;
}

/// The same object for the crate `soa_derive`.
pub(super) mod by_soa_derive {
    #[derive(soa_derive::StructOfArray, Clone, Copy, Debug)]
    pub(in super::super) struct Object {
        pub(in super::super) position: [f32; 3],
        pub(in super::super) velocity: [f32; 3],
        pub(in super::super) ttl: f32,
        pub(in super::super) rest: [u32; 9],
    }
}
