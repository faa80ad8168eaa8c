//! One exported function per operation of the crate.
//!
//! A symbol is `<group>.<row>.<operation>`, such as `pool16.generation_u8.insert`. The group `public` has all methods
//! that exist without a heap: `public.Pool.insert` calls `Pool::insert`. The other groups have some of them with other
//! keys. `tests/programs/code_size.rs` compares the group `public` with the list of the public interface, and says
//! which operations can panic.

#![no_std]

mod boxes;
mod control;
mod further;
mod objects;
mod pools;
mod public;
mod shared;

unsafe extern "C" {
    /// It is defined nowhere. What has a path to it can panic.
    safe fn panic_handler_was_reached() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    panic_handler_was_reached()
}

/// Modules of functions, exported as `<group>.<row>.<function>`.
macro_rules! operations {
    ($($row:literal as $module:ident {
        $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*
    })*) => {$(
        pub(crate) mod $module {
            #[allow(unused_imports, reason = "some modules name all that they need by its path")]
            use super::*;

            $(
                #[unsafe(export_name = concat!($row, ".", stringify!($name)))]
                fn $name($($argument: $type),*) $(-> $result)? $body
            )*
        }
    )*};
}

use operations;
