//! The runtime's plan, and its checks.

use crate::base::span_range::{SpanRange, printed_delimiters};
use crate::plan::constants::{Argument, BoxKind, Capacity, Constants, Owner};
use crate::plan::krate::Krate;
use crate::spec::given::Given;
use crate::spec::number::Integer;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The runtime's plan, and its checks. `definition` is the type that defines the pool, unless it is generic; `alias`
/// is the name of the pool type or of the box type.
pub(crate) fn print(
    site: Span,
    krate: &Krate,
    constants: &Constants,
    alias: &Ident,
    definition: Option<&Ident>,
) -> TokenStream {
    let capacity = match &constants.capacity {
        Capacity::Given(span, value) => integer(krate, *span, value),
        Capacity::Values => quote_spanned!(site=> __STACKPOOL_COUNT.capacity()),
        Capacity::One => quote_spanned!(site=> 1i128),
    };
    let mut declarations = TokenStream::new();
    let mut checks = match &constants.capacity {
        Capacity::Given(span, _) => check(*span, "check_capacity", TokenStream::new()),
        Capacity::Values | Capacity::One => TokenStream::new(),
    };
    if constants.dense {
        let method = Ident::new("dense", site);
        declarations.extend(quote_spanned!(site=> .#method()));
    }
    for declared in &constants.declared {
        let method = Ident::new(declared.method, site);
        let argument = match &declared.argument {
            Argument::None => TokenStream::new(),
            Argument::Bits(bits) => bits.to_token_stream(),
            Argument::Integer(value) => integer(krate, declared.span, value),
        };
        declarations.extend(quote_spanned!(site=> .#method(#argument)));
        if let Some(function) = declared.check {
            checks.extend(check(declared.span, function, TokenStream::new()));
        }
    }
    if let Some(method) = constants.owner.method() {
        let method = Ident::new(method, site);
        declarations.extend(quote_spanned!(site=> .#method()));
    }
    if let Some(definition) = definition {
        for (span, call) in checks_of_definition(site, krate, constants, alias, definition) {
            checks.extend(constant(span, &call));
        }
    }
    quote_spanned! {site=>
        type __StackpoolPlan = #krate::__private::Plan;
        const __STACKPOOL_PLAN: __StackpoolPlan = __StackpoolPlan::new(#capacity) #declarations;
        #checks
    }
}

/// The checks that need the whole definition, each a call with its place. If the definition is generic, they are part
/// of its impl.
pub(crate) fn checks_of_definition(
    site: Span,
    krate: &Krate,
    constants: &Constants,
    alias: &Ident,
    definition: &Ident,
) -> Vec<(SpanRange, TokenStream)> {
    let mut checks = Vec::new();
    if let Some(span) = constants.free_list {
        let bytes =
            quote_spanned!(site=> , ::core::mem::size_of::<<#definition as #krate::PoolSpec>::Item>());
        checks.push((span, call(span, "check_free_list", bytes)));
    }
    if let Some(max_bytes) = &constants.max_bytes {
        let subject = match constants.owner {
            Owner::Pool | Owner::Columns | Owner::Values => format!("`{alias}` takes"),
            Owner::Boxes { .. } | Owner::BoxesOfNoMode { .. } => {
                format!("the objects of `{alias}` and their bookkeeping take")
            }
        };
        let value = integer(krate, max_bytes.span, &max_bytes.value);
        let owner = Ident::new(constants.owner.type_name(), site);
        let arguments = quote_spanned!(site=> , #subject, #krate::#owner::<#definition>::TOTAL_BYTES, #value);
        checks.push((max_bytes.span, call(max_bytes.span, "check_max_bytes", arguments)));
    }
    if let (Capacity::Given(span, _), Owner::Boxes { kind, .. }) = (&constants.capacity, &constants.owner) {
        let keeps_objects = matches!(kind, BoxKind::Lent(_));
        // The name of the definition is not at the place of the user's: it can be deprecated.
        let function = krate.claim(*span, quote!(::__private::check_statics::<));
        let end = SpanRange::at(span.end()).claim(quote!(>));
        let function = quote!(#function #definition #end);
        let arguments = quote_spanned!(site=> __STACKPOOL_PLAN, #keeps_objects);
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(span.end());
        checks.push((*span, quote!(#function #arguments)));
    }
    checks
}

/// A constant with the alignment of a column, and its check.
pub(crate) fn alignment(site: Span, krate: &Krate, name: &Ident, given: &Given<Integer>) -> TokenStream {
    let value = integer(krate, given.span, &given.value);
    let span = given.span;
    let function = krate.claim(span, quote!(::__private::Plan::check_align));
    let mut argument = Group::new(Delimiter::Parenthesis, name.to_token_stream());
    argument.set_span(span.end());
    let check = constant(span, &quote!(#function #argument));
    quote_spanned! {site=>
        const #name: #krate::__private::Plan = #krate::__private::Plan::new(1i128).align(#value);
        #check
    }
}

/// The value of a constant integer expression, as an `i128`. rustc reports its mistakes at the expression.
fn integer(krate: &Krate, span: SpanRange, value: &Integer) -> TokenStream {
    let of_literals = value.untyped.then(|| quote!(::<::core::primitive::i128>));
    let function = krate.claim(span, quote!(::__private::integer #of_literals));
    let mut arguments = Group::new(Delimiter::Parenthesis, printed_delimiters(value.tokens.clone()));
    arguments.set_span(span.end());
    quote!(#function #arguments)
}

/// A constant whose evaluation fails if the plan is not possible. The error is at `span`.
fn check(span: SpanRange, function: &str, more: TokenStream) -> TokenStream {
    constant(span, &call(span, function, more))
}

/// A call that panics if the plan is not possible.
fn call(span: SpanRange, function: &str, more: TokenStream) -> TokenStream {
    let function = Ident::new(function, span.end());
    let function = span.claim(quote!(__StackpoolPlan::#function));
    let mut arguments =
        Group::new(Delimiter::Parenthesis, quote_spanned!(Span::mixed_site()=> __STACKPOOL_PLAN #more));
    arguments.set_span(span.end());
    quote!(#function #arguments)
}

/// A constant that evaluates a check.
fn constant(span: SpanRange, call: &TokenStream) -> TokenStream {
    let head = span.claim(quote!(const _: () =));
    let tail = SpanRange::at(span.end()).claim(quote!(;));
    quote!(#head #call #tail)
}
