use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let name = String::from("level 3");
    let id = frame.store(name.as_str()).unwrap();
    drop(name);
    frame.get(id);
}
