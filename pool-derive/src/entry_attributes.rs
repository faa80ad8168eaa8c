//! The attributes of an entry of `pool!`, sorted by what they go to.
//!
//! ```text
//! #[cfg(..)]                                                  all that the entry declares
//! #[link_section = ".."]  #[export_name = ".."]  #[used]      the static
//! #[deprecated]                                               the aliases and `take_pool`
//! #[doc(hidden)]                                              the marker type and the aliases
//! all others                                                  the marker type
//! ```
//!
//! The list for the static is closed. An attribute macro can put anything in the place of what it stands on, so an attribute
//! that is not in the list may not come along in a `cfg_attr` with one that is. Attributes that go to other places may share
//! a `cfg_attr`, which is then taken apart.

use crate::errors::Errors;
use crate::region::Region;
use crate::spec::Attributes;
use crate::text;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Ident, Meta, MetaList, Path};

/// What an attribute goes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Everything,
    Static,
    Deprecated,
    Hidden,
    Marker,
    /// Nowhere: keys follow the type of the entry.
    Keys,
    /// Nowhere: the static has a name that nobody could use.
    NoMangle,
}

/// One attribute, taken out of the `cfg_attr`s around it.
struct Leaf {
    place: Place,
    /// `cfg_attr` and its condition, the outermost first.
    conditions: Vec<(Path, TokenStream)>,
    meta: TokenStream,
    /// Whether it says which section a static is in.
    names_section: bool,
}

/// Sorts the attributes of an entry, and reports those that can go nowhere.
pub(crate) fn sort(attributes: Vec<Attribute>, errors: &mut Errors) -> Attributes {
    let mut sorted = Attributes::default();
    for attribute in attributes {
        let mut leaves = Vec::new();
        collect(attribute.meta.to_token_stream(), &mut Vec::new(), &mut leaves);
        let Some(first) = leaves.first().map(|leaf| leaf.place) else {
            // A `cfg_attr` of nothing: rustc has something to say of it.
            sorted.marker.push(attribute);
            continue;
        };
        let shared = leaves.iter().find(|leaf| leaf.place == Place::Static).map(|leaf| show(&leaf.meta));
        let is_whole = leaves.iter().all(|leaf| leaf.place == first);
        sorted.names_section |= leaves.iter().any(|leaf| leaf.names_section);
        for leaf in &leaves {
            let at = if leaf.conditions.is_empty() { Region::of(&attribute) } else { Region::of(&leaf.meta) };
            if let Some(message) = leaf.refusal(shared.as_deref()) {
                errors.add(at, message);
            } else if !is_whole {
                sorted.add(leaf.place, leaf.alone(&attribute));
            }
        }
        if is_whole {
            sorted.add(first, attribute);
        }
    }
    sorted
}

impl Attributes {
    fn add(&mut self, place: Place, attribute: Attribute) {
        match place {
            Place::Everything => self.everything.push(attribute),
            Place::Static => self.statics.push(attribute),
            Place::Deprecated => {
                self.aliases.push(attribute.clone());
                self.deprecated.push(attribute);
            }
            Place::Hidden => {
                self.aliases.push(attribute.clone());
                self.marker.push(attribute);
            }
            Place::Marker => self.marker.push(attribute),
            Place::Keys | Place::NoMangle => {}
        }
    }
}

impl Leaf {
    /// Why it can go nowhere. `shared` is an attribute of the static that stands in the same `cfg_attr`.
    fn refusal(&self, shared: Option<&str>) -> Option<String> {
        let goes_to = match self.place {
            Place::Keys => {
                return Some(
                    "the keys of an entry follow its type: `Name: [Type; 64], guard = live;`".to_owned(),
                );
            }
            Place::NoMangle => {
                return Some(
                    "the static of a pool has no name of its own to export: `#[unsafe(export_name = \"..\")]` gives it one"
                        .to_owned(),
                );
            }
            Place::Static => return None,
            Place::Everything => "all that the entry declares",
            Place::Deprecated => "the aliases and `take_pool`",
            Place::Hidden | Place::Marker => "the marker type",
        };
        let (shared, shown) = (shared?, show(&self.meta));
        Some(format!(
            "`{shown}` cannot share a `cfg_attr` with `{shared}`: it goes to {goes_to}, and `{shared}` to the static; give each \
             a `cfg_attr` of its own"
        ))
    }

    /// This attribute under its conditions.
    fn alone(&self, attribute: &Attribute) -> Attribute {
        let wrap =
            |meta: TokenStream, (path, condition): &(Path, TokenStream)| quote!(#path(#condition, #meta));
        let tokens = self.conditions.iter().rev().fold(self.meta.clone(), wrap);
        let meta = syn::parse2(tokens).unwrap_or_else(|_| attribute.meta.clone());
        Attribute { meta, ..attribute.clone() }
    }
}

/// Takes an attribute out of the `cfg_attr`s around it; there may be several in one, or none.
fn collect(meta: TokenStream, conditions: &mut Vec<(Path, TokenStream)>, leaves: &mut Vec<Leaf>) {
    let parsed = syn::parse2::<Meta>(meta.clone());
    match parsed {
        Ok(Meta::List(list)) if word(&list.path).as_deref() == Some("cfg_attr") => {
            let mut parts = split(list.tokens).into_iter();
            let condition = parts.next().unwrap_or_default();
            conditions.push((list.path, condition));
            for part in parts.filter(|part| !part.is_empty()) {
                collect(part, conditions, leaves);
            }
            conditions.pop();
        }
        parsed => {
            let (place, names_section) = parsed.map_or((Place::Marker, false), |meta| place(&meta));
            leaves.push(Leaf { place, conditions: conditions.clone(), meta, names_section });
        }
    }
}

/// What stands between the commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for tree in tokens {
        match (&tree, parts.last_mut()) {
            (TokenTree::Punct(punct), _) if punct.as_char() == ',' => parts.push(TokenStream::new()),
            (_, Some(part)) => part.extend([tree]),
            (_, None) => {}
        }
    }
    parts
}

/// What an attribute goes to, and whether it says which section a static is in.
fn place(meta: &Meta) -> (Place, bool) {
    let place = match word(meta.path()).as_deref() {
        Some("cfg") => Place::Everything,
        Some("link_section") => return (Place::Static, true),
        Some("export_name" | "used") => Place::Static,
        Some("no_mangle") => Place::NoMangle,
        Some("deprecated") => Place::Deprecated,
        Some("doc") if is_doc_hidden(meta) => Place::Hidden,
        Some("pool") => Place::Keys,
        Some("unsafe") => match meta {
            Meta::List(list) => return place_of_unsafe(list),
            Meta::Path(_) | Meta::NameValue(_) => Place::Marker,
        },
        _ => Place::Marker,
    };
    (place, false)
}

/// What `unsafe(..)` goes to: of the attributes that go anywhere, those of statics alone are unsafe.
fn place_of_unsafe(list: &MetaList) -> (Place, bool) {
    match list.parse_args::<Meta>().map(|meta| place(&meta)) {
        Ok(found @ (Place::Static | Place::NoMangle, _)) => found,
        _ => (Place::Marker, false),
    }
}

/// The path, where it is one word. `r#used` is `used`, to rustc too.
fn word(path: &Path) -> Option<String> {
    path.get_ident().map(|ident| ident.unraw().to_string())
}

/// Whether this is `doc(hidden)`.
pub(crate) fn is_doc_hidden(meta: &Meta) -> bool {
    match meta {
        Meta::List(list) => {
            list.path.is_ident("doc") && list.parse_args::<Ident>().is_ok_and(|argument| argument == "hidden")
        }
        Meta::Path(_) | Meta::NameValue(_) => false,
    }
}

/// An attribute as a message names it: what is long in it is left out.
fn show(meta: &TokenStream) -> String {
    let mut shown = TokenStream::new();
    for tree in meta.clone() {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                shown.extend([TokenTree::Group(group)]);
            }
            TokenTree::Group(group) => {
                let path = text::of_type(shown);
                let inside = if path == "unsafe" { show(&group.stream()) } else { "..".to_owned() };
                return format!("{path}({inside})");
            }
            TokenTree::Punct(punct) if punct.as_char() == '=' => {
                return format!("{} = ..", text::of_type(shown));
            }
            tree => shown.extend([tree]),
        }
    }
    text::of_type(shown)
}
