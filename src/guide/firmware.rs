//! Firmware: static memory, interrupt handlers, saves in flash, DMA, and what lands in flash.
//!
//! The sections are in the order in which a project needs them:
//!
//! | you | read |
//! |---|---|
//! | have one main loop, and no heap | [a pool for the main loop](#a-pool-for-the-main-loop) |
//! | keep a table that is full | [a table that is full most of the time](#a-table-that-is-full-most-of-the-time) |
//! | receive more than there is room for | [when no buffer is free](#when-no-buffer-is-free) |
//! | have handlers, RTIC or embassy | [a pool that interrupt handlers share](#a-pool-that-interrupt-handlers-share) |
//! | have several pools in one struct | [a struct of pools](#a-struct-of-pools) |
//! | keep a table over a reset | [a save in flash](#a-save-in-flash), [what a save costs](#what-a-save-costs) |
//! | choose a microcontroller | [code size](#code-size), [targets](#targets), [time at reset](#time-at-reset) |
//! | have the hardware write to buffers | [DMA](#dma) |
//! | measure a device in use | [choosing a capacity](#choosing-a-capacity), [logs](#logs), [debuggers](#debuggers) |
//!
//! # A pool for the main loop
//!
//! The static pool of a definition is in `.bss`, so it takes no flash. The start-up code clears `.bss`, and the pool
//! needs no other initialisation.
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 32)]
//! struct Packet {
//!     length: u16,
//!     bytes: [u8; 62],
//! }
//!
//! let packets = Packet::take_pool().expect("the first call");   // &'static mut
//! let handle = packets.insert(Packet { length: 0, bytes: [0; 62] })?;
//! assert_eq!(size_of_val(&handle), 1);
//! assert_eq!(PacketPool::BOOKKEEPING_BYTES, 100);           // for all 32 slots
//! # Ok::<(), stackpool::Full<Packet>>(())
//! ```
//!
//! `take_pool` gives the pool once. A second call gives the error [`AlreadyTaken`](crate::AlreadyTaken), mostly
//! [in an interrupt handler](super::firmware_sharing#alreadytaken-in-a-handler).
//!
//! # A table that is full most of the time
//!
//! The handle above has 1 byte and 7 generations. That is enough for packets, whose handles are used up soon. In a
//! table of neighbours, sessions or nodes, a new entry takes the place of an old one, and the rest of the program
//! keeps handles for long. Write `generations = N` there:
//!
//! ```
//! # use stackpool::Pool;
//! #[derive(Pool)]
//! #[pool(capacity = 40, generations = 500)]                 // 2 bytes for a handle, 2 bytes per slot for the guard
//! struct Neighbour {
//!     address: u16,
//! }
//!
//! assert_eq!((NeighbourPool::HANDLE_BYTES, NeighbourPool::GENERATIONS), (2, 1_024));
//! # let _ = Neighbour { address: 1 }.address;
//! ```
//!
//! Two things catch a stale handle: the generation of its slot, and the quarantine, in which freed slots wait. The
//! quarantine needs free slots. A full table has only the slot that was just freed, and uses it again at once. So its
//! generations alone count. The figures are of a table of 40 numbers that is always full, of which a random one is
//! replaced, 20,000 times. The program keeps its last 1,000 handles, and looks all of them up after each replacement:
//!
//! | keys | handle | bookkeeping, bytes | generations | look-ups that find another entry |
//! |---|---|---|---|---|
//! | none | 1 byte | 116 | 4 | 22 % |
//! | `generations = 500` | 2 bytes | 156 | 1,024 | none |
//! | `generations = 5_000` | 3 bytes | 140 | 32,768 | none |
//!
//! [Which setting](super::handles#which-setting) has the other keys.
//!
//! # When no buffer is free
//!
//! There are three answers. Count what was refused, and drop the new one: [`Full`](crate::Full) returns it. Or let the
//! task [wait for a free slot](super::boxes#waiting-for-a-free-slot). Or take the oldest buffer away from its receiver,
//! if new data is worth more than old. For the last one, use a pool with handles and `marks`: it knows its oldest
//! object in O(1). (A box cannot be taken away from its owner.)
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 4, marks, generations = 1_000)]
//! struct Reading {
//!     sensor: u8,
//!     bytes: [u8; 30],
//! }
//!
//! /// Stores a reading, in the place of the oldest one if no slot is free.
//! fn receive(readings: &mut ReadingPool, reading: Reading) -> ReadingHandle {
//!     if readings.is_full() {
//!         readings.oldest().and_then(|oldest| readings.remove(oldest));
//!     }
//!     readings.insert(reading).expect("a slot is free")
//! }
//!
//! let readings = Reading::take_pool().expect("the first call");
//! // A slow receiver has a queue of handles, which may have more places than the pool.
//! let queue: Vec<_> =
//!     (0..6).map(|sensor| receive(readings, Reading { sensor, bytes: [sensor; 30] })).collect();
//!
//! let answered = queue.iter().filter_map(|&handle| readings.remove(handle));
//! let answered: Vec<_> = answered.map(|reading| (reading.sensor, reading.bytes[29])).collect();
//! assert_eq!(answered, [(2, 2), (3, 3), (4, 4), (5, 5)]); // the handles of 0 and 1 are stale
//! assert!(readings.is_empty());
//! ```
//!
//! A receiver that comes too late finds `None`, and never the bytes of another reading. Such a pool is full most of
//! the time, hence the `generations`. In the program `tests/crates/cortex-m/src/bin/rtic_tasks.rs`, a timer interrupt
//! inserts 1,000 messages in a pool of 8 slots. The receiver is too slow at times: it gets 640 messages, in their
//! order, and the other 360 were replaced.
//!
//! If a use of an entry should keep it, remove it and insert it again: it is then the newest, under a new handle.
//!
//! # A pool that interrupt handlers share
//!
//! | the program | use |
//! |---|---|
//! | passes buffers from owner to owner | [boxes](super::firmware_sharing#boxes-instead-of-handles): no lock |
//! | is a main loop with handlers | [a mutex of `critical-section`](super::firmware_sharing#a-critical-section) |
//! | is made of tasks of RTIC 2 | [a resource](super::firmware_sharing#rtic-2) |
//! | is made of tasks of embassy | [a mutex of `embassy-sync`](super::firmware_sharing#embassy) |
//!
//! [Sharing a pool in firmware](super::firmware_sharing) has an example of each.
//!
//! # A struct of pools
//!
//! A struct whose fields are pools is as large as all of them, and `Box::new(Game { .. })` makes it on the stack first.
//! An empty pool, an empty column pool and an empty [`HandleMap`](crate::HandleMap) are all zero bytes. So all three
//! are `Zeroable` of the crate `bytemuck`, and a struct of them can derive it. `bytemuck::zeroed_box` makes the struct
//! on the heap, without a copy on the stack. A static of the struct is in `.bss`:
//!
//! ```
//! use bytemuck::{Zeroable, zeroed_box};
//! use stackpool::{HandleMap, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10_000)]
//! struct Enemy {
//!     position: [f32; 3],
//! }
//!
//! #[derive(Pool)]
//! #[pool(capacity = 50_000)]
//! struct Bullet {
//!     position: [f32; 3],
//! }
//!
//! #[derive(Zeroable)]
//! struct Game {
//!     enemies: EnemyPool,
//!     bullets: BulletPool,
//!     targets: HandleMap<Enemy, u32>,
//!     score: u32,
//! }
//!
//! impl Game {
//!     const NEW: Game =
//!         Game { enemies: Pool::new(), bullets: Pool::new(), targets: HandleMap::new(), score: 0 };
//! }
//!
//! let mut game: Box<Game> = zeroed_box(); // 1 MB: no byte of it was on the stack
//! game.enemies.insert(Enemy { position: [0.0; 3] })?;
//!
//! static GAME: std::sync::Mutex<Game> = std::sync::Mutex::new(Game::NEW);
//! # assert!(GAME.lock().is_ok_and(|mut game| game.bullets.insert(Bullet { position: [0.0; 3] }).is_ok()));
//! # assert_eq!((game.enemies[game.enemies.handle_at(0).unwrap()].position, game.score), ([0.0; 3], 0));
//! # assert!(game.targets.is_empty());
//! # Ok::<(), stackpool::Full<Enemy>>(())
//! ```
//!
//! `zeroed_box` needs feature `extern_crate_alloc` of `bytemuck`, and the derive its feature `derive`. Pools under
//! `guard = none` are not `Zeroable`, nor are pools of values: make those by `on_heap` or `take_pool`, as fields of
//! their own.
//!
//! Without the standard library, `ConstStaticCell` of the crate `static_cell` gives the struct once, as `&'static mut
//! Game`. (A game that handlers share is in a [mutex](super::firmware_sharing#a-critical-section), in the same way.)
//! Make it of the constant, and fill it by the reference:
//!
//! ```
//! use stackpool::{Pool, pool};
//! use static_cell::ConstStaticCell;
//!
//! pool! { Nodes: [[u32; 16]; 63]; }
//!
//! struct Table {
//!     nodes: NodesPool,
//!     now: u32,
//! }
//!
//! impl Table {
//!     const NEW: Table = Table { nodes: Pool::new(), now: 0 };
//! }
//!
//! static TABLE: ConstStaticCell<Table> = ConstStaticCell::new(Table::NEW); // in `.bss`
//!
//! let table: &'static mut Table = TABLE.take();
//! table.now = 7;
//! assert!(table.nodes.insert([0; 16]).is_ok());
//! ```
//!
//! A `StaticCell` is filled at run time, so its value may be on the stack first. For this struct of 4,200 bytes, on
//! Cortex-M3 (`opt-level = "s"`, `lto = "fat"`, Rust 1.95), these are the frames of the functions that make and fill
//! it:
//!
//! | at the start | stack, bytes | in a debug build | code of the program |
//! |---|---|---|---|
//! | `ConstStaticCell`, then filled by the reference | 124 | 600 | 400 |
//! | `StaticCell::init_with(\|\| Table::NEW)`, then filled by the reference | 124 | 16,800 | 592 |
//! | `StaticCell::init_with(make_filled_table)` | 8,500 | 21,100 | 1,532 |
//!
//! # A save in flash
//!
//! A struct of pools and numbers is bytes, and comes back after a reset, without a heap.
//! [A table in flash](super::firmware_saves) has an example with a page of flash, and says how the table grows in an
//! update.
//!
//! # What a save costs
//!
//! A save in flash, of a table of 40 nodes of 8 bytes. The program is built as above. It inserts nodes, and does what
//! is in the first column:
//!
//! | program | code, bytes |
//! |---|---|
//! | nothing | 624 |
//! | `restore` of the pool | 3,124, of which 890 copy memory, as most programs do anyway |
//! | `save_into` of the pool | 3,504 |
//! | [`save_into`](crate::Snapshot::save_into) of a struct with the pool and a number | 3,760 |
//! | [`restore`](crate::Snapshot::restore) of the struct | 6,020 |
//! | `restore` of the struct, and [`check_saved`](crate::Snapshot::check_saved) | 9,184 |
//! | [`checksum`](fn@crate::checksum) | 1,268 |
//! | `delta_into` of the pool | 13,200 |
//! | `patch_into` of the pool | 20,200 |
//!
//! Each further pool in the struct adds about 2,100 bytes to the program that saves, and 2,500 to the one that
//! restores. A program has only the code of what it calls. So in builds without feature `alloc`, the error of `restore`
//! does not name the field that differs; `check_saved` does. With 255 slots, saving and restoring the pool take 4,384
//! and 5,612 bytes. Pools of 256 slots or more can have shorter saves: with 300 slots, that takes 5,604 and 7,528
//! bytes.
//!
//! # Code size
//!
//! A program that makes a box of 130 bytes, sends a byte of it and drops it, in a loop, with the start-up code and the
//! `memset` of its object, for Cortex-M4 (`opt-level = "s"`, `lto = "fat"`, `panic = "abort"`, Rust 1.95):
//!
//! | boxes | code, bytes | beside the objects, bytes of RAM |
//! |---|---|---|
//! | 16, 64 and 1,000 of `sync = threads` | 544, 544, 552 | 32, 80, 2,016 |
//! | 16 and 1,000 of `sync = critical_section` | 552, 556 | 40, 2,024 |
//! | 16 of the pool of heapless | 508 | 100 |
//!
//! The object is made in its slot. If it were made on the stack and copied, the `memcpy` would add 730 bytes. An object
//! that a function returns is copied in this way. [`new_with`](crate::PoolBox::new_with) avoids the copy. The pool of
//! heapless has no statistics, and its boxes have 4 bytes.
//!
//! The same on other microcontrollers, in bytes of code: boxes of `sync = threads`; and a table of 40 nodes that is not
//! saved, saved, or restored ([what a save costs](#what-a-save-costs) says what these do). The start-up code is
//! `cortex-m-rt` or `riscv-rt`:
//!
//! | target | 16 boxes | table | with `save_into` of the struct | with `restore` |
//! |---|---|---|---|---|
//! | Cortex-M0, `thumbv6m-none-eabi` | 672 | 708 | 4,040 | 6,800 |
//! | Cortex-M3, `thumbv7m-none-eabi` | 516 | 600 | 3,760 | 5,984 |
//! | Cortex-M4F, `thumbv7em-none-eabihf` | 544 | 624 | 3,760 | 6,020 |
//! | Cortex-M33, `thumbv8m.main-none-eabi` | 516 | 600 | 3,760 | 5,984 |
//! | `riscv32imc-unknown-none-elf` | 988 | 1,060 | 4,184 | 6,952 |
//! | `riscv32imac-unknown-none-elf` | 876 | 1,060 | 4,184 | 6,952 |
//!
//! `tests/crates/whole_programs` has the programs, and the gate compares their sizes with a limit.
//!
//! # A whole program
//!
//! `examples/firmware` is a gateway from a serial line to a radio, on the executor of embassy. An interrupt handler
//! makes packets, and tasks check and forward them. Another handler sends them, and a task sends them again until they
//! are acknowledged. A table has the relays of the radio, and comes back from a page of flash.
//!
//! | part | pool | how it is used |
//! |---|---|---|
//! | packets | 40 slots, `shared` | a handler makes a `PoolBox`, tasks share it as `SharedBox`: 1 byte each |
//! | transmit buffers | 2 slots, `objects, clear, wait` | a task waits for an `ObjectBox`, a handler drops it |
//! | timers | 24 slots | lists of `Link`s of 1 byte; a late acknowledgement names a stale handle |
//! | relays | 6 slots, `marks`, `generations = 500` | always full; a task and a handler share it, and a save keeps it |
//!
//! Its script `run` builds it for Cortex-M3 and Cortex-M0 and runs both images in QEMU, through 10,000 packets. The
//! program checks that the server accepted each one exactly once, and that nothing stays in use. It takes 39,968 bytes
//! of flash on Cortex-M3 and 41,204 on Cortex-M0, with the executor (`opt-level = "s"`, Rust 1.95). On Cortex-M3,
//! feature `report` and the table that it prints are 4,200 of them, waiting for a buffer 1,400, and the relays with
//! their save 15,500: the restore takes 5,500, the save 3,400, the checksum 2,000. Before the stack the program takes
//! 5,140 bytes of RAM on Cortex-M3 and 5,100 on Cortex-M0: 2,720 and 2,680 are the first three pools, 204 the relays,
//! 236 their page, 88 the places in the report, and 1,250 the check of what arrived.
//!
//! # Cortex-M0 and other targets without compare-and-swap
//!
//! Boxes have two ways. With `sync = critical_section`, interrupts are off while an index is taken or freed; the
//! object is written and read outside. With feature `portable-atomic`, `sync = threads` masks them for single
//! instructions; the program chooses how, by a feature of the crate `portable-atomic` (`critical-section`, or
//! `unsafe-assume-single-core`).
//!
//! The program provides an implementation of the crate `critical-section` (`cortex-m` has one behind its feature
//! `critical-section-single-core`). `take_pool`, [`mark`](crate::Pool::mark), boxes,
//! [`region::Static::take`][take], [`Frame::store`][store] and [`Stack::marker`][marker] use it.
//!
//! # Targets
//!
//! | target | `usize` | compare-and-swap | what is checked |
//! |---|---|---|---|
//! | `thumbv6m-none-eabi` (Cortex-M0) | 32 bits | no | programs with interrupts, run in QEMU; sizes of whole programs |
//! | `thumbv7m-none-eabi` (Cortex-M3) | 32 bits | 32 bits | the same, and RTIC |
//! | `thumbv7em-none-eabihf` (Cortex-M4F, M7F) | 32 bits | 32 bits | whole programs are built; their sizes |
//! | `thumbv8m.main-none-eabi` (Cortex-M33) | 32 bits | 32 bits | the same |
//! | `riscv32imc-unknown-none-elf` | 32 bits | no | the same |
//! | `riscv32imac-unknown-none-elf` | 32 bits | 32 bits | the same |
//! | `avr-none` | 16 bits | no | it compiles |
//! | `wasm32-unknown-unknown` | 32 bits | 64 bits | it compiles |
//! | `i686-unknown-linux-gnu` | 32 bits | 64 bits | it compiles; the tests run under Miri |
//! | `powerpc-unknown-linux-gnu` | 32 bits, big-endian | 32 bits | the tests of boxes run under Miri |
//!
//! # Time at reset
//!
//! The start-up code clears all of `.bss`, pools included: `cortex-m-rt` takes about one instruction per byte. An
//! entry of [`pool!`](crate::pool) can stay out of that:
//!
//! ```
//! stackpool::pool! {
//!     #[unsafe(link_section = ".uninit.frames")]
//!     Frames: [[u8; 1536]; 8];
//! }
//! # let _ = Frames::take_pool();
//! ```
//!
//! The linker script must define that section, and nothing may load or clear it. `take_pool` then zeroes the
//! bookkeeping of the pool, which is small, and does not write the slots.
//!
//! # DMA
//!
//! A slot never moves while its object lives, and `align = 32` aligns every slot, for a cache line or a DMA engine.
//!
//! Hardware abstraction layers take the buffer of a transfer by the traits of the crate `embedded-dma`: `ReadBuffer`
//! for what is sent, `WriteBuffer` for what is received. With feature `stable_deref_trait`, boxes implement both, if
//! their objects are words or arrays of words. The transfer has the box until it ends, so the slot is not used
//! meanwhile. A box of 1 byte crosses the queue to the interrupt handler.
//!
//! ```
//! # #[cfg(feature = "stable_deref_trait")]
//! # fn main() -> Result<(), stackpool::Full> {
//! use embedded_dma::{ReadTarget, WriteBuffer, WriteTarget};
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 4, objects, align = 32)]
//! #[repr(transparent)]
//! # #[derive(bytemuck::Zeroable)]
//! struct Frame {
//!     bytes: [u8; 64],
//! }
//!
//! // SAFETY: a `Frame` is 64 bytes without padding, and any bytes are one.
//! unsafe impl WriteTarget for Frame {
//!     type Word = u8;
//! }
//! // SAFETY: as above.
//! unsafe impl ReadTarget for Frame {
//!     type Word = u8;
//! }
//!
//! /// A driver: starts a transfer, and returns the buffer when it is over.
//! fn receive<B: WriteBuffer<Word = u8> + 'static>(mut buffer: B) -> B {
//!     // SAFETY: the buffer is not used before the transfer is over.
//!     let (address, len) = unsafe { buffer.write_buffer() };
//!     // The hardware would write there.
//!     # // SAFETY: the buffer has that many words.
//!     # unsafe { address.write_bytes(7, len) };
//!     buffer
//! }
//!
//! let frame = receive(FrameObject::acquire()?);
//! assert_eq!(frame.bytes, [7; 64]);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "stable_deref_trait"))]
//! # fn main() {}
//! ```
//!
//! A struct says by an `unsafe impl` that it is words without padding. An array of words needs none:
//! `pool! { Frames: [[u8; 64]; 4], objects, align = 32; }`.
//!
//! # Choosing a capacity
//!
//! [`stats`](crate::Pool::stats) prints how many objects were live at most, and how often the pool was full. Run the
//! firmware under load, read the line over a serial console, and set the capacity to what it says.
//!
//! With feature `report`, `stackpool::report()` lists all definitions that were used so far. It can be called anywhere,
//! also in an interrupt handler or by a debugger.
//!
//! ```text
//! name                     kind        capacity       bytes        live        most     refused
//! Particle                 pool            1000        7232          30          30           0  a capacity of 34 ..
//! Packet                   boxes             16        1280          12          16           1  needs more: try 21
//! ```
//!
//! Boxes are listed with their current figures. A pool has one owner, and nobody else may read it. So the owner calls
//! `pool.publish_stats()` from time to time, and the report shows the figures of the last call. The report links no
//! definition that the program does not use.
//!
//! # Logs
//!
//! With feature `defmt`, the texts of log messages stay on the host, and the device sends figures. Handles, links,
//! marks, boxes (their object), changes, errors, statistics and live sites implement `defmt::Format`. Pools, pools of
//! values and side tables log their length and capacity.
//!
//! ```text
//! let handle = packets.insert(packet)?;
//! defmt::info!("{} in {}", handle, packets);      // #5v2 in 6 of 32
//! ```
//!
//! - A handle is logged without the name of its definition. A letter of the name would be a byte in every message; the
//!   text of the message itself costs none.
//! - Iterators, entries and regions do not implement `Format`. A region has `stats()`.
//! - A type that contains itself, such as a list of boxes, implements `Format` by hand: the derive of `defmt` 1.2 does
//!   not compile there.
//!
//! This is what the first use adds to the flash of a Cortex-M3, in bytes, with `opt-level = "s"`, `lto = true` and
//! Rust 1.96:
//!
//! | logged | `core::fmt` | beside a number | `defmt` |
//! |---|---|---|---|
//! | a `u32` | 1,352 | | 72 |
//! | `{:?}` of a handle | 1,536 | 220 | 152 |
//! | `{:?}` of an `Option` of a handle | 2,252 | 940 | |
//! | `{:?}` of [`Full`](crate::Full), which `unwrap` prints | 1,936 | 656 | 156 |
//!
//! "Beside a number" is in a program that formats a `u32` already. What an `Option` adds is the indentation of `core`,
//! for `{:#?}`.
//!
//! # Debuggers
//!
//! See [debugging](super::debugging#release-builds-and-firmware).
//!
// Methods of feature `regions`. Without it, the links lead to their pages on docs.rs.
#![cfg_attr(
    feature = "regions",
    doc = "
[take]: crate::region::Static::take
[store]: crate::region::Frame::store
[marker]: crate::region::Stack::marker"
)]
#![cfg_attr(
    not(feature = "regions"),
    doc = "
[take]: https://docs.rs/stackpool/latest/stackpool/region/struct.Static.html#method.take
[store]: https://docs.rs/stackpool/latest/stackpool/region/struct.Frame.html#method.store
[marker]: https://docs.rs/stackpool/latest/stackpool/region/struct.Stack.html#method.marker"
)]
