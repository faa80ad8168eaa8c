//! Rules across keys, and across the entries of one `pool!`.

use crate::errors::Errors;
use crate::keywords::{Bookkeeping, Guard, Key, Sync};
use crate::pool_input::Entry;
use crate::region::Region;
use crate::slot::{Given, Slot};
use crate::spec::{Definition, Spec};
use crate::text;
use crate::value_set::ValueSet;
use syn::Ident;
use syn::ext::IdentExt;

/// Checks one pool.
pub(crate) fn check(spec: &Spec, errors: &mut Errors) {
    if spec.is_values() {
        check_values(spec, errors);
        check_names(spec, errors);
        return;
    }
    check_capacity(spec, errors);
    if spec.is_boxed() {
        check_boxed(spec, errors);
    } else {
        check_guard(spec, errors);
        check_bookkeeping(spec, errors);
    }
    check_names(spec, errors);
}

fn check_capacity(spec: &Spec, errors: &mut Errors) {
    if spec.keys.capacity.is_empty() {
        let (name, example) = (spec.plain_name(), Key::Capacity.example());
        errors.add(
            spec.capacity_place,
            format!("a pool needs a capacity: `#[pool({example})]` holds up to 10,000 values of `{name}`"),
        );
    }
}

/// What values leave no question of, and what is for objects alone.
fn check_values(spec: &Spec, errors: &mut Errors) {
    const HANDLES: &str = "a pool of values has no handles: the value itself is handed out";
    const OWNERS: &str = "a pool of values has no boxes: the value itself is handed out";
    let keys = &spec.keys;
    let mut conflict = |given: Option<Region>, key: Key, why: &str| {
        if let Some(region) = given {
            errors.add(region, format!("{why}; remove `{}`", key.word()));
        }
    };
    conflict(
        keys.capacity.given().map(|given| given.whole),
        Key::Capacity,
        "the capacity of values is the product of their ranges",
    );
    conflict(keys.generation_bits.given().map(|given| given.whole), Key::GenerationBits, HANDLES);
    conflict(keys.on_wrap.given().map(|given| given.whole), Key::OnWrap, HANDLES);
    conflict(keys.handle.given().map(|given| given.whole), Key::Handle, HANDLES);
    conflict(
        keys.marks.given().map(|given| given.whole),
        Key::Marks,
        "a pool of values has no objects that a mark could release",
    );
    conflict(keys.boxed.given().map(|given| given.whole), Key::Boxed, OWNERS);
    conflict(keys.sync.given().map(|given| given.whole), Key::Sync, OWNERS);
    conflict(keys.exact.given().map(|given| given.whole), Key::Exact, OWNERS);
    conflict(keys.pool_box.given().map(|given| given.whole), Key::Box, OWNERS);
    conflict(
        keys.bookkeeping.given().map(|given| given.whole),
        Key::Bookkeeping,
        "a pool of values has no slots that could be linked",
    );
    conflict(
        keys.align.given().map(|given| given.whole),
        Key::Align,
        "a pool of values has no slots that could be aligned",
    );
    if spec.set.as_ref().is_some_and(ValueSet::is_list) {
        const NUMBERS: &str = "a list of values is kept as it is, without numbers and a guard";
        conflict(keys.guard.given().map(|given| given.whole), Key::Guard, NUMBERS);
        conflict(keys.layout.given().map(|given| given.whole), Key::Layout, NUMBERS);
        conflict(
            keys.max_bytes.given().map(|given| given.whole),
            Key::MaxBytes,
            "a list of values takes what it takes",
        );
        return;
    }
    if let Some(guard) = keys.guard.given().filter(|guard| guard.value == Guard::Generation) {
        errors.add(
            guard.region,
            "a pool of values has no generations, for want of handles: `guard = live`, the default, finds a value that is \
             given back twice",
        );
    }
}

/// Generations are those of `guard = generation`.
fn check_guard(spec: &Spec, errors: &mut Errors) {
    let keys = &spec.keys;
    let Some(guard) = keys.guard.given() else { return };
    if guard.value == Guard::Generation {
        return;
    }
    if let Some(marks) = keys.marks.given().filter(|_| guard.value == Guard::None) {
        errors.add(
            marks.whole,
            "`marks` is for a guard that knows which slots are live, and this pool has `guard = none`: remove one of the two",
        );
    }
    let mut conflict = |region: Region, key: Key| {
        errors.add(
            region,
            format!(
                "`{}` is for `guard = generation`, and this pool has `guard = {}`: remove one of the two",
                key.word(),
                guard.text,
            ),
        );
    };
    if let Some(given) = keys.generation_bits.given() {
        conflict(given.whole, Key::GenerationBits);
    }
    if let Some(given) = keys.on_wrap.given() {
        conflict(given.whole, Key::OnWrap);
    }
}

/// A free list has no table, and cannot share its slots with handles that are not checked.
fn check_bookkeeping(spec: &Spec, errors: &mut Errors) {
    let keys = &spec.keys;
    let Some(bookkeeping) = keys.bookkeeping.given() else { return };
    if bookkeeping.value != Bookkeeping::FreeList {
        return;
    }
    if let Some(layout) = keys.layout.given() {
        errors.add(
            layout.whole,
            "`layout` is for the table of `bookkeeping = index_stack`, and a free list has none: remove one of the two",
        );
    }
    if keys.guard.value() == Some(&Guard::None) {
        errors.add(
            bookkeeping.whole,
            "`bookkeeping = free_list` keeps its links in free slots, where with `guard = none` a stale handle may write: \
             choose `guard = live` (one bit a slot), or remove `bookkeeping`",
        );
    }
}

/// What boxes leave no question of, and what is for boxes alone.
fn check_boxed(spec: &Spec, errors: &mut Errors) {
    let keys = &spec.keys;
    if keys.boxed.is_empty() {
        check_not_boxed(spec, errors);
        return;
    }
    let guard = keys.guard.given().map(|given| (given.whole, Key::Guard));
    let generation_bits = keys.generation_bits.given().map(|given| (given.whole, Key::GenerationBits));
    let on_wrap = keys.on_wrap.given().map(|given| (given.whole, Key::OnWrap));
    for (region, key) in [guard, generation_bits, on_wrap].into_iter().flatten() {
        errors.add(
            region,
            format!(
                "`{}` is for handles that are checked, and this pool is `boxed`: a box owns its slot, so that there is \
                 nothing to check; remove one of the two",
                key.word()
            ),
        );
    }
    if let Some(bookkeeping) = keys.bookkeeping.given() {
        errors.add(
            bookkeeping.whole,
            "`bookkeeping` is for pools with handles, and this pool is `boxed`: its free slots are stacked or linked as \
             `sync` has it; remove one of the two",
        );
    }
    if let Some(marks) = keys.marks.given() {
        errors.add(
            marks.whole,
            "`marks` release what a pool owns, and this pool is `boxed`: each box releases its own object; remove one of the \
             two",
        );
    }
    if let Some(pool) = keys.pool.given() {
        let text = &pool.text;
        errors.add(
            pool.whole,
            format!(
                "`pool` names the alias of a pool, and a `boxed` one has none: `box = {text}` names that of its boxes"
            ),
        );
    }
    check_sync(spec, errors);
}

/// One mistake, however many keys show it: that `boxed` is missing.
fn check_not_boxed(spec: &Spec, errors: &mut Errors) {
    let keys = &spec.keys;
    let sync = keys.sync.given().map(|given| (given.whole, Key::Sync));
    let exact = keys.exact.given().map(|given| (given.whole, Key::Exact));
    let pool_box = keys.pool_box.given().map(|given| (given.whole, Key::Box));
    let given: Vec<_> = [sync, exact, pool_box].into_iter().flatten().collect();
    let Some((region, _)) = given.first() else { return };
    let words: Vec<_> = given.iter().map(|(_, key)| format!("`{}`", key.word())).collect();
    let are = if words.len() == 1 { "is" } else { "are" };
    errors.add(*region, format!("{} {are} for boxed pools: add `boxed`", text::list(&words, " and")));
}

/// What `sync` settles, said again or otherwise.
fn check_sync(spec: &Spec, errors: &mut Errors) {
    let keys = &spec.keys;
    let threads = match &keys.sync {
        Slot::Empty => "`sync = threads`, the default,",
        Slot::Wrong => return,
        Slot::Given(sync) if sync.value == Sync::Threads => "`sync = threads`",
        Slot::Given(sync) => {
            if let Some(exact) = keys.exact.given() {
                let text = &sync.text;
                errors.add(exact.whole, format!("`sync = {text}` is exact already: remove `exact`"));
            }
            return;
        }
    };
    if let Some(layout) = keys.layout.given() {
        errors.add(
            layout.whole,
            format!(
                "`layout` is for `sync = local` and `sync = critical_section`, where free slots are stacked; with {threads} \
                 they are linked: remove `layout`, or name another `sync`"
            ),
        );
    }
}

/// The type and its two aliases are three names.
fn check_names(spec: &Spec, errors: &mut Errors) {
    let names = spec.names();
    let plain = spec.plain_name();
    let subject = match spec.definition {
        Definition::Type { .. } => "the type",
        Definition::Marker { .. } => "the definition of the pool",
    };
    let mut reject_subject = |alias: Option<&Given<Ident>>, key: Key| {
        if let Some(given) = alias.filter(|given| given.value.unraw() == plain) {
            errors.add(
                given.region,
                format!(
                    "`{plain}` is {subject} itself: `{}` names an alias, such as `{}`",
                    key.word(),
                    key.example()
                ),
            );
        }
    };
    let alias = spec.alias().given();
    reject_subject(alias, spec.alias_key());
    if spec.is_values() {
        return;
    }
    reject_subject(spec.keys.handle.given(), Key::Handle);
    if names.alias.unraw() == names.handle.unraw() {
        // At least one of them was asked for; the later one is the mistake, if that can be told.
        let (given, other) = match (alias, spec.keys.handle.given()) {
            (_, Some(handle)) => (handle, if spec.is_boxed() { "the box" } else { "the pool" }),
            (Some(alias), None) => (alias, "the handle"),
            (None, None) => return,
        };
        if given.value.unraw() != plain {
            let name = &given.value;
            errors.add(
                given.region,
                format!("`{name}` is the alias of {other} already: two aliases need two names"),
            );
        }
    }
}

/// Checks that the entries of one `pool!` bring no name into scope twice, and marks those that do. Entries under a
/// `#[cfg(..)]` may: rustc sees which of them remain.
pub(crate) fn check_entries(entries: &mut [Entry]) {
    let mut taken: Vec<(String, String)> = Vec::new();
    for entry in entries {
        let Some(spec) = &entry.spec else { continue };
        if !spec.attributes.everything.is_empty() {
            continue;
        }
        let names = spec.names();
        let keys = &spec.keys;
        let alias_region =
            |given: Option<&Given<Ident>>| given.map_or(Region::at(spec.name.span()), |given| given.region);
        let mut own = vec![
            (spec.plain_name(), Region::at(spec.name.span()), describe(spec)),
            (
                names.alias.unraw().to_string(),
                alias_region(spec.alias().given()),
                format!("the {} of {}", if spec.is_boxed() { "box" } else { "pool" }, describe(spec)),
            ),
            (
                names.handle.unraw().to_string(),
                alias_region(keys.handle.given()),
                format!("the handle of {}", describe(spec)),
            ),
        ];
        if spec.is_values() {
            own.pop();
        }
        let double = own.iter().find_map(|(name, region, _)| {
            taken.iter().find(|(other, _)| other == name).map(|(_, first)| (name, region, first))
        });
        if let Some((name, region, first)) = double {
            entry
                .errors
                .add(*region, format!("`{name}` is already the name of {first}: rename one of the two"));
            entry.is_named_twice = true;
        } else {
            taken.extend(own.into_iter().map(|(name, _, what)| (name, what)));
        }
    }
}

/// An entry as its user wrote it.
fn describe(spec: &Spec) -> String {
    let name = &spec.name;
    let item = match &spec.definition {
        Definition::Marker { item: Some(item) } => text::of_type(item),
        Definition::Marker { item: None } | Definition::Type { .. } => "..".to_owned(),
    };
    if spec.is_values() {
        return format!("`{name}: [{item} {{ .. }}]`");
    }
    let capacity = spec.keys.capacity.given().map_or("..", |given| given.text.as_str());
    format!("`{name}: [{item}; {capacity}]`")
}
