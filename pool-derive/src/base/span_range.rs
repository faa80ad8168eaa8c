//! Where an error, or a printed token, points.
//!
//! Stable procedural macros cannot join spans. But for anything that rustc parses, the span goes from the first token
//! to the last token. So a [`SpanRange`] keeps two spans: the first printed token gets the start, all others get the
//! end.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The place of something that the user wrote, from its first token to its last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpanRange {
    start: Span,
    end: Span,
}

impl SpanRange {
    /// One token.
    pub(crate) fn at(span: Span) -> Self {
        SpanRange { start: span, end: span }
    }

    /// All of `tokens`; the call site of the macro if there are no tokens.
    pub(crate) fn of(tokens: impl ToTokens) -> Self {
        let mut tokens = tokens.into_token_stream().into_iter();
        let Some(first) = tokens.next() else {
            return SpanRange::at(Span::call_site());
        };
        let last = tokens.last().unwrap_or_else(|| first.clone());
        SpanRange { start: open(&first), end: close(&last) }
    }

    pub(crate) fn start(self) -> Span {
        self.start
    }

    pub(crate) fn end(self) -> Span {
        self.end
    }

    /// From the start of this range to the end of `last`.
    pub(crate) fn to(self, last: SpanRange) -> SpanRange {
        SpanRange { start: self.start, end: last.end }
    }

    /// `tokens` with the spans of this range. rustc reports its own errors about them there, as if the user had written
    /// them.
    pub(crate) fn claim(self, tokens: TokenStream) -> TokenStream {
        let mut span = self.start;
        respan(tokens, &mut |_| std::mem::replace(&mut span, self.end))
    }
}

/// `tokens` shown where the user wrote them, but known to rustc as printed by the macro: lints do not report them, and
/// in a derive the use of a deprecated item causes no warning.
pub(crate) fn printed(tokens: impl ToTokens) -> TokenStream {
    respan(tokens.into_token_stream(), &mut |token| Span::call_site().located_at(token.span()))
}

/// `tokens` in which the parentheses or braces around the whole, if any, are known to rustc as printed by the macro.
/// Otherwise rustc would warn about unused parentheses: the user wrote `(64)` as the value of a key, and it becomes the
/// argument of a call.
pub(crate) fn printed_delimiters(tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) => {
            let mut outer = Group::new(group.delimiter(), printed_delimiters(group.stream()));
            outer.set_span(Span::call_site().located_at(group.span()));
            TokenTree::Group(outer).into()
        }
        _ => tokens,
    }
}

/// A name shown where the user wrote it, but known to rustc as printed by the macro.
pub(crate) fn printed_ident(ident: &Ident) -> Ident {
    named(ident, Span::call_site().located_at(ident.span()))
}

/// `ident` with another span. The edition of a token is that of its span, and `gen` is a keyword in the edition of the
/// macros alone. So it becomes `r#gen`, which is the same name in all editions.
fn named(ident: &Ident, span: Span) -> Ident {
    if ident == "gen" {
        return Ident::new_raw("gen", span);
    }
    let mut ident = ident.clone();
    ident.set_span(span);
    ident
}

/// `tokens` with other spans. `$crate` of a `macro_rules!` macro keeps its context, which tells rustc the crate.
fn respan(tokens: TokenStream, span: &mut dyn FnMut(&TokenTree) -> Span) -> TokenStream {
    let respanned = tokens.into_iter().map(|mut token| {
        let mut here = span(&token);
        match &token {
            TokenTree::Group(group) => {
                token = Group::new(group.delimiter(), respan(group.stream(), span)).into();
            }
            TokenTree::Ident(ident) if ident == "$crate" => here = ident.span().located_at(here),
            TokenTree::Ident(ident) => token = named(ident, here).into(),
            _ => {}
        }
        token.set_span(here);
        token
    });
    respanned.collect()
}

fn open(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}

fn close(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    }
}
