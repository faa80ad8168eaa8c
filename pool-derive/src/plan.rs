//! A pool with every name, path and type resolved: what is printed, and where it points. Nothing in it is undecided.

use crate::docs::{self, Docs};
use crate::keywords::{Guard, OnWrap};
use crate::region::{Region, printed};
use crate::slot::Given;
use crate::spec::{Definition, Names, Spec, names_section};
use crate::value::Integer;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Generics, Ident};

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
    /// Its generics: none, but in a fallback.
    pub(crate) generics: Generics,
    pub(crate) vis: TokenStream,
    pub(crate) names: Names,
    /// The marker type, where the macro prints the type that defines the pool.
    pub(crate) marker: Option<Marker>,
    /// What the pool holds.
    pub(crate) item: Item,
    pub(crate) capacity: Capacity,
    /// The other keys that shape the pool.
    pub(crate) declared: Vec<Declared>,
    /// `guard = none`, which not every item can have.
    pub(crate) no_guard: Option<Region>,
    pub(crate) max_bytes: Option<Given<Integer>>,
    pub(crate) take_pool: TakePool,
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
    pub(crate) attributes: Vec<Attribute>,
    /// As the user wrote it.
    pub(crate) vis: TokenStream,
    pub(crate) name: Ident,
}

/// What the pool holds.
pub(crate) enum Item {
    /// The type that defines it.
    Itself,
    /// A type that the user named.
    Type(TokenStream),
}

/// The capacity.
pub(crate) enum Capacity {
    Given(Region, Integer),
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
    Static {
        attributes: Vec<Attribute>,
        /// Whether the static may be in a section that is not cleared at boot.
        uncleared: bool,
    },
    /// In a fallback: it gives nothing.
    Nothing,
}

impl Plan {
    /// Resolves what has been checked.
    pub(crate) fn new(spec: &Spec) -> Plan {
        let keys = &spec.keys;
        let capacity = match keys.capacity.given() {
            Some(given) => Capacity::Given(given.region, given.value.clone()),
            None => Capacity::One,
        };
        let uncleared = names_section(&spec.attributes.statics);
        Plan {
            capacity,
            declared: declared(spec),
            no_guard: keys.guard.given().filter(|given| given.value == Guard::None).map(|given| given.region),
            max_bytes: keys.max_bytes.given().cloned(),
            take_pool: TakePool::Static { attributes: spec.attributes.statics.clone(), uncleared },
            ..Plan::inert(spec, spec.names())
        }
    }

    /// A plan of one slot, that holds nothing a user could have got wrong.
    pub(crate) fn inert(spec: &Spec, names: Names) -> Plan {
        let site = Span::mixed_site().located_at(spec.name.span());
        let (krate, link) = match spec.keys.krate.value() {
            Some(path) => (Krate::Given(printed(path)), link(path)),
            None => (Krate::Default(quote_spanned!(site=> ::stackpool)), Some("::stackpool".to_owned())),
        };
        let docs = docs::write(spec, &names, link.as_deref());
        let (generics, marker, item) = match &spec.definition {
            Definition::Type(generics) => (generics.clone(), None, Item::Itself),
            Definition::Marker { item } => {
                let marker = Marker {
                    attributes: spec.attributes.marker.clone(),
                    vis: spec.vis.to_token_stream(),
                    name: spec.name.clone(),
                };
                let unit = || quote_spanned!(site=> ());
                (
                    Generics::default(),
                    Some(marker),
                    Item::Type(item.as_ref().map_or_else(unit, ToTokens::into_token_stream)),
                )
            }
        };
        Plan {
            site,
            krate,
            name: printed_ident(&spec.name),
            shown_name: spec.plain_name(),
            generics,
            vis: printed(&spec.vis),
            names: Names { pool: printed_ident(&names.pool), handle: printed_ident(&names.handle) },
            marker,
            item,
            capacity: Capacity::One,
            declared: Vec::new(),
            no_guard: None,
            max_bytes: None,
            take_pool: TakePool::Nothing,
            everything: spec.attributes.everything.clone(),
            aliases: spec.attributes.aliases.clone(),
            deprecated: spec.attributes.deprecated.clone(),
            docs,
        }
    }
}

/// The keys that the runtime's `Plan` is told of. What is the default there is not told.
fn declared(spec: &Spec) -> Vec<Declared> {
    let keys = &spec.keys;
    let mut declared = Vec::new();
    let mut add = |method, argument, check, region| {
        declared.push(Declared { method, argument, check, region });
    };
    if let Some(layout) = keys.layout.given() {
        add("layout", Argument::Bits(layout.value), Some("check_layout"), layout.region);
    }
    if let Some(guard) = keys.guard.given() {
        match guard.value {
            Guard::Generation => {}
            Guard::Live => add("guard_live", Argument::None, None, guard.region),
            Guard::None => add("guard_none", Argument::None, None, guard.region),
        }
    }
    if let Some(bits) = keys.generation_bits.given() {
        add(
            "generation_bits",
            Argument::Integer(bits.value.clone()),
            Some("check_generation_bits"),
            bits.region,
        );
    }
    if let Some(on_wrap) = keys.on_wrap.given() {
        match on_wrap.value {
            OnWrap::Wrap => {}
            OnWrap::Retire => add("retire", Argument::None, Some("check_on_wrap"), on_wrap.region),
        }
    }
    if let Some(align) = keys.align.given() {
        add("align", Argument::Integer(align.value.clone()), Some("check_align"), align.region);
    }
    declared
}

/// The path as rustdoc links take it. `$crate` of a `macro_rules!` macro has no name there.
fn link(path: &syn::Path) -> Option<String> {
    let colons = if path.leading_colon.is_some() { "::" } else { "" };
    let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let link = format!("{colons}{}", segments.join("::"));
    (!link.contains('$')).then_some(link)
}

fn printed_ident(ident: &Ident) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(Span::call_site().located_at(ident.span()));
    ident
}
