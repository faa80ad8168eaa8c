//! Churn, lookup and iteration of pools, beside `slab` and `slotmap`: 60,000 slots of 32 bytes, half of them in use.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use slab::Slab;
use slotmap::{DefaultKey, SlotMap};
use stackpool_benches::{
    CAPACITY, Container, Item, Packed18Pool, Random, ShortsLivePool, ShortsPool, Split24Pool, WordsPool,
};
use std::hint::black_box;

/// Items alive.
const LIVE: usize = CAPACITY / 2;

/// Operations of one sample's iteration.
const BATCH: usize = 1_000;

/// A container that was filled, and of which random items were removed down to `live`.
fn scattered<C: Container>(live: usize) -> (C, Vec<C::Key>) {
    let mut container = C::with_capacity();
    let mut random = Random::new();
    let mut keys: Vec<C::Key> = (0..CAPACITY as u64).map(|i| container.insert([i; 4])).collect();
    while keys.len() > live {
        let key = keys.swap_remove(random.below(keys.len()));
        container.remove(key);
    }
    (container, keys)
}

/// A random victim leaves, a new item comes.
fn churn<C: Container>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
    let (mut container, mut keys) = scattered::<C>(LIVE);
    let mut random = Random::new();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for i in 0..BATCH as u64 {
                let victim = random.below(LIVE);
                black_box(container.remove(keys[victim]));
                keys[victim] = container.insert([i; 4]);
            }
        });
    });
}

/// Random lookups.
fn get<C: Container>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
    let (container, keys) = scattered::<C>(LIVE);
    let mut random = Random::new();
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            (0..BATCH).fold(0_u64, |sum, _| {
                sum.wrapping_add(container.get(keys[random.below(LIVE)]).map_or(0, |item: &Item| item[1]))
            })
        });
    });
}

/// One pass over all items, a tenth of the slots or half of them in use.
fn iterate<C: Container>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, live: usize) {
    let (container, _) = scattered::<C>(live);
    group.bench_function(name, |bencher| bencher.iter(|| black_box(&container).sum()));
}

/// Calls a benchmark for every container.
macro_rules! for_all {
    ($benchmark:ident($group:expr $(, $argument:expr)*)) => {{
        let group = $group;
        $benchmark::<Box<ShortsPool>>(group, "stackpool u16" $(, $argument)*);
        $benchmark::<Box<ShortsLivePool>>(group, "stackpool u16, live" $(, $argument)*);
        $benchmark::<Box<Packed18Pool>>(group, "stackpool packed18" $(, $argument)*);
        $benchmark::<Box<Split24Pool>>(group, "stackpool split24" $(, $argument)*);
        $benchmark::<Box<WordsPool>>(group, "stackpool u32" $(, $argument)*);
        $benchmark::<Slab<Item>>(group, "slab" $(, $argument)*);
        $benchmark::<SlotMap<DefaultKey, Item>>(group, "slotmap" $(, $argument)*);
    }};
}

fn benchmarks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("churn");
    group.throughput(Throughput::Elements(BATCH as u64));
    for_all!(churn(&mut group));
    group.finish();

    let mut group = criterion.benchmark_group("get");
    group.throughput(Throughput::Elements(BATCH as u64));
    for_all!(get(&mut group));
    group.finish();

    for percent in [10, 50, 100] {
        let live = CAPACITY * percent / 100;
        let mut group = criterion.benchmark_group(format!("iterate {percent} %"));
        group.throughput(Throughput::Elements(live as u64));
        for_all!(iterate(&mut group, live));
        group.finish();
    }
}

criterion_group!(pools, benchmarks);
criterion_main!(pools);
