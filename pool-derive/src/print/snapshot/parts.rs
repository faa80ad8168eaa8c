//! How a field is saved, from how its type is written: an `Option`, an array or a tuple of types that are plain data,
//! or that are saved by hand.

use crate::base::span_range::SpanRange;
use crate::read::leaves::{asked, in_option};
use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Generics, Type};

/// Returns what implements `FieldForm` for a field of this type. The types that are plain data have the places where
/// the user wrote them.
pub(super) fn part_of(krate: &TokenStream, generics: &Generics, ty: &Type) -> TokenStream {
    let inner = |ty| part_of(krate, generics, ty);
    match ty {
        Type::Group(group) => inner(&group.elem),
        Type::Paren(paren) => inner(&paren.elem),
        Type::Array(array) => {
            let (element, len) = (inner(&array.elem), &array.len);
            // Braces of ours, which rustc does not advise the user to remove.
            let len = quote_spanned!(Span::mixed_site()=> { #len });
            around(ty, quote!(#krate::__private::snapshot::Each::<), quote!(#element, #len), quote!(>))
        }
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().map(inner);
            let mut parts = Group::new(Delimiter::Parenthesis, quote!(#(#parts,)*));
            parts.set_span(tuple.paren_token.span.join());
            parts.into_token_stream()
        }
        Type::Path(path) if in_option(path).is_some() => {
            let value = in_option(path).map(inner).into_token_stream();
            around(ty, quote!(#krate::__private::snapshot::Maybe::<), value, quote!(>))
        }
        _ => {
            let leaf = quote!(#krate::__private::snapshot::Leaf::<);
            if !asked(ty, generics) {
                return around(ty, leaf, ty.to_token_stream(), quote!(>));
            }
            let by_hand = question(ty, quote!(#krate::__private::snapshot::ByHand::<#ty>::IS_IN_SAVES));
            around(ty, leaf, quote!(#ty, #by_hand), quote!(>))
        }
    }
}

/// A question about a type, which the constant `asked` answers, in the place of the type. `IsNot` is in scope.
pub(super) fn question(ty: &Type, asked: TokenStream) -> TokenStream {
    let end = SpanRange::at(SpanRange::of(ty).end());
    let mut answer = Group::new(Delimiter::Brace, end.claim(asked));
    answer.set_span(end.start());
    answer.into_token_stream()
}

/// `before`, `inner` and `after`, all as if the user had written them in the place of `ty`. rustc reports a mistake
/// once if all of its reports are at the same place.
pub(super) fn around(ty: &Type, before: TokenStream, inner: TokenStream, after: TokenStream) -> TokenStream {
    let place = SpanRange::of(ty);
    let (before, after) = (place.claim(before), SpanRange::at(place.end()).claim(after));
    quote!(#before #inner #after)
}

/// A call of `function`, as if the user had written it in the place of `ty`. In braces, the function is a value: rustc
/// reports a mistake in it there, and not at an argument.
pub(super) fn called(ty: &Type, function: TokenStream, arguments: TokenStream) -> TokenStream {
    let place = SpanRange::of(ty);
    let mut function = Group::new(Delimiter::Brace, function);
    function.set_span(place.start());
    let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
    arguments.set_span(place.end());
    quote!(#function #arguments)
}
