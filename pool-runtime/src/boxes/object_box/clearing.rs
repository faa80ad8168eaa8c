//! The call of the method of `clear`, which must not clear a copy of the object.
//!
//! A method with `self` would: it gets a copy of an item that is `Copy`. So generated code calls the method of such an
//! item through an [`ItemMut`], `(*item).reset()`, in a closure that must be `Send`. The closure borrows the `ItemMut`
//! mutably if the method takes `&mut self`, and shared if it takes anything else. An `ItemMut` is `Send`, and it is not
//! `Sync`: only the first closure is `Send`.
//!
//! The methods of other items are called on `&mut`. There, rustc refuses to move the object out.

#![expect(unsafe_code, reason = "a type is not `Sync`, with a message of this library")]

use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

/// Calls the methods of items of type `T`. The methods of this type are for items that are `Copy`, those of
/// [`ClearAny`] for all others.
#[derive(Debug)]
pub struct Clear<T>(pub PhantomData<T>);

impl<T: Copy> Clear<T> {
    /// The type on which the method is called.
    #[inline]
    pub fn lend<'a>(&self, item: &'a mut T) -> ItemMut<'a, T> {
        ItemMut(item)
    }

    /// Calls the method.
    #[inline]
    pub fn call<R>(&self, method: impl FnOnce() -> R + Send) {
        method();
    }
}

/// Calls the methods of items that are not `Copy`.
pub trait ClearAny<T> {
    /// The type on which the method is called.
    #[inline]
    fn lend<'a>(&self, item: &'a mut T) -> &'a mut T {
        item
    }

    /// Calls the method.
    #[inline]
    fn call<R>(&self, method: impl FnOnce() -> R) {
        method();
    }
}

impl<T> ClearAny<T> for Clear<T> {}

/// A mutable reference to an object that is `Copy`.
#[derive(Debug)]
pub struct ItemMut<'a, T>(&'a mut T);

impl<T> Deref for ItemMut<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.0
    }
}

impl<T> DerefMut for ItemMut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0
    }
}

// SAFETY: no type is `ClearedInPlace`, so no `ItemMut` is `Sync`.
unsafe impl<T: ClearedInPlace> Sync for ItemMut<'_, T> {}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "`clear` calls a method with `&mut self`, and this one takes `self` or `&self`",
    label = "write `&mut self` for its receiver",
    note = "the item is `Copy`: a method with `self` would clear a copy of it, and the object would stay as it is"
)]
pub trait ClearedInPlace {}
