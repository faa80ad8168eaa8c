//! A pool with every name, path and type resolved: what is printed, and where it points. Nothing in it is undecided.

use crate::attribute::Marks;
use crate::docs::{self, Docs};
use crate::keywords::{Bookkeeping, Guard, OnWrap, Sync};
use crate::region::{Region, printed};
use crate::slot::{Given, Slot};
use crate::spec::{Definition, Names, Spec};
use crate::value::Integer;
use crate::value_set::ValueSet;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Meta, Path, Token};

/// Everything that is printed of one pool.
pub(crate) struct Plan {
    /// The span of what is printed: known to be printed, and shown at the name.
    pub(crate) site: Span,
    /// Path to this crate.
    pub(crate) krate: Krate,
    /// The type that defines the pool.
    pub(crate) name: Ident,
    /// Its name as handles show it.
    pub(crate) shown_name: String,
    pub(crate) vis: TokenStream,
    pub(crate) names: Names,
    /// The marker type, where the macro prints the type that defines the pool.
    pub(crate) marker: Option<Marker>,
    /// What the pool holds.
    pub(crate) item: Item,
    pub(crate) values: Values,
    /// Which values there are, where the pool is one of values; in a fallback that may not be known.
    pub(crate) set: Option<ValueSet>,
    pub(crate) take_pool: TakePool,
    /// In a fallback of a pool of which it is not known whether it is `boxed`: the alias of the pool, beside that of boxes.
    pub(crate) pool_beside_boxes: Option<Ident>,
    /// For everything that is printed.
    pub(crate) everything: Vec<Attribute>,
    /// For the aliases.
    pub(crate) aliases: Vec<Attribute>,
    /// For `take_pool`.
    pub(crate) deprecated: Vec<Attribute>,
    pub(crate) docs: Docs,
}

/// Path to this crate.
pub(crate) enum Krate {
    /// `::stackpool`.
    Default(TokenStream),
    /// As the user wrote it, where it stays: it may be wrong.
    Given(TokenStream),
}

impl Krate {
    /// A path into this crate, of which rustc's errors are about `region`, except for those about the path to the crate.
    pub(crate) fn claim(&self, region: Region, rest: TokenStream) -> TokenStream {
        match self {
            Krate::Default(path) => region.claim(quote!(#path #rest)),
            Krate::Given(path) => {
                let rest = region.claim(rest);
                quote!(#path #rest)
            }
        }
    }
}

impl ToTokens for Krate {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (Krate::Default(path) | Krate::Given(path)) = self;
        path.to_tokens(tokens);
    }
}

/// A marker type to print.
pub(crate) struct Marker {
    /// As the user wrote them.
    pub(crate) attributes: Vec<Attribute>,
    /// Paths of traits that the user did not derive.
    pub(crate) derives: Vec<TokenStream>,
    /// As the user wrote it.
    pub(crate) vis: TokenStream,
    pub(crate) name: Ident,
}

/// What the pool holds.
pub(crate) enum Item {
    /// The type that defines it, of this [shape](crate::shape).
    Itself { shape: u64 },
    /// A type that the user named.
    Type(TokenStream),
}

/// What rustc computes and checks.
pub(crate) struct Values {
    pub(crate) capacity: Capacity,
    /// The other keys that shape the pool.
    pub(crate) declared: Vec<Declared>,
    pub(crate) owner: Owner,
    /// `guard = none`, which not every item can have.
    pub(crate) no_guard: Option<Region>,
    /// `free_list`, which not every item has room for.
    pub(crate) free_list: Option<Region>,
    pub(crate) max_bytes: Option<Given<Integer>>,
}

/// Who owns a slot that is in use.
#[derive(Clone)]
pub(crate) enum Owner {
    /// The pool; users have handles.
    Pool,
    /// Nobody: there are no slots, but values.
    Values,
    /// A `PoolBox`.
    Boxes {
        mode: Mode,
        /// Where it was asked for: `sync`, or `boxed` by default.
        region: Region,
    },
    /// In a fallback: a `PoolBox`, in a mode that is not known. It is a type that rustc knows to be wrong.
    BoxesOfNoMode(TokenStream),
}

impl Owner {
    /// The method of the runtime's `Plan` that declares it; a pool is the default.
    pub(crate) fn method(&self) -> Option<&'static str> {
        match self {
            Owner::Pool | Owner::Values => None,
            Owner::Boxes { mode, .. } if mode.links() => Some("boxed_linked"),
            Owner::Boxes { .. } | Owner::BoxesOfNoMode(_) => Some("boxed_stacked"),
        }
    }

    /// The type that users have.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Owner::Pool => "Pool",
            Owner::Values => "ValuePool",
            Owner::Boxes { .. } | Owner::BoxesOfNoMode(_) => "PoolBox",
        }
    }
}

/// Who may make and drop boxes, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Any thread, with a cache of its own where there is `std`.
    Threads,
    /// Any thread, without caches.
    Exact,
    /// One thread.
    Local,
    /// Whoever enters a critical section.
    CriticalSection,
}

impl Mode {
    /// As the keys have it.
    pub(crate) fn new(sync: Option<Sync>, exact: bool) -> Self {
        match sync.unwrap_or(Sync::Threads) {
            Sync::Threads if exact => Mode::Exact,
            Sync::Threads => Mode::Threads,
            Sync::Local => Mode::Local,
            Sync::CriticalSection => Mode::CriticalSection,
        }
    }

    /// Whether free slots are linked, not stacked.
    pub(crate) fn links(self) -> bool {
        matches!(self, Mode::Threads | Mode::Exact)
    }
}

/// In a fallback: values in which there was no mistake so far, for rustc to check beside the inert plan.
pub(crate) struct Trial {
    pub(crate) site: Span,
    pub(crate) krate: Krate,
    pub(crate) everything: Vec<Attribute>,
    /// The alias of the pool, or of its boxes.
    pub(crate) alias: Ident,
    pub(crate) values: Values,
    /// Which values there are, and their type.
    pub(crate) set: Option<(ValueSet, TokenStream)>,
    /// The item, where some of the checks ask for a whole definition.
    pub(crate) item: Option<Item>,
}

impl TakePool {
    /// The attributes of the static.
    pub(crate) fn static_attributes(&self) -> &[Attribute] {
        match self {
            TakePool::Static(Static { attributes, .. }) | TakePool::Never { attributes } => attributes,
            TakePool::Nothing => &[],
        }
    }
}

/// The capacity.
pub(crate) enum Capacity {
    Given(Region, Integer),
    /// As many as there are values.
    Values,
    /// In a fallback: one slot, and no questions asked.
    One,
}

/// A key that shapes the pool: a call that declares it, and one that checks it.
pub(crate) struct Declared {
    /// A method of the runtime's `Plan`.
    pub(crate) method: &'static str,
    pub(crate) argument: Argument,
    /// The function that panics, at compile time, where the value cannot be.
    pub(crate) check: Option<&'static str>,
    /// The value.
    pub(crate) region: Region,
}

/// The argument of such a method.
pub(crate) enum Argument {
    None,
    Bits(u32),
    Integer(Integer),
}

/// What `take_pool` does.
pub(crate) enum TakePool {
    /// It takes a static.
    Static(Static),
    /// Boxes own the static: it is there to say so.
    Never { attributes: Vec<Attribute> },
    /// In a fallback: it gives nothing.
    Nothing,
}

/// The static that it takes.
#[derive(Clone, Default)]
pub(crate) struct Static {
    pub(crate) attributes: Vec<Attribute>,
    /// Whether it may be in a section that is not cleared at start.
    pub(crate) is_uncleared: bool,
}

impl Plan {
    /// Resolves what has been checked.
    pub(crate) fn new(spec: &Spec) -> Plan {
        let keys = &spec.keys;
        let capacity = match keys.capacity.given() {
            Some(given) => Capacity::Given(given.region, given.value.clone()),
            None if spec.is_values() => Capacity::Values,
            None => Capacity::One,
        };
        let attributes = spec.attributes.statics.clone();
        let owner = owner(spec);
        let listed = keys.bookkeeping.given().and_then(free_list);
        let take_pool = match owner {
            Owner::Pool | Owner::Values => {
                TakePool::Static(Static { attributes, is_uncleared: spec.attributes.names_section })
            }
            Owner::Boxes { .. } | Owner::BoxesOfNoMode(_) => TakePool::Never { attributes },
        };
        Plan {
            values: Values {
                capacity,
                declared: [
                    keys.layout.given().map(Declared::layout),
                    listed.map(Declared::free_list),
                    match owner {
                        Owner::Values => Some(Declared::guard_of_values(&keys.guard)),
                        _ => keys.guard.given().and_then(Declared::guard),
                    },
                    keys.generation_bits.given().map(Declared::generation_bits),
                    keys.on_wrap.given().and_then(Declared::on_wrap),
                    keys.align.given().map(Declared::align),
                    keys.marks.given().map(Declared::marks),
                ]
                .into_iter()
                .flatten()
                .collect(),
                owner,
                no_guard: keys.guard.given().and_then(no_guard).filter(|_| !spec.is_values()),
                free_list: listed,
                max_bytes: keys.max_bytes.given().cloned(),
            },
            set: spec.set.clone(),
            take_pool,
            ..Plan::inert(spec, spec.names())
        }
    }

    /// A plan of one slot, that holds nothing a user could have got wrong.
    pub(crate) fn inert(spec: &Spec, names: Names) -> Plan {
        let site = site(spec);
        let link = match spec.keys.krate.value() {
            Some(path) => link(path),
            None => Some("::stackpool".to_owned()),
        };
        let docs = docs::write(spec, &names, link.as_deref());
        let (marker, item) = match &spec.definition {
            Definition::Type { shape, .. } => (None, Item::Itself { shape: *shape }),
            Definition::Marker { item } => {
                let marker = Marker {
                    derives: derives(&spec.attributes.marker),
                    attributes: spec.attributes.marker.clone(),
                    vis: spec.vis.to_token_stream(),
                    name: spec.name.clone(),
                };
                let unit = || quote_spanned!(site=> ());
                (Some(marker), Item::Type(item.as_ref().map_or_else(unit, ToTokens::into_token_stream)))
            }
        };
        Plan {
            site,
            krate: krate(spec),
            name: printed_ident(&spec.name),
            shown_name: spec.plain_name(),
            vis: printed(&spec.vis),
            names: Names { alias: printed_ident(&names.alias), handle: printed_ident(&names.handle) },
            marker,
            item,
            values: if spec.is_values() { Values::one_value() } else { Values::one(Owner::Pool) },
            set: None,
            take_pool: TakePool::Nothing,
            pool_beside_boxes: None,
            everything: spec.attributes.everything.clone(),
            aliases: spec.attributes.aliases.clone(),
            deprecated: spec.attributes.deprecated.clone(),
            docs,
        }
    }
}

impl Values {
    /// Those of a pool of one slot.
    pub(crate) fn one(owner: Owner) -> Self {
        Values {
            capacity: Capacity::One,
            declared: Vec::new(),
            owner,
            no_guard: None,
            free_list: None,
            max_bytes: None,
        }
    }

    /// Those of a pool of one value.
    pub(crate) fn one_value() -> Self {
        Values { declared: vec![Declared::guard_of_values(&Slot::Empty)], ..Values::one(Owner::Values) }
    }
}

impl Declared {
    pub(crate) fn layout(given: &Given<u32>) -> Self {
        Declared {
            method: "layout",
            argument: Argument::Bits(given.value),
            check: Some("check_layout"),
            region: given.region,
        }
    }

    /// That items have room for it is checked apart: it takes the item.
    pub(crate) fn free_list(region: Region) -> Self {
        Declared { method: "free_list", argument: Argument::None, check: None, region }
    }

    /// The default is not declared.
    pub(crate) fn guard(given: &Given<Guard>) -> Option<Self> {
        let method = match given.value {
            Guard::Generation => return None,
            Guard::Live => "guard_live",
            Guard::None => "guard_none",
        };
        Some(Declared { method, argument: Argument::None, check: None, region: given.region })
    }

    /// Of values: `live` is the default.
    pub(crate) fn guard_of_values(guard: &Slot<Guard>) -> Self {
        let method = if guard.value() == Some(&Guard::None) { "guard_none" } else { "guard_live" };
        let region = guard.given().map_or(Region::at(Span::call_site()), |given| given.region);
        Declared { method, argument: Argument::None, check: None, region }
    }

    pub(crate) fn generation_bits(given: &Given<Integer>) -> Self {
        Declared {
            method: "generation_bits",
            argument: Argument::Integer(given.value.clone()),
            check: Some("check_generation_bits"),
            region: given.region,
        }
    }

    /// The default is not declared.
    pub(crate) fn on_wrap(given: &Given<OnWrap>) -> Option<Self> {
        match given.value {
            OnWrap::Wrap => None,
            OnWrap::Retire => Some(Declared {
                method: "retire",
                argument: Argument::None,
                check: Some("check_on_wrap"),
                region: given.region,
            }),
        }
    }

    pub(crate) fn marks(given: &Given<Marks>) -> Self {
        let (method, argument) = match &given.value {
            Marks::Default => ("marks", Argument::None),
            Marks::Given(count) => ("marks_at_most", Argument::Integer(count.clone())),
        };
        Declared { method, argument, check: Some("check_marks"), region: given.region }
    }

    /// In a fallback: as many as there are by default.
    pub(crate) fn some_marks() -> Self {
        Declared {
            method: "marks",
            argument: Argument::None,
            check: None,
            region: Region::at(Span::call_site()),
        }
    }

    pub(crate) fn align(given: &Given<Integer>) -> Self {
        Declared {
            method: "align",
            argument: Argument::Integer(given.value.clone()),
            check: Some("check_align"),
            region: given.region,
        }
    }
}

/// Who owns slots, of keys without a mistake.
fn owner(spec: &Spec) -> Owner {
    let keys = &spec.keys;
    if spec.is_values() {
        return Owner::Values;
    }
    match keys.boxed.given() {
        None => Owner::Pool,
        Some(boxed) => Owner::Boxes {
            mode: Mode::new(keys.sync.value().copied(), keys.exact.given().is_some()),
            region: keys.sync.given().map_or(boxed.region, |sync| sync.region),
        },
    }
}

/// Where a free list was asked for.
pub(crate) fn free_list(bookkeeping: &Given<Bookkeeping>) -> Option<Region> {
    (bookkeeping.value == Bookkeeping::FreeList).then_some(bookkeeping.region)
}

/// Where a guard was asked for that is none.
pub(crate) fn no_guard(guard: &Given<Guard>) -> Option<Region> {
    (guard.value == Guard::None).then_some(guard.region)
}

/// The span of what is printed.
pub(crate) fn site(spec: &Spec) -> Span {
    Span::mixed_site().located_at(spec.name.span())
}

/// The path to this crate, as given or by default.
pub(crate) fn krate(spec: &Spec) -> Krate {
    let site = site(spec);
    match spec.keys.krate.value() {
        Some(path) => Krate::Given(printed(path)),
        None => Krate::Default(quote_spanned!(site=> ::stackpool)),
    }
}

/// What a marker derives beside what its `attributes` derive, under a condition or not: a type with a marker as its
/// parameter, such as `Node<P>`, can then derive it too.
fn derives(attributes: &[Attribute]) -> Vec<TokenStream> {
    let mut derived = Vec::new();
    for attribute in attributes {
        collect_derives(&attribute.meta, &mut derived);
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
    all.into_iter()
        .filter(|(_, name)| !derived.iter().any(|other| other == name))
        .map(|(path, _)| path)
        .collect()
}

/// The last segments of what an attribute derives.
fn collect_derives(meta: &Meta, derived: &mut Vec<Ident>) {
    let Meta::List(list) = meta else { return };
    if list.path.is_ident("derive") {
        let paths = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
        derived
            .extend(paths.into_iter().flatten().filter_map(|path| Some(path.segments.last()?.ident.clone())));
    } else if list.path.is_ident("cfg_attr") {
        let wrapped = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        wrapped.into_iter().flatten().skip(1).for_each(|meta| collect_derives(&meta, derived));
    }
}

/// The path as rustdoc links take it. `$crate` of a `macro_rules!` macro has no name there.
fn link(path: &Path) -> Option<String> {
    let colons = if path.leading_colon.is_some() { "::" } else { "" };
    let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let link = format!("{colons}{}", segments.join("::"));
    (!link.contains('$')).then_some(link)
}

pub(crate) fn printed_ident(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(Span::call_site().located_at(ident.span()));
    ident
}
