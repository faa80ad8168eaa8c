//! `Debug` for what has nothing to show.

/// Implements `Debug` for a type by its name alone: `Memory(..)`.
macro_rules! opaque_debug {
    ([$($generics:tt)*] $name:ident<$($argument:tt),*> $(where $($bounds:tt)+)?) => {
        impl<$($generics)*> core::fmt::Debug for $name<$($argument),*> $(where $($bounds)+)? {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}
