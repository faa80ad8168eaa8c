//! Of each pool the second value can only be judged once the first is right.
use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = "1000", layout = u8, max_bytes = 10)]
struct Narrow;

#[derive(Pool)]
#[pool(capacity = 1_000, guard = alive, on_wrap = retire)]
struct Retiring;

#[derive(Pool)]
#[pool(capacity = 1_000, layout = packed(11), max_bytes = 10)]
struct Packed;

#[derive(Pool)]
#[pool(capacity = 1_000, layout = u32, layout = u8)]
struct Twice;

#[derive(Pool)]
#[pool(capacity = 1_000, max_bytes = ExactPool::TOTAL_BYTES, handle = Exact)]
struct Exact;

fn main() {}
