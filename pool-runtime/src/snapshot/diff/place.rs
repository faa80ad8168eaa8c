//! Where two saves differ: a value of a world, or a part of one. And how many differences there are of each kind.

use crate::base::figure::Figure;
use crate::image::FieldPath;
use crate::image::diff::Object;
use core::fmt;
use core::mem::discriminant;

/// A value of a world, or a part of one.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) path: FieldPath,
    pub(super) part: Part,
}

/// The part of a value.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Whole,
    Slot(usize),
    /// An object, and the name of its field, or an empty one.
    Object(Object, &'static str),
    /// The number of slots that wait.
    Waiting,
    /// A position in the order of slots of this name.
    Order(&'static str, usize),
}

impl Place {
    /// Whether the places differ in the slot at most.
    #[inline]
    fn is_like(&self, other: &Self) -> bool {
        let is_same_part = match (self.part, other.part) {
            (Part::Object(_, name), Part::Object(_, other)) => name == other,
            (Part::Order(name, _), Part::Order(other, _)) => name == other,
            (part, other) => discriminant(&part) == discriminant(&other),
        };
        is_same_part && self.path == other.path
    }
}

/// Shows a place without its slot.
struct OfAll<'a>(&'a Place);

impl fmt::Display for OfAll<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { path, part } = self.0;
        match part {
            Part::Slot(_) | Part::Object(_, "") => write!(f, "{path}[..]"),
            Part::Object(_, name) => write!(f, "{path}[..].{name}"),
            Part::Whole | Part::Waiting | Part::Order(..) => self.0.fmt(f),
        }
    }
}

impl fmt::Display for Place {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { path, part } = self;
        let space = if path.is_empty() { "" } else { " " };
        match part {
            Part::Whole if path.is_empty() => f.write_str("value"),
            Part::Whole => path.fmt(f),
            Part::Slot(slot) => write!(f, "{path}[{slot}]"),
            Part::Object(Object { slot, generation, .. }, name) => {
                write!(f, "{path}[{slot}")?;
                if *generation > 0 {
                    write!(f, "v{generation}")?;
                }
                write!(f, "]{}{name}", if name.is_empty() { "" } else { "." })
            }
            Part::Waiting => write!(f, "{path}{space}waiting"),
            Part::Order(name, position) => write!(f, "{path}{space}{name}[{position}]"),
        }
    }
}

/// How many differences there are of each kind: of one field of all objects of a pool, for example.
#[derive(Default)]
pub(super) struct Kinds {
    /// The first kinds, each with a place that is of it.
    known: [Option<(Place, usize)>; Kinds::MOST],
    others: usize,
}

impl Kinds {
    /// The kinds that are told apart.
    const MOST: usize = 6;

    #[inline]
    pub(super) fn add(&mut self, place: Place) {
        let is_free =
            |kind: &&mut Option<(Place, usize)>| kind.is_none_or(|(known, _)| known.is_like(&place));
        match self.known.iter_mut().find(is_free) {
            Some(kind) => kind.get_or_insert((place, 0)).1 += 1,
            None => self.others += 1,
        }
    }
}

/// Shows `: 4,100 of units[..].position, 110 of units[..].health`.
impl fmt::Display for Kinds {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = ": ";
        for (place, count) in self.known.iter().flatten() {
            f.write_str(separator)?;
            match place.part {
                Part::Slot(_) | Part::Object(..) => write!(f, "{} of ", Figure(*count))?,
                // There is one.
                Part::Whole | Part::Waiting | Part::Order(..) => {}
            }
            OfAll(place).fmt(f)?;
            separator = ", ";
        }
        if self.others > 0 { write!(f, ", {} others", Figure(self.others)) } else { Ok(()) }
    }
}
