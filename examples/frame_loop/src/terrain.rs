//! The ground: rows of heights, smoothed, with colours by height and slope, and with shadows.

use crate::level::{Air, Item, Library, Vertex};
use crate::vector::{Bounds, Vec3, wave};
use crate::words::Mistake;

/// The description of a terrain while a level is loaded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terrain<'s, 't> {
    pub(crate) cell: f32,
    pub(crate) step: f32,
    /// Parts of a cell.
    pub(crate) detail: u16,
    pub(crate) rows: &'s [&'t [u8]],
    /// The height of the highest corner.
    pub(crate) highest: f32,
    /// Materials with the height from which each is used, sorted by height; at least one.
    pub(crate) bands: &'s [(u16, f32)],
    pub(crate) steep: Option<u16>,
}

/// The number of steps that a digit or a letter stands for.
pub(crate) fn steps(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'z' => Some(byte - b'a' + 10),
        _ => None,
    }
}

/// Checks that a row consists of heights, and has as many as the first row.
pub(crate) fn check_row<'t>(row: &'t str, columns: usize) -> Result<&'t [u8], Mistake<'t>> {
    let no_height = row.chars().find(|&height| !u8::try_from(height).is_ok_and(|byte| steps(byte).is_some()));
    match no_height {
        Some(height) => Err(Mistake::Height(height, row)),
        None if row.len() != columns => Err(Mistake::Uneven(row)),
        None => Ok(row.as_bytes()),
    }
}

impl Terrain<'_, '_> {
    fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// Quads from left to right, and from back to front.
    pub(crate) fn quads(&self) -> [usize; 2] {
        [self.columns() - 1, self.rows.len() - 1].map(|cells| cells * usize::from(self.detail))
    }

    /// The side of a quad.
    fn side(&self) -> f32 {
        self.cell / f32::from(self.detail)
    }

    /// Half of its extent. Its centre is the centre of the world.
    pub(crate) fn half(&self) -> [f32; 2] {
        self.quads().map(|quads| quads as f32 * self.side() * 0.5)
    }

    /// The height of the ground: a cubic B-spline, which rounds the steps. Outside the terrain, it is the height at
    /// the edge.
    pub(crate) fn height(&self, x: f32, z: f32) -> f32 {
        let [half_x, half_z] = self.half();
        let (column, u) = cell((x + half_x) / self.cell, self.columns());
        let (row, v) = cell((z + half_z) / self.cell, self.rows.len());
        let (across, along) = (spline(u), spline(v));
        let mut height = 0.0;
        for (j, along) in (-1..3).zip(along) {
            let row = self.rows[(row + j).clamp(0, self.rows.len() as i32 - 1) as usize];
            for (i, across) in (-1..3).zip(across) {
                let byte = row[(column + i).clamp(0, self.columns() as i32 - 1) as usize];
                height += f32::from(steps(byte).unwrap_or(0)) * across * along;
            }
        }
        height * self.step
    }

    fn normal(&self, x: f32, z: f32) -> Vec3 {
        let d = self.side() * 0.5;
        let dx = self.height(x + d, z) - self.height(x - d, z);
        let dz = self.height(x, z + d) - self.height(x, z - d);
        Vec3::new(-dx, 2.0 * d, -dz).unit()
    }

    /// A corner of the quads. Objects on the ground cast shadows on it.
    pub(crate) fn vertex(
        &self,
        [i, j]: [usize; 2],
        library: &Library<'_>,
        air: &Air,
        standing: &[Item<'_>],
    ) -> Vertex {
        let [half_x, half_z] = self.half();
        let (x, z) = (i as f32 * self.side() - half_x, j as f32 * self.side() - half_z);
        let position = Vec3::new(x, self.height(x, z), z);
        let normal = self.normal(x, z);
        let colour = self.colour(position.y, normal.y, library) * (1.0 + 0.07 * grain(i, j));
        let from = position + normal * 0.1;
        let is_dark = normal.dot(air.sun) <= 0.0 || self.is_behind(from, air.sun);
        let is_dark = is_dark || standing.iter().any(|item| is_under(item, from, air.sun));
        Vertex { position, normal, colour, sun: if is_dark { 0.0 } else { 1.0 } }
    }

    fn colour(&self, height: f32, upright: f32, library: &Library<'_>) -> Vec3 {
        let of = |material: u16| library.materials[usize::from(material)].colour;
        let bands = self.bands.iter().map(|&(material, from)| (of(material), from));
        let flat = bands.fold(of(self.bands[0].0), |below, (colour, from)| {
            below.mix(colour, ((height - from) / self.step * 0.7 + 0.5).clamp(0.0, 1.0))
        });
        self.steep.map_or(flat, |steep| flat.mix(of(steep), ((0.86 - upright) * 6.0).clamp(0.0, 1.0)))
    }

    /// Whether a ray enters the ground.
    fn is_behind(&self, from: Vec3, along: Vec3) -> bool {
        let mut point = from;
        for _ in 0..200 {
            point = point + along * (self.cell * 0.5);
            if point.y > self.highest {
                return false;
            }
            if self.height(point.x, point.z) > point.y {
                return true;
            }
        }
        false
    }
}

fn is_under(item: &Item<'_>, from: Vec3, along: Vec3) -> bool {
    // The box around a turned object is larger than the object. That is good enough for most rays, which hit neither.
    if !item.bounds.is_met(from, along) {
        return false;
    }
    let vertices = item.parts.iter().flat_map(|part| part.vertices).map(|vertex| vertex.position);
    Bounds::around(vertices)
        .is_met(item.place.direction_back(from - item.place.at), item.place.direction_back(along))
}

/// The cell that contains a coordinate, and the position within the cell.
fn cell(at: f32, corners: usize) -> (i32, f32) {
    let at = at.clamp(0.0, (corners - 1) as f32);
    (at.floor() as i32, at - at.floor())
}

/// The weights of four points in a row.
fn spline(t: f32) -> [f32; 4] {
    let s = 1.0 - t;
    [s * s * s, 4.0 - 6.0 * t * t + 3.0 * t * t * t, 4.0 - 6.0 * s * s + 3.0 * s * s * s, t * t * t]
        .map(|w| w / 6.0)
}

/// A number between -1 and 1, so that no two corners look the same.
fn grain(i: usize, j: usize) -> f32 {
    let mixed = (i as u32).wrapping_mul(0x9E37_79B1) ^ (j as u32).wrapping_mul(0x85EB_CA77);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2C1B_3C6D);
    (mixed >> 16) as f32 / 32_768.0 - 1.0
}

/// A wave of the water: the slope at a place and time.
pub(crate) fn ripple(at: Vec3, seconds: f32) -> Vec3 {
    let long = wave(at.x * 0.023 + at.z * 0.061 + seconds * 0.13);
    let across = wave(at.z * 0.097 - at.x * 0.034 + seconds * 0.19);
    let short = wave(at.x * 0.063 + at.z * 0.151 - seconds * 0.27);
    Vec3::new(0.012 * (long - short), 1.0, 0.03 * long + 0.025 * across + 0.02 * short).unit()
}
