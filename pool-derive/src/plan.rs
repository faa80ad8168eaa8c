//! A pool with every name, path and type resolved: the parts to print, and their places. All decisions are made.

pub(crate) mod column_docs;
pub(crate) mod columns;
pub(crate) mod constants;
pub(crate) mod docs;
pub(crate) mod fallback;
pub(crate) mod krate;
pub(crate) mod mode;
pub(crate) mod parameters;
pub(crate) mod trial;

use crate::base::span_range::{printed, printed_ident};
use crate::spec::freed::Freed;
use crate::spec::keys::{AnySetting, Key, Keys};
use crate::spec::objects::Objects;
use crate::spec::shape::Shape;
use crate::spec::value_pool_set::ValueSet;
use crate::spec::{Definition, Names, Spec};
use constants::{BoxKind, Capacity, Constants, Declared, Owner, free_list, no_guard};
use docs::Docs;
use krate::{Krate, krate, link, site};
use mode::Mode;
use parameters::Parameters;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Ident};

/// Everything that is printed for one pool.
pub(crate) struct Plan {
    /// The span of printed tokens. rustc knows them as printed by the macro, and shows them at the name.
    pub(crate) site: Span,
    /// The path to `stackpool`.
    pub(crate) krate: Krate,
    /// The type that defines the pool.
    pub(crate) name: Ident,
    /// Its parameters, if it is generic.
    pub(crate) parameters: Parameters,
    /// Its name, as `Debug` of handles shows it.
    pub(crate) shown_name: String,
    pub(crate) vis: TokenStream,
    pub(crate) names: Names,
    /// The marker type, if the macro prints the type that defines the pool.
    pub(crate) marker: Option<Marker>,
    /// The type of the objects or values.
    pub(crate) item: Item,
    pub(crate) constants: Constants,
    /// The values of a pool of values, if they are known. In a fallback they may be unknown.
    pub(crate) set: Option<ValueSet>,
    pub(crate) take_pool: TakePool,
    /// Whether boxes are `Clone`.
    pub(crate) clones_boxes: bool,
    /// What happens when a slot of boxes was freed.
    pub(crate) freed: Freed,
    /// In a fallback: more aliases, each with its type. The user may have meant one of them.
    pub(crate) other_aliases: Vec<(Ident, &'static str)>,
    /// Attributes for everything that is printed.
    pub(crate) everything: Vec<Attribute>,
    /// Attributes for the aliases.
    pub(crate) aliases: Vec<Attribute>,
    /// Attributes for `take_pool`.
    pub(crate) deprecated: Vec<Attribute>,
    pub(crate) docs: Docs,
}

/// A marker type, which the macro prints.
pub(crate) struct Marker {
    /// As the user wrote them.
    pub(crate) attributes: Vec<Attribute>,
    /// Paths of traits that the user did not derive.
    pub(crate) derives: Vec<TokenStream>,
    /// As the user wrote it.
    pub(crate) vis: TokenStream,
    pub(crate) name: Ident,
}

/// The type of the objects or values.
pub(crate) enum Item {
    /// The type that defines the pool, with this [shape](crate::read::item_shape).
    Itself { shape: Shape },
    /// A type that the user named.
    Type(TokenStream),
    /// A type that the user named, and whose fields are columns.
    Columns(TokenStream),
}

impl TakePool {
    /// The attributes of the static.
    pub(crate) fn static_attributes(&self) -> &[Attribute] {
        match self {
            TakePool::Static(Static { attributes, .. }) | TakePool::Never { attributes } => attributes,
            TakePool::Generic | TakePool::Nothing => &[],
        }
    }
}

/// What `take_pool` does.
pub(crate) enum TakePool {
    /// It takes a static.
    Static(Static),
    /// It cannot be called, because boxes own the static. It exists for its error message.
    Never { attributes: Vec<Attribute> },
    /// It cannot be called, because a generic definition has no static. It exists for its error message.
    Generic,
    /// In a fallback: it does nothing.
    Nothing,
}

/// The static that `take_pool` takes.
#[derive(Clone, Default)]
pub(crate) struct Static {
    pub(crate) attributes: Vec<Attribute>,
    /// Whether it can be in a section that start-up code does not clear.
    pub(crate) is_uncleared: bool,
}

impl Plan {
    /// Resolves a definition that has been checked.
    pub(crate) fn new(spec: &Spec) -> Plan {
        let keys = &spec.keys;
        let capacity = match keys.capacity.given() {
            Some(given) => Capacity::Given(given.span, given.value.clone()),
            None if spec.is_values() => Capacity::Values,
            None => Capacity::One,
        };
        let attributes = spec.attributes.statics.clone();
        let owner = owner(spec);
        let take_pool = match owner {
            Owner::Pool if spec.is_generic() => TakePool::Generic,
            Owner::Pool | Owner::Columns | Owner::Values => {
                TakePool::Static(Static { attributes, is_uncleared: spec.attributes.names_section })
            }
            Owner::Boxes { .. } | Owner::BoxesOfNoMode { .. } => TakePool::Never { attributes },
        };
        Plan {
            constants: Constants {
                capacity,
                declared: Declared::integers(|key| keys.of(key).integer())
                    .map(|(_, declared)| Some(declared))
                    .chain([
                        keys.layout.given().map(Declared::layout),
                        match owner {
                            Owner::Values => Some(Declared::guard_of_values(&keys.guard)),
                            _ => keys.guard.given().and_then(Declared::guard),
                        },
                        keys.on_wrap.given().and_then(Declared::on_wrap),
                        (spec.is_values() && keys.quarantine.is_empty()).then(Declared::no_quarantine),
                        keys.strict.given().map(Declared::strict),
                        keys.marks.given().map(Declared::marks),
                    ])
                    .flatten()
                    .collect(),
                owner,
                no_guard: keys.guard.given().and_then(no_guard).filter(|_| !spec.is_values()),
                free_list: keys.bookkeeping.given().and_then(free_list),
                changes: keys.changes.given().is_some(),
                dense: keys.dense.given().is_some(),
                max_bytes: keys.max_bytes.given().cloned(),
            },
            set: spec.set.clone(),
            take_pool,
            freed: Freed { wait: keys.wait.whole(), call: keys.on_free.value().cloned() },
            ..Plan::inert(spec, spec.names())
        }
    }

    /// A plan of one slot, without the parts that can contain a mistake.
    pub(crate) fn inert(spec: &Spec, names: Names) -> Plan {
        let site = site(spec);
        let link = match spec.keys.krate.value() {
            Some(path) => link(path),
            None => Some("::stackpool".to_owned()),
        };
        let docs = docs::write(spec, &names, link.as_deref());
        let (marker, item) = match &spec.definition {
            Definition::Type { shape, .. } => (None, Item::Itself { shape: shape.clone() }),
            Definition::Marker { item } => {
                let marker = Marker {
                    derives: derives(&spec.attributes.marker),
                    attributes: spec.attributes.marker.clone(),
                    vis: spec.vis.to_token_stream(),
                    name: spec.name.clone(),
                };
                let unit = || quote_spanned!(site=> ());
                let item = item.as_ref().map_or_else(unit, ToTokens::into_token_stream);
                (Some(marker), if has_columns(spec) { Item::Columns(item) } else { Item::Type(item) })
            }
        };
        Plan {
            site,
            krate: krate(spec),
            name: printed_ident(&spec.name),
            parameters: match &spec.definition {
                Definition::Type { generics, .. } => Parameters::new(generics),
                Definition::Marker { .. } => Parameters::default(),
            },
            shown_name: spec.plain_name(),
            vis: printed(&spec.vis),
            names: Names { alias: printed_ident(&names.alias), handle: printed_ident(&names.handle) },
            marker,
            item,
            constants: match () {
                () if spec.is_values() => Constants::one_value(),
                () if has_columns(spec) => Constants::one(Owner::Columns),
                () => Constants::one(Owner::Pool),
            },
            set: None,
            clones_boxes: spec.is_boxed() && !spec.keys.clone.is_empty(),
            freed: Freed { wait: spec.keys.wait.whole().filter(|_| spec.is_boxed()), call: None },
            take_pool: if spec.is_generic() { TakePool::Generic } else { TakePool::Nothing },
            other_aliases: Vec::new(),
            everything: spec.attributes.everything.clone(),
            aliases: spec.attributes.aliases.clone(),
            deprecated: spec.attributes.deprecated.clone(),
            docs,
        }
    }
}

/// Whether the pool is one of columns, of a type that is known.
pub(crate) fn has_columns(spec: &Spec) -> bool {
    spec.is_of_columns() && !matches!(spec.definition, Definition::Marker { item: None })
}

/// The owner of the slots, from keys without a mistake.
fn owner(spec: &Spec) -> Owner {
    let keys = &spec.keys;
    if spec.is_values() {
        return Owner::Values;
    }
    match keys.boxes().whole() {
        None if has_columns(spec) => Owner::Columns,
        None => Owner::Pool,
        Some(boxed) => Owner::Boxes {
            mode: Mode::new(keys.sync.value().copied(), keys.are_exact()),
            span: keys.sync.given().map_or(boxed, |sync| sync.span),
            kind: match keys.box_key() {
                Key::Shared => BoxKind::Shared,
                Key::Objects => BoxKind::Lent(objects(keys)),
                _ => BoxKind::Owning,
            },
        },
    }
}

/// What the user says of objects that stay.
fn objects(keys: &Keys) -> Option<Objects> {
    let first = keys.objects.given()?;
    let clear = keys.clear.given().map(|given| (given.value.clone(), given.whole));
    Some(Objects { first: first.value.clone(), at: first.whole, clear })
}

/// The traits that a marker derives in addition to those in its `attributes`, conditional or not. So a type that takes
/// the marker as a parameter, such as `Node<P>`, can derive them too.
fn derives(attributes: &[Attribute]) -> Vec<TokenStream> {
    let mut derived = Vec::new();
    for attribute in attributes {
        collect_derives(attribute.meta.to_token_stream(), &mut derived);
    }
    let all = [
        (quote!(::core::fmt::Debug), "Debug"),
        (quote!(::core::clone::Clone), "Clone"),
        (quote!(::core::marker::Copy), "Copy"),
        (quote!(::core::cmp::PartialEq), "PartialEq"),
        (quote!(::core::cmp::Eq), "Eq"),
        (quote!(::core::cmp::PartialOrd), "PartialOrd"),
        (quote!(::core::cmp::Ord), "Ord"),
        (quote!(::core::hash::Hash), "Hash"),
    ];
    let mut missing = Vec::new();
    for (path, name) in all {
        if !derived.iter().any(|other| other == name) {
            missing.push(path);
        }
    }
    missing
}

/// Adds the last segments of the paths that an attribute derives, conditional or not.
fn collect_derives(attribute: TokenStream, derived: &mut Vec<Ident>) {
    let mut word = None;
    for tree in attribute {
        match (tree, word.take()) {
            (TokenTree::Ident(ident), _) => word = Some(ident),
            (TokenTree::Group(list), Some(word)) if word == "cfg_attr" => {
                collect_derives(list.stream(), derived);
            }
            (TokenTree::Group(list), Some(word)) if word == "derive" => {
                let mut last = None;
                for tree in list.stream() {
                    match tree {
                        TokenTree::Ident(ident) => last = Some(ident),
                        TokenTree::Punct(punct) if punct.as_char() == ',' => derived.extend(last.take()),
                        _ => {}
                    }
                }
                derived.extend(last);
            }
            _ => {}
        }
    }
}
