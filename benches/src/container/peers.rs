//! Containers that a program could use instead of a pool.

use super::{Container, Iterable};
use generational_arena::Arena as GenerationalArena;
use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap, Key, SlotMap};
use thunderdome::Arena as ThunderdomeArena;

impl<T: 'static> Container<T> for Slab<T> {
    /// Like a careful program, this one has keys that are known to be in range.
    type Key = u32;

    const GENERATION_BITS: Option<u32> = Some(0);

    fn with_room(capacity: usize) -> Self {
        Slab::with_capacity(capacity)
    }

    fn blank() -> u32 {
        0
    }

    #[inline(always)]
    fn insert(&mut self, item: T) -> u32 {
        Slab::insert(self, item) as u32
    }

    #[inline(always)]
    fn remove(&mut self, key: &mut u32) -> Option<T> {
        self.try_remove(*key as usize)
    }

    #[inline(always)]
    fn get<'a>(&'a self, key: &'a u32) -> Option<&'a T> {
        Slab::get(self, *key as usize)
    }
}

impl<T: 'static> Iterable<T> for Slab<T> {
    #[inline]
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        self.iter().map(|(_, item)| item)
    }

    #[inline]
    fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
    where
        T: 'a,
    {
        self.iter_mut().map(|(_, item)| item)
    }

    #[inline]
    fn drain(&mut self) -> impl Iterator<Item = T> {
        Slab::drain(self)
    }
}

/// Both maps of `slotmap` have the same interface. One bit of their versions says whether a slot is in use.
macro_rules! slot_maps {
    ($($map:ident),*) => {$(
        impl<T: 'static> Container<T> for $map<DefaultKey, T> {
            type Key = DefaultKey;

            const GENERATION_BITS: Option<u32> = Some(31);

            fn with_room(capacity: usize) -> Self {
                $map::with_capacity(capacity)
            }

            fn blank() -> DefaultKey {
                DefaultKey::null()
            }

            #[inline]
            fn insert(&mut self, item: T) -> DefaultKey {
                $map::insert(self, item)
            }

            #[inline]
            fn remove(&mut self, key: &mut DefaultKey) -> Option<T> {
                $map::remove(self, *key)
            }

            #[inline]
            fn get<'a>(&'a self, key: &'a DefaultKey) -> Option<&'a T> {
                $map::get(self, *key)
            }
        }

        impl<T: 'static> Iterable<T> for $map<DefaultKey, T> {
            #[inline]
            fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
            where
                T: 'a,
            {
                $map::values(self)
            }

            #[inline]
            fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
            where
                T: 'a,
            {
                $map::values_mut(self)
            }

            #[inline]
            fn drain(&mut self) -> impl Iterator<Item = T> {
                $map::drain(self).map(|(_, item)| item)
            }
        }
    )*};
}

slot_maps!(SlotMap, DenseSlotMap);

/// Both arenas have the same interface.
macro_rules! arenas {
    ($($arena:ident: $key:path, $bits:literal bits;)*) => {$(
        impl<T: 'static> Container<T> for $arena<T> {
            type Key = $key;

            const GENERATION_BITS: Option<u32> = Some($bits);

            fn with_room(capacity: usize) -> Self {
                $arena::with_capacity(capacity)
            }

            fn blank() -> $key {
                $arena::new().insert(())
            }

            #[inline]
            fn insert(&mut self, item: T) -> $key {
                $arena::insert(self, item)
            }

            #[inline]
            fn remove(&mut self, key: &mut $key) -> Option<T> {
                $arena::remove(self, *key)
            }

            #[inline]
            fn get<'a>(&'a self, key: &'a $key) -> Option<&'a T> {
                $arena::get(self, *key)
            }
        }

        impl<T: 'static> Iterable<T> for $arena<T> {
            #[inline]
            fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
            where
                T: 'a,
            {
                self.iter().map(|(_, item)| item)
            }

            #[inline]
            fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
            where
                T: 'a,
            {
                self.iter_mut().map(|(_, item)| item)
            }

            #[inline]
            fn drain(&mut self) -> impl Iterator<Item = T> {
                $arena::drain(self).map(|(_, item)| item)
            }
        }
    )*};
}

arenas! {
    ThunderdomeArena: thunderdome::Index, 32 bits;
    GenerationalArena: generational_arena::Index, 64 bits;
}
