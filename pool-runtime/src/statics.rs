//! Statics that a single caller takes, once: pools, value pools and lists. Boxes and regions share their memory
//! types.
//!
//! The macros write the statics of a definition, and a constant with their addresses. (`#k` is the crate, `#D` the
//! definition, `#C` the content of the static.)
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
//! fn take_pool() -> Result<&'static mut .., AlreadyTaken> { #k::__private::take::<#D>() }
//! ```
//!
//! # Why none of the generated code is trusted
//!
//! [`HasStatic`] is a safe trait. A hand-written impl can say anything, an attribute macro can change the generated
//! statics, and `crate = path` can put another crate in place of `#k`. In each of these cases, the pool in a static
//! has one owner:
//!
//! - A [`Memory`] belongs to one content, and a content to one definition ([`InStatic::Definition`]). The trait ties
//!   them together, so another definition cannot name the static of this one as its own.
//! - A definition has one constant. A constant of a type has the same value in the whole program, since the lengths
//!   of arrays in types depend on that. So every call of [`take`] for this definition sees the same flag and the same
//!   memory.
//! - The addresses are those of statics. [`Statics::new`] takes `&'static` references to types with interior
//!   mutability, and nothing else in the evaluation of a constant has such references.
//! - The type of a static determines its initial value. No function makes another one.
//!
//! There is one thing that types do not show: a section that nothing clears at start. To name such a section, the
//! user writes an unsafe attribute. The macros then choose a [kind](memory) that does not rely on the initial memory.
//! The flag stays in `.bss`.

#![expect(unsafe_code, reason = "a static is taken once")]

#[cfg(feature = "report")]
pub(crate) mod listing;
mod memory;

pub(crate) use memory::{
    ABSENT, LARGEST, LARGEST_OF_VALUES, Place, StaticClass, Zeroed, kind_of_uncleared, kind_of_values,
};
pub use memory::{Memory, static_kind, uncleared_static_kind};

use crate::base::already_taken::{AlreadyTaken, TakenKind};
use crate::base::class::Class;
use crate::base::flag::Flag;
use crate::base::message::text;
use crate::base::site::{Cell, Site};
#[cfg(feature = "report")]
use crate::base::stats::Stats;
use core::mem::MaybeUninit;
#[cfg(feature = "report")]
use listing::{Facts, Listing, PoolKind};
use memory::{LARGEST_INITIALISED, UNINIT};

/// A flag: whether a static was taken; with feature `track`, at which line. With feature `report`, also the entry of
/// the definition in the report.
#[derive(Debug)]
pub struct Taken {
    flag: Flag,
    /// The line that took the static.
    line: Cell,
    #[cfg(feature = "report")]
    listing: Listing,
}

impl Taken {
    /// A flag that is not set.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only the macros make one")]
    #[inline]
    pub const fn new() -> Self {
        Taken {
            flag: Flag::new(),
            line: Cell::empty(),
            #[cfg(feature = "report")]
            listing: Listing::new(),
        }
    }
}

/// Never implemented. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has parameters, so it has no static pool: `take_pool` is for types without parameters",
    label = "has no static pool",
    note = "make a pool with `new` of the pool type, which is `const`, or with `on_heap` (feature `alloc`)",
    note = "`pool! {{ Names: [{Self}; 100]; }}` defines one pool of this type with a static: `Names::take_pool()`"
)]
pub trait TakesStatic<'pool> {}

/// A definition with a static.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no static pool",
    label = "has no static pool",
    note = "`#[derive(Pool)]` and `pool!` declare one, unless the definition is `boxed`"
)]
pub trait HasStatic: Sized + 'static {
    /// The content of the static, which belongs to this definition.
    type Content: InStatic<Definition = Self>;

    /// The addresses of the flag and the memory.
    const STATICS: Statics<Self::Content>;
}

/// The content of a static: the pool of one definition.
///
/// # Safety
///
/// 1. `EMPTY` is an empty pool.
/// 2. [`make_empty`](InStatic::make_empty) leaves an empty pool, whatever the memory held before.
/// 3. An empty pool can be sent to another thread than the one that made it.
pub unsafe trait InStatic: Sized + 'static {
    /// The only definition whose statics have this content.
    type Definition;
    /// The type that the user gets.
    type Pool: 'static;
    /// The name of the definition, for messages.
    const NAME: &'static str;
    /// The kind of the pool, for messages.
    const TAKEN_KIND: TakenKind;
    /// The size of the pool in bytes.
    const BYTES: u64;
    /// Bytes of the parts whose size is in proportion to the capacity.
    const SLOTS_BYTES: usize;
    /// The number of objects or values.
    const CAPACITY: usize;
    /// The largest pool in bytes whose initial value the compiler makes.
    const LARGEST_INITIALISED: u64 = LARGEST_INITIALISED;
    /// Fails to compile if no pool of this definition can be made.
    const CHECK: ();
    /// An empty pool, as an initial value.
    const EMPTY: MaybeUninit<Self::Pool>;

    /// Makes an empty pool in memory that holds any bytes.
    ///
    /// # Safety
    ///
    /// 1. `memory` is aligned and valid for writes of a pool.
    /// 2. Nothing else accesses that memory during the call.
    unsafe fn make_empty(memory: *mut Self::Pool);
}

/// The addresses of a static that is taken once, and of its flag.
pub struct Statics<C: InStatic> {
    taken: *const Taken,
    memory: *mut C::Pool,
    kind: u8,
}

impl<C: InStatic> Statics<C> {
    /// Returns the addresses of two statics.
    #[must_use]
    pub const fn new<const KIND: u8>(taken: &'static Taken, memory: &'static Memory<C, KIND>) -> Self
    where
        Class<KIND>: StaticClass,
    {
        Statics { taken, memory: memory.as_ptr(), kind: KIND }
    }
}

opaque_debug!([C: InStatic] Statics<C>);

/// Returns the static pool of a definition, empty, at the first call.
///
/// # Errors
///
/// Every later call returns [`AlreadyTaken`].
#[inline]
#[cfg_attr(debug_assertions, track_caller)]
pub fn take<D: HasStatic>() -> Result<&'static mut <D::Content as InStatic>::Pool, AlreadyTaken> {
    const {
        let () = <D::Content as InStatic>::CHECK;
        if D::STATICS.kind == ABSENT {
            too_large::<D::Content>();
        }
    };
    // SAFETY: the pointer comes from the `&'static Taken` that `Statics::new` was given.
    let taken = unsafe { &*D::STATICS.taken };
    if !taken.flag.set() {
        return Err(AlreadyTaken::new(D::Content::TAKEN_KIND, D::Content::NAME, &taken.line));
    }
    taken.line.store(Site::caller());
    #[cfg(feature = "report")]
    list::<D>();
    let memory = D::STATICS.memory;
    if D::STATICS.kind == UNINIT {
        // SAFETY: 1. The pointer comes from the `&'static Memory` of this content that `Statics::new` was given. The
        // kind has memory, so it points to memory of a pool, with interior mutability. 2. Only this call reaches that
        // memory, as shown below.
        unsafe { D::Content::make_empty(memory) };
    }
    // SAFETY: the pointer comes from a `&'static Memory` of this content, as above. The memory holds an empty pool:
    // by its initial value (1. of `InStatic`), or since the line above (2. of `InStatic`). Only this call reaches it:
    // the flag was set once, `STATICS` is the only constant that pairs a flag with a memory of this content, and
    // `Memory` gives its address to nothing else.
    Ok(unsafe { &mut *memory })
}

/// Puts a definition into the report. Returns its node.
#[cfg(feature = "report")]
fn list<D: HasStatic>() -> &'static Listing {
    // SAFETY: the pointer comes from the `&'static Taken` that `Statics::new` was given.
    // (In a constant, so that the address of the pool's memory is not in the program.)
    let taken: &'static Taken = unsafe { &*const { D::STATICS.taken } };
    taken.listing.list(
        const {
            &Facts {
                name: D::Content::NAME,
                kind: match D::Content::TAKEN_KIND {
                    TakenKind::Values => PoolKind::Values,
                    TakenKind::List => PoolKind::List,
                    TakenKind::Pool | TakenKind::Columns => PoolKind::Pool,
                    #[cfg(feature = "regions")]
                    TakenKind::Region => PoolKind::Pool,
                },
                capacity: D::Content::CAPACITY,
                total_bytes: D::Content::BYTES as usize,
                slots_bytes: D::Content::SLOTS_BYTES,
                stats: Listing::published,
            }
        },
    );
    &taken.listing
}

/// Notes the figures of a pool of a definition for the report.
#[cfg(feature = "report")]
pub(crate) fn publish<D: HasStatic>(stats: &Stats) {
    list::<D>().publish(stats);
}

/// Fails to compile with the message that the pool is too large for a static.
#[track_caller]
const fn too_large<C: InStatic>() -> ! {
    text("the pool of `")
        .text(C::NAME)
        .text("` takes ")
        .number(C::BYTES as i128)
        .text(" bytes, a static at most ")
        .number(LARGEST as i128)
        .text(": make it with `on_heap()` of the pool type (feature `alloc`)")
        .panic()
}

/// Fails to compile because a part of a pool of boxes takes too many bytes for a static.
#[track_caller]
#[inline]
pub(crate) const fn too_large_for_a_static(
    part: &str,
    name: &str,
    bytes: u64,
    largest: u64,
    remedy: &str,
) -> ! {
    text("the ")
        .text(part)
        .text(" of `")
        .text(name)
        .text("` take ")
        .number(bytes as i128)
        .text(" bytes; their statics hold at most ")
        .number(largest as i128)
        .text(": use ")
        .text(remedy)
        .panic()
}

#[cfg(test)]
mod tests;
