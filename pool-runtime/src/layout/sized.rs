//! Definitions whose capacity is a const parameter.
//!
//! Stable Rust computes no const argument from a const parameter, so nothing can follow from the capacity except the
//! length of arrays. The widths are chosen for the largest capacity instead.

use crate::layout::fixed::Fixed;
use crate::layout::groups::{Cells, HandleBits, SlotCount, TableBits, Waiting};
use crate::layout::plan::{LINE_BYTES, QUARANTINE_OF_SIZED_24};
use crate::layout::spec::{Brand, PoolSpec};
use core::fmt;

/// The generations of [`Sized16`]: those that a cell of 2 bytes has room for next to the live flag. They need no
/// quarantine.
const GENERATIONS_16: u32 = 1 << 15;

/// The generations of [`Sized24`]: those that a cell of 1 byte has room for next to the live flag.
const GENERATIONS_24: u32 = 1 << 7;

/// Writes one definition.
macro_rules! sized {
    ($(#[$attribute:meta])* $name:ident: $($groups:ty),+) => {
        $(#[$attribute])*
        pub struct $name<T, const N: usize>(Brand<T>);

        // The message of `PoolSpec` names it.
        #[diagnostic::do_not_recommend]
        impl<T, const N: usize> PoolSpec for $name<T, N> {
            type Item = T;
            type Layout = Fixed<SlotCount<N, 1, LINE_BYTES>, $($groups),+>;
            const NAME: &'static str = stringify!($name);
        }

        impl<T, const N: usize> fmt::Debug for $name<T, N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

sized! {
    /// A definition of up to `N` items of type `T`, where `N` is 1 to 65,536: for code that has the capacity as a
    /// const parameter.
    ///
    /// ```
    /// use stackpool::{Full, Handle, Pool, Sized16};
    ///
    /// pub struct Bag<T, const N: usize> {
    ///     items: Pool<Sized16<T, N>>,
    /// }
    ///
    /// pub type Ticket<T, const N: usize> = Handle<Sized16<T, N>>;
    ///
    /// impl<T, const N: usize> Bag<T, N> {
    ///     pub fn put(&mut self, item: T) -> Result<Ticket<T, N>, Full<T>> {
    ///         self.items.insert(item)
    ///     }
    /// }
    ///
    /// let mut bag = Bag::<_, 100> { items: Pool::new() };
    /// let ticket = bag.put("umbrella")?;
    /// assert_eq!(bag.items[ticket], "umbrella");
    /// assert_eq!(Pool::<Sized16<&str, 100>>::HANDLE_BYTES, 4);
    /// # Ok::<(), Full<&str>>(())
    /// ```
    ///
    /// # Widths
    ///
    /// Stable Rust computes no widths from a const parameter, so they are the same for every `N`:
    ///
    /// | definition | `N` | handle, `Option<Handle>` | table, per slot | guard, per slot | generations | quarantine |
    /// |---|---|---|---|---|---|---|
    /// | `Sized16` | 1 ..= 65,536 | 4 bytes | 2 bytes | 2 bytes | 32,768 | 0 |
    /// | [`Sized24`] | 1 ..= 16,777,216 | 4 bytes | 3 bytes | 1 byte | 128 | 32 |
    ///
    /// `#[derive(Pool)]` and `pool!` choose the smallest widths for a capacity: at 100, a handle of 1 byte, and 2
    /// bytes of bookkeeping per slot. Their keys (`guard`, `marks` and others) do not exist here. If you need one of
    /// them, take a definition as the parameter instead of a number: see [`Of`](crate::Of).
    ///
    /// The first slot begins at a cache line, 64 bytes, whatever `N` is.
    ///
    /// An `N` out of range is an error where a pool is made. `cargo build` reports it; `cargo check` does not.
    ///
    /// Handles and errors show the name `Sized16`. A library gives its pool another name with a definition of its own,
    /// whose layout is `<Sized16<T, N> as PoolSpec>::Layout`, and asserts the range of `N` itself: the guide, in
    /// `generic_code`, has an example.
    Sized16: TableBits<16>, Cells<GENERATIONS_16, 16>, HandleBits<32>
}

sized! {
    /// A definition of up to `N` items of type `T`, where `N` is 1 to 16,777,216: [`Sized16`] for larger pools.
    ///
    /// ```
    /// use stackpool::{Pool, Sized24};
    ///
    /// static STARS: std::sync::Mutex<Pool<Sized24<[f32; 3], 100_000>>> = std::sync::Mutex::new(Pool::new());
    ///
    /// let mut stars = STARS.lock().unwrap();
    /// let sun = stars.insert([0.0; 3])?;
    /// assert_eq!((stars[sun], size_of_val(&sun)), ([0.0; 3], 4));
    /// # Ok::<(), stackpool::Full<[f32; 3]>>(())
    /// ```
    ///
    /// See [`Sized16`] for the widths of both, and for what else there is in place of them.
    Sized24: TableBits<24>, Cells<GENERATIONS_24, 8>, HandleBits<32>, Waiting<QUARANTINE_OF_SIZED_24, 32>
}
