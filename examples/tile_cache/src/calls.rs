//! Repeats the calls of the cache to its pool without the rest, to measure them.
//!
//! A call takes less time than reading a clock, so all calls are timed together.

use crate::pages::{TileCoord, TileCoordPool};
use std::time::{Duration, Instant};

/// A call, and the place that was acquired or released.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Call {
    Acquire(TileCoord),
    Release(TileCoord),
}

/// The median number of nanoseconds per call, over this many rounds. Each round begins with an empty pool. It is an
/// error if a call returns another place than it did for the cache.
pub(crate) fn nanoseconds(calls: &[Call], rounds: usize) -> Result<f64, String> {
    let mut pool = TileCoordPool::new();
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        pool.clear();
        let (time, wrong) = replay(&mut pool, calls);
        if wrong > 0 {
            return Err(format!("{wrong} of {} calls gave another place than before", calls.len()));
        }
        times.push(time);
    }
    times.sort_unstable();
    Ok(times[rounds / 2].as_nanos() as f64 / calls.len() as f64)
}

/// The time of all calls, and how many of them had another result than before.
#[inline(never)]
fn replay(pool: &mut TileCoordPool, calls: &[Call]) -> (Duration, usize) {
    let mut wrong = 0;
    let start = Instant::now();
    for &call in calls {
        let is_right = match call {
            Call::Acquire(coord) => pool.acquire() == Some(coord),
            Call::Release(coord) => pool.release(coord).is_ok(),
        };
        wrong += usize::from(!is_right);
    }
    (start.elapsed(), wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_go_another_way_are_noticed() {
        let [a, b] = [0, 1].map(|x| TileCoord { page: 0, y: 0, x });
        use Call::{Acquire, Release};
        assert!(nanoseconds(&[Acquire(a), Acquire(b), Release(a), Acquire(a)], 3).is_ok());
        let error = |calls: &[Call]| nanoseconds(calls, 3).unwrap_err();
        assert_eq!(error(&[Acquire(b), Release(a)]), "1 of 2 calls gave another place than before");
        assert_eq!(error(&[Acquire(a), Release(b)]), "1 of 2 calls gave another place than before");
    }
}
