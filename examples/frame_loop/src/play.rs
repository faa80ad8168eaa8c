//! Plays a scene: level by level, frame by frame, in memory that was allocated before.

use crate::canvas::Canvas;
use crate::draw::{Culling, Drawn, Frames, draw};
use crate::level::{Level, Library};
use crate::load;
use crate::view::View;
use crate::words::SceneError;
use crate::world::{Counts, Crowded, World};
use example_support::allocations;
use stackpool::region::{Boxed, Scope, Stack};
use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

/// All memory of a game, allocated once.
pub(crate) struct Game {
    /// The memory of levels: the shared data first, then one level after the other.
    pub(crate) levels: Stack<Boxed>,
    pub(crate) frames: Frames,
    pub(crate) world: World,
    pub(crate) canvas: Canvas,
}

impl Game {
    /// Allocates everything for a picture with `height` rows and a ratio of 16:9.
    pub(crate) fn new(height: usize, level_bytes: usize, frame_bytes: usize) -> Self {
        Game {
            levels: Stack::from(Boxed::new(level_bytes)),
            frames: Frames::from([Boxed::new(frame_bytes), Boxed::new(frame_bytes)]),
            world: World::new(),
            canvas: Canvas::new(height * 16 / 9, height),
        }
    }
}

/// A frame that was drawn.
pub(crate) struct Shot<'a> {
    pub(crate) level: &'a str,
    pub(crate) frame: u16,
    pub(crate) canvas: &'a Canvas,
}

/// The figures of a level that was played.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) name: String,
    pub(crate) frames: u16,
    /// How often the heap was used while the level was read, and in all of its frames. A frame is moved, drawn and
    /// developed; what is done with its picture afterwards does not count.
    pub(crate) loading_allocations: u64,
    pub(crate) frame_allocations: u64,
    pub(crate) time: Duration,
    /// The sum of all frames.
    pub(crate) drawn: Drawn,
    pub(crate) counts: Counts,
    /// Bytes of the data that all levels share, and of this level.
    pub(crate) shared_bytes: usize,
    pub(crate) level_bytes: usize,
    /// The largest number of bytes that a frame took, and how many of them are padding.
    pub(crate) frame_bytes: usize,
    pub(crate) frame_padding: usize,
}

/// Plays all levels of a scene, and calls `show` for each frame.
pub(crate) fn play<'t>(
    game: &mut Game,
    text: &'t str,
    culling: Culling,
    mut show: impl FnMut(&Shot<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<Vec<Played>, PlayError<'t>> {
    let Game { levels, frames, world, canvas } = game;
    let mut played = Vec::new();
    // A scope frees its data when it ends: a level after its last frame, the shared data after the last level.
    levels.scope(|mut shared| {
        let library = load_library(&shared, frames, text)?;
        let mut stage = Stage { frames, world, canvas, culling, show: &mut show };
        for number in 0.. {
            match shared.scope(|scope| stage.level(&scope, &library, text, number))? {
                Some(level) => played.push(level),
                None => break,
            }
        }
        Ok(played)
    })
}

fn load_library<'a, 't>(
    shared: &Scope<'a>,
    frames: &mut Frames,
    text: &'t str,
) -> Result<Library<'a>, SceneError<'t>> {
    let scratch = frames.begin();
    let (library, _) = load::levels(load::statements(&scratch, text)?);
    crate::library::load(shared, library)
}

/// Returns the line in which a level begins, and the level; `None` if there are no more.
///
/// All statements are read again. They were in the memory of a frame, which has been used since.
fn load_level<'a, 't>(
    scope: &Scope<'a>,
    frames: &mut Frames,
    library: &Library<'a>,
    text: &'t str,
    number: usize,
) -> Result<Option<(u32, Level<'a>)>, SceneError<'t>> {
    let scratch = frames.begin();
    let (_, mut levels) = load::levels(load::statements(&scratch, text)?);
    let Some(statements) = levels.nth(number) else { return Ok(None) };
    let level = load::level(scope, &scratch, library, statements)?;
    Ok(Some((statements[0].line, level)))
}

/// The memory and the objects with which levels are played.
struct Stage<'g, S> {
    frames: &'g mut Frames,
    world: &'g mut World,
    canvas: &'g mut Canvas,
    culling: Culling,
    show: S,
}

impl<S: FnMut(&Shot<'_>) -> Result<(), Box<dyn Error>>> Stage<'_, S> {
    /// Reads and plays the level with this number; `None` if there are no more.
    fn level<'t>(
        &mut self,
        scope: &Scope<'_>,
        library: &Library<'_>,
        text: &'t str,
        number: usize,
    ) -> Result<Option<Played>, PlayError<'t>> {
        let (allocations_before, shared_bytes) = (allocations(), scope.used());
        let Some((line, level)) = load_level(scope, self.frames, library, text, number)? else {
            return Ok(None);
        };
        let loading_allocations = allocations() - allocations_before;
        self.world.begin(&level).map_err(|crowded| PlayError::Crowded { line, crowded })?;
        let mut played = Played {
            name: level.name.to_owned(),
            frames: level.frames,
            loading_allocations,
            frame_allocations: 0,
            time: Duration::ZERO,
            drawn: Drawn::default(),
            counts: Counts::default(),
            shared_bytes,
            level_bytes: scope.used() - shared_bytes,
            frame_bytes: 0,
            frame_padding: 0,
        };
        self.frames(&level, &mut played)?;
        Ok(Some(played))
    }

    fn frames<'t>(&mut self, level: &Level<'_>, played: &mut Played) -> Result<(), PlayError<'t>> {
        for frame in 0..level.frames {
            let (allocations_before, begin) = (allocations(), Instant::now());
            let drawn = self.frame(level, frame);
            played.time += begin.elapsed();
            played.frame_allocations += allocations() - allocations_before;
            let Some(drawn) = drawn else {
                return Err(PlayError::FrameFull { level: played.name.clone(), frame });
            };
            if self.frames.used() > played.frame_bytes {
                (played.frame_bytes, played.frame_padding) = (self.frames.used(), self.frames.padding());
            }
            played.drawn.add(drawn);
            let shot = Shot { level: level.name, frame, canvas: self.canvas };
            (self.show)(&shot).map_err(PlayError::Show)?;
        }
        played.counts = self.world.counts;
        Ok(())
    }

    /// Makes one frame: the part of the loop that is counted. `None` if its memory is full.
    fn frame(&mut self, level: &Level<'_>, frame: u16) -> Option<Drawn> {
        self.world.step(level);
        let view = View::of(level, frame, self.canvas.aspect());
        let scope = self.frames.begin();
        draw(&scope, level, self.world, &view, self.culling, self.canvas).ok()
    }
}

impl Drawn {
    fn add(&mut self, other: Drawn) {
        self.items += other.items;
        self.visible += other.visible;
        self.batches += other.batches;
        self.triangles += other.triangles;
        self.filled += other.filled;
        self.covered += other.covered;
        self.sprites += other.sprites;
    }
}

/// Why a scene was not played to the end.
#[derive(Debug)]
pub(crate) enum PlayError<'t> {
    Scene(SceneError<'t>),
    /// The level that begins in this line has more objects than a pool has room for.
    Crowded {
        line: u32,
        crowded: Crowded,
    },
    /// The memory of a frame is too small.
    FrameFull {
        level: String,
        frame: u16,
    },
    /// A picture could not be shown.
    Show(Box<dyn Error>),
}

impl<'t> From<SceneError<'t>> for PlayError<'t> {
    fn from(error: SceneError<'t>) -> Self {
        PlayError::Scene(error)
    }
}

impl fmt::Display for PlayError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Scene(error) => error.fmt(f),
            PlayError::Crowded { line, crowded } => write!(f, "line {line}: {crowded}"),
            PlayError::FrameFull { level, frame } => {
                write!(f, "frame {frame} of `{level}` needs more memory than a frame has")
            }
            PlayError::Show(error) => error.fmt(f),
        }
    }
}
