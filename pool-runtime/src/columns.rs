//! Structs whose fields are columns: a struct of arrays in place of an array of structs.
//!
//! ```text
//!  +--------------------------+--------------------------+--------------------------+
//!  | pos of slot 0, 1, 2, ... | vel of slot 0, 1, 2, ... | ttl of slot 0, 1, 2, ... |     each from a cache line on
//!  +--------------------------+--------------------------+--------------------------+
//! ```
//!
//! [`list`] has the memory, as a list of columns of any length and any types. [`saved`] has its bytes in an image, and
//! [`row`] the rows of several fields.

pub(crate) mod list;
pub(crate) mod row;
pub(crate) mod saved;

pub use list::{Column, ColumnItem, ColumnList};
pub use row::{FieldNumber, NoPadding, Padding, PodField, RowField, TypeOf};
pub use saved::{Closed, Field, FieldList, Group, Grouped, Kept, Saved, SavedList, Skipped};

use crate::base::item_field::ItemField;
use crate::base::shape::FieldText;
use core::fmt;
use core::marker::PhantomData;

/// The alignment of a column by default: a cache line. Microcontrollers have none, or no memory to spare for it.
#[doc(hidden)]
pub const COLUMN_ALIGN: usize = if cfg!(target_os = "none") { 8 } else { 64 };

/// A struct with named fields that a [`ColumnPool`](crate::ColumnPool) stores as one array per field.
///
/// `#[derive(Columns)]` implements it, and so does `#[derive(Pool)]` with `columns`. Every field is [`Copy`].
///
/// For a struct `Particle` the derive declares
///
/// | type | what |
/// |---|---|
/// | `ParticleRef<'a>` | references to the fields of one object, from [`get`](crate::ColumnPool::get) |
/// | `ParticleMut<'a>` | the same for writing, from [`get_mut`](crate::ColumnPool::get_mut) |
/// | `ParticleColumns<'a>` | a slice per field, from [`columns`](crate::ColumnPool::columns) |
/// | `ParticleColumnsMut<'a>` | the same for writing, from [`columns_mut`](crate::ColumnPool::columns_mut) |
/// | `ParticleFields` | a trait with methods for each column: `particles.ttl()` and `particles.ttl_mut()` |
///
/// with the fields of `Particle`, under their names. The page of the derive has the keys of fields: `skip`, `group` and
/// `align`.
///
/// ```
/// use stackpool::{Columns, pool};
///
/// #[derive(Columns, Debug, PartialEq)]
/// struct Particle {
///     position: [f32; 2],
///     ttl: f32,
/// }
///
/// pool! {
///     Sparks: [Particle; 1_000], columns, dense;
///     Smoke: [Particle; 200], columns;
/// }
///
/// let mut sparks = SparksPool::new();
/// let spark = sparks.insert(Particle { position: [0.0, 1.0], ttl: 2.0 }).unwrap();
/// for ttl in sparks.ttl_mut() {
///     *ttl -= 0.5;
/// }
/// assert_eq!(sparks.remove(spark), Some(Particle { position: [0.0, 1.0], ttl: 1.5 }));
/// ```
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` are not columns",
    label = "not a struct of columns",
    note = "`#[derive(Columns)]` on a struct with named fields, each of which is `Copy`, makes it one",
    note = "`#[derive(Pool)]` with `#[pool(capacity = 100, columns)]` does so too"
)]
pub trait Columns: Sized {
    /// References to the fields of one object.
    type Ref<'a>
    where
        Self: 'a;
    /// References to the fields of one object, for writing.
    type Mut<'a>
    where
        Self: 'a;
    /// A slice of each column.
    type Slices<'a>
    where
        Self: 'a;
    /// A slice of each column, for writing.
    type SlicesMut<'a>
    where
        Self: 'a;
    /// The columns.
    #[doc(hidden)]
    type List: ColumnList;
    /// A number for the names and the types of the fields that are saved, as they are written in the source, and for
    /// the columns that they are in.
    #[doc(hidden)]
    const SHAPE: u64;
    /// The texts from which the number is made.
    #[doc(hidden)]
    const TEXTS: &'static [FieldText] = &[];
    /// The fields that are saved, in the order of their columns.
    #[doc(hidden)]
    const FIELDS: &'static [ItemField] = &[];

    /// Splits a value into what the columns hold.
    #[doc(hidden)]
    fn split(self, access: Access<Self>) -> <Self::List as ColumnList>::Elements;

    /// Makes a value of what the columns hold.
    #[doc(hidden)]
    fn join(elements: <Self::List as ColumnList>::Elements, access: Access<Self>) -> Self;

    #[doc(hidden)]
    fn refs<'a>(refs: <Self::List as ColumnList>::Refs<'a>, access: Access<Self>) -> Self::Ref<'a>
    where
        Self: 'a;

    #[doc(hidden)]
    fn muts<'a>(muts: <Self::List as ColumnList>::Muts<'a>, access: Access<Self>) -> Self::Mut<'a>
    where
        Self: 'a;

    #[doc(hidden)]
    fn slices<'a>(slices: <Self::List as ColumnList>::Slices<'a>, access: Access<Self>) -> Self::Slices<'a>
    where
        Self: 'a;

    #[doc(hidden)]
    fn slices_mut<'a>(
        slices: <Self::List as ColumnList>::SlicesMut<'a>,
        access: Access<Self>,
    ) -> Self::SlicesMut<'a>
    where
        Self: 'a;
}

/// The right to take values of a `T` apart and to put them together by the methods of [`Columns`]. These reach all
/// fields, also those that the caller does not see. So only the runtime makes one, and a method gets one for its own
/// type only.
#[doc(hidden)]
pub struct Access<T>(PhantomData<fn(T) -> T>);

impl<T> Access<T> {
    /// For a value that moves into a pool or out of it, or for columns of a pool.
    #[inline]
    pub(crate) const fn new() -> Self {
        Access(PhantomData)
    }
}

impl<T> fmt::Debug for Access<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Access(..)")
    }
}
