//! Every key of `#[pool(..)]`: its word, the type of its value, and its setting.

use crate::base::errors::Mistake;
use crate::base::span_range::SpanRange;
use crate::spec::freed::Function;
use crate::spec::given::Setting;
use crate::spec::keywords::{Bookkeeping, Guard, Keyword, OnWrap, Sync, keyword};
use crate::spec::number::{Integer, Marks, TableBits};
use crate::spec::objects::{First, Method};
use syn::parse::ParseStream;
use syn::{Ident, Path};

/// A type of values that keys take.
pub(crate) trait Value: Sized {
    /// Whether the key takes no value: it is written alone.
    const IS_NOTHING: bool = false;

    /// The value of the key where it is written alone, and that value as text, if the key may be written alone.
    const ALONE: Option<(Self, &'static str)> = None;

    /// Reads the value of `key`.
    fn read(input: ParseStream<'_>, key: Key) -> Result<Self, Mistake>;

    /// The integer that the user gave, if values of this type are integers.
    fn integer(&self) -> Option<&Integer> {
        None
    }

    /// The integer, to change it.
    fn integer_mut(&mut self) -> Option<&mut Integer> {
        None
    }
}

/// An operation on the setting of one key, generic over the type of its value.
pub(crate) trait Visitor {
    type Output;

    fn visit<T: Value>(self, setting: &mut Setting<T>) -> Self::Output;
}

/// The methods that the settings of all keys have.
pub(crate) trait AnySetting {
    fn is_empty(&self) -> bool;
    fn is_settled(&self) -> bool;
    fn set_wrong(&mut self);
    /// Where the key and its value are, if it was given.
    fn whole(&self) -> Option<SpanRange>;
    /// The integer that was given, and where.
    fn integer(&self) -> Option<(SpanRange, &Integer)>;
    /// The integer that was given, and the value as text.
    fn integer_mut(&mut self) -> Option<(&mut Integer, &mut String)>;
}

impl<T: Value> AnySetting for Setting<T> {
    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn is_settled(&self) -> bool {
        self.is_settled()
    }

    fn set_wrong(&mut self) {
        self.set_wrong();
    }

    fn whole(&self) -> Option<SpanRange> {
        self.given().map(|given| given.whole)
    }

    fn integer(&self) -> Option<(SpanRange, &Integer)> {
        let given = self.given()?;
        Some((given.span, given.value.integer()?))
    }

    fn integer_mut(&mut self) -> Option<(&mut Integer, &mut String)> {
        match self {
            Setting::Given(given) => Some((given.value.integer_mut()?, &mut given.text)),
            Setting::Empty | Setting::Wrong => None,
        }
    }
}

/// The one list of keys. Everything that depends on a key is generated from its line.
macro_rules! keys {
    ($($key:ident($field:ident: $value:ty) $word:literal, as in $example:literal, not $synonyms:expr;)*) => {
        /// A key of `#[pool(..)]`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Key {
            $($key,)*
        }

        /// All keys, with other words that users may try.
        pub(crate) const KEYS: &[Keyword<Key>] = &[$(keyword($word, Key::$key, &$synonyms)),*];

        impl Key {
            /// As the user writes it.
            pub(crate) fn word(self) -> &'static str {
                match self {
                    $(Key::$key => $word,)*
                }
            }

            /// An example with a value.
            pub(crate) fn example(self) -> &'static str {
                match self {
                    $(Key::$key => $example,)*
                }
            }

            /// Whether it takes no value. (The value of `marks` is optional.)
            pub(crate) fn is_flag(self) -> bool {
                match self {
                    $(Key::$key => <$value as Value>::IS_NOTHING,)*
                }
            }
        }

        /// The settings of all keys.
        pub(crate) struct Keys {
            $(pub(crate) $field: Setting<$value>,)*
        }

        impl Keys {
            pub(crate) fn new() -> Self {
                Keys { $($field: Setting::Empty,)* }
            }

            /// The setting of a key, without the type of its value.
            pub(crate) fn of(&self, key: Key) -> &dyn AnySetting {
                match key {
                    $(Key::$key => &self.$field,)*
                }
            }

            pub(crate) fn of_mut(&mut self, key: Key) -> &mut dyn AnySetting {
                match key {
                    $(Key::$key => &mut self.$field,)*
                }
            }

            /// Calls a visitor with the setting of a key.
            pub(crate) fn visit<V: Visitor>(&mut self, key: Key, visitor: V) -> V::Output {
                match key {
                    $(Key::$key => visitor.visit(&mut self.$field),)*
                }
            }
        }
    };
}

keys! {
    Capacity(capacity: Integer) "capacity", as in "capacity = 10_000",
        not ["size", "len", "length", "count", "limit", "slots", "max_len", "max_capacity", "cap", "n"];
    GrowsTo(grows_to: Integer) "grows_to", as in "grows_to = 16_000",
        not ["grow_to", "grows", "grow", "growable", "reserve", "room_for", "index_bits", "max_slots", "reach"];
    Values(values: ()) "values", as in "values", not ["value", "value_pool", "ranges", "by_value"];
    Columns(columns: ()) "columns", as in "columns",
        not ["column", "soa", "struct_of_arrays", "fields", "arrays", "columnar", "split"];
    Saved(saved: ()) "saved", as in "saved",
        not ["save", "saves", "saving", "savable", "saveable", "restored", "restorable", "serialize"];
    Dense(dense: ()) "dense", as in "dense",
        not ["packed", "contiguous", "compact", "slice", "dense_slot_map", "hop", "gapless", "no_holes"];
    Layout(layout: TableBits) "layout", as in "layout = u16", not ["table", "width", "repr", "bits", "index"];
    Bookkeeping(bookkeeping: Bookkeeping) "bookkeeping", as in "bookkeeping = free_list",
        not ["free_slots", "free", "free_list", "freelist", "index_stack", "strategy", "allocator"];
    Guard(guard: Guard) "guard", as in "guard = live", not ["check", "checks", "checked", "guarded"];
    Generations(generations: Integer) "generations", as in "generations = 30_000",
        not ["generation", "min_generations", "generation_count", "reuses", "versions", "promise"];
    GenerationBits(generation_bits: Integer) "generation_bits", as in "generation_bits = 8",
        not ["gen_bits", "version_bits"];
    HandleBytes(handle_bytes: Integer) "handle_bytes", as in "handle_bytes = 4",
        not ["handle_size", "handle_width", "handle_bits", "bytes_per_handle", "wide_handle", "wide"];
    OnWrap(on_wrap: OnWrap) "on_wrap", as in "on_wrap = retire",
        not ["wrap", "wrapping", "overflow", "on_overflow", "retire"];
    Quarantine(quarantine: Integer) "quarantine", as in "quarantine = 64",
        not ["delay", "cooldown", "reuse_delay", "reuse", "hold", "fifo", "ring", "queue", "minimum_free"];
    Strict(strict: ()) "strict", as in "strict",
        not ["strictly", "hard", "never_early", "always_wait", "strict_quarantine", "enforced"];
    Marks(marks: Marks) "marks", as in "marks = 8",
        not ["mark", "marked", "checkpoints", "checkpoint", "markers", "levels", "rollback"];
    Changes(changes: ()) "changes", as in "changes",
        not ["change", "changed", "track_changes", "change_detection", "dirty", "dirty_bits", "watch", "watched",
            "observe", "observed"];
    Boxed(boxed: ()) "boxed", as in "boxed", not ["owned", "owning", "boxes", "own", "owns", "pool_box"];
    Shared(shared: ()) "shared", as in "shared",
        not ["rc", "arc", "refcount", "refcounted", "ref_counted", "reference_counted", "counted", "share"];
    Objects(objects: First) "objects", as in "objects = Packet::EMPTY",
        not ["object", "kept", "keep", "recycle", "recycled", "pooled", "init", "initial", "initialised", "initialized",
            "lend", "lent", "static_objects"];
    Clear(clear: Method) "clear", as in "clear = reset",
        not ["reset", "cleared", "clean", "clean_up", "on_drop", "on_release", "on_return", "clear_with"];
    Sync(sync: Sync) "sync", as in "sync = local",
        not ["synchronization", "synchronized", "threading", "thread_safety", "concurrency", "send", "mode"];
    Exact(exact: ()) "exact", as in "exact", not ["precise", "uncached", "no_cache", "no_caches"];
    Wait(wait: ()) "wait", as in "wait",
        not ["waits", "waiting", "waiters", "await", "awaits", "async", "asynchronous", "waker", "wakers", "wakes",
            "future", "futures", "tasks", "block", "blocking"];
    OnFree(on_free: Function) "on_free", as in "on_free = radio::wake",
        not ["freed", "on_freed", "after_free", "free_hook", "hook", "callback", "notify", "wake", "on_available",
            "then"];
    Clone(clone: ()) "clone", as in "clone", not ["cloned", "clones", "cloneable", "clonable", "copy"];
    Handle(handle: Ident) "handle", as in "handle = ParticleId", not ["handle_name", "key", "id", "token"];
    Pool(pool: Ident) "pool", as in "pool = Particles", not ["pool_name", "name", "alias", "rename"];
    Box(pool_box: Ident) "box", as in "box = ParticlePtr", not ["box_name", "ptr", "pointer", "owner"];
    Align(align: Integer) "align", as in "align = 64", not ["alignment", "aligned"];
    MaxBytes(max_bytes: Integer) "max_bytes", as in "max_bytes = 64 * 1024",
        not ["max_size", "bytes", "budget", "max_memory", "memory"];
    Crate(krate: Path) "crate", as in "crate = my_engine::stackpool",
        not ["krate", "path", "crate_path", "crate_name"];
}

/// The keys that need `boxed`, `shared` or `objects`.
pub(crate) const OF_BOXES: &[Key] =
    &[Key::Clear, Key::Sync, Key::Exact, Key::Wait, Key::OnFree, Key::Clone, Key::Box];

impl Keys {
    /// The integers that the user gave, each with its key and its place.
    pub(crate) fn integers(&self) -> impl Iterator<Item = (Key, SpanRange, &Integer)> {
        let all = KEYS.iter().map(|key| key.meaning);
        all.filter_map(|key| self.of(key).integer().map(|(span, value)| (key, span, value)))
    }

    /// Whether the user asked for boxes: with `boxed`, `shared` or `objects` or, which is a mistake, only with a key
    /// that is for boxes.
    pub(crate) fn ask_for_boxes(&self) -> bool {
        let kinds = [Key::Boxed, Key::Shared, Key::Objects];
        kinds.iter().chain(OF_BOXES).any(|&key| !self.of(key).is_empty())
    }

    /// Whether no thread keeps free slots for itself: a task that waits could not get those.
    pub(crate) fn are_exact(&self) -> bool {
        !self.exact.is_empty() || !self.wait.is_empty()
    }

    /// The key that asks for boxes: `shared`, or else `objects`, or else `boxed`.
    pub(crate) fn box_key(&self) -> Key {
        let is_given = |key: &Key| !self.of(*key).is_empty();
        [Key::Shared, Key::Objects].into_iter().find(is_given).unwrap_or(Key::Boxed)
    }

    /// The setting of that key.
    pub(crate) fn boxes(&self) -> &dyn AnySetting {
        self.of(self.box_key())
    }
}

#[cfg(test)]
mod tests;
