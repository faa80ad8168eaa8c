//! The documentation of the generated names.

use crate::base::text;
use crate::plan::mode::Mode;
use crate::spec::given::Setting;
use crate::spec::keywords::{Bookkeeping, Guard, OnWrap};
use crate::spec::objects::{First, Method};
use crate::spec::value_pool_set::ValueSet;
use crate::spec::{Definition, Names, Spec};

/// The documentation of everything that the macros generate.
pub(crate) struct Docs {
    /// Of the marker, after the user's own documentation.
    pub(crate) marker: String,
    /// Of the alias of the pool or of its boxes.
    pub(crate) alias: String,
    pub(crate) handle: String,
    pub(crate) take_pool: String,
}

/// Expressions beyond this length are not repeated in docs.
const LONGEST: usize = 60;

/// What `take_pool` needs on small targets.
const NO_SWAP: &str = "On targets without compare-and-swap, such as Cortex-M0, the program must provide an \
                       implementation of the `critical-section` crate.";

/// What holds for the static of every pool that is zeros.
const STATIC: &str = "A program that never calls this function does not contain the static. A static has at most 1 \
                      GiB: for a larger pool, `cargo build` reports an error where this function is called, and \
                      `cargo check` does not.";

/// Writes the documentation. `krate` is the path for links, if links can be written.
pub(crate) fn write(spec: &Spec, names: &Names, krate: Option<&str>) -> Docs {
    let subject = Subject::new(spec, names, krate);
    if spec.is_values() {
        subject.of_values(spec)
    } else if spec.is_shared() {
        subject.of_shared(spec)
    } else if spec.lends_objects() {
        subject.of_objects(spec)
    } else if spec.is_boxed() {
        subject.of_boxes(spec)
    } else {
        subject.of_pool(spec)
    }
}

/// What the documentation is about, in the words that it uses.
struct Subject<'a> {
    krate: Option<&'a str>,
    /// The type in links to constants.
    owner: &'static str,
    name: String,
    /// The name in a link.
    name_in_links: String,
    alias: String,
    handle: String,
    item: String,
    capacity: String,
    /// `, defined by ..`, if the definition is a marker and not the item type itself.
    definition: String,
    /// A sentence about the widths, if the capacity is a literal.
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
                (item, format!(", defined by {link}"))
            }
        };
        let mut subject = Subject {
            krate,
            owner: if spec.is_values() {
                "ValuePool"
            } else if spec.is_shared() {
                "SharedBox"
            } else if spec.lends_objects() {
                "ObjectBox"
            } else if spec.is_boxed() {
                "PoolBox"
            } else if spec.is_of_columns() {
                "ColumnPool"
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

    /// A link to a constant or a function of the pool or of its boxes.
    fn link(&self, of: &str) -> String {
        match self.krate {
            Some(krate) => format!("[`{of}`]({krate}::{}::{of})", self.owner),
            None => code(of),
        }
    }

    fn of_pool(&self, spec: &Spec) -> Docs {
        let Subject { name, name_in_links, alias, handle, item, capacity, definition, widths, .. } = self;
        let stale = stale(spec, &self.link("GENERATIONS"), &self.link("QUARANTINE"));
        let bookkeeping = self.link("BOOKKEEPING_BYTES");
        let is_of_columns = spec.is_of_columns();
        let table = if is_of_columns {
            String::new()
        } else if spec.keys.bookkeeping.value() == Some(&Bookkeeping::FreeList) {
            "nothing for the list of free slots, which is in the free slots, ".to_owned()
        } else {
            format!("{} for the table of free slots, ", self.link("TABLE_BYTES"))
        };
        let columns = match (is_of_columns, spec.keys.dense.is_empty()) {
            (true, true) => ", in columns: one array for each field",
            (true, false) => ", in columns without holes: one slice for each field",
            (false, true) => "",
            (false, false) => ", in one slice without holes",
        };
        let bits = if is_of_columns {
            String::new()
        } else {
            let (index, generation) = (self.link("INDEX_BITS"), self.link("GENERATION_BITS"));
            format!(": {index} bits of index and {generation} bits of generation")
        };
        // Without a guard every slot holds an item at all times.
        let zeroed = if spec.keys.guard.value() == Some(&Guard::None) && !is_of_columns {
            "the whole pool".to_owned()
        } else {
            format!("its bookkeeping ({bookkeeping})")
        };
        let memory = if spec.attributes.names_section {
            format!(
                "Start-up code may not clear the section of the static, so the first call prepares the pool: it \
                 zeroes {zeroed}."
            )
        } else {
            format!(
                "The static is zeros in `.bss`: it adds nothing to the program file, and needs no work before \
                 `main`. If the pool has more than 256 KiB, the first call zeroes {zeroed}."
            )
        };
        let loops = if spec.keys.guard.value() == Some(&Guard::None) {
            ""
        } else {
            "Loop over `&mut *pool` or `pool.iter_mut()`: `for .. in pool` moves the reference into the loop.\n\n"
        };
        let place = if spec.is_generic() {
            "A definition with parameters has no static pool: `new` makes a pool as a value, and is `const`."
                .to_owned()
        } else {
            format!(
                "[`{name}::take_pool()`]({name_in_links}::take_pool) takes the one static pool. It is a function of \
                 `{name}`, not of this alias."
            )
        };
        Docs {
            marker: format!(
                "Defines a pool of up to {capacity} objects of type {item}. The pool is [`{alias}`](type@{alias}), \
                 its handle [`{handle}`](type@{handle})."
            ),
            alias: format!(
                "Pool of up to {capacity} objects of type {item}{definition}{columns}.\n\n\
                 {widths}Bytes: {} for a handle ([`{handle}`](type@{handle})), {table}{bookkeeping} for all \
                 bookkeeping, {} for the whole pool.\n\n\
                 {stale}\n\n\
                 {place}",
                self.link("HANDLE_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: format!(
                "Handle of an object of type {item} in a [`{alias}`](type@{alias}).\n\n\
                 It has {} bytes{bits}.\n\n\
                 {stale}",
                self.link("HANDLE_BYTES"),
            ),
            take_pool: format!(
                "Takes the one static pool of this definition: returns the empty pool at the first call, an error \
                 that names the pool at every later call.\n\n\
                 {loops}{memory} {STATIC}\n\n\
                 {}\n\n\
                 {NO_SWAP}",
                tests(alias),
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
            "The pool does not detect a value that is released twice."
        } else {
            "The pool refuses a value that is released twice."
        };
        let memory = if spec.attributes.names_section {
            "Start-up code may not clear the section of the static, so the first call zeroes the pool."
        } else {
            "The static is zeros in `.bss`: it adds nothing to the program file, and needs no work before `main`. If \
             the pool has more than 256 KiB, the first call zeroes it."
        };
        Docs {
            marker: format!(
                "Defines a pool of the values of type {item}. The pool is [`{alias}`](type@{alias})."
            ),
            alias: format!(
                "Pool of {capacity} values of type {item}{definition}. It hands out each value once, until the value \
                 is released.\n\n\
                 {twice}\n\n\
                 Bytes: {} for the table of free values, {bookkeeping} for all bookkeeping, {} for the whole \
                 pool.\n\n\
                 [`{name}::take_pool()`]({name_in_links}::take_pool) takes the one static pool. It is a function of \
                 `{name}`, not of this alias.",
                self.link("TABLE_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: String::new(),
            take_pool: format!(
                "Takes the one static pool of these values: returns it with all values free at the first call, \
                 an error that names the pool at every later call.\n\n\
                 {memory} {STATIC}\n\n\
                 {}\n\n\
                 {NO_SWAP}",
                tests(alias),
            ),
        }
    }

    fn of_list(&self, spec: &Spec) -> Docs {
        let Subject { name, name_in_links, alias, item, definition, .. } = self;
        let memory = if spec.attributes.names_section {
            "Start-up code may not clear the section of the static, so the first call writes the list there."
        } else {
            "The list is in the program file. A program that never calls this function does not contain it."
        };
        Docs {
            marker: format!(
                "Defines a pool of a list of values of type {item}. The pool is [`{alias}`](type@{alias})."
            ),
            alias: format!(
                "Pool of a list of values of type {item}{definition}. It hands out the values as they are in the \
                 list. It counts its values, and does not know which of them are handed out.\n\n\
                 [`{name}::new_pool()`]({name_in_links}::new_pool) makes a pool. \
                 [`{name}::take_pool()`]({name_in_links}::take_pool) takes the one static pool.",
            ),
            handle: String::new(),
            take_pool: format!(
                "Takes the one static pool of these values: returns it with all values free at the first call, \
                 an error that names the pool at every later call.\n\n\
                 {memory}\n\n\
                 {NO_SWAP}"
            ),
        }
    }

    fn of_boxes(&self, spec: &Spec) -> Docs {
        let Subject { alias, item, capacity, definition, widths, .. } = self;
        let mode = self.mode(spec);
        let memory = if spec.attributes.names_section {
            "A program that never makes a box does not contain the statics."
        } else {
            "The statics add nothing to the program file. A program that never makes a box does not contain them."
        };
        Docs {
            marker: format!(
                "Defines boxes of up to {capacity} objects of type {item}. The box is [`{alias}`](type@{alias})."
            ),
            alias: format!(
                "Box that owns one of up to {capacity} objects of type {item}{definition}. It dereferences to the \
                 object. When the box is dropped, it drops the object and gives its slot back.\n\n\
                 [`{alias}::new(value)`]({alias}::new) moves a value into a free slot. If no slot is free, it \
                 returns the value in a `Full`.\n\n\
                 {mode}\n\n\
                 {widths}Bytes: {} for a box, {} for the bookkeeping of free slots, {} for all statics. {memory} If \
                 the statics take more than 1 GiB, `cargo build` fails, and `cargo check` does not.",
                self.link("BOX_BYTES"),
                self.link("BOOKKEEPING_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: format!(
                "Handle of an object of type {item} that a [`{alias}`](type@{alias}) owns or owned. It names the \
                 slot, has the size of the box, and gives no access to the object: see {}.",
                self.link("into_handle"),
            ),
            take_pool: String::new(),
        }
    }

    fn of_objects(&self, spec: &Spec) -> Docs {
        let Subject { alias, item, capacity, definition, widths, .. } = self;
        let mode = self.mode(spec);
        let cleared = match spec.keys.clear.value() {
            None => "as the last box left it".to_owned(),
            Some(Method::Default) => {
                "after `clear`, which the last box called when it was dropped".to_owned()
            }
            Some(Method::Named(method)) => {
                format!("after `{method}`, which the last box called when it was dropped")
            }
        };
        let memory = match spec.keys.objects.value() {
            Some(First::Given(_)) => {
                "If any byte of the first value is not zero, the program file contains the static with all objects."
            }
            _ => "The statics add nothing to the program file.",
        };
        Docs {
            marker: format!(
                "Defines boxes that lend up to {capacity} objects of type {item}, which stay in their slots. The box \
                 is [`{alias}`](type@{alias})."
            ),
            alias: format!(
                "Box that has one of {capacity} objects of type {item}{definition} for as long as it lives. It \
                 dereferences to the object, which stays in its slot when the box is dropped.\n\n\
                 [`{alias}::acquire()`]({alias}::acquire) returns a box with an object that no other box has, \
                 {cleared}. If every object has a box, it returns a `Full`.\n\n\
                 {mode}\n\n\
                 {widths}Bytes: {} for a box, {} for the bookkeeping of free slots, {} for all statics. {memory} A \
                 program that never gets a box does not contain them. If the statics take more than 64 MiB, \
                 `cargo build` fails, and `cargo check` does not.",
                self.link("BOX_BYTES"),
                self.link("BOOKKEEPING_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: format!(
                "Handle of an object of type {item} that a [`{alias}`](type@{alias}) has or had. It names the slot, \
                 has the size of the box, and gives no access to the object: see {}.",
                self.link("handle"),
            ),
            take_pool: String::new(),
        }
    }

    fn of_shared(&self, spec: &Spec) -> Docs {
        let Subject { alias, handle, item, capacity, definition, widths, .. } = self;
        let mode = self.mode(spec);
        let place =
            if spec.attributes.names_section { "" } else { "The statics add nothing to the program file. " };
        Docs {
            marker: format!(
                "Defines shared boxes of up to {capacity} objects of type {item}. The box is \
                 [`{alias}`](type@{alias}), its weak pointer [`{handle}`](type@{handle})."
            ),
            alias: format!(
                "Reference-counted pointer to one of up to {capacity} objects of type {item}{definition}. It \
                 dereferences to the object. A clone points to the same object. When the last one is dropped, it drops \
                 the object and gives its slot back.\n\n\
                 [`{alias}::new(value)`]({alias}::new) moves a value into a free slot. If no slot is free, it \
                 returns the value in a `Full`. An object has at most {} pointers.\n\n\
                 {mode}\n\n\
                 {widths}Bytes: {} for a pointer, {} for the counts and the bookkeeping of free slots, {} for all \
                 statics. {place}A program that never makes an object does not contain them. If the statics take more \
                 than 1 GiB, `cargo build` fails, and `cargo check` does not.",
                self.link("MAX_COUNT"),
                self.link("BOX_BYTES"),
                self.link("BOOKKEEPING_BYTES"),
                self.link("TOTAL_BYTES"),
            ),
            handle: format!(
                "Weak pointer to an object of type {item}, from {}. It does not keep the object, and is `Copy`. \
                 `upgrade` gives a [`{alias}`](type@{alias}) if there still is one.",
                self.link("downgrade"),
            ),
            take_pool: String::new(),
        }
    }

    /// Which threads make and drop boxes, and what `Full` means then.
    fn mode(&self, spec: &Spec) -> String {
        const EXACT: &str = "`Full` means that every slot is in use.";
        let keys = &spec.keys;
        match Mode::new(keys.sync.value().copied(), !keys.exact.is_empty()) {
            Mode::Threads => format!(
                "`sync = threads`: any thread makes and drops boxes. With feature `std` and a capacity of at least \
                 256, each thread keeps a few free slots for itself: a 64th of the capacity, at most 32. So `Full` \
                 means that every slot is in use, or that another thread keeps it. The other threads give such slots \
                 back when they next make or drop a box, when they end, and in {}. With `exact`, no thread keeps \
                 free slots for itself.",
                self.link("flush_thread_cache")
            ),
            Mode::Exact => {
                format!(
                    "`sync = threads, exact`: any thread makes and drops boxes, and no thread keeps free slots for \
                     itself. {EXACT}"
                )
            }
            Mode::Local => format!(
                "`sync = local`: one thread makes and drops boxes, and a box cannot leave that thread. {EXACT} With \
                 feature `std`, this is the first thread that makes a box, and making a box in another thread panics."
            ),
            Mode::CriticalSection => format!(
                "`sync = critical_section`: any thread or interrupt handler makes and drops boxes, each time in a \
                 short critical section of the crate `critical-section`. {EXACT}"
            ),
        }
    }
}

/// Says that the tests of a program share the static.
fn tests(alias: &str) -> String {
    format!(
        "All tests of one program share the static, and only the first call gets it. So each test makes a pool of \
         its own, with `{alias}::new()` or, with feature `alloc`, `{alias}::on_heap()`."
    )
}

/// For how long the pool catches a stale handle.
fn stale(spec: &Spec, generations: &str, quarantine: &str) -> String {
    let keys = &spec.keys;
    match keys.guard.value().unwrap_or(&Guard::Generation) {
        Guard::Generation if keys.on_wrap.value() == Some(&OnWrap::Retire) => {
            "The pool refuses every stale handle, with two exceptions: the handle was passed to `insert_at`, or the \
             pool was restored to an earlier state. A slot whose generations are used up is never used again."
                .to_owned()
        }
        Guard::Generation => {
            format!(
                "The pool refuses a stale handle until its slot was freed {generations} times. That takes at \
                 least {generations} * {quarantine} removals if {quarantine} slots are free after each insertion, and \
                 fewer in a pool that is nearly full."
            )
        }
        Guard::Live => {
            "The pool refuses a handle whose slot is free. A stale handle whose slot holds a newer object refers to \
             that object."
                .to_owned()
        }
        Guard::None => "The pool does not check handles.".to_owned(),
    }
}

/// The widths that follow from a literal capacity, if all other keys that change them have their defaults.
fn widths(spec: &Spec) -> Option<String> {
    let keys = &spec.keys;
    let all_default = matches!((&keys.layout, &keys.guard), (Setting::Empty, Setting::Empty))
        && keys.generations.is_empty()
        && keys.generation_bits.is_empty()
        && keys.handle_bytes.is_empty()
        && keys.grows_to.is_empty();
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
        return Some(format!("A box has {handle}, the link of a slot {link}."));
    }
    if keys.bookkeeping.value() == Some(&Bookkeeping::FreeList) {
        return Some(format!("A handle has {handle}, and so has the link in a free slot."));
    }
    let entry = match capacity {
        1..=256 => "1 byte",
        257..=65_536 => "2 bytes",
        _ if !keys.dense.is_empty() => "4 bytes",
        65_537..=262_144 => "2.25 bytes",
        262_145..=16_777_216 => "3 bytes",
        _ => "4 bytes",
    };
    let owned = if spec.is_boxed() { "box" } else { "handle" };
    Some(format!("A {owned} has {handle}, an entry of the table of free slots {entry}."))
}

/// `text` as code in Markdown.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}
