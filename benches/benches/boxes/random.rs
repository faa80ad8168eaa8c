//! Orders that look random, and are the same at every run.

use stackpool_benches::Random;

/// Swaps each item with one of those before it, or itself (Fisher and Yates).
pub(crate) fn shuffle<T>(items: &mut [T]) {
    let mut random = Random::new();
    for i in (1..items.len()).rev() {
        items.swap(i, random.below(i + 1));
    }
}
