//! The published packages contain sources, manifests, licences and a readme, and nothing that only this repository
//! needs.

use crate::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A published package and its folder.
const PACKAGES: [(&str, &str); 3] =
    [("stackpool-runtime", "pool-runtime"), ("stackpool-derive", "pool-derive"), ("stackpool", "")];

/// The files that each package has in addition to its sources.
const IN_ALL: [&str; 6] =
    ["Cargo.lock", "Cargo.toml", "Cargo.toml.orig", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The files that `cargo package` adds in a git repository, and the file that only one package has.
const IN_SOME: [&str; 2] = [".cargo_vcs_info.json", "CHANGELOG.md"];

/// The limit for the bytes of the three packages together, as a user downloads them. They are sources and their
/// documentation: the recorded traces alone would be more.
const MOST_BYTES: u64 = 940_000;

/// The oldest cargo that packs several new packages that depend on each other.
const OLDEST: u32 = 90;

/// Runs cargo and returns its output.
#[track_caller]
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The files of a package, by their paths in it. Only the sources are in a folder.
fn listed(package: &str) -> BTreeSet<String> {
    let list = cargo(&["package", "--list", "--allow-dirty", "--offline", "--package", package]);
    list.lines().map(|line| line.replace('\\', "/")).collect()
}

/// The files below a folder, by their paths from `root`, without the unit tests.
fn files(root: &Path, folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|name| name == "tests") {
            continue;
        }
        if path.is_dir() {
            files(root, &path, found);
        } else {
            let path = path.strip_prefix(root).unwrap();
            found.insert(path.to_str().unwrap().replace('\\', "/"));
        }
    }
}

#[test]
fn packages_have_their_sources_and_little_else() {
    for (package, folder) in PACKAGES {
        let folder = root().join(folder);
        let mut expected: BTreeSet<_> = IN_ALL.map(str::to_owned).into();
        files(&folder, &folder.join("src"), &mut expected);
        let listed: BTreeSet<_> =
            listed(package).into_iter().filter(|file| !IN_SOME.contains(&file.as_str())).collect();
        assert_eq!(listed, expected, "the files of {package}");
    }
}

#[test]
fn packages_are_small() {
    let version = cargo(&["--version"]);
    let minor = version.strip_prefix("cargo 1.").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    if minor.is_some_and(|minor| minor < OLDEST) {
        eprintln!("skipped: {} cannot pack packages that depend on each other", version.trim());
        return;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("published");
    let mut arguments = vec!["package", "--no-verify", "--allow-dirty", "--offline", "--target-dir"];
    arguments.push(target.to_str().unwrap());
    arguments.extend(PACKAGES.iter().flat_map(|(package, _)| ["--package", package]));
    cargo(&arguments);
    let sizes = PACKAGES.map(|(package, _)| {
        let name = format!("{package}-{}.crate", env!("CARGO_PKG_VERSION"));
        (package, fs::metadata(target.join("package").join(name)).unwrap().len())
    });
    let sum: u64 = sizes.iter().map(|(_, bytes)| bytes).sum();
    assert!(sum <= MOST_BYTES, "{sum} bytes of at most {MOST_BYTES}: {sizes:?}");
}

#[test]
fn packages_have_the_licences_of_the_project() {
    let read = |path: PathBuf| fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    for (_, folder) in PACKAGES {
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let (original, copy) = (read(root().join(licence)), read(root().join(folder).join(licence)));
            assert!(original == copy, "{folder}/{licence} differs from {licence}");
        }
    }
}
