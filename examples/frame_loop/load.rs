//! Reading a level into the memory of levels. What is needed only while that is done is in other memory: that of a frame,
//! which nobody else needs meanwhile.

use crate::grid::{self, pieces};
use crate::level::{Air, Item, Lamp, Level, Library, Route, Source, Vertex};
use crate::library::NO_ROOM;
use crate::memory::{collect, make};
use crate::order;
use crate::statement::{Anchor, Says, Statement};
use crate::terrain::{self, Terrain};
use crate::vector::{Place, Vec3};
use crate::words::{self, Mistake, SceneError};
use stackpool::region::Scope;

const NO_SCRATCH: Mistake<'static> = Mistake::NoRoom("frames");

/// All statements of a scene, where they belong.
pub(crate) fn statements<'s, 't>(
    scratch: &Scope<'s>,
    text: &'t str,
) -> Result<&'s [Statement<'t>], SceneError<'t>> {
    let full = SceneError { line: 1, mistake: NO_SCRATCH };
    let statements = collect(scratch, words::lines(text).map(Statement::parse), full)?;
    order::check(statements)?;
    Ok(statements)
}

/// The statements before the first level, and those of each level.
pub(crate) fn levels<'s, 't>(
    statements: &'s [Statement<'t>],
) -> (&'s [Statement<'t>], impl Iterator<Item = &'s [Statement<'t>]> + Clone) {
    let is_level = |statement: &Statement<'_>| matches!(statement.says, Says::Level(_));
    let first = statements.iter().position(is_level).unwrap_or(statements.len());
    let (library, levels) = statements.split_at(first);
    (library, levels.chunk_by(move |_, next| !is_level(next)))
}

/// The statements of one level, and what they refer to.
struct Loader<'l, 'a, 's, 't> {
    scope: &'l Scope<'a>,
    scratch: &'l Scope<'s>,
    library: &'l Library<'a>,
    statements: &'l [Statement<'t>],
    /// The first of them.
    head: Statement<'t>,
    name: &'t str,
}

/// Reads a level from its statements, the first of which says its name.
pub(crate) fn level<'a, 't>(
    scope: &Scope<'a>,
    scratch: &Scope<'_>,
    library: &Library<'a>,
    statements: &[Statement<'t>],
) -> Result<Level<'a>, SceneError<'t>> {
    let head = statements[0];
    let Says::Level(name) = head.says else { return Err(head.error(Mistake::Missing("a level"))) };
    let loader = Loader { scope, scratch, library, statements, head, name };
    let air = loader.air()?;
    let terrain = loader.terrain()?;
    let ground = |at: Vec3| terrain.map_or(at, |terrain| at + Vec3::UP * terrain.height(at.x, at.z));
    Ok(Level {
        name: scope.alloc_str(name).map_err(|_| head.error(NO_ROOM))?,
        frames: loader.one("frames", |says| if let Says::Frames(frames) = says { Some(frames) } else { None })?,
        air,
        items: loader.items(terrain.as_ref(), &air, ground)?,
        routes: loader.routes()?,
        lamps: loader.lamps(ground)?,
        sources: loader.sources(ground)?,
        camera: loader.camera()?,
    })
}

impl<'l, 'a, 's, 't> Loader<'l, 'a, 's, 't> {
    fn without(&self, what: &'static str) -> SceneError<'t> {
        self.head.error(Mistake::Without(what, self.name))
    }

    /// What one statement of the level says, and no second one.
    fn one<T>(&self, what: &'static str, read: impl Fn(Says<'t>) -> Option<T>) -> Result<T, SceneError<'t>> {
        self.at_most_one(what, read)?.ok_or(self.without(what))
    }

    fn at_most_one<T>(
        &self,
        what: &'static str,
        read: impl Fn(Says<'t>) -> Option<T>,
    ) -> Result<Option<T>, SceneError<'t>> {
        let mut found = None;
        for statement in self.statements {
            let said = read(statement.says);
            if found.is_some() && said.is_some() {
                return Err(statement.error(Mistake::Twice(what, self.name)));
            }
            found = found.or(said);
        }
        Ok(found)
    }

    fn air(&self) -> Result<Air, SceneError<'t>> {
        let sky = |says| if let Says::Sky { zenith, horizon } = says { Some((zenith, horizon)) } else { None };
        let sun = |says| if let Says::Sun { towards, colour } = says { Some((towards, colour)) } else { None };
        let (zenith, horizon) = self.one("sky", sky)?;
        let (sun, sunlight) = self.one("sun", sun)?;
        let fog = self.one("fog", |says| if let Says::Fog(distance) = says { Some(distance) } else { None })?;
        Ok(Air { zenith, horizon, sun: sun.unit(), sunlight, fog })
    }

    fn terrain(&self) -> Result<Option<Terrain<'s, 't>>, SceneError<'t>> {
        let is_terrain = |says| matches!(says, Says::Terrain { .. }).then_some(());
        if self.at_most_one("terrain", is_terrain)?.is_none() {
            return Ok(None);
        }
        let mut terrain = None;
        for statement in self.statements {
            if let Says::Terrain { cell, step, detail } = statement.says {
                let (rows, bands, steep) = (self.rows(statement)?, self.bands(statement)?, self.steep()?);
                terrain = Some(Terrain { cell, step, detail, rows, bands, steep });
            }
        }
        Ok(terrain)
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
            Says::Band { material, from } => Some(self.material(statement, material).map(|(number, _)| (number, from))),
            _ => None,
        });
        let bands = collect(self.scratch, bands, terrain.error(NO_SCRATCH))?;
        if bands.is_empty() {
            return Err(terrain.error(Mistake::Without("band", "terrain")));
        }
        bands.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
        Ok(bands)
    }

    fn steep(&self) -> Result<Option<u16>, SceneError<'t>> {
        let steep = self.statements.iter().find_map(|statement| match statement.says {
            Says::Steep(material) => Some(self.material(statement, material)),
            _ => None,
        });
        Ok(steep.transpose()?.map(|(number, _)| number))
    }

    fn material(
        &self,
        statement: &Statement<'t>,
        name: &'t str,
    ) -> Result<(u16, crate::statement::Finish), SceneError<'t>> {
        self.library.material(name).map_err(|mistake| statement.error(mistake))
    }

    /// What stands, then the pieces of the ground, on which it keeps off the sun, then those of the water.
    fn items(
        &self,
        terrain: Option<&Terrain<'_, '_>>,
        air: &Air,
        ground: impl Fn(Vec3) -> Vec3,
    ) -> Result<&'a [Item<'a>], SceneError<'t>> {
        let full = self.head.error(NO_ROOM);
        let places = self.statements.iter().filter_map(|statement| match statement.says {
            Says::Place { mesh, at, turn } => {
                let mesh = self.library.mesh(mesh).map_err(|mistake| statement.error(mistake));
                Some(mesh.map(|mesh| mesh.placed(Place::turned(ground(at), turn))))
            }
            _ => None,
        });
        let standing = collect(self.scratch, places, self.head.error(NO_SCRATCH))?;
        let land = terrain.map_or([0, 0], Terrain::quads);
        let water = self.water()?;
        let sea = water.map_or([0, 0], |_| [WATER_QUADS; 2]);
        let lands = pieces(land);
        let count = standing.len() + lands + pieces(sea);
        make(self.scope, 0..count, Item::NOTHING, full, |index| {
            if let Some(&item) = standing.get(index) {
                return Ok(item);
            }
            let index = index - standing.len();
            let item = match (terrain, water) {
                (Some(terrain), _) if index < lands => {
                    let finish = (terrain.bands[0].0, crate::statement::Finish::Matte);
                    let vertex = |i, j| terrain.vertex(i, j, self.library, air, standing);
                    grid::piece(self.scope, land, index, finish, vertex)
                }
                (_, Some((material, height))) => {
                    let colour = self.library.materials[usize::from(material.0)].colour;
                    let vertex = |i, j| water_vertex(i, j, height, colour);
                    grid::piece(self.scope, sea, index - lands, material, vertex)
                }
                _ => Ok(Item::NOTHING),
            };
            item.map_err(|_| full)
        })
    }

    fn water(&self) -> Result<Option<((u16, crate::statement::Finish), f32)>, SceneError<'t>> {
        let water = self.statements.iter().find_map(|statement| match statement.says {
            Says::Water { material, height } => {
                Some(self.material(statement, material).map(|material| (material, height)))
            }
            _ => None,
        });
        water.transpose()
    }

    fn routes(&self) -> Result<&'a [Route<'a>], SceneError<'t>> {
        let groups = self.statements.chunk_by(|_, next| matches!(next.says, Says::Via(_)));
        let groups = groups.filter(|group| matches!(group[0].says, Says::Rider { .. }));
        let nothing = crate::level::Mesh { name: "", parts: &[], bounds: Item::NOTHING.bounds };
        let blank = Route { mesh: nothing, via: &[], seconds: 1.0, until: 0.0 };
        make(self.scope, groups, blank, self.head.error(NO_ROOM), |group| {
            let statement = group[0];
            let Says::Rider { mesh, name, seconds, until } = statement.says else { return Ok(blank) };
            if self.rider_named(name).is_some_and(|(_, first)| first.line != statement.line) {
                return Err(statement.error(Mistake::Twice("rider", name)));
            }
            let mesh = self.library.mesh(mesh).map_err(|mistake| statement.error(mistake))?;
            let via = group.iter().filter_map(|statement| match statement.says {
                Says::Via(at) => Some(Ok(at)),
                _ => None,
            });
            let via = collect(self.scope, via, statement.error(NO_ROOM))?;
            if via.len() < 2 {
                return Err(statement.error(Mistake::Without("two places to go via", name)));
            }
            Ok(Route { mesh, via, seconds, until })
        })
    }

    /// The first rider of this name, and its number.
    fn rider_named(&self, name: &str) -> Option<(u16, &'l Statement<'t>)> {
        let riders = self.statements.iter().filter(|statement| matches!(statement.says, Says::Rider { .. }));
        (0..).zip(riders).find(|(_, rider)| matches!(rider.says, Says::Rider { name: other, .. } if other == name))
    }

    /// Where something is: on a route, or over the ground.
    fn anchor(
        &self,
        statement: &Statement<'t>,
        anchor: Anchor<'t>,
        ground: impl Fn(Vec3) -> Vec3,
    ) -> Result<(Option<u16>, Vec3), SceneError<'t>> {
        let Some(name) = anchor.rider else { return Ok((None, ground(anchor.at))) };
        match self.rider_named(name) {
            Some((number, _)) => Ok((Some(number), anchor.at)),
            None => Err(statement.error(Mistake::Unknown("rider", name))),
        }
    }

    fn lamps(&self, ground: impl Fn(Vec3) -> Vec3) -> Result<&'a [Lamp], SceneError<'t>> {
        let lamps = self.statements.iter().filter_map(|statement| match statement.says {
            Says::Light { anchor, colour, reach, flicker } => {
                let anchor = self.anchor(statement, anchor, &ground);
                Some(anchor.map(|(route, at)| Lamp { route, at, colour, reach, flicker }))
            }
            _ => None,
        });
        Ok(collect(self.scope, lamps, self.head.error(NO_ROOM))?)
    }

    fn sources(&self, ground: impl Fn(Vec3) -> Vec3) -> Result<&'a [Source], SceneError<'t>> {
        let sources = self.statements.iter().filter_map(|statement| match statement.says {
            Says::Emitter { kind, anchor, rate } => {
                let anchor = self.anchor(statement, anchor, &ground);
                Some(anchor.map(|(route, at)| Source { kind, route, at, rate }))
            }
            _ => None,
        });
        Ok(collect(self.scope, sources, self.head.error(NO_ROOM))?)
    }

    fn camera(&self) -> Result<&'a [[Vec3; 2]], SceneError<'t>> {
        let camera = self.statements.iter().filter_map(|statement| match statement.says {
            Says::Camera { eye, look } => Some(Ok([eye, look])),
            _ => None,
        });
        let camera = collect(self.scope, camera, self.head.error(NO_ROOM))?;
        if camera.len() < 2 { Err(self.without("two cameras")) } else { Ok(camera) }
    }
}

/// Quads of a side of the water, and the side of each.
const WATER_QUADS: usize = 80;
const WATER_SIDE: f32 = 3.0;

fn water_vertex(i: usize, j: usize, height: f32, colour: Vec3) -> Vertex {
    let [x, z] = [i, j].map(|at| (at as f32 - WATER_QUADS as f32 * 0.5) * WATER_SIDE);
    Vertex { position: Vec3::new(x, height, z), normal: Vec3::UP, colour, sun: 1.0 }
}
