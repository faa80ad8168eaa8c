//! The path to `stackpool`, and the span of printed tokens.

use crate::base::span_range::{SpanRange, printed};
use crate::spec::Spec;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;

/// The path to `stackpool`.
pub(crate) enum Krate {
    /// `::stackpool`.
    Default(TokenStream),
    /// As the user wrote it. It keeps the user's spans, because it can be wrong.
    Given(TokenStream),
}

impl Krate {
    /// A path into `stackpool`. rustc reports errors about it at `span`, except errors about the path to the crate.
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

/// The span of printed tokens.
pub(crate) fn site(spec: &Spec) -> Span {
    Span::mixed_site().located_at(spec.name.span())
}

/// The path to `stackpool`, as given or by default.
pub(crate) fn krate(spec: &Spec) -> Krate {
    let site = site(spec);
    match spec.keys.krate.value() {
        Some(path) => Krate::Given(printed(path)),
        None => Krate::Default(quote_spanned!(site=> ::stackpool)),
    }
}

/// The path for links of rustdoc. `None` for `$crate` of a `macro_rules!` macro, which has no name in links.
pub(crate) fn link(path: &Path) -> Option<String> {
    let colons = if path.leading_colon.is_some() { "::" } else { "" };
    let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let link = format!("{colons}{}", segments.join("::"));
    (!link.contains('$')).then_some(link)
}
