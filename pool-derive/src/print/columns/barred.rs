//! The code for a type that cannot have columns: each type that would be generated is one that rustc knows to be
//! wrong. So no use of them causes another error.

use crate::base::errors::{Mistake, wrong_type};
use crate::base::generics::split;
use crate::base::span_range::printed;
use crate::plan::krate::{krate, site};
use crate::spec::column_order::ColumnNames;
use crate::spec::{Definition, Spec};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Prints the mistake, the types, and an impl of `Columns`.
pub(crate) fn print(spec: &Spec, mistake: &Mistake) -> TokenStream {
    let Definition::Type { generics, .. } = &spec.definition else { return TokenStream::new() };
    let (site, krate, name) = (site(spec), krate(spec), &spec.name);
    let by_ref = ColumnNames::new(spec).by_ref;
    let vis = printed(&spec.vis);
    let of_list = wrong_type(mistake, &[quote!(&'__stackpool ())]);
    let wrong = quote_spanned!(site=> #by_ref<'static>);
    let types = types_but_one(spec, &wrong);
    let (on_impl, arguments, bounds) = split(generics);
    let (on_impl, arguments, bounds) = (printed(on_impl), printed(arguments), printed(bounds));
    quote_spanned! {site=>
        #vis type #by_ref<'__stackpool> = #of_list;
        #types
        const _: () = {
            #[automatically_derived]
            impl #on_impl #krate::Columns for #name #arguments #bounds {
                type Ref<'__stackpool> = #wrong where Self: '__stackpool;
                type Mut<'__stackpool> = #wrong where Self: '__stackpool;
                type Slices<'__stackpool> = #wrong where Self: '__stackpool;
                type SlicesMut<'__stackpool> = #wrong where Self: '__stackpool;
                type List = #wrong;
                const SHAPE: ::core::primitive::u64 = 0;
                fn split(self, _: #krate::__private::Access<Self>) -> #wrong {
                    loop {}
                }
                fn join(_: #wrong, _: #krate::__private::Access<Self>) -> Self {
                    loop {}
                }
                fn refs<'__stackpool>(_: #wrong, _: #krate::__private::Access<Self>) -> #wrong
                where
                    Self: '__stackpool,
                {
                    loop {}
                }
                fn muts<'__stackpool>(_: #wrong, _: #krate::__private::Access<Self>) -> #wrong
                where
                    Self: '__stackpool,
                {
                    loop {}
                }
                fn slices<'__stackpool>(_: #wrong, _: #krate::__private::Access<Self>) -> #wrong
                where
                    Self: '__stackpool,
                {
                    loop {}
                }
                fn slices_mut<'__stackpool>(_: #wrong, _: #krate::__private::Access<Self>) -> #wrong
                where
                    Self: '__stackpool,
                {
                    loop {}
                }
            }
        };
    }
}

/// The types that would be generated, as a type that rustc knows to be wrong.
pub(crate) fn types(spec: &Spec, wrong: &TokenStream) -> TokenStream {
    let by_ref = ColumnNames::new(spec).by_ref;
    let vis = printed(&spec.vis);
    let others = types_but_one(spec, wrong);
    quote_spanned!(site(spec)=> #vis type #by_ref<'__stackpool> = #wrong; #others)
}

fn types_but_one(spec: &Spec, wrong: &TokenStream) -> TokenStream {
    let vis = printed(&spec.vis);
    let ColumnNames { by_mut, slices, slices_mut, methods, .. } = ColumnNames::new(spec);
    quote_spanned! {site(spec)=>
        #vis type #by_mut<'__stackpool> = #wrong;
        #vis type #slices<'__stackpool> = #wrong;
        #vis type #slices_mut<'__stackpool> = #wrong;
        #vis trait #methods {}
    }
}
