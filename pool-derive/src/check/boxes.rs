//! What boxes leave no question of, and what is for boxes alone.

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
    for key in [Key::Guard, Key::GenerationBits, Key::OnWrap] {
        let message = format!(
            "`{}` is for handles that are checked, and this pool is `boxed`: a box owns its slot, so that there is nothing to \
             check; remove one of the two",
            key.word()
        );
        refuse(keys, key, &[key, Key::Boxed], message, found);
    }
    refuse(
        keys,
        Key::Bookkeeping,
        &[Key::Bookkeeping, Key::Boxed],
        "`bookkeeping` is for pools with handles, and this pool is `boxed`: its free slots are stacked or linked as `sync` has \
         it; remove one of the two",
        found,
    );
    refuse(
        keys,
        Key::Marks,
        &[Key::Marks, Key::Boxed],
        "`marks` release what a pool owns, and this pool is `boxed`: each box releases its own object; remove one of the two",
        found,
    );
    if let Some(pool) = keys.pool.given() {
        let text = &pool.text;
        let message = format!(
            "`pool` names the alias of a pool, and a `boxed` one has none: `box = {text}` names that of its boxes"
        );
        found.push(Conflict::new(pool.whole, message, &[Key::Pool]));
    }
    check_sync(spec, found);
}

/// One mistake, however many keys show it: that `boxed` is missing.
fn check_not_boxed(spec: &Spec, found: &mut Vec<Conflict>) {
    let given = [Key::Sync, Key::Exact, Key::Box].map(|key| spec.keys.of(key).whole().map(|at| (at, key)));
    let given: Vec<_> = given.into_iter().flatten().collect();
    let Some((at, _)) = given.first() else { return };
    let words: Vec<_> = given.iter().map(|(_, key)| format!("`{}`", key.word())).collect();
    let are = if words.len() == 1 { "is" } else { "are" };
    found.push(Conflict::new(
        *at,
        format!("{} {are} for boxed pools: add `boxed`", text::list(&words, " and")),
        &[Key::Boxed],
    ));
}

/// What `sync` settles, said again or otherwise.
fn check_sync(spec: &Spec, found: &mut Vec<Conflict>) {
    let keys = &spec.keys;
    let threads = match &keys.sync {
        Setting::Empty => "`sync = threads`, the default,",
        Setting::Wrong => return,
        Setting::Given(sync) if sync.value == Sync::Threads => "`sync = threads`",
        Setting::Given(sync) => {
            let message = format!("`sync = {}` is exact already: remove `exact`", sync.text);
            refuse(keys, Key::Exact, &[Key::Exact], message, found);
            return;
        }
    };
    let message = format!(
        "`layout` is for `sync = local` and `sync = critical_section`, where free slots are stacked; with {threads} they are \
         linked: remove `layout`, or name another `sync`"
    );
    refuse(keys, Key::Layout, &[Key::Layout, Key::Sync], message, found);
}
