//! Who is near: the boids sorted into cells, each with what others see of it and its key.
//!
//! ```text
//!  starts   0    2    2       5 ...           a number per cell, and one more
//!           |    |    |       |
//!  seen     a b  |    c d e   f ...           the boids of a cell side by side, by their numbers
//!           cell cell cell    cell
//!           0    1    2       3
//! ```
//!
//! A cell is as wide as a boid sees, so all that it sees are in 27 cells. Three cells in a row are one run of
//! `seen`.
//!
//! The order depends on where the boids are and on their numbers, not on how a container stores them. So sums
//! over neighbours are the same to the last bit, whatever the container and the number of threads.

use crate::boid::Seen;
use crate::crowd::{Around, Crowd};
use crate::storage::Storage;
use glam::Vec3;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::ops::Range;

/// How far a boid sees; the width of a cell.
pub(crate) const SIGHT: f32 = 1.0;

/// The corner of the first cell. Boids that are outside are in the nearest cell.
const CORNER: Vec3 = Vec3::new(-76.0, 0.0, -28.0);

/// Cells from west to east, from the ground up, and from near to far.
const CELLS: [usize; 3] = [152, 64, 56];
const WIDTH: usize = CELLS[0];
const HEIGHT: usize = CELLS[1];
const DEPTH: usize = CELLS[2];

/// The cells of one distance from the viewer.
const LAYER: usize = WIDTH * HEIGHT;

/// All boids of a step, by where they are.
#[derive(Debug)]
pub(crate) struct Grid<K> {
    starts: Vec<u32>,
    seen: Vec<Seen<K>>,
    crowd: Crowd,
    /// The cell of each boid in the order of the container, while the grid is built.
    cells: Vec<u32>,
    /// The position in `seen` by the index of the boid.
    ranks: Vec<u32>,
}

impl<K: Copy + Send + Sync> Grid<K> {
    pub(crate) fn new() -> Self {
        Grid {
            starts: vec![0; LAYER * DEPTH + 1],
            seen: Vec::new(),
            crowd: Crowd::default(),
            cells: Vec::new(),
            ranks: Vec::new(),
        }
    }

    /// Sorts all boids: by cell, counting, and then by number within each cell.
    pub(crate) fn build<S: Storage<Key = K>>(&mut self, boids: &S) {
        self.count(boids);
        self.place(boids);
        self.sort();
        self.crowd.build(&self.seen);
        self.ranks.resize(boids.indices(), 0);
        for (rank, seen) in (0..).zip(&self.seen) {
            self.ranks[boids.index(seen.key)] = rank;
        }
    }

    /// Counts the boids of each cell and makes `starts` the end of each cell.
    fn count<S: Storage<Key = K>>(&mut self, boids: &S) {
        let Grid { starts, seen, cells, .. } = self;
        starts.fill(0);
        cells.clear();
        let mut last = None;
        boids.look(|boid| {
            let cell = cell(boid.position);
            starts[cell] += 1;
            cells.push(cell as u32);
            last = Some(boid);
        });
        // Room for all. `place` overwrites every entry.
        match last {
            Some(boid) => seen.resize(cells.len(), boid),
            None => seen.clear(),
        }
        let mut end = 0;
        for count in starts {
            end += *count;
            *count = end;
        }
    }

    /// Puts every boid into its cell, from the end of the cell on. Then `starts` is the start of each cell.
    fn place<S: Storage<Key = K>>(&mut self, boids: &S) {
        let Grid { starts, seen, cells, .. } = self;
        let mut cells = cells.iter();
        boids.look(|boid| {
            if let Some(&cell) = cells.next() {
                let start = &mut starts[cell as usize];
                *start -= 1;
                seen[*start as usize] = boid;
            }
        });
    }

    /// Sorts the boids of each cell by their numbers, layer by layer on all threads.
    fn sort(&mut self) {
        let Grid { starts, seen, .. } = self;
        let mut rest = &mut seen[..];
        let mut layers = Vec::with_capacity(DEPTH);
        for layer in 0..DEPTH {
            let starts = &starts[LAYER * layer..=LAYER * (layer + 1)];
            let (boids, others) = rest.split_at_mut((starts[LAYER] - starts[0]) as usize);
            layers.push((starts, boids));
            rest = others;
        }
        layers.into_par_iter().for_each(|(starts, boids)| {
            for ends in starts.windows(2) {
                let cell = (ends[0] - starts[0]) as usize..(ends[1] - starts[0]) as usize;
                if cell.len() > 1 {
                    boids[cell].sort_unstable_by_key(|boid| boid.number);
                }
            }
        });
    }

    /// All boids, in an order that is the same for all containers.
    pub(crate) fn seen(&self) -> &[Seen<K>] {
        &self.seen
    }

    /// The position in `seen` of the boid with this index.
    pub(crate) fn rank(&self, index: usize) -> usize {
        self.ranks[index] as usize
    }

    /// What the boid at a place sees of its neighbours.
    #[inline]
    pub(crate) fn around(&self, at: Vec3) -> Around {
        self.crowd.around(at, self.runs(at))
    }

    /// Calls `visit` with the boids that are at most [`SIGHT`] away, and the square of the distance.
    #[inline]
    pub(crate) fn near(&self, at: Vec3, mut visit: impl FnMut(&Seen<K>, f32)) {
        for run in self.runs(at) {
            for seen in &self.seen[run] {
                let distance = seen.position.distance_squared(at);
                if distance <= SIGHT * SIGHT {
                    visit(seen, distance);
                }
            }
        }
    }

    /// The parts of `seen` that have all that can be seen from a place.
    #[inline]
    fn runs(&self, at: Vec3) -> impl Iterator<Item = Range<usize>> {
        runs(at).map(|cells| self.starts[cells.start] as usize..self.starts[cells.end] as usize)
    }
}

/// The cells that have all that can be seen from a place: up to nine runs of up to three.
#[inline]
fn runs(at: Vec3) -> impl Iterator<Item = Range<usize>> {
    let [x, y, z] = coordinates(at);
    let columns = x.saturating_sub(1)..(x + 2).min(WIDTH);
    let around = |middle: usize, end: usize| middle.saturating_sub(1)..(middle + 2).min(end);
    around(z, DEPTH).flat_map(move |z| {
        let columns = columns.clone();
        around(y, HEIGHT).map(move |y| {
            let row = (z * HEIGHT + y) * WIDTH;
            row + columns.start..row + columns.end
        })
    })
}

fn cell(at: Vec3) -> usize {
    let [x, y, z] = coordinates(at);
    (z * HEIGHT + y) * WIDTH + x
}

/// Conversion to an integer clamps, so that what is outside is in a cell at the edge. Two boids that see each
/// other are in cells that touch, outside too.
#[inline]
fn coordinates(at: Vec3) -> [usize; 3] {
    let Vec3 { x, y, z } = (at - CORNER) / SIGHT;
    [(x as usize).min(WIDTH - 1), (y as usize).min(HEIGHT - 1), (z as usize).min(DEPTH - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boid::Boid;
    use crate::in_ball::InBall;
    use crate::storage::{ColumnBoids, Options};
    use example_support::Random;

    /// Boids all over the grid and beyond its edges, some of which are gone again.
    fn scattered<S: Storage>(boids: u32) -> S {
        let mut random = Random::new(5);
        let mut storage = S::with_capacity(boids as usize);
        for number in 0..boids {
            let position = random.in_ball() * Vec3::new(6.0, 4.0, 5.0) + CORNER + Vec3::new(3.0, 1.0, 2.0);
            let key = storage.insert(Boid { number, ..Boid::at(position) }).unwrap();
            if number % 3 == 0 {
                storage.remove(key);
            }
        }
        storage
    }

    #[test]
    fn all_neighbours_are_found() {
        let boids: ColumnBoids = scattered(4_000);
        let mut grid = Grid::new();
        grid.build(&boids);
        let mut pairs = 0;
        for boid in grid.seen() {
            let mut found = Vec::new();
            grid.near(boid.position, |near, _distance| found.push(near.number));
            let sees = |other: &&Seen<_>| boid.position.distance_squared(other.position) <= SIGHT * SIGHT;
            let expected: Vec<_> = grid.seen().iter().filter(sees).map(|other| other.number).collect();
            assert_eq!(found, expected);
            pairs += found.len();
        }
        assert!(pairs > 10 * boids.len(), "{pairs}");
    }

    #[test]
    fn the_order_does_not_depend_on_the_container() {
        let (columns, options): (ColumnBoids, Options) = (scattered(4_000), scattered(4_000));
        let (mut one, mut other) = (Grid::new(), Grid::new());
        one.build(&columns);
        other.build(&options);
        let order = |seen: &[Seen<_>]| seen.iter().map(|seen| seen.number).collect::<Vec<_>>();
        let other_order: Vec<_> = other.seen().iter().map(|seen| seen.number).collect();
        assert_eq!(order(one.seen()), other_order);
        for (rank, seen) in one.seen().iter().enumerate() {
            assert_eq!(one.rank(columns.index(seen.key)), rank);
        }
    }

    #[test]
    fn a_grid_is_built_again_with_fewer_boids_and_with_none() {
        let mut grid = Grid::new();
        for boids in [1_000, 30, 0, 30] {
            let boids: ColumnBoids = scattered(boids);
            grid.build(&boids);
            assert_eq!(grid.seen().len(), boids.len());
        }
    }
}
