//! Side tables: data that only some objects have, found by the same handles.
//!
//! A [`HandleMap`](crate::HandleMap) has one place for each slot of the pool, so a handle finds its value by index,
//! with no search and no hashing. It remembers the handle of each value: a value that was stored for an object that
//! is gone is not found under the handle of a newer object, as long as the generations tell the two apart.
//!
//! ```
//! use stackpool::{HandleMap, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 1_000)]
//! struct Monster {
//!     hp: i32,
//! }
//!
//! let mut monsters = MonsterPool::new();
//! let mut poison = HandleMap::<Monster, i32>::new();
//!
//! let boss = monsters.insert(Monster { hp: 900 })?;
//! monsters.insert(Monster { hp: 40 })?;
//! poison.insert(boss, 25);
//!
//! for (_handle, monster, damage) in monsters.join_mut(&poison) {
//!     monster.hp -= damage;
//! }
//! assert_eq!(monsters[boss].hp, 875);
//! # Ok::<(), stackpool::Full<Monster>>(())
//! ```
//!
//! [`join`](crate::Pool::join) walks two tables together in slot order, 64 slots at a time. Slots that only one of
//! them has cost next to nothing. Joins chain: `a.join(&b).join(&c)`.
//!
//! Remove an object from its side tables when you remove it from the pool. If you do not, its value stays until another
//! object of the same slot gets one, or until the generations of the slot come round and it is found again.
//!
//! A [`HandleArray`](crate::HandleArray) packs many handles (an index buffer, a grid of cells) to the bits that they
//! need.
