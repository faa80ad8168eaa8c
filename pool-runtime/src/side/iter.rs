//! What the iterators of side tables have in common.

/// Writes what every iterator of a known length has.
macro_rules! known_length {
    ($($name:ident<$($argument:tt),*>: [$($parameters:tt)*];)*) => {$(
        impl<$($parameters)*> ExactSizeIterator for $name<$($argument),*> {}
        impl<$($parameters)*> core::iter::FusedIterator for $name<$($argument),*> {}

        impl<$($parameters)*> core::fmt::Debug for $name<$($argument),*> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name)).field("remaining", &self.len()).finish_non_exhaustive()
            }
        }
    )*};
}

/// Writes iterators that hand on the items of another one, or `$part` of each.
macro_rules! handed_on {
    (@map $item:expr) => { $item };
    (@map $item:expr, $part:expr) => { $item.map($part) };
    (@call $f:ident) => { $f };
    (@call $f:ident, $part:expr) => {{
        let (mut f, part) = ($f, $part);
        move |accumulator, item| f(accumulator, part(item))
    }};
    ($($name:ident<$($argument:tt),*>: [$($parameters:tt)*] yields $item:ty $(, $part:expr)?;)*) => {$(
        impl<$($parameters)*> Iterator for $name<$($argument),*> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                handed_on!(@map self.0.next() $(, $part)?)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                handed_on!(@map self.0.nth(n) $(, $part)?)
            }

            #[inline]
            fn count(self) -> usize {
                self.0.count()
            }

            #[inline]
            fn last(self) -> Option<Self::Item> {
                handed_on!(@map self.0.last() $(, $part)?)
            }

            #[inline]
            fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, f: F) -> A {
                self.0.fold(init, handed_on!(@call f $(, $part)?))
            }
        }

        impl<$($parameters)*> DoubleEndedIterator for $name<$($argument),*> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                handed_on!(@map self.0.next_back() $(, $part)?)
            }
        }

        known_length! { $name<$($argument),*>: [$($parameters)*]; }
    )*};
}

/// Writes what a `for` loop over a value does.
macro_rules! into_iterator {
    ($($(#[$attribute:meta])* [$($parameters:tt)*] $of:ty: $Iter:ty => $item:ty, |$self:ident| $iter:expr;)*) => {$(
        $(#[$attribute])*
        impl<$($parameters)*> IntoIterator for $of {
            type Item = $item;
            type IntoIter = $Iter;

            #[inline]
            fn into_iter(self) -> $Iter {
                let $self = self;
                $iter
            }
        }
    )*};
}

/// Writes the iterators that move the values out of a table, and the `IntoIterator` of the table.
macro_rules! moving_iterators {
    ($Table:ident $(, $N:ident)?) => {
        #[doc = concat!("Iterates over the values that are removed, from [`", stringify!($Table), "::drain`].")]
        pub struct Drain<'a, P: PoolSpec, V $(, const $N: usize)?>(
            IntoIter<P, V $(, $N)?, &'a mut $Table<P, V $(, $N)?>>,
        );

        handed_on! {
            Drain<'a, P, V $(, $N)?>: ['a, P: PoolSpec, V $(, const $N: usize)?] yields (Handle<P>, V);
        }

        /// Iterates over the values of a table by value, with their handles, from the `IntoIterator` of the table and
        /// of a table in a `Heap`.
        ///
        /// `C` is what holds the table: the table itself, or its `Heap`.
        #[must_use = "iterators are lazy"]
        pub struct IntoIter<P: PoolSpec, V $(, const $N: usize)?, C = $Table<P, V $(, $N)?>>
        where
            C: core::borrow::BorrowMut<$Table<P, V $(, $N)?>>,
        {
            /// Always lends the same table, which gave `rest`.
            table: C,
            /// The positions of the values that were not returned.
            rest: Positions,
            content: core::marker::PhantomData<fn() -> (P, V)>,
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, C> IntoIter<P, V $(, $N)?, C>
        where
            C: core::borrow::BorrowMut<$Table<P, V $(, $N)?>>,
        {
            fn new(mut holder: C) -> Self {
                let table: &mut $Table<P, V $(, $N)?> = holder.borrow_mut();
                IntoIter { rest: table.begin_moving(), table: holder, content: core::marker::PhantomData }
            }
        }

        /// Drops the values that are left.
        impl<P: PoolSpec, V $(, const $N: usize)?, C> Drop for IntoIter<P, V $(, $N)?, C>
        where
            C: core::borrow::BorrowMut<$Table<P, V $(, $N)?>>,
        {
            fn drop(&mut self) {
                let table: &mut $Table<P, V $(, $N)?> = self.table.borrow_mut();
                // SAFETY: 1. These are the positions that `begin_moving` returned, apart from those that `move_out` was
                // called for. 2. Nothing uses them after this.
                unsafe { table.end_moving(&mut self.rest) };
            }
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, C> Iterator for IntoIter<P, V $(, $N)?, C>
        where
            C: core::borrow::BorrowMut<$Table<P, V $(, $N)?>>,
        {
            type Item = (Handle<P>, V);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let table: &mut $Table<P, V $(, $N)?> = self.table.borrow_mut();
                let position = table.next_position(&mut self.rest)?;
                // SAFETY: 1. `begin_moving` returned the position, and it was just taken from `rest`.
                Some(unsafe { table.move_out(position) })
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let table: &$Table<P, V $(, $N)?> = self.table.borrow();
                let left = table.left(&self.rest);
                (left, Some(left))
            }
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, C> DoubleEndedIterator for IntoIter<P, V $(, $N)?, C>
        where
            C: core::borrow::BorrowMut<$Table<P, V $(, $N)?>>,
        {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let table: &mut $Table<P, V $(, $N)?> = self.table.borrow_mut();
                let position = table.last_position(&mut self.rest)?;
                // SAFETY: 1. `begin_moving` returned the position, and it was just taken from `rest`.
                Some(unsafe { table.move_out(position) })
            }
        }

        known_length! {
            IntoIter<P, V $(, $N)?, C>:
                [P: PoolSpec, V $(, const $N: usize)?, C: core::borrow::BorrowMut<$Table<P, V $(, $N)?>>];
        }

        into_iterator! {
            ['a, P: PoolSpec, V $(, const $N: usize)?] &'a $Table<P, V $(, $N)?>:
                Iter<'a, P, V> => (Handle<P>, &'a V), |table| table.iter();
            ['a, P: PoolSpec, V $(, const $N: usize)?] &'a mut $Table<P, V $(, $N)?>:
                IterMut<'a, P, V> => (Handle<P>, &'a mut V), |table| table.iter_mut();

            /// Moves the table into the iterator. A table in a `Heap` stays where it is, and [`drain`](Self::drain)
            /// removes the values of any table where they are.
            [P: PoolSpec, V $(, const $N: usize)?] $Table<P, V $(, $N)?>:
                IntoIter<P, V $(, $N)?> => (Handle<P>, V), |table| IntoIter::new(table);

            /// Returns the values with their handles, as the table does. The table stays where it is, and its memory is
            /// freed with the iterator.
            #[cfg(feature = "alloc")]
            [P: PoolSpec, V $(, const $N: usize)?] crate::base::heap::Heap<$Table<P, V $(, $N)?>>:
                IntoIter<P, V $(, $N)?, Self> => (Handle<P>, V), |table| IntoIter::new(table);
        }
    };
}

pub(super) use {handed_on, into_iterator, known_length, moving_iterators};
