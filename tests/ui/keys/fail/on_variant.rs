use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
enum Shape {
    #[pool(layout = u8)]
    Circle,
    Square,
}

fn main() {}
