//! A struct that derives `SideTables`, and the keys of its attributes.

use crate::spec::keywords::{Keyword, keyword};
use syn::{Generics, Ident, Member, Path, Type};

/// A struct of pools, side tables and structures.
pub(crate) struct TablesSpec {
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
    /// The path to `stackpool`, if it is given.
    pub(crate) krate: Option<Path>,
    /// The definitions whose objects it forgets. Empty if they are not known: then there is a mistake.
    pub(crate) of: Vec<Type>,
    /// The fields that are not skipped.
    pub(crate) fields: Vec<(Member, Type)>,
}

/// A key of `#[tables(..)]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Of,
    Skip,
    Crate,
}

/// All keys, with other words that users may try.
pub(crate) const KEYS: &[Keyword<Key>] = &[
    keyword(
        "of",
        Key::Of,
        &[
            "pool",
            "pools",
            "over",
            "object",
            "objects",
            "item",
            "items",
            "definition",
            "spec",
            "key",
            "keys",
            "by",
        ],
    ),
    keyword("skip", Key::Skip, &["ignore", "ignored", "skipped", "omit", "exclude", "none", "not"]),
    keyword("crate", Key::Crate, &["krate", "path", "crate_path", "crate_name"]),
];
