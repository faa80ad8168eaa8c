//! What the iterators of side tables have in common, and the methods that remove some of the values.

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

/// Writes the iterators that move values out of a table, `retain` and its siblings, and the `IntoIterator` of the
/// table. `$walk` is the end of a sentence: the order in which they visit the values, and the time.
macro_rules! moving_iterators {
    ($Table:ident, $($N:ident = $room:literal,)? $walk:literal) => {
        /// # Removing many values
        impl<P: PoolSpec, V $(, const $N: usize)?> $Table<P, V $(, $N)?> {
            /// Keeps the values for which `keep` returns `true`, and drops the others
            #[doc = $walk]
            ///
            /// Each value is visited once. If `keep` or a destructor panics, the values that were not visited yet stay
            /// in the table.
            pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>, &mut V) -> bool) {
                self.extract_if(|handle, value| !keep(handle, value)).for_each(drop);
            }

            /// Keeps the values of the objects that live in `pool`, and drops the others
            #[doc = $walk]
            ///
            /// It is a sweep, for programs that do not remove the values of an object together with the object. `pool`
            /// can also be a [`HandleMap`](crate::HandleMap). Then a value stays if that map has its handle too.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
            #[doc = concat!("let mut names = ", stringify!($Table), "::<Unit, &str", $(", ", $room,)? ">::new();")]
            /// names.extend([(archer, "Robin"), (knight, "Guy")]);
            /// units.retain(|_unit, unit| unit.health > 20);
            /// names.retain_live(&units);
            /// assert_eq!(names.iter().collect::<Vec<_>>(), [(knight, &"Guy")]);
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            ///
            /// # How often
            ///
            /// The sweep finds the value of a removed object as long as the pool refuses the handle of the value. The
            /// pool accepts the handle again if the slot holds an object, and was freed
            /// [`GENERATIONS`](crate::Pool::GENERATIONS) times since the handle was issued, or a multiple of that. Then
            /// the value seems to belong to the newer object: neither the sweep nor [`get`](Self::get) can detect this.
            /// So sweep before a slot is reused that often, or use more generations (`generation_bits`).
            ///
            /// To reuse a slot that often takes at least `GENERATIONS * QUARANTINE` removals, if after each insertion
            /// at least [`QUARANTINE`](crate::Pool::QUARANTINE) slots are free. If handles carry no generation and
            /// there is no quarantine, sweep before you insert anything in the pool.
            #[doc(alias("sweep", "gc"))]
            pub fn retain_live<T: crate::join::Joined<P>>(&mut self, pool: T) {
                let live = pool.into_lane();
                self.retain(|handle, _value| crate::join::lane::Lane::names(&live, handle));
            }

            /// Removes the values for which `is_wanted` returns `true`, and returns them with their handles
            #[doc = $walk]
            ///
            /// The iterator is lazy: values that it has not reached stay in the table. It visits each value once.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
            #[doc = concat!("let mut names = ", stringify!($Table), "::<Unit, &str", $(", ", $room,)? ">::new();")]
            /// names.extend([(archer, "Robin"), (knight, "Guy")]);
            /// units.remove(knight);
            /// let of_the_dead: Vec<_> = names.extract_if(|unit, _name| !units.contains(unit)).collect();
            /// assert_eq!((of_the_dead, names.len()), (vec![(knight, "Guy")], 1));
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            #[doc(alias = "drain_filter")]
            pub fn extract_if<F>(&mut self, is_wanted: F) -> ExtractIf<'_, P, V $(, $N)?, F>
            where
                F: FnMut(Handle<P>, &mut V) -> bool,
            {
                ExtractIf { rest: self.positions(), table: self, is_wanted }
            }
        }

        #[doc = concat!("Iterates over the values that are removed, from [`", stringify!($Table), "::extract_if`].")]
        #[must_use = "iterators are lazy: no value is removed until it is advanced; `retain` drops values at once"]
        pub struct ExtractIf<'a, P: PoolSpec, V $(, const $N: usize)?, F> {
            table: &'a mut $Table<P, V $(, $N)?>,
            /// The positions of the values that were not visited.
            rest: Positions,
            is_wanted: F,
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, F> Iterator for ExtractIf<'_, P, V $(, $N)?, F>
        where
            F: FnMut(Handle<P>, &mut V) -> bool,
        {
            type Item = (Handle<P>, V);

            fn next(&mut self) -> Option<Self::Item> {
                loop {
                    let position = self.table.next_position(&mut self.rest)?;
                    // SAFETY: 1. `rest` has positions of values, and gives each once. Only such values are removed.
                    let handle = unsafe { self.table.key(position) };
                    // SAFETY: 1. The position is that of a value, as for the key.
                    let value = unsafe { self.table.value_mut(position) };
                    if (self.is_wanted)(handle, value) {
                        // SAFETY: 1. It still is the position of that value: this iterator borrows the table, so
                        // `is_wanted` cannot reach it.
                        let value = unsafe { self.table.take(position) };
                        self.table.skip_taken(&mut self.rest, position);
                        return Some((handle, value));
                    }
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (0, Some(self.table.left(&self.rest)))
            }
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, F> core::iter::FusedIterator for ExtractIf<'_, P, V $(, $N)?, F>
        where
            F: FnMut(Handle<P>, &mut V) -> bool,
        {
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, F> core::fmt::Debug for ExtractIf<'_, P, V $(, $N)?, F> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct("ExtractIf").finish_non_exhaustive()
            }
        }

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
        /// `C` is the owner: the table itself, or its `Heap`.
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
