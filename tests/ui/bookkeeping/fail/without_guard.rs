use stackpool::{Pool, pool};

#[derive(Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[pool(capacity = 300, guard = none, bookkeeping = free_list)]
#[repr(C)]
struct Particle(u32);

pool! {
    Words: [String; 300], bookkeeping = free_list, guard = none;
}

fn main() {}
