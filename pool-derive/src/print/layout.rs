//! The layout of a definition: the groups that its keys ask for, with the numbers of the plan.

use crate::plan::constants::Constants;
use crate::plan::krate::Krate;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

pub(crate) fn print(site: Span, krate: &Krate, constants: &Constants) -> TokenStream {
    let free = if constants.free_list.is_some() {
        quote_spanned!(site=> LinkBits<{ __STACKPOOL_PLAN.link_bits() }>)
    } else {
        quote_spanned! {site=>
            TableBits<{ __STACKPOOL_PLAN.table_bits() }, { __STACKPOOL_PLAN.table_words() }>
        }
    };
    let is_owned = constants.owner.method().is_some();
    let is_tracked = !is_owned && !constants.declares(&["guard_none"]);
    let guard = if is_owned {
        quote_spanned!(site=> Owned<{ __STACKPOOL_PLAN.shared_words() }>)
    } else if !is_tracked {
        quote_spanned!(site=> Unguarded)
    } else if constants.declares(&["guard_live"]) {
        quote_spanned!(site=> LiveWords<{ __STACKPOOL_PLAN.live_words() }>)
    } else {
        quote_spanned! {site=>
            Cells<
                { __STACKPOOL_PLAN.generations() },
                { __STACKPOOL_PLAN.cell_bits() },
                { __STACKPOOL_PLAN.retiring() },
            >
        }
    };
    let marks = if constants.declares(&["marks", "marks_at_most"]) {
        quote_spanned! {site=>
            #krate::__private::MarksAtMost<
                { __STACKPOOL_PLAN.mark_count() },
                { __STACKPOOL_PLAN.mark_link_bits() },
            >
        }
    } else {
        quote_spanned!(site=> ())
    };
    // A guard that does not know which slots are live cannot note changes. That mistake is reported at the key.
    let changes = if constants.changes && is_tracked {
        quote_spanned!(site=> #krate::__private::ChangeWords<{ __STACKPOOL_PLAN.change_words() }>)
    } else {
        quote_spanned!(site=> ())
    };
    // A mistake beside `dense` is reported at its key: what the pool cannot have is left out here.
    let seats = if constants.dense && is_tracked && constants.free_list.is_none() {
        quote_spanned!(site=> #krate::__private::WithoutHoles)
    } else {
        quote_spanned!(site=> ())
    };
    let reach = if constants.declares(&["grows_to"]) {
        quote_spanned!(site=> { __STACKPOOL_PLAN.handle_reach() },)
    } else {
        TokenStream::new()
    };
    let strict =
        if constants.declares(&["strict"]) { quote_spanned!(site=> true,) } else { TokenStream::new() };
    quote_spanned! {site=>
        #krate::__private::Fixed<
            #krate::__private::SlotCount<
                { __STACKPOOL_PLAN.capacity() },
                { __STACKPOOL_PLAN.slot_align() },
                { __STACKPOOL_PLAN.start_align() },
            >,
            #krate::__private::#free,
            #krate::__private::#guard,
            #krate::__private::HandleBits<
                { __STACKPOOL_PLAN.handle_bits() },
                { __STACKPOOL_PLAN.handle_has_niche() },
                #reach
            >,
            #krate::__private::Waiting<
                { __STACKPOOL_PLAN.quarantine() },
                { __STACKPOOL_PLAN.ring_bits() },
                #strict
            >,
            #marks,
            #changes,
            #seats,
        >
    }
}
