//! `strict` is about a quarantine that is declared, in pools of objects with handles and of values.

use crate::check::conflict::{Conflict, refuse};
use crate::spec::Spec;
use crate::spec::keys::Key;

/// Called for pools in which something waits.
pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    if !spec.keys.quarantine.is_empty() {
        return;
    }
    let unit = if spec.is_values() { "value" } else { "slot" };
    let message = format!(
        "`strict` needs `quarantine`, which says how many others are freed before a {unit} is used again: write \
         `quarantine = 64, strict`, or remove `strict`"
    );
    refuse(&spec.keys, Key::Strict, &[Key::Strict], message, found);
}
