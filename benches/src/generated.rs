//! Generates packages and compiles them, with the compiler and the dependencies of this package.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crate on which the packages depend.
const STACKPOOL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The lock file of this package, which covers all dependencies of the generated packages.
const LOCK: &str = include_str!("../Cargo.lock");

/// A folder of packages. All workspaces share their compiled dependencies.
#[derive(Debug)]
pub struct Workspace {
    folder: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Makes an empty workspace below the folder of this program.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written.
    pub fn new(name: &str) -> io::Result<Self> {
        let program = env::current_exe()?;
        let generated = program.parent().unwrap_or(Path::new(".")).join("generated");
        let folder = generated.join(name);
        let packages = folder.join("packages");
        if packages.exists() {
            fs::remove_dir_all(&packages)?;
        }
        fs::create_dir_all(&packages)?;
        fs::write(folder.join("Cargo.toml"), "[workspace]\nmembers = [\"packages/*\"]\nresolver = \"3\"\n")?;
        fs::write(folder.join("Cargo.lock"), LOCK)?;
        Ok(Workspace { folder, target: generated.join("target") })
    }

    /// Adds a package of one file: `lib.rs` or `main.rs`. It depends on this crate with its default features and the
    /// given `features`, and on `others`, which are dependencies of this package too.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn package(
        &self,
        name: &str,
        features: &[&str],
        others: &[&str],
        file: &str,
        source: &str,
    ) -> io::Result<Package<'_>> {
        let folder = self.folder.join("packages").join(name);
        let path = folder.join("src").join(file);
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest(name, features, others))?;
        fs::write(&path, source)?;
        Ok(Package { workspace: self, name: name.to_owned(), path, source: source.to_owned() })
    }
}

fn manifest(name: &str, features: &[&str], others: &[&str]) -> String {
    let mut text =
        format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n");
    let mut line = |line| writeln!(text, "{line}").expect("writing to a string cannot fail");
    line(format!("stackpool = {{ path = {STACKPOOL:?}, features = {features:?} }}"));
    others.iter().for_each(|other| line(format!("{other} = \"*\"")));
    text
}

/// One of the packages.
#[derive(Debug)]
pub struct Package<'a> {
    workspace: &'a Workspace,
    name: String,
    path: PathBuf,
    source: String,
}

impl Package<'_> {
    /// A cargo command on the package, such as `check` or `build` with arguments. It takes nothing from the network,
    /// and nothing from an earlier compilation of the package.
    #[must_use]
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(arguments).args(["--quiet", "--offline", "--package", &self.name]);
        cargo.current_dir(&self.workspace.folder);
        cargo.env("CARGO_TARGET_DIR", &self.workspace.target).env("CARGO_INCREMENTAL", "0");
        // Variables that the user sets for all packages, or that Cargo sets for this program, would change the
        // measurement.
        for name in ["RUSTC_WRAPPER", "CARGO_BUILD_TARGET", "CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS"] {
            cargo.env_remove(name);
        }
        cargo.env_remove("CARGO_PROFILE_DEV_DEBUG");
        cargo
    }

    /// Makes Cargo compile the package again.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn touch(&self) -> io::Result<()> {
        fs::write(&self.path, &self.source)
    }

    /// The program that a release build of the package makes.
    #[must_use]
    pub fn program(&self) -> PathBuf {
        let name = format!("{}{}", self.name, env::consts::EXE_SUFFIX);
        self.workspace.target.join("release").join(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_names_what_the_package_uses() {
        let text = manifest("p", &["std"], &["slab"]);
        assert!(text.contains("features = [\"std\"] }\nslab = \"*\"\n"), "{text}");
        assert!(!manifest("p", &[], &[]).contains("slab"));
    }
}
