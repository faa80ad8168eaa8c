use stackpool::pool;

pool! {
    Names: [String; 64];
}

fn main() {
    let names = NamesPool::new();
    let mut base = [0; NamesPool::SAVED_BYTES];
    let mut delta = [0; NamesPool::MAX_DELTA_BYTES];
    let _ = names.save_into(&mut base);
    let _ = names.delta_into(&base, &mut delta);
    let _ = names.delta(&base);
    let mut later = [0; NamesPool::SAVED_BYTES];
    let _ = NamesPool::patch_into(&base, &delta, &mut later);
    let _ = NamesPool::patch(&base, &delta);
    let _ = NamesPool::check_saved(&base);
}
