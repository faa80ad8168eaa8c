//! `#[derive(SideTables)]`: one call does what a call for each table does.

use crate::drops::{Drops, Token};
use crate::size::cases;
use proptest::collection::vec;
use proptest::prelude::*;
use stackpool::layout::{Holds, Tracked};
use stackpool::{
    ColumnPool, Columns, Handle, HandleList, HandleLists, HandleMap, HandleQueue, HandleTree, Of, Pool,
    PoolSpec, SideTables, SparseHandleMap, handle_array, pool,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Columns, Clone, Copy, Debug, PartialEq)]
struct Item {
    gold: u32,
    weight: u8,
}

pool! {
    Monsters: [u32; 6], quarantine = 0;
    Items: [Item; 6], columns, quarantine = 0, guard = live;
}

/// A table of each kind, of two definitions, with the pools.
#[derive(SideTables, Clone, Debug, Default, PartialEq)]
#[tables(of = (Monsters, Items))]
struct World {
    monsters: MonstersPool,
    items: ItemsPool,
    names: HandleMap<Monsters, u32>,
    few: SparseHandleMap<Monsters, u32, 6>,
    turns: [HandleList<Monsters>; 2],
    bags: HandleLists<Monsters, Items>,
    leaders: HandleLists<Monsters, Monsters>,
    scene: HandleTree<Monsters>,
    wakes: HandleQueue<Monsters, usize>,
    of_items: ItemTables,
    #[tables(skip)]
    frame: u32,
}

/// A struct in a struct, with fields without names.
#[derive(SideTables, Clone, Debug, Default, PartialEq)]
#[tables(of = Items)]
struct ItemTables(HandleMap<Items, u32>, handle_array![Option<ItemsHandle>; 16], #[tables(skip)] u32);

/// The same by hand.
impl World {
    fn knows(&self, monster: MonstersHandle) -> bool {
        self.monsters.contains(monster)
            || self.names.contains(monster)
            || self.few.contains(monster)
            || self.turns.iter().any(|turns| turns.contains(monster))
            || self.bags.first(monster).is_some()
            || self.leaders.contains(monster)
            || self.leaders.first(monster).is_some()
            || self.scene.contains(monster)
            || self.wakes.contains(monster)
    }

    fn knows_item(&self, item: ItemsHandle) -> bool {
        self.items.contains(item)
            || self.bags.contains(item)
            || self.of_items.0.contains(item)
            || self.of_items.1.iter().any(|other| other == Some(item))
    }

    fn remove_monster(&mut self, monster: MonstersHandle) {
        self.monsters.remove(monster);
        self.names.remove(monster);
        self.few.remove(monster);
        self.turns[0].remove(monster);
        self.turns[1].remove(monster);
        self.bags.clear_list(monster);
        self.leaders.remove(monster);
        self.leaders.clear_list(monster);
        self.scene.remove(monster).for_each(drop);
        self.wakes.remove(monster);
    }

    fn remove_item(&mut self, item: ItemsHandle) {
        self.items.remove(item);
        self.bags.remove(item);
        self.of_items.0.remove(item);
        for index in 0..self.of_items.1.len() {
            if self.of_items.1.get(index) == Some(Some(item)) {
                self.of_items.1.set(index, None);
            }
        }
    }
}

/// Something that is done to a world. The numbers choose handles that were given out: also stale ones.
#[derive(Clone, Copy, Debug)]
enum Step {
    InsertMonster,
    InsertItem,
    Name(usize),
    Few(usize),
    Turn(usize, usize),
    Bag(usize, usize),
    Lead(usize, usize),
    Root(usize),
    Child(usize, usize),
    Wake(usize, usize),
    Weigh(usize),
    Store(usize, usize),
    Forget(usize),
    ForgetItem(usize),
    Retain(u32),
    RetainItems(u32),
    ForgetAll,
    ForgetAllItems,
}

fn step() -> impl Strategy<Value = Step> {
    use Step::{
        Bag, Child, Few, Forget, ForgetAll, ForgetAllItems, ForgetItem, InsertItem, InsertMonster, Lead,
        Name, Retain, RetainItems, Root, Store, Turn, Wake, Weigh,
    };
    let any = || any::<usize>();
    prop_oneof![
        4 => Just(InsertMonster),
        4 => Just(InsertItem),
        1 => any().prop_map(Name),
        1 => any().prop_map(Few),
        6 => (any(), 0..2_usize).prop_map(|(monster, list)| Turn(monster, list)),
        4 => (any(), any()).prop_map(|(monster, item)| Bag(monster, item)),
        3 => (any(), any()).prop_map(|(monster, other)| Lead(monster, other)),
        1 => any().prop_map(Root),
        2 => (any(), any()).prop_map(|(monster, other)| Child(monster, other)),
        2 => (any(), any()).prop_map(|(monster, at)| Wake(monster, at)),
        1 => any().prop_map(Weigh),
        2 => (any(), 0..16_usize).prop_map(|(item, index)| Store(item, index)),
        3 => any().prop_map(Forget),
        3 => any().prop_map(ForgetItem),
        1 => (0..3_u32).prop_map(Retain),
        1 => (0..3_u32).prop_map(RetainItems),
        1 => prop_oneof![Just(ForgetAll), Just(ForgetAllItems)],
    ]
}

fn pick<P: PoolSpec>(handles: &[Handle<P>], number: usize) -> Option<Handle<P>> {
    // Mostly one of the last ones, of which more are alive.
    handles.len().checked_sub(1 + number % handles.len().clamp(1, 5)).map(|position| handles[position])
}

/// Plays the steps on a world that forgets by the derive, and on one that is cleaned by hand.
fn play(steps: &[Step]) {
    let (mut world, mut by_hand) = (World::default(), World::default());
    let (mut monsters, mut items) = (Vec::new(), Vec::new());
    for &step in steps {
        match step {
            Step::InsertMonster => monsters.extend(world.monsters.insert(7)),
            Step::InsertItem => items.extend(world.items.insert(Item { gold: 7, weight: 1 })),
            _ => {}
        }
        let before = world.clone();
        let fill = |world: &mut World| {
            let (monster, item) = (|number| pick(&monsters, number), |number| pick(&items, number));
            match step {
                Step::Name(a) => drop(world.names.insert(monster(a)?, 1)),
                Step::Few(a) => drop(world.few.insert(monster(a)?, 2)),
                Step::Turn(a, list) => drop(world.turns[list].push_back(monster(a)?)),
                Step::Bag(a, b) => drop(world.bags.push_back(monster(a)?, item(b)?)),
                Step::Lead(a, b) => drop(world.leaders.push_back(monster(a)?, monster(b)?)),
                Step::Root(a) => drop(world.scene.append_root(monster(a)?)),
                Step::Child(a, b) => drop(world.scene.append(monster(a)?, monster(b)?)),
                Step::Wake(a, at) => drop(world.wakes.push(monster(a)?, at % 7)),
                Step::Weigh(a) => drop(world.of_items.0.insert(item(a)?, 3)),
                Step::Store(a, index) => world.of_items.1.set(index, Some(item(a)?)),
                _ => {}
            }
            Some(())
        };
        fill(&mut world);
        by_hand.clone_from(&world);
        match step {
            Step::Forget(number) => {
                let Some(monster) = pick(&monsters, number) else { continue };
                assert_eq!(world.forget(monster), before.knows(monster), "{step:?}");
                by_hand.remove_monster(monster);
            }
            Step::ForgetItem(number) => {
                let Some(item) = pick(&items, number) else { continue };
                assert_eq!(world.forget(item), before.knows_item(item), "{step:?}");
                by_hand.remove_item(item);
            }
            Step::Retain(rest) => {
                let keep = |monster: MonstersHandle| monster.to_bits() % 3 == rest;
                world.retain_handles(keep);
                // The tree first: it removes what is below a node.
                by_hand.scene.retain(keep);
                for &monster in monsters.iter().filter(|&&monster| !keep(monster)) {
                    by_hand.remove_monster(monster);
                }
            }
            Step::RetainItems(rest) => {
                let keep = |item: ItemsHandle| item.to_bits() % 3 == rest;
                world.retain_handles(keep);
                items.iter().filter(|&&item| !keep(item)).for_each(|&item| by_hand.remove_item(item));
            }
            Step::ForgetAll => {
                SideTables::<Monsters>::forget_all(&mut world);
                monsters.iter().for_each(|&monster| by_hand.remove_monster(monster));
            }
            Step::ForgetAllItems => {
                SideTables::<Items>::forget_all(&mut world);
                items.iter().for_each(|&item| by_hand.remove_item(item));
            }
            _ => {}
        }
        assert_eq!(world, by_hand, "{step:?}");
    }
}

proptest! {
    #![proptest_config(cases(500, 4))]

    #[test]
    fn forgetting_is_cleaning_each_table_by_hand(steps in vec(step(), 0..100)) {
        play(&steps);
    }
}

/// A struct of tables beside its pool.
#[derive(SideTables)]
#[tables(of = P)]
struct Tables<P: PoolSpec, V> {
    values: HandleMap<P, V>,
    order: HandleList<P>,
}

impl<P: PoolSpec, V> Default for Tables<P, V> {
    fn default() -> Self {
        Tables { values: HandleMap::new(), order: HandleList::new() }
    }
}

#[test]
fn an_object_leaves_its_pool_and_its_tables_at_once() {
    fn check<P: PoolSpec<Layout: Tracked>>(pool: &mut Pool<P>, objects: [P::Item; 2])
    where
        P::Item: PartialEq + std::fmt::Debug + Clone,
    {
        let mut tables = Tables::<P, u8>::default();
        let [a, b] = objects.clone().map(|object| pool.insert(object).ok().unwrap());
        for handle in [a, b] {
            tables.values.insert(handle, 1);
            tables.order.push_back(handle);
        }
        assert_eq!(tables.remove_from(pool, a).as_ref(), Some(&objects[0]));
        assert!(tables.values.keys().eq([b]) && tables.order.iter().eq([b]));
        assert_eq!((pool.len(), tables.remove_from(pool, a)), (1, None));
        // What a stale handle has is forgotten too.
        tables.values.insert(a, 2);
        assert_eq!((tables.remove_from(pool, a), tables.values.len()), (None, 1));
    }
    pool! { Units: [u32; 10], guard = generation; }
    check(&mut MonstersPool::new(), [1, 2]);
    check(&mut UnitsPool::new(), [1, 2]);

    let mut columns = ItemsPool::on_heap();
    let mut tables = Tables::<Items, String>::default();
    let item = columns.insert(Item { gold: 5, weight: 1 }).unwrap();
    tables.values.insert(item, "ring".to_owned());
    assert_eq!(tables.remove_from(&mut columns, item).map(|item| item.gold), Some(5));
    assert!(columns.is_empty() && tables.values.is_empty());
}

#[test]
fn tables_of_a_definition_take_a_pool_of_another_payload() {
    #[derive(SideTables)]
    #[tables(of = S)]
    struct Registry<'a, S: PoolSpec<Layout: Holds<&'a str> + Tracked>> {
        pool: Pool<Of<S, &'a str>>,
        tables: Tables<S, u32>,
    }

    let text = String::from("a b c");
    let mut registry = Registry::<Monsters> { pool: Pool::new(), tables: Tables::default() };
    let handles: Vec<Handle<Monsters>> =
        text.split(' ').map(|word| registry.pool.insert(word).unwrap().into()).collect();
    for &handle in &handles {
        registry.tables.values.insert(handle, 1);
    }
    assert!(registry.forget(handles[0]) && !registry.forget(handles[0]));
    assert_eq!(registry.tables.remove_from(&mut registry.pool, handles[1]), Some("b"));
    registry.retain_handles(|handle| handle != handles[2]);
    assert!(registry.pool.is_empty() && registry.tables.values.is_empty());

    // Columns too.
    let mut columns = ColumnPool::<Of<Items, Item>>::new();
    let item: ItemsHandle = columns.insert(Item { gold: 1, weight: 1 }).unwrap().into();
    columns.retain_handles(|handle: ItemsHandle| handle == item);
    assert_eq!(columns.len(), 1);
    assert!(columns.forget(item) && columns.is_empty());
}

#[test]
fn a_stale_handle_forgets_nothing_of_the_object_after_it() {
    let mut world = World::default();
    let old = world.monsters.insert(1).unwrap();
    world.forget(old);
    let new = world.monsters.insert(2).unwrap();
    assert_eq!(old.index(), new.index());
    world.names.insert(new, 5);
    world.turns[1].push_back(new);
    world.turns[0].push_back(new);
    world.leaders.push_back(new, new);
    assert!(!world.forget(old));
    assert!(
        world.names.contains(new) && world.turns[1].contains(new) && world.leaders.first(new) == Some(new)
    );
    assert!(world.forget(new) && world == World::default());
}

#[test]
fn pools_that_are_lent_and_tables_on_the_heap_forget_too() {
    #[derive(SideTables)]
    #[tables(of = Monsters)]
    struct Lent<'a> {
        monsters: &'a mut MonstersPool,
        names: stackpool::Heap<HandleMap<Monsters, u32>>,
    }

    let mut monsters = MonstersPool::new();
    let mut world = Lent { monsters: &mut monsters, names: HandleMap::on_heap() };
    let handles = [1, 2, 3].map(|number| world.monsters.insert(number).unwrap());
    world.names.extend(handles.map(|handle| (handle, 1)));
    // Methods of the table are those of the table.
    world.names.retain(|handle, value| handle != handles[0] || *value > 1);
    assert!(world.forget(handles[0]));
    world.retain_handles(|handle| handle == handles[2]);
    assert!(world.monsters.handles().eq([handles[2]]) && world.names.keys().eq([handles[2]]));
    world.forget_all();
    assert!(world.names.is_empty() && monsters.is_empty());
}

#[test]
fn keep_is_asked_once_per_entry() {
    let mut tables = Tables::<Monsters, u8>::default();
    let mut monsters = MonstersPool::new();
    let [a, b, c] = [1, 2, 3].map(|number| monsters.insert(number).unwrap());
    tables.values.extend([(a, 1), (b, 2)]);
    tables.order.push_back(b);
    tables.order.push_back(c);
    let mut asked = Vec::new();
    tables.retain_handles(|handle| {
        asked.push(handle);
        handle != b
    });
    assert_eq!(asked, [a, b, b, c]);
    assert!(tables.values.keys().eq([a]) && tables.order.iter().eq([c]));
}

/// A value whose destructor panics once.
#[derive(Debug)]
struct Panics(bool, #[expect(dead_code, reason = "it is dropped")] Token);

impl Drop for Panics {
    fn drop(&mut self) {
        assert!(!std::mem::take(&mut self.0), "of the value");
    }
}

#[test]
fn after_a_panic_of_a_destructor_the_rest_is_forgotten_by_the_next_call() {
    let (mut pool, drops) = (MonstersPool::new(), Drops::default());
    let mut tables = Tables::<Monsters, Panics>::default();
    let [a, b] = [1, 2].map(|number| pool.insert(number).unwrap());
    for (handle, panics) in [(a, true), (b, false)] {
        tables.values.insert(handle, Panics(panics, drops.token(0)));
        tables.order.push_back(handle);
    }
    catch_unwind(AssertUnwindSafe(|| tables.forget(a))).unwrap_err();
    // The value is gone, and the field after it was not visited.
    assert!(tables.values.keys().eq([b]) && tables.order.iter().eq([a, b]));
    // So was the pool, if the object was to leave it.
    assert!(tables.forget(a) && tables.order.iter().eq([b]));

    tables.values.insert(a, Panics(true, drops.token(1)));
    catch_unwind(AssertUnwindSafe(|| tables.remove_from(&mut pool, a))).unwrap_err();
    assert_eq!(tables.remove_from(&mut pool, a), Some(1));

    catch_unwind(AssertUnwindSafe(|| tables.retain_handles(|_| panic!("of the closure")))).unwrap_err();
    assert_eq!((tables.values.len(), tables.order.len()), (1, 1));
    drop(tables);
    assert!(drops.alive().is_empty());
}
