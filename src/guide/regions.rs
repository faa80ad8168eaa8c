//! Regions: allocators for values of any type and size that are freed together.
//!
//! A pool is for objects of one type that are inserted and removed one by one. A [region] is for data with a common
//! end: scratch memory of a function, or the data of a frame or a level. An allocation moves a pointer. No value is
//! freed alone.
//!
//! Regions need feature `regions`: `cargo add stackpool --features regions`.
//!
//! | region | frees | destructors |
//! |---|---|---|
//! | [`Linear`][linear] | all at once, by `reset` | a type with one does not compile |
//! | [`DropLinear`][drop_linear] | all at once | run |
//! | [`Frame`][frame], [`DoubleFrame`][double_frame] | every frame; has ids too | a type with one does not compile |
//! | [`Stack`][stack] | back to a marker | a type with one does not compile |
//! | [`DoubleStack`][double_stack] | two stacks that grow towards each other | a type with one does not compile |
//! | [`scratch`][scratch] | when the function returns: a checked `alloca` | a type with one does not compile |
//!
//! A scope allocates. `enter` makes one:
//!
//! ```
//! use stackpool::region::{Inline, Linear};
//!
//! let mut level = Linear::<Inline<65_536>>::new();
//!
//! let scope = level.enter();
//! let spawns = scope.alloc([3_u32, 1, 2])?;              // `&mut [u32; 3]`
//! spawns.sort_unstable();
//! let name = scope.alloc_str("level 3")?;                // `&mut str`
//! assert_eq!((spawns[0], &*name), (1, "level 3"));
//!
//! drop(scope);
//!
//! level.reset();                                         // all of its memory is free again
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a [`Frame`][frame], `begin` makes the scope of a new frame, and `enter` one of the same frame:
//!
//! ```
//! use stackpool::region::{Frame, Inline};
//!
//! let mut frame = Frame::<Inline<65_536>>::new();
//!
//! let scope = frame.begin();                             // a frame begins: the last one is gone
//! let visible = scope.alloc_iter((0..100_u16).filter(|index| index % 7 == 0)).unwrap();
//! let last = scope.store(visible[14]).unwrap();          // by id: 12 bytes, checked
//! drop(scope);
//!
//! assert_eq!(frame.get(last), Some(&98));
//! frame.reset();
//! assert_eq!(frame.get(last), None);
//! ```
//!
//! A reference that outlives a reset does not compile. An id can outlive a reset, and then names nothing.
//!
//! The memory is inline, in a `Static`, on the heap (feature `alloc`), or in a slice that you bring. If there is no
//! room, `alloc` returns an error. With feature `allocator-api2`, a region is the allocator of a `Vec` or of
//! `hashbrown`'s maps.
//!
// Without feature `regions`, the links lead to their pages on docs.rs.
#![cfg_attr(
    feature = "regions",
    doc = "
[region]: crate::region
[linear]: crate::region::Linear
[drop_linear]: crate::region::DropLinear
[frame]: crate::region::Frame
[double_frame]: crate::region::DoubleFrame
[stack]: crate::region::Stack
[double_stack]: crate::region::DoubleStack
[scratch]: crate::region::scratch"
)]
#![cfg_attr(
    not(feature = "regions"),
    doc = "
[region]: https://docs.rs/stackpool/latest/stackpool/region/index.html
[linear]: https://docs.rs/stackpool/latest/stackpool/region/struct.Linear.html
[drop_linear]: https://docs.rs/stackpool/latest/stackpool/region/struct.DropLinear.html
[frame]: https://docs.rs/stackpool/latest/stackpool/region/struct.Frame.html
[double_frame]: https://docs.rs/stackpool/latest/stackpool/region/struct.DoubleFrame.html
[stack]: https://docs.rs/stackpool/latest/stackpool/region/struct.Stack.html
[double_stack]: https://docs.rs/stackpool/latest/stackpool/region/struct.DoubleStack.html
[scratch]: https://docs.rs/stackpool/latest/stackpool/region/fn.scratch.html"
)]
