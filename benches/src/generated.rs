//! Packages that are written in order to be compiled, with the compiler and the dependencies that this package has.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crate that packages can use.
const STACKPOOL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What this package was built with: a package that is written needs no more.
const LOCK: &str = include_str!("../Cargo.lock");

/// A folder of packages. What their dependencies are compiled to is shared by all workspaces.
#[derive(Debug)]
pub struct Workspace {
    folder: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// An empty one, below the folder that this program is in.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
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

    /// Adds a package of one file: `lib.rs` or `main.rs`. It depends on this crate with its default `features` and those, and
    /// on `others`, which this package depends on too.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
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
    let mut line = |line| writeln!(text, "{line}").expect("a string takes everything");
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
    /// Cargo, which is to do this with the package: `check`, `build`, with arguments. Nothing is taken from the network, nor
    /// from an earlier compilation of the package itself.
    #[must_use]
    pub fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(arguments).args(["--quiet", "--offline", "--package", &self.name]);
        cargo.current_dir(&self.workspace.folder);
        cargo.env("CARGO_TARGET_DIR", &self.workspace.target).env("CARGO_INCREMENTAL", "0");
        // What a user has set for all packages, and what Cargo set for this program, would change what is measured.
        for name in ["RUSTC_WRAPPER", "CARGO_BUILD_TARGET", "CARGO_ENCODED_RUSTFLAGS", "RUSTFLAGS"] {
            cargo.env_remove(name);
        }
        cargo.env_remove("CARGO_PROFILE_DEV_DEBUG");
        cargo
    }

    /// Lets Cargo compile it again.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn touch(&self) -> io::Result<()> {
        fs::write(&self.path, &self.source)
    }

    /// The program that a release build of it makes.
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
