//! The code for a definition that cannot have what its keys ask for: boxes or values of a type with generics, or a
//! marker with the name of its item type.
//!
//! The aliases name a type that rustc knows to be wrong. rustc reports nothing that follows from such a type. So no
//! use of the aliases causes an error, with or without generics, in fields, in signatures and in code.

use crate::base::errors::{Mistake, wrong_type};
use crate::base::generics::{argument, split};
use crate::base::span_range;
use crate::plan::constants::{Constants, Owner};
use crate::plan::{fallback, krate};
use crate::print::{boxes, columns, constants, layout};
use crate::spec::{Definition, Names, Spec};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{GenericParam, Generics, Token, TypeParam};

/// Prints the mistake, and aliases and a `take_pool` of the wrong type.
pub(crate) fn expand(spec: &Spec, mistake: &Mistake) -> TokenStream {
    match &spec.definition {
        Definition::Type { generics, elides, .. } => expand_type(spec, generics, *elides, mistake),
        Definition::Marker { item } => expand_marker(spec, item.as_ref(), mistake),
    }
}

fn expand_type(spec: &Spec, generics: &Generics, elides: bool, mistake: &Mistake) -> TokenStream {
    let site = krate::site(spec);
    let krate = krate::krate(spec);
    let Names { alias, handle } = fallback::aliases(spec);
    let (vis, name) = (span_range::printed(&spec.vis), &spec.name);
    let aliases = AliasGenerics::new(generics, elides);
    let (declared, arguments) = (&aliases.declared, &aliases.arguments);
    let wrong = wrong_type(mistake, &aliases.types);
    // With `'static` for all lifetimes, and with defaults for everything else.
    let any_alias = {
        let lifetimes = &aliases.statics;
        quote_spanned!(site=> #alias<#(#lifetimes),*>)
    };

    // For uses without the aliases: `Handle<Node<T>>`, `PoolBox<Node<T>>`.
    let constants: Punctuated<_, Token![,]> = generics.const_params().map(without_default).collect();
    let all_wrong = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(_) => quote_spanned!(site=> 'static),
        GenericParam::Type(_) => any_alias.clone(),
        GenericParam::Const(_) => argument(param),
    });
    let all_wrong: Punctuated<_, Token![,]> = all_wrong.collect();
    let boxes = spec.is_boxed().then(|| {
        let header = quote_spanned!(site=> <#constants> #krate::BoxSpec for #name<#all_wrong>);
        boxes::without_statics(site, &krate, &header, &any_alias)
    });
    let shown_name = spec.plain_name();
    let values = Constants::one(Owner::Pool);
    let layout = layout::print(site, &krate, &values);
    let plan = constants::print(site, &krate, &values, &alias, None);
    let (on_impl, of_type, bounds) = split(generics);
    let columns = (!spec.keys.columns.is_empty()).then(|| columns::barred::types(spec, &any_alias));
    quote_spanned! {site=>
        #vis type #alias #declared = #wrong;
        #vis type #handle #declared = #alias #arguments;
        #columns
        const _: () = {
            #plan
            impl<#constants> #krate::PoolSpec for #name<#all_wrong> {
                type Item = #any_alias;
                type Layout = #layout;
                const NAME: &'static ::core::primitive::str = #shown_name;
            }
            #boxes
            impl #on_impl #name #of_type #bounds {
                #vis fn take_pool() -> ::core::result::Result<&'static mut #any_alias, #krate::AlreadyTaken> {
                    loop {}
                }
            }
        };
    }
}

fn without_default(param: &syn::ConstParam) -> TokenStream {
    let (name, ty) = (&param.ident, &param.ty);
    quote!(const #name: #ty)
}

/// The generics of an alias. All that can have a default have one.
struct AliasGenerics {
    declared: TokenStream,
    arguments: TokenStream,
    /// Types that use all generics except constants, which need not be used.
    types: Vec<TokenStream>,
    /// `'static` for every lifetime.
    statics: Vec<TokenStream>,
}

impl AliasGenerics {
    /// Without lifetimes if the type `elides` them: a field must write the lifetimes that an alias has.
    fn new(generics: &Generics, elides: bool) -> Self {
        let mut declared: Punctuated<TokenStream, Token![,]> = Punctuated::new();
        let mut arguments: Punctuated<TokenStream, Token![,]> = Punctuated::new();
        let mut types = Vec::new();
        let mut statics = Vec::new();
        for param in generics.lifetimes().filter(|_| !elides) {
            let lifetime = &param.lifetime;
            declared.push(lifetime.to_token_stream());
            arguments.push(lifetime.to_token_stream());
            types.push(quote!(&#lifetime ()));
            statics.push(quote!('static));
        }
        for param in &generics.params {
            match param {
                GenericParam::Lifetime(_) => {}
                GenericParam::Type(TypeParam { ident: name, .. }) => {
                    declared.push(quote!(#name = ()));
                    types.push(name.to_token_stream());
                    arguments.push(argument(param));
                }
                GenericParam::Const(constant) => {
                    let constant = without_default(constant);
                    declared.push(quote!(#constant = { loop {} }));
                    arguments.push(argument(param));
                }
            }
        }
        AliasGenerics { declared: quote!(<#declared>), arguments: quote!(<#arguments>), types, statics }
    }
}

/// The marker is left out, because its name is taken. The item can be from another crate, so `take_pool` is in a trait.
fn expand_marker(spec: &Spec, item: Option<&syn::Type>, mistake: &Mistake) -> TokenStream {
    let site = krate::site(spec);
    let krate = krate::krate(spec);
    let everything = &spec.attributes.everything;
    let Names { alias, handle } = fallback::aliases(spec);
    let vis = span_range::printed(&spec.vis);
    let wrong = wrong_type(mistake, &[]);
    let taker = Ident::new(&format!("__StackpoolTake{}", spec.plain_name()), site);
    quote_spanned! {site=>
        #(#everything)*
        #vis type #alias = #wrong;
        #(#everything)*
        #vis type #handle = #alias;
        #(#everything)*
        #vis trait #taker {
            fn take_pool() -> ::core::result::Result<&'static mut #alias, #krate::AlreadyTaken>;
        }
        #(#everything)*
        impl #taker for #item {
            fn take_pool() -> ::core::result::Result<&'static mut #alias, #krate::AlreadyTaken> {
                loop {}
            }
        }
    }
}
