//! Data that a side table refuses. The values that were read before the mistake are dropped.

use serde::{Deserialize, Deserializer};
use std::rc::Rc;

thread_local!(static ALIVE: Rc<()> = Rc::new(()));

/// A value that counts itself.
#[derive(Debug)]
pub(super) struct Counted(#[expect(dead_code, reason = "it is there to be dropped")] Rc<()>);

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u8::deserialize(deserializer)?;
        Ok(Counted(ALIVE.with(Rc::clone)))
    }
}

/// Each text is an error of `read` that contains what is beside it, and leaves an empty table.
pub(super) fn refuses<T>(
    table: &mut T,
    read: fn(&mut T, &str) -> serde_json::Result<()>,
    len: fn(&T) -> usize,
    mistakes: &[(&str, &str)],
) {
    for (text, why) in mistakes {
        read(table, r#"[["3v0",1],["4v0",1],["5v0",1]]"#).unwrap();
        assert_eq!((len(table), ALIVE.with(Rc::strong_count)), (3, 4));
        let error = read(table, text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
        assert_eq!((len(table), ALIVE.with(Rc::strong_count)), (0, 1), "{text}");
    }
}

/// What every side table of `Units` refuses.
pub(super) const MISTAKES: [(&str, &str); 7] = [
    (r#"[["0v0",1],["1v0",2],["0v0",3]]"#, "slot 0 occurs twice"),
    (r#"[["0v0",1],["1v0",2],["0v1",3]]"#, "slot 0 occurs twice"), // another generation
    (r#"[["0v0",1],["100v0",2]]"#, "the slot and the generation of a handle of `Units`"),
    (r#"[["0v0",1],["1v0",256]]"#, "u8"),
    (r#"[["0v0",1],["1v0"]]"#, "invalid length 1"),
    (r#"[["0v0",1],["1v0",2]"#, "EOF"),
    ("7", "values under handles of `Units`"),
];
