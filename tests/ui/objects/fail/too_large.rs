use stackpool::pool;

pool! {
    Pages: [[u64; 1024]; 10_000], objects, sync = local;
}

fn main() {
    let page = PagesObject::acquire().unwrap();
    assert_eq!(page[0], 0);
}
