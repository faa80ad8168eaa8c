//! What is wrong with a saved world, and in which field.

use super::{DeltaError, RestoreError};
use core::error::Error;
use core::fmt;

/// The fields in which an error can be. Of more, the outermost are left out. With more of them, clippy would call a
/// `Result` with this error large, wherever users return one.
const MAX_DEPTH: usize = 5;

const _: () = assert!(size_of::<SnapshotError<DeltaError>>() < 128, "clippy calls this error large");

/// Where in a world a value is: `teams[2].units`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldPath {
    /// The innermost field first.
    parts: [Part; MAX_DEPTH],
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Field(&'static str),
    Element(usize),
}

impl FieldPath {
    /// The world itself.
    pub(crate) const WORLD: Self = FieldPath { parts: [Part::Element(0); MAX_DEPTH], depth: 0 };

    /// Returns whether this is the world itself.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }

    /// Returns the path of the inner field `name` of this value.
    #[must_use]
    #[inline]
    pub(crate) fn field(self, name: &'static str) -> Self {
        self.inner(Part::Field(name))
    }

    /// Returns the path of the inner element `index` of this value.
    #[must_use]
    #[inline]
    pub(crate) fn element(self, index: usize) -> Self {
        self.inner(Part::Element(index))
    }

    #[inline]
    fn inner(mut self, part: Part) -> Self {
        self.parts.rotate_right(1);
        self.parts[0] = part;
        self.depth += 1;
        self
    }

    /// Adds the outer part in which this value is.
    #[inline]
    fn add_outer(&mut self, part: Part) {
        if let Some(place) = self.parts.get_mut(self.depth) {
            *place = part;
        }
        self.depth += 1;
    }

    /// The parts that are known, the outermost first. `true`: nothing is before the first one.
    #[inline]
    fn known(&self) -> (bool, impl Iterator<Item = &Part>) {
        let known = self.depth.min(MAX_DEPTH);
        (self.depth == known, self.parts[..known].iter().rev())
    }
}

impl fmt::Display for FieldPath {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut is_first, parts) = self.known();
        if !is_first {
            f.write_str("..")?;
        }
        for part in parts {
            match part {
                Part::Field(name) => write!(f, "{}{name}", if is_first { "" } else { "." })?,
                Part::Element(index) => write!(f, "[{index}]")?,
            }
            is_first = false;
        }
        Ok(())
    }
}

/// Writes the path, as `Display` does.
#[cfg(feature = "defmt")]
impl defmt::Format for FieldPath {
    #[inline]
    fn format(&self, f: defmt::Formatter<'_>) {
        let (mut is_first, parts) = self.known();
        if !is_first {
            defmt::write!(f, "..");
        }
        for part in parts {
            match part {
                Part::Field(name) if is_first => defmt::write!(f, "{=str}", name),
                Part::Field(name) => defmt::write!(f, ".{=str}", name),
                Part::Element(index) => defmt::write!(f, "[{=usize}]", *index),
            }
            is_first = false;
        }
    }
}

/// Shows the path as [`Display`](fmt::Display) does.
impl fmt::Debug for FieldPath {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

/// Why bytes were not restored, and in a world, in which field. Nothing has changed.
///
/// [`error`](SnapshotError::error) says what is wrong: a [`RestoreError`], a [`DeltaError`](crate::DeltaError) for
/// deltas, or a [`ResizeError`](crate::ResizeError) for saves of smaller pools.
///
/// ```
/// # use stackpool::{RestoreError, pool};
/// # pool! { Units: [u32; 100]; }
/// let mut saved = UnitsPool::new().save();
/// saved.push(0);
/// let error = UnitsPool::new().restore(&saved).unwrap_err();
/// assert!(matches!(error.error(), RestoreError::Length { .. }), "{error}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SnapshotError<E = RestoreError> {
    path: FieldPath,
    error: E,
}

/// What is called after a check, before anything changes.
pub type Then<'a> = dyn FnMut() -> Result<(), SnapshotError> + 'a;

impl<E> SnapshotError<E> {
    /// Makes an error of the value itself. The struct that holds the value adds the name of its field.
    #[inline]
    pub const fn new(error: E) -> Self {
        SnapshotError { path: FieldPath::WORLD, error }
    }

    /// Returns the field in which the error is.
    #[must_use]
    #[inline]
    pub fn path(&self) -> &FieldPath {
        &self.path
    }

    /// Returns what is wrong there.
    #[must_use]
    #[inline]
    pub fn error(&self) -> &E {
        &self.error
    }

    /// Returns this error as one of a value in the field `name`.
    #[must_use]
    #[inline]
    pub fn within(mut self, name: &'static str) -> Self {
        self.path.add_outer(Part::Field(name));
        self
    }

    /// Returns this error as one of a value in the element `index`.
    #[must_use]
    #[inline]
    pub fn within_element(mut self, index: usize) -> Self {
        self.path.add_outer(Part::Element(index));
        self
    }

    /// Returns the same place with another error.
    #[inline]
    pub(crate) fn map<F>(self, map: impl FnOnce(E) -> F) -> SnapshotError<F> {
        SnapshotError { path: self.path, error: map(self.error) }
    }
}

impl<E> From<E> for SnapshotError<E> {
    #[inline]
    fn from(error: E) -> Self {
        Self::new(error)
    }
}

impl<E: fmt::Display> fmt::Display for SnapshotError<E> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { self.error.fmt(f) } else { write!(f, "{}: {}", self.path, self.error) }
    }
}

/// Writes the message of `Display`.
#[cfg(feature = "defmt")]
impl<E: defmt::Format> defmt::Format for SnapshotError<E> {
    #[inline]
    fn format(&self, f: defmt::Formatter<'_>) {
        match self.path.is_empty() {
            true => defmt::write!(f, "{}", self.error),
            false => defmt::write!(f, "{}: {}", self.path, self.error),
        }
    }
}

impl<E: Error> Error for SnapshotError<E> {}
