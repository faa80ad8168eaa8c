//! The definitions of pools that the page can switch to. The widths of a pool follow from its definition while the
//! program is compiled, so each choice is a definition of its own.

use crate::json::Json;
use crate::keys::{Guard, Keys};
use crate::planner;
use crate::pools::{InSlots, Packed, Place, PoolOf, Sparks};
use crate::sky::Sky;
use crate::spark::Spark;
use stackpool::{ColumnPool, PoolSpec, pool};

/// A definition, its constants, and how a pool of it is made.
pub(crate) struct Definition {
    pub(crate) keys: Keys,
    pub(crate) capacity: usize,
    handle_bytes: usize,
    bookkeeping_bytes: usize,
    total_bytes: usize,
    quarantine: usize,
    make: fn() -> Box<dyn Sparks>,
}

/// Adds definitions to a list. Each line in `each_quarantine` and below adds more of them.
macro_rules! definition {
    ($all:ident, $capacity:literal, $place:ty, $keys:expr, [$($attribute:tt)*]) => {{
        pool! { Sparks: [Spark; $capacity], columns $($attribute)*; }
        $all.push(Definition::of::<Sparks, $place>(Keys { capacity: $capacity, ..$keys }));
    }};
}

macro_rules! each_quarantine {
    ($all:ident, $capacity:literal, $place:ty, $keys:expr, [$($attribute:tt)*]) => {
        definition!($all, $capacity, $place, $keys, [$($attribute)*]);
        definition!($all, $capacity, $place, Keys { quarantine: Some(0), ..$keys }, [$($attribute)*, quarantine = 0]);
        definition!(
            $all, $capacity, $place, Keys { quarantine: Some(512), ..$keys }, [$($attribute)*, quarantine = 512]
        );
    };
}

macro_rules! each_guard {
    ($all:ident, $capacity:literal, $place:ty, $keys:expr, [$($attribute:tt)*]) => {
        each_quarantine!($all, $capacity, $place, $keys, [$($attribute)*]);
        each_quarantine!(
            $all, $capacity, $place, Keys { generation_bits: Some(8), ..$keys }, [$($attribute)*, generation_bits = 8]
        );
        each_quarantine!($all, $capacity, $place, Keys { guard: Guard::Live, ..$keys }, [$($attribute)*, guard = live]);
        definition!($all, $capacity, $place, Keys { wide: true, ..$keys }, [$($attribute)*, layout = u32]);
    };
}

macro_rules! each_capacity {
    ($($capacity:literal),*) => {{
        let mut all = Vec::new();
        let default = Keys::new(1);
        $(
            each_guard!(all, $capacity, Packed, Keys { dense: true, ..default }, [, dense]);
            each_guard!(all, $capacity, InSlots, default, []);
            definition!(all, $capacity, InSlots, Keys { guard: Guard::None, ..default }, [, guard = none]);
        )*
        all
    }};
}

/// All definitions.
pub(crate) fn all() -> Vec<Definition> {
    each_capacity!(1_000, 10_000, 32_767, 60_000)
}

impl Definition {
    fn of<P: PoolSpec<Item = Spark> + 'static, L: Place<P> + 'static>(keys: Keys) -> Self {
        Definition {
            keys,
            capacity: ColumnPool::<P>::CAPACITY,
            handle_bytes: ColumnPool::<P>::HANDLE_BYTES,
            bookkeeping_bytes: ColumnPool::<P>::BOOKKEEPING_BYTES,
            total_bytes: ColumnPool::<P>::TOTAL_BYTES,
            quarantine: ColumnPool::<P>::QUARANTINE,
            make: || Box::new(PoolOf::<P, L>::new()),
        }
    }

    /// A sky whose pool is empty.
    pub(crate) fn sky(&self) -> Sky {
        Sky::new((self.make)(), self.capacity, self.quarantine)
    }

    fn describe(&self, json: &mut Json) {
        let keys = self.keys;
        json.text(
            "text",
            &format!("pool! {{ Sparks: [Spark; {}], columns{}; }}", keys.capacity_text(), keys.others()),
        );
        json.number("capacity", self.capacity as u64);
        json.flag("dense", keys.dense);
        json.text("layout", if keys.wide { "u32" } else { "smallest" });
        let guard = match keys.guard {
            Guard::Generation => "generation",
            Guard::Live => "live",
            Guard::None => "none",
        };
        json.text("guard", guard);
        json.text("bits", &keys.generation_bits.map_or("default".into(), |bits| bits.to_string()));
        json.text("waits", &keys.quarantine.map_or("default".into(), |slots| slots.to_string()));
        json.number("item", size_of::<Spark>() as u64);
        json.number("handle_bytes", self.handle_bytes as u64);
        json.number("bookkeeping", self.bookkeeping_bytes as u64);
        json.number("bytes", self.total_bytes as u64);
        planner::widths(keys.widths(), json);
    }
}

/// All definitions as JSON, in their order.
pub(crate) fn describe(all: &[Definition]) -> String {
    let mut json = Json::new();
    json.object(|json| {
        json.list("definitions", |json| {
            for definition in all {
                json.object(|json| definition.describe(json));
            }
        });
    });
    json.into_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_of_a_definition_is_what_it_is() {
        let all = all();
        for definition in &all {
            let Definition { keys, capacity, handle_bytes, bookkeeping_bytes, .. } = *definition;
            assert_eq!(keys.capacity as usize, capacity);
            assert_eq!(usize::from(keys.widths().handle_bytes), handle_bytes, "{keys}");
            // Pools of columns have one more counter.
            assert_eq!(keys.bookkeeping_bytes() as usize + 4, bookkeeping_bytes, "{keys}");
        }
        assert_eq!(all.len(), 84);
        let mut texts: Vec<String> = all.iter().map(|definition| definition.keys.to_string()).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), all.len());
    }

    #[test]
    fn a_pool_of_each_definition_fills_up() {
        for definition in all() {
            let mut sky = definition.sky();
            let spark = Spark { life: 1.0, fade: 0.1, ..bytemuck::Zeroable::zeroed() };
            while sky.add(spark) {}
            assert_eq!((sky.len(), sky.refused()), (definition.capacity, 1));
            sky.step(0.5);
            assert_eq!(sky.len(), definition.capacity);
            sky.step(20.0);
            assert_eq!(sky.len(), 0);
        }
    }
}
