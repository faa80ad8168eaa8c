//! Entries of one `pool!` declare different names.

use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::pool_input::Entry;
use crate::spec::given::Given;
use crate::spec::{Definition, Spec};
use syn::Ident;
use syn::ext::IdentExt;

/// Reports each entry that declares a name of an earlier entry, and marks it. Entries with a `#[cfg(..)]` are not
/// checked: only rustc knows which of them remain.
pub(crate) fn check(entries: &mut [Entry]) {
    let mut taken: Vec<(String, String)> = Vec::new();
    for entry in entries {
        let Some(spec) = &entry.spec else { continue };
        if !spec.attributes.everything.is_empty() {
            continue;
        }
        let names = spec.names();
        let keys = &spec.keys;
        let alias_span =
            |given: Option<&Given<Ident>>| given.map_or(SpanRange::at(spec.name.span()), |given| given.span);
        let mut own = vec![
            (spec.plain_name(), SpanRange::at(spec.name.span()), describe(spec)),
            (
                names.alias.unraw().to_string(),
                alias_span(spec.alias().given()),
                format!("the {} of {}", if spec.is_boxed() { "box" } else { "pool" }, describe(spec)),
            ),
            (
                names.handle.unraw().to_string(),
                alias_span(keys.handle.given()),
                format!("the {} of {}", spec.handle_word(), describe(spec)),
            ),
        ];
        if spec.is_values() {
            own.pop();
        }
        let double = own.iter().find_map(|(name, span, _)| {
            taken.iter().find(|(other, _)| other == name).map(|(_, first)| (name, span, first))
        });
        if let Some((name, span, first)) = double {
            entry
                .errors
                .add(*span, format!("`{name}` is already the name of {first}: rename one of the two"));
            entry.is_named_twice = true;
        } else {
            for (name, _, what) in own {
                taken.push((name, what));
            }
        }
    }
}

/// An entry as the user wrote it.
fn describe(spec: &Spec) -> String {
    let name = &spec.name;
    let item = match &spec.definition {
        Definition::Marker { item: Some(item) } => text::of_type(item),
        Definition::Marker { item: None } | Definition::Type { .. } => "..".to_owned(),
    };
    if spec.is_values() {
        return format!("`{name}: [{item} {{ .. }}]`");
    }
    let capacity = spec.keys.capacity.given().map_or("..", |given| given.text.as_str());
    format!("`{name}: [{item}; {capacity}]`")
}
