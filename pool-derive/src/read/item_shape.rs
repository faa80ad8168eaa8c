//! The shape of an item as a number: the types of its fields, in their order, as they are written. A saved pool
//! contains the shape, so that its bytes are not read as items with other fields.
//!
//! Saves can know a type by another name than the source: see `saved_keys`.
//!
//! The names of fields and the paths of types are not part of the shape: if they change, the bytes stay the same. (The
//! shape of columns has the names of fields too.) Fields that are not saved are not part of it either.

use crate::base::span_range::printed;
use crate::read::leaves::asked_types;
use crate::read::saved_keys;
use crate::spec::shape::{SavedKeys, Shape, Words};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Field, Generics, Ident, Meta, Token, Type, Variant};

/// The names by which the fields of a type know itself: as the source has them, and as saves have them.
pub(crate) struct OwnName<'a> {
    pub(crate) rust: &'a Ident,
    pub(crate) saved: Option<&'a str>,
}

impl OwnName<'_> {
    /// The word that saves have: `Ship`, `ShipHandle` and `ShipLink`, for the name of the type in its place.
    fn saved(&self, word: &str) -> Option<String> {
        let suffix = word.strip_prefix(&self.rust.unraw().to_string())?;
        let saved = self.saved?;
        ["", "Handle", "Link"].contains(&suffix).then(|| format!("{saved}{suffix}"))
    }
}

/// The shape of a type, from its declaration.
pub(crate) fn of_declaration(input: &DeriveInput) -> Shape {
    let name = saved_keys::of(&input.attrs).name;
    let own = OwnName { rust: &input.ident, saved: name.as_deref() };
    let generics = &input.generics;
    let mut shape = match &input.data {
        Data::Struct(data) => {
            of_fields(data.fields.iter().filter(|field| !is_skipped(field)), &own, generics)
        }
        Data::Enum(data) => of_variants(&data.variants, &own, generics),
        Data::Union(data) => {
            Shape { fields: Vec::new(), ..of_fields(data.fields.named.iter(), &own, generics) }
        }
    };
    if allows_lints(&input.attrs) {
        // What is allowed on the type is not allowed on what is generated. (Without the attribute, the types keep their
        // spans: rustc reports a mistake once if all of its reports are at the same place.)
        for words in shape.fields.iter_mut().chain(&mut shape.parts) {
            words.types.iter_mut().for_each(|ty| *ty = printed(&*ty));
        }
    }
    shape.renamed = name.map(|name| (input.ident.unraw().to_string(), name));
    shape
}

/// Whether the user allows a lint, such as `deprecated`.
fn allows_lints(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| ["allow", "expect"].iter().any(|name| attribute.path().is_ident(name)))
}

/// Whether the field has `#[snapshot(skip)]` or `#[snapshot(keep)]`.
fn is_skipped(field: &Field) -> bool {
    ["skip", "keep"].iter().any(|word| word_in(&field.attrs, "snapshot", word).is_some())
}

/// The `word` in an attribute of this `name`.
pub(crate) fn word_in(attributes: &[Attribute], name: &str, word: &str) -> Option<Ident> {
    for attribute in attributes {
        let Meta::List(list) = &attribute.meta else { continue };
        if list.path.is_ident(name) {
            for tree in list.tokens.clone() {
                match tree {
                    TokenTree::Ident(ident) if ident == word => return Some(ident),
                    _ => {}
                }
            }
        }
    }
    None
}

/// The shape of an enum: the names of its variants, their fields, and their discriminants. Attributes, such as
/// documentation, and trailing commas do not count.
fn of_variants(variants: &Punctuated<Variant, Token![,]>, own: &OwnName<'_>, generics: &Generics) -> Shape {
    let (mut shape, mut parts) = (Text::new(Some(own)), Vec::new());
    for variant in variants {
        shape.add_word(&saved_keys::of(&variant.attrs).name.unwrap_or_else(|| variant.ident.to_string()));
        for field in &variant.fields {
            let keys = saved_keys::of(&field.attrs);
            match &keys.name {
                Some(name) => shape.add_word(name),
                None => shape.add(field.ident.to_token_stream()),
            }
            shape.add_word(":");
            parts.push(Words { text: shape.take(), ..Words::default() });
            let types = types_of(&field.ty, &keys, generics);
            shape.add_type(field.ty.to_token_stream(), keys.ty);
            parts.push(Words { text: shape.take(), types, ..Words::default() });
            shape.add_word(",");
        }
        if let Some((_, discriminant)) = &variant.discriminant {
            shape.add_word("=");
            shape.add(discriminant.to_token_stream());
        }
        shape.add_word(";");
    }
    parts.push(Words { text: shape.take(), ..Words::default() });
    let all: String = parts.iter().map(|part| &*part.text).collect();
    Shape { hash: hash(&all), parts, ..Shape::default() }
}

/// The types in that of a field that may have been renamed. What the user wrote for saves is as saves have it.
fn types_of(ty: &Type, keys: &SavedKeys, generics: &Generics) -> Vec<TokenStream> {
    if keys.ty.is_some() { Vec::new() } else { asked_types(ty, generics) }
}

fn of_fields<'a>(fields: impl Iterator<Item = &'a Field>, own: &OwnName<'_>, generics: &Generics) -> Shape {
    let mut shape = Shape::default();
    let mut all = String::new();
    for (position, field) in fields.enumerate() {
        let (mut words, keys) = (Text::new(Some(own)), saved_keys::of(&field.attrs));
        let types = types_of(&field.ty, &keys, generics);
        words.add_type(field.ty.to_token_stream(), keys.ty);
        words.add_word(",");
        all.push_str(&words.text);
        let name = field.ident.as_ref().map_or_else(|| position.to_string(), |name| name.unraw().to_string());
        shape.fields.push(Words { name, text: words.text, types });
    }
    Shape { hash: hash(&all), ..shape }
}

/// A field of columns.
pub(crate) struct ColumnShape<'a> {
    pub(crate) name: &'a str,
    pub(crate) ty: &'a TokenStream,
    pub(crate) keys: &'a SavedKeys,
}

/// The shape of columns: the names and the types of the saved fields, in their order, one list for each column. A group
/// with two fields has other bytes than two columns.
pub(crate) fn of_columns(columns: &[Vec<ColumnShape<'_>>], own: &OwnName<'_>, generics: &Generics) -> Shape {
    let mut shape = Shape::default();
    let mut all = String::new();
    for fields in columns {
        for (at, field) in fields.iter().enumerate() {
            let mut words = Text::new(Some(own));
            words.add_word(field.keys.name.as_deref().unwrap_or(field.name));
            words.add_word(":");
            words.add_type(field.ty.clone(), field.keys.ty.clone());
            words.add_word(",");
            if at + 1 == fields.len() {
                words.add_word(";");
            }
            all.push_str(&words.text);
            let ty = syn::parse2::<Type>(field.ty.clone());
            let types = ty.map(|ty| types_of(&ty, field.keys, generics)).unwrap_or_default();
            shape.fields.push(Words { name: field.name.to_owned(), text: words.text, types });
        }
    }
    Shape { hash: hash(&all), ..shape }
}

/// The shape of a type, from its name.
pub(crate) fn of_tokens(tokens: TokenStream) -> Shape {
    let ty = syn::parse2::<Type>(tokens.clone());
    let types = ty.map(|ty| asked_types(&ty, &Generics::default())).unwrap_or_default();
    let mut words = Text::new(None);
    words.add(tokens);
    let hash = hash(&words.text);
    Shape { hash, parts: vec![Words { text: words.text, types, ..Words::default() }], ..Shape::default() }
}

/// The shape of the type of a field with these keys, from its name.
pub(crate) fn of_type(ty: TokenStream, keys: SavedKeys, own: &OwnName<'_>) -> u64 {
    let mut words = Text::new(Some(own));
    words.add_type(ty, keys.ty);
    hash(&words.text)
}

/// The hash FNV-1a (Fowler, Noll, Vo) of words.
fn hash(words: &str) -> u64 {
    words.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Words, with a zero after each.
struct Text<'a> {
    text: String,
    own: Option<&'a OwnName<'a>>,
}

impl<'a> Text<'a> {
    fn new(own: Option<&'a OwnName<'a>>) -> Self {
        Text { text: String::new(), own }
    }

    /// Takes the words that were added since.
    fn take(&mut self) -> String {
        core::mem::take(&mut self.text)
    }

    /// Adds the type that saves know, or else this one.
    fn add_type(&mut self, ty: TokenStream, saved: Option<TokenStream>) {
        match saved {
            Some(saved) => {
                let own = self.own.take();
                self.add(saved);
                self.own = own;
            }
            None => self.add(ty),
        }
    }

    fn add(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, character: char| match trees.get(at) {
            Some(TokenTree::Punct(punct)) => punct.as_char() == character,
            _ => false,
        };
        // `module::` of a path. In `Type::<u32>` the name is that of the type.
        let is_module = |at: usize| is(at + 1, ':') && is(at + 2, ':') && !is(at + 3, '<');
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Ident(_) if is_module(at) => {}
                TokenTree::Punct(punct) if punct.as_char() == ':' => {}
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::None => ("", ""),
                    };
                    self.add_word(open);
                    self.add(group.stream());
                    self.add_word(close);
                }
                tree => {
                    let word = tree.to_string();
                    let saved = self.own.and_then(|own| own.saved(&word));
                    self.add_word(&saved.unwrap_or(word));
                }
            }
        }
    }

    fn add_word(&mut self, word: &str) {
        if !word.is_empty() {
            self.text.push_str(word);
            self.text.push('\0');
        }
    }
}

#[cfg(test)]
mod tests;
