//! Debug builds: what pools cost in them, and two lines that help.
//!
//! Use this page when the program is fast enough in release, and too slow to work with in debug.
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10_000)]
//! struct Spark {
//!     height: f32,
//!     speed: f32,
//!     ttl: u16,
//! }
//!
//! // A frame of a game. Without optimisation, a step of a `for` loop over the pool takes 135 instructions, one over
//! // `values` 80, and a look-up by handle 103.
//! fn frame(sparks: &mut SparkPool) {
//!     for spark in sparks.values_mut() {
//!         spark.height += spark.speed;
//!         spark.ttl -= 1;
//!     }
//!     sparks.retain(|_handle, spark| spark.ttl > 0);
//! }
//!
//! let mut sparks = SparkPool::new();
//! sparks.extend((1..=3).map(|ttl| Spark { height: 0.0, speed: 1.0, ttl }));
//! frame(&mut sparks);
//! assert_eq!(sparks.len(), 2);
//! ```
//!
//! Pools are generic code. The compiler compiles them in your crate, at your crate's level of optimisation. So in a
//! debug build they run without optimisation. A frame of a small simulation (3,000 sparks of 48 bytes are moved, those
//! that burnt out are removed and replaced, and 1,000 are looked up by handle):
//!
//! | profile | a pool | `SlotMap` |
//! |---|---|---|
//! | `dev` | 100 us | 111 us |
//! | `dev` with `opt-level = 1` | 9 us | 11 us |
//! | `release` | 8 us | 6 us |
//!
//! (Medians of 300 frames on a virtual machine, one after the other in one program.)
//!
//! If a debug build is too slow to play, optimise a little. This keeps debug assertions, checks for overflow, and steps
//! in a debugger that mostly follow the source:
//!
//! ```toml
//! [profile.dev]
//! opt-level = 1
//! ```
//!
//! A profile for dependencies alone, `[profile.dev.package."*"]`, does not help pools: the compiler does not compile
//! them there. In the simulation above, the pool took as long with it as without it.
//!
//! # When to optimise
//!
//! | the program | write |
//! |---|---|
//! | is fast enough in debug builds | nothing: a debugger follows the source best |
//! | is too slow to play | `opt-level = 1` for the workspace, as above |
//! | spends its time in a few of its own packages | `[profile.dev.package.simulation]` with `opt-level = 2` |
//! | loops over all objects | loops over `values` and `values_mut` |
//! | sorts a dense pool | `sort_by_cached_key` (feature `alloc`): its comparisons read the keys alone |
//!
//! A debug build sorts 20,000 unsorted objects of 28 bytes in 95 ms with `sort_by_cached_key`, in 155 ms with
//! `sort_by`, and a copy in a `Vec` in 90 ms. For a float that is not negative, `to_bits` is a key that sorts as the
//! float does.
//!
//! # What debug builds check
//!
//! Debug builds find mistakes that release builds do not look for: a handle that names nothing in
//! [`get_unchecked`](crate::Pool::get_unchecked), and with feature `track`, [where each live object was
//! inserted](crate::Pool::live_sites). The crate checks its own invariants in its tests, not in your debug build.
//!
//! In a debugger, [pools show their objects](crate::guide::debugging).
