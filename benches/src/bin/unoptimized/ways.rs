//! Compares the ways through the runtime that ARCHITECTURE.md describes with the calls of this program: the files that
//! a section names are those that have instructions of the method.

use crate::rows::OPERATIONS;
use stackpool_benches::valgrind;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

const PAGE: &str = include_str!("../../../../ARCHITECTURE.md");

/// The sections, with the methods that they describe and the operations that call these.
const WAYS: [(&str, &str, &str); 3] = [
    ("The way of an insertion", "insert", "remove_insert"),
    ("The way of a removal", "remove", "remove_insert"),
    ("The way of a look-up", "get", "get"),
];

/// The files that a section of the page names.
fn named(section: &str) -> BTreeSet<String> {
    let start = PAGE.find(&format!("## {section}\n")).unwrap_or(PAGE.len());
    let text = PAGE[start..].lines().skip(1).take_while(|line| !line.starts_with("## "));
    let words = text.flat_map(|line| line.split('`').skip(1).step_by(2));
    words.filter(|word| word.ends_with(".rs")).map(str::to_owned).collect()
}

pub(crate) fn compare(program: &Path) -> Result<(), Box<dyn Error>> {
    let mut mistakes = Vec::new();
    for (section, method, operation) in WAYS {
        let row = OPERATIONS.iter().position(|&(name, of, _)| name == operation && of == "pool");
        let row = row.ok_or("no such operation")? + 1;
        let text = valgrind::counted(program, &["0".to_owned(), row.to_string(), "2000".to_owned()])?;
        let function =
            format!("stackpool_runtime::pool::basics::<impl stackpool_runtime::pool::Pool<P>>::{method}");
        let passed = valgrind::files_of(&text, &function, "stackpool_runtime", "/pool-runtime/src/");
        let named = named(section);
        println!("{section}: {} files", passed.len());
        mistakes.extend(
            named.difference(&passed).map(|file| format!("{section}: `{method}` does not pass {file}")),
        );
        mistakes.extend(passed.difference(&named).map(|file| format!("{section}: `{method}` passes {file}")));
    }
    if mistakes.is_empty() { Ok(()) } else { Err(format!("ARCHITECTURE.md\n{}", mistakes.join("\n")).into()) }
}
