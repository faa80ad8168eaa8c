//! What differs between two saves: for two machines that should agree and do not.

use super::Snapshot;
use super::error::FieldPath;
use super::plain::PlainValue;
use crate::base::figure::Figure;
use crate::base::item_field::{ItemField, Show, show_bytes};
use crate::image::diff::{ImageDifference, Object};
use core::any::TypeId;
use core::fmt::{self, Write};
use core::marker::PhantomData;
use core::mem::discriminant;
use core::ops::ControlFlow;

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
/// A row has a place and its two values. `units[0].health` is the field of an object, in slot 0; `units[0v2].health`
/// is that of an object of generation 2. `units[1]` is the state of a slot, with its generation if it is not 0. Of
/// objects under different handles, the table compares nothing else. `units free[0]` is the slot that the pool hands
/// out next: of the order of free slots, the table has the first difference. Any other place is a value.
///
/// Fields of objects that derive `Snapshot` are shown by `Debug`, as are numbers, handles, `Option`s of them, and
/// arrays of up to 16 numbers (in a side table: 4). Other values are shown as bytes.
#[derive(Clone, Copy)]
pub struct Diff<'a> {
    saved: [&'a [u8]; 2],
    visit: fn([&[u8]; 2], &mut Report<'_>),
    lines: usize,
}

impl<'a> Diff<'a> {
    /// Compares two saves, which were checked.
    pub(super) fn of<W: Snapshot + ?Sized>(saved: [&'a [u8]; 2]) -> Self {
        Diff { saved, visit: W::diff_saved, lines: LINES }
    }

    /// Sets the most lines that the table has: 20 if this is not called. One more says how many differences follow, and
    /// in which fields: `and 412 more: 409 of units[..].position, 3 of units[..].health`.
    #[must_use]
    pub fn lines(mut self, lines: usize) -> Self {
        self.lines = lines;
        self
    }

    /// Returns whether the saves are equal. O(1) if they are not of one length.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.saved[0] == self.saved[1]
    }

    /// Returns the number of differences. O(number of bytes).
    #[must_use]
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.for_each(|_| count += 1);
        count
    }

    /// Calls `f` with each difference: in the order of fields, and of slots within a pool. O(number of bytes).
    pub fn for_each(&self, mut f: impl FnMut(&Difference<'_>)) {
        self.try_for_each(&mut |difference| {
            f(difference);
            ControlFlow::Continue(())
        });
    }

    fn try_for_each(&self, visit: &mut dyn FnMut(&Difference<'_>) -> ControlFlow<()>) {
        (self.visit)(
            self.saved,
            &mut Report { path: FieldPath::WORLD, visit, flow: ControlFlow::Continue(()) },
        );
    }
}

/// A table. The columns are as wide as their longest text.
impl fmt::Display for Diff<'_> {
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

/// How many differences there are of each kind: of one field of all objects of a pool, for example.
#[derive(Default)]
struct Kinds {
    /// The first kinds, each with a place that is of it.
    known: [Option<(Place, usize)>; Kinds::MOST],
    others: usize,
}

impl Kinds {
    /// The kinds that are told apart.
    const MOST: usize = 6;

    fn add(&mut self, place: Place) {
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = ": ";
        for (place, count) in self.known.iter().flatten() {
            f.write_str(separator)?;
            match place.part {
                Part::Slot(_) | Part::Object(..) => write!(f, "{} of ", Figure(*count))?,
                // There is one.
                Part::Whole | Part::FreeSlot(_) | Part::Waiting => {}
            }
            OfAll(place).fmt(f)?;
            separator = ", ";
        }
        if self.others > 0 { write!(f, ", {} others", Figure(self.others)) } else { Ok(()) }
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, difference: &Difference<'_>, widths: [usize; 2]) -> fmt::Result {
    let texts: [&dyn fmt::Display; 2] = [&difference.place(), difference.left()];
    for (width, text) in widths.into_iter().zip(texts) {
        write!(f, "{text}{:1$}", "", width.saturating_sub(length(text)) + 2)?;
    }
    writeln!(f, "{}", difference.right())
}

/// The number of characters of a text.
fn length(text: &dyn fmt::Display) -> usize {
    struct Count(usize);

    impl Write for Count {
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

/// A value of a world, or a part of one.
#[derive(Clone, Copy)]
struct Place {
    path: FieldPath,
    part: Part,
}

/// The part of a value.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Slot(usize),
    /// An object, and the name of its field, or an empty one.
    Object(Object, &'static str),
    FreeSlot(usize),
    Waiting,
}

impl Place {
    /// Whether the places differ in the slot at most.
    fn is_like(&self, other: &Self) -> bool {
        let is_same_part = match (self.part, other.part) {
            (Part::Object(_, name), Part::Object(_, other)) => name == other,
            (part, other) => discriminant(&part) == discriminant(&other),
        };
        is_same_part && self.path == other.path
    }
}

/// Shows a place without its slot.
struct OfAll<'a>(&'a Place);

impl fmt::Display for OfAll<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { path, part } = self.0;
        match part {
            Part::Slot(_) | Part::Object(_, "") => write!(f, "{path}[..]"),
            Part::Object(_, name) => write!(f, "{path}[..].{name}"),
            Part::Whole | Part::FreeSlot(_) | Part::Waiting => self.0.fmt(f),
        }
    }
}

impl fmt::Display for Place {
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
            Part::FreeSlot(position) => write!(f, "{path}{space}free[{position}]"),
            Part::Waiting => write!(f, "{path}{space}waiting"),
        }
    }
}

impl<'a> Difference<'a> {
    /// Returns the pool or the value, as a path from the world.
    #[must_use]
    pub fn path(&self) -> &FieldPath {
        &self.place.path
    }

    /// Returns the slot, if the difference is in an object or in the state of a slot.
    #[must_use]
    pub fn slot(&self) -> Option<usize> {
        match self.place.part {
            Part::Slot(slot) | Part::Object(Object { slot, .. }, _) => Some(slot),
            Part::Whole | Part::FreeSlot(_) | Part::Waiting => None,
        }
    }

    /// Returns the [bits](crate::Handle::to_bits) of the handle of the object, if the object is live in both saves and
    /// differs.
    #[must_use]
    pub fn handle_bits(&self) -> Option<u32> {
        match self.place.part {
            Part::Object(Object { handle, .. }, _) => Some(handle),
            Part::Whole | Part::Slot(_) | Part::FreeSlot(_) | Part::Waiting => None,
        }
    }

    /// Returns the name of the field of the object, if the difference is in one whose names are known.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        match self.place.part {
            Part::Object(_, name) if !name.is_empty() => Some(name),
            Part::Whole | Part::Slot(_) | Part::Object(..) | Part::FreeSlot(_) | Part::Waiting => None,
        }
    }

    /// Returns the place as text: `units[17].health`.
    #[must_use]
    pub fn place(&self) -> impl fmt::Display {
        self.place
    }

    /// Returns the value in the first save.
    #[must_use]
    pub fn left(&self) -> &'a dyn fmt::Display {
        self.values[0]
    }

    /// Returns the value in the second save.
    #[must_use]
    pub fn right(&self) -> &'a dyn fmt::Display {
        self.values[1]
    }
}

/// Shows the row of the table.
impl fmt::Debug for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} | {}", self.place, self.values[0], self.values[1])
    }
}

/// Takes the differences of two saves: see [`Snapshot::diff_saved`].
pub struct Report<'r> {
    path: FieldPath,
    visit: &'r mut dyn FnMut(&Difference<'_>) -> ControlFlow<()>,
    flow: ControlFlow<()>,
}

impl Report<'_> {
    /// Reports that the whole value differs.
    pub fn value(&mut self, left: &dyn fmt::Display, right: &dyn fmt::Display) {
        self.add(Part::Whole, [left, right]);
    }

    /// Reports that the bytes of a value of an unknown type differ, if they do.
    pub(super) fn unknown(&mut self, saved: [&[u8]; 2]) {
        if saved[0] != saved[1] {
            let [left, right] = Window::of(saved);
            self.value(&left, &right);
        }
    }

    /// Reports that the bytes of a value differ, if they do.
    pub(super) fn bytes(&mut self, saved: [&[u8]; 2], show: Show) {
        if saved[0] != saved[1] {
            let [left, right] = saved.map(|bytes| Shown { bytes, show });
            self.value(&left, &right);
        }
    }

    /// Reports what differs in the field `name` of the value.
    pub(super) fn field(&mut self, name: &'static str, report: impl FnOnce(&mut Report<'_>)) {
        self.at(self.path.field(name), report);
    }

    /// Reports what differs in the element `index` of the value.
    pub(super) fn element(&mut self, index: usize, report: impl FnOnce(&mut Report<'_>)) {
        self.at(self.path.element(index), report);
    }

    fn at(&mut self, path: FieldPath, report: impl FnOnce(&mut Report<'_>)) {
        let mut inner = Report { path, visit: self.visit, flow: self.flow };
        report(&mut inner);
        self.flow = inner.flow;
    }

    /// Reports a difference of the images of a pool.
    pub(super) fn image(&mut self, difference: ImageDifference<'_>) -> ControlFlow<()> {
        match difference {
            ImageDifference::State { slot, states } => {
                let [left, right] = states.map(State);
                self.add(Part::Slot(slot), [&left, &right]);
            }
            ImageDifference::Field { object, field: None, values } => {
                let [left, right] = Window::of(values);
                self.add(Part::Object(object, ""), [&left, &right]);
            }
            ImageDifference::Field { object, field: Some(field), values } => {
                let [left, right] = values.map(|bytes| Shown { bytes, show: field.show });
                self.add(Part::Object(object, field.name), [&left, &right]);
            }
            ImageDifference::Order { position, slots } => {
                let [left, right] = slots.map(FreeSlot);
                self.add(Part::FreeSlot(position), [&left, &right]);
            }
            ImageDifference::Waiting { numbers: [left, right] } => {
                self.add(Part::Waiting, [&left, &right]);
            }
        }
        self.flow
    }

    /// Reports what differs under a key of a side table.
    pub(super) fn entry(&mut self, slot: usize, values: [&dyn fmt::Display; 2]) {
        self.add(Part::Slot(slot), values);
    }

    fn add(&mut self, part: Part, values: [&dyn fmt::Display; 2]) {
        if self.flow.is_continue() {
            self.flow = (self.visit)(&Difference { place: Place { path: self.path, part }, values });
        }
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Shows some bytes of a value of an unknown type, with the first that differs.
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    start: usize,
    bytes: &'a [u8],
}

impl<'a> Window<'a> {
    /// The bytes that are shown.
    const BYTES: usize = 16;

    pub(super) fn of(saved: [&'a [u8]; 2]) -> [Self; 2] {
        let equal = saved[0].iter().zip(saved[1]).take_while(|(left, right)| left == right).count();
        let start = equal / Self::BYTES * Self::BYTES;
        saved.map(|bytes| Window { start, bytes: &bytes[start..] })
    }
}

impl fmt::Display for Window<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start > 0 {
            write!(f, "[{}..] ", self.start)?;
        }
        show_bytes(self.bytes, f)
    }
}

/// Shows the bytes of a value.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) show: Show,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.show)(self.bytes, f)
    }
}

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Shows whether a slot is live, and its generation.
struct State((bool, u32));

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State((is_live, generation)) = *self;
        f.write_str(if is_live { "live" } else { "free" })?;
        if generation == 0 { Ok(()) } else { write!(f, ", generation {generation}") }
    }
}

/// Shows the slot at a position of the order of free slots.
struct FreeSlot(Option<u32>);

impl fmt::Display for FreeSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(slot) => slot.fmt(f),
            None => f.write_str("none"),
        }
    }
}

/// How the values of a type are shown: by `Debug` if it is plain data with `Debug`, otherwise as bytes. The macros ask
/// for `ShowAs::<T>::SHOW` of a type, and the constant of the type itself comes before that of [`ShowBytes`].
#[derive(Debug)]
pub struct ShowAs<T>(PhantomData<T>);

impl<T: PlainValue + fmt::Debug> ShowAs<T> {
    /// Shows a value by `Debug`.
    pub const SHOW: Show = show::<T>;
}

/// The other types.
pub trait ShowBytes {
    /// Shows the bytes of a value.
    const SHOW: Show = show_bytes;
}

impl<T> ShowBytes for ShowAs<T> {}

/// Shows a value by `Debug`, or the bytes if they are not one.
pub(super) fn show<T: PlainValue + fmt::Debug>(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match bytemuck::checked::try_pod_read_unaligned::<T>(bytes) {
        Ok(value) => value.fmt(f),
        Err(_) => show_bytes(bytes, f),
    }
}

/// Returns how values of a type are shown that need not have `Debug`: numbers, and vectors of up to four of them, by
/// theirs. `None`: as bytes.
pub(super) fn show_of<T: 'static>() -> Option<Show> {
    macro_rules! numbers {
        ($($number:ty)*) => {
            numbers! { @types $($number, [$number; 2], [$number; 3], [$number; 4],)* }
        };
        (@types $($ty:ty,)*) => {
            $(if TypeId::of::<T>() == TypeId::of::<$ty>() {
                return Some(show::<$ty>);
            })*
        };
    }
    numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }
    None
}

/// The one field without a name of a value that is shown as a whole.
pub(super) const fn whole_field<T>(show: Show) -> ItemField {
    ItemField { name: "", column: 0, bytes: size_of::<T>(), show }
}

/// Shows the elements of an array. Each has one field without a name.
pub(super) fn show_array<T: Snapshot>(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [element] = T::FIELDS else { return show_bytes(bytes, f) };
    let elements = bytes.chunks_exact(element.bytes.max(1)).map(|bytes| Shown { bytes, show: element.show });
    f.debug_list().entries(elements).finish()
}

/// Reports where two saves of a type differ.
pub(super) type DiffSaved = fn([&[u8]; 2], &mut Report<'_>);

/// How fields of type `T` report differences: `Option`s by `Debug` of their values, other types by their own
/// `diff_saved`. The macros ask for `DiffOf::<T>::DIFF`; as for [`ShowAs`].
#[derive(Debug)]
pub struct DiffOf<T: ?Sized>(PhantomData<T>);

impl<T: PlainValue + fmt::Debug> DiffOf<Option<T>> {
    /// Shows the value, or that there is none.
    pub const DIFF: Option<DiffSaved> = Some(|saved, report| report.bytes(saved, show_option::<T>));
}

impl<T: PlainValue + fmt::Debug, const N: usize> DiffOf<[Option<T>; N]> {
    /// Shows the elements that differ.
    pub const DIFF: Option<DiffSaved> = Some(|saved, report| {
        let elements = saved.map(|bytes| bytes.chunks_exact(Option::<T>::SAVED_BYTES));
        let [first, second] = elements;
        for (index, (first, second)) in first.zip(second).enumerate() {
            report.element(index, |report| report.bytes([first, second], show_option::<T>));
        }
    });
}

/// The other types.
pub trait DiffAsSaved {
    /// That of the type.
    const DIFF: Option<DiffSaved> = None;
}

impl<T: ?Sized> DiffAsSaved for DiffOf<T> {}

/// Shows the value of an `Option`, after the byte that says whether there is one.
fn show_option<T: PlainValue + fmt::Debug>(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match bytes {
        [1, value @ ..] => show::<T>(value, f),
        _ => f.write_str("none"),
    }
}

/// The fields of a type by their names, if it derives `Snapshot`. The macros ask for `FieldsOf::<T>::FIELDS`.
#[derive(Debug)]
pub struct FieldsOf<T: ?Sized>(PhantomData<T>);

impl<T: Snapshot> FieldsOf<T> {
    /// The fields that the derive lists.
    pub const FIELDS: &'static [ItemField] = T::FIELDS;
}

/// The other types.
pub trait NoFields {
    /// No field is known.
    const FIELDS: &'static [ItemField] = &[];
}

impl<T: ?Sized> NoFields for FieldsOf<T> {}

/// Reports which fields of two plain structs differ. The fields are all bytes of the struct, or the whole is reported.
pub fn diff_plain(saved: [&[u8]; 2], fields: &[ItemField], report: &mut Report<'_>) {
    let known: usize = fields.iter().map(|field| field.bytes).sum();
    if saved.iter().any(|bytes| bytes.len() != known) {
        return report.unknown(saved);
    }
    let mut start = 0;
    for field in fields {
        let end = start + field.bytes;
        let of_field = saved.map(|bytes| &bytes[start..end]);
        report.field(field.name, |report| report.bytes(of_field, field.show));
        start = end;
    }
}
