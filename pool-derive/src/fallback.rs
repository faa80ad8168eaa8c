//! What is printed beside errors: enough of a pool that its users' code raises no further errors.

use crate::attribute::Marks;
use crate::barred;
use crate::errors::Errors;
use crate::keywords::{Bookkeeping, Guard};
use crate::plan::{self, Capacity, Declared, Item, Mode, Owner, Plan, TakePool, Trial, Values};
use crate::region::Region;
use crate::slot::{Given, Slot};
use crate::spec::{Definition, Names, Spec};
use crate::value::Integer;
use crate::value_set::{self, ValueSet};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{GenericParam, Ident};

/// An inert plan: one slot, defaults for everything. It may take one of the `errors`, to report it.
pub(crate) fn plan(spec: &Spec, errors: &mut Errors) -> Plan {
    let names = names(spec);
    let mut plan = Plan::inert(spec, names.clone());
    // A list that was read stands by itself: the mistake is elsewhere.
    plan.set = spec.set.clone().filter(ValueSet::is_list);
    if spec.is_boxed() {
        let keys = &spec.keys;
        plan.values.owner = owner(spec, errors);
        if !keys.boxed.is_empty() {
            plan.take_pool = TakePool::Never { attributes: Vec::new() };
        }
        plan.pool_beside_boxes = pool_beside_boxes(spec, &names);
    } else if !spec.is_values() && !spec.keys.marks.is_empty() {
        plan.values.declared.push(Declared::some_marks());
    }
    plan
}

/// The names of the aliases: as asked for where they can stand beside each other.
pub(crate) fn names(spec: &Spec) -> Names {
    let plain = spec.plain_name();
    let defaults = spec.default_names();
    let mut names = spec.names();
    if names.alias.unraw() == plain {
        names.alias = defaults.alias.clone();
    }
    if names.handle.unraw() == plain || names.handle.unraw() == names.alias.unraw() {
        names.handle = defaults.handle.clone();
    }
    if names.alias.unraw() == names.handle.unraw() {
        names = defaults;
    }
    Names { alias: plan::printed_ident(&names.alias), handle: plan::printed_ident(&names.handle) }
}

/// The name of the pool, where its user may have meant one that is not `boxed`, and may have named it.
fn pool_beside_boxes(spec: &Spec, names: &Names) -> Option<Ident> {
    let keys = &spec.keys;
    let pool = match keys.pool.value() {
        Some(pool) => plan::printed_ident(pool),
        None if keys.boxed.is_empty() => plan::printed_ident(&spec.default_name("Pool")),
        None => return None,
    };
    let taken = [&names.alias, &names.handle, &spec.name];
    taken.iter().all(|name| name.unraw() != pool.unraw()).then_some(pool)
}

/// Who owns slots: boxes in the mode that was asked for, or in one of which rustc says nothing more, since it is wrong.
fn owner(spec: &Spec, errors: &mut Errors) -> Owner {
    let region = mode_region(spec);
    match mode(spec) {
        Some(mode) => Owner::Boxes { mode, region },
        None => errors.take_first().map_or(Owner::Boxes { mode: Mode::Local, region }, |mistake| {
            Owner::BoxesOfNoMode(barred::wrong_type(&mistake, &[]))
        }),
    }
}

/// The mode of the boxes, where `sync` is known.
fn mode(spec: &Spec) -> Option<Mode> {
    let keys = &spec.keys;
    keys.sync.is_settled().then(|| Mode::new(keys.sync.value().copied(), !keys.exact.is_empty()))
}

/// Where the mode was asked for; where it was not, the name will do.
fn mode_region(spec: &Spec) -> Region {
    spec.keys.sync.given().map_or(Region::at(spec.name.span()), |sync| sync.region)
}

/// What shapes a pool, beside its capacity.
struct Shape {
    /// Whatever the capacity is.
    declared: Vec<Declared>,
    /// To be judged together with the capacity.
    of_capacity: Vec<Declared>,
    owner: Owner,
    no_guard: Option<Region>,
    free_list: Option<Region>,
    /// Whether all of it is known.
    is_settled: bool,
}

fn shape(spec: &Spec, generics: &[Ident]) -> Shape {
    if spec.is_boxed() { boxed_shape(spec) } else { guarded_shape(spec, generics) }
}

fn guarded_shape(spec: &Spec, generics: &[Ident]) -> Shape {
    let keys = &spec.keys;
    // Of a pool with another guard, generations are a mistake whatever they are; which of the two goes is unknown.
    let is_generational = keys.guard.given().is_none_or(|guard| guard.value == Guard::Generation);
    let has_generations = !keys.generation_bits.is_empty() || !keys.on_wrap.is_empty();
    let is_conflict = has_generations && !is_generational;
    // Nor of a free list, and a table or no guard.
    let is_listed = keys.bookkeeping.value() == Some(&Bookkeeping::FreeList);
    let lists_unguarded = is_listed && keys.guard.value() == Some(&Guard::None);
    let is_list_conflict = lists_unguarded || (is_listed && !keys.layout.is_empty());
    let free_list = keys.bookkeeping.certain().and_then(plan::free_list).filter(|_| !is_list_conflict);
    let guard = keys.guard.certain().filter(|_| !is_conflict && !lists_unguarded);
    let generation_bits = integer(&keys.generation_bits, generics).filter(|_| !is_conflict);
    let generations_are_settled = keys.guard.is_settled()
        && !is_conflict
        && (keys.generation_bits.is_empty() || generation_bits.is_some());
    // Without a guard there are no marks; which of the two goes is unknown.
    let marks_conflict =
        !keys.marks.is_empty() && keys.guard.given().is_some_and(|guard| guard.value == Guard::None);
    let marks = marks(&keys.marks, generics).filter(|_| !marks_conflict);
    let marks_are_settled = !marks_conflict && (keys.marks.is_empty() || marks.is_some());
    let on_wrap = keys.on_wrap.certain().filter(|_| generations_are_settled);
    let of_capacity = [
        keys.layout.certain().filter(|_| !is_listed).map(Declared::layout),
        free_list.map(Declared::free_list),
        generation_bits.as_ref().map(Declared::generation_bits),
        on_wrap.and_then(Declared::on_wrap),
        marks.as_ref().map(Declared::marks),
    ];
    Shape {
        declared: guard.and_then(Declared::guard).into_iter().collect(),
        of_capacity: of_capacity.into_iter().flatten().collect(),
        owner: Owner::Pool,
        no_guard: guard.and_then(plan::no_guard),
        free_list,
        is_settled: generations_are_settled
            && marks_are_settled
            && keys.layout.is_settled()
            && keys.bookkeeping.is_settled()
            && !is_list_conflict
            && keys.on_wrap.is_settled(),
    }
}

fn boxed_shape(spec: &Spec) -> Shape {
    let keys = &spec.keys;
    let mode = mode(spec).filter(|_| !keys.boxed.is_empty());
    let stacks = mode.is_some_and(|mode| !mode.links());
    // Of two keys that exclude each other, it is unknown which one goes.
    let is_checked = !(keys.guard.is_empty()
        && keys.generation_bits.is_empty()
        && keys.on_wrap.is_empty()
        && keys.marks.is_empty());
    let is_conflict = is_checked
        || !keys.bookkeeping.is_empty()
        || (stacks && !keys.exact.is_empty())
        || (!stacks && !keys.layout.is_empty());
    let region = mode_region(spec);
    Shape {
        declared: Vec::new(),
        of_capacity: keys.layout.certain().filter(|_| stacks).map(Declared::layout).into_iter().collect(),
        owner: mode.map_or(Owner::Pool, |mode| Owner::Boxes { mode, region }),
        no_guard: None,
        free_list: None,
        is_settled: keys.boxed.given().is_some()
            && mode.is_some()
            && !is_conflict
            && keys.layout.is_settled(),
    }
}

/// The values in which there was no mistake so far, and whose checks depend on no others. `None` where there are none.
pub(crate) fn trial(spec: &Spec) -> Option<Trial> {
    if let Some(set) = &spec.set {
        return trial_of_values(spec, set);
    }
    let keys = &spec.keys;
    let names = spec.names();
    let generics = generics(&spec.definition);
    let align = integer(&keys.align, &generics);
    let shape = shape(spec, &generics);
    let mut values =
        Values { declared: shape.declared, no_guard: shape.no_guard, ..Values::one(shape.owner) };
    if let Some(capacity) = integer(&keys.capacity, &generics) {
        values.capacity = Capacity::Given(capacity.region, capacity.value);
        values.declared.extend(shape.of_capacity);
        values.free_list = shape.free_list;
        let is_settled = shape.is_settled && (keys.align.is_empty() || align.is_some());
        // The names are there in the fallback, of other sizes.
        let inert = [names.alias.clone(), names.handle.clone(), spec.name.clone()];
        values.max_bytes = integer(&keys.max_bytes, &generics)
            .filter(|given| is_settled && !mentions(given.value.tokens.clone(), &inert));
    }
    values.declared.extend(align.as_ref().map(Declared::align));
    let item = trial_item(spec);
    if item.is_none() {
        values.no_guard = None;
        values.free_list = None;
        values.max_bytes = None;
    }
    let asks_for_item = values.no_guard.is_some() || values.free_list.is_some() || values.max_bytes.is_some();
    let has_checks = matches!(values.capacity, Capacity::Given(..))
        || values.declared.iter().any(|declared| declared.check.is_some());
    (has_checks || asks_for_item).then(|| Trial {
        site: plan::site(spec),
        krate: plan::krate(spec),
        everything: spec.attributes.everything.clone(),
        alias: names.alias,
        values,
        set: None,
        item: item.filter(|_| asks_for_item),
    })
}

/// The ranges in which there was no mistake so far and, where there is none in any of them, what depends on all.
fn trial_of_values(spec: &Spec, set: &ValueSet) -> Option<Trial> {
    let item = trial_item(spec)?;
    let is_numbered = !matches!(set.shape, value_set::Shape::Unknown | value_set::Shape::List(_));
    let Item::Type(item) = item else { return None };
    if !is_numbered {
        return None;
    }
    let mut values = Values::one_value();
    if set.is_settled() && spec.keys.capacity.is_empty() {
        values.capacity = Capacity::Values;
        values.declared.extend(spec.keys.layout.certain().map(Declared::layout));
    }
    Some(Trial {
        site: plan::site(spec),
        krate: plan::krate(spec),
        everything: spec.attributes.everything.clone(),
        alias: spec.names().alias,
        values,
        set: Some((set.clone(), item)),
        item: None,
    })
}

/// What a definition like this one would hold, where one can be printed.
fn trial_item(spec: &Spec) -> Option<Item> {
    match &spec.definition {
        _ if spec.barred.is_some() => None,
        Definition::Type { .. } => Some(Item::Type(plan::printed_ident(&spec.name).into_token_stream())),
        Definition::Marker { item } => item.as_ref().map(|item| Item::Type(item.to_token_stream())),
    }
}

/// A value that was given once. It cannot speak of the generics of its type; that it has any is the mistake.
fn integer(slot: &Slot<Integer>, generics: &[Ident]) -> Option<Given<Integer>> {
    slot.certain().filter(|given| !mentions(given.value.tokens.clone(), generics)).cloned()
}

/// A number of marks that was given once, as [`integer`].
fn marks(slot: &Slot<Marks>, generics: &[Ident]) -> Option<Given<Marks>> {
    let mentions_generics = |marks: &Marks| match marks {
        Marks::Default => false,
        Marks::Given(count) => mentions(count.tokens.clone(), generics),
    };
    slot.certain().filter(|given| !mentions_generics(&given.value)).cloned()
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
