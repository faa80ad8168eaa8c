//! The static of the objects, which hold their first value from the start of the program.
//!
//! The macros print it in place of the static of a `PoolBox`, which has no initial value (`#k` is the crate, `#P` the
//! definition):
//!
//! ```text
//! impl #k::ObjectSpec for #P {
//!     const FIRST: Self::Item = #expression_of_the_user;
//!     fn give_back(item: &mut Self::Item) { item.#method_of_the_user(); }
//! }
//! impl #k::BoxSpec for #P {
//!     ..
//!     static SLOTS: #k::__private::BoxSlots<#P, { #k::__private::object_static_kind::<#P>() }, true> = ..::filled();
//!     #k::__private::BoxStatics::new(&STATE, &SLOTS)
//! }
//! ```
//!
//! The generated code is not trusted, for the reasons that [`statics`](crate::statics) gives. The type of the static
//! guarantees that the slots hold objects.

#![expect(unsafe_code, reason = "the initial value of the static is written slot by slot")]

use crate::base::class::Class;
use crate::base::zeroed::zeroed;
use crate::boxes::pool_box::PoolBox;
use crate::boxes::spec::{BoxSlot, BoxSlots, BoxSpec, SlotsOf, slot_bytes};
use crate::statics::{ABSENT, StaticClass, kind_of_values};
use bytemuck::Zeroable;
use core::mem::MaybeUninit;

/// A definition whose objects stay in their slots, and are lent by [`ObjectBox`](crate::ObjectBox)es.
///
/// `#[pool(.., objects)]` and `objects` in `pool!` implement it. The members of the trait are not public, and may
/// change in any version.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the definition of a pool of objects that stay",
    label = "not a pool with `objects`",
    note = "`#[pool(capacity = .., objects = ..)]` on a type with `#[derive(Pool)]` makes it one, and so does \
            `objects = ..` in `pool! {{ .. }}`"
)]
pub trait ObjectSpec: BoxSpec<Item: Send> {
    #[doc(hidden)]
    const FIRST: Self::Item;

    #[doc(hidden)]
    fn give_back(item: &mut Self::Item);
}

/// The first value of the objects of a definition that gives none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no value of zero bytes",
    label = "`objects` needs the first value of the objects: `objects = EXPRESSION`",
    note = "without an expression, the objects are zero bytes, which needs an item that is `bytemuck::Zeroable`"
)]
pub trait FirstOfZeros: Sized {
    /// Zero bytes.
    const ZEROS: Self;
}

impl<T: Zeroable> FirstOfZeros for T {
    const ZEROS: T = zeroed();
}

/// In scope where generated code calls the method `clear` of an item. This method is never called, since nothing
/// implements `HasClear`: without another such method, rustc shows the message of that trait.
pub trait MessageOnly {
    /// Is never called.
    fn clear(&mut self);
}

#[diagnostic::do_not_recommend]
impl<T: HasClear> MessageOnly for T {
    fn clear(&mut self) {}
}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "`clear` calls the method `clear` of the item, and it has none",
    label = "write `fn clear(&mut self)` for the item, or name another method of it: `clear = reset`"
)]
pub trait HasClear {}

/// Returns the kind of the statics of a pool whose objects stay.
#[must_use]
pub const fn object_static_kind<P: ObjectSpec>() -> u8 {
    kind_of_values(slot_bytes::<P>())
}

impl<P: ObjectSpec, const KIND: u8> BoxSlots<P, KIND, true>
where
    Class<KIND>: StaticClass,
{
    /// Every slot holds the first value.
    #[must_use]
    pub const fn filled() -> Self {
        const {
            let bytes = size_of::<<Class<KIND> as StaticClass>::Held<SlotsOf<P>>>();
            assert!(KIND == ABSENT || bytes == size_of::<SlotsOf<P>>(), "the static is of another size");
        }
        // Zeros first: padding that was never written would keep a static of zeros out of `.bss`.
        let mut memory = MaybeUninit::<<Class<KIND> as StaticClass>::Held<SlotsOf<P>>>::zeroed();
        if KIND != ABSENT {
            // SAFETY: 1. all kinds other than `ABSENT` hold the slots themselves.
            unsafe { fill::<P>(memory.as_mut_ptr().cast()) };
        }
        // SAFETY: 1. `fill` wrote an object into every slot. 2. the objects are `Send`, by the bound of `ObjectSpec`.
        unsafe { BoxSlots::of(memory) }
    }
}

/// Writes the first value into every slot.
///
/// # Safety
///
/// 1. `memory` is aligned and valid for writes of the slots.
const unsafe fn fill<P: ObjectSpec>(memory: *mut SlotsOf<P>) {
    // The slots begin at the start of the static. The item is at offset 0 of its slot.
    let slots = memory.cast::<BoxSlot<P>>();
    // SAFETY: the first slot is valid for writes of an item (1.); a capacity is at least 1.
    unsafe { slots.cast::<P::Item>().write(P::FIRST) };
    let mut filled = 1;
    while filled < PoolBox::<P>::CAPACITY {
        let left = PoolBox::<P>::CAPACITY - filled;
        let count = if left < filled { left } else { filled };
        // SAFETY: the result is within the slots (1.), because fewer than all are filled.
        let next = unsafe { slots.add(filled) };
        // SAFETY: `count` slots are filled, and as many are left (1.), so both are valid and apart. Each copy of the
        // bytes of a constant is a value of its type, as each use of the constant is.
        unsafe { core::ptr::copy_nonoverlapping(slots, next, count) };
        filled += count;
    }
}

#[cfg(all(test, target_has_atomic = "64"))]
mod tests;
