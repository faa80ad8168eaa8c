//! A value that saves are loaded into.

use stackpool::{RestoreError, Snapshot, SnapshotError};
use std::collections::HashMap;
use std::fs;
use std::mem::Discriminant;

/// Where a save has the version of its format.
const VERSION: std::ops::Range<usize> = 12..14;

/// What became of the bytes: the first word of the error, and how often.
type Results = HashMap<Option<Discriminant<RestoreError>>, (String, u64)>;

/// A file, and a value of the type that reads it today.
pub(crate) struct Target<T> {
    name: &'static str,
    type_name: &'static str,
    file: Vec<u8>,
    value: T,
    walk: fn(&mut T),
    /// Whether the file is in the format in which the value is saved today.
    is_of_today: bool,
    /// The save of the value.
    before: Vec<u8>,
    scratch: Vec<u8>,
    results: Results,
}

/// A target of any type.
pub(crate) trait Load {
    fn name(&self) -> &'static str;

    fn type_name(&self) -> &'static str;

    fn file(&self) -> &[u8];

    /// The save of the value before the bytes that are loaded.
    fn before(&self) -> &[u8];

    /// Loads these bytes, as a save of another capacity too if `resizes`.
    ///
    /// # Panics
    ///
    /// Panics if the value breaks a promise.
    fn load(&mut self, bytes: &[u8], resizes: bool);

    /// How many saves were accepted and refused.
    fn counts(&self) -> [u64; 2];

    fn results(&self) -> Vec<(String, u64)>;
}

impl<T: Snapshot> Target<T> {
    /// # Panics
    ///
    /// Panics if the file is not read as this type.
    pub(crate) fn new(name: &'static str, type_name: &'static str, mut value: T, walk: fn(&mut T)) -> Self {
        let path = format!("{}/../../worlds/golden/{name}.bin", env!("CARGO_MANIFEST_DIR"));
        let file = fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        value.restore(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let before = value.save();
        let is_of_today = before == file;
        let (scratch, results) = (Vec::new(), HashMap::new());
        Target { name, type_name, file, value, walk, is_of_today, before, scratch, results }
    }

    /// Saves the value in `scratch`.
    fn save(&mut self) {
        self.scratch.resize(self.value.saved_len(), 0);
        let len = self.value.write_saved(&mut self.scratch);
        assert_eq!(len, self.scratch.len(), "a save has another length than `saved_len`");
    }

    /// Checks what a restore did.
    fn check(&mut self, restored: Result<(), SnapshotError>) -> bool {
        self.save();
        if restored.is_err() {
            assert!(self.scratch == self.before, "an error changed the value: {restored:?}");
            return false;
        }
        (self.walk)(&mut self.value);
        // The walk emptied it.
        self.value.restore(&self.scratch).expect("a value reads its own save");
        std::mem::swap(&mut self.before, &mut self.scratch);
        self.save();
        assert!(self.scratch == self.before, "a value that was saved and restored is saved as other bytes");
        true
    }

    fn note(&mut self, result: &Result<(), SnapshotError>) {
        let error = result.as_ref().err().map(SnapshotError::error);
        let name = || {
            let debug = error.map_or("accepted".to_owned(), |error| format!("{error:?}"));
            debug.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned()
        };
        self.results.entry(error.map(std::mem::discriminant)).or_insert_with(|| (name(), 0)).1 += 1;
    }
}

impl<T: Snapshot> Load for Target<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn type_name(&self) -> &'static str {
        self.type_name
    }

    fn file(&self) -> &[u8] {
        &self.file
    }

    fn before(&self) -> &[u8] {
        &self.before
    }

    fn load(&mut self, bytes: &[u8], resizes: bool) {
        let checked = T::check_saved(bytes);
        let restored = self.value.restore(bytes);
        assert_eq!(checked, restored, "a check says what a restore does");
        self.note(&restored);
        let is_of_today = self.is_of_today && bytes.get(VERSION) == self.file.get(VERSION);
        // One without a tail may get one.
        if self.check(restored) && is_of_today && self.before.get(VERSION) == bytes.get(VERSION) {
            assert!(self.before == bytes, "a save of today's format is saved as other bytes");
        }
        if resizes {
            let resized = self.value.restore_resized(bytes);
            assert!(checked.is_err() || resized.is_ok(), "a save that is read is read by `restore_resized`");
            self.check(resized);
        }
    }

    fn counts(&self) -> [u64; 2] {
        let count = |is_accepted| {
            let counts = self.results.iter().filter(|(error, _)| error.is_none() == is_accepted);
            counts.map(|(_, (_, count))| count).sum()
        };
        [count(true), count(false)]
    }

    fn results(&self) -> Vec<(String, u64)> {
        self.results.values().cloned().collect()
    }
}
