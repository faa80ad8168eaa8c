//! Keys with a path, and paths that are values.

use stackpool::Pool;

const LIMIT: usize = 5;

#[derive(Pool)]
#[pool(pool::capacity = 4, stackpool::boxed, pool::sync = threads)]
struct Particle;

#[derive(Pool)]
#[pool(pool::capacity)]
struct Bullet;

#[derive(Pool)]
#[pool(crate::LIMIT)]
struct Enemy;

fn main() {
    let _ = LIMIT;
}
