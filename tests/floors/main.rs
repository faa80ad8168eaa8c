//! Checks that the sources import downwards only, floor by floor. Each crate has a list of its floors, in one file
//! per crate.

mod derive;
mod house;
mod imports;
mod runtime;

use house::House;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The sources of a house without its tests.
fn sources(house: &House) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(house.folder);
    let mut sources = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && name != "tests" {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let file = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                sources.insert(file, fs::read_to_string(&path).unwrap());
            }
        }
    }
    sources
}

#[track_caller]
fn assert_stands(house: &House) {
    let sources = sources(house);
    assert!(sources.contains_key("lib.rs"), "no sources in {}", house.folder);
    let mistakes = house.mistakes(&sources);
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_derive_imports_downwards() {
    assert_stands(&derive::DERIVE);
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn the_runtime_imports_downwards() {
    assert_stands(&runtime::RUNTIME);
}
