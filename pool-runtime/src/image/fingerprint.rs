//! The layout of a pool as a few numbers, so that `restore` refuses an image of another layout.

use super::known_item::{Form, KnownItem};
use super::plain_data::{PlainData, fields, saved_bytes, shape, texts};
use super::version::{DENSE, DENSE_WITH_INSERTIONS, VERSION, WITH_INSERTIONS, reads};
use super::{ItemDifference, RestoreError};
use crate::base::shape::hash;
use crate::columns::{Columns, SavedList};
use crate::free::FreeSlots;
use crate::guard::{Guard, kind};
use crate::layout::Reach;
use crate::layout::plan::{index_bits, largest_code, largest_code_with_niche};
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use crate::seats::Seats;

/// The items of a pool, as far as an image depends on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Items {
    /// The number of bytes of an item.
    pub(crate) bytes: usize,
    /// Size and shape as the fingerprint has them, the same on machines of all word widths.
    parts: [u64; 2],
    /// What an error can say of them.
    known: &'static KnownItem,
    /// Returns the number of bytes of a live slot in the column of this number; `None` after the last column. Items of
    /// a pool of objects are one column.
    pub(crate) column: fn(usize) -> Option<usize>,
}

impl Items {
    /// No items, for a pool of values.
    pub(crate) const NONE: Self =
        Items { bytes: 0, parts: [u64::MAX, 0], known: &KnownItem::NONE, column: |_| None };

    /// The items of a pool of objects.
    pub(crate) const fn of<P: PoolSpec<Item: PlainData>>() -> Self {
        let bytes = saved_bytes::<P::Item>();
        Items {
            bytes,
            parts: [bytes as u64, P::SHAPE.wrapping_add(shape::<P::Item>())],
            known: const {
                &KnownItem {
                    form: Form::Objects,
                    bytes: saved_bytes::<P::Item>(),
                    definition: (P::SHAPE, P::TEXTS),
                    item: (shape::<P::Item>(), texts::<P::Item>()),
                    fields: fields::<P::Item>(),
                }
            },
            column: |number| (number == 0).then_some(saved_bytes::<P::Item>()),
        }
    }

    /// Rows of the columns of this type.
    #[inline]
    pub(crate) const fn of_columns<T: Columns<List: SavedList>>() -> Self {
        // No object has this many bytes.
        let parts = [u64::MAX - 1 - T::List::BYTES as u64, T::SHAPE];
        let known = const {
            &KnownItem {
                form: Form::Columns,
                bytes: <T::List as SavedList>::BYTES,
                definition: (T::SHAPE, T::TEXTS),
                item: (0, &[]),
                fields: &[],
            }
        };
        Items { bytes: T::List::BYTES, parts, known, column: T::List::column_bytes }
    }
}

/// Everything that the length and the meaning of an image depend on. The width of the table does not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fingerprint {
    /// The version of the format: what the definition writes, or what bytes were written in.
    pub(crate) version: u16,
    /// The number of slots, or that of `grows_to`. For a list the number of values.
    pub(crate) capacity: u32,
    /// The kind of the guard.
    pub(crate) guard: u16,
    /// The number of generations, with the one that is reserved for retired slots.
    pub(crate) generations: u32,
    /// The most free slots that wait, or [`ANY_QUARANTINE`].
    pub(crate) quarantine: u32,
    /// A hash of the sizes and the types of the items.
    pub(crate) items: u32,
    /// What an error can say of the items. It is not part of the bytes.
    pub(crate) known: &'static KnownItem,
}

impl Fingerprint {
    /// Checks whether bytes of the definition `saved`, which has the same capacity, are those of this definition.
    #[inline]
    pub(crate) fn check_same(self, saved: Self) -> Result<(), RestoreError> {
        let is_same = saved.items == self.items
            && saved.guard == self.guard
            && saved.generations == self.generations
            && saved.quarantine == self.quarantine
            && reads(self.version, saved.version);
        if is_same { Ok(()) } else { Err(self.difference(saved)) }
    }

    /// What differs between this definition and the one that was saved.
    #[cold]
    #[inline]
    fn difference(self, saved: Self) -> RestoreError {
        let is_other = |is: fn(Self) -> bool| is(self) != is(saved);
        if is_other(Self::is_list) || is_other(Self::is_of_values) || !reads(self.version, saved.version) {
            RestoreError::Layout
        } else if saved.items != self.items {
            RestoreError::Item(ItemDifference::new(self.known, saved.items))
        } else if saved.guard != self.guard {
            RestoreError::OtherGuard
        } else if saved.generations != self.generations {
            RestoreError::Generations { expected: self.generations, found: saved.generations }
        } else if saved.quarantine != self.quarantine {
            RestoreError::OtherQuarantine { expected: self.quarantine, found: saved.quarantine }
        } else {
            RestoreError::Layout
        }
    }

    #[inline]
    fn is_list(self) -> bool {
        self.guard == kind::LIST
    }

    #[inline]
    fn is_of_values(self) -> bool {
        self.items == hash(&Items::NONE.parts)
    }

    /// The error for an image of another capacity. If a smaller pool's image does not [fit](Fingerprint::check_fits)
    /// either, it says why, in builds with a heap. A list never fits.
    #[cold]
    #[inline]
    pub(crate) fn other_capacity(self, saved: Self) -> RestoreError {
        let other =
            RestoreError::Capacity { expected: self.capacity as usize, found: saved.capacity as usize };
        let may_fit = cfg!(feature = "alloc") && saved.capacity < self.capacity && !self.is_list();
        if !may_fit {
            return other;
        }
        self.check_fits(saved).err().unwrap_or(other)
    }

    /// Checks whether the handles of a pool with the fingerprint `saved` mean the same in a pool with this one, and
    /// whether its slots and generations fit.
    ///
    /// A handle has its generation above its index, so the index must have as many bits in both. If the saved pool has
    /// one generation, its handles are indexes alone, and keep their meaning in every larger pool.
    #[inline]
    pub(crate) fn check_fits(self, saved: Self) -> Result<(), RestoreError> {
        let (bits, saved_bits) = (index_bits(self.capacity), index_bits(saved.capacity.max(1)));
        let is_pool = saved.capacity > 0 && saved.generations > 0 && saved.cells_have_room();
        let is_readable = reads(self.version, saved.version);
        if !is_pool {
            Err(RestoreError::Layout)
        } else if saved.items != self.items || !kind::takes(self.guard, saved.guard) || !is_readable {
            Err(self.difference(saved))
        } else if saved.capacity > self.capacity {
            Err(RestoreError::Capacity { expected: self.capacity as usize, found: saved.capacity as usize })
        } else if saved.generations > 1 && saved_bits != bits {
            Err(RestoreError::IndexBits { expected: bits, found: saved_bits })
        } else if saved.generations > self.generations
            || (self.retires() && saved.generations != self.generations)
        {
            Err(RestoreError::Generations { expected: self.generations, found: saved.generations })
        } else if !self.stores_handles_alike(saved) {
            Err(RestoreError::Codes)
        } else {
            Ok(())
        }
    }

    /// Whether the bytes of a handle mean the same. Handles that leave no code for `None` are stored in another form.
    /// If the handles have another number of bytes, what stores them has too, and is refused by its size.
    #[inline]
    fn stores_handles_alike(self, saved: Self) -> bool {
        let (bits, uses_every_code) = self.handle_form();
        let (saved_bits, saved_uses_every_code) = saved.handle_form();
        self.is_of_values() || bits != saved_bits || uses_every_code == saved_uses_every_code
    }

    /// Returns the bits that a handle needs, and whether all codes of as many bits are used. (With
    /// `generation_bits = 1` a handle can have 8 bits more than that.)
    #[inline]
    fn handle_form(self) -> (u32, bool) {
        let generations = self.generations - u32::from(self.retires());
        let largest = largest_code(self.capacity, generations.max(1));
        let bits = (u64::BITS - largest.leading_zeros()).max(1).next_multiple_of(8);
        (bits, largest > largest_code_with_niche(bits))
    }

    /// Whether the guard has room for the generations beside the live flag, which is all that `live` has room for.
    #[inline]
    fn cells_have_room(self) -> bool {
        let bits = kind::bits(self.guard).clamp(1, u32::BITS);
        self.generations <= 1 << (bits - 1)
    }

    /// Whether the slots of a pool retire. Its last generation means a retired slot.
    #[inline]
    fn retires(self) -> bool {
        kind::retires(self.guard)
    }
}

/// The quarantine of a definition with `grows_to`. No pool has that many slots in it.
const ANY_QUARANTINE: u32 = u32::MAX;

/// Returns the fingerprint of pools with this guard, this quarantine and these items, with or without an order of
/// insertion and one of the objects.
#[inline]
pub(crate) const fn of<G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach>(items: Items) -> Fingerprint {
    assert!(G::KIND != kind::LIST, "a guard has the number of a list");
    Fingerprint {
        version: match (D::ARE_DENSE, M::KEEPS_ORDER) {
            (false, false) => VERSION,
            (false, true) => WITH_INSERTIONS,
            (true, false) => DENSE,
            (true, true) => DENSE_WITH_INSERTIONS,
        },
        capacity: R::SLOTS,
        guard: G::KIND,
        generations: G::GENERATIONS,
        // A pool that grows gets another quarantine. So it does not count.
        quarantine: if R::IS_DECLARED { ANY_QUARANTINE } else { S::QUARANTINE },
        items: hash(&items.parts),
        known: items.known,
    }
}

/// Returns the fingerprint of a list of `values` values of `value_bytes` bytes each.
#[inline]
pub(crate) const fn of_list(values: usize, value_bytes: usize) -> Fingerprint {
    Fingerprint {
        version: VERSION,
        capacity: values as u32,
        guard: kind::LIST,
        generations: 1,
        quarantine: 0,
        items: hash(&[value_bytes as u64]),
        known: &KnownItem::NONE,
    }
}
