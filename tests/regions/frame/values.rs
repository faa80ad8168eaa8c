//! Values of every kind that a frame stores, made from a seed and found again.

use stackpool::region::{DoubleFrame, Frame, FrameId, FrameScope, Storage, Stored};
use std::alloc::Layout;

/// A value with the alignment of the storage that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(16))]
pub(super) struct Quad([u32; 4]);

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Nothing,
    Byte,
    Word,
    Long,
    Quad,
    Slice(usize),
    List(usize),
}

impl Kind {
    pub(super) fn layout(self) -> Layout {
        match self {
            Kind::Nothing => Layout::new::<()>(),
            Kind::Byte => Layout::new::<u8>(),
            Kind::Word => Layout::new::<u32>(),
            Kind::Long => Layout::new::<u64>(),
            Kind::Quad => Layout::new::<Quad>(),
            Kind::Slice(len) | Kind::List(len) => Layout::array::<u16>(len).unwrap(),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Id {
    Nothing(FrameId<()>),
    Byte(FrameId<u8>),
    Word(FrameId<u32>),
    Long(FrameId<u64>),
    Quad(FrameId<Quad>),
    Slice(FrameId<[u16]>),
}

/// A frame or a scope, which finds values by id.
pub(super) trait Finds {
    fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T>;
    fn find_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T>;
}

macro_rules! finds {
    ($([$($parameters:tt)*] $type:ty),*) => {$(
        impl<$($parameters)*> Finds for $type {
            fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T> {
                self.get(id)
            }

            fn find_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T> {
                self.get_mut(id)
            }
        }
    )*};
}

finds!([S: Storage] Frame<S>, [S: Storage] DoubleFrame<S>, [S, const STORES: bool] FrameScope<'_, S, STORES>);

impl Id {
    /// Stores a value that is made from `seed`.
    pub(super) fn store<S: Storage>(scope: &FrameScope<'_, S>, kind: Kind, seed: u16) -> Option<Id> {
        const { assert!(S::STAYS || S::ALIGN == 16) };
        match kind {
            Kind::Nothing => scope.store(()).ok().map(Id::Nothing),
            Kind::Byte => scope.store(seed as u8).ok().map(Id::Byte),
            Kind::Word => scope.store(word(seed)).ok().map(Id::Word),
            Kind::Long => scope.store(long(seed)).ok().map(Id::Long),
            Kind::Quad => scope.store(quad(seed)).ok().map(Id::Quad),
            Kind::Slice(len) => scope.store_slice_copy(&vec![seed; len]).ok().map(Id::Slice),
            Kind::List(len) => match scope.store_iter(std::iter::repeat_n(seed, len)) {
                Ok(id) => Some(Id::Slice(id)),
                // The model only covers success or failure of the whole list. The tests of scopes cover the rest.
                Err(_) => None,
            },
        }
    }

    /// The address and the size of the value if it is found. Its content must be made from `seed`.
    pub(super) fn found(self, place: &impl Finds, seed: u16) -> Option<(usize, usize)> {
        fn at<T: PartialEq + std::fmt::Debug>(found: Option<&T>, value: T) -> Option<(usize, usize)> {
            let found = found?;
            assert!(std::ptr::from_ref(found).is_aligned());
            assert_eq!(*found, value);
            Some((std::ptr::from_ref(found).addr(), size_of::<T>()))
        }
        match self {
            Id::Nothing(id) => at(place.find(id), ()),
            Id::Byte(id) => at(place.find(id), seed as u8),
            Id::Word(id) => at(place.find(id), word(seed)),
            Id::Long(id) => at(place.find(id), long(seed)),
            Id::Quad(id) => at(place.find(id), quad(seed)),
            Id::Slice(id) => {
                let found = place.find(id)?;
                assert!(found.len() == id.len() && found.iter().all(|value| *value == seed), "{found:?}");
                Some((found.as_ptr().addr(), size_of_val(found)))
            }
        }
    }

    /// Replaces the value by one made from `seed`. Returns whether the value was found.
    pub(super) fn overwrite(self, place: &mut impl Finds, seed: u16) -> bool {
        fn write<T>(found: Option<&mut T>, value: T) -> bool {
            found.map(|found| *found = value).is_some()
        }
        match self {
            Id::Nothing(id) => write(place.find_mut(id), ()),
            Id::Byte(id) => write(place.find_mut(id), seed as u8),
            Id::Word(id) => write(place.find_mut(id), word(seed)),
            Id::Long(id) => write(place.find_mut(id), long(seed)),
            Id::Quad(id) => write(place.find_mut(id), quad(seed)),
            Id::Slice(id) => place.find_mut(id).map(|found| found.fill(seed)).is_some(),
        }
    }
}

fn word(seed: u16) -> u32 {
    u32::from(seed) * 0x0001_0001
}

fn long(seed: u16) -> u64 {
    u64::from(word(seed)) << 32 | u64::from(word(seed))
}

fn quad(seed: u16) -> Quad {
    Quad([word(seed); 4])
}
