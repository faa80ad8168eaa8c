//! The shape of an item as a number: the types of its fields, in their order, as they are written. A saved pool
//! contains the shape, so that its bytes are not read as items with other fields.
//!
//! The names of fields and the paths of types are not part of the shape: if they change, the bytes stay the same. (The
//! shape of columns has the names of fields too.) Fields that are not saved are not part of it either.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, Field, Ident, Meta, Token, Type, Variant};

/// The shape of a type, from its declaration.
pub(crate) fn of_declaration(data: &Data) -> u64 {
    match data {
        Data::Struct(data) => {
            of_types(data.fields.iter().filter(|field| !is_skipped(field)).map(|field| &field.ty))
        }
        Data::Enum(data) => of_variants(&data.variants),
        Data::Union(data) => of_types(data.fields.named.iter().map(|field| &field.ty)),
    }
}

/// Whether the field has `#[snapshot(skip)]`.
fn is_skipped(field: &Field) -> bool {
    word_in(&field.attrs, "snapshot", "skip").is_some()
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
fn of_variants(variants: &Punctuated<Variant, Token![,]>) -> u64 {
    let mut shape = ItemShape::new();
    for variant in variants {
        shape.add_word(&variant.ident.to_string());
        for field in &variant.fields {
            shape.add(field.ident.to_token_stream());
            shape.add_word(":");
            shape.add(field.ty.to_token_stream());
            shape.add_word(",");
        }
        if let Some((_, discriminant)) = &variant.discriminant {
            shape.add_word("=");
            shape.add(discriminant.to_token_stream());
        }
        shape.add_word(";");
    }
    shape.0
}

fn of_types<'a>(types: impl Iterator<Item = &'a Type>) -> u64 {
    let mut shape = ItemShape::new();
    for ty in types {
        shape.add(ty.to_token_stream());
        shape.add_word(",");
    }
    shape.0
}

/// The shape of columns: the names and the types of the saved fields, in their order, one list for each column. A group
/// with two fields has other bytes than two columns.
pub(crate) fn of_columns(columns: &[Vec<(String, TokenStream)>]) -> u64 {
    let mut shape = ItemShape::new();
    for fields in columns {
        for (name, ty) in fields {
            shape.add_word(name);
            shape.add_word(":");
            shape.add(ty.clone());
            shape.add_word(",");
        }
        shape.add_word(";");
    }
    shape.0
}

/// The shape of a type, from its name.
pub(crate) fn of_tokens(tokens: TokenStream) -> u64 {
    let mut shape = ItemShape::new();
    shape.add(tokens);
    shape.0
}

/// The hash FNV-1a (Fowler, Noll, Vo) of words.
struct ItemShape(u64);

impl ItemShape {
    fn new() -> Self {
        ItemShape(0xcbf2_9ce4_8422_2325)
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
                tree => self.add_word(&tree.to_string()),
            }
        }
    }

    fn add_word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        for byte in word.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests;
