//! A spark of the fireworks, as the columns that the page draws.

use bytemuck::{Pod, Zeroable};
use stackpool::Columns;

/// A spark. Each field is a column: an array of its own, which is a buffer of instances as it is.
#[derive(Columns, Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Spark {
    /// Where it is. The sky is 2 high, its middle is at 0.
    pub(crate) position: [f32; 2],
    /// Per second.
    pub(crate) velocity: [f32; 2],
    /// Red, green, blue, and its size.
    pub(crate) colour: [u8; 4],
    /// From 1 down to 0. At 0 or below it is not drawn.
    pub(crate) life: f32,
    /// How much of its life it loses in a second.
    pub(crate) fade: f32,
}

/// How fast sparks fall, per second and second.
const GRAVITY: f32 = 0.32;

/// The part of its speed that a spark loses in a second.
const DRAG: f32 = 1.1;

/// Moves all sparks on, in slices with or without holes: to move what is in a free slot does no harm.
pub(crate) fn fly(sparks: SparkColumnsMut<'_>, seconds: f32) {
    let kept = (1.0 - DRAG * seconds).max(0.0);
    for velocity in &mut *sparks.velocity {
        velocity[0] *= kept;
        velocity[1] = velocity[1] * kept - GRAVITY * seconds;
    }
    for (position, velocity) in sparks.position.iter_mut().zip(&*sparks.velocity) {
        position[0] += velocity[0] * seconds;
        position[1] += velocity[1] * seconds;
    }
    for (life, fade) in sparks.life.iter_mut().zip(&*sparks.fade) {
        *life -= fade * seconds;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stackpool::pool;

    pool! { Few: [Spark; 4], columns, dense; }

    #[test]
    fn a_spark_falls_slows_down_and_fades() {
        let mut few = FewPool::new();
        let spark = Spark { velocity: [1.0, 0.0], life: 1.0, fade: 0.5, ..Spark::zeroed() };
        let handle = few.insert(spark).unwrap();
        fly(few.columns_mut(), 0.5);
        let later = few.copy_of(handle).unwrap();
        assert!(0.0 < later.velocity[0] && later.velocity[0] < 1.0, "{later:?}");
        assert!(later.velocity[1] < 0.0 && later.position[1] < 0.0, "{later:?}");
        assert_eq!(later.life, 0.75);
    }
}
