//! A mutex of loom, which replaces the file `boxes/sync/lock.rs` of the runtime.

use loom::sync::Mutex;
use std::cell::{OnceCell, RefCell};

/// A lock that can be made in a constant, as that of the runtime.
#[derive(Debug)]
pub struct Lock<T> {
    first: RefCell<Option<T>>,
    mutex: OnceCell<Mutex<T>>,
}

impl<T> Lock<T> {
    pub(crate) const fn new(content: T) -> Self {
        Lock { first: RefCell::new(Some(content)), mutex: OnceCell::new() }
    }

    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let mutex = self.mutex.get_or_init(|| Mutex::new(self.first.take().expect("made once")));
        f(&mut mutex.lock().expect("no thread panicked"))
    }
}
