//! Statics that one caller takes, once: pools, value pools, lists, and as far as their memory goes boxes and regions.
//!
//! The macros print a definition's statics, and a constant that holds their addresses (`#k` is the crate, `#D` the
//! definition, `#C` what the static contains):
//!
//! ```text
//! impl #k::__private::HasStatic for #D {
//!     type Content = #C;                                           // Pool<#D>, ValuePool<#D> or Listed<#D>
//!     const STATICS: #k::__private::Statics<#C> = {
//!         static TAKEN: #k::__private::Taken = #k::__private::Taken::new();
//!         #attributes_of_the_user
//!         static MEMORY: #k::__private::Memory<#C, { #k::__private::static_kind::<#C>() }> =
//!             #k::__private::Memory::new();
//!         #k::__private::Statics::new(&TAKEN, &MEMORY)
//!     };
//! }
//!
//! fn take_pool() -> Option<&'static mut ..> { #k::__private::take::<#D>() }
//! ```
//!
//! # Why no printed code is trusted
//!
//! [`HasStatic`] is a safe trait: whatever a hand-written impl says, whatever an attribute macro does to the printed statics,
//! and whatever a user's `crate = path` has in place of `#k`, the pool in one static has one owner.
//!
//! - A [`Memory`] is of one content, and a content of one definition ([`InStatic::Definition`]). The trait ties them together,
//!   so another definition cannot name this one's static as its own.
//! - A definition has one constant. A constant of a type has one value in the whole program, as the lengths of arrays in types
//!   need it to be. So every call of [`take`] for this definition sees the same flag and the same memory.
//! - The addresses are those of statics. [`Statics::new`] takes `&'static` references to types with interior mutability. In the
//!   evaluation of a constant, nothing else has those.
//! - What a static starts as, its type says. No function makes another start.
//!
//! A section that nothing clears at start is the one thing that types do not show. Naming one is an unsafe attribute of
//! the user; the macros then choose a [kind](kind) that does not rely on how the memory starts. The flag stays in
//! `.bss`.

#![expect(unsafe_code, reason = "a static is taken once")]

mod content;
mod kind;
mod memory;

pub use content::InStatic;
pub use kind::{static_kind, uncleared_static_kind};
pub use memory::Memory;

pub(crate) use content::zero_start;
pub(crate) use kind::{ABSENT, LARGEST, StaticClass, kind_of_uncleared};
pub(crate) use memory::Place;

use crate::base::class::Class;
use crate::base::flag::Flag;
use crate::base::message::Message;
use kind::UNINIT;

/// Whether a static was taken.
#[derive(Debug)]
pub struct Taken(Flag);

impl Taken {
    /// Not taken.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        Taken(Flag::new())
    }
}

/// A definition with a static.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no static pool",
    note = "`#[derive(Pool)]` and `pool!` declare one, unless the definition is `boxed`"
)]
pub trait HasStatic: Sized + 'static {
    /// What the static contains: something of this definition.
    type Content: InStatic<Definition = Self>;

    /// The flag and the memory.
    const STATICS: Statics<Self::Content>;
}

/// The addresses of a static that is taken once, and of its flag.
pub struct Statics<C: InStatic> {
    taken: *const Taken,
    memory: *mut C::Pool,
    kind: u8,
}

impl<C: InStatic> Statics<C> {
    /// Those of two statics.
    #[must_use]
    pub const fn new<const KIND: u8>(taken: &'static Taken, memory: &'static Memory<C, KIND>) -> Self
    where
        Class<KIND>: StaticClass,
    {
        Statics { taken, memory: memory.as_ptr(), kind: KIND }
    }
}

impl<C: InStatic> core::fmt::Debug for Statics<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Statics(..)")
    }
}

/// The static pool of a definition, empty, at the first call.
#[inline]
#[must_use]
pub fn take<D: HasStatic>() -> Option<&'static mut <D::Content as InStatic>::Pool> {
    const {
        let () = <D::Content as InStatic>::CHECK;
        if D::STATICS.kind == ABSENT {
            too_large::<D::Content>();
        }
    };
    // SAFETY: `Statics::new` got a reference to the flag that is valid for ever.
    let taken = unsafe { &*D::STATICS.taken };
    if !taken.0.set() {
        return None;
    }
    let memory = D::STATICS.memory;
    if D::STATICS.kind == UNINIT {
        // SAFETY: 1. `Statics::new` got a reference to a static of this content, of a kind that has memory: that of a pool,
        // with interior mutability, valid for ever. 2. It is of this call alone, see below.
        unsafe { D::Content::make_empty(memory) };
    }
    // SAFETY: the memory is that of a pool, as above. The pool is empty by its initial value (`InStatic`, 1), or since the
    // line above (2). It is of this call alone: the flag was set once, `STATICS` is the one constant that pairs a flag with
    // a memory of this content, and `Memory` gives its address to nobody else.
    Some(unsafe { &mut *memory })
}

/// Fails to compile a pool that is too large for a static.
#[track_caller]
const fn too_large<C: InStatic>() -> ! {
    Message::new()
        .text("the pool of `")
        .text(C::NAME)
        .text("` takes ")
        .number(C::BYTES as i128)
        .text(" bytes, a static at most ")
        .number(LARGEST as i128)
        .text(": make it with `boxed()` of the pool type (feature `alloc`)")
        .panic()
}

#[cfg(test)]
mod tests;
