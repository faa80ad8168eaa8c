//! Keys that do not go with a pool of values.

use crate::check::conflict::{Conflict, refuse};
use crate::spec::Spec;
use crate::spec::keys::Key;
use crate::spec::keywords::Guard;
use crate::spec::value_pool_set::ValueSet;

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    const HANDLES: &str = "a pool of values has no handles, because it hands out the values themselves";
    const OWNERS: &str = "a pool of values has no boxes, because it hands out the values themselves";
    for (key, why) in [
        (Key::Capacity, "the capacity of a pool of values is the number of its values"),
        (Key::GrowsTo, "the capacity of a pool of values is the number of its values"),
        (Key::Generations, HANDLES),
        (Key::GenerationBits, HANDLES),
        (Key::HandleBytes, HANDLES),
        (Key::OnWrap, HANDLES),
        (Key::Handle, HANDLES),
        (Key::Marks, "a pool of values has no objects that a mark could release"),
        (Key::Changes, "a pool of values has no objects that could change"),
        (Key::Columns, "a pool of values has no objects whose fields could be columns"),
        (Key::Dense, "a pool of values has no objects that could be a slice"),
        (Key::Saved, "a pool of values is saved without it"),
        (Key::Boxed, OWNERS),
        (Key::Shared, OWNERS),
        (Key::Sync, OWNERS),
        (Key::Exact, OWNERS),
        (Key::Clone, OWNERS),
        (Key::Box, OWNERS),
        (Key::Bookkeeping, "a pool of values has no slots that could be linked"),
        (Key::Align, "a pool of values has no slots that could be aligned"),
    ] {
        remove(spec, key, why, found);
    }
    if spec.set.as_ref().is_some_and(ValueSet::is_list) {
        remove(spec, Key::Guard, "a pool of a list only counts its values, and has no guard", found);
        remove(
            spec,
            Key::Layout,
            "a pool of a list stores the values themselves, and has no table of indices",
            found,
        );
        const NEWEST: &str = "a pool of a list hands out the value that came back last";
        let waits = if spec.keys.quarantine.is_empty() { Key::Strict } else { Key::Quarantine };
        remove(spec, waits, NEWEST, found);
        remove(spec, Key::MaxBytes, "the size of a pool of a list follows from the list", found);
        return;
    }
    if spec.keys.guard.value() == Some(&Guard::None) {
        refuse(
            &spec.keys,
            Key::Quarantine,
            &[Key::Quarantine, Key::Guard],
            "`quarantine` needs a guard that knows which values are handed out, and this pool has `guard = none`: \
             remove one of the two",
            found,
        );
    }
    if let Some(guard) = spec.keys.guard.given().filter(|guard| guard.value == Guard::Generation) {
        found.push(Conflict::new(
            guard.span,
            "a pool of values has no handles, so it has no generations: choose `guard = live`, the default, which \
             refuses a value that is released twice",
            &[Key::Guard],
        ));
    }
}

fn remove(spec: &Spec, key: Key, why: &str, found: &mut Vec<Conflict>) {
    refuse(&spec.keys, key, &[key], format!("{why}; remove `{}`", key.word()), found);
}
