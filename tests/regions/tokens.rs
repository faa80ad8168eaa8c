//! Values that report to a log when they are dropped, from any thread.

use std::mem::take;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex};

/// The tokens that were dropped, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u32>>>);

impl Log {
    pub(crate) fn token(&self, id: u32) -> Token {
        Token { id, check: !id, armed: false, log: self.clone() }
    }

    /// A token that panics when it is dropped.
    pub(crate) fn bomb(&self, id: u32) -> Token {
        let mut bomb = self.token(id);
        bomb.armed = true;
        bomb
    }

    /// The tokens that were dropped since the last call.
    pub(crate) fn taken(&self) -> Vec<u32> {
        take(&mut *self.0.lock().unwrap())
    }
}

/// A value with a destructor.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) id: u32,
    check: u32,
    armed: bool,
    log: Log,
}

impl Token {
    /// Whether this is the token `id` and was not dropped yet.
    pub(crate) fn is(&self, id: u32) -> bool {
        (self.id, self.check) == (id, !id)
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        assert_eq!(self.check, !self.id, "this was no token, or was dropped before");
        self.check = self.id;
        self.log.0.lock().unwrap().push(self.id);
        if self.armed {
            unwind::<()>();
        }
    }
}

pub(crate) fn unwind<T>() -> T {
    resume_unwind(Box::new("a bomb"))
}

pub(crate) fn unwinds<R>(action: impl FnOnce() -> R) {
    let result = catch_unwind(AssertUnwindSafe(|| drop(action())));
    assert_eq!(result.expect_err("the action panics").downcast_ref::<&str>(), Some(&"a bomb"));
}
