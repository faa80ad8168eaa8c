//! The type and its two aliases have three different names.

use crate::check::conflict::Conflict;
use crate::spec::given::Given;
use crate::spec::keys::Key;
use crate::spec::{Definition, Names, Spec};
use syn::Ident;
use syn::ext::IdentExt;

pub(super) fn check(spec: &Spec, found: &mut Vec<Conflict>) {
    let alias = spec.alias().given();
    check_against_subject(spec, alias, spec.alias_key(), found);
    if spec.is_values() {
        return;
    }
    let handle = spec.keys.handle.given();
    check_against_subject(spec, handle, Key::Handle, found);
    let names = spec.names();
    if names.alias.unraw() != names.handle.unraw() {
        return;
    }
    // The user gave at least one of the two names. If both were given, the handle is reported.
    let (given, key, other) = match (alias, handle) {
        (_, Some(handle)) => (handle, Key::Handle, if spec.is_boxed() { "the box" } else { "the pool" }),
        (Some(alias), None) => (alias, spec.alias_key(), "the handle"),
        (None, None) => return,
    };
    let name = &given.value;
    if name.unraw() != spec.plain_name() {
        let message = format!("`{name}` is already the alias of {other}: choose another name");
        found.push(Conflict::new(given.span, message, &[key]));
    }
}

/// An alias cannot have the name of the definition.
fn check_against_subject(spec: &Spec, alias: Option<&Given<Ident>>, key: Key, found: &mut Vec<Conflict>) {
    let plain = spec.plain_name();
    let subject = match spec.definition {
        Definition::Type { .. } => "the type",
        Definition::Marker { .. } => "the marker type",
    };
    if let Some(given) = alias.filter(|given| given.value.unraw() == plain) {
        let message = format!(
            "`{plain}` is {subject} itself: `{}` names an alias, such as `{}`",
            key.word(),
            key.example()
        );
        found.push(Conflict::new(given.span, message, &[key]));
    }
}

/// The names of the aliases for a fallback: the user's names, or the defaults if the names clash.
pub(crate) fn standing(spec: &Spec) -> Names {
    let plain = spec.plain_name();
    let defaults = spec.default_names();
    let mut names = spec.names();
    if names.alias.unraw() == plain {
        names.alias = defaults.alias.clone();
    }
    if names.handle.unraw() == plain || names.handle.unraw() == names.alias.unraw() {
        names.handle = defaults.handle.clone();
    }
    if names.alias.unraw() == names.handle.unraw() { defaults } else { names }
}
