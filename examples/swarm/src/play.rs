//! Plays the show once and films its end.

use crate::film;
use crate::measure::{median, phases};
use crate::storage::Storage;
use crate::table::milliseconds;
use crate::view;
use crate::world::{Counts, PHASES, World};
use example_support::grouped;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

/// The steps of a frame: the shutter is open meanwhile.
const EXPOSURE: usize = 3;

/// The frames that are filmed, those that the loop needs included.
const FRAMES: usize = film::LOOP + film::FADE;

/// What was played.
pub(crate) struct Show {
    pub(crate) checksum: u64,
    pub(crate) counts: Counts,
    /// The end of the show, each frame as the darkness of its pixels.
    pub(crate) frames: Vec<Vec<f32>>,
    times: Vec<[Duration; PHASES.len()]>,
}

/// Plays `steps` steps and films the last ones.
pub(crate) fn play<S: Storage>(boids: usize, steps: usize) -> Show {
    let mut world = World::<S>::new(boids);
    let frames = FRAMES.min(steps / EXPOSURE);
    let mut show = Show {
        checksum: 0,
        counts: Counts::default(),
        frames: Vec::with_capacity(frames),
        times: Vec::new(),
    };
    for _ in 0..steps - EXPOSURE * frames {
        show.times.push(world.step());
    }
    for _ in 0..frames {
        let mut frame = vec![0.0; view::WIDTH * view::HORIZON];
        for _ in 0..EXPOSURE {
            show.times.push(world.step());
            view::expose(&world, 1.0 / EXPOSURE as f32, &mut frame);
        }
        show.frames.push(frame);
    }
    Show { checksum: world.checksum(), counts: world.counts, ..show }
}

impl Show {
    /// Writes the picture to a file. Returns the number of its frames.
    pub(crate) fn write_picture(&self, path: &Path) -> Result<usize, Box<dyn Error>> {
        let write = || -> Result<usize, Box<dyn Error>> {
            let mut file = BufWriter::new(File::create(path)?);
            let frames = film::write(&mut file, &self.frames)?;
            file.flush()?;
            Ok(frames)
        };
        write().map_err(|error| format!("cannot write {}: {error}", path.display()).into())
    }

    /// Prints what happened, and how long it took.
    pub(crate) fn report(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Counts { arrived, eaten, landed, stale } = self.counts;
        let [arrived, eaten, landed, stale] = [arrived, eaten, landed, stale].map(grouped);
        writeln!(
            out,
            "{arrived} boids arrived, {landed} landed, {eaten} were eaten; {stale} stale handles were met"
        )?;
        writeln!(out, "checksum: {:016x}", self.checksum)?;
        let step = median(self.times.iter().map(|times| times.iter().sum()).collect());
        write!(out, "{} steps, {} ms each:", grouped(self.times.len()), milliseconds(step))?;
        for (name, time) in PHASES.iter().zip(phases(&self.times)) {
            write!(out, " {name} {}", milliseconds(time))?;
        }
        writeln!(out, " (medians)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{ColumnBoids, DenseBoids, Options, RowBoids, SlotMapBoids};
    use rayon::ThreadPoolBuilder;

    const BOIDS: usize = 3_000;
    const STEPS: usize = 240;

    fn played<S: Storage>(threads: usize) -> Show {
        let threads = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        threads.install(|| play::<S>(BOIDS, STEPS))
    }

    #[test]
    fn all_containers_and_any_number_of_threads_play_the_same_show() {
        let show = played::<ColumnBoids>(1);
        for other in [
            played::<ColumnBoids>(4),
            played::<DenseBoids>(1),
            played::<DenseBoids>(3),
            played::<RowBoids>(1),
            played::<RowBoids>(3),
            played::<SlotMapBoids>(2),
            played::<Options>(2),
        ] {
            assert_eq!((other.checksum, other.counts), (show.checksum, show.counts));
            assert_eq!(other.frames, show.frames);
        }
        assert_ne!(play::<ColumnBoids>(BOIDS, STEPS - 1).checksum, show.checksum);
    }

    #[test]
    fn boids_come_and_go_and_leave_stale_handles() {
        let Counts { arrived, eaten, landed, stale } = played::<ColumnBoids>(2).counts;
        assert!(eaten > 0 && landed > BOIDS / 50 && stale > 0, "{eaten} {landed} {stale}");
        let gone = eaten + landed;
        assert!(arrived <= BOIDS + gone && arrived + BOIDS / 100 > BOIDS + gone, "{arrived} {gone}");
    }

    #[test]
    fn a_show_is_a_picture_and_a_report() {
        let show = play::<RowBoids>(200, 30);
        assert_eq!(show.frames.len(), 10);
        let mut picture = Vec::new();
        film::write(&mut picture, &show.frames).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
        let mut report = Vec::new();
        show.report(&mut report).unwrap();
        let report = String::from_utf8(report).unwrap();
        assert!(report.starts_with("200 boids arrived, 0 landed, "), "{report}");
        let message = show.write_picture(Path::new("no/such/folder/a.png")).unwrap_err().to_string();
        assert!(message.starts_with("cannot write no/such/folder/a.png: "), "{message}");
    }
}
