use stackpool::pool;

mod inner {
    pub(super) struct Bullet;
}

pool! {
    pub Bullets: [inner::Bullet; 64], boxed;
}

fn main() {}
