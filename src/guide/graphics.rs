//! Graphics cards: instance buffers of interleaved data, and one buffer per attribute.
//!
//! Use this page when objects that come and go are drawn each frame by one call per kind. What the simulation needs,
//! and the card does not, may be in the same objects, in columns of their own, or in a side table.
//!
//! A dense pool keeps its objects in one slice without holes. `bytemuck::cast_slice` makes it the bytes that a graphics
//! card takes, without a copy:
//!
//! ```
//! use bytemuck::{Pod, Zeroable};
//! use stackpool::Pool;
//!
//! #[derive(Pool, Clone, Copy, Pod, Zeroable)]
//! #[pool(capacity = 10_000, dense)]
//! #[repr(C)]
//! struct Sprite {
//!     position: [f32; 2],
//!     colour: [u8; 4],
//!     depth: f32,
//! }
//!
//! let mut sprites = SpritePool::new();
//! let far = sprites.insert(Sprite { position: [0.0; 2], colour: [255; 4], depth: 9.0 })?;
//! let near = sprites.insert(Sprite { position: [1.0; 2], colour: [255; 4], depth: 1.0 })?;
//! sprites.remove(near);
//! let near = sprites.insert(Sprite { position: [2.0; 2], colour: [255; 4], depth: 2.0 })?;
//! sprites.sort_by(|a, b| b.depth.total_cmp(&a.depth)); // the farthest first; stable, without the heap
//!
//! let buffer: &[u8] = bytemuck::cast_slice(sprites.as_slice());
//! assert_eq!(buffer.len(), 2 * 16); // two instances, with a stride of 16 bytes
//! assert_eq!((sprites.position_of(far), sprites.position_of(near)), (Some(0), Some(1)));
//! # Ok::<(), stackpool::Full<Sprite>>(())
//! ```
//!
//! The stride of the buffer is `size_of::<Sprite>()`, and the offset of an attribute is
//! `core::mem::offset_of!(Sprite, colour)`. The number of instances is `sprites.len()`.
//!
//! A field that names an object of another pool is a [`WideLink`](crate::WideLink), not a [`Link`](crate::Link): it has
//! 4 bytes at every capacity of that pool, so a larger capacity does not move the attributes after it.
//!
//! # Some fields interleaved, others not
//!
//! Upload only what the shader reads. In a pool with `columns, dense`, the fields of a group are one slice of rows, in
//! the order of their declaration. The other fields are slices of their own, in the same order of objects:
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10_000, columns, dense)]
//! struct Sprite {
//!     #[pool(group = instance)]
//!     position: [f32; 2],
//!     #[pool(group = instance)]
//!     colour: [u8; 4],
//!     velocity: [f32; 2], // stays on the processor
//!     depth: u32,
//! }
//!
//! let mut sprites = SpritePool::new();
//! for depth in [7, 3] {
//!     let sprite = Sprite { position: [0.0; 2], colour: [255; 4], velocity: [1.0, 0.0], depth };
//!     sprites.insert(sprite).unwrap();
//! }
//! let columns = sprites.columns_mut();
//! for (instance, velocity) in columns.instance.iter_mut().zip(columns.velocity) {
//!     instance.position[0] += velocity[0];
//! }
//! sprites.sort_by_cached_key(|sprite| *sprite.depth);
//!
//! let instances: &[u8] = bytemuck::cast_slice(sprites.columns().instance);
//! assert_eq!(instances.len(), 2 * 12);
//! let depths: &[u8] = bytemuck::cast_slice(sprites.columns().depth); // a buffer of its own
//! assert_eq!(depths.len(), 2 * 4);
//! ```
//!
//! The rows of a group are `bytemuck::Pod` if its fields are, and leave no padding between them. Types of `glam` are
//! fields as any others, with its feature `bytemuck`.
//!
//! # Upload what changed
//!
//! With `changes`, a dense pool knows which positions hold another object than before, or one that was written.
//! [`changed_positions`](crate::Pool::changed_positions) gives them as ranges. Copy these once per frame, and then
//! forget the changes:
//!
//! ```
//! use bytemuck::{Pod, Zeroable};
//! use stackpool::Pool;
//!
//! #[derive(Pool, Clone, Copy, Pod, Zeroable)]
//! #[pool(capacity = 10_000, dense, changes)]
//! #[repr(C)]
//! struct Sprite {
//!     position: [f32; 2],
//!     depth: f32,
//! }
//!
//! /// Copies what changed to the buffer of a graphics card. Returns how many bytes that were.
//! fn upload(buffer: &mut [u8], sprites: &mut SpritePool) -> usize {
//!     let mut bytes = 0;
//!     for range in sprites.changed_positions() {
//!         let changed = bytemuck::cast_slice(&sprites.as_slice()[range.clone()]);
//!         buffer[range.start * size_of::<Sprite>()..][..changed.len()].copy_from_slice(changed);
//!         bytes += changed.len();
//!     }
//!     drop(sprites.take_changed());
//!     bytes
//! }
//!
//! let mut sprites = SpritePool::new();
//! sprites.extend([0.0, 1.0, 2.0, 3.0].map(|depth| Sprite { position: [0.0; 2], depth }));
//! let mut buffer = [0; 10_000 * size_of::<Sprite>()];
//! assert_eq!(upload(&mut buffer, &mut sprites), 4 * 12); // all of them are new
//!
//! let second = sprites.handle_at_position(1).unwrap();
//! sprites.remove(second);
//! assert_eq!(upload(&mut buffer, &mut sprites), 12); // the last one moved to its position
//! sprites.swap(0, 2);
//! assert_eq!(upload(&mut buffer, &mut sprites), 2 * 12);
//! # assert_eq!(&buffer[..3 * 12], bytemuck::cast_slice::<_, u8>(sprites.as_slice()));
//! ```
//!
//! With `wgpu`, the copy is `queue.write_buffer(&buffer, offset, changed)`; with WebGL it is
//! `gl.bufferSubData(target, offset, changed)`. If two ranges are near each other, one copy of both and what is between
//! them can be faster than two:
//!
//! ```
//! # use core::ops::Range;
//! /// Joins ranges with fewer than `near` positions between them.
//! fn joined(ranges: impl IntoIterator<Item = Range<usize>>, near: usize) -> Vec<Range<usize>> {
//!     let mut joined: Vec<Range<usize>> = Vec::new();
//!     for range in ranges {
//!         match joined.last_mut() {
//!             Some(last) if range.start - last.end < near => last.end = range.end,
//!             _ => joined.push(range),
//!         }
//!     }
//!     joined
//! }
//!
//! assert_eq!(joined([0..1, 2..4, 30..31], 25), [0..4, 30..31]);
//! ```
//!
//! The package `web` under `examples/` does this for a wood of 18,000 trees of 20 bytes. Some 600 bend in each frame,
//! some dozens are felled and planted, and about 4 % of the bytes are uploaded, except after a sort. Its test compares
//! the pixels with those of a full upload.
//!
//! [`as_mut_slice`](crate::Pool::as_mut_slice) and `columns_mut` count all objects as changed, so write single objects
//! by their handles.
//!
//! # When to use which
//!
//! | the shader reads | write |
//! |---|---|
//! | all fields | `dense`, and `as_slice` |
//! | some fields, always together | `columns, dense`, with these fields in a group |
//! | each attribute from a buffer of its own | `columns, dense`, and a slice per field |
//! | positions that must not change | `columns` in place: the index of a handle is the instance |
//!
//! In place, free slots are in the buffer too. Give them a size or an opacity of zero when you remove the object, or
//! draw by [`live_ranges`](crate::Pool::live_ranges), one call per range.
//!
//! # Limits
//!
//! - A removal in a dense pool moves the last object into the hole. Upload the slice after all changes of a frame.
//!   [`take_changed`](crate::Pool::take_changed) alone does not name an object that did nothing but move.
//! - Sort the pool, not its slice: `sprites.sort_by_key(..)`. `sprites.as_mut_slice().sort_by_key(..)` does not
//!   compile: it would move objects without their handles. [`DenseSlice`](crate::DenseSlice) has the plain slice.
//! - To keep sorted sprites sorted, remove them with [`retain_in_order`](crate::Pool::retain_in_order): 600 of 60,000
//!   objects of 32 bytes take 170 us, and `Vec::retain` 140 us.
//! - A sort of a dense pool moves all its columns. 60,000 sprites are an example of this: the package `sprites` under
//!   `examples/` has times beside other containers.
//! - Uniform buffers want other alignments (16 bytes in `std140`): make the item `#[repr(C, align(16))]`, with its
//!   padding as a field.
//! - WebAssembly's memory may move when it grows: take the address of the slice in each frame.
