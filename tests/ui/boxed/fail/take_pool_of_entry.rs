use stackpool::pool;

pool! {
    Words: [&'static str; 64], boxed, sync = local;
}

fn main() {
    let _ = Words::take_pool();
}
