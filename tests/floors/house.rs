//! The layers of a crate, described as a house: floors, rooms on each floor, and files in each room. Finds imports
//! that break the layers.
//!
//! A file may import files of lower floors, files of earlier steps of its own room, and files of its own step. Rooms
//! on one floor import nothing from each other.

use crate::imports::imports;
use std::collections::BTreeMap;

/// The floors of a crate, the lowest first.
pub(crate) struct House {
    /// The folder of the sources, from the root of the repository.
    pub(crate) folder: &'static str,
    pub(crate) floors: &'static [Floor],
}

/// Rooms that import nothing from each other.
pub(crate) type Floor = &'static [Room];

/// Files in steps, the lowest first. Files in one step may import each other. An entry that ends in `/` stands for
/// all files of that folder.
pub(crate) type Room = &'static [Step];

/// Files that may import each other.
pub(crate) type Step = &'static [&'static str];

/// The place of a file: floor, room, step.
type Place = (usize, usize, usize);

impl House {
    /// Returns the mistakes in these sources. The keys are file names as in the lists, the values are the texts.
    pub(crate) fn mistakes(&self, sources: &BTreeMap<String, String>) -> Vec<String> {
        let mut mistakes = Vec::new();
        let mut places = BTreeMap::new();
        for file in sources.keys() {
            match self.places(file).as_slice() {
                [place] => drop(places.insert(file.as_str(), *place)),
                [] => mistakes.push(format!("{}/{file} is on no floor", self.folder)),
                _ => mistakes.push(format!("{}/{file} is listed more than once", self.folder)),
            }
        }
        for entry in self.entries() {
            if !sources.keys().any(|file| is_of(entry, file)) {
                mistakes.push(format!("{}/{entry} is listed, and is not there", self.folder));
            }
        }
        let modules: BTreeMap<_, _> = sources.keys().map(|file| (module(file), file.as_str())).collect();
        for (file, source) in sources {
            let Some(&from) = places.get(file.as_str()) else { continue };
            let segments = module(file);
            let segments: Vec<_> = segments.iter().map(String::as_str).collect();
            for import in imports(source, &segments) {
                let target =
                    (0..=import.path.len()).rev().find_map(|length| modules.get(&import.path[..length]));
                let Some((target, to)) = target.and_then(|target| Some((*target, *places.get(target)?)))
                else {
                    continue;
                };
                if let Some(why) = why_not(from, to) {
                    let (folder, line, path) = (self.folder, import.line, import.path.join("::"));
                    mistakes.push(format!("{folder}/{file}:{line} imports `{path}` of {target}, {why}"));
                }
            }
        }
        mistakes
    }

    /// All listed entries.
    fn entries(&self) -> impl Iterator<Item = &'static str> {
        self.floors.iter().copied().flatten().copied().flatten().copied().flatten().copied()
    }

    /// The places where a file is listed.
    fn places(&self, file: &str) -> Vec<Place> {
        let mut places = Vec::new();
        for (floor, rooms) in self.floors.iter().enumerate() {
            for (room, steps) in rooms.iter().enumerate() {
                for (step, entries) in steps.iter().enumerate() {
                    let listed = entries.iter().filter(|entry| is_of(entry, file));
                    places.extend(listed.map(|_| (floor, room, step)));
                }
            }
        }
        places
    }
}

/// The reason why a file at `from` may not import a file at `to`.
fn why_not(from: Place, to: Place) -> Option<&'static str> {
    let ((from_floor, from_room, from_step), (to_floor, to_room, to_step)) = (from, to);
    if to_floor > from_floor {
        Some("which is on a higher floor")
    } else if to_floor == from_floor && to_room != from_room {
        Some("which is another room of the same floor")
    } else if to_floor == from_floor && to_step > from_step {
        Some("which comes later in the same room")
    } else {
        None
    }
}

/// Whether a listed `entry` is this file or a folder that contains it.
fn is_of(entry: &str, file: &str) -> bool {
    if entry.ends_with('/') { file.starts_with(entry) } else { file == entry }
}

/// The module of a file: `table::packed` for `table/packed.rs`, the root for `lib.rs`.
fn module(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs");
    match path {
        "lib" => Vec::new(),
        path => path.split('/').filter(|segment| *segment != "mod").map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::House;
    use std::collections::BTreeMap;

    const HOUSE: House = House {
        folder: "crate/src",
        floors: &[
            &[&[&["base.rs"], &["base/a.rs"], &["base/b.rs"]]],
            &[&[&["left.rs"]], &[&["right/"]]],
            &[&[&["lib.rs"]]],
        ],
    };

    /// The mistakes in a house that has none except those in `files`.
    fn mistakes(files: &[(&str, &str)]) -> Vec<String> {
        let mut sources: BTreeMap<String, String> = [
            ("base.rs", "pub(crate) mod a; pub(crate) mod b;"),
            ("base/a.rs", ""),
            ("base/b.rs", "use crate::base::a::A; use super::a::A;"),
            ("left.rs", "use crate::base::b::B;"),
            ("right/one.rs", "use super::two::Two;"),
            ("right/two.rs", "use super::one::One; use crate::base::a;"),
            ("lib.rs", "mod base; mod left; use left::Left; pub use crate::base::a::A;"),
        ]
        .map(|(file, source)| (file.to_owned(), source.to_owned()))
        .into();
        sources.extend(files.iter().map(|(file, source)| ((*file).to_owned(), (*source).to_owned())));
        HOUSE.mistakes(&sources)
    }

    #[test]
    fn imports_of_lower_floors_are_fine() {
        assert_eq!(mistakes(&[]), [""; 0]);
    }

    #[test]
    fn an_upward_import_is_found() {
        for source in
            ["use crate::left::Left;", "fn f() -> crate::left::Left {}", "use super::super::left::{self, x};"]
        {
            let found = mistakes(&[("base/a.rs", source)]);
            assert!(!found.is_empty(), "{source}");
            for mistake in &found {
                assert!(mistake.starts_with("crate/src/base/a.rs:1 imports `left"), "{mistake}");
                assert!(mistake.ends_with("of left.rs, which is on a higher floor"), "{mistake}");
            }
        }
        let root = mistakes(&[("left.rs", "\n\nuse crate::A;")]);
        assert_eq!(root, ["crate/src/left.rs:3 imports `A` of lib.rs, which is on a higher floor"]);
    }

    #[test]
    fn an_import_of_a_later_step_or_another_room_is_found() {
        let found = mistakes(&[("base/a.rs", "use super::b::B;")]);
        assert_eq!(
            found,
            ["crate/src/base/a.rs:1 imports `base::b::B` of base/b.rs, which comes later in the same room"]
        );
        let found = mistakes(&[("right/one.rs", "use crate::left;")]);
        assert_eq!(
            found,
            ["crate/src/right/one.rs:1 imports `left` of left.rs, which is another room of the same floor"]
        );
    }

    #[test]
    fn files_and_lists_agree() {
        assert_eq!(mistakes(&[("attic.rs", "")]), ["crate/src/attic.rs is on no floor"]);
        assert_eq!(mistakes(&[("right/three.rs", "")]), [""; 0]);
        let sources = BTreeMap::from([("base.rs".to_owned(), String::new())]);
        assert!(
            HOUSE.mistakes(&sources).contains(&"crate/src/lib.rs is listed, and is not there".to_owned())
        );
    }
}
