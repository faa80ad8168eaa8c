//! The item type of an entry of `pool!`: it must be one concrete type that is `'static`.

use crate::base::errors::{Errors, Mistake};
use crate::base::span_range::SpanRange;
use crate::base::text;
use quote::quote;
use syn::visit::Visit;
use syn::{Expr, GenericArgument, Lifetime, Path, PathArguments, Type};

/// Reports a type that no pool can hold. Returns the type to print. If only lifetimes are wrong, this is the type with
/// `'static`, so that the user's other code compiles.
pub(crate) fn check(mut item: Type, errors: &mut Errors) -> Option<Type> {
    if let Some(message) = without_size(&item) {
        errors.add(SpanRange::of(&item), message);
        return None;
    }
    let mut visitor = TypeVisitor { mistake: None };
    visitor.visit_type(&item);
    let Some((span, message)) = visitor.mistake else {
        return Some(item);
    };
    errors.add(span, message);
    borrow_for_ever(&mut item).then_some(item)
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

/// Replaces all lifetimes by `'static`. Returns whether the result is one concrete type.
fn borrow_for_ever(ty: &mut Type) -> bool {
    match ty {
        Type::Infer(_) | Type::ImplTrait(_) => false,
        Type::Reference(reference) => {
            reference.lifetime = Some(Lifetime::new("'static", reference.and_token.span));
            borrow_for_ever(&mut reference.elem)
        }
        Type::Path(ty) => {
            ty.qself.as_mut().is_none_or(|qself| borrow_for_ever(&mut qself.ty))
                && arguments_borrow_for_ever(&mut ty.path)
        }
        Type::Tuple(tuple) => tuple.elems.iter_mut().all(borrow_for_ever),
        Type::Array(array) => borrow_for_ever(&mut array.elem),
        Type::Slice(slice) => borrow_for_ever(&mut slice.elem),
        Type::Ptr(pointer) => borrow_for_ever(&mut pointer.elem),
        Type::Paren(paren) => borrow_for_ever(&mut paren.elem),
        Type::Group(group) => borrow_for_ever(&mut group.elem),
        // As in `TypeVisitor`: these types can bind lifetimes of their own.
        _ => true,
    }
}

fn arguments_borrow_for_ever(path: &mut Path) -> bool {
    let arguments = path.segments.iter_mut().filter_map(|segment| match &mut segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&mut arguments.args),
        PathArguments::None | PathArguments::Parenthesized(_) => None,
    });
    arguments.flatten().all(|argument| match argument {
        GenericArgument::Lifetime(lifetime) => {
            *lifetime = Lifetime::new("'static", lifetime.span());
            true
        }
        GenericArgument::Type(ty) => borrow_for_ever(ty),
        GenericArgument::AssocType(assoc) => borrow_for_ever(&mut assoc.ty),
        _ => true,
    })
}

/// Finds the first mistake in a type: a part that is not concrete, or a lifetime other than `'static`.
struct TypeVisitor {
    mistake: Option<Mistake>,
}

impl TypeVisitor {
    fn add(&mut self, span: SpanRange, message: impl Into<String>) {
        if self.mistake.is_none() {
            self.mistake = Some((span, message.into()));
        }
    }
}

impl<'ast> Visit<'ast> for TypeVisitor {
    fn visit_type(&mut self, ty: &'ast Type) {
        match ty {
            Type::Infer(_) => {
                self.add(SpanRange::of(ty), "a pool needs a concrete type: `_` cannot be inferred here");
            }
            Type::ImplTrait(_) => self.add(SpanRange::of(ty), "a pool needs a concrete type, not `impl ..`"),
            // These types can bind lifetimes of their own.
            Type::FnPtr(_) | Type::TraitObject(_) => {}
            Type::Reference(reference) if reference.lifetime.is_none() => {
                let (and, mutability, elem) = (&reference.and_token, &reference.mutability, &reference.elem);
                let written = text::of_type(quote!(#and 'static #mutability #elem));
                let message =
                    format!("a pool can outlive every lifetime except `'static`: write `{written}`");
                self.add(SpanRange::of(ty), message);
            }
            _ => syn::visit::visit_type(self, ty),
        }
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            let span = SpanRange::at(lifetime.apostrophe).to(SpanRange::at(lifetime.ident.span()));
            self.add(
                span,
                format!(
                    "a pool can outlive every lifetime except `'static`: write `'static`, not `{lifetime}`"
                ),
            );
        }
    }

    fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}

    fn visit_expr(&mut self, _: &'ast Expr) {}
}
