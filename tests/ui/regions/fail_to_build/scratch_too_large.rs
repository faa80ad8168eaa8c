use stackpool::region::scratch;

fn main() {
    scratch::<65_537, _>(|scope| println!("{}", scope.remaining_capacity()));
}
