//! `Self` in what the user wrote, for code outside of the type.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// `Self`, as a name to look for.
pub(crate) fn self_type() -> Ident {
    Ident::new("Self", Span::call_site())
}

/// `tokens` as code outside of the type can say them: `Self` becomes the name of the type.
pub(crate) fn without_self(tokens: TokenStream, name: &Ident) -> TokenStream {
    let replace = |tree| match tree {
        TokenTree::Ident(ident) if ident == "Self" => {
            let mut name = name.clone();
            name.set_span(name.span().located_at(ident.span()));
            TokenTree::Ident(name)
        }
        TokenTree::Group(group) => {
            let mut replaced = Group::new(group.delimiter(), without_self(group.stream(), name));
            replaced.set_span(group.span());
            TokenTree::Group(replaced)
        }
        tree => tree,
    };
    tokens.into_iter().map(replace).collect()
}
