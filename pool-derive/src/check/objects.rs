//! What goes together in a pool of objects with handles.

use crate::check::conflict::{Conflict, refuse};
use crate::spec::Spec;
use crate::spec::keys::Key;
use crate::spec::keywords::{Bookkeeping, Guard};

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    check_guard(spec, found);
    check_bookkeeping(spec, found);
}

/// Of boxes, too.
pub(super) fn check_capacity(spec: &Spec, found: &mut Vec<Conflict>) {
    if spec.keys.capacity.is_empty() {
        let (name, example) = (spec.plain_name(), Key::Capacity.example());
        found.push(Conflict::new(
            spec.capacity_place,
            format!("a pool needs a capacity: `#[pool({example})]` holds up to 10,000 values of `{name}`"),
            &[Key::Capacity],
        ));
    }
}

/// Generations are those of `guard = generation`.
fn check_guard(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    let Some(guard) = keys.guard.given() else { return };
    if guard.value == Guard::Generation {
        return;
    }
    if guard.value == Guard::None {
        refuse(
            keys,
            Key::Marks,
            &[Key::Marks],
            "`marks` is for a guard that knows which slots are live, and this pool has `guard = none`: remove one of the two",
            found,
        );
    }
    for key in [Key::GenerationBits, Key::OnWrap] {
        let message = format!(
            "`{}` is for `guard = generation`, and this pool has `guard = {}`: remove one of the two",
            key.word(),
            guard.text,
        );
        refuse(keys, key, &[key, Key::Guard], message, found);
    }
}

/// A free list has no table, and cannot share its slots with handles that are not checked.
fn check_bookkeeping(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    if keys.bookkeeping.value() != Some(&Bookkeeping::FreeList) {
        return;
    }
    refuse(
        keys,
        Key::Layout,
        &[Key::Layout, Key::Bookkeeping],
        "`layout` is for the table of `bookkeeping = index_stack`, and a free list has none: remove one of the two",
        found,
    );
    if keys.guard.value() == Some(&Guard::None) {
        refuse(
            keys,
            Key::Bookkeeping,
            &[Key::Bookkeeping, Key::Guard],
            "`bookkeeping = free_list` keeps its links in free slots, where with `guard = none` a stale handle may write: \
             choose `guard = live` (one bit a slot), or remove `bookkeeping`",
            found,
        );
    }
}
