//! From `ggrs`: answers to its three requests, with a world of pools in a [`History`](crate::History).
//!
//! `ggrs` asks the game to save a frame, to load one, and to play one. A `History` keeps the frames as deltas, in
//! memory that it allocates once. So the cells of `ggrs` have no state, only the checksum:
//!
//! ```
//! # // What the example uses of `ggrs` 0.11, with its names. The package `rollback` compiles against `ggrs` itself.
//! # mod ggrs {
//! #     pub type Frame = i32;
//! #     pub struct GameStateCell(pub std::cell::Cell<Option<u128>>);
//! #     impl GameStateCell {
//! #         pub fn save(&self, _: Frame, _: Option<()>, checksum: Option<u128>) { self.0.set(checksum) }
//! #     }
//! #     pub enum GgrsRequest {
//! #         SaveGameState { cell: GameStateCell, frame: Frame },
//! #         LoadGameState { frame: Frame },
//! #         AdvanceFrame { inputs: Vec<(i32, ())> },
//! #     }
//! # }
//! use ggrs::GgrsRequest;
//! use stackpool::{Heap, History, HistoryError, Snapshot, checksum, pool};
//!
//! pool! { Ships: [[i32; 4]; 300]; }
//!
//! #[derive(Snapshot)]
//! struct World {
//!     ships: Heap<ShipsPool>,
//!     frame: i32,
//! }
//!
//! struct Game {
//!     world: World,
//!     history: History<World, 16>, // more than `with_max_prediction_window`
//! }
//!
//! impl Game {
//!     fn answer(&mut self, request: GgrsRequest) -> Result<(), HistoryError> {
//!         match request {
//!             GgrsRequest::SaveGameState { cell, frame } => {
//!                 self.history.push_frame(frame, &self.world);
//!                 let sum = self.history.newest().map(checksum);
//!                 cell.save(frame, None, sum.map(u128::from));
//!             }
//!             GgrsRequest::LoadGameState { frame, .. } => {
//!                 self.history.rewind_to(frame, &mut self.world)?;
//!             }
//!             GgrsRequest::AdvanceFrame { inputs } => {
//!                 self.world.frame += 1;
//!                 for (input, _status) in inputs {
//!                     let _ = self.world.ships.insert([input; 4]);
//!                 }
//!             }
//!         }
//!         Ok(())
//!     }
//! }
//!
//! # fn save(frame: i32) -> GgrsRequest {
//! #     GgrsRequest::SaveGameState { cell: ggrs::GameStateCell(Default::default()), frame }
//! # }
//! # fn play(input: i32) -> GgrsRequest { GgrsRequest::AdvanceFrame { inputs: vec![(input, ())] } }
//! let mut game = Game { world: World { ships: ShipsPool::on_heap(), frame: 0 }, history: History::new() };
//! // Two frames, of which the second was predicted wrongly.
//! for request in [save(0), play(1), save(1), play(2)] {
//!     game.answer(request)?;
//! }
//! for request in [GgrsRequest::LoadGameState { frame: 1 }, play(7)] {
//!     game.answer(request)?;
//! }
//! assert!(game.world.ships.values().eq(&[[1; 4], [7; 4]]));
//! # Ok::<(), HistoryError>(())
//! ```
//!
//! | `ggrs` | stackpool |
//! |---|---|
//! | `Config::State` | `()`: the `History` has the states |
//! | `SaveGameState { cell, frame }` | [`push_frame(frame, &world)`][push]; `cell.save(frame, None, Some(checksum))` |
//! | `LoadGameState { frame, .. }` | [`rewind_to(frame, &mut world)`][rewind]: an error if it is not there |
//! | `AdvanceFrame { inputs }` | a step of your rules |
//! | `GgrsEvent::DesyncDetected { frame, .. }` | send the [`saved_frame`][saved]; [`diff`][diff] names the field |
//! | `SyncTestSession` | the same; [a sync test](super::rollback#a-sync-test) without `ggrs` |
//!
//! # When to use it
//!
//! Use a `History` when worlds are larger than a few kilobytes, or when you must not allocate in a frame. With a small
//! `Clone` world, keep `cell.save(frame, Some(world.clone()), ..)`: it is the least code.
//!
//! `bevy_ggrs` clones each registered component in each frame. `cargo run --release -p rollback -- --compare` compares
//! that with saves and with a `History`.
//!
//! # Limits
//!
//! - `ggrs` numbers frames by `i32`, and begins with 0. `push_frame` replaces the frames from that number on. These
//!   were predicted.
//! - While a machine waits for another one, `ggrs` asks for the same frame again. Push it once more, or keep its
//!   checksum.
//! - `N` of `History<World, N>` is the number of frames that it can go back. Choose more than the prediction window.
//!   Then the history also has confirmed frames, which help to find the first frame that differs.
//! - What is not in the world is not rolled back: see [what is state](super::rollback#what-is-state-and-what-is-not).
//!   That includes sounds and particles that the step started.
//!
//! [push]: crate::History::push_frame
//! [rewind]: crate::History::rewind_to
//! [saved]: crate::History::saved_frame
//! [diff]: crate::Snapshot::diff
