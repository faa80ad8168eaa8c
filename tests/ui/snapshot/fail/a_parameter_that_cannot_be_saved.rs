use stackpool::Snapshot;

#[derive(Snapshot)]
struct World<T> {
    extra: T,
}

fn main() {
    let world = World { extra: "text" };
    let _ = world.save();
}
