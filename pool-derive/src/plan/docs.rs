//! The docs that are printed.

use crate::base::text;
use crate::plan::mode::Mode;
use crate::spec::given::Setting;
use crate::spec::keywords::{Bookkeeping, Guard, OnWrap};
use crate::spec::value_pool_set::ValueSet;
use crate::spec::{Definition, Names, Spec};

/// Docs of everything that is printed.
pub(crate) struct Docs {
    /// Of the marker, behind what its user says of it.
    pub(crate) marker: String,
    /// Of the alias of the pool or its boxes.
    pub(crate) alias: String,
    pub(crate) handle: String,
    pub(crate) take_pool: String,
}

/// Expressions beyond this length are not repeated in docs.
const LONGEST: usize = 60;

/// What `take_pool` asks of small targets.
const NO_SWAP: &str = "On targets without compare-and-swap, such as Cortex-M0, the program must provide an implementation of \
                       the `critical-section` crate.";

/// Writes the docs. `krate` is the path to link to, where a link can be written.
pub(crate) fn write(spec: &Spec, names: &Names, krate: Option<&str>) -> Docs {
    let subject = Subject::new(spec, names, krate);
    if spec.is_values() {
        subject.of_values(spec)
    } else if spec.is_boxed() {
        subject.of_boxes(spec)
    } else {
        subject.of_pool(spec)
    }
}

/// What the docs are of, as they name it.
struct Subject<'a> {
    krate: Option<&'a str>,
    /// The type that links of constants name.
    owner: &'static str,
    name: String,
    /// The name in a link.
    name_in_links: String,
    alias: String,
    handle: String,
    item: String,
    capacity: String,
    /// `, as defined by ..`, where the name is not that of the item.
    definition: String,
    /// A sentence, where the capacity tells.
    widths: String,
}

impl<'a> Subject<'a> {
    fn new(spec: &Spec, names: &Names, krate: Option<&'a str>) -> Self {
        let (name, name_in_links) = (spec.plain_name(), spec.name.to_string());
        let link = format!("[`{name}`](type@{name_in_links})");
        let (item, definition) = match &spec.definition {
            Definition::Type { .. } => (link, String::new()),
            Definition::Marker { item } => {
                let item = item.as_ref().map_or("()".to_owned(), |item| code(&text::of_type(item)));
                (item, format!(", as defined by {link}"))
            }
        };
        let mut subject = Subject {
            krate,
            owner: if spec.is_values() {
                "ValuePool"
            } else if spec.is_boxed() {
                "PoolBox"
            } else {
                "Pool"
            },
            name,
            name_in_links,
            alias: names.alias.to_string(),
            handle: names.handle.to_string(),
            item,
            capacity: String::new(),
            definition,
            widths: widths(spec).map_or(String::new(), |widths| format!("{widths} ")),
        };
        subject.capacity = match spec.keys.capacity.given() {
            Some(given) if given.text.chars().count() <= LONGEST => code(&given.text),
            _ => subject.link("CAPACITY"),
        };
        subject
    }

    /// A link to a constant or function of the pool or its boxes.
    fn link(&self, of: &str) -> String {
        match self.krate {
            Some(krate) => format!("[`{of}`]({krate}::{}::{of})", self.owner),
            None => code(of),
        }
    }

    fn of_pool(&self, spec: &Spec) -> Docs {
        let Subject { name, name_in_links, alias, handle, item, capacity, definition, widths, .. } = self;
        let stale = stale(spec, &self.link("GENERATIONS"));
        let bookkeeping = self.link("BOOKKEEPING_BYTES");
        let table = if spec.keys.bookkeeping.value() == Some(&Bookkeeping::FreeList) {
            "nothing for the list of free slots, which is in them".to_owned()
        } else {
            format!("{} for the table of free slots", self.link("TABLE_BYTES"))
        };
        let memory = if spec.attributes.names_section {
            format!(
                "Its section may not be cleared at start: the first call zeroes its bookkeeping ({bookkeeping})."
            )
        } else {
            format!(
                "The pool is zeros in `.bss`: it adds nothing to the size of the program, and needs no work before `main`. A \
                 pool of more than 256 KiB zeroes its bookkeeping ({bookkeeping}) in the first call."
            )
        };
        let loops = if spec.keys.guard.value() == Some(&Guard::None) {
            ""
        } else {
            "A loop borrows it, by `&mut *pool` or `pool.iter_mut()`: `for .. in pool` moves the reference.\n\n"
        };
        Docs {
            marker: format!(
                "Definition of a pool of up to {capacity} values of {item}: [`{alias}`](type@{alias}) is the pool, \
                 [`{handle}`](type@{handle}) its handle."
            ),
            alias: format!(
                "Pool of up to {capacity} values of {item}{definition}.\n\n\
                 {widths}What it takes: {} for a handle ([`{handle}`](type@{handle})), {table}, {bookkeeping} for all \
                 bookkeeping, {} for the whole pool.\n\n\
                 {stale}\n\n\
                 The one static pool is taken by [`{name}::take_pool()`]({name_in_links}::take_pool): the function is that of \
                 the definition, not of the alias.",
                self.link("HANDLE_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: format!(
                "Handle of a value of {item} in a [`{alias}`](type@{alias}).\n\n\
                 It takes {} bytes: {} bits of index and {} bits of generation.",
                self.link("HANDLE_BYTES"),
                self.link("INDEX_BITS"),
                self.link("GENERATION_BITS"),
            ),
            take_pool: format!(
                "Takes the one static pool of this type, empty: `Some` at the first call, `None` at every later one.\n\n\
                 {loops}{memory} A program that never calls this does not contain the static. A pool of more than 1 GiB cannot be a \
                 static: taking it is an error of `cargo build`, not of `cargo check`.\n\n\
                 The tests of one program share the static, and only the first that takes it gets it: each makes a pool of \
                 its own, by `{alias}::new()` or, with feature `alloc`, `{alias}::boxed()`.\n\n\
                 {NO_SWAP}",
            ),
        }
    }

    fn of_values(&self, spec: &Spec) -> Docs {
        if spec.set.as_ref().is_some_and(ValueSet::is_list) {
            return self.of_list(spec);
        }
        let Subject { name, name_in_links, alias, item, definition, .. } = self;
        let (capacity, bookkeeping) = (self.link("CAPACITY"), self.link("BOOKKEEPING_BYTES"));
        let twice = if spec.keys.guard.value() == Some(&Guard::None) {
            "That a value is given back twice is not found out."
        } else {
            "A value that is given back twice is refused."
        };
        let memory = if spec.attributes.names_section {
            "Its section may not be cleared at start: the first call zeroes it."
        } else {
            "The pool is zeros in `.bss`: it adds nothing to the size of the program, and needs no work before `main`. A pool \
             of more than 256 KiB is zeroed in the first call."
        };
        Docs {
            marker: format!(
                "Definition of a pool of values of {item}: [`{alias}`](type@{alias}) is the pool."
            ),
            alias: format!(
                "Pool that hands out each value of {item}{definition} once, until it is given back: {capacity} values.\n\n\
                 {twice}\n\n\
                 What it takes: {} for the table of values that are not out, {bookkeeping} for all bookkeeping, {} for the \
                 whole pool.\n\n\
                 The one static pool is taken by [`{name}::take_pool()`]({name_in_links}::take_pool): the function is that of \
                 the definition, not of the alias.",
                self.link("TABLE_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: String::new(),
            take_pool: format!(
                "Takes the one static pool of these values, of which nothing is handed out: `Some` at the first call, `None` \
                 at every later one.\n\n\
                 {memory} A program that never calls this does not contain the static. A pool of more than 1 GiB cannot be a \
                 static: taking it is an error of `cargo build`, not of `cargo check`.\n\n\
                 The tests of one program share the static, and only the first that takes it gets it: each makes a pool of \
                 its own, by `{alias}::new()` or, with feature `alloc`, `{alias}::boxed()`.\n\n\
                 {NO_SWAP}",
            ),
        }
    }

    fn of_list(&self, spec: &Spec) -> Docs {
        let Subject { name, name_in_links, alias, item, definition, .. } = self;
        let memory = if spec.attributes.names_section {
            "Its section may not be cleared at start: the first call writes the list there."
        } else {
            "The list is in the program; one that never calls this does not contain it."
        };
        Docs {
            marker: format!(
                "Definition of a pool of values of {item}: [`{alias}`](type@{alias}) is the pool."
            ),
            alias: format!(
                "Pool that hands out the values of a list of {item}{definition}, as they are. It counts them, and does not \
                 know which are out.\n\n\
                 [`{name}::new_pool()`]({name_in_links}::new_pool) makes one; the one static pool is taken by \
                 [`{name}::take_pool()`]({name_in_links}::take_pool).",
            ),
            handle: String::new(),
            take_pool: format!(
                "Takes the one static pool of these values, of which nothing is handed out: `Some` at the first call, `None` \
                 at every later one. {memory}\n\n\
                 {NO_SWAP}"
            ),
        }
    }

    fn of_boxes(&self, spec: &Spec) -> Docs {
        let Subject { alias, item, capacity, definition, widths, .. } = self;
        let mode = self.mode(spec);
        let memory = if spec.attributes.names_section {
            "A program that never makes a box does not contain them."
        } else {
            "They are not in the program file, and not at all in a program that never makes a box."
        };
        Docs {
            marker: format!(
                "Definition of a pool of up to {capacity} values of {item}, each owned by a [`{alias}`](type@{alias})."
            ),
            alias: format!(
                "Box of one of up to {capacity} values of {item}{definition}: it owns the value, derefs to it, and when it is \
                 dropped, drops it and gives its slot back.\n\n\
                 [`{alias}::new(value)`]({alias}::new) moves a value into a slot; `Full` gives it back where none is free.\n\n\
                 {mode}\n\n\
                 {widths}What it takes: {} for a box, {} for the bookkeeping of free slots, {} for all statics. {memory} More \
                 than 1 GiB is an error of `cargo build`, not of `cargo check`.",
                self.link("BOX_BYTES"),
                self.link("BOOKKEEPING_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: format!(
                "Handle of a value of {item} that is or was owned by a [`{alias}`](type@{alias}): it has the size of the box, \
                 names the slot, and gives no access; {} tells what becomes of the value.",
                self.link("into_handle"),
            ),
            take_pool: String::new(),
        }
    }

    /// Who may make and drop boxes, and what `Full` means then.
    fn mode(&self, spec: &Spec) -> String {
        const EXACT: &str = "`Full` means that every slot is in use.";
        let keys = &spec.keys;
        match Mode::new(keys.sync.value().copied(), !keys.exact.is_empty()) {
            Mode::Threads => format!(
                "`sync = threads`: any thread makes and drops boxes. With feature `std`, and from a capacity of 256 on, each \
                 thread keeps a few free slots to itself, a 64th of the capacity and at most 32: so `Full` means that every \
                 slot is in use, or kept by another thread. Those give theirs back when they next make or drop a box, when \
                 they end, and in {}. `exact` does without.",
                self.link("flush_thread_cache")
            ),
            Mode::Exact => {
                format!(
                    "`sync = threads, exact`: any thread makes and drops boxes, and keeps no free slots to itself. {EXACT}"
                )
            }
            Mode::Local => format!(
                "`sync = local`: one thread makes and drops boxes, and they stay in it. {EXACT} With feature `std`, the first \
                 thread that makes a box is the one, and making one in another panics."
            ),
            Mode::CriticalSection => format!(
                "`sync = critical_section`: any thread or interrupt handler makes and drops boxes, each time in a short \
                 section of the crate `critical-section`. {EXACT}"
            ),
        }
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

/// What a literal capacity says of widths, with the default of everything else that shapes them.
fn widths(spec: &Spec) -> Option<String> {
    let keys = &spec.keys;
    let all_default = matches!((&keys.layout, &keys.guard), (Setting::Empty, Setting::Empty))
        && keys.generation_bits.is_empty();
    let capacity = keys.capacity.value()?.literal.filter(|_| all_default)?;
    let handle = match capacity {
        1..=256 => "1 byte",
        257..=65_536 => "2 bytes",
        65_537..=16_777_216 => "3 bytes",
        16_777_217..=4_294_967_295 => "4 bytes",
        _ => return None,
    };
    let is_linked = Mode::new(keys.sync.value().copied(), false).links();
    if spec.is_boxed() && is_linked {
        let link = match capacity {
            1..=255 => "1 byte",
            256..=65_535 => "2 bytes",
            _ => "4 bytes",
        };
        return Some(format!("A box is {handle}, the link of a free slot {link}."));
    }
    if keys.bookkeeping.value() == Some(&Bookkeeping::FreeList) {
        return Some(format!("A handle is {handle}, as is the link in a free slot."));
    }
    let entry = match capacity {
        1..=256 => "1 byte",
        257..=65_536 => "2 bytes",
        65_537..=262_144 => "2.25 bytes",
        262_145..=16_777_216 => "3 bytes",
        _ => "4 bytes",
    };
    let owned = if spec.is_boxed() { "box" } else { "handle" };
    Some(format!("A {owned} is {handle}, an entry of its table {entry}."))
}

/// `text` as code in Markdown.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}
