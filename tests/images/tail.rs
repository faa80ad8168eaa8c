//! The order of free slots that come last in ascending order is not written, and their generations are runs.

use super::*;
use stackpool::Snapshot;

pool! {
    Many: [u32; 1_000_000];
    Runs: [u16; 2_000], quarantine = 0;
    WideRuns: [u16; 2_000], quarantine = 0, generation_bits = 14;
    WidestRuns: [u16; 2_000], quarantine = 0, generation_bits = 18;
    RetiringRuns: [u16; 2_000], quarantine = 0, on_wrap = retire, generation_bits = 14;
    DenseRuns: [u16; 2_000], quarantine = 0, dense;
    MarkedRuns: [u16; 2_000], quarantine = 0, dense, marks;
    NotingRuns: [u16; 2_000], quarantine = 0, changes;
    LargerRuns: [u16; 2_040], quarantine = 0, generation_bits = 18;
}

/// Fills the first `slots` slots, and frees them again.
fn use_and_clear<P: PoolSpec<Item = u16>>(pool: &mut Pool<P>, slots: usize)
where
    P::Layout: Tracked,
{
    pool.extend((0..slots).map(|slot| slot as u16));
    assert_eq!(pool.len(), slots);
    pool.clear();
}

/// An image is restored as the same state, and deltas lead from each of two images to the other.
fn is_right<P: PoolSpec<Item = u16>>(pool: &Pool<P>, base: &[u8]) -> Vec<u8>
where
    P::Layout: Tracked,
{
    let image = pool.save();
    let mut other = Pool::<P>::on_heap();
    use_and_clear(&mut other, 1_500);
    other.restore(&image).unwrap();
    assert!(*other == *pool);
    assert_eq!(other.save(), image);
    assert!(other.next_handles().eq(pool.next_handles()), "the handles of the next insertions");
    let delta = pool.delta(base).unwrap();
    assert_eq!(Pool::<P>::patch(base, &delta).unwrap(), image);
    other.restore(base).unwrap();
    let back = other.delta(&image).unwrap();
    assert_eq!(Pool::<P>::patch(&image, &back).unwrap(), base);
    image
}

fn has_runs_where_these_are_shorter<P: PoolSpec<Item = u16>>(bytes_of_slot: usize, cell: usize)
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    let empty = pool.save();
    assert_eq!(empty.len(), 72);
    use_and_clear(&mut pool, 1_999);
    let one_run = is_right(&pool, &empty);
    assert_eq!(one_run.len(), 72 + 8 + 8);
    use_and_clear(&mut pool, 500);
    let two_runs = is_right(&pool, &one_run);
    assert_eq!(two_runs.len(), 72 + 8 + 2 * 8);
    let diff = |first, second| <Pool<P> as Snapshot>::diff(first, second).unwrap().to_string();
    assert_eq!(diff(&two_runs, &two_runs), diff(&empty, &empty));
    let shown = diff(&one_run, &two_runs);
    assert!(shown.contains("free, generation 1  free, generation 2"), "{shown}");
    assert!(shown.contains("480 more"), "20 slots of 500 are shown: {shown}");
    // The delta has the first run alone.
    assert_eq!(pool.delta(&one_run).unwrap().len(), 32 + 16 + 72 + 12 + 8);

    // Objects at the front have cells and links, and the runs begin after them.
    pool.extend(0..7);
    let live = is_right(&pool, &two_runs);
    assert_eq!(live.len(), two_runs.len() + 7 * (bytes_of_slot + 2));
    let kept = pool.delta(&two_runs).unwrap();
    assert_eq!(kept.len(), 32 + 16 + 72 + 2 + 8 + 7 * (bytes_of_slot + 2) + 12);

    // Generations that change with every slot are cells: every second of 40 slots was used twice.
    pool.reset();
    pool.extend(0..40);
    pool.retain(|handle, _| handle.index() % 2 == 0);
    pool.extend(0..20);
    pool.clear();
    let cells = is_right(&pool, &live);
    assert_eq!(cells.len(), 72 + 8 + 40 * cell);
    pool.insert(1).unwrap();
    let one = is_right(&pool, &cells);
    assert_eq!(one.len(), cells.len() - cell + bytes_of_slot + 2);
    assert_eq!(pool.delta(&cells).unwrap().len(), kept.len() - 6 * (bytes_of_slot + 2));
}

#[test]
fn generations_of_free_slots_are_runs_or_cells() {
    has_runs_where_these_are_shorter::<WideRuns>(4, 2);
    if !IS_SMALL {
        has_runs_where_these_are_shorter::<Runs>(3, 1);
        has_runs_where_these_are_shorter::<WidestRuns>(6, 4);
        has_runs_where_these_are_shorter::<DenseRuns>(5, 1);
        has_runs_where_these_are_shorter::<MarkedRuns>(5, 1);
        has_runs_where_these_are_shorter::<NotingRuns>(3, 1);
        has_runs_where_these_are_shorter::<RetiringRuns>(4, 2);
    }
}

#[test]
fn an_image_has_a_tail_only_if_it_is_shorter() {
    // A slot has 3 bytes. A tail has 8, and a cell for each slot, or 8 more if that is less. A delta of it has 4 more.
    for (slots, of_slots) in [(1, 3), (5, 15), (6, 8 + 6), (7, 8 + 7), (8, 8 + 8), (9, 8 + 8), (900, 8 + 8)] {
        let mut pool = Pool::<Runs>::on_heap();
        use_and_clear(&mut pool, slots);
        let image = pool.save();
        assert_eq!(has_tail(&image), slots >= 6);
        assert_eq!(image.len(), 72 + of_slots);
    }
}

#[test]
fn tails_that_no_pool_writes_are_errors() {
    let mut pool = Pool::<Runs>::on_heap();
    use_and_clear(&mut pool, 1_999);
    use_and_clear(&mut pool, 500);
    pool.extend(0..7);
    let image = pool.save();
    let before = image.clone();
    let tail = image.len() - 24;
    // A cell is in the first of 4 bytes, on any machine.
    let bytes_of =
        |at: usize, number: u32| if at == 3 || at == 5 { number.to_le_bytes() } else { number.to_ne_bytes() };
    let more = |numbers: &[u32]| {
        let numbers: Vec<_> =
            numbers.iter().enumerate().flat_map(|(at, &number)| bytes_of(at, number)).collect();
        [&image[..tail], &numbers].concat()
    };
    assert_eq!(more(&[1_999, 2, 500, 2, 1_999, 1]), image);
    let put = |at: usize, number: u32| {
        let mut other = image.clone();
        other[tail + 4 * at..][..4].copy_from_slice(&bytes_of(at, number));
        other
    };
    let short_header = |bits: u8| {
        let mut other = image.clone();
        other[12] ^= bits;
        other
    };
    let wrong = [
        // The end: beyond the capacity, before the extent, another one than that of the last run.
        put(0, 2_001),
        put(0, 7),
        put(0, 0),
        put(0, 2_000),
        // The number of runs: another one, or cells.
        put(1, 1),
        put(1, 3),
        put(1, 0),
        put(1, u32::MAX),
        // The runs: not in order, without a slot, up to another slot.
        put(2, 7),
        put(2, 1_999),
        put(2, 2_500),
        put(4, 500),
        put(4, 1_998),
        // Their cells: equal ones, live ones, ones that no cell has, one of a new slot at the end.
        put(3, 1),
        put(3, 0x80),
        put(3, 0x1_02),
        put(5, 0),
        more(&[1_999, 2, 500, 2, 1_999]),
        more(&[1_999, 2, 500, 2, 1_999, 1, 0]),
        more(&[]),
        more(&[1_999]),
        // An image that says that it has none.
        short_header(8),
    ];
    for (number, wrong) in wrong.iter().enumerate() {
        assert!(pool.restore(wrong).is_err(), "change {number}");
        assert_eq!(pool.save(), before);
        assert!(Pool::<Runs>::check_saved(wrong).is_err());
    }
    // As cells they are longer.
    let cells: Vec<u8> = (7..1_999).map(|slot| if slot < 500 { 2 } else { 1 }).collect();
    let longer = [&image[..tail], &1_999_u32.to_ne_bytes(), &[0; 4], &*cells].concat();
    assert!(pool.restore(&longer).is_err());
    // A slot before the tail, with the last link, that belongs to it.
    pool.clear();
    let cleared = pool.save();
    assert_eq!(cleared.len(), 72 + 8 + 3 * 8);
    let mut longer = [&cleared[..72], &[cleared[72 + 12], 0, 0], &cleared[72..]].concat();
    longer[32..36].copy_from_slice(&1_u32.to_ne_bytes());
    assert_eq!(pool.restore(&longer), Err(RestoreError::FreeOrder.into()));
    assert_eq!(pool.save(), cleared);
    pool.restore(&image).unwrap();
    assert_eq!(pool.save(), before);
}

/// A guard without generations, and a small pool, have none.
#[test]
fn a_tail_where_no_pool_has_one_is_an_unknown_version() {
    fn check<P: PoolSpec<Item = u32>>(version: u16)
    where
        P::Layout: Tracked,
    {
        let mut pool = after::<P>(&[Operation::InsertMany(20)]);
        let mut image = pool.save();
        image[12..14].copy_from_slice(&(version | 8).to_ne_bytes());
        assert_eq!(pool.restore(&image), Err(RestoreError::Version(u32::from(version) | 8).into()));
        assert!(pool.delta(&image).is_err());
    }
    check::<Bytes>(2);
    check::<ThreeBytes>(2);
    check::<MarkedLive>(3);
}

#[test]
fn flips_of_tails_are_errors_or_equal() {
    let mut pool = Pool::<TailedWide>::on_heap();
    for slots in [100, 30, 20] {
        pool.extend(0..slots);
        pool.clear();
    }
    pool.extend([1, 2, 3]);
    assert!(has_tail(&pool.save()));
    flips_are_errors_or_equal(&pool, if IS_SMALL { &[1] } else { &[1, 2, 4, 8, 16, 32, 64, 128, 255] });
}

#[test]
fn an_image_of_a_smaller_definition_keeps_its_generations() {
    let mut pool = Pool::<Runs>::on_heap();
    for slots in [1_999, 700, 40] {
        use_and_clear(&mut pool, slots);
    }
    pool.extend(0..40);
    pool.retain(|handle, _| handle.index() % 2 == 0);
    pool.extend(0..20);
    let handles: Vec<_> = pool.handles().collect();
    for is_cleared in [false, true] {
        if is_cleared {
            pool.clear();
        }
        let image = pool.save();
        assert!(has_tail(&image));
        let mut larger = Pool::<LargerRuns>::on_heap();
        larger.restore_resized(&image).unwrap();
        let again = larger.save();
        let mut other = Pool::<LargerRuns>::on_heap();
        other.restore(&again).unwrap();
        assert!(*other == *larger);
        for &handle in &handles {
            let same = Handle::<LargerRuns>::from_bits(handle.to_bits()).unwrap();
            assert_eq!(larger.get(same), pool.get(handle));
        }
        let next: Vec<_> = pool.next_handles().take(1_000).map(Handle::to_bits).collect();
        let larger_next: Vec<_> = larger.next_handles().take(1_000).map(Handle::to_bits).collect();
        assert_eq!(larger_next, next);
    }
}

#[test]
fn ten_objects_after_a_burst_of_a_million() {
    if IS_SMALL {
        return;
    }
    let mut pool = Pool::<Many>::on_heap();
    pool.extend(0..1_000_000);
    let full = pool.save();
    pool.clear();
    pool.extend(0..10);
    let image = pool.save();
    // Cells and links of those that wait and of the objects.
    let slots = Pool::<Many>::QUARANTINE + 10;
    assert_eq!(image.len(), 72 + 4 * slots + 4 * 10 + 16);
    let mut other = Pool::<Many>::on_heap();
    other.restore(&full).unwrap();
    other.restore(&image).unwrap();
    assert!(*other == *pool && other.next_handles().eq(pool.next_handles()));
    assert_eq!(Pool::<Many>::patch(&full, &pool.delta(&full).unwrap()).unwrap(), image);
}
