//! Samples of a sensor: a static pool with a table of `u16` under guard `generation`. Tests stale handles, batches
//! and iteration.

use crate::checks::Checks;
use stackpool::{DisjointError, Pool};

const SAMPLES: usize = 18 * 15;

/// A sample.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = SAMPLES, guard = generation, quarantine = 0)]
pub struct Sample {
    channel: u8,
    value: u16,
}

fn sample(value: u16) -> Sample {
    Sample { channel: (value % 8) as u8, value }
}

/// All operations of a pool whose handles carry a generation.
pub fn run(checks: &mut Checks) {
    // 9 bits of index leave 7 bits of generation in two bytes.
    checks.equal((size_of::<SampleHandle>(), size_of::<Option<SampleHandle>>()), (2, 2));
    checks.equal((SamplePool::INDEX_BITS, SamplePool::GENERATION_BITS), (9, 7));

    let pool = Sample::take_pool();
    checks.that(pool.is_ok());
    let Ok(pool) = pool else { return };
    stale_handles(pool, checks);
    batches(pool, checks);
    iteration(pool, checks);
}

fn stale_handles(pool: &mut SamplePool, checks: &mut Checks) {
    let Ok(first) = pool.insert(sample(1)) else {
        return checks.that(false);
    };
    checks.equal(pool.remove(first), Some(sample(1)));
    checks.equal(pool.remove(first), None);
    checks.equal(pool.get(first), None);
    let Ok(second) = pool.insert(sample(2)) else {
        return checks.that(false);
    };
    checks.equal(second.index(), first.index());
    checks.that(first != second);
    checks.that(!pool.contains(first));
    checks.equal(pool[second], sample(2));
    checks.equal(SampleHandle::from_bits(second.to_bits()), Some(second));

    // A stale handle is `None` until its generation is reached again.
    let mut latest = second;
    let mut distance = 1;
    while pool.get(first).is_none() && distance < 1_000 {
        pool.remove(latest);
        let Ok(handle) = pool.insert(sample(3)) else {
            return checks.that(false);
        };
        latest = handle;
        distance += 1;
    }
    checks.equal(distance, SamplePool::GENERATIONS);

    // An item that stores its own handle, and a vacant entry that is dropped without an insertion.
    let made = pool.insert_with(|handle| sample(handle.index() as u16));
    checks.equal(made.map(|handle| pool[handle].value).ok(), Some(1));
    if let Ok(entry) = pool.vacant_entry() {
        checks.equal(entry.handle().index(), 2);
    }
    checks.equal(pool.len(), 2);
    pool.clear();
    checks.equal((pool.len(), pool.remaining_capacity()), (0, SAMPLES));
    // Generations survive `clear`.
    checks.equal(pool.get(latest), None);
}

fn batches(pool: &mut SamplePool, checks: &mut Checks) {
    let mut burst = [None; 32];
    match pool.insert_many((0..32).map(sample as fn(u16) -> Sample)) {
        Ok(handles) => burst.iter_mut().zip(handles).for_each(|(place, handle)| *place = Some(handle)),
        Err(_) => return checks.that(false),
    }
    let Some(first) = burst[0] else {
        return checks.that(false);
    };
    let handles = burst.map(|handle| handle.unwrap_or(first));
    checks
        .that(handles.iter().enumerate().all(|(position, &handle)| pool[handle] == sample(position as u16)));

    // The batch has more items than there is room for, so nothing is inserted.
    let too_many = core::iter::repeat_n(sample(9), SAMPLES);
    checks.equal(pool.insert_many(too_many).map(|handles| handles.len()).map_err(drop), Err(()));
    checks.equal(pool.len(), 32);

    // The batch has the same handle twice, so nothing is removed.
    let twice = [handles[3], handles[4], handles[3]];
    checks.equal(pool.remove_many(&twice).map(|items| items.len()).map_err(|stale| stale.position()), Err(2));
    checks.that(
        matches!(pool.get_disjoint_mut(twice), Err(DisjointError::Overlapping(handle)) if handle == twice[0]),
    );
    checks.equal(pool.len(), 32);

    let removed = pool.remove_many(&handles[8..16]);
    checks.equal(
        removed.map(|items| items.map(|item| u32::from(item.value)).sum()).ok(),
        Some((8..16).sum::<u32>()),
    );
    checks.equal(pool.len(), 24);
    // The slot freed last is the first to be used again.
    checks.equal(pool.next_handle().map(SampleHandle::index), Some(handles[15].index()));
    pool.clear();
}

fn iteration(pool: &mut SamplePool, checks: &mut Checks) {
    let mut next = 0;
    while let Ok(handle) = pool.insert(sample(next)) {
        checks.equal(handle.index(), usize::from(next));
        next += 1;
    }
    checks.equal(usize::from(next), SAMPLES);
    checks.equal(pool.insert(sample(7)).map_err(stackpool::Full::into_inner), Err(sample(7)));

    let sum = |pool: &SamplePool| pool.values().map(|sample| u32::from(sample.value)).sum::<u32>();
    checks.equal(sum(pool), (0..SAMPLES as u32).sum());

    pool.retain(|handle, sample| handle.index() % 3 == 0 && sample.channel != 0);
    let expected = (0..SAMPLES as u32).filter(|value| value % 3 == 0 && value % 8 != 0);
    checks.equal(pool.len(), expected.clone().count());
    checks.equal(sum(pool), expected.clone().sum());
    checks.that(pool.iter().map(|(handle, _)| handle.index() as u32).eq(expected.clone()));
    checks.that(pool.handles().all(|handle| pool.contains(handle)));

    for (_, sample) in pool.iter_mut() {
        sample.value += 1;
    }
    checks.equal(sum(pool), expected.clone().map(|value| value + 1).sum());
    let found = pool.values().last().and_then(|item| pool.handle_of(item));
    checks.equal(found, pool.handles().last());
    checks.that(found.is_some());

    checks.equal(pool.drain().count(), expected.count());
    checks.that(pool.is_empty());
}
