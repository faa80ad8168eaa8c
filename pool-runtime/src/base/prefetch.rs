//! Asking the processor for memory before it is read.

#![cfg_attr(
    all(any(all(target_arch = "x86_64", target_feature = "sse"), target_arch = "aarch64"), not(miri)),
    expect(unsafe_code, reason = "an instruction of the processor")
)]

/// Asks the processor to bring the cache line at `address` near. This changes nothing that a program can observe,
/// whatever the address is. On targets other than x86-64 and AArch64 it does nothing.
#[inline]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and never faults. SSE is enabled at compile time.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    // SAFETY: a prefetch reads nothing and never faults. It changes no register, no flag and no memory.
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
    let _ = address;
}
