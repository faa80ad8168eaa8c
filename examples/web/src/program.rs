//! Builds the program of the page.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the program with the cargo that runs this one. Returns the bytes of the module.
pub(crate) fn build() -> Result<Vec<u8>, Box<dyn Error>> {
    if !target_is_installed()? {
        return Err(format!("the libraries of the target are missing: rustup target add {TARGET}").into());
    }
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/Cargo.toml");
    let output = tool("CARGO", "cargo")
        .args(["build", "--quiet", "--lib", "--profile", "web", "--target", TARGET])
        .args(["--message-format", "json-render-diagnostics", "--manifest-path"])
        .arg(&manifest)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(format!("{} does not compile for {TARGET}", manifest.display()).into());
    }
    let module = module(&String::from_utf8_lossy(&output.stdout)).ok_or("cargo names no module")?;
    Ok(fs::read(&module).map_err(|error| format!("cannot read {}: {error}", module.display()))?)
}

fn tool(variable: &str, name: &str) -> Command {
    Command::new(env::var_os(variable).unwrap_or_else(|| OsString::from(name)))
}

fn target_is_installed() -> Result<bool, Box<dyn Error>> {
    let output = tool("RUSTC", "rustc").args(["--print", "target-libdir", "--target", TARGET]).output()?;
    let folder = String::from_utf8(output.stdout)?;
    let Ok(mut files) = fs::read_dir(folder.trim()) else { return Ok(false) };
    Ok(files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().starts_with("libstd-"))))
}

/// The file of the module, among the messages of cargo: the only one whose name ends so.
fn module(messages: &str) -> Option<PathBuf> {
    let texts = messages.split('"');
    // Windows separates folders by what JSON escapes.
    let mut files = texts.filter(|text| text.ends_with(".wasm")).map(|text| text.replace(r"\\", r"\"));
    files.next().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::module;
    use std::path::Path;

    #[test]
    fn the_module_is_found_among_the_messages() {
        let messages = r#"{"reason":"compiler-artifact","filenames":["target/x/libother.rlib"]}
{"reason":"compiler-artifact","filenames":["target/x/web_page.wasm","target/x/libweb_page.rlib"],"fresh":true}
{"reason":"build-finished","success":true}"#;
        assert_eq!(module(messages).as_deref(), Some(Path::new("target/x/web_page.wasm")));
        assert_eq!(module(""), None);
    }
}
