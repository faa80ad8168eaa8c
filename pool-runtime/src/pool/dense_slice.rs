//! The slice of a dense pool for writing, without the methods that move objects away from their handles.

#![expect(unsafe_code, reason = "a slice is seen as a type of its own")]

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Deref, DerefMut};
use core::slice::{Iter, IterMut};

/// The objects of a dense pool, from [`Pool::as_mut_slice`](crate::Pool::as_mut_slice): a slice `[T]` whose sorts do
/// not compile.
///
/// It is a slice wherever one is expected: in `let objects: &mut [Ship] = ships.as_mut_slice();`, as an argument, and
/// for all methods that leave the objects in their positions.
///
/// A handle names a position. So a sort of the slice would leave each handle with another object. `sort_by_key`,
/// `swap`, `reverse` and others are errors here. The [sorts of the pool](crate::Pool::sort_by_key) and its
/// [`swap`](crate::Pool::swap) take the handles along.
///
/// ```compile_fail,E0277
/// stackpool::pool! { Sprites: [u32; 1_000], dense; }
///
/// let mut sprites = SpritesPool::from_iter([30, 10, 20]);
/// sprites.as_mut_slice().sort(); // "this moves objects, but not their handles"
/// ```
///
/// If nothing keeps a handle, the plain slice can be sorted, which is faster:
///
/// ```
/// stackpool::pool! { Sprites: [u32; 1_000], dense; }
///
/// let mut sprites = SpritesPool::from_iter([30, 10, 20]);
/// sprites.as_mut_slice()[..].sort();
/// assert_eq!(sprites.as_slice(), [10, 20, 30]);
/// ```
#[repr(transparent)]
pub struct DenseSlice<T>([T]);

impl<T> DenseSlice<T> {
    #[inline(always)]
    pub(super) fn new(objects: &mut [T]) -> &mut Self {
        // SAFETY: 1. `DenseSlice<T>` has the layout of its only field, `[T]`. The reference is borrowed for as long.
        unsafe { &mut *(core::ptr::from_mut(objects) as *mut Self) }
    }
}

impl<T> Deref for DenseSlice<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for DenseSlice<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<'a, T> IntoIterator for &'a DenseSlice<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        self.0.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut DenseSlice<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T> {
        self.0.iter_mut()
    }
}

impl<T: fmt::Debug> fmt::Debug for DenseSlice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "this moves objects, but not their handles: each handle would name another object",
    label = "a method of the pool moves both",
    note = "`pool.sort_by_key(..)`, `pool.sort_by(..)` and `pool.swap(one, other)` move the handles too",
    note = "if nothing keeps a handle: `pool.as_mut_slice()[..]` is a plain slice"
)]
pub trait MovesHandles {}

/// Writes the methods of slices, and of `rand` and `rayon` for slices, that move objects. What rustc shows of a method
/// is in the invocation.
macro_rules! refused {
    ($(fn $name:ident $(<$key:ident>)? ($($argument:tt)*) where [$($bound:tt)+];)+) => {
        /// They do not compile: the error says what to call.
        #[doc(hidden)]
        impl<T> DenseSlice<T> {
            $(
                pub fn $name $(<$key>)? ($($argument)*)
                where
                    $($bound)+,
                {
                    unreachable!("`MovesHandles` has no impl")
                }
            )+
        }
    };
}

refused! {
    fn sort(&mut self) where [Self: MovesHandles];
    fn sort_by(&mut self, _: impl FnMut(&T, &T) -> Ordering) where [Self: MovesHandles];
    fn sort_by_key<K>(&mut self, _: impl FnMut(&T) -> K) where [Self: MovesHandles];
    fn sort_by_cached_key<K>(&mut self, _: impl FnMut(&T) -> K) where [Self: MovesHandles];
    fn sort_unstable(&mut self) where [Self: MovesHandles];
    fn sort_unstable_by(&mut self, _: impl FnMut(&T, &T) -> Ordering) where [Self: MovesHandles];
    fn sort_unstable_by_key<K>(&mut self, _: impl FnMut(&T) -> K) where [Self: MovesHandles];
    fn par_sort(&mut self) where [Self: MovesHandles];
    fn par_sort_by(&mut self, _: impl Fn(&T, &T) -> Ordering) where [Self: MovesHandles];
    fn par_sort_by_key<K>(&mut self, _: impl Fn(&T) -> K) where [Self: MovesHandles];
    fn par_sort_unstable(&mut self) where [Self: MovesHandles];
    fn par_sort_unstable_by(&mut self, _: impl Fn(&T, &T) -> Ordering) where [Self: MovesHandles];
    fn par_sort_unstable_by_key<K>(&mut self, _: impl Fn(&T) -> K) where [Self: MovesHandles];
    fn par_sort_by_cached_key<K>(&mut self, _: impl Fn(&T) -> K) where [Self: MovesHandles];
    fn select_nth_unstable(&mut self, _: usize) where [Self: MovesHandles];
    fn select_nth_unstable_by(&mut self, _: usize, _: impl FnMut(&T, &T) -> Ordering) where [Self: MovesHandles];
    fn select_nth_unstable_by_key<K>(&mut self, _: usize, _: impl FnMut(&T) -> K) where [Self: MovesHandles];
    fn swap(&mut self, _: usize, _: usize) where [Self: MovesHandles];
    fn reverse(&mut self) where [Self: MovesHandles];
    fn rotate_left(&mut self, _: usize) where [Self: MovesHandles];
    fn rotate_right(&mut self, _: usize) where [Self: MovesHandles];
    fn shuffle<R>(&mut self, _: &mut R) where [Self: MovesHandles];
    fn partial_shuffle<R>(&mut self, _: &mut R, _: usize) where [Self: MovesHandles];
}
