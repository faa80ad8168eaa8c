//! The statements of a scene, one per line, before it is checked whether they fit together.

use crate::vector::Vec3;
use crate::words::{Line, Mistake, SceneError};

/// A statement, with its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'t> {
    pub(crate) line: u32,
    pub(crate) says: Says<'t>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Says<'t> {
    Material { name: &'t str, finish: Finish, colour: Vec3 },
    Mesh(&'t str),
    Shape { material: &'t str, shape: Shape },
    Level(&'t str),
    Frames(u16),
    Sky { zenith: Vec3, horizon: Vec3 },
    Sun { towards: Vec3, colour: Vec3 },
    Fog(f32),
    Terrain { cell: f32, step: f32, detail: u16 },
    Row(&'t str),
    Band { material: &'t str, from: f32 },
    Steep(&'t str),
    Water { material: &'t str, height: f32 },
    Place { mesh: &'t str, at: Vec3, turn: f32 },
    Rider { mesh: &'t str, name: &'t str, seconds: f32, until: f32 },
    Via(Vec3),
    Light { anchor: Anchor<'t>, colour: Vec3, reach: f32, flicker: f32 },
    Emitter { kind: Kind, anchor: Anchor<'t>, rate: f32 },
    Camera { eye: Vec3, look: Vec3 },
}

/// How a surface reflects light.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    Matte,
    /// Emits light itself.
    Glow,
    /// Has waves and reflects the sky.
    Water,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shape {
    /// From the lower to the upper corner.
    Box { low: Vec3, high: Vec3 },
    /// A gable over a box of this size, its ridge along `x`.
    Roof { low: Vec3, high: Vec3 },
    /// Round, with one radius at the foot and one at the top.
    Post { foot: Vec3, radius: f32, top: f32, height: f32, sides: u16 },
}

/// The place of an object: in the world, above the ground, or on a rider.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Anchor<'t> {
    pub(crate) rider: Option<&'t str>,
    pub(crate) at: Vec3,
}

/// What an emitter emits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Smoke,
    Fire,
    Sparks,
}

impl<'t> Statement<'t> {
    pub(crate) fn parse(mut line: Line<'t>) -> Result<Self, SceneError<'t>> {
        let says = says(&mut line)?;
        line.end()?;
        Ok(Statement { line: line.number, says })
    }

    pub(crate) fn error(&self, mistake: Mistake<'t>) -> SceneError<'t> {
        SceneError { line: self.line, mistake }
    }
}

fn says<'t>(line: &mut Line<'t>) -> Result<Says<'t>, SceneError<'t>> {
    Ok(match line.word("a statement")? {
        "material" => {
            let (name, finish) = (line.word("a name")?, finish(line)?);
            Says::Material { name, finish, colour: line.colour()? }
        }
        "mesh" => Says::Mesh(line.word("a name")?),
        "box" => {
            let material = line.word("a material")?;
            let (low, high) = corners(line)?;
            Says::Shape { material, shape: Shape::Box { low, high } }
        }
        "roof" => {
            let material = line.word("a material")?;
            let (low, high) = corners(line)?;
            Says::Shape { material, shape: Shape::Roof { low, high } }
        }
        "post" => Says::Shape { material: line.word("a material")?, shape: post(line)? },
        "level" => Says::Level(file_name(line)?),
        "frames" => Says::Frames(line.count("a number of frames", 1, 9_999)?),
        "sky" => Says::Sky { zenith: line.colour()?, horizon: line.colour()? },
        "sun" => Says::Sun { towards: line.vector("a direction")?, colour: line.colour()? },
        "fog" => Says::Fog(line.number("a distance", 1.0, 10_000.0)?),
        "terrain" => Says::Terrain {
            cell: line.number("the side of a cell", 0.1, 100.0)?,
            step: line.number("the height of a step", 0.0, 100.0)?,
            detail: line.count("parts of a cell", 1, 8)?,
        },
        "row" => Says::Row(line.word("a row of heights")?),
        "band" => {
            let material = line.word("a material")?;
            Says::Band { material, from: line.number("a height", -1_000.0, 1_000.0)? }
        }
        "steep" => Says::Steep(line.word("a material")?),
        "water" => {
            let material = line.word("a material")?;
            Says::Water { material, height: line.number("a height", -1_000.0, 1_000.0)? }
        }
        "place" => {
            let (mesh, at) = (line.word("a mesh")?, line.vector("a place")?);
            Says::Place { mesh, at, turn: turn(line)? }
        }
        "rider" => Says::Rider {
            mesh: line.word("a mesh")?,
            name: line.word("a name")?,
            seconds: line.number("seconds for a round", 0.1, 1_000.0)?,
            until: if line.is_over() { f32::MAX } else { until(line)? },
        },
        "via" => Says::Via(line.vector("a place")?),
        "light" => Says::Light {
            anchor: anchor(line)?,
            colour: line.colour()?,
            reach: line.number("a reach", 0.1, 1_000.0)?,
            flicker: if line.is_over() { 0.0 } else { flicker(line)? },
        },
        "emitter" => {
            let (kind, anchor) = (kind(line)?, anchor(line)?);
            Says::Emitter {
                kind,
                anchor,
                rate: line.number("a number of particles per second", 0.0, 10_000.0)?,
            }
        }
        "camera" => {
            let eye = line.vector("the place of the eye")?;
            line.keyword("look")?;
            Says::Camera { eye, look: line.vector("a place to look at")? }
        }
        word => return Err(line.error(Mistake::Unknown("statement", word))),
    })
}

/// A name that can be a file name in the output directory, on any system.
fn file_name<'t>(line: &mut Line<'t>) -> Result<&'t str, SceneError<'t>> {
    let name = line.word("a name")?;
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_plain { Ok(name) } else { Err(line.error(Mistake::FileName(name))) }
}

fn finish<'t>(line: &mut Line<'t>) -> Result<Finish, SceneError<'t>> {
    match line.word("a finish")? {
        "matte" => Ok(Finish::Matte),
        "glow" => Ok(Finish::Glow),
        "water" => Ok(Finish::Water),
        word => Err(line.error(Mistake::Unknown("finish", word))),
    }
}

fn kind<'t>(line: &mut Line<'t>) -> Result<Kind, SceneError<'t>> {
    match line.word("a kind")? {
        "smoke" => Ok(Kind::Smoke),
        "fire" => Ok(Kind::Fire),
        "sparks" => Ok(Kind::Sparks),
        word => Err(line.error(Mistake::Unknown("kind of particles", word))),
    }
}

/// A lower and an upper corner, sorted so that no side is negative.
fn corners<'t>(line: &mut Line<'t>) -> Result<(Vec3, Vec3), SceneError<'t>> {
    let (low, high) = (line.vector("the lower corner")?, line.vector("the upper corner")?);
    Ok((low.low(high), low.high(high)))
}

fn post<'t>(line: &mut Line<'t>) -> Result<Shape, SceneError<'t>> {
    Ok(Shape::Post {
        foot: line.vector("the foot")?,
        radius: line.number("a radius", 0.0, 1_000.0)?,
        top: line.number("the radius at the top", 0.0, 1_000.0)?,
        height: line.number("a height", 0.0, 1_000.0)?,
        sides: line.count("a number of sides", 3, 64)?,
    })
}

/// `turn` and a fraction of a whole turn; 0 if the line has no more words.
fn turn<'t>(line: &mut Line<'t>) -> Result<f32, SceneError<'t>> {
    if line.is_over() {
        return Ok(0.0);
    }
    line.keyword("turn")?;
    line.number("a part of a turn", -1.0, 1.0)
}

fn until<'t>(line: &mut Line<'t>) -> Result<f32, SceneError<'t>> {
    line.keyword("until")?;
    line.number("seconds", 0.0, 10_000.0)
}

fn flicker<'t>(line: &mut Line<'t>) -> Result<f32, SceneError<'t>> {
    line.keyword("flicker")?;
    line.number("a part of the light", 0.0, 1.0)
}

/// `at` a place, or `on` a rider and a place relative to it.
fn anchor<'t>(line: &mut Line<'t>) -> Result<Anchor<'t>, SceneError<'t>> {
    let rider = match line.word("`at` or `on`")? {
        "at" => None,
        "on" => Some(line.word("a rider")?),
        word => return Err(line.error(Mistake::Expected("at` or `on", word))),
    };
    Ok(Anchor { rider, at: line.vector("a place")? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::lines;

    fn parse(text: &str) -> Result<Says<'_>, String> {
        let line = lines(text).next().unwrap();
        Statement::parse(line).map(|statement| statement.says).map_err(|error| error.to_string())
    }

    #[test]
    fn statements_are_read() {
        let (low, high) = (Vec3::new(-1.0, 0.0, -2.0), Vec3::new(1.0, 3.0, 2.0));
        let shape = Shape::Box { low, high };
        assert_eq!(parse("box oak 1 0 2 -1 3 -2"), Ok(Says::Shape { material: "oak", shape }));
        let expected = Says::Rider { mesh: "boat", name: "tug", seconds: 20.0, until: f32::MAX };
        assert_eq!(parse("rider boat tug 20"), Ok(expected));
        let anchor = Anchor { rider: Some("tug"), at: Vec3::UP };
        let colour = Vec3::new(1.0, 0.5, 0.0);
        let expected = Says::Light { anchor, colour, reach: 9.0, flicker: 0.25 };
        assert_eq!(parse("light on tug 0 1 0  1 .5 0  9 flicker 0.25"), Ok(expected));
    }

    #[test]
    fn mistakes_are_named_with_their_words() {
        for (text, message) in [
            (
                "level ../home",
                "line 1: `../home` is used in file names: only letters, digits, `-` and `_` are allowed",
            ),
            ("\nwall 1 2 3", "line 2: there is no statement `wall`"),
            ("material oak shiny 1 1 1", "line 1: there is no finish `shiny`"),
            ("material oak matte 1 1", "line 1: the line ends where a colour of three parts is expected"),
            ("sky 0 0 0 0 0 -1", "line 1: expected a colour of three parts from 0 to 100, found `-1`"),
            ("place hut 1 2 3 round 1", "line 1: expected `turn`, found `round`"),
            ("light in 0 0 0", "line 1: expected `at` or `on`, found `in`"),
            ("emitter rain at 0 0 0 1", "line 1: there is no kind of particles `rain`"),
            ("camera 0 0 0 look 1 1 1 1", "line 1: unexpected `1` at the end of the line"),
            ("post oak 0 0 0 1 1 1 2", "line 1: expected a number of sides from 3 to 64, found `2`"),
        ] {
            assert_eq!(parse(text), Err(message.to_owned()));
        }
    }
}
