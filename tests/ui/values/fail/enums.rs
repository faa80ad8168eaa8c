//! Enums that have no values, or more than can be numbered.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
enum Never {}

#[derive(Pool, Clone, Copy)]
#[pool(values)]
enum Shape {
    Point,
    Circle(u8),
    #[pool(range = 0..4)]
    Square,
}

fn main() {
    let _ = (NeverPool::new().acquire(), ShapePool::new().acquire());
}
