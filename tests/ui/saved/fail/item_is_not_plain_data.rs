use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Shot {
    at: [f32; 2],
    is_lit: bool,
}

fn main() {
    let mut shots = ShotPool::new();
    if shots.insert(Shot { at: [0.0; 2], is_lit: true }).is_ok() {
        let saved = shots.save();
        let _ = shots.restore(&saved);
    }
}
