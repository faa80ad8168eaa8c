//! What is printed beside errors: enough of a pool that its users' code raises no further errors.

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

/// An inert plan: one slot, defaults for everything. It may take one of the `errors`, to report it.
pub(crate) fn plan(spec: &Spec, errors: &mut Errors) -> Plan {
    let names = aliases(spec);
    let mut plan = Plan::inert(spec, names.clone());
    // A list that was read stands by itself: the mistake is elsewhere.
    plan.set = spec.set.clone().filter(ValueSet::is_list);
    if spec.is_boxed() {
        let keys = &spec.keys;
        plan.constants.owner = owner(spec, errors);
        if !keys.boxed.is_empty() {
            plan.take_pool = TakePool::Never { attributes: Vec::new() };
        }
        plan.pool_beside_boxes = pool_beside_boxes(spec, &names);
    } else if !spec.is_values() && !spec.keys.marks.is_empty() {
        plan.constants.declared.push(Declared::some_marks());
    }
    plan
}

/// The names of the aliases: as asked for where they can stand beside each other.
pub(crate) fn aliases(spec: &Spec) -> Names {
    let names = names::standing(spec);
    Names { alias: printed_ident(&names.alias), handle: printed_ident(&names.handle) }
}

/// The name of the pool, where its user may have meant one that is not `boxed`, and may have named it.
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

/// Who owns slots: boxes in the mode that was asked for, or in one of which rustc says nothing more, since it is wrong.
fn owner(spec: &Spec, errors: &mut Errors) -> Owner {
    let span = mode_span(spec);
    match mode(spec) {
        Some(mode) => Owner::Boxes { mode, span },
        None => errors.take_first().map_or(Owner::Boxes { mode: Mode::Local, span }, |mistake| {
            Owner::BoxesOfNoMode(wrong_type(&mistake, &[]))
        }),
    }
}

/// The mode of the boxes, where `sync` is known.
pub(super) fn mode(spec: &Spec) -> Option<Mode> {
    let keys = &spec.keys;
    keys.sync.is_settled().then(|| Mode::new(keys.sync.value().copied(), !keys.exact.is_empty()))
}

/// Where the mode was asked for; where it was not, the name will do.
pub(super) fn mode_span(spec: &Spec) -> SpanRange {
    spec.keys.sync.given().map_or(SpanRange::at(spec.name.span()), |sync| sync.span)
}
