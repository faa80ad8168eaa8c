//! What moves objects of the slice, and not their handles.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, dense)]
struct Shot {
    ttl: u32,
}

fn halve(shots: &mut [Shot]) {
    for shot in shots {
        shot.ttl /= 2;
    }
}

fn main() {
    let mut shots = ShotPool::new();
    shots.as_mut_slice().sort_by_key(|shot| shot.ttl);
    let slice = shots.as_mut_slice();
    slice.swap(0, 1);
    slice.select_nth_unstable_by_key(1, |shot| shot.ttl);

    // These are allowed.
    slice[..].reverse();
    slice[0].ttl = 1;
    for shot in slice {
        shot.ttl -= 1;
    }
    halve(shots.as_mut_slice());
}
