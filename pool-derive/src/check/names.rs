//! The type, its two aliases and the types of its columns have different names.

use crate::check::conflict::Conflict;
use crate::spec::column_order::ColumnNames;
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
    check_against_columns(spec, alias, spec.alias_key(), found);
    check_against_columns(spec, handle, Key::Handle, found);
    let names = spec.names();
    if names.alias.unraw() != names.handle.unraw() {
        return;
    }
    // The user gave at least one of the two names. If both were given, the handle is reported.
    let (given, key, other) = match (alias, handle) {
        (_, Some(handle)) => (handle, Key::Handle, if spec.is_boxed() { "box" } else { "pool" }),
        (Some(alias), None) => (alias, spec.alias_key(), spec.handle_word()),
        (None, None) => return,
    };
    let name = &given.value;
    if name.unraw() != spec.plain_name() {
        let message = format!("`{name}` is already the alias of the {other}: choose another name");
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

/// An alias cannot have the name of a type that is generated for columns.
fn check_against_columns(spec: &Spec, alias: Option<&Given<Ident>>, key: Key, found: &mut Vec<Conflict>) {
    let Some(given) = alias else { return };
    if let Some(what) = of_columns(spec, &given.value) {
        let message = format!("`{}` is already {what}: choose another name", given.value);
        found.push(Conflict::new(given.span, message, &[key]));
    }
}

/// What the type of this name is, if it is one that is generated for columns.
fn of_columns(spec: &Spec, name: &Ident) -> Option<&'static str> {
    spec.columns.as_ref()?;
    let names = ColumnNames::new(spec);
    let found = names.all().into_iter().find(|(other, _)| name.unraw() == **other);
    found.map(|(_, what)| what)
}

/// The names of the aliases for a fallback: the user's names, or the defaults if the names clash.
pub(crate) fn standing(spec: &Spec) -> Names {
    let plain = spec.plain_name();
    let defaults = spec.default_names();
    let mut names = spec.names();
    if names.alias.unraw() == plain || of_columns(spec, &names.alias).is_some() {
        names.alias = defaults.alias.clone();
    }
    let is_of_columns = of_columns(spec, &names.handle).is_some();
    if is_of_columns || names.handle.unraw() == plain || names.handle.unraw() == names.alias.unraw() {
        names.handle = defaults.handle.clone();
    }
    if names.alias.unraw() == names.handle.unraw() { defaults } else { names }
}
