//! Fields whose bytes a user or a crate writes by hand. Types of `core` that are not plain data are saved so, and the
//! strings and vectors of other crates.

mod core_types;
#[cfg(any(feature = "arrayvec", feature = "heapless"))]
mod lists;

use super::item_form::Sink;
use super::moved::{LostHandle, Moved};
use core::marker::PhantomData;

/// Saves a type as the bytes of a field. Implement it for types that are not [plain data](crate::PlainData) and cannot
/// derive [`Snapshot`](crate::Snapshot), such as text.
///
/// A type that implements it can be a field of an item, of an enum and of a world. There it can also be in an `Option`,
/// an array or a tuple. To use it as an item of a pool or as a value of a side table, wrap it in a struct with
/// `#[snapshot(item)]`. A column of a [`ColumnPool`](crate::ColumnPool) cannot have it, since zero bytes must be a
/// valid value there.
///
/// The trait is safe. Whatever an implementation does, pools stay valid.
///
/// ```
/// use stackpool::{FieldBytes, Pool, Snapshot};
///
/// /// A name of up to 15 bytes.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Name(String);
///
/// impl FieldBytes for Name {
///     const BYTES: usize = 16;
///
///     fn write(&self, bytes: &mut [u8]) {
///         bytes[0] = self.0.len() as u8;
///         bytes[1..=self.0.len()].copy_from_slice(self.0.as_bytes());
///     }
///
///     fn read(bytes: &[u8]) -> Option<Self> {
///         let (text, rest) = bytes[1..].split_at_checked(bytes[0].into())?;
///         let is_canonical = rest.iter().all(|&byte| byte == 0);
///         is_canonical.then_some(Name(std::str::from_utf8(text).ok()?.to_owned()))
///     }
/// }
///
/// #[derive(Pool, Snapshot)]
/// #[pool(capacity = 100)]
/// #[snapshot(item)]
/// struct Player {
///     name: Name,
///     rival: Option<Name>,
/// }
///
/// let mut players = PlayerPool::new();
/// let ada = players.insert(Player { name: Name("Ada".into()), rival: None })?;
/// let saved = players.save();
/// players.clear();
/// players.restore(&saved)?;
/// assert_eq!(players[ada].name, Name("Ada".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Types of `core`
///
/// | type | bytes |
/// |---|---|
/// | `Duration` | 12 |
/// | `Range<T>` of [plain data](crate::PlainData) | 2 times those of `T` |
/// | `RangeInclusive<T>` of numbers or `char` | 1 more |
/// | `Result<T, E>` of plain data | 1, and the larger of both |
/// | `Reverse<T>`, `Saturating<T>` of plain data | those of `T` |
/// | `Ordering` | 1 |
/// | `Ipv4Addr`, `Ipv6Addr`, `IpAddr` | 4, 16, 17 |
/// | `SocketAddrV4`, `SocketAddrV6`, `SocketAddr` | 6, 26, 27 |
///
/// # Types of other crates
///
/// | feature | types | bytes |
/// |---|---|---|
/// | `heapless` | `heapless::String<N>` | 4 bytes for the length, and `N` |
/// | | `heapless::Vec<T, N>`, `Deque<T, N>` of [plain data](crate::PlainData) | 4 bytes, and `N` times those of `T` |
/// | `arrayvec` | `ArrayString<N>` | 4 bytes, and `N` |
/// | | `ArrayVec<T, N>` of plain data | 4 bytes, and `N` times those of `T` |
///
/// The bytes after the text or the elements are 0. A restore refuses other bytes there, a length above `N`, and text
/// that is not UTF-8.
///
/// # Panics
///
/// If an implementation panics while the pool is saved or checked, nothing has changed. `read` is called once more for
/// each value after the check. If it panics then, or returns `None`, the pool or table is empty afterwards: see
/// [`Snapshot`](crate::Snapshot#panics).
pub trait FieldBytes: Sized {
    /// The number of bytes of every value.
    const BYTES: usize;

    /// Writes the value to `bytes`, which are [`BYTES`](FieldBytes::BYTES) bytes of 0.
    ///
    /// Equal values must write equal bytes, so that two equal worlds have equal checksums.
    fn write(&self, bytes: &mut [u8]);

    /// Reads a value from [`BYTES`](FieldBytes::BYTES) bytes. Returns `None` for bytes that
    /// [`write`](FieldBytes::write) never writes.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// Replaces each handle in the value by the new one that `moved` has for it. [`Pool::relink`](crate::Pool::relink)
    /// calls this. A type without handles does not implement it.
    ///
    /// # Errors
    ///
    /// [`LostHandle`] if an object did not move, and the value cannot do without its handle.
    fn relink<M: Moved>(&mut self, _moved: &M) -> Result<(), LostHandle> {
        Ok(())
    }

    /// Hands the plain data in the value to `sink`, to look for handles in it.
    #[doc(hidden)]
    fn put_parts<S: Sink>(&self, _sink: &mut S) {}
}

/// Whether a type is saved by hand. The derive asks for `ByHand::<T>::IS_IN_SAVES`, and the constant of the type itself
/// comes before that of [`IsNot`].
#[derive(Debug)]
pub struct ByHand<T: ?Sized>(PhantomData<T>);

impl<T: FieldBytes> ByHand<T> {
    /// It is.
    pub const IS_IN_SAVES: bool = true;
}

/// The answer for all types that do not have it of their own.
pub trait IsNot {
    /// It is not.
    const IS_IN_SAVES: bool = false;
}

impl<T: ?Sized> IsNot for ByHand<T> {}
