//! How to use pools for a task, page by page. There is no code here, only documentation.
//!
//! | page | read it when |
//! |---|---|
//! | [`tasks`] | you look for a method by what it does |
//! | [`errors`] | a message of the compiler or of the crate is not clear |
//! | [`handles`] | you choose a capacity, or ask for how long a pool catches a stale handle |
//! | [`no_bound`] | you do not know how many objects there can be |
//! | [`servers`] | objects are connections, sessions, orders or entries of a cache |
//! | [`firmware`] | the program has no heap, or runs on a microcontroller |
//! | [`firmware_sharing`] | interrupt handlers, or tasks of RTIC or embassy, share a pool |
//! | [`firmware_saves`] | a table is in flash, and comes back after a reset or an update |
//! | [`rollback`] | the state is saved every frame, goes back, and is replayed |
//! | [`network`] | another process has a copy of the state: deltas, packets that may be lost, handles of a server |
//! | [`save_games`] | the state is saved to a file, which a later version of the program reads |
//! | [`formats`] | you choose between bytes and `serde`, or ask what is in a save |
//! | [`boxes`] | you build a list or a tree, or pass buffers from owner to owner |
//! | [`values`] | you hand out coordinates, ports or ids, each once |
//! | [`columns`] | loops over thousands of objects touch a part of each |
//! | [`graphics`] | objects are drawn: instance buffers, interleaved or not |
//! | [`side_tables`] | some objects have data that the others do not have |
//! | [`structures`] | objects are in lists, trees or queues: a cache, the members of a cell, a scene, timers |
//! | [`regions`] | memory is freed all at once: after a frame, a level, a function call |
//! | [`debug_builds`] | a debug build is slow |
//! | [`debugging`] | you look at pools in gdb, in a core file or in Visual Studio |
//! | [`generic_code`] | you write a function or a library over any pool |
//! | [`from_slotmap`], [`from_slab`], [`from_thunderdome`], [`from_heapless`], [`from_ggrs`] | you come from there |
//! | [`from_ecs`] | your objects are entities with components today |
//! | [`stability`] | you ask what the next version may break |
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | slot | a place for one object in a pool; its number is its *index* |
//! | handle | a name of an object: the index of its slot, and a generation |
//! | stale | said of a handle whose object was removed |
//! | generation | a number of each slot, which changes when the slot is freed; a handle has that of its object |
//! | quarantine | the freed slots that wait before they are used again |
//! | guard | what a pool keeps per slot to check handles: a generation, one bit, or nothing |
//! | dense | said of a pool whose objects are one slice without holes |
//! | column | an array that has one field of all objects |
//! | mark | a point in the order of insertion; what was inserted after it can be removed at once |
//! | world | a struct of pools, side tables and values that is saved and restored as one |

pub mod boxes;
pub mod columns;
pub mod debug_builds;
pub mod debugging;
pub mod errors;
pub mod firmware;
pub mod firmware_saves;
pub mod firmware_sharing;
pub mod formats;
pub mod from_ecs;
pub mod from_ggrs;
pub mod from_heapless;
pub mod from_slab;
pub mod from_slotmap;
pub mod from_thunderdome;
pub mod generic_code;
pub mod graphics;
pub mod handles;
pub mod network;
pub mod no_bound;
pub mod regions;
pub mod rollback;
pub mod save_games;
pub mod servers;
pub mod side_tables;
pub mod stability;
pub mod structures;
pub mod tasks;
pub mod values;
