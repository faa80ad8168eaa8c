//! Definitions with `grows_to`: after the capacity was raised, saves, deltas and handles keep their meaning.

use super::*;
use stackpool::{DeltaError, Handle, HandleArray, PoolSpec};

/// The same definitions, at two capacities that have indices of another width, tables of another width, links of
/// another width and another quarantine. The module is a version of a game.
macro_rules! version {
    ($version:ident: $slots:expr) => {
        mod $version {
            use super::*;

            #[derive(Pool, Clone, Copy, Debug, PartialEq, Snapshot)]
            #[pool(capacity = $slots, grows_to = 70_000, changes)]
            #[snapshot(item)]
            pub(super) struct Ship {
                pub(super) fuel: u32,
                pub(super) next: Option<ShipHandle>,
            }

            #[derive(Pool, Clone, Copy, Debug, PartialEq)]
            #[pool(capacity = $slots, grows_to = 70_000, columns)]
            pub(super) struct Spark {
                pub(super) life: u8,
                pub(super) place: u16,
            }

            pool! {
                pub(super) Rocks: [u32; $slots], grows_to = 70_000, dense, marks = 2;
                pub(super) Crates: [u32; $slots], grows_to = 70_000, guard = live;
                pub(super) Listed: [u32; $slots], grows_to = 70_000, bookkeeping = free_list;
                pub(super) Retiring: [u32; $slots], grows_to = 70_000, generation_bits = 14, on_wrap = retire;
            }

            #[derive(Snapshot)]
            pub(super) struct World {
                pub(super) ships: Heap<ShipPool>,
                pub(super) sparks: Heap<SparkPool>,
                pub(super) rocks: Heap<RocksPool>,
                pub(super) crates: Heap<CratesPool>,
                pub(super) listed: Heap<ListedPool>,
                pub(super) retiring: Heap<RetiringPool>,
                pub(super) names: Heap<HandleMap<Ship, u32>>,
        pub(super) route: handle_array![ShipHandle; 5],
                pub(super) hero: Option<ShipHandle>,
                pub(super) target: Link<Rocks>,
            }

            impl World {
                pub(super) fn new() -> Self {
                    World {
                        ships: ShipPool::on_heap(),
                        sparks: SparkPool::on_heap(),
                        rocks: RocksPool::on_heap(),
                        crates: CratesPool::on_heap(),
                        listed: ListedPool::on_heap(),
                        retiring: RetiringPool::on_heap(),
                        names: HandleMap::on_heap(),
                        route: HandleArray::from_fn(|_| ShipHandle::from_bits(0).unwrap()),
                        hero: None,
                        target: Link::NONE,
                    }
                }

                /// Inserts and removes: the same in every version, as long as there are slots.
                pub(super) fn step(&mut self, number: u32) {
                    for fuel in number..number + 3 {
                        let next = self.hero;
                        self.hero = self.ships.insert(Ship { fuel, next }).ok();
                        if let Some(hero) = self.hero {
                            self.names.insert(hero, fuel);
                            self.route.set(fuel as usize % 5, hero);
                        }
                        let _ = self.sparks.insert(Spark { life: fuel as u8, place: number as u16 });
                        self.target = self.rocks.insert(fuel).ok().into();
                        let _ = self.crates.insert(fuel);
                        let _ = self.listed.insert(fuel);
                        let _ = self.retiring.insert(fuel);
                    }
                    let oldest = self.ships.handles().next();
                    self.ships.remove(oldest.unwrap());
                    self.sparks.retain(|_, spark| *spark.life as u32 % 7 != number % 7);
                    self.rocks.retain(|_, rock| *rock % 5 != number % 5);
                    self.crates.retain(|_, item| *item % 5 != number % 5);
                    self.listed.retain(|_, item| *item % 5 != number % 5);
                    self.retiring.retain(|_, item| *item % 5 != number % 5);
                }

                /// What the world is, without the types of its version.
                pub(super) fn picture(&self) -> Vec<(u32, u32)> {
                    let mut all = Vec::new();
                    for (handle, ship) in self.ships.iter() {
                        all.push((handle.to_bits(), ship.fuel));
                        all.extend(
                            ship.next
                                .map(|next| (next.to_bits(), self.names.get(next).copied().unwrap_or(0))),
                        );
                    }
                    all.extend(
                        self.sparks.iter().map(|(handle, spark)| (handle.to_bits(), *spark.life as u32)),
                    );
                    all.extend(self.rocks.as_slice().iter().map(|rock| (0, *rock)));
                    all.extend(self.rocks.iter_in_order().map(|(handle, rock)| (handle.to_bits(), *rock)));
                    all.extend(self.crates.iter().map(|(handle, item)| (handle.to_bits(), *item)));
                    all.extend(self.listed.iter().map(|(handle, item)| (handle.to_bits(), *item)));
                    all.extend(self.retiring.iter().map(|(handle, item)| (handle.to_bits(), *item)));
                    all.extend(self.names.iter().map(|(handle, name)| (handle.to_bits(), *name)));
                    all.extend(self.route.iter().map(|handle| (handle.to_bits(), 1)));
                    all.extend(self.hero.map(|hero| (hero.to_bits(), 2)));
                    all.extend(self.target.get().map(|target| (target.to_bits(), 3)));
                    all
                }
            }
        }
    };
}

const FIRST: usize = miri_or(30, 200);
const SECOND: usize = miri_or(300, 3_000);
const THIRD: usize = miri_or(1_000, 70_000);

version!(v1: FIRST);
version!(v2: SECOND);
version!(v3: THIRD);

const STEPS: u32 = miri_or(3, 40);

#[test]
fn saves_of_worlds_are_read_at_a_larger_capacity() {
    let (mut first, mut second, mut third) = (v1::World::new(), v2::World::new(), v3::World::new());
    for number in 0..STEPS {
        first.step(number);
        let saved = first.save();
        second.restore(&saved).unwrap();
        assert_eq!(second.picture(), first.picture());
        assert_eq!(second.save(), saved, "a save says nothing about the capacity");
        third.restore_resized(&saved).unwrap();
        assert_eq!(third.picture(), first.picture());
    }
    // It goes on, and grows once more.
    for number in 0..3 {
        second.step(number);
    }
    third.restore(&second.save()).unwrap();
    assert_eq!(third.picture(), second.picture());
    for number in 0..3 {
        second.step(number);
        third.step(number);
    }
    assert_ne!(third.picture(), first.picture());
}

#[test]
fn deltas_are_applied_at_a_larger_capacity() {
    let (mut first, mut second) = (v1::World::new(), v2::World::new());
    first.step(1);
    let base = first.save();
    for number in 2..STEPS {
        first.step(number);
    }
    let delta = first.delta(&base).unwrap();
    let saved = v2::World::patch(&base, &delta).unwrap();
    assert_eq!(saved, first.save());
    second.restore(&saved).unwrap();
    assert_eq!(second.picture(), first.picture());

    // The delta of the changes alone.
    let base = first.ships.save();
    first.ships.take_changed().for_each(drop);
    first.step(STEPS);
    let delta = first.ships.changed_delta();
    second.ships.restore(&v2::ShipPool::patch(&base, &delta).unwrap()).unwrap();
    let of_first: Vec<_> = first.ships.iter().map(|(handle, ship)| (handle.to_bits(), ship.fuel)).collect();
    let of_second: Vec<_> = second.ships.iter().map(|(handle, ship)| (handle.to_bits(), ship.fuel)).collect();
    assert_eq!(of_second, of_first);
}

#[test]
fn what_has_no_room_is_refused_and_nothing_changes() {
    let (mut small, mut large) = (v1::RocksPool::on_heap(), v2::RocksPool::on_heap());
    small.extend([1, 2, 3]);
    large.extend(0..SECOND as u32);
    assert_eq!(
        small.restore(&large.save()),
        Err(RestoreError::Slots { expected: FIRST, found: SECOND }.into()),
    );
    assert_eq!(small.as_slice(), [1, 2, 3]);
    // More slots wait than a smaller pool keeps.
    large.clear();
    let keep = large.insert(7).unwrap();
    let waiting = |bytes: &[u8]| u32::from_ne_bytes(bytes[36..40].try_into().unwrap());
    let saved = large.save();
    let error = small.restore(&saved).unwrap_err();
    assert!(matches!(error.error(), RestoreError::Slots { .. }), "{error}");
    assert!(waiting(&saved) > v1::RocksPool::QUARANTINE as u32);
    let mut shorter = v2::RocksPool::on_heap();
    shorter.extend(0..FIRST as u32);
    let all: Vec<_> = shorter.handles().collect();
    assert!(all.iter().all(|&handle| shorter.remove(handle).is_some()));
    let saved = shorter.save();
    assert_eq!(
        small.restore(&saved),
        Err(RestoreError::Quarantine { expected: v1::RocksPool::QUARANTINE as u32, found: waiting(&saved) }
            .into()),
    );
    assert!(large.contains(keep) && small.as_slice() == [1, 2, 3]);
    // Another `grows_to` is another definition.
    pool! { Rocks: [u32; FIRST], grows_to = 90_000, dense, marks = 2; }
    let error = Pool::restore(&mut RocksPool::on_heap(), &saved).unwrap_err();
    assert_eq!(*error.error(), RestoreError::Capacity { expected: 90_000, found: 70_000 });
    let delta = v2::RocksPool::delta(&shorter, &v2::RocksPool::on_heap().save()).unwrap();
    let error = RocksPool::patch(&RocksPool::on_heap().save(), &delta).unwrap_err();
    assert!(matches!(error.error(), DeltaError::Delta(RestoreError::Capacity { .. })), "{error}");
}

/// A save from before the key was there is read as one of a smaller capacity: if the handles mean the same.
#[test]
fn the_key_can_be_added_where_indices_keep_their_width() {
    pool! {
        Before: [u32; 60];
        After: [u32; 60], grows_to = 64;
        Wider: [u32; 60], grows_to = 65;
        Unchecked: [u32; 60], guard = live;
        WiderUnchecked: [u32; 60], grows_to = 5_000, guard = live;
    }
    let mut before = BeforePool::new();
    before.extend([4, 5, 6]);
    let mut after = AfterPool::new();
    let error = after.restore(&before.save()).unwrap_err();
    // A power of two has one generation less. `restore` says what `restore_resized` would say.
    assert_eq!(*error.error(), RestoreError::Generations { expected: 3, found: 4 });
    assert_eq!(after.restore_resized(&before.save()), Err(error));
    let error = WiderPool::new().restore(&before.save()).unwrap_err();
    assert_eq!(*error.error(), RestoreError::IndexBits { expected: 7, found: 6 });
    assert_eq!(WiderPool::new().restore_resized(&before.save()), Err(error));
    assert!(error.to_string().contains("a pool of 63 slots or fewer can take them"), "{error}");
    assert!(error.to_string().contains("`grows_to = N`"), "{error}");
    let mut unchecked = UncheckedPool::new();
    unchecked.extend([4, 5, 6]);
    let mut wider = WiderUncheckedPool::new();
    let error = wider.restore(&unchecked.save()).unwrap_err();
    assert_eq!(*error.error(), RestoreError::Capacity { expected: 5_000, found: 60 });
    assert!(error.to_string().contains("`restore_resized` reads saves of smaller pools"), "{error}");
    wider.restore_resized(&unchecked.save()).unwrap();
    assert!(wider.values().eq(&[4, 5, 6]));
}

/// Handles are those of `grows_to`; what is in memory is that of the capacity.
#[test]
fn the_capacity_decides_what_is_in_memory() {
    fn widths<P: PoolSpec>() -> (u32, usize, usize) {
        (Pool::<P>::INDEX_BITS, size_of::<Handle<P>>(), size_of::<Option<Handle<P>>>())
    }
    assert_eq!(widths::<v1::Ship>(), (17, 3, 3));
    assert_eq!(widths::<v1::Ship>(), widths::<v2::Ship>());
    assert_eq!(widths::<v1::Ship>(), widths::<v3::Ship>());
    pool! { Small: [u32; 200]; Grows: [u32; 200], grows_to = 70_000; }
    assert_eq!(size_of::<SmallPool>(), size_of::<GrowsPool>());
    // The last slot and the last generation of the smaller pool are a handle of the larger one.
    let last = (FIRST as u32 - 1) | (v1::ShipPool::GENERATIONS - 1) << 17;
    let (old, new) = (v1::ShipHandle::from_bits(last).unwrap(), v2::ShipHandle::from_bits(last).unwrap());
    assert_eq!((old.index(), old.generation()), (new.index(), new.generation()));
    assert_eq!(v1::ShipHandle::from_bits(FIRST as u32), None);
    assert_eq!(v1::ShipHandle::from_bits(last + (1 << 17)), None);
}
