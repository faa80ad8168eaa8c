//! What lends values to be written does not lend them as values of a shorter life: one could be left behind.

use stackpool::handle_map::{self as map, Joined};
use stackpool::{HandleMap, PoolSpec};

type OfMapMut<'a, P, V> = <&'a mut HandleMap<P, V> as Joined<P>>::Lane;

fn iter_mut<'short, P: PoolSpec>(
    of: map::IterMut<'static, P, &'static str>,
) -> map::IterMut<'short, P, &'short str> {
    of
}
fn values_mut<'short, P: PoolSpec>(
    of: map::ValuesMut<'static, P, &'static str>,
) -> map::ValuesMut<'short, P, &'short str> {
    of
}
fn entry<'short, P: PoolSpec>(
    of: map::Entry<'static, P, &'static str>,
) -> map::Entry<'short, P, &'short str> {
    of
}
fn occupied<'short, P: PoolSpec>(
    of: map::OccupiedEntry<'static, P, &'static str>,
) -> map::OccupiedEntry<'short, P, &'short str> {
    of
}
fn vacant<'short, P: PoolSpec>(
    of: map::VacantEntry<'static, P, &'static str>,
) -> map::VacantEntry<'short, P, &'short str> {
    of
}
fn lane<'short, P: PoolSpec>(of: OfMapMut<'static, P, &'static str>) -> OfMapMut<'short, P, &'short str> {
    of
}

fn main() {}
