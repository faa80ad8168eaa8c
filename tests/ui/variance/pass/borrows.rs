//! What borrows can borrow for a shorter time, and what owns values can own them for a shorter time.

use stackpool::handle_map::{self as map, Join, Joined};
use stackpool::region::{DropScope, FrameScope, Lower, LowerScope, Scope, Storage, Upper, UpperScope};
use stackpool::{
    Drain, ExtractIf, Full, Handle, HandleMap, Handles, Inserted, Iter, IterMut, ListPool, Occupied,
    PoolSpec, Removed, VacantEntry, ValueSpec, Values, ValuesMut, handle_array, value_pool,
};

type OfMap<'a, P, V> = <&'a HandleMap<P, V> as Joined<P>>::Lane;
type OfMapMut<'a, P, V> = <&'a mut HandleMap<P, V> as Joined<P>>::Lane;

// Pools, side tables and arrays of handles.
pub fn iter<'long: 'short, 'short, P: PoolSpec>(of: Iter<'long, P>) -> Iter<'short, P> {
    of
}
pub fn iter_mut<'long: 'short, 'short, P: PoolSpec>(of: IterMut<'long, P>) -> IterMut<'short, P> {
    of
}
pub fn values<'long: 'short, 'short, P: PoolSpec>(of: Values<'long, P>) -> Values<'short, P> {
    of
}
pub fn values_mut<'long: 'short, 'short, P: PoolSpec>(of: ValuesMut<'long, P>) -> ValuesMut<'short, P> {
    of
}
pub fn handles<'long: 'short, 'short, P: PoolSpec>(of: Handles<'long, P>) -> Handles<'short, P> {
    of
}
pub fn drain<'long: 'short, 'short, P: PoolSpec>(of: Drain<'long, P>) -> Drain<'short, P> {
    of
}
pub fn extract_if<'long: 'short, 'short, P: PoolSpec>(
    of: ExtractIf<'long, P, ()>,
) -> ExtractIf<'short, P, ()> {
    of
}
pub fn inserted<'long: 'short, 'short, P: PoolSpec>(of: Inserted<'long, P>) -> Inserted<'short, P> {
    of
}
pub fn removed<'long: 'short, 'short, P: PoolSpec>(of: Removed<'long, P>) -> Removed<'short, P> {
    of
}
pub fn vacant<'long: 'short, 'short, P: PoolSpec>(of: VacantEntry<'long, P>) -> VacantEntry<'short, P> {
    of
}
pub fn map_iter<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::Iter<'long, P, V>,
) -> map::Iter<'short, P, V> {
    of
}
pub fn map_iter_mut<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::IterMut<'long, P, V>,
) -> map::IterMut<'short, P, V> {
    of
}
pub fn map_keys<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::Keys<'long, P, V>,
) -> map::Keys<'short, P, V> {
    of
}
pub fn map_values<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::Values<'long, P, V>,
) -> map::Values<'short, P, V> {
    of
}
pub fn map_values_mut<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::ValuesMut<'long, P, V>,
) -> map::ValuesMut<'short, P, V> {
    of
}
pub fn map_drain<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::Drain<'long, P, V>,
) -> map::Drain<'short, P, V> {
    of
}
pub fn map_extract_if<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::ExtractIf<'long, P, V, ()>,
) -> map::ExtractIf<'short, P, V, ()> {
    of
}
pub fn map_entry<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::Entry<'long, P, V>,
) -> map::Entry<'short, P, V> {
    of
}
pub fn map_occupied<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::OccupiedEntry<'long, P, V>,
) -> map::OccupiedEntry<'short, P, V> {
    of
}
pub fn map_vacant<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: map::VacantEntry<'long, P, V>,
) -> map::VacantEntry<'short, P, V> {
    of
}
pub fn join<'long: 'short, 'short, P: PoolSpec, V: 'static>(
    of: Join<P, OfMap<'long, P, V>, OfMapMut<'long, P, V>>,
) -> Join<P, OfMap<'short, P, V>, OfMapMut<'short, P, V>> {
    of
}
pub fn array_iter<'long: 'short, 'short, P: PoolSpec>(
    of: handle_array::Iter<'long, Handle<P>, 16>,
) -> handle_array::Iter<'short, Handle<P>, 16> {
    of
}

// Pools of values.
pub fn value_iter<'long: 'short, 'short, S: ValueSpec>(
    of: value_pool::Iter<'long, S>,
) -> value_pool::Iter<'short, S> {
    of
}
pub fn acquired<'long: 'short, 'short, S: ValueSpec>(
    of: value_pool::Acquired<'long, S>,
) -> value_pool::Acquired<'short, S> {
    of
}

// Regions.
pub fn scope<'long: 'short, 'short>(of: Scope<'long>) -> Scope<'short> {
    of
}
pub fn lower<'long: 'short, 'short>(of: Lower<'long>) -> Lower<'short> {
    of
}
pub fn upper<'long: 'short, 'short>(of: Upper<'long>) -> Upper<'short> {
    of
}
pub fn lower_scope<'long: 'short, 'short>(of: LowerScope<'long>) -> LowerScope<'short> {
    of
}
pub fn upper_scope<'long: 'short, 'short>(of: UpperScope<'long>) -> UpperScope<'short> {
    of
}
pub fn drop_scope<'long: 'short, 'short, S: Storage>(of: DropScope<'long, S>) -> DropScope<'short, S> {
    of
}
pub fn frame_scope<'long: 'short, 'short, S: Storage>(of: FrameScope<'long, S>) -> FrameScope<'short, S> {
    of
}

// What owns values.
pub fn full<'long: 'short, 'short>(of: Full<&'long str>) -> Full<&'short str> {
    of
}
pub fn occupied<'long: 'short, 'short>(of: Occupied<&'long str>) -> Occupied<&'short str> {
    of
}
pub fn list<'long: 'short, 'short>(of: ListPool<&'long str, 4>) -> ListPool<&'short str, 4> {
    of
}

pub fn main() {}
