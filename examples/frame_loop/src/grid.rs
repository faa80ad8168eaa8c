//! Grids of quads, cut into small pieces, so that each piece that is out of sight can be left out.

use crate::level::{Item, Part, Vertex};
use crate::memory::collect;
use crate::statement::Finish;
use crate::vector::{Bounds, Place, Vec3};
use stackpool::Full;
use stackpool::region::Scope;

/// Quads per side of a piece.
const PIECE: usize = 8;

/// The pieces of a grid with this many quads.
pub(crate) fn pieces(quads: [usize; 2]) -> usize {
    quads[0].div_ceil(PIECE) * quads[1].div_ceil(PIECE)
}

/// One piece of a grid. `vertex` gives its corners.
pub(crate) fn piece<'a>(
    scope: &Scope<'a>,
    quads: [usize; 2],
    index: usize,
    (material, finish): (u16, Finish),
    vertex: impl Fn(usize, usize) -> Vertex,
) -> Result<Item<'a>, Full> {
    let across = quads[0].div_ceil(PIECE);
    let [left, back] = [index % across * PIECE, index / across * PIECE];
    let [width, depth] = [PIECE.min(quads[0] - left), PIECE.min(quads[1] - back)];
    let columns = width + 1;
    let vertices = scope.alloc_slice_fill_with(columns * (depth + 1), |corner| {
        vertex(left + corner % columns, back + corner / columns)
    })?;
    let triangles = scope.alloc_slice_fill_with(2 * width * depth, |triangle| {
        let quad = triangle / 2;
        let a = quad / width * columns + quad % width;
        let [a, b, c, d] = [a, a + columns, a + columns + 1, a + 1].map(|corner| corner as u16);
        if triangle % 2 == 0 { [a, b, c] } else { [a, c, d] }
    })?;
    let bounds = Bounds::around(vertices.iter().map(|vertex| vertex.position));
    let parts =
        collect(scope, [Ok(Part { material, finish, vertices, triangles })].into_iter(), Full::new(()))?;
    Ok(Item { parts, place: Place::still(Vec3::ZERO), bounds })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stackpool::region::{Boxed, Linear};

    #[test]
    fn pieces_cover_the_grid_once_and_look_up() {
        let mut memory = Linear::from(Boxed::<16>::new(100_000));
        let scope = memory.enter();
        let quads = [19, 9];
        let mut area = 0.0;
        for index in 0..pieces(quads) {
            let flat = |i: usize, j: usize| Vertex {
                position: Vec3::new(i as f32, 0.0, j as f32),
                normal: Vec3::UP,
                colour: Vec3::ZERO,
                sun: 1.0,
            };
            let item = piece(&scope, quads, index, (0, Finish::Matte), flat).unwrap();
            for triangle in item.parts[0].triangles {
                let [a, b, c] = triangle.map(|corner| item.parts[0].vertices[usize::from(corner)].position);
                let up = (b - a).cross(c - a);
                assert_eq!(up, Vec3::UP);
                area += up.y * 0.5;
            }
        }
        assert_eq!((pieces(quads), area), (6, 171.0));
    }
}
