use stackpool::Pool;

#[derive(Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[pool(capacity = 64, guard = none)]
#[repr(C)]
struct Plain(u32);

#[derive(Pool)]
#[pool(capacity = 64, guard = live)]
struct Name(String);

#[derive(Pool)]
#[pool(capacity = 70_000, guard = generation, generation_bits = 14, on_wrap = retire)]
struct Retiring(Box<u8>);

#[derive(Pool)]
#[pool(capacity = 64, guard = generation, on_wrap = wrap)]
struct Default(u8);

pub fn main() {
    let mut names = NamePool::new();
    let name = names.insert(Name("a".to_owned())).ok().expect("room");
    assert_eq!(names[name].0, "a");
    assert_eq!((NamePool::GENERATION_BITS, PlainPool::GENERATION_BITS), (0, 0));
    assert_eq!(RetiringPool::GENERATION_BITS, 14);
    assert_eq!(DefaultPool::HANDLE_BYTES, 1);
}
