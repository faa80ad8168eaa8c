//! Objects that stay in their slots are dropped by nobody, so they are not shared either.

use stackpool::__private::{CountSlots, SharedCounts, count_static_kind};
use stackpool::{SharedBox, SharedSpec, pool};

pool! {
    Texts: [String; 1], objects = String::new();
}

static COUNTS: CountSlots<Texts, { count_static_kind::<Texts>() }> = CountSlots::new();

impl SharedSpec for Texts {
    const COUNTS: SharedCounts<Self> = SharedCounts::new(&COUNTS);
}

fn main() {
    drop(SharedBox::<Texts>::new_cyclic(|_| "dropped".to_owned()).ok());
    let text = TextsObject::acquire().unwrap();
    assert_eq!(text.as_str(), "");
}
