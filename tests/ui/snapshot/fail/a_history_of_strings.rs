use stackpool::{History, pool};

pool! {
    Names: [String; 100];
}

fn main() {
    let _all_steps = History::<NamesPool, 8>::new();
    let _few_bytes = History::<NamesPool, 8>::with_delta_bytes(1_000);
}
