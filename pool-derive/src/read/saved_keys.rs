//! The keys of `#[snapshot(..)]` that say how saves know a type or a field: `name = ".."` and `type = ".."`. Each macro
//! that computes a shape reads them. Mistakes in them are those of `snapshot_input`.

use crate::spec::shape::SavedKeys;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Lit, LitStr, Meta};

/// Reads the keys in these attributes. What is wrong in them is left out.
pub(crate) fn of(attributes: &[Attribute]) -> SavedKeys {
    let mut keys = SavedKeys::default();
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else { continue };
        if !list.path.is_ident("snapshot") {
            continue;
        }
        let trees: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        for window in trees.windows(3) {
            let [TokenTree::Ident(key), TokenTree::Punct(equals), TokenTree::Literal(value)] = window else {
                continue;
            };
            let Lit::Str(value) = Lit::new(value.clone()) else { continue };
            if equals.as_char() != '=' {
                continue;
            }
            match key.to_string().as_str() {
                "name" => keys.name = Some(value.value()),
                "type" => keys.ty = type_of(&value),
                _ => {}
            }
        }
    }
    keys
}

/// The type in a text, if it is one.
pub(crate) fn type_of(text: &LitStr) -> Option<TokenStream> {
    let parsed = text.parse::<syn::Type>();
    parsed.is_ok().then(|| text.parse().unwrap_or_default())
}
