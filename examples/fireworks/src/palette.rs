//! 255 colours for all frames, and for every other colour a mix of two of them.
//!
//! The whole show has one palette. So a pixel that does not change from frame to frame keeps its index: it costs
//! nothing in the file and does not flicker.

use crate::frame::Rgb;
use std::ops::Range;

/// Colours of a palette. The 256th index means "as before".
pub(crate) const COLOURS: usize = 255;

/// Bits per colour component that choose the bin of a colour.
const BITS: u32 = 6;
const BINS: usize = 1 << (3 * BITS);

/// A colour as a point in a cube, in which distances are about as the eye sees them.
type Point = [f32; 3];

/// The colours, and for each bin of similar colours the two to mix.
pub(crate) struct Palette {
    colours: Vec<Point>,
    mixes: Vec<Option<(u8, u8)>>,
}

impl Palette {
    /// Makes the palette that suits all `frames` best.
    pub(crate) fn of(frames: &[Vec<Rgb>]) -> Self {
        let mut bins = occupied_bins(frames);
        let mut colours = median_cut(&mut bins);
        for _ in 0..6 {
            improve(&mut colours, &bins);
        }
        // Dark colours first. Any order works; this one makes the file a little smaller.
        colours.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
        Palette { colours: colours.into_iter().map(rounded).collect(), mixes: vec![None; BINS] }
    }

    /// Red, green and blue of all 256 entries.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colours.iter().flatten().map(|&part| part as u8).collect();
        bytes.resize(256 * 3, 0);
        bytes
    }

    /// The index for a pixel of this colour. `threshold` (0 to 1) is that of the pixel's place in the dither pattern.
    /// If the index that the pixel had before does almost as well, it is kept.
    pub(crate) fn index(&mut self, colour: Rgb, threshold: f32, before: Option<u8>) -> u8 {
        const INERTIA: f32 = 0.25;
        let bin = bin_of(colour);
        let (first, second) = self.mixes[bin].unwrap_or_else(|| self.mix(centre_of(bin)));
        self.mixes[bin] = Some((first, second));
        let threshold = match before {
            Some(before) if before == first => threshold + INERTIA,
            Some(before) if before == second => threshold - INERTIA,
            _ => threshold,
        };
        let (a, b) = (self.colours[first as usize], self.colours[second as usize]);
        if part_between(a, b, colour.map(f32::from)) > threshold { second } else { first }
    }

    /// The nearest colour, and the colour that comes nearest when it is mixed with that one, if the two are close.
    fn mix(&self, point: Point) -> (u8, u8) {
        let nearest = |error: &dyn Fn(Point) -> f32| {
            let errors = self.colours.iter().map(|&colour| error(colour));
            let best = errors.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
            best.map_or(0, |(index, _)| index as u8)
        };
        let first = nearest(&|colour| distance(colour, point));
        let a = self.colours[first as usize];
        let second = nearest(&|b| {
            let mixed = lerp(a, b, part_between(a, b, point).clamp(0.0, 1.0));
            // A mix of colours that are far apart looks grainy, even if it is exact.
            distance(mixed, point) + 0.1 * distance(a, b)
        });
        (first, second)
    }
}

/// The position of a point between two others: 0 at `a`, 1 at `b`.
fn part_between(a: Point, b: Point, point: Point) -> f32 {
    let way = subtract(b, a);
    let length = dot(way, way);
    if length == 0.0 { 0.0 } else { dot(subtract(point, a), way) / length }
}

/// All pixels of similar colours.
#[derive(Clone, Copy)]
struct Bin {
    mean: Point,
    weight: f32,
}

fn bin_of(colour: Rgb) -> usize {
    colour.iter().fold(0, |bin, &part| bin << BITS | usize::from(part >> (8 - BITS)))
}

fn centre_of(bin: usize) -> Point {
    let part = |shift: u32| (((bin >> shift) % (1 << BITS)) << (8 - BITS)) as f32 + 1.5;
    [part(2 * BITS), part(BITS), part(0)]
}

fn occupied_bins(frames: &[Vec<Rgb>]) -> Vec<Bin> {
    let mut sums = vec![([0_u64; 3], 0_u64); BINS];
    for &colour in frames.iter().flatten() {
        let (sum, count) = &mut sums[bin_of(colour)];
        for (sum, part) in sum.iter_mut().zip(colour) {
            *sum += u64::from(part);
        }
        *count += 1;
    }
    let occupied = sums.into_iter().filter(|(_, count)| *count > 0);
    let bin = |(sum, count): ([u64; 3], u64)| {
        // The square root, because otherwise the night sky would take all the colours.
        let weight = (count as f32).sqrt();
        Bin { mean: sum.map(|sum| sum as f32 / count as f32), weight }
    };
    occupied.map(bin).collect()
}

/// Cuts the box of colours with the greatest error in two until there are enough boxes, and returns their means.
fn median_cut(bins: &mut [Bin]) -> Vec<Point> {
    struct Cut {
        range: Range<usize>,
        axis: usize,
        mean: Point,
        error: f32,
    }

    let describe = |bins: &[Bin], range: Range<usize>| {
        let bins = &bins[range.clone()];
        let weight: f32 = bins.iter().map(|bin| bin.weight).sum();
        let mean =
            [0, 1, 2].map(|axis| bins.iter().map(|bin| bin.weight * bin.mean[axis]).sum::<f32>() / weight);
        let errors = [0, 1, 2].map(|axis| {
            let square =
                |bin: &Bin| bin.weight * (bin.mean[axis] - mean[axis]) * (bin.mean[axis] - mean[axis]);
            bins.iter().map(square).sum::<f32>()
        });
        let axis = (0..3).max_by(|&a, &b| errors[a].total_cmp(&errors[b])).unwrap_or(0);
        Cut { range, axis, mean, error: errors[axis] }
    };

    let mut cuts = vec![describe(bins, 0..bins.len())];
    while cuts.len() < COLOURS {
        let worst = (0..cuts.len()).max_by(|&a, &b| cuts[a].error.total_cmp(&cuts[b].error)).unwrap_or(0);
        let Cut { range, axis, mean, error } = cuts.swap_remove(worst);
        if error <= 0.0 {
            cuts.push(Cut { range, axis, mean, error });
            break;
        }
        let part = &mut bins[range.clone()];
        part.sort_by(|a, b| a.mean[axis].total_cmp(&b.mean[axis]));
        let middle =
            range.start + part.partition_point(|bin| bin.mean[axis] < mean[axis]).clamp(1, part.len() - 1);
        cuts.push(describe(bins, range.start..middle));
        cuts.push(describe(bins, middle..range.end));
    }
    cuts.into_iter().map(|cut| cut.mean).collect()
}

/// Moves each colour to the mean of the bins to which it is the nearest (Lloyd).
fn improve(colours: &mut [Point], bins: &[Bin]) {
    let mut sums = vec![([0.0; 3], 0.0); colours.len()];
    for bin in bins {
        let distances = colours.iter().map(|&colour| distance(colour, bin.mean)).enumerate();
        let nearest = distances.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(index, _)| index);
        let (sum, weight): &mut (Point, f32) = &mut sums[nearest];
        *sum = [0, 1, 2].map(|axis| sum[axis] + bin.weight * bin.mean[axis]);
        *weight += bin.weight;
    }
    for (colour, (sum, weight)) in colours.iter_mut().zip(sums) {
        if weight > 0.0 {
            *colour = sum.map(|sum| sum / weight);
        }
    }
}

fn subtract(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(a: Point) -> f32 {
    dot(a, a)
}

/// The square of the distance. The eye distinguishes greens best and blues worst.
fn distance(a: Point, b: Point) -> f32 {
    let [red, green, blue] = subtract(a, b);
    3.0 * red * red + 4.0 * green * green + 2.0 * blue * blue
}

fn lerp(a: Point, b: Point, t: f32) -> Point {
    [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * t)
}

fn rounded(point: Point) -> Point {
    point.map(f32::round)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let colours: Vec<Rgb> = (0..20).map(|i| [i * 12, 255 - i * 12, i * 7]).collect();
        let mut palette = Palette::of(std::slice::from_ref(&colours));
        let bytes = palette.bytes();
        assert_eq!(bytes.len(), 256 * 3);
        for colour in colours {
            for threshold in [0.1, 0.9] {
                let index = usize::from(palette.index(colour, threshold, None));
                assert_eq!(bytes[3 * index..][..3], colour);
            }
        }
    }

    #[test]
    fn mixes_keep_the_mean() {
        let ramp: Vec<Rgb> = (0..=255).flat_map(|i| [[i, 0, 0], [0, i, 0], [0, 0, i], [i, i, i]]).collect();
        let mut palette = Palette::of(&[ramp]);
        let bytes = palette.bytes();
        let reds = (0..64).map(|i| {
            let index = usize::from(palette.index([101, 101, 101], (i as f32 + 0.5) / 64.0, None));
            f32::from(bytes[3 * index])
        });
        assert!((reds.sum::<f32>() / 64.0 - 101.0).abs() < 1.5);
    }
}
