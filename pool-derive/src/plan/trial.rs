//! In a fallback: the values without a mistake so far, which rustc checks beside the inert plan.
//!
//! If keys are in conflict, the user may remove any of them. So the keys of a [conflict](crate::check::conflict) are
//! not used here.

use crate::base::self_type::self_type;
use crate::base::span_range::{SpanRange, printed_ident};
use crate::base::text::first_mentioned;
use crate::check;
use crate::plan::constants::{self, Capacity, Constants, Declared, INTEGERS, Owner};
use crate::plan::krate::{Krate, krate, site};
use crate::plan::{Item, fallback, has_columns};
use crate::spec::given::{Given, Setting};
use crate::spec::keys::Key;
use crate::spec::number::{Integer, Marks};
use crate::spec::value_pool_set::{SetShape, ValueSet};
use crate::spec::{Definition, Spec};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Ident};

/// The values that rustc checks.
pub(crate) struct Trial {
    pub(crate) site: Span,
    pub(crate) krate: Krate,
    pub(crate) everything: Vec<Attribute>,
    /// The alias of the pool, or of its boxes.
    pub(crate) alias: Ident,
    pub(crate) constants: Constants,
    /// The values of a pool of values, and their type.
    pub(crate) set: Option<(ValueSet, TokenStream)>,
    /// The item, if a check needs a whole definition.
    pub(crate) item: Option<Item>,
}

/// The values without a mistake so far whose checks do not depend on wrong values. `None` if there are no such values.
pub(crate) fn trial(spec: &Spec) -> Option<Trial> {
    let known = Known::new(spec);
    match &spec.set {
        Some(set) => of_values(&known, set),
        None => of_objects(&known),
    }
}

/// The known parts of a wrong definition.
struct Known<'a> {
    spec: &'a Spec,
    /// The keys that the user may remove or change.
    disputed: Vec<Key>,
    /// The names of the generics of the type, and `Self` if they are more than lifetimes. A value that uses them is a
    /// mistake, and is not checked.
    parameters: Vec<Ident>,
}

impl<'a> Known<'a> {
    fn new(spec: &'a Spec) -> Self {
        let mut disputed = Vec::new();
        for mut conflict in check::conflicts(spec) {
            disputed.append(&mut conflict.disputed);
        }
        let mut parameters = spec.definition.parameters();
        parameters.extend(spec.definition.is_many_types().then(self_type));
        Known { spec, disputed, parameters }
    }

    /// The setting of a key, if it was given once, has no mistake, and is not disputed.
    fn certain<'s, T>(&self, key: Key, setting: &'s Setting<T>) -> Option<&'s Given<T>> {
        setting.certain().filter(|_| !self.disputed.contains(&key))
    }

    /// Whether the user's intention for a key is known: one value, or the default.
    fn is_settled(&self, key: Key) -> bool {
        self.spec.keys.of(key).is_settled() && !self.disputed.contains(&key)
    }

    fn are_settled(&self, keys: &[Key]) -> bool {
        keys.iter().all(|key| self.is_settled(*key))
    }

    /// The number of a key that is [settled](Known::is_settled) and does not use generics.
    fn integer(&self, key: Key) -> Option<(SpanRange, &'a Integer)> {
        let (span, value) = self.spec.keys.of(key).integer().filter(|_| self.is_settled(key))?;
        first_mentioned(value.tokens.clone(), &self.parameters).is_none().then_some((span, value))
    }

    /// Whether the number of a key is known, or the key was not given.
    fn has_integer(&self, key: Key) -> bool {
        self.is_settled(key) && (self.spec.keys.of(key).is_empty() || self.integer(key).is_some())
    }

    /// The marks, if their number has no mistake and does not use generics.
    fn marks(&self) -> Option<&'a Given<Marks>> {
        let given = self.certain(Key::Marks, &self.spec.keys.marks)?;
        (matches!(given.value, Marks::Default) || self.integer(Key::Marks).is_some()).then_some(given)
    }

    /// The item of a definition like this one, if such a definition can be printed.
    fn item(&self) -> Option<Item> {
        match &self.spec.definition {
            _ if self.spec.barred.is_some() || self.spec.is_generic() => None,
            Definition::Type { .. } => Some(Item::Type(printed_ident(&self.spec.name).into_token_stream())),
            Definition::Marker { item: Some(item) } if has_columns(self.spec) => {
                Some(Item::Columns(item.to_token_stream()))
            }
            Definition::Marker { item } => item.as_ref().map(|item| Item::Type(item.to_token_stream())),
        }
    }

    fn trial(&self, constants: Constants, set: Option<(ValueSet, TokenStream)>, item: Option<Item>) -> Trial {
        let spec = self.spec;
        Trial {
            site: site(spec),
            krate: krate(spec),
            everything: spec.attributes.everything.clone(),
            alias: spec.names().alias,
            constants,
            set,
            item,
        }
    }
}

/// The keys that have an effect on the layout of a pool of objects, without the capacity.
struct Widths {
    /// Keys that do not depend on the capacity.
    declared: Vec<Declared>,
    /// Keys that are checked together with the capacity.
    of_capacity: Vec<Declared>,
    constants: Constants,
    /// Whether all of them are known.
    is_settled: bool,
}

fn widths_of_handles(known: &Known<'_>) -> Widths {
    let keys = &known.spec.keys;
    let guard = known.certain(Key::Guard, &keys.guard);
    let free_list = known.certain(Key::Bookkeeping, &keys.bookkeeping).and_then(constants::free_list);
    let of_capacity = INTEGERS.iter().map(|&(key, ..)| key).filter(|&key| key != Key::Align);
    let has_integers =
        of_capacity.fold(known.is_settled(Key::Guard), |has, key| has && known.has_integer(key));
    let marks = known.marks();
    let has_marks = known.is_settled(Key::Marks) && (keys.marks.is_empty() || marks.is_some());
    let changes = known.certain(Key::Changes, &keys.changes);
    let dense = known.certain(Key::Dense, &keys.dense);
    let on_wrap = known.certain(Key::OnWrap, &keys.on_wrap).filter(|_| has_integers);
    let of_capacity = [
        known.certain(Key::Layout, &keys.layout).map(Declared::layout),
        on_wrap.and_then(Declared::on_wrap),
        known.certain(Key::Strict, &keys.strict).map(Declared::strict),
        marks.map(Declared::marks),
    ];
    let integers = Declared::integers(|key| known.integer(key)).filter(|(key, _)| *key != Key::Align);
    Widths {
        declared: guard.and_then(Declared::guard).into_iter().collect(),
        of_capacity: integers.map(|(_, declared)| Some(declared)).chain(of_capacity).flatten().collect(),
        constants: Constants {
            no_guard: guard.and_then(constants::no_guard),
            free_list,
            changes: changes.is_some(),
            dense: dense.is_some(),
            ..Constants::one(if has_columns(known.spec) { Owner::Columns } else { Owner::Pool })
        },
        is_settled: has_integers
            && has_marks
            && known.are_settled(&[
                Key::Layout,
                Key::Bookkeeping,
                Key::OnWrap,
                Key::Strict,
                Key::Changes,
                Key::Dense,
            ]),
    }
}

fn widths_of_boxes(known: &Known<'_>) -> Widths {
    let spec = known.spec;
    let mode = fallback::mode(spec).filter(|_| !spec.keys.boxes().is_empty());
    let stacks = mode.is_some_and(|mode| !mode.links());
    let layout = known.certain(Key::Layout, &spec.keys.layout).filter(|_| stacks);
    let span = fallback::mode_span(spec);
    let kind = fallback::box_kind(spec);
    let owner = mode.map_or(Owner::Pool, |mode| Owner::Boxes { mode, span, kind });
    let others = [
        Key::Boxed,
        Key::Shared,
        Key::Objects,
        Key::Sync,
        Key::Exact,
        Key::Layout,
        Key::Guard,
        Key::OnWrap,
        Key::Strict,
        Key::Marks,
        Key::Changes,
        Key::Dense,
        Key::Bookkeeping,
    ];
    Widths {
        declared: Vec::new(),
        of_capacity: layout.map(Declared::layout).into_iter().collect(),
        constants: Constants::one(owner),
        is_settled: spec.keys.boxes().whole().is_some()
            && known.are_settled(&others)
            && INTEGERS.iter().all(|&(key, ..)| known.is_settled(key)),
    }
}

fn of_objects(known: &Known<'_>) -> Option<Trial> {
    let widths = if known.spec.is_boxed() { widths_of_boxes(known) } else { widths_of_handles(known) };
    let mut constants = Constants { declared: widths.declared, ..widths.constants };
    if let Some((span, capacity)) = known.integer(Key::Capacity) {
        constants.capacity = Capacity::Given(span, capacity.clone());
        constants.declared.extend(widths.of_capacity);
        let is_settled = widths.is_settled && known.has_integer(Key::Align);
        constants.max_bytes = max_bytes(known).filter(|_| is_settled);
    } else {
        constants.free_list = None;
    }
    let align = Declared::integers(|key| known.integer(key).filter(|_| key == Key::Align));
    constants.declared.extend(align.map(|(_, declared)| declared));
    let item = known.item();
    if item.is_none() {
        constants.no_guard = None;
        constants.free_list = None;
        constants.max_bytes = None;
    }
    let asks_for_item =
        constants.no_guard.is_some() || constants.free_list.is_some() || constants.max_bytes.is_some();
    let has_checks = matches!(constants.capacity, Capacity::Given(..))
        || constants.declared.iter().any(|declared| declared.check.is_some());
    (has_checks || asks_for_item).then(|| known.trial(constants, None, item.filter(|_| asks_for_item)))
}

/// `max_bytes`, unless it names the pool itself. The fallback declares that name too, with another size.
fn max_bytes(known: &Known<'_>) -> Option<Given<Integer>> {
    let names = known.spec.names();
    let inert = [names.alias, names.handle, known.spec.name.clone()];
    let (_, value) = known.integer(Key::MaxBytes)?;
    let given = known.spec.keys.max_bytes.given().cloned();
    given.filter(|_| first_mentioned(value.tokens.clone(), &inert).is_none())
}

/// The ranges without a mistake so far and, if no range has a mistake, the keys that depend on all of them.
fn of_values(known: &Known<'_>, set: &ValueSet) -> Option<Trial> {
    let keys = &known.spec.keys;
    let Item::Type(item) = known.item()? else { return None };
    if matches!(set.shape, SetShape::Unknown | SetShape::List(_)) {
        return None;
    }
    let mut constants = Constants::one_value();
    if set.is_settled() && keys.capacity.is_empty() {
        constants.capacity = Capacity::Values;
        constants.declared.extend(known.certain(Key::Layout, &keys.layout).map(Declared::layout));
        let quarantine = Declared::integers(|key| known.integer(key).filter(|_| key == Key::Quarantine));
        constants.declared.extend(quarantine.map(|(_, declared)| declared));
        constants.declared.extend(known.certain(Key::Strict, &keys.strict).map(Declared::strict));
    }
    Some(known.trial(constants, Some((set.clone(), item)), None))
}
