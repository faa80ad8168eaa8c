//! Sharing a pool in firmware: with interrupt handlers, tasks of RTIC and tasks of embassy.
//!
//! Take the first row that fits:
//!
//! | what is shared | how | cost |
//! |---|---|---|
//! | nothing: one task or handler has the pool | `take_pool`; [`#[local]`](#rtic-2) in RTIC | none |
//! | buffers that go from owner to owner | [boxes](#boxes-instead-of-handles) of 1 byte | no lock |
//! | a table of main and handlers | [a `critical-section` mutex](#a-critical-section) | interrupts are off meanwhile |
//! | a table of tasks of RTIC 2 | [a `#[shared]` resource](#rtic-2) | handlers up to a priority wait |
//! | a table of tasks of embassy and handlers | [a blocking mutex](#embassy) | interrupts are off meanwhile |
//! | the same, and a task holds it over an `.await` | [an async mutex](#over-an-await) | tasks wait; not for handlers |
//!
//! With all of these, hold the lock for one operation. `insert`, `remove` and `get` are O(1). `retain`, `clear` and a
//! loop over the pool are not. Handles are `Copy`, so they cross a queue without the lock.
//!
//! # Boxes instead of handles
//!
//! If a handler fills a buffer and the main loop consumes it, the buffer needs an owner, not a handle. With
//! `#[pool(capacity = 16, boxed)]` both make and drop boxes of 1 byte, without locks. On targets with compare-and-swap
//! this masks no interrupt. A handler never waits for the code that it interrupted. See [boxes](super::boxes).
//!
//! # A critical section
//!
//! Put the pool in a mutex, in a static of your own. With that of the crate `critical-section`:
//!
//! ```
//! use core::cell::RefCell;
//! use critical_section::Mutex;
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 32)]
//! struct Message([u8; 8]);
//!
//! static POOL: Mutex<RefCell<MessagePool>> = Mutex::new(RefCell::new(MessagePool::new()));
//!
//! fn on_receive(message: Message) -> Option<MessageHandle> {
//!     critical_section::with(|section| POOL.borrow_ref_mut(section).insert(message)).ok()
//! }
//!
//! let handle = on_receive(Message([7; 8])).unwrap();
//! let message = critical_section::with(|section| POOL.borrow_ref_mut(section).remove(handle));
//! assert_eq!(message.map(|message| message.0), Some([7; 8]));
//! ```
//!
//! This static is `.bss`, because every byte of its initial value is zero. If any other field of the static is
//! non-zero, or the pool is in `Some(..)`, the whole static moves to `.data`, and its size in flash is that of the
//! pool.
//!
//! The compiler holds the whole initial value of a static of your own, so use this for pools below a megabyte. For a
//! larger one, the mutex holds the reference from `take_pool`: `Mutex<RefCell<Option<&'static mut MessagePool>>>`,
//! which begins as `None` and is filled by the main program. [`Pool::new`](crate::Pool::new) has figures, and the same
//! with the standard library.
//!
//! # RTIC 2
//!
//! `init` takes the pools, and they are resources as `&'static mut`. A pool of one task is `#[local]`, and needs no
//! lock. A pool of several tasks is `#[shared]`: RTIC masks only the handlers that use it.
//!
//! ```ignore
//! #[shared]
//! struct Shared {
//!     messages: &'static mut MessagePool,
//! }
//!
//! #[local]
//! struct Local {
//!     lost: &'static mut LostPool, // the idle task has it alone
//! }
//!
//! #[init]
//! fn init(_: init::Context) -> (Shared, Local) {
//!     let messages = Message::take_pool().expect("the first call");
//!     let lost = Lost::take_pool().expect("the first call");
//!     (Shared { messages }, Local { lost })
//! }
//!
//! #[task(binds = SysTick, priority = 2, shared = [messages])]
//! fn receive(mut context: receive::Context) {
//!     context.shared.messages.lock(|messages| messages.insert(Message { number: 1 }).is_ok());
//! }
//!
//! #[idle(shared = [messages], local = [lost])]
//! fn idle(mut context: idle::Context) -> ! {
//!     loop {
//!         let message = context
//!             .shared
//!             .messages
//!             .lock(|messages| messages.oldest().and_then(|oldest| messages.remove(oldest)));
//!         // ..
//!     }
//! }
//! ```
//!
//! The whole program is `tests/crates/cortex-m/src/bin/rtic_tasks.rs`. The gate runs it in QEMU, on a Cortex-M3.
//!
//! # Embassy
//!
//! `embassy-sync` has a blocking mutex. Tasks and interrupt handlers use it alike:
//!
//! ```
//! use core::cell::RefCell;
//! use embassy_sync::blocking_mutex::{Mutex, raw::CriticalSectionRawMutex};
//! use stackpool::{Full, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 40, generations = 500)]
//! struct Node {
//!     address: u16,
//!     heard: u32,
//! }
//!
//! static NODES: Mutex<CriticalSectionRawMutex, RefCell<NodePool>> =
//!     Mutex::new(RefCell::new(NodePool::new()));
//!
//! fn add(address: u16) -> Result<NodeHandle, Full<Node>> {
//!     NODES.lock(|nodes| nodes.borrow_mut().insert(Node { address, heard: 0 }))
//! }
//!
//! /// The interrupt handler of the radio.
//! fn on_frame(node: NodeHandle) {
//!     NODES.lock(|nodes| {
//!         // Nothing, if the node was removed meanwhile.
//!         if let Some(node) = nodes.borrow_mut().get_mut(node) {
//!             node.heard += 1;
//!         }
//!     });
//! }
//!
//! let node = add(7)?;
//! on_frame(node);
//! let node = NODES.lock(|nodes| nodes.borrow_mut().remove(node)).unwrap();
//! assert_eq!((node.address, node.heard), (7, 1));
//! # Ok::<(), Full<Node>>(())
//! ```
//!
//! The crate `critical-section` needs an implementation in the program, as in the section above. `examples/firmware`
//! shares a table with an interrupt handler in this way, and QEMU runs it.
//!
//! # Over an await
//!
//! A task that waits while it has the table needs the async mutex. Other tasks wait for it; an interrupt handler
//! cannot. Tasks of one executor need no critical section, so `NoopRawMutex` is enough, around the pool of
//! `take_pool`:
//!
//! ```
//! use embassy_sync::blocking_mutex::raw::NoopRawMutex;
//! use embassy_sync::mutex::Mutex;
//! use stackpool::Pool;
//! use static_cell::StaticCell;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 40, generations = 500)]
//! struct Node {
//!     address: u16,
//!     strength: i8,
//! }
//!
//! type Nodes = Mutex<NoopRawMutex, &'static mut NodePool>;
//!
//! /// Asks each node how well it is heard.
//! async fn measure(nodes: &'static Nodes) {
//!     let mut nodes = nodes.lock().await;
//!     for (_, node) in nodes.iter_mut() {
//!         node.strength = ping(node.address).await;
//!     }
//! }
//! # async fn ping(address: u16) -> i8 { -(address as i8) }
//!
//! static SHARED: StaticCell<Nodes> = StaticCell::new();
//!
//! let nodes: &'static Nodes = SHARED.init(Mutex::new(Node::take_pool().expect("the first call")));
//! # fn block_on<F: Future>(future: F) -> F::Output {
//! #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
//! #     let mut future = std::pin::pin!(future);
//! #     loop {
//! #         if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) {
//! #             return output;
//! #         }
//! #     }
//! # }
//! # block_on(async {
//! let node = nodes.lock().await.insert(Node { address: 60, strength: 0 })?;
//! measure(nodes).await; // a program spawns this as a task, with the reference
//! assert_eq!(nodes.lock().await[node].strength, -60);
//! # Ok::<(), stackpool::Full<Node>>(())
//! # })?;
//! # Ok::<(), stackpool::Full<Node>>(())
//! ```
//!
//! With several executors, write `CriticalSectionRawMutex`. A future that is dropped in the middle unlocks the mutex,
//! and the pool is as its last operation left it.
//!
//! # `AlreadyTaken` in a handler
//!
//! A handler that calls `take_pool` for a pool that main has gets an error. With `expect` this is a panic, in builds
//! for microcontrollers with these words:
//!
//! ```text
//! the static pool of `Packet` was taken before; to share a pool with a thread or an interrupt handler, put it in a
//! mutex: see `stackpool::guide::firmware`
//! ```
//!
//! Do not call `take_pool` in a handler, which runs many times. Call it in main, and share the pool in one of the ways
//! above. With feature `track`, a build with debug assertions also says which line has taken the pool.
