//! The camera: a window that moves over the whole picture, row by row to the end, then column by column back.

use crate::picture::Picture;
use crate::tile::Rect;

/// Pixels that the camera sees, if the picture is large enough.
const VIEW: (usize, usize) = (1280, 720);

/// The most pixels that it moves per frame. It is not a multiple of a tile, so the camera sees parts of tiles of
/// every size.
const SPEED: usize = 90;

/// The views of the camera, frame by frame. Every pixel of the picture is in some frame.
pub(crate) fn views(picture: &Picture) -> Vec<Rect> {
    let (width, height) = (VIEW.0.min(picture.width), VIEW.1.min(picture.height));
    let corners = corners(stops(picture.width, width), stops(picture.height, height));
    let mut views = vec![Rect { x: 0, y: 0, width, height }];
    for pair in corners.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let frames = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).div_ceil(SPEED);
        for frame in 1..=frames {
            let between = |from: usize, to: usize| (from * (frames - frame) + to * frame) / frames;
            views.push(Rect { x: between(from.0, to.0), y: between(from.1, to.1), width, height });
        }
    }
    views
}

/// The stops of a window of `view` pixels that cover `length` pixels. The first stop is at 0, the last one at the
/// end.
fn stops(length: usize, view: usize) -> Vec<usize> {
    let count = length.div_ceil(view);
    (0..count).map(|i| (length - view) * i / (count - 1).max(1)).collect()
}

/// The corners of its path, from the first stop and back to it.
fn corners(xs: Vec<usize>, ys: Vec<usize>) -> Vec<(usize, usize)> {
    let (right, bottom) = (xs.last().copied().unwrap_or(0), ys.last().copied().unwrap_or(0));
    let mut corners = Vec::new();
    for (i, &y) in ys.iter().enumerate() {
        corners.extend(there_or_back(i, right).map(|x| (x, y)));
    }
    let is_at_the_right = corners.last().is_some_and(|&(x, _)| x == right);
    let columns: Vec<usize> = if is_at_the_right { xs.into_iter().rev().collect() } else { xs };
    for (i, &x) in columns.iter().enumerate() {
        corners.extend(there_or_back(i + 1, bottom).map(|y| (x, y)));
    }
    corners.push((0, 0));
    corners
}

/// From 0 to `end` in the first pass, back in the second, and so on.
fn there_or_back(time: usize, end: usize) -> [usize; 2] {
    if time % 2 == 0 { [0, end] } else { [end, 0] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Format;

    #[test]
    fn every_pixel_is_seen_and_the_way_has_no_jumps() {
        let format = Format { color: png::ColorType::Grayscale, depth: png::BitDepth::Eight };
        for (width, height) in
            [(1, 1), (1280, 720), (1281, 721), (5000, 30), (30, 2000), (2700, 1500), (4000, 2300)]
        {
            let mut is_seen = Picture::new(width, height, format);
            let views = views(&Picture::new(width, height, format));
            for view in &views {
                for y in view.y..view.y + view.height {
                    is_seen.row_mut(view.x, y, view.width).fill(1);
                }
            }
            for y in 0..height {
                assert!(is_seen.row(0, y, width).iter().all(|&seen| seen == 1), "{width}x{height}: row {y}");
            }
            for pair in views.windows(2) {
                let step = pair[0].x.abs_diff(pair[1].x).max(pair[0].y.abs_diff(pair[1].y));
                assert!((1..=SPEED).contains(&step), "{width}x{height}: {pair:?}");
            }
            assert_eq!(views.first(), views.last());
        }
    }
}
