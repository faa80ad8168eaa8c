//! Forgetting an object in all tables at once: the trait of `#[derive(SideTables)]`, its impls, and what the derive
//! asks about a field.

#[cfg(feature = "alloc")]
use crate::base::heap::Heap;
use crate::column_pool::ColumnPool;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::side::handle_array::HandleArray;
use crate::side::handle_list::HandleList;
use crate::side::handle_lists::HandleLists;
use crate::side::handle_map::HandleMap;
use crate::side::handle_queue::HandleQueue;
use crate::side::handle_tree::HandleTree;
use crate::side::sparse_handle_map::SparseHandleMap;
use core::marker::PhantomData;

/// A type that knows objects of `P` by their handles, and can forget them: side tables, lists, trees, pools, and
/// structs of these with `#[derive(SideTables)]`.
///
/// With it, one call removes an object from everything that knows it, and no table can be left out:
///
/// ```
/// use stackpool::{HandleList, HandleLists, HandleMap, Pool, SideTables};
///
/// #[derive(Pool)]
/// #[pool(capacity = 100)]
/// struct Monster {
///     hp: i32,
/// }
///
/// #[derive(Pool)]
/// #[pool(capacity = 500)]
/// struct Item {
///     gold: u32,
/// }
///
/// #[derive(SideTables, Default)]
/// #[tables(of = (Monster, Item))]
/// struct World {
///     monsters: MonsterPool,
///     items: ItemPool,
///     poison: HandleMap<Monster, i32>,
///     turns: HandleList<Monster>,
///     bags: HandleLists<Monster, Item>, // the items of each monster
///     #[tables(skip)]
///     frame: u32,
/// }
///
/// let mut world = World::default();
/// let boss = world.monsters.insert(Monster { hp: 900 }).ok().unwrap();
/// let ring = world.items.insert(Item { gold: 40 }).ok().unwrap();
/// world.poison.insert(boss, 25);
/// world.turns.push_back(boss);
/// world.bags.push_back(boss, ring);
///
/// world.forget(boss);
/// assert!(!world.monsters.contains(boss) && !world.poison.contains(boss) && !world.turns.contains(boss));
/// assert!(world.bags.is_empty() && world.items.contains(ring)); // the ring is in no bag
/// world.forget(ring);
/// assert!(world.items.is_empty());
/// # let _ = (Monster { hp: 1 }.hp, Item { gold: 1 }.gold, world.frame);
/// ```
///
/// If the pool is not in the struct, [`remove_from`](SideTables::remove_from) removes the object from both, and returns
/// it. The page of [the derive] has its keys.
///
/// [the derive]: https://docs.rs/stackpool/latest/stackpool/derive.SideTables.html
///
/// # What is forgotten
///
/// | field | [`forget`](SideTables::forget) |
/// |---|---|
/// | [`Pool`](crate::Pool), [`ColumnPool`](crate::ColumnPool) | removes the object and drops it |
/// | [`HandleMap`](crate::HandleMap), [`SparseHandleMap`](crate::SparseHandleMap) | removes the value and drops it |
/// | [`HandleList`](crate::HandleList) | removes the member |
/// | [`HandleLists<Owner, P>`](crate::HandleLists) | of `P`: removes the member; of `Owner`: clears its list |
/// | [`HandleQueue`](crate::HandleQueue) | removes the member |
/// | [`HandleTree`](crate::HandleTree) | removes the node **and all nodes below it** from the tree |
/// | [`HandleArray`](crate::HandleArray) of `Option<Handle<P>>` | sets elements with this handle to `None`. O(len) |
/// | a `Heap`, an array or a `&mut` of one of these | the same, in each |
/// | a struct with the derive | the same, in each field |
///
/// If `Owner` and `P` of lists are the same definition, an object leaves its list, and its own list is cleared.
///
/// Objects that were below a node of a tree stay in their pool, and in the other tables. The same happens if the slot
/// of the node is used again, and in [`HandleTree::retain`](crate::HandleTree::retain). To keep them in the tree,
/// [detach](crate::HandleTree::detach) them first. To forget them too, take them from the tree first:
///
/// ```
/// # use stackpool::{HandleTree, Pool, SideTables};
/// # #[derive(Pool)] #[pool(capacity = 100)] struct Part { mass: f32 }
/// # #[derive(SideTables, Default)] #[tables(of = Part)] struct World { parts: PartPool, scene: HandleTree<Part> }
/// # let mut world = World::default();
/// # let [tank, turret, gun] = [1.0; 3].map(|mass| world.parts.insert(Part { mass }).ok().unwrap());
/// # world.scene.append_root(tank);
/// # world.scene.append(tank, turret).unwrap();
/// # world.scene.append(turret, gun).unwrap();
/// # let _ = world.parts[gun].mass;
/// let parts: Vec<_> = world.scene.remove(tank).collect(); // the gun, the turret, the tank
/// for part in parts {
///     world.forget(part);
/// }
/// assert!(world.parts.is_empty());
/// ```
///
/// # Stale handles
///
/// A stale handle forgets the entries under that handle, and none of a newer object in the slot, as in each table. If
/// handles carry no generation, or once the generations of a slot wrap, it forgets the newer object.
///
/// # In a loop over the pool
///
/// Walk with a [cursor](crate::Pool::cursor), which borrows nothing, and call `forget` for those that leave.
///
/// # Panics of your code
///
/// A struct visits its fields in order. If a destructor or a closure panics, the fields after it are not visited. Each
/// table is as its own method leaves it. Call the method again with the same handles for the rest.
///
/// # A table of your own
///
/// Implement the three methods for it, and it can be a field:
///
/// ```
/// # use stackpool::{Handle, Pool, SideTables};
/// # #[derive(Pool)] #[pool(capacity = 100)] struct Monster { hp: i32 }
/// # let _ = Monster { hp: 1 }.hp;
/// #[derive(Default)]
/// struct Targets(Vec<MonsterHandle>);
///
/// impl SideTables<Monster> for Targets {
///     fn forget(&mut self, monster: MonsterHandle) -> bool {
///         let before = self.0.len();
///         self.0.retain(|&target| target != monster);
///         self.0.len() < before
///     }
///
///     fn retain_handles(&mut self, mut keep: impl FnMut(MonsterHandle) -> bool) {
///         self.0.retain(|&target| keep(target));
///     }
///
///     fn forget_all(&mut self) {
///         self.0.clear();
///     }
/// }
///
/// #[derive(SideTables, Default)]
/// #[tables(of = Monster)]
/// struct World {
///     monsters: MonsterPool,
///     targets: Targets,
/// }
/// # let mut world = World::default();
/// # let monster = world.monsters.insert(Monster { hp: 1 }).ok().unwrap();
/// # world.targets.0.push(monster);
/// # assert!(world.forget(monster) && world.targets.0.is_empty());
/// ```
///
/// `Role` tells the owners of a [`HandleLists`](crate::HandleLists) from its members. Leave it out.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot forget objects of `{P}`",
    label = "no pool, side table, list or tree of `{P}`",
    note = "a struct can with `#[derive(SideTables)]`, if `{P}` is in its `#[tables(of = ..)]`"
)]
pub trait SideTables<P: PoolSpec, Role = Objects> {
    /// Forgets an object: removes all that is kept under its handle, and drops it. Returns whether there was anything.
    ///
    /// O(1) per field, apart from [the rows that say more](SideTables#what-is-forgotten).
    fn forget(&mut self, handle: Handle<P>) -> bool;

    /// Forgets the objects for which `keep` returns `false`.
    ///
    /// `keep` is called for each entry of each table: more than once for an object that is in more than one, and not at
    /// all for one that is in none. So it has to give the same answer each time. It is not asked about nodes below a
    /// node that is removed from a tree. O(used slots) per field.
    ///
    /// It is a sweep, for programs that remove many objects from the pool first. It has to come before
    /// [slots are used too often](crate::HandleMap#how-often).
    ///
    /// ```
    /// # use stackpool::{HandleList, HandleMap, Pool, SideTables};
    /// # #[derive(Pool)] #[pool(capacity = 100)] struct Monster { hp: i32 }
    /// #[derive(SideTables, Default)]
    /// #[tables(of = Monster)]
    /// struct MonsterTables {
    ///     poison: HandleMap<Monster, i32>,
    ///     turns: HandleList<Monster>,
    /// }
    /// # let (mut monsters, mut tables) = (MonsterPool::new(), MonsterTables::default());
    /// # for hp in [900, 2] {
    /// #     let monster = monsters.insert(Monster { hp }).ok().unwrap();
    /// #     tables.poison.insert(monster, 25);
    /// #     tables.turns.push_back(monster);
    /// # }
    /// monsters.retain(|_monster, monster| monster.hp > 25);
    /// tables.retain_handles(|monster| monsters.contains(monster));
    /// assert_eq!((tables.poison.len(), tables.turns.len()), (1, 1));
    /// ```
    #[doc(alias("retain", "retain_live", "sweep"))]
    fn retain_handles(&mut self, keep: impl FnMut(Handle<P>) -> bool);

    /// Forgets all objects of `P`. O(used slots) per field.
    ///
    /// A struct with tables of several definitions is asked by `SideTables::<Monster>::forget_all(&mut world)`.
    #[doc(alias = "clear")]
    fn forget_all(&mut self);

    /// Forgets an object, removes it from its pool, and returns it. Returns `None` if the handle is stale; what was
    /// kept under the stale handle is forgotten all the same.
    ///
    /// The pool is a [`Pool`](crate::Pool) or a [`ColumnPool`](crate::ColumnPool) that
    /// [takes a `Handle<P>`](crate::KeyedBy), or a `Heap` of one.
    ///
    /// ```
    /// # use stackpool::{HandleList, HandleMap, Pool, SideTables};
    /// # #[derive(Pool)] #[pool(capacity = 100)] struct Monster { hp: i32 }
    /// #[derive(SideTables, Default)]
    /// #[tables(of = Monster)]
    /// struct MonsterTables {
    ///     poison: HandleMap<Monster, i32>,
    ///     turns: HandleList<Monster>,
    /// }
    ///
    /// let mut monsters = MonsterPool::new();
    /// let mut tables = MonsterTables::default();
    /// let boss = monsters.insert(Monster { hp: 900 }).ok().unwrap();
    /// tables.turns.push_back(boss);
    ///
    /// let removed = tables.remove_from(&mut monsters, boss);
    /// assert_eq!(removed.map(|monster| monster.hp), Some(900));
    /// assert!(tables.turns.is_empty());
    /// ```
    fn remove_from<T: KeyedPool<P>>(&mut self, pool: &mut T, handle: Handle<P>) -> Option<T::Object> {
        self.forget(handle);
        pool.take(handle)
    }
}

/// The handles of objects: [`SideTables`] without a word of owners.
#[derive(Debug)]
pub struct Objects;

/// The handles of owners of lists.
#[derive(Debug)]
pub struct Owners;

/// A pool that takes handles of `K`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no pool that takes a `Handle<{K}>`",
    label = "no pool of these objects"
)]
pub trait KeyedPool<K: PoolSpec> {
    /// The objects of the pool.
    type Object;

    /// Removes an object and returns it.
    fn take(&mut self, handle: Handle<K>) -> Option<Self::Object>;
}

/// Writes what a table forgets: one object, those that are not kept, all.
macro_rules! tables {
    ($(
        [$($parameters:tt)*] $Table:ty, $Role:ident of $P:ident:
            |$table:ident, $handle:ident| $forget:expr, |$keep:pat_param| $retain:expr, $forget_all:expr;
    )*) => {$(
        impl<$($parameters)*> SideTables<$P, $Role> for $Table {
            fn forget(&mut self, $handle: Handle<$P>) -> bool {
                let $table = self;
                $forget
            }

            fn retain_handles(&mut self, $keep: impl FnMut(Handle<$P>) -> bool) {
                let $table = self;
                $retain;
            }

            fn forget_all(&mut self) {
                let $table = self;
                $forget_all;
            }
        }
    )*};
}

tables! {
    [P: PoolSpec, V] HandleMap<P, V>, Objects of P:
        |map, handle| map.remove(handle).is_some(), |mut keep| map.retain(|handle, _| keep(handle)), map.clear();
    [P: PoolSpec, V, const N: usize] SparseHandleMap<P, V, N>, Objects of P:
        |map, handle| map.remove(handle).is_some(), |mut keep| map.retain(|handle, _| keep(handle)), map.clear();
    [P: PoolSpec] HandleList<P>, Objects of P:
        |list, handle| list.remove(handle), |keep| list.retain(keep), list.clear();
    [Owner: PoolSpec, P: PoolSpec] HandleLists<Owner, P>, Objects of P:
        |lists, member| lists.remove(member).is_some(), |keep| lists.retain(keep), lists.clear();
    [Owner: PoolSpec, P: PoolSpec] HandleLists<Owner, P>, Owners of Owner:
        |lists, owner| {
            let has_members = lists.first(owner).is_some();
            lists.clear_list(owner);
            has_members
        },
        |keep| lists.retain_owners(keep),
        lists.clear();
    [P: PoolSpec, K] HandleQueue<P, K>, Objects of P:
        |queue, handle| queue.remove(handle).is_some(),
        |mut keep| queue.retain(|handle, _| keep(handle)),
        queue.clear();
    [P: PoolSpec] HandleTree<P>, Objects of P:
        |tree, node| tree.remove(node).next().is_some(), |keep| tree.retain(keep), tree.clear();
    [P: PoolSpec, const WORDS: usize] HandleArray<Option<Handle<P>>, WORDS>, Objects of P:
        |array, handle| {
            let mut found = false;
            array.retain_handles(|other| {
                found |= other == handle;
                other != handle
            });
            found
        },
        |mut keep| {
            for index in 0..array.len() {
                if array.get(index).flatten().is_some_and(|handle| !keep(handle)) {
                    array.set(index, None);
                }
            }
        },
        array.fill(None);
    [K: PoolSpec, P: KeyedBy<K, Layout: Tracked>] Pool<P>, Objects of K:
        |pool, handle| pool.remove(handle).is_some(),
        |mut keep| pool.retain(|handle, _| keep(P::key(handle))),
        pool.clear();
    [K: PoolSpec, P: KeyedBy<K, Layout: Tracked, Item: Columns>] ColumnPool<P>, Objects of K:
        |pool, handle| pool.remove(handle).is_some(),
        |mut keep| pool.retain(|handle, _| keep(P::key(handle))),
        pool.clear();
}

/// Writes that what holds tables is one: by a reference, on the heap, in an array.
macro_rules! holders {
    ($($(#[$attribute:meta])* [$($parameters:tt)*] $Holder:ty, |$holder:ident| $tables:expr;)*) => {$(
        $(#[$attribute])*
        impl<P: PoolSpec, R, T: SideTables<P, R>, $($parameters)*> SideTables<P, R> for $Holder {
            fn forget(&mut self, handle: Handle<P>) -> bool {
                let $holder = self;
                // Visits all of them: it does not stop at the first that had anything.
                $tables.into_iter().fold(false, |found, tables: &mut T| tables.forget(handle) | found)
            }

            fn retain_handles(&mut self, mut keep: impl FnMut(Handle<P>) -> bool) {
                let $holder = self;
                $tables.into_iter().for_each(|tables: &mut T| tables.retain_handles(&mut keep));
            }

            fn forget_all(&mut self) {
                let $holder = self;
                $tables.into_iter().for_each(T::forget_all);
            }
        }
    )*};
}

holders! {
    [] &mut T, |holder| [&mut **holder];
    #[cfg(feature = "alloc")]
    [] Heap<T>, |holder| [&mut **holder];
    [const N: usize] [T; N], |holder| holder;
}

impl<K: PoolSpec, P: KeyedBy<K>> KeyedPool<K> for Pool<P> {
    type Object = P::Item;

    fn take(&mut self, handle: Handle<K>) -> Option<P::Item> {
        self.remove(handle)
    }
}

impl<K: PoolSpec, P: KeyedBy<K, Item: Columns>> KeyedPool<K> for ColumnPool<P> {
    type Object = P::Item;

    fn take(&mut self, handle: Handle<K>) -> Option<P::Item> {
        self.remove(handle)
    }
}

#[cfg(feature = "alloc")]
impl<K: PoolSpec, T: KeyedPool<K>> KeyedPool<K> for Heap<T> {
    type Object = T::Object;

    fn take(&mut self, handle: Handle<K>) -> Option<T::Object> {
        (**self).take(handle)
    }
}

/// A field of type `T` in a struct that forgets objects of `P`. If it is a table of them, it has the functions of the
/// table, otherwise those of [`IsNoTable`], which do nothing. The derive names the field and the definition, and rustc
/// knows which of the two it is.
#[derive(Debug)]
pub struct Field<P, T, Role>(PhantomData<(P, T, Role)>);

impl<P: PoolSpec, T: SideTables<P, R>, R> Field<P, T, R> {
    /// Whether it is a table of these objects.
    pub const IS: bool = true;

    /// Forgets an object.
    #[inline]
    pub fn forget(table: &mut T, handle: Handle<P>) -> bool {
        table.forget(handle)
    }

    /// Forgets the objects that are not kept.
    #[inline]
    pub fn retain_handles(table: &mut T, keep: &mut impl FnMut(Handle<P>) -> bool) {
        table.retain_handles(keep);
    }

    /// Forgets all objects.
    #[inline]
    pub fn forget_all(table: &mut T) {
        table.forget_all();
    }
}

/// The functions of a [`Field`] that is no table of these objects.
pub trait IsNoTable {
    /// The type of the field.
    type Table;

    /// Whether it is a table of these objects.
    const IS: bool = false;

    /// Does nothing.
    #[inline]
    #[must_use]
    fn forget<H>(_: &mut Self::Table, _: H) -> bool {
        false
    }

    /// Does nothing.
    #[inline]
    fn retain_handles<F>(_: &mut Self::Table, _: &mut F) {}

    /// Does nothing.
    #[inline]
    fn forget_all(_: &mut Self::Table) {}
}

impl<P, T, R> IsNoTable for Field<P, T, R> {
    type Table = T;
}

/// Fails to compile with this message if it is not so. `Handles` are those that the message is about.
///
/// # Panics
///
/// Panics with the message.
#[track_caller]
#[inline]
pub const fn check<Handles>(is_so: bool, message: &str) {
    if !is_so {
        crate::base::message::text(message).panic();
    }
}
