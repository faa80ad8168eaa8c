//! The trait with two methods for each column.

use crate::plan::columns::{Column, Columns};
use crate::print::columns::slices::{attributes_of, element_type};
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

pub(super) fn declaration(plan: &Columns) -> TokenStream {
    let Columns { site, vis, attributes, names, docs, .. } = plan;
    let site = *site;
    let name = &names.methods;
    let docs = docs.methods(&plan.without_methods);
    let mut methods = TokenStream::new();
    for (column, [method, for_writing]) in with_methods(plan) {
        let element = element_type(plan, column);
        let [shared, exclusive] = [false, true].map(|is_mut| attributes_of(plan, column, is_mut));
        methods.extend(quote_spanned! {site=>
            #shared
            #[must_use]
            fn #method(&self) -> &[#element];
            #exclusive
            #[must_use]
            fn #for_writing(&mut self) -> &mut [#element];
        });
    }
    if methods.is_empty() {
        return methods;
    }
    quote_spanned! {site=>
        #(#attributes)*
        #[doc = #docs]
        #vis trait #name {
            #methods
        }
    }
}

pub(super) fn impls(plan: &Columns) -> TokenStream {
    let Columns { site, krate, name, names, .. } = plan;
    let site = *site;
    let of_trait = &names.methods;
    let mut methods = TokenStream::new();
    for (column, [method, for_writing]) in with_methods(plan) {
        let element = element_type(plan, column);
        let name = &column.name;
        methods.extend(quote_spanned! {site=>
            #[inline]
            fn #method(&self) -> &[#element] {
                self.columns().#name
            }
            #[inline]
            fn #for_writing(&mut self) -> &mut [#element] {
                self.columns_mut().#name
            }
        });
    }
    if methods.is_empty() {
        return methods;
    }
    quote_spanned! {site=>
        #[automatically_derived]
        impl<__StackpoolPool> #of_trait for #krate::ColumnPool<__StackpoolPool>
        where
            __StackpoolPool: #krate::PoolSpec<Item = #name>,
        {
            #methods
        }
    }
}

fn with_methods(plan: &Columns) -> impl Iterator<Item = (&Column, &[Ident; 2])> {
    plan.columns.iter().filter_map(|column| Some((column, column.methods.as_ref()?)))
}
