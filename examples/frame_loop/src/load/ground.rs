//! The parts of a level that do not move: the ground, the water, and the objects on the ground.

use super::{Loader, NO_SCRATCH};
use crate::grid::{self, pieces};
use crate::level::{Air, Item, Vertex};
use crate::library::NO_ROOM;
use crate::memory::{collect, make};
use crate::statement::{Finish, Says, Statement};
use crate::terrain::{self, Terrain};
use crate::vector::{Place, Vec3};
use crate::words::{Mistake, SceneError};

/// Quads per side of the water, and the side of each quad.
const WATER_QUADS: usize = 80;
const WATER_SIDE: f32 = 3.0;

/// A flat sea.
#[derive(Clone, Copy)]
struct Water {
    material: (u16, Finish),
    height: f32,
}

impl<'a, 's, 't> Loader<'_, 'a, 's, 't> {
    pub(super) fn terrain(&self) -> Result<Option<Terrain<'s, 't>>, SceneError<'t>> {
        self.at_most_one("terrain", |statement| match statement.says {
            Says::Terrain { cell, step, detail } => Some(self.rows(statement).and_then(|rows| {
                let (bands, steep) = (self.bands(statement)?, self.steep()?);
                let highest =
                    rows.iter().flat_map(|row| row.iter()).filter_map(|&byte| terrain::steps(byte)).max();
                let highest = f32::from(highest.unwrap_or(0)) * step;
                Ok(Terrain { cell, step, detail, rows, highest, bands, steep })
            })),
            _ => None,
        })
    }

    fn rows(&self, terrain: &Statement<'t>) -> Result<&'s [&'t [u8]], SceneError<'t>> {
        let rows = self.statements.iter().filter_map(|statement| match statement.says {
            Says::Row(row) => Some((statement, row)),
            _ => None,
        });
        let columns = rows.clone().next().map_or(0, |(_, row)| row.len());
        let rows = rows.map(|(statement, row)| {
            terrain::check_row(row, columns).map_err(|mistake| statement.error(mistake))
        });
        let rows = collect(self.scratch, rows, terrain.error(NO_SCRATCH))?;
        if rows.len() < 2 || columns < 2 {
            return Err(terrain.error(Mistake::Without("two rows of two heights", "terrain")));
        }
        Ok(rows)
    }

    fn bands(&self, terrain: &Statement<'t>) -> Result<&'s [(u16, f32)], SceneError<'t>> {
        let bands = self.statements.iter().filter_map(|statement| match statement.says {
            Says::Band { material, from } => {
                Some(self.material(statement, material).map(|(number, _)| (number, from)))
            }
            _ => None,
        });
        let bands = collect(self.scratch, bands, terrain.error(NO_SCRATCH))?;
        if bands.is_empty() {
            return Err(terrain.error(Mistake::Without("a band", "terrain")));
        }
        // By height, then by material, so that the order does not depend on the sort.
        bands.sort_unstable_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        Ok(bands)
    }

    fn steep(&self) -> Result<Option<u16>, SceneError<'t>> {
        self.at_most_one("steep", |statement| match statement.says {
            Says::Steep(material) => Some(self.material(statement, material).map(|(number, _)| number)),
            _ => None,
        })
    }

    fn water(&self) -> Result<Option<Water>, SceneError<'t>> {
        self.at_most_one("water", |statement| match statement.says {
            Says::Water { material, height } => {
                Some(self.material(statement, material).map(|material| Water { material, height }))
            }
            _ => None,
        })
    }

    /// The objects on the ground, then the pieces of the ground, which lie in their shadows, then the pieces of the
    /// water.
    pub(super) fn items(
        &self,
        terrain: Option<&Terrain<'_, '_>>,
        air: &Air,
        ground: impl Fn(Vec3) -> Vec3,
    ) -> Result<&'a [Item<'a>], SceneError<'t>> {
        let places = self.statements.iter().filter_map(|statement| match statement.says {
            Says::Place { mesh, at, turn } => {
                let mesh = self.library.mesh(mesh).map_err(|mistake| statement.error(mistake));
                Some(mesh.map(|mesh| mesh.placed(Place::turned(ground(at), turn))))
            }
            _ => None,
        });
        let standing = &*collect(self.scratch, places, self.head.error(NO_SCRATCH))?;
        let water = self.water()?;
        let lands = terrain.map_or(0, |terrain| pieces(terrain.quads()));
        let waters = water.map_or(0, |_| pieces([WATER_QUADS; 2]));
        let full = self.head.error(NO_ROOM);
        make(
            self.scope,
            || 0..standing.len() + lands + waters,
            Item::NOTHING,
            full,
            |index| {
                if let Some(&item) = standing.get(index) {
                    return Ok(item);
                }
                let index = index - standing.len();
                let piece = match (terrain, water) {
                    (Some(terrain), _) if index < lands => {
                        let material = (terrain.bands[0].0, Finish::Matte);
                        let vertex = |i, j| terrain.vertex([i, j], self.library, air, standing);
                        grid::piece(self.scope, terrain.quads(), index, material, vertex)
                    }
                    (_, Some(Water { material, height })) => {
                        let colour = self.library.materials[usize::from(material.0)].colour;
                        let vertex = |i, j| water_vertex([i, j], height, colour);
                        grid::piece(self.scope, [WATER_QUADS; 2], index - lands, material, vertex)
                    }
                    _ => Ok(Item::NOTHING),
                };
                piece.map_err(|_| full)
            },
        )
    }
}

fn water_vertex(quads: [usize; 2], height: f32, colour: Vec3) -> Vertex {
    let [x, z] = quads.map(|at| (at as f32 - WATER_QUADS as f32 * 0.5) * WATER_SIDE);
    Vertex { position: Vec3::new(x, height, z), normal: Vec3::UP, colour, sun: 1.0 }
}
