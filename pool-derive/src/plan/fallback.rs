//! The fallback, which is printed beside errors: a pool that is complete enough for the user's code to compile without
//! further errors.

use crate::base::errors::{Errors, wrong_type};
use crate::base::span_range::{SpanRange, printed_ident};
use crate::check::names;
use crate::plan::constants::{Declared, Owner};
use crate::plan::mode::Mode;
use crate::plan::{Plan, TakePool};
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
        if !keys.boxed.is_empty() {
            plan.take_pool = TakePool::Never { attributes: Vec::new() };
        }
        plan.pool_beside_boxes = pool_beside_boxes(spec, &names);
    } else if !spec.is_values() {
        if !spec.keys.marks.is_empty() {
            plan.constants.declared.push(Declared::some_marks());
        }
        if !spec.keys.changes.is_empty() {
            plan.constants.declared.push(Declared::changes());
        }
    }
    plan
}

/// The names of the aliases: the user's names, or the defaults if they clash.
pub(crate) fn aliases(spec: &Spec) -> Names {
    let names = names::standing(spec);
    Names { alias: printed_ident(&names.alias), handle: printed_ident(&names.handle) }
}

/// The name of the pool type, if the user may have meant a pool without `boxed`, or has named the pool type.
fn pool_beside_boxes(spec: &Spec, names: &Names) -> Option<Ident> {
    let keys = &spec.keys;
    let pool = match keys.pool.value() {
        Some(pool) => printed_ident(pool),
        None if keys.boxed.is_empty() => printed_ident(&spec.default_name("Pool")),
        None => return None,
    };
    let taken = [&names.alias, &names.handle, &spec.name];
    taken.iter().all(|name| name.unraw() != pool.unraw()).then_some(pool)
}

/// The owner of the slots: boxes in the user's mode. If the mode is unknown, it is a wrong type, about which rustc
/// reports nothing more.
fn owner(spec: &Spec, errors: &mut Errors) -> Owner {
    let span = mode_span(spec);
    match mode(spec) {
        Some(mode) => Owner::Boxes { mode, span },
        None => errors.take_first().map_or(Owner::Boxes { mode: Mode::Local, span }, |mistake| {
            Owner::BoxesOfNoMode(wrong_type(&mistake, &[]))
        }),
    }
}

/// The mode of the boxes, if `sync` is known.
pub(super) fn mode(spec: &Spec) -> Option<Mode> {
    let keys = &spec.keys;
    keys.sync.is_settled().then(|| Mode::new(keys.sync.value().copied(), !keys.exact.is_empty()))
}

/// The place of the mode: `sync` or, if it was not given, the name.
pub(super) fn mode_span(spec: &Spec) -> SpanRange {
    spec.keys.sync.given().map_or(SpanRange::at(spec.name.span()), |sync| sync.span)
}
