//! The static of a pool, and the constant by which the runtime finds it.
//!
//! The runtime does not trust this code: the trait is safe. The attributes are the user's code, so the lint
//! `unsafe_code` must see them. The lint ignores a static that a macro of another crate declares, so this macro
//! prints the static itself.

use crate::plan::Static;
use crate::plan::krate::Krate;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

/// The statics of the definition `name`, which contain a value of type `content`.
pub(crate) fn of(
    site: Span,
    krate: &Krate,
    name: &Ident,
    content: &TokenStream,
    of_static: &Static,
) -> TokenStream {
    let attributes = &of_static.attributes;
    let kind = if of_static.is_uncleared { "uncleared_static_kind" } else { "static_kind" };
    let kind = Ident::new(kind, site);
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::__private::HasStatic for #name {
            type Content = #content;
            const STATICS: #krate::__private::Statics<Self::Content> = {
                static TAKEN: #krate::__private::Taken = #krate::__private::Taken::new();
                #(#attributes)*
                static MEMORY: #krate::__private::Memory<
                    #content,
                    { #krate::__private::#kind::<#content>() },
                > = #krate::__private::Memory::new();
                #krate::__private::Statics::new(&TAKEN, &MEMORY)
            };
        }
    }
}
