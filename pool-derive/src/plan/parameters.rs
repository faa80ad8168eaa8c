//! The parameters of a generic definition, in the forms in which the generated code repeats them.

use crate::base::generics::split;
use crate::base::span_range::printed;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics};

/// The parameters of a definition. All forms are empty if it has none.
#[derive(Default)]
pub(crate) struct Parameters {
    /// On an impl: with bounds, without defaults.
    pub(crate) on_impl: TokenStream,
    /// As arguments of the type.
    pub(crate) arguments: TokenStream,
    /// The `where` clause of the type.
    pub(crate) bounds: TokenStream,
    /// On an alias: with defaults, without bounds, which rustc does not check there.
    pub(crate) on_alias: TokenStream,
}

impl Parameters {
    pub(crate) fn new(generics: &Generics) -> Self {
        let (on_impl, arguments, bounds) = split(generics);
        let on_alias = generics.params.iter().map(without_bounds);
        let on_alias = if generics.params.is_empty() { TokenStream::new() } else { quote!(<#(#on_alias),*>) };
        Parameters {
            on_impl: printed(on_impl),
            arguments: printed(arguments),
            bounds: printed(bounds),
            on_alias: printed(on_alias),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }
}

/// A parameter with its default, but without bounds and attributes.
fn without_bounds(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => {
            let (name, default) = (&param.ident, param.default.iter().map(|(_, default)| default));
            quote!(#name #(= #default)*)
        }
        GenericParam::Const(param) => {
            let (name, ty) = (&param.ident, &param.ty);
            let default = param.default.iter().map(|(_, default)| default);
            quote!(const #name: #ty #(= #default)*)
        }
    }
}
