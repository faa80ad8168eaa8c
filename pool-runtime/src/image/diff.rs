//! Where two images differ: states of slots, fields of items, the order of insertion, and that of the free slots.

use super::fingerprint::Items;
use super::tail::Tail;
use super::{Bookkeeping, RestoreError};
use crate::base::cut;
use crate::base::item_field::{ItemField, Show, show_bytes};
use crate::free::FreeSlots;
use crate::guard::{Guard, SavedGuard};
use crate::layout::Reach;
use crate::layout::plan::index_bits;
use crate::marks::Marks;
use crate::seats::Seats;
use core::ops::ControlFlow;

/// A difference of two images.
#[derive(Clone, Copy)]
pub(crate) enum ImageDifference<'a> {
    /// The states of a slot.
    State { slot: usize, states: [SlotState; 2] },
    /// A field of an object, which is live under one handle in both; without a name: the whole object. `None`: its
    /// bytes, which nothing shows.
    Field { object: Object, field: Option<ItemField>, values: [&'a [u8]; 2] },
    /// The number of free slots that wait.
    Waiting { numbers: [u32; 2] },
    /// The first position at which two orders of slots differ: that of insertion (`inserted`), of the free slots that
    /// do not wait (`free`), of as many that wait (`waiting`), or of the objects of a dense pool (`objects`).
    Order { name: &'static str, position: usize, slots: [Option<u32>; 2] },
}

/// The state of a slot.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct SlotState {
    pub(crate) is_live: bool,
    pub(crate) is_retired: bool,
    pub(crate) generation: u32,
}

/// A slot with its generation, and the bits of the handle that they make.
#[derive(Clone, Copy)]
pub(crate) struct Object {
    pub(crate) slot: usize,
    pub(crate) generation: u32,
    pub(crate) handle: u32,
}

impl Object {
    #[inline]
    fn of<R: Reach>(slot: usize, generation: u32) -> Self {
        let above = u64::from(generation) << index_bits(R::SLOTS);
        Object { slot, generation, handle: above as u32 | slot as u32 }
    }
}

/// Takes differences, and says whether to go on.
pub(crate) type Visit<'v> = dyn FnMut(ImageDifference<'_>) -> ControlFlow<()> + 'v;

/// One of the two images.
struct Side<'a> {
    guard: SavedGuard<'a>,
    extent: usize,
    tail: Tail<'a>,
    /// The items of the words from the present one on.
    items: &'a [u8],
}

impl<'a> Side<'a> {
    #[inline]
    fn state<G: Guard>(&self, slot: usize) -> SlotState {
        if slot >= self.extent {
            // The cell of a free slot.
            return SlotState { generation: self.tail.generation(slot), ..SlotState::default() };
        }
        let (is_live, generation) = self.guard.state(slot).unwrap_or_default();
        let is_retired = !is_live && !G::is_free(self.guard.bytes, slot);
        SlotState { is_live, is_retired, generation }
    }

    /// Takes the items of a word with this many live slots.
    #[inline]
    fn take_word(&mut self, live: usize, item_bytes: usize) -> Word<'a> {
        let (items, rest) = cut::split(self.items, live * item_bytes);
        self.items = rest;
        Word { items, live, rank: 0 }
    }
}

/// The items of a word of 64 slots, and the number of live slots that were visited.
struct Word<'a> {
    items: &'a [u8],
    live: usize,
    rank: usize,
}

/// Visits the differences of two images, which were checked, in the order of the slots. `fields` are those of an item,
/// and `show` shows an item as a whole, for one whose fields are not known.
#[inline]
pub(crate) fn visit<G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach>(
    saved: [&[u8]; 2],
    items: Items,
    (fields, show): (&[ItemField], Option<Show>),
    visit: &mut Visit<'_>,
) -> Result<ControlFlow<()>, RestoreError> {
    let [first, second] = saved;
    let images = [
        Bookkeeping::<G, S, M, D, R>::check(first, items)?,
        Bookkeeping::<G, S, M, D, R>::check(second, items)?,
    ];
    let shown = show.unwrap_or(show_bytes);
    let whole = [ItemField { name: "", column: 0, bytes: items.bytes, shape: 0, show: shown }];
    let has_fields = fields.iter().map(|field| field.bytes).sum::<usize>() == items.bytes;
    let fields = if has_fields { fields } else { &whole };
    let mut have_same_slots = true;
    let slots =
        visit_slots(&images, items.bytes, (fields, has_fields || show.is_some()), &mut |difference| {
            have_same_slots &= !matches!(difference, ImageDifference::State { .. });
            visit(difference)
        });
    let [a, b] = images.map(|(image, _)| image);
    if slots.is_break() {
        return Ok(slots);
    }
    // The places of objects that are gone, or new, would say nothing.
    if D::ARE_DENSE && have_same_slots {
        if let Some((position, slots)) = first_moved(&a, &b) {
            let order = ImageDifference::Order { name: "objects", position, slots: slots.map(Some) };
            if visit(order).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(visit_orders(&a, &b, visit))
}

/// An image, and the bytes of its items.
type Image<'a, G, S, M, D, R> = (Bookkeeping<'a, G, S, M, D, R>, &'a [u8]);

/// Visits the slots whose states or objects differ.
fn visit_slots<G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach>(
    images: &[Image<'_, G, S, M, D, R>; 2],
    item_bytes: usize,
    (fields, is_known): (&[ItemField], bool),
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let mut sides = images.each_ref().map(|(image, items)| side(image, items));
    let end = sides[0].tail.extent().end.max(sides[1].tail.extent().end);
    for start in (0..end).step_by(64) {
        let slots = start..end.min(start + 64);
        let mut words = sides.each_mut().map(|side| {
            let live = slots.clone().filter(|&slot| side.state::<G>(slot).is_live).count();
            side.take_word(live, item_bytes)
        });
        for slot in slots {
            let states = sides.each_ref().map(|side| side.state::<G>(slot));
            if states[0] != states[1] {
                visit(ImageDifference::State { slot, states })?;
            } else if states[0].is_live {
                let object = Object::of::<R>(slot, states[0].generation);
                visit_fields((object, is_known), fields, &words, visit)?;
            }
            for (word, state) in words.iter_mut().zip(states) {
                word.rank += usize::from(state.is_live);
            }
        }
    }
    ControlFlow::Continue(())
}

/// Visits the first differences of the orders of two pools.
fn visit_orders<G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach>(
    a: &Bookkeeping<'_, G, S, M, D, R>,
    b: &Bookkeeping<'_, G, S, M, D, R>,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    let order = |name, difference: Option<(usize, [Option<u32>; 2])>, visit: &mut Visit<'_>| match difference
    {
        Some((position, slots)) => visit(ImageDifference::Order { name, position, slots }),
        None => ControlFlow::Continue(()),
    };
    if M::KEEPS_ORDER {
        order("inserted", first_difference(a.insertions(), b.insertions()), visit)?;
    }
    let numbers = [a.waiting(), b.waiting()];
    if numbers[0] != numbers[1] {
        visit(ImageDifference::Waiting { numbers })?;
    }
    // The slots beyond the extents are in ascending order. The first of them is enough to tell an order that ends.
    let end = G::CAPACITY.min(a.slots().max(b.slots()) as usize + 1) as u32;
    let counts = numbers.map(|count| count as usize);
    let free = first_difference(a.free_slots(end).skip(counts[0]), b.free_slots(end).skip(counts[1]));
    let waiting = first_difference(a.free_slots(end).take(counts[0]), b.free_slots(end).take(counts[1]));
    match free {
        None if counts[0] == counts[1] => order("waiting", waiting, visit),
        free => order("free", free, visit),
    }
}

/// Returns the first position at which two images of the same live slots have other objects.
fn first_moved<G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach>(
    a: &Bookkeeping<'_, G, S, M, D, R>,
    b: &Bookkeeping<'_, G, S, M, D, R>,
) -> Option<(usize, [u32; 2])> {
    let places = |slot: u32| [a.place_of(slot as usize), b.place_of(slot as usize)];
    let moved = || a.live_slots().filter(|&slot| places(slot)[0] != places(slot)[1]);
    let position = moved().map(|slot| places(slot)[0]).min()?;
    let slot_at = |side: usize| moved().find(|&slot| places(slot)[side] == position);
    Some((position, [slot_at(0)?, slot_at(1)?]))
}

/// Returns the first position at which two lists of slots differ.
#[inline]
fn first_difference(
    mut first: impl Iterator<Item = u32>,
    mut second: impl Iterator<Item = u32>,
) -> Option<(usize, [Option<u32>; 2])> {
    let pairs = core::iter::from_fn(|| {
        let slots = [first.next(), second.next()];
        (slots != [None; 2]).then_some(slots)
    });
    pairs.enumerate().find(|(_, slots)| slots[0] != slots[1])
}

#[inline]
fn side<'a, G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach>(
    image: &Bookkeeping<'a, G, S, M, D, R>,
    items: &'a [u8],
) -> Side<'a> {
    let guard = SavedGuard { kind: G::KIND, generations: G::GENERATIONS, bytes: image.guard() };
    Side { guard, extent: image.slots() as usize, tail: image.tail(), items }
}

/// Visits the fields of an object that differ.
#[inline]
fn visit_fields(
    (object, is_known): (Object, bool),
    fields: &[ItemField],
    words: &[Word<'_>; 2],
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    // The bytes of an object in the columns before that of the field, and in its own before the field.
    let (mut before, mut offset, mut column) = (0, 0, 0);
    for field in fields {
        if field.column != column {
            (before, offset, column) = (before + offset, 0, field.column);
        }
        let width: usize =
            fields.iter().filter(|other| other.column == field.column).map(|other| other.bytes).sum();
        let values = words.each_ref().map(|word| {
            let start = before * word.live + width * word.rank + offset;
            cut::first(cut::from(word.items, start), field.bytes)
        });
        if values[0] != values[1] {
            visit(ImageDifference::Field { object, field: is_known.then_some(*field), values })?;
        }
        offset += field.bytes;
    }
    ControlFlow::Continue(())
}
