//! The constants that rustc computes and checks for a pool: one call of the runtime's `Plan` for each key that has an
//! effect on its layout.

use crate::base::span_range::SpanRange;
use crate::plan::mode::Mode;
use crate::spec::given::{Given, Setting};
use crate::spec::keys::Key;
use crate::spec::keywords::{Bookkeeping, Guard, OnWrap};
use crate::spec::number::{Integer, Marks, TableBits};
use crate::spec::objects::Objects;
use proc_macro2::{Span, TokenStream};

/// The constants that rustc computes and checks.
pub(crate) struct Constants {
    pub(crate) capacity: Capacity,
    /// The other keys that have an effect on the layout.
    pub(crate) declared: Vec<Declared>,
    pub(crate) owner: Owner,
    /// The place of `guard = none`, which is not possible for every item.
    pub(crate) no_guard: Option<SpanRange>,
    /// The place of `free_list`, for which an item can be too small.
    pub(crate) free_list: Option<SpanRange>,
    /// Whether changes are noted.
    pub(crate) changes: bool,
    /// Whether the objects are without holes.
    pub(crate) dense: bool,
    pub(crate) max_bytes: Option<Given<Integer>>,
}

/// The owner of a slot that is in use.
#[derive(Clone)]
pub(crate) enum Owner {
    /// The pool; users have handles.
    Pool,
    /// A pool of columns; users have handles.
    Columns,
    /// No owner: a pool of values has no slots.
    Values,
    /// A box, or the boxes that share an object.
    Boxes {
        mode: Mode,
        /// The place of `sync` or, by default, of the key that asks for boxes.
        span: SpanRange,
        kind: BoxKind,
    },
    /// In a fallback: boxes with an unknown mode. The mode is a type that rustc knows to be wrong.
    BoxesOfNoMode { mode: TokenStream, kind: BoxKind },
}

/// What a box is to its object.
#[derive(Clone)]
pub(crate) enum BoxKind {
    /// `PoolBox`: its only owner.
    Owning,
    /// `SharedBox`: one of its owners.
    Shared,
    /// `ObjectBox`: it has the object for a time. In a fallback, the objects are unknown.
    Lent(Option<Objects>),
}

impl Owner {
    /// The method of the runtime's `Plan` that declares the owner; the default is a pool.
    pub(crate) fn method(&self) -> Option<&'static str> {
        match self {
            Owner::Pool | Owner::Columns | Owner::Values => None,
            Owner::Boxes { mode, .. } if mode.links() => Some("boxed_linked"),
            Owner::Boxes { .. } | Owner::BoxesOfNoMode { .. } => Some("boxed_stacked"),
        }
    }

    /// The kind of the boxes, if there are any.
    pub(crate) fn box_kind(&self) -> Option<&BoxKind> {
        match self {
            Owner::Boxes { kind, .. } | Owner::BoxesOfNoMode { kind, .. } => Some(kind),
            Owner::Pool | Owner::Columns | Owner::Values => None,
        }
    }

    /// The type that users have.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Owner::Pool => "Pool",
            Owner::Columns => "ColumnPool",
            Owner::Values => "ValuePool",
            Owner::Boxes { kind, .. } | Owner::BoxesOfNoMode { kind, .. } => match kind {
                BoxKind::Owning => "PoolBox",
                BoxKind::Shared => "SharedBox",
                BoxKind::Lent(_) => "ObjectBox",
            },
        }
    }
}

/// The capacity.
pub(crate) enum Capacity {
    Given(SpanRange, Integer),
    /// The number of values.
    Values,
    /// In a fallback: one slot, without a check.
    One,
}

/// A key that has an effect on the layout: a call that declares it, and a call that checks it.
pub(crate) struct Declared {
    /// A method of the runtime's `Plan`.
    pub(crate) method: &'static str,
    pub(crate) argument: Argument,
    /// The function that panics at compile time if the value is not possible.
    pub(crate) check: Option<&'static str>,
    /// The place of the value.
    pub(crate) span: SpanRange,
}

/// The argument of a method of the runtime's `Plan`.
pub(crate) enum Argument {
    None,
    Bits(u32),
    Integer(Integer),
}

impl Constants {
    /// The constants of a pool of one slot.
    pub(crate) fn one(owner: Owner) -> Self {
        Constants {
            capacity: Capacity::One,
            declared: Vec::new(),
            owner,
            no_guard: None,
            free_list: None,
            changes: false,
            dense: false,
            max_bytes: None,
        }
    }

    /// Whether one of these methods of the runtime's `Plan` is called.
    pub(crate) fn declares(&self, methods: &[&str]) -> bool {
        self.declared.iter().any(|declared| methods.contains(&declared.method))
    }

    /// The constants of a pool of one value.
    pub(crate) fn one_value() -> Self {
        Constants {
            declared: vec![Declared::guard_of_values(&Setting::Empty), Declared::no_quarantine()],
            ..Constants::one(Owner::Values)
        }
    }
}

/// The one list of integers of the layout beside the capacity: the key, the method of the runtime's `Plan` that
/// declares it, and the function that checks it.
pub(crate) const INTEGERS: &[(Key, &str, &str)] = &[
    (Key::GrowsTo, "grows_to", "check_grows_to"),
    (Key::Generations, "generations_of", "check_generations"),
    (Key::GenerationBits, "generation_bits", "check_generation_bits"),
    (Key::HandleBytes, "handle_bytes", "check_handle_bytes"),
    (Key::Quarantine, "quarantine_of", "check_quarantine"),
    (Key::Align, "align", "check_align"),
];

impl Declared {
    /// The keys of [`INTEGERS`] for which `integer` returns a value.
    pub(crate) fn integers<'a>(
        integer: impl Fn(Key) -> Option<(SpanRange, &'a Integer)>,
    ) -> impl Iterator<Item = (Key, Self)> {
        INTEGERS.iter().filter_map(move |&(key, method, check)| {
            let (span, value) = integer(key)?;
            let argument = Argument::Integer(value.clone());
            Some((key, Declared { method, argument, check: Some(check), span }))
        })
    }

    pub(crate) fn layout(given: &Given<TableBits>) -> Self {
        Declared {
            method: "layout",
            argument: Argument::Bits(given.value.0),
            check: Some("check_layout"),
            span: given.span,
        }
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

    /// The guard of a pool of values: the default is `live`.
    pub(crate) fn guard_of_values(guard: &Setting<Guard>) -> Self {
        let method = if guard.value() == Some(&Guard::None) { "guard_none" } else { "guard_live" };
        let span = guard.given().map_or(SpanRange::at(Span::call_site()), |given| given.span);
        Declared { method, argument: Argument::None, check: None, span }
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

    pub(crate) fn strict(given: &Given<()>) -> Self {
        Declared { method: "strict", argument: Argument::None, check: None, span: given.span }
    }

    /// A pool of values has no quarantine by default.
    pub(crate) fn no_quarantine() -> Self {
        Declared {
            method: "no_quarantine",
            argument: Argument::None,
            check: None,
            span: SpanRange::at(Span::call_site()),
        }
    }

    pub(crate) fn marks(given: &Given<Marks>) -> Self {
        let (method, argument) = match &given.value {
            Marks::Default => ("marks", Argument::None),
            Marks::Given(count) => ("marks_at_most", Argument::Integer(count.clone())),
        };
        Declared { method, argument, check: Some("check_marks"), span: given.span }
    }

    /// In a fallback: the default number of marks.
    pub(crate) fn some_marks() -> Self {
        Declared {
            method: "marks",
            argument: Argument::None,
            check: None,
            span: SpanRange::at(Span::call_site()),
        }
    }
}

/// The place of `free_list`, if it was given.
pub(crate) fn free_list(bookkeeping: &Given<Bookkeeping>) -> Option<SpanRange> {
    (bookkeeping.value == Bookkeeping::FreeList).then_some(bookkeeping.span)
}

/// The place of `guard = none`, if it was given.
pub(crate) fn no_guard(guard: &Given<Guard>) -> Option<SpanRange> {
    (guard.value == Guard::None).then_some(guard.span)
}
