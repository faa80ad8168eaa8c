//! Keys that do not go with `boxed`, `shared` or `objects`, and keys that need one of them.

use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::check::conflict::{Conflict, refuse};
use crate::spec::Spec;
use crate::spec::given::Setting;
use crate::spec::keys::{Key, OF_BOXES};
use crate::spec::keywords::Sync;

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    if keys.boxes().is_empty() {
        check_not_boxed(spec, found);
        return;
    }
    check_handles(spec, found);
    match keys.box_key() {
        Key::Shared => check_shared(spec, found),
        Key::Objects => check_objects(spec, found),
        _ => check_not_objects(spec, found),
    }
    if let Some(pool) = keys.pool.given() {
        let (text, boxed) = (&pool.text, keys.box_key().word());
        let message = format!(
            "`pool` names the pool type, and with `{boxed}` there is no pool type: write `box = {text}` to name the \
             box type"
        );
        found.push(Conflict::new(pool.whole, message, &[Key::Pool]));
    }
    check_sync(spec, found);
}

/// Keys that are for pools with handles.
fn check_handles(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    let (key, boxed) = (keys.box_key(), keys.box_key().word());
    let mut refuse_handles = |other: Key, why: &str| {
        let word = other.word();
        let message = format!(
            "`{word}` is for pools with handles, and this pool is `{boxed}`: {why}; remove `{word}` or `{boxed}`"
        );
        refuse(keys, other, &[other, key], message, found);
    };
    let never_stale = match key {
        Key::Shared => "a shared box is never stale, and its weak pointers have generations of their own",
        Key::Objects => "a box has its object until it is dropped, so there is nothing to check",
        _ => "a box is never stale, so there is nothing to check",
    };
    for other in
        [Key::Guard, Key::Generations, Key::GenerationBits, Key::HandleBytes, Key::OnWrap, Key::Quarantine]
    {
        refuse_handles(other, never_stale);
    }
    if keys.quarantine.is_empty() {
        refuse_handles(Key::Strict, "a slot of boxes never waits");
    }
    refuse_handles(Key::GrowsTo, "it keeps the meaning of handles and saves, and boxes have neither");
    refuse_handles(Key::Bookkeeping, "`sync` decides how the free slots are kept");
    let dropped = match key {
        Key::Shared => "each object is dropped with its last box",
        Key::Objects => "each object is released with its box",
        _ => "each object is dropped with its box",
    };
    refuse_handles(Key::Marks, dropped);
    refuse_handles(Key::Changes, "the owner of a box writes to its object without asking the pool");
    refuse_handles(Key::Saved, "objects in boxes are not saved");
    let message = format!(
        "`columns` keeps the fields of an object apart from each other, and a box points to one whole object: remove \
         `columns` or `{boxed}`"
    );
    refuse(keys, Key::Columns, &[Key::Columns, key], message, found);
    let message = format!(
        "`dense` moves objects, and a box points to an object that stays: remove `dense` or `{boxed}`"
    );
    refuse(keys, Key::Dense, &[Key::Dense, key], message, found);
}

/// Keys that are for boxes with one owner.
fn check_shared(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    refuse(
        keys,
        Key::Boxed,
        &[Key::Boxed, Key::Shared],
        "with `boxed` each object has one owner, and with `shared` it has several: remove one of the two. (With \
         `shared` there is `PoolBox` too, for an object that is not shared yet)",
        found,
    );
    refuse(
        keys,
        Key::Clone,
        &[Key::Clone],
        "`clone` is for `boxed`, where a clone takes a slot: with `shared` every box is `Clone`, and its clone is \
         another pointer to the same object; remove `clone`",
        found,
    );
    refuse(
        keys,
        Key::Objects,
        &[Key::Objects, Key::Shared],
        "with `objects` an object stays in its slot and has one box at a time, and with `shared` it has several, the \
         last of which drops it: remove one of the two",
        found,
    );
    check_not_objects(spec, found);
}

/// Keys that are for boxes of objects that go.
fn check_objects(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    refuse(
        keys,
        Key::Boxed,
        &[Key::Boxed, Key::Objects],
        "with `boxed` each box drops its object, and with `objects` the object stays in its slot: remove one of the \
         two",
        found,
    );
    refuse(
        keys,
        Key::Clone,
        &[Key::Clone, Key::Objects],
        "`clone` is for `boxed`, where a clone makes another object: with `objects` all objects are there from the \
         start, and `acquire` lends one; remove `clone`",
        found,
    );
    if let Some(attribute) = spec.attributes.statics.first().filter(|_| spec.attributes.names_section) {
        let message = "with `objects` the static holds its objects from the start of the program, and nothing checks \
                       that start-up code loads this section: leave it out, or use `boxed`, whose slots may hold any \
                       bytes";
        found.push(Conflict::new(SpanRange::of(attribute), message, &[Key::Objects]));
    }
}

/// The key that is for `objects` alone.
fn check_not_objects(spec: &Spec, found: &mut Vec<Conflict>) {
    let message = "`clear` is for `objects`, where an object stays in its slot when its box is dropped: here it is \
                   dropped; remove `clear`, or write `objects = ..` with the first value of the objects";
    refuse(&spec.keys, Key::Clear, &[Key::Clear, Key::Objects], message, found);
}

/// Reports once that `boxed` is missing, even if several keys need it.
fn check_not_boxed(spec: &Spec, found: &mut Vec<Conflict>) {
    let (mut first, mut words) = (None, Vec::new());
    for &key in OF_BOXES {
        if let Some(at) = spec.keys.of(key).whole() {
            first = first.or(Some(at));
            words.push(format!("`{}`", key.word()));
        }
    }
    let Some(at) = first else { return };
    let are = if words.len() == 1 { "is" } else { "are" };
    let listed = text::list(&words, " and");
    if !spec.keys.clear.is_empty() && spec.keys.columns.is_empty() {
        let message = format!(
            "{listed} {are} for boxes of objects that stay: add `objects = ..` with their first value"
        );
        found.push(Conflict::new(at, message, &[Key::Objects]));
        return;
    }
    if spec.keys.columns.is_empty() {
        let message = format!("{listed} {are} for boxed pools: add `boxed`");
        found.push(Conflict::new(at, message, &[Key::Boxed]));
    } else {
        let them = if words.len() == 1 { "it" } else { "them" };
        let message = format!("{listed} {are} for boxed pools, and this pool has `columns`: remove {them}");
        found.push(Conflict::new(at, message, OF_BOXES));
    }
}

/// Keys that do not go with the value of `sync`.
fn check_sync(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    let threads = match &keys.sync {
        Setting::Empty => "`sync = threads`, the default,",
        Setting::Wrong => return,
        Setting::Given(sync) if sync.value == Sync::Threads => "`sync = threads`",
        Setting::Given(sync) => {
            let message = format!("`sync = {}` is already exact: remove `exact`", sync.text);
            refuse(keys, Key::Exact, &[Key::Exact], message, found);
            if sync.value == Sync::Local {
                let message = "`wait` lets tasks wait for a slot, and with `sync = local` boxes stay on one thread, \
                               where a task need not be: remove `wait`, or write `sync = threads` or `sync = \
                               critical_section`";
                refuse(keys, Key::Wait, &[Key::Wait, Key::Sync], message, found);
            }
            return;
        }
    };
    let message = format!(
        "`layout` is the width of a table entry, and with {threads} there is no table: remove `layout`, or write \
         `sync = local` or `sync = critical_section`"
    );
    refuse(keys, Key::Layout, &[Key::Layout, Key::Sync], message, found);
}
