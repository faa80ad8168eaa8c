//! The checks of values in a definition with mistakes, whose pool is not printed.

use crate::plan::parameters::Parameters;
use crate::plan::trial::Trial;
use crate::print::{boxes, constants, definition, value_pool};
use crate::spec::freed::Freed;
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

/// Prints the checks.
pub(crate) fn print(trial: &Trial) -> TokenStream {
    let Trial { site, krate, everything, alias, constants, set, item } = trial;
    let site = *site;
    let name = Ident::new("__StackpoolTrial", site);
    let set = set.as_ref().map(|(set, item)| value_pool::constants(site, krate, set, item));
    let checks = constants::print(site, krate, constants, alias, item.is_some().then_some(&name));
    let shown_name = alias.to_string();
    let definition = item.as_ref().map(|item| {
        let spec_impl = definition::spec_impl(
            site,
            krate,
            &name,
            &Parameters::default(),
            &shown_name,
            item,
            constants,
            &[],
        );
        let boxes = boxes::spec(site, krate, &name, &constants.owner, &Freed::default(), &[]);
        quote_spanned! {site=>
            enum #name {}
            #spec_impl
            #boxes
        }
    });
    quote_spanned! {site=>
        #(#everything)*
        const _: () = {
            #set
            #checks
            #definition
        };
    }
}
