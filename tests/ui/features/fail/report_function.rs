use stackpool::report;

fn main() {
    println!("{}", report());
}
