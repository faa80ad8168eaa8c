//! The types of the rows of groups.

use crate::plan::columns::{Column, Columns, Field};
use crate::print::columns::{checked_type, documented, list};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};

pub(super) fn types(plan: &Columns) -> TokenStream {
    rows(plan).map(|(row, column)| declaration(plan, row, column)).collect()
}

fn rows(plan: &Columns) -> impl Iterator<Item = (&Ident, &Column)> {
    plan.columns.iter().filter_map(|column| Some((column.row.as_ref()?, column)))
}

fn declaration(plan: &Columns, row: &Ident, column: &Column) -> TokenStream {
    let Columns { site, vis, attributes, non_exhaustive, .. } = plan;
    let site = *site;
    let docs = plan.docs.row(&column.shown);
    let fields = plan.fields_of(column).map(|Field { name, shown, vis, ty, attributes, .. }| {
        let attributes = documented(attributes, &plan.docs.field(shown), false);
        quote_spanned!(site=> #attributes #vis #name: #ty)
    });
    let non_exhaustive = non_exhaustive.iter();
    quote_spanned! {site=>
        #(#attributes)*
        #[doc = #docs]
        #(#non_exhaustive)*
        #vis struct #row {
            #(#fields,)*
        }
    }
}

pub(super) fn impls(plan: &Columns) -> TokenStream {
    rows(plan).map(|(row, column)| impls_of(plan, row, column)).collect()
}

fn impls_of(plan: &Columns, row: &Ident, column: &Column) -> TokenStream {
    let site = plan.site;
    let names: Vec<_> = plan.fields_of(column).map(|field| &field.name).collect();
    let shown: Vec<_> = plan.fields_of(column).map(|field| &field.shown).collect();
    let types: Vec<_> = plan.fields_of(column).map(|field| &field.ty).collect();
    // A type that is not `Copy` is reported elsewhere. A bound on a wrong type holds, and so does any like it.
    let checked: Vec<_> = column.fields.iter().map(|field| checked_type(site, *field)).collect();
    let shown_row = row.to_string();
    let group = group(plan, row, column);
    quote_spanned! {site=>
        #[automatically_derived]
        impl ::core::clone::Clone for #row
        where
            #(#checked: ::core::marker::Copy,)*
        {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl ::core::marker::Copy for #row
        where
            #(#checked: ::core::marker::Copy,)*
        {}
        #[automatically_derived]
        impl ::core::fmt::Debug for #row
        where
            #(for<'a> &'a #types: ::core::fmt::Debug,)*
        {
            fn fmt(&self, __stackpool_formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                __stackpool_formatter.debug_struct(#shown_row)#(.field(#shown, &&self.#names))*.finish()
            }
        }
        #[automatically_derived]
        impl ::core::cmp::PartialEq for #row
        where
            #(for<'a> &'a #types: ::core::cmp::PartialEq,)*
        {
            #[inline]
            fn eq(&self, __stackpool_other: &Self) -> ::core::primitive::bool {
                #(::core::cmp::PartialEq::eq(&&self.#names, &&__stackpool_other.#names))&&*
            }
        }
        #group
    }
}

/// The impl of `Group`.
fn group(plan: &Columns, row: &Ident, column: &Column) -> TokenStream {
    let Columns { site, krate, .. } = plan;
    let site = *site;
    let names: Vec<_> = plan.fields_of(column).map(|field| &field.name).collect();
    let checked = column.fields.iter().map(|field| checked_type(site, *field));
    let kinds = plan.fields_of(column).map(|field| if field.is_skipped { "Skipped" } else { "Saved" });
    let fields = list(checked.clone().zip(kinds).map(|(ty, kind)| {
        let kind = Ident::new(kind, site);
        quote_spanned!(site=> #krate::__private::Field<#ty, #krate::__private::#kind>)
    }));
    let values = list(checked.map(ToTokens::into_token_stream));
    let split = list(names.iter().map(|name| quote_spanned!(site=> self.#name)));
    let variables: Vec<_> =
        (0..names.len()).map(|field| Ident::new(&format!("__stackpool_field_{field}"), site)).collect();
    let pattern = list(variables.iter().map(ToTokens::to_token_stream));
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::__private::Group for #row {
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
    }
}
