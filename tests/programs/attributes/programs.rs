//! Programs of a package that depends on this crate and on a crate of attribute macros.

use crate::root;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the attribute macros and of the cases.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/attributes");

/// A package of programs that are compiled.
pub(crate) struct Programs {
    folder: PathBuf,
}

/// An error of the compiler.
#[derive(Debug, Clone)]
pub(crate) struct Error {
    /// The name of the program.
    pub(crate) program: String,
    /// The line of the program with the error.
    pub(crate) line: u64,
    pub(crate) message: String,
    /// The lint, or the code of the error.
    pub(crate) code: String,
}

impl Programs {
    /// An empty package.
    pub(crate) fn new(name: &str, edition: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attributes").join(name);
        // Files of an earlier run may no longer be cases.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src/bin")).unwrap();
        fs::create_dir_all(folder.join("macros/src")).unwrap();
        for file in ["macros/Cargo.toml", "macros/src/lib.rs"] {
            fs::copy(Path::new(FOLDER).join(file), folder.join(file)).unwrap();
        }
        let root = root();
        let manifest = format!(
            "[package]\nname = \"programs\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n\n[workspace]\n\n\
             [dependencies]\nattribute-macros = {{ path = \"macros\" }}\n\
             stackpool = {{ path = '{}', features = [\"std\", \"critical-section\"] }}\n",
            root.display()
        );
        fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Programs { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join("src/bin").join(name).with_extension("rs")
    }

    /// Adds a program.
    pub(crate) fn add(&self, name: &str, source: &str) {
        fs::write(self.path(name), source).unwrap();
    }

    /// Adds every program of the folder `cases`, and returns their names.
    pub(crate) fn add_cases(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entry in fs::read_dir(Path::new(FOLDER).join("cases")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            self.add(&name, &fs::read_to_string(&path).unwrap());
            names.push(name);
        }
        names.sort();
        names
    }

    /// The source of a program.
    pub(crate) fn source(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Compiles every program up to code generation, and returns the errors.
    pub(crate) fn check(&self) -> Vec<Error> {
        let target = self.folder.parent().unwrap().join("target");
        let output = Command::new(env!("CARGO"))
            .args(["check", "--offline", "--keep-going", "--message-format=json", "--bins", "--target-dir"])
            .arg(target)
            .current_dir(&self.folder)
            .env_remove("CARGO_BUILD_TARGET")
            .output()
            .unwrap();
        let messages = String::from_utf8(output.stdout).unwrap();
        let is_built = messages.lines().any(|line| line.contains("\"reason\":\"build-finished\""));
        assert!(is_built, "{}", String::from_utf8_lossy(&output.stderr));
        messages.lines().filter_map(|line| read(&serde_json::from_str(line).unwrap())).collect()
    }
}

/// The error in a message of cargo, if there is one.
fn read(message: &Value) -> Option<Error> {
    let diagnostic = message.get("message")?;
    if diagnostic["level"] != "error" {
        return None;
    }
    let spans = diagnostic["spans"].as_array()?;
    // "aborting due to 3 previous errors" has no span.
    let primary = spans.iter().find(|span| span["is_primary"] == true)?;
    Some(Error {
        program: message["target"]["name"].as_str()?.to_owned(),
        line: line_of(primary)?,
        message: diagnostic["message"].as_str()?.to_owned(),
        code: diagnostic["code"]["code"].as_str().unwrap_or_default().to_owned(),
    })
}

/// The line of a program that contains a span, or whose macro was expanded to it.
fn line_of(span: &Value) -> Option<u64> {
    if span["file_name"].as_str()?.contains("src/bin/") {
        return span["line_start"].as_u64();
    }
    line_of(span.get("expansion")?.get("span")?)
}
