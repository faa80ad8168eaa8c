//! What is printed of a definition whose slots are owned by boxes, instead of a static pool and the function that takes it.
//!
//! As of [`statics`](super::statics), nothing here is trusted, and the macro prints the static that has the user's attributes.

use crate::plan::Plan;
use crate::plan::constants::Owner;
use crate::plan::krate::Krate;
use crate::plan::mode::Mode;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Attribute;

/// The statics, and how they are shared; nothing where slots are the pool's. The `attributes` are for the static of the
/// slots.
pub(crate) fn spec(
    site: Span,
    krate: &Krate,
    name: &Ident,
    owner: &Owner,
    attributes: &[Attribute],
) -> TokenStream {
    let (mode, span) = match owner {
        Owner::Pool | Owner::Values => return TokenStream::new(),
        Owner::BoxesOfNoMode(wrong) => {
            let header = quote_spanned!(site=> #krate::BoxSpec for #name);
            return without_statics(site, krate, &header, wrong);
        }
        Owner::Boxes { mode, span } => (*mode, *span),
    };
    // That a target or a feature is missing is the mode's to report, where it was asked for.
    let printed_mode = krate.claim(span, type_of(mode));
    let caches = Ident::new(caches_of(mode), site);
    let kind = quote_spanned!(site=> { #krate::__private::box_static_kind::<#name>() });
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::BoxSpec for #name {
            type Mode = #printed_mode;
            const STATICS: #krate::__private::BoxStatics<Self> = {
                static STATE: #krate::__private::BoxState<#name, #kind> = #krate::__private::BoxState::new();
                #(#attributes)*
                static SLOTS: #krate::__private::BoxSlots<#name, #kind> = #krate::__private::BoxSlots::new();
                #krate::__private::BoxStatics::new(&STATE, &SLOTS)
            };
            const CACHES: #krate::__private::BoxCaches<Self> = #krate::__private::#caches!(#name);
        }
    }
}

/// In a fallback: an impl of nothing, that is never run. `mode` is a type that rustc knows to be wrong.
pub(crate) fn without_statics(
    site: Span,
    krate: &Krate,
    header: &TokenStream,
    mode: &TokenStream,
) -> TokenStream {
    quote_spanned! {site=>
        impl #header {
            type Mode = #mode;
            const STATICS: #krate::__private::BoxStatics<Self> = loop {};
            const CACHES: #krate::__private::BoxCaches<Self> = loop {};
        }
    }
}

/// The type of a mode, behind the path to this crate.
fn type_of(mode: Mode) -> TokenStream {
    match mode {
        Mode::Threads => quote!(::__private::threads_mode!()),
        Mode::Exact => quote!(::__private::exact_mode!()),
        Mode::Local => quote!(::__private::Local),
        Mode::CriticalSection => quote!(::__private::critical_section_mode!()),
    }
}

/// The macro of the thread-locals of a mode.
fn caches_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Threads => "thread_caches",
        Mode::Local => "ownership",
        Mode::Exact | Mode::CriticalSection => "no_caches",
    }
}

/// A `take_pool` that cannot be called: whoever tries is told why. The lifetime keeps rustc from asking at once; and the
/// type is one that is never known, so that nothing is said of what its caller would have done with it.
pub(crate) fn never_taken(plan: &Plan) -> TokenStream {
    let site = plan.site;
    let Plan { krate, name, vis, .. } = plan;
    quote_spanned! {site=>
        impl #name {
            #[doc(hidden)]
            #vis fn take_pool<'pool, T>() -> ::core::option::Option<&'static mut T>
            where
                Self: #krate::__private::TakesPool<'pool>,
            {
                ::core::option::Option::None
            }
        }
    }
}
