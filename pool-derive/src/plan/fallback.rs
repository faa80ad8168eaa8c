//! The fallback, which is printed beside errors: a pool that is complete enough for the user's code to compile without
//! further errors.

use crate::base::errors::{Errors, wrong_type};
use crate::base::span_range::{SpanRange, printed_ident};
use crate::check::names;
use crate::plan::constants::{BoxKind, Declared, Owner};
use crate::plan::mode::Mode;
use crate::plan::{Plan, TakePool};
use crate::spec::keys::Key;
use crate::spec::keywords::Sync;
use crate::spec::value_pool_set::ValueSet;
use crate::spec::{Names, Spec};
use syn::Ident;
use syn::ext::IdentExt;

/// An inert plan: one slot, and defaults for everything. It can take one of the `errors`, and reports that one itself.
pub(crate) fn plan(spec: &Spec, errors: &mut Errors) -> Plan {
    let names = aliases(spec);
    let mut plan = Plan::inert(spec, names.clone());
    // A list that was read has no mistake: the mistake is elsewhere.
    plan.set = spec.set.clone().filter(ValueSet::is_list);
    if spec.is_boxed() {
        let keys = &spec.keys;
        plan.constants.owner = owner(spec, errors);
        if !keys.boxes().is_empty() {
            plan.take_pool = TakePool::Never { attributes: Vec::new() };
        }
        plan.other_aliases = other_aliases(spec, &names);
    } else if !spec.is_values() {
        if !spec.keys.marks.is_empty() {
            plan.constants.declared.push(Declared::some_marks());
        }
        if !spec.keys.changes.is_empty() {
            plan.constants.changes = true;
        }
        if !spec.keys.dense.is_empty() {
            plan.constants.dense = true;
        }
    }
    plan.other_aliases.extend(further_aliases(spec, &plan));
    plan
}

/// The names of further pools, with the types of this one.
fn further_aliases(spec: &Spec, plan: &Plan) -> Vec<(Ident, &'static str)> {
    let taken = [&plan.names.alias, &plan.names.handle, &spec.name];
    let mut further = Vec::new();
    for (key, name) in &spec.further {
        let ty = match key {
            Key::Handle if spec.is_shared() => "WeakBox",
            Key::Handle => "Handle",
            _ => plan.constants.owner.type_name(),
        };
        let others = further.iter().chain(&plan.other_aliases).map(|(other, _): &(Ident, _)| other);
        if taken.into_iter().chain(others).all(|taken| taken.unraw() != name.unraw()) {
            further.push((printed_ident(name), ty));
        }
    }
    further
}

/// The names of the aliases: the user's names, or the defaults if they clash.
pub(crate) fn aliases(spec: &Spec) -> Names {
    let names = names::standing(spec);
    Names { alias: printed_ident(&names.alias), handle: printed_ident(&names.handle) }
}

/// The names of other types that the user may have meant, and those types: the pool, if no key asks for boxes, or if
/// the user has named the pool type; the box of `boxed` beside another such key; the pointer of another `sync`.
fn other_aliases(spec: &Spec, names: &Names) -> Vec<(Ident, &'static str)> {
    let keys = &spec.keys;
    let mut others = Vec::new();
    match keys.pool.value() {
        Some(pool) => others.push((printed_ident(pool), "Pool")),
        None if keys.boxes().is_empty() => others.push((spec.default_name("Pool"), "Pool")),
        None => {}
    }
    if !keys.boxed.is_empty() && keys.box_key() != Key::Boxed {
        others.push((spec.default_name("Box"), "PoolBox"));
        others.push((spec.default_name("Handle"), "Handle"));
    }
    if spec.is_shared() && !keys.sync.is_settled() {
        others.push((spec.default_name("Rc"), "SharedBox"));
        others.push((spec.default_name("Arc"), "SharedBox"));
    }
    let taken = [&names.alias, &names.handle, &spec.name];
    others.retain(|(other, _)| taken.iter().all(|name| name.unraw() != other.unraw()));
    for (other, _) in &mut others {
        *other = printed_ident(other);
    }
    others
}

/// The owner of the slots: boxes in the user's mode. If the mode is unknown, it is a wrong type, about which rustc
/// reports nothing more.
fn owner(spec: &Spec, errors: &mut Errors) -> Owner {
    let (span, kind) = (mode_span(spec), box_kind(spec));
    match mode(spec) {
        Some(mode) => Owner::Boxes { mode, span, kind },
        None => match errors.take_first() {
            Some(mistake) => Owner::BoxesOfNoMode { mode: wrong_type(&mistake, &[]), kind },
            None => Owner::Boxes { mode: Mode::Local, span, kind },
        },
    }
}

/// The kind of the boxes. What the user says of objects that stay may be wrong, and is left out.
pub(super) fn box_kind(spec: &Spec) -> BoxKind {
    match spec.keys.box_key() {
        Key::Shared => BoxKind::Shared,
        Key::Objects => BoxKind::Lent(None),
        _ => BoxKind::Owning,
    }
}

/// The mode of the boxes, if `sync` is known, and if it is one for which tasks wait, if they do.
pub(super) fn mode(spec: &Spec) -> Option<Mode> {
    let keys = &spec.keys;
    let sync = keys.sync.value().copied().filter(|&sync| sync != Sync::Local || keys.wait.is_empty());
    let mode = keys.sync.is_settled().then(|| Mode::new(sync, keys.are_exact()));
    // Without a key for boxes, which is the mistake, the mode does not ask for its feature.
    mode.map(|mode| match mode {
        Mode::CriticalSection if keys.boxes().is_empty() && keys.wait.is_empty() => Mode::Local,
        mode => mode,
    })
}

/// The place of the mode: `sync` or, if it was not given, the name.
pub(super) fn mode_span(spec: &Spec) -> SpanRange {
    spec.keys.sync.given().map_or(SpanRange::at(spec.name.span()), |sync| sync.span)
}
