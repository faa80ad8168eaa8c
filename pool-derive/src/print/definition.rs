//! The impl of a definition.

use crate::base::joined::joined;
use crate::base::span_range::SpanRange;
use crate::plan::Item;
use crate::plan::constants::Constants;
use crate::plan::krate::Krate;
use crate::plan::parameters::Parameters;
use crate::print::layout;
use crate::read::item_shape;
use crate::spec::shape::{Shape, Words};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The impl of the definition of a pool of objects. A generic definition evaluates its `checks` where a pool of it is
/// made.
#[expect(clippy::too_many_arguments, reason = "the parts of one impl, some of which a trial does not have")]
pub(crate) fn spec_impl(
    site: Span,
    krate: &Krate,
    name: &Ident,
    parameters: &Parameters,
    shown_name: &str,
    item: &Item,
    constants: &Constants,
    checks: &[TokenStream],
) -> TokenStream {
    let Parameters { on_impl, arguments, bounds, .. } = parameters;
    let mut check = None;
    let is_itself = matches!(item, Item::Itself { .. });
    let (item, shape) = match item {
        Item::Itself { shape } => (quote_spanned!(site=> type Item = #name #arguments;), shape.clone()),
        Item::Type(item) => (claimed_item(item), item_shape::of_tokens(item.clone())),
        Item::Columns(item) => {
            check = Some(check_columns(site, krate, item));
            let checked = claimed_item(&SpanRange::of(item).claim(quote!(__StackpoolItem)));
            let shown = claimed_item(item);
            let types = quote_spanned! {site=>
                #[cfg(not(doc))]
                #checked
                #[cfg(doc)]
                #shown
            };
            (types, item_shape::of_tokens(item.clone()))
        }
    };
    let texts = texts(site, krate, &shape.fields);
    let renamed = renamed(site, krate, &shape);
    let shape = shape_of(site, krate, &shape);
    // If `Self` has no size, rustc reports its other uses.
    let of = if is_itself {
        quote_spanned!(site=> Self)
    } else {
        quote_spanned!(site=> <Self as #krate::PoolSpec>::Item)
    };
    let layout = layout::print(site, krate, constants);
    // If the item cannot be in a pool without a guard, rustc reports it at `none`.
    let layout = match constants.no_guard {
        Some(span) => span.claim(layout),
        None => layout,
    };
    let checks = (!checks.is_empty()).then(|| quote_spanned!(site=> const CHECK: () = { #(#checks;)* };));
    quote_spanned! {site=>
        #check
        #[automatically_derived]
        impl #on_impl #krate::PoolSpec for #name #arguments #bounds {
            #item
            type Layout = #layout;
            const NAME: &'static ::core::primitive::str = #shown_name;
            const SHAPE: ::core::primitive::u64 = #shape;
            #texts
            #renamed
            const FIELDS: &'static [#krate::__private::snapshot::ItemField] = {
                use #krate::__private::snapshot::NoFields as _;
                #krate::__private::snapshot::FieldsOf::<#of>::FIELDS_IN_SAVES
            };
            #checks
        }
    }
}

/// The names of the fields, and the texts that the shape is made of, if they are known.
pub(crate) fn texts(site: Span, krate: &impl ToTokens, fields: &[Words]) -> Option<TokenStream> {
    let texts = words(site, krate, fields);
    (!fields.is_empty()).then(|| {
        quote_spanned! {site=>
            const TEXTS: &'static [#krate::__private::snapshot::FieldText] = {
                use #krate::__private::snapshot::NotRenamed as _;
                &[#texts]
            };
        }
    })
}

/// The shape, which depends on the types in it that were renamed.
pub(crate) fn shape_of(site: Span, krate: &impl ToTokens, shape: &Shape) -> TokenStream {
    let (hash, parts) = (shape.hash, [&*shape.fields, &*shape.parts].concat());
    if parts.iter().all(|part| part.types.is_empty()) {
        return hash.to_token_stream();
    }
    let texts = words(site, krate, &parts);
    quote_spanned! {site=> {
        use #krate::__private::snapshot::NotRenamed as _;
        #krate::__private::snapshot::shape_of_texts(#hash, &[#texts])
    }}
}

fn words(site: Span, krate: &impl ToTokens, parts: &[Words]) -> TokenStream {
    joined(parts.iter().map(|Words { name, text, types }| {
        let names = types
            .iter()
            .map(|ty| quote_spanned!(site=> #krate::__private::snapshot::RenamedOf::<#ty>::RENAMED_IN_SAVES));
        quote_spanned! {site=>
            #krate::__private::snapshot::FieldText { name: #name, text: #text, renamed: &[#(#names),*] },
        }
    }))
}

/// The names of a type that saves know by another one.
pub(crate) fn renamed(site: Span, krate: &impl ToTokens, shape: &Shape) -> Option<TokenStream> {
    let (name, saved) = shape.renamed.as_ref()?;
    Some(quote_spanned! {site=>
        const RENAMED: ::core::option::Option<#krate::__private::snapshot::Renamed> =
            ::core::option::Option::Some((#name, #saved));
    })
}

/// An alias for an item whose fields are columns. If they are not, rustc reports that once, at the item, in the
/// length of an array. The alias is then a type that rustc knows to be wrong, and so is what follows from it. The
/// documentation shows the item itself.
fn check_columns(site: Span, krate: &Krate, item: &TokenStream) -> TokenStream {
    quote_spanned! {site=>
        const fn __stackpool_columns<__StackpoolType: #krate::Columns>() -> ::core::primitive::usize {
            1
        }
        type __StackpoolItem = <[#item; __stackpool_columns::<#item>()] as ::core::iter::IntoIterator>::Item;
    }
}

/// `type Item = ..;` for the item of a marker. If the marker is more visible than the item, rustc reports it at the
/// item.
pub(crate) fn claimed_item(item: &TokenStream) -> TokenStream {
    claimed_type(quote!(type Item =), item)
}

/// A type alias for a type that the user wrote; `head` declares its name. rustc reports mistakes at the type.
pub(crate) fn claimed_type(head: TokenStream, ty: &TokenStream) -> TokenStream {
    let span = SpanRange::of(ty);
    let head = span.claim(head);
    let tail = SpanRange::at(span.end()).claim(quote!(;));
    quote!(#head #ty #tail)
}
