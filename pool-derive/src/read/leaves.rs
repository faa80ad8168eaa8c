//! The parts of the type of a field: what an `Option`, an array or a tuple consists of.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, GenericParam, Generics, PathArguments, Type, TypePath};

/// Whether the generated code asks rustc how values of this type are saved: not if that is known, and not if the answer
/// depends on parameters, which no constant in a type may.
pub(crate) fn asked(ty: &Type, generics: &Generics) -> bool {
    let known = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
        "bool", "char",
    ];
    let is_known = matches!(ty, Type::Path(path) if known.iter().any(|name| path.path.is_ident(name)));
    let mut names: Vec<String> = generics.params.iter().map(name_of).collect();
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

/// Returns the types of a field that are plain data.
pub(crate) fn leaves<'t>(ty: &'t Type, found: &mut Vec<&'t Type>) {
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
pub(crate) fn in_option(path: &TypePath) -> Option<&Type> {
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

/// The types in this one that may have been renamed: its leaves, if rustc can be asked about them.
pub(crate) fn asked_types(ty: &Type, generics: &Generics) -> Vec<TokenStream> {
    let mut found = Vec::new();
    leaves(ty, &mut found);
    found.retain(|ty| {
        let is_path = matches!(ty, Type::Path(path) if path.qself.is_none());
        is_path && asked(ty, generics) && !mentions(ty.to_token_stream(), &["Self".to_owned()])
    });
    found.into_iter().map(ToTokens::to_token_stream).collect()
}
