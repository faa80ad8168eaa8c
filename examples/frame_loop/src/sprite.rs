//! Particles and the glow of lights: round and soft, drawn from far to near, over the solid objects.

use crate::actors::Particle;
use crate::canvas::Canvas;
use crate::draw::{FrameScope, Point};
use crate::level::Air;
use crate::statement::Kind;
use crate::vector::Vec3;
use crate::view::View;
use crate::world::World;
use stackpool::Full;

/// A soft line from one point of the picture to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprite {
    from: Point,
    to: Point,
    /// Half of its width, in pixels.
    radius: f32,
    /// The inverse of its distance; 0 if it is not seen.
    inverse: f32,
    light: Vec3,
    /// The fraction of the background that it hides.
    hides: f32,
}

const UNSEEN: Sprite =
    Sprite { from: [0.0; 2], to: [0.0; 2], radius: 0.0, inverse: 0.0, light: Vec3::ZERO, hides: 0.0 };

/// Nothing nearer than this is drawn: it would fill the picture.
const NEAREST: f32 = 0.7;

/// Makes the sprites of a frame. Each spark keeps the id of its place on the picture, for the next frame.
pub(crate) fn sprites<'f>(
    scope: &FrameScope<'f>,
    world: &mut World,
    view: &View,
    air: &Air,
    canvas: &Canvas,
) -> Result<&'f [Sprite], Full> {
    let count = world.particles.len() + world.lights.len();
    let sprites = scope.alloc_slice_fill_with(count, |_| UNSEEN)?;
    let mut places = sprites.iter_mut();
    for light in world.lights.values() {
        let Some(place) = places.next() else { break };
        if let Some(dot) = dot(view, canvas, light.at, 0.32) {
            *place = Sprite { light: light.colour * 0.5, ..dot };
        }
    }
    for particle in world.particles.values_mut() {
        let Some(place) = places.next() else { break };
        if let Some(sprite) = particle_sprite(scope, particle, view, air, canvas)? {
            *place = sprite;
        }
    }
    Ok(sprites)
}

fn particle_sprite(
    scope: &FrameScope<'_>,
    particle: &mut Particle,
    view: &View,
    air: &Air,
    canvas: &Canvas,
) -> Result<Option<Sprite>, Full> {
    let age = particle.age / particle.life;
    let left = 1.0 - age;
    let size = match particle.kind {
        Kind::Smoke => 0.12 + 0.55 * age,
        Kind::Fire => 0.05 + 0.2 * left,
        Kind::Sparks => 0.03,
    };
    let Some(dot) = dot(view, canvas, particle.at, size) else { return Ok(None) };
    Ok(Some(match particle.kind {
        Kind::Smoke => {
            let lit = air.horizon * 0.6 + air.sunlight * 0.12;
            let hides = 0.3 * left * (age * 8.0).min(1.0);
            Sprite { light: lit * hides, hides, ..dot }
        }
        Kind::Fire => Sprite { light: Vec3::new(1.0, 0.30 + 0.2 * left, 0.07) * (0.55 * left), ..dot },
        Kind::Sparks => {
            // Its place in the last frame. The id of an earlier frame finds nothing; neither does a spark that was
            // out of sight.
            let from = particle.seen.and_then(|id| scope.get(id)).copied().unwrap_or(dot.to);
            particle.seen = Some(scope.store(dot.to).map_err(Full::without_value)?);
            Sprite { from, light: Vec3::new(2.4, 1.3, 0.4) * left, ..dot }
        }
    }))
}

/// A dot of light that hides nothing, if it can be seen.
fn dot(view: &View, canvas: &Canvas, at: Vec3, size: f32) -> Option<Sprite> {
    let seen = view.see(at);
    if seen.w < NEAREST {
        return None;
    }
    let inverse = 1.0 / seen.w;
    let [width, height] = [canvas.width as f32, canvas.height as f32];
    let point = [(0.5 + 0.5 * seen.x * inverse) * width, (0.5 - 0.5 * seen.y * inverse) * height];
    let radius = size * inverse / view.half[1] * 0.5 * height;
    let is_near = |at: f32, length: f32| at > -radius && at < length + radius;
    let is_seen = is_near(point[0], width) && is_near(point[1], height);
    is_seen.then_some(Sprite { from: point, to: point, radius: radius.max(0.6), inverse, ..UNSEEN })
}

/// Draws sprites, far ones first, and returns how many are visible.
pub(crate) fn draw(scope: &FrameScope<'_>, sprites: &[Sprite], canvas: &mut Canvas) -> Result<usize, Full> {
    let seen = (0_u64..).zip(sprites).filter(|(_, sprite)| sprite.inverse > 0.0);
    // The bits of positive floats have the order of the floats. The index makes all keys different, so the order is
    // always the same.
    let keys = seen.map(|(index, sprite)| u64::from(sprite.inverse.to_bits()) << 32 | index);
    let keys = scope.alloc_iter(keys).map_err(Full::without_value)?;
    keys.sort_unstable();
    for &key in &*keys {
        canvas.blend(&sprites[key as u32 as usize]);
    }
    Ok(keys.len())
}

impl Canvas {
    fn blend(&mut self, sprite: &Sprite) {
        let &Sprite { from, to, radius, inverse, .. } = sprite;
        let reach = |axis: usize, length: usize| {
            let low = (from[axis].min(to[axis]) - radius).clamp(0.0, length as f32);
            let high = (from[axis].max(to[axis]) + radius).clamp(0.0, length as f32);
            low.floor() as usize..high.ceil() as usize
        };
        let line = [to[0] - from[0], to[1] - from[1]];
        let square = line[0] * line[0] + line[1] * line[1];
        let per_square = if square > 0.0 { 1.0 / square } else { 0.0 };
        let columns = reach(0, self.width);
        for row in reach(1, self.height) {
            for column in columns.clone() {
                let index = row * self.width + column;
                if self.depth[index] > inverse {
                    continue;
                }
                let away = [column as f32 + 0.5 - from[0], row as f32 + 0.5 - from[1]];
                let along = ((away[0] * line[0] + away[1] * line[1]) * per_square).clamp(0.0, 1.0);
                let away = [away[0] - line[0] * along, away[1] - line[1] * along];
                let part = 1.0 - (away[0] * away[0] + away[1] * away[1]) / (radius * radius);
                if part > 0.0 {
                    let part = part * part;
                    self.light[index] = self.light[index] * (1.0 - sprite.hides * part) + sprite.light * part;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actors::ParticleHandle;
    use crate::draw::Frames;
    use stackpool::region::Boxed;

    const AIR: Air =
        Air { zenith: Vec3::ZERO, horizon: Vec3::ZERO, sun: Vec3::UP, sunlight: Vec3::ZERO, fog: 100.0 };

    fn spark(world: &mut World, at: Vec3) -> ParticleHandle {
        let particle =
            Particle { kind: Kind::Sparks, at, velocity: Vec3::ZERO, age: 0.0, life: 9.0, seen: None };
        world.particles.insert(particle).unwrap()
    }

    /// The x of both ends of the only spark, in the next frame.
    fn next(frames: &mut Frames, world: &mut World) -> Option<[f32; 2]> {
        let (view, canvas) = (View::new(Vec3::ZERO, Vec3::new(0.0, 0.0, -1.0), 1.0), Canvas::new(100, 100));
        let scope = frames.begin();
        let sprites = sprites(&scope, world, &view, &AIR, &canvas).unwrap();
        Some(sprites[0]).filter(|sprite| sprite.inverse > 0.0).map(|sprite| [sprite.from[0], sprite.to[0]])
    }

    #[test]
    fn a_spark_begins_where_it_was_in_the_frame_before_and_only_that() {
        let mut frames = Frames::from([Boxed::new(4_096), Boxed::new(4_096)]);
        let mut world = World::new();
        let (here, there) = (Vec3::new(0.0, 0.0, -10.0), Vec3::new(2.6, 0.0, -10.0));
        let handle = spark(&mut world, here);
        assert_eq!(next(&mut frames, &mut world), Some([50.0, 50.0]));
        world.particles[handle].at = there;
        assert_eq!(next(&mut frames, &mut world), Some([50.0, 75.0]));
        world.particles[handle].at = -there;
        assert_eq!(next(&mut frames, &mut world), None, "behind the eye");
        world.particles[handle].at = here;
        assert_eq!(
            next(&mut frames, &mut world),
            Some([50.0, 50.0]),
            "its id is of the frame before the last"
        );
    }

    #[test]
    fn the_nearer_of_two_is_drawn_last_and_what_is_solid_hides_both() {
        let mut frames = Frames::from([Boxed::new(4_096), Boxed::new(4_096)]);
        let mut canvas = Canvas::new(9, 9);
        let smoke = |inverse: f32, light: f32| Sprite {
            from: [4.5, 4.5],
            to: [4.5, 4.5],
            radius: 2.0,
            inverse,
            light: Vec3::new(light, light, light),
            hides: 1.0,
        };
        let scope = frames.begin();
        let mut sprites = [smoke(0.5, 2.0), smoke(0.1, 7.0), smoke(0.0, 9.0)];
        for _ in 0..3 {
            sprites.rotate_left(1);
            assert_eq!(draw(&scope, &sprites, &mut canvas), Ok(2));
            assert_eq!(canvas.light[4 * 9 + 4].x, 2.0, "{sprites:?}");
        }
        canvas.depth.fill(0.3);
        canvas.light.fill(Vec3::ZERO);
        assert_eq!(draw(&scope, &sprites[1..], &mut canvas), Ok(1), "all except the nearest");
        assert!(canvas.light.iter().all(|&light| light == Vec3::ZERO));
    }
}
