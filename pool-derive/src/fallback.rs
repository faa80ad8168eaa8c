//! What is printed beside errors: enough of a pool that its users' code raises no further errors.

use crate::plan::Plan;
use crate::spec::{Names, Spec};
use syn::Ident;
use syn::ext::IdentExt;

/// An inert plan: one slot, defaults for everything, names as asked for where they can stand beside each other.
pub(crate) fn plan(spec: &Spec) -> Plan {
    let plain = spec.plain_name();
    let default = |kind: &str| Ident::new(&format!("{plain}{kind}"), spec.name.span());
    let defaults = Names { pool: default("Pool"), handle: default("Handle") };
    let mut names = spec.names();
    if names.pool.unraw() == plain {
        names.pool = defaults.pool.clone();
    }
    if names.handle.unraw() == plain || names.handle.unraw() == names.pool.unraw() {
        names.handle = defaults.handle.clone();
    }
    if names.pool.unraw() == names.handle.unraw() {
        names = defaults;
    }
    Plan::inert(spec, names)
}
