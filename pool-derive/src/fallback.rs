//! What is printed beside errors: enough of a pool that its users' code raises no further errors.

use crate::keywords::Guard;
use crate::plan::{self, Capacity, Declared, Item, Plan, Trial, Values};
use crate::slot::{Given, Slot};
use crate::spec::{Definition, Names, Spec};
use crate::value::Integer;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{GenericParam, Ident};

/// An inert plan: one slot, defaults for everything.
pub(crate) fn plan(spec: &Spec) -> Plan {
    Plan::inert(spec, names(spec))
}

/// The names of the aliases: as asked for where they can stand beside each other.
pub(crate) fn names(spec: &Spec) -> Names {
    let plain = spec.plain_name();
    let default = |kind: &str| Ident::new(&format!("{plain}{kind}"), spec.name.span());
    let defaults = Names { pool: default("Pool"), handle: default("Handle") };
    let mut names = spec.names();
    if names.pool.unraw() == plain {
        names.pool = defaults.pool.clone();
    }
    if names.handle.unraw() == plain || names.handle.unraw() == names.pool.unraw() {
        names.handle = defaults.handle.clone();
    }
    if names.pool.unraw() == names.handle.unraw() {
        names = defaults;
    }
    Names { pool: plan::printed_ident(&names.pool), handle: plan::printed_ident(&names.handle) }
}

/// The values in which there was no mistake so far, and whose checks depend on no others. `None` where there are none.
pub(crate) fn trial(spec: &Spec) -> Option<Trial> {
    let keys = &spec.keys;
    let names = spec.names();
    // A value cannot speak of the generics of its type; that it has any is the mistake.
    let generics = generics(&spec.definition);
    let integer = |slot: &Slot<Integer>| -> Option<Given<Integer>> {
        slot.certain().filter(|given| !mentions(given.value.tokens.clone(), &generics)).cloned()
    };
    // Of a pool with another guard, generations are a mistake whatever they are; which of the two goes is unknown.
    let is_generational = keys.guard.given().is_none_or(|guard| guard.value == Guard::Generation);
    let has_generations = !keys.generation_bits.is_empty() || !keys.on_wrap.is_empty();
    let is_conflict = has_generations && !is_generational;
    let guard = keys.guard.certain().filter(|_| !is_conflict);
    let align = integer(&keys.align);
    let mut values = Values {
        capacity: Capacity::One,
        declared: guard.and_then(Declared::guard).into_iter().collect(),
        no_guard: guard.and_then(plan::no_guard),
        max_bytes: None,
    };
    if let Some(capacity) = integer(&keys.capacity) {
        let generation_bits = integer(&keys.generation_bits).filter(|_| !is_conflict);
        let generations_are_settled = keys.guard.is_settled()
            && !is_conflict
            && (keys.generation_bits.is_empty() || generation_bits.is_some());
        values.capacity = Capacity::Given(capacity.region, capacity.value);
        values.declared.extend(keys.layout.certain().map(Declared::layout));
        values.declared.extend(generation_bits.as_ref().map(Declared::generation_bits));
        let on_wrap = keys.on_wrap.certain().filter(|_| generations_are_settled);
        values.declared.extend(on_wrap.and_then(Declared::on_wrap));
        let is_settled = generations_are_settled
            && keys.layout.is_settled()
            && keys.on_wrap.is_settled()
            && (keys.align.is_empty() || align.is_some());
        // The names are there in the fallback, of other sizes.
        let inert = [names.pool.clone(), names.handle.clone(), spec.name.clone()];
        values.max_bytes = integer(&keys.max_bytes)
            .filter(|given| is_settled && !mentions(given.value.tokens.clone(), &inert));
    }
    values.declared.extend(align.as_ref().map(Declared::align));
    let item = match &spec.definition {
        _ if spec.barred.is_some() => None,
        Definition::Type { .. } => Some(Item::Type(plan::printed_ident(&spec.name).into_token_stream())),
        Definition::Marker { item } => item.as_ref().map(|item| Item::Type(item.to_token_stream())),
    };
    if item.is_none() {
        values.no_guard = None;
        values.max_bytes = None;
    }
    let asks_for_item = values.no_guard.is_some() || values.max_bytes.is_some();
    let has_checks = matches!(values.capacity, Capacity::Given(..))
        || values.declared.iter().any(|declared| declared.check.is_some());
    (has_checks || asks_for_item).then(|| Trial {
        site: plan::site(spec),
        krate: plan::krate(spec),
        everything: spec.attributes.everything.clone(),
        pool: names.pool,
        values,
        item: item.filter(|_| asks_for_item),
    })
}

/// The names of all generics.
fn generics(definition: &Definition) -> Vec<Ident> {
    let Definition::Type { generics, .. } = definition else {
        return Vec::new();
    };
    let name = |param: &GenericParam| match param {
        GenericParam::Lifetime(param) => param.lifetime.ident.clone(),
        GenericParam::Type(param) => param.ident.clone(),
        GenericParam::Const(param) => param.ident.clone(),
    };
    generics.params.iter().map(name).collect()
}

/// Whether one of `names` stands in `tokens`.
fn mentions(tokens: TokenStream, names: &[Ident]) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Ident(ident) => names.contains(&ident),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
