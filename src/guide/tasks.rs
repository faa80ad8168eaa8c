//! From a task to a method. The pages of the types have the details, and an example of each.
//!
//! # Putting in
//!
//! - **insert an object that knows its own handle**: [`Pool::insert_with`](crate::Pool::insert_with), or
//!   [`Pool::vacant_entry`](crate::Pool::vacant_entry)
//! - **insert objects that know each other**: [`Pool::insert_array_with`](crate::Pool::insert_array_with)
//! - **make a large object in its slot, without a copy over the stack**:
//!   [`Pool::insert_in_place`](crate::Pool::insert_in_place), [`Pool::insert_zeroed`](crate::Pool::insert_zeroed)
//! - **insert several or none**: [`Pool::insert_many`](crate::Pool::insert_many)
//! - **insert until the pool is full, and keep the rest**: [`Pool::try_extend`](crate::Pool::try_extend) with `&mut
//!   iterator`
//! - **insert under a handle that another pool gave out**: [`Pool::insert_at`](crate::Pool::insert_at)
//! - **know the handles of the next insertions**: [`Pool::next_handles`](crate::Pool::next_handles); of one slot:
//!   [`Pool::next_handle_at`](crate::Pool::next_handle_at)
//! - **know how many more fit**: [`Pool::remaining_capacity`](crate::Pool::remaining_capacity)
//!
//! # Taking out
//!
//! - **remove by a condition, and get what was removed**: [`Pool::extract_if`](crate::Pool::extract_if)
//! - **remove from a dense pool, and keep the order of the others**:
//!   [`Pool::retain_in_order`](crate::Pool::retain_in_order), [`Pool::remove_in_order`](crate::Pool::remove_in_order)
//! - **remove several or none**: [`Pool::remove_many`](crate::Pool::remove_many)
//! - **remove what was inserted since a moment**: [`Pool::mark`](crate::Pool::mark), then
//!   [`Pool::release_since`](crate::Pool::release_since), or [`Pool::keep_since`](crate::Pool::keep_since) to keep it
//! - **end marks whose values were lost**: [`Pool::forget_marks`](crate::Pool::forget_marks)
//! - **work with one object and its pool at once**: [`Pool::detach`](crate::Pool::detach)
//! - **turn all objects into others, under the same handles**: [`Pool::map_into`](crate::Pool::map_into), or
//!   [`Pool::map_ref_into`](crate::Pool::map_ref_into) if they stay
//!
//! # Visiting
//!
//! - **visit the oldest first**: [`Pool::iter_in_order`](crate::Pool::iter_in_order),
//!   [`Pool::iter_in_order_mut`](crate::Pool::iter_in_order_mut)
//! - **visit what was inserted since a mark**: [`Pool::iter_since`](crate::Pool::iter_since),
//!   [`Pool::iter_since_mut`](crate::Pool::iter_since_mut)
//! - **get all objects as one slice, or sort them**: `dense` on the definition, then
//!   [`Pool::as_slice`](crate::Pool::as_slice), [`Pool::sort_by_key`](crate::Pool::sort_by_key); where an object is in
//!   it: [`Pool::position_of`](crate::Pool::position_of)
//! - **follow links from object to object, and write to each**: [`HandleMap::visit`](crate::HandleMap::visit)
//! - **change the pool while you walk**: [`Pool::cursor`](crate::Pool::cursor)
//! - **visit what changed since the last frame**: [`Pool::take_changed`](crate::Pool::take_changed); ask for one object
//!   with [`Pool::is_changed`](crate::Pool::is_changed)
//! - **copy what changed of the slice of a dense pool**:
//!   [`Pool::changed_positions`](crate::Pool::changed_positions)
//! - **walk arrays of your own by slot**: [`Pool::live_ranges`](crate::Pool::live_ranges),
//!   [`Pool::live_words`](crate::Pool::live_words), [`Pool::for_each_live`](crate::Pool::for_each_live)
//! - **use several threads**: [`Pool::parts_mut`](crate::Pool::parts_mut); with feature `rayon` `par_iter`,
//!   `par_iter_mut` and `par_values`
//!
//! # Side tables
//!
//! - **insert a value if there is none**: [`HandleMap::entry`](crate::HandleMap::entry), then `or_insert_with`,
//!   `or_insert_with_key`, `and_modify` or `into_mut`
//! - **insert under a handle that may be stale**: [`HandleMap::insert_live`](crate::HandleMap::insert_live)
//! - **remove a value and get its key**: [`HandleMap::remove_entry`](crate::HandleMap::remove_entry)
//! - **remove an object from its pool, all side tables and all lists**:
//!   [`#[derive(SideTables)]`](trait@crate::SideTables)
//! - **forget the values of removed objects**: [`HandleMap::retain_live`](crate::HandleMap::retain_live); get each of
//!   them: [`HandleMap::take_ended`](crate::HandleMap::take_ended)
//!
//! # Lists, trees and queues
//!
//! - **move the member that was used to the front**: [`HandleList::move_to_front`](crate::HandleList::move_to_front),
//!   and [`HandleList::pop_back`](crate::HandleList::pop_back) for the one that was not used for the longest time
//! - **move a member to another owner, or find its owner**: [`HandleLists::push_back`](crate::HandleLists::push_back),
//!   [`HandleLists::owner_of`](crate::HandleLists::owner_of)
//! - **change a list while you walk it**: [`HandleLists::next`](crate::HandleLists::next)
//! - **visit what is below a node**: [`HandleTree::descendants`](crate::HandleTree::descendants), or
//!   [`HandleTree::descendants_post_order`](crate::HandleTree::descendants_post_order) for children first
//! - **remove a node with all that is below it**: [`HandleTree::remove`](crate::HandleTree::remove)
//! - **take what is due from a queue of timers**: [`HandleQueue::pop_if`](crate::HandleQueue::pop_if)
//! - **put off a timer**: [`HandleQueue::change_key`](crate::HandleQueue::change_key)
//!
//! # Boxes and values
//!
//! - **wait in a task until a slot is free**: `wait` on the definition, then
//!   [`PoolBox::new_async`](crate::PoolBox::new_async) or [`ObjectBox::acquire_async`](crate::ObjectBox::acquire_async)
//! - **call a function after a slot was freed**: `on_free = ..` on the definition
//! - **pass a box through C or a register**: [`PoolBox::into_handle`](crate::PoolBox::into_handle) and
//!   [`PoolBox::from_handle`](crate::PoolBox::from_handle)
//! - **pin the value of a box**: [`PoolBox::into_pin`](crate::PoolBox::into_pin)
//! - **write to a shared value, or take it out**: [`SharedBox::make_mut`](crate::SharedBox::make_mut),
//!   [`SharedBox::try_unwrap`](crate::SharedBox::try_unwrap),
//!   [`SharedBox::unwrap_or_clone`](crate::SharedBox::unwrap_or_clone),
//!   [`SharedBox::into_box`](crate::SharedBox::into_box)
//! - **compare two owners, or count them**: [`SharedBox::ptr_eq`](crate::SharedBox::ptr_eq),
//!   [`SharedBox::strong_count`](crate::SharedBox::strong_count), [`SharedBox::is_unique`](crate::SharedBox::is_unique)
//! - **make a value that knows its own weak pointer**: [`SharedBox::new_cyclic`](crate::SharedBox::new_cyclic)
//! - **end all weak pointers of a value that stays**: [`SharedBox::revoke_weak`](crate::SharedBox::revoke_weak)
//! - **hand out several values or none**: [`ValuePool::acquire_many`](crate::ValuePool::acquire_many),
//!   [`ValuePool::release_many`](crate::ValuePool::release_many)
//!
//! # Saving
//!
//! - **save a pool, and restore it**: [`Pool::save_into`](crate::Pool::save_into) and
//!   [`Pool::restore`](crate::Pool::restore), or `save` with feature `alloc`;
//!   [`ColumnPool`](crate::ColumnPool::save_into) and [`ValuePool`](crate::ValuePool::save_into) have the same methods
//! - **send only the bytes that differ from an earlier save**: [`Pool::delta_into`](crate::Pool::delta_into), and
//!   [`Pool::patch_into`](crate::Pool::patch_into) for the other side; `delta` and `patch` with feature `alloc`
//! - **send what changed, without an earlier save**: [`Pool::changed_delta_into`](crate::Pool::changed_delta_into), or
//!   `changed_delta` with feature `alloc`
//! - **notice a delta that was lost**: a [`SaveNumber`](crate::SaveNumber) in the world
//! - **send what changed in datagrams of a limited size**: [`Pool::changed_packet`](crate::Pool::changed_packet), and
//!   [`Pool::apply_packet`](crate::Pool::apply_packet) for the other side; of several pools in one datagram,
//!   [`Packets`](crate::Packets#packets-of-several-pools)
//! - **read a save of a smaller capacity**: [`Pool::resize_saved`](crate::Pool::resize_saved), or `restore_resized`
//!   with feature `alloc`
//! - **read a pool from `serde` where it is**: `deserialize_from` with feature `serde`
//! - **go to an earlier frame without removing later ones**: [`History::rewind`](crate::History::rewind)
//! - **begin the statistics of a level**: [`Pool::reset_stats`](crate::Pool::reset_stats)
