//! Keys that do not go with `boxed`, and keys that need it.

use crate::base::text;
use crate::check::conflict::{Conflict, refuse};
use crate::spec::Spec;
use crate::spec::given::Setting;
use crate::spec::keys::Key;
use crate::spec::keywords::Sync;

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    if keys.boxed.is_empty() {
        check_not_boxed(spec, found);
        return;
    }
    for key in [Key::Guard, Key::GenerationBits, Key::OnWrap, Key::Quarantine] {
        let message = format!(
            "`{word}` is for pools with handles, and this pool is `boxed`: a box is never stale, so there is nothing \
             to check; remove `{word}` or `boxed`",
            word = key.word()
        );
        refuse(keys, key, &[key, Key::Boxed], message, found);
    }
    refuse(
        keys,
        Key::Bookkeeping,
        &[Key::Bookkeeping, Key::Boxed],
        "`bookkeeping` is for pools with handles, and this pool is `boxed`: `sync` decides how the free slots are \
         kept; remove `bookkeeping` or `boxed`",
        found,
    );
    refuse(
        keys,
        Key::Marks,
        &[Key::Marks, Key::Boxed],
        "`marks` is for pools with handles, and this pool is `boxed`: each object is dropped with its box; remove \
         `marks` or `boxed`",
        found,
    );
    refuse(
        keys,
        Key::Changes,
        &[Key::Changes, Key::Boxed],
        "`changes` is for pools with handles, and this pool is `boxed`: the owner of a box writes to its object \
         without asking the pool; remove `changes` or `boxed`",
        found,
    );
    refuse(
        keys,
        Key::Columns,
        &[Key::Columns, Key::Boxed],
        "`columns` keeps the fields of an object apart from each other, and a box points to one whole object: remove \
         `columns` or `boxed`",
        found,
    );
    if let Some(pool) = keys.pool.given() {
        let text = &pool.text;
        let message = format!(
            "`pool` names the pool type, and with `boxed` there is no pool type: write `box = {text}` to name the \
             box type"
        );
        found.push(Conflict::new(pool.whole, message, &[Key::Pool]));
    }
    check_sync(spec, found);
}

/// Reports once that `boxed` is missing, even if several keys need it.
fn check_not_boxed(spec: &Spec, found: &mut Vec<Conflict>) {
    let given = [Key::Sync, Key::Exact, Key::Clone, Key::Box]
        .map(|key| spec.keys.of(key).whole().map(|at| (at, key)));
    let given: Vec<_> = given.into_iter().flatten().collect();
    let Some((at, _)) = given.first() else { return };
    let words: Vec<_> = given.iter().map(|(_, key)| format!("`{}`", key.word())).collect();
    let are = if words.len() == 1 { "is" } else { "are" };
    let listed = text::list(&words, " and");
    if spec.keys.columns.is_empty() {
        let message = format!("{listed} {are} for boxed pools: add `boxed`");
        found.push(Conflict::new(*at, message, &[Key::Boxed]));
    } else {
        let them = if words.len() == 1 { "it" } else { "them" };
        let message = format!("{listed} {are} for boxed pools, and this pool has `columns`: remove {them}");
        found.push(Conflict::new(*at, message, &[Key::Sync, Key::Exact, Key::Clone, Key::Box]));
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
            return;
        }
    };
    let message = format!(
        "`layout` is the width of a table entry, and with {threads} there is no table: remove `layout`, or write \
         `sync = local` or `sync = critical_section`"
    );
    refuse(keys, Key::Layout, &[Key::Layout, Key::Sync], message, found);
}
