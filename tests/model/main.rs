//! Compares pools of every width, guard, bookkeeping and type of items with the model of `tests/common/model`.

#[path = "../common/drops.rs"]
mod drops;
#[path = "../common/model/mod.rs"]
#[expect(dead_code, reason = "some of it is for the fuzz targets")]
mod model;
#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

// Its pools take a compiler that optimises several minutes.
#[cfg(debug_assertions)]
mod all_sequences;
mod changes;
mod dense;
mod generic;
mod groups;
mod items;
mod large;
mod lists;
mod stores;
mod tables;

use model::{Record, Run, Subject};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Plays random steps on pools. `most` is the largest number of steps per case.
fn check(config: ProptestConfig, most: usize, pools: fn() -> Vec<Box<dyn Subject>>) {
    let records = prop::collection::vec(any::<u64>().prop_map(Record::new), 0..most);
    let checked = TestRunner::new(config).run(&records, |records| {
        let mut run = Run::new(pools());
        run.play(records);
        run.finish();
        Ok(())
    });
    checked.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Declares one test per definition: its item, capacity, options and abilities.
macro_rules! models {
    ($cases:expr, $steps:expr; $(
        $test:ident: $name:ident [$item:ty; $capacity:expr $(, $($options:tt)*)?] $(.$ability:ident($($args:tt)*))*;
    )*) => {
        stackpool::pool! {
            $($name: [$item; $capacity] $(, $($options)*)?;)*
        }

        $(
            #[test]
            fn $test() {
                crate::check($cases, $steps, || {
                    let abilities = crate::model::Abilities::<$name>::new()$(.$ability($($args)*))*;
                    vec![Box::new(crate::model::Tested::new(abilities))]
                });
            }
        )*
    };
}

use models;
