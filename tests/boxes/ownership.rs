//! Boxes: what they own, when they drop it, and what happens to the slot.

#![cfg(feature = "derive")]
#![expect(unsafe_code, reason = "boxes are taken apart and put together again")]

use crate::drops::{Drops, Token};
use crate::size::{IS_SMALL, miri_or};
use crate::{Bomb, sizes};
use stackpool::{Pool, PoolBox, pool};
use std::panic::{AssertUnwindSafe, catch_unwind};

// Each test runs in its own thread. Tests that depend on counts or owners have their own definition.

#[derive(Pool, Debug, PartialEq)]
#[pool(capacity = 1_000, boxed)]
struct Node {
    key: u32,
    left: Option<NodeBox>,
    right: Option<NodeBox>,
}

#[test]
fn boxes_and_options_are_as_small_as_the_capacity_allows() {
    pool! {
        B255: [u32; 255], boxed;
        B256: [u32; 256], boxed;
        B65535: [u32; 65_535], boxed;
        B65536: [u32; 65_536], boxed;
        B70000: [u32; 70_000], boxed, sync = local;
    }
    assert_eq!(sizes::<B255Box>(), (1, 1));
    assert_eq!(sizes::<B256Box>(), (1, 2));
    assert_eq!(sizes::<B65535Box>(), (2, 2));
    assert_eq!(sizes::<B65536Box>(), (2, 4));
    assert_eq!(sizes::<B70000Box>(), (3, 3));
    assert_eq!(size_of::<Node>(), 8);
}

/// In one mode: the whole capacity, the value that was refused, and the slot of a box that was dropped.
macro_rules! owns_its_slots {
    ($test:ident, $capacity:expr $(, $key:ident $(= $value:ident)?)*) => {
        #[test]
        fn $test() {
            pool! { Things: [Token; $capacity], boxed $(, $key $(= $value)?)*; }
            const CAPACITY: usize = $capacity;
            let capacity = CAPACITY as u32;
            let drops = Drops::default();
            let mut boxes = Vec::new();
            for id in 0..capacity {
                boxes.push(ThingsBox::new(drops.token(id)).unwrap());
            }
            let mut slots: Vec<_> = boxes.iter().map(|thing| PoolBox::handle(thing).index()).collect();
            slots.sort_unstable();
            assert!(slots.into_iter().eq(0..CAPACITY));
            assert_eq!(ThingsBox::len(), CAPACITY);
            assert_eq!(ThingsBox::high_water_mark(), CAPACITY);

            let refused = ThingsBox::new(drops.token(capacity)).expect_err("a full pool").into_inner();
            assert_eq!(refused.id, capacity);
            drop(refused);
            assert_eq!(ThingsBox::full_count(), 1);

            let last = boxes.pop().unwrap();
            let slot = PoolBox::handle(&last);
            drop(last);
            assert_eq!(drops.alive().len(), CAPACITY - 1);
            let again = ThingsBox::new(drops.token(capacity + 1)).unwrap();
            assert_eq!(PoolBox::handle(&again), slot);
            assert_eq!(again.id, capacity + 1);

            for (id, thing) in boxes.iter().enumerate() {
                assert_eq!(thing.id as usize, id);
            }
            drop(boxes);
            assert_eq!(drops.alive(), [capacity + 1]);
            drop(again);
            ThingsBox::flush_thread_cache();
            assert_eq!(ThingsBox::len(), 0);
        }
    };
}

owns_its_slots!(under_threads, miri_or(256, 300));
owns_its_slots!(under_threads_without_caches, miri_or(30, 255));
owns_its_slots!(under_threads_exact, miri_or(30, 300), exact);
owns_its_slots!(under_local, miri_or(30, 300), sync = local);

#[test]
fn structures_own_what_hangs_on_them() {
    let leaf = |key| NodeBox::new(Node { key, left: None, right: None }).unwrap();
    let mut root = leaf(2);
    root.left = Some(leaf(1));
    root.right = Some(leaf(3));
    let keys = [&root.left, &root.right].map(|child| child.as_ref().map(|child| child.key));
    assert_eq!(keys, [Some(1), Some(3)]);
    let right = root.right.take();
    drop(root);
    assert_eq!(right, Some(leaf(3)));
}

#[test]
fn raw_pointers_and_handles_come_back() {
    pool! { Words: [String; 8], boxed, sync = local; }
    let word = WordsBox::new("raw".to_owned()).unwrap();
    let address = PoolBox::as_ptr(&word);
    let raw = PoolBox::into_raw(word);
    assert_eq!(address, raw.cast_const());
    // SAFETY: the pointer comes from `into_raw` of this definition, in this thread, and is used once.
    let word = unsafe { WordsBox::from_raw(raw) };
    assert_eq!(*word, "raw");
    let handle = PoolBox::into_handle(word);
    assert_eq!(WordsBox::len(), 1);
    // SAFETY: the handle comes from `into_handle`, in this thread, and is used once.
    let word = unsafe { WordsBox::from_handle(handle) };
    let leaked = PoolBox::leak(word);
    leaked.push('!');
    // SAFETY: the reference comes from `leak`, in this thread, and is not used afterwards.
    let word = unsafe { WordsBox::from_raw(leaked) };
    assert_eq!(PoolBox::into_inner(word), "raw!");
    assert_eq!(WordsBox::len(), 0);
}

#[test]
fn zero_sized_objects_have_addresses_of_their_own() {
    #[derive(Debug)]
    struct Permit;
    pool! { Permits: [Permit; 3], boxed; }
    let [a, b, c] = [(); 3].map(|()| PermitsBox::new(Permit).unwrap());
    let addresses = [&a, &b, &c].map(|permit| PoolBox::as_ptr(permit).addr());
    assert_ne!(addresses[0], addresses[1]);
    assert_ne!(addresses[1], addresses[2]);
    let raw = PoolBox::into_raw(b);
    // SAFETY: the pointer comes from `into_raw` of this definition, in this thread, and is used once.
    drop(unsafe { PermitsBox::from_raw(raw) });
    drop((a, c));
    assert_eq!(PermitsBox::len(), 0);
}

#[test]
fn a_panic_in_a_destructor_frees_the_slot_once() {
    pool! { Bombs: [Bomb; 2], boxed; }
    for _ in 0..5 {
        let bomb = BombsBox::new(Bomb).ok().unwrap();
        assert!(catch_unwind(AssertUnwindSafe(|| drop(bomb))).is_err());
        assert_eq!(BombsBox::len(), 0);
    }
}

#[test]
fn a_panic_in_a_constructor_gives_the_slot_back() {
    struct Fragile(u8);
    impl Clone for Fragile {
        fn clone(&self) -> Self {
            panic!("the clone panics");
        }
    }
    pool! { Vases: [Fragile; 2], boxed, sync = local; }
    let made = catch_unwind(|| VasesBox::new_with(|_| panic!("the constructor panics")).is_ok());
    assert!(made.is_err());
    assert_eq!(VasesBox::len(), 0);
    let vase = VasesBox::new_with(|slot| slot.write(Fragile(7))).unwrap();
    let clone = catch_unwind(AssertUnwindSafe(|| PoolBox::try_clone(&vase).is_ok()));
    assert!(clone.is_err());
    assert_eq!((vase.0, VasesBox::len()), (7, 1));
}

#[test]
fn what_another_object_is_returned_for_is_refused() {
    pool! { Numbers: [u32; 2], boxed; Others: [u32; 1], boxed; }
    let made = catch_unwind(|| NumbersBox::new_with(|_| OthersBox::leak(OthersBox::new(1).unwrap())).is_ok());
    assert!(made.is_err());
    assert_eq!(NumbersBox::len(), 0);
    assert_eq!(*NumbersBox::new_zeroed().unwrap(), 0);
}

#[test]
fn boxes_go_to_other_threads() {
    const COUNT: u64 = miri_or(256, 1_000);
    /// With fewer slots no thread would keep any for itself, so Miri leaves most of them alone.
    const SENT: u64 = miri_or(20, COUNT);
    pool! { Parcels: [u64; COUNT], boxed; }
    let rounds = miri_or(2, 50);
    for _ in 0..rounds {
        let parcels: Vec<_> = (0..SENT).map(|stamp| ParcelsBox::new(stamp).unwrap()).collect();
        assert_eq!(ParcelsBox::new(0).is_err(), SENT == COUNT);
        // When the thread ends, the slots that it kept for itself are available to this thread.
        let end = std::thread::spawn(move || parcels.iter().map(|parcel| **parcel).sum::<u64>()).join();
        assert_eq!(end.unwrap(), SENT * (SENT - 1) / 2);
    }
    ParcelsBox::flush_thread_cache();
    assert_eq!(ParcelsBox::len(), 0);
}

/// Several threads make, stamp and drop boxes of a pool that is too small for all of them.
#[test]
fn a_slot_has_one_owner_at_a_time() {
    pool! {
        Cached: [[u64; 2]; miri_or(256, 512)], boxed;
        Exact: [[u64; 2]; miri_or(20, 512)], boxed, exact;
    }
    macro_rules! stress {
        ($boxed:ident, $threads:literal) => {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..$threads)
                    .map(|thread| scope.spawn(move || {
                        let mut owned = Vec::new();
                        let rounds = miri_or(20_u64, 20_000);
                        for round in 0..rounds {
                            let stamp = [thread, round];
                            if let Ok(mut made) = $boxed::new(stamp) {
                                made[1] = round;
                                owned.push((made, stamp));
                            }
                            if round % 3 == 0 || owned.len() > 300 {
                                let at = (round as usize).wrapping_mul(31) % owned.len().max(1);
                                if at < owned.len() {
                                    let (last, stamp) = owned.swap_remove(at);
                                    assert_eq!(*last, stamp, "two boxes own one slot");
                                }
                            }
                        }
                        for (boxed, stamp) in owned {
                            assert_eq!(*boxed, stamp, "two boxes own one slot");
                        }
                    }))
                    .collect();
                // `thread::scope` alone does not wait until the thread-locals of its threads are dropped, so each
                // thread is joined.
                threads.into_iter().for_each(|thread| thread.join().unwrap());
            });
            $boxed::flush_thread_cache();
            assert_eq!($boxed::len(), 0, "a slot was lost");
            let all = $boxed::CAPACITY.min(miri_or(20, usize::MAX));
            let all: Vec<_> = (0..all).map(|_| $boxed::new([0; 2]).unwrap()).collect();
            assert_eq!($boxed::new([0; 2]).is_err(), all.len() == $boxed::CAPACITY);
            drop(all);
        };
    }
    stress!(CachedBox, 2);
    if !IS_SMALL {
        stress!(CachedBox, 8);
    }
    stress!(ExactBox, 4);
}

/// Pools whose handles have a niche, and pools whose handles have none.
#[test]
fn objects_of_every_width_have_places_of_their_own() {
    fn check<P: stackpool::BoxSpec<Item = u16>>() {
        let boxes: Vec<_> =
            (0..PoolBox::<P>::CAPACITY).map(|i| PoolBox::<P>::new(i as u16).unwrap()).collect();
        let mut addresses: Vec<_> = boxes.iter().map(PoolBox::as_ptr).collect();
        addresses.sort_unstable();
        assert!(addresses.windows(2).all(|pair| pair[0].addr() + size_of::<u16>() == pair[1].addr()));
        for (i, boxed) in boxes.into_iter().enumerate() {
            let handle = PoolBox::handle(&boxed);
            // SAFETY: 1. to 3. the pointer was just taken from a box with an object, in this thread, and is used
            // once.
            let boxed = unsafe { PoolBox::<P>::from_raw(PoolBox::into_raw(boxed)) };
            assert_eq!((PoolBox::handle(&boxed), *boxed), (handle, i as u16));
        }
    }
    pool! {
        One: [u16; 1], boxed;
        Eight: [u16; miri_or(29, 255)], boxed, exact;
        EightFull: [u16; miri_or(30, 256)], boxed, exact;
        Few: [u16; miri_or(40, 300)], boxed;
        Sixteen: [u16; miri_or(31, 65_535)], boxed, sync = local;
        SixteenFull: [u16; miri_or(32, 65_536)], boxed, exact;
        TwentyFour: [u16; miri_or(33, 70_000)], boxed, exact;
    }
    check::<One>();
    check::<Eight>();
    check::<EightFull>();
    check::<Few>();
    check::<Sixteen>();
    check::<SixteenFull>();
    check::<TwentyFour>();
}

#[test]
fn threads_keep_a_64th_and_32_at_most() {
    pool! {
        Small: [u8; 255], boxed;
        Medium: [u8; 1_000], boxed;
        Large: [u8; 65_535], boxed;
        Exact: [u8; 65_535], boxed, exact;
        Local: [u8; 65_535], boxed, sync = local;
    }
    let caches = if cfg!(all(feature = "std", target_has_atomic = "64")) { [0, 15, 32] } else { [0; 3] };
    assert_eq!([SmallBox::CACHE, MediumBox::CACHE, LargeBox::CACHE], caches);
    assert_eq!((ExactBox::CACHE, LocalBox::CACHE), (0, 0));
}

/// This is how a DMA driver works: the transfer owns the buffer until it is over, and moves with it.
#[cfg(feature = "stable_deref_trait")]
#[test]
fn objects_stay_where_they_are_when_their_boxes_move() {
    use stable_deref_trait::StableDeref;
    use std::ops::DerefMut;

    pool! {
        Packets: [[u8; 64]; 8], boxed;
        LocalPackets: [[u8; 64]; miri_or(30, 300)], boxed, sync = local;
        Empty: [(); 8], boxed;
    }

    struct Transfer<B> {
        address: usize,
        buffer: B,
    }

    impl<B: StableDeref + DerefMut + 'static> Transfer<B>
    where
        B::Target: Sized,
    {
        fn start(mut buffer: B) -> Self {
            Transfer { address: (&raw mut *buffer).addr(), buffer }
        }

        fn wait(self) -> (usize, B) {
            (self.address, self.buffer)
        }
    }

    fn check<B: StableDeref<Target: Sized> + DerefMut + 'static>(boxes: Vec<B>) {
        let mut transfers: Vec<_> = boxes.into_iter().map(Transfer::start).collect();
        transfers.reverse();
        for transfer in transfers {
            let (address, mut buffer) = Box::new(transfer).wait();
            assert_eq!(((&raw const *buffer).addr(), (&raw mut *buffer).addr()), (address, address));
        }
    }
    check((0..8).map(|i| PacketsBox::new([i; 64]).unwrap()).collect());
    check((0..miri_or(30, 200)).map(|i| LocalPacketsBox::new([i; 64]).unwrap()).collect());
    check((0..8).map(|_| EmptyBox::new(()).unwrap()).collect());
}

#[cfg(feature = "std")]
#[test]
fn a_local_pool_is_for_the_thread_that_made_the_first_box() {
    pool! { Desk: [u32; 4], boxed, sync = local; }
    let in_another_thread = |f: fn()| {
        let message = std::thread::spawn(f).join().unwrap_err();
        let message = message.downcast_ref::<String>().unwrap();
        assert!(message.contains("the boxes of `Desk` belong to another thread"), "{message}");
    };
    // Asking for the counts does not make the thread the owner.
    std::thread::spawn(|| assert_eq!(DeskBox::len(), 0)).join().unwrap();
    let mine = DeskBox::new(1).unwrap();
    in_another_thread(|| drop(DeskBox::new(2)));
    in_another_thread(|| assert_eq!(DeskBox::len(), 1));
    // A box that came here against the contract of `from_handle` is detected too.
    in_another_thread(|| {
        let first = stackpool::Handle::from_bits(0).unwrap();
        // SAFETY: the handle is used on another thread on purpose, which 3. forbids. The object is a number, so
        // dropping it does nothing.
        drop(unsafe { DeskBox::from_handle(first) });
    });
    // Shared references may go to another thread: they give access to the object, not to the pool.
    std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(*mine, 1));
    });
    assert_eq!((DeskBox::len(), DeskBox::high_water_mark(), DeskBox::full_count()), (1, 1, 0));
}

#[test]
fn clones_take_slots_and_give_them_back() {
    #[derive(Pool, Clone)]
    #[pool(capacity = 5, boxed, clone)]
    struct Item {
        token: Token,
        next: Option<ItemBox>,
    }
    let drops = Drops::default();
    let last = ItemBox::new(Item { token: drops.token(2), next: None }).ok().unwrap();
    let list = ItemBox::new(Item { token: drops.token(1), next: Some(last) }).ok().unwrap();
    let mut copy = list.clone();
    assert_eq!(ItemBox::len(), 4);
    let next = copy.next.as_ref().unwrap();
    assert_ne!(PoolBox::handle(next), PoolBox::handle(list.next.as_ref().unwrap()));
    assert_eq!((copy.token.id, next.token.id), (1, 2));

    // One slot is left for two objects. The one that was cloned is dropped again.
    let panic = catch_unwind(AssertUnwindSafe(|| list.clone())).err().unwrap();
    let words = panic.downcast_ref::<String>().unwrap();
    let expected =
        "the pool of `Item` has no room: its capacity is 5; `PoolBox::try_clone` returns this as an error";
    assert_eq!(words, expected);
    assert_eq!(ItemBox::len(), 4);

    // Into the slot that is there: only the second object needs another one.
    let slot = PoolBox::handle(&copy);
    copy.clone_from(&list);
    assert_eq!((PoolBox::handle(&copy), ItemBox::len()), (slot, 4));
    drop((list, copy));
    assert_eq!((ItemBox::len(), drops.alive().len()), (0, 0));
}
