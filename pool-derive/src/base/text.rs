//! Expressions and types as text, with the usual spaces: for generated documentation and messages.
//!
//! A token does not know the white space around it. Stable Rust cannot join spans to find that space in the source.

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Member;
use syn::ext::IdentExt;

/// Operators of several characters, longest first.
const OPERATORS: &[&str] =
    &["<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", ".."];

/// Keywords that have a space before a bracket.
const KEYWORDS: &[&str] = &["as", "const", "dyn", "else", "if", "in", "match", "mut", "return"];

/// The meaning of a bare `<`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Less than, if it follows a word; elsewhere it opens generic arguments.
    Expression,
    /// It opens generic arguments.
    Type,
}

/// The kind of token to the left of the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// The start, or an operator that has written its own space.
    Nothing,
    /// An operator without a space after it, such as a unary minus.
    Glue,
    /// A name, a literal, a closing bracket.
    Word,
}

pub(crate) fn expression(tokens: impl ToTokens) -> String {
    text(tokens.into_token_stream(), Reading::Expression)
}

pub(crate) fn of_type(tokens: impl ToTokens) -> String {
    text(tokens.into_token_stream(), Reading::Type)
}

/// The name of a field.
pub(crate) fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// `text` with a capital as its first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let Some(first) = text.chars().next() else { return String::new() };
    let (first, rest) = text.split_at(first.len_utf8());
    first.to_uppercase() + rest
}

/// `words` as a list, with `last` before the last one.
pub(crate) fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{}{last} {end}", first.join(", ")),
    }
}

fn text(tokens: TokenStream, reading: Reading) -> String {
    let mut writer =
        Writer { out: String::new(), left: Left::Nothing, reading, generics: 0, after_keyword: false };
    writer.write(tokens);
    writer.out.trim_end().to_owned()
}

struct Writer {
    out: String,
    left: Left,
    reading: Reading,
    /// The number of open generic arguments.
    generics: usize,
    /// Whether the word to the left is one of [`KEYWORDS`].
    after_keyword: bool,
}

impl Writer {
    fn write(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = trees.as_slice();
        while let Some((tree, tail)) = rest.split_first() {
            rest = tail;
            match tree {
                TokenTree::Group(group) => self.group(group.delimiter(), group.stream()),
                TokenTree::Ident(ident) => self.word(&ident.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                    if self.left == Left::Word {
                        self.out.push(' ');
                    }
                    self.out.push('\'');
                    self.left = Left::Glue;
                }
                TokenTree::Punct(punct) => {
                    let mut operator = punct.as_char().to_string();
                    let mut joint = punct.spacing() == Spacing::Joint;
                    while joint && !(self.generics > 0 && operator == ">") {
                        let Some((TokenTree::Punct(next), tail)) = rest.split_first() else {
                            break;
                        };
                        let longer = format!("{operator}{}", next.as_char());
                        if !OPERATORS.iter().any(|known| known.starts_with(&longer)) {
                            break;
                        }
                        (operator, joint, rest) = (longer, next.spacing() == Spacing::Joint, tail);
                    }
                    let before_group = matches!(rest.first(), Some(TokenTree::Group(_)));
                    self.operator(&operator, before_group);
                }
            }
        }
    }

    fn word(&mut self, word: &str) {
        if self.left == Left::Word {
            self.out.push(' ');
        }
        self.out.push_str(word);
        self.left = Left::Word;
        self.after_keyword = KEYWORDS.contains(&word);
    }

    fn group(&mut self, delimiter: Delimiter, inner: TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::None => return self.write(inner),
        };
        // After a name, a parenthesis is a call, and a bracket is an index.
        if self.left == Left::Word && (delimiter == Delimiter::Brace || self.after_keyword) {
            self.out.push(' ');
        }
        self.out.push_str(open);
        self.out.push_str(&text(inner, self.reading));
        self.out.push_str(close);
        self.left = Left::Word;
    }

    fn operator(&mut self, operator: &str, before_group: bool) {
        let after_word = self.left == Left::Word;
        let opens = operator == "<"
            && (self.reading == Reading::Type || self.generics > 0 || self.left != Left::Word);
        let glue = match operator {
            "," | ";" | ":" => {
                self.out.push_str(operator);
                self.out.push(' ');
                self.left = Left::Nothing;
                return;
            }
            ">" if self.generics > 0 => {
                self.generics -= 1;
                self.out.push('>');
                self.left = Left::Word;
                return;
            }
            "::" | "." | ".." | "..=" | "?" | "#" | "$" => true,
            "!" => !after_word || before_group,
            "-" | "*" | "&" | "&&" => !after_word,
            "<" if opens => {
                self.generics += 1;
                true
            }
            _ => false,
        };
        if glue {
            self.out.push_str(operator);
            self.left = Left::Glue;
        } else {
            let space = if after_word { " " } else { "" };
            self.out.push_str(&format!("{space}{operator} "));
            self.left = Left::Nothing;
        }
    }
}

/// The first of `names` that `tokens` use. `N` in `limits::N` is another name.
pub(crate) fn first_mentioned(tokens: TokenStream, names: &[Ident]) -> Option<Ident> {
    let mut colons = 0;
    for tree in tokens {
        let seen = std::mem::take(&mut colons);
        let is_qualified = seen == 2;
        match tree {
            TokenTree::Group(group) => {
                if let Some(found) = first_mentioned(group.stream(), names) {
                    return Some(found);
                }
            }
            TokenTree::Ident(ident) if !is_qualified && names.contains(&ident) => return Some(ident),
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons = seen + 1,
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
