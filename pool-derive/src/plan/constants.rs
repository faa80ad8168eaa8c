//! What rustc computes and checks of a pool: a call of the runtime's `Plan` for each key that shapes it.

use crate::base::span_range::SpanRange;
use crate::plan::mode::Mode;
use crate::spec::given::{Given, Setting};
use crate::spec::keywords::{Bookkeeping, Guard, OnWrap};
use crate::spec::number::{Integer, Marks, TableBits};
use proc_macro2::{Span, TokenStream};

/// What rustc computes and checks.
pub(crate) struct Constants {
    pub(crate) capacity: Capacity,
    /// The other keys that shape the pool.
    pub(crate) declared: Vec<Declared>,
    pub(crate) owner: Owner,
    /// `guard = none`, which not every item can have.
    pub(crate) no_guard: Option<SpanRange>,
    /// `free_list`, which not every item has room for.
    pub(crate) free_list: Option<SpanRange>,
    pub(crate) max_bytes: Option<Given<Integer>>,
}

/// Who owns a slot that is in use.
#[derive(Clone)]
pub(crate) enum Owner {
    /// The pool; users have handles.
    Pool,
    /// Nobody: there are no slots, but values.
    Values,
    /// A `PoolBox`.
    Boxes {
        mode: Mode,
        /// Where it was asked for: `sync`, or `boxed` by default.
        span: SpanRange,
    },
    /// In a fallback: a `PoolBox`, in a mode that is not known. It is a type that rustc knows to be wrong.
    BoxesOfNoMode(TokenStream),
}

impl Owner {
    /// The method of the runtime's `Plan` that declares it; a pool is the default.
    pub(crate) fn method(&self) -> Option<&'static str> {
        match self {
            Owner::Pool | Owner::Values => None,
            Owner::Boxes { mode, .. } if mode.links() => Some("boxed_linked"),
            Owner::Boxes { .. } | Owner::BoxesOfNoMode(_) => Some("boxed_stacked"),
        }
    }

    /// The type that users have.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Owner::Pool => "Pool",
            Owner::Values => "ValuePool",
            Owner::Boxes { .. } | Owner::BoxesOfNoMode(_) => "PoolBox",
        }
    }
}

/// The capacity.
pub(crate) enum Capacity {
    Given(SpanRange, Integer),
    /// As many as there are values.
    Values,
    /// In a fallback: one slot, and no questions asked.
    One,
}

/// A key that shapes the pool: a call that declares it, and one that checks it.
pub(crate) struct Declared {
    /// A method of the runtime's `Plan`.
    pub(crate) method: &'static str,
    pub(crate) argument: Argument,
    /// The function that panics, at compile time, where the value cannot be.
    pub(crate) check: Option<&'static str>,
    /// The value.
    pub(crate) span: SpanRange,
}

/// The argument of such a method.
pub(crate) enum Argument {
    None,
    Bits(u32),
    Integer(Integer),
}

impl Constants {
    /// Those of a pool of one slot.
    pub(crate) fn one(owner: Owner) -> Self {
        Constants {
            capacity: Capacity::One,
            declared: Vec::new(),
            owner,
            no_guard: None,
            free_list: None,
            max_bytes: None,
        }
    }

    /// Those of a pool of one value.
    pub(crate) fn one_value() -> Self {
        Constants {
            declared: vec![Declared::guard_of_values(&Setting::Empty)],
            ..Constants::one(Owner::Values)
        }
    }
}

impl Declared {
    pub(crate) fn layout(given: &Given<TableBits>) -> Self {
        Declared {
            method: "layout",
            argument: Argument::Bits(given.value.0),
            check: Some("check_layout"),
            span: given.span,
        }
    }

    /// That items have room for it is checked apart: it takes the item.
    pub(crate) fn free_list(span: SpanRange) -> Self {
        Declared { method: "free_list", argument: Argument::None, check: None, span }
    }

    /// The default is not declared.
    pub(crate) fn guard(given: &Given<Guard>) -> Option<Self> {
        let method = match given.value {
            Guard::Generation => return None,
            Guard::Live => "guard_live",
            Guard::None => "guard_none",
        };
        Some(Declared { method, argument: Argument::None, check: None, span: given.span })
    }

    /// Of values: `live` is the default.
    pub(crate) fn guard_of_values(guard: &Setting<Guard>) -> Self {
        let method = if guard.value() == Some(&Guard::None) { "guard_none" } else { "guard_live" };
        let span = guard.given().map_or(SpanRange::at(Span::call_site()), |given| given.span);
        Declared { method, argument: Argument::None, check: None, span }
    }

    pub(crate) fn generation_bits(given: &Given<Integer>) -> Self {
        Declared {
            method: "generation_bits",
            argument: Argument::Integer(given.value.clone()),
            check: Some("check_generation_bits"),
            span: given.span,
        }
    }

    /// The default is not declared.
    pub(crate) fn on_wrap(given: &Given<OnWrap>) -> Option<Self> {
        match given.value {
            OnWrap::Wrap => None,
            OnWrap::Retire => Some(Declared {
                method: "retire",
                argument: Argument::None,
                check: Some("check_on_wrap"),
                span: given.span,
            }),
        }
    }

    pub(crate) fn marks(given: &Given<Marks>) -> Self {
        let (method, argument) = match &given.value {
            Marks::Default => ("marks", Argument::None),
            Marks::Given(count) => ("marks_at_most", Argument::Integer(count.clone())),
        };
        Declared { method, argument, check: Some("check_marks"), span: given.span }
    }

    /// In a fallback: as many as there are by default.
    pub(crate) fn some_marks() -> Self {
        Declared {
            method: "marks",
            argument: Argument::None,
            check: None,
            span: SpanRange::at(Span::call_site()),
        }
    }

    pub(crate) fn align(given: &Given<Integer>) -> Self {
        Declared {
            method: "align",
            argument: Argument::Integer(given.value.clone()),
            check: Some("check_align"),
            span: given.span,
        }
    }
}

/// Where a free list was asked for.
pub(crate) fn free_list(bookkeeping: &Given<Bookkeeping>) -> Option<SpanRange> {
    (bookkeeping.value == Bookkeeping::FreeList).then_some(bookkeeping.span)
}

/// Where a guard was asked for that is none.
pub(crate) fn no_guard(guard: &Given<Guard>) -> Option<SpanRange> {
    (guard.value == Guard::None).then_some(guard.span)
}
