//! One exported function per operation of pools and boxes.
//!
//! A symbol is `<group>.<row>.<operation>`, such as `pool16.generation_u8.insert`. All operations except those of the
//! group `control`, and those that `tests/programs/code_size.rs` lists, must not be able to panic.

#![no_std]

mod boxes;
mod control;
mod further;
mod objects;
mod pools;
mod shared;

unsafe extern "C" {
    /// It is defined nowhere. What has a path to it can panic.
    safe fn panic_handler_was_reached() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    panic_handler_was_reached()
}
