//! The code for a struct of columns: the types of its references and slices, and its impl of `Columns`.
//!
//! ```text
//! struct ParticleRef<'a> { pos: &'a [f32; 3], .. }           struct ParticleMut<'a> { pos: &'a mut [f32; 3], .. }
//! struct ParticleColumns<'a> { pos: &'a [[f32; 3]], .. }     struct ParticleColumnsMut<'a> { .. }
//! struct ParticleHot { a: f32, b: f32 }                      one for each group
//! trait ParticleFields { fn pos(&self) -> &[[f32; 3]]; fn pos_mut(&mut self) -> &mut [[f32; 3]]; .. }
//! const _: () = { impls };
//! ```
//!
//! Only rustc knows whether the type of a field is `Copy`. If it is not, rustc reports that once, at the type, in the
//! length of an array. The array is then a type that rustc knows to be wrong, and so are its associated types, which
//! the impls name in place of the types of the fields. rustc reports nothing that follows from a wrong type.

pub(crate) mod barred;
mod definition;
mod methods;
mod references;
mod rows;
mod slices;

use crate::base::joined::joined;
use crate::plan::columns::{Column, Columns, Field};
use crate::plan::krate;
use crate::print::constants;
use crate::spec::Spec;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Attribute;

/// Prints everything for one struct.
pub(crate) fn print(plan: &Columns) -> TokenStream {
    let site = plan.site;
    let types = [references::types(plan), slices::types(plan), rows::types(plan), methods::declaration(plan)];
    let wanted = checked_types(plan);
    let alignments = alignments(plan);
    let impls = [
        definition::print(plan),
        references::impls(plan),
        slices::impls(plan),
        rows::impls(plan),
        methods::impls(plan),
    ];
    quote_spanned! {site=>
        #(#types)*
        const _: () = {
            #wanted
            #alignments
            #(#impls)*
        };
    }
}

/// A check of `#[derive(Columns)]` on a type with a capacity: there is also a `#[derive(Pool)]`, which reads the
/// capacity.
pub(crate) fn pool_check(spec: &Spec) -> TokenStream {
    let Some(capacity) = spec.keys.capacity.given() else { return TokenStream::new() };
    let (site, krate, name) = (krate::site(spec), krate::krate(spec), &spec.name);
    let name = capacity.whole.claim(name.to_token_stream());
    quote_spanned! {site=>
        const _: () = {
            const fn __stackpool_pool<__StackpoolType: #krate::PoolSpec>() {}
            __stackpool_pool::<#name>()
        };
    }
}

/// An array whose length checks the types of all fields, and an alias for each of them. Then checks what else the
/// struct must be.
fn checked_types(plan: &Columns) -> TokenStream {
    let Columns { site, krate, name, fields, .. } = plan;
    let site = *site;
    let types = fields.iter().map(|field| &field.ty);
    let aliases = fields.iter().enumerate().map(|(position, Field { ty, .. })| {
        let alias = checked_type(site, position);
        quote_spanned!(site=> type #alias = <__StackpoolChecked as __StackpoolPick<#ty>>::Type;)
    });
    let drops = format!(
        "a struct of columns cannot implement `Drop`, and `{name}` does: a pool stores its fields only, and puts \
         copies of them together when it returns an object"
    );
    let check = plan.place.claim(quote!(
        const _: () = ::core::assert!(!__STACKPOOL_DROPS, #drops);
    ));
    quote_spanned! {site=>
        const fn __stackpool_column<__StackpoolType: #krate::__private::ColumnItem>() {}
        type __StackpoolChecked = [(); {
            #(__stackpool_column::<#types>();)*
            0
        }];
        pub trait __StackpoolPick<__StackpoolType> {
            type Type;
        }
        impl<__StackpoolType, const __STACKPOOL_LENGTH: ::core::primitive::usize>
            __StackpoolPick<__StackpoolType> for [(); __STACKPOOL_LENGTH]
        {
            type Type = __StackpoolType;
        }
        #(#aliases)*
        const __STACKPOOL_DROPS: ::core::primitive::bool = {
            // If the type is wrong, the constant has no value, and rustc does not check it.
            let _ = |_: __StackpoolChecked| {};
            ::core::mem::needs_drop::<#name>()
        };
        #check
    }
}

/// The name of the checked type of a field.
fn checked_type(site: Span, field: usize) -> Ident {
    Ident::new(&format!("__StackpoolField{field}"), site)
}

/// The alignments that the user chose, and their checks.
fn alignments(plan: &Columns) -> TokenStream {
    let mut checks = TokenStream::new();
    for (position, column) in plan.columns.iter().enumerate() {
        if let Some(align) = &column.align {
            let name = alignment(plan.site, position);
            checks.extend(constants::alignment(plan.site, &plan.krate, &name, align));
        }
    }
    checks
}

/// The name of the constant with the alignment of a column.
fn alignment(site: Span, column: usize) -> Ident {
    Ident::new(&format!("__STACKPOOL_ALIGN_{column}"), site)
}

/// The variable with what a list has of a column. It has a long name: if a constant of the user had the same name, the
/// variable would be a pattern that matches the constant.
fn variable(site: Span, column: usize) -> Ident {
    Ident::new(&format!("__stackpool_column_{column}"), site)
}

/// Pairs of pairs: `(a, (b, c))`, and of more than eight parts `((a, (b, ..)), (i, (j, ..)))`.
///
/// The compiler looks at the types of all parts of such a type, at each of its levels. So they are as few as they can
/// be. A chain of a few parts has more levels than are needed, but its parts are found with fewer steps in a build
/// without optimisation.
fn list(parts: &[TokenStream]) -> TokenStream {
    pairs(parts, &TokenStream::new())
}

/// [`list`] with `end` after the second part of each pair.
fn pairs(parts: &[TokenStream], end: &TokenStream) -> TokenStream {
    const CHAIN: usize = 8;
    let (first, second) = match parts {
        [] => return TokenStream::new(),
        [part] => return part.clone(),
        [_, rest @ ..] if rest.len() < CHAIN => parts.split_at(1),
        _ => parts.split_at(parts.len().div_ceil(2)),
    };
    let (first, second) = (pairs(first, end), pairs(second, end));
    quote!((#first, #second #end))
}

/// The variables of all columns, as a pattern.
fn pattern(plan: &Columns) -> TokenStream {
    let variables = (0..plan.columns.len()).map(|column| variable(plan.site, column).into_token_stream());
    list(&variables.collect::<Vec<_>>())
}

/// What a list has of an object, given an expression for each field.
fn elements(plan: &Columns, value: &dyn Fn(&Field) -> TokenStream) -> TokenStream {
    let elements = plan.columns.iter().map(|column| element(plan, column, value));
    list(&elements.collect::<Vec<_>>())
}

/// What one column has of an object.
fn element(plan: &Columns, column: &Column, value: &dyn Fn(&Field) -> TokenStream) -> TokenStream {
    let values = plan.fields_of(column).map(value);
    match &column.row {
        None => joined(values),
        Some(row) => {
            let names = plan.fields_of(column).map(|field| &field.name);
            quote_spanned!(plan.site=> #row { #(#names: #values),* })
        }
    }
}

/// Each of these types once: bounds on the same type would be checked again and again. The `$crate` of two macros has
/// one text and can be two crates.
fn distinct(types: impl IntoIterator<Item = TokenStream>) -> Vec<TokenStream> {
    let (mut seen, mut distinct) = (Vec::new(), Vec::new());
    for ty in types {
        let text = ty.to_string();
        if text.contains("$crate") || !seen.contains(&text) {
            seen.push(text);
            distinct.push(ty);
        }
    }
    distinct
}

/// `attributes`, and `docs` before or in place of the user's own documentation.
fn documented(attributes: &[Attribute], docs: &str, is_before: bool) -> TokenStream {
    let has_own = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
    match (has_own, is_before) {
        (false, _) => quote!(#[doc = #docs] #(#attributes)*),
        (true, true) => quote!(#[doc = #docs] #[doc = ""] #(#attributes)*),
        (true, false) => quote!(#(#attributes)*),
    }
}
