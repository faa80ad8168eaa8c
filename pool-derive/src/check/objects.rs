//! Keys that do not go together in a pool of objects with handles.

use crate::check::conflict::{Conflict, refuse};
use crate::spec::Spec;
use crate::spec::keys::Key;
use crate::spec::keywords::{Bookkeeping, Guard};

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    check_guard(spec, found);
    check_bookkeeping(spec, found);
    if spec.is_of_columns() {
        check_columns(spec, found);
    }
    if !spec.keys.dense.is_empty() {
        check_dense(spec, found);
    }
    check_saved(spec, found);
}

/// The objects of a dense pool are a slice, and the table of free slots is a list of their slots too.
fn check_dense(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    if keys.bookkeeping.value() == Some(&Bookkeeping::FreeList) {
        refuse(
            keys,
            Key::Bookkeeping,
            &[Key::Bookkeeping, Key::Dense],
            "`bookkeeping = free_list` stores links between the objects, and with `dense` there are no free slots \
             between them: remove `bookkeeping` or `dense`",
            found,
        );
    }
    if keys.guard.value() == Some(&Guard::None) {
        refuse(
            keys,
            Key::Guard,
            &[Key::Guard, Key::Dense],
            "with `dense` objects move, and a stale handle would have no place to lead to: choose `guard = live` (one \
             bit per slot), or remove `dense`",
            found,
        );
    }
    if let Some(layout) = keys.layout.given().filter(|layout| ![8, 16, 32].contains(&layout.value.0)) {
        let message = format!(
            "`layout = {}` splits an entry into parts, and with `dense` the table is sorted as a list of integers: \
             choose `u8`, `u16` or `u32`, or leave `layout` out",
            layout.text
        );
        found.push(Conflict::new(layout.whole, message, &[Key::Layout, Key::Dense]));
    }
    if keys.columns.is_empty() {
        refuse(
            keys,
            Key::Align,
            &[Key::Align, Key::Dense],
            "`align` puts room between the slots, and with `dense` the objects are one slice: write \
             `#[repr(align(..))]` on the type, or remove `align`",
            found,
        );
    }
}

/// The key that says so of the fields of a struct of columns.
fn check_saved(spec: &Spec, found: &mut Vec<Conflict>) {
    let message = match (spec.is_of_columns(), &spec.columns) {
        (true, Some(_)) => return,
        (true, None) => {
            "`saved` is about the fields of a struct: write `#[pool(saved)]` before the struct that derives `Columns`"
        }
        (false, _) => {
            "`saved` is for `columns`: an object of another pool is saved if its type is plain data; remove `saved`"
        }
    };
    refuse(&spec.keys, Key::Saved, &[Key::Saved], message, found);
}

/// Columns have no whole objects in memory.
fn check_columns(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    if keys.bookkeeping.value() == Some(&Bookkeeping::FreeList) {
        refuse(
            keys,
            Key::Bookkeeping,
            &[Key::Bookkeeping, Key::Columns],
            "`bookkeeping = free_list` stores links in free objects, and with `columns` no whole object is in memory: \
             remove `bookkeeping` or `columns`",
            found,
        );
    }
    refuse(
        keys,
        Key::Align,
        &[Key::Align, Key::Columns],
        "`align` is for whole objects, and this pool has `columns`: write `#[pool(align = ..)]` on the field whose \
         column it is for. Each column begins at a multiple of 64 bytes by default",
        found,
    );
}

/// The capacity is required, for boxes too.
pub(super) fn check_capacity(spec: &Spec, found: &mut Vec<Conflict>) {
    if spec.keys.capacity.is_empty() {
        let (name, example) = (spec.plain_name(), Key::Capacity.example());
        found.push(Conflict::new(
            spec.capacity_place,
            format!(
                "a pool needs a capacity: with `#[pool({example})]` it holds up to 10,000 objects of `{name}`"
            ),
            &[Key::Capacity],
        ));
    }
}

/// Keys about generations need `guard = generation`, and two of them say the same thing; marks and changes need a
/// guard.
fn check_guard(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    if !keys.generation_bits.is_empty() {
        refuse(
            keys,
            Key::Generations,
            &[Key::Generations, Key::GenerationBits],
            "`generations` is the fewest generations that a slot has, and `generation_bits` says how many bits they \
             have: remove one of the two",
            found,
        );
        refuse(
            keys,
            Key::HandleBytes,
            &[Key::HandleBytes, Key::GenerationBits],
            "`generation_bits` already decides how wide a handle is, and with `handle_bytes` all bits beside the index \
             are generations: remove one of the two",
            found,
        );
    }
    let Some(guard) = keys.guard.given() else { return };
    if guard.value == Guard::Generation {
        return;
    }
    if guard.value == Guard::None {
        for key in [Key::Marks, Key::Changes] {
            let word = key.word();
            let message = format!(
                "`{word}` needs a guard that knows which slots are live, and this pool has `guard = none`: remove \
                 `{word}`, or choose another guard"
            );
            refuse(keys, key, &[key], message, found);
        }
        let message = if keys.strict.is_empty() {
            "`quarantine` delays the reuse of a slot, so that stale handles are caught for longer, and `guard = none` \
             catches none: remove `quarantine`, or choose another guard"
        } else {
            "`quarantine` needs a guard that knows which slots are live, so that none is freed twice: choose \
             `guard = live` (one bit per slot)"
        };
        refuse(keys, Key::Quarantine, &[Key::Quarantine, Key::Guard], message, found);
    }
    for key in [Key::Generations, Key::GenerationBits, Key::HandleBytes, Key::OnWrap] {
        let message = format!(
            "`{word}` is for `guard = generation`, and this pool has `guard = {text}`: remove `{word}` or `guard = \
             {text}`",
            word = key.word(),
            text = guard.text,
        );
        refuse(keys, key, &[key, Key::Guard], message, found);
    }
}

/// A free list has no table, and needs a guard, because its links are in the free slots.
fn check_bookkeeping(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    if keys.bookkeeping.value() != Some(&Bookkeeping::FreeList) {
        return;
    }
    refuse(
        keys,
        Key::Layout,
        &[Key::Layout, Key::Bookkeeping],
        "`layout` is the width of a table entry, and with `bookkeeping = free_list` there is no table: remove \
         `layout` or `bookkeeping`",
        found,
    );
    if keys.guard.value() == Some(&Guard::None) {
        refuse(
            keys,
            Key::Bookkeeping,
            &[Key::Bookkeeping, Key::Guard],
            "`bookkeeping = free_list` stores links in free slots, and with `guard = none` a write through a stale \
             handle could destroy a link: choose `guard = live` (one bit per slot), or remove `bookkeeping`",
            found,
        );
    }
}
