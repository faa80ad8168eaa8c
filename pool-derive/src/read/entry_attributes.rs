//! The attributes of an entry of `pool!`, sorted by their target: the part of the generated code that gets them.
//!
//! ```text
//! #[cfg(..)]                                                  everything that the entry declares
//! #[link_section = ".."]  #[export_name = ".."]  #[used]      the static
//! #[deprecated]                                               the aliases and `take_pool`
//! #[doc(hidden)]                                              the marker type and the aliases
//! #[no_mangle]  #[pool(..)]                                   nothing: an error
//! all others                                                  the marker type
//! ```
//!
//! The list for the static is closed. An attribute macro can replace the item that it is on by anything. So an
//! attribute that is not in the list cannot share a `cfg_attr` with one that is. Attributes for other targets can
//! share a `cfg_attr`, which is then split.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::spec::attributes::Attributes;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Ident, Meta, MetaList, Path};

/// The part of the generated code that gets an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Everything,
    Static,
    Deprecated,
    Hidden,
    Marker,
    /// None: keys are written after the type of the entry.
    Keys,
    /// None: the user does not choose the name of the static.
    NoMangle,
}

/// One attribute, taken out of the `cfg_attr`s around it.
struct Leaf {
    target: Target,
    /// `cfg_attr` and its condition, the outermost first.
    conditions: Vec<(Path, TokenStream)>,
    meta: TokenStream,
    /// Whether it names the section of the static.
    names_section: bool,
}

/// Sorts the attributes of an entry, and reports those that have no target.
pub(crate) fn sort(attributes: Vec<Attribute>, errors: &mut Errors) -> Attributes {
    let mut sorted = Attributes::default();
    for attribute in attributes {
        let mut leaves = Vec::new();
        collect(attribute.meta.to_token_stream(), &mut Vec::new(), &mut leaves);
        let Some(first) = leaves.first().map(|leaf| leaf.target) else {
            // A `cfg_attr` without attributes: rustc reports it.
            sorted.marker.push(attribute);
            continue;
        };
        let shared = leaves.iter().find(|leaf| leaf.target == Target::Static).map(|leaf| show(&leaf.meta));
        let is_whole = leaves.iter().all(|leaf| leaf.target == first);
        sorted.names_section |= leaves.iter().any(|leaf| leaf.names_section);
        for leaf in &leaves {
            let at = if leaf.conditions.is_empty() {
                SpanRange::of(&attribute)
            } else {
                SpanRange::of(TokenStream::from_iter(seen_through(leaf.meta.clone())))
            };
            if let Some(message) = leaf.refusal(shared.as_deref()) {
                errors.add(at, message);
            } else if !is_whole {
                sorted.add(leaf.target, leaf.alone(&attribute));
            }
        }
        if is_whole {
            sorted.add(first, attribute);
        }
    }
    sorted
}

impl Attributes {
    fn add(&mut self, target: Target, attribute: Attribute) {
        match target {
            Target::Everything => self.everything.push(attribute),
            Target::Static => self.statics.push(attribute),
            Target::Deprecated => {
                self.aliases.push(attribute.clone());
                self.deprecated.push(attribute);
            }
            Target::Hidden => {
                self.aliases.push(attribute.clone());
                self.marker.push(attribute);
            }
            Target::Marker => self.marker.push(attribute),
            Target::Keys | Target::NoMangle => {}
        }
    }
}

impl Leaf {
    /// The reason to refuse it, if any. `shared` is an attribute of the static in the same `cfg_attr`.
    fn refusal(&self, shared: Option<&str>) -> Option<String> {
        let goes_to = match self.target {
            Target::Keys => {
                return Some(
                    "write the keys of an entry after its type: `Name: [Type; 64], guard = live;`".to_owned(),
                );
            }
            Target::NoMangle => {
                return Some(
                    "the static of an entry has no name that could be exported: `#[unsafe(export_name = \"..\")]` \
                     gives it one"
                        .to_owned(),
                );
            }
            Target::Static => return None,
            Target::Everything => "everything that the entry declares",
            Target::Deprecated => "the aliases and `take_pool`",
            Target::Hidden | Target::Marker => "the marker type",
        };
        let (shared, shown) = (shared?, show(&self.meta));
        Some(format!(
            "`{shown}` cannot share a `cfg_attr` with `{shared}`: `{shown}` goes to {goes_to}, and `{shared}` goes \
             to the static; write two `cfg_attr`s"
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

/// Takes the attributes out of the `cfg_attr`s around them. A `cfg_attr` can contain several attributes, or none.
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
            let (target, names_section) = parsed.map_or((Target::Marker, false), |meta| target(&meta));
            leaves.push(Leaf { target, conditions: conditions.clone(), meta, names_section });
        }
    }
}

/// The parts between the commas.
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

/// The target of an attribute, and whether it names the section of the static.
fn target(meta: &Meta) -> (Target, bool) {
    let target = match word(meta.path()).as_deref() {
        Some("cfg") => Target::Everything,
        Some("link_section") => return (Target::Static, true),
        Some("export_name" | "used") => Target::Static,
        Some("no_mangle") => Target::NoMangle,
        Some("deprecated") => Target::Deprecated,
        Some("doc") if is_doc_hidden(meta) => Target::Hidden,
        Some("pool") => Target::Keys,
        Some("unsafe") => match meta {
            Meta::List(list) => return target_of_unsafe(list),
            Meta::Path(_) | Meta::NameValue(_) => Target::Marker,
        },
        _ => Target::Marker,
    };
    (target, false)
}

/// The target of `unsafe(..)`. Only attributes of statics can be unsafe.
fn target_of_unsafe(list: &MetaList) -> (Target, bool) {
    match list.parse_args::<Meta>().map(|meta| target(&meta)) {
        Ok(found @ (Target::Static | Target::NoMangle, _)) => found,
        _ => (Target::Marker, false),
    }
}

/// The path, if it is one word. `r#used` is `used`, to rustc too. But `r#unsafe` is not the keyword `unsafe`: it can
/// be an attribute macro of this name.
fn word(path: &Path) -> Option<String> {
    path.get_ident().filter(|ident| *ident != "r#unsafe").map(|ident| ident.unraw().to_string())
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

/// An attribute as it is shown in messages: long parts are replaced by `..`.
fn show(meta: &TokenStream) -> String {
    let mut shown = TokenStream::new();
    for tree in seen_through(meta.clone()) {
        match tree {
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

/// `tokens` without invisible delimiters: those around `$meta` of a `macro_rules!` macro.
fn seen_through(tokens: TokenStream) -> Vec<TokenTree> {
    let mut seen = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                seen.append(&mut seen_through(group.stream()));
            }
            tree => seen.push(tree),
        }
    }
    seen
}
