use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, guard = none)]
struct Name(String);

fn main() {}
