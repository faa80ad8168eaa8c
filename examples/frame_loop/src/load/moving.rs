//! The moving parts of a level: riders, and lights and emitters, which stand in the world or are on riders.

use super::Loader;
use crate::level::{Lamp, Mesh, Route, Source};
use crate::library::NO_ROOM;
use crate::memory::{collect, make};
use crate::statement::{Anchor, Says, Statement};
use crate::vector::{Bounds, Vec3};
use crate::words::{Mistake, SceneError};

impl<'l, 'a, 't> Loader<'l, 'a, '_, 't> {
    /// A route per rider, in the order of the riders.
    pub(super) fn routes(&self) -> Result<&'a [Route<'a>], SceneError<'t>> {
        let groups = || {
            let groups = self.statements.chunk_by(|_, next| matches!(next.says, Says::Via(_)));
            groups.filter(|group| matches!(group[0].says, Says::Rider { .. }))
        };
        let nothing = Mesh { name: "", parts: &[], bounds: Bounds::NOTHING };
        let blank = Route { mesh: nothing, via: &[], seconds: 1.0, until: 0.0 };
        make(self.scope, groups, blank, self.head.error(NO_ROOM), |group| {
            let rider = group[0];
            let Says::Rider { mesh, name, seconds, until } = rider.says else { return Ok(blank) };
            if self.rider(name).is_some_and(|(_, first)| first.line != rider.line) {
                return Err(rider.error(Mistake::Twice("rider", name)));
            }
            let mesh = self.library.mesh(mesh).map_err(|mistake| rider.error(mistake))?;
            let via = group.iter().filter_map(|statement| match statement.says {
                Says::Via(at) => Some(Ok(at)),
                _ => None,
            });
            let via = collect(self.scope, via, rider.error(NO_ROOM))?;
            if via.len() < 2 {
                return Err(rider.error(Mistake::Without("two `via` places", name)));
            }
            Ok(Route { mesh, via, seconds, until })
        })
    }

    /// The first rider of this name, and the number of its route.
    fn rider(&self, name: &str) -> Option<(u16, &'l Statement<'t>)> {
        let riders = self.statements.iter().filter(|statement| matches!(statement.says, Says::Rider { .. }));
        let is_named =
            |rider: &Statement<'_>| matches!(rider.says, Says::Rider { name: other, .. } if other == name);
        (0..).zip(riders).find(|(_, rider)| is_named(rider))
    }

    /// The place of an object: on a route, or above the ground.
    fn anchor(
        &self,
        statement: &Statement<'t>,
        anchor: Anchor<'t>,
        ground: impl Fn(Vec3) -> Vec3,
    ) -> Result<(Option<u16>, Vec3), SceneError<'t>> {
        let Some(name) = anchor.rider else { return Ok((None, ground(anchor.at))) };
        match self.rider(name) {
            Some((number, _)) => Ok((Some(number), anchor.at)),
            None => Err(statement.error(Mistake::Unknown("rider", name))),
        }
    }

    pub(super) fn lamps(&self, ground: impl Fn(Vec3) -> Vec3) -> Result<&'a [Lamp], SceneError<'t>> {
        self.all(|statement| match statement.says {
            Says::Light { anchor, colour, reach, flicker } => {
                let anchor = self.anchor(statement, anchor, &ground);
                Some(anchor.map(|(route, at)| Lamp { route, at, colour, reach, flicker }))
            }
            _ => None,
        })
    }

    pub(super) fn sources(&self, ground: impl Fn(Vec3) -> Vec3) -> Result<&'a [Source], SceneError<'t>> {
        self.all(|statement| match statement.says {
            Says::Emitter { kind, anchor, rate } => {
                let anchor = self.anchor(statement, anchor, &ground);
                Some(anchor.map(|(route, at)| Source { kind, route, at, rate }))
            }
            _ => None,
        })
    }
}
