//! Entries of every kind with every unsafe attribute, one per line.

use super::programs::Error;
use std::fmt::Write;

/// The text after the name of an entry, for each kind.
const KINDS: &[&str] = &[
    "[u64; 8]",
    "[u64; 8], guard = live",
    "[u64; 8], guard = none",
    "[u64; 8], bookkeeping = free_list",
    "[u64; 8], marks",
    "[u64; 40_000]",
    "[u64; 300], boxed",
    "[u64; 8], boxed, exact",
    "[u64; 8], boxed, sync = local",
    "[u64; 8], boxed, sync = critical_section",
    "[u16; 0..64]",
    "[Tile { x: 0..4, on }]",
    "[Tile { x: 0..4, on }], guard = none",
    "[u16 = [80, 443]]",
];

/// Unsafe attributes that entries accept, in the form of edition 2024. `{}` is replaced by a name that no other entry
/// has.
pub(crate) fn attributes(edition: &str) -> Vec<&'static str> {
    let mut attributes = vec![
        "#[unsafe(export_name = \"{}\")]",
        "#[unsafe(link_section = \".bss.{}\")]",
        "#[cfg_attr(all(), unsafe(export_name = \"{}\"))]",
        "#[cfg_attr(all(), used, unsafe(link_section = \".bss.{}\"))]",
        "#[cfg_attr(all(), cfg_attr(all(), unsafe(export_name = \"{}\")))]",
    ];
    if edition == "2021" {
        attributes.extend(attributes_without_unsafe());
    }
    attributes
}

/// The same attributes in the form of earlier editions.
pub(crate) fn attributes_without_unsafe() -> Vec<&'static str> {
    vec![
        "#[export_name = \"{}\"]",
        "#[link_section = \".bss.{}\"]",
        "#[cfg_attr(all(), export_name = \"{}\")]",
        "#[cfg_attr(all(), cfg_attr(all(), link_section = \".bss.{}\"))]",
    ]
}

/// A program with an entry of each kind under each attribute, with the lint at this level.
pub(crate) fn program(level: &str, attributes: &[&str]) -> String {
    let mut source =
        format!("#![{level}(unsafe_code)]\n#![allow(dead_code, reason = \"definitions alone\")]\n");
    source.push_str(
        "#[derive(Clone, Copy)]\nstruct Tile {\n    x: u8,\n    on: bool,\n}\nstackpool::pool! {\n",
    );
    for (number, attribute) in attributes.iter().enumerate() {
        for (kind, rest) in KINDS.iter().enumerate() {
            let attribute = attribute.replace("{}", &format!("entry_{number}_{kind}"));
            writeln!(source, "    {attribute} Entry{number}_{kind}: {rest};").unwrap();
        }
    }
    source.push_str("}\nfn main() {}\n");
    source
}

/// The lines of the entries.
pub(crate) fn entries(source: &str) -> Vec<(u64, &str)> {
    let lines = source.lines().enumerate().map(|(line, text)| (line as u64 + 1, text));
    lines.filter(|(_, text)| text.starts_with("    #")).collect()
}

/// Fails unless each entry has exactly one lint, and there is no other error.
#[track_caller]
pub(crate) fn assert_each_line(program: &str, source: &str, found: &[Error]) {
    let entries = entries(source);
    assert!(entries.len() >= KINDS.len());
    for (line, text) in &entries {
        let at_line = |error: &&Error| error.program == program && error.line == *line;
        let lints: Vec<_> = found.iter().filter(at_line).collect();
        assert!(
            lints.len() == 1 && lints[0].code == "unsafe_code",
            "expected one lint `unsafe_code` at {line}: {text}\n{lints:#?}"
        );
    }
    let all = found.iter().filter(|error| error.program == program).count();
    assert_eq!(all, entries.len(), "{program}: {found:#?}");
}
