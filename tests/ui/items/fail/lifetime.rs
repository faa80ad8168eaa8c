use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Word<'text> {
    text: &'text str,
}

fn main() {
    let _ = WordPool::CAPACITY;
}
