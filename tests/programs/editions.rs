//! A crate of an earlier edition compiles and runs, although its types, fields, variants, groups, aliases and methods
//! are named `gen`, a keyword in the edition of the macros, or are raw identifiers.

use crate::package::Package;

#[test]
fn names_are_keywords_in_the_edition_of_the_program_only() {
    for edition in ["2018", "2021"] {
        let output = Package::copy("editions").of_edition(edition).cargo("run", &[]);
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{edition}: {words}");
    }
}
