use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 8, boxed)]
struct Token;

fn main() {
    let token = TokenBox::new_with(|slot| slot.write(Token));
    drop(token);
}
