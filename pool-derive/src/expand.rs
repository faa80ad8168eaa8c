//! From a plan to code. This cannot fail.
//!
//! Every token that the user did not write is known to rustc as the macro's, so that lints about it keep silent, with
//! these exceptions: what rustc's own errors should point at is printed as if the user had written it ([`Region::claim`]).

use crate::plan::{Argument, Capacity, Item, Krate, Owner, Plan, TakePool, Trial, Values};
use crate::region::{Region, printed_delimiters};
use crate::value::Integer;
use crate::value_set::Shape;
use crate::{boxes, shape, statics, values};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// Prints one pool.
pub(crate) fn expand(plan: &Plan) -> TokenStream {
    let site = plan.site;
    let everything = &plan.everything;
    let marker = marker(plan);
    if let Some(Shape::List(list)) = plan.set.as_ref().map(|set| &set.shape) {
        return values::list(plan, &marker, list);
    }
    let Plan { krate, name, .. } = plan;
    let set = plan.set.as_ref().map(|set| {
        let item = match &plan.item {
            Item::Itself { .. } => name.to_token_stream(),
            Item::Type(item) => item.clone(),
        };
        values::constants(site, krate, set, &item)
    });
    let constants = constants(site, krate, &plan.values, &plan.names.alias, name);
    let spec_impl = match plan.values.owner {
        Owner::Values => values::spec_impl(plan),
        _ => spec_impl(site, krate, name, &plan.shown_name, &plan.item, plan.values.no_guard),
    };
    let take_pool = take_pool(plan);
    let boxes = boxes::spec(site, krate, name, &plan.values.owner, plan.take_pool.static_attributes());
    let aliases = aliases(plan);
    quote_spanned! {site=>
        #marker
        #(#everything)*
        const _: () = {
            #set
            #constants
            #spec_impl
            #boxes
            #take_pool
        };
        #aliases
    }
}

/// Prints the checks of values whose pool is not printed.
pub(crate) fn trial(trial: &Trial) -> TokenStream {
    let Trial { site, krate, everything, alias, values, set, item } = trial;
    let site = *site;
    let name = Ident::new("__StackpoolTrial", site);
    let set = set.as_ref().map(|(set, item)| values::constants(site, krate, set, item));
    let constants = constants(site, krate, values, alias, &name);
    let definition = item.as_ref().map(|item| {
        let spec_impl = spec_impl(site, krate, &name, "", item, values.no_guard);
        let boxes = boxes::spec(site, krate, &name, &values.owner, &[]);
        quote_spanned! {site=>
            enum #name {}
            #spec_impl
            #boxes
        }
    });
    quote_spanned! {site=>
        #(#everything)*
        const _: () = {
            #set
            #constants
            #definition
        };
    }
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

/// The runtime's plan, and its checks. `definition` is that of the pool, `alias` the name of the pool or its boxes.
pub(crate) fn constants(
    site: Span,
    krate: &Krate,
    values: &Values,
    alias: &Ident,
    definition: &Ident,
) -> TokenStream {
    let capacity = match &values.capacity {
        Capacity::Given(region, value) => integer(krate, *region, value),
        Capacity::Values => quote_spanned!(site=> __STACKPOOL_COUNT.capacity()),
        Capacity::One => quote_spanned!(site=> 1i128),
    };
    let mut declarations = TokenStream::new();
    let mut checks = match &values.capacity {
        Capacity::Given(region, _) => check(*region, "check_capacity", TokenStream::new()),
        Capacity::Values | Capacity::One => TokenStream::new(),
    };
    for declared in &values.declared {
        let method = Ident::new(declared.method, site);
        let argument = match &declared.argument {
            Argument::None => TokenStream::new(),
            Argument::Bits(bits) => bits.to_token_stream(),
            Argument::Integer(value) => integer(krate, declared.region, value),
        };
        declarations.extend(quote_spanned!(site=> .#method(#argument)));
        if let Some(function) = declared.check {
            checks.extend(check(declared.region, function, TokenStream::new()));
        }
    }
    if let Some(method) = values.owner.method() {
        let method = Ident::new(method, site);
        declarations.extend(quote_spanned!(site=> .#method()));
    }
    if let Some(region) = values.free_list {
        let bytes =
            quote_spanned!(site=> , ::core::mem::size_of::<<#definition as #krate::PoolSpec>::Item>());
        checks.extend(check(region, "check_free_list", bytes));
    }
    if let Some(max_bytes) = &values.max_bytes {
        let subject = match values.owner {
            Owner::Pool | Owner::Values => format!("`{alias}` takes"),
            Owner::Boxes { .. } | Owner::BoxesOfNoMode(_) => {
                format!("the objects of `{alias}` and their bookkeeping take")
            }
        };
        let value = integer(krate, max_bytes.region, &max_bytes.value);
        let owner = Ident::new(values.owner.type_name(), site);
        let arguments = quote_spanned!(site=> , #subject, #krate::#owner::<#definition>::TOTAL_BYTES, #value);
        checks.extend(check(max_bytes.region, "check_max_bytes", arguments));
    }
    quote_spanned! {site=>
        type __StackpoolPlan = #krate::__private::Plan;
        const __STACKPOOL_PLAN: __StackpoolPlan = __StackpoolPlan::new(#capacity) #declarations;
        #checks
    }
}

/// The value of a constant integer expression, as an `i128`. What is wrong with it, rustc finds at the expression.
fn integer(krate: &Krate, region: Region, value: &Integer) -> TokenStream {
    let of_literals = value.untyped.then(|| quote!(::<::core::primitive::i128>));
    let function = krate.claim(region, quote!(::__private::integer #of_literals));
    let mut arguments = Group::new(Delimiter::Parenthesis, printed_delimiters(value.tokens.clone()));
    arguments.set_span(region.end());
    quote!(#function #arguments)
}

/// A constant whose evaluation fails, at `region`, where the plan cannot be.
fn check(region: Region, function: &str, more: TokenStream) -> TokenStream {
    let function = Ident::new(function, region.end());
    let function = region.claim(quote!(__StackpoolPlan::#function));
    let mut arguments =
        Group::new(Delimiter::Parenthesis, quote_spanned!(Span::mixed_site()=> __STACKPOOL_PLAN #more));
    arguments.set_span(region.end());
    let head = region.claim(quote!(const _: () =));
    let tail = Region::at(region.end()).claim(quote!(;));
    quote!(#head #function #arguments #tail)
}

fn spec_impl(
    site: Span,
    krate: &Krate,
    name: &Ident,
    shown_name: &str,
    item: &Item,
    no_guard: Option<Region>,
) -> TokenStream {
    let (item, shape) = match item {
        Item::Itself { shape } => (quote_spanned!(site=> type Item = #name;), *shape),
        Item::Type(item) => (claimed_item(item), shape::of_tokens(item.clone())),
    };
    let layout = layout(site, krate);
    // An item that no pool without a guard can hold is rustc's to report too, at `none`.
    let layout = match no_guard {
        Some(region) => region.claim(layout),
        None => layout,
    };
    quote_spanned! {site=>
        #[automatically_derived]
        impl #krate::PoolSpec for #name {
            #item
            type Layout = #layout;
            type Start = #krate::__private::Alignment<{
                #krate::__private::start_align(
                    ::core::mem::size_of::<<#name as #krate::PoolSpec>::Item>(),
                    __STACKPOOL_PLAN.capacity(),
                )
            }>;
            const NAME: &'static ::core::primitive::str = #shown_name;
            const SHAPE: ::core::primitive::u64 = #shape;
        }
    }
}

/// The item of a marker. That a marker is more visible than its item is rustc's to report, at the item.
pub(crate) fn claimed_item(item: &TokenStream) -> TokenStream {
    let region = Region::of(item);
    let head = region.claim(quote!(type Item =));
    let tail = Region::at(region.end()).claim(quote!(;));
    quote!(#head #item #tail)
}

/// The widths, as the plan has them.
pub(crate) fn layout(site: Span, krate: &Krate) -> TokenStream {
    quote_spanned! {site=>
        #krate::__private::Fixed<
            { __STACKPOOL_PLAN.capacity() },
            { __STACKPOOL_PLAN.table_bits() },
            { __STACKPOOL_PLAN.table_words() },
            { __STACKPOOL_PLAN.guard() },
            { __STACKPOOL_PLAN.live_words() },
            { __STACKPOOL_PLAN.generations() },
            { __STACKPOOL_PLAN.retiring() },
            { __STACKPOOL_PLAN.handle() },
            { __STACKPOOL_PLAN.slot_align() },
            { __STACKPOOL_PLAN.mark_count() },
            { __STACKPOOL_PLAN.mark_link_bits() },
        >
    }
}

/// The static pool, and the function that takes it.
fn take_pool(plan: &Plan) -> TokenStream {
    let site = plan.site;
    let Plan { krate, name, vis, .. } = plan;
    let (deprecated, docs) = (&plan.deprecated, &plan.docs.take_pool);
    // In a fallback it may be known neither whether boxes were meant nor which; who asked for a pool then gets one.
    let pool = match plan.values.owner {
        Owner::Values => quote_spanned!(site=> #krate::ValuePool<#name>),
        Owner::Pool | Owner::Boxes { .. } | Owner::BoxesOfNoMode(_) => {
            quote_spanned!(site=> #krate::Pool<#name>)
        }
    };
    let (statics, body) = match &plan.take_pool {
        TakePool::Static(of_static) => (
            statics::of(site, krate, name, &pool, of_static),
            quote_spanned!(site=> #krate::__private::take::<#name>()),
        ),
        TakePool::Never { .. } => return boxes::never_taken(plan),
        TakePool::Nothing => (TokenStream::new(), quote_spanned!(site=> ::core::option::Option::None)),
    };
    quote_spanned! {site=>
        #statics
        impl #name {
            #(#deprecated)*
            #[doc = #docs]
            #[inline]
            #[must_use]
            #vis fn take_pool() -> ::core::option::Option<&'static mut #pool> {
                #body
            }
        }
    }
}

fn aliases(plan: &Plan) -> TokenStream {
    let site = plan.site;
    let Plan { krate, name, names, vis, everything, aliases, docs, .. } = plan;
    let (alias, handle) = (&names.alias, &names.handle);
    let (alias_docs, handle_docs) = (&docs.alias, &docs.handle);
    let owner = Ident::new(plan.values.owner.type_name(), site);
    // Of values there are no handles.
    let handle = (!matches!(plan.values.owner, Owner::Values)).then(|| {
        quote_spanned! {site=>
            #(#everything)*
            #(#aliases)*
            #[doc = #handle_docs]
            #vis type #handle = #krate::Handle<#name>;
        }
    });
    let pool_beside_boxes = plan.pool_beside_boxes.as_ref().map(|pool| {
        quote_spanned! {site=>
            #(#everything)*
            #vis type #pool = #krate::Pool<#name>;
        }
    });
    quote_spanned! {site=>
        #(#everything)*
        #(#aliases)*
        #[doc = #alias_docs]
        #vis type #alias = #krate::#owner<#name>;
        #handle
        #pool_beside_boxes
    }
}
