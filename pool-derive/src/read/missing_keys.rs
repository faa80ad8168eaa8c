//! Names in the fields of a type that a key would declare which is not given, such as `NodeBox` without `boxed`.
//!
//! They are no mistake that the macro can report: a type of the user can have such a name.

use crate::spec::Spec;
use crate::spec::keys::Key;
use crate::spec::keywords::Sync;
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// The names, each with what would declare it.
pub(crate) fn find(spec: &Spec, fields: TokenStream) -> Vec<(&'static str, Ident)> {
    let has = |key| !spec.keys.of(key).is_empty();
    let is_local = spec.keys.sync.value() == Some(&Sync::Local);
    let kinds = [
        ("Box", "the_key_boxed", has(Key::Boxed)),
        ("Object", "the_key_objects", has(Key::Objects)),
        ("Arc", "the_key_shared", has(Key::Shared)),
        ("Weak", "the_key_shared", has(Key::Shared)),
        ("Rc", "the_keys_shared_and_sync_local", has(Key::Shared)),
        ("Rc", "sync_local", !has(Key::Shared) || is_local),
    ];
    let names = spec.names();
    let mut missing = Vec::new();
    for (kind, needed, is_given) in kinds {
        let name = spec.default_name(kind);
        let is_declared = [&names.alias, &names.handle].into_iter().any(|alias| alias.unraw() == name);
        if !is_given && !is_declared && mentions(fields.clone(), &name) {
            missing.push((needed, name));
        }
    }
    missing
}

/// Whether the name is in the tokens.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
