//! Packages that tests build like packages of users.

use crate::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Copies a package of `tests/crates`, with the lock file of this package: all dependencies are then downloaded
/// already.
pub(crate) struct Package {
    folder: PathBuf,
}

impl Package {
    pub(crate) fn copy(name: &str) -> Self {
        let original = root().join("tests/crates").join(name);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        copy_folder(&original.join("src"), &folder.join("src"));
        let manifest = fs::read_to_string(original.join("Cargo.toml")).unwrap();
        let manifest = manifest.replace("\"../../..\"", &format!("'{}'", root().display()));
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Package { folder }
    }

    /// The same in another edition.
    pub(crate) fn of_edition(self, edition: &str) -> Self {
        let path = self.folder.join("Cargo.toml");
        let manifest = fs::read_to_string(&path).unwrap();
        let (before, rest) = manifest.split_once("edition = ").expect("the edition");
        let (_, after) = rest.split_once('\n').expect("another line");
        fs::write(path, format!("{before}edition = \"{edition}\"\n{after}")).unwrap();
        self
    }

    /// The target directory of all packages, so that cargo builds the macros once.
    pub(crate) fn target() -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages")
    }

    /// Runs a cargo command on the package.
    pub(crate) fn cargo(&self, command: &str, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args([command, "--offline", "--target-dir"])
            .arg(Self::target())
            .args(arguments)
            .current_dir(&self.folder)
            .env_remove("CARGO_BUILD_TARGET")
            .output()
            .unwrap()
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            fs::copy(path, target).unwrap();
        }
    }
}
