use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 16, sync = critical_section)]
struct Message(u32);

fn main() {
    let message = MessageBox::new(Message(7)).map_err(|full| full.into_inner().0);
    println!("{}", message.map_or_else(|number| number, |message| message.0));
}
