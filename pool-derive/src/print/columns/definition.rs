//! The impl of `Columns`.

use crate::plan::columns::{Columns, Field};
use crate::print::columns::{alignment, checked_type, elements, pairs, pattern, variable};
use crate::print::definition::{shape_of, texts};
use crate::print::snapshot::item_field;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Lifetime;

/// The type of a field can be less visible than the struct, and the associated type of a visible impl cannot name it.
/// So the list of columns is an associated type of a private trait, and the impl of `Columns` has it as a parameter,
/// which is determined by a bound.
pub(super) fn print(plan: &Columns) -> TokenStream {
    let Columns { site, krate, name, .. } = plan;
    let types = types(plan);
    let list = list_type(plan);
    let functions = functions(plan);
    let declared = functions.iter().map(|function| function.declaration(plan));
    let defined = functions.iter().map(|function| function.whole(plan));
    let forwarded = functions.iter().map(|function| function.forwarded(plan));
    quote_spanned! {*site=>
        trait __StackpoolColumns {
            type List: #krate::__private::ColumnList;
            #(#declared)*
        }
        impl __StackpoolColumns for #name {
            type List = #list;
            #(#defined)*
        }
        #[automatically_derived]
        impl<__StackpoolList> #krate::Columns for #name
        where
            __StackpoolList: #krate::__private::ColumnList,
            #name: __StackpoolColumns<List = __StackpoolList>,
        {
            #types
            type List = __StackpoolList;
            #(#forwarded)*
        }
    }
}

/// The items of the impl that name no type of a field.
fn types(plan: &Columns) -> TokenStream {
    let Columns { site, krate, names, shape, lifetime, .. } = plan;
    let mut fields = Vec::new();
    for (position, column) in plan.columns.iter().enumerate() {
        for at in &column.fields {
            let (field, ty) = (&plan.fields[*at], checked_type(*site, *at).into_token_stream());
            if !field.is_skipped {
                fields.push(item_field(*site, krate, &field.shown, position, &ty));
            }
        }
    }
    let (by_ref, by_mut, slices, slices_mut) =
        (&names.by_ref, &names.by_mut, &names.slices, &names.slices_mut);
    let (hash, texts) = (shape_of(*site, krate, shape), texts(*site, krate, &shape.fields));
    quote_spanned! {*site=>
        type Ref<#lifetime> = #by_ref<#lifetime>;
        type Mut<#lifetime> = #by_mut<#lifetime>;
        type Slices<#lifetime> = #slices<#lifetime>;
        type SlicesMut<#lifetime> = #slices_mut<#lifetime>;
        const SHAPE: ::core::primitive::u64 = #hash;
        #texts
        const FIELDS: &'static [#krate::__private::snapshot::ItemField] = {
            use #krate::__private::snapshot::ShowBytes as _;
            &[#(#fields),*]
        };
    }
}

/// `(Column<A, ALIGN, Saved>, Column<B, ALIGN, Skipped>, Saved)`.
fn list_type(plan: &Columns) -> TokenStream {
    let Columns { site, krate, .. } = plan;
    let site = *site;
    let columns = plan.columns.iter().enumerate().map(|(position, column)| {
        let (element, kind) = match (&column.row, column.fields.as_slice()) {
            (None, [field]) => (checked_type(site, *field).into_token_stream(), plan.fields[*field].kind),
            (row, _) => (row.to_token_stream(), "Grouped"),
        };
        let kind = Ident::new(if plan.is_open { kind } else { "Closed" }, site);
        let align = match &column.align {
            Some(_) => {
                let constant = alignment(site, position);
                quote_spanned!(site=> { #constant.slot_align() })
            }
            None => quote_spanned!(site=> { #krate::__private::COLUMN_ALIGN }),
        };
        quote_spanned!(site=> #krate::__private::Column<#element, #align, #krate::__private::#kind>)
    });
    let kind = Ident::new(if plan.is_open { "Saved" } else { "Closed" }, site);
    pairs(&columns.collect::<Vec<_>>(), &quote_spanned!(site=> , #krate::__private::#kind))
}

/// A function of the trait.
struct Function {
    name: Ident,
    /// That of the result, if it lends.
    lifetime: Option<Lifetime>,
    /// The parameter, without its type.
    parameter: TokenStream,
    /// The types of the parameter and of the result. Of `split`, the parameter has none.
    input: Option<TokenStream>,
    output: TokenStream,
    body: TokenStream,
}

impl Function {
    /// The function, with the parameter and the body.
    fn print(&self, plan: &Columns, parameter: &TokenStream, body: &TokenStream) -> TokenStream {
        let site = plan.site;
        let Function { name, lifetime, input, output, .. } = self;
        let (input, lifetime_list) = (input.iter(), lifetime.iter());
        let bound = lifetime.iter().map(|of| quote_spanned!(site=> where Self: #of));
        quote_spanned!(site=> fn #name #(<#lifetime_list>)* (#parameter #(: #input)*) -> #output #(#bound)* #body)
    }

    fn declaration(&self, plan: &Columns) -> TokenStream {
        let parameter = self.plain_parameter(plan);
        self.print(plan, &parameter, &quote_spanned!(plan.site=> ;))
    }

    fn whole(&self, plan: &Columns) -> TokenStream {
        let body = &self.body;
        let whole = self.print(plan, &self.parameter, &quote_spanned!(plan.site=> { #body }));
        quote_spanned!(plan.site=> #[inline] #whole)
    }

    /// The function of the public trait. It takes a token, which only the runtime can make, and calls the function of
    /// the private trait.
    fn forwarded(&self, plan: &Columns) -> TokenStream {
        let Columns { site, krate, name: struct_name, .. } = plan;
        let site = *site;
        let Function { name, lifetime, input, output, .. } = self;
        let (input, lifetime_list) = (input.iter(), lifetime.iter());
        let bound = lifetime.iter().map(|of| quote_spanned!(site=> where Self: #of));
        let parameter = self.plain_parameter(plan);
        quote_spanned! {site=>
            #[inline]
            fn #name #(<#lifetime_list>)* (
                #parameter #(: #input)*,
                _: #krate::__private::Access<Self>,
            ) -> #output #(#bound)* {
                <#struct_name as __StackpoolColumns>::#name(#parameter)
            }
        }
    }

    /// The parameter as a name.
    fn plain_parameter(&self, plan: &Columns) -> TokenStream {
        match self.input {
            Some(_) => Ident::new("__stackpool_columns", plan.site).into_token_stream(),
            None => self.parameter.clone(),
        }
    }
}

fn functions(plan: &Columns) -> [Function; 6] {
    let Columns { site, krate, names, lifetime, .. } = plan;
    let site = *site;
    let of_list = |name| {
        let name = Ident::new(name, site);
        quote_spanned!(site=> <Self::List as #krate::__private::ColumnList>::#name)
    };
    let lends = |name, of, output: &Ident, body| {
        let input = of_list(of);
        Function {
            name: Ident::new(name, site),
            lifetime: Some(lifetime.clone()),
            parameter: pattern(plan),
            input: Some(quote_spanned!(site=> #input<#lifetime>)),
            output: quote_spanned!(site=> #output<#lifetime>),
            body,
        }
    };
    let shared = quote_spanned!(site=> &);
    let exclusive = quote_spanned!(site=> &mut);
    [
        Function {
            name: Ident::new("split", site),
            lifetime: None,
            parameter: quote_spanned!(site=> self),
            input: None,
            output: of_list("Elements"),
            body: elements(plan, &|Field { name, .. }| quote_spanned!(site=> self.#name)),
        },
        Function {
            name: Ident::new("join", site),
            lifetime: None,
            parameter: pattern(plan),
            input: Some(of_list("Elements")),
            output: quote_spanned!(site=> Self),
            body: from_elements(plan, &plan.name, &TokenStream::new()),
        },
        lends("refs", "Refs", &names.by_ref, from_elements(plan, &names.by_ref, &shared)),
        lends("muts", "Muts", &names.by_mut, from_elements(plan, &names.by_mut, &exclusive)),
        lends("slices", "Slices", &names.slices, from_slices(plan, &names.slices)),
        lends("slices_mut", "SlicesMut", &names.slices_mut, from_slices(plan, &names.slices_mut)),
    ]
}

/// A struct with all fields, of the variables of the columns. `borrow` is for the fields of a row.
fn from_elements(plan: &Columns, name: &Ident, borrow: &TokenStream) -> TokenStream {
    let site = plan.site;
    let mut fields = TokenStream::new();
    for (position, column) in plan.columns.iter().enumerate() {
        let variable = variable(site, position);
        for Field { name, .. } in plan.fields_of(column) {
            fields.extend(match column.row {
                None => quote_spanned!(site=> #name: #variable,),
                Some(_) => quote_spanned!(site=> #name: #borrow #variable.#name,),
            });
        }
    }
    quote_spanned!(site=> #name { #fields })
}

/// A struct with all columns.
fn from_slices(plan: &Columns, name: &Ident) -> TokenStream {
    let site = plan.site;
    let variables = (0..plan.columns.len()).map(|column| variable(site, column));
    let columns = plan.columns.iter().map(|column| &column.name);
    quote_spanned!(site=> #name { #(#columns: #variables),* })
}
