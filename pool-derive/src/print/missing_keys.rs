//! What rustc proposes for a name that a missing key would declare.
//!
//! A field can name `NodeBox` without `boxed`. If no such type is in scope, rustc looks for one elsewhere, finds the
//! one that is printed here, and shows its path: `Node_needs_the_key_boxed::NodeBox`. A type of the user with this name
//! is not touched, however it came into scope: nothing is declared beside the fields but a module.

use crate::plan::krate::site;
use crate::spec::Spec;
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

/// Prints a module for each missing key.
pub(crate) fn print(spec: &Spec) -> TokenStream {
    let site = site(spec);
    let mut tokens = TokenStream::new();
    let mut needs: Vec<&str> = spec.missing.iter().map(|(needed, _)| *needed).collect();
    needs.dedup();
    for needed in needs {
        let module = Ident::new(&format!("{}_needs_{needed}", spec.plain_name()), site);
        let names = spec.missing.iter().filter(|(other, _)| *other == needed).map(|(_, name)| name);
        let names = names.map(|name| Ident::new(&name.to_string(), site));
        tokens.extend(quote_spanned! {site=>
            mod #module {
                #(pub enum #names {})*
            }
        });
    }
    tokens
}
