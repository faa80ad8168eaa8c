//! Instance numbers: they tell two pools, or two regions, of one type apart.

use core::num::NonZeroU32;

/// Returns a number that no other call returns.
///
/// # Panics
///
/// Panics if all 4,294,967,295 numbers are used up.
#[inline]
pub(crate) fn draw() -> NonZeroU32 {
    #[cfg(target_has_atomic = "32")]
    let last = {
        use core::sync::atomic::{AtomicU32, Ordering};

        static LAST: AtomicU32 = AtomicU32::new(0);
        // (A plain `fetch_add` would start again at 0 after the last number.)
        let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| last.checked_add(1));
        last.unwrap_or(u32::MAX)
    };
    #[cfg(not(target_has_atomic = "32"))]
    let last = {
        use core::cell::Cell;
        use critical_section::Mutex;

        static LAST: Mutex<Cell<u32>> = Mutex::new(Cell::new(0));
        critical_section::with(|section| {
            let last = LAST.borrow(section);
            last.replace(last.get().saturating_add(1))
        })
    };
    after(last)
}

/// The number after `last`, the last number that was drawn.
#[inline]
fn after(last: u32) -> NonZeroU32 {
    match NonZeroU32::MIN.checked_add(last) {
        Some(number) => number,
        None => none_left(),
    }
}

#[cold]
#[inline(never)]
fn none_left() -> ! {
    panic!("4,294,967,295 pools and regions have drawn an instance number: no number is left")
}

#[cfg(test)]
mod tests {
    use super::{after, draw};

    #[test]
    fn no_number_is_drawn_twice() {
        let (first, second) = (draw(), draw());
        assert!(first < second);
    }

    #[test]
    fn numbers_end() {
        assert_eq!((after(0).get(), after(u32::MAX - 1).get()), (1, u32::MAX));
    }

    #[test]
    #[should_panic(expected = "no number is left")]
    fn no_instance_follows_the_last() {
        let _ = after(u32::MAX);
    }
}
