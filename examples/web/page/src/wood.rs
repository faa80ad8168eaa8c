//! A wood: up to 20,000 trees, of which few change in a frame. The page uploads what changed, and nothing else.

use bytemuck::{Pod, Zeroable};
use core::ops::Range;
use example_support::Random;
use stackpool::{Heap, Pool};

/// A tree, as the graphics card reads it.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 20_000, dense, changes)]
#[repr(C)]
pub(crate) struct Tree {
    /// From the left side to the right one, and from the near edge to the far one: each from 0 to 1.
    place: [f32; 2],
    /// From 0 to 1, which is the height of the tallest tree.
    height: f32,
    /// How far the wind bends it, in parts of its height.
    lean: f32,
    /// Red, green, blue, and 255.
    colour: [u8; 4],
}

/// The trees of a new wood.
const TREES: usize = 18_000;

/// A gust bends this many trees at a time, one beside the other in the order of drawing.
const GUST: usize = 600;

/// How many trees a gust passes in a frame.
const PASSED: usize = 20;

/// The trees are sorted once in this many frames: two seconds at 60 frames a second.
const FRAMES_OF_AN_ORDER: u32 = 120;

/// One upload of two ranges and the bytes between them takes less time than two uploads, if these bytes are fewer.
const NEAR: usize = 512;

const BYTES: usize = size_of::<Tree>();

/// Trees in a dense pool: its slice is the buffer that is drawn.
pub(crate) struct Wood {
    trees: Heap<TreePool>,
    /// The position at which the gust begins.
    gust: usize,
    frame: u32,
    random: Random,
    /// The ranges that were taken last.
    pub(crate) uploads: Vec<[u32; 2]>,
}

impl Wood {
    pub(crate) fn new() -> Self {
        let trees = TreePool::on_heap();
        let mut wood = Wood { trees, gust: 0, frame: 0, random: Random::new(5), uploads: Vec::new() };
        for _ in 0..TREES {
            let height = wood.random.between(0.3, 1.0);
            wood.plant(height);
        }
        wood.sort();
        wood
    }

    /// Goes on by a frame: the gust passes some trees, some are felled and others planted.
    pub(crate) fn step(&mut self) {
        self.blow();
        for _ in 0..self.random.below(40) {
            self.fell();
        }
        for _ in 0..self.random.below(40) {
            self.plant(0.1);
        }
        self.frame += 1;
        if self.frame % FRAMES_OF_AN_ORDER == 0 {
            self.sort();
        }
    }

    /// Plants a tree if there is room. It is drawn last until the trees are sorted.
    fn plant(&mut self, height: f32) {
        let random = &mut self.random;
        let place = [random.unit(), random.unit()];
        let warm = random.unit() * random.unit();
        let colour = [50.0 + 170.0 * warm, 110.0 + 40.0 * random.unit(), 60.0 - 20.0 * warm, 255.0];
        let tree = Tree { place, height, lean: 0.0, colour: colour.map(|part| part as u8) };
        // A wood without room has trees enough.
        let _ = self.trees.insert(tree);
    }

    /// Removes any tree. The last one of the slice moves to its position.
    fn fell(&mut self) {
        let position = self.random.below(self.trees.len());
        if let Some(tree) = self.trees.handle_at_position(position) {
            self.trees.remove(tree);
        }
    }

    /// Bends the trees of the gust, and lets those that it has passed stand upright. All of them grow.
    fn blow(&mut self) {
        self.gust = if self.gust < self.trees.len() { self.gust + PASSED } else { 0 };
        for place in 0..GUST {
            let Some(tree) = self.trees.handle_at_position(self.gust + place) else { break };
            let Some(tree) = self.trees.get_mut(tree) else { break };
            // From 0 to 1 and back to 0.
            let part = place.saturating_sub(PASSED) as f32 / (GUST - PASSED) as f32;
            tree.lean = 1.6 * part * (1.0 - part);
            tree.height = (tree.height + 0.01).min(1.0);
        }
    }

    /// Sorts the trees: the farthest is drawn first.
    fn sort(&mut self) {
        self.trees.sort_by(|a, b| b.place[1].total_cmp(&a.place[1]));
    }

    /// All trees, in the order of drawing.
    pub(crate) fn trees(&self) -> &[Tree] {
        self.trees.as_slice()
    }

    /// The bytes of the slice that changed since the last call: the begin and the end of each range. Ranges that are
    /// near each other are one, with the bytes between them.
    pub(crate) fn take_uploads(&mut self) -> &[[u32; 2]] {
        self.uploads.clear();
        for Range { start, end } in self.trees.changed_positions() {
            let [start, end] = [start, end].map(|position| (position * BYTES) as u32);
            match self.uploads.last_mut() {
                Some(last) if start - last[1] < NEAR as u32 => last[1] = end,
                _ => self.uploads.push([start, end]),
            }
        }
        drop(self.trees.take_changed());
        &self.uploads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_uploaded_makes_the_buffer_equal_to_the_slice() {
        let mut wood = Wood::new();
        let mut buffer = vec![0; 20_000 * BYTES];
        let (mut small, mut large) = (0, 0);
        for frame in 0..300 {
            let uploads = wood.take_uploads().to_vec();
            let trees: &[u8] = bytemuck::cast_slice(wood.trees());
            for &[start, end] in &uploads {
                let bytes = start as usize..end as usize;
                buffer[bytes.clone()].copy_from_slice(&trees[bytes]);
            }
            assert!(buffer[..trees.len()] == *trees, "frame {frame}");
            assert!(uploads.windows(2).all(|pair| pair[0][1] + NEAR as u32 <= pair[1][0]), "{uploads:?}");
            let bytes = uploads.iter().map(|[start, end]| (end - start) as usize).sum::<usize>();
            match bytes {
                0..30_000 => small += 1,
                _ if bytes > trees.len() / 2 => large += 1,
                _ => panic!("{bytes} bytes in frame {frame}"),
            }
            wood.step();
        }
        // The first one has all trees, and two have those that were sorted.
        assert_eq!((small, large), (297, 3));
    }

    #[test]
    fn trees_that_a_gust_passed_stand_upright() {
        let mut wood = Wood::new();
        let bent = |wood: &Wood| wood.trees().iter().filter(|tree| tree.lean != 0.0).count();
        for _ in 0..50 {
            wood.step();
        }
        assert!((GUST - 80..GUST).contains(&bent(&wood)), "{}", bent(&wood));
        assert!((17_000..=20_000).contains(&wood.trees().len()));
    }
}
