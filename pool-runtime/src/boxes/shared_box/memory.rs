//! The static of the counts: a word per slot, in `.bss`.
//!
//! It is apart from the objects, whose static has no initial value, and may be in a section that nothing clears. The
//! macros print it next to the statics of the boxes (`#k` is the crate, `#P` the definition):
//!
//! ```text
//! impl #k::SharedSpec for #P {
//!     const COUNTS: #k::__private::SharedCounts<Self> = {
//!         static COUNTS: #k::__private::CountSlots<#P, { #k::__private::count_static_kind::<#P>() }> = ..::new();
//!         #k::__private::SharedCounts::new(&COUNTS)
//!     };
//! }
//! ```
//!
//! The generated code is not trusted, for the reasons that [`statics`](crate::statics) gives.

#![expect(unsafe_code, reason = "the words of a definition are in its static")]

use super::counts::Counts;
use crate::base::class::Class;
use crate::boxes::pool_box::PoolBox;
use crate::boxes::spec::{BoxSpec, BoxStatics};
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::statics::{ABSENT, LARGEST, StaticClass, Zeroed, kind_of_uncleared, too_large_for_a_static};

/// A definition whose objects are shared by [`SharedBox`](crate::SharedBox)es.
///
/// `#[pool(.., shared)]` and `shared` in `pool!` implement it. The members of the trait are not public, and may change
/// in any version.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the definition of a shared pool",
    label = "not a shared pool",
    note = "`#[pool(capacity = .., shared)]` on a type with `#[derive(Pool)]` makes it one, and so does `shared` in \
            `pool! {{ .. }}`"
)]
pub trait SharedSpec: BoxSpec<Mode: Counts> {
    #[doc(hidden)]
    const COUNTS: SharedCounts<Self>;
}

pub(super) type CounterOf<P> = <<P as BoxSpec>::Mode as Counts>::Counter;

type CountersOf<P> = <<P as PoolSpec>::Layout as Layout>::Array<CounterOf<P>>;

/// Bytes of the words of a definition.
pub(super) const fn count_bytes<P: BoxSpec<Mode: Counts>>() -> usize {
    size_of::<CountersOf<P>>()
}

/// The kind of the static of the words.
#[must_use]
pub const fn count_static_kind<P: BoxSpec<Mode: Counts>>() -> u8 {
    kind_of_uncleared(count_bytes::<P>() as u64)
}

/// The static of the words. Zero bytes mean that no object is shared.
pub type CountSlots<P, const KIND: u8> = Zeroed<P, CountersOf<P>, KIND>;

/// The address of the words of a definition.
pub struct SharedCounts<P: BoxSpec<Mode: Counts>> {
    counters: *const CounterOf<P>,
    kind: u8,
}

impl<P: BoxSpec<Mode: Counts>> SharedCounts<P> {
    /// The address of a static; of nothing if the kind says that there is none.
    #[must_use]
    pub const fn new<const KIND: u8>(counts: &'static CountSlots<P, KIND>) -> Self
    where
        Class<KIND>: StaticClass,
    {
        SharedCounts { counters: counts.as_ptr().cast(), kind: KIND }
    }
}

impl<P: SharedSpec> SharedCounts<P> {
    /// Fails to compile if there are no statics, or if the objects stay in their slots: the last owner drops its
    /// object.
    const CHECK: () = {
        let () = BoxStatics::<P>::CHECK;
        let () = PoolBox::<P>::OWNS;
        if P::COUNTS.kind == ABSENT {
            too_large_for_a_static(
                "counts",
                P::NAME,
                count_bytes::<P>() as u64,
                LARGEST,
                "a smaller capacity",
            );
        }
    };
}

/// The word of the slot of a handle.
#[inline]
pub(super) fn counter<P: SharedSpec>(handle: Handle<P>) -> &'static CounterOf<P> {
    const { SharedCounts::<P>::CHECK };
    let index = handle.index();
    invariant!(index < PoolBox::<P>::CAPACITY, "a handle beyond the capacity");
    // SAFETY: the index of a handle is below the capacity, and the static has a counter per slot: `CHECK` says that
    // its kind is not absent.
    let counter = unsafe { P::COUNTS.counters.add(index) };
    // SAFETY: the pointer is into a static of zero bytes, which are counters (`Counter: Zeroable`). Counters have
    // interior mutability, and nobody has a mutable reference to one.
    unsafe { &*counter }
}

opaque_debug!([P: BoxSpec<Mode: Counts>] SharedCounts<P>);
