//! The bound on the items of a saved pool.

use super::item_form::{Comparison, FieldForm, FormOf, Memory, Reader, Source, Writer};
use super::moved::{LostHandle, Moved};
use crate::base::item_field::ItemField;
use crate::base::shape::FieldText;
use bytemuck::{CheckedBitPattern, NoUninit};

/// Items of pools that can be saved, and values of side tables: structs and enums that derive
/// [`Snapshot`](crate::Snapshot), and every type that is [`NoUninit`](bytemuck::NoUninit) and
/// [`CheckedBitPattern`](bytemuck::CheckedBitPattern), as every [`Pod`](bytemuck::Pod) type is.
///
/// | the item | derives | is saved as |
/// |---|---|---|
/// | a struct of what is in this table | `Snapshot`, with `#[snapshot(item)]` | its fields, one after the other |
/// | an enum, with or without fields | `Snapshot` | its variant and the fields of that |
/// | a struct of numbers, `#[repr(C)]` | `Clone`, `Copy`, and `Pod` and `Zeroable` of `bytemuck` | its memory |
/// | one with a `bool`, a handle or an enum too | `Clone`, `Copy`, `NoUninit`, `CheckedBitPattern` | its memory |
///
/// Handles, numbers, `bool` and `char` are plain data, and in fields `Option`s, arrays and tuples of plain data. Fields
/// can also be [types of `core`](crate::FieldBytes#types-of-core) such as `Duration`, text and lists of `heapless` and
/// `arrayvec`, and other types that implement [`FieldBytes`](crate::FieldBytes).
///
/// Bytes in memory are copied at the speed of memory. Fields are written one by one, and need neither a `#[repr]` nor a
/// layout without padding. A restore checks each item, and `Pod` types have nothing to check.
///
/// ```
/// use stackpool::{Handle, Pool, Snapshot};
///
/// #[derive(Snapshot, Debug, PartialEq)]
/// enum Order {
///     Wait,
///     Move { place: [f32; 2] },
///     Follow(Handle<Unit>),
/// }
///
/// #[derive(Pool, Snapshot)]
/// #[pool(capacity = 100)]
/// #[snapshot(item)]
/// struct Unit {
///     health: u8,
///     order: Order,
///     target: Option<Handle<Unit>>,
/// }
///
/// let mut units = UnitPool::new();
/// let leader = units.insert(Unit { health: 9, order: Order::Wait, target: None })?;
/// let unit = units.insert(Unit { health: 3, order: Order::Follow(leader), target: Some(leader) })?;
/// let saved = units.save();
/// units[unit].order = Order::Move { place: [1.0, 2.0] };
/// units.restore(&saved)?;
/// assert_eq!(units[unit].order, Order::Follow(leader));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// As bytes in memory, with an enum without fields:
///
/// ```
/// use bytemuck::{CheckedBitPattern, NoUninit};
/// use stackpool::Pool;
///
/// #[derive(Clone, Copy, Debug, PartialEq, NoUninit, CheckedBitPattern)]
/// #[repr(u8)]
/// enum Mood {
///     Calm,
///     Angry,
/// }
///
/// #[derive(Pool, Clone, Copy, NoUninit, CheckedBitPattern)]
/// #[pool(capacity = 64)]
/// #[repr(C)]
/// struct Monster {
///     place: [u16; 2],
///     mood: Mood,
///     is_visible: bool,
/// }
///
/// let mut monsters = MonsterPool::new();
/// let monster = monsters.insert(Monster { place: [3, 4], mood: Mood::Calm, is_visible: true }).unwrap();
/// let mut saved = monsters.save();
/// monsters[monster].mood = Mood::Angry;
/// monsters.restore(&saved)?;
/// assert_eq!(monsters[monster].mood, Mood::Calm);
///
/// *saved.last_mut().unwrap() = 2; // no `bool`
/// assert_eq!(monsters.restore(&saved), Err(stackpool::RestoreError::Value.into()));
/// # Ok::<(), stackpool::SnapshotError>(())
/// ```
///
/// ```compile_fail,E0277
/// # use stackpool::Pool;
/// #[derive(Pool)]
/// #[pool(capacity = 64)]
/// struct Player {
///     name: String,
/// }
///
/// PlayerPool::new().restore(&[]); // the bytes of the name are not in the pool
/// ```
#[diagnostic::on_unimplemented(
    message = "items of pools and elements of lists are saved if they are plain data: `{Self}` does not implement \
               `PlainData`",
    label = "`{Self}` may hold more than plain data",
    note = "of your types, a struct needs `#[derive(stackpool::Snapshot)]` and also `#[snapshot(item)]`, an enum the \
            derive, and also `#[snapshot(item)]` if it has a `#[repr]` and no fields",
    note = "around a bare `Option` or tuple, a type with `stackpool::FieldBytes`, or text or a list of `heapless` or \
            `arrayvec`, write such a struct; for a bare `Option` of a handle, use `Link`; a `String` or a `Vec` can \
            only be a field of a world",
    note = "or for speed, to a struct of numbers, `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` (feature \
            `derive` of `bytemuck`) and `#[repr(C)]`"
)]
pub trait PlainData: Sized {
    /// How values are saved.
    #[doc(hidden)]
    type Form: FormOf<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: NoUninit + CheckedBitPattern> PlainData for T {
    type Form = Memory<T>;
}

/// The number of bytes of a saved value.
pub(crate) const fn saved_bytes<T: PlainData>() -> usize {
    <T::Form as FieldForm>::BYTES
}

/// A number that tells the fields of a type from others; 0 if they are not known.
pub(crate) const fn shape<T: PlainData>() -> u64 {
    <T::Form as FieldForm>::SHAPE
}

/// What the shape is made of, if it is that of a struct.
pub(crate) const fn texts<T: PlainData>() -> &'static [FieldText] {
    <T::Form as FieldForm>::TEXTS
}

/// The fields of a struct that is saved field by field.
pub(crate) const fn fields<T: PlainData>() -> &'static [ItemField] {
    <T::Form as FieldForm>::FIELDS
}

/// Whether [`reader`] calls the `Default` of a skipped field.
pub(crate) const fn calls_default<T: PlainData>() -> bool {
    <T::Form as FieldForm>::CALLS_DEFAULT
}

/// Returns whether these are the bytes of `count` values, one after the other.
pub(crate) fn are_valid<T: PlainData>(count: usize, saved: &[u8]) -> bool {
    T::Form::are_valid(count, saved)
}

/// Writes a value, which fills `place`.
#[inline]
pub(crate) fn write<T: PlainData>(value: &T, place: &mut [u8]) {
    T::Form::put(value, &mut Writer::new(place));
}

/// Returns whether these are the bytes of the value.
#[inline]
pub(crate) fn is_saved_as<T: PlainData>(value: &T, saved: &[u8]) -> bool {
    let mut comparison = Comparison { rest: saved, is_equal: true };
    T::Form::put(value, &mut comparison);
    comparison.is_equal
}

/// Replaces the handles in a value.
#[inline]
pub(crate) fn relink<T: PlainData, M: Moved>(value: &mut T, moved: &M) -> Result<(), LostHandle> {
    T::Form::relink(value, moved)
}

/// Returns what reads values from bytes that were checked. To be called before anything changes: it calls the `Default`
/// of skipped fields.
#[inline(always)]
pub(crate) fn reader<T: PlainData>() -> impl Fn(&[u8]) -> T {
    let reader = T::Form::reader();
    move |saved| reader.read(&mut Source::new(saved))
}
