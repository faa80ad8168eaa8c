//! Everything that a user can name is named `gen`, or is a keyword.

#![deny(warnings)]
#![forbid(unsafe_code)]
#![expect(
    non_camel_case_types,
    non_upper_case_globals,
    reason = "`gen` is also the name of types and constants"
)]

mod boxes;
mod columns;
mod items;
mod parameters;
mod saved;
mod shadows;
mod values;

fn main() {
    boxes::test();
    columns::test();
    items::test();
    parameters::test();
    saved::test();
    shadows::test();
    values::test();
}
