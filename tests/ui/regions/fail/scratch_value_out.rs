use stackpool::region::scratch;

fn main() {
    let kept = scratch::<64, _>(|scope| scope.alloc(7).unwrap());
    println!("{kept}");
}
