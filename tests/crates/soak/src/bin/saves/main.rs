//! Saves that earlier versions wrote, with random mutations, are loaded again and again.
//!
//! ```text
//! saves [MUTATIONS [SEED]]      10 million
//! ```
//!
//! A save that is refused leaves the value as it was. One that is accepted is saved as the same bytes, and whatever can
//! be seen of the value is consistent: [`walk`] hands out each slot that is left, and takes back all objects.
//!
//! A failure prints the save of the value before, and the bytes that were loaded.

mod mutate;
mod target;
mod walk;

#[path = "../../../../../worlds/golden/definitions.rs"]
#[expect(dead_code, reason = "the deltas of some definitions are tested elsewhere")]
mod definitions;

use definitions::*;
use mutate::mutate;
use stackpool::{HandleMap, ListPool, Pool, ValuePool};
use stackpool_soak::{Random, argument};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;
use target::{Load, Target};

fn main() -> ExitCode {
    let (mutations, seed) = (argument(1, 10_000_000_u64), argument(2, 1));
    macro_rules! targets {
        ($($name:literal $kind:ident $ty:ty = $new:expr;)*) => {
            [$(Box::new(Target::<$ty>::new($name, stringify!($ty), $new, walk::$kind)) as Box<dyn Load>),*]
        };
    }
    let mut targets = each_save!(targets);
    let files: Vec<_> = targets.iter().map(|target| target.file().to_vec()).collect();
    let mut random = Random::new(seed);
    let (begin, mut bytes) = (Instant::now(), Vec::new());
    for number in 0..mutations {
        let at = random.below(targets.len());
        let target = &mut targets[at];
        bytes.clear();
        // Mutations of mutations lead further away.
        bytes.extend(if random.percent(75) { target.file() } else { target.before() });
        mutate(&mut bytes, &files[random.below(files.len())], &mut random);
        let resizes = random.percent(10);
        let loaded = catch_unwind(AssertUnwindSafe(|| target.load(&bytes, resizes)));
        if loaded.is_err() {
            println!("{} as {}: mutation {number} of seed {seed}", target.name(), target.type_name());
            println!("before: {}", hex(target.before()));
            println!("loaded: {}", hex(&bytes));
            return ExitCode::FAILURE;
        }
    }
    let micros = begin.elapsed().as_secs_f64() * 1e6 / mutations as f64;
    println!(
        "{mutations} mutations of {} pairs of a file and a type, seed {seed}, {micros:.2} us each",
        targets.len()
    );
    let mut results = BTreeMap::new();
    for target in &targets {
        let [accepted, refused] = target.counts();
        println!("{:28} {:34} {accepted} accepted, {refused} refused", target.name(), target.type_name());
        for (result, count) in target.results() {
            *results.entry(result).or_insert(0) += count;
        }
    }
    for (result, count) in results {
        println!("{count:10} {result}");
    }
    ExitCode::SUCCESS
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
