//! The item type of an entry of `pool!`: it must be one concrete type that is `'static`.

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;
use crate::base::text;
use crate::read::lengths::Lengths;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::{GenericArgument, Lifetime, Path, PathArguments, Type};

/// The type of the items, and the names in it that stand for lengths.
pub(crate) struct ItemType {
    pub(crate) ty: Type,
    lengths: Lengths,
}

impl ItemType {
    /// The type, as the user wrote it.
    pub(crate) fn shown(self) -> Type {
        if self.lengths.is_empty() {
            self.ty
        } else {
            Type::Verbatim(self.lengths.show(self.ty.to_token_stream()))
        }
    }
}

/// Reads a type, if one begins here.
pub(crate) fn read(input: ParseStream<'_>) -> Option<ItemType> {
    let (ahead, mut lengths) = (input.fork(), Lengths::default());
    if let Ok(ty) = ahead.parse() {
        input.advance_to(&ahead);
        return Some(ItemType { ty, lengths });
    }
    let count = |tokens: TokenStream| tokens.into_iter().count();
    let tokens = lengths.hide(input.fork().parse().ok()?);
    let all = count(tokens.clone());
    let parser = |input: ParseStream<'_>| Ok((input.parse()?, count(input.parse()?)));
    let (ty, rest) = parser.parse2(tokens).ok()?;
    for _ in rest..all {
        input.parse::<TokenTree>().ok()?;
    }
    Some(ItemType { ty, lengths })
}

/// Reports a type that no pool can hold. Returns the type to print. If only lifetimes are wrong, this is the type with
/// `'static`, so that the user's other code compiles.
pub(crate) fn check(mut item: ItemType, errors: &mut Errors) -> Option<Type> {
    if let Some(message) = without_size(&item.ty) {
        errors.add(SpanRange::of(&item.ty), message);
        return None;
    }
    let mut walk = Walk { mistake: None, is_concrete: true };
    walk.in_type(&mut item.ty);
    if let Some((span, message)) = walk.mistake {
        errors.add(span, message);
    }
    walk.is_concrete.then(|| item.shown())
}

/// The message for a type that has no size, as far as its tokens show.
fn without_size(item: &Type) -> Option<String> {
    let written = text::of_type(quote!(#item));
    let instead = match item {
        Type::Paren(paren) => return without_size(&paren.elem),
        Type::Group(group) => return without_size(&group.elem),
        Type::TraitObject(_) => {
            format!(
                "write `Box<{written}>`, an enum of the types that the pool holds, or for functions a type as `fn()`"
            )
        }
        Type::Slice(slice) => {
            let elem = &slice.elem;
            format!("write `{}`, or `Box<{written}>`", text::of_type(quote!([#elem; 16])))
        }
        _ => return None,
    };
    Some(format!("all objects of a pool have one size, and `{written}` has none: {instead}"))
}

/// Finds the first mistake in a type: a part that is not concrete, or a lifetime other than `'static`. Such lifetimes
/// become `'static`.
struct Walk {
    mistake: Option<Mistake>,
    is_concrete: bool,
}

impl Walk {
    fn add(&mut self, span: SpanRange, message: impl Into<String>) {
        if self.mistake.is_none() {
            self.mistake = Some((span, message.into()));
        }
    }

    fn in_type(&mut self, ty: &mut Type) {
        let span = SpanRange::of(&*ty);
        match ty {
            Type::Infer(_) => {
                self.add(span, "a pool needs a concrete type: `_` cannot be inferred here");
                self.is_concrete = false;
            }
            Type::ImplTrait(_) => {
                self.add(span, "a pool needs a concrete type, not `impl ..`");
                self.is_concrete = false;
            }
            Type::Reference(reference) => {
                let (and, mutability, elem) = (&reference.and_token, &reference.mutability, &reference.elem);
                match &mut reference.lifetime {
                    Some(lifetime) => self.in_lifetime(lifetime),
                    None => {
                        let written = text::of_type(quote!(#and 'static #mutability #elem));
                        let message =
                            format!("a pool can outlive every lifetime except `'static`: write `{written}`");
                        self.add(span, message);
                        reference.lifetime = Some(Lifetime::new("'static", and.span));
                    }
                }
                self.in_type(&mut reference.elem);
            }
            Type::Path(ty) => {
                if let Some(qself) = &mut ty.qself {
                    self.in_type(&mut qself.ty);
                }
                self.in_arguments(&mut ty.path);
            }
            Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|elem| self.in_type(elem)),
            Type::Array(array) => self.in_type(&mut array.elem),
            Type::Slice(slice) => self.in_type(&mut slice.elem),
            Type::Ptr(pointer) => self.in_type(&mut pointer.elem),
            Type::Paren(paren) => self.in_type(&mut paren.elem),
            Type::Group(group) => self.in_type(&mut group.elem),
            // Functions and trait objects can bind lifetimes of their own.
            _ => {}
        }
    }

    fn in_arguments(&mut self, path: &mut Path) {
        for segment in &mut path.segments {
            let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else { continue };
            for argument in &mut arguments.args {
                match argument {
                    GenericArgument::Lifetime(lifetime) => self.in_lifetime(lifetime),
                    GenericArgument::Type(ty) => self.in_type(ty),
                    GenericArgument::AssocType(assoc) => self.in_type(&mut assoc.ty),
                    _ => {}
                }
            }
        }
    }

    fn in_lifetime(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "static" {
            return;
        }
        let span = SpanRange::at(lifetime.apostrophe).to(SpanRange::at(lifetime.ident.span()));
        self.add(
            span,
            format!("a pool can outlive every lifetime except `'static`: write `'static`, not `{lifetime}`"),
        );
        *lifetime = Lifetime::new("'static", lifetime.span());
    }
}
