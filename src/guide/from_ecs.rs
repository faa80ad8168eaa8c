//! From an entity component system, such as `bevy_ecs`, `hecs` or `EnTT`: what becomes of entities, components,
//! queries.
//!
//! An ECS finds out at run time which components an entity has. With pools, a kind of object is a definition: its
//! fields are the components that all of them have, and side tables have the others. Handles are typed by kind.
//!
//! ```
//! use stackpool::{HandleMap, Pool, SideTables};
//!
//! // The components that every monster has.
//! #[derive(Pool)]
//! #[pool(capacity = 1_000, changes)]
//! struct Monster {
//!     position: [f32; 2],
//!     velocity: [f32; 2],
//!     health: i32,
//! }
//!
//! #[derive(SideTables)]
//! #[tables(of = Monster)]
//! struct World {
//!     monsters: MonsterPool,
//!     poison: HandleMap<Monster, i32>, // a component that some have
//! }
//!
//! // A system with two queries.
//! fn tick(world: &mut World) {
//!     for monster in world.monsters.values_mut() {
//!         monster.position[0] += monster.velocity[0];
//!     }
//!     for (_handle, monster, damage) in world.monsters.join_mut(&world.poison) {
//!         monster.health -= damage;
//!     }
//!     let mut cursor = world.monsters.cursor();
//!     while let Some(monster) = cursor.next(&world.monsters) {
//!         if world.monsters[monster].health <= 0 {
//!             world.forget(monster); // despawn, with all components
//!         }
//!     }
//! }
//!
//! let mut world = World { monsters: MonsterPool::new(), poison: HandleMap::new() };
//! let rat = Monster { position: [0.0; 2], velocity: [1.0, 0.0], health: 20 };
//! let rat = world.monsters.insert(rat)?; // spawn
//! world.poison.insert(rat, 15); // insert a component
//! tick(&mut world);
//! assert_eq!(world.monsters[rat].health, 5);
//! tick(&mut world);
//! assert!(world.monsters.get(rat).is_none() && world.poison.is_empty());
//! # Ok::<(), stackpool::Full<Monster>>(())
//! ```
//!
//! | ECS | stackpool |
//! |---|---|
//! | `World` | a struct of yours, with a pool per kind of object |
//! | `Entity` | [`Handle<P>`](crate::Handle): 1 to 4 bytes, of one kind |
//! | an archetype | a definition: `#[derive(Pool)]` |
//! | a component that all have | a field; with `columns`, an [array of its own](super::columns) |
//! | a component that some have | [`HandleMap`](crate::HandleMap), or [`SparseHandleMap`][sparse] for a few |
//! | a marker component | a `bool` in the item |
//! | `Query<(&mut A, &B)>` | [`values_mut`](crate::Pool::values_mut), [`join_mut`](crate::Pool::join_mut) |
//! | `With<B>`, `Without<B>` | a join; `filter` by [`contains`](crate::HandleMap::contains) |
//! | `Commands`, run after the query | a [`cursor`](crate::Pool::cursor): the pool can change during the walk |
//! | `despawn` | [`forget`](crate::SideTables::forget) of a struct with [`#[derive(SideTables)]`][tables] |
//! | `Changed<T>` | the key `changes`, and [`take_changed`](crate::Pool::take_changed) |
//! | `Parent`, `Children` | `Option<Handle>` in the items: parent, first child, next sibling |
//! | `get_many_mut` | [`get_disjoint_mut`](crate::Pool::get_disjoint_mut) |
//! | `par_iter_mut` | the same name, with feature `rayon`, or [`parts_mut`](crate::Pool::parts_mut) |
//! | a resource | a field of the struct |
//! | snapshots for rollback | [`#[derive(Snapshot)]`](derive@crate::Snapshot) on the struct |
//!
//! # When to use it
//!
//! Use pools if you know the kinds of objects when you compile, and each kind has a bound. Then a world needs no heap
//! and saves to bytes. A system is a function that borrows what it names.
//!
//! Keep the ECS when components are added and removed at run time in many combinations, when plugins define components,
//! or when you want its scheduler and its editor. You can use both: a pool of particles, bullets or audio voices can be
//! a resource of the ECS, with its handles in components.
//!
//! # What differs
//!
//! - **A handle belongs to one kind.** A reference to "any object" is an enum of handles.
//! - **Side tables do not notice removals.** Use `forget`, as above, or call
//!   [`retain_live`](crate::HandleMap::retain_live) after removals, or
//!   [`take_ended`](crate::HandleMap::take_ended) if the pool has `changes`.
//! - **A spawn can fail.** A full pool gives the value back.
//! - **Generations are few in small handles.** An `Entity` of `bevy_ecs` has 32 bits of
//!   generation. [Handles](super::handles) says for how long a stale handle is caught, and how to ask for more.
//! - **There is no scheduler.** Systems are functions, and the borrow checker says which of them can run at once.
//!
//! [sparse]: crate::SparseHandleMap
//! [tables]: trait@crate::SideTables
