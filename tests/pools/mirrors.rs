//! A mirror of another pool is rebuilt by `insert_at`, in whatever order the objects come. The slots that it hands out
//! afterwards are those of a naive model: the wanted slot and the next one change places.
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::{Tabled, Tracked};
use stackpool::{Handle, Pool, PoolSpec, pool};

const SLOTS: usize = miri_or(40, 300);

pool! {
    Bits8: [u32; miri_or(40, 250)], layout = u8, quarantine = 0;
    Bits9: [u32; SLOTS], layout = packed(9), quarantine = 0, marks = 2;
    Bits10: [u32; SLOTS], layout = packed(10), quarantine = 0;
    Bits12: [u32; SLOTS], layout = packed(12), quarantine = 0;
    Bits16: [u32; SLOTS], layout = u16, quarantine = 0, changes;
    Bits17: [u32; SLOTS], layout = packed(17), quarantine = 0;
    Bits18: [u32; SLOTS], layout = packed18, quarantine = 0, changes;
    Bits20: [u32; SLOTS], layout = packed(20), quarantine = 0;
    Bits24: [u32; SLOTS], layout = split24, quarantine = 0;
    Bits32: [u32; SLOTS], layout = u32, quarantine = 0;
    Dense8: [u32; miri_or(40, 250)], layout = u8, dense, quarantine = 0;
    Dense16: [u32; SLOTS], layout = u16, dense, quarantine = 0, marks = 2;
    Dense32: [u32; SLOTS], layout = u32, dense, quarantine = 0, changes;
    Waiting16: [u32; SLOTS], layout = u16, quarantine = 20;
    Waiting18: [u32; SLOTS], layout = packed18, quarantine = 20;
    DenseWaiting: [u32; SLOTS], layout = u16, dense, quarantine = 20;
}

/// A step, with numbers that choose among what is there.
#[derive(Clone, Copy, Debug)]
enum Step {
    Insert,
    InsertMany(usize),
    Remove(usize),
    InsertAt(usize),
    /// Inserts at this many free slots.
    Shuffle(usize, usize),
    Clear,
    Save,
    Restore,
    Clone,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let number = any::<usize>;
    let step = prop_oneof![
        4 => Just(Step::Insert),
        1 => (1..40_usize).prop_map(Step::InsertMany),
        6 => number().prop_map(Step::Remove),
        6 => number().prop_map(Step::InsertAt),
        2 => (number(), 1..SLOTS).prop_map(|(start, count)| Step::Shuffle(start, count)),
        1 => Just(Step::Clear),
        1 => Just(Step::Save),
        1 => Just(Step::Restore),
        1 => Just(Step::Clone),
    ];
    prop::collection::vec(step, 0..miri_or(10, 60))
}

/// The free slots of a pool without a quarantine, the next one last, and the handles of its objects.
#[derive(Clone)]
struct Model<H> {
    free: Vec<usize>,
    live: Vec<H>,
}

impl<P: PoolSpec<Item = u32, Layout: Tabled + Tracked>> Model<Handle<P>> {
    fn new() -> Self {
        Model { free: (0..Pool::<P>::CAPACITY).rev().collect(), live: Vec::new() }
    }

    /// The slot leaves its place to the next one.
    fn take(&mut self, slot: usize) {
        let place = self.free.iter().position(|&free| free == slot).unwrap();
        self.free.swap_remove(place);
    }

    fn inserted(&mut self, handle: Option<Handle<P>>) {
        assert_eq!(handle.map(Handle::index), self.free.pop());
        self.live.extend(handle);
    }

    /// The handle comes from somewhere else: the slot continues from its generation.
    fn insert_at(&mut self, pool: &mut Pool<P>, number: usize) {
        let Some(place) = number.checked_rem(self.free.len()) else { return };
        let slot = self.free[place];
        let generation = (number >> 16) as u32 % Pool::<P>::GENERATIONS;
        let handle = Handle::from_bits(generation << Pool::<P>::INDEX_BITS | slot as u32).unwrap();
        pool.insert_at(handle, number as u32).unwrap();
        self.take(slot);
        self.live.push(handle);
    }

    fn check(&self, pool: &Pool<P>) {
        assert_eq!(pool.len(), self.live.len());
        assert_eq!(pool.next_handle().map(Handle::index), self.free.last().copied());
    }
}

fn matches_the_model<P: PoolSpec<Item = u32, Layout: Tabled + Tracked>>(steps: &[Step]) {
    let (mut pool, mut model) = (Pool::<P>::on_heap(), Model::<Handle<P>>::new());
    let mut save = (pool.save(), pool.clone(), model.clone());
    for &step in steps {
        match step {
            Step::Insert => model.inserted(pool.insert(1).ok()),
            Step::InsertMany(count) => {
                let count = count.min(pool.remaining_capacity());
                pool.insert_many(vec![2; count]).unwrap().for_each(|handle| model.inserted(Some(handle)));
            }
            Step::Remove(number) => {
                let Some(place) = number.checked_rem(model.live.len()) else { continue };
                let handle = model.live.swap_remove(place);
                assert!(pool.remove(handle).is_some());
                model.free.push(handle.index());
            }
            Step::InsertAt(number) => model.insert_at(&mut pool, number),
            Step::Shuffle(start, count) => {
                (0..count).for_each(|turn| model.insert_at(&mut pool, start.wrapping_add(turn * 7_919)));
            }
            Step::Clear => {
                pool.clear();
                model = Model::new();
            }
            Step::Save => save = (pool.save(), pool.clone(), model.clone()),
            Step::Restore => {
                pool.restore(&save.0).unwrap();
                model = save.2.clone();
            }
            Step::Clone => {
                pool.clone_from(&save.1);
                model = save.2.clone();
            }
        }
        model.check(&pool);
    }
    model.live.iter().for_each(|&handle| assert!(pool.contains(handle)));
    while !model.free.is_empty() {
        model.inserted(pool.insert(3).ok());
    }
    model.inserted(pool.insert(4).ok());
}

/// Brings the objects of a pool in an order without any pattern.
fn shuffled<P: PoolSpec<Item = u32, Layout: Tracked>>(pool: &Pool<P>) -> Vec<(Handle<P>, u32)> {
    let mut pairs: Vec<_> = pool.iter().map(|(handle, &object)| (handle, object)).collect();
    let mut random = 1_u32;
    for last in (1..pairs.len()).rev() {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        pairs.swap(last, (random >> 4) as usize % (last + 1));
    }
    pairs
}

/// A server removes some of its objects and inserts others. Its mirror is rebuilt from nothing, and again after all
/// objects were removed. In between it may have objects of its own.
fn is_rebuilt<P: PoolSpec<Item = u32, Layout: Tabled + Tracked>>(has_own: bool) {
    let mut server = Pool::<P>::on_heap();
    server.extend(0..Pool::<P>::CAPACITY as u32);
    server.retain(|handle, _| handle.index() % 3 != 1);
    server.extend(0..Pool::<P>::CAPACITY as u32 / 6);
    let pairs = shuffled(&server);
    let mut mirror = Pool::<P>::on_heap();
    for turn in 0..3 {
        for (number, &(handle, object)) in pairs.iter().enumerate() {
            mirror.insert_at(handle, object).unwrap();
            if has_own && number % 16 == 5 {
                // An object that the server has not.
                let own = mirror.insert(7).unwrap();
                mirror.remove(own);
            }
        }
        assert_eq!((mirror.len(), pairs.len()), (server.len(), server.len()));
        assert!(pairs.iter().all(|&(handle, object)| mirror.get(handle) == Some(&object)));
        if turn == 1 && has_own {
            mirror.retain(|_, _| false);
        } else {
            mirror.clear();
        }
    }
}

macro_rules! tables {
    ($($name:ident: $marker:ident $(, $has_quarantine:ident)?;)*) => {
        mod a_mirror_is_rebuilt_in_any_order {
            $(
                #[test]
                fn $name() {
                    super::is_rebuilt::<super::$marker>(false);
                    super::is_rebuilt::<super::$marker>(true);
                }
            )*
        }

        mod the_next_slot_changes_places_with_the_wanted_one {
            use super::*;

            $(without_quarantine! { $name $marker $($has_quarantine)? })*
        }
    };
}

/// The model has no quarantine.
macro_rules! without_quarantine {
    ($name:ident $marker:ident quarantine) => {};
    ($name:ident $marker:ident) => {
        proptest! {
            #![proptest_config(cases(1, 32))]

            #[test]
            fn $name(steps in steps()) {
                matches_the_model::<$marker>(&steps);
            }
        }
    };
}

tables! {
    bits8: Bits8;
    bits9: Bits9;
    bits10: Bits10;
    bits12: Bits12;
    bits16: Bits16;
    bits17: Bits17;
    bits18: Bits18;
    bits20: Bits20;
    bits24: Bits24;
    bits32: Bits32;
    dense8: Dense8;
    dense16: Dense16;
    dense32: Dense32;
    waiting16: Waiting16, quarantine;
    waiting18: Waiting18, quarantine;
    dense_waiting: DenseWaiting, quarantine;
}

/// With a search for each object this would take minutes. It takes half a second.
mod a_large_mirror_is_rebuilt_in_any_order {
    use super::*;

    const MANY: usize = miri_or(100, 200_000);

    pool! {
        Packed18: [u32; MANY], layout = packed18;
        Packed20: [u32; MANY], layout = packed(20), quarantine = 0;
        Split24: [u32; MANY], layout = split24;
        Whole32: [u32; MANY], layout = u32;
        Dense: [u32; MANY], layout = u32, dense;
    }

    #[test]
    fn packed18() {
        is_rebuilt::<Packed18>(false);
    }

    #[test]
    fn packed20() {
        is_rebuilt::<Packed20>(false);
    }

    #[test]
    fn split24() {
        is_rebuilt::<Split24>(false);
    }

    #[test]
    fn whole32() {
        is_rebuilt::<Whole32>(false);
    }

    #[test]
    fn dense() {
        is_rebuilt::<Dense>(false);
    }
}
