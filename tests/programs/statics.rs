//! What static pools and objects cost: nothing in the program file if they are zeros, and nothing if they are not used.
//!
//! Builds the programs of `tests/crates/statics` and reads their sections.

use crate::package::Package;
use object::{Object, ObjectSection};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

#[path = "../crates/statics/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is the library of the programs")]
mod pools;

/// The package of the programs.
fn package() -> &'static Package {
    static PACKAGE: OnceLock<Package> = OnceLock::new();
    PACKAGE.get_or_init(|| Package::copy("statics"))
}

/// Builds the program and returns its path.
fn program(name: &str) -> PathBuf {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        let output = package().cargo("build", &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    });
    Package::target().join("debug").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

/// The sizes of sections of a program.
#[derive(Debug)]
struct Sections {
    /// `.data` and `.rodata`, with sections whose names begin like these.
    initialised: u64,
    bss: u64,
}

fn sections(name: &str) -> Sections {
    let bytes = fs::read(program(name)).unwrap();
    let file = object::File::parse(&*bytes).unwrap();
    let size = |names: &[&str]| {
        let is_one = |section: &object::Section<'_, '_>| {
            section.name().is_ok_and(|name| names.iter().any(|prefix| name.starts_with(prefix)))
        };
        file.sections().filter(is_one).map(|section| section.size()).sum()
    };
    Sections { initialised: size(&[".data", ".rodata"]), bss: size(&[".bss"]) }
}

fn assert_runs(name: &str) {
    assert!(Command::new(program(name)).status().unwrap().success(), "{name} failed");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the sections of ELF files")]
fn a_static_pool_is_bss() {
    let without = sections("without");
    for (name, total_bytes) in [
        ("small", pools::SmallPool::TOTAL_BYTES as u64),
        ("entry", pools::EntryPool::TOTAL_BYTES as u64),
        ("dense", pools::DrawnPool::TOTAL_BYTES as u64),
        ("large", pools::LargePool::TOTAL_BYTES as u64),
        ("zeroed_objects", pools::BufferObject::TOTAL_BYTES as u64),
    ] {
        let with = sections(name);
        assert!(with.initialised < without.initialised + 1024, "{name}: {with:?}, without: {without:?}");
        let bss = with.bss - without.bss;
        // The start of the section is aligned, so it may begin with some bytes of nothing.
        assert!(
            (total_bytes - 64..total_bytes + 1024).contains(&bss),
            "{name}: {with:?}, without: {without:?}"
        );
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the sections of ELF files")]
fn a_static_pool_that_is_not_taken_is_not_linked() {
    let (without, unused) = (sections("without"), sections("unused"));
    assert!(unused.bss < without.bss + 64, "{unused:?}, without: {without:?}");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the sections of ELF files")]
fn objects_with_a_first_value_are_in_the_program_file() {
    let (without, with) = (sections("without"), sections("valued_objects"));
    let objects = 1_000 * size_of::<pools::Page>() as u64;
    let added = with.initialised - without.initialised;
    assert!((objects..objects + 1024).contains(&added), "{with:?}, without: {without:?}");
}

/// With feature `report` too: the report has a node of the definition, which is in another static.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads the sections of ELF files")]
fn a_static_pool_that_is_only_reported_is_not_linked() {
    let output = package().cargo("build", &["--features", "report", "--bin", "reported"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (without, reported) = (sections("without"), sections("reported"));
    assert!(reported.bss < without.bss + 1024, "{reported:?}, without: {without:?}");
    assert_runs("reported");
}

#[test]
fn static_pools_are_taken_once_and_empty() {
    for name in ["without", "unused", "small", "entry", "dense", "large", "zeroed_objects", "valued_objects"]
    {
        assert_runs(name);
    }
}

/// The package declares a pool of 4,294,967,295 items of 32 bytes. The declaration compiles; taking the pool does
/// not.
#[test]
#[cfg_attr(not(target_pointer_width = "64"), ignore = "the pool is larger than the address space")]
fn a_static_pool_that_nothing_can_hold_does_not_build() {
    assert_eq!(pools::LargestPool::CAPACITY, 4_294_967_295);
    let output = package().cargo("build", &["--features", "too-large", "--bin", "too_large"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{errors}");
    let message = format!(
        "the pool of `Largest` takes {} bytes, a static at most {}: make it with `on_heap()` of the pool type \
         (feature `alloc`)",
        grouped(pools::LargestPool::TOTAL_BYTES),
        grouped(1 << 30),
    );
    assert!(errors.contains(&message), "expected: {message}\n{errors}");
}

/// Formats a number with commas.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
