//! The item type of an entry of `pool!`: it must be one concrete type, that lives as long as the program.

use crate::errors::Errors;
use crate::region::Region;
use crate::text;
use quote::quote;
use syn::visit::Visit;
use syn::{Expr, Type};

/// Reports a type that no pool can hold. Says whether it may be printed.
pub(crate) fn check(item: &Type, errors: &mut Errors) -> bool {
    let mut visitor = TypeVisitor { mistake: None };
    visitor.visit_type(item);
    match visitor.mistake {
        Some((region, message)) => {
            errors.add(region, message);
            false
        }
        None => true,
    }
}

/// Finds types that name no concrete one.
struct TypeVisitor {
    mistake: Option<(Region, String)>,
}

impl TypeVisitor {
    fn add(&mut self, region: Region, message: impl Into<String>) {
        if self.mistake.is_none() {
            self.mistake = Some((region, message.into()));
        }
    }
}

impl<'ast> Visit<'ast> for TypeVisitor {
    fn visit_type(&mut self, ty: &'ast Type) {
        match ty {
            Type::Infer(_) => {
                self.add(Region::of(ty), "a pool needs the type of its items: it cannot be inferred");
            }
            Type::ImplTrait(_) => self.add(Region::of(ty), "a pool needs a concrete type, not `impl ..`"),
            // These may bind lifetimes of their own.
            Type::BareFn(_) | Type::TraitObject(_) => {}
            Type::Reference(reference) if reference.lifetime.is_none() => {
                let (and, mutability, elem) = (&reference.and_token, &reference.mutability, &reference.elem);
                let written = text::of_type(quote!(#and 'static #mutability #elem));
                self.add(Region::of(ty), format!("items of a pool can only borrow for ever: `{written}`"));
            }
            _ => syn::visit::visit_type(self, ty),
        }
    }

    fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
        if lifetime.ident != "static" {
            let region = Region::at(lifetime.apostrophe).to(Region::at(lifetime.ident.span()));
            self.add(
                region,
                format!("items of a pool can only borrow for ever: write `'static`, not `{lifetime}`"),
            );
        }
    }

    fn visit_parenthesized_generic_arguments(&mut self, _: &'ast syn::ParenthesizedGenericArguments) {}

    fn visit_expr(&mut self, _: &'ast Expr) {}
}
