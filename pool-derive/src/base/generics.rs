//! The generics of a type as its arguments.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, ImplGenerics, WhereClause};

/// What an impl of a type with generics says: its own generics, the arguments of the type, and the `where` clause.
pub(crate) fn split(generics: &Generics) -> (ImplGenerics<'_>, TokenStream, Option<&WhereClause>) {
    let (on_impl, _, bounds) = generics.split_for_impl();
    let arguments = generics.params.iter().map(argument);
    let arguments = (!generics.params.is_empty()).then(|| quote!(<#(#arguments),*>));
    (on_impl, arguments.unwrap_or_default(), bounds)
}

/// A parameter as an argument. A constant stands in braces: `N` alone is a type, if a type of that name is in scope.
pub(crate) fn argument(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => {
            let name = &param.ident;
            quote!({ #name })
        }
    }
}
