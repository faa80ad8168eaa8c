//! References to the fields of one object.

use crate::plan::columns::{Columns, Field};
use crate::print::columns::{distinct, documented, elements};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

pub(super) fn types(plan: &Columns) -> TokenStream {
    let by_ref = declaration(plan, &plan.names.by_ref, &plan.docs.by_ref(), false);
    let by_mut = declaration(plan, &plan.names.by_mut, &plan.docs.by_mut(), true);
    quote!(#by_ref #by_mut)
}

fn declaration(plan: &Columns, name: &Ident, docs: &str, is_mut: bool) -> TokenStream {
    let Columns { site, vis, attributes, non_exhaustive, lifetime, .. } = plan;
    let site = *site;
    let mutable = mutable(plan, is_mut);
    let fields = plan.fields.iter().map(|Field { name, shown, vis, ty, attributes, .. }| {
        let attributes = documented(attributes, &plan.docs.field(shown), false);
        quote_spanned!(site=> #attributes #vis #name: &#lifetime #mutable #ty)
    });
    let non_exhaustive = non_exhaustive.iter();
    quote_spanned! {site=>
        #(#attributes)*
        #[doc = #docs]
        #(#non_exhaustive)*
        #vis struct #name<#lifetime> {
            #(#fields,)*
        }
    }
}

fn mutable(plan: &Columns, is_mut: bool) -> Option<TokenStream> {
    is_mut.then(|| quote_spanned!(plan.site=> mut))
}

pub(super) fn impls(plan: &Columns) -> TokenStream {
    let Columns { site, name, vis, names, docs, .. } = plan;
    let site = *site;
    let (by_ref, by_mut) = (&names.by_ref, &names.by_mut);
    let copies = elements(plan, &|field| {
        let name = &field.name;
        quote_spanned!(site=> *self.#name)
    });
    let fields: Vec<_> = plan.fields.iter().map(|field| &field.name).collect();
    let to_owned_docs = docs.to_owned();
    let to_owned = quote_spanned! {site=>
        #[doc = #to_owned_docs]
        #[inline]
        #[must_use]
        #vis fn to_owned(&self) -> #name {
            // If a type is wrong, rustc has said so, and does not check that the fields of a row are copied.
            let _ = |_: __StackpoolChecked| {};
            <#name as __StackpoolColumns>::join(#copies)
        }
    };
    let traits = [traits(plan, by_ref, false), traits(plan, by_mut, true)];
    quote_spanned! {site=>
        // A comparison of pointers to functions by their operator would cause a warning.
        #[inline]
        fn __stackpool_are_equal<__StackpoolType: ::core::cmp::PartialEq>(
            __stackpool_first: &__StackpoolType,
            __stackpool_second: &__StackpoolType,
        ) -> ::core::primitive::bool {
            __stackpool_first == __stackpool_second
        }
        #[automatically_derived]
        impl ::core::clone::Clone for #by_ref<'_> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl ::core::marker::Copy for #by_ref<'_> {}
        #[automatically_derived]
        impl #by_ref<'_> {
            #to_owned
        }
        #[automatically_derived]
        impl #by_mut<'_> {
            #to_owned
            /// Reborrows the fields for reading.
            #[inline]
            #[must_use]
            #vis fn as_ref(&self) -> #by_ref<'_> {
                #by_ref { #(#fields: &*self.#fields),* }
            }
            /// Replaces all fields by those of an object.
            #[inline]
            #vis fn set(&mut self, __stackpool_object: #name) {
                #(*self.#fields = __stackpool_object.#fields;)*
            }
        }
        #(#traits)*
    }
}

/// `Debug`, `PartialEq` and `Eq`, where the fields have them. A bound without a lifetime would be checked here. The
/// types are in parentheses: after `&'a fn()`, rustc takes the `:` of a bound for a wrong `->`.
fn traits(plan: &Columns, name: &Ident, is_mut: bool) -> TokenStream {
    let Columns { site, lifetime, .. } = plan;
    let site = *site;
    let mutable = mutable(plan, is_mut);
    let types = plan.fields.iter().map(|Field { ty, .. }| quote_spanned!(site=> &#lifetime #mutable (#ty)));
    let types = distinct(types);
    let fields: Vec<_> = plan.fields.iter().map(|field| &field.name).collect();
    let debug = debug(plan, name, types.clone(), &fields);
    quote_spanned! {site=>
        #debug
        #[automatically_derived]
        impl<#lifetime> ::core::cmp::PartialEq for #name<#lifetime>
        where
            #(#types: ::core::cmp::PartialEq,)*
        {
            #[inline]
            fn eq(&self, __stackpool_other: &Self) -> ::core::primitive::bool {
                #(__stackpool_are_equal(&self.#fields, &__stackpool_other.#fields))&&*
            }
        }
        #[automatically_derived]
        impl<#lifetime> ::core::cmp::Eq for #name<#lifetime>
        where
            #(#types: ::core::cmp::Eq,)*
        {}
    }
}

/// `Debug` of a struct with references of these `types`.
pub(super) fn debug(plan: &Columns, name: &Ident, types: Vec<TokenStream>, fields: &[&Ident]) -> TokenStream {
    let Columns { site, lifetime, .. } = plan;
    let site = *site;
    let types = distinct(types);
    let shown = name.to_string();
    let shown_fields = fields.iter().map(|field| field.unraw().to_string());
    quote_spanned! {site=>
        #[automatically_derived]
        impl<#lifetime> ::core::fmt::Debug for #name<#lifetime>
        where
            #(#types: ::core::fmt::Debug,)*
        {
            fn fmt(&self, __stackpool_formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                // By their paths: a trait of the user for all types could have methods of these names.
                let mut __stackpool_shown =
                    ::core::fmt::Formatter::debug_struct(__stackpool_formatter, #shown);
                #(::core::fmt::DebugStruct::field(&mut __stackpool_shown, #shown_fields, &self.#fields);)*
                ::core::fmt::DebugStruct::finish(&mut __stackpool_shown)
            }
        }
    }
}
