use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 300, bookkeeping = free_list)]
#[pool(bookkeeping = index_stack)]
struct Particle(u32);

fn main() {}
