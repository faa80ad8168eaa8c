//! Standard traits whose implementation is the same for many types.

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

/// Implements `Copy`, equality and `Hash` for a type, whatever its parameters are. `$key` is what is compared.
macro_rules! copy_with_key {
    ([$($generics:tt)*] $type:ty, |$this:ident| $key:expr) => {
        impl<$($generics)*> Clone for $type {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*> Copy for $type {}

        impl<$($generics)*> PartialEq for $type {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                let key = |$this: &Self| $key;
                key(self) == key(other)
            }
        }

        impl<$($generics)*> Eq for $type {}

        impl<$($generics)*> core::hash::Hash for $type {
            #[inline]
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                let $this = self;
                core::hash::Hash::hash(&$key, state);
            }
        }
    };
}
