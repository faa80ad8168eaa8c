use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 16, boxed, wait)]
struct Message(u32);

async fn send() -> u32 {
    MessageBox::new_async(Message(7)).await.0
}

fn main() {
    let _ = send();
}
