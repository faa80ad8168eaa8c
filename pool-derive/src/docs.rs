//! The docs that are printed.

use crate::keywords::{Guard, OnWrap};
use crate::slot::Slot;
use crate::spec::{Definition, Names, Spec, names_section};
use crate::text;

/// Docs of everything that is printed.
pub(crate) struct Docs {
    /// Of the marker, behind what its user says of it.
    pub(crate) marker: String,
    pub(crate) pool: String,
    pub(crate) handle: String,
    pub(crate) take_pool: String,
}

/// Expressions beyond this length are not repeated in docs.
const LONGEST: usize = 60;

/// Writes the docs. `krate` is the path to link to, where a link can be written.
pub(crate) fn write(spec: &Spec, names: &Names, krate: Option<&str>) -> Docs {
    let name = spec.plain_name();
    let Names { pool, handle } = names;
    let (pool, handle) = (pool.to_string(), handle.to_string());
    let item = match &spec.definition {
        Definition::Type { .. } => format!("[`{name}`](type@{})", spec.name),
        Definition::Marker { item } => {
            item.as_ref().map_or("()".to_owned(), |item| code(&text::of_type(item)))
        }
    };
    let link = |constant: &str| match krate {
        Some(krate) => format!("[`{constant}`]({krate}::Pool::{constant})"),
        None => format!("`{constant}`"),
    };
    let capacity = match spec.keys.capacity.given() {
        Some(given) if given.text.chars().count() <= LONGEST => code(&given.text),
        _ => link("CAPACITY"),
    };
    let of = match &spec.definition {
        Definition::Type { .. } => String::new(),
        Definition::Marker { .. } => format!(", as defined by [`{name}`](type@{})", spec.name),
    };
    let stale = stale(spec, &link("GENERATIONS"));
    let name_in_links = &spec.name;
    let widths = widths(spec).map_or(String::new(), |widths| format!("{widths} "));
    let bookkeeping = link("BOOKKEEPING_BYTES");
    let memory = if names_section(&spec.attributes.statics) {
        format!(
            "Its section may not be cleared at start: the first call zeroes its bookkeeping ({bookkeeping})."
        )
    } else {
        format!(
            "The pool is zeros in `.bss`: it adds nothing to the size of the program, and needs no work before `main`. A \
             pool of more than 8 MiB zeroes its bookkeeping ({bookkeeping}) in the first call."
        )
    };
    Docs {
        marker: format!(
            "Definition of a pool of up to {capacity} values of {item}: [`{pool}`](type@{pool}) is the pool, \
             [`{handle}`](type@{handle}) its handle."
        ),
        pool: format!(
            "Pool of up to {capacity} values of {item}{of}.\n\n\
             {widths}What it takes: {} for a handle ([`{handle}`](type@{handle})), {} for the table of free slots, {bookkeeping} for all \
             bookkeeping, {} for the whole pool.\n\n\
             {stale}\n\n\
             The one static pool is taken by [`{name}::take_pool()`]({name_in_links}::take_pool): the function is that of \
             the definition, not of the alias.",
            link("HANDLE_BYTES"),
            link("TABLE_BYTES"),
            link("TOTAL_BYTES"),
        ),
        handle: format!(
            "Handle of a value of {item} in a [`{pool}`](type@{pool}).\n\n\
             It takes {} bytes: {} bits of index and {} bits of generation.",
            link("HANDLE_BYTES"),
            link("INDEX_BITS"),
            link("GENERATION_BITS"),
        ),
        take_pool: format!(
            "Takes the one static pool of this type, empty: `Some` at the first call, `None` at every later one.\n\n\
             {memory} A program that never calls this does not contain the static. A pool of more than 1 GiB cannot be a \
             static: taking it is an error of `cargo build`, not of `cargo check`.\n\n\
             The tests of one program share the static, and one of them gets it: code that works on a \
             `&mut {pool}` is tested with `{pool}::new()`.\n\n\
             On targets without compare-and-swap, such as Cortex-M0, the program must provide an implementation of the \
             `critical-section` crate.",
        ),
    }
}

/// How long a stale handle is caught.
fn stale(spec: &Spec, generations: &str) -> String {
    let keys = &spec.keys;
    match keys.guard.value().unwrap_or(&Guard::Generation) {
        Guard::Generation if keys.on_wrap.value() == Some(&OnWrap::Retire) => {
            "A stale handle is refused for ever: a slot whose generations are used up is never used again."
                .to_owned()
        }
        Guard::Generation => {
            format!("A stale handle is refused until its slot was given back {generations} times.")
        }
        Guard::Live => {
            "A handle whose slot is free is refused; one whose slot holds a newer object names that."
                .to_owned()
        }
        Guard::None => "Handles are not checked.".to_owned(),
    }
}

/// What a literal capacity says of widths, with the default of everything else.
fn widths(spec: &Spec) -> Option<String> {
    let keys = &spec.keys;
    let all_default =
        matches!((&keys.layout, &keys.guard), (Slot::Empty, Slot::Empty)) && keys.generation_bits.is_empty();
    let capacity = keys.capacity.value()?.literal.filter(|_| all_default)?;
    let (handle, entry) = match capacity {
        1..=256 => ("1 byte", "1 byte"),
        257..=65_536 => ("2 bytes", "2 bytes"),
        65_537..=262_144 => ("3 bytes", "2.25 bytes"),
        262_145..=16_777_216 => ("3 bytes", "3 bytes"),
        16_777_217..=4_294_967_295 => ("4 bytes", "4 bytes"),
        _ => return None,
    };
    Some(format!("A handle is {handle}, an entry of its table {entry}."))
}

/// `text` as code in Markdown.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}
