//! Checks that loom runs both orders of a load and of another thread's load and store.

use loom::sync::atomic::Ordering;
use loom::thread;
use stackpool_loom::atomic::AtomicU32;
use stackpool_loom::check::exhaustively;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

#[test]
fn a_load_before_a_store_hides_no_order() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let seen_by_model = Arc::clone(&seen);
    exhaustively(move || {
        let ours = Rc::new(AtomicU32::new(0));
        let theirs = Rc::clone(&ours);
        let thread = thread::spawn(move || {
            let value = theirs.load(Ordering::Relaxed);
            theirs.store(value + 1, Ordering::Relaxed);
        });
        seen_by_model.lock().unwrap().push(ours.load(Ordering::Relaxed));
        thread.join().unwrap();
    });
    let mut seen = seen.lock().unwrap().clone();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [0, 1]);
}
