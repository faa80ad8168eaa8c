//! Worlds: pools and values that are saved, restored and compared as one.

mod composite;
pub(crate) mod delta;
pub(crate) mod diff;
pub(crate) mod fields;
#[cfg(feature = "alloc")]
mod growing;
mod history;
mod lost_links;
mod owners;
pub(crate) mod plain;
mod pools;
mod relink;
pub(crate) mod renamed;
mod save_number;
mod structures;
pub(crate) mod variants;

use delta::PartDeltas;
pub use diff::{Diff, DiffReport, Difference};
pub use history::{History, HistoryError, HistoryStats};
pub use lost_links::LostLink;
pub use save_number::SaveNumber;

use crate::base::item_field::ItemField;
use crate::base::shape::Renamed;
#[cfg(not(feature = "alloc"))]
use crate::base::without::SavedOnHeap;
#[cfg(feature = "alloc")]
use crate::image::checksum::checksum;
use crate::image::{BufferTooSmall, DeltaError, ResizeError};
pub use crate::image::{FieldPath, SnapshotError, Then};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// What can be saved to bytes and restored from them as a whole: pools of plain data, side tables, plain values, and
/// structs of these.
///
/// ```
/// use stackpool::{Heap, Pool, Snapshot, pool};
///
/// #[derive(Pool, Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
/// #[pool(capacity = 1_000)]
/// #[repr(C)]
/// struct Unit {
///     position: [f32; 2],
///     health: u32,
/// }
///
/// pool! {
///     Bullets: [[f32; 4]; 4_096];
/// }
///
/// #[derive(Snapshot)]
/// struct World {
///     units: Heap<UnitPool>,
///     bullets: Heap<BulletsPool>,
///     frame: u32,
///     random: [u64; 2],
///     #[snapshot(skip)]
///     camera: [f32; 2], // not part of the state
/// }
///
/// let mut world = World {
///     units: UnitPool::on_heap(),
///     bullets: BulletsPool::on_heap(),
///     frame: 0,
///     random: [1, 2],
///     camera: [0.0; 2],
/// };
/// let saved = world.save();
/// let checksum = world.checksum();
///
/// let unit = world.units.insert(Unit { position: [0.0; 2], health: 100 })?;
/// world.frame = 1;
/// assert_ne!(world.checksum(), checksum);
///
/// world.restore(&saved)?; // everything, or nothing with an error that names the field
/// assert!(world.frame == 0 && !world.units.contains(unit) && world.checksum() == checksum);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What implements it
///
/// - structs of such values, and enums of plain data, by
///   [`#[derive(Snapshot)]`](https://docs.rs/stackpool/latest/stackpool/derive.Snapshot.html) (its page lists the
///   attributes; it also makes items of pools [plain data](crate::PlainData));
/// - [`Pool`](crate::Pool)s of plain data, [`ColumnPool`](crate::ColumnPool)s, [`ValuePool`](crate::ValuePool)s and
///   [`ListPool`](crate::ListPool)s;
/// - [`HandleMap`](crate::HandleMap)s and [`SparseHandleMap`](crate::SparseHandleMap)s of plain data, and
///   [`HandleArray`](crate::HandleArray)s;
/// - [`HandleList`](crate::HandleList), [`HandleLists`](crate::HandleLists) and [`HandleTree`](crate::HandleTree), and
///   a [`HandleQueue`](crate::HandleQueue) whose keys are plain data;
/// - handles, links, integers, `f32`, `f64`, `bool` and `char` (the bytes of a `usize` or `isize` depend on the width
///   of the machine's words);
/// - arrays and tuples of these, and an `Option` of plain data (an array of numbers is plain data too);
/// - `String`, and `Vec` and `VecDeque` of plain data (feature `alloc`);
/// - a `Heap`, a `Box` or a `&mut` of these.
///
/// A struct that derives `Snapshot` can also have every field that an [item](crate::PlainData) can have: other plain
/// data ([`bytemuck::NoUninit`] and [`CheckedBitPattern`](bytemuck::CheckedBitPattern)), such as the numbers of the
/// crate `fixed`; text and lists of `heapless` and `arrayvec`; types that implement [`FieldBytes`](crate::FieldBytes);
/// and `Option`s, arrays and tuples of these, if they are written out. In a generic struct, a field whose type depends
/// on a parameter implements `Snapshot`, or has `#[snapshot(plain)]`.
///
/// # Bytes
///
/// The bytes of a pool in a world are those of [`Pool::save_into`](crate::Pool::save_into). A world gives the same
/// guarantees:
///
/// - **All or nothing.** [`restore`](Snapshot::restore) checks every field before it changes the first.
/// - **Canonical.** Equal states give equal bytes. So a [`checksum`](crate::checksum) tells two worlds apart. (The
///   state of a [`SparseHandleMap`](crate::SparseHandleMap) includes the order of its values, which `==` ignores.)
/// - **Checked.** `restore` accepts the bytes of every consistent state. A save after it writes the same bytes. Any
///   other bytes are an error that names the field. (Saves of an earlier format of the crate are accepted too.)
/// - **Identified.** The bytes of a struct have the names of its fields, their order, and what kind of values they are.
///   So the error of a restore into another version of the struct names the field that differs. The bytes do not
///   identify the pool of a handle. In an `Option` or a list, they do not tell types of the same size apart.
///
/// With this trait in scope, `pool.restore(..)` of a pool in a `Heap` calls the method of the trait. It reads the same
/// bytes and the same error.
///
/// # Panics
///
/// No method panics, unless code of a user does:
///
/// - The `Default` of a skipped field of an [item](crate::PlainData). It is called before anything changes, so the
///   world stays as it was. (That of a kept field is called for each object that comes back: see the last point.)
/// - An implementation of this trait that was written by hand: see below.
/// - An implementation of [`CheckedBitPattern`](bytemuck::CheckedBitPattern) or [`FieldBytes`](crate::FieldBytes) that
///   was written by hand, if it accepts the bytes of a field of an item and panics when it is called again. The
///   destructor of an item that a restore replaces can panic too, and the `Default` of a field with
///   `#[snapshot(keep)]`. In all these cases, the pool or side table of such items is empty. The fields after it are
///   restored; those before it are not.
///
/// So a program that calls them links the code of panics, except for `check_saved`, `saved_len`, `changed_len` and
/// `clear_changes`. (To apply a delta has checks that cannot fail, too, which the compiler keeps.) The methods of a
/// pool by itself, such as [`Pool::restore`](crate::Pool::restore), cannot panic for items without code of a user.
///
/// # Implementing it by hand
///
/// Six items are required. The trait is safe: whatever an implementation does, pools stay valid.
///
/// A type whose values have no longest one, such as text, sets [`GROWS`](Snapshot::GROWS).
///
/// All or nothing depends on `restore_then`. If it panics before it calls `then`, nothing has changed. Elements of an
/// array are an exception: earlier elements, and the fields after the array, are restored. If it panics or returns its
/// own error after it called `then`, the fields after it are restored; those before it are not. If it returns `Ok`
/// without calling `then`, the struct panics before it changes a field. The struct returns the error of a later field
/// even if an implementation hides it.
///
/// ```
/// use stackpool::{RestoreError, Snapshot, SnapshotError};
///
/// /// A name of up to 255 bytes.
/// #[derive(Default, Debug, PartialEq)]
/// struct Name(String);
///
/// impl Snapshot for Name {
///     const SAVED_BYTES: usize = 255;
///     const SHAPE: u64 = 0x6E61_6D65; // tells it from other types
///
///     fn saved_len(&self) -> usize {
///         self.0.len()
///     }
///
///     fn write_saved(&self, buffer: &mut [u8]) -> usize {
///         buffer[..self.0.len()].copy_from_slice(self.0.as_bytes());
///         self.0.len()
///     }
///
///     fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
///         let is_name = saved.len() <= 255 && std::str::from_utf8(saved).is_ok();
///         if is_name { Ok(()) } else { Err(RestoreError::Value.into()) }
///     }
///
///     fn restore_then(
///         &mut self,
///         saved: &[u8],
///         then: &mut dyn FnMut() -> Result<(), SnapshotError>,
///     ) -> Result<(), SnapshotError> {
///         Self::check_saved(saved)?;
///         then()?; // the rest of the world
///         self.0 = String::from_utf8_lossy(saved).into_owned();
///         Ok(())
///     }
/// }
///
/// #[derive(Snapshot, Default)]
/// struct Player {
///     name: Name,
///     score: u32,
/// }
///
/// let mut player = Player { name: Name("Ada".into()), score: 3 };
/// let saved = player.save();
/// player.name.0.push('!');
/// player.restore(&saved)?;
/// assert_eq!(player.name, Name("Ada".into()));
/// # Ok::<(), SnapshotError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved to bytes",
    label = "does not implement `Snapshot`",
    note = "derive `Snapshot` for a struct of yours with values that can be saved, or for an enum of plain data",
    note = "for text and lists, use `String`, or `Vec` or `VecDeque` of plain data (feature `alloc`), or `heapless` or \
            `arrayvec` with the feature of that name; for other types, such as the generator of a crate, implement \
            `stackpool::FieldBytes` or `Snapshot` by hand, as their pages show",
    note = "write `#[snapshot(skip)]` before a field that is not part of the state"
)]
pub trait Snapshot {
    /// The most bytes that a saved value can have. If it [`GROWS`](Snapshot::GROWS): without what grows.
    const SAVED_BYTES: usize;

    /// A number that tells this type from others with other bytes. It is part of the bytes of structs.
    const SHAPE: u64;

    /// The names of the fields, if this is plain data that an item of a pool can be.
    #[doc(hidden)]
    const FIELDS: &'static [ItemField] = &[];

    /// The names of this type, or of the objects that it names, if saves know these by another one.
    #[doc(hidden)]
    const RENAMED: Option<Renamed> = None;

    /// Whether a saved value can have more bytes than [`SAVED_BYTES`](Snapshot::SAVED_BYTES), since it has a `Vec`, a
    /// `VecDeque` or a `String`. Then no length is always enough for a buffer, and [`BufferTooSmall`] has the length
    /// that is needed now. What allocates its buffer, such as [`save`](Snapshot::save) and [`History`], takes care of
    /// it.
    ///
    /// ```
    /// use stackpool::Snapshot;
    ///
    /// #[derive(Snapshot, Default)]
    /// struct Chat {
    ///     lines: u32,
    ///     draft: String,
    /// }
    ///
    /// let mut chat = Chat { lines: 1, draft: "he".into() };
    /// assert!(Chat::GROWS && chat.saved_len() == Chat::SAVED_BYTES + 2);
    /// let saved = chat.save();
    ///
    /// chat.draft.push_str("llo");
    /// let mut buffer = [0; Chat::SAVED_BYTES + 4];
    /// assert_eq!(chat.save_into(&mut buffer).unwrap_err().needed(), Chat::SAVED_BYTES + 5);
    ///
    /// chat.restore(&saved)?;
    /// assert_eq!(chat.draft, "he");
    /// # Ok::<(), stackpool::SnapshotError>(())
    /// ```
    const GROWS: bool = false;

    /// Whether every saved value has [`SAVED_BYTES`](Snapshot::SAVED_BYTES) bytes. Then arrays have no lengths.
    #[doc(hidden)]
    const IS_PLAIN: bool = false;

    /// Whether a restore calls the `Default` of a skipped field of an item.
    #[doc(hidden)]
    const CALLS_DEFAULT: bool = false;

    /// The number of bytes of a buffer for [`write_delta`](Snapshot::write_delta).
    const DELTA_BYTES: usize = 1 + Self::SAVED_BYTES;

    /// The number of bytes of a buffer for [`delta_into`](Snapshot::delta_into). It holds the delta, and a temporary
    /// save. (A pool uses the same bytes for both.) No delta has more than [`DELTA_BYTES`](Snapshot::DELTA_BYTES)
    /// bytes. A value that [`GROWS`](Snapshot::GROWS) can need [`saved_len`](Snapshot::saved_len) more for each of the
    /// two.
    const MAX_DELTA_BYTES: usize = Self::DELTA_BYTES + Self::SAVED_BYTES;

    /// [`write_delta`](Snapshot::write_delta) and [`read_delta`](Snapshot::read_delta) for a part of something that has
    /// checksums, or needs none.
    #[doc(hidden)]
    const PART: PartDeltas = PartDeltas { write: Self::write_delta, read: Self::read_delta };

    /// Returns the number of bytes that [`write_saved`](Snapshot::write_saved) writes.
    fn saved_len(&self) -> usize;

    /// Writes the value to the first bytes of `buffer`, which has [`saved_len`](Snapshot::saved_len) bytes or more.
    /// Returns how many it wrote.
    ///
    /// # Panics
    ///
    /// Panics if the buffer is shorter. [`save_into`](Snapshot::save_into) returns an error.
    fn write_saved(&self, buffer: &mut [u8]) -> usize;

    /// Checks whether [`restore`](Snapshot::restore) accepts these bytes. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] with the field that refuses its bytes.
    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError>;

    /// Checks the bytes, calls `then` once, and changes the value if `then` returns `Ok`.
    ///
    /// This is how a world is restored as a whole: each field checks its bytes and then calls the next one. The last
    /// one is the first that changes.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved value of this type, or the error of `then`. Nothing has changed.
    fn restore_then(
        &mut self,
        saved: &[u8],
        then: &mut dyn FnMut() -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError>;

    /// [`restore_then`](Snapshot::restore_then) for the elements of an array whose bytes follow each other and were
    /// checked. No code of a user runs after `then`.
    #[doc(hidden)]
    fn restore_elements(
        elements: &mut [Self],
        saved: &[u8],
        then: &mut dyn FnMut() -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError>
    where
        Self: Sized,
    {
        then()?;
        let parts = saved.chunks_exact(Self::SAVED_BYTES.max(1));
        elements.iter_mut().zip(parts).try_for_each(|(element, part)| element.restore(part))
    }

    /// Saves the value to the first bytes of `buffer`, and returns these. O(used).
    ///
    /// A buffer of [`SAVED_BYTES`](Snapshot::SAVED_BYTES) bytes is always long enough, unless the value
    /// [`GROWS`](Snapshot::GROWS).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the saved value. Nothing was written.
    fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        if Self::GROWS || buffer.len() < Self::SAVED_BYTES {
            BufferTooSmall::check(buffer, self.saved_len())?;
        }
        let length = self.write_saved(buffer);
        Ok(&mut buffer[..length])
    }

    /// Returns the saved value as a new `Vec`. O(used).
    ///
    /// See [`save_into`](Snapshot::save_into), which needs no heap.
    #[cfg(feature = "alloc")]
    fn save(&self) -> Vec<u8> {
        let mut saved = alloc::vec![0; self.saved_len()];
        let length = self.write_saved(&mut saved);
        saved.truncate(length);
        saved
    }

    /// Brings the value back to the state that was saved. O(used). It needs no other memory, except for
    /// what [grows](Snapshot::GROWS): at most the memory of as many elements as the save has bytes for.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved value of this type. Nothing has changed. If the fields of a
    /// struct differ, the error names one of them; in builds without feature `alloc`, only that of
    /// [`check_saved`](Snapshot::check_saved) does.
    fn restore(&mut self, saved: &[u8]) -> Result<(), SnapshotError> {
        self.restore_then(saved, &mut || Ok(()))
    }

    /// Returns a checksum of the saved value. O(used). It makes a temporary save. If you have a save already, use the
    /// function [`checksum`](crate::checksum), which needs no heap.
    ///
    /// Two machines with equal worlds get equal checksums. It detects mistakes, not attacks.
    ///
    /// With rollback, compare the checksums of confirmed frames only. A frame is confirmed once the inputs of all
    /// players have arrived. A predicted frame may differ on two machines without a mistake.
    #[cfg(feature = "alloc")]
    fn checksum(&self) -> u64 {
        checksum(&self.save())
    }

    /// Saves what has changed since `base`, an earlier save, to the first bytes of `buffer`, and returns these.
    /// O(used).
    ///
    /// # Errors
    ///
    /// - [`DeltaError::BufferTooSmall`] if the buffer has fewer than
    ///   [`MAX_DELTA_BYTES`](Snapshot::MAX_DELTA_BYTES) bytes.
    /// - [`DeltaError::Base`] if the base is not a save of this type. Plain values, side tables and lists by
    ///   themselves do not check it; structs and pools do.
    fn delta_into<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>> {
        let grown = if Self::GROWS { self.saved_len() } else { 0 };
        let needed = Self::MAX_DELTA_BYTES.saturating_add(grown).saturating_add(grown);
        BufferTooSmall::check(buffer, needed).map_err(DeltaError::from)?;
        let (delta, later) = buffer.split_at_mut(Self::DELTA_BYTES + grown);
        let length = self.write_saved(later);
        let length = Self::write_delta(base, &later[..length], delta)?;
        Ok(&mut buffer[..length])
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`. O(used).
    ///
    /// See [`delta_into`](Snapshot::delta_into), which needs no heap.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for `delta_into`.
    #[cfg(feature = "alloc")]
    fn delta(&self, base: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>> {
        let later = self.save();
        let mut buffer = alloc::vec![0; room::<Self>(Self::DELTA_BYTES, later.len())];
        let length = Self::write_delta(base, &later, &mut buffer)?;
        buffer.truncate(length);
        buffer.shrink_to_fit();
        Ok(buffer)
    }

    /// Saves what changed since [`clear_changes`](Snapshot::clear_changes) to the first bytes of `buffer`, and returns
    /// these. Pools with `changes` and their [`HandleMap`](crate::HandleMap)s take O(capacity / 64 + changed slots):
    /// they are not compared with anything.
    ///
    /// The bytes are a delta against the save made at that moment. [`patch_into`](Snapshot::patch_into) and `patch`
    /// make the later save from that save and the delta. The delta contains the whole of each value that does not note
    /// changes: plain values, pools without `changes` and their side tables, and every
    /// [`SparseHandleMap`](crate::SparseHandleMap). `changed_delta` has an example.
    ///
    /// # Compared with `delta_into`
    ///
    /// [`delta_into`](Snapshot::delta_into) compares the whole world with its base, and knows the checksum of the base.
    /// This method needs no base, so its delta cannot identify the base. If you apply the delta to another save, the
    /// result is an error or a wrong save. So nothing reports a lost delta. With a [`SaveNumber`](crate::SaveNumber) in
    /// the world, the delta has the number of its base, and another base is an error.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the delta may be. What the buffer holds then is unspecified.
    fn changed_delta_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        let given = buffer.len();
        match self.write_changed(buffer) {
            Ok(length) => Ok(&mut buffer[..length]),
            // A field knows what itself needs.
            Err(error) => Err(BufferTooSmall::new(error.needed().max(self.changed_len()), given)),
        }
    }

    /// Returns what changed since [`clear_changes`](Snapshot::clear_changes) as a new `Vec`: see
    /// [`changed_delta_into`](Snapshot::changed_delta_into), which needs no heap.
    ///
    /// ```
    /// use stackpool::{Heap, Snapshot, pool};
    ///
    /// pool! {
    ///     Units: [[f32; 4]; 1_000], changes;
    /// }
    ///
    /// #[derive(Snapshot)]
    /// struct World {
    ///     units: Heap<UnitsPool>,
    ///     frame: u32,
    /// }
    ///
    /// let mut world = World { units: UnitsPool::on_heap(), frame: 0 };
    /// world.units.extend((0..500).map(|number| [number as f32; 4]));
    ///
    /// // Both sides begin with the same save.
    /// let mut other_side = world.save();
    /// world.clear_changes();
    /// for frame in 1..4 {
    ///     world.frame = frame;
    ///     world.units.insert([0.5; 4])?;
    ///     let delta = world.changed_delta();
    ///     world.clear_changes();
    ///     assert!(delta.len() < 300);
    ///
    ///     other_side = World::patch(&other_side, &delta)?;
    ///     assert_eq!(other_side, world.save());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an implementation that was written by hand needs more bytes than its `changed_len` says.
    #[cfg(feature = "alloc")]
    fn changed_delta(&self) -> Vec<u8> {
        let mut delta = alloc::vec![0; self.changed_len()];
        match self.write_changed(&mut delta) {
            Ok(length) => delta.truncate(length),
            Err(error) => panic!("{error}"),
        }
        delta
    }

    /// Forgets which slots changed, of all pools with `changes` and their [`HandleMap`](crate::HandleMap)s.
    /// O(capacity / 64) of each.
    ///
    /// `take_changed` of a single pool does the same for that pool. After it,
    /// [`changed_delta_into`](Snapshot::changed_delta_into) of the world misses the changes of that pool.
    ///
    /// By default, a type notes no changes, and this method does nothing.
    #[doc(alias = "take_changed")]
    fn clear_changes(&mut self) {}

    /// Applies a delta to the save `base`: writes the later save to the first bytes of `buffer`, and returns these.
    /// O(used). [`restore`](Snapshot::restore) checks the result.
    ///
    /// A buffer of [`SAVED_BYTES`](Snapshot::SAVED_BYTES) bytes is always long enough; for a value that
    /// [`GROWS`](Snapshot::GROWS), with as many more as base and delta have together.
    ///
    /// # Errors
    ///
    /// [`DeltaError`] if the buffer is too short, or if the delta is not one of this type, is damaged, or was made
    /// against another base.
    fn patch_into<'b>(
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>> {
        let length = Self::read_delta(base, delta, buffer)?;
        Ok(&mut buffer[..length])
    }

    /// Applies a delta to the save `base`, and returns the later save as a new `Vec`. O(used).
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`patch_into`](Snapshot::patch_into).
    #[cfg(feature = "alloc")]
    fn patch(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>> {
        let given = base.len().saturating_add(delta.len());
        let mut buffer = alloc::vec![0; room::<Self>(Self::SAVED_BYTES, given)];
        let length = Self::read_delta(base, delta, &mut buffer)?;
        buffer.truncate(length);
        Ok(buffer)
    }

    /// Compares two saves, and returns what differs: by field, slot and field of the object.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if one of the two is not a saved value of this type.
    fn diff<'a>(first: &'a [u8], second: &'a [u8]) -> Result<Diff<'a>, SnapshotError> {
        Self::check_saved(first)?;
        Self::check_saved(second)?;
        Ok(Diff::of::<Self>([first, second]))
    }

    /// Converts a save of a smaller version of this type: its pools had smaller capacities or fewer generations. Writes
    /// the new save to the first bytes of `buffer`, and returns these: see
    /// [`Pool::resize_saved`](crate::Pool::resize_saved). O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`ResizeError`] with the field that does not fit, or if the buffer is too short.
    /// [`SAVED_BYTES`](Snapshot::SAVED_BYTES) bytes are enough; for a value that [`GROWS`](Snapshot::GROWS), with as
    /// many more as `saved` has.
    fn resize_saved<'b>(
        saved: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<ResizeError>> {
        let length = Self::write_resized(saved, buffer)?;
        Ok(&mut buffer[..length])
    }

    /// Restores a save of a smaller version of this type: see [`resize_saved`](Snapshot::resize_saved), which needs no
    /// heap. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] with the field that does not fit. Nothing has changed.
    #[cfg(feature = "alloc")]
    fn restore_resized(&mut self, saved: &[u8]) -> Result<(), SnapshotError> {
        let mut buffer = alloc::vec![0; room::<Self>(Self::SAVED_BYTES, saved.len())];
        let length = Self::write_resized(saved, &mut buffer)
            .map_err(|error| error.map(|error| error.into_restore(Self::SAVED_BYTES)))?;
        self.restore(&buffer[..length])
    }

    /// Writes the delta from the save `base` to the save `later` to the first bytes of `buffer`, and returns how many
    /// it wrote.
    ///
    /// By default, the delta is the later save, or one byte if the two saves are equal.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`delta_into`](Snapshot::delta_into). The buffer has
    /// [`DELTA_BYTES`](Snapshot::DELTA_BYTES) bytes or is too small.
    fn write_delta(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Result<usize, SnapshotError<DeltaError>> {
        delta::write_whole(base, later, buffer)
    }

    /// Applies a delta: writes the later save to the first bytes of `buffer`, and returns how many it wrote.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`patch_into`](Snapshot::patch_into).
    fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Result<usize, SnapshotError<DeltaError>> {
        delta::read_whole(base, delta, buffer)
    }

    /// Returns the most bytes that [`write_changed`](Snapshot::write_changed) writes now.
    ///
    /// By default: the bytes of the saved value, and one more.
    fn changed_len(&self) -> usize {
        1 + self.saved_len()
    }

    /// Writes what changed since [`clear_changes`](Snapshot::clear_changes) to the first bytes of `buffer`, and returns
    /// how many it wrote. [`read_delta`](Snapshot::read_delta) reads it.
    ///
    /// By default, it writes one byte and then the saved value.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], as for [`changed_delta_into`](Snapshot::changed_delta_into).
    fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
        delta::write_later(self.saved_len(), buffer, |place| self.write_saved(place))
    }

    /// Converts a save of a smaller version of this type. Writes the new save to the first bytes of `buffer`, and
    /// returns how many it wrote.
    ///
    /// By default, the save stays as it is.
    ///
    /// # Errors
    ///
    /// [`ResizeError`] if something does not fit.
    fn write_resized(saved: &[u8], buffer: &mut [u8]) -> Result<usize, SnapshotError<ResizeError>> {
        delta::copy(saved, buffer)
    }

    /// Reports where two saves of this type differ. They were checked.
    ///
    /// By default, it reports the first bytes that differ.
    fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
        report.unknown(saved);
    }

    // From here on, the methods of feature `alloc` in builds without it: see `without`.
    #[cfg(not(feature = "alloc"))]
    #[doc(hidden)]
    fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[cfg(not(feature = "alloc"))]
    #[doc(hidden)]
    fn checksum(&self) -> u64
    where
        Self: SavedOnHeap<u64>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[cfg(not(feature = "alloc"))]
    #[doc(hidden)]
    fn delta<B>(&self, _: &[u8]) -> Result<B, SnapshotError<DeltaError>>
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[cfg(not(feature = "alloc"))]
    #[doc(hidden)]
    fn changed_delta<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[cfg(not(feature = "alloc"))]
    #[doc(hidden)]
    fn patch<B>(_: &[u8], _: &[u8]) -> Result<B, SnapshotError<DeltaError>>
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[cfg(not(feature = "alloc"))]
    #[doc(hidden)]
    fn restore_resized(&mut self, _: &[u8]) -> Result<(), SnapshotError>
    where
        Self: SavedOnHeap<()>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }
}

/// Returns the number of bytes of a buffer: these, and as many more as what grows can have.
pub(crate) const fn room<T: Snapshot + ?Sized>(bytes: usize, most_grown: usize) -> usize {
    if T::GROWS { bytes.saturating_add(most_grown) } else { bytes }
}
