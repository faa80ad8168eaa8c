//! Boxes of every mode: those with one owner beside the model of `tests/common/boxes.rs`, shared boxes, weak pointers
//! and boxes of objects each beside a list.
//!
//! Their pools are statics, which stay from one input to the next.

mod objects;
mod shared;

use crate::box_model::{Caches, Operation, run};
use crate::drops::Token;
use crate::script::Script;
use stackpool::pool;

pool! {
    Threads: [Token; 40], boxed;
    Cached: [Token; 300], boxed;
    Exact: [Token; 300], boxed, exact;
    Local: [Token; 30], boxed, sync = local;
    LocalNine: [Token; 300], boxed, sync = local, layout = packed(9);
    Critical: [Token; 40], boxed, sync = critical_section;

    SharedThreads: [Token; 6], shared;
    SharedCached: [Token; 300], shared;
    SharedExact: [Token; 9], shared, exact;
    SharedLocal: [Token; 5], shared, sync = local;
    SharedCritical: [Token; 5], shared, sync = critical_section;

    Objects: [u32; 20], objects = 7;
    CachedObjects: [u32; 300], objects = 7;
    ExactObjects: [u32; 300], objects = 7, exact;
    LocalObjects: [u32; 9], objects = 7, sync = local;
    CriticalObjects: [u32; 9], objects = 7, sync = critical_section;
}

/// Plays the script on boxes, and compares them with a model.
///
/// # Panics
///
/// Panics if boxes and model differ, or if an object is not dropped exactly once.
pub fn boxes(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 16 {
        0 => run::<Threads>(Caches::None, &operations(script)),
        1 => run::<Cached>(Caches::Some, &operations(script)),
        2 => run::<Exact>(Caches::None, &operations(script)),
        3 => run::<Local>(Caches::None, &operations(script)),
        4 => run::<LocalNine>(Caches::None, &operations(script)),
        5 => run::<Critical>(Caches::None, &operations(script)),
        6 => shared::run::<SharedThreads>(script),
        7 => shared::run::<SharedCached>(script),
        8 => shared::run::<SharedExact>(script),
        9 => shared::run::<SharedLocal>(script),
        10 => shared::run::<SharedCritical>(script),
        11 => objects::run::<Objects>(script),
        12 => objects::run::<CachedObjects>(script),
        13 => objects::run::<ExactObjects>(script),
        14 => objects::run::<LocalObjects>(script),
        _ => objects::run::<CriticalObjects>(script),
    }
}

fn operations(mut script: Script<'_>) -> Vec<Operation> {
    std::iter::from_fn(|| {
        (!script.is_empty()).then(|| match script.byte() {
            0..70 => Operation::New,
            70..90 => Operation::NewWith,
            90..110 => Operation::NewMany(script.byte().into()),
            110..150 => Operation::Drop(script.pick()),
            150..165 => Operation::DropMany(script.byte().into(), script.pick()),
            165..180 => Operation::IntoInner(script.pick()),
            180..195 => Operation::Raw(script.pick()),
            195..210 => Operation::Leak(script.pick()),
            210..225 => Operation::Handle(script.pick()),
            225..230 => Operation::Pin(script.pick()),
            230..240 => Operation::Replace(script.pick()),
            240..250 => Operation::Swap(script.pick(), script.pick()),
            _ => Operation::Flush,
        })
    })
    .collect()
}
