use stackpool::Pool;

const MAX: u16 = 300;

mod limits {
    pub const BULLETS: i32 = 12;

    pub const fn twice(n: u64) -> u64 {
        n * 2
    }
}

macro_rules! particle {
    ($name:ident, $capacity:expr) => {
        #[derive(Pool)]
        #[pool(capacity = $capacity)]
        struct $name;
    };
}

particle!(Literal, 1_000);
particle!(Product, 64 * 64);
particle!(Constant, MAX);
particle!(Path, limits::BULLETS);
particle!(Call, limits::twice(7));
particle!(Block, {
    let n = 5;
    n + 1
});
particle!(Typed, 10_u8);
particle!(Largest, 4_294_967_295);
particle!(Parentheses, (1 << 20) - 1);

/// `Self` is the type, in the values of all keys.
#[derive(Pool)]
#[pool(capacity = { 2 * Self::HALF }, marks = Self::HALF, max_bytes = size_of::<Self>() * 100)]
struct Own<'a>(&'a u8);

impl Own<'_> {
    const HALF: u8 = 4;
}

#[derive(Pool)]
#[pool(capacity = <Self as Limited>::MOST, columns)]
struct OwnColumns {
    #[pool(align = Self::LINE)]
    first: u8,
}

impl OwnColumns {
    const LINE: usize = 64;
}

trait Limited {
    const MOST: u16;
}

impl Limited for OwnColumns {
    const MOST: u16 = 7;
}

pub fn main() {
    assert_eq!(LiteralPool::CAPACITY, 1_000);
    assert_eq!(ProductPool::CAPACITY, 4_096);
    assert_eq!(ConstantPool::CAPACITY, 300);
    assert_eq!(PathPool::CAPACITY, 12);
    assert_eq!(CallPool::CAPACITY, 14);
    assert_eq!(BlockPool::CAPACITY, 6);
    assert_eq!(TypedPool::CAPACITY, 10);
    assert_eq!(LargestPool::CAPACITY, 4_294_967_295);
    assert_eq!(ParenthesesPool::CAPACITY, 1_048_575);
    assert_eq!((OwnPool::CAPACITY, OwnColumnsPool::CAPACITY), (8, 7));
    let columns = OwnColumnsPool::from_iter([OwnColumns { first: 5 }]);
    assert!(columns.slot_first() == [5] && columns.slot_first().as_ptr().addr() % OwnColumns::LINE == 0);
    assert_eq!(OwnPool::from_iter([Own(&4)]).iter().map(|(_, own)| *own.0).sum::<u8>(), 4);
}
