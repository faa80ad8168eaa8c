//! Draws a frame. Everything needed in between is in the memory of that frame, and is freed with it:
//!
//! ```text
//!  items --cull--> visible items --> sorted keys of parts --> batches of vertices and triangles --> pixels
//! ```

use crate::canvas::Canvas;
use crate::clip::{Corner, clip};
use crate::level::{Item, Level, Part, Vertex};
use crate::memory::make;
use crate::shade::{Glare, Lighting};
use crate::sprite;
use crate::statement::Finish;
use crate::view::View;
use crate::world::World;
use stackpool::Full;
use stackpool::region::{self, Boxed, DoubleFrame};

/// The memory of the current frame and of the one before.
pub(crate) type Frames = DoubleFrame<Boxed>;

pub(crate) type FrameScope<'f> = region::FrameScope<'f, Boxed>;

/// A point of the picture, in pixels.
pub(crate) type Point = [f32; 2];

/// Whether objects out of sight are left out before drawing. It makes no difference to the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Culling {
    On,
    /// For tests.
    Off,
}

/// What was drawn, in figures.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Drawn {
    pub(crate) items: usize,
    pub(crate) visible: usize,
    pub(crate) batches: usize,
    pub(crate) triangles: usize,
    /// Pixels that were filled; a pixel that was filled twice counts twice.
    pub(crate) filled: usize,
    /// Pixels that do not show the sky.
    pub(crate) covered: usize,
    pub(crate) sprites: usize,
}

/// Triangles of one finish and material, as the camera sees them.
#[derive(Clone, Copy)]
struct Batch<'f> {
    vertices: &'f [Corner],
    triangles: &'f [[u32; 3]],
}

/// Draws a level in its current state.
pub(crate) fn draw(
    scope: &FrameScope<'_>,
    level: &Level<'_>,
    world: &mut World,
    view: &View,
    culling: Culling,
    canvas: &mut Canvas,
) -> Result<Drawn, Full> {
    canvas.clear();
    let glares = world.lights.values().map(|light| Glare {
        at: light.at,
        colour: light.colour,
        reach: light.lamp.reach,
    });
    let glares = scope.alloc_iter(glares).map_err(Full::without_value)?;
    let lighting = Lighting { air: level.air, glares, eye: view.eye, seconds: world.seconds };

    let riders = world.riders.values();
    let riding = riders.map(|rider| level.routes[usize::from(rider.route)].mesh.placed(rider.place));
    let riding = scope.alloc_iter(riding).map_err(Full::without_value)?;
    let items = level.items.iter().chain(&*riding);
    let mut drawn = Drawn { items: items.clone().count(), ..Drawn::default() };
    let visible = items.filter(|item| culling == Culling::Off || view.sees(item.bounds));
    let visible = &*scope.alloc_iter(visible).map_err(Full::without_value)?;
    drawn.visible = visible.len();

    let batches = batches(scope, visible, view, &lighting)?;
    drawn.batches = batches.len();
    for batch in batches {
        drawn.triangles += batch.triangles.len();
        for triangle in batch.triangles {
            clip(triangle.map(|corner| batch.vertices[corner as usize]), |piece| {
                drawn.filled += canvas.fill(piece);
            });
        }
    }
    drawn.covered = canvas.depth.iter().filter(|&&depth| depth > 0.0).count();
    canvas.background(|x, y| {
        let across = view.right * (x * view.half[0]) + view.up * (y * view.half[1]);
        level.air.light_from((view.forward + across).unit())
    });
    let sprites = sprite::sprites(scope, world, view, &level.air, canvas)?;
    drawn.sprites = sprite::draw(scope, sprites, canvas)?;
    canvas.develop();
    Ok(drawn)
}

/// The sort key of a part of a visible item. The order is by material, and from near to far, so that near parts hide
/// much of the far parts before the light of those is computed. (The items of a level and the materials of a mesh fit
/// in 16 bits.)
///
/// ```text
///  63      48 47      32 31     16 15      0
///  +---------+----------+---------+---------+
///  | material| distance | visible | part    |
///  +---------+----------+---------+---------+
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key(u64);

impl Key {
    fn new(view: &View, item: &Item<'_>, material: u16, indices: [u16; 2]) -> Self {
        let distance = ((item.bounds.centre - view.eye).dot(view.forward) * 16.0).clamp(0.0, 65_535.0) as u64;
        let [visible, part] = indices.map(u64::from);
        Key(u64::from(material) << 48 | distance << 32 | visible << 16 | part)
    }

    fn material(self) -> u16 {
        (self.0 >> 48) as u16
    }

    fn part<'v>(self, visible: &[&'v Item<'v>]) -> (&'v Item<'v>, &'v Part<'v>) {
        let item = visible[usize::from((self.0 >> 16) as u16)];
        (item, &item.parts[usize::from(self.0 as u16)])
    }
}

/// Makes a batch for each visible material.
fn batches<'f>(
    scope: &FrameScope<'f>,
    visible: &[&Item<'_>],
    view: &View,
    lighting: &Lighting<'_>,
) -> Result<&'f [Batch<'f>], Full> {
    let keys = (0..).zip(visible).flat_map(|(index, item)| {
        (0..).zip(item.parts).map(move |(part, of)| Key::new(view, item, of.material, [index, part]))
    });
    let keys = scope.alloc_iter(keys).map_err(Full::without_value)?;
    keys.sort_unstable();
    let keys = &*keys;
    let runs = || keys.chunk_by(|a, b| a.material() == b.material());
    let blank = Batch { vertices: &[], triangles: &[] };
    make(scope, runs, blank, Full::new(()), |run| {
        let parts = run.iter().map(|key| key.part(visible));
        let vertices = parts.clone().flat_map(|(item, part)| {
            part.vertices.iter().map(move |vertex| corner(item, part.finish, vertex, view, lighting))
        });
        let vertices = scope.alloc_iter(vertices).map_err(Full::without_value)?;
        let mut next = 0;
        let triangles = parts.flat_map(|(_, part)| {
            let first = next;
            next += part.vertices.len() as u32;
            part.triangles.iter().map(move |corners| corners.map(|corner| first + u32::from(corner)))
        });
        let triangles = scope.alloc_iter(triangles).map_err(Full::without_value)?;
        Ok(Batch { vertices, triangles })
    })
}

fn corner(item: &Item<'_>, finish: Finish, vertex: &Vertex, view: &View, lighting: &Lighting<'_>) -> Corner {
    let position = item.place.point(vertex.position);
    let placed = Vertex { position, normal: item.place.direction(vertex.normal), ..*vertex };
    Corner { seen: view.see(position), light: lighting.shade(finish, &placed) }
}
