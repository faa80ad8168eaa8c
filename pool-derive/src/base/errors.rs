//! Every mistake of one macro call, collected and reported together.

use crate::base::joined::joined;
use crate::base::span_range::SpanRange;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The place of a mistake, and the message.
pub(crate) type Mistake = (SpanRange, String);

/// Mistakes found so far. The owner must call [`Errors::finish`] at the end.
#[derive(Debug)]
pub(crate) struct Errors {
    mistakes: Vec<Mistake>,
    finished: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Errors { mistakes: Vec::new(), finished: false }
    }

    /// Adds one mistake, at a place in the user's source.
    pub(crate) fn add(&mut self, span: SpanRange, message: impl Into<String>) {
        self.mistakes.push((span, message.into()));
    }

    /// Adds an error of `syn`: for text that the macros only pass on, such as attributes.
    pub(crate) fn add_syntax(&mut self, error: &syn::Error) {
        self.add(SpanRange::at(error.span()), error.to_string());
    }

    /// Moves all mistakes of `other` to the end of these.
    pub(crate) fn append(&mut self, other: &mut Errors) {
        self.mistakes.append(&mut other.mistakes);
    }

    /// Forgets these mistakes: another macro reports them.
    pub(crate) fn discard(mut self) {
        self.finished = true;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Removes and returns the first mistake, for a caller that reports it in another way.
    pub(crate) fn take_first(&mut self) -> Option<Mistake> {
        (!self.is_empty()).then(|| self.mistakes.remove(0))
    }

    /// The mistakes as `compile_error!`s, each at its place.
    pub(crate) fn finish(mut self) -> TokenStream {
        self.finished = true;
        joined(self.mistakes.iter().map(compile_error))
    }
}

/// A mistake as a `compile_error!`, at its place.
pub(crate) fn compile_error((span, message): &Mistake) -> TokenStream {
    let message = Literal::string(message);
    span.claim(quote!(::core::compile_error! { #message }))
}

/// A type that rustc knows to be wrong, because the length of an array in it is the error. It uses the generics in
/// `types`, so that rustc does not report them as unused.
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
