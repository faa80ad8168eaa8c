//! How a field is saved, from how its type is written: an `Option`, an array or a tuple of types that are plain data,
//! or that are saved by hand.

use crate::base::joined::collected;
use crate::base::span_range::SpanRange;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericArgument, GenericParam, Generics, PathArguments, Type, TypePath};

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
            let by_hand = question(ty, quote!(#krate::__private::snapshot::ByHand::<#ty>::IS));
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

/// Whether the generated code asks rustc how values of this type are saved: not if that is known, and not if the answer
/// depends on parameters, which no constant in a type may.
pub(super) fn asked(ty: &Type, generics: &Generics) -> bool {
    let known = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
        "bool", "char",
    ];
    let is_known = matches!(ty, Type::Path(path) if known.iter().any(|name| path.path.is_ident(name)));
    let mut names: Vec<String> = collected(generics.params.iter().map(name_of));
    if !names.is_empty() {
        names.push("Self".to_owned());
    }
    !is_known && !mentions(ty.to_token_stream(), &names)
}

/// The name of a parameter.
fn name_of(param: &GenericParam) -> String {
    match param {
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
        GenericParam::Lifetime(param) => param.lifetime.ident.to_string(),
    }
}

/// Whether one of the names is in the tokens.
fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
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

/// Returns the types of a field that are plain data.
pub(super) fn leaves<'t>(ty: &'t Type, found: &mut Vec<&'t Type>) {
    match ty {
        Type::Group(group) => leaves(&group.elem, found),
        Type::Paren(paren) => leaves(&paren.elem, found),
        Type::Array(array) => leaves(&array.elem, found),
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            tuple.elems.iter().for_each(|element| leaves(element, found));
        }
        Type::Path(path) => match in_option(path) {
            Some(value) => leaves(value, found),
            None => found.push(ty),
        },
        _ => found.push(ty),
    }
}

/// Returns the type in an `Option`.
fn in_option(path: &TypePath) -> Option<&Type> {
    let known = ["Option", "std :: option :: Option", "core :: option :: Option"];
    let segment = path.path.segments.last().filter(|_| path.qself.is_none())?;
    let mut name = path.path.clone();
    name.leading_colon = None;
    name.segments.last_mut()?.arguments = PathArguments::None;
    if !known.contains(&name.to_token_stream().to_string().as_str()) {
        return None;
    }
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => {
            match arguments.args.first()? {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            }
        }
        _ => None,
    }
}
