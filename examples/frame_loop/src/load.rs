//! Reads a level into the memory of levels. Temporary data is in the memory of a frame, which is not used by anything
//! else at that time.

mod ground;
mod moving;

use crate::level::{Air, Level, Library};
use crate::library::NO_ROOM;
use crate::memory::collect;
use crate::order;
use crate::statement::{Finish, Says, Statement};
use crate::vector::Vec3;
use crate::words::{self, Mistake, SceneError};
use stackpool::region::Scope;

const NO_SCRATCH: Mistake<'static> = Mistake::NoRoom("frames");

/// Reads all statements of a scene, and checks that each one is where it belongs.
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
) -> (&'s [Statement<'t>], impl Iterator<Item = &'s [Statement<'t>]>) {
    let is_level = |statement: &Statement<'_>| matches!(statement.says, Says::Level(_));
    let first = statements.iter().position(is_level).unwrap_or(statements.len());
    let (library, levels) = statements.split_at(first);
    (library, levels.chunk_by(move |_, next| !is_level(next)))
}

/// Reads a level from its statements. The first statement gives its name.
pub(crate) fn level<'a, 't>(
    scope: &Scope<'a>,
    scratch: &Scope<'_>,
    library: &Library<'a>,
    statements: &[Statement<'t>],
) -> Result<Level<'a>, SceneError<'t>> {
    let head = statements[0];
    let Says::Level(name) = head.says else { return Err(head.error(Mistake::Missing("a level"))) };
    let loader = Loader { scope, scratch, library, statements, head, name };
    let frames =
        loader.one("frames", |says| if let Says::Frames(count) = says { Some(count) } else { None })?;
    let air = loader.air()?;
    let terrain = loader.terrain()?;
    let ground = |at: Vec3| terrain.map_or(at, |terrain| at + Vec3::UP * terrain.height(at.x, at.z));
    Ok(Level {
        name: scope.alloc_str(name).map_err(|_| head.error(NO_ROOM))?,
        frames,
        air,
        items: loader.items(terrain.as_ref(), &air, ground)?,
        routes: loader.routes()?,
        lamps: loader.lamps(ground)?,
        sources: loader.sources(ground)?,
        camera: loader.camera()?,
    })
}

/// The statements of one level, and the data that they refer to.
struct Loader<'l, 'a, 's, 't> {
    scope: &'l Scope<'a>,
    scratch: &'l Scope<'s>,
    library: &'l Library<'a>,
    statements: &'l [Statement<'t>],
    /// The first of the statements.
    head: Statement<'t>,
    name: &'t str,
}

impl<'a, 't> Loader<'_, 'a, '_, 't> {
    /// Reads the one statement of its kind in the level. A second one is an error.
    fn one<T>(&self, what: &'static str, read: impl Fn(Says<'t>) -> Option<T>) -> Result<T, SceneError<'t>> {
        let found = self.at_most_one(what, |statement| read(statement.says).map(Ok))?;
        found.ok_or(self.head.error(Mistake::Without(what, self.name)))
    }

    fn at_most_one<T>(
        &self,
        what: &'static str,
        read: impl Fn(&Statement<'t>) -> Option<Result<T, SceneError<'t>>>,
    ) -> Result<Option<T>, SceneError<'t>> {
        let mut found = None;
        for statement in self.statements {
            let said = read(statement).transpose()?;
            if found.is_some() && said.is_some() {
                return Err(statement.error(Mistake::Again(what, self.name)));
            }
            found = found.or(said);
        }
        Ok(found)
    }

    /// Reads all statements of one kind, into the memory of the level.
    fn all<T: Copy>(
        &self,
        read: impl Fn(&Statement<'t>) -> Option<Result<T, SceneError<'t>>>,
    ) -> Result<&'a [T], SceneError<'t>> {
        Ok(collect(self.scope, self.statements.iter().filter_map(read), self.head.error(NO_ROOM))?)
    }

    fn air(&self) -> Result<Air, SceneError<'t>> {
        let (zenith, horizon) = self.one("sky", |says| match says {
            Says::Sky { zenith, horizon } => Some((zenith, horizon)),
            _ => None,
        })?;
        let (sun, sunlight) = self.one("sun", |says| match says {
            Says::Sun { towards, colour } => Some((towards.unit(), colour)),
            _ => None,
        })?;
        let fog =
            self.one("fog", |says| if let Says::Fog(distance) = says { Some(distance) } else { None })?;
        Ok(Air { zenith, horizon, sun, sunlight, fog })
    }

    fn camera(&self) -> Result<&'a [[Vec3; 2]], SceneError<'t>> {
        let camera = self.all(|statement| match statement.says {
            Says::Camera { eye, look } => Some(Ok([eye, look])),
            _ => None,
        })?;
        match camera {
            [_, _, ..] => Ok(camera),
            _ => Err(self.head.error(Mistake::Without("two cameras", self.name))),
        }
    }

    fn material(&self, statement: &Statement<'t>, name: &'t str) -> Result<(u16, Finish), SceneError<'t>> {
        self.library.material(name).map_err(|mistake| statement.error(mistake))
    }
}
