//! Where a value ends and the next key, or the next entry, begins.

use crate::base::span_range::SpanRange;
use crate::spec::keys::KEYS;
use crate::spec::keywords;
use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::{Ident, Token};

/// Whether the next tokens are `[visibility] Name: [`.
pub(crate) fn begins_entry(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    if ahead.call(syn::Attribute::parse_outer).is_err() || ahead.parse::<syn::Visibility>().is_err() {
        return false;
    }
    ahead.peek(Ident) && ahead.peek2(Token![:]) && ahead.peek3(syn::token::Bracket)
}

/// Whether the next tokens are `key =`, or a known key alone.
pub(crate) fn at_key(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let Ok(ident) = ahead.call(Ident::parse_any) else {
        return false;
    };
    let known = keywords::find(KEYS, &ident.to_string()).is_some();
    (ahead.peek(Token![=]) && !ahead.peek(Token![==]))
        || (known && (ahead.is_empty() || ahead.peek(Token![,])))
}

/// Takes a path that is written as a key, such as `pool::capacity`, and returns its last word. Other paths are values.
pub(crate) fn path_as_key(input: ParseStream<'_>) -> Option<Ident> {
    let ahead = input.fork();
    let mut last = None;
    if !ahead.peek(Token![::]) {
        ahead.call(Ident::parse_any).ok()?;
    }
    while ahead.peek(Token![::]) {
        ahead.parse::<Token![::]>().ok()?;
        last = Some(ahead.fork());
        ahead.call(Ident::parse_any).ok()?;
    }
    let last = last.filter(|last| at_key(last))?;
    input.advance_to(&ahead);
    last.call(Ident::parse_any).ok()
}

/// Whether the value ends here: at a comma, at the end, or before the next key. In the last case the mistake is the
/// missing comma.
pub(crate) fn at_end_of_value(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,]) || at_key(input)
}

/// Takes the tokens of a value: those before a comma, or before the next key or entry if the comma is missing. After an
/// operator, the value goes on.
pub(crate) fn rest_of_value(input: ParseStream<'_>) -> (SpanRange, TokenStream) {
    let here = SpanRange::at(input.span());
    let mut tokens = TokenStream::new();
    let mut can_end = false;
    while !input.is_empty() && !input.peek(Token![,]) && !(can_end && (at_key(input) || begins_entry(input)))
    {
        match input.parse::<TokenTree>() {
            Ok(token) => {
                can_end = !matches!(token, TokenTree::Punct(_));
                tokens.extend([token]);
            }
            Err(_) => break,
        }
    }
    let span = if tokens.is_empty() { here } else { SpanRange::of(&tokens) };
    (span, tokens)
}

/// Skips tokens that cannot be read: up to and including the next comma, or to the end. A comma after a `<`, which can
/// be one of arguments, ends them only before a key or an entry.
pub(crate) fn skip_to_next_key(input: ParseStream<'_>) {
    let mut opened = 0_usize;
    while let Ok(tree) = input.parse::<TokenTree>() {
        let TokenTree::Punct(punct) = tree else { continue };
        match punct.as_char() {
            '<' => opened += 1,
            '>' => opened = opened.saturating_sub(1),
            ',' if opened == 0 || at_key(input) || begins_entry(input) => return,
            _ => {}
        }
    }
}

/// Skips tokens up to and including the next comma, or to the end.
pub(crate) fn skip_comma(input: ParseStream<'_>) {
    while let Ok(tree) = input.parse::<TokenTree>() {
        if matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == ',') {
            return;
        }
    }
}

/// The tokens from `before` to the current place of `input`.
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

/// Skips all tokens.
pub(crate) fn skip_rest(input: ParseStream<'_>) {
    while input.parse::<TokenTree>().is_ok() {}
}
