//! The bound on the items of a saved pool.

use bytemuck::{CheckedBitPattern, NoUninit};

/// Items of pools that can be saved: every type that is [`NoUninit`](bytemuck::NoUninit) and
/// [`CheckedBitPattern`](bytemuck::CheckedBitPattern), as every [`Pod`](bytemuck::Pod) type is, and no other.
///
/// A struct of numbers derives `Pod`: `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` and `#[repr(C)]`
/// (feature `derive` of `bytemuck`). A struct that has a `bool`, a handle or an enum derives `NoUninit` and
/// `CheckedBitPattern` instead, and a restore checks each object. Both have plain data as fields, and no padding
/// between them. Keep an `Option` of a handle as a [`Link`](crate::Link).
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
/// assert_eq!(monsters.restore(&saved), Err(stackpool::RestoreError::Value));
/// # Ok::<(), stackpool::RestoreError>(())
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
    message = "saving a pool needs items that are plain data: `{Self}` is not `NoUninit` and `CheckedBitPattern`",
    label = "`{Self}` may hold more than plain data",
    note = "to a struct of numbers, add `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` (feature `derive` \
            of `bytemuck`) and `#[repr(C)]`",
    note = "if a field is a `bool`, a handle or an enum without fields, derive `bytemuck::NoUninit` and \
            `CheckedBitPattern` instead; keep a handle that may be absent as a `stackpool::Link`",
    note = "in place of an enum with fields, write a struct: an enum without fields, `#[repr(u8)]`, and beside it the \
            fields of all variants"
)]
pub trait PlainData: NoUninit + CheckedBitPattern {}

#[diagnostic::do_not_recommend]
impl<T: NoUninit + CheckedBitPattern> PlainData for T {}
