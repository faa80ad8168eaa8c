//! Handles of objects that moved to another pool: which handle an object has now, and how the handles in an item are
//! replaced.

#[cfg(feature = "alloc")]
use crate::base::heap::Heap;
use crate::handle::{Handle, Link, WideLink};
use crate::layout::spec::PoolSpec;
use core::any::Any;
use core::error::Error;
use core::fmt;

/// The new handles of objects that were copied to another pool, for [`Pool::relink`](crate::Pool::relink). It is a
/// [`HandleMap`](crate::HandleMap) from old to new handles, which [`Pool::insert_copies`](crate::Pool::insert_copies)
/// fills. For pools whose objects have handles of each other, use a tuple of up to eight such maps.
///
/// It is implemented for `HandleMap<P, Handle<P>>`, for such a map in a `Heap`, for references to one, and for tuples.
pub trait Moved {
    /// Replaces a value if it is a handle or a link of a pool that this knows. A link to an object that did not move
    /// becomes [`Link::NONE`].
    ///
    /// # Errors
    ///
    /// [`LostHandle`] if it is the handle of an object that did not move.
    fn replace<T: 'static>(&self, value: &mut T) -> Result<(), LostHandle>;

    /// Visits the new handles that are of type `T`.
    fn visit<T: Copy + 'static>(&self, visit: &mut impl FnMut(T));
}

/// Replaces a value if it is a handle or a link of `P`. `moved` returns the new handle of an object.
#[inline]
pub(crate) fn replace<P: PoolSpec + 'static, T: 'static>(
    value: &mut T,
    moved: impl Fn(Handle<P>) -> Option<Handle<P>>,
) -> Result<(), LostHandle> {
    let value: &mut dyn Any = value;
    if let Some(handle) = value.downcast_mut::<Handle<P>>() {
        *handle = moved(*handle).ok_or(LostHandle::NO_FIELD)?;
    } else if let Some(link) = value.downcast_mut::<Link<P>>() {
        *link = Link::from(link.get().and_then(moved));
    } else if let Some(link) = value.downcast_mut::<WideLink<P>>() {
        *link = WideLink::from(link.get().and_then(moved));
    }
    Ok(())
}

/// Visits a value if it is of type `T`.
#[inline]
pub(crate) fn visit<T: Copy + 'static>(value: &dyn Any, visit: &mut impl FnMut(T)) {
    if let Some(&value) = value.downcast_ref::<T>() {
        visit(value);
    }
}

macro_rules! owners {
    ($($owner:ty),*) => {$(
        impl<M: Moved> Moved for $owner {
            #[inline]
            fn replace<T: 'static>(&self, value: &mut T) -> Result<(), LostHandle> {
                M::replace(self, value)
            }

            #[inline]
            fn visit<T: Copy + 'static>(&self, visit: &mut impl FnMut(T)) {
                M::visit(self, visit);
            }
        }
    )*};
}

owners! { &M }
#[cfg(feature = "alloc")]
owners! { Heap<M> }

macro_rules! tuples {
    ($(($part:ident $value:ident))*) => {
        impl<$($part: Moved),*> Moved for ($($part,)*) {
            #[inline]
            fn replace<Value: 'static>(&self, value: &mut Value) -> Result<(), LostHandle> {
                let ($($value,)*) = self;
                $($value.replace(value)?;)*
                Ok(())
            }

            #[inline]
            fn visit<Value: Copy + 'static>(&self, visit: &mut impl FnMut(Value)) {
                let ($($value,)*) = self;
                $($value.visit(visit);)*
            }
        }
    };
}

each_prefix! { tuples! {
    (A a) (B b) (C c) (D d) (E e) (F f) (G g) (H h)
} }

/// An object has a handle of another object that was not copied with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct LostHandle {
    field: &'static str,
}

impl LostHandle {
    /// A handle that is not in a field.
    pub(crate) const NO_FIELD: Self = LostHandle { field: "" };

    /// Makes the error of a handle in the field `name`.
    #[must_use]
    #[inline]
    pub const fn new(name: &'static str) -> Self {
        LostHandle { field: name }
    }

    /// Returns the name of the field of the object that has the handle.
    #[must_use]
    #[inline]
    pub fn field(&self) -> &'static str {
        self.field
    }
}

impl fmt::Display for LostHandle {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            "" => f.write_str("the handle names an object that did not move")?,
            field => write!(f, "the field `{field}` has the handle of an object that did not move")?,
        }
        f.write_str(": an `Option` of a handle would become `None`")
    }
}

impl Error for LostHandle {}
