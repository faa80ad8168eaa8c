//! The path to this crate, and the span of what is printed.

use crate::base::span_range::{SpanRange, printed};
use crate::spec::Spec;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;

/// Path to this crate.
pub(crate) enum Krate {
    /// `::stackpool`.
    Default(TokenStream),
    /// As the user wrote it, where it stays: it may be wrong.
    Given(TokenStream),
}

impl Krate {
    /// A path into this crate, of which rustc's errors are about `span`, except for those about the path to the crate.
    pub(crate) fn claim(&self, span: SpanRange, rest: TokenStream) -> TokenStream {
        match self {
            Krate::Default(path) => span.claim(quote!(#path #rest)),
            Krate::Given(path) => {
                let rest = span.claim(rest);
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

/// The span of what is printed.
pub(crate) fn site(spec: &Spec) -> Span {
    Span::mixed_site().located_at(spec.name.span())
}

/// The path to this crate, as given or by default.
pub(crate) fn krate(spec: &Spec) -> Krate {
    let site = site(spec);
    match spec.keys.krate.value() {
        Some(path) => Krate::Given(printed(path)),
        None => Krate::Default(quote_spanned!(site=> ::stackpool)),
    }
}

/// The path as rustdoc links take it. `$crate` of a `macro_rules!` macro has no name there.
pub(super) fn link(path: &Path) -> Option<String> {
    let colons = if path.leading_colon.is_some() { "::" } else { "" };
    let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let link = format!("{colons}{}", segments.join("::"));
    (!link.contains('$')).then_some(link)
}
