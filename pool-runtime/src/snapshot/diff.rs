//! What differs between two saves: for two machines that should agree and do not.

mod place;
pub(crate) mod report;
pub(crate) mod show;

pub use report::DiffReport;

use super::Snapshot;
use crate::base::figure::Figure;
use crate::image::FieldPath;
use crate::image::diff::Object;
use core::fmt::{self, Write};
use core::ops::ControlFlow;
use place::{Kinds, Part, Place};

/// The lines of a table if nothing else is said.
const LINES: usize = 20;

/// The differences of two saves of a world, from [`Snapshot::diff`]. As text, it is a table.
///
/// ```
/// use stackpool::{Heap, Pool, Snapshot};
///
/// #[derive(Pool, Snapshot, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
/// #[pool(capacity = 100)]
/// #[snapshot(plain)]
/// #[repr(C)]
/// struct Unit {
///     position: [f32; 2],
///     health: u32,
/// }
///
/// #[derive(Snapshot)]
/// struct World {
///     units: Heap<UnitPool>,
///     frame: u32,
/// }
///
/// let mut world = World { units: UnitPool::on_heap(), frame: 7 };
/// let archer = world.units.insert(Unit { position: [1.0, 2.0], health: 40 })?;
/// let here = world.save();
/// world.units[archer].health = 38; // on the other machine
/// world.units.insert(Unit { position: [3.0, 4.0], health: 10 })?;
/// let there = world.save();
///
/// let diff = World::diff(&here, &there)?;
/// assert_eq!(
///     diff.to_string(),
///     "units[0].health  40    38\n\
///      units[1]         free  live\n\
///      units free[0]    1     2\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A row has a place and its two values. `units[0].health` is the field of an object, in slot 0; `units[0v2].health` is
/// that of an object of generation 2. `units[1]` is the state of a slot, with its generation if it is not 0. Of objects
/// under different handles, the table compares nothing else. `units free[0]` is the slot that the pool hands out next,
/// unless all free slots wait in the quarantine: `units waiting[0]` has waited longest. Slots wait in the order in
/// which their objects were removed. So a row `units waiting[26]` alone says that two machines removed the same objects
/// in another order. In a pool with [marks](crate::Pool#order-of-insertion), `units inserted[0]` is the slot of the
/// oldest object. Of each order, the table has the first difference. Any other place is a value.
///
/// Fields of objects that derive `Snapshot` are shown by `Debug`, as are numbers, handles, `Option`s of them, and
/// arrays of up to 16 numbers (in a side table: 4). Of longer arrays and of arrays of handles, a row is an element. Of
/// two variants of an enum, the row has all fields. Other values are shown as bytes.
#[derive(Clone, Copy)]
pub struct Diff<'a> {
    saved: [&'a [u8]; 2],
    visit: fn([&[u8]; 2], &mut DiffReport<'_>),
    lines: usize,
}

impl<'a> Diff<'a> {
    /// Compares two saves, which were checked.
    #[inline]
    pub(super) fn of<W: Snapshot + ?Sized>(saved: [&'a [u8]; 2]) -> Self {
        Diff { saved, visit: W::diff_saved, lines: LINES }
    }

    /// Sets the most lines that the table has: 20 if this is not called. One more says how many differences follow, and
    /// in which fields: `and 412 more: 409 of units[..].position, 3 of units[..].health`.
    #[must_use]
    #[inline]
    pub fn lines(mut self, lines: usize) -> Self {
        self.lines = lines;
        self
    }

    /// Returns whether the saves are equal. O(1) if they are not of one length.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.saved[0] == self.saved[1]
    }

    /// Returns the number of differences. O(number of bytes).
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.for_each(|_| count += 1);
        count
    }

    /// Calls `f` with each difference: in the order of fields, and of slots within a pool. O(number of bytes).
    #[inline]
    pub fn for_each(&self, mut f: impl FnMut(&Difference<'_>)) {
        self.try_for_each(&mut |difference| {
            f(difference);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn try_for_each(&self, visit: &mut dyn FnMut(&Difference<'_>) -> ControlFlow<()>) {
        (self.visit)(
            self.saved,
            &mut DiffReport { path: FieldPath::WORLD, visit, flow: ControlFlow::Continue(()) },
        );
    }
}

/// A table. The columns are as wide as their longest text.
impl fmt::Display for Diff<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut widths, mut row) = ([0; 2], 0);
        self.try_for_each(&mut |difference| {
            let texts: [&dyn fmt::Display; 2] = [&difference.place(), difference.left()];
            for (width, text) in widths.iter_mut().zip(texts) {
                *width = length(text).max(*width);
            }
            row += 1;
            if row < self.lines { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let (mut row, mut written, mut rest) = (0, Ok(()), Kinds::default());
        self.try_for_each(&mut |difference| {
            row += 1;
            if row > self.lines {
                rest.add(difference.place);
                return ControlFlow::Continue(());
            }
            written = write_row(f, difference, widths);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        match row.saturating_sub(self.lines) {
            0 => Ok(()),
            more => writeln!(f, "and {} more{rest}", Figure(more)),
        }
    }
}

#[inline]
fn write_row(f: &mut fmt::Formatter<'_>, difference: &Difference<'_>, widths: [usize; 2]) -> fmt::Result {
    let texts: [&dyn fmt::Display; 2] = [&difference.place(), difference.left()];
    for (width, text) in widths.into_iter().zip(texts) {
        write!(f, "{text}{:1$}", "", width.saturating_sub(length(text)) + 2)?;
    }
    writeln!(f, "{}", difference.right())
}

/// The number of characters of a text.
#[inline]
fn length(text: &dyn fmt::Display) -> usize {
    struct Count(usize);

    impl Write for Count {
        #[inline]
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.chars().count();
            Ok(())
        }
    }

    let mut count = Count(0);
    // Counting never fails, and a text that fails to be written is as long as what was written.
    let _ = write!(count, "{text}");
    count.0
}

impl fmt::Debug for Diff<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diff").field("count", &self.count()).finish_non_exhaustive()
    }
}

/// A place where two saves differ, and the two values.
#[derive(Clone, Copy)]
pub struct Difference<'a> {
    place: Place,
    values: [&'a dyn fmt::Display; 2],
}

impl<'a> Difference<'a> {
    /// Returns the pool or the value, as a path from the world.
    #[must_use]
    #[inline]
    pub fn path(&self) -> &FieldPath {
        &self.place.path
    }

    /// Returns the slot, if the difference is in an object or in the state of a slot.
    #[must_use]
    #[inline]
    pub fn slot(&self) -> Option<usize> {
        match self.place.part {
            Part::Slot(slot) | Part::Object(Object { slot, .. }, _) => Some(slot),
            Part::Whole | Part::Waiting | Part::Order(..) => None,
        }
    }

    /// Returns the [bits](crate::Handle::to_bits) of the handle of the object, if the object is live in both saves and
    /// differs.
    #[must_use]
    #[inline]
    pub fn handle_bits(&self) -> Option<u32> {
        match self.place.part {
            Part::Object(Object { handle, .. }, _) => Some(handle),
            Part::Whole | Part::Slot(_) | Part::Waiting | Part::Order(..) => None,
        }
    }

    /// Returns the name of the field of the object, if the difference is in one whose names are known.
    #[must_use]
    #[inline]
    pub fn field(&self) -> Option<&'static str> {
        match self.place.part {
            Part::Object(_, name) if !name.is_empty() => Some(name),
            Part::Whole | Part::Slot(_) | Part::Object(..) | Part::Waiting | Part::Order(..) => None,
        }
    }

    /// Returns the place as text: `units[17].health`.
    #[must_use]
    #[inline]
    pub fn place(&self) -> impl fmt::Display {
        self.place
    }

    /// Returns the value in the first save.
    #[must_use]
    #[inline]
    pub fn left(&self) -> &'a dyn fmt::Display {
        self.values[0]
    }

    /// Returns the value in the second save.
    #[must_use]
    #[inline]
    pub fn right(&self) -> &'a dyn fmt::Display {
        self.values[1]
    }
}

/// Shows the row of the table.
impl fmt::Debug for Difference<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} | {}", self.place, self.values[0], self.values[1])
    }
}
