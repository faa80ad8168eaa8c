//! Where a value ends and the next key, or the next entry, begins.

use crate::base::span_range::SpanRange;
use crate::spec::keys::KEYS;
use crate::spec::keywords;
use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Ident, Token};

/// Whether `[visibility] Name: [` stands here.
pub(crate) fn begins_entry(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if ahead.call(syn::Attribute::parse_outer).is_err() || ahead.parse::<syn::Visibility>().is_err() {
        return false;
    }
    ahead.peek(Ident) && ahead.peek2(Token![:]) && ahead.peek3(syn::token::Bracket)
}

/// Whether `key =` stands here, or a known key alone.
pub(crate) fn at_key(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let Ok(ident) = ahead.call(Ident::parse_any) else {
        return false;
    };
    let known = keywords::find(KEYS, &ident.to_string()).is_some();
    (ahead.peek(Token![=]) && !ahead.peek(Token![==]))
        || (known && (ahead.is_empty() || ahead.peek(Token![,])))
}

/// Whether the next token ends a value: a comma, or the end. A word on its own also does when what follows begins the
/// next key, of which the missing comma is the mistake.
pub(crate) fn at_end_of_value(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,]) || at_key(input)
}

/// Takes all tokens up to the comma that ends a value.
pub(crate) fn rest_of_value(input: ParseStream<'_>) -> (SpanRange, TokenStream) {
    let here = SpanRange::at(input.span());
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        match input.parse::<TokenTree>() {
            Ok(token) => tokens.extend([token]),
            Err(_) => break,
        }
    }
    let span = if tokens.is_empty() { here } else { SpanRange::of(&tokens) };
    (span, tokens)
}

/// Skips what cannot be read: up to behind the next comma that a key follows, or to the end.
pub(crate) fn skip_to_next_key(input: ParseStream<'_>) {
    while !input.is_empty() {
        match input.parse::<TokenTree>() {
            Ok(TokenTree::Punct(punct))
                if punct.as_char() == ',' && (at_key(input) || begins_entry(input)) =>
            {
                return;
            }
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// What was read from `before` on.
pub(crate) fn between(before: ParseStream<'_>, input: ParseStream<'_>) -> TokenStream {
    let end = input.cursor();
    let mut tokens = TokenStream::new();
    while before.cursor() < end {
        match before.parse::<TokenTree>() {
            Ok(token) => tokens.extend([token]),
            Err(_) => break,
        }
    }
    tokens
}

/// Skips what cannot be read: all of it.
pub(crate) fn skip_rest(input: ParseStream<'_>) {
    while input.parse::<TokenTree>().is_ok() {}
}
