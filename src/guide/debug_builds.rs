//! Debug builds: what pools cost in them, and two lines that help.
//!
//! Pools are generic code, which the compiler makes in your crate, at your crate's level of optimisation. So in a debug
//! build they run without any. A frame of a small simulation (3,000 sparks of 48 bytes are moved, those that burnt out
//! are removed and replaced, and 1,000 are looked up by handle):
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
//! A profile for dependencies alone, `[profile.dev.package."*"]`, does not help pools: their code is not made there. In
//! the simulation above, the pool took as long with it as without it.
//!
//! Debug builds find mistakes that release builds do not look for: a handle that names nothing in
//! [`get_unchecked`](crate::Pool::get_unchecked), and with feature `track`, [where each live object was
//! inserted](crate::Pool::live_sites). What the crate checks of itself is in its own tests, not in your debug build.
//!
//! In a debugger, [pools show their objects](crate::guide::debugging).
