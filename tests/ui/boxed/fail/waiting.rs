use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 4, boxed, wait, sync = local)]
struct Local;

#[derive(Pool)]
#[pool(capacity = 4, wait, on_free = wake)]
struct NotBoxed;

pool! {
    Number: [u32; 4], boxed, wait = 4;
    Text: [u32; 4], boxed, on_free = "radio::wake";
    Alone: [u32; 4], boxed, on_free;
    Closure: [u32; 4], boxed, on_free = || wake();
    Other: [u32; 4], boxed, await;
    Columns: [Row; 4], columns, wait;
}

#[derive(stackpool::Columns)]
struct Row {
    a: u32,
}

fn wake() {}

fn main() {}
