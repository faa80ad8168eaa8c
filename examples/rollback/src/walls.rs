//! Walls of bricks, most of which stay as they are for a long time. A grid of links finds the brick at a place.

use crate::actors::Brick;
use crate::space::{PIXEL, SIDES, is_near};
use crate::world::{Storage, Table, World};
use stackpool::Link;

/// The length of the side of a cell.
pub(crate) const SIDE: i32 = 16 * PIXEL;

/// The cells of a row, and of the arena.
const ROW: usize = (SIDES[0] / SIDE) as usize;
pub(crate) const CELLS: usize = ROW * (SIDES[1] / SIDE) as usize;

/// The hits that a brick takes.
pub(crate) const ARMOUR: u16 = 3;

fn cell_at(at: [i32; 2]) -> usize {
    (at[1] / SIDE) as usize * ROW + (at[0] / SIDE) as usize
}

/// The middle of a cell.
pub(crate) fn middle(cell: usize) -> [i32; 2] {
    [cell % ROW, cell / ROW].map(|place| place as i32 * SIDE + SIDE / 2)
}

/// Whether a wall goes through the cell: two rings with gates, a keep, and pillars.
fn is_wall(cell: usize) -> bool {
    let at = middle(cell);
    let [x, y] = [0, 1].map(|axis| (at[axis] - SIDES[axis] / 2) / PIXEL);
    let away = x * x + y * y;
    let ring = |inner: i32, outer: i32| (inner * inner..outer * outer).contains(&away);
    let is_gate = x.abs() < 36 || y.abs() < 36;
    let is_pillar = x.abs() > 330 && cell % ROW % 6 < 2 && cell / ROW % 6 < 2;
    (ring(140, 170) && !is_gate) || (ring(222, 250) && y.abs() > 50) || away < 45 * 45 || is_pillar
}

impl<S: Storage> World<S> {
    pub(crate) fn build(&mut self) {
        (0..CELLS).filter(|cell| is_wall(*cell)).for_each(|cell| self.lay(cell));
    }

    fn lay(&mut self, cell: usize) {
        self.cells[cell] = self.bricks.insert(Brick { cell: cell as u16, armour: ARMOUR }).into();
    }

    /// Looks at some cells. A brick grows back where one is missing and nobody is near.
    pub(crate) fn mend_walls(&mut self) {
        (0..3).for_each(|_| self.mend_wall());
    }

    fn mend_wall(&mut self) {
        let cell = self.round.random.below(CELLS as u32) as usize;
        let is_near = self.ships.iter().any(|(_, ship)| is_near(ship.at, middle(cell), 60));
        if is_wall(cell) && self.cells[cell] == Link::NONE && !is_near {
            self.lay(cell);
        }
    }

    /// Takes a hit from the brick at a place. Returns whether there was one.
    pub(crate) fn hits_wall(&mut self, at: [i32; 2]) -> bool {
        let cell = cell_at(at);
        let Some(handle) = self.cells[cell].get() else { return false };
        let Some(mut brick) = self.bricks.get(handle) else { return false };
        brick.armour -= 1;
        self.bricks.set(handle, brick);
        if brick.armour == 0 {
            self.bricks.remove(handle);
            self.cells[cell] = Link::NONE;
        }
        self.sparkle(at, [0, 0], 4, PIXEL, 250);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_finds_each_brick() {
        let mut world = World::<crate::world::Pools>::new(1);
        assert!(world.bricks.len() > 300);
        for index in 0..1_200 {
            world.hits_wall([index * SIDE / 3 % SIDES[0], SIDES[1] / 2 + index % 40 * PIXEL]);
            world.mend_walls();
        }
        assert!(world.bricks.len() < World::<crate::world::Pools>::new(1).bricks.len());
        for (handle, brick) in &*world.bricks {
            let cell = usize::from(brick.cell);
            assert!(world.cells[cell] == handle && cell_at(middle(cell)) == cell);
        }
        let used = world.cells.iter().filter(|link| **link != Link::NONE).count();
        assert_eq!(used, world.bricks.len());
    }
}
