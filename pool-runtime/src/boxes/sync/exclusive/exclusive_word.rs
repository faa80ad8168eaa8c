//! A word that is changed by an exclusive load and an exclusive store: on Cortex-M from M3 on.
//!
//! The store fails if anyone stored to the word since the load, also the same value. So there is no ABA problem, and a
//! word of 32 bits needs no tag.
//!
//! The instructions are written here, since the atomics of `core` have no such pair. It also keeps objects off the
//! stack: to LLVM, an atomic operation with an ordering may access all memory, and so may a relaxed load or store.
//! After such an operation, rustc no longer makes an object in its slot, but on the stack, and copies it by `memcpy`,
//! whose code has 730 bytes. Assembly does not access a local variable whose address nobody has.

#![expect(unsafe_code, reason = "exclusive loads and stores are instructions")]

use crate::base::atomic::AtomicU32;
use core::arch::asm;
use core::sync::atomic::Ordering;

/// A word that is 0 at first.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct ExclusiveWord(AtomicU32);

impl ExclusiveWord {
    /// Returns the value.
    pub(super) fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes what others have given: replaces the value by the result of `change`, and returns the old value. If there
    /// is no result, the value stays, and the return value is `None`.
    ///
    /// Acquires what the others did before, in `change` too. `change` may load and store relaxed atomics, but nothing
    /// that is loaded exclusively.
    #[inline(always)]
    pub(super) fn take(&self, mut change: impl FnMut(u32) -> Option<u32>) -> Option<u32> {
        loop {
            let old = self.load_exclusive();
            barrier();
            let Some(new) = change(old) else {
                end_exclusive();
                return None;
            };
            if self.store_exclusive(new) {
                return Some(old);
            }
        }
    }

    /// Gives: replaces the value by the result of `change`. Releases what this thread did before, in `change` too.
    ///
    /// `change` acquires nothing. Otherwise it is as in `take`.
    #[inline(always)]
    pub(super) fn give(&self, mut change: impl FnMut(u32) -> u32) {
        loop {
            let new = change(self.load_exclusive());
            // After `change`: another core that sees the new value must also see what `change` stored.
            barrier();
            if self.store_exclusive(new) {
                return;
            }
        }
    }

    #[inline(always)]
    fn load_exclusive(&self) -> u32 {
        let value;
        // SAFETY: the address is that of an atomic, which is valid and aligned. The instruction is a relaxed load of
        // it, and tells the processor to watch the address. All targets of this file have it.
        unsafe {
            asm!("ldrex {}, [{}]", out(reg) value, in(reg) &raw const self.0, options(nostack, preserves_flags));
        }
        value
    }

    /// Stores the value, unless someone stored to the word since it was loaded. Returns whether it did.
    ///
    /// An interrupt in between makes it fail too: the processor ends the watch whenever a handler begins or returns.
    #[inline(always)]
    fn store_exclusive(&self, value: u32) -> bool {
        let failed: u32;
        // SAFETY: the address is that of an atomic, which is valid and aligned, and may be stored to through a shared
        // reference. The instruction and the exclusive load before it are together a relaxed exchange, or nothing.
        unsafe {
            asm!(
                "strex {}, {}, [{}]",
                out(reg) failed,
                in(reg) value,
                in(reg) &raw const self.0,
                options(nostack, preserves_flags)
            );
        }
        failed == 0
    }
}

/// Ends the watch that an exclusive load began.
#[inline(always)]
fn end_exclusive() {
    // SAFETY: accesses no memory.
    unsafe { asm!("clrex", options(nostack, preserves_flags)) };
}

/// The instruction of `fence` on these targets, with any ordering.
#[inline(always)]
fn barrier() {
    // SAFETY: accesses no memory itself. All accesses before it come before all accesses after it, for the compiler
    // too: this assembly may access memory.
    unsafe { asm!("dmb sy", options(nostack, preserves_flags)) };
}
