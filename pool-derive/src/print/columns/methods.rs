//! The trait with four methods for each column: two for dense pools, and two for the others.

use crate::plan::columns::{Column, Columns};
use crate::print::columns::slices::{attributes_of, element_type};
use crate::spec::column_order::Methods;
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

/// The methods of a column for one kind of pools: their names, those of the pool that they call, and the trait of the
/// runtime that these pools implement. It stands on each method, so that rustc says the words of that trait.
struct Pair<'a> {
    names: &'a [Ident; 2],
    calls: [&'static str; 2],
    pools: &'static str,
}

fn pairs(methods: &Methods) -> [Pair<'_>; 2] {
    let Methods { dense, in_slots } = methods;
    [
        Pair { names: dense, calls: ["columns", "columns_mut"], pools: "DenseColumns" },
        Pair { names: in_slots, calls: ["slot_columns", "slot_columns_mut"], pools: "SlotColumns" },
    ]
}

pub(super) fn declaration(plan: &Columns) -> TokenStream {
    let Columns { site, krate, name, vis, attributes, names, docs, .. } = plan;
    let site = *site;
    let of_trait = &names.methods;
    let docs = docs.methods(&plan.without_methods);
    let mut methods = TokenStream::new();
    for (column, of_column) in with_methods(plan) {
        let element = element_type(plan, column);
        let [shared, exclusive] = [false, true].map(|is_mut| attributes_of(plan, column, is_mut));
        for Pair { names: [method, for_writing], pools, .. } in pairs(of_column) {
            let pools = Ident::new(pools, site);
            methods.extend(quote_spanned! {site=>
                #shared
                #[must_use]
                fn #method(&self) -> &[#element]
                where
                    Self: #krate::__private::#pools<#name>;
                #exclusive
                #[must_use]
                fn #for_writing(&mut self) -> &mut [#element]
                where
                    Self: #krate::__private::#pools<#name>;
            });
        }
    }
    if methods.is_empty() {
        return methods;
    }
    quote_spanned! {site=>
        #(#attributes)*
        #[doc = #docs]
        #vis trait #of_trait {
            #methods
        }
    }
}

pub(super) fn impls(plan: &Columns) -> TokenStream {
    let Columns { site, krate, name, names, .. } = plan;
    let site = *site;
    let of_trait = &names.methods;
    let mut methods = TokenStream::new();
    for (column, of_column) in with_methods(plan) {
        let element = element_type(plan, column);
        let column = &column.name;
        for Pair { names: [method, for_writing], calls, pools } in pairs(of_column) {
            let pools = Ident::new(pools, site);
            let [to_read, to_write] = calls.map(|name| Ident::new(name, site));
            methods.extend(quote_spanned! {site=>
                #[inline]
                fn #method(&self) -> &[#element]
                where
                    Self: #krate::__private::#pools<#name>,
                {
                    <Self as #krate::__private::#pools<#name>>::#to_read(self).#column
                }
                #[inline]
                fn #for_writing(&mut self) -> &mut [#element]
                where
                    Self: #krate::__private::#pools<#name>,
                {
                    <Self as #krate::__private::#pools<#name>>::#to_write(self).#column
                }
            });
        }
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

fn with_methods(plan: &Columns) -> impl Iterator<Item = (&Column, &Methods)> {
    plan.columns.iter().filter_map(|column| Some((column, column.methods.as_ref()?)))
}
