//! Running models.

use loom::model::Builder;
use loom::thread;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Runs a model in every order of its threads.
pub fn exhaustively(model: impl Fn() + Send + Sync + 'static) {
    run(Builder::new(), model);
}

/// Runs a model in every order with at most this many preemptions: switches away from a thread that could go on. A
/// few preemptions are enough to find most mistakes: Musuvathi and Qadeer, *Iterative Context Bounding* (PLDI 2007).
pub fn with_preemptions(most: usize, model: impl Fn() + Send + Sync + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(most);
    run(builder, model);
}

/// Runs a model, and prints the number of runs.
fn run(builder: Builder, model: impl Fn() + Send + Sync + 'static) {
    let start = Instant::now();
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    builder.check(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        model();
    });
    let runs = runs.load(Ordering::Relaxed);
    assert!(runs > 1, "a model whose threads do not meet");
    println!("{runs} runs in {:.1?}", start.elapsed());
}

/// Runs these closures at the same time, the first of them in the calling thread, and waits until all are done.
///
/// The closures share data with `Rc`. That works because loom runs the threads of a model in turn on one thread of
/// the system, and the set-up of a model is not part of what is checked.
pub fn at_once<T: 'static, const N: usize>(shared: &Rc<T>, things: [fn(&T); N]) {
    let (first, others) = things.split_first().expect("nothing to do");
    let spawn = |thing: &fn(&T)| {
        let (shared, thing) = (Rc::clone(shared), *thing);
        thread::spawn(move || thing(&shared))
    };
    let threads: Vec<_> = others.iter().map(spawn).collect();
    first(shared);
    for thread in threads {
        thread.join().expect("a thread panicked");
    }
}
