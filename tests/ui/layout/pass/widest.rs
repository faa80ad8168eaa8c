use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 256, layout = u8)]
struct A;

#[derive(Pool)]
#[pool(capacity = 1 << 9, layout = packed(9))]
struct B;

#[derive(Pool)]
#[pool(capacity = 1 << 10, layout = packed(10))]
struct C;

#[derive(Pool)]
#[pool(capacity = 4096, layout = packed(12))]
struct D;

#[derive(Pool)]
#[pool(capacity = 65536, layout = u16)]
struct E;

#[derive(Pool)]
#[pool(capacity = 1 << 17, layout = packed(17))]
struct F;

#[derive(Pool)]
#[pool(capacity = 262144, layout = packed18)]
struct G;

#[derive(Pool)]
#[pool(capacity = 1 << 20, layout = packed(20))]
struct H;

#[derive(Pool)]
#[pool(capacity = 16777216, layout = split24)]
struct I;

#[derive(Pool)]
#[pool(capacity = u32::MAX, layout = u32)]
struct J;

pub fn main() {
    assert_eq!((APool::TABLE_BYTES, GPool::TABLE_BYTES, IPool::TABLE_BYTES), (256, 589_824, 50_331_648));
    let _ = (BPool::TABLE_BYTES, CPool::TABLE_BYTES, DPool::TABLE_BYTES, EPool::TABLE_BYTES);
    let _ = (FPool::TABLE_BYTES, HPool::TABLE_BYTES, JPool::TABLE_BYTES);
}
