//! The command line.

use stackpool_benches::workload::{ALL, Options, Workload};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository, which contains the page.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The options of the command line.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    pub(crate) options: Options,
    /// The workloads to run; all, if none is named.
    only: Vec<String>,
    /// Whether results and the page are written.
    page: bool,
    /// Whether the page is made of the results that are there, without a measurement.
    pub(crate) render: bool,
    /// The place of the page.
    out: Option<PathBuf>,
}

/// The help text.
pub(crate) fn usage() -> String {
    let names: Vec<_> = ALL.iter().map(|workload| workload.name).collect();
    format!(
        "usage: stackpool-benches [--page] [--render] [--quick] [--only WORKLOAD]... [--traces FILE_OR_DIR]... \
         [--out DIR]\nworkloads: {}",
        names.join(", ")
    )
}

impl Arguments {
    /// Returns `None` if help was requested.
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut parsed = Arguments::default();
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = |of| arguments.next().ok_or(format!("{argument:?} needs {of}"));
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--page") => parsed.page = true,
                Some("--render") => parsed.render = true,
                Some("--quick") => parsed.options.quick = true,
                Some("--only") => parsed.only.push(workload(&value("a workload")?)?),
                Some("--traces") => {
                    parsed.options.traces.extend(traces(Path::new(&value("a file or a folder")?))?);
                }
                Some("--out") => parsed.out = Some(value("a folder")?.into()),
                _ => return Err(format!("unknown argument {argument:?}")),
            }
        }
        Ok(Some(parsed))
    }

    pub(crate) fn wants(&self, workload: &Workload) -> bool {
        if self.only.is_empty() {
            return self.page || !workload.of_compiler;
        }
        self.only.iter().any(|name| name == workload.name)
    }

    /// The folder of the page, if it is written. Figures of a quick run are only written if `--out` is given.
    pub(crate) fn page(&self) -> Option<&Path> {
        let is_measured = self.page && !self.options.quick;
        self.out.as_deref().or(is_measured.then_some(Path::new(ROOT)))
    }

    /// The folder of results that are there.
    pub(crate) fn root(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(ROOT))
    }
}

fn workload(name: &OsString) -> Result<String, String> {
    let found = ALL.iter().find(|workload| name == workload.name);
    found.map(|workload| workload.name.to_owned()).ok_or(format!("there is no workload {name:?}"))
}

/// A file, or all files of a folder whose names end in `.trace`.
fn traces(path: &Path) -> Result<Vec<PathBuf>, String> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let files = entries.into_iter().map(|entry| entry.path());
    let mut traces: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|end| end == "trace")).collect();
    traces.sort();
    if traces.is_empty() { Err(format!("no traces in {}", path.display())) } else { Ok(traces) }
}
