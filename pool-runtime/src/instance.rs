//! Instance numbers: what ids, markers and marks carry, so that those of another region or pool are told apart.

use core::num::NonZeroU32;
use core::sync::atomic::{AtomicU32, Ordering};

/// Instances that were numbered.
static LAST: AtomicU32 = AtomicU32::new(0);

/// A number that was never drawn before.
///
/// # Panics
///
/// When all are drawn, 4,294,967,295 of them.
pub(crate) fn draw() -> NonZeroU32 {
    match next() {
        Some(number) => number,
        None => exhausted(),
    }
}

#[cfg(target_has_atomic = "32")]
fn next() -> Option<NonZeroU32> {
    // `None` at the last number, which stays the last: none is drawn twice after that either.
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| last.checked_add(1)).ok()?;
    NonZeroU32::new(last + 1)
}

#[cfg(not(target_has_atomic = "32"))]
fn next() -> Option<NonZeroU32> {
    critical_section::with(|_| {
        let number = LAST.load(Ordering::Relaxed).checked_add(1)?;
        LAST.store(number, Ordering::Relaxed);
        NonZeroU32::new(number)
    })
}

#[cold]
fn exhausted() -> ! {
    panic!("all {} instance numbers are drawn", u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn numbers_differ() {
        let (one, other) = (draw(), draw());
        assert!(one < other);
    }
}
