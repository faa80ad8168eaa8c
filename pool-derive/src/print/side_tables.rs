//! The impls of `SideTables`, one for each definition.
//!
//! The macro does not know whose handles a field has. So each impl names each field, as a table of objects and as one of
//! owners. The runtime has an answer for fields that are neither: rustc chooses.

use crate::base::generics::split;
use crate::base::joined::joined;
use crate::base::span_range::{SpanRange, printed, printed_ident};
use crate::base::text;
use crate::spec::side_tables::TablesSpec;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Type;

pub(crate) fn print(spec: &TablesSpec) -> TokenStream {
    let site = Span::mixed_site().located_at(spec.name.span());
    let krate = match &spec.krate {
        Some(path) => printed(path),
        None => quote_spanned!(site=> ::stackpool),
    };
    let printer = Printer { spec, site, krate };
    if spec.of.is_empty() {
        return printer.fallback();
    }
    let checks = printer.checks();
    // A constant of its own for each check shows all mistakes. It has no generics.
    let is_generic = !spec.generics.params.is_empty();
    let alone = checks.iter().filter(|_| !is_generic).map(|check| {
        let no_table = printer.no_table();
        quote_spanned!(site=> const _: () = { #no_table #check; };)
    });
    let within = if is_generic { &*checks } else { &[] };
    joined(alone.chain(spec.of.iter().map(|of| printer.of(of, within))))
}

struct Printer<'a> {
    spec: &'a TablesSpec,
    site: Span,
    krate: TokenStream,
}

impl Printer<'_> {
    /// The impl for one definition.
    fn of(&self, of: &Type, checks: &[TokenStream]) -> TokenStream {
        let (site, krate, name) = (self.site, &self.krate, printed_ident(&self.spec.name));
        let (on_impl, arguments, bounds) = split(&self.spec.generics);
        let no_table = self.no_table();
        let fields = self.spec.fields.iter().enumerate().map(|(position, (member, _))| {
            let (member, value) = (printed(member), self.value(position));
            quote_spanned!(site=> #member: #value,)
        });
        let pattern = quote_spanned!(site=> Self { #(#fields)* .. });
        let checked = (!checks.is_empty()).then(|| {
            quote_spanned! {site=>
                const CHECK: () = {
                    #no_table
                    #(#checks;)*
                };
            }
        });
        let each = |print: &dyn Fn(TokenStream, Ident) -> TokenStream| {
            let fields = self.spec.fields.iter().enumerate();
            joined(fields.flat_map(|(position, (_, ty))| {
                self.roles(of, ty).map(|role| print(role, self.value(position)))
            }))
        };
        let forget = each(
            &|role, value| quote_spanned!(site=> __stackpool_found |= #role::forget(#value, __stackpool_handle);),
        );
        let retain =
            each(&|role, value| quote_spanned!(site=> #role::retain_handles(#value, &mut __stackpool_keep);));
        let forget_all = each(&|role, value| quote_spanned!(site=> #role::forget_all(#value);));
        quote_spanned! {site=>
            #[automatically_derived]
            impl #on_impl #krate::SideTables<#of> for #name #arguments #bounds {
                #checked

                fn forget(&mut self, __stackpool_handle: #krate::Handle<#of>) -> ::core::primitive::bool {
                    #no_table
                    let #pattern = self;
                    let mut __stackpool_found = false;
                    #forget
                    __stackpool_found
                }

                fn retain_handles(
                    &mut self,
                    mut __stackpool_keep: impl ::core::ops::FnMut(#krate::Handle<#of>) -> ::core::primitive::bool,
                ) {
                    #no_table
                    let #pattern = self;
                    #retain
                }

                fn forget_all(&mut self) {
                    #no_table
                    let #pattern = self;
                    #forget_all
                }
            }
        }
    }

    /// What the runtime knows of a field: as a table of objects, and as one of owners.
    fn roles(&self, of: &Type, ty: &Type) -> [TokenStream; 2] {
        ["Objects", "Owners"].map(|role| {
            let (krate, role) = (&self.krate, Ident::new(role, self.site));
            quote_spanned! {self.site=>
                #krate::__private::side_tables::Field::<#of, #ty, #krate::__private::side_tables::#role>
            }
        })
    }

    /// The calls that fail to compile: for a field that is no table, and for a definition without a table.
    fn checks(&self) -> Vec<TokenStream> {
        let (fields, of) = (&self.spec.fields, &self.spec.of);
        let names: Vec<_> = of.iter().map(|of| format!("`{}`", text::of_type(of))).collect();
        let mut checks = Vec::new();
        for (member, ty) in fields {
            let message = format!(
                "`{}` is no pool, side table, list or tree of {}: write `#[tables(skip)]` before it",
                text::member(member),
                text::list(&names, " or"),
            );
            let roles = joined_by_or(of.iter().flat_map(|of| self.roles(of, ty)));
            checks.push(self.check(ty, &roles, &message));
        }
        for (of, definition) in of.iter().zip(&names) {
            let message = format!("no field has handles of {definition}, so there is nothing to forget");
            let roles = joined_by_or(fields.iter().flat_map(|(_, ty)| self.roles(of, ty)));
            checks.push(self.check(of, &roles, &message));
        }
        checks
    }

    fn check(&self, at: impl ToTokens, is_so: &TokenStream, message: &str) -> TokenStream {
        let krate = &self.krate;
        let check = SpanRange::of(at).claim(quote!(__private::side_tables::check(#is_so, #message)));
        quote_spanned!(self.site=> #krate::#check)
    }

    /// Brings in scope what is true of a field that is no table.
    fn no_table(&self) -> TokenStream {
        let krate = &self.krate;
        quote_spanned!(self.site=> use #krate::__private::side_tables::IsNoTable as _;)
    }

    fn value(&self, position: usize) -> Ident {
        format_ident!("__stackpool_value_{position}", span = self.site)
    }

    /// The impl after a mistake, for all definitions. It never runs: with it, code that uses the struct has no mistakes
    /// of its own.
    fn fallback(&self) -> TokenStream {
        let (site, krate, name) = (self.site, &self.krate, printed_ident(&self.spec.name));
        let (_, arguments, bounds) = split(&self.spec.generics);
        let mut generics = self.spec.generics.clone();
        generics.params.push(syn::parse_quote!(__StackpoolSpec: #krate::PoolSpec));
        let (on_impl, ..) = generics.split_for_impl();
        quote_spanned! {site=>
            #[automatically_derived]
            impl #on_impl #krate::SideTables<__StackpoolSpec> for #name #arguments #bounds {
                fn forget(&mut self, _: #krate::Handle<__StackpoolSpec>) -> ::core::primitive::bool {
                    loop {}
                }

                fn retain_handles(
                    &mut self,
                    _: impl ::core::ops::FnMut(#krate::Handle<__StackpoolSpec>) -> ::core::primitive::bool,
                ) {
                }

                fn forget_all(&mut self) {}
            }
        }
    }
}

/// Whether one of these is a table; `false` without any.
fn joined_by_or(roles: impl Iterator<Item = TokenStream>) -> TokenStream {
    joined([quote!(false)].into_iter().chain(roles.map(|role| quote!(|| #role::IS))))
}
