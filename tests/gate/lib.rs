//! What only the gate compiles of the tests: products of kinds that are each tested alone without it. Miri, which
//! compiles no machine code, has it as well.

#![no_std]

/// Whether this is the gate, or Miri.
pub const ON: bool = cfg!(any(miri, gate));

/// Items that are there in the gate and under Miri.
#[cfg(any(miri, gate))]
#[macro_export]
macro_rules! only {
    ($($items:tt)*) => { $($items)* };
}

/// Items that are there in the gate and under Miri.
#[cfg(not(any(miri, gate)))]
#[macro_export]
macro_rules! only {
    ($($items:tt)*) => {};
}
