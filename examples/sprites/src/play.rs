//! Plays the show once, and films a period of it.

use crate::backdrop::backdrop;
use crate::boat;
use crate::camera::{HEIGHT, WIDTH};
use crate::film;
use crate::measure::{median, milliseconds};
use crate::raster::{self, Frame};
use crate::storage::{DenseSprites, Storage};
use crate::world::{Counts, PHASES, WARM_UP, World};
use example_support::{checksum, grouped};
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// What was played.
pub(crate) struct Show {
    pub(crate) frames: Vec<Frame>,
    pub(crate) sprites: usize,
    pub(crate) counts: Counts,
    times: Vec<[Duration; PHASES.len()]>,
    drawing: Vec<Duration>,
}

/// Fills the sky, and then draws `frames` frames.
pub(crate) fn play(sprites: usize, frames: usize) -> Show {
    let mut world = World::<DenseSprites>::new(sprites);
    for _ in 0..WARM_UP {
        world.step(|_, _| {});
    }
    let backdrop = backdrop();
    let mut show = Show {
        frames: Vec::with_capacity(frames),
        sprites: 0,
        counts: Counts::default(),
        times: Vec::with_capacity(frames),
        drawing: Vec::with_capacity(frames),
    };
    for _ in 0..frames {
        let mut frame = vec![[0.0; 2]; WIDTH * HEIGHT];
        let mut drawing = Duration::ZERO;
        let times = world.step(|instances, camera| {
            let start = Instant::now();
            frame.copy_from_slice(&backdrop);
            raster::draw(instances, camera, &mut frame);
            boat::draw(&mut frame);
            drawing = start.elapsed();
        });
        show.frames.push(frame);
        show.times.push(times);
        show.drawing.push(drawing);
    }
    Show { sprites: world.sprites.len(), counts: world.counts, ..show }
}

impl Show {
    /// The checksum of the last frame.
    pub(crate) fn checksum(&self) -> u64 {
        self.frames.last().map_or(0, |frame| checksum(bytemuck::cast_slice(frame)))
    }

    /// Writes the picture to a file.
    pub(crate) fn write_picture(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let write = || -> Result<(), Box<dyn Error>> {
            let mut file = BufWriter::new(File::create(path)?);
            film::write(&mut file, &self.frames)?;
            file.flush()?;
            Ok(())
        };
        write().map_err(|error| format!("cannot write {}: {error}", path.display()).into())
    }

    /// Prints what happened, and how long it took.
    pub(crate) fn report(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Counts { came, went, stale } = self.counts;
        let [sprites, came, went, stale] = [self.sprites, came, went, stale].map(grouped);
        writeln!(out, "{sprites} sprites; {came} came, {went} went; {stale} stale handles were caught")?;
        writeln!(out, "checksum of the last frame: {:016x}", self.checksum())?;
        let frame = median(self.times.iter().map(|times| times.iter().sum()).collect());
        write!(out, "a frame without drawing: {} ms:", milliseconds(frame))?;
        for (phase, name) in PHASES.iter().enumerate() {
            let time = median(self.times.iter().map(|times| times[phase]).collect());
            write!(out, " {name} {}", milliseconds(time))?;
        }
        writeln!(out, "; drawing: {} ms (medians)", milliseconds(median(self.drawing.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_show_is_the_same_on_every_machine() {
        let show = play(600, 2);
        assert_eq!(show.frames.len(), 2);
        assert_eq!(show.checksum(), 0x04c7_15f1_da49_5638, "{:016x}", show.checksum());
        let mut report = Vec::new();
        show.report(&mut report).unwrap();
        let report = String::from_utf8(report).unwrap();
        assert!(report.contains(" stale handles were caught\nchecksum of the last frame: "), "{report}");
    }

    #[test]
    fn a_picture_that_cannot_be_written_is_named() {
        let message = play(100, 1).write_picture(Path::new("no/such/folder/a.png")).unwrap_err().to_string();
        assert!(message.starts_with("cannot write no/such/folder/a.png: "), "{message}");
    }
}
