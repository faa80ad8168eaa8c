//! Handles and links in the objects of a pool, or in the values of a side table, that name no object.
//!
//! All values of an object are visited as they are when it is saved. So it is known which field each of them is in.

use crate::base::item_field::ItemField;
use crate::column_pool::{ColumnPool, SavedColumns};
use crate::columns::saved::{PlainColumn, ValueSink};
use crate::columns::{Access, Columns, SavedList};
use crate::handle::{Handle, Link, WideLink};
use crate::image::field_bytes::FieldBytes;
use crate::image::item_form::{FieldForm, Sink};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::side::handle_map::HandleMap;
use crate::side::sparse_handle_map::SparseHandleMap;
use crate::snapshot::pools::TableValue;
use crate::snapshot::relink::KnownHandles;
use bytemuck::NoUninit;
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;

/// # Links that name nothing
impl<P: PoolSpec<Layout: Tracked>> Pool<P> {
    /// Finds the handles and links of `Q` in the objects of this pool that name no object, as `names_object` says.
    ///
    /// Use it after a [`restore`](Pool::restore) if `Q` is not in the save: the pool of `Q` is skipped, or is not a
    /// part of the world. A handle that was saved then names nothing, and later whatever object comes to its slot.
    ///
    /// ```
    /// use stackpool::{Pool, Snapshot};
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 10)]
    /// struct Effect(&'static str);
    ///
    /// #[derive(Pool, Snapshot)]
    /// #[pool(capacity = 10)]
    /// #[snapshot(item)]
    /// struct Ship {
    ///     effect: Option<EffectHandle>,
    /// }
    ///
    /// let (mut ships, mut effects) = (ShipPool::new(), EffectPool::new());
    /// let smoke = effects.insert(Effect("smoke")).ok();
    /// ships.insert(Ship { effect: smoke }).ok();
    /// let mut buffer = [0; ShipPool::SAVED_BYTES];
    /// let saved = ships.save_into(&mut buffer)?;
    ///
    /// effects.clear(); // the next day
    /// ships.restore(saved)?;
    /// let lost: Vec<_> = ships.lost_links(|effect| effects.contains(effect)).collect();
    /// assert_eq!(lost[0].to_string(), "slot 0: `effect` names no object of `Effect`");
    /// for lost in lost { // they are collected: the iterator borrows `ships`
    ///     ships[lost.object()].effect = None;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The items are structs or enums that [derive `Snapshot`](crate::PlainData) and are saved field by field. In a
    /// field that is saved as its bytes in memory (`bytemuck`), or that implements [`FieldBytes`] outside of this
    /// crate, a handle is not found unless it is the whole field. Fields with `skip` or `keep` are not visited.
    ///
    /// Links are found in the order of the objects, and in each of them in the order of the fields. An object comes
    /// once for each. O(slots that were used).
    pub fn lost_links<Q: PoolSpec + 'static>(
        &self,
        names_object: impl Fn(Handle<Q>) -> bool,
    ) -> impl Iterator<Item = LostLink<P>>
    where
        P::Item: KnownHandles,
    {
        lost_in(self.iter(), P::Item::FIELDS, names_object, |item, links| P::Item::put(item, links))
    }
}

/// # Links that name nothing
impl<P: PoolSpec<Item: SavedColumns, Layout: Tracked>> ColumnPool<P> {
    /// Finds the links of `Q` in the objects of this pool that name no object: see [`Pool::lost_links`].
    ///
    /// A link is found if it is a whole field, as a [`Link`] or a [`WideLink`] is. Fields with `skip` or `keep` are not
    /// visited. O(slots that were used).
    pub fn lost_links<Q: PoolSpec + 'static>(
        &self,
        names_object: impl Fn(Handle<Q>) -> bool,
    ) -> impl Iterator<Item = LostLink<P>> {
        let objects = self.handles().filter_map(|handle| {
            let object = self.copy_of(handle)?;
            Some((handle, P::Item::split(object, Access::new())))
        });
        lost_in(objects, P::Item::FIELDS, names_object, |&elements, links| {
            <P::Item as Columns>::List::visit(elements, links);
        })
    }
}

/// # Links that name nothing
impl<P: PoolSpec, V: TableValue> HandleMap<P, V> {
    /// Finds the handles and links of `Q` in the values of this map that name no object: see
    /// [`Pool::lost_links`](crate::Pool::lost_links).
    ///
    /// ```
    /// use stackpool::{HandleMap, Link, pool};
    ///
    /// pool! { Ships: [u32; 10]; Effects: [u8; 10]; }
    ///
    /// let (mut ships, mut effects) = (ShipsPool::new(), EffectsPool::new());
    /// let (ship, smoke) = (ships.insert(7)?, effects.insert(1)?);
    /// let mut trails = HandleMap::<Ships, Link<Effects>>::new();
    /// trails.insert(ship, smoke.into());
    /// effects.clear();
    ///
    /// let lost = trails.lost_links(|effect| effects.contains(effect)).next().unwrap();
    /// assert_eq!(lost.to_string(), "slot 0: a link names no object of `Effects`");
    /// assert_eq!(lost.object(), ship); // the key of the value
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A link is found if it is the value, or a field of one that derives [`Snapshot`](crate::Snapshot). In a value
    /// that is saved as its bytes in memory, it is not found. Keys that name no object are not visited by this method:
    /// [`retain`](HandleMap::retain) removes them. O(slots that were used).
    pub fn lost_links<Q: PoolSpec + 'static>(
        &self,
        names_object: impl Fn(Handle<Q>) -> bool,
    ) -> impl Iterator<Item = LostLink<P>> {
        lost_in(self.iter(), V::Form::FIELDS, names_object, |value, links| V::Form::put(value, links))
    }
}

/// # Links that name nothing
impl<P: PoolSpec, V: TableValue, const N: usize> SparseHandleMap<P, V, N> {
    /// Finds the handles and links of `Q` in the values of this map that name no object, in the order of the values:
    /// see [`HandleMap::lost_links`](crate::HandleMap::lost_links). O(len).
    pub fn lost_links<Q: PoolSpec + 'static>(
        &self,
        names_object: impl Fn(Handle<Q>) -> bool,
    ) -> impl Iterator<Item = LostLink<P>> {
        lost_in(self.iter(), V::Form::FIELDS, names_object, |value, links| V::Form::put(value, links))
    }
}

/// Finds the lost links in these objects. `put` hands the values of one to [`Links`].
fn lost_in<P: PoolSpec, Q: PoolSpec, F: Fn(Handle<Q>) -> bool, T>(
    mut objects: impl Iterator<Item = (Handle<P>, T)>,
    fields: &'static [ItemField],
    names_object: F,
    put: impl Fn(&T, &mut Links<'_, Q, F>),
) -> impl Iterator<Item = LostLink<P>> {
    let mut object = objects.next();
    let mut found = 0;
    core::iter::from_fn(move || {
        while let Some((handle, value)) = &object {
            let mut links = Links {
                names_object: &names_object,
                names: PhantomData,
                offset: 0,
                passed: found,
                lost: None,
            };
            put(value, &mut links);
            if let Some(offset) = links.lost {
                found += 1;
                return Some(LostLink { object: *handle, field: field_at(fields, offset), names: Q::NAME });
            }
            (object, found) = (objects.next(), 0);
        }
        None
    })
}

/// Returns the name of the field that has the byte at `offset`.
#[inline]
fn field_at(fields: &'static [ItemField], mut offset: usize) -> &'static str {
    for field in fields {
        if offset < field.bytes {
            return field.name;
        }
        offset -= field.bytes;
    }
    ""
}

/// Finds the first lost link after as many as `passed`.
struct Links<'a, Q, F> {
    names_object: &'a F,
    names: PhantomData<fn(Q)>,
    /// How many bytes the values before have.
    offset: usize,
    passed: usize,
    lost: Option<usize>,
}

impl<Q: PoolSpec + 'static, F: Fn(Handle<Q>) -> bool> Sink for Links<'_, Q, F> {
    fn put<T: NoUninit>(&mut self, value: &T) {
        let any: &dyn Any = value;
        let link = any.downcast_ref::<Link<Q>>().and_then(|link| link.get());
        let wide = any.downcast_ref::<WideLink<Q>>().and_then(|link| link.get());
        let handle = link.or(wide).or(any.downcast_ref::<Handle<Q>>().copied());
        if self.lost.is_none() && handle.is_some_and(|handle| !(self.names_object)(handle)) {
            match self.passed.checked_sub(1) {
                Some(passed) => self.passed = passed,
                None => self.lost = Some(self.offset),
            }
        }
        self.offset += size_of::<T>();
    }

    fn put_array<T: NoUninit, const N: usize>(&mut self, values: &[T; N]) {
        values.iter().for_each(|value| self.put(value));
    }

    fn zeros(&mut self, count: usize) {
        self.offset += count;
    }

    fn put_bytes(&mut self, count: usize, _: impl FnOnce(&mut [u8])) {
        self.offset += count;
    }

    fn put_by_hand<T: FieldBytes>(&mut self, value: &T) {
        let end = self.offset + T::BYTES;
        value.put_parts(self);
        self.offset = end;
    }
}

impl<Q: PoolSpec + 'static, F: Fn(Handle<Q>) -> bool> ValueSink for Links<'_, Q, F> {
    fn value<E: PlainColumn>(&mut self, value: &E) {
        self.put(value);
    }
}

/// A handle or a link in an object, or in a value of a side table, that names no object: see [`Pool::lost_links`].
///
/// It is shown with the slot of the object that has it: "slot 0: \`effect\` names no object of \`Effect\`".
pub struct LostLink<P: PoolSpec> {
    object: Handle<P>,
    field: &'static str,
    names: &'static str,
}

impl<P: PoolSpec> LostLink<P> {
    /// Returns the handle of the object that has the link, or the key of the value that has it.
    #[must_use]
    #[inline]
    pub fn object(&self) -> Handle<P> {
        self.object
    }

    /// Returns the name of the field of the object; of a tuple struct, its number. Empty if the item is an enum, or the
    /// value is the link.
    #[must_use]
    #[inline]
    pub fn field(&self) -> &'static str {
        self.field
    }
}

impl<P: PoolSpec> Clone for LostLink<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for LostLink<P> {}

impl<P: PoolSpec> fmt::Debug for LostLink<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LostLink { object, field, names } = self;
        f.debug_struct("LostLink")
            .field("object", object)
            .field("field", field)
            .field("names", names)
            .finish()
    }
}

impl<P: PoolSpec> fmt::Display for LostLink<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot {}: ", self.object.index())?;
        match self.field {
            "" => f.write_str("a link")?,
            field => write!(f, "`{field}`")?,
        }
        write!(f, " names no object of `{}`", self.names)
    }
}
