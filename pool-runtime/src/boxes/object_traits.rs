//! The standard traits that a pointer to an object has through the object, as `Box`, `Rc` and `Arc` have them.

/// Implements them for a pointer with `as_ptr`, `Deref`, and a second parameter that is the item.
macro_rules! traits_of_the_object {
    ($pointer:ident, $spec:ident) => {
        // SAFETY: the pointer is a transparent struct around a handle. So zero bytes are the `None` of an `Option` of
        // it where they are that of an `Option` of the handle.
        unsafe impl<P: $spec> bytemuck::ZeroableInOption for $pointer<P> where
            $crate::handle::Handle<P>: bytemuck::ZeroableInOption
        {
        }

        impl<P: $spec> AsRef<P::Item> for $pointer<P> {
            #[inline]
            fn as_ref(&self) -> &P::Item {
                self
            }
        }

        // `Borrow` asks that the object is not itself a pointer of this type. rustc sees that by the parameter `T`.
        impl<P: $spec<Item = T>, T> core::borrow::Borrow<T> for $pointer<P, T> {
            #[inline]
            fn borrow(&self) -> &T {
                self
            }
        }

        impl<P: $spec> core::fmt::Pointer for $pointer<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Pointer::fmt(&Self::as_ptr(self), f)
            }
        }

        impl<P: $spec<Item: core::fmt::Debug>> core::fmt::Debug for $pointer<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                (**self).fmt(f)
            }
        }

        #[cfg(feature = "defmt")]
        impl<P: $spec<Item: defmt::Format>> defmt::Format for $pointer<P> {
            fn format(&self, f: defmt::Formatter<'_>) {
                // Not by calling its `format`: that of a derived impl panics.
                defmt::write!(f, "{}", **self);
            }
        }

        impl<P: $spec<Item: core::fmt::Display>> core::fmt::Display for $pointer<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                (**self).fmt(f)
            }
        }

        impl<P: $spec<Item: PartialEq>> PartialEq for $pointer<P> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                **self == **other
            }
        }

        impl<P: $spec<Item: Eq>> Eq for $pointer<P> {}

        impl<P: $spec<Item: PartialOrd>> PartialOrd for $pointer<P> {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                (**self).partial_cmp(&**other)
            }
        }

        impl<P: $spec<Item: Ord>> Ord for $pointer<P> {
            #[inline]
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                (**self).cmp(&**other)
            }
        }

        impl<P: $spec<Item: core::hash::Hash>> core::hash::Hash for $pointer<P> {
            #[inline]
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                (**self).hash(state);
            }
        }

        impl<P: $spec<Item: core::error::Error>> core::error::Error for $pointer<P> {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                (**self).source()
            }
        }
    };
}
pub(super) use traits_of_the_object;
