//! Rules across keys, and across the entries of one `pool!`.
//!
//! Each rule finds [conflicts](conflict::Conflict). A conflict is reported. It also lists the keys that the user may
//! remove or change to resolve it. The code that is printed beside mistakes leaves those keys out.

mod boxes;
pub(crate) mod columns;
pub(crate) mod conflict;
pub(crate) mod entries;
mod generics;
pub(crate) mod names;
mod objects;
mod strict;
mod value_pools;

use crate::base::errors::Errors;
use crate::spec::Spec;
use crate::spec::value_pool_set::ValueSet;
use conflict::Conflict;

/// Reports all conflicts of one pool.
pub(crate) fn check(spec: &Spec, errors: &mut Errors) {
    for conflict in conflicts(spec) {
        errors.add(conflict.at, conflict.message);
    }
    check_columns(spec, errors);
}

/// Reports all conflicts between the fields of a struct of columns.
pub(crate) fn check_columns(spec: &Spec, errors: &mut Errors) {
    if let Some(set) = &spec.columns {
        for conflict in columns::conflicts(spec, set) {
            errors.add(conflict.at, conflict.message);
        }
    }
}

/// All conflicts of one pool.
pub(crate) fn conflicts(spec: &Spec) -> Vec<Conflict> {
    let mut found = Vec::new();
    if spec.is_values() {
        value_pools::check(spec, &mut found);
        if !spec.set.as_ref().is_some_and(ValueSet::is_list) {
            strict::check(spec, &mut found);
        }
    } else {
        objects::check_capacity(spec, &mut found);
        generics::check(spec, &mut found);
        if spec.is_boxed() {
            boxes::check(spec, &mut found);
        } else {
            objects::check(spec, &mut found);
            strict::check(spec, &mut found);
        }
    }
    names::check(spec, &mut found);
    found
}
