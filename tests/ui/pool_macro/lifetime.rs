use stackpool::pool;

pool! {
    Words: [std::borrow::Cow<'a, str>; 64];
}

fn main() {}
