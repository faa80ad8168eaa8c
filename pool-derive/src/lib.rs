//! The macros of [`stackpool`](https://docs.rs/stackpool), which re-exports them: [`#[derive(Pool)]`](derive@Pool) and
//! [`pool!`].
//!
//! Both read a definition into the same `spec`, check it, resolve it into a `plan`, and print that:
//!
//! ```text
//! read::derive_input --+
//!                      +--> spec --> check --> plan --> print
//! read::pool_input ----+               |
//!                                      +--> errors, and a fallback plan --> print
//! ```
//!
//! Each stage is a folder, and imports only those before it: `base`, `spec`, `read`, `check`, `plan`, `print`. (`tests/floors`
//! of the repository checks that.)
//!
//! The macros know words, not widths: those follow from the value of `capacity`, which only rustc can find. The code
//! they print asks the runtime's `Plan`, in const evaluation.

mod base;
mod check;
mod plan;
mod print;
mod read;
mod spec;

use base::errors::Errors;
use plan::{Plan, fallback};
use print::{barred, expand};
use proc_macro2::TokenStream;
use read::{derive_input, pool_input};
use spec::Spec;
use syn::DeriveInput;

/// Makes the type the item of a pool of its own: `Particle` gets `ParticlePool`, `ParticleHandle` and
/// `Particle::take_pool()`.
///
/// ```
/// use stackpool::Pool;
///
/// #[derive(Pool)]
/// #[pool(capacity = 10_000)]
/// pub struct Particle {
///     pos: [f32; 2],
///     vel: [f32; 2],
/// }
///
/// # fn main() -> Result<(), stackpool::Full<Particle>> {
/// let pool: &'static mut ParticlePool = Particle::take_pool().expect("nobody took it before");
/// let handle: ParticleHandle = pool.insert(Particle { pos: [0.0; 2], vel: [1.0, 0.0] })?;
/// pool[handle].pos[0] += pool[handle].vel[0];
/// # Ok(())
/// # }
/// ```
///
/// It is for structs and enums without generics; [`pool!`] makes pools of everything else, also of generic types that
/// [hold handles to their own kind](macro@pool#generic-types-that-hold-their-own-handles).
///
/// # What it prints
///
/// | name | is |
/// |---|---|
/// | `{Type}Pool` | `Pool<Type>`, with the visibility of the type |
/// | `{Type}Handle` | `Handle<Type>`, likewise |
/// | `Type::take_pool()` | `Some(&'static mut TypePool)` at the first call, `None` later; a program that never calls it does not contain the static |
/// | `impl PoolSpec for Type` | the definition itself |
///
/// With [`boxed`](#boxed-pools) it prints, instead of the pool:
///
/// | name | is |
/// |---|---|
/// | `{Type}Box` | `PoolBox<Type>`, with the visibility of the type |
/// | `{Type}Handle` | `Handle<Type>`, likewise: what `PoolBox::into_handle` gives |
/// | `impl PoolSpec for Type`, `impl BoxSpec for Type` | the definition, and its statics; a program that never makes a box does not contain them |
///
/// # Keys
///
/// They stand in `#[pool(..)]`, in any order, in one attribute or several. Where a value is an integer, any constant
/// expression of any integer type will do: `10_000`, `64 * 64`, `limits::PARTICLES`.
///
/// | key | says | default |
/// |---|---|---|
/// | `capacity = 10_000` | how many values the pool holds, 1 to 4,294,967,295 | none: it must be given |
/// | `values` | the pool hands out the values of the type, not objects: see [below](#pools-of-values) | a pool of objects |
/// | `layout = u16` | the table of free slots: `u8`, `u16`, `packed18`, `split24`, `u32`, or `packed(9 \| 10 \| 12 \| 17 \| 18 \| 20)` | the smallest with a word for the capacity |
/// | `bookkeeping = free_list` | where the indices of free slots are: in a table (`index_stack`), or in the free slots themselves (`free_list`): see [below](#free-lists) | `index_stack` |
/// | `guard = live` | what a handle is checked against: `generation`, `live` (one bit a slot), or `none` (only for `bytemuck::Pod` items) | `generation` |
/// | `generation_bits = 8` | exactly so many bits of generation, in a wider handle if need be | what the handle has to spare, up to 7 |
/// | `on_wrap = retire` | what becomes of a slot whose generations are used up: `wrap` or `retire` (from 14 bits) | `wrap` |
/// | `marks` | `Pool::mark` marks a moment, and `release_since` drops what was inserted from there on. 8 marks can be out at once, or as many as `marks = 3` says, up to 255 | no marks |
/// | `boxed` | values live in a static, and are owned by boxes: see [below](#boxed-pools) | a pool with handles |
/// | `sync = local` | who makes and drops boxes: `threads`, `local` or `critical_section` | `threads` |
/// | `exact` | under `sync = threads`, no thread keeps free slots to itself | each keeps a few, with feature `std` |
/// | `align = 64` | the least alignment of a slot, in bytes | that of the type (where the slots take more than 16 KiB, the first is at a multiple of up to 64 bytes, so that fewer of them lie across two cache lines) |
/// | `max_bytes = 64 * 1024` | the build fails when the pool, or the statics of boxes, take more bytes | no limit |
/// | `handle = ParticleId` | the name of the handle's alias | `{Type}Handle` |
/// | `pool = Particles` | the name of the pool's alias | `{Type}Pool` |
/// | `box = ParticlePtr` | with `boxed`, the name of the box's alias | `{Type}Box` |
/// | `crate = engine::stackpool` | the path to this crate, where it is re-exported or renamed | `::stackpool` |
///
/// # Free lists
///
/// With `bookkeeping = free_list` each free slot holds the index of the next one, in its first 1 to 4 bytes. There is no
/// table: five counters of 4 bytes (three of the list, two for `stats`) and the guard are all that a pool takes beyond its
/// objects. It gives the same handles as with a table, and has all the same, with these exceptions:
///
/// - An object has to be at least as large as an index: 1 byte up to a capacity of 256, 2 up to 65,536, 3 up to 16,777,216,
///   else 4. Where it is not, that is an error at `free_list`.
/// - `insert_many` reads the handles of a batch off the table, and is not there. `try_extend` is, and `insert`.
/// - `guard = none` is refused: a stale handle could write over a link. So is `layout`, which is that of a table.
///
/// ```
/// use stackpool::Pool;
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, guard = live, bookkeeping = free_list)]
/// struct Particle {
///     ttl: f32,
/// }
///
/// let mut particles = ParticlePool::new();
/// let first = particles.insert(Particle { ttl: 1.0 })?;
/// particles.remove(first);
/// assert_eq!(particles.insert(Particle { ttl: 2.0 })?, first);
/// assert_eq!(ParticlePool::TABLE_BYTES, 0);
/// assert_eq!(ParticlePool::TOTAL_BYTES, 1_000 * 4 + 1_024 / 8 + 5 * 4);
/// # assert_eq!(particles[first].ttl, 2.0);
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
///
/// # Boxed pools
///
/// With `boxed` a value is owned by a box of 1 to 4 bytes, the index of its slot in a static. The box derefs to the value,
/// and gives the slot back when it is dropped; so there is nothing to check, and nothing to take.
///
/// ```
/// use stackpool::{Full, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 65_535, boxed)]
/// struct Node {
///     key: u32,
///     left: Option<NodeBox>,
///     right: Option<NodeBox>,
/// }
///
/// # fn main() -> Result<(), Full<Node>> {
/// let mut root = NodeBox::new(Node { key: 7, left: None, right: None })?;
/// root.right = Some(NodeBox::new(Node { key: 9, left: None, right: None })?);
/// assert_eq!(root.right.as_ref().map(|node| node.key), Some(9));
/// assert_eq!(size_of::<Node>(), 8); // of which a link to another is 2
/// # assert!(root.left.is_none());
/// # Ok(())
/// # }
/// ```
///
/// | keys | boxes are made and dropped by | `Full` means that |
/// |---|---|---|
/// | `boxed` | any thread; with feature `std`, and from a capacity of 256 on, each keeps a few free slots to itself | every slot is in use, or kept by another thread |
/// | `boxed, exact` | any thread, at the cost of two atomic exchanges a box | every slot is in use |
/// | `boxed, sync = local` | one thread: boxes are neither `Send` nor made in another | every slot is in use |
/// | `boxed, sync = critical_section` | threads and interrupt handlers, in sections of the crate `critical-section` | every slot is in use |
///
/// `sync = threads`, the default, needs 64-bit atomics; `sync = critical_section` needs feature `critical-section`, but on
/// targets without compare-and-swap. Without feature `std`, `sync = local` takes an atomic exchange an operation, and a critical
/// section on those targets; it takes no less memory than `critical_section`, which is the one for interrupt handlers.
///
/// `guard`, `generation_bits` and `on_wrap` are not for boxes, which are never stale; nor are `pool` and `bookkeeping`. `layout` is for `local`
/// and `critical_section`: where any thread makes boxes, free slots are linked to each other, by an integer of 1, 2 or 4
/// bytes each.
///
/// # Pools of values
///
/// With `values` there are no objects: each value of a small `Copy` type is handed out once, until it is given back. The
/// ranges of the fields say which values there are, and their product is the capacity.
///
/// ```
/// use stackpool::{Pool, ReleaseError};
///
/// #[derive(Pool, Clone, Copy, Debug, PartialEq)]
/// #[pool(values)]
/// struct TileCoord {
///     #[pool(range = 0..64)]
///     x: u8,
///     #[pool(range = 0..64)]
///     y: u8,
///     #[pool(range = 0..16)]
///     page: u16,
/// }
///
/// let tiles: &'static mut TileCoordPool = TileCoord::take_pool().expect("nobody took it before");
/// let tile: TileCoord = tiles.acquire().expect("65,536 of them");
/// tiles.release(tile)?;
/// assert_eq!(tiles.release(tile), Err(ReleaseError::NotHandedOut));
/// # Ok::<(), ReleaseError>(())
/// ```
///
/// | a field that is | has |
/// |---|---|
/// | an integer | a range, of constant expressions of any integer types: `0..64`, `-8..8`, `1..=FACES` |
/// | a `char` | a range of `char`s: `'a'..='z'`; the gap of surrogates is none |
/// | either | or several ranges that do not overlap: `range = [0..8, 16..24]` |
/// | a `bool` | no range |
/// | of a type that derives `Pool` with `values` | no range |
///
/// A value is numbered in mixed radix, the last field in the lowest place: what is handed out first is ascending as
/// `#[derive(Ord)]` has it, where ranges are written in ascending order. The values of an enum are its variants, in the order
/// in which they are declared; none may have fields.
///
/// It prints `{Type}Pool`, which is `ValuePool<Type>`, `Type::take_pool()`, and `impl ValueSpec for Type`. The keys are
/// `guard = live` (the default: one bit a value) or `guard = none`, `layout`, `max_bytes`, `pool` and `crate`.
///
/// # Errors
///
/// Every mistake is reported at the token that makes it. There are two kinds:
///
/// - mistakes of form, which the macro finds: unknown keys, words that are no value, keys that exclude each other, types
///   that no pool can hold. All of them, in all attributes, are reported in one go.
/// - mistakes of value, which rustc finds by computing it: a capacity of 0, ranges that overlap, are empty, or hold what the
///   type of their field cannot, a table too narrow for the capacity, a pool of
///   more than `max_bytes`. They are reported in the same go, except for a value that can only be judged together with
///   another in which there is a mistake of form (a `layout` is checked once its `capacity` can be read), and for a
///   `max_bytes` that names the pool itself. A constant that does not exist is rustc's to report, which it may do only
///   when there are no mistakes of form left.
///
/// The names that a faulty definition would bring into scope are there all the same, so that their uses raise no further
/// errors. What depends on the use of a pool is checked where it is used: a pool of more than 1 GiB cannot be a static,
/// and `cargo build` says so where it is taken; `cargo check` does not.
#[proc_macro_derive(Pool, attributes(pool))]
pub fn derive_pool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    derive(input).into()
}

/// Defines pools of any concrete types, each under a marker type of its own: several of one item type, of instances of a
/// generic type, of foreign types.
///
/// ```
/// use stackpool::pool;
///
/// # const MAX_BULLETS: u16 = 300;
/// # #[derive(Debug)]
/// # pub struct Bullet;
/// # struct Node<T>(T, Option<NodesHandle>);
/// pool! {
///     /// Bullets fired by the player.
///     pub Bullets: [Bullet; 4096];
///     pub EnemyBullets: [Bullet; MAX_BULLETS], guard = live;
///     Nodes: [Node<f32>; 65_535];
/// }
///
/// # fn main() -> Result<(), stackpool::Full<Bullet>> {
/// let bullets: &'static mut BulletsPool = Bullets::take_pool().expect("nobody took it before");
/// let handle: BulletsHandle = bullets.insert(Bullet)?;
/// # let _ = (bullets.remove(handle), Node(0.0_f32, None).0, Node(0.0_f32, None).1);
/// # Ok(())
/// # }
/// ```
///
/// An entry is `Name: [Type; CAPACITY];`, with attributes and a visibility before it and keys after the brackets, all
/// optional. It prints the marker type `Name`, and with it all that the [derive](macro@Pool) prints for a type:
/// `NamePool`, `NameHandle` and `Name::take_pool()`, or with `boxed` `NameBox` and `NameHandle`. Handles of different entries are different types, also where the
/// items are the same.
///
/// - **Keys** are those of the [derive](macro@Pool), but `capacity`, which is the length in the brackets. `crate` can be
///   set once for all entries, by `#![pool(crate = path)]` at the top.
/// - **Attributes** go to the parts of an entry that they are about, also from inside a `cfg_attr`:
///
///   | attribute | goes to |
///   |---|---|
///   | `#[cfg(..)]` | everything that the entry declares |
///   | `#[link_section = ".."]`, `#[export_name = ".."]`, in `unsafe(..)` or not, and `#[used]` | the static of the pool, of the list, or of boxed objects |
///   | `#[deprecated]` | the aliases and `take_pool` |
///   | docs and all others | the marker; `#[doc(hidden)]` to the aliases too |
///
///   Attributes of the static are yours: rustc's lint `unsafe_code` reports those that are unsafe. No other attribute can
///   stand in one `cfg_attr` with them.
/// - **Visibility** is that of the marker, the aliases and `take_pool`. A marker that is more visible than its item is
///   an error.
/// - **The marker** is an enum without variants. It derives `Debug`, `Clone`, `Copy`, `PartialEq`, `Eq`, `PartialOrd`,
///   `Ord` and `Hash`, but for those that its attributes derive: so that a type with the marker as its parameter can
///   derive them.
///
/// It can stand wherever items can, in functions too.
///
/// # Generic types that hold their own handles
///
/// A handle is bound to one definition, and so is a type that holds it. A type that several pools are of takes the
/// definition as a parameter:
///
/// ```
/// use stackpool::{Handle, PoolSpec, pool};
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct Node<P: PoolSpec> {
///     value: u8,
///     next: Option<Handle<P>>,
/// }
///
/// pool! {
///     Small: [Node<Small>; 8];
///     Large: [Node<Large>; 300], guard = live;
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut nodes = SmallPool::new();
/// let last = nodes.insert(Node { value: 2, next: None })?;
/// let first = nodes.insert(Node { value: 1, next: Some(last) })?;
/// assert_eq!(nodes[first].next.map(|next| nodes[next].value), Some(2));
/// # let _ = LargePool::new().insert(Node { value: 3, next: None })?;
/// # Ok(())
/// # }
/// ```
///
/// With `boxed` it is `P: BoxSpec`, and holds `PoolBox<P>`.
///
/// # Pools of values
///
/// An entry with ranges hands out [values](macro@Pool#pools-of-values), and no objects: those of a struct whose fields can be
/// named here, of other crates too, or integers or `char`s as they are. A field that stands alone has the values of its type.
///
/// ```
/// use stackpool::pool;
///
/// # #[derive(Clone, Copy, Debug, PartialEq)]
/// # pub struct TileCoord { x: u8, y: u8, flipped: bool }
/// pool! {
///     /// Tiles of one page.
///     pub Tiles: [TileCoord { x: 0..64, y: 0..64, flipped }];
///     pub Ports: [u16; 8_000..8_100];
///     Letters: [char; ['A'..='Z', 'a'..='z']], guard = none;
/// }
///
/// let mut tiles = TilesPool::new();
/// assert_eq!(tiles.acquire(), Some(TileCoord { x: 0, y: 0, flipped: false }));
/// assert_eq!((TilesPool::CAPACITY, PortsPool::CAPACITY, LettersPool::CAPACITY), (8_192, 100, 52));
/// ```
///
/// A constant array of values, of any `Copy` type, is handed out as it is: a `ListPool`, which counts, and does not know which
/// of them are out. It has no keys but `pool` and `crate`, and `Name::new_pool()` beside `Name::take_pool()`.
///
/// ```
/// # use stackpool::pool;
/// const BLOCKS: [u32; 3] = [0x2000_0000, 0x2000_4000, 0x3000_0000];
///
/// pool! {
///     Names: [&'static str = ["Ada", "Blaise"]];
///     Blocks: [u32 = BLOCKS];
/// }
///
/// let mut names = Names::new_pool();
/// assert_eq!((names.acquire(), names.acquire(), names.acquire()), (Some("Ada"), Some("Blaise"), None));
/// let blocks: &'static mut BlocksPool = Blocks::take_pool().expect("nobody took it before");
/// assert_eq!(blocks.acquire(), Some(0x2000_0000));
/// ```
///
/// # Sections of the linker
///
/// A pool with a `#[link_section = ".."]` zeroes its bookkeeping when it is taken, since start-up code may not clear such
/// a section; a list of values is written there then. Of a `boxed` pool only the slots are there, of which nothing has to be
/// cleared. In `.uninit` of `cortex-m-rt` a
/// pool costs no time at reset. A section that is neither `.bss` nor begins with `.bss.` is stored in the program file, byte
/// for byte (`PROGBITS`), unless the linker script marks it `(NOLOAD)`:
///
/// ```text
/// SECTIONS {
///   .far (NOLOAD) : { *(.far .far.*) } > FAR
/// } INSERT AFTER .bss;
/// ```
///
/// # Errors
///
/// As of the [derive](macro@Pool#errors), for all entries in one go.
#[proc_macro]
pub fn pool(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    entries(input.into()).into()
}

fn derive(input: DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let spec = derive_input::read(input, &mut errors);
    print(&spec, errors, false)
}

fn entries(input: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let mut entries = pool_input::read(input, &mut errors);
    check::entries::check(&mut entries);
    let mut tokens = errors.finish().unwrap_or_default();
    for entry in entries {
        tokens.extend(match entry.spec {
            Some(spec) => print(&spec, entry.errors, entry.is_named_twice),
            None => entry.errors.finish().unwrap_or_default(),
        });
    }
    tokens
}

/// Prints one pool; or all mistakes in it, a fallback, and checks of the values in which there are none. Where its names
/// are in scope already, the fallback is left out.
fn print(spec: &Spec, mut errors: Errors, is_named_twice: bool) -> TokenStream {
    check::check(spec, &mut errors);
    if errors.is_empty() && spec.barred.is_none() {
        errors.finish();
        return expand::expand(&Plan::new(spec));
    }
    let mut tokens = TokenStream::new();
    match &spec.barred {
        Some((span, message)) if is_named_twice => errors.add(*span, message),
        Some(mistake) => tokens.extend(barred::expand(spec, mistake)),
        None if is_named_twice => {}
        None => tokens.extend(expand::expand(&fallback::plan(spec, &mut errors))),
    }
    if let Some(trial) = plan::trial::trial(spec) {
        tokens.extend(print::trial::print(&trial));
    }
    errors.finish().into_iter().chain([tokens]).collect()
}

#[cfg(test)]
mod tests;
