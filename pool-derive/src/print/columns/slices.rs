//! Slices of all columns.

use crate::base::joined::joined;
use crate::plan::columns::{Column, Columns};
use crate::print::columns::{documented, references};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

pub(super) fn types(plan: &Columns) -> TokenStream {
    let slices = declaration(plan, &plan.names.slices, &plan.docs.slices(), false);
    let slices_mut = declaration(plan, &plan.names.slices_mut, &plan.docs.slices_mut(), true);
    quote!(#slices #slices_mut)
}

fn declaration(plan: &Columns, name: &Ident, docs: &str, is_mut: bool) -> TokenStream {
    let Columns { site, vis, attributes, non_exhaustive, lifetime, .. } = plan;
    let site = *site;
    let types = slice_types(plan, is_mut);
    let columns = plan.columns.iter().zip(types).map(|(column, ty)| {
        let (vis, name) = (&column.vis, &column.name);
        let attributes = attributes_of(plan, column, is_mut);
        quote_spanned!(site=> #attributes #vis #name: #ty)
    });
    let non_exhaustive = non_exhaustive.iter();
    quote_spanned! {site=>
        #(#attributes)*
        #[doc = #docs]
        #(#non_exhaustive)*
        #vis struct #name<#lifetime> {
            #(#columns,)*
        }
    }
}

/// The documentation of a column, with that of its field.
pub(super) fn attributes_of(plan: &Columns, column: &Column, is_mut: bool) -> TokenStream {
    let docs = plan.docs.column(&column.shown, is_mut);
    match (&column.row, column.fields.as_slice()) {
        (None, [field]) => documented(&plan.fields[*field].attributes, &docs, true),
        _ => documented(&[], &docs, true),
    }
}

/// The type of the elements of a column.
pub(super) fn element_type(plan: &Columns, column: &Column) -> TokenStream {
    match &column.row {
        Some(row) => row.to_token_stream(),
        None => joined(plan.fields_of(column).map(|field| field.ty.clone())),
    }
}

fn slice_types(plan: &Columns, is_mut: bool) -> Vec<TokenStream> {
    let lifetime = &plan.lifetime;
    let mutable = is_mut.then(|| quote_spanned!(plan.site=> mut));
    let slice = |column| {
        let element = element_type(plan, column);
        quote_spanned!(plan.site=> &#lifetime #mutable [#element])
    };
    plan.columns.iter().map(slice).collect()
}

pub(super) fn impls(plan: &Columns) -> TokenStream {
    let site = plan.site;
    let (slices, slices_mut) = (&plan.names.slices, &plan.names.slices_mut);
    let names: Vec<_> = plan.columns.iter().map(|column| &column.name).collect();
    let of_slices = references::debug(plan, slices, slice_types(plan, false), &names);
    let of_slices_mut = references::debug(plan, slices_mut, slice_types(plan, true), &names);
    quote_spanned! {site=>
        #[automatically_derived]
        impl ::core::clone::Clone for #slices<'_> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl ::core::marker::Copy for #slices<'_> {}
        #of_slices
        #of_slices_mut
    }
}
