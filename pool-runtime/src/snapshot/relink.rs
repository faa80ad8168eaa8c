//! Objects of one pool that come to another, with the handles in them.

use crate::base::full::Full;
use crate::handle::Handle;
use crate::image::item_form::FieldForm;
use crate::image::moved::{LostHandle, Moved};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::side::handle_map::HandleMap;

/// # Objects of another pool
impl<P: PoolSpec> Pool<P> {
    /// Inserts copies of all objects of another pool of this definition: of a prefab, a level, or the state of a
    /// server. Afterwards, `moved` has the new handle of each copy, under the handle of its original.
    ///
    /// The copies are inserted in the iteration order of the other pool. First, `moved` drops its old entries.
    ///
    /// The handles in the copies are those of the other pool. [`relink`](Pool::relink) replaces them.
    ///
    /// O(slots that were used in the other pool).
    ///
    /// ```
    /// use stackpool::{HandleMap, Pool, Snapshot};
    ///
    /// #[derive(Pool, Snapshot, Clone)]
    /// #[pool(capacity = 1_000)]
    /// #[snapshot(item)]
    /// struct Part {
    ///     kind: u32,
    ///     parent: Option<PartHandle>,
    /// }
    ///
    /// let mut tank = PartPool::new(); // a prefab
    /// let body = tank.insert(Part { kind: 1, parent: None })?;
    /// let turret = tank.insert(Part { kind: 2, parent: Some(body) })?;
    ///
    /// let mut world = PartPool::new();
    /// world.insert(Part { kind: 9, parent: None })?;
    ///
    /// let mut moved = HandleMap::new();
    /// world.insert_copies(&tank, &mut moved)?;
    /// world.relink(&moved)?;
    /// assert_eq!(world[moved[turret]].parent, Some(moved[body]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room for all of them. Nothing was inserted, and `moved` is empty.
    ///
    /// # Panics
    ///
    /// If the `Clone` of an object panics, the copies before it stay in the pool and in `moved`.
    #[doc(alias("append", "merge", "import", "instantiate", "map_entities"))]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_copies(&mut self, other: &Self, moved: &mut HandleMap<P, Handle<P>>) -> Result<(), Full>
    where
        P::Item: Clone,
        P::Layout: Tracked,
    {
        moved.clear();
        if self.remaining_capacity() < other.len() {
            return Err(self.body.refuse(()));
        }
        for (handle, object) in other {
            match self.insert(object.clone()) {
                Ok(copy) => moved.insert(handle, copy),
                Err(full) => return Err(full.map(drop)),
            };
        }
        Ok(())
    }

    /// Replaces the handles in all objects that [`insert_copies`](Pool::insert_copies) inserted. `moved` has the new
    /// handle for each old one.
    ///
    /// `moved` is the map of one pool, or a tuple of the maps of several pools. A handle of a pool without a map does
    /// not change: for example, the handle of a texture that both worlds use.
    ///
    /// The objects must be structs or enums that [derive `Snapshot`](crate::PlainData) and are saved field by field, so
    /// that `relink` can find their handles. It refuses other items. In a field that is saved as its bytes in memory
    /// (`bytemuck`), it finds a handle or a link only if that is the whole field.
    ///
    /// If the object of a handle was not copied too, the handle becomes:
    ///
    /// - `Option<Handle<T>>`: `None`. An `Option` of a struct, a tuple or an array with such a handle is `None` too.
    /// - [`Link<T>`](crate::Link): [`Link::NONE`](crate::Link::NONE).
    /// - `Handle<T>`: an error.
    ///
    /// O(objects that were copied). Objects that were removed since are skipped.
    ///
    /// ```
    /// use stackpool::{Handle, HandleMap, Pool, Snapshot};
    ///
    /// #[derive(Pool, Snapshot, Clone)]
    /// #[pool(capacity = 100)]
    /// #[snapshot(item)]
    /// struct Unit {
    ///     team: Handle<Team>,
    ///     target: Option<Handle<Unit>>,
    /// }
    ///
    /// #[derive(Pool, Snapshot, Clone)]
    /// #[pool(capacity = 10)]
    /// #[snapshot(item)]
    /// struct Team {
    ///     leader: Option<Handle<Unit>>,
    /// }
    ///
    /// #[derive(Default)]
    /// struct World {
    ///     units: UnitPool,
    ///     teams: TeamPool,
    /// }
    ///
    /// # let mut level = World::default();
    /// # let team = level.teams.insert(Team { leader: None })?;
    /// # let leader = level.units.insert(Unit { team, target: None })?;
    /// # level.teams[team].leader = Some(leader);
    /// # let mut world = World::default();
    /// # world.teams.insert(Team { leader: None })?;
    /// let (mut units, mut teams) = (HandleMap::new(), HandleMap::new());
    /// world.units.insert_copies(&level.units, &mut units)?;
    /// world.teams.insert_copies(&level.teams, &mut teams)?;
    ///
    /// let moved = (units, teams);
    /// world.units.relink(&moved)?;
    /// world.teams.relink(&moved)?;
    /// # assert_eq!(world.units[moved.0[leader]].team, moved.1[team]);
    /// # assert_eq!(world.teams[moved.1[team]].leader, Some(moved.0[leader]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LostHandle`] with the field of an object that has a `Handle` of one that did not come. No object was changed:
    /// all are checked first, on copies. Bring the other objects too, or remove the new ones.
    pub fn relink<M: Moved>(&mut self, moved: &M) -> Result<(), LostHandle>
    where
        P: 'static,
        P::Item: KnownHandles + Clone,
    {
        let mut checked = Ok(());
        moved.visit(&mut |copy: Handle<P>| {
            if let (Ok(()), Some(object)) = (checked, self.get(copy)) {
                checked = P::Item::relink(&mut object.clone(), moved);
            }
        });
        checked?;
        moved.visit(&mut |copy: Handle<P>| {
            if let Some(object) = self.get_mut(copy) {
                let relinked = P::Item::relink(object, moved);
                invariant!(relinked.is_ok(), "the handles of an object were checked");
            }
        });
        Ok(())
    }
}

/// An item that is saved field by field, so that it is known where its handles are.
#[diagnostic::on_unimplemented(
    message = "it is not known where the handles in `{Self}` are",
    label = "is not saved field by field",
    note = "write `#[derive(stackpool::Snapshot)]` and also `#[snapshot(item)]` before the struct; an enum needs the \
            derive, and also `#[snapshot(item)]` if it has a `#[repr]` and no fields",
    note = "an item that is saved as its bytes in memory (`bytemuck::Pod`, `NoUninit` or `#[snapshot(plain)]`) does \
            not say where its handles are"
)]
pub trait KnownHandles: FieldForm<Value = Self> + Sized {}

#[diagnostic::do_not_recommend]
impl<T: FieldForm<Value = T>> KnownHandles for T {}
