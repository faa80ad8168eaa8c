//! Pools, handles, side tables and boxes, which `tests/programs/views.rs` shows in a debugger.

use stackpool::{ColumnPool, HandleMap, Link, Pool, SparseHandleMap, pool};
use std::hint::black_box;
use std::mem::ManuallyDrop;

/// Two bytes per handle, six bits of generation, and slots that wait.
#[derive(Pool)]
#[pool(capacity = 1_000)]
struct Particle {
    _ttl: u32,
}

/// A list of boxes.
#[derive(Pool)]
#[pool(capacity = 50, boxed)]
struct Node {
    _key: u32,
    next: Option<NodeBox>,
}

/// A struct of arrays.
#[derive(Pool)]
#[pool(capacity = 70, columns)]
struct Row {
    _key: u32,
}

pool! {
    Bullets: [u16; 200], guard = live;
    Words: [u32; 300], guard = none;
    /// No code of a handle is left over for `None`.
    Bytes: [u8; 256];
    /// Three bytes per handle, a table of 18 bits.
    Tiles: [u64; 100_000];
    Slips: [u32; 20], bookkeeping = free_list, generation_bits = 9;
    Rare: [u32; 1_000], generation_bits = 14, on_wrap = retire, quarantine = 0;
    Ports: [u16; 80..90];
    Plain: [u8; 40], quarantine = 0;
    Units: [(); 30];
    Drawn: [u32; 300], dense;
    /// Slots with gaps between the objects.
    Spread: [u8; 3], boxed, align = 64;
    Texts: [&'static str; 9], shared;
    Buffers: [u16; 3], objects = 7;
}

/// The debugger stops here.
#[inline(never)]
fn stop() {}

fn main() {
    let mut particles = ParticlePool::new();
    let all: Vec<_> = (0..6).map(|_ttl| particles.insert(Particle { _ttl }).ok().unwrap()).collect();
    particles.remove(all[1]);
    particles.remove(all[4]);
    let (handle, some, none) = (all[5], Some(all[2]), None::<ParticleHandle>);
    let (link, no_link) = (Link::new(Some(all[3])), Link::<Particle>::NONE);

    let mut names = HandleMap::<Particle, &str>::new();
    names.insert(all[3], "three");
    names.insert(all[5], "five");
    let mut sparse = SparseHandleMap::<Particle, u32, 4>::new();
    sparse.insert(handle, 55).unwrap();

    // Holes in the first word of live bits, none live in it beyond 2, and two live slots in the second.
    let mut bullets = BulletsPool::new();
    let fired: Vec<_> = (0..40).map(|speed| bullets.insert(speed).unwrap()).collect();
    for &bullet in &fired[2..38] {
        bullets.remove(bullet);
    }
    let bullet = fired[39];
    let empty = BulletsPool::new();

    let mut words = WordsPool::new();
    let word = words.insert(7).unwrap();

    let mut bytes = BytesPool::new();
    let byte = bytes.insert(9).ok();
    let (no_byte, byte_link) = (None::<BytesHandle>, Link::new(byte));

    let mut tiles = TilesPool::on_heap();
    let mut tile = tiles.insert(0).unwrap();
    for number in 1..70_000 {
        tile = tiles.insert(number).unwrap();
    }
    tiles.retain(|handle, _| handle.index() >= 69_998);

    let mut slips = SlipsPool::new();
    let old = slips.insert(1).unwrap();
    slips.remove(old);
    let slip = slips.insert(2).unwrap();

    let mut rare = RarePool::new();
    let mut last = rare.insert(0).unwrap();
    for _ in 0..20 {
        rare.remove(last);
        last = rare.insert(5).unwrap();
    }

    let mut rows = ColumnPool::<Row>::new();
    let row = rows.insert(Row { _key: 1 }).ok().unwrap();
    rows.insert(Row { _key: 2 }).ok().unwrap();
    rows.remove(row);

    let mut ports = PortsPool::new();
    ports.acquire().unwrap();

    let mut units = UnitsPool::new();
    let unit = units.insert(()).unwrap();
    units.insert(()).unwrap();
    units.remove(unit);

    // The last one is in the place of the one that was removed, and then at the first one.
    let mut drawn = DrawnPool::from_iter([10, 11, 12, 13]);
    let hidden = drawn.handles().nth(1).unwrap();
    drawn.remove(hidden);
    drawn.swap(0, 1);

    let tail = NodeBox::new(Node { _key: 2, next: None }).ok();
    let node = NodeBox::new(Node { _key: 1, next: tail }).ok().unwrap();
    let text = TextsArc::new("shared").unwrap();
    let buffer = BuffersObject::acquire().unwrap();
    let spread = [1, 2, 3].map(|number| SpreadBox::new(number).unwrap());
    let weak = TextsArc::downgrade(&text);

    // What a debugger meets when something went wrong: a pool that was never written, one that was overwritten behind
    // its counters, a handle beyond the capacity, an address without memory, and a box that owns itself.
    let rubbish = Box::into_raw(Box::<ParticlePool>::new_uninit()).cast::<ParticlePool>();
    // SAFETY: the memory is that of the box, which is not freed.
    unsafe { rubbish.write_bytes(0xA5, 1) };
    let trampled = Box::into_raw(Box::new(PlainPool::from_iter([1, 2, 3])));
    // SAFETY: a pool is larger than its counters, which take 20 bytes.
    let behind = unsafe { trampled.cast::<u8>().add(20) };
    // SAFETY: the bytes are those of the box, which is not freed. Nothing uses the pool after this.
    unsafe { behind.write_bytes(0xFF, size_of::<PlainPool>() - 20) };
    let bytes_of_no_handle = 5_u16;
    let beyond: *const ParticleHandle = (&raw const bytes_of_no_handle).cast();
    let nowhere: *const ParticlePool = std::ptr::without_provenance(4096);
    let raw = NodeBox::into_raw(NodeBox::new(Node { _key: 3, next: None }).ok().unwrap());
    // SAFETY: the address is that of a box that was taken apart. Nothing follows or drops the box after this.
    let circle = ManuallyDrop::new(unsafe { NodeBox::from_raw(raw) });
    // SAFETY: as above.
    let next = unsafe { NodeBox::from_raw(raw) };
    // SAFETY: the object is in its slot, and there is no reference to it.
    unsafe { (&raw mut (*raw).next).write(Some(next)) };

    stop();
    black_box((&particles, &names, &bullets, &words, &bytes, &tiles, &rows, &empty, &circle));
    black_box((
        &slips, &rare, &node, &text, &weak, &spread, &sparse, &rubbish, handle, some, none, link, no_link,
    ));
    black_box((
        bullet, word, byte, no_byte, byte_link, tile, slip, last, beyond, trampled, nowhere, &units, &ports,
        &drawn, &buffer,
    ));
}
