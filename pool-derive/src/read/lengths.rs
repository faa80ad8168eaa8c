//! Lengths and constant arguments that `syn` reads only with its feature `full`: `[u8; if A { 1 } else { 2 }]`. Names
//! stand for them while they are read. A type without such a length takes no part in this.

use crate::base::span_range::SpanRange;
use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

/// The names, each a number behind these letters.
const NAME: &str = "__stackpool_length_";

/// What names stand for.
#[derive(Default)]
pub(crate) struct Lengths(Vec<TokenStream>);

impl Lengths {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `tokens` with a name for each length of an array and for each block among generic arguments.
    pub(crate) fn hide(&mut self, tokens: TokenStream) -> TokenStream {
        let (mut hidden, mut generics, mut is_arrow) = (TokenStream::new(), 0_usize, false);
        for tree in tokens {
            let mut joint = false;
            let tree = match tree {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && generics > 0 => {
                    self.name(TokenTree::Group(group).into())
                }
                TokenTree::Group(group) => {
                    let inside = self.hide(group.stream());
                    let is_bracket = group.delimiter() == Delimiter::Bracket;
                    with(&group, if is_bracket { self.hide_length(inside) } else { inside })
                }
                tree => tree,
            };
            if let TokenTree::Punct(punct) = &tree {
                match punct.as_char() {
                    '<' => generics += 1,
                    '>' if !is_arrow => generics = generics.saturating_sub(1),
                    _ => {}
                }
                joint = "-=".contains(punct.as_char()) && punct.spacing() == Spacing::Joint;
            }
            is_arrow = joint;
            hidden.extend([tree]);
        }
        hidden
    }

    /// The inside of the brackets of an array.
    fn hide_length(&mut self, inside: TokenStream) -> TokenStream {
        let is_end = |tree: &TokenTree| matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ';');
        let mut hidden = TokenStream::new();
        let mut trees = inside.into_iter();
        for tree in trees.by_ref() {
            let is_end = is_end(&tree);
            hidden.extend([tree]);
            if is_end {
                break;
            }
        }
        let length: TokenStream = trees.collect();
        if !length.is_empty() {
            hidden.extend([self.name(length)]);
        }
        hidden
    }

    fn name(&mut self, length: TokenStream) -> TokenTree {
        let name = Ident::new(&format!("{NAME}{}", self.0.len()), SpanRange::of(length.clone()).start());
        self.0.push(length);
        name.into()
    }

    /// `tokens` with what the names stand for.
    pub(crate) fn show(&self, tokens: TokenStream) -> TokenStream {
        let mut shown = TokenStream::new();
        for tree in tokens {
            match tree {
                TokenTree::Group(group) => shown.extend([with(&group, self.show(group.stream()))]),
                TokenTree::Ident(ident) => {
                    let word = ident.to_string();
                    let number = word.strip_prefix(NAME).and_then(|number| number.parse::<usize>().ok());
                    match number.and_then(|number| self.0.get(number)) {
                        Some(length) => shown.extend(self.show(length.clone())),
                        None => shown.extend([TokenTree::Ident(ident)]),
                    }
                }
                tree => shown.extend([tree]),
            }
        }
        shown
    }
}

/// `group` with another inside.
fn with(group: &Group, inside: TokenStream) -> TokenTree {
    let mut other = Group::new(group.delimiter(), inside);
    other.set_span(group.span());
    other.into()
}

#[cfg(test)]
mod tests;
