//! The types of the rows of groups.

use crate::base::joined::joined;
use crate::plan::columns::{Column, Columns, Field};
use crate::print::columns::{checked_type, distinct, documented, list};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Attribute;

pub(super) fn types(plan: &Columns) -> TokenStream {
    joined(rows(plan).map(|(row, column)| declaration(plan, row, column)))
}

fn rows(plan: &Columns) -> impl Iterator<Item = (&Ident, &Column)> {
    plan.columns.iter().filter_map(|column| Some((column.row.as_ref()?, column)))
}

/// The macro declares the struct, so that it knows all fields of the type of which it says when it is plain data.
fn declaration(plan: &Columns, row: &Ident, column: &Column) -> TokenStream {
    let Columns { site, krate, vis, attributes, non_exhaustive, .. } = plan;
    let site = *site;
    let docs = plan.docs.row(&column.shown);
    let (own_docs, others) = docs_and_others(attributes);
    let mut is_deprecated = others.iter().any(is_deprecation);
    let mut fields = TokenStream::new();
    for (number, Field { name, shown, vis, ty, attributes, .. }) in plan.fields_of(column).enumerate() {
        let (docs, others) = docs_and_others(attributes);
        is_deprecated |= others.iter().any(is_deprecation);
        let docs = documented(&docs, &plan.docs.field(shown), false);
        let number = Literal::usize_unsuffixed(number);
        fields.extend(quote_spanned!(site=> #docs #(#others)* #vis #name: #ty = #number,));
    }
    let lint = is_deprecated.then(|| Ident::new("deprecated", site));
    let non_exhaustive = non_exhaustive.iter();
    quote_spanned! {site=>
        #krate::__private::row! {
            [#lint]
            #(#own_docs)*
            #[doc = #docs]
            #(#others)*
            #(#non_exhaustive)*
            #vis struct #row {
                #fields
            }
        }
    }
}

fn is_deprecation(attribute: &Attribute) -> bool {
    attribute.path().is_ident("deprecated")
}

/// The attributes, in the order in which the macro of the runtime reads them.
fn docs_and_others(attributes: &[Attribute]) -> (Vec<Attribute>, Vec<Attribute>) {
    attributes.iter().cloned().partition(|attribute| attribute.path().is_ident("doc"))
}

/// The impls, and what they use.
///
/// If a field is not `Copy`, that has been reported, and `__StackpoolCopy` is a wrong type. A bound on a wrong type
/// holds for every type, so rustc does not report that the row is not `Copy` either. Nobody needs to read these
/// bounds, so the documentation says `Copy` in words.
pub(super) fn impls(plan: &Columns) -> TokenStream {
    let Columns { site, .. } = plan;
    let site = *site;
    let impls = joined(rows(plan).map(|(row, column)| impls_of(plan, row, column)));
    if impls.is_empty() {
        return impls;
    }
    quote_spanned! {site=>
        type __StackpoolCopy = <__StackpoolChecked as __StackpoolPick<()>>::Type;
        trait __StackpoolRow {
            type Fields;
            type Values: ::core::marker::Copy;
            fn split(self) -> Self::Values;
            fn join(__stackpool_values: Self::Values) -> Self;
        }
        #impls
    }
}

fn impls_of(plan: &Columns, row: &Ident, column: &Column) -> TokenStream {
    let Columns { site, lifetime, .. } = plan;
    let site = *site;
    let names: Vec<_> = plan.fields_of(column).map(|field| &field.name).collect();
    let shown: Vec<_> = plan.fields_of(column).map(|field| &field.shown).collect();
    // In parentheses, as in the bounds of references.
    let types = plan.fields_of(column).map(|Field { ty, .. }| quote_spanned!(site=> &#lifetime (#ty)));
    let types = distinct(types);
    let shown_row = row.to_string();
    let group = group(plan, row, column);
    quote_spanned! {site=>
        #[automatically_derived]
        #[doc(hidden)]
        impl ::core::clone::Clone for #row
        where
            __StackpoolCopy: ::core::marker::Copy,
        {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        #[doc(hidden)]
        impl ::core::marker::Copy for #row
        where
            __StackpoolCopy: ::core::marker::Copy,
        {}
        #[automatically_derived]
        impl ::core::fmt::Debug for #row
        where
            #(for<#lifetime> #types: ::core::fmt::Debug,)*
        {
            fn fmt(&self, __stackpool_formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut __stackpool_shown =
                    ::core::fmt::Formatter::debug_struct(__stackpool_formatter, #shown_row);
                #(::core::fmt::DebugStruct::field(&mut __stackpool_shown, #shown, &&self.#names);)*
                ::core::fmt::DebugStruct::finish(&mut __stackpool_shown)
            }
        }
        #[automatically_derived]
        impl ::core::cmp::PartialEq for #row
        where
            #(for<#lifetime> #types: ::core::cmp::PartialEq,)*
        {
            #[inline]
            fn eq(&self, __stackpool_other: &Self) -> ::core::primitive::bool {
                #(__stackpool_are_equal(&&self.#names, &&__stackpool_other.#names))&&*
            }
        }
        #[automatically_derived]
        impl ::core::cmp::Eq for #row
        where
            #(for<#lifetime> #types: ::core::cmp::Eq,)*
        {}
        #group
    }
}

/// The impl of `Group`.
fn group(plan: &Columns, row: &Ident, column: &Column) -> TokenStream {
    let Columns { site, krate, .. } = plan;
    let site = *site;
    let names: Vec<_> = plan.fields_of(column).map(|field| &field.name).collect();
    let checked = column.fields.iter().map(|field| checked_type(site, *field));
    let kinds = plan.fields_of(column).map(|field| field.kind);
    let fields = checked.clone().zip(kinds).map(|(ty, kind)| {
        let kind = Ident::new(kind, site);
        quote_spanned!(site=> #krate::__private::Field<#ty, #krate::__private::#kind>)
    });
    let fields = list(&fields.collect::<Vec<_>>());
    let values = list(&checked.map(ToTokens::into_token_stream).collect::<Vec<_>>());
    let split = list(&names.iter().map(|name| quote_spanned!(site=> self.#name)).collect::<Vec<_>>());
    let variables: Vec<_> =
        (0..names.len()).map(|field| Ident::new(&format!("__stackpool_field_{field}"), site)).collect();
    let pattern = list(&variables.iter().map(ToTokens::to_token_stream).collect::<Vec<_>>());
    // The types of fields can be less visible than the row: see the impl of `Columns` in `definition`.
    quote_spanned! {site=>
        impl __StackpoolRow for #row {
            type Fields = #fields;
            type Values = #values;
            #[inline]
            fn split(self) -> Self::Values {
                #split
            }
            #[inline]
            fn join(#pattern: Self::Values) -> Self {
                #row { #(#names: #variables),* }
            }
        }
        #[automatically_derived]
        #[doc(hidden)]
        impl<__StackpoolFields, __StackpoolValues> #krate::__private::Group for #row
        where
            __StackpoolValues: ::core::marker::Copy,
            #row: __StackpoolRow<Fields = __StackpoolFields, Values = __StackpoolValues>,
        {
            type Fields = __StackpoolFields;
            type Values = __StackpoolValues;
            #[inline]
            fn split(self) -> __StackpoolValues {
                <#row as __StackpoolRow>::split(self)
            }
            #[inline]
            fn join(__stackpool_values: __StackpoolValues) -> Self {
                <#row as __StackpoolRow>::join(__stackpool_values)
            }
        }
    }
}
