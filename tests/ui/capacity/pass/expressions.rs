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
}
