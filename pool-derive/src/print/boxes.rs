//! The code for a definition whose slots are owned by boxes. It replaces the static pool and the function that takes
//! it.
//!
//! As in [`statics`](super::statics), the runtime does not trust this code, and the macro itself prints the static that
//! has the user's attributes.

use crate::base::span_range::SpanRange;
use crate::plan::Plan;
use crate::plan::constants::{BoxKind, Owner};
use crate::plan::krate::Krate;
use crate::plan::mode::Mode;
use crate::plan::parameters::Parameters;
use crate::spec::freed::{Freed, Function};
use crate::spec::objects::{First, Method, Objects};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Attribute;

/// The statics, and how threads share them; nothing if a pool owns the slots. The `attributes` are for the static of
/// the slots.
pub(crate) fn spec(
    site: Span,
    krate: &Krate,
    name: &Ident,
    owner: &Owner,
    freed: &Freed,
    attributes: &[Attribute],
) -> TokenStream {
    let (mode, span, kind) = match owner {
        Owner::Pool | Owner::Columns | Owner::Values => return TokenStream::new(),
        Owner::BoxesOfNoMode { mode, kind } => return without_mode(site, krate, name, mode, kind),
        Owner::Boxes { mode, span, kind } => (*mode, *span, kind),
    };
    // The mode reports a missing target capability or feature, at the place of `sync` or `boxed`.
    let printed_mode = krate.claim(span, type_of(mode));
    let (static_kind, keeps, new) = match kind {
        BoxKind::Lent(None) => return without_mode(site, krate, name, &printed_mode, kind),
        BoxKind::Lent(Some(_)) => ("object_static_kind", Some(quote_spanned!(site=> , true)), "filled"),
        BoxKind::Owning | BoxKind::Shared => ("box_static_kind", None, "new"),
    };
    let [static_kind, new, caches] = [static_kind, new, caches_of(mode)].map(|word| Ident::new(word, site));
    let static_kind = quote_spanned!(site=> { #krate::__private::#static_kind::<#name>() });
    let further = match kind {
        BoxKind::Owning => TokenStream::new(),
        BoxKind::Shared => {
            let kind = quote_spanned!(site=> { #krate::__private::count_static_kind::<#name>() });
            let body = quote_spanned! {site=> {
                static COUNTS: #krate::__private::CountSlots<#name, #kind> = #krate::__private::CountSlots::new();
                #krate::__private::SharedCounts::new(&COUNTS)
            }};
            counts(site, krate, name, &body)
        }
        BoxKind::Lent(given) => objects(site, krate, name, given.as_ref()),
    };
    let freed = call_when_freed(site, krate, freed);
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::BoxSpec for #name {
            type Mode = #printed_mode;
            const STATICS: #krate::__private::BoxStatics<Self> = {
                static STATE: #krate::__private::BoxState<#name, #static_kind> = #krate::__private::BoxState::new();
                #(#attributes)*
                static SLOTS: #krate::__private::BoxSlots<#name, #static_kind #keeps> =
                    #krate::__private::BoxSlots::#new();
                #krate::__private::BoxStatics::new(&STATE, &SLOTS)
            };
            const CACHES: #krate::__private::BoxCaches<Self> = #krate::__private::#caches!(#name);
            #freed
        }
        #further
    }
}

/// In a fallback: impls without statics, which never run. `mode` may be a type that rustc knows to be wrong.
fn without_mode(site: Span, krate: &Krate, name: &Ident, mode: &TokenStream, kind: &BoxKind) -> TokenStream {
    let header = quote_spanned!(site=> #krate::BoxSpec for #name);
    let boxes = without_statics(site, krate, &header, mode);
    let further = match kind {
        BoxKind::Owning => TokenStream::new(),
        BoxKind::Shared => counts(site, krate, name, &quote_spanned!(site=> loop {})),
        BoxKind::Lent(_) => objects(site, krate, name, None),
    };
    quote_spanned!(site=> #boxes #further)
}

/// The counts of boxes that share their objects.
fn counts(site: Span, krate: &Krate, name: &Ident, counts: &TokenStream) -> TokenStream {
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::SharedSpec for #name {
            const COUNTS: #krate::__private::SharedCounts<Self> = #counts;
        }
    }
}

/// The first value of objects that stay, and the method that clears them; in a fallback, what never runs.
fn objects(site: Span, krate: &Krate, name: &Ident, given: Option<&Objects>) -> TokenStream {
    let first = match given.map(|given| (&given.first, given.at)) {
        None => quote_spanned!(site=> loop {}),
        Some((First::Given(value), _)) => value.clone(),
        Some((First::Zeros, at)) => {
            let item = at.claim(quote!(<Self as #krate::PoolSpec>::Item));
            quote_spanned!(site=> <#item as #krate::__private::FirstOfZeros>::ZEROS)
        }
    };
    let clear = given.and_then(|given| given.clear.as_ref()).map(|(method, at)| {
        let (method, at, message) = match method {
            Method::Default => (
                at.claim(quote!(clear)),
                *at,
                Some(quote_spanned!(site=> use #krate::__private::MessageOnly as _;)),
            ),
            Method::Named(method) => (method.to_token_stream(), SpanRange::of(method), None),
        };
        // What rustc says of the method, it says at its name.
        let place = site.located_at(at.start());
        let item = Ident::new("__stackpool_item", place);
        // On the item itself, so that its own methods come before those of all types.
        let receiver = quote_spanned!(place=> (*#item));
        let (closure, call) = (at.claim(quote!(||)), at.claim(quote!(.#method())));
        quote_spanned! {site=>
            use #krate::__private::ClearAny as _;
            #message
            let __stackpool_clear =
                #krate::__private::Clear::<<Self as #krate::PoolSpec>::Item>(::core::marker::PhantomData);
            let mut #item = __stackpool_clear.lend(__stackpool_item);
            __stackpool_clear.call(#closure #receiver #call);
        }
    });
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::ObjectSpec for #name {
            const FIRST: <Self as #krate::PoolSpec>::Item = #first;

            #[inline]
            fn give_back(__stackpool_item: &mut <Self as #krate::PoolSpec>::Item) {
                #clear
            }
        }
    }
}

/// The function that is called when a slot was freed, if the definition has one.
fn call_when_freed(site: Span, krate: &Krate, freed: &Freed) -> Option<TokenStream> {
    let serve = freed.wait.map(|_| quote_spanned!(site=> #krate::__private::serve::<Self>();));
    let call = freed.call.as_ref().map(|Function(path)| {
        quote_spanned! {site=>
            let __stackpool_on_free: fn() = #path;
            __stackpool_on_free();
        }
    });
    (serve.is_some() || call.is_some()).then(|| {
        quote_spanned! {site=>
            #[inline]
            fn freed() {
                #serve
                #call
            }
        }
    })
}

/// Lets tasks wait for a slot. `at` is the place of the key, where a missing feature is reported.
pub(crate) fn waits(site: Span, krate: &Krate, name: &Ident, at: SpanRange) -> TokenStream {
    let waiters = krate.claim(at, quote!(::__private::waiters!(#name)));
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::WaitSpec for #name {
            fn waiters() -> &'static #krate::__private::BoxWaiters<Self> {
                static WAITERS: #waiters = #krate::__private::BoxWaiters::new();
                &WAITERS
            }
        }
    }
}

/// Makes the boxes of a definition `Clone`.
pub(crate) fn clones(site: Span, krate: &Krate, name: &Ident) -> TokenStream {
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::CloneBoxes for #name {}
    }
}

/// In a fallback: an impl without statics, which never runs. `mode` is a type that rustc knows to be wrong.
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

/// The type of a mode, to be appended to the path to `stackpool`.
fn type_of(mode: Mode) -> TokenStream {
    match mode {
        Mode::Threads => quote!(::__private::threads_mode!()),
        Mode::Exact => quote!(::__private::exact_mode!()),
        Mode::Local => quote!(::__private::Local),
        Mode::CriticalSection => quote!(::__private::critical_section_mode!()),
    }
}

/// The name of the macro that makes the thread-locals of a mode.
fn caches_of(mode: Mode) -> &'static str {
    match mode {
        Mode::Threads => "thread_caches",
        Mode::Local => "ownership",
        Mode::Exact | Mode::CriticalSection => "no_caches",
    }
}

/// A `take_pool` that cannot be called. A call causes an error that says why: the message of the trait `bound`. The
/// lifetime keeps rustc from checking the bound at the definition. The type is never known, so rustc reports nothing
/// about what the caller does with it.
pub(crate) fn never_taken(plan: &Plan, bound: &str) -> TokenStream {
    let site = plan.site;
    let Plan { krate, name, vis, .. } = plan;
    let Parameters { on_impl, arguments, bounds, .. } = &plan.parameters;
    let bound = Ident::new(bound, site);
    quote_spanned! {site=>
        impl #on_impl #name #arguments #bounds {
            #[doc(hidden)]
            #vis fn take_pool<'__stackpool, __StackpoolPool>()
            -> ::core::result::Result<&'static mut __StackpoolPool, #krate::AlreadyTaken>
            where
                Self: #krate::__private::#bound<'__stackpool>,
            {
                loop {}
            }
        }
    }
}
