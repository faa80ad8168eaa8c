//! Every mistake of one macro call, collected and reported together.

use crate::base::span_range::SpanRange;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Where a mistake is, and what it is.
pub(crate) type Mistake = (SpanRange, String);

/// Mistakes found so far. Whoever makes one must ask it in the end: [`Errors::finish`].
#[derive(Debug)]
pub(crate) struct Errors {
    mistakes: Vec<Mistake>,
    finished: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Errors { mistakes: Vec::new(), finished: false }
    }

    /// Notes one mistake at what the user wrote.
    pub(crate) fn add(&mut self, span: SpanRange, message: impl Into<String>) {
        self.mistakes.push((span, message.into()));
    }

    /// Notes what `syn` has to say: for text that the macros only pass on, such as attributes.
    pub(crate) fn add_syntax(&mut self, error: &syn::Error) {
        self.add(SpanRange::at(error.span()), error.to_string());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Takes the first mistake out, for who reports it otherwise.
    pub(crate) fn take_first(&mut self) -> Option<Mistake> {
        (!self.is_empty()).then(|| self.mistakes.remove(0))
    }

    /// The mistakes as `compile_error!`s, each where it was made; `None` where there are none.
    pub(crate) fn finish(mut self) -> Option<TokenStream> {
        self.finished = true;
        if self.mistakes.is_empty() {
            return None;
        }
        Some(self.mistakes.iter().map(compile_error).collect())
    }
}

/// A mistake as a `compile_error!`, where it was made.
pub(crate) fn compile_error((span, message): &Mistake) -> TokenStream {
    let message = Literal::string(message);
    span.claim(quote!(::core::compile_error! { #message }))
}

/// A type that is wrong, since the length of an array in it is the error. It makes use of generics in `types`, so that
/// nobody is told that they are not used.
pub(crate) fn wrong_type(mistake: &Mistake, types: &[TokenStream]) -> TokenStream {
    let error = compile_error(mistake);
    quote!(<[(#(#types,)*); #error] as ::core::ops::Deref>::Target)
}

impl Drop for Errors {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            debug_assert!(self.finished, "the macro forgot to report its errors");
        }
    }
}
