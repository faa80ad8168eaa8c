//! What attributes of users can do to the statics that `pool!` declares: everything is reported, by errors of this
//! crate or by rustc's lint `unsafe_code`.
//!
//! The macros once generated a static and, next to it, code that trusted this static. An attribute macro of the user
//! was expanded between the two and gave one static two owners, in safe code. Today no generated code is trusted, and
//! unknown attributes are refused.
//!
//! The programs are built like a package of a user, in both editions, because unsafe attributes are written
//! differently in each.

mod errors;
mod lints;
mod programs;

/// The editions whose rules for unsafe attributes differ.
const EDITIONS: [&str; 2] = ["2021", "2024"];

#[test]
fn attributes_that_could_change_a_static_are_refused() {
    let programs = programs::Programs::new("refused", "2021");
    let names = programs.add_cases();
    let found = programs.check();
    for name in names {
        let expected = errors::expected(&programs.source(&name));
        assert!(!expected.is_empty(), "{name} expects no error");
        errors::compare(&name, &expected, &found);
    }
}

#[test]
fn the_lint_sees_unsafe_attributes_of_every_entry() {
    for edition in EDITIONS {
        let programs = programs::Programs::new(&format!("lints-{edition}"), edition);
        let attributes = lints::attributes(edition);
        for level in ["deny", "forbid"] {
            programs.add(level, &lints::program(level, &attributes));
        }
        programs.add("allow", &lints::program("allow", &attributes));
        let found = programs.check();
        for level in ["deny", "forbid"] {
            lints::assert_each_line(level, &programs.source(level), &found);
        }
        let errors: Vec<_> = found.iter().filter(|error| error.program == "allow").collect();
        assert!(errors.is_empty(), "edition {edition}, allowed: {errors:#?}");
    }
}

/// Without `unsafe(..)` each attribute is an error in this edition, reported at the attribute.
#[test]
fn edition_2024_asks_for_unsafe() {
    let programs = programs::Programs::new("bare-2024", "2024");
    programs.add("bare", &lints::program("allow", &lints::attributes_without_unsafe()));
    let found = programs.check();
    let source = programs.source("bare");
    for (line, text) in lints::entries(&source) {
        let is_refused = found.iter().any(|error| {
            error.line == line && error.message.contains("unsafe attribute used without unsafe")
        });
        assert!(is_refused, "no error at {line}: {text}\n{found:#?}");
    }
}

/// The type of a field is a call of a macro, which makes another type of one of its expansions. Whichever that is, the
/// rows of the group are not said to be plain data: they have a `bool`.
#[test]
fn a_type_that_changes_makes_no_row_plain_data() {
    let programs = programs::Programs::new("changing", "2024");
    let names: Vec<_> = (0..24).map(|number| format!("changes_at_{number}")).collect();
    for (number, name) in names.iter().enumerate() {
        let source = format!(
            "#![forbid(unsafe_code)]\n#[derive(stackpool::Columns)]\nstruct Ship {{\n    #[pool(group = hot)]\n    \
             docked: attribute_macros::once_another!({number}),\n}}\n\
             fn is_pod<T: stackpool::__private::bytemuck::Pod>() {{}}\nfn main() {{\n    is_pod::<ShipHot>();\n}}\n"
        );
        programs.add(name, &source);
    }
    let found = programs.check();
    let refused = |name: &&String| found.iter().any(|error| &error.program == *name);
    assert_eq!(names.iter().filter(refused).count(), names.len(), "{found:#?}");
    // The last ones never change: there the message is that of the bound.
    let mut last = found.iter().filter(|error| &error.program == names.last().unwrap());
    assert!(last.all(|error| error.message.starts_with("the trait bound `bool: ")), "{found:#?}");
}
