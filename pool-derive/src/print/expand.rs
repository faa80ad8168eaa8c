//! From a plan to code. This cannot fail.
//!
//! rustc knows every token that the user did not write as printed by the macro, so lints do not report it. The
//! exceptions are the tokens that rustc's own errors should point at: they are printed as if the user had written
//! them ([`SpanRange::claim`](crate::base::span_range::SpanRange::claim)).

use crate::plan::constants::{BoxKind, Owner};
use crate::plan::parameters::Parameters;
use crate::plan::{Item, Plan, TakePool};
use crate::print::{boxes, constants, definition, list, statics, value_pool};
use crate::spec::value_pool_set::SetShape;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Prints one pool.
pub(crate) fn expand(plan: &Plan) -> TokenStream {
    let site = plan.site;
    let everything = &plan.everything;
    let marker = marker(plan);
    if let Some(SetShape::List(list)) = plan.set.as_ref().map(|set| &set.shape) {
        return list::print(plan, &marker, list);
    }
    let Plan { krate, name, .. } = plan;
    let set = plan.set.as_ref().map(|set| {
        let item = match &plan.item {
            Item::Itself { .. } => name.to_token_stream(),
            Item::Type(item) | Item::Columns(item) => item.clone(),
        };
        value_pool::constants(site, krate, set, &item)
    });
    let definition = plan.parameters.is_empty().then_some(name);
    let constants = constants::print(site, krate, &plan.constants, &plan.names.alias, definition);
    let spec_impl = match plan.constants.owner {
        Owner::Values => value_pool::spec_impl(plan),
        _ => spec_impl(plan),
    };
    let take_pool = take_pool(plan);
    let boxes = boxes::spec(
        site,
        krate,
        name,
        &plan.constants.owner,
        &plan.freed,
        plan.take_pool.static_attributes(),
    );
    let clones_boxes = plan.clones_boxes.then(|| boxes::clones(site, krate, name));
    let waits = plan.freed.wait.map(|at| boxes::waits(site, krate, name, at));
    let aliases = aliases(plan);
    quote_spanned! {site=>
        #marker
        #(#everything)*
        const _: () = {
            #set
            #constants
            #spec_impl
            #boxes
            #clones_boxes
            #waits
            #take_pool
        };
        #aliases
    }
}

/// The impl of the definition. The checks of a generic definition are in it.
fn spec_impl(plan: &Plan) -> TokenStream {
    let Plan { site, krate, name, parameters, shown_name, item, constants, names, .. } = plan;
    let mut checks = Vec::new();
    if !parameters.is_empty() {
        let definition = Ident::new("Self", *site);
        let calls = constants::checks_of_definition(*site, krate, constants, &names.alias, &definition);
        checks.extend(calls.into_iter().map(|(_, call)| call));
    }
    definition::spec_impl(*site, krate, name, parameters, shown_name, item, constants, &checks)
}

fn marker(plan: &Plan) -> TokenStream {
    let Some(marker) = &plan.marker else {
        return TokenStream::new();
    };
    let site = plan.site;
    let (everything, attributes, vis, name) =
        (&plan.everything, &marker.attributes, &marker.vis, &marker.name);
    let (docs, derives) = (&plan.docs.marker, &marker.derives);
    let derives = (!derives.is_empty()).then(|| quote_spanned!(site=> #[derive(#(#derives),*)]));
    let gap =
        attributes.iter().any(|attribute| attribute.path().is_ident("doc")).then(|| quote!(#[doc = ""]));
    quote_spanned! {site=>
        #(#everything)*
        #(#attributes)*
        #gap
        #[doc = #docs]
        #derives
        #vis enum #name {}
    }
}

/// The static pool, and the function that takes it.
fn take_pool(plan: &Plan) -> TokenStream {
    let site = plan.site;
    let Plan { krate, name, vis, .. } = plan;
    let (deprecated, docs) = (&plan.deprecated, &plan.docs.take_pool);
    // In a fallback it can be unknown whether the user meant boxes. Code that calls `take_pool` means a pool.
    let pool = match plan.constants.owner {
        Owner::Values => quote_spanned!(site=> #krate::ValuePool<#name>),
        Owner::Columns => quote_spanned!(site=> #krate::ColumnPool<#name>),
        Owner::Pool | Owner::Boxes { .. } | Owner::BoxesOfNoMode { .. } => {
            quote_spanned!(site=> #krate::Pool<#name>)
        }
    };
    let (statics, body) = match &plan.take_pool {
        TakePool::Static(of_static) => (
            statics::of(site, krate, name, &pool, of_static),
            quote_spanned!(site=> #krate::__private::take::<#name>()),
        ),
        TakePool::Never { .. } => {
            let bound = match plan.constants.owner.box_kind() {
                Some(BoxKind::Shared) => "TakesPoolOfShared",
                Some(BoxKind::Lent(_)) => "TakesPoolOfObjects",
                Some(BoxKind::Owning) | None => "TakesPool",
            };
            return boxes::never_taken(plan, bound);
        }
        TakePool::Generic => return boxes::never_taken(plan, "TakesStatic"),
        TakePool::Nothing => (TokenStream::new(), quote_spanned!(site=> loop {})),
    };
    quote_spanned! {site=>
        #statics
        impl #name {
            #(#deprecated)*
            #[doc = #docs]
            #[inline]
            #[cfg_attr(debug_assertions, track_caller)]
            #vis fn take_pool() -> ::core::result::Result<&'static mut #pool, #krate::AlreadyTaken> {
                #body
            }
        }
    }
}

fn aliases(plan: &Plan) -> TokenStream {
    let site = plan.site;
    let Plan { krate, name, names, vis, everything, aliases, docs, .. } = plan;
    let Parameters { arguments, on_alias, .. } = &plan.parameters;
    let (alias, handle) = (&names.alias, &names.handle);
    let (alias_docs, handle_docs) = (&docs.alias, &docs.handle);
    let owner = Ident::new(plan.constants.owner.type_name(), site);
    let handle_type = match plan.constants.owner.box_kind() {
        Some(BoxKind::Shared) => "WeakBox",
        _ => "Handle",
    };
    let handle_type = Ident::new(handle_type, site);
    // A pool of values has no handles.
    let handle = (!matches!(plan.constants.owner, Owner::Values)).then(|| {
        quote_spanned! {site=>
            #(#everything)*
            #(#aliases)*
            #[doc = #handle_docs]
            #vis type #handle #on_alias = #krate::#handle_type<#name #arguments>;
        }
    });
    let other_aliases = plan.other_aliases.iter().map(|(other, ty)| {
        let ty = Ident::new(ty, site);
        quote_spanned! {site=>
            #(#everything)*
            #vis type #other #on_alias = #krate::#ty<#name #arguments>;
        }
    });
    quote_spanned! {site=>
        #(#everything)*
        #(#aliases)*
        #[doc = #alias_docs]
        #vis type #alias #on_alias = #krate::#owner<#name #arguments>;
        #handle
        #(#other_aliases)*
    }
}
