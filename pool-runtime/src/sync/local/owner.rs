//! The thread that owns a pool: with feature `std`.

use core::cell::Cell;
use core::sync::atomic::{AtomicU32, Ordering};

/// What a thread has for a token before it has one: neither the token of a thread, nor 0, which owns no pool.
const NONE: u32 = u32::MAX;

std::thread_local! {
    static TOKEN: Cell<u32> = const { Cell::new(NONE) };
}

/// The token of this thread, which no other thread has, or ever had.
fn token() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    TOKEN.with(|token| {
        if token.get() == NONE {
            let next = |last: u32| last.checked_add(1).filter(|token| *token != NONE);
            let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
            token.set(last.expect("fewer than 2^32 - 1 threads use pools with `sync = local`") + 1);
        }
        token.get()
    })
}

/// The token of the thread that owns the pool; 0 before there is one.
#[derive(Debug)]
#[repr(transparent)]
pub(super) struct Owner(AtomicU32);

impl Owner {
    /// Lets the owner in; anybody, if there is none yet, who then is it.
    ///
    /// # Panics
    ///
    /// Panics in all other threads.
    #[inline]
    pub(super) fn pass<R>(&self, name: &'static str, f: impl FnOnce() -> R) -> R {
        if self.0.load(Ordering::Relaxed) != TOKEN.with(Cell::get) {
            self.pass_first(name);
        }
        f()
    }

    #[cold]
    #[inline(never)]
    fn pass_first(&self, name: &'static str) {
        let owner = self.0.compare_exchange(0, token(), Ordering::Relaxed, Ordering::Relaxed);
        assert!(
            owner.is_ok(),
            "the boxes of `{name}` belong to another thread: with `sync = local` they are for the first thread that uses \
             them"
        );
    }
}
