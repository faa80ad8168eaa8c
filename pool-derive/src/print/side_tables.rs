//! The impls of `SideTables`, one for each definition.
//!
//! The macro does not know whose handles a field has. So each impl names each field, as a table of objects and as one
//! of owners. The runtime has an answer for fields that are neither: rustc chooses.

use crate::base::generics::split;
use crate::base::joined::joined;
use crate::base::span_range::{SpanRange, printed, printed_ident};
use crate::base::text;
use crate::plan::krate::Krate;
use crate::spec::side_tables::TablesSpec;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::slice;
use syn::Type;

pub(crate) fn print(spec: &TablesSpec) -> TokenStream {
    let site = Span::mixed_site().located_at(spec.name.span());
    let krate = match &spec.krate {
        Some(path) => Krate::Given(printed(path)),
        None => Krate::Default(quote_spanned!(site=> ::stackpool)),
    };
    let printer = Printer { spec, site, krate };
    if spec.of.is_empty() {
        return printer.fallback();
    }
    let checks = printer.checks();
    let no_table = printer.no_table();
    if spec.generics.params.is_empty() {
        // A constant of its own for each check shows all mistakes.
        let alone = checks.iter().map(|check| quote_spanned!(site=> const _: () = { #no_table #check; };));
        return joined(alone.chain(spec.of.iter().map(|of| printer.of(of, None))));
    }
    let within = quote_spanned!(site=> const { #(#checks;)* });
    joined(spec.of.iter().map(|of| printer.of(of, Some(&within))))
}

struct Printer<'a> {
    spec: &'a TablesSpec,
    site: Span,
    krate: Krate,
}

impl Printer<'_> {
    /// The impl for one definition.
    fn of(&self, of: &Type, checks: Option<&TokenStream>) -> TokenStream {
        let (site, krate, name) = (self.site, &self.krate, printed_ident(&self.spec.name));
        let (on_impl, arguments, bounds) = split(&self.spec.generics);
        let no_table = self.no_table();
        let fields = self.spec.fields.iter().enumerate().map(|(position, (member, _))| {
            let (member, value) = (printed(member), self.value(position));
            quote_spanned!(site=> #member: #value,)
        });
        let pattern = quote_spanned!(site=> Self { #(#fields)* .. });
        let side_tables = krate.claim(SpanRange::of(of), quote!(::SideTables<#of>));
        let handle = self.handle(of);
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
            impl #on_impl #side_tables for #name #arguments #bounds {
                fn forget(&mut self, __stackpool_handle: #handle) -> ::core::primitive::bool {
                    #no_table
                    #checks
                    let #pattern = self;
                    let mut __stackpool_found = false;
                    #forget
                    __stackpool_found
                }

                fn retain_handles(
                    &mut self,
                    mut __stackpool_keep: impl ::core::ops::FnMut(#handle) -> ::core::primitive::bool,
                ) {
                    #no_table
                    #checks
                    let #pattern = self;
                    #retain
                }

                fn forget_all(&mut self) {
                    #no_table
                    #checks
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
        let parameters: Vec<_> = self.spec.generics.type_params().map(|param| param.ident.clone()).collect();
        let mut checks = Vec::new();
        for (member, ty) in fields {
            let mut message = format!(
                "`{}` is no pool, side table, list or tree of {}: write `#[tables(skip)]` before it",
                text::member(member),
                text::list(&names, " or"),
            );
            if let Some(parameter) = text::first_mentioned(ty.to_token_stream(), &parameters) {
                message += &format!(", or the bound `{parameter}: SideTables<..>` if it is one");
            }
            let roles = joined_by_or(of.iter().flat_map(|of| self.roles(of, ty)));
            checks.push(self.check(ty, of, &roles, &message));
        }
        for (of, definition) in of.iter().zip(&names) {
            let message = format!("no field has handles of {definition}, so there is nothing to forget");
            let roles = joined_by_or(fields.iter().flat_map(|(_, ty)| self.roles(of, ty)));
            checks.push(self.check(of, slice::from_ref(of), &roles, &message));
        }
        checks
    }

    /// A call that fails at these tokens. It names the handles: if there are none, because of another mistake, it is
    /// not evaluated.
    fn check(&self, at: impl ToTokens, of: &[Type], is_so: &TokenStream, message: &str) -> TokenStream {
        let place = SpanRange::of(at);
        let handles = of.iter().map(|of| self.handle(of));
        let (check, arguments) =
            (quote!(::__private::side_tables::check), place.claim(quote!((#is_so, #message))));
        let check = self.krate.claim(place, check);
        quote!(#check::<(#(#handles,)*)> #arguments)
    }

    fn handle(&self, of: &Type) -> TokenStream {
        self.krate.claim(SpanRange::of(of), quote!(::Handle<#of>))
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
