//! What values leave no question of, and what is for objects alone.

use crate::check::conflict::{Conflict, refuse};
use crate::spec::Spec;
use crate::spec::keys::Key;
use crate::spec::keywords::Guard;
use crate::spec::value_pool_set::ValueSet;

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    const HANDLES: &str = "a pool of values has no handles: the value itself is handed out";
    const OWNERS: &str = "a pool of values has no boxes: the value itself is handed out";
    for (key, why) in [
        (Key::Capacity, "the capacity of values is the product of their ranges"),
        (Key::GenerationBits, HANDLES),
        (Key::OnWrap, HANDLES),
        (Key::Handle, HANDLES),
        (Key::Marks, "a pool of values has no objects that a mark could release"),
        (Key::Boxed, OWNERS),
        (Key::Sync, OWNERS),
        (Key::Exact, OWNERS),
        (Key::Box, OWNERS),
        (Key::Bookkeeping, "a pool of values has no slots that could be linked"),
        (Key::Align, "a pool of values has no slots that could be aligned"),
    ] {
        remove(spec, key, why, found);
    }
    if spec.set.as_ref().is_some_and(ValueSet::is_list) {
        const NUMBERS: &str = "a list of values is kept as it is, without numbers and a guard";
        remove(spec, Key::Guard, NUMBERS, found);
        remove(spec, Key::Layout, NUMBERS, found);
        remove(spec, Key::MaxBytes, "a list of values takes what it takes", found);
        return;
    }
    if let Some(guard) = spec.keys.guard.given().filter(|guard| guard.value == Guard::Generation) {
        found.push(Conflict::new(
            guard.span,
            "a pool of values has no generations, for want of handles: `guard = live`, the default, finds a value that is \
             given back twice",
            &[Key::Guard],
        ));
    }
}

fn remove(spec: &Spec, key: Key, why: &str, found: &mut Vec<Conflict>) {
    refuse(&spec.keys, key, &[key], format!("{why}; remove `{}`", key.word()), found);
}
