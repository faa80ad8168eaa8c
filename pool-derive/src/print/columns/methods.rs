//! The traits with two methods for each column: one for dense pools, one for the others.

use crate::plan::columns::{Column, Columns};
use crate::print::columns::slices::{attributes_of, element_type};
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

/// The columns of dense pools, or those with free slots of other pools.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Dense,
    InSlots,
}

impl Kind {
    const BOTH: [Kind; 2] = [Kind::Dense, Kind::InSlots];

    /// The name of the trait.
    fn name(self, plan: &Columns) -> &Ident {
        match self {
            Kind::Dense => &plan.names.methods,
            Kind::InSlots => &plan.names.slot_methods,
        }
    }

    /// The columns that have methods, with the names of these.
    fn methods(self, plan: &Columns) -> impl Iterator<Item = (&Column, &[Ident; 2])> {
        plan.columns.iter().filter_map(move |column| {
            let methods = column.methods.as_ref()?;
            Some((column, if self == Kind::Dense { &methods.dense } else { &methods.in_slots }))
        })
    }
}

pub(super) fn declarations(plan: &Columns) -> TokenStream {
    Kind::BOTH.into_iter().map(|kind| declaration(plan, kind)).collect()
}

fn declaration(plan: &Columns, kind: Kind) -> TokenStream {
    let Columns { site, vis, attributes, docs, .. } = plan;
    let site = *site;
    let name = kind.name(plan);
    let docs = docs.methods(&plan.without_methods, kind == Kind::Dense);
    let mut methods = TokenStream::new();
    for (column, [method, for_writing]) in kind.methods(plan) {
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
    Kind::BOTH.into_iter().map(|kind| of_pools(plan, kind)).collect()
}

fn of_pools(plan: &Columns, kind: Kind) -> TokenStream {
    let Columns { site, krate, name, .. } = plan;
    let site = *site;
    let of_trait = kind.name(plan);
    let (layout, columns) = match kind {
        Kind::Dense => ("Dense", ["columns", "columns_mut"]),
        Kind::InSlots => ("InPlace", ["slot_columns", "slot_columns_mut"]),
    };
    let (layout, [columns, columns_mut]) =
        (Ident::new(layout, site), columns.map(|method| Ident::new(method, site)));
    let mut methods = TokenStream::new();
    for (column, [method, for_writing]) in kind.methods(plan) {
        let element = element_type(plan, column);
        let name = &column.name;
        methods.extend(quote_spanned! {site=>
            #[inline]
            fn #method(&self) -> &[#element] {
                self.#columns().#name
            }
            #[inline]
            fn #for_writing(&mut self) -> &mut [#element] {
                self.#columns_mut().#name
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
            __StackpoolPool: #krate::PoolSpec<Item = #name, Layout: #krate::layout::#layout>,
        {
            #methods
        }
    }
}
