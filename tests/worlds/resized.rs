//! Saves that were written before a capacity was raised, or before there were generations.

mod worlds;

use super::*;
use stackpool::layout::Tracked;
use stackpool::{Handle, PoolSpec, ResizeError};
use std::collections::BTreeSet;

pool! {
    /// Indexes of 10 bits, and 64 generations.
    V1: [u32; 600];
    V2: [u32; 1_000];
    V1Listed: [u32; 600], bookkeeping = free_list;
    V2Listed: [u32; 1_000], bookkeeping = free_list;
    /// Of 8 bits, without generations.
    C254: [u32; 254], quarantine = 4;
    C255: [u32; 255], quarantine = 4;
    C256: [u32; 256];
    BelowPower: [u32; 600];
    Power: [u32; 1_024];
    /// Links of 1 and of 2 bytes.
    Live200: [u32; 200], guard = live, quarantine = 4;
    Live60k: [u32; miri_or(300, 60_000)], guard = live, quarantine = 4;
    Live20: [u32; 20], guard = live;
    Live256: [u32; 256], guard = live, quarantine = 4;
    /// Generations instead of `live`.
    Grown: [u32; miri_or(300, 60_000)], generation_bits = 8, quarantine = 4;
    Wide: [u32; miri_or(300, 60_000)], generation_bits = 12, quarantine = 4;
    Widest: [u32; miri_or(300, 6_000)], generation_bits = 18, quarantine = 4;
    /// More generations, and cells of 8, 16 and 32 bits.
    G2: [u32; 140], generation_bits = 2, quarantine = 8;
    G6: [u32; 200], generation_bits = 6, quarantine = 8;
    G12: [u32; 200], generation_bits = 12, quarantine = 8;
    G20: [u32; 200], generation_bits = 20, quarantine = 8;
    NoQuarantine: [u32; 140], generation_bits = 2, quarantine = 0;
    FewWait: [u32; 200], generation_bits = 2, quarantine = 2;
    /// Slots that retire.
    Retiring: [u32; 5], generation_bits = 14, on_wrap = retire, quarantine = 0;
    MoreRetiring: [u32; 7], generation_bits = 14, on_wrap = retire, quarantine = 0;
    RetiringLater: [u32; 7], generation_bits = 15, on_wrap = retire, quarantine = 0;
    NotRetiring: [u32; 7], generation_bits = 14, quarantine = 0;
    /// Other items.
    Floats: [f32; 1_000];
    Longs: [u64; 1_000];
}

/// Inserts and removes, as a number says, and returns the handles that were ever given out.
fn use_pool<P: PoolSpec<Item = u32, Layout: Tracked>>(
    pool: &mut Pool<P>,
    mut seed: u32,
    steps: u32,
) -> Vec<Handle<P>> {
    let mut handles = Vec::new();
    for step in 0..steps {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if seed >> 24 < 150 {
            handles.extend(pool.insert(step));
        } else if let Some(which) = (seed as usize >> 4).checked_rem(handles.len()) {
            pool.remove(handles[which]);
        }
    }
    handles
}

/// The handle of a pool of type `B` that means the same.
fn same<A: PoolSpec, B: PoolSpec>(handle: Handle<A>) -> Handle<B> {
    Handle::from_bits(handle.to_bits()).expect("a handle of the larger pool")
}

/// The free slots that wait, as a saved pool says.
fn waiting(saved: &[u8]) -> usize {
    u32::from_ne_bytes(saved[36..40].try_into().unwrap()) as usize
}

/// Saves a pool of the smaller definition, and restores it in the larger one.
fn grows<A, B>()
where
    A: PoolSpec<Item = u32, Layout: Tracked>,
    B: PoolSpec<Item = u32, Layout: Tracked>,
{
    for seed in 0..miri_or(1, 4) {
        let mut small = Pool::<A>::on_heap();
        let handles = use_pool(&mut small, seed, miri_or(30, 1_500));
        let saved = small.save();
        let mut large = Pool::<B>::on_heap();
        large.extend(0..20);
        large.restore_resized(&saved).unwrap();

        // The same objects under the same handles, and the same handles are stale.
        assert!(!small.is_empty());
        let of_small = small.iter().map(|(handle, item)| (handle.to_bits(), *item));
        assert!(large.iter().map(|(handle, item)| (handle.to_bits(), *item)).eq(of_small));
        for &handle in &handles {
            assert_eq!(large.get(same(handle)), small.get(handle));
        }

        // The bytes are those of a pool of the larger definition.
        let mut buffer = vec![7; Pool::<B>::SAVED_BYTES];
        let resized = Pool::<B>::resize_saved(&saved, &mut buffer).unwrap();
        assert!(*resized == large.save());
        let length = resized.len();
        let error = Pool::<B>::resize_saved(&saved, &mut buffer[..length - 1]).unwrap_err();
        assert!(matches!(error.error(), ResizeError::BufferTooSmall(error) if error.needed() == length));

        // The same slots come next, until only slots that wait are left in the smaller pool.
        let free = small.remaining_capacity() - waiting(&saved);
        for item in 0..free as u32 {
            let (a, b) = (small.insert(item).unwrap(), large.insert(item).unwrap());
            assert_eq!(a.to_bits(), b.to_bits());
        }
        // Then the slots that only the larger pool has, in ascending order.
        for index in Pool::<A>::CAPACITY..Pool::<B>::CAPACITY {
            assert_eq!(large.insert(0).unwrap().index(), index);
        }
        // Then those that waited, the oldest first.
        for item in 0..waiting(&saved) as u32 {
            assert_eq!(small.insert(item).unwrap().to_bits(), large.insert(item).unwrap().to_bits());
        }
        assert!(small.is_full() && large.is_full());
    }
    // A new pool, and a full one.
    let (mut small, mut large) = (Pool::<A>::on_heap(), Pool::<B>::on_heap());
    large.restore_resized(&small.save()).unwrap();
    assert!(large.save() == Pool::<B>::on_heap().save());
    small.extend(0..Pool::<A>::CAPACITY as u32);
    large.restore_resized(&small.save()).unwrap();
    assert_eq!(
        (large.len(), large.next_handle().map(Handle::index)),
        (small.len(), (Pool::<A>::CAPACITY < Pool::<B>::CAPACITY).then_some(small.len()))
    );
}

#[test]
fn a_larger_capacity() {
    grows::<V1, V2>();
    grows::<V1Listed, V2>();
    grows::<V1, V2Listed>();
    grows::<V1, V1>();
    grows::<C254, C255>();
    grows::<C256, C256>();
}

#[test]
fn links_of_more_bytes() {
    grows::<Live200, Live60k>();
    grows::<Live20, C255>();
    grows::<Live256, Live60k>();
}

#[test]
fn generations_instead_of_live() {
    grows::<Live200, Grown>();
    grows::<Live200, Wide>();
    grows::<Live200, Widest>();
    grows::<C255, Grown>();
}

#[test]
fn more_generations() {
    grows::<G2, G6>();
    grows::<G2, G12>();
    grows::<G6, G12>();
    grows::<G6, G20>();
    grows::<G12, G20>();
}

/// What happens after the save is the same in both, as long as the smaller pool has room and both have as many
/// generations and as large a quarantine.
#[test]
fn the_same_operations_give_the_same_handles() {
    let (mut small, mut large) = (Pool::<V1>::on_heap(), Pool::<V2>::on_heap());
    assert_eq!((V1Pool::QUARANTINE, V1Pool::GENERATIONS), (V2Pool::QUARANTINE, V2Pool::GENERATIONS));
    use_pool(&mut small, 9, miri_or(30, 1_500));
    small.retain(|handle, _| handle.index() % 3 == 0);
    large.restore_resized(&small.save()).unwrap();
    let a: Vec<_> = use_pool(&mut small, 5, miri_or(60, 400)).into_iter().map(Handle::to_bits).collect();
    let b: Vec<_> = use_pool(&mut large, 5, miri_or(60, 400)).into_iter().map(Handle::to_bits).collect();
    assert!(a.len() > 30 && a == b);
}

#[test]
fn retired_slots_stay_retired() {
    let mut small = RetiringPool::new();
    let last = Handle::<Retiring>::from_bits((RetiringPool::GENERATIONS - 1) << 3).unwrap();
    small.insert_at(last, 1).unwrap();
    small.remove(last).unwrap();
    assert_eq!(small.remaining_capacity(), 4);
    let mut large = MoreRetiringPool::new();
    large.restore_resized(&small.save()).unwrap();
    assert_eq!((large.remaining_capacity(), large.get(same(last))), (6, None));
    let slots: Vec<_> = (0..6).map(|item| large.insert(item).unwrap().index()).collect();
    assert_eq!(slots, [1, 2, 3, 4, 5, 6]);

    let refused = |result: Result<(), SnapshotError>| *result.unwrap_err().error();
    let generations = (RetiringPool::GENERATIONS + 1, RetiringLaterPool::GENERATIONS + 1);
    assert_eq!(
        refused(RetiringLaterPool::new().restore_resized(&small.save())),
        RestoreError::Generations { expected: generations.1, found: generations.0 }
    );
    assert_eq!(refused(NotRetiringPool::new().restore_resized(&small.save())), RestoreError::OtherGuard);
}

#[test]
fn what_does_not_fit_is_said() {
    #[track_caller]
    fn refuses<A, B>(expected: RestoreError, text: &str)
    where
        A: PoolSpec<Item: Pod, Layout: Tracked>,
        B: PoolSpec<Item: Pod, Layout: Tracked>,
    {
        let mut pool = Pool::<B>::on_heap();
        let before = pool.save();
        let saved = Pool::<A>::on_heap().save();
        assert_eq!(pool.restore_resized(&saved), Err(expected.into()));
        let mut buffer = vec![7; Pool::<B>::SAVED_BYTES];
        assert_eq!(Pool::<B>::resize_saved(&saved, &mut buffer), Err(ResizeError::Saved(expected).into()));
        assert!(buffer.iter().all(|&byte| byte == 7), "nothing was written");
        assert_eq!(expected.to_string(), text);
        assert_eq!(ResizeError::Saved(expected).to_string(), text);
        assert!(pool.save() == before);
    }
    let guard = "the guard differs: `guard`, `on_wrap` or the bytes of a generation, which follow from \
                 `generation_bits`";
    refuses::<V2, V1>(
        RestoreError::Capacity { expected: 600, found: 1_000 },
        "saved with capacity 1,000, this pool has 600: that pool was larger, or had `grows_to`",
    );
    refuses::<G6, G2>(
        RestoreError::Capacity { expected: 140, found: 200 },
        "saved with capacity 200, this pool has 140: that pool was larger, or had `grows_to`",
    );
    refuses::<G12, G6>(
        RestoreError::Generations { expected: 64, found: 4_096 },
        "saved with 4,096 generations, this pool has 64",
    );
    refuses::<BelowPower, Power>(
        RestoreError::Generations { expected: 63, found: 64 },
        "saved with 64 generations, this pool has 63: at a capacity that is a power of two there is one generation \
         less than below it",
    );
    let bits = Pool::<Grown>::INDEX_BITS;
    refuses::<G6, Grown>(
        RestoreError::IndexBits { expected: bits, found: 8 },
        &format!(
            "saved handles have 8 bits of index, those of this pool have {bits}, so they would name other objects: \
             a pool of 255 slots or fewer can take them, and with `grows_to = N`, from its first \
             save on, one of up to N slots"
        ),
    );
    let codes = "the bytes of saved handles mean something else in this pool, because the handles of one of the two \
                 leave a code for `None` and those of the other do not: one slot less than 256 or 65,536, and \
                 16,711,680 slots, leave one";
    refuses::<C255, C256>(RestoreError::Codes, codes);
    refuses::<Live20, C256>(RestoreError::Codes, codes);
    for error in [
        Pool::<Floats>::on_heap().restore_resized(&Pool::<V1>::on_heap().save()),
        Pool::<Longs>::on_heap().restore_resized(&Pool::<V1>::on_heap().save()),
    ] {
        let error = error.unwrap_err();
        assert!(matches!(error.error(), RestoreError::Item(_)), "{error:?}");
        assert_eq!(error.to_string(), "the item differs in its size or its type");
    }
    refuses::<Retiring, NotRetiring>(RestoreError::OtherGuard, guard);
    refuses::<C255, Live60k>(RestoreError::OtherGuard, guard);
    refuses::<NotRetiring, MoreRetiring>(RestoreError::OtherGuard, guard);
}

/// At 256 slots, handles leave no code for `None`, and are stored in another form of one byte.
#[test]
fn stored_handles_mean_the_same_or_are_refused() {
    mod of {
        macro_rules! nodes {
            ($capacity:literal $name:ident) => {
                pub(in crate::resized) mod $name {
                    use stackpool::{Pool, Snapshot};

                    #[derive(Pool, Snapshot)]
                    #[pool(capacity = $capacity)]
                    #[snapshot(item)]
                    pub(in crate::resized) struct Node {
                        pub(in crate::resized) me: NodeHandle,
                    }

                    #[derive(Snapshot)]
                    pub(in crate::resized) struct World {
                        pub(in crate::resized) nodes: NodePool,
                        pub(in crate::resized) leader: NodeHandle,
                    }

                    pub(in crate::resized) fn world() -> World {
                        let mut nodes = NodePool::new();
                        let [_, leader] = [0, 1].map(|_| nodes.insert_with(|me| Node { me }).unwrap());
                        World { nodes, leader }
                    }
                }
            };
        }
        nodes!(200 n200);
        nodes!(255 n255);
        nodes!(256 n256);
    }
    let saved = of::n200::world().save();
    let mut next = of::n255::world();
    next.nodes.clear();
    next.restore_resized(&saved).unwrap();
    assert_eq!(next.leader.index(), 1);
    assert!(next.nodes.iter().all(|(handle, node)| node.me == handle));

    let mut last = of::n256::world();
    let before = last.save();
    let error = last.restore_resized(&saved).unwrap_err();
    assert_eq!(*error.error(), RestoreError::Codes);
    assert!(last.save() == before && last.leader.index() == 1);
}

#[test]
fn slots_that_wait_need_room() {
    let mut small = G2Pool::new();
    let handles: Vec<_> = (0..7).map(|item| small.insert(item).unwrap()).collect();
    let mut large = FewWaitPool::new();
    for (waiting, handle) in (1..).zip(handles) {
        small.remove(handle).unwrap();
        let resized = large.restore_resized(&small.save());
        if waiting <= 2 {
            resized.unwrap();
        } else {
            let error = resized.unwrap_err();
            assert_eq!(error, RestoreError::Quarantine { expected: 2, found: waiting }.into());
            let text = format!("{waiting} free slots wait in the saved pool, this pool has `quarantine = 2`");
            assert_eq!(error.to_string(), text);
        }
        assert_eq!(NoQuarantinePool::new().restore_resized(&small.save()).is_ok(), waiting == 0);
    }
}

/// Never a panic, never a pool that is not valid.
#[test]
fn hostile_bytes_are_refused_or_a_valid_pool() {
    fn check<A, B>()
    where
        A: PoolSpec<Item = u32, Layout: Tracked>,
        B: PoolSpec<Item = u32, Layout: Tracked>,
    {
        let (mut small, mut large) = (Pool::<A>::on_heap(), Pool::<B>::on_heap());
        use_pool(&mut small, 3, miri_or(60, 150));
        small.retain(|handle, _| handle.index() < 40);
        let saved = small.save();
        for at in positions(&saved) {
            for mask in MASKS {
                let mut wrong = saved.clone();
                wrong[at] ^= mask;
                let before = large.save();
                match large.restore_resized(&wrong) {
                    Ok(()) => {
                        Pool::<B>::check_saved(&large.save()).unwrap();
                        let slots: BTreeSet<_> = large.handles().map(Handle::index).collect();
                        assert_eq!(slots.len(), large.len());
                    }
                    Err(_) => assert!(large.save() == before),
                }
            }
            assert!(large.restore_resized(&saved[..at]).is_err());
        }
        assert!(large.restore_resized(&[&*saved, &[0]].concat()).is_err());
        assert!(large.restore_resized(&[&*saved, &vec![0; 2 * Pool::<B>::SAVED_BYTES]].concat()).is_err());
        works(&mut large);
    }
    fn works<P: PoolSpec<Item = u32, Layout: Tracked>>(pool: &mut Pool<P>) {
        while pool.insert(0).is_ok() {}
        assert_eq!(pool.handles().count(), Pool::<P>::CAPACITY);
    }
    check::<V1, V2>();
    check::<G2, G6>();
    check::<G2, G12>();
    if !cfg!(miri) {
        check::<Live200, Grown>();
        check::<Live200, Live60k>();
        check::<G12, G20>();
    }
}

/// No definition has more generations than its cells have room for.
#[test]
fn a_guard_with_too_many_generations_is_refused() {
    let mut small = G2Pool::new();
    small.extend(0..9);
    let saved = small.save();
    let mut large = Pool::<G12>::on_heap();
    large.restore_resized(&saved).unwrap();
    for generations in [129, 256, 4_096_u32] {
        let mut wrong = saved.clone();
        wrong[20..24].copy_from_slice(&generations.to_ne_bytes());
        assert_eq!(large.restore_resized(&wrong), Err(RestoreError::Layout.into()), "{generations}");
    }
    let mut live = Live200Pool::new().save();
    live[20..24].copy_from_slice(&2_u32.to_ne_bytes());
    assert_eq!(Pool::<Wide>::on_heap().restore_resized(&live), Err(RestoreError::Layout.into()));
}
