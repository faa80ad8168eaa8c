//! The code for a pool of a list of values.

use crate::base::span_range::SpanRange;
use crate::plan::{Item, Plan, Static, TakePool};
use crate::print::{definition, statics};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// The whole definition. The values of a list are not numbered.
pub(crate) fn print(plan: &Plan, marker: &TokenStream, list: &TokenStream) -> TokenStream {
    let Plan { site, krate, name, shown_name, vis, everything, aliases, deprecated, docs, .. } = plan;
    let site = *site;
    let Item::Type(item) = &plan.item else { return TokenStream::new() };
    let alias = &plan.names.alias;
    let (alias_docs, take_docs) = (&docs.alias, &docs.take_pool);
    let content = quote_spanned!(site=> #krate::__private::Listed<#name>);
    let of_static = match &plan.take_pool {
        TakePool::Static(of_static) => of_static,
        // In a fallback.
        TakePool::Never { .. } | TakePool::Generic | TakePool::Nothing => &Static::default(),
    };
    let statics = statics::of(site, krate, name, &content, of_static);
    let span = SpanRange::of(list);
    let len = krate.claim(span, quote!(::__private::list_len));
    let borrow = span.claim(quote!(&));
    // In a signature, the name of a deprecated alias would be reported at the entry.
    let pool = match deprecated.is_empty() {
        true => quote!(#alias),
        false => quote_spanned!(site=> <#name as #krate::__private::ListSpec>::Pool),
    };
    let item_alias = definition::claimed_type(quote!(type __StackpoolItem =), item);
    quote_spanned! {site=>
        #marker
        #(#everything)*
        const _: () = {
            #item_alias
            const __STACKPOOL_LEN: ::core::primitive::usize =
                #len(::core::marker::PhantomData::<__StackpoolItem>, #borrow #list);
            const __STACKPOOL_LIST: [__StackpoolItem; __STACKPOOL_LEN] = #list;
            #[automatically_derived]
            impl #krate::__private::ListSpec for #name {
                type Pool = #krate::ListPool<#item, __STACKPOOL_LEN>;
                const NAME: &'static ::core::primitive::str = #shown_name;
                const COMPLETE: Self::Pool = #krate::ListPool::new(__STACKPOOL_LIST);
            }
            #statics
            impl #name {
                #(#deprecated)*
                /// Makes a pool of all values of the list, as a value on the stack.
                #[must_use]
                #vis const fn new_pool() -> #pool {
                    <#name as #krate::__private::ListSpec>::COMPLETE
                }
                #(#deprecated)*
                #[doc = #take_docs]
                #[inline]
                #[cfg_attr(debug_assertions, track_caller)]
                #vis fn take_pool() -> ::core::result::Result<&'static mut #pool, #krate::AlreadyTaken> {
                    #krate::__private::take::<#name>()
                }
            }
        };
        #(#everything)*
        #(#aliases)*
        #[doc = #alias_docs]
        #vis type #alias = <#name as #krate::__private::ListSpec>::Pool;
    }
}
